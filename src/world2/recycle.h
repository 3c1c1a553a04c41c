/* Recycled manifolds: while two shapes hardly move relative to each other, the bodies carry the points of their last manifold
 * along, instead of finding points anew.
 *
 * A carried manifold costs less than clipping, and its points do not flicker between features. Its separations are exact for the
 * points that the bodies carry; the points themselves are those of a pose that differs by at most world_def.recycle_distance.
 * Carried manifolds decide results, unlike caches, and belong to a snapshot. world3/recycle.h is the same in 3D.
 *
 * Inline, because most contacts of a pile take this path in every step.
 */
#ifndef MODULUS_WORLD2_RECYCLE_H
#define MODULUS_WORLD2_RECYCLE_H

#include "geometry2/vec.h"
#include "lcp/vector.h"
#include "world2/world.h"

/* The vectors (x, y) of two points. */
typedef md_real two_points __attribute__((vector_size(4 * sizeof(md_real))));

MD_INLINE two_points two_points_load(const md2_vec from[2])
{
    two_points points;
    memcpy(&points, from, sizeof points);
    return points;
}

MD_INLINE two_points two_points_both(md2_vec v)
{
    return (two_points){v.x, v.y, v.x, v.y};
}

MD_INLINE two_points two_points_rotate(md2_rot q, two_points v)
{
    const two_points c = {q.c, q.c, q.c, q.c}, s = {-q.s, q.s, -q.s, q.s};
    return c * v + s * (two_points){v[1], v[0], v[3], v[2]};
}

/* ---- Remembering ---------------------------------------------------------------------------------------------------- */

/* A single point on a rounded corner or a circle moves as the shape rolls, and chains choose their points by their neighbours:
 * these find them anew. */
static inline bool can_be_carried(const md2_world *world, const struct contact *contact)
{
    const struct shape *a = &world->shapes[contact->shape[0]], *b = &world->shapes[contact->shape[1]];
    const bool is_round = a->radius > 0 || b->radius > 0;
    return !contact->sensor && !a->is_segment && contact->manifold.count > (is_round ? 1 : 0);
}

/** Remembers the manifold that was just found if it can be carried. */
static inline void manifold_remember(const md2_world *world, struct contact *contact, const struct body *a,
                                     const struct body *b)
{
    contact->is_carried = can_be_carried(world, contact);
    if (!contact->is_carried) {
        return;
    }
    struct carried_manifold *carried = &contact->carried;
    const md2_manifold *manifold = &contact->manifold;
    carried->turn = md2_rot_multiply(md2_rot_inverse(a->rotation), b->rotation);
    carried->normal = rot_unapply(a->rotation, manifold->normal);
    for (int k = 0; k < 2; ++k) {
        const md2_manifold_point *point = &manifold->point[k < manifold->count ? k : 0];
        carried->anchor[0][k] = transform_point_back(body_transform(a), point->point);
        carried->anchor[1][k] = transform_point_back(body_transform(b), point->point);
        carried->separation[k] = point->separation;
    }
}

/* ---- Carrying ------------------------------------------------------------------------------------------------------- */

/* Square of how far the bodies' rotation relative to each other has moved the points of the smaller one, m^2. */
MD_INLINE md_real squared_turn(const struct carried_manifold *carried, const struct body *a, const struct body *b)
{
    const md2_rot p = a->rotation, q = b->rotation;
    const md_real c = p.c * q.c + p.s * q.s - carried->turn.c, s = p.c * q.s - p.s * q.c - carried->turn.s;
    const md_real extent = md_min(a->max_extent, b->max_extent);
    return (c * c + s * s) * (extent * extent);
}

/** Carries the manifold of a contact to the present positions. Returns false, and changes nothing, if it has to be found anew. */
MD_INLINE bool manifold_recycle(const md2_world *world, struct contact *contact, const struct body *a,
                                const struct body *b)
{
    const struct carried_manifold *carried = &contact->carried;
    const md_real allowed = world->def.recycle_distance * world->def.recycle_distance;
    if (!contact->is_carried || !(squared_turn(carried, a, b) <= allowed)) {
        return false;
    }
    md2_manifold *manifold = &contact->manifold;
    const md2_vec normal = rot_apply(a->rotation, carried->normal);
    const two_points on_a = two_points_rotate(a->rotation, two_points_load(carried->anchor[0]));
    const two_points on_b = two_points_rotate(b->rotation, two_points_load(carried->anchor[1]));
    const two_points apart = two_points_both(vec_sub(b->origin, a->origin)) + (on_b - on_a);
    const two_points squares = apart * apart, along = apart * two_points_both(normal);
    const md_real separation[2] = {carried->separation[0] + (along[0] + along[1]),
                                   carried->separation[1] + (along[2] + along[3])};
    const md_real margin = world->def.speculative_margin;
    if (!(squares[0] + squares[1] <= allowed && squares[2] + squares[3] <= allowed && separation[0] <= margin &&
          separation[1] <= margin)) {
        return false;
    }
    const two_points half = {(md_real)0.5, (md_real)0.5, (md_real)0.5, (md_real)0.5};
    const two_points r_a = two_points_both(vec_sub(a->origin, a->center)) + (on_a + half * apart);
    const two_points point = two_points_both(a->center) + r_a;
    const two_points r_b = point - two_points_both(b->center);
    manifold->normal = normal;
    for (int k = 0; k < manifold->count; ++k) {
        manifold->point[k].point = vec(point[2 * k], point[2 * k + 1]);
        manifold->point[k].separation = separation[k];
        contact->r[k][0] = vec(r_a[2 * k], r_a[2 * k + 1]);
        contact->r[k][1] = vec(r_b[2 * k], r_b[2 * k + 1]);
    }
    return true;
}

#endif
