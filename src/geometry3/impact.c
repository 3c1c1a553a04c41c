/* The time of impact of two geometries that translate and rotate, by conservative advancement with a curvature bound.
 *
 * At time t the cores are separated by s along the normal n, the minimum over all pairs of points. If the second
 * derivative of every pair's separation is at most K, s deviates from its chord over a time h by at most
 * K h^2 T (1 - T) / 2 at the fraction T of h:
 *
 *     s(t + T h)  >=  (1 - T) s(t) + T s(t + h) - (K h^2 / 2) T (1 - T)
 *
 * t advances to the first root T at which this bound falls to the target separation, or by h if there is no root. The
 * geometries cannot have touched before. Without rotation K is 0, and the steps are those of Newton's method (see
 * cast.c). With rotation, h of the order of sqrt(s / K) gives the slope of the bound an error of sqrt(s K), which
 * vanishes with s: the steps converge with order 3/2.
 *
 * The normal may be fixed, or rotate with either body. A fixed normal is best for two corners, and one that rotates
 * with its body for the normal of a face. All three bounds are valid, so the one that leads farthest is used. The
 * normal of a plane rotates with the plane and needs no search. With omega the maximum angular speed of a body, r the
 * distance of its farthest point from the centre of mass, and c the vector from the centre of a to that of b, K is
 *
 *     omega_a^2 r_a + omega_b^2 r_b                                                          for a fixed normal
 *     omega_a^2 (|c| + r_b) + 2 omega_a (|c'| + omega_b r_b) + omega_b^2 r_b                 rotating with a
 *
 * and the same with a and b exchanged.
 */
#include "geometry3/impact.h"

#include "geometry3/distance.h"
#include "geometry3/vec3.h"

/* 600,000 random pairs that rotated by up to half a turn took at most 27 steps. Long bodies that spin close above a
 * surface take more: their steps are as short as sqrt(distance / K). At the limit, a hit is reported before the
 * geometries touch. */
enum { MAX_ITERATIONS = 256 };

struct mover md3_mover(const struct core *core, const md3_sweep *sweep)
{
    struct mover mover = {.core = *core,
                          .arm = vec_sub(core->center, sweep->local_center),
                          .path = md3_rotation_path(sweep),
                          .center = {sweep->center[0], sweep->center[1]},
                          .max_extent = md3_core_max_extent(core, sweep->local_center)};
    return mover;
}

/** The body that the normal rotates with, if any. */
enum frame { FRAME_FIXED, FRAME_A, FRAME_B, FRAMES };

/** The relative motion of two movers. */
struct motion {
    const struct mover *a, *b;
    md3_vec offset[2];         /* from the centre of a to that of b, at the start and at the end, m */
    md_real radius;            /* sum of both, m */
    md_real curvature[FRAMES]; /* K, m */
    md_real target;            /* separation that a step aims at, m */
    md_real hit_distance;      /* separation that counts as a hit, m */
};

/** Returns K for a normal that rotates with `self`. The centres are at most `max_offset` apart, and the vector between
 *  them changes by `change` during the step, m. */
static md_real rotating_curvature(const struct mover *self, const struct mover *other, md_real max_offset,
                                  md_real change)
{
    const md_real omega = self->path.max_speed;
    const md_real other_omega = other->path.max_speed;
    return omega * omega * (max_offset + other->max_extent) + 2 * omega * (change + other_omega * other->max_extent) +
           other_omega * other_omega * other->max_extent;
}

static struct motion motion_of(const struct mover *a, const struct mover *b)
{
    struct motion motion = {.a = a, .b = b, .radius = a->core.radius + b->core.radius};
    for (int32_t i = 0; i < 2; ++i) {
        motion.offset[i] = vec_sub(b->center[i], a->center[i]);
    }
    const md_real max_offset = md_max(vec_length(motion.offset[0]), vec_length(motion.offset[1]));
    const md_real change = vec_length(vec_sub(motion.offset[1], motion.offset[0]));
    motion.curvature[FRAME_FIXED] =
        a->path.max_speed * a->path.max_speed * a->max_extent + b->path.max_speed * b->path.max_speed * b->max_extent;
    motion.curvature[FRAME_A] = rotating_curvature(a, b, max_offset, change);
    motion.curvature[FRAME_B] = rotating_curvature(b, a, max_offset, change);
    return motion;
}

