/* The circles about the centres, through the farthest points, may already miss each other. Otherwise the edges are tried.
 *
 * The separation along a normal of one hull is a lower bound of the distance. In the frame of that hull, the points of the other one
 * move by the displacement of its centre and by its rotation, so that the separation shrinks by at most
 *
 *     -n . d  +  K / 8  +  (omega_a + omega_b) r_b
 *
 * with d the displacement, n the normal, omega the angles of rotation, r_b the farthest point of the other hull from its centre, and
 * K the bound of the curvature of the centre's path (impact.c), whose chord is d.
 */
#include "geometry2/clearance.h"

#include "geometry2/distance.h"

/* The largest angular speed of a rotation by a small angle, rad per sweep, and infinity for one of more than a radian. The chord
 * is 2 sin(angle / 2), and the angular speed of the path of impact.c is 4 tan(angle / 4) at most. */
static md_real max_angular_speed(const md2_sweep *sweep)
{
    const md_real c = sweep->rotation[1].c - sweep->rotation[0].c;
    const md_real s = sweep->rotation[1].s - sweep->rotation[0].s;
    const md_real chord_squared = c * c + s * s;
    return chord_squared > (md_real)0.9 ? MD_INFINITY : (md_real)1.08 * md_sqrt(chord_squared);
}

/* The points of a hull and the displacement of its centre, in the frame of another hull. */
struct passage {
    md2_vec point[MD2_MAX_POINTS]; /* at the start */
    int32_t count;
    md2_vec displacement;
    md_real deviation; /* of a point from that displacement, at most */
};

static struct passage passage_of(const md2_sweep *frame, const md2_hull *hull, const md2_sweep *sweep, md_real extent)
{
    const md2_vec offset[2] = {vec_sub(sweep->center[0], frame->center[0]),
                               vec_sub(sweep->center[1], frame->center[1])};
    const md2_vec center = rot_unapply(frame->rotation[0], offset[0]);
    const md2_rot turn = rot_multiply(md2_rot_inverse(frame->rotation[0]), sweep->rotation[0]);
    struct passage passage = {.count = hull->count,
                              .displacement = vec_sub(rot_unapply(frame->rotation[1], offset[1]), center)};
    const md2_vec origin = vec_add(center, frame->local_center);
    for (int32_t i = 0; i < hull->count; ++i) {
        passage.point[i] = vec_add(origin, rot_apply(turn, vec_sub(hull->point[i], sweep->local_center)));
    }
    const md_real omega = max_angular_speed(frame);
    const md_real change = vec_length(vec_sub(offset[1], offset[0]));
    const md_real farthest = vec_length(offset[0]) + change;
    passage.deviation = omega * (omega * farthest + 2 * change) / 8 + (omega + max_angular_speed(sweep)) * extent;
    return passage;
}

/* Whether an edge of `self` keeps the other hull away. */
static bool edge_keeps_away(const md2_hull *self, const struct passage *passage, md_real gap)
{
    for (int32_t i = 0; i < self->count; ++i) {
        const md2_vec normal = self->normal[i];
        md_real separation = MD_INFINITY;
        for (int32_t k = 0; k < passage->count; ++k) {
            separation = md_min(separation, vec_dot(normal, vec_sub(passage->point[k], self->point[i])));
        }
        if (separation + md_min(vec_dot(normal, passage->displacement), 0) > gap) {
            return true;
        }
    }
    return false;
}

static bool keeps_away(const md2_hull *self, const md2_sweep *frame, const md2_hull *other, const md2_sweep *sweep,
                       md_real extent, md_real gap)
{
    if (self->count < 2) {
        return false;
    }
    const struct passage passage = passage_of(frame, other, sweep, extent);
    return edge_keeps_away(self, &passage, gap + self->radius + other->radius + passage.deviation);
}

/* The distance of the farthest point from the centre. */
static md_real extent_of(const md2_hull *hull, const md2_sweep *sweep)
{
    md2_vec arm[MD2_MAX_POINTS];
    for (int32_t i = 0; i < hull->count; ++i) {
        arm[i] = vec_sub(hull->point[i], sweep->local_center);
    }
    return md2_max_extent(arm, hull->count) + hull->radius;
}

/* Whether the centres, which move on lines, stay farther apart than `reach`. */
static bool centers_stay_apart(const md2_sweep *a, const md2_sweep *b, md_real reach)
{
    const md2_vec start = vec_sub(b->center[0], a->center[0]);
    const md2_vec way = vec_sub(vec_sub(b->center[1], a->center[1]), start);
    const md_real along = -vec_dot(start, way);
    const md_real squared = vec_dot(way, way);
    const md_real t = along > 0 ? (along < squared ? along / squared : 1) : 0;
    const md2_vec nearest = vec_add_scaled(start, t, way);
    return reach < 0 || vec_dot(nearest, nearest) > reach * reach;
}

bool md2_stay_clear(const md2_hull *a, const md2_sweep *sweep_a, const md2_hull *b, const md2_sweep *sweep_b,
                    md_real gap)
{
    const md_real extent_a = extent_of(a, sweep_a);
    const md_real extent_b = extent_of(b, sweep_b);
    return centers_stay_apart(sweep_a, sweep_b, extent_a + extent_b + gap) ||
           keeps_away(a, sweep_a, b, sweep_b, extent_b, gap) || keeps_away(b, sweep_b, a, sweep_a, extent_a, gap);
}
