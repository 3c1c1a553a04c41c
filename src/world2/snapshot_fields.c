/* Visits of every field of a world: see snapshot.h. */
#include "engine/stream_settings.h"
#include "world2/snapshot.h"

static_assert(sizeof(md2_body_type) == sizeof(int32_t) && sizeof(md2_event_type) == sizeof(int32_t), "enums are ints");

static void visit_any_vec(struct stream *s, md2_vec *a)
{
    visit_any(s, &a->x);
    visit_any(s, &a->y);
}

static void visit_vec(struct stream *s, md2_vec *a)
{
    visit_real(s, &a->x);
    visit_real(s, &a->y);
}

static void visit_rotation(struct stream *s, md2_rot *q)
{
    visit_any(s, &q->c);
    visit_any(s, &q->s);
    refuse_unless(s, rot_is_unit(*q));
}

/* ---- Settings ---------------------------------------------------------------------------------------------------- */

void md2_snapshot_visit_def(struct stream *s, md2_world_def *def)
{
    visit_any_vec(s, &def->gravity);
    visit_spec(s, &def->solver);
    visit_limits(s, &def->limits);
    visit_any(s, &def->warn_factor);
    visit_any(s, &def->warn_relative);
    visit_int(s, &def->substeps);
    visit_choice(s, &def->position_correction, MD2_CORRECTION_SOFT_STEP + 1);
    visit_any(s, &def->correction_frequency);
    visit_any(s, &def->correction_damping_ratio);
    visit_spec(s, &def->position_solver);
    visit_long(s, &def->position_iterations);
    visit_any(s, &def->position_warm_start);
    visit_any(s, &def->correction_factor);
    visit_any(s, &def->joint_correction_factor);
    visit_any(s, &def->max_correction_speed);
    visit_any(s, &def->slop);
    visit_any(s, &def->speculative_margin);
    visit_any(s, &def->recycle_distance);
    visit_any(s, &def->restitution_threshold);
    visit_any(s, &def->hit_threshold);
    visit_choice(s, &def->friction_mixing, MD2_MIX_PRODUCT + 1);
    visit_choice(s, &def->restitution_mixing, MD2_MIX_PRODUCT + 1);
    visit_bool(s, &def->enable_warm_starting);
    visit_any(s, &def->warm_start_smoothing);
    visit_bool(s, &def->separate_islands);
    visit_int(s, &def->partitions);
    visit_bool(s, &def->enable_sleep);
    visit_bool(s, &def->enable_continuous);
    visit_any(s, &def->sleep_speed);
    visit_any(s, &def->sleep_time);
    visit_int(s, &def->max_bodies);
    visit_int(s, &def->max_shapes);
    visit_int(s, &def->max_joints);
    visit_int(s, &def->max_contacts);
    visit_size(s, &def->max_bytes);
}

/* ---- Bodies, shapes, joints -------------------------------------------------------------------------------------- */

static void visit_mass(struct stream *s, md2_mass *mass)
{
    visit_any(s, &mass->mass);
    visit_any_vec(s, &mass->center);
    visit_any(s, &mass->inertia);
}

static void visit_body(struct stream *s, struct body *body, md_real *sleep_timer)
{
    visit_choice(s, &body->type, MD2_DYNAMIC + 1);
    visit_bool(s, &body->fixed_rotation);
    visit_bool(s, &body->has_given_mass);
    visit_bool(s, &body->bullet);
    visit_bool(s, &body->enable_sleep);
    visit_bool(s, &body->enabled);
    visit_bool(s, &body->awake);
    visit_vec(s, &body->origin);
    visit_vec(s, &body->center);
    visit_vec(s, &body->local_center);
    visit_rotation(s, &body->rotation);
    visit_vec(s, &body->previous_center);
    visit_rotation(s, &body->previous_rotation);
    visit_vec(s, &body->velocity);
    visit_real(s, &body->angular_velocity);
    visit_any_vec(s, &body->force);
    visit_any(s, &body->torque);
    visit_mass(s, &body->mass);
    visit_mass(s, &body->given_mass);
    visit_rate(s, &body->inverse_mass);
    visit_rate(s, &body->inverse_inertia);
    visit_rate(s, &body->linear_damping);
    visit_rate(s, &body->angular_damping);
    visit_real(s, &body->gravity_scale);
    visit_any(s, &body->max_extent);
    visit_any(s, &body->inscribed_radius);
    visit_any(s, &body->toi_fraction);
    visit_any(s, sleep_timer);
    visit_int(s, &body->first_shape);
    visit_int(s, &body->last_shape);
    visit_int(s, &body->first_joint);
    visit_user(s, &body->user);
}

