#include "world2/contact_kernel.h"

#include "lcp/lanes.h"
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
        const int32_t point = world->velocity.lane_point.at[first_lane + lane];
        points[lane] = point < 0 ? (struct point_of_lane){nobody, 0}
                                 : (struct point_of_lane){&world->contacts.at[point / 2], point % 2};
    }
}

/* ---- Filling ---------------------------------------------------------------------------------------------------------- */

/* What the rows of a block are made of. */
struct inputs {
    vreal normal_x, normal_y;
    vreal arm_a_x, arm_a_y, arm_b_x, arm_b_y;
    vreal separation;
    vreal friction, restitution, surface_speed;
    vreal normal_lambda, normal_y0, normal_mean, recovery, tangent_lambda, tangent_y0, tangent_mean, bounce;
};

MD_INLINE struct inputs load_inputs(const struct point_of_lane points[MD_LANES])
{
    const md_real *normal[MD_LANES], *arm[MD_LANES], *place[MD_LANES], *surface[MD_LANES];
    const md_real *normal_memory[MD_LANES], *tangent_memory[MD_LANES];
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        const struct contact *contact = points[lane].contact;
        const int k = points[lane].k;
        normal[lane] = &contact->manifold.normal.x;
        arm[lane] = &contact->r[k][0].x;
        place[lane] = &contact->manifold.point[k].point.x;
        surface[lane] = &contact->friction;
        normal_memory[lane] = &contact->cache[k].normal.lambda;
        tangent_memory[lane] = &contact->cache[k].tangent.lambda;
    }
    const struct lanes4 of_normal = load_lanes4(normal);
    const struct lanes4 of_arm = load_lanes4(arm);
    const struct lanes4 of_place = load_lanes4(place);
    const struct lanes4 of_surface = load_lanes4(surface);
    const struct lanes4 of_normal_memory = load_lanes4(normal_memory);
    const struct lanes4 of_tangent_memory = load_lanes4(tangent_memory);
    return (struct inputs){.normal_x = of_normal.at[0],
                           .normal_y = of_normal.at[1],
                           .arm_a_x = of_arm.at[0],
                           .arm_a_y = of_arm.at[1],
                           .arm_b_x = of_arm.at[2],
                           .arm_b_y = of_arm.at[3],
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
MD_INLINE vreal approach_of(const struct inputs *in, const struct body_lanes *a, const struct body_lanes *b)
{
    const vreal a_x = a->x + a->angular * -in->arm_a_y;
    const vreal a_y = a->y + a->angular * in->arm_a_x;
    const vreal b_x = b->x + b->angular * -in->arm_b_y;
    const vreal b_y = b->y + b->angular * in->arm_b_x;
    return -((in->normal_x * b_x + in->normal_y * b_y) - (in->normal_x * a_x + in->normal_y * a_y));
}

MD_INLINE void put_fields(const md2_world *world, int32_t block, const struct inputs *in, vmask has_tangent)
{
    const int32_t *slots = block_slots(&world->velocity.layout, block);
    const md_real *bodies = world->velocity.blocks.packed.body.at;
    md_real *field = world->velocity.layout.fields.at + (size_t)BLOCK_FIELDS * MD_LANES * (size_t)block;
    const vreal nothing = vector_all(0);
    const vreal turn_a = cross(in->arm_a_x, in->arm_a_y, -in->normal_y, in->normal_x);
    const vreal turn_b = cross(in->arm_b_x, in->arm_b_y, -in->normal_y, in->normal_x);
    vreal inertia_a;
    vreal inertia_b;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        inertia_a[lane] = bodies[slots[lane] + 5];
        inertia_b[lane] = bodies[slots[MD_LANES + lane] + 5];
    }
    vector_store(field + BLOCK_NORMAL_X * MD_LANES, -in->normal_x);
    vector_store(field + BLOCK_NORMAL_Y * MD_LANES, -in->normal_y);
    vector_store(field + BLOCK_NORMAL_ANGULAR_A * MD_LANES,
                 -cross(in->arm_a_x, in->arm_a_y, in->normal_x, in->normal_y));
    vector_store(field + BLOCK_NORMAL_ANGULAR_B * MD_LANES,
                 cross(in->arm_b_x, in->arm_b_y, in->normal_x, in->normal_y));
    vector_store(field + BLOCK_TANGENT_ANGULAR_A * MD_LANES, vector_select(has_tangent, -turn_a, nothing));
    vector_store(field + BLOCK_TANGENT_ANGULAR_B * MD_LANES, vector_select(has_tangent, turn_b, nothing));
    vector_store(field + BLOCK_INVERSE_INERTIA_A * MD_LANES, inertia_a);
    vector_store(field + BLOCK_INVERSE_INERTIA_B * MD_LANES, inertia_b);
}

