/* Joints: making, changing and ending them, and the lists that they are in.
 *
 * A joint is in the list of each of its bodies, newest first. The pairs of bodies that some joint keeps from colliding are a set:
 * the first such joint of a pair puts it there, the last takes it out.
 */
#include "geometry2/vec.h"
#include "world2/world.h"

/* ---- Handles and lists ---------------------------------------------------------------------------------------------- */

struct joint *md2_joint_of(const md2_world *world, md2_joint_id id)
{
    return md_handles_is_valid(&world->joint_handles, id.index, id.generation) ? &world->joints[id.index] : NULL;
}

md2_joint_id md2_joint_id_of(const md2_world *world, int32_t index)
{
    return index >= 0 ? (md2_joint_id){index, world->joint_handles.generation[index]} : (md2_joint_id){0, 0};
}

bool md2_joint_is_valid(const md2_world *world, md2_joint_id joint)
{
    return md2_joint_of(world, joint) != NULL;
}

/* Which of the joint's bodies this one is. */
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

/* The first joint in use from a slot on. */
static md2_joint_id joint_from(const md2_world *world, int32_t index)
{
    while (index < world->joint_handles.count && !md_handles_is_used(&world->joint_handles, index)) {
        ++index;
    }
    return md2_joint_id_of(world, index < world->joint_handles.count ? index : -1);
}

md2_joint_id md2_world_first_joint(const md2_world *world)
{
    return joint_from(world, 0);
}

md2_joint_id md2_world_next_joint(const md2_world *world, md2_joint_id joint)
{
    return md2_joint_is_valid(world, joint) ? joint_from(world, joint.index + 1) : (md2_joint_id){0, 0};
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

/* ---- Bodies that a joint keeps from colliding ----------------------------------------------------------------------- */

/* Whether a joint beside this one keeps the same two bodies from colliding. */
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

/* Makes a pair one that does not collide. `added`: it was not before. On failure nothing has changed. */
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

/* The joint no longer forbids: the pair collides again, unless another joint forbids it still. */
static void allow_pair(md2_world *world, const struct joint *joint)
{
    if (!another_forbids(world, joint)) {
        md_pair_set_remove(&world->broad_phase.joined_pairs, joint->body[0], joint->body[1]);
        /* One of the two looks for the other; not a ground, which may have many shapes. */
        const int side = world->bodies[joint->body[1]].type == MD2_STATIC ? 0 : 1;
        md2_shapes_search(world, &world->bodies[joint->body[side]]);
    }
}

/* ---- Creating and destroying ---------------------------------------------------------------------------------------- */

/* A mouse joint pulls its second body to a place of the world, and has no use for a first. */
static bool bodies_are_sound(const md2_world *world, const md2_joint_def *def)
{
    if (md2_body_of(world, def->body[1]) == NULL) {
        return false;
    }
    if (def->type == MD2_MOUSE) {
        return def->body[0].generation == 0 || md2_body_of(world, def->body[0]) != NULL;
    }
    return md2_body_of(world, def->body[0]) != NULL && def->body[0].index != def->body[1].index;
}

static md_status take_slot(md2_world *world, int32_t *index)
{
    void *block = world->joints;
    md_status status = md_array_reserve(&world->allocator, &block, &world->joint_capacity,
                                        (size_t)world->joint_handles.count + 1, sizeof *world->joints);
    world->joints = block;
    if (status == MD_OK) {
        status = md_handles_allocate(&world->joint_handles, &world->allocator, world->def.max_joints, index);
    }
    return status;
}

static struct joint made_from(const md2_joint_def *def)
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
    if (world->stepping) {
        return MD_ERROR_BUSY;
    }
    if (md2_joint_def_check(def, NULL) != MD_OK || !bodies_are_sound(world, def)) {
        return MD_ERROR_ARGUMENT;
    }
    const struct joint made = made_from(def);
    const bool apart = joint_forbids(&made.def);
    bool added = false;
    int32_t index = -1;
    md_status status = apart ? forbid_pair(world, made.body[0], made.body[1], &added) : MD_OK;
    if (status == MD_OK) {
        status = take_slot(world, &index);
    }
    if (status != MD_OK) {
        if (added) {
            md_pair_set_remove(&world->broad_phase.joined_pairs, made.body[0], made.body[1]);
        }
        return status;
    }
    world->joints[index] = made;
    world->awake.stale = true;
    link_to_bodies(world, index);
    wake_bodies(world, &made);
    if (added) {
        md2_contacts_forget_pair(world, made.body[0], made.body[1]);
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
    if (world->stepping) {
        return MD_ERROR_BUSY;
    }
    if (md2_joint_of(world, joint) == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    md2_joint_remove(world, joint.index);
    return MD_OK;
}

/* ---- Changing ------------------------------------------------------------------------------------------------------- */

md2_joint_def md2_joint_get_def(const md2_world *world, md2_joint_id joint)
{
    const struct joint *at = md2_joint_of(world, joint);
    return at != NULL ? at->def : (md2_joint_def){0};
}

static bool same_body(md2_body_id a, md2_body_id b)
{
    return a.index == b.index && a.generation == b.generation;
}

static bool joins_the_same(const md2_joint_def *a, const md2_joint_def *b)
{
    return a->type == b->type && same_body(a->body[1], b->body[1]) &&
           (a->type == MD2_MOUSE || same_body(a->body[0], b->body[0]));
}

md_status md2_joint_set_def(md2_world *world, md2_joint_id joint, const md2_joint_def *def)
{
    if (world->stepping) {
        return MD_ERROR_BUSY;
    }
    struct joint *at = md2_joint_of(world, joint);
    if (at == NULL || md2_joint_def_check(def, NULL) != MD_OK || !joins_the_same(def, &at->def)) {
        return MD_ERROR_ARGUMENT;
    }
    const bool forbade = joint_forbids(&at->def);
    bool added = false;
    if (joint_forbids(def) && !forbade) {
        const md_status status = forbid_pair(world, at->body[0], at->body[1], &added);
        if (status != MD_OK) {
            return status;
        }
    }
    at->def = md2_joint_def_normalised(def);
    if (forbade && !joint_forbids(def)) {
        allow_pair(world, at);
    }
    wake_bodies(world, at);
    if (added) {
        md2_contacts_forget_pair(world, at->body[0], at->body[1]);
    }
    return MD_OK;
}

md_status md2_joint_set_motor(md2_world *world, md2_joint_id joint, bool on, md_real speed, md_real limit)
{
    md2_joint_def def = md2_joint_get_def(world, joint);
    def.has_motor = on;
    def.motor_speed = speed;
    def.motor_limit = limit;
    return md2_joint_set_def(world, joint, &def);
}

md_status md2_joint_set_limits(md2_world *world, md2_joint_id joint, bool on, md_real lower, md_real upper)
{
    md2_joint_def def = md2_joint_get_def(world, joint);
    def.has_limits = on;
    def.lower = lower;
    def.upper = upper;
    return md2_joint_set_def(world, joint, &def);
}

md_status md2_joint_set_spring(md2_world *world, md2_joint_id joint, bool on, md_real frequency, md_real damping_ratio)
{
    md2_joint_def def = md2_joint_get_def(world, joint);
    def.has_spring = on;
    def.frequency = frequency;
    def.damping_ratio = damping_ratio;
    return md2_joint_set_def(world, joint, &def);
}

md_status md2_joint_set_target(md2_world *world, md2_joint_id joint, md2_vec target)
{
    md2_joint_def def = md2_joint_get_def(world, joint);
    def.target = target;
    return md2_joint_set_def(world, joint, &def);
}
