/* Points of joints, which soft steps hold in lanes (lcp/point_blocks.h): those of revolute joints and of rigid welds. */
#include "geometry2/vec.h"
#include "lcp/problem.h"
#include "world2/contact_constraint.h"
#include "world2/joint_frame.h"
#include "world2/step.h"

bool md2_joint_has_point(const md2_world *world, const struct joint *joint)
{
    const md2_joint_def *def = &joint->def;
    return md2_steps_softly(world) && (def->type == MD2_REVOLUTE || (def->type == MD2_WELD && !def->has_spring));
}

bool md2_joint_is_point(const md2_world *world, const struct joint *joint)
{
    const md2_joint_def *def = &joint->def;
    return def->type == MD2_REVOLUTE && !def->has_limits && !def->has_motor && !def->has_spring &&
           md2_joint_has_point(world, joint);
}

/* ---- Into lanes ----------------------------------------------------------------------------------------------------- */

/* Lists the points of a group in the order of its joints. */
static md_status list_points(md2_world *world, int32_t group, int32_t *count)
{
    struct velocity_problem *velocity = &world->velocity;
    const struct groups *joints = &world->islands.joints;
    const int32_t first = joints->start.at[group];
    const int32_t end = joints->start.at[group + 1];
    const md_status status = md_array_reserve(&world->allocator, (void **)&velocity->joined, &velocity->joined_capacity,
                                              (size_t)(end - first) + 1, sizeof *velocity->joined);
    *count = 0;
    for (int32_t i = first; status == MD_OK && i < end; ++i) {
        const struct joint *joint = &world->joints[joints->at.at[i]];
        if (md2_joint_has_point(world, joint)) {
            velocity->joined[(*count)++] = (struct block_contact){
                .slot = {velocity->body_slot.at[joint->body[0]], velocity->body_slot.at[joint->body[1]]},
                .owner = joints->at.at[i]};
        }
    }
    return status;
}

static void put(md_real *lane, enum point_field_2d field, md2_vec v)
{
    lane[(size_t)field * MD_LANES] = v.x;
    lane[((size_t)field + 1) * MD_LANES] = v.y;
}

/* The impulse from which the point starts. */
static md2_vec warm_start(const md2_world *world, const struct joint *joint)
{
    const struct contact_settings *settings = &world->velocity.settings;
    const struct cached_row *x = &joint->cache[ROLE_X];
    const struct cached_row *y = &joint->cache[ROLE_Y];
    if (!world->def.enable_warm_starting) {
        return vec(0, 0);
    }
    return vec(x->lambda - contact_pull_back(settings, x->lambda, x->mean),
               y->lambda - contact_pull_back(settings, y->lambda, y->mean));
}

/* Writes the lane of a joint's point. Returns false if a number is not finite. */
static bool write_lane(const md2_world *world, const struct joint *joint, md_real *lane)
{
    const struct joint_frame frame = joint_frame_of(world, joint, 0);
    md2_vec drift = vec(0, 0);
    md_real inertia[2] = {0, 0};
    for (int side = 0; side < 2; ++side) {
        const struct body *body = &world->bodies[joint->body[side]];
        if (world->velocity.body_slot.at[joint->body[side]] > 0) {
            inertia[side] = body->inverse_inertia;
        } else {
            drift = vec_add_scaled(drift, side == 0 ? -1 : 1, joint_velocity_at(body, frame.r[side]));
        }
    }
    const md2_vec impulse = warm_start(world, joint);
    put(lane, POINT_2D_ARM_A, frame.r[0]);
    put(lane, POINT_2D_ARM_B, frame.r[1]);
    put(lane, POINT_2D_GAP, frame.between);
    put(lane, POINT_2D_DRIFT, drift);
    put(lane, POINT_2D_IMPULSE, impulse);
    put(lane, POINT_2D_INERTIA, vec(inertia[0], inertia[1]));
    return isfinite((frame.r[0].x + frame.r[0].y) + (frame.r[1].x + frame.r[1].y) +
                    (frame.between.x + frame.between.y) + (drift.x + drift.y) + (impulse.x + impulse.y));
}

md_status md2_joint_points_assemble(md2_world *world, int32_t group)
{
    struct point_blocks *points = &world->velocity.joint_points;
    int32_t count = 0;
    md_status status = list_points(world, group, &count);
    if (status == MD_OK) {
        status = md_points_lay_out(points, &world->allocator, world->velocity.rows, POINTS_2D, world->velocity.joined,
                                   count);
    }
    for (int32_t lane = 0; status == MD_OK && lane < points->layout.count * MD_LANES; ++lane) {
        const int32_t owner = points->owner.at[lane];
        if (owner >= 0 && !write_lane(world, &world->joints[owner], md_point_fields(points, lane))) {
            status = MD_ERROR_ARGUMENT;
        }
    }
    return status;
}

/* ---- Back to the joints --------------------------------------------------------------------------------------------- */

static void cache_axis(struct cached_row *cache, md_real lambda)
{
    cache->mean = contact_running_mean(cache->lambda, cache->mean, lambda);
    cache->lambda = lambda;
    cache->y = lambda;
}

void md2_joint_points_cache(md2_world *world)
{
    const struct point_blocks *points = &world->velocity.joint_points;
    for (int32_t lane = 0; lane < points->layout.count * MD_LANES; ++lane) {
        if (points->owner.at[lane] >= 0) {
            struct joint *joint = &world->joints[points->owner.at[lane]];
            const md_real *impulse = md_point_fields(points, lane) + POINT_2D_IMPULSE * MD_LANES;
            cache_axis(&joint->cache[ROLE_X], impulse[0]);
            cache_axis(&joint->cache[ROLE_Y], impulse[MD_LANES]);
            joint->impulse = vec_add(joint->impulse, vec(impulse[0], impulse[MD_LANES]));
            joint->impulse_time += md2_joint_is_point(world, joint) ? world->velocity.settings.h : 0;
        }
    }
}
