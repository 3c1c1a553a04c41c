/* Joints: creating, changing and destroying them.
 *
 * A joint is in the list of each of its bodies, newest first. Pairs of bodies that a joint keeps from colliding are in
 * a set: the first such joint of a pair adds the pair, the last one removes it.
 */
#include "geometry2/vec.h"
#include "world2/gear.h"
#include "world2/world.h"

/* ---- Handles and lists ------------------------------------------------------------------------------------------- */

struct joint *md2_joint_of(const md2_world *world, md2_joint_id id)
{
    const bool is_valid = world != NULL && md_handles_is_valid(&world->joint_handles, id.index, id.generation);
    return is_valid ? &world->joints[id.index] : NULL;
}

md2_joint_id md2_joint_id_of(const md2_world *world, int32_t index)
{
    return index >= 0 ? (md2_joint_id){index, world->joint_handles.generation[index]} : (md2_joint_id){0, 0};
}

static md_status joint_to_change(md2_world *world, md2_joint_id id, const char *call, struct joint **joint)
{
    *joint = md2_joint_of(world, id);
    return md2_handle_to_change(world, *joint != NULL, call, "joint", id.index, id.generation);
}

bool md2_joint_is_valid(const md2_world *world, md2_joint_id joint)
{
    return md2_joint_of(world, joint) != NULL;
}

/* Returns 0 if the body is the first of the joint, 1 if it is the second. */
static int side_of(const struct joint *joint, int32_t body)
{
    return joint->body[1] == body;
}

static void link_to_bodies(md2_world *world, int32_t index)
{
    struct joint *joint = &world->joints[index];
    for (int side = 0; side < 2; ++side) {
        if (joint->body[side] >= 0) {
            struct body *body = &world->bodies[joint->body[side]];
            joint->next_of_body[side] = body->first_joint;
            body->first_joint = index;
        }
    }
}

static void unlink_from_body(md2_world *world, int32_t index, int32_t body)
{
    int32_t *link = &world->bodies[body].first_joint;
    while (*link != index) {
        struct joint *before = &world->joints[*link];
        link = &before->next_of_body[side_of(before, body)];
    }
    *link = world->joints[index].next_of_body[side_of(&world->joints[index], body)];
}

static void wake_bodies(md2_world *world, const struct joint *joint)
{
    for (int side = 0; side < 2; ++side) {
        if (joint->body[side] >= 0) {
            md2_body_wake(world, joint->body[side]);
        }
    }
}

md2_joint_id md2_world_first_joint(const md2_world *world)
{
    return md2_joint_id_of(world, world != NULL ? md_handles_next_used(&world->joint_handles, 0) : -1);
}

md2_joint_id md2_world_next_joint(const md2_world *world, md2_joint_id joint)
{
    const bool is_valid = md2_joint_is_valid(world, joint);
    return md2_joint_id_of(world, is_valid ? md_handles_next_used(&world->joint_handles, joint.index + 1) : -1);
}

md2_joint_id md2_body_first_joint(const md2_world *world, md2_body_id body)
{
    const struct body *at = md2_body_of(world, body);
    return at != NULL ? md2_joint_id_of(world, at->first_joint) : (md2_joint_id){0, 0};
}

md2_joint_id md2_body_next_joint(const md2_world *world, md2_body_id body, md2_joint_id joint)
{
    const struct joint *at = md2_joint_of(world, joint);
    if (at == NULL || !md2_body_is_valid(world, body) || (at->body[0] != body.index && at->body[1] != body.index)) {
        return (md2_joint_id){0, 0};
    }
    return md2_joint_id_of(world, at->next_of_body[side_of(at, body.index)]);
}

int32_t md2_body_joints(const md2_world *world, md2_body_id body, md2_joint_id *joints, int32_t capacity)
{
    const struct body *at = md2_body_of(world, body);
    int32_t count = 0;
    for (int32_t i = at != NULL ? at->first_joint : -1; i >= 0;) {
        if (count < capacity && joints != NULL) {
            joints[count] = md2_joint_id_of(world, i);
        }
        ++count;
        i = world->joints[i].next_of_body[side_of(&world->joints[i], body.index)];
    }
    return count;
}

/* ---- Bodies that a joint keeps from colliding -------------------------------------------------------------------- */

/* Whether another joint keeps the same two bodies from colliding. */
static bool another_forbids(const md2_world *world, const struct joint *joint)
{
    const int32_t body = joint->body[0];
    for (int32_t i = world->bodies[body].first_joint; i >= 0;) {
        const struct joint *other = &world->joints[i];
        const int side = side_of(other, body);
        if (other != joint && other->body[1 - side] == joint->body[1] && joint_forbids(&other->def)) {
            return true;
        }
        i = other->next_of_body[side];
    }
    return false;
}

/* Keeps a pair of bodies from colliding. Sets `added` if the pair could collide before. On failure changes nothing. */
static md_status forbid_pair(md2_world *world, int32_t a, int32_t b, bool *added)
{
    *added = false;
    if (md_pair_set_has(&world->broad_phase.joined_pairs, a, b)) {
        return MD_OK;
    }
    const md_status status = md_pair_set_add(&world->broad_phase.joined_pairs, &world->allocator, a, b);
    *added = status == MD_OK;
    return status;
}