void md2_snapshot_visit_body(struct stream *s, md2_world *world, int32_t index)
{
    struct body copy = world->bodies[index];
    struct body *body = is_reading(s) ? &world->bodies[index] : &copy;
    if (!is_reading(s)) {
        md2_body_settle_mass(world, &copy);
    }
    visit_body(s, body, &world->sleep_timers.at[index]);
}

static void visit_hull(struct stream *s, md2_hull *hull)
{
    visit_int_within(s, &hull->count, 1, MD2_MAX_POINTS);
    for (int32_t i = 0; s->status == MD_OK && i < hull->count; ++i) {
        visit_vec(s, &hull->point[i]);
        visit_vec(s, &hull->normal[i]);
    }
    visit_vec(s, &hull->centroid);
    visit_rate(s, &hull->radius);
    refuse_unless(s, !is_reading(s) || md2_shape_hull_check(hull, NULL) == MD_OK);
}

/* The hull of a segment follows from its points. */
static void visit_segment(struct stream *s, md2_chain_segment *segment, md2_hull *hull)
{
    visit_vec(s, &segment->before);
    visit_vec(s, &segment->a);
    visit_vec(s, &segment->b);
    visit_vec(s, &segment->after);
    refuse_unless(s, !is_reading(s) || md2_segment_check(segment, hull, NULL) == MD_OK);
}

static void visit_shape_def(struct stream *s, md2_shape_def *def)
{
    visit_rate(s, &def->density);
    visit_rate(s, &def->friction);
    visit_rate(s, &def->restitution);
    visit_real(s, &def->surface_speed);
    visit_bits(s, &def->category);
    visit_bits(s, &def->mask);
    visit_int(s, &def->group);
    visit_bool(s, &def->sensor);
    visit_user(s, &def->user);
}

void md2_snapshot_visit_shape(struct stream *s, md2_world *world, struct shape *shape)
{
    (void)world;
    visit_bool(s, &shape->is_segment);
    if (shape->is_segment) {
        visit_segment(s, &shape->segment, &shape->hull);
    } else {
        visit_hull(s, &shape->hull);
    }
    visit_shape_def(s, &shape->def);
    visit_bool(s, &shape->searches);
    visit_int(s, &shape->body);
    visit_int(s, &shape->next_of_body);
    visit_int(s, &shape->chain);
    visit_int(s, &shape->leaf);
    if (is_reading(s)) {
        md2_shape_update_size(shape);
    }
}

static void visit_cached_row(struct stream *s, struct cached_row *cached)
{
    visit_real(s, &cached->lambda);
    visit_real(s, &cached->y);
    visit_real(s, &cached->mean);
}

