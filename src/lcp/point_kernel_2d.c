/* Points in the plane: the passes of point_kernel.h. */
#include "lcp/point_kernel.h"

struct lanes2 {
    vreal x, y;
};

MD_INLINE struct lanes2 load_lanes2(const md_real *block, enum point_field_2d field)
{
    const md_real *from = block + (size_t)field * MD_LANES;
    return (struct lanes2){vector_load(from), vector_load(from + MD_LANES)};
}

MD_INLINE void store_lanes2(md_real *block, enum point_field_2d field, struct lanes2 v)
{
    md_real *to = block + (size_t)field * MD_LANES;
    vector_store(to, v.x);
    vector_store(to + MD_LANES, v.y);
}

/* The points of a block, and their bodies. */
struct points {
    const int32_t *slots;
    md_real *block;
    struct body_lanes a, b;
    struct lanes2 r_a, r_b, impulse;
    vreal inertia_a, inertia_b; /* inverse */
};

MD_INLINE struct points load_points(const struct point_pass *pass, int32_t block)
{
    const int32_t *slots = block_slots(&pass->points->layout, block);
    md_real *fields = point_block(pass, block);
    const struct lanes2 inertia = load_lanes2(fields, POINT_2D_INERTIA);
    return (struct points){.slots = slots,
                           .block = fields,
                           .a = gather(pass->state, slots),
                           .b = gather(pass->state, slots + MD_LANES),
                           .r_a = load_lanes2(fields, POINT_2D_ARM_A),
                           .r_b = load_lanes2(fields, POINT_2D_ARM_B),
                           .impulse = load_lanes2(fields, POINT_2D_IMPULSE),
                           .inertia_a = inertia.x,
                           .inertia_b = inertia.y};
}

MD_INLINE void store_bodies(const struct point_pass *pass, const struct points *at)
{
    scatter(pass->state, at->slots, &at->a);
    scatter(pass->state, at->slots + MD_LANES, &at->b);
}

MD_INLINE vreal cross2(struct lanes2 a, struct lanes2 b)
{
    return a.x * b.y - a.y * b.x;
}

/* Velocity of the second anchor relative to the first. */
MD_INLINE struct lanes2 point_velocity(const struct points *at)
{
    return (struct lanes2){
        (at->b.x - at->b.angular * at->r_b.y) - (at->a.x - at->a.angular * at->r_a.y),
        (at->b.y + at->b.angular * at->r_b.x) - (at->a.y + at->a.angular * at->r_a.x),
    };
}

MD_INLINE void push_points(struct points *at, struct lanes2 change)
{
    at->a.x -= at->a.inverse_mass * change.x;
    at->a.y -= at->a.inverse_mass * change.y;
    at->a.angular -= at->inertia_a * cross2(at->r_a, change);
    at->b.x += at->b.inverse_mass * change.x;
    at->b.y += at->b.inverse_mass * change.y;
    at->b.angular += at->inertia_b * cross2(at->r_b, change);
}

/* K = m I + sum of (r turned by 90 degrees)(the same)^T / inertia. The second pivot of K = L D L^T is at least m, but for
 * rounding. */
MD_INLINE void store_inverse_K(const struct points *at)
{
    const vreal m = at->a.inverse_mass + at->b.inverse_mass;
    const vreal xx = m + (at->inertia_a * (at->r_a.y * at->r_a.y) + at->inertia_b * (at->r_b.y * at->r_b.y));
    const vreal xy = -(at->inertia_a * (at->r_a.x * at->r_a.y) + at->inertia_b * (at->r_b.x * at->r_b.y));
    const vreal yy = m + (at->inertia_a * (at->r_a.x * at->r_a.x) + at->inertia_b * (at->r_b.x * at->r_b.x));
    const vreal inverse_xx = inverse_or_zero(xx);
    const vreal l = xy * inverse_xx;
    const vreal inverse_d = inverse_or_zero(vector_max(yy - l * xy, m));
    md_real *to = at->block + POINT_2D_INVERSE_K * MD_LANES;
    vector_store(to, inverse_xx + l * l * inverse_d);
    vector_store(to + MD_LANES, -l * inverse_d);
    vector_store(to + 2 * MD_LANES, inverse_d);
}

