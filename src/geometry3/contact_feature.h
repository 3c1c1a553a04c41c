/* Features of convex cores that face a direction: a face as a polygon, an edge as a segment, or a vertex. */
#ifndef MODULUS_GEOMETRY3_CONTACT_FEATURE_H
#define MODULUS_GEOMETRY3_CONTACT_FEATURE_H

#include "geometry3/hull.h"
#include "geometry3/manifold.h"

/** Features in ids. An id has the feature of a in its upper 16 bits and that of b in its lower ones. */
static inline uint16_t feature_of_vertex(int32_t vertex)
{
    return (uint16_t)vertex;
}

static inline uint16_t feature_of_edge(int32_t half_edge)
{
    return (uint16_t)(MD3_MAX_VERTICES + half_edge / 2);
}

static inline uint16_t feature_of_face(int32_t face)
{
    return (uint16_t)(4 * MD3_MAX_VERTICES + face);
}

static inline uint32_t feature_id(uint16_t feature_a, uint16_t feature_b)
{
    return (uint32_t)feature_a << 16 | feature_b;
}

/** A core in the frame of the first geometry. */
struct placed_core {
    const struct core *core;
    md3_mat q;
    md3_vec p;
};

/** A feature in the frame of the first geometry. */
struct contact_feature {
    int32_t count;  /* of points. 1: a vertex; 2: an edge; more: a face, counter-clockwise seen from outside */
    md3_vec normal; /* of a face: unit, outward */
    uint16_t id;
    uint16_t vertex[MD3_MAX_VERTICES], edge[MD3_MAX_VERTICES]; /* ids; edge i is from point i to the next one */
    md3_vec point[MD3_MAX_VERTICES];
};

/** Returns the vertex of a hull that is farthest along a direction in its coordinates; the first one if several are. */
int32_t md3_hull_farthest(const md3_hull *hull, md3_vec direction);

/** Returns the face at a vertex of a hull whose normal is closest to a direction in its coordinates. */
int32_t md3_hull_face_at(const md3_hull *hull, int32_t vertex, md3_vec direction);

void md3_feature_of_hull_face(struct contact_feature *feature, const md3_hull *hull, int32_t face, md3_mat q,
                              md3_vec p);

/** The largest features that faces of a core are seen from a direction. */
struct facing {
    md3_vec normal; /* of the face or the curved side, unit, in the frame of the first geometry */
    int32_t face;   /* hull: the face; cylinder, cone: the cap, 0 or 1; -1: a curved side, a segment or a point */
};

/** Finds the face or side that faces a unit direction the most, of those at the farthest point of the core. */
struct facing md3_facing(const struct placed_core *placed, md3_vec direction);

/** Writes the face found by md3_facing; the segment of a curved side that is farthest along the direction; or the
 *  whole of a segment or point. A cap is a regular polygon, with a corner where it is closest to a plane with the
 *  normal `opposite`. */
void md3_feature_of_facing(struct contact_feature *feature, const struct placed_core *placed, struct facing facing,
                           md3_vec direction, md3_vec opposite);

/** Writes the largest feature that is perpendicular to a unit direction within 2 degrees: a face, an edge or a
 *  vertex. */
void md3_flat_feature(struct contact_feature *feature, const struct placed_core *placed, md3_vec direction);

/* ---- Clipping ---------------------------------------------------------------------------------------------------- */

/** Adds the points of a contact along set->normal, of which the face `a` (or `b` if `by_b`) is the reference: the
 *  parts of the other feature within the prism of that face. */
void md3_clip_to_face(struct contact_set *set, const struct contact_frame *frame, const struct contact_feature *a,
                      const struct contact_feature *b, bool by_b);

/** Adds the points of a contact along set->normal of two features that lie flat on each other; or the closest points if
 *  the features are not extended, or do not overlap there. */
void md3_clip_flat(struct contact_set *set, const struct contact_frame *frame, const struct contact_feature *a,
                   const struct contact_feature *b, md3_vec closest_on_a, md3_vec closest_on_b);

/** Adds the points of a contact along any unit normal from a to b, of which the closest points, or the deepest ones,
 *  are known: those of the flat features there. */
void md3_contacts_along(struct contact_set *set, const struct contact_frame *frame, const struct placed_core *a,
                        const struct placed_core *b, md3_vec normal, md3_vec on_a, md3_vec on_b);

#endif
