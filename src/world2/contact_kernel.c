#include "world2/contact_kernel.h"

#include "lcp/lanes.h"
#include "world2/contact_constraint.h"

#define number vreal
#define NUMBER(name) lanes_##name
#define ALL(x) vector_all(x)
#define SELECT(c, a, b) vector_select(c, a, b)
#define MAX vector_max
#define MIN vector_min
#include "engine/contact_bias.inc.h"
#include "world2/contact_constraint.inc.h"

/* ---- Contacts to lanes ------------------------------------------------------------------------------------------------ */

/* The contact point of a lane. */
struct lane_source {
    struct contact *contact;
    uint32_t k;
};

/* Empty lanes read and write a dummy contact. */
MD_INLINE void find_sources(md2_world *world, int32_t first_lane, struct contact *dummy,
                            struct lane_source sources[MD_LANES])
{
    struct contact *const contacts = world->contacts.at;
    const int32_t *points = world->velocity.lane_point.at + first_lane;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        const uint32_t point = (uint32_t)points[lane];
        sources[lane].contact = points[lane] < 0 ? dummy : contacts + point / 2;
        sources[lane].k = point % 2;
    }
}

struct cached_lanes {
    vreal lambda, y, mean;
};

/* Inputs of the rows of a block. */
struct inputs {
    struct lanes_point point;
    vreal separation;
    vreal friction, restitution, surface_speed;
    struct cached_lanes normal, tangent;
    vreal correction, bounce;
};

MD_INLINE struct inputs load_inputs(const struct lane_source sources[MD_LANES])
{
    const md_real *normal_from[MD_LANES], *r_from[MD_LANES], *point_from[MD_LANES], *surface_from[MD_LANES];
    const md_real *normal_cache_from[MD_LANES], *tangent_cache_from[MD_LANES];
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        const struct contact *contact = sources[lane].contact;
        const uint32_t k = sources[lane].k;
        normal_from[lane] = &contact->manifold.normal.x;
        r_from[lane] = &contact->r[k][0].x;
        point_from[lane] = &contact->manifold.point[k].point.x;
        surface_from[lane] = &contact->friction;
        normal_cache_from[lane] = &contact->cache[k].normal.lambda;
        tangent_cache_from[lane] = &contact->cache[k].tangent.lambda;
    }
    const struct lanes4 normal = load_lanes4(normal_from);
    const struct lanes4 r = load_lanes4(r_from);
    const struct lanes4 point = load_lanes4(point_from);
    const struct lanes4 surface = load_lanes4(surface_from);
    const struct lanes4 normal_cache = load_lanes4(normal_cache_from);
    const struct lanes4 tangent_cache = load_lanes4(tangent_cache_from);
    return (struct inputs){.point = {.normal_x = normal.at[0],
                                     .normal_y = normal.at[1],
                                     .r_a_x = r.at[0],
                                     .r_a_y = r.at[1],
                                     .r_b_x = r.at[2],
                                     .r_b_y = r.at[3]},
                           .separation = point.at[2],
                           .friction = surface.at[0],
                           .restitution = surface.at[1],
                           .surface_speed = surface.at[2],
                           .normal = {normal_cache.at[0], normal_cache.at[1], normal_cache.at[2]},
                           .correction = normal_cache.at[3],
                           .tangent = {tangent_cache.at[0], tangent_cache.at[1], tangent_cache.at[2]},
                           .bounce = tangent_cache.at[3]};
}

/* ---- The velocity problem --------------------------------------------------------------------------------------------- */

MD_INLINE void store_jacobians(const md2_world *world, int32_t block, const struct inputs *in, vmask has_tangent)
{
    const int32_t *slots = block_slots(&world->velocity.layout, block);
    const md_real *bodies = world->velocity.blocks.packed.body.at;
    md_real *field = world->velocity.layout.fields.at + (size_t)BLOCK_FIELDS * MD_LANES * (size_t)block;
    const struct lanes_jacobian normal = lanes_normal_jacobian(&in->point);
    const struct lanes_jacobian tangent = lanes_tangent_jacobian(&in->point);
    const vreal zero = vector_all(0);
    vreal inertia_a;
    vreal inertia_b;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        inertia_a[lane] = bodies[slots[lane] + 5];
        inertia_b[lane] = bodies[slots[MD_LANES + lane] + 5];
    }
    vector_store(field + BLOCK_NORMAL_X * MD_LANES, normal.x);
    vector_store(field + BLOCK_NORMAL_Y * MD_LANES, normal.y);
    vector_store(field + BLOCK_NORMAL_ANGULAR_A * MD_LANES, normal.angular_a);
    vector_store(field + BLOCK_NORMAL_ANGULAR_B * MD_LANES, normal.angular_b);
    vector_store(field + BLOCK_TANGENT_ANGULAR_A * MD_LANES, vector_select(has_tangent, tangent.angular_a, zero));
    vector_store(field + BLOCK_TANGENT_ANGULAR_B * MD_LANES, vector_select(has_tangent, tangent.angular_b, zero));
    vector_store(field + BLOCK_INVERSE_INERTIA_A * MD_LANES, inertia_a);
    vector_store(field + BLOCK_INVERSE_INERTIA_B * MD_LANES, inertia_b);
}

