/* Continuous collision in two parts.
 *
 * Before the solve: two shapes beyond the speculative margin that will meet within the step get a speculative contact with the
 * manifold of their time of impact. After the solve: a body that the solve has sent somewhere at high speed moves only as far as its
 * core stays clear of other shapes.
 */
#include <string.h>

#include "base/angle.h"
#include "engine/tasks.h"
#include "geometry2/vec.h"
#include "world2/world.h"

/* Motion of a body over h seconds at its present velocity. */
static md2_sweep sweep_of(const struct body *body, md_real h)
{
    const md2_vec velocity = body->awake ? body->velocity : vec(0, 0);
    const md_real spin = body->awake ? body->angular_velocity : 0;
    const md_real angle = md_clamp(h * spin, -(md_real)(MD_PI / 2), (md_real)(MD_PI / 2));
    return (md2_sweep){.local_center = body->local_center,
                       .center = {body->center, vec_add_scaled(body->center, h, velocity)},
                       .rotation = {body->rotation, rot_unit(rot_multiply(body->rotation, md2_turn_by(angle)))}};
}

static md2_manifold collide_at(const md2_world *world, const struct shape *a, md2_transform at_a, const struct shape *b,
                               md2_transform at_b)
{
    return a->is_segment ? md2_chain_collide(&a->segment, at_a, &b->hull, at_b, world->def.speculative_margin)
                         : md2_hull_collide(&a->hull, at_a, &b->hull, at_b, world->def.speculative_margin);
}

/* Velocity of the second body relative to the first along a direction, at the ends of the lever arms. */
static md_real speed_along(const struct body *const body[2], const md2_vec r[2], md2_vec direction)
{
    const md2_vec first = vec_add_scaled(body[0]->velocity, body[0]->angular_velocity, vec_left(r[0]));
    const md2_vec second = vec_add_scaled(body[1]->velocity, body[1]->angular_velocity, vec_left(r[1]));
    return vec_dot(direction, vec_sub(second, first));
}

md2_manifold md2_future_manifold(const md2_world *world, const struct contact *contact, md_real h, md2_vec r[2][2])
{
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    const struct body *const body[2] = {&world->bodies[a->body], &world->bodies[b->body]};
    const md2_sweep sweep[2] = {sweep_of(body[0], h), sweep_of(body[1], h)};
    const md2_impact impact = md2_time_of_impact(&a->hull, &sweep[0], &b->hull, &sweep[1], 1);
    if (impact.state != MD2_IMPACT_HIT) {
        return (md2_manifold){.count = 0};
    }
    const md_real f = impact.fraction;
    md2_manifold manifold = collide_at(world, a, md2_sweep_at(&sweep[0], f), b, md2_sweep_at(&sweep[1], f));
    for (int k = 0; k < manifold.count; ++k) {
        md2_manifold_point *point = &manifold.point[k];
        for (int side = 0; side < 2; ++side) {
            r[k][side] = vec_sub(point->point, vec_lerp(sweep[side].center[0], sweep[side].center[1], f));
        }
        point->separation = md_max(point->separation - f * h * speed_along(body, r[k], manifold.normal), 0);
    }
    return manifold;
}

/* ---- Time-of-impact fractions --------------------------------------------------------------------------------------- */

/* True if the body moves by more than half its inscribed radius in this substep. */
static bool could_tunnel(const struct body *body, md_real h)
{
    const md_real distance = h * (vec_length(body->velocity) + md_abs(body->angular_velocity) * body->max_extent);
    return body->awake && body->type == MD2_DYNAMIC && distance > body->inscribed_radius / 2;
}

/* The core of a shape: a circle with half its inscribed radius. */
static md2_hull core_of(const md2_hull *hull)
{
    const md_real radius = md_max(md2_inscribed_radius(hull) / 2, MD2_LINEAR_SLOP / 2);
    return (md2_hull){.point = {hull->centroid}, .centroid = hull->centroid, .radius = radius, .count = 1};
}

