/* How a world is stored. Each concept has its own header; this one puts them together.
 *
 * Bodies, shapes and joints live in slots that keep their index, so that a handle is an index and a generation.
 * Contacts are in the order of their creation, or of their shapes if there are partitions. Every array is kept from step to step: a settled scene steps without an
 * allocation.
 */
#ifndef MODULUS_WORLD3_WORLD_H
#define MODULUS_WORLD3_WORLD_H

#include <modulus/world3.h>

#include "engine/handles.h"
#include "engine/memory_limit.h"
#include "engine/sleep_timer.h"
#include "engine/statistics.h"
#include "engine/step_limits.h"
#include "engine/tasks.h"
#include "world3/awake_set.h"
#include "world3/body.h"
#include "world3/broad_phase.h"
#include "world3/contact.h"
#include "world3/continuous.h"
#include "world3/division.h"
#include "world3/event.h"
#include "world3/island.h"
#include "world3/joint.h"
#include "world3/moves.h"
#include "world3/narrow_phase.h"
#include "world3/position_problem.h"
#include "world3/refuse.h"
#include "world3/saved_motion.h"
#include "world3/shape.h"
#include "world3/shared_geometries.h"
#include "world3/travel.h"
#include "world3/velocity_problem.h"

struct md3_world {
    md3_world_def def;
    struct memory_limit *memory_limit;
    md_allocator allocator; /* within the memory limit */
    struct md_tasks tasks;  /* def.threads of them */
    bool logged_missing_threads;
    bool stepping;         /* a callback may run: nothing may change */
    bool refusing_destroy; /* the log callback is being told, and may try again */
    int64_t steps;
    md_statistics statistics; /* not part of the state */
    md_error last_error;      /* of the last call that was refused; not part of the state */

    struct handle_pool body_handles, shape_handles, joint_handles;
    struct body *bodies;
    struct reals sleep_timers; /* of the bodies */
    struct shape *shapes;
    struct shared_geometries geometries;
    struct joint *joints;
    bool masses_are_stale; /* of a body: see md3_body_add_mass */
    size_t body_capacity, shape_capacity, joint_capacity;
    struct contacts contacts;
    struct events events;
    struct moves moves;

    struct awake_set awake;
    struct broad_phase broad_phase;
    struct division division;
    struct share *share; /* what this rank has of a divided world; NULL: it is not divided */
    struct narrow_phase narrow_phase;
    struct travels travels;
    struct island_set islands;
    struct velocity_problem velocity;
    struct position_problem position;
    struct continuous continuous;
    struct saved_motion saved_motion;
    struct indices body_task_counts; /* scratch of md3_bodies_run */
};

static inline bool body_is_active(const md3_world *world, int32_t index)
{
    return md_handles_is_used(&world->body_handles, index) && world->bodies[index].awake;
}

/** Prefetches a contact that will be read soon, and its bodies. Contacts are larger than what the hardware fetches by
 *  itself, and their bodies are scattered in memory. */
static inline void prefetch_contact(const md3_world *world, int32_t n, int contact_lines, int body_lines)
{
    const int32_t *list = world->awake.contacts.at;
    const int32_t last = world->awake.contact_count - 1;
    const struct contact *soon = &world->contacts.at[list[n + PREFETCH_AHEAD < last ? n + PREFETCH_AHEAD : last]];
    prefetch(&world->contacts.at[list[n + 2 * PREFETCH_AHEAD < last ? n + 2 * PREFETCH_AHEAD : last]], contact_lines);
    prefetch(&world->bodies[soon->body[0]], body_lines);
    prefetch(&world->bodies[soon->body[1]], body_lines);
}

/* ---- world.c ----------------------------------------------------------------------------------------------------- */

/** Sends a line to the log callback, if there is one. */
void md3_log(const md3_world *world, md3_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
