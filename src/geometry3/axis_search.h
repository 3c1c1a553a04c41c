/* The contact normal of two convex cores, at least one of which is not a hull.
 *
 * If the cores are apart, the normal is the direction of the shortest connection (GJK). If they overlap, it is the
 * direction of the shortest translation that separates them. A set of candidates contains it if both are polyhedra or
 * segments; with a curved core, the best candidate is a start from which it is searched.
 */
#ifndef MODULUS_GEOMETRY3_AXIS_SEARCH_H
#define MODULUS_GEOMETRY3_AXIS_SEARCH_H

#include "geometry3/contact_feature.h"
#include "geometry3/distance.h"

/** Two cores in the frame of the first. */
struct placed_pair {
    struct placed_core a, b;
    struct core_pair cores;
};

enum axis_kind {
    AXIS_NONE,    /* beyond the largest separation */
    AXIS_FACE_A,  /* the normal of a face or cap of a */
    AXIS_FACE_B,  /* minus the normal of a face or cap of b */
    AXIS_CLOSEST, /* any other direction */
};

struct contact_axis {
    enum axis_kind kind;
    md3_vec normal;     /* unit, from a to b */
    md_real separation; /* of the cores along the normal, m; if NONE, a lower bound of their distance */
    struct facing face; /* of the reference; undefined if CLOSEST */
    md3_vec other;      /* another good direction, or zero */
    bool has_points;    /* the next two are known */
    md3_vec on_a, on_b; /* points of the cores of which the difference is along the normal, within a tolerance */
};

/** Finds the contact normal. If the cores are farther apart than `max_separation`, the search may end as soon as they
 *  are known to be farther apart than `give_up`; the larger that is, the better the lower bound of their distance. */
struct contact_axis md3_find_axis(const struct placed_pair *pair, md_real max_separation, md_real give_up);

/** Improves an axis of cores that overlap until no direction near it has a larger separation, and finds its points. The
 *  search starts from the axis, its other direction, and that of the centres. The kind becomes CLOSEST. */
void md3_climb_axis(const struct placed_pair *pair, struct contact_axis *axis);

#endif
