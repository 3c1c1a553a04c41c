/* Continuous collision after the solve: no body passes through another one.
 *
 * The inner core of a shape is the part of it that is deeper than half its inscribed radius (geometry3/core.h). Contacts and
 * position correction may let surfaces overlap, but no inner core may touch a static or kinematic body, nor that of a bullet a
 * dynamic body. A substep moves a body twice: by position correction, then by its velocity. Each motion ends at the time of impact
 * of the inner core. Time that is lost in this way is lost for good.
 *
 * A body whose inner core almost touches an obstacle may be unable to move at all, because the rows of its contacts are linear, and
 * a fast spin carries the contact points away while the centre approaches. Such a body loses the approach of its centre, then half
 * of its spin, until it can move.
 *
 * A body that was stopped is watched for a while, however slow it is: contacts with a wall that is thinner than the body may push
 * it either way.
 *
 * The cost is that of a test per awake body, unless one of them is fast.
 */
#include <string.h>

#include "base/angle.h"
#include "engine/tasks.h"
#include "geometry3/impact.h"
#include "geometry3/vec3.h"
#include "world3/body_motion.h"
#include "world3/continuous.h"
#include "world3/step.h"
#include "world3/world.h"

/* ---- Pairs ---------------------------------------------------------------------------------------------------------- */

/* The two motions of a substep, one after the other. */
enum phase { PHASE_CORRECTION, PHASE_VELOCITY };

/* A watched side of a contact: the inner core of `shape` must not touch `other`. */
struct pair {
    const struct shape *shape, *other;
    struct body *body, *met;
    bool is_mutual; /* the other body is dynamic and stops too */
    md3_sweep sweep, other_sweep;
    struct mover inner; /* of `shape` */
    struct mover hit;   /* the obstacle of the last impact: `other`, or a triangle of it */
};

static md3_sweep sweep_in(const struct body *body, enum phase phase, md_real h)
{
    if (phase == PHASE_VELOCITY) {
        return md3_body_sweep(body, h);
    }
    if (!body->awake) {
        return md3_body_sweep(body, 0);
    }
    return (md3_sweep){.local_center = body->local_center,
                       .center = {body->start_center, body->center},
                       .rotation = {body->start_rotation, body->rotation}};
}

static struct pair pair_of(md3_world *world, int32_t watched, enum phase phase, md_real h)
{
    const struct contact *contact = &world->contacts.at[watched / 2];
    const int side = watched % 2;
    struct pair pair = {.shape = &world->shapes[contact->shape[side]],
                        .other = &world->shapes[contact->shape[1 - side]]};
    pair.body = &world->bodies[pair.shape->body];
    pair.met = &world->bodies[pair.other->body];
    pair.is_mutual = pair.met->type == MD3_DYNAMIC;
    pair.sweep = sweep_in(pair.body, phase, h);
    pair.other_sweep = sweep_in(pair.met, phase, h);
    const struct core inner = md3_inner_core_of(&pair.shape->geometry);
    pair.inner = md3_mover(&inner, &pair.sweep);
    return pair;
}

/* A gap that counts as a touch: a time of impact ends at it. */
#define TOUCH (MD3_LINEAR_SLOP / 4)
/* A gap that may not get smaller, lest repeated impacts and rounding close it. */
#define LEAST_GAP (MD3_LINEAR_SLOP / 16)
/* A body that can do less than this share of its motion is stuck. */
#define STUCK ((md_real)0.0625)
/* Substeps for which a body is watched after it was stopped. */
#define WATCHED_SUBSTEPS 60

/* Time of impact of the inner core between two fractions of the motion; 1 if it stays clear. One that overlaps already, such as
 * that of a body that was created in a wall, is free to leave. */
static md_real core_impact(struct pair *pair, md_real begin, md_real end)
{
    const md3_impact impact = md3_geometry_impact(&pair->other->geometry, &pair->other_sweep, &pair->inner,
                                                  (struct time_interval){begin, end}, &pair->hit);
    return impact.state == MD3_IMPACT_HIT ? impact.fraction : 1;
}

/* Fraction at which a body stops whose inner core would touch at `fraction`: where the surfaces touch, unless they do before the
 * motion. */
static md_real stop_fraction(const struct pair *pair, md_real fraction)
{
    const struct core core = md3_core_of(&pair->shape->geometry);
    const struct mover whole = md3_mover(&core, &pair->sweep);
    if (md3_mover_gap(&pair->hit, &whole, 0).separation > TOUCH) {
        md3_vec normal;
        const md3_impact impact = md3_mover_impact(&pair->hit, &whole, (struct time_interval){0, fraction}, &normal);
        return impact.state == MD3_IMPACT_HIT ? impact.fraction : fraction;
    }
    return md3_mover_gap(&pair->hit, &pair->inner, 0).separation < LEAST_GAP ? 0 : fraction;
}