/* Time-of-impact fraction of the core of a shape with another shape; 1 if they do not meet. */
static md_real core_fraction(const struct shape *fast, const md2_sweep *sweep, const struct shape *other,
                             const md2_sweep *other_sweep)
{
    const md2_hull core = core_of(&fast->hull);
    const md2_impact impact = md2_time_of_impact(&other->hull, other_sweep, &core, sweep, 1);
    return impact.state == MD2_IMPACT_HIT ? impact.fraction : 1;
}

/* Time-of-impact fraction of a shape whose core would meet another shape; 1 if the core stays clear. */
static md_real toi_fraction(const struct shape *fast, const md2_sweep *sweep, const struct shape *other,
                            const md2_sweep *other_sweep)
{
    const md_real core = core_fraction(fast, sweep, other, other_sweep);
    if (core >= 1) {
        return 1;
    }
    const md2_impact impact = md2_time_of_impact(&other->hull, other_sweep, &fast->hull, sweep, 1);
    return impact.state == MD2_IMPACT_HIT ? impact.fraction : core;
}

/* A one-sided segment collides from its front only. */
static bool comes_from_behind(const md2_world *world, const struct shape *fast, const struct shape *other)
{
    if (!other->is_segment) {
        return false;
    }
    const md2_vec center = transform_point(body_transform(&world->bodies[fast->body]), fast->hull.centroid);
    const md2_vec local = transform_point_back(body_transform(&world->bodies[other->body]), center);
    return vec_cross(vec_sub(other->segment.b, other->segment.a), vec_sub(local, other->segment.a)) > 0;
}

/* Whether one side of a contact belongs to a fast body that must not pass through the other side. */
static bool is_watched(const md2_world *world, const struct contact *contact, int side)
{
    const struct body *body = &world->bodies[contact->body[side]];
    const struct body *met = &world->bodies[contact->body[1 - side]];
    const bool passes = met->type == MD2_DYNAMIC && (!body->bullet || met->bullet);
    return body->fast && !passes && !contact->sensor && !contact->ignored && !contact->let_through;
}

/* Shape of a watched side; NULL if it is no longer fast, or comes from behind a one-sided segment. */
static const struct shape *fast_shape(const md2_world *world, const struct contact *contact, int side, md_real h)
{
    const struct shape *fast = &world->shapes[contact->shape[side]];
    const bool is_free = !could_tunnel(&world->bodies[contact->body[side]], h) ||
                         comes_from_behind(world, fast, &world->shapes[contact->shape[1 - side]]);
    return is_free ? NULL : fast;
}

/* Stops the approach of a body whose core touches another shape. The constraint rows cannot do that if a fast spin carries the
 * contact points outward. */
static void stop_at_core(md2_world *world, const struct contact *contact, int side, md_real h)
{
    const struct shape *fast = fast_shape(world, contact, side, h);
    if (fast == NULL) {
        return;
    }
    const struct shape *other = &world->shapes[contact->shape[1 - side]];
    struct body *body = &world->bodies[fast->body];
    const struct body *met = &world->bodies[other->body];
    const md2_hull core = core_of(&fast->hull);
    const md2_distance_result apart = md2_hull_distance(&other->hull, body_transform(met), &core, body_transform(body));
    if (apart.distance > MD2_LINEAR_SLOP / 4) {
        return;
    }
    const struct body *const pair[2] = {met, body};
    const md2_vec r[2] = {vec_sub(apart.point[0], met->center), vec_sub(apart.point[1], body->center)};
    const md_real approach = -speed_along(pair, r, apart.normal);
    if (approach > 0) {
        body->velocity = vec_add_scaled(body->velocity, approach, apart.normal);
    }
}