/* Stores bias and warm start of the rows from `row` on. Returns their sum, which is finite if each of them is. */
MD_INLINE vreal store_rows(md2_world *world, int32_t row, vreal bias, const struct cached_lanes *cache)
{
    md_problem *packed = &world->velocity.blocks.packed;
    const vreal warm = vector_all(world->def.enable_warm_starting ? 1 : 0);
    const vreal back = lanes_pull_back(&world->velocity.settings, cache->lambda, cache->mean);
    const vreal lambda0 = warm * (cache->lambda - back);
    const vreal y0 = warm * (cache->y - back);
    vector_store(packed->bias.at + row, bias);
    vector_store(packed->lambda0.at + row, lambda0);
    vector_store(packed->y0.at + row, y0);
    return bias + lambda0 + y0;
}

MD_INLINE vmask may_bounce(const md2_world *world, const struct inputs *in, vreal approach)
{
    const vmask fast = approach + vector_all(world->velocity.max_pull) > vector_all(world->def.restitution_threshold);
    return ((in->restitution > 0) & fast) | (in->bounce > 0);
}

static int32_t list_special(int32_t first_lane, vmask special, int32_t *lanes)
{
    int32_t count = 0;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        if (special[lane] != 0) {
            lanes[count++] = first_lane + lane;
        }
    }
    return count;
}

MD_INLINE vreal approach_of(const struct lanes_point *point, const struct body_lanes *a, const struct body_lanes *b)
{
    const vreal v_a[3] = {a->x, a->y, a->angular};
    const vreal v_b[3] = {b->x, b->y, b->angular};
    return lanes_approach(point, v_a, v_b);
}

/* Returns a sum that is finite if all numbers of the block's rows are. */
MD_INLINE vreal assemble_block(md2_world *world, int32_t block, struct contact *dummy, int32_t *special_lanes,
                               int32_t *special_count)
{
    const struct block_problem *blocks = &world->velocity.blocks;
    const struct contact_settings *settings = &world->velocity.settings;
    const int32_t *slots = block_slots(&world->velocity.layout, block);
    const int32_t first_lane = block * MD_LANES;
    const int32_t row = md_block_problem_row(blocks, first_lane);
    struct lane_source sources[MD_LANES];
    find_sources(world, first_lane, dummy, sources);
    const struct inputs in = load_inputs(sources);
    const struct body_lanes a = gather(blocks->packed.body.at, slots);
    const struct body_lanes b = gather(blocks->packed.body.at, slots + MD_LANES);
    const vreal zero = vector_all(0);
    const vreal approach = approach_of(&in.point, &a, &b);
    const vreal gap = lanes_gap(settings, in.separation);
    const vmask has_tangent = in.friction > 0;
    store_jacobians(world, block, &in, has_tangent);
    vreal sum = store_rows(world, row, lanes_normal_bias(settings, in.separation), &in.normal);
    if (blocks->rows_per_contact > 1) {
        const vreal belt_speed = vector_select(has_tangent, in.surface_speed, zero);
        vector_store(blocks->packed.upper.at + row + MD_LANES, in.friction);
        sum += store_rows(world, row + MD_LANES, belt_speed, &in.tangent);
    }
    vector_store(world->velocity.lane_gap.at + first_lane, in.separation);
    vector_store(world->velocity.lane_kinematic.at + first_lane, zero);
    vector_store(world->velocity.lane_correction.at + first_lane, in.correction);
    vector_store(world->velocity.lane_approach.at + first_lane, approach);
    vector_store(world->velocity.lane_closes.at + first_lane, vector_select(gap > 0, vector_all(1), zero));
    vmask special = may_bounce(world, &in, approach);
    for (int32_t lane = 0; world->velocity.any_kinematic && lane < MD_LANES; ++lane) {
        special[lane] |= -(int)sources[lane].contact->kinematic;
    }
    if (vector_any(special)) {
        *special_count += list_special(first_lane, special, special_lanes + *special_count);
    }
    return sum;
}

static bool assemble_velocity(md2_world *world, int32_t first, int32_t end, int32_t *special)
{
    int32_t *special_lanes = world->velocity.special_lanes.at + (size_t)first * MD_LANES;
    int32_t special_count = 0;
    struct contact dummy = {.shape = {-1, -1}};
    vmask finite = ~(vmask){0};
    for (int32_t block = first; block < end; ++block) {
        finite &= vector_is_finite(assemble_block(world, block, &dummy, special_lanes, &special_count));
    }
    *special = special_count;
    return !vector_any(~finite);
}

/* ---- The position problem --------------------------------------------------------------------------------------------- */

