/* The time of impact of two hulls that move and turn, by conservative advancement with a bound on the curvature.
 *
 * At a time t the hulls are apart by d along a normal n, and n goes on to separate them for a while: let s be the
 * separation along n, the least of all pairs of points. Where the second derivative of every pair's is K at most, it
 * leaves its chord over a time h by no more than K h^2 T (1 - T) / 2 at the fraction T of h, so
 *
 *     s(t + T h)  >=  (1 - T) s(t) + T s(t + h) - (K h^2 / 2) T (1 - T)
 *
 * and t moves to the first root T at which this bound is down to the target, or over all of h where there is none. The
 * hulls cannot have touched before. Without turning K is 0, and the steps are those of Newton's method (see cast.c).
 * With it, an h of the order of sqrt(d / K) makes the slope of the bound wrong by sqrt(d K), which vanishes with d: the
 * steps converge with order 3/2.
 *
 * The normal may be held still, or turn with either hull: still is best for two corners, turning with its hull for that
 * of an edge. All three bounds hold, so the one that leads farthest is taken. K is, with omega the greatest speed of a
 * turn, r the reach of the points from the centre of mass, and c the way from the centre of a to that of b,
 *
 *     omega_a^2 r_a + omega_b^2 r_b                                                          still
 *     omega_a^2 (|c| + r_b) + 2 omega_a (|c'| + omega_b r_b) + omega_b^2 r_b                 turning with a
 *
 * and the same with a and b exchanged.
 *
 * Rotations are not even in the angle, which would want a sine: each half of the turn is a normalised linear
 * interpolation of two complex numbers at most a right angle apart. In a turn of phi rad it leads or lags even turning
 * by 0.002 phi^3 rad: 0.0003 for half a radian, and 0.07 at worst, for half a turn.
 */
#include "geometry2/distance.h"

/* Of two million random pairs that turned by up to half a circle the mean took three distances, one in a hundred more
 * than 10, none more than 27. If these do not do, a hit is reported at a time when there is none yet. */
enum { MAX_ITERATIONS = 64 };

/** A turn through a step, by way of its middle. */
struct turn {
    md2_rot start, middle, end;
    md_real speed; /**< omega, >= 0: the greatest, rad by the fraction of the step */
};

/** Half of the way from p to q, the short way round; counter-clockwise where both are as long. */
static md2_rot halfway(md2_rot p, md2_rot q)
{
    if (p.c * q.c + p.s * q.s >= 0) {
        return rot_unit((md2_rot){p.c + q.c, p.s + q.s});
    }
    /* Of opposite rotations the sum vanishes; the difference is at right angles to it, and long. */
    const bool clockwise = p.c * q.s - p.s * q.c < 0;
    return rot_unit(clockwise ? (md2_rot){p.s - q.s, q.c - p.c} : (md2_rot){q.s - p.s, p.c - q.c});
}

/** From the middle of each half the angle is atan(x tan(phi/4)), x from -1 to 1 in half of the time. Its speed is
 *  greatest at x = 0: 4 tan(phi/4). So is the length of the second derivative of the unit complex number of that angle:
 *  there it is the square of the speed. */
static struct turn turn_of(const md2_sweep *sweep)
{
    const md2_rot start = sweep->rotation[0];
    const md2_rot middle = halfway(start, sweep->rotation[1]);
    const md_real cosine = start.c * middle.c + start.s * middle.s; /* of phi/2, >= 0 */
    const md_real sine = start.c * middle.s - start.s * middle.c;
    const md_real tangent = md_max(sine, -sine) / (1 + cosine); /* of phi/4 */
    return (struct turn){start, middle, sweep->rotation[1], 4 * tangent};
}

static md2_rot turn_at(const struct turn *turn, md_real fraction)
{
    const bool late = fraction > (md_real)0.5;
    const md2_rot from = late ? turn->middle : turn->start;
    const md2_rot to = late ? turn->end : turn->middle;
    const md_real t = late ? 2 * fraction - 1 : 2 * fraction;
    return rot_unit((md2_rot){(1 - t) * from.c + t * to.c, (1 - t) * from.s + t * to.s});
}