static void visit_joint_def(struct stream *s, md2_joint_def *def)
{
    visit_choice(s, &def->type, MD2_JOINT_TYPE_COUNT);
    for (int side = 0; side < 2; ++side) {
        visit_int(s, &def->body[side].index);
        visit_uint(s, &def->body[side].generation);
        visit_any_vec(s, &def->anchor[side]);
    }
    visit_any_vec(s, &def->axis);
    visit_any(s, &def->reference.c);
    visit_any(s, &def->reference.s);
    visit_any(s, &def->length);
    visit_any_vec(s, &def->pulley[0]);
    visit_any_vec(s, &def->pulley[1]);
    visit_any(s, &def->ratio);
    visit_any_vec(s, &def->gear_axis[0]);
    visit_any_vec(s, &def->gear_axis[1]);
    visit_bool(s, &def->collide_connected);
    visit_bool(s, &def->has_limits);
    visit_any(s, &def->lower);
    visit_any(s, &def->upper);
    visit_bool(s, &def->has_motor);
    visit_any(s, &def->motor_speed);
    visit_any(s, &def->motor_limit);
    visit_any(s, &def->torque_limit);
    visit_any_vec(s, &def->motor_velocity);
    visit_any(s, &def->correction_factor);
    visit_bool(s, &def->has_spring);
    visit_any(s, &def->frequency);
    visit_any(s, &def->damping_ratio);
    visit_any_vec(s, &def->target);
    visit_any(s, &def->break_force);
    visit_any(s, &def->break_torque);
    visit_user(s, &def->user);
    refuse_unless(s, !is_reading(s) || md2_joint_def_check(def, NULL) == MD_OK);
}

static void visit_gear(struct stream *s, struct gear *gear)
{
    visit_real(s, &gear->angle);
    for (int side = 0; side < 2; ++side) {
        visit_rotation(s, &gear->rotation[side]);
        visit_vec(s, &gear->start[side]);
    }
}

static void visit_joint(struct stream *s, struct joint *joint)
{
    visit_joint_def(s, &joint->def);
    for (int side = 0; side < 2; ++side) {
        visit_int(s, &joint->body[side]);
        visit_int(s, &joint->next_of_body[side]);
    }
    if (joint->def.type == MD2_GEAR) {
        visit_gear(s, &joint->gear);
    }
    for (int role = 0; role < JOINT_ROLES; ++role) {
        visit_cached_row(s, &joint->cache[role]);
        if (is_reading(s)) { /* belongs to a solve */
            joint->row[role] = -1;
        }
    }
    visit_any_vec(s, &joint->impulse);
    visit_any(s, &joint->angular_impulse);
    visit_any(s, &joint->motor_impulse);
    visit_any(s, &joint->impulse_time);
}

/* Free slots are not visited. */
static void visit_bodies_shapes_joints(struct stream *s, md2_world *world)
{
    stream_reserve(s, &world->allocator, (void **)&world->bodies, &world->body_capacity, world->body_handles.count,
                   sizeof *world->bodies);
    stream_reserve(s, &world->allocator, (void **)&world->sleep_timers.at, &world->sleep_timers.capacity,
                   world->body_handles.count, sizeof *world->sleep_timers.at);
    stream_reserve(s, &world->allocator, (void **)&world->shapes, &world->shape_capacity, world->shape_handles.count,
                   sizeof *world->shapes);
    stream_reserve(s, &world->allocator, (void **)&world->chains.at, &world->chains.capacity,
                   world->chains.handles.count, sizeof *world->chains.at);
    stream_reserve(s, &world->allocator, (void **)&world->joints, &world->joint_capacity, world->joint_handles.count,
                   sizeof *world->joints);
    for (int32_t i = 0; s->status == MD_OK && i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i)) {
            md2_snapshot_visit_body(s, world, i);
        }
    }
    for (int32_t i = 0; s->status == MD_OK && i < world->shape_handles.count; ++i) {
        if (md_handles_is_used(&world->shape_handles, i)) {
            md2_snapshot_visit_shape(s, world, &world->shapes[i]);
        }
    }
    for (int32_t i = 0; s->status == MD_OK && i < world->joint_handles.count; ++i) {
        if (md_handles_is_used(&world->joint_handles, i)) {
            visit_joint(s, &world->joints[i]);
        }
    }
}

/* ---- Contacts, events -------------------------------------------------------------------------------------------- */

static void visit_manifold(struct stream *s, md2_manifold *manifold)
{
    visit_int_within(s, &manifold->count, 0, 2);
    if (manifold->count > 0) {
        visit_vec(s, &manifold->normal);
    }
    for (int k = 0; s->status == MD_OK && k < manifold->count; ++k) {
        visit_vec(s, &manifold->point[k].point);
        visit_real(s, &manifold->point[k].separation);
        visit_uint(s, &manifold->point[k].id);
    }
}

