/* Points of joints and axes of hinges, which soft steps hold in lanes (lcp/point_blocks.h): the translations of joints that allow
 * none, whose impulses are cached along x, y and z of the world, and the swings of hinges. */
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

static bool has_point(const md3_world *world, const struct joint *joint)
{
    return md3_steps_softly(world) && holds_translations(&joint->def) && yields_along_axes(world, joint);
}

static bool has_axis(const md3_world *world, const struct joint *joint)
{
    if (joint->def.type != MD3_HINGE || !has_point(world, joint)) {
        return false;
    }
    for (int side = 0; side < 2; ++side) {
        const struct body *body = &world->bodies[joint->body[side]];
        const md3_mat I = body->inverse_inertia;
        if ((body->locked & MD3_LOCK_ROTATION) == 0 && I.x.x > 0 && I.y.y > 0 && I.z.z > 0) {
            return true;
        }
    }
    return false; /* K would be singular */
}

uint32_t md3_joint_in_lanes(const md3_world *world, const struct joint *joint)
{
    const uint32_t point = (1U << MD3_ALONG_X) + (1U << MD3_ALONG_Y) + (1U << MD3_ALONG_Z);
    const uint32_t swings = (1U << MD3_SWING_Y) + (1U << MD3_SWING_Z);
    if (!has_point(world, joint)) {
        return 0;
    }
    return has_axis(world, joint) ? point + swings : point;
}

/* Whether nothing acts about the x axis of the joint. */
static bool turns_freely(const md3_joint_def *def)
{
    const md3_joint_axis *twist = &def->axis[MD3_TWIST];
    return !def->has_limits && !def->has_motor && !def->has_spring &&
           (def->type == MD3_HINGE ||
            (!twist->locked && !twist->has_limits && !twist->has_motor && !twist->has_spring));
}

bool md3_joint_is_in_lanes(const md3_world *world, const struct joint *joint)
{
    const md3_joint_type type = joint->def.type;
    return ((type == MD3_BALL && has_point(world, joint)) || has_axis(world, joint)) && turns_freely(&joint->def);
}

/* ---- Into lanes ----------------------------------------------------------------------------------------------------- */

typedef bool held_function(const md3_world *world, const struct joint *joint);

/* Gives lanes to the joints of a group that are held so, in their order. */
static md_status lay_out(md3_world *world, int32_t group, held_function *is_held, enum point_kind kind,
                         struct point_blocks *points)
{
    struct velocity_problem *velocity = &world->velocity;
    const struct groups *joints = &world->islands.joints;
    const int32_t first = joints->start.at[group];
    const int32_t end = joints->start.at[group + 1];
    const md_status status = md_array_reserve(&world->allocator, (void **)&velocity->joined, &velocity->joined_capacity,
                                              (size_t)(end - first) + 1, sizeof *velocity->joined);
    int32_t count = 0;
    for (int32_t i = first; status == MD_OK && i < end; ++i) {
        const struct joint *joint = &world->joints[joints->at.at[i]];
        if (is_held(world, joint)) {
            velocity->joined[count++] = (struct block_contact){
                .slot = {velocity->body_slot.at[joint->body[0]], velocity->body_slot.at[joint->body[1]]},
                .owner = joints->at.at[i]};
        }
    }
    return status != MD_OK
               ? status
               : md_points_lay_out(points, &world->allocator, velocity->rows, kind, velocity->joined, count);
}

static void put(md_real *lane, int field, md3_vec v)
{
    lane[(size_t)field * MD_LANES] = v.x;
    lane[((size_t)field + 1) * MD_LANES] = v.y;
    lane[((size_t)field + 2) * MD_LANES] = v.z;
}

/* The impulse from which a coordinate starts. */
static md_real start_of(const md3_world *world, const struct joint *joint, int coordinate)
{
    const struct cached_row *cache = &joint->slot[coordinate].cache[ROLE_HOLD];
    const md_real back = contact_pull_back(&world->velocity.settings, cache->lambda, cache->mean);
    return world->def.enable_warm_starting ? cache->lambda - back : 0;
}

static void put_inertia(const md3_world *world, int32_t body, md_real *lane, int field)
{
    const md3_mat I = world->bodies[body].inverse_inertia;
    if (world->velocity.body_slot.at[body] > 0) {
        put(lane, field, vec(I.x.x, I.y.x, I.z.x));
        put(lane, field + 3, vec(I.y.y, I.z.y, I.z.z));
    }
}

/* Writes a side of a point. Returns the velocity of its anchor if the body is kinematic. */
static md3_vec write_side(const md3_world *world, const struct joint *joint, int side, md3_vec r, md_real *lane)
{
    const struct body *body = &world->bodies[joint->body[side]];
    put(lane, side == 0 ? POINT_3D_ARM_A : POINT_3D_ARM_B, r);
    put_inertia(world, joint->body[side], lane, side == 0 ? POINT_3D_INERTIA_A : POINT_3D_INERTIA_B);
    if (world->velocity.body_slot.at[joint->body[side]] == 0) {
        return body_velocity_at(body, r);
    }
    put(lane, side == 0 ? POINT_3D_MASS_A : POINT_3D_MASS_B, inverse_mass_of(body));
    return vec(0, 0, 0);
}