md2_transform md2_sweep_at(const md2_sweep *sweep, md_real fraction)
{
    const struct turn turn = turn_of(sweep);
    const md2_rot q = turn_at(&turn, fraction);
    const md2_vec center = vec_lerp(sweep->center[0], sweep->center[1], fraction);
    return (md2_transform){vec_sub(center, rot_apply(q, sweep->local_center)), q};
}

/** A hull without its radius, seen from its centre of mass, and its turn. */
struct mover {
    struct core local;
    struct turn turn;
    md_real reach; /**< m */
};

static struct mover mover_of(const md2_hull *hull, const md2_sweep *sweep)
{
    struct mover mover = {.local.count = hull->count, .turn = turn_of(sweep)};
    for (int32_t i = 0; i < hull->count; ++i) {
        mover.local.point[i] = vec_sub(hull->point[i], sweep->local_center);
    }
    mover.reach = md2_reach(mover.local.point, mover.local.count);
    return mover;
}

static struct core core_at(const struct mover *mover, md_real fraction)
{
    const md2_rot q = turn_at(&mover->turn, fraction);
    struct core core = {.count = mover->local.count};
    for (int32_t i = 0; i < core.count; ++i) {
        core.point[i] = rot_apply(q, mover->local.point[i]);
    }
    return core;
}

/** How far the points reach from the centre of mass along a direction of the world. */
static md_real extent(const struct mover *mover, md_real fraction, md2_vec direction)
{
    const md2_vec local = rot_unapply(turn_at(&mover->turn, fraction), direction);
    md_real most = vec_dot(local, mover->local.point[0]);
    for (int32_t i = 1; i < mover->local.count; ++i) {
        most = md_max(most, vec_dot(local, mover->local.point[i]));
    }
    return most;
}

/** What the normal turns with. */
enum frame { FRAME_STILL, FRAME_A, FRAME_B, FRAMES };

/** Two movers and the way between their centres of mass. */
struct motion {
    struct mover a, b;
    md2_vec offset[2];         /**< of b's centre from a's at the start and at the end, m */
    md_real radius;            /**< of both, m */
    md_real curvature[FRAMES]; /**< K, m */
    md_real target, touch;     /**< separations: what a step aims at, and what counts as a hit, m */
};

/** K for a normal that turns with `self`, the centres being `far` apart at most and moving by `way` in the step, m. */
static md_real turning_curvature(const struct mover *self, const struct mover *other, md_real far, md_real way)
{
    const md_real omega = self->turn.speed;
    const md_real other_omega = other->turn.speed;
    return omega * omega * (far + other->reach) + 2 * omega * (way + other_omega * other->reach) +
           other_omega * other_omega * other->reach;
}

static struct motion motion_of(const md2_hull *a, const md2_sweep *sweep_a, const md2_hull *b, const md2_sweep *sweep_b)
{
    struct motion motion = {.a = mover_of(a, sweep_a), .b = mover_of(b, sweep_b), .radius = a->radius + b->radius};
    for (int32_t i = 0; i < 2; ++i) {
        motion.offset[i] = vec_sub(sweep_b->center[i], sweep_a->center[i]);
    }
    const md_real far = md_max(vec_length(motion.offset[0]), vec_length(motion.offset[1]));
    const md_real way = vec_length(vec_sub(motion.offset[1], motion.offset[0]));
    const md_real own_a = motion.a.turn.speed * motion.a.turn.speed * motion.a.reach;
    const md_real own_b = motion.b.turn.speed * motion.b.turn.speed * motion.b.reach;
    motion.curvature[FRAME_STILL] = own_a + own_b;
    motion.curvature[FRAME_A] = turning_curvature(&motion.a, &motion.b, far, way);
    motion.curvature[FRAME_B] = turning_curvature(&motion.b, &motion.a, far, way);
    return motion;
}