static void add_velocity(struct body *body, md_real speed, md3_vec direction)
{
    body->velocity = vec_add_scaled(body->velocity, speed, body_unlocked_motion(body, direction));
}

/* Whether a body is stuck whose inner core would touch at `fraction`. One that was stopped in the last substep too is stuck even if
 * position correction has opened a gap: it would do a small share of its motion in every substep. */
static bool is_stuck(const struct pair *pair, md_real fraction, md_real gap)
{
    const bool was_stopped = pair->body->watched >= WATCHED_SUBSTEPS - 1;
    return gap <= LEAST_GAP || (fraction < STUCK && (gap <= TOUCH || was_stopped));
}

/* If a body is stuck whose inner core would touch at `fraction`, takes the velocity from it that keeps it from moving: first the
 * approach of the centres, then half of the spin. Opens a gap that is too small in two substeps. Returns false if it is not
 * stuck. */
static bool release(const struct pair *pair, md_real fraction, md_real h)
{
    const struct mover_gap gap = md3_mover_gap(&pair->hit, &pair->inner, 0);
    if (!is_stuck(pair, fraction, gap.separation)) {
        return false;
    }
    struct body *body = pair->body, *met = pair->met;
    const md_real opening = gap.separation < LEAST_GAP ? LEAST_GAP / (2 * h) : 0; /* m/s */
    const md_real excess = opening - vec_dot(gap.normal, vec_sub(body->velocity, met->velocity));
    if (excess > LEAST_GAP / (8 * h)) {
        const md_real impulse = excess / (body->inverse_mass + met->inverse_mass);
        add_velocity(body, impulse * body->inverse_mass, gap.normal);
        add_velocity(met, -impulse * met->inverse_mass, gap.normal);
    } else {
        body->angular_velocity = vec_scale((md_real)0.5, body->angular_velocity);
    }
    return true;
}

/* Limits the motion of the later of two dynamic bodies, one of which has stopped before. */
static void limit_later(struct pair *pair)
{
    const bool is_body_later = pair->body->toi_fraction > pair->met->toi_fraction;
    struct body *later = is_body_later ? pair->body : pair->met;
    const md_real begin = is_body_later ? pair->met->toi_fraction : pair->body->toi_fraction;
    struct pair stopped = *pair;
    md3_sweep *sweep = is_body_later ? &stopped.other_sweep : &stopped.sweep;
    const md3_rot rotation = md3_sweep_at(sweep, begin).q;
    const md3_vec center = vec_lerp(sweep->center[0], sweep->center[1], begin);
    *sweep = (md3_sweep){sweep->local_center, {center, center}, {rotation, rotation}};
    const struct core inner = md3_inner_core_of(&pair->shape->geometry);
    stopped.inner = md3_mover(&inner, &stopped.sweep);
    later->toi_fraction = md_min(later->toi_fraction, core_impact(&stopped, begin, later->toi_fraction));
}

