/* Contact manifolds in space: the parts shared by all pairs of geometries.
 *
 * A pair is collided in the frame of its first geometry, on the cores: the geometries without their rounding radii
 * (core.h). Every pair takes the same three steps:
 *
 * 1. Find the contact normal: the direction along which the cores are farthest apart or, if they overlap, along which
 *    the shortest translation separates them (round_manifold.c, hull_sat.c, axis_search.c).
 * 2. Clip the features that face each other along the normal (contact_feature.h, clip_features.c). This gives a
 *    contact set: points with a separation and an id. The radii are added here, as an offset along the normal.
 * 3. Reduce the set to four points (reduce_points.c) and transform them to the world.
 *
 * With a mesh, steps 1 and 2 are done for each triangle, and the sets are clustered by their normals (mesh_manifold.c).
 */
#ifndef MODULUS_GEOMETRY3_MANIFOLD_H
#define MODULUS_GEOMETRY3_MANIFOLD_H

#include "geometry3/core.h"
#include "geometry3/vec3.h"

/** Distances that differ by less than this are treated as equal, m: above the rounding of numbers of the size of a
 *  shape, far below anything visible. */
#define TIE_TOLERANCE (MD3_LINEAR_SLOP / 1000)

/** A face is preferred to a pair of edges, and a face of the first geometry to one of the second, unless the other
 *  axis is better by this distance, m, plus a part of the penetration. Faces give more points, and the choice does not
 *  change while a body rests. */
#define FACE_TOLERANCE (MD3_LINEAR_SLOP / 10)
#define FACE_TOLERANCE_RELATIVE ((md_real)0.01)

/** Cosine and sine of the largest angle (2 degrees) at which a feature counts as lying flat on another. */
#define FLAT_COSINE ((md_real)0.99939)
#define FLAT_SINE ((md_real)0.0349)

/** Returns by how much another axis must beat a face axis of the given separation, m. */
static inline md_real face_tolerance(md_real separation)
{
    return FACE_TOLERANCE + FACE_TOLERANCE_RELATIVE * md_abs(separation);
}

/* ---- Contact sets ------------------------------------------------------------------------------------------------ */

/** Radii, margin and frame that turn points of two cores into contact points. */
struct contact_frame {
    md_real radius_a, radius_b;
    md_real margin;          /* largest separation of the surfaces, m */
    md3_transform transform; /* of the first geometry, in the world */
};

/** Two polygons that are clipped have no more points than they have corners together. */
enum { MAX_CONTACT_POINTS = 2 * MD3_MAX_VERTICES };

struct contact_point {
    md3_vec point;      /* midway between the surfaces, in the frame of the first geometry */
    md_real separation; /* of the surfaces along the normal, m */
    uint32_t id;
};

/** The contact points of two geometries before the reduction to four. */
struct contact_set {
    md3_vec normal;  /* unit, from a to b, in the frame of a; set before points are added */
    md_real deepest; /* smallest separation, also of points beyond the margin, m */
    int32_t count;
    struct contact_point point[MAX_CONTACT_POINTS];
};

static inline void contact_set_begin(struct contact_set *set, md3_vec normal)
{
    set->normal = normal;
    set->deepest = MD_INFINITY;
    set->count = 0;
}

/** Adds a point of the core of a and the opposite point of the core of b, unless they are beyond the margin. */
static inline void contact_set_add(struct contact_set *set, const struct contact_frame *frame, md3_vec on_a,
                                   md3_vec on_b, uint32_t id)
{
    const md_real radius_a = frame->radius_a, radius_b = frame->radius_b;
    const md_real separation = vec_dot(vec_sub(on_b, on_a), set->normal) - radius_a - radius_b;
    set->deepest = md_min(separation, set->deepest);
    if (!(separation <= frame->margin) || set->count == MAX_CONTACT_POINTS) {
        return;
    }
    const md3_vec middle = vec_lerp(on_a, on_b, (md_real)0.5);
    struct contact_point *point = &set->point[set->count++];
    point->point = vec_add_scaled(middle, (md_real)0.5 * (radius_a - radius_b), set->normal);
    point->separation = separation;
    point->id = id;
}

/** Reduces points to at most four: the deepest, and those that span the largest area perpendicular to a unit normal.
 *  Writes the indices of the points in ascending order and returns their number. Points with the id of another are
 *  left out.
 *
 *  Candidates that are equally good within a tolerance are ranked by id, so that the choice is the same while a body
 *  rests, without a memory of the last step. */
int32_t md3_reduce_points(const struct contact_point *points, int32_t count, md3_vec normal,
                          int32_t chosen[MD3_MAX_MANIFOLD_POINTS]);

/** Reduces points to a manifold in the world. `normal` is in the frame of the first geometry; `triangle` is that of the
 *  manifold. */
void md3_manifold_of_points(md3_manifold *manifold, const struct contact_frame *frame, md3_vec normal,
                            const struct contact_point *points, int32_t count, int32_t triangle);

/* ---- The feature cache ------------------------------------------------------------------------------------------- */

/** The features that the last collision of two convex geometries found. The whole cache is a hint: manifolds with it are
 *  bit-identical to those without, so that it need not be in a snapshot. Zeros: empty. It belongs to a pair of
 *  geometries in one order; clear it if one of them changes. */
struct md3_feature_cache {
    float p[3], q[4];   /* position and rotation of b in the frame of a when the cache was filled */
    float extent;       /* largest distance by which a unit of rotation moves a point, m */
    float limit;        /* separated: distance of the surfaces, m; faces: how far a point may move, m */
    int16_t face;       /* the reference face */
    uint8_t kind;       /* enum feature_kind */
    bool cores_overlap; /* along the reference face */
};

enum feature_kind { FEATURE_NONE, FEATURE_SEPARATED, FEATURE_FACE_A, FEATURE_FACE_B };

/** md3_collide with a cache, which may be NULL. */
int32_t md3_collide_cached(const md3_geometry *a, md3_transform at_a, const md3_geometry *b, md3_transform at_b,
                           md_real margin, struct md3_feature_cache *cache, md3_manifold *manifolds, int32_t capacity);

/* ---- Pairs of types ---------------------------------------------------------------------------------------------- */

/** Two convex geometries, or a plane and a convex one, in the frame of the first. */
struct collision_pair {
    const md3_geometry *a, *b;
    md3_transform between; /* of b in the frame of a */
};

/* Each function fills a contact set, which stays empty if the geometries are beyond the margin. */

void md3_plane_contacts(struct contact_set *set, const struct contact_frame *frame, const struct collision_pair *pair);

/** Spheres and capsules with each other. */
void md3_round_contacts(struct contact_set *set, const struct contact_frame *frame, const struct collision_pair *pair);

/** Two hulls. */
void md3_hull_contacts(struct contact_set *set, const struct contact_frame *frame, const struct collision_pair *pair,
                       struct md3_feature_cache *cache);

/** Any other two convex geometries. */
void md3_convex_contacts(struct contact_set *set, const struct contact_frame *frame, const struct collision_pair *pair,
                         struct md3_feature_cache *cache);

/** A mesh or height field (a) and a convex geometry (b). Returns the number of manifolds. */
int32_t md3_mesh_manifolds(const md3_geometry *mesh, md3_transform at_mesh, const md3_geometry *convex,
                           md3_transform at_convex, md_real margin, md3_manifold *manifolds, int32_t capacity);

#endif
