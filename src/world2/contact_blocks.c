#include "world2/contact_blocks.h"

#include "lcp/block_lanes.h"
#include "lcp/solver.h"

/* ---- Records in lanes ------------------------------------------------------------------------------------------------- */

/* The point of a lane. */
struct point_of_lane {
    struct contact *contact;
    int k;
};

/* Empty lanes have points of a contact that is nobody's. */
MD_INLINE void find_points(md2_world *world, int32_t first_lane, struct contact *nobody,
                           struct point_of_lane points[MD_LANES])
{
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        const int32_t point = world->lane_point.at[first_lane + lane];
        points[lane] = point < 0 ? (struct point_of_lane){nobody, 0}
                                 : (struct point_of_lane){&world->contacts[point / 2], point % 2};
    }
}

/* ---- Filling ---------------------------------------------------------------------------------------------------------- */

/* What the rows of a block are made of. */
struct inputs {
    vreal normal_x, normal_y;
    vreal r_a_x, r_a_y, r_b_x, r_b_y;
    vreal separation;
    vreal friction, restitution, surface_speed;
    vreal normal_lambda, normal_y0, normal_mean, recovery, tangent_lambda, tangent_y0, tangent_mean, bounce;
};

MD_INLINE struct inputs load_inputs(const struct point_of_lane points[MD_LANES])
{
    const md_real *normal[MD_LANES], *r[MD_LANES], *place[MD_LANES], *surface[MD_LANES];
    const md_real *normal_memory[MD_LANES], *tangent_memory[MD_LANES];
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        const struct contact *contact = points[lane].contact;
        const int k = points[lane].k;
        normal[lane] = &contact->manifold.normal.x;
        r[lane] = &contact->r[k][0].x;
        place[lane] = &contact->manifold.point[k].point.x;
        surface[lane] = &contact->friction;
        normal_memory[lane] = &contact->memory[k].normal.lambda;
        tangent_memory[lane] = &contact->memory[k].tangent.lambda;
    }
    const struct four of_normal = load_four(normal);
    const struct four of_r = load_four(r);
    const struct four of_place = load_four(place);
    const struct four of_surface = load_four(surface);
    const struct four of_normal_memory = load_four(normal_memory);
    const struct four of_tangent_memory = load_four(tangent_memory);
    return (struct inputs){.normal_x = of_normal.at[0],
                           .normal_y = of_normal.at[1],
                           .r_a_x = of_r.at[0],
                           .r_a_y = of_r.at[1],
                           .r_b_x = of_r.at[2],
                           .r_b_y = of_r.at[3],
                           .separation = of_place.at[2],
                           .friction = of_surface.at[0],
                           .restitution = of_surface.at[1],
                           .surface_speed = of_surface.at[2],
                           .normal_lambda = of_normal_memory.at[0],
                           .normal_y0 = of_normal_memory.at[1],
                           .normal_mean = of_normal_memory.at[2],
                           .recovery = of_normal_memory.at[3],
                           .tangent_lambda = of_tangent_memory.at[0],
                           .tangent_y0 = of_tangent_memory.at[1],
                           .tangent_mean = of_tangent_memory.at[2],
                           .bounce = of_tangent_memory.at[3]};
}

MD_INLINE vreal cross(vreal a_x, vreal a_y, vreal b_x, vreal b_y)
{
    return a_x * b_y - a_y * b_x;
}

/* Speed at which the surfaces close in, of bodies that are not carried. */
MD_INLINE vreal approach_of(const struct inputs *in, const struct lanes *a, const struct lanes *b)
{
    const vreal a_x = a->x + a->turn * -in->r_a_y;
    const vreal a_y = a->y + a->turn * in->r_a_x;
    const vreal b_x = b->x + b->turn * -in->r_b_y;
    const vreal b_y = b->y + b->turn * in->r_b_x;
    return -((in->normal_x * b_x + in->normal_y * b_y) - (in->normal_x * a_x + in->normal_y * a_y));
}

MD_INLINE void put_fields(const md2_world *world, int32_t block, const struct inputs *in, vmask has_tangent)
{
    const int32_t *slots = block_slots(&world->layout, block);
    const md_real *bodies = world->blocks.packed.body.at;
    md_real *field = world->layout.fields.at + (size_t)BLOCK_FIELDS * MD_LANES * (size_t)block;
    const vreal nothing = vector_all(0);
    const vreal turn_a = cross(in->r_a_x, in->r_a_y, -in->normal_y, in->normal_x);
    const vreal turn_b = cross(in->r_b_x, in->r_b_y, -in->normal_y, in->normal_x);
    vreal inertia_a;
    vreal inertia_b;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        inertia_a[lane] = bodies[slots[lane] + 5];
        inertia_b[lane] = bodies[slots[MD_LANES + lane] + 5];
    }
    vector_store(field + BLOCK_NORMAL_X * MD_LANES, -in->normal_x);
    vector_store(field + BLOCK_NORMAL_Y * MD_LANES, -in->normal_y);
    vector_store(field + BLOCK_NORMAL_TURN_A * MD_LANES, -cross(in->r_a_x, in->r_a_y, in->normal_x, in->normal_y));
    vector_store(field + BLOCK_NORMAL_TURN_B * MD_LANES, cross(in->r_b_x, in->r_b_y, in->normal_x, in->normal_y));
    vector_store(field + BLOCK_TANGENT_TURN_A * MD_LANES, vector_select(has_tangent, -turn_a, nothing));
    vector_store(field + BLOCK_TANGENT_TURN_B * MD_LANES, vector_select(has_tangent, turn_b, nothing));
    vector_store(field + BLOCK_INVERSE_INERTIA_A * MD_LANES, inertia_a);
    vector_store(field + BLOCK_INVERSE_INERTIA_B * MD_LANES, inertia_b);
}

