/* The time of impact of two hulls that translate and rotate, by conservative advancement with a curvature bound.
 *
 * At time t the hulls are a distance d apart along the normal n. Let s be the separation along n, the minimum over all
 * pairs of points. If the second derivative of every pair's separation is at most K, s deviates from its chord over a
 * time h by at most K h^2 T (1 - T) / 2 at the fraction T of h:
 *
 *     s(t + T h)  >=  (1 - T) s(t) + T s(t + h) - (K h^2 / 2) T (1 - T)
 *
 * t advances to the first root T at which this bound falls to the target separation, or by h if there is no root. The
 * hulls cannot have touched before. Without rotation K is 0, and the steps are those of Newton's method (see cast.c).
 * With rotation, h of the order of sqrt(d / K) gives the slope of the bound an error of sqrt(d K), which vanishes with
 * d: the steps converge with order 3/2.
 *
 * The normal may be fixed, or rotate with either hull. A fixed normal is best for two corners, and one that rotates
 * with its hull for the normal of an edge. All three bounds are valid, so the one that leads farthest is used. With
 * omega the maximum angular speed of a hull, r the distance of its farthest point from the centre of mass, and c the
 * vector from the centre of a to that of b, K is
 *
 *     omega_a^2 r_a + omega_b^2 r_b                                                          for a fixed normal
 *     omega_a^2 (|c| + r_b) + 2 omega_a (|c'| + omega_b r_b) + omega_b^2 r_b                 rotating with a
 *
 * and the same with a and b exchanged.
 *
 * The angular speed is not constant, which would require a sine. Each half of the rotation is a normalised linear
 * interpolation of two complex numbers that are at most a right angle apart. For a rotation by phi rad, the angle
 * differs from that of uniform rotation by 0.002 phi^3 rad: by 0.0003 for half a radian, and by at most 0.07, for half
 * a turn.
 */
#include "geometry2/distance.h"

/* Two million random pairs that rotated by up to half a turn took three distances on average, one in a hundred more
 * than 10, none more than 27. At the limit, a hit is reported before the hulls touch. */
enum { MAX_ITERATIONS = 64 };

/** The rotation during a step, in two halves. */
struct rotation_path {
    md2_rot start, middle, end;
    md_real max_speed; /* omega, >= 0, rad per step */
};

/** Returns the rotation midway from p to q on the shorter way; counter-clockwise if both ways are equally long. */
static md2_rot halfway(md2_rot p, md2_rot q)
{
    if (p.c * q.c + p.s * q.s >= 0) {
        return rot_unit((md2_rot){p.c + q.c, p.s + q.s});
    }
    /* The sum of opposite rotations vanishes. The difference is perpendicular to it and long. */
    const bool clockwise = p.c * q.s - p.s * q.c < 0;
    return rot_unit(clockwise ? (md2_rot){p.s - q.s, q.c - p.c} : (md2_rot){q.s - p.s, p.c - q.c});
}

/** Measured from the middle of each half, the angle is atan(x tan(phi/4)), where x goes from -1 to 1 in half of the
 *  step. Its speed is largest at x = 0: 4 tan(phi/4). The second derivative of the unit complex number of that angle is
 *  largest there too: the square of the speed. */
static struct rotation_path rotation_path_of(const md2_sweep *sweep)
{
    const md2_rot start = sweep->rotation[0];
    const md2_rot middle = halfway(start, sweep->rotation[1]);
    const md_real cosine = start.c * middle.c + start.s * middle.s; /* of phi/2, >= 0 */
    const md_real sine = start.c * middle.s - start.s * middle.c;
    const md_real tangent = md_max(sine, -sine) / (1 + cosine); /* of phi/4 */
    return (struct rotation_path){start, middle, sweep->rotation[1], 4 * tangent};
}

static md2_rot rotation_at(const struct rotation_path *path, md_real fraction)
{
    const bool late = fraction > (md_real)0.5;
    const md2_rot from = late ? path->middle : path->start;
    const md2_rot to = late ? path->end : path->middle;
    const md_real t = late ? 2 * fraction - 1 : 2 * fraction;
    return rot_unit((md2_rot){(1 - t) * from.c + t * to.c, (1 - t) * from.s + t * to.s});
}

