/* A run over several ranks: the processes that mpirun has started share the world of a scene.
 *
 * Rank 0 runs the command. It gives orders, and the other ranks obey them (divided_follow): to divide the world, to step, to
 * unite the world, to end. An order is a sum over all ranks to which rank 0 adds the order and every rank whether it was
 * interrupted, so that all learn of Ctrl-C after the same step. Which steps need the whole world only rank 0 has to know,
 * and whatever fails on rank 0 between two orders ends the other ranks in order.
 *
 * A rank that fails inside an order cannot be waited for: it prints one line and ends all ranks. */
#ifndef MODULUS_CLI_RUN_DIVIDED_H
#define MODULUS_CLI_RUN_DIVIDED_H

#include "cli/run/run.h"
#include "scene/scene_world.h"

/** The number of partitions of a run over ranks whose scene has none. It depends on the bodies alone, because the results
 *  depend on it. */
int32_t divided_partitions(int32_t bodies);

/* ---- Rank 0 ------------------------------------------------------------------------------------------------------ */

struct divided {
    bool is_active;
    struct scene share; /* its part of the world */
};

/** Divides the world of a scene among all ranks and destroys it. `observer` must outlive the run. */
int divided_begin(struct divided *divided, struct scene *whole, const struct scene_observer *observer);
/** Steps all shares. Returns a failure of this rank. */
md_status divided_step(const struct divided *divided, double dt, md_step_report *report);
/** Whether a rank was interrupted, as all ranks know since the last order. */
bool divided_interrupted(void);
/** Gives the scene the whole world as it is now, if it has none. scene_empty takes it away. Contacts take most of the memory: only
 *  pictures, checkpoints and the like need them. */
int divided_unite(const struct divided *divided, bool with_contacts, struct scene *whole);
/** Collects the reports of all ranks in memory that the caller frees. With one rank it is that of `whole`. */
int divided_report(const struct divided *divided, const struct scene *whole, md_share_report **reports);
/** Destroys the shares. Does nothing if the world is not divided. */
void divided_end(struct divided *divided);

/** Tells all ranks from which checkpoint a run can go on after a failure, for their last words. */
void divided_note_checkpoint(const char *path, int64_t step);
/** Ends the other ranks with an exit code, and MPI. Returns the code. */
int divided_dismiss(int code);

/* ---- Other ranks ------------------------------------------------------------------------------------------------- */

/** Obeys orders until the end. Returns the exit code. */
int divided_follow(void);

#endif