/** Distance of the surfaces; negative where only the roundings overlap. */
static md_real distance_at(const struct motion *motion, md_real fraction, md2_vec *normal)
{
    const struct core_pair pair = {core_at(&motion->a, fraction), core_at(&motion->b, fraction),
                                   vec_lerp(motion->offset[0], motion->offset[1], fraction),
                                   motion->a.reach + motion->b.reach};
    const struct core_distance core = md2_core_distance(&pair, *normal);
    *normal = core.normal;
    return core.distance - motion->radius;
}

static md_real separation_at(const struct motion *motion, md_real fraction, md2_vec normal)
{
    const md2_vec offset = vec_lerp(motion->offset[0], motion->offset[1], fraction);
    const md_real extents = extent(&motion->a, fraction, normal) + extent(&motion->b, fraction, vec_negative(normal));
    return vec_dot(normal, offset) - extents - motion->radius;
}

/** The normal of one time at another. */
static md2_vec turned(const struct motion *motion, enum frame frame, md2_vec normal, md_real from, md_real to)
{
    if (frame == FRAME_STILL) {
        return normal;
    }
    const struct turn *turn = frame == FRAME_A ? &motion->a.turn : &motion->b.turn;
    return rot_apply(turn_at(turn, to), rot_unapply(turn_at(turn, from), normal));
}

/** The hulls at a time, and what is known of them. */
struct moment {
    md_real fraction, distance;
    md2_vec normal;
};

/** A time up to `end` until which the hulls stay farther apart than the target, as a normal in this frame shows. */
static md_real safe_until_in(const struct motion *motion, enum frame frame, const struct moment *now, md_real end)
{
    const md_real K = motion->curvature[frame];
    const md_real spare = now->distance - motion->target;
    md_real h = end - now->fraction;
    if (K * h * h > 4 * spare) {
        h = md_sqrt(4 * spare / K);
        end = now->fraction + h;
    }
    const md2_vec normal = turned(motion, frame, now->normal, now->fraction, end);
    /* The bound less the target is the parabola  bow T^2 + slope T + spare. */
    const md_real bow = K * h * h / 2;
    const md_real slope = separation_at(motion, end, normal) - now->distance - bow;
    const md_real discriminant = slope * slope - 4 * bow * spare;
    if (slope >= 0 || discriminant < 0) {
        return end;
    }
    const md_real T = 2 * spare / (md_sqrt(discriminant) - slope);
    return T < 1 ? now->fraction + T * h : end;
}

static md_real safe_until(const struct motion *motion, const struct moment *now, md_real end)
{
    md_real time = safe_until_in(motion, FRAME_STILL, now, end);
    if (motion->a.turn.speed > 0 && time < end) {
        time = md_max(time, safe_until_in(motion, FRAME_A, now, end));
    }
    if (motion->b.turn.speed > 0 && time < end) {
        time = md_max(time, safe_until_in(motion, FRAME_B, now, end));
    }
    return time;
}

md2_impact md2_time_of_impact(const md2_hull *a, const md2_sweep *sweep_a, const md2_hull *b, const md2_sweep *sweep_b,
                              md_real max_fraction)
{
    struct motion motion = motion_of(a, sweep_a, b, sweep_b);
    const md_real end = md_min(max_fraction, 1);
    struct moment now = {.normal = motion.offset[0]};
    now.distance = distance_at(&motion, 0, &now.normal);
    if (!(now.distance > 0)) {
        return (md2_impact){MD2_IMPACT_OVERLAPPED, 0};
    }
    /* Hulls that start nearer than a touch are to come nearer yet, lest a body that leaves another is held back. */
    motion.touch = md_min(MD2_LINEAR_SLOP, 3 * now.distance) / 4;
    motion.target = motion.touch / 2;
    for (int32_t i = 0; i < MAX_ITERATIONS && now.distance > motion.touch; ++i) {
        const md_real next = safe_until(&motion, &now, end);
        if (next >= end) {
            return (md2_impact){MD2_IMPACT_SEPARATED, end};
        }
        if (next <= now.fraction) { /* Too near for the fraction to tell. */
            break;
        }
        now.fraction = next;
        now.distance = distance_at(&motion, next, &now.normal);
    }
    return (md2_impact){MD2_IMPACT_HIT, now.fraction};
}
