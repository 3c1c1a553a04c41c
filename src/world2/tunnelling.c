/* Continuous collision after the solve: no body passes through another one.
 *
 * The core of a shape is the part of it that is deeper than half its inscribed radius. Contacts and position correction may let
 * surfaces overlap, but no core may touch a static or kinematic body, nor the core of a bullet a dynamic body. A substep moves a
 * body twice: by position correction, then by its velocity. Each motion ends at the time of impact of the core. Time that is lost
 * in this way is lost for good.
 *
 * A body whose core almost touches an obstacle may be unable to move at all, because the rows of its contacts are linear, and a
 * fast spin carries the contact points away while the centre approaches. Such a body loses the approach of its centre, then half
 * of its spin, until it can move.
 *
 * The cost is that of a test per awake body, unless one of them is fast.
 */
#include <string.h>

#include "engine/tasks.h"
#include "geometry2/clearance.h"
#include "geometry2/distance.h"
#include "geometry2/hull.h"
#include "world2/body_motion.h"
#include "world2/continuous.h"
#include "world2/step.h"
#include "world2/world.h"

/* ---- Cores ---------------------------------------------------------------------------------------------------------- */

/* Depth of the core of a shape below its surface, m. */
static md_real core_depth(const md2_hull *hull)
{
    return md2_inscribed_radius(hull) / 2;
}

