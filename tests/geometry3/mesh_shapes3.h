/* What the tests of contacts with meshes share: shapes that rest on the ground, and the check of all manifolds of a
 * pair. */
#ifndef MODULUS_TESTS_MESH_SHAPES3_H
#define MODULUS_TESTS_MESH_SHAPES3_H

#include "geometry3/grid_mesh.h"
#include "geometry3/manifold_shapes3.h"

enum { MOST_MANIFOLDS = 16 };

/** The manifolds of a pair, each checked. */
struct found {
    int32_t count;
    md3_manifold manifold[MOST_MANIFOLDS];
};

static inline struct found collide_mesh(const md3_geometry *mesh, md3_transform at_mesh, const md3_geometry *convex,
                                        md3_transform at_convex, double margin)
{
    struct found found;
    found.count = md3_collide(mesh, at_mesh, convex, at_convex, (md_real)margin, found.manifold, MOST_MANIFOLDS);
    for (int32_t i = 0; i < found.count; ++i) {
        assert_valid_manifold(&found.manifold[i], margin);
        assert_true(found.manifold[i].triangle >= 0);
        assert_true(i == 0 || deepest(&found.manifold[i]) >= deepest(&found.manifold[i - 1]));
    }
    return found;
}

/** Shapes of about half a metre that rest on z = 0 at a height, some upright, some not. */
struct resting {
    md3_geometry shape;
    double height;
};

static inline int resting_shapes(struct resting *shape, const md3_hull *box, const md3_hull *rock)
{
    int count = 0;
    shape[count++] = (struct resting){sphere_of(at3(0, 0, 0), 0.3), 0.3};
    shape[count++] = (struct resting){capsule_along_x(0.4, 0.1), 0.1};
    shape[count++] = (struct resting){hull_of(box, 0), 0.2};
    shape[count++] = (struct resting){hull_of(box, 0.05), 0.25};
    shape[count++] = (struct resting){cylinder(0.3, 0.25, 0), 0.3};
    shape[count++] = (struct resting){cylinder(0.3, 0.25, 0.02), 0.32};
    shape[count++] = (struct resting){cone(0.3, 0.25, 0), 0.3};
    shape[count++] = (struct resting){round_of(MD3_CYLINDER, at3(-0.5, 0, 0), at3(0.5, 0, 0), 0.2, 0), 0.2}; /* lying */
    shape[count++] = (struct resting){hull_of(rock, 0), 0.4};
    return count;
}

#endif