/* A manifold that the bodies carry. */
static void visit_carried(struct stream *s, struct contact *contact)
{
    struct carried_manifold *carried = &contact->carried;
    visit_bool(s, &contact->is_carried);
    if (!contact->is_carried || s->status != MD_OK) {
        return;
    }
    refuse_unless(s, contact_has_points(contact));
    visit_rotation(s, &carried->turn);
    visit_vec(s, &carried->normal);
    for (int k = 0; k < 2; ++k) {
        visit_vec(s, &carried->anchor[0][k]);
        visit_vec(s, &carried->anchor[1][k]);
        visit_real(s, &carried->separation[k]);
    }
}

/* The entries beyond the number of points are left over from earlier points. They affect no result and are not stored. */
void md2_snapshot_visit_contact(struct stream *s, md2_world *world, struct contact *contact)
{
    (void)world;
    visit_manifold(s, &contact->manifold);
    visit_carried(s, contact);
    for (int k = 0; s->status == MD_OK && k < contact->manifold.count; ++k) {
        visit_vec(s, &contact->r[k][0]);
        visit_vec(s, &contact->r[k][1]);
        visit_cached_row(s, &contact->cache[k].normal);
        visit_real(s, &contact->cache[k].correction);
        visit_cached_row(s, &contact->cache[k].tangent);
        visit_real(s, &contact->cache[k].bounce);
    }
    visit_rate(s, &contact->friction);
    visit_rate(s, &contact->restitution);
    visit_real(s, &contact->surface_speed);
    visit_any(s, &contact->hit_speed);
    visit_any(s, &contact->hit_impulse);
    visit_any_vec(s, &contact->hit_point);
    visit_any_vec(s, &contact->hit_normal);
    visit_bool(s, &contact->arriving);
    visit_bool(s, &contact->sensor);
    visit_bool(s, &contact->touching);
    visit_bool(s, &contact->ignored);
    visit_bool(s, &contact->let_through);
    if (is_reading(s)) { /* belongs to a solve */
        contact->row[0] = contact->row[1] = -1;
    }
}

/* In the order of the rows, without holes. */
static void visit_contacts(struct stream *s, md2_world *world)
{
    int32_t count = world->contacts.pool.count;
    visit_count(s, &count, sizeof(int32_t) * 3 + sizeof(md_real) * 9);
    stream_reserve(s, &world->allocator, (void **)&world->contacts.at, &world->contacts.capacity, count,
                   sizeof *world->contacts.at);
    stream_reserve(s, &world->allocator, (void **)&world->contacts.pool.order.at, &world->contacts.pool.order.capacity,
                   count, sizeof *world->contacts.pool.order.at);
    for (int32_t n = 0; s->status == MD_OK && n < count; ++n) {
        if (is_reading(s)) {
            world->contacts.at[contact_pool_take(&world->contacts.pool)] = (struct contact){.row = {-1, -1}};
        }
        struct contact *contact = contact_at(&world->contacts, n);
        visit_int(s, &contact->shape[0]);
        visit_int(s, &contact->shape[1]);
        md2_snapshot_visit_contact(s, world, contact);
    }
}

/* Handles of events may be stale; they are checked when they are used. */
static void visit_event(struct stream *s, md2_event *event)
{
    visit_choice(s, &event->type, MD2_EVENT_JOINT_BROKEN + 1);
    for (int k = 0; k < 2; ++k) {
        visit_int(s, &event->shape[k].index);
        visit_uint(s, &event->shape[k].generation);
    }
    visit_int(s, &event->body.index);
    visit_uint(s, &event->body.generation);
    visit_int(s, &event->joint.index);
    visit_uint(s, &event->joint.generation);
    visit_any_vec(s, &event->point);
    visit_any_vec(s, &event->normal);
    visit_any(s, &event->speed);
    visit_any(s, &event->impulse);
}

