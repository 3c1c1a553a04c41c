/* Worker threads that wait for jobs: an independent pool for each owner. Needs POSIX threads. */
#ifndef MODULUS_ENGINE_THREAD_POOL_H
#define MODULUS_ENGINE_THREAD_POOL_H

#include "engine/tasks.h"

/** Starts at most `workers` threads, fewer if the system refuses. Returns NULL if none could be started. */
struct thread_pool *md_thread_pool_create(const md_allocator *allocator, int32_t workers);

/** Ends the threads. In a forked process, which does not have them, only frees their memory. `pool` may be NULL. */
void md_thread_pool_destroy(struct thread_pool *pool);

/** The number of threads that were started; 0 for NULL. */
int32_t md_thread_pool_size(const struct thread_pool *pool);

/** True in a process that was forked from the one that created the pool: it has the memory, but not the threads. */
bool md_thread_pool_is_forked(const struct thread_pool *pool);

/** Runs the tasks on the workers and on the calling thread, and returns when all are done. */
void md_thread_pool_run(struct thread_pool *pool, int32_t count, md_task_function *task, void *context);

#endif