/* Limits the motion of a pair. Returns whether a velocity has changed, so that all limits must be found again. */
static bool limit_pair(struct pair *pair, enum phase phase, md_real h, bool may_release)
{
    struct body *body = pair->body, *met = pair->met;
    const md_real end = pair->is_mutual ? md_min(body->toi_fraction, met->toi_fraction) : body->toi_fraction;
    const md_real fraction = core_impact(pair, 0, end);
    if (fraction < 1) {
        const bool released = phase == PHASE_VELOCITY && may_release && release(pair, fraction, h);
        body->watched = WATCHED_SUBSTEPS;
        if (released) {
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
static bool is_watched(const md3_world *world, const struct contact *contact, int side)
{
    const struct body *body = &world->bodies[contact->body[side]];
    const struct body *met = &world->bodies[contact->body[1 - side]];
    const bool is_mutual = met->type == MD3_DYNAMIC;
    const bool passes = is_mutual && (!body->bullet || met->bullet);
    const bool is_fast = body->fast || (is_mutual && body->bullet && met->fast);
    return is_fast && !passes && body->type == MD3_DYNAMIC && !contact->sensor && !contact->ignored &&
           !contact->let_through;
}

/* Whether a side of the n-th awake contact can be watched, by its bodies alone. */
static inline bool may_be_watched(const md3_world *world, int32_t n)
{
    const int32_t *body = world->awake.links[n].body;
    const struct body *a = &world->bodies[body[0]], *b = &world->bodies[body[1]];
    const bool are_dynamic = a->type == MD3_DYNAMIC && b->type == MD3_DYNAMIC;
    return (a->fast || b->fast) && (!are_dynamic || a->bullet || b->bullet);
}

/* Lists the watched sides of contacts; each task writes from where its range begins. */
static void find_watched(void *context, int32_t task)
{
    md3_world *world = context;
    const struct md_task_range range = md_task_range_of(task, CONTACTS_PER_TASK, world->awake.contact_count);
    int32_t *watched = world->continuous.watched.at + 2 * (size_t)range.first;
    int32_t count = 0;
    for (int32_t n = range.first; n < range.end; ++n) {
        const int32_t i = world->awake.contacts.at[n];
        if (!may_be_watched(world, n)) {
            continue;
        }
        for (int side = 0; side < 2; ++side) {
            watched[count] = 2 * i + side;
            count += is_watched(world, &world->contacts.at[i], side);
        }
    }
    world->continuous.task_counts.at[task] = count;
}

/* Concatenates the lists of the tasks, each of which has room for `most` entries. Returns the number of entries. */
static int32_t join_lists(md3_world *world, int32_t *list, int32_t tasks, size_t most)
{
    int32_t all = 0;
    for (int32_t task = 0; task < tasks; ++task) {
        const int32_t *from = list + (size_t)task * most;
        memmove(list + all, from, (size_t)world->continuous.task_counts.at[task] * sizeof *from);
        all += world->continuous.task_counts.at[task];
    }
    return all;
}

md_status md3_continuous_reserve(md3_world *world)
{
    const size_t sides = 2 * (size_t)world->awake.contact_count + 2;
    const size_t tasks = sides / CONTACTS_PER_TASK + 1;
    md_status status = indices_reserve(&world->allocator, &world->continuous.watched, sides);
    if (status == MD_OK) {
        status = indices_reserve(&world->allocator, &world->continuous.limited, sides);
    }
    return status == MD_OK ? indices_reserve(&world->allocator, &world->continuous.task_counts, tasks + 1) : status;
}

static md_status list_watched(md3_world *world, int32_t *count)
{
    const int32_t tasks = md_task_count(CONTACTS_PER_TASK, world->awake.contact_count);
    const md_status status = md3_continuous_reserve(world); /* for pairs that are new */
    if (status == MD_OK) {
        md_tasks_run(&world->tasks, tasks, find_watched, world);
        *count = join_lists(world, world->continuous.watched.at, tasks, 2 * CONTACTS_PER_TASK);
    }
    return status;
}

/* Sets the fractions of all watched bodies to 1. */
static void reset_fractions(md3_world *world, int32_t count)
{
    for (int32_t k = 0; k < count; ++k) {
        const struct contact *contact = &world->contacts.at[world->continuous.watched.at[k] / 2];
        world->bodies[contact->body[0]].toi_fraction = 1;
        world->bodies[contact->body[1]].toi_fraction = 1;
    }
}

/* The watched sides in a phase. */
struct limiting {
    md3_world *world;
    int32_t count;
    enum phase phase;
    md_real h;
};

/* Lists the sides that may limit a motion: those whose inner core meets the other shape, and all of two dynamic bodies, which also
 * limit each other. Each task writes from where its range begins. */
static void find_limited(void *context, int32_t task)
{
    const struct limiting *limiting = context;
    md3_world *world = limiting->world;
    const struct md_task_range range = md_task_range_of(task, CONTACTS_PER_TASK, limiting->count);
    int32_t *limited = world->continuous.limited.at + range.first;
    int32_t count = 0;
    for (int32_t k = range.first; k < range.end; ++k) {
        const int32_t watched = world->continuous.watched.at[k];
        struct pair pair = pair_of(world, watched, limiting->phase, limiting->h);
        limited[count] = watched;
        count += pair.is_mutual || core_impact(&pair, 0, 1) < 1;
    }
    world->continuous.task_counts.at[task] = count;
}

/* Returns the number of sides that may limit a motion. */
static int32_t list_limited(md3_world *world, int32_t count, enum phase phase, md_real h)
{
    struct limiting limiting = {world, count, phase, h};
    const int32_t tasks = md_task_count(CONTACTS_PER_TASK, count);
    md_tasks_run(&world->tasks, tasks, find_limited, &limiting);
    return join_lists(world, world->continuous.limited.at, tasks, CONTACTS_PER_TASK);
}

/* Limits all pairs once. Returns whether a velocity has changed. Sets `again` if a dynamic body has stopped before another. */
static bool limit_pairs(md3_world *world, int32_t count, enum phase phase, md_real h, bool may_release, bool *again)
{
    bool released = false;
    *again = false;
    for (int32_t k = 0; k < count; ++k) {
        struct pair pair = pair_of(world, world->continuous.limited.at[k], phase, h);
        const md_real before[2] = {pair.body->toi_fraction, pair.met->toi_fraction};
        released = limit_pair(&pair, phase, h, may_release) || released;
        const bool changed = pair.body->toi_fraction != before[0] || pair.met->toi_fraction != before[1];
        *again = *again || (changed && pair.is_mutual);
    }
    return released;
}

/* Finds the fractions of a phase. Returns whether a velocity has changed, which makes them invalid. */
static bool limit_phase(md3_world *world, int32_t count, enum phase phase, md_real h, bool may_release)
{
    const int32_t limited = list_limited(world, count, phase, h);
    bool again = true;
    bool released = false;
    for (int round = 0; again && !released && round < MAX_ROUNDS; ++round) {
        released = limit_pairs(world, limited, phase, h, may_release, &again);
    }
    return released;
}

/* Moves bodies back to where their position correction has to stop. */
static void limit_corrections(md3_world *world, int32_t count)
{
    for (int32_t k = 0; k < 2 * count; ++k) {
        const struct contact *contact = &world->contacts.at[world->continuous.watched.at[k / 2] / 2];
        struct body *body = &world->bodies[contact->body[k % 2]];
        if (body->toi_fraction < 1) {
            const md3_sweep sweep = sweep_in(body, PHASE_CORRECTION, 0);
            body->rotation = md3_sweep_at(&sweep, body->toi_fraction).q;
            body->center = vec_lerp(sweep.center[0], sweep.center[1], body->toi_fraction);
            md3_body_place_origin(body);
            body->toi_fraction = 1;
        }
    }
}

/* Limits position correction, then motion. */
static md_status limit_bodies(md3_world *world, md_real h)
{
    md_status status = MD_OK;
    bool released = true;
    for (int round = 0; status == MD_OK && released && round <= MAX_ROUNDS; ++round) {
        int32_t count = 0;
        /* The solve or a release may have sent a fast body towards shapes that are not a pair yet. */
        status = md3_broad_phase_find_pairs(world, true);
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
static int32_t find_fast(md3_world *world, const int32_t *list, int32_t count, const void *seconds)
{
    const md_real h = *(const md_real *)seconds;
    int32_t fast = 0;
    for (int32_t n = 0; n < count; ++n) {
        fast += body_find_fast(&world->bodies[list[n]], h);
    }
    return fast;
}

/* A soft step has found the fast bodies, and has not yet corrected the positions. */
md_status md3_find_toi_fractions(md3_world *world, md_real h)
{
    const bool is_soft = md3_steps_softly(world);
    const int32_t fast = is_soft
                             ? world->continuous.fast_bodies
                             : md3_bodies_run(world, world->awake.bodies.at, world->awake.body_count, find_fast, &h);
    if (fast == 0 || !world->def.enable_continuous) {
        return MD_OK;
    }
    if (is_soft) {
        md3_soft_step_correct(world);
    }
    return limit_bodies(world, h);
}

/* Limits a spin to half a turn in h seconds. The sweep cannot see more, and neither can the linear rows of contacts: a body that
 * is stopped with a larger spin would be stopped again in every step, without an impulse that slows it down. */
static md3_vec limited_spin(md3_vec spin, md_real h)
{
    const md_real turn = h * vec_length(spin);
    return turn > (md_real)MD_PI ? vec_scale((md_real)MD_PI / turn, spin) : spin;
}

/* The spin at a fraction of a motion, in world coordinates. Between its values at the start and at the end, in the axes of the body,
 * the energy is never larger than at one of them. The rotation by the straight way is not that of free motion: with the momentum of
 * free motion, a thin bar that is turned towards its momentum would gain energy without limit. */
static md3_vec spin_at(const struct body *before, const struct body *after, md_real fraction, md3_rot rotation)
{
    const md3_vec first = rot_unapply(before->rotation, before->angular_velocity);
    const md3_vec last = rot_unapply(after->rotation, after->angular_velocity);
    return body_unlocked_spin(after, rot_apply(rotation, vec_lerp(first, last, fraction)));
}

bool md3_body_move_to_impact(struct body *body, md_real h)
{
    const struct body before = *body;
    const md3_sweep sweep = md3_body_sweep(body, h);
    if (!md3_body_integrate(body, h)) {
        return false;
    }
    const md_real fraction = before.toi_fraction;
    const md3_rot rotation = md3_sweep_at(&sweep, fraction).q;
    body->angular_velocity = limited_spin(spin_at(&before, body, fraction, rotation), h);
    body->rotation = rotation;
    body->center = vec_lerp(sweep.center[0], sweep.center[1], fraction);
    md3_body_place_origin(body);
    return true;
}

void md3_continuous_free(struct continuous *continuous, const md_allocator *allocator)
{
    indices_free(allocator, &continuous->watched);
    indices_free(allocator, &continuous->limited);
    indices_free(allocator, &continuous->task_counts);
}
