/* Points in space: the passes of point_kernel.h. */
#include "lcp/space_lanes.h"

/* A body at a point: its motion, and from its centre to the point where it feels the impulse. */
struct side {
    const int32_t *slots;
    struct motion_lanes motion;
    struct lanes3 r, inverse_mass;
    struct symmetric inertia; /* inverse */
};

MD_INLINE struct side load_side(const struct point_pass *pass, int32_t block, int side)
{
    const md_real *fields = point_block(pass, block);
    const int32_t *slots = block_slots(&pass->points->layout, block) + side * MD_LANES;
    return (struct side){.slots = slots,
                         .motion = gather_motion(pass->state, slots),
                         .r = load_field(fields, side == 0 ? POINT_3D_ARM_A : POINT_3D_ARM_B),
                         .inverse_mass = load_field(fields, side == 0 ? POINT_3D_MASS_A : POINT_3D_MASS_B),
                         .inertia = load_symmetric(fields, side == 0 ? POINT_3D_INERTIA_A : POINT_3D_INERTIA_B)};
}

/* The points of a block, and their bodies. `a.r` ends at the second anchor. */
struct points {
    md_real *block;
    struct side a, b;
    struct lanes3 impulse;
};

MD_INLINE struct points load_points(const struct point_pass *pass, int32_t block)
{
    md_real *fields = point_block(pass, block);
    struct points at = {.block = fields,
                        .a = load_side(pass, block, 0),
                        .b = load_side(pass, block, 1),
                        .impulse = load_field(fields, POINT_3D_IMPULSE)};
    at.a.r = add3(at.a.r, load_field(fields, POINT_3D_GAP));
    return at;
}

MD_INLINE void store_bodies(const struct point_pass *pass, const struct points *at)
{
    scatter_motion(pass->state, at->a.slots, &at->a.motion);
    scatter_motion(pass->state, at->b.slots, &at->b.motion);
}

MD_INLINE struct lanes3 velocity_of(const struct side *side)
{
    return add3(side->motion.linear, cross3(side->motion.angular, side->r));
}

/* Velocity of the point relative to the first body, and what kinematic bodies add. */
MD_INLINE struct lanes3 point_velocity(const struct points *at)
{
    return add3(subtract3(velocity_of(&at->b), velocity_of(&at->a)), load_field(at->block, POINT_3D_DRIFT));
}

MD_INLINE void push_side(struct side *side, struct lanes3 change)
{
    side->motion.linear = add3(side->motion.linear, multiply3(side->inverse_mass, change));
    side->motion.angular = add3(side->motion.angular, apply(&side->inertia, cross3(side->r, change)));
}

MD_INLINE void push_points(struct points *at, struct lanes3 change)
{
    push_side(&at->a, (struct lanes3){-change.x, -change.y, -change.z});
    push_side(&at->b, change);
}

/* ---- K -------------------------------------------------------------------------------------------------------------- */

/* Adds X I^-1 X^T, where X is the matrix of a cross product with r: its columns are r x (columns of I^-1 X^T). */
MD_INLINE void add_turning(struct symmetric *K, const struct side *side)
{
    const struct lanes3 r = side->r;
    const vreal zero = vector_all(0);
    const struct lanes3 x = cross3(apply(&side->inertia, (struct lanes3){zero, r.z, -r.y}), r);
    const struct lanes3 y = cross3(apply(&side->inertia, (struct lanes3){-r.z, zero, r.x}), r);
    const struct lanes3 z = cross3(apply(&side->inertia, (struct lanes3){r.y, -r.x, zero}), r);
    K->xx += x.x;
    K->xy += x.y;
    K->xz += x.z;
    K->yy += y.y;
    K->yz += y.z;
    K->zz += z.z;
}

/* K = L D L^T. No pivot is smaller than the inverse masses, but for rounding. */
MD_INLINE void store_factors(const struct points *at)
{
    const struct lanes3 m = add3(at->a.inverse_mass, at->b.inverse_mass);
    const vreal least = vector_min(m.x, vector_min(m.y, m.z));
    const vreal zero = vector_all(0);
    struct symmetric K = {m.x, zero, zero, m.y, zero, m.z};
    add_turning(&K, &at->a);
    add_turning(&K, &at->b);
    const vreal inverse_x = inverse_or_zero(K.xx);
    const vreal l_yx = K.xy * inverse_x;
    const vreal l_zx = K.xz * inverse_x;
    const vreal inverse_y = inverse_or_zero(vector_max(K.yy - l_yx * K.xy, least));
    const vreal rest_zy = K.yz - l_zx * K.xy;
    const vreal l_zy = rest_zy * inverse_y;
    const vreal inverse_z = inverse_or_zero(vector_max(K.zz - l_zx * K.xz - l_zy * rest_zy, least));
    md_real *to = at->block + POINT_3D_FACTORS * MD_LANES;
    store_lanes3(to, (struct lanes3){l_yx, l_zx, l_zy});
    store_lanes3(to + 3 * MD_LANES, (struct lanes3){inverse_x, inverse_y, inverse_z});
}

