/* Random pairs of hulls near each other. */
#ifndef MODULUS_TESTS_HULL_PAIRS3_H
#define MODULUS_TESTS_HULL_PAIRS3_H

#include "geometry3/manifold_shapes3.h"
#include "geometry3/solid3.h"

/** A box, a few points in a cube, or up to `most` points on an ellipsoid; 0.4 to 2 m large. */
static inline md3_hull *random_solid(struct random *random, int32_t most)
{
    md3_vec points[MD3_MAX_VERTICES];
    const double x = random_real(random, 0.2, 1), y = random_real(random, 0.2, 1), z = random_real(random, 0.2, 1);
    const int32_t kind = random_index(random, 3);
    if (kind == 0) {
        return box_hull(x, y, z);
    }
    const int32_t count = kind == 1 ? 4 + random_index(random, 12) : 4 + random_index(random, most - 3);
    for (;;) {
        md3_hull *hull;
        for (int32_t i = 0; i < count; ++i) {
            const md3_vec p = kind == 1 ? random_point_in_cube(random, 1) : random_direction(random);
            points[i] = at3(x * (double)p.x, y * (double)p.y, z * (double)p.z);
        }
        if (md3_hull_create(NULL, points, count, &hull, NULL) == MD_OK) {
            return hull;
        }
    }
}

struct hull_trial {
    md3_hull *hull[2];
    md3_geometry a, b;
    md3_transform at_a, at_b;
    double margin;
};

/** Moves b along a direction until the cores are `separation` apart along it. */
static inline void move_near(struct hull_trial *trial, md3_vec direction, double separation)
{
    static struct solid a, b;
    solid_of(&a, trial->hull[0], trial->at_a);
    solid_of(&b, trial->hull[1], trial->at_b);
    const double now = solid_separation(&a, &b, dvec_of(direction));
    trial->at_b.p = md3_vec_add_scaled(trial->at_b.p, (md_real)(separation - now), direction);
}

/** Two hulls of at most `most` vertices: a third anywhere, the others near contact; a third of all rounded. */
static inline struct hull_trial random_hull_trial(struct random *random, int32_t most)
{
    struct hull_trial trial;
    for (int i = 0; i < 2; ++i) {
        trial.hull[i] = random_solid(random, most);
    }
    const bool is_rounded = random_index(random, 3) == 0;
    const double radius_a = is_rounded ? random_real(random, 0, 0.2) : 0;
    const double radius_b = is_rounded ? random_real(random, 0, 0.2) : 0;
    trial.a = hull_of(trial.hull[0], radius_a);
    trial.b = hull_of(trial.hull[1], radius_b);
    trial.at_a = random_transform(random, 1);
    trial.at_b = random_transform(random, 1);
    trial.margin = random_index(random, 2) == 0 ? 0 : random_real(random, 0, 0.2);
    if (random_index(random, 3) != 0) {
        const md3_vec centers = md3_vec_sub(md3_transform_apply(trial.at_b, md3_hull_centroid(trial.hull[1])),
                                            md3_transform_apply(trial.at_a, md3_hull_centroid(trial.hull[0])));
        const md3_vec aside = random_point_in_cube(random, 0.3);
        const md3_vec direction = md3_vec_normalize(md3_vec_add(md3_vec_normalize(centers), aside));
        move_near(&trial, direction, random_real(random, -0.1, 0.05) + radius_a + radius_b);
    }
    return trial;
}

static inline void end_hull_trial(struct hull_trial *trial)
{
    md3_hull_destroy(trial->hull[0]);
    md3_hull_destroy(trial->hull[1]);
}

/** By brute force: the signed distance of the surfaces and of the cores, and by how much the best axis beats the best
 *  axis of a face, m. */
struct truth {
    double distance, core, lead;
};

static inline struct truth truth_of(const struct hull_trial *trial, struct solid *a, struct solid *b)
{
    solid_of(a, trial->hull[0], trial->at_a);
    solid_of(b, trial->hull[1], trial->at_b);
    const struct best_axes axes = solid_axes(a, b);
    const double core = axes.any > 0 ? solid_distance(a, b) : axes.any;
    return (struct truth){core - (double)trial->a.radius - (double)trial->b.radius, core, axes.any - axes.face};
}

/** The preference for faces costs at most this, m, with a part of the depth. Faces of a hull may deviate from a plane
 *  by 1e-4 of its size. */
static inline double choice_tolerance(double core)
{
    return (double)FACE_TOLERANCE + 2.1 * (double)FACE_TOLERANCE_RELATIVE * fabs(core) + 2e-4;
}

#endif