/* The core of a shape. A shape without area has a small circle instead. */
static md2_hull core_of(const md2_hull *hull)
{
    const md_real depth = core_depth(hull);
    if (depth > 0) {
        return md2_hull_eroded(hull, depth);
    }
    return (md2_hull){.point = {hull->centroid}, .centroid = hull->centroid, .radius = MD2_LINEAR_SLOP / 2, .count = 1};
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

/* ---- Pairs ---------------------------------------------------------------------------------------------------------- */

/* The two motions of a substep, one after the other. */
enum phase { PHASE_CORRECTION, PHASE_VELOCITY };

/* A watched side of a contact: the core of `shape` must not touch `other`. */
struct pair {
    const struct shape *shape, *other;
    struct body *body, *met;
    bool is_mutual; /* the other body is dynamic and stops too */
    md2_hull core;
    md2_sweep sweep, other_sweep;
};

static md2_sweep sweep_in(const struct body *body, enum phase phase, md_real h)
{
    if (phase == PHASE_VELOCITY) {
        return md2_body_sweep(body, h);
    }
    if (!body->awake) {
        return md2_body_sweep(body, 0);
    }
    return (md2_sweep){.local_center = body->local_center,
                       .center = {body->start_center, body->center},
                       .rotation = {body->start_rotation, body->rotation}};
}

static struct pair pair_of(md2_world *world, int32_t watched, enum phase phase, md_real h)
{
    const struct contact *contact = &world->contacts.at[watched / 2];
    const int side = watched % 2;
    struct pair pair = {.shape = &world->shapes[contact->shape[side]],
                        .other = &world->shapes[contact->shape[1 - side]]};
    pair.body = &world->bodies[pair.shape->body];
    pair.met = &world->bodies[pair.other->body];
    pair.is_mutual = pair.met->type == MD2_DYNAMIC;
    pair.sweep = sweep_in(pair.body, phase, h);
    pair.other_sweep = sweep_in(pair.met, phase, h);
    return pair;
}

/* Distance and normal, from the other shape to `hull`, before the motion. */
static md2_distance_result gap_before(const struct pair *pair, const md2_hull *hull)
{
    return md2_hull_distance(&pair->other->hull, md2_sweep_at(&pair->other_sweep, 0), hull,
                             md2_sweep_at(&pair->sweep, 0));
}

/* A gap that counts as a touch: a time of impact ends at it. */
#define TOUCH (MD2_LINEAR_SLOP / 4)
/* A gap that may not get smaller, lest repeated impacts and rounding close it. */
#define LEAST_GAP (MD2_LINEAR_SLOP / 16)
/* A body that can do less than this share of its motion is stuck. */
#define STUCK ((md_real)0.0625)

/* Time of impact of the core between two fractions of the motion; 1 if it stays clear. A core that overlaps already, such as
 * that of a body that was created in a wall, is free to leave. */
static md_real core_impact(const struct pair *pair, md_real begin, md_real end)
{
    const md2_impact impact =
        md2_time_of_impact_between(&pair->other->hull, &pair->other_sweep, &pair->core, &pair->sweep, begin, end);
    return impact.state == MD2_IMPACT_HIT ? impact.fraction : 1;
}

/* Fraction at which a body stops whose core would touch at `fraction`: where the surfaces touch, unless they do before the
 * motion. */
static md_real stop_fraction(const struct pair *pair, md_real fraction)
{
    const md2_hull *hull = &pair->shape->hull;
    if (gap_before(pair, hull).distance > TOUCH) {
        const md2_impact impact =
            md2_time_of_impact(&pair->other->hull, &pair->other_sweep, hull, &pair->sweep, fraction);
        return impact.state == MD2_IMPACT_HIT ? impact.fraction : fraction;
    }
    return gap_before(pair, &pair->core).distance < LEAST_GAP ? 0 : fraction;
}

/* If a body is stuck whose core would touch at `fraction`, takes the velocity from it that keeps it from moving: first the
 * approach of the centres, then half of the spin. Opens a gap that is too small in two substeps. Returns false if it is not
 * stuck. */
static bool release(const struct pair *pair, md_real fraction, md_real h)
{
    const md2_distance_result gap = gap_before(pair, &pair->core);
    if (gap.distance > (fraction < STUCK ? TOUCH : LEAST_GAP)) {
        return false;
    }
    struct body *body = pair->body, *met = pair->met;
    const md_real opening = gap.distance < LEAST_GAP ? LEAST_GAP / (2 * h) : 0; /* m/s */
    const md_real excess = opening - vec_dot(gap.normal, vec_sub(body->velocity, met->velocity));
    if (excess > LEAST_GAP / (8 * h)) {
        const md_real impulse = excess / (body->inverse_mass + met->inverse_mass);
        body->velocity = vec_add_scaled(body->velocity, impulse * body->inverse_mass, gap.normal);
        met->velocity = vec_add_scaled(met->velocity, -impulse * met->inverse_mass, gap.normal);
    } else {
        body->angular_velocity /= 2;
    }
    return true;
}

/* Limits the motion of the later of two dynamic bodies, one of which has stopped before. */
static void limit_later(struct pair *pair)
{
    const bool is_body_later = pair->body->toi_fraction > pair->met->toi_fraction;
    struct body *later = is_body_later ? pair->body : pair->met;
    const md_real begin = is_body_later ? pair->met->toi_fraction : pair->body->toi_fraction;
    md2_sweep *stopped = is_body_later ? &pair->other_sweep : &pair->sweep;
    const md2_sweep moving = *stopped;
    const md2_rot rotation = md2_sweep_at(&moving, begin).q;
    const md2_vec center = vec_lerp(moving.center[0], moving.center[1], begin);
    *stopped = (md2_sweep){moving.local_center, {center, center}, {rotation, rotation}};
    later->toi_fraction = md_min(later->toi_fraction, core_impact(pair, begin, later->toi_fraction));
    *stopped = moving;
}

/* Whether the core provably misses the other shape, as that of almost all bodies that slide or roll fast does. */
static bool misses(const struct pair *pair)
{
    const md_real depth = core_depth(&pair->shape->hull);
    return depth > 0 && md2_stay_clear(&pair->other->hull, &pair->other_sweep, &pair->shape->hull, &pair->sweep,
                                       MD2_LINEAR_SLOP - depth);
}

/* Limits the motion of a pair. Returns whether a velocity has changed, so that all limits must be found again. */
static bool limit_pair(struct pair *pair, enum phase phase, md_real h, bool may_release)
{
    struct body *body = pair->body, *met = pair->met;
    const bool is_clear = misses(pair);
    if (is_clear && !(pair->is_mutual && body->toi_fraction != met->toi_fraction)) {
        return false;
    }
    pair->core = core_of(&pair->shape->hull);
    const md_real end = pair->is_mutual ? md_min(body->toi_fraction, met->toi_fraction) : body->toi_fraction;
    const md_real fraction = is_clear ? 1 : core_impact(pair, 0, end);
    if (fraction < 1) {
        if (phase == PHASE_VELOCITY && may_release && release(pair, fraction, h)) {
            return true;
        }
        body->toi_fraction = md_min(end, stop_fraction(pair, fraction));
        met->toi_fraction = pair->is_mutual ? body->toi_fraction : met->toi_fraction;
    } else if (pair->is_mutual && body->toi_fraction != met->toi_fraction) {
        limit_later(pair);
    }
    return false;
}

/* ---- All watched sides ---------------------------------------------------------------------------------------------- */

#define CONTACTS_PER_TASK 1024
#define MAX_ROUNDS 8

/* Whether one side of a contact belongs to a body that must not pass through the other side, and one of the two is fast. Bullets
 * pass through each other, and other dynamic bodies through all dynamic bodies. */
static bool is_watched(const md2_world *world, const struct contact *contact, int side)
{
    const struct body *body = &world->bodies[contact->body[side]];
    const struct body *met = &world->bodies[contact->body[1 - side]];
    const bool is_mutual = met->type == MD2_DYNAMIC;
    const bool passes = is_mutual && (!body->bullet || met->bullet);
    if (!(body->fast || (is_mutual && body->bullet && met->fast)) || passes || contact->sensor || contact->ignored ||
        contact->let_through) {
        return false;
    }
    return !comes_from_behind(world, &world->shapes[contact->shape[side]], &world->shapes[contact->shape[1 - side]]);
}

/* Whether a side of the n-th awake contact can be watched, by its bodies alone. */
static inline bool may_be_watched(const md2_world *world, int32_t n)
{
    const int32_t *body = world->awake.links[n].body;
    const struct body *a = &world->bodies[body[0]], *b = &world->bodies[body[1]];
    const bool are_dynamic = a->type == MD2_DYNAMIC && b->type == MD2_DYNAMIC;
    return (a->fast || b->fast) && (!are_dynamic || a->bullet || b->bullet);
}

/* Lists the watched sides of contacts; each task writes from where its range begins. */
static void find_watched(void *context, int32_t task)
{
    md2_world *world = context;
    const struct md_task_range range = md_task_range_of(task, CONTACTS_PER_TASK, world->awake.contact_count);
    int32_t *watched = world->continuous.watched.at + 2 * (size_t)range.first;
    int32_t count = 0;
    for (int32_t n = range.first; n < range.end; ++n) {
        if (!may_be_watched(world, n)) {
            continue;
        }
        const int32_t i = world->awake.contacts.at[n];
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

static md_status list_watched(md2_world *world, int32_t *count)
{
    const int32_t tasks = md_task_count(CONTACTS_PER_TASK, world->awake.contact_count);
    md_status status =
        indices_reserve(&world->allocator, &world->continuous.watched, 2 * (size_t)world->awake.contact_count + 2);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &world->continuous.task_counts, (size_t)tasks + 1);
    }
    if (status == MD_OK) {
        md_tasks_run(&world->tasks, tasks, find_watched, world);
        *count = join_watched(world, tasks);
    }
    return status;
}

/* Sets the fractions of all watched bodies to 1. */
static void reset_fractions(md2_world *world, int32_t count)
{
    for (int32_t k = 0; k < count; ++k) {
        const struct contact *contact = &world->contacts.at[world->continuous.watched.at[k] / 2];
        world->bodies[contact->body[0]].toi_fraction = 1;
        world->bodies[contact->body[1]].toi_fraction = 1;
    }
}

/* Limits all pairs once. Returns whether a velocity has changed. Sets `again` if a dynamic body has stopped before another. */
static bool limit_pairs(md2_world *world, int32_t count, enum phase phase, md_real h, bool may_release, bool *again)
{
    bool released = false;
    *again = false;
    for (int32_t k = 0; k < count; ++k) {
        struct pair pair = pair_of(world, world->continuous.watched.at[k], phase, h);
        const md_real before[2] = {pair.body->toi_fraction, pair.met->toi_fraction};
        released = limit_pair(&pair, phase, h, may_release) || released;
        const bool changed = pair.body->toi_fraction != before[0] || pair.met->toi_fraction != before[1];
        *again = *again || (changed && pair.is_mutual);
    }
    return released;
}

/* Finds the fractions of a phase. Returns whether a velocity has changed, which makes them invalid. */
static bool limit_phase(md2_world *world, int32_t count, enum phase phase, md_real h, bool may_release)
{
    bool again = true;
    bool released = false;
    for (int round = 0; again && !released && round < MAX_ROUNDS; ++round) {
        released = limit_pairs(world, count, phase, h, may_release, &again);
    }
    return released;
}

/* Moves bodies back to where their position correction has to stop. */
static void limit_corrections(md2_world *world, int32_t count)
{
    for (int32_t k = 0; k < 2 * count; ++k) {
        const struct contact *contact = &world->contacts.at[world->continuous.watched.at[k / 2] / 2];
        struct body *body = &world->bodies[contact->body[k % 2]];
        if (body->toi_fraction < 1) {
            const md2_sweep sweep = sweep_in(body, PHASE_CORRECTION, 0);
            body->rotation = md2_sweep_at(&sweep, body->toi_fraction).q;
            body->center = vec_lerp(sweep.center[0], sweep.center[1], body->toi_fraction);
            body_place_origin(body);
            body->toi_fraction = 1;
            body->correction = vec(0, 0); /* it is used up */
            body->turn_correction = 0;
            body->start_center = body->center;
            body->start_rotation = body->rotation;
        }
    }
}

/* Limits position correction, then motion. */
static md_status limit_bodies(md2_world *world, md_real h)
{
    md_status status = MD_OK;
    bool released = true;
    for (int round = 0; status == MD_OK && released && round <= MAX_ROUNDS; ++round) {
        int32_t count = 0;
        /* The solve or a release may have sent a fast body towards shapes that are not a pair yet. */
        status = md2_broad_phase_find_pairs(world, true);
        if (status == MD_OK) {
            status = list_watched(world, &count);
        }
        if (status != MD_OK || count == 0) {
            return status;
        }
        reset_fractions(world, count); /* a sleeping body still has the one with which it was stopped */
        if (round == 0) {
            (void)limit_phase(world, count, PHASE_CORRECTION, h, false);
            limit_corrections(world, count);
        }
        released = limit_phase(world, count, PHASE_VELOCITY, h, round < MAX_ROUNDS);
    }
    return status;
}

/* ---- Entry points --------------------------------------------------------------------------------------------------- */

/* Returns the number of those that are fast. */
static int32_t find_fast(md2_world *world, const int32_t *list, int32_t count, const void *seconds)
{
    const md_real h = *(const md_real *)seconds;
    int32_t fast = 0;
    for (int32_t n = 0; n < count; ++n) {
        fast += body_find_fast(&world->bodies[list[n]], h);
    }
    return fast;
}

/* A soft step has found the fast bodies, and has not yet corrected the positions. */
md_status md2_find_toi_fractions(md2_world *world, md_real h)
{
    const bool is_soft = md2_steps_softly(world);
    const int32_t fast = is_soft
                             ? world->continuous.fast_bodies
                             : md2_bodies_run(world, world->awake.bodies.at, world->awake.body_count, find_fast, &h);
    if (fast == 0 || !world->def.enable_continuous) {
        return MD_OK;
    }
    if (is_soft) {
        md2_soft_step_correct(world);
    }
    return limit_bodies(world, h);
}

bool md2_body_move_to_impact(struct body *body, md_real h)
{
    const md2_sweep sweep = md2_body_sweep(body, h);
    const md2_vec center = vec_lerp(sweep.center[0], sweep.center[1], body->toi_fraction);
    if (!body_is_in_world(center)) {
        return body_move(body, body->velocity, body->angular_velocity, h);
    }
    body->rotation = md2_sweep_at(&sweep, body->toi_fraction).q;
    body->center = center;
    body_place_origin(body);
    return true;
}

void md2_continuous_free(struct continuous *continuous, const md_allocator *allocator)
{
    indices_free(allocator, &continuous->watched);
    indices_free(allocator, &continuous->task_counts);
}