static void visit_events(struct stream *s, md2_world *world)
{
    int32_t count = world->events.queue.count;
    visit_count(s, &count, sizeof(int32_t) * 9);
    visit_int_within(s, &world->events.queue.read_count, 0, count);
    stream_reserve(s, &world->allocator, (void **)&world->events.at, &world->events.capacity, count,
                   sizeof *world->events.at);
    for (int32_t i = 0; s->status == MD_OK && i < count; ++i) {
        visit_event(s, &world->events.at[i]);
    }
    if (is_reading(s)) {
        world->events.queue.count = count;
    }
}

/* Handles of moves may be stale, as those of events. */
static void visit_moves(struct stream *s, md2_world *world)
{
    int32_t count = world->moves.count;
    visit_count(s, &count, sizeof(int32_t) * 2 + 1);
    stream_reserve(s, &world->allocator, (void **)&world->moves.at, &world->moves.capacity, count,
                   sizeof *world->moves.at);
    for (int32_t i = 0; s->status == MD_OK && i < count; ++i) {
        visit_int(s, &world->moves.at[i].body.index);
        visit_uint(s, &world->moves.at[i].body.generation);
        visit_bool(s, &world->moves.at[i].fell_asleep);
    }
    if (is_reading(s)) {
        world->moves.count = count;
    }
}

/* ---- The tree ---------------------------------------------------------------------------------------------------- */

static void visit_node(struct stream *s, struct md2_tree_node *node)
{
    visit_int_within(s, &node->height, -1, MD_TREE_STACK - 1);
    visit_int(s, &node->parent);
    if (node->height < 0) {
        return;
    }
    visit_vec(s, &node->box.lower);
    visit_vec(s, &node->box.upper);
    visit_bits(s, &node->category);
    visit_int(s, &node->child[0]);
    visit_int(s, &node->child[1]);
    visit_int(s, &node->index);
}

/* Node by node: the layout of the tree decides the order in which pairs are found. */
static void visit_tree(struct stream *s, md2_tree *tree)
{
    int32_t used = tree->used;
    visit_count(s, &used, 2 * sizeof(int32_t));
    if (is_reading(s)) {
        s->status = md2_tree_reserve(tree, used / 2 + 1);
    }
    if (is_reading(s)) {
        memset(tree->node, 0, (size_t)used * sizeof *tree->node);
        tree->used = used;
    }
    visit_int(s, &tree->free);
    visit_int(s, &tree->root);
    visit_int(s, &tree->leaves);
    for (int32_t i = 0; s->status == MD_OK && i < tree->used; ++i) {
        visit_node(s, &tree->node[i]);
    }
}

static void visit_strips(struct stream *s, struct strips *strips)
{
    visit_int_within(s, &strips->count, 0, MAX_DIVISION);
    visit_int_within(s, &strips->axis, 0, 1);
    for (int32_t i = 0; s->status == MD_OK && i + 1 < strips->count; ++i) {
        visit_real(s, &strips->ends[i]);
        refuse_unless(s, i == 0 || strips->ends[i] >= strips->ends[i - 1]);
    }
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

void md2_snapshot_visit_state(struct stream *s, md2_world *world)
{
    visit_long(s, &world->steps);
    visit_handles(s, &world->body_handles, &world->allocator);
    visit_handles(s, &world->shape_handles, &world->allocator);
    visit_handles(s, &world->joint_handles, &world->allocator);
    visit_handles(s, &world->chains.handles, &world->allocator);
    visit_bodies_shapes_joints(s, world);
    visit_tree(s, &world->broad_phase.tree);
    visit_contacts(s, world);
    visit_events(s, world);
    visit_moves(s, world);
    visit_strips(s, &world->division.strips);
    visit_bool(s, &world->narrow_phase.stale);
    visit_rate(s, &world->broad_phase.time_ahead);
}

void md2_snapshot_visit_shared(struct stream *s, md2_world *world)
{
    visit_handles(s, &world->chains.handles, &world->allocator);
}