/* Lets the pair of a joint collide again, unless another joint still keeps it from colliding. */
static void allow_pair(md2_world *world, const struct joint *joint)
{
    if (!another_forbids(world, joint)) {
        md_pair_set_remove(&world->broad_phase.joined_pairs, joint->body[0], joint->body[1]);
        /* One of the two bodies searches for the other: not a static one, which may have many shapes. */
        const int side = world->bodies[joint->body[1]].type == MD2_STATIC ? 0 : 1;
        md2_shapes_search(world, &world->bodies[joint->body[side]]);
    }
}

/* ---- Creating and destroying ------------------------------------------------------------------------------------- */

/* A mouse joint needs no first body. */
static md_status check_bodies(md2_world *world, const md2_joint_def *def)
{
    struct def_check check = {.what = "joint", .error = &world->last_error};
    for (int side = 0; side < 2; ++side) {
        const md2_body_id body = def->body[side];
        const bool may_be_none = side == 0 && def->type == MD2_MOUSE && body.generation == 0;
        md_check_that(&check, may_be_none || md2_body_of(world, body) != NULL,
                      "body[%d] must be the handle of an existing body, is index %d, generation %u", side,
                      (int)body.index, (unsigned)body.generation);
    }
    return check.status;
}

static md_status allocate_joint(md2_world *world, int32_t *index)
{
    void *joints = world->joints;
    md_status status = md_array_reserve(&world->allocator, &joints, &world->joint_capacity,
                                        (size_t)world->joint_handles.count + 1, sizeof *world->joints);
    world->joints = joints;
    if (status == MD_OK) {
        status = md_handles_allocate(&world->joint_handles, &world->allocator, world->def.max_joints, index);
    }
    return status;
}

static struct joint new_joint(const md2_joint_def *def)
{
    struct joint joint = {.def = md2_joint_def_normalised(def), .next_of_body = {-1, -1}};
    joint.body[0] = def->type == MD2_MOUSE ? -1 : def->body[0].index;
    joint.body[1] = def->body[1].index;
    for (int role = 0; role < JOINT_ROLES; ++role) {
        joint.row[role] = -1;
    }
    return joint;
}

md_status md2_joint_create(md2_world *world, const md2_joint_def *def, md2_joint_id *joint)
{
    md_status status = md2_world_to_build(world, __func__);
    if (status == MD_OK) {
        status = md2_joint_def_check(def, &world->last_error);
    }
    if (status == MD_OK) {
        status = check_bodies(world, def);
    }
    if (status != MD_OK) {
        return status;
    }
    const struct joint created = new_joint(def);
    const bool forbids = joint_forbids(&created.def);
    bool added = false;
    int32_t index = -1;
    status = forbids ? forbid_pair(world, created.body[0], created.body[1], &added) : MD_OK;
    if (status == MD_OK) {
        status = allocate_joint(world, &index);
    }
    if (status != MD_OK) {
        if (added) {
            md_pair_set_remove(&world->broad_phase.joined_pairs, created.body[0], created.body[1]);
        }
        return md2_creation_failed(world, status, __func__, "max_joints", world->def.max_joints);
    }
    world->joints[index] = created;
    if (def->type == MD2_GEAR) {
        md2_gear_mesh(world, &world->joints[index]);
    }
    world->awake.stale = true;
    link_to_bodies(world, index);
    wake_bodies(world, &created);
    if (added) {
        md2_contacts_remove_between(world, created.body[0], created.body[1]);
    }
    if (joint != NULL) {
        *joint = md2_joint_id_of(world, index);
    }
    return MD_OK;
}

void md2_joint_remove(md2_world *world, int32_t index)
{
    const struct joint *joint = &world->joints[index];
    wake_bodies(world, joint);
    if (joint_forbids(&joint->def)) {
        allow_pair(world, joint);
    }
    for (int side = 0; side < 2; ++side) {
        if (joint->body[side] >= 0) {
            unlink_from_body(world, index, joint->body[side]);
        }
    }
    md_handles_release(&world->joint_handles, index);
    world->awake.stale = true;
}

md_status md2_joint_destroy(md2_world *world, md2_joint_id joint)
{
    struct joint *at;
    const md_status status = joint_to_change(world, joint, __func__, &at);
    if (status == MD_OK) {
        md2_joint_remove(world, joint.index);
    }
    return status;
}

/* ---- Changing ---------------------------------------------------------------------------------------------------- */

md2_joint_def md2_joint_get_def(const md2_world *world, md2_joint_id joint)
{
    const struct joint *at = md2_joint_of(world, joint);
    return at != NULL ? at->def : (md2_joint_def){0};
}