md2_transform md2_sweep_at(const md2_sweep *sweep, md_real fraction)
{
    if (sweep == NULL) {
        return md2_transform_identity();
    }
    const struct rotation_path path = rotation_path_of(sweep);
    const md2_rot q = rotation_at(&path, fraction);
    const md2_vec center = vec_lerp(sweep->center[0], sweep->center[1], fraction);
    return (md2_transform){vec_sub(center, rot_apply(q, sweep->local_center)), q};
}

/** The core of a hull relative to its centre of mass, and its rotation. */
struct mover {
    struct core local;
    struct rotation_path path;
    md_real max_extent; /* of the core from the centre of mass, m */
};

static struct mover mover_of(const md2_hull *hull, const md2_sweep *sweep)
{
    struct mover mover = {.local.count = hull->count, .path = rotation_path_of(sweep)};
    for (int32_t i = 0; i < hull->count; ++i) {
        mover.local.point[i] = vec_sub(hull->point[i], sweep->local_center);
    }
    mover.max_extent = md2_max_extent(mover.local.point, mover.local.count);
    return mover;
}

static struct core core_at(const struct mover *mover, md_real fraction)
{
    const md2_rot q = rotation_at(&mover->path, fraction);
    struct core core = {.count = mover->local.count};
    for (int32_t i = 0; i < core.count; ++i) {
        core.point[i] = rot_apply(q, mover->local.point[i]);
    }
    return core;
}

/** Returns the extent of the core from the centre of mass along a direction of the world, m. */
static md_real extent_along(const struct mover *mover, md_real fraction, md2_vec direction)
{
    const md2_vec local = rot_unapply(rotation_at(&mover->path, fraction), direction);
    md_real max_along = vec_dot(local, mover->local.point[0]);
    for (int32_t i = 1; i < mover->local.count; ++i) {
        max_along = md_max(max_along, vec_dot(local, mover->local.point[i]));
    }
    return max_along;
}

/** The hull that the normal rotates with, if any. */
enum frame { FRAME_FIXED, FRAME_A, FRAME_B, FRAMES };

