/* Joints: creating and destroying them.
 *
 * A joint is in the list of each of its bodies, newest first. Pairs of bodies that a joint keeps from colliding are in
 * a set: the first such joint of a pair adds the pair, the last one removes it.
 */
#include "geometry3/vec3.h"
#include "world3/gear.h"

/* ---- Handles and lists ------------------------------------------------------------------------------------------- */

struct joint *md3_joint_of(const md3_world *world, md3_joint_id id)
{
    const bool is_valid = world != NULL && md_handles_is_valid(&world->joint_handles, id.index, id.generation);
    return is_valid ? &world->joints[id.index] : NULL;
}

md3_joint_id md3_joint_id_of(const md3_world *world, int32_t index)
{
    return index >= 0 ? (md3_joint_id){index, world->joint_handles.generation[index]} : (md3_joint_id){0, 0};
}

md_status md3_joint_to_change(md3_world *world, md3_joint_id id, const char *call, struct joint **joint)
{
    *joint = md3_joint_of(world, id);
    return md3_handle_to_change(world, *joint != NULL, call, "joint", id.index, id.generation);
}

bool md3_joint_is_valid(const md3_world *world, md3_joint_id joint)
{
    return md3_joint_of(world, joint) != NULL;
}

/* Returns 0 if the body is the first of the joint, 1 if it is the second. */
static int side_of(const struct joint *joint, int32_t body)
{
    return joint->body[1] == body;
}

static void link_to_bodies(md3_world *world, int32_t index)
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

static void unlink_from_body(md3_world *world, int32_t index, int32_t body)
{
    int32_t *link = &world->bodies[body].first_joint;
    while (*link != index) {
        struct joint *before = &world->joints[*link];
        link = &before->next_of_body[side_of(before, body)];
    }
    *link = world->joints[index].next_of_body[side_of(&world->joints[index], body)];
}

void md3_joint_wake_bodies(md3_world *world, const struct joint *joint)
{
    for (int side = 0; side < 2; ++side) {
        if (joint->body[side] >= 0) {
            md3_body_wake(world, joint->body[side]);
        }
    }
}

md3_joint_id md3_world_first_joint(const md3_world *world)
{
    return md3_joint_id_of(world, world != NULL ? md_handles_next_used(&world->joint_handles, 0) : -1);
}

md3_joint_id md3_world_next_joint(const md3_world *world, md3_joint_id joint)
{
    const bool is_valid = md3_joint_is_valid(world, joint);
    return md3_joint_id_of(world, is_valid ? md_handles_next_used(&world->joint_handles, joint.index + 1) : -1);
}

md3_joint_id md3_body_first_joint(const md3_world *world, md3_body_id body)
{
    const struct body *at = md3_body_of(world, body);
    return at != NULL ? md3_joint_id_of(world, at->first_joint) : (md3_joint_id){0, 0};
}

md3_joint_id md3_body_next_joint(const md3_world *world, md3_body_id body, md3_joint_id joint)
{
    const struct joint *at = md3_joint_of(world, joint);
    if (at == NULL || !md3_body_is_valid(world, body) || (at->body[0] != body.index && at->body[1] != body.index)) {
        return (md3_joint_id){0, 0};
    }
    return md3_joint_id_of(world, at->next_of_body[side_of(at, body.index)]);
}

int32_t md3_body_joints(const md3_world *world, md3_body_id body, md3_joint_id *joints, int32_t capacity)
{
    const struct body *at = md3_body_of(world, body);
    int32_t count = 0;
    for (int32_t i = at != NULL ? at->first_joint : -1; i >= 0;) {
        if (count < capacity && joints != NULL) {
            joints[count] = md3_joint_id_of(world, i);
        }
        ++count;
        i = world->joints[i].next_of_body[side_of(&world->joints[i], body.index)];
    }
    return count;
}

/* ---- Bodies that a joint keeps from colliding -------------------------------------------------------------------- */

/* Whether another joint keeps the same two bodies from colliding. */
static bool another_forbids(const md3_world *world, const struct joint *joint)
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

