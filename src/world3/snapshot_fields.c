/* Visits of every field of a world: see snapshot.h. Hulls, meshes and height fields are in snapshot_geometry.c, joints in
 * snapshot_joints.c. */
#include "engine/stream_settings.h"
#include "world3/snapshot.h"

static_assert(sizeof(md3_body_type) == sizeof(int32_t) && sizeof(md3_event_type) == sizeof(int32_t) &&
                  sizeof(md3_geometry_type) == sizeof(int32_t) && sizeof(md_friction) == sizeof(int32_t),
              "enums are ints");

/* ---- Settings ---------------------------------------------------------------------------------------------------- */

void md3_snapshot_visit_def(struct stream *s, md3_world_def *def)
{
    visit_any_vec(s, &def->gravity);
    visit_spec(s, &def->solver);
    visit_limits(s, &def->limits);
    visit_any(s, &def->warn_factor);
    visit_any(s, &def->warn_relative);
    visit_choice(s, &def->friction_law, MD_FRICTION_COUNT);
    visit_bool(s, &def->central_friction);
    visit_int(s, &def->substeps);
    visit_choice(s, &def->position_correction, MD3_CORRECTION_SOFT_STEP + 1);
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
    visit_choice(s, &def->friction_mixing, MD3_MIX_PRODUCT + 1);
    visit_choice(s, &def->restitution_mixing, MD3_MIX_PRODUCT + 1);
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

/* ---- Bodies and shapes ------------------------------------------------------------------------------------------- */

static void visit_mass(struct stream *s, md3_mass *mass)
{
    visit_real(s, &mass->mass);
    visit_vec(s, &mass->center);
    visit_vec(s, &mass->inertia.x);
    visit_vec(s, &mass->inertia.y);
    visit_vec(s, &mass->inertia.z);
}

static void visit_locks(struct stream *s, uint8_t *locks)
{
    visit_bytes(s, locks, 1);
    refuse_unless(s, (*locks & ~(MD3_LOCK_X | MD3_LOCK_Y | MD3_LOCK_Z | MD3_LOCK_ROTATION)) == 0);
}

static void visit_motion(struct stream *s, struct body *body)
{
    visit_vec(s, &body->origin);
    visit_vec(s, &body->center);
    visit_vec(s, &body->local_center);
    visit_rotation(s, &body->rotation);
    visit_vec(s, &body->previous_center);
    visit_rotation(s, &body->previous_rotation);
    visit_vec(s, &body->velocity);
    visit_vec(s, &body->angular_velocity);
    visit_any_vec(s, &body->force);
    visit_any_vec(s, &body->torque);
    visit_bytes(s, &body->watched, 1);
    visit_any(s, &body->toi_fraction);
}

/* The inverse inertia follows from mass, rotation and locked axes: see md3_body_set_inverses. */
static void visit_body(struct stream *s, struct body *body, md_real *sleep_timer)
{
    visit_choice(s, &body->type, MD3_DYNAMIC + 1);
    visit_bool(s, &body->has_given_mass);
    visit_bool(s, &body->bullet);
    visit_bool(s, &body->enable_sleep);
    visit_bool(s, &body->enabled);
    visit_bool(s, &body->awake);
    visit_locks(s, &body->locked);
    visit_locks(s, &body->wanted_locks);
    visit_motion(s, body);
    visit_mass(s, &body->mass);
    if (body->has_given_mass) {
        visit_mass(s, &body->given_mass);
    }
    visit_rate(s, &body->linear_damping);
    visit_rate(s, &body->angular_damping);
    visit_real(s, &body->gravity_scale);
    visit_rate(s, &body->max_extent);
    visit_any(s, &body->inscribed_radius);
    refuse_unless(s, body->inscribed_radius >= 0);
    visit_any(s, sleep_timer);
    visit_int(s, &body->first_shape);
    visit_int(s, &body->last_shape);
    visit_int(s, &body->first_joint);
    visit_user(s, &body->user);
    if (is_reading(s)) {
        md3_body_set_inverses(body);
    }
}

/* A body whose mass is stale is written as the next step would settle it. Writing does not change the world. */
void md3_snapshot_visit_body(struct stream *s, md3_world *world, int32_t index)
{
    struct body copy = world->bodies[index];
    struct body *body = is_reading(s) ? &world->bodies[index] : &copy;
    if (!is_reading(s)) {
        md3_body_settle_mass(world, &copy);
    }
    visit_body(s, body, &world->sleep_timers.at[index]);
}

static void visit_shape_def(struct stream *s, md3_shape_def *def)
{
    visit_rate(s, &def->density);
    visit_rate(s, &def->friction);
    visit_rate(s, &def->restitution);
    visit_rate(s, &def->torsion);
    visit_rate(s, &def->rolling);
    visit_vec(s, &def->surface_velocity);
    visit_bits(s, &def->category);
    visit_bits(s, &def->mask);
    visit_int(s, &def->group);
    visit_bool(s, &def->sensor);
    visit_user(s, &def->user);
    refuse_unless(s, !is_reading(s) || md3_shape_def_check(def, NULL) == MD_OK);
}

void md3_snapshot_visit_shape(struct stream *s, md3_world *world, struct shape *shape)
{
    md3_snapshot_visit_geometry(s, world, shape);
    visit_shape_def(s, &shape->def);
    visit_bool(s, &shape->searches);
    visit_int(s, &shape->body);
    visit_int(s, &shape->next_of_body);
    visit_int(s, &shape->leaf);
}

static void reserve_slots(struct stream *s, md3_world *world)
{
    const int32_t bodies = world->body_handles.count;
    stream_reserve(s, &world->allocator, (void **)&world->bodies, &world->body_capacity, bodies, sizeof *world->bodies);
    stream_reserve(s, &world->allocator, (void **)&world->sleep_timers.at, &world->sleep_timers.capacity, bodies,
                   sizeof *world->sleep_timers.at);
    stream_reserve(s, &world->allocator, (void **)&world->shapes, &world->shape_capacity, world->shape_handles.count,
                   sizeof *world->shapes);
    stream_reserve(s, &world->allocator, (void **)&world->joints, &world->joint_capacity, world->joint_handles.count,
                   sizeof *world->joints);
}

/* Free slots are not visited. */
static void visit_slots(struct stream *s, md3_world *world)
{
    reserve_slots(s, world);
    for (int32_t i = 0; s->status == MD_OK && i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i)) {
            md3_snapshot_visit_body(s, world, i);
        }
    }
    for (int32_t i = 0; s->status == MD_OK && i < world->shape_handles.count; ++i) {
        if (md_handles_is_used(&world->shape_handles, i)) {
            md3_snapshot_visit_shape(s, world, &world->shapes[i]);
        }
    }
    for (int32_t i = 0; s->status == MD_OK && i < world->joint_handles.count; ++i) {
        if (md_handles_is_used(&world->joint_handles, i)) {
            md3_snapshot_visit_joint(s, &world->joints[i]);
        }
    }
}

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

