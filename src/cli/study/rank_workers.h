/* A study over ranks: the processes that mpirun has started perform its runs.
 *
 * Rank 0 hands out the runs one at a time: whoever is idle asks it for the next one, so that no rank waits for the slowest.
 * It has the plan, writes all files and shows the progress, as without mpirun. A run is performed as without mpirun, too: by
 * a process of its own, whose crash is the failure of that run alone. A process that has started MPI should not fork,
 * because network cards share memory with it. Therefore each rank forks once before it starts MPI: its helper, which
 * starts the processes of the runs (workers.h) and reaches the rank by a socket.
 *
 *     process of a run <- helper <- socket -> rank <- letters (ranks.h) -> rank 0
 *
 * A rank sleeps while nothing arrives, and leaves the processor to the runs. */
#ifndef MODULUS_CLI_STUDY_RANK_WORKERS_H
#define MODULUS_CLI_STUDY_RANK_WORKERS_H

#include <sys/types.h>

#include "cli/study/workers.h"

struct rank_workers {
    pid_t helper; /* 0: none */
    int socket;   /* to the helper; -1: closed */
    int64_t busy; /* on rank 0: helpers of all ranks that have not ended */
};

/** Starts the helper of this rank, which performs up to `jobs` runs at a time, before MPI is started. Only
 *  work->perform is called, in the processes of the runs. */
int rank_workers_begin(struct rank_workers *workers, const struct work *work, int64_t jobs);
/** Performs all runs; on rank 0. Like workers_run. */
int rank_workers_run(struct rank_workers *workers, const struct work *work);
/** Ends all ranks with an exit code, and MPI; on rank 0, also after a failure before the runs. Returns the code. */
int rank_workers_dismiss(struct rank_workers *workers, int code);
/** Serves the helper until the end; on all other ranks. Returns the exit code. */
int rank_workers_follow(struct rank_workers *workers);
/** Ends the helper if MPI could not be started. */
void rank_workers_cancel(struct rank_workers *workers);

#endif