md_status md3_joint_forbid_pair(md3_world *world, int32_t a, int32_t b, bool *added)
{
    *added = false;
    if (md_pair_set_has(&world->broad_phase.joined_pairs, a, b)) {
        return MD_OK;
    }
    const md_status status = md_pair_set_add(&world->broad_phase.joined_pairs, &world->allocator, a, b);
    *added = status == MD_OK;
    return status;
}

void md3_joint_allow_pair(md3_world *world, const struct joint *joint)
{
    if (!another_forbids(world, joint)) {
        md_pair_set_remove(&world->broad_phase.joined_pairs, joint->body[0], joint->body[1]);
        /* One of the two bodies searches for the other: not a static one, which may have many shapes. */
        const int side = world->bodies[joint->body[1]].type == MD3_STATIC ? 0 : 1;
        md3_shapes_search(world, &world->bodies[joint->body[side]]);
    }
}

/* ---- Creating and destroying ------------------------------------------------------------------------------------- */

/* A mouse joint needs no first body. */
static md_status check_bodies(md3_world *world, const md3_joint_def *def)
{
    struct def_check check = {.what = "joint", .error = &world->last_error};
    for (int side = 0; side < 2; ++side) {
        const md3_body_id body = def->body[side];
        const bool may_be_none = side == 0 && def->type == MD3_MOUSE && body.generation == 0;
        md_check_that(&check, may_be_none || md3_body_of(world, body) != NULL,
                      "body[%d] must be the handle of an existing body, is index %d, generation %u", side,
                      (int)body.index, (unsigned)body.generation);
    }
    return check.status;
}

static md_status allocate_joint(md3_world *world, int32_t *index)
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

static struct joint new_joint(const md3_joint_def *def)
{
    struct joint joint = {.def = md3_joint_def_normalised(def), .next_of_body = {-1, -1}};
    joint.body[0] = def->type == MD3_MOUSE ? -1 : def->body[0].index;
    joint.body[1] = def->body[1].index;
    for (int slot = 0; slot < JOINT_SLOTS; ++slot) {
        for (int role = 0; role < JOINT_ROLES; ++role) {
            joint.slot[slot].row[role] = -1;
        }
    }
    return joint;
}

md_status md3_joint_create(md3_world *world, const md3_joint_def *def, md3_joint_id *joint)
{
    md_status status = md3_world_to_build(world, __func__);
    if (status == MD_OK) {
        status = md3_joint_def_check(def, &world->last_error);
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
    status = forbids ? md3_joint_forbid_pair(world, created.body[0], created.body[1], &added) : MD_OK;
    if (status == MD_OK) {
        status = allocate_joint(world, &index);
    }
    if (status != MD_OK) {
        if (added) {
            md_pair_set_remove(&world->broad_phase.joined_pairs, created.body[0], created.body[1]);
        }
        return md3_creation_failed(world, status, __func__, "max_joints", world->def.max_joints);
    }
    world->joints[index] = created;
    if (def->type == MD3_GEAR) {
        md3_gear_mesh(world, &world->joints[index]);
    }
    world->awake.stale = true;
    link_to_bodies(world, index);
    md3_joint_wake_bodies(world, &created);
    if (added) {
        md3_contacts_remove_between(world, created.body[0], created.body[1]);
    }
    if (joint != NULL) {
        *joint = md3_joint_id_of(world, index);
    }
    return MD_OK;
}

void md3_joint_remove(md3_world *world, int32_t index)
{
    const struct joint *joint = &world->joints[index];
    md3_joint_wake_bodies(world, joint);
    if (joint_forbids(&joint->def)) {
        md3_joint_allow_pair(world, joint);
    }
    for (int side = 0; side < 2; ++side) {
        if (joint->body[side] >= 0) {
            unlink_from_body(world, index, joint->body[side]);
        }
    }
    md_handles_release(&world->joint_handles, index);
    world->awake.stale = true;
}

md_status md3_joint_destroy(md3_world *world, md3_joint_id joint)
{
    struct joint *at;
    const md_status status = md3_joint_to_change(world, joint, __func__, &at);
    if (status == MD_OK) {
        md3_joint_remove(world, joint.index);
    }
    return status;
}
