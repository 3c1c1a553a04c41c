/* Axes of hinges in space: the passes of point_kernel.h. */
#include "lcp/space_lanes.h"

/* A body of a hinge: its motion, with the spin of kinematic bodies, and its axis. */
struct side {
    const int32_t *slots;
    struct motion_lanes motion;
    struct lanes3 spin, axis;
    struct symmetric inertia; /* inverse */
};

MD_INLINE struct side load_side(const struct point_pass *pass, int32_t block, int side)
{
    const md_real *fields = point_block(pass, block);
    const int32_t *slots = block_slots(&pass->points->layout, block) + side * MD_LANES;
    return (struct side){.slots = slots,
                         .motion = gather_motion(pass->state, slots),
                         .spin = load_field(fields, side == 0 ? HINGE_SPIN_A : HINGE_SPIN_B),
                         .axis = load_field(fields, side == 0 ? HINGE_AXIS_A : HINGE_AXIS_B),
                         .inertia = load_symmetric(fields, side == 0 ? HINGE_INERTIA_A : HINGE_INERTIA_B)};
}

/* Two numbers of each lane. */
struct lanes2 {
    vreal y, z;
};

MD_INLINE struct lanes2 load_lanes2(const md_real *block, enum hinge_field field)
{
    const md_real *from = block + (size_t)field * MD_LANES;
    return (struct lanes2){vector_load(from), vector_load(from + MD_LANES)};
}

MD_INLINE void store_lanes2(md_real *block, enum hinge_field field, struct lanes2 v)
{
    md_real *to = block + (size_t)field * MD_LANES;
    vector_store(to, v.y);
    vector_store(to + MD_LANES, v.z);
}

/* The hinges of a block, and their bodies. y and z are perpendicular to the axis of the first body, and to each other. */
struct hinges {
    md_real *block;
    struct side a, b;
    struct lanes3 y, z;
    struct lanes2 impulse;
};

MD_INLINE struct hinges load_hinges(const struct point_pass *pass, int32_t block)
{
    md_real *fields = point_block(pass, block);
    struct hinges at = {.block = fields,
                        .a = load_side(pass, block, 0),
                        .b = load_side(pass, block, 1),
                        .y = load_field(fields, HINGE_ACROSS),
                        .impulse = load_lanes2(fields, HINGE_IMPULSE)};
    at.z = cross3(at.a.axis, at.y);
    return at;
}

MD_INLINE void store_bodies(const struct point_pass *pass, const struct hinges *at)
{
    scatter_motion(pass->state, at->a.slots, &at->a.motion);
    scatter_motion(pass->state, at->b.slots, &at->b.motion);
}

MD_INLINE struct lanes3 spin_of(const struct side *side)
{
    return add3(side->motion.angular, side->spin);
}

MD_INLINE struct lanes2 across(const struct hinges *at, struct lanes3 v)
{
    return (struct lanes2){lanes3_dot(at->y, v), lanes3_dot(at->z, v)};
}

MD_INLINE struct lanes2 hinge_velocity(const struct hinges *at)
{
    return across(at, subtract3(spin_of(&at->b), spin_of(&at->a)));
}

/* Adds an angular impulse to the second body, and its opposite to the first. */
MD_INLINE void push_hinges(struct hinges *at, struct lanes3 change)
{
    at->a.motion.angular = subtract3(at->a.motion.angular, apply(&at->a.inertia, change));
    at->b.motion.angular = add3(at->b.motion.angular, apply(&at->b.inertia, change));
}

MD_INLINE struct lanes3 in_space(const struct hinges *at, struct lanes2 v)
{
    return add3(lanes3_scale(v.y, at->y), lanes3_scale(v.z, at->z));
}

/* ---- K and the gap -------------------------------------------------------------------------------------------------- */

MD_INLINE void store_inverse_K(const struct hinges *at)
{
    const struct lanes2 of_y = across(at, add3(apply(&at->a.inertia, at->y), apply(&at->b.inertia, at->y)));
    const struct lanes2 of_z = across(at, add3(apply(&at->a.inertia, at->z), apply(&at->b.inertia, at->z)));
    const vreal inverse_y = inverse_or_zero(of_y.y);
    const vreal l = of_y.z * inverse_y;
    const vreal inverse_d = inverse_or_zero(of_z.z - l * of_y.z);
    md_real *to = at->block + (size_t)HINGE_INVERSE_K * MD_LANES;
    vector_store(to, inverse_y + l * l * inverse_d);
    vector_store(to + MD_LANES, -l * inverse_d);
    vector_store(to + (size_t)2 * MD_LANES, inverse_d);
}