/* Bias and start of rows; the sum of both, which is finite where each is. */
MD_INLINE vreal put_rows(md2_world *world, int32_t row, vreal bias, vreal lambda, vreal y, vreal mean)
{
    md_problem *packed = &world->velocity.blocks.packed;
    const vreal warm = vector_all(world->def.enable_warm_starting ? 1 : 0);
    const vreal back = vector_all(world->def.warm_start_smoothing) * (lambda - mean);
    const vreal lambda0 = warm * (lambda - back);
    const vreal y0 = warm * (y - back);
    vector_store(packed->bias.at + row, bias);
    vector_store(packed->lambda0.at + row, lambda0);
    vector_store(packed->y0.at + row, y0);
    return bias + lambda0 + y0;
}

/* How fast an overlap is to open: as md2_correction_bias. */
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
    const vmask fast = approach + vector_all(world->velocity.max_pull) > vector_all(world->def.restitution_threshold);
    return ((in->restitution > 0) & fast) | (in->bounce > 0);
}

MD_INLINE vreal fill_block(md2_world *world, md_real h, int32_t block, struct contact *nobody, int32_t *special_lanes,
                           int32_t *special_count)
{
    const struct block_problem *blocks = &world->velocity.blocks;
    const int32_t *slots = block_slots(&world->velocity.layout, block);
    const int32_t first_lane = block * MD_LANES;
    const int32_t row = md_block_problem_row(blocks, first_lane);
    struct point_of_lane points[MD_LANES];
    find_points(world, first_lane, nobody, points);
    const struct inputs in = load_inputs(points);
    const struct body_lanes a = gather(world->velocity.blocks.packed.body.at, slots);
    const struct body_lanes b = gather(world->velocity.blocks.packed.body.at, slots + MD_LANES);
    const vreal nothing = vector_all(0);
    const vreal approach = approach_of(&in, &a, &b);
    const vreal gap = vector_max(in.separation - vector_all(world->def.slop), nothing);
    const vmask has_tangent = in.friction > 0;
    put_fields(world, block, &in, has_tangent);
    vreal sum = put_rows(world, row, gap / vector_all(h) + pushed_apart(world, in.separation, h), in.normal_lambda,
                         in.normal_y0, in.normal_mean);
    if (blocks->rows_per_contact > 1) {
        vector_store(world->velocity.blocks.packed.upper.at + row + MD_LANES, in.friction); /* all else is plain */
        sum += put_rows(world, row + MD_LANES, vector_select(has_tangent, in.surface_speed, nothing), in.tangent_lambda,
                        in.tangent_y0, in.tangent_mean);
    }
    vector_store(world->velocity.lane_gap.at + first_lane, in.separation);
    vector_store(world->velocity.lane_moving.at + first_lane, nothing);
    vector_store(world->velocity.lane_correction.at + first_lane, in.recovery);
    vmask special = may_bounce(world, &in, approach);
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        struct contact *contact = points[lane].contact;
        contact->approach[points[lane].k] = approach[lane];
        contact->closes[points[lane].k] = gap[lane] > 0;
        special[lane] |= -(int)contact->kinematic;
    }
    if (vector_any(special)) {
        *special_count += note_special(first_lane, special, special_lanes + *special_count);
    }
    return sum;
}