static struct core_pair pair_at(const struct motion *motion, md_real fraction)
{
    struct core_pair pair = {.a = &motion->a->core, .b = &motion->b->core};
    pair.rotation_a = md3_rot_matrix(md3_rotation_at(&motion->a->path, fraction));
    pair.rotation_b = md3_rot_matrix(md3_rotation_at(&motion->b->path, fraction));
    const md3_vec arms =
        vec_sub(mat_apply(pair.rotation_b, motion->b->arm), mat_apply(pair.rotation_a, motion->a->arm));
    pair.offset = vec_add(vec_lerp(motion->offset[0], motion->offset[1], fraction), arms);
    return pair;
}

/** Returns the separation of the surfaces along a normal, m. */
static md_real separation_at(const struct motion *motion, md_real fraction, md3_vec normal)
{
    const struct core_pair pair = pair_at(motion, fraction);
    return md3_core_separation(&pair, normal) - motion->radius;
}

/** A separation that is proven, and its normal, at a time. */
struct moment {
    md_real fraction, separation;
    md3_vec normal;
};

/** Returns the largest separation at a time; not positive if the geometries touch or overlap. */
static struct moment moment_at(const struct motion *motion, md_real fraction, md3_vec guess)
{
    const struct core_pair pair = pair_at(motion, fraction);
    if (motion->a->is_plane) {
        const md3_vec normal = mat_apply(pair.rotation_a, motion->a->plane_normal);
        return (struct moment){fraction, md3_core_separation(&pair, normal) - motion->radius, normal};
    }
    const struct core_distance core = md3_core_distance(&pair, guess);
    return (struct moment){fraction, core.separation - motion->radius, core.normal};
}

/** Rotates the normal of time `from` with its frame to time `to`. */
static md3_vec rotate_normal(const struct motion *motion, enum frame frame, md3_vec normal, md_real from, md_real to)
{
    if (frame == FRAME_FIXED) {
        return normal;
    }
    const struct rotation_path *path = frame == FRAME_A ? &motion->a->path : &motion->b->path;
    return rot_apply(md3_rotation_at(path, to), rot_unapply(md3_rotation_at(path, from), normal));
}

/** Returns a time, at most `end`, until which the geometries provably stay farther apart than the target, by the
 *  bound for a normal in the given frame. */
static md_real advance_in_frame(const struct motion *motion, enum frame frame, const struct moment *now, md_real end)
{
    const md_real K = motion->curvature[frame];
    const md_real spare = now->separation - motion->target;
    md_real h = end - now->fraction;
    if (K * h * h > 4 * spare) {
        h = md_sqrt(4 * spare / K);
        end = now->fraction + h;
    }
    const md3_vec normal = rotate_normal(motion, frame, now->normal, now->fraction, end);
    /* The bound minus the target is the parabola  bend T^2 + slope T + spare. */
    const md_real bend = K * h * h / 2;
    const md_real slope = separation_at(motion, end, normal) - now->separation - bend;
    const md_real discriminant = slope * slope - 4 * bend * spare;
    if (slope >= 0 || discriminant < 0) {
        return end;
    }
    const md_real T = 2 * spare / (md_sqrt(discriminant) - slope);
    return T < 1 ? now->fraction + T * h : end;
}

static md_real advance(const struct motion *motion, const struct moment *now, md_real end)
{
    if (motion->a->is_plane) {
        return advance_in_frame(motion, FRAME_A, now, end);
    }
    md_real time = advance_in_frame(motion, FRAME_FIXED, now, end);
    if (motion->a->path.max_speed > 0 && time < end) {
        time = md_max(time, advance_in_frame(motion, FRAME_A, now, end));
    }
    if (motion->b->path.max_speed > 0 && time < end) {
        time = md_max(time, advance_in_frame(motion, FRAME_B, now, end));
    }
    return time;
}