/* Type and bodies of a joint cannot change. */
static md_status check_is_same(md2_world *world, const md2_joint_def *now, const md2_joint_def *def)
{
    struct def_check check = {.what = "joint", .error = &world->last_error};
    md_check_that(&check, def->type == now->type, "type must be that of the joint, which is %s, is %s",
                  md2_joint_type_name(now->type), md2_joint_type_name(def->type));
    for (int side = now->type == MD2_MOUSE ? 1 : 0; side < 2; ++side) {
        md_check_that(&check, md2_body_same(now->body[side], def->body[side]),
                      "body[%d] must be that of the joint, which is body %d, is body %d", side,
                      (int)now->body[side].index, (int)def->body[side].index);
    }
    return check.status;
}

md_status md2_joint_set_def(md2_world *world, md2_joint_id joint, const md2_joint_def *def)
{
    struct joint *at;
    md_status status = joint_to_change(world, joint, __func__, &at);
    if (status == MD_OK) {
        status = md2_joint_def_check(def, &world->last_error);
    }
    if (status == MD_OK) {
        status = check_is_same(world, &at->def, def);
    }
    if (status != MD_OK) {
        return status;
    }
    const bool forbade = joint_forbids(&at->def);
    bool added = false;
    if (joint_forbids(def) && !forbade) {
        status = forbid_pair(world, at->body[0], at->body[1], &added);
        if (status != MD_OK) {
            return md2_note_failure(world, status, __func__);
        }
    }
    const bool meshes = def->type == MD2_GEAR && !md2_gear_is_same(&at->def, def);
    at->def = md2_joint_def_normalised(def);
    if (meshes) {
        md2_gear_mesh(world, at);
    }
    if (forbade && !joint_forbids(def)) {
        allow_pair(world, at);
    }
    wake_bodies(world, at);
    if (added) {
        md2_contacts_remove_between(world, at->body[0], at->body[1]);
    }
    return MD_OK;
}

/* Reads the definition that a setter changes. Unless `type` is MD2_JOINT_TYPE_COUNT, the joint must be of that type. */
static md_status def_to_change(md2_world *world, md2_joint_id joint, const char *call, md2_joint_type type,
                               md2_joint_def *def)
{
    struct joint *at;
    const md_status status = joint_to_change(world, joint, call, &at);
    if (status != MD_OK) {
        return status;
    }
    *def = at->def;
    struct def_check check = md2_call_check(world, call);
    md_check_that(&check, type == MD2_JOINT_TYPE_COUNT || type == def->type, "joint must be a %s joint, is a %s joint",
                  md2_joint_type_name(type), md2_joint_type_name(def->type));
    return check.status;
}

md_status md2_joint_set_motor(md2_world *world, md2_joint_id joint, bool on, md_real speed, md_real limit)
{
    md2_joint_def def;
    const md_status status = def_to_change(world, joint, __func__, MD2_JOINT_TYPE_COUNT, &def);
    if (status != MD_OK) {
        return status;
    }
    def.has_motor = on;
    def.motor_speed = speed;
    def.motor_limit = limit;
    return md2_joint_set_def(world, joint, &def);
}

md_status md2_joint_set_limits(md2_world *world, md2_joint_id joint, bool on, md_real lower, md_real upper)
{
    md2_joint_def def;
    const md_status status = def_to_change(world, joint, __func__, MD2_JOINT_TYPE_COUNT, &def);
    if (status != MD_OK) {
        return status;
    }
    def.has_limits = on;
    def.lower = lower;
    def.upper = upper;
    return md2_joint_set_def(world, joint, &def);
}

md_status md2_joint_set_spring(md2_world *world, md2_joint_id joint, bool on, md_real frequency, md_real damping_ratio)
{
    md2_joint_def def;
    const md_status status = def_to_change(world, joint, __func__, MD2_JOINT_TYPE_COUNT, &def);
    if (status != MD_OK) {
        return status;
    }
    def.has_spring = on;
    def.frequency = frequency;
    def.damping_ratio = damping_ratio;
    return md2_joint_set_def(world, joint, &def);
}

md_status md2_joint_set_target(md2_world *world, md2_joint_id joint, md2_vec target)
{
    md2_joint_def def;
    const md_status status = def_to_change(world, joint, __func__, MD2_MOUSE, &def);
    if (status != MD_OK) {
        return status;
    }
    def.target = target;
    return md2_joint_set_def(world, joint, &def);
}

md_status md2_joint_set_pose(md2_world *world, md2_joint_id joint, md2_transform pose)
{
    md2_joint_def def;
    const md_status status = def_to_change(world, joint, __func__, MD2_MOTOR, &def);
    if (status != MD_OK) {
        return status;
    }
    def.anchor[0] = pose.p;
    def.reference = pose.q;
    return md2_joint_set_def(world, joint, &def);
}

md_status md2_joint_set_velocity(md2_world *world, md2_joint_id joint, md2_vec velocity, md_real angular_velocity)
{
    md2_joint_def def;
    const md_status status = def_to_change(world, joint, __func__, MD2_MOTOR, &def);
    if (status != MD_OK) {
        return status;
    }
    def.motor_velocity = velocity;
    def.motor_speed = angular_velocity;
    return md2_joint_set_def(world, joint, &def);
}
