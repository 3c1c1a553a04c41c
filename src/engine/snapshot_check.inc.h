/* Checks how the parts of a world that was read refer to each other (dimension.h).
 *
 * The checks run in this order, because each needs the ones before it: handle pools, and parts that only worlds of one
 * dimension have; bodies, shapes and joints, each by itself; the lists of shapes and joints of each body; the tree and its
 * leaves; contacts. A list is valid if each of its elements belongs to the body and the list ends. If all lists together
 * have as many elements as there are shapes and joints, each element is in its list exactly once.
 *
 * The including file defines
 *
 *     bool check_own_parts(const WORLD *world)
 *     bool check_mass(const struct body *body)                            whether it fits the type of the body
 *     bool check_shape(const WORLD *world, const struct shape *shape)     whether it may be on its body
 *     bool check_pair(const WORLD *world, const struct shape *first, const struct shape *second)
 *                                                                         whether a contact may have them
 */
#include "engine/dimension.h"

static bool is_used(const struct handle_pool *pool, int32_t index)
{
    return index >= 0 && index < pool->count && md_handles_is_used(pool, index);
}

/* ---- Bodies, shapes, joints -------------------------------------------------------------------------------------- */

static bool check_body(const struct body *body)
{
    const bool may_be_awake = body->enabled && body->type != MD_CONSTANT(STATIC);
    return (may_be_awake || !body->awake) && check_mass(body);
}

static bool check_bodies(const WORLD *world)
{
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i) && !check_body(&world->bodies[i])) {
            return false;
        }
    }
    return true;
}

static bool check_shapes(const WORLD *world)
{
    for (int32_t i = 0; i < world->shape_handles.count; ++i) {
        const struct shape *shape = &world->shapes[i];
        if (md_handles_is_used(&world->shape_handles, i) &&
            (!is_used(&world->body_handles, shape->body) || !check_shape(world, shape))) {
            return false;
        }
    }
    return true;
}

/* Whether a joint refers to the body of its definition, or to none. */
static bool check_side(const WORLD *world, const struct joint *joint, int side)
{
    if (side == 0 && joint->def.type == MD_CONSTANT(MOUSE)) {
        return joint->body[0] == -1;
    }
    return MD_(body_of)(world, joint->def.body[side]) != NULL && joint->body[side] == joint->def.body[side].index;
}

static bool check_joints(const WORLD *world)
{
    for (int32_t i = 0; i < world->joint_handles.count; ++i) {
        const struct joint *joint = &world->joints[i];
        if (md_handles_is_used(&world->joint_handles, i) &&
            (!check_side(world, joint, 0) || !check_side(world, joint, 1) || joint->body[0] == joint->body[1])) {
            return false;
        }
    }
    return true;
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/* Subtracts the shapes of a body from those that remain. */
static bool check_shapes_of(const WORLD *world, int32_t body, int32_t *remaining)
{
    int32_t last = -1;
    for (int32_t i = world->bodies[body].first_shape; i != -1; i = world->shapes[i].next_of_body) {
        if (!is_used(&world->shape_handles, i) || world->shapes[i].body != body || (*remaining)-- == 0) {
            return false;
        }
        last = i;
    }
    return world->bodies[body].last_shape == last;
}

static bool check_joints_of(const WORLD *world, int32_t body, int32_t *remaining)
{
    for (int32_t i = world->bodies[body].first_joint; i != -1;) {
        if (!is_used(&world->joint_handles, i) || (*remaining)-- == 0) {
            return false;
        }
        const struct joint *joint = &world->joints[i];
        const int side = joint->body[1] == body;
        if (joint->body[side] != body) {
            return false;
        }
        i = joint->next_of_body[side];
    }
    return true;
}

/* Counts each joint once per body. */
static int32_t count_joined_sides(const WORLD *world)
{
    int32_t sides = 0;
    for (int32_t i = 0; i < world->joint_handles.count; ++i) {
        if (md_handles_is_used(&world->joint_handles, i)) {
            sides += (world->joints[i].body[0] >= 0) + (world->joints[i].body[1] >= 0);
        }
    }
    return sides;
}

static bool check_lists(const WORLD *world)
{
    int32_t shapes = world->shape_handles.used;
    int32_t sides = count_joined_sides(world);
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i) &&
            (!check_shapes_of(world, i, &shapes) || !check_joints_of(world, i, &sides))) {
            return false;
        }
    }
    return shapes == 0 && sides == 0;
}

/* ---- The tree ---------------------------------------------------------------------------------------------------- */

/* A shape has a leaf of its own if and only if its body is enabled. */
static bool check_leaf(const WORLD *world, int32_t index)
{
    const struct shape *shape = &world->shapes[index];
    const MD_(tree) *tree = &world->broad_phase.tree;
    if (!world->bodies[shape->body].enabled) {
        return shape->leaf == MD_TREE_NONE;
    }
    if (shape->leaf < 0 || shape->leaf >= tree->used) {
        return false;
    }
    const struct MD_(tree_node) *node = &tree->node[shape->leaf];
    return node->height == 0 && node->index == index && node->category == shape->def.category;
}

/* As many leaves as shapes with a leaf: no leaf is left over. */
static bool check_tree(const WORLD *world)
{
    int32_t leaves = 0;
    for (int32_t i = 0; i < world->shape_handles.count; ++i) {
        if (md_handles_is_used(&world->shape_handles, i)) {
            if (!check_leaf(world, i)) {
                return false;
            }
            leaves += world->shapes[i].leaf != MD_TREE_NONE;
        }
    }
    return leaves == world->broad_phase.tree.leaves && MD_(tree_check)(&world->broad_phase.tree);
}

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

static bool check_contact(const WORLD *world, const struct contact *contact)
{
    for (int side = 0; side < 2; ++side) {
        if (!is_used(&world->shape_handles, contact->shape[side]) ||
            world->shapes[contact->shape[side]].leaf == MD_TREE_NONE) {
            return false;
        }
    }
    const struct shape *first = &world->shapes[contact->shape[0]];
    const struct shape *second = &world->shapes[contact->shape[1]];
    return first->body != second->body && contact->sensor == first->def.sensor && contact->restitution <= 1 &&
           check_pair(world, first, second);
}

static bool check_contacts(const WORLD *world)
{
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        if (!check_contact(world, contact_at(&world->contacts, n))) {
            return false;
        }
    }
    return true;
}

bool MD_(snapshot_check)(const WORLD *world)
{
    return world->steps >= 0 && world->steps <= INT64_MAX / 2 && md_handles_check(&world->body_handles) &&
           md_handles_check(&world->shape_handles) && md_handles_check(&world->joint_handles) &&
           check_own_parts(world) && check_bodies(world) && check_shapes(world) && check_joints(world) &&
           check_lists(world) && check_tree(world) && check_contacts(world);
}