/* Bias and start of rows; the sum of both, which is finite where each is. */
MD_INLINE vreal put_rows(md2_world *world, int32_t row, vreal bias, vreal lambda, vreal y, vreal mean)
{
    md_problem *packed = &world->blocks.packed;
    const vreal warm = vector_all(world->def.enable_warm_starting ? 1 : 0);
    const vreal back = vector_all(world->def.warm_start_smoothing) * (lambda - mean);
    const vreal lambda0 = warm * (lambda - back);
    const vreal y0 = warm * (y - back);
    vector_store(packed->bias.at + row, bias);
    vector_store(packed->lambda0.at + row, lambda0);
    vector_store(packed->y0.at + row, y0);
    return bias + lambda0 + y0;
}

/* How fast an overlap is to open: as md2_recovery_bias. */
MD_INLINE vreal opening_of(const md2_world *world, vreal gap, md_real rate)
{
    const vreal overlap = vector_max(-gap - vector_all(world->def.slop), vector_all(0));
    return vector_min(vector_all(rate) * overlap, vector_all(world->def.max_correction_speed));
}

/* Baumgarte, as in contact_rows.c. */
MD_INLINE vreal pushed_apart(const md2_world *world, vreal separation, md_real h)
{
    if (world->def.position_correction != MD2_CORRECTION_BAUMGARTE) {
        return vector_all(0);
    }
    return -vector_select(separation < 0, opening_of(world, separation, world->def.correction_factor / h),
                          vector_all(0));
}

/* Lanes that are left to be written one by one. */
static int32_t note_special(int32_t first_lane, vmask special, int32_t *lanes)
{
    int32_t count = 0;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        if (special[lane] != 0) {
            lanes[count++] = first_lane + lane;
        }
    }
    return count;
}

MD_INLINE vmask may_bounce(const md2_world *world, const struct inputs *in, vreal approach)
{
    const vmask fast = approach + vector_all(world->pull_most) > vector_all(world->def.restitution_threshold);
    return ((in->restitution > 0) & fast) | (in->bounce > 0);
}

MD_INLINE vreal fill_block(md2_world *world, md_real h, int32_t block, struct contact *nobody, int32_t *special_lanes,
                           int32_t *special_count)
{
    const struct blocks *blocks = &world->blocks;
    const int32_t *slots = block_slots(&world->layout, block);
    const int32_t first_lane = block * MD_LANES;
    const int32_t row = md_blocks_row(blocks, first_lane);
    struct point_of_lane points[MD_LANES];
    find_points(world, first_lane, nobody, points);
    const struct inputs in = load_inputs(points);
    const struct lanes a = gather(world->blocks.packed.body.at, slots);
    const struct lanes b = gather(world->blocks.packed.body.at, slots + MD_LANES);
    const vreal nothing = vector_all(0);
    const vreal approach = approach_of(&in, &a, &b);
    const vreal gap = vector_max(in.separation - vector_all(world->def.slop), nothing);
    const vmask has_tangent = in.friction > 0;
    put_fields(world, block, &in, has_tangent);
    vreal sum = put_rows(world, row, gap / vector_all(h) + pushed_apart(world, in.separation, h), in.normal_lambda,
                         in.normal_y0, in.normal_mean);
    if (blocks->rows_per_contact > 1) {
        vector_store(world->blocks.packed.upper.at + row + MD_LANES, in.friction); /* all else is plain */
        sum += put_rows(world, row + MD_LANES, vector_select(has_tangent, in.surface_speed, nothing), in.tangent_lambda,
                        in.tangent_y0, in.tangent_mean);
    }
    vector_store(world->lane_gap.at + first_lane, in.separation);
    vector_store(world->lane_moving.at + first_lane, nothing);
    vector_store(world->lane_recovery.at + first_lane, in.recovery);
    vmask special = may_bounce(world, &in, approach);
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        struct contact *contact = points[lane].contact;
        contact->approach[points[lane].k] = approach[lane];
        contact->closes[points[lane].k] = gap[lane] > 0;
        special[lane] |= -(int)contact->carried;
    }
    if (vector_any(special)) {
        *special_count += note_special(first_lane, special, special_lanes + *special_count);
    }
    return sum;
}