/* Writes the lane of a joint's point. Returns false if a number is not finite. */
static bool write_point(const md3_world *world, const struct joint *joint, md_real *lane)
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

/* The axis `of` of a joint's frame in a body. */
static md3_vec axis_in(const md3_world *world, const struct joint *joint, int side, md3_vec of)
{
    return rot_apply(world->bodies[joint->body[side]].rotation, rot_apply(joint->def.rotation[side], of));
}

/* The same for the axis of a hinge. */
static bool write_axis(const md3_world *world, const struct joint *joint, md_real *lane)
{
    md3_vec spin[2];
    for (int side = 0; side < 2; ++side) {
        const bool is_kinematic = world->velocity.body_slot.at[joint->body[side]] == 0;
        spin[side] = is_kinematic ? world->bodies[joint->body[side]].angular_velocity : vec(0, 0, 0);
        put(lane, side == 0 ? HINGE_AXIS_A : HINGE_AXIS_B, axis_in(world, joint, side, vec(1, 0, 0)));
        put(lane, side == 0 ? HINGE_SPIN_A : HINGE_SPIN_B, spin[side]);
        put_inertia(world, joint->body[side], lane, side == 0 ? HINGE_INERTIA_A : HINGE_INERTIA_B);
    }
    const md_real y = start_of(world, joint, MD3_SWING_Y);
    const md_real z = start_of(world, joint, MD3_SWING_Z);
    put(lane, HINGE_ACROSS, axis_in(world, joint, 0, vec(0, 1, 0)));
    lane[(size_t)HINGE_IMPULSE * MD_LANES] = y;
    lane[((size_t)HINGE_IMPULSE + 1) * MD_LANES] = z;
    return vec_is_finite(vec_add(spin[0], spin[1])) && isfinite(y + z);
}

typedef bool write_function(const md3_world *world, const struct joint *joint, md_real *lane);

static md_status write_lanes(const md3_world *world, const struct point_blocks *points, write_function *write)
{
    for (int32_t lane = 0; lane < points->layout.count * MD_LANES; ++lane) {
        const int32_t owner = points->owner.at[lane];
        if (owner >= 0 && !write(world, &world->joints[owner], md_point_fields(points, lane))) {
            return MD_ERROR_ARGUMENT;
        }
    }
    return MD_OK;
}

md_status md3_joint_points_assemble(md3_world *world, int32_t group)
{
    struct velocity_problem *velocity = &world->velocity;
    md_status status = lay_out(world, group, has_point, POINTS_3D, &velocity->joint_points);
    if (status == MD_OK) {
        status = write_lanes(world, &velocity->joint_points, write_point);
    }
    if (status == MD_OK) {
        status = lay_out(world, group, has_axis, POINTS_HINGES, &velocity->hinge_axes);
    }
    return status == MD_OK ? write_lanes(world, &velocity->hinge_axes, write_axis) : status;
}

/* ---- Back to the joints --------------------------------------------------------------------------------------------- */

static void cache_coordinate(struct joint *joint, int coordinate, md_real lambda)
{
    struct cached_row *cache = &joint->slot[coordinate].cache[ROLE_HOLD];
    cache->mean = contact_running_mean(cache->lambda, cache->mean, lambda);
    cache->lambda = lambda;
    cache->y = lambda;
}

static md3_vec get(const md_real *lane, int field)
{
    return vec(lane[(size_t)field * MD_LANES], lane[((size_t)field + 1) * MD_LANES],
               lane[((size_t)field + 2) * MD_LANES]);
}

static void cache_point(struct joint *joint, const md_real *lane)
{
    const md3_vec impulse = get(lane, POINT_3D_IMPULSE);
    cache_coordinate(joint, MD3_ALONG_X, impulse.x);
    cache_coordinate(joint, MD3_ALONG_Y, impulse.y);
    cache_coordinate(joint, MD3_ALONG_Z, impulse.z);
    joint->impulse = vec_add(joint->impulse, impulse);
}

static void cache_axis(struct joint *joint, const md_real *lane)
{
    const md_real y = lane[(size_t)HINGE_IMPULSE * MD_LANES];
    const md_real z = lane[((size_t)HINGE_IMPULSE + 1) * MD_LANES];
    const md3_vec across = get(lane, HINGE_ACROSS);
    cache_coordinate(joint, MD3_SWING_Y, y);
    cache_coordinate(joint, MD3_SWING_Z, z);
    joint->angular_impulse = vec_add_scaled(joint->angular_impulse, y, across);
    joint->angular_impulse = vec_add_scaled(joint->angular_impulse, z, vec_cross(get(lane, HINGE_AXIS_A), across));
}

static void cache_lanes(md3_world *world, const struct point_blocks *points,
                        void (*cache)(struct joint *joint, const md_real *lane))
{
    for (int32_t lane = 0; lane < points->layout.count * MD_LANES; ++lane) {
        if (points->owner.at[lane] >= 0) {
            cache(&world->joints[points->owner.at[lane]], md_point_fields(points, lane));
        }
    }
}

void md3_joint_points_cache(md3_world *world)
{
    cache_lanes(world, &world->velocity.joint_points, cache_point);
    cache_lanes(world, &world->velocity.hinge_axes, cache_axis);
}