/** The relative motion of two hulls. */
struct motion {
    struct mover a, b;
    md2_vec offset[2];         /* from the centre of a to that of b, at the start and at the end, m */
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

static struct motion motion_of(const md2_hull *a, const md2_sweep *sweep_a, const md2_hull *b, const md2_sweep *sweep_b)
{
    struct motion motion = {.a = mover_of(a, sweep_a), .b = mover_of(b, sweep_b), .radius = a->radius + b->radius};
    for (int32_t i = 0; i < 2; ++i) {
        motion.offset[i] = vec_sub(sweep_b->center[i], sweep_a->center[i]);
    }
    const md_real max_offset = md_max(vec_length(motion.offset[0]), vec_length(motion.offset[1]));
    const md_real change = vec_length(vec_sub(motion.offset[1], motion.offset[0]));
    const md_real fixed_a = motion.a.path.max_speed * motion.a.path.max_speed * motion.a.max_extent;
    const md_real fixed_b = motion.b.path.max_speed * motion.b.path.max_speed * motion.b.max_extent;
    motion.curvature[FRAME_FIXED] = fixed_a + fixed_b;
    motion.curvature[FRAME_A] = rotating_curvature(&motion.a, &motion.b, max_offset, change);
    motion.curvature[FRAME_B] = rotating_curvature(&motion.b, &motion.a, max_offset, change);
    return motion;
}

/** Returns the distance between the surfaces, negative if only the rounded parts overlap, and updates the normal. */
static md_real distance_at(const struct motion *motion, md_real fraction, md2_vec *normal)
{
    const struct core_pair pair = {core_at(&motion->a, fraction), core_at(&motion->b, fraction),
                                   vec_lerp(motion->offset[0], motion->offset[1], fraction),
                                   motion->a.max_extent + motion->b.max_extent};
    const struct core_distance core = md2_core_distance(&pair, *normal);
    *normal = core.normal;
    return core.distance - motion->radius;
}

/** Returns the separation of the surfaces along a normal, m. */
static md_real separation_at(const struct motion *motion, md_real fraction, md2_vec normal)
{
    const md2_vec offset = vec_lerp(motion->offset[0], motion->offset[1], fraction);
    const md_real extents =
        extent_along(&motion->a, fraction, normal) + extent_along(&motion->b, fraction, vec_negative(normal));
    return vec_dot(normal, offset) - extents - motion->radius;
}

/** Rotates the normal of time `from` with its frame to time `to`. */
static md2_vec rotate_normal(const struct motion *motion, enum frame frame, md2_vec normal, md_real from, md_real to)
{
    if (frame == FRAME_FIXED) {
        return normal;
    }
    const struct rotation_path *path = frame == FRAME_A ? &motion->a.path : &motion->b.path;
    return rot_apply(rotation_at(path, to), rot_unapply(rotation_at(path, from), normal));
}

/** Distance and normal at a time. */
struct moment {
    md_real fraction, distance;
    md2_vec normal;
};

/** Returns a time, at most `end`, until which the hulls provably stay farther apart than the target, by the bound for a
 *  normal in the given frame. */
static md_real advance_in_frame(const struct motion *motion, enum frame frame, const struct moment *now, md_real end)
{
    const md_real K = motion->curvature[frame];
    const md_real spare = now->distance - motion->target;
    md_real h = end - now->fraction;
    if (K * h * h > 4 * spare) {
        h = md_sqrt(4 * spare / K);
        end = now->fraction + h;
    }
    const md2_vec normal = rotate_normal(motion, frame, now->normal, now->fraction, end);
    /* The bound minus the target is the parabola  bend T^2 + slope T + spare. */
    const md_real bend = K * h * h / 2;
    const md_real slope = separation_at(motion, end, normal) - now->distance - bend;
    const md_real discriminant = slope * slope - 4 * bend * spare;
    if (slope >= 0 || discriminant < 0) {
        return end;
    }
    const md_real T = 2 * spare / (md_sqrt(discriminant) - slope);
    return T < 1 ? now->fraction + T * h : end;
}

static md_real advance(const struct motion *motion, const struct moment *now, md_real end)
{
    md_real time = advance_in_frame(motion, FRAME_FIXED, now, end);
    if (motion->a.path.max_speed > 0 && time < end) {
        time = md_max(time, advance_in_frame(motion, FRAME_A, now, end));
    }
    if (motion->b.path.max_speed > 0 && time < end) {
        time = md_max(time, advance_in_frame(motion, FRAME_B, now, end));
    }
    return time;
}

md2_impact md2_time_of_impact(const md2_hull *a, const md2_sweep *sweep_a, const md2_hull *b, const md2_sweep *sweep_b,
                              md_real max_fraction)
{
    if (a == NULL || sweep_a == NULL || b == NULL || sweep_b == NULL) {
        return (md2_impact){.state = MD2_IMPACT_SEPARATED};
    }
    return md2_time_of_impact_between(a, sweep_a, b, sweep_b, 0, md_min(max_fraction, 1));
}

md2_impact md2_time_of_impact_between(const md2_hull *a, const md2_sweep *sweep_a, const md2_hull *b,
                                      const md2_sweep *sweep_b, md_real begin, md_real end)
{
    struct motion motion = motion_of(a, sweep_a, b, sweep_b);
    struct moment now = {.fraction = begin, .normal = vec_lerp(motion.offset[0], motion.offset[1], begin)};
    now.distance = distance_at(&motion, begin, &now.normal);
    if (!(now.distance > 0)) {
        return (md2_impact){MD2_IMPACT_OVERLAPPED, begin};
    }
    /* Hulls that start closer than that hit only if they come closer still, so that separating bodies are not
     * stopped. */
    motion.hit_distance = md_min(MD2_LINEAR_SLOP, 3 * now.distance) / 4;
    motion.target = motion.hit_distance / 2;
    for (int32_t i = 0; i < MAX_ITERATIONS && now.distance > motion.hit_distance; ++i) {
        const md_real next = advance(&motion, &now, end);
        if (next >= end) {
            return (md2_impact){MD2_IMPACT_SEPARATED, end};
        }
        if (next <= now.fraction) { /* the step is below the resolution of the fraction */
            break;
        }
        now.fraction = next;
        now.distance = distance_at(&motion, next, &now.normal);
    }
    return (md2_impact){MD2_IMPACT_HIT, now.fraction};
}