static bool fill(md2_world *world, md_real h, int32_t first, int32_t end, int32_t *special)
{
    int32_t *special_lanes = world->special_lanes.at + (size_t)first * MD_LANES;
    int32_t special_count = 0;
    struct contact nobody = {.shape = {-1, -1}};
    vmask finite = ~(vmask){0};
    for (int32_t block = first; block < end; ++block) {
        const vreal sum = fill_block(world, h, block, &nobody, special_lanes, &special_count);
        finite &= vector_is_finite(sum);
    }
    *special = special_count;
    return !vector_any(~finite);
}

/* ---- Recovery --------------------------------------------------------------------------------------------------------- */

/* The limits of rows that are not plain: soft ones give way. */
MD_INLINE void put_soft_limits(const md2_world *world, md_real compliance, int32_t from, int32_t to)
{
    const md_problem *recovery = &world->recovery_blocks.packed;
    const vreal diagonal = vector_load(world->solver->diagonal.at + from);
    vector_store(recovery->compliance.at + to, vector_all(compliance) * diagonal);
    vector_store(recovery->lower.at + to, vector_all(0));
    vector_store(recovery->upper.at + to, vector_all(MD_INFINITY));
}

static bool fill_recovery(md2_world *world, md_real h, const md_result *velocities, int32_t first, int32_t end,
                          bool *needed)
{
    md_problem *recovery = &world->recovery_blocks.packed;
    const md_real *bias_of_velocities = world->blocks.packed.bias.at;
    const struct yield yield = md2_yield(world, h);
    const vreal warmth = vector_all(md2_recovery_warmth(world));
    vmask finite = ~(vmask){0};
    vmask any = {0};
    for (int32_t block = first; block < end; ++block) {
        const int32_t lane = block * MD_LANES;
        const int32_t from = md_blocks_row(&world->blocks, lane);
        const int32_t to = md_blocks_row(&world->recovery_blocks, lane);
        const vreal opening = vector_load(velocities->w + from) - vector_load(bias_of_velocities + from) +
                              vector_load(world->lane_moving.at + lane);
        const vreal gap = vector_load(world->lane_gap.at + lane) + vector_all(h) * opening;
        const vreal bias = vector_select(gap >= 0, gap / vector_all(h), -opening_of(world, gap, yield.rate));
        const vreal start = warmth * vector_load(world->lane_recovery.at + lane);
        finite &= vector_is_finite(bias);
        any |= bias < 0;
        vector_store(recovery->bias.at + to, bias);
        vector_store(recovery->lambda0.at + to, start);
        vector_store(recovery->y0.at + to, start);
        if (!world->recovery_blocks.plain) {
            put_soft_limits(world, yield.compliance, from, to);
        }
    }
    *needed = *needed || vector_any(any);
    return !vector_any(~finite);
}

/* ---- Keeping ---------------------------------------------------------------------------------------------------------- */

/* As md2_row_keep. */
MD_INLINE vreal mean_of(vreal before, vreal mean, vreal lambda)
{
    return vector_select(before == 0, lambda, mean + vector_all(MD2_MEAN_RATE) * (lambda - mean));
}

static void keep(md2_world *world, const md_result *result, const md_result *recovered, int32_t first, int32_t end)
{
    const struct blocks *blocks = &world->blocks;
    const vreal nothing = vector_all(0);
    struct contact nobody = {.shape = {-1, -1}};
    for (int32_t block = first; block < end; ++block) {
        const int32_t row = md_blocks_row(blocks, block * MD_LANES);
        const int32_t recovery_row = md_blocks_row(&world->recovery_blocks, block * MD_LANES);
        const bool has_tangents = blocks->rows_per_contact > 1;
        struct point_of_lane points[MD_LANES];
        md_real *normal[MD_LANES], *tangent[MD_LANES];
        find_points(world, block * MD_LANES, &nobody, points);
        for (int32_t lane = 0; lane < MD_LANES; ++lane) {
            normal[lane] = &points[lane].contact->memory[points[lane].k].normal.lambda;
            tangent[lane] = &points[lane].contact->memory[points[lane].k].tangent.lambda;
        }
        const struct four of_normal = load_four((const md_real *const *)normal);
        const struct four of_tangent = load_four((const md_real *const *)tangent);
        const vreal pressing = vector_load(result->lambda + row);
        const vreal along = has_tangents ? vector_load(result->lambda + row + MD_LANES) : nothing;
        const struct four new_normal = {
            {pressing, vector_load(result->y + row), mean_of(of_normal.at[0], of_normal.at[2], pressing),
             recovered->lambda != NULL ? vector_load(recovered->lambda + recovery_row) : nothing}};
        const struct four new_tangent = {{along, has_tangents ? vector_load(result->y + row + MD_LANES) : nothing,
                                          mean_of(of_tangent.at[0], of_tangent.at[2], along),
                                          vector_select(pressing > 0, of_tangent.at[3], nothing)}};
        store_four(normal, &new_normal);
        store_four(tangent, &new_tangent);
        for (int32_t lane = 0; lane < MD_LANES; ++lane) {
            if (pressing[lane] > 0) {
                contact_keep_hit(points[lane].contact, points[lane].k, pressing[lane]);
            }
        }
    }
}

const struct contact_kernel MD_FOR_MACHINE(md2_contact_kernel) = {
    .fill = fill, .fill_recovery = fill_recovery, .keep = keep};