static void limit_motion(md2_world *world, const struct contact *contact, int side, md_real h)
{
    const struct shape *fast = fast_shape(world, contact, side, h);
    if (fast == NULL) {
        return;
    }
    const struct shape *other = &world->shapes[contact->shape[1 - side]];
    struct body *body = &world->bodies[fast->body];
    const md2_sweep sweep = sweep_of(body, h);
    const md2_sweep other_sweep = sweep_of(&world->bodies[other->body], h);
    body->toi_fraction = md_min(body->toi_fraction, toi_fraction(fast, &sweep, other, &other_sweep));
}

#define CONTACTS_PER_TASK 1024

/* Lists the watched sides of contacts; each task writes from where its range begins. */
static void find_watched(void *context, int32_t task)
{
    md2_world *world = context;
    const struct md_task_range range = md_task_range_of(task, CONTACTS_PER_TASK, world->awake.contact_count);
    int32_t *watched = world->continuous.watched.at + 2 * (size_t)range.first;
    int32_t count = 0;
    for (int32_t n = range.first; n < range.end; ++n) {
        const int32_t i = world->awake.contacts.at[n];
        prefetch_contact(world, n, 1, 1);
        for (int side = 0; side < 2; ++side) {
            watched[count] = 2 * i + side;
            count += is_watched(world, &world->contacts.at[i], side);
        }
    }
    world->continuous.task_counts.at[task] = count;
}

/* Concatenates the lists of the tasks. Returns the number of entries. */
static int32_t join_watched(md2_world *world, int32_t tasks)
{
    int32_t all = 0;
    for (int32_t task = 0; task < tasks; ++task) {
        const int32_t *from = world->continuous.watched.at + 2 * (size_t)task * CONTACTS_PER_TASK;
        memmove(world->continuous.watched.at + all, from,
                (size_t)world->continuous.task_counts.at[task] * sizeof *from);
        all += world->continuous.task_counts.at[task];
    }
    return all;
}

/* Stops all bodies at their cores first, then limits the motion of the fast ones. */
static md_status limit_fast_bodies(md2_world *world, md_real h)
{
    const int32_t tasks = md_task_count(CONTACTS_PER_TASK, world->awake.contact_count);
    md_status status =
        indices_reserve(&world->allocator, &world->continuous.watched, 2 * (size_t)world->awake.contact_count + 2);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &world->continuous.task_counts, (size_t)tasks + 1);
    }
    if (status != MD_OK) {
        return status;
    }
    md_tasks_run(world->def.threads, tasks, find_watched, world);
    const int32_t count = join_watched(world, tasks);
    for (int32_t k = 0; k < count; ++k) {
        stop_at_core(world, &world->contacts.at[world->continuous.watched.at[k] / 2],
                     world->continuous.watched.at[k] % 2, h);
    }
    for (int32_t k = 0; k < count; ++k) {
        limit_motion(world, &world->contacts.at[world->continuous.watched.at[k] / 2],
                     world->continuous.watched.at[k] % 2, h);
    }
    return MD_OK;
}

/* The number of those that are fast. */
static int32_t find_fast(md2_world *world, const int32_t *list, int32_t count, const void *seconds)
{
    const md_real h = *(const md_real *)seconds;
    int32_t fast = 0;
    for (int32_t n = 0; n < count; ++n) {
        struct body *body = &world->bodies[list[n]];
        body->toi_fraction = 1;
        body->fast = could_tunnel(body, h);
        fast += body->fast;
    }
    return fast;
}

md_status md2_find_toi_fractions(md2_world *world, md_real h)
{
    const int32_t fast = md2_bodies_run(world, world->awake.bodies.at, world->awake.body_count, find_fast, &h);
    if (fast == 0 || !world->def.enable_continuous) {
        return MD_OK;
    }
    /* The solve may have sent a fast body towards shapes that are not a pair yet. */
    const md_status status = md2_broad_phase_find_pairs(world, true);
    return status == MD_OK ? limit_fast_bodies(world, h) : status;
}

void md2_continuous_free(struct continuous *continuous, const md_allocator *allocator)
{
    indices_free(allocator, &continuous->watched);
    indices_free(allocator, &continuous->task_counts);
}