/* K^-1 w */
MD_INLINE struct lanes3 solve_K(const md_real *block, struct lanes3 w)
{
    const md_real *factors = block + POINT_3D_FACTORS * MD_LANES;
    const struct lanes3 l = load_lanes3(factors); /* yx, zx, zy */
    const struct lanes3 inverse = load_lanes3(factors + 3 * MD_LANES);
    const vreal y = w.y - l.x * w.x;
    const vreal z = w.z - l.y * w.x - l.z * y;
    struct lanes3 x = {w.x * inverse.x, y * inverse.y, z * inverse.z};
    x.y -= l.z * x.z;
    x.x -= l.x * x.y + l.y * x.z;
    return x;
}

/* ---- Passes --------------------------------------------------------------------------------------------------------- */

MD_INLINE void prepare_block(const struct point_pass *pass, int32_t block)
{
    const struct points at = load_points(pass, block);
    store_factors(&at);
}

MD_INLINE void push_block(const struct point_pass *pass, int32_t block)
{
    struct points at = load_points(pass, block);
    push_points(&at, at.impulse);
    store_bodies(pass, &at);
}

MD_INLINE vmask sweep_block(const struct point_pass *pass, int32_t block, bool is_soft)
{
    struct points at = load_points(pass, block);
    struct lanes3 w = point_velocity(&at);
    if (is_soft) {
        w = add3(w, lanes3_scale(vector_all(pass->spring.rate), load_field(at.block, POINT_3D_GAP)));
    }
    struct lanes3 next = subtract3(at.impulse, solve_K(at.block, w));
    if (is_soft) {
        next = lanes3_scale(vector_all(pass->spring.softness), next);
    }
    const vmask is_sound = impulses_are_bounded(next.x) & impulses_are_bounded(next.y) & impulses_are_bounded(next.z);
    next.x = vector_select(is_sound, next.x, at.impulse.x);
    next.y = vector_select(is_sound, next.y, at.impulse.y);
    next.z = vector_select(is_sound, next.z, at.impulse.z);
    push_points(&at, subtract3(next, at.impulse));
    store_field(at.block, POINT_3D_IMPULSE, next);
    store_bodies(pass, &at);
    return is_sound;
}

/* M^-1 J^T lambda of a body changes with its arm: impulses along the old one would add energy. */
MD_INLINE void set_arm(struct side *side, struct lanes3 r, struct lanes3 impulse)
{
    const struct lanes3 by = apply(&side->inertia, cross3(subtract3(r, side->r), impulse));
    side->motion.angular = add3(side->motion.angular, by);
    side->r = r;
}

MD_INLINE void turn_block(const struct point_pass *pass, int32_t block)
{
    const vreal h = vector_all(pass->h);
    struct points at = load_points(pass, block);
    const struct lanes3 r_a = load_field(at.block, POINT_3D_ARM_A);
    const struct lanes3 to_a = turned3(r_a, at.a.motion.angular, h);
    const struct lanes3 to_b = turned3(at.b.r, at.b.motion.angular, h);
    const struct lanes3 v =
        add3(subtract3(at.b.motion.linear, at.a.motion.linear), load_field(at.block, POINT_3D_DRIFT));
    const struct lanes3 by = subtract3(subtract3(to_b, at.b.r), subtract3(to_a, r_a));
    const struct lanes3 gap = add3(load_field(at.block, POINT_3D_GAP), add3(lanes3_scale(h, v), by));
    set_arm(&at.a, add3(to_a, gap), (struct lanes3){-at.impulse.x, -at.impulse.y, -at.impulse.z});
    set_arm(&at.b, to_b, at.impulse);
    store_field(at.block, POINT_3D_ARM_A, to_a);
    store_field(at.block, POINT_3D_ARM_B, to_b);
    store_field(at.block, POINT_3D_GAP, gap);
    store_factors(&at);
    store_bodies(pass, &at);
}

MD_INLINE void measure_block(const struct point_pass *pass, int32_t block, struct residual_sums *sums)
{
    const struct points at = load_points(pass, block);
    const struct lanes3 w = point_velocity(&at);
    const struct lanes3 step = solve_K(at.block, w);
    add_squares(sums->absolute, w.x);
    add_squares(sums->absolute, w.y);
    add_squares(sums->absolute, w.z);
    add_squares(sums->scaled, step.x);
    add_squares(sums->scaled, step.y);
    add_squares(sums->scaled, step.z);
}

#define KERNEL MD_FOR_MACHINE(md_point_kernel_3d)
#include "lcp/point_passes.inc.h"