static void visit_cached_point(struct stream *s, struct cached_point *cache)
{
    visit_cached(s, &cache->normal.lambda);
    visit_cached(s, &cache->normal.y);
    visit_cached(s, &cache->normal.mean);
    visit_cached_vec(s, &cache->friction.lambda);
    visit_cached_vec(s, &cache->friction.y);
    visit_cached_vec(s, &cache->friction.mean);
    visit_cached(s, &cache->correction);
    visit_real(s, &cache->bounce);
    visit_cached(s, &cache->spin);
    visit_cached_vec(s, &cache->roll);
}

/* Rows, and the speed of approach, belong to a solve. */
static void visit_manifold(struct stream *s, struct contact_manifold *at)
{
    md3_manifold *manifold = &at->manifold;
    visit_vec(s, &manifold->normal);
    visit_int_within(s, &manifold->count, 0, MD3_MAX_MANIFOLD_POINTS);
    visit_int(s, &manifold->triangle);
    for (int k = 0; s->status == MD_OK && k < manifold->count; ++k) {
        visit_vec(s, &manifold->point[k].point);
        visit_real(s, &manifold->point[k].separation);
        visit_uint(s, &manifold->point[k].id);
        visit_vec(s, &at->r[k][0]);
        visit_vec(s, &at->r[k][1]);
        visit_cached_point(s, &at->cache[k]);
    }
    for (int k = 0; is_reading(s) && k < MD3_MAX_MANIFOLD_POINTS; ++k) {
        at->rows.normal[k] = -1;
    }
}

static void visit_point(struct stream *s, struct point_coordinates *points, int k)
{
    visit_real(s, &points->x[k]);
    visit_real(s, &points->y[k]);
    visit_real(s, &points->z[k]);
}

/* A manifold that the bodies carry, which only contacts with one manifold have. */
static void visit_carried(struct stream *s, struct contact *contact)
{
    struct carried_manifold *carried = &contact->carried;
    visit_bool(s, &carried->is_valid);
    if (!carried->is_valid || s->status != MD_OK) {
        return;
    }
    refuse_unless(s, contact->manifold_count == 1);
    visit_int_within(s, &carried->round, -1, 1);
    visit_rate(s, &carried->extent);
    visit_vec(s, &carried->between.p);
    visit_rotation(s, &carried->between.q);
    visit_vec(s, &carried->normal);
    if (carried->round >= 0) {
        visit_vec(s, &carried->center);
        visit_vec(s, &carried->axis);
        visit_vec(s, &carried->axis_then);
    }
    for (int k = 0; s->status == MD_OK && k < contact->first.manifold.count; ++k) {
        visit_point(s, &carried->anchor[0], k);
        visit_point(s, &carried->anchor[1], k);
        visit_real(s, &carried->separation[k]);
    }
}

