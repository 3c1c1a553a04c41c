/* Ranks that are threads of one process, with a communicator between them: for tests of divided problems and worlds. */
#ifndef MODULUS_TESTS_THREAD_RANKS_H
#define MODULUS_TESTS_THREAD_RANKS_H

#include <modulus/communicator.h>

#define MAX_THREAD_RANKS 64

/** What a rank runs. cmocka's assertions may only be used by the calling thread of thread_ranks_run: store results in `user`, and
 *  check them afterwards. */
typedef void thread_rank_function(const md_communicator *communicator, void *user);

/** Runs the function in one thread for each of `ranks` ranks, and returns when all have ended. Ends the process with a message if
 *  a rank waits for another for a minute, or if the two sides of a message disagree about its size. */
void thread_ranks_run(int ranks, thread_rank_function *function, void *user);

#endif