/* K^-1 w */
MD_INLINE struct lanes2 solve_K(const md_real *block, struct lanes2 w)
{
    const struct lanes3 inverse = load_field(block, HINGE_INVERSE_K);
    return (struct lanes2){inverse.x * w.y + inverse.y * w.z, inverse.y * w.y + inverse.z * w.z};
}

/* The least 1 + cos(angle) between the axes: 16 degrees from opposite, where the error has no direction. */
#define LEAST_COSINE ((md_real)0.04)

/* The gap is 2 tan(angle / 2), which also grows beyond a right angle. */
MD_INLINE void store_gap(const struct hinges *at)
{
    const vreal cosine = vector_all(1) + lanes3_dot(at->a.axis, at->b.axis);
    const vreal scale = vector_all(2) / vector_max(cosine, vector_all(LEAST_COSINE));
    const struct lanes2 sine = across(at, cross3(at->a.axis, at->b.axis));
    store_lanes2(at->block, HINGE_GAP, (struct lanes2){scale * sine.y, scale * sine.z});
}

/* ---- Passes --------------------------------------------------------------------------------------------------------- */

MD_INLINE void prepare_block(const struct point_pass *pass, int32_t block)
{
    const struct hinges at = load_hinges(pass, block);
    store_inverse_K(&at);
    store_gap(&at);
}

MD_INLINE void push_block(const struct point_pass *pass, int32_t block)
{
    struct hinges at = load_hinges(pass, block);
    push_hinges(&at, in_space(&at, at.impulse));
    store_bodies(pass, &at);
}

MD_INLINE vmask sweep_block(const struct point_pass *pass, int32_t block, bool is_soft)
{
    struct hinges at = load_hinges(pass, block);
    struct lanes2 w = hinge_velocity(&at);
    if (is_soft) {
        const struct lanes2 gap = load_lanes2(at.block, HINGE_GAP);
        w.y += vector_all(pass->spring.rate) * gap.y;
        w.z += vector_all(pass->spring.rate) * gap.z;
    }
    const struct lanes2 step = solve_K(at.block, w);
    struct lanes2 next = {at.impulse.y - step.y, at.impulse.z - step.z};
    if (is_soft) {
        next.y *= vector_all(pass->spring.softness);
        next.z *= vector_all(pass->spring.softness);
    }
    const vmask is_sound = impulses_are_bounded(next.y) & impulses_are_bounded(next.z);
    next.y = vector_select(is_sound, next.y, at.impulse.y);
    next.z = vector_select(is_sound, next.z, at.impulse.z);
    push_hinges(&at, in_space(&at, (struct lanes2){next.y - at.impulse.y, next.z - at.impulse.z}));
    store_lanes2(at.block, HINGE_IMPULSE, next);
    store_bodies(pass, &at);
    return is_sound;
}

/* The directions turn with the first body, and with them the angular impulses that v contains. */
MD_INLINE void turn_block(const struct point_pass *pass, int32_t block)
{
    const vreal h = vector_all(pass->h);
    struct hinges at = load_hinges(pass, block);
    const struct lanes3 before = in_space(&at, at.impulse);
    const struct lanes3 spin_a = spin_of(&at.a);
    at.a.axis = turned3(at.a.axis, spin_a, h);
    at.b.axis = turned3(at.b.axis, spin_of(&at.b), h);
    at.y = turned3(at.y, spin_a, h);
    at.z = cross3(at.a.axis, at.y);
    push_hinges(&at, subtract3(in_space(&at, at.impulse), before));
    store_field(at.block, HINGE_AXIS_A, at.a.axis);
    store_field(at.block, HINGE_AXIS_B, at.b.axis);
    store_field(at.block, HINGE_ACROSS, at.y);
    store_inverse_K(&at);
    store_gap(&at);
    store_bodies(pass, &at);
}

MD_INLINE void measure_block(const struct point_pass *pass, int32_t block, struct residual_sums *sums)
{
    const struct hinges at = load_hinges(pass, block);
    const struct lanes2 w = hinge_velocity(&at);
    const struct lanes2 step = solve_K(at.block, w);
    add_squares(sums->absolute, w.y);
    add_squares(sums->absolute, w.z);
    add_squares(sums->scaled, step.y);
    add_squares(sums->scaled, step.z);
}

#define KERNEL MD_FOR_MACHINE(md_hinge_kernel)
#include "lcp/point_passes.inc.h"
