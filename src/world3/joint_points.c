/* Points of joints, which soft steps hold in lanes (lcp/point_blocks.h): the translations of joints that allow none. Their impulses
 * are cached along x, y and z of the world. */
#include "geometry3/vec3.h"
#include "lcp/problem.h"
#include "world3/contact_constraint.h"
#include "world3/joint_frame.h"
#include "world3/step.h"

/* ---- Which joints --------------------------------------------------------------------------------------------------- */

static bool holds_translations(const md3_joint_def *def)
{
    switch (def->type) {
    case MD3_BALL:
    case MD3_HINGE:
    case MD3_UNIVERSAL: return true;
    case MD3_WELD: return !def->has_spring;
    case MD3_SIX:
        for (int i = 0; i < 3; ++i) {
            if (!def->axis[i].locked || def->axis[i].target != 0) {
                return false;
            }
        }
        return true;
    default: return false;
    }
}

/* The inverse mass of a body along x, y and z. */
static md3_vec inverse_mass_of(const struct body *body)
{
    const md_real m = body->inverse_mass;
    return body_unlocked_motion(body, vec(m, m, m));
}

/* Whether a force along any axis moves one of the bodies. If all are locked along an axis, K may be singular. */
static bool yields_along_axes(const md3_world *world, const struct joint *joint)
{
    const md3_vec m =
        vec_add(inverse_mass_of(&world->bodies[joint->body[0]]), inverse_mass_of(&world->bodies[joint->body[1]]));
    return m.x > 0 && m.y > 0 && m.z > 0;
}

bool md3_joint_has_point(const md3_world *world, const struct joint *joint)
{
    return md3_steps_softly(world) && holds_translations(&joint->def) && yields_along_axes(world, joint);
}

bool md3_joint_is_point(const md3_world *world, const struct joint *joint)
{
    const md3_joint_def *def = &joint->def;
    const md3_joint_axis *twist = &def->axis[MD3_TWIST];
    return def->type == MD3_BALL && !def->has_limits && !def->has_motor && !twist->locked && !twist->has_limits &&
           !twist->has_motor && !twist->has_spring && md3_joint_has_point(world, joint);
}

/* ---- Into lanes ----------------------------------------------------------------------------------------------------- */

/* Lists the points of a group in the order of its joints. */
static md_status list_points(md3_world *world, int32_t group, int32_t *count)
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
        if (md3_joint_has_point(world, joint)) {
            velocity->joined[(*count)++] = (struct block_contact){
                .slot = {velocity->body_slot.at[joint->body[0]], velocity->body_slot.at[joint->body[1]]},
                .owner = joints->at.at[i]};
        }
    }
    return status;
}

static void put(md_real *lane, int field, md3_vec v)
{
    lane[(size_t)field * MD_LANES] = v.x;
    lane[((size_t)field + 1) * MD_LANES] = v.y;
    lane[((size_t)field + 2) * MD_LANES] = v.z;
}

/* The impulse from which an axis of the point starts. */
static md_real start_of(const md3_world *world, const struct joint *joint, int axis)
{
    const struct cached_row *cache = &joint->slot[axis].cache[ROLE_HOLD];
    const md_real back = contact_pull_back(&world->velocity.settings, cache->lambda, cache->mean);
    return world->def.enable_warm_starting ? cache->lambda - back : 0;
}

/* Writes a side of a joint. Returns the velocity of its anchor if the body is kinematic. */
static md3_vec write_side(const md3_world *world, const struct joint *joint, int side, md3_vec r, md_real *lane)
{
    const struct body *body = &world->bodies[joint->body[side]];
    const md3_mat I = body->inverse_inertia;
    const int inertia = side == 0 ? POINT_3D_INERTIA_A : POINT_3D_INERTIA_B;
    put(lane, side == 0 ? POINT_3D_ARM_A : POINT_3D_ARM_B, r);
    if (world->velocity.body_slot.at[joint->body[side]] == 0) {
        return body_velocity_at(body, r);
    }
    put(lane, side == 0 ? POINT_3D_MASS_A : POINT_3D_MASS_B, inverse_mass_of(body));
    put(lane, inertia, vec(I.x.x, I.y.x, I.z.x));
    put(lane, inertia + 3, vec(I.y.y, I.z.y, I.z.z));
    return vec(0, 0, 0);
}

/* Writes the lane of a joint's point. Returns false if a number is not finite. */
static bool write_lane(const md3_world *world, const struct joint *joint, md_real *lane)
{
    md3_vec r[2];
    const md3_vec between = md3_joint_anchors(world, joint, r);
    const md3_vec drift_a = write_side(world, joint, 0, r[0], lane);
    const md3_vec drift = vec_sub(write_side(world, joint, 1, r[1], lane), drift_a);
    const md3_vec impulse = vec(start_of(world, joint, 0), start_of(world, joint, 1), start_of(world, joint, 2));
    put(lane, POINT_3D_GAP, between);
    put(lane, POINT_3D_DRIFT, drift);
    put(lane, POINT_3D_IMPULSE, impulse);
    return vec_is_finite(vec_add(r[0], r[1])) && vec_is_finite(vec_add(between, drift)) && vec_is_finite(impulse);
}

md_status md3_joint_points_assemble(md3_world *world, int32_t group)
{
    struct point_blocks *points = &world->velocity.joint_points;
    int32_t count = 0;
    md_status status = list_points(world, group, &count);
    if (status == MD_OK) {
        status = md_points_lay_out(points, &world->allocator, world->velocity.rows, world->velocity.joined, count);
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

void md3_joint_points_cache(md3_world *world)
{
    const struct point_blocks *points = &world->velocity.joint_points;
    for (int32_t lane = 0; lane < points->layout.count * MD_LANES; ++lane) {
        if (points->owner.at[lane] >= 0) {
            struct joint *joint = &world->joints[points->owner.at[lane]];
            const md_real *impulse = md_point_fields(points, lane) + (size_t)POINT_3D_IMPULSE * MD_LANES;
            for (int axis = 0; axis < 3; ++axis) {
                cache_axis(&joint->slot[axis].cache[ROLE_HOLD], impulse[axis * MD_LANES]);
            }
            joint->impulse = vec_add(joint->impulse, vec(impulse[0], impulse[MD_LANES], impulse[(size_t)2 * MD_LANES]));
            joint->impulse_time += md3_joint_is_point(world, joint) ? world->velocity.settings.h : 0;
        }
    }
}