static bool has_shape(const md3_world *world, int32_t index)
{
    return index >= 0 && index < world->shape_handles.count && md_handles_is_used(&world->shape_handles, index);
}

/* Visits the manifolds, for which reading allocates memory if there can be several. */
static void visit_manifolds(struct stream *s, md3_world *world, struct contact *contact)
{
    refuse_unless(s, has_shape(world, contact->shape[0]) && has_shape(world, contact->shape[1]));
    if (is_reading(s)) {
        s->status = md3_contact_allocate_more(world, contact->shape, &contact->more);
    }
    visit_int_within(s, &contact->manifold_count, 0, contact_manifold_capacity(contact));
    for (int32_t i = 0; s->status == MD_OK && i < contact->manifold_count; ++i) {
        visit_manifold(s, contact_manifold_at(contact, i));
    }
}

void md3_snapshot_visit_contact(struct stream *s, md3_world *world, struct contact *contact)
{
    visit_manifolds(s, world, contact);
    visit_carried(s, contact);
    visit_rate(s, &contact->friction);
    visit_rate(s, &contact->restitution);
    visit_rate(s, &contact->torsion);
    visit_rate(s, &contact->rolling);
    visit_any(s, &contact->hit_speed);
    visit_any(s, &contact->hit_impulse);
    visit_any_vec(s, &contact->hit_point);
    visit_any_vec(s, &contact->hit_normal);
    visit_bool(s, &contact->arriving);
    visit_bool(s, &contact->held);
    visit_bool(s, &contact->sensor);
    visit_bool(s, &contact->touching);
    visit_bool(s, &contact->ignored);
    visit_bool(s, &contact->let_through);
}

/* In the order of the rows, without holes. */
static void visit_contacts(struct stream *s, md3_world *world)
{
    int32_t count = world->contacts.pool.count;
    visit_count(s, &count, sizeof(int32_t) * 3 + sizeof(md_real) * 12);
    stream_reserve(s, &world->allocator, (void **)&world->contacts.at, &world->contacts.capacity, count,
                   sizeof *world->contacts.at);
    stream_reserve(s, &world->allocator, (void **)&world->contacts.pool.order.at, &world->contacts.pool.order.capacity,
                   count, sizeof *world->contacts.pool.order.at);
    for (int32_t n = 0; s->status == MD_OK && n < count; ++n) {
        if (is_reading(s)) {
            contact_pool_take(&world->contacts.pool);
        }
        struct contact *contact = contact_at(&world->contacts, n);
        visit_int(s, &contact->shape[0]);
        visit_int(s, &contact->shape[1]);
        md3_snapshot_visit_contact(s, world, contact);
    }
}

/* ---- Events and moves -------------------------------------------------------------------------------------------- */

/* Handles of events may be stale; they are checked when they are used. */
static void visit_event(struct stream *s, md3_event *event)
{
    visit_choice(s, &event->type, MD3_EVENT_JOINT_BROKEN + 1);
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

static void visit_events(struct stream *s, md3_world *world)
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
static void visit_moves(struct stream *s, md3_world *world)
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

static void visit_node(struct stream *s, struct md3_tree_node *node)
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
static void visit_tree(struct stream *s, md3_tree *tree)
{
    int32_t used = tree->used;
    visit_count(s, &used, 2 * sizeof(int32_t));
    if (is_reading(s)) {
        s->status = md3_tree_reserve(tree, used / 2 + 1);
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
    visit_int_within(s, &strips->axis, 0, 2);
    for (int32_t i = 0; s->status == MD_OK && i + 1 < strips->count; ++i) {
        visit_real(s, &strips->ends[i]);
        refuse_unless(s, i == 0 || strips->ends[i] >= strips->ends[i - 1]);
    }
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

void md3_snapshot_visit_state(struct stream *s, md3_world *world)
{
    visit_long(s, &world->steps);
    visit_handles(s, &world->body_handles, &world->allocator);
    visit_handles(s, &world->shape_handles, &world->allocator);
    visit_handles(s, &world->joint_handles, &world->allocator);
    md3_snapshot_visit_objects(s, world);
    visit_slots(s, world);
    visit_tree(s, &world->broad_phase.tree);
    visit_contacts(s, world);
    visit_events(s, world);
    visit_moves(s, world);
    visit_strips(s, &world->division.strips);
    visit_bool(s, &world->narrow_phase.stale);
    visit_rate(s, &world->broad_phase.time_ahead);
}

void md3_snapshot_visit_shared(struct stream *s, md3_world *world)
{
    md3_snapshot_visit_objects(s, world);
}