/* Bounds and compliance of soft contacts, which are not simple rows. */
MD_INLINE void store_soft_limits(const md2_world *world, int32_t from, int32_t to)
{
    const md_problem *packed = &world->position.blocks.packed;
    const vreal diagonal = vector_load(world->velocity.solver->diagonal.at + from);
    vector_store(packed->compliance.at + to, vector_all(world->velocity.settings.softness.compliance) * diagonal);
    vector_store(packed->lower.at + to, vector_all(0));
    vector_store(packed->upper.at + to, vector_all(MD_INFINITY));
}

static bool assemble_position(md2_world *world, const md_result *velocities, int32_t first, int32_t end, bool *needed)
{
    const struct contact_settings *settings = &world->velocity.settings;
    const md_problem *packed = &world->position.blocks.packed;
    const md_real *velocity_bias = world->velocity.blocks.packed.bias.at;
    const vreal warm_start = vector_all(md2_position_warm_start(world));
    vmask finite = ~(vmask){0};
    vmask any = {0};
    for (int32_t block = first; block < end; ++block) {
        const int32_t lane = block * MD_LANES;
        const int32_t from = md_block_problem_row(&world->velocity.blocks, lane);
        const int32_t to = md_block_problem_row(&world->position.blocks, lane);
        const vreal opening_speed = vector_load(velocities->w + from) - vector_load(velocity_bias + from) +
                                    vector_load(world->velocity.lane_kinematic.at + lane);
        const vreal gap = vector_load(world->velocity.lane_gap.at + lane) + vector_all(settings->h) * opening_speed;
        const vreal bias = lanes_position_bias(settings, gap, settings->softness.rate);
        const vreal start = warm_start * vector_load(world->velocity.lane_correction.at + lane);
        finite &= vector_is_finite(bias);
        any |= bias < 0;
        vector_store(packed->bias.at + to, bias);
        vector_store(packed->lambda0.at + to, start);
        vector_store(packed->y0.at + to, start);
        if (!world->position.blocks.is_simple) {
            store_soft_limits(world, from, to);
        }
    }
    *needed = *needed || vector_any(any);
    return !vector_any(~finite);
}

/* ---- The cache -------------------------------------------------------------------------------------------------------- */

MD_INLINE void cache_block(md2_world *world, const md_result *result, const md_result *corrected, int32_t block,
                           struct contact *dummy)
{
    const struct block_problem *blocks = &world->velocity.blocks;
    const bool has_tangents = blocks->rows_per_contact > 1;
    const int32_t first_lane = block * MD_LANES;
    const int32_t row = md_block_problem_row(blocks, first_lane);
    const int32_t position_row = md_block_problem_row(&world->position.blocks, first_lane);
    const vreal zero = vector_all(0);
    struct lane_source sources[MD_LANES];
    md_real *normal_at[MD_LANES], *tangent_at[MD_LANES];
    find_sources(world, first_lane, dummy, sources);
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        normal_at[lane] = &sources[lane].contact->cache[sources[lane].k].normal.lambda;
        tangent_at[lane] = &sources[lane].contact->cache[sources[lane].k].tangent.lambda;
    }
    const struct lanes4 normal = load_lanes4((const md_real *const *)normal_at);
    const struct lanes4 tangent = load_lanes4((const md_real *const *)tangent_at);
    const vreal lambda_n = vector_load(result->lambda + row);
    const vreal lambda_t = has_tangents ? vector_load(result->lambda + row + MD_LANES) : zero;
    const struct lanes4 new_normal = {
        {lambda_n, vector_load(result->y + row), lanes_running_mean(normal.at[0], normal.at[2], lambda_n),
         corrected->lambda != NULL ? vector_load(corrected->lambda + position_row) : zero}};
    const struct lanes4 new_tangent = {{lambda_t, has_tangents ? vector_load(result->y + row + MD_LANES) : zero,
                                        lanes_running_mean(tangent.at[0], tangent.at[2], lambda_t),
                                        vector_select(lambda_n > 0, tangent.at[3], zero)}};
    store_lanes4(normal_at, &new_normal);
    store_lanes4(tangent_at, &new_tangent);
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        if (lambda_n[lane] > 0) {
            const struct contact_hit hit = {.impulse = lambda_n[lane],
                                            .approach = world->velocity.lane_approach.at[first_lane + lane],
                                            .closes = world->velocity.lane_closes.at[first_lane + lane] > 0};
            contact_record_hit(sources[lane].contact, (int)sources[lane].k, &hit);
        }
    }
}

static void cache(md2_world *world, const md_result *result, const md_result *corrected, int32_t first, int32_t end)
{
    struct contact dummy = {.shape = {-1, -1}};
    for (int32_t block = first; block < end; ++block) {
        cache_block(world, result, corrected, block, &dummy);
    }
}

const struct contact_kernel MD_FOR_MACHINE(md2_contact_kernel) = {
    .assemble_velocity = assemble_velocity, .assemble_position = assemble_position, .cache = cache};