static md3_impact impact_of(struct motion *motion, struct time_interval interval, md3_vec *last_normal)
{
    const md3_vec guess = vec_lerp(motion->offset[0], motion->offset[1], interval.begin);
    struct moment now = moment_at(motion, interval.begin, guess);
    *last_normal = now.normal;
    if (!(now.separation > 0)) {
        return (md3_impact){MD3_IMPACT_OVERLAPPED, interval.begin};
    }
    /* Geometries that start closer than that hit only if they come closer still, so that separating bodies are not
     * stopped. */
    motion->hit_distance = md_min(MD3_LINEAR_SLOP, 3 * now.separation) / 4;
    motion->target = motion->hit_distance / 2;
    for (int32_t i = 0; i < MAX_ITERATIONS && now.separation > motion->hit_distance; ++i) {
        *last_normal = now.normal;
        const md_real next = advance(motion, &now, interval.end);
        if (next >= interval.end) {
            return (md3_impact){MD3_IMPACT_SEPARATED, interval.end};
        }
        if (next <= now.fraction) { /* the step is below the resolution of the fraction */
            break;
        }
        now = moment_at(motion, next, now.normal);
    }
    return (md3_impact){MD3_IMPACT_HIT, now.fraction};
}

md3_impact md3_mover_impact(const struct mover *a, const struct mover *b, struct time_interval interval,
                            md3_vec *normal)
{
    struct motion motion = motion_of(a, b);
    return impact_of(&motion, interval, normal);
}

struct mover_gap md3_mover_gap(const struct mover *a, const struct mover *b, md_real fraction)
{
    const struct motion motion = motion_of(a, b);
    const struct moment at = moment_at(&motion, fraction, vec_lerp(motion.offset[0], motion.offset[1], fraction));
    return (struct mover_gap){at.separation, at.normal};
}

static struct mover plane_mover(const md3_geometry *plane, const md3_sweep *sweep)
{
    const struct core point = {.kind = CORE_POINTS, .count = 1, .center = vec_scale(plane->offset, plane->point[0])};
    struct mover mover = md3_mover(&point, sweep);
    mover.is_plane = true;
    mover.plane_normal = plane->point[0];
    return mover;
}

md3_impact md3_geometry_impact(const md3_geometry *a, const md3_sweep *sweep, const struct mover *b,
                               struct time_interval interval, struct mover *hit)
{
    if (a->type != MD3_PLANE && !md3_geometry_is_convex(a)) {
        return md3_mesh_impact(a, sweep, b, interval, hit);
    }
    if (a->type == MD3_PLANE) {
        *hit = plane_mover(a, sweep);
    } else {
        const struct core core = md3_core_of(a);
        *hit = md3_mover(&core, sweep);
    }
    md3_vec normal;
    return md3_mover_impact(hit, b, interval, &normal);
}

md3_impact md3_time_of_impact_between(const md3_geometry *a, const md3_sweep *sweep_a, const md3_geometry *b,
                                      const md3_sweep *sweep_b, md_real begin, md_real end)
{
    if (!md3_geometry_is_convex(b)) {
        return md3_geometry_is_convex(a) ? md3_time_of_impact_between(b, sweep_b, a, sweep_a, begin, end)
                                         : (md3_impact){MD3_IMPACT_SEPARATED, end};
    }
    const struct core core = md3_core_of(b);
    const struct mover mover = md3_mover(&core, sweep_b);
    struct mover hit;
    return md3_geometry_impact(a, sweep_a, &mover, (struct time_interval){begin, end}, &hit);
}

md3_impact md3_time_of_impact(const md3_geometry *a, const md3_sweep *sweep_a, const md3_geometry *b,
                              const md3_sweep *sweep_b, md_real max_fraction)
{
    if (a == NULL || sweep_a == NULL || b == NULL || sweep_b == NULL) {
        return (md3_impact){.state = MD3_IMPACT_SEPARATED};
    }
    return md3_time_of_impact_between(a, sweep_a, b, sweep_b, 0, md_min(max_fraction, 1));
}