static bool fill(md2_world *world, md_real h, int32_t first, int32_t end, int32_t *special)
{
    int32_t *special_lanes = world->velocity.special_lanes.at + (size_t)first * MD_LANES;
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
    const md_problem *recovery = &world->position.blocks.packed;
    const vreal diagonal = vector_load(world->velocity.solver->diagonal.at + from);
    vector_store(recovery->compliance.at + to, vector_all(compliance) * diagonal);
    vector_store(recovery->lower.at + to, vector_all(0));
    vector_store(recovery->upper.at + to, vector_all(MD_INFINITY));
}

static bool fill_position(md2_world *world, md_real h, const md_result *velocities, int32_t first, int32_t end,
                          bool *needed)
{
    md_problem *recovery = &world->position.blocks.packed;
    const md_real *bias_of_velocities = world->velocity.blocks.packed.bias.at;
    const struct softness yield = md2_contact_softness(world, h);
    const vreal warmth = vector_all(md2_position_warm_start(world));
    vmask finite = ~(vmask){0};
    vmask any = {0};
    for (int32_t block = first; block < end; ++block) {
        const int32_t lane = block * MD_LANES;
        const int32_t from = md_block_problem_row(&world->velocity.blocks, lane);
        const int32_t to = md_block_problem_row(&world->position.blocks, lane);
        const vreal opening = vector_load(velocities->w + from) - vector_load(bias_of_velocities + from) +
                              vector_load(world->velocity.lane_moving.at + lane);
        const vreal gap = vector_load(world->velocity.lane_gap.at + lane) + vector_all(h) * opening;
        const vreal bias = vector_select(gap >= 0, gap / vector_all(h), -opening_of(world, gap, yield.rate));
        const vreal start = warmth * vector_load(world->velocity.lane_correction.at + lane);
        finite &= vector_is_finite(bias);
        any |= bias < 0;
        vector_store(recovery->bias.at + to, bias);
        vector_store(recovery->lambda0.at + to, start);
        vector_store(recovery->y0.at + to, start);
        if (!world->position.blocks.is_simple) {
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

static void keep(md2_world *world, const md_result *result, const md_result *corrected, int32_t first, int32_t end)
{
    const struct block_problem *blocks = &world->velocity.blocks;
    const vreal nothing = vector_all(0);
    struct contact nobody = {.shape = {-1, -1}};
    for (int32_t block = first; block < end; ++block) {
        const int32_t row = md_block_problem_row(blocks, block * MD_LANES);
        const int32_t position_row = md_block_problem_row(&world->position.blocks, block * MD_LANES);
        const bool has_tangents = blocks->rows_per_contact > 1;
        struct point_of_lane points[MD_LANES];
        md_real *normal[MD_LANES], *tangent[MD_LANES];
        find_points(world, block * MD_LANES, &nobody, points);
        for (int32_t lane = 0; lane < MD_LANES; ++lane) {
            normal[lane] = &points[lane].contact->cache[points[lane].k].normal.lambda;
            tangent[lane] = &points[lane].contact->cache[points[lane].k].tangent.lambda;
        }
        const struct lanes4 of_normal = load_lanes4((const md_real *const *)normal);
        const struct lanes4 of_tangent = load_lanes4((const md_real *const *)tangent);
        const vreal pressing = vector_load(result->lambda + row);
        const vreal along = has_tangents ? vector_load(result->lambda + row + MD_LANES) : nothing;
        const struct lanes4 new_normal = {
            {pressing, vector_load(result->y + row), mean_of(of_normal.at[0], of_normal.at[2], pressing),
             corrected->lambda != NULL ? vector_load(corrected->lambda + position_row) : nothing}};
        const struct lanes4 new_tangent = {{along, has_tangents ? vector_load(result->y + row + MD_LANES) : nothing,
                                            mean_of(of_tangent.at[0], of_tangent.at[2], along),
                                            vector_select(pressing > 0, of_tangent.at[3], nothing)}};
        store_lanes4(normal, &new_normal);
        store_lanes4(tangent, &new_tangent);
        for (int32_t lane = 0; lane < MD_LANES; ++lane) {
            if (pressing[lane] > 0) {
                contact_record_hit(points[lane].contact, points[lane].k, pressing[lane]);
            }
        }
    }
}

const struct contact_kernel MD_FOR_MACHINE(md2_contact_kernel) = {
    .fill = fill, .fill_position = fill_position, .keep = keep};