/* K^-1 w */
MD_INLINE struct lanes2 solve_K(const md_real *block, struct lanes2 w)
{
    const md_real *inverse = block + POINT_2D_INVERSE_K * MD_LANES;
    const vreal xy = vector_load(inverse + MD_LANES);
    return (struct lanes2){vector_load(inverse) * w.x + xy * w.y, xy * w.x + vector_load(inverse + 2 * MD_LANES) * w.y};
}

MD_INLINE void prepare_block(const struct point_pass *pass, int32_t block)
{
    const struct points at = load_points(pass, block);
    store_inverse_K(&at);
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
    const struct lanes2 drift = load_lanes2(at.block, POINT_2D_DRIFT);
    struct lanes2 w = point_velocity(&at);
    w.x += drift.x;
    w.y += drift.y;
    if (is_soft) {
        const struct lanes2 gap = load_lanes2(at.block, POINT_2D_GAP);
        w.x += vector_all(pass->spring.rate) * gap.x;
        w.y += vector_all(pass->spring.rate) * gap.y;
    }
    const struct lanes2 step = solve_K(at.block, w);
    struct lanes2 next = {at.impulse.x - step.x, at.impulse.y - step.y};
    if (is_soft) {
        next.x *= vector_all(pass->spring.softness);
        next.y *= vector_all(pass->spring.softness);
    }
    const vmask is_sound = impulses_are_bounded(next.x) & impulses_are_bounded(next.y);
    next.x = vector_select(is_sound, next.x, at.impulse.x);
    next.y = vector_select(is_sound, next.y, at.impulse.y);
    push_points(&at, (struct lanes2){next.x - at.impulse.x, next.y - at.impulse.y});
    store_lanes2(at.block, POINT_2D_IMPULSE, next);
    store_bodies(pass, &at);
    return is_sound;
}

/* Turns r by an angle with the half-angle tangent h w / 2, which differs from h w in the third order. */
MD_INLINE struct lanes2 turned(struct lanes2 r, vreal w, vreal h)
{
    const vreal t = h * w * vector_all((md_real)0.5);
    const vreal scale = vector_all(1) / (vector_all(1) + t * t);
    const vreal c = (vector_all(1) - t * t) * scale;
    const vreal s = (t + t) * scale;
    return (struct lanes2){c * r.x - s * r.y, s * r.x + c * r.y};
}

/* M^-1 J^T lambda of the bodies changes with the arms: impulses along old arms would add energy. */
MD_INLINE void turn_block(const struct point_pass *pass, int32_t block)
{
    const vreal h = vector_all(pass->h);
    struct points at = load_points(pass, block);
    const struct lanes2 r_a = turned(at.r_a, at.a.angular, h);
    const struct lanes2 r_b = turned(at.r_b, at.b.angular, h);
    const struct lanes2 by_a = {r_a.x - at.r_a.x, r_a.y - at.r_a.y};
    const struct lanes2 by_b = {r_b.x - at.r_b.x, r_b.y - at.r_b.y};
    const struct lanes2 drift = load_lanes2(at.block, POINT_2D_DRIFT);
    struct lanes2 gap = load_lanes2(at.block, POINT_2D_GAP);
    gap.x += (h * (at.b.x - at.a.x + drift.x)) + (by_b.x - by_a.x);
    gap.y += (h * (at.b.y - at.a.y + drift.y)) + (by_b.y - by_a.y);
    at.a.angular -= at.inertia_a * cross2(by_a, at.impulse);
    at.b.angular += at.inertia_b * cross2(by_b, at.impulse);
    at.r_a = r_a;
    at.r_b = r_b;
    store_lanes2(at.block, POINT_2D_ARM_A, r_a);
    store_lanes2(at.block, POINT_2D_ARM_B, r_b);
    store_lanes2(at.block, POINT_2D_GAP, gap);
    store_inverse_K(&at);
    store_bodies(pass, &at);
}

MD_INLINE void measure_block(const struct point_pass *pass, int32_t block, struct residual_sums *sums)
{
    const struct points at = load_points(pass, block);
    const struct lanes2 drift = load_lanes2(at.block, POINT_2D_DRIFT);
    struct lanes2 w = point_velocity(&at);
    w.x += drift.x;
    w.y += drift.y;
    const struct lanes2 step = solve_K(at.block, w);
    add_squares(sums->absolute, w.x);
    add_squares(sums->absolute, w.y);
    add_squares(sums->scaled, step.x);
    add_squares(sums->scaled, step.y);
}

#define KERNEL MD_FOR_MACHINE(md_point_kernel_2d)
#include "lcp/point_passes.inc.h"
