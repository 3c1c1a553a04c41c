/* Independent tasks, run by several threads.
 *
 * How work is divided into tasks depends on the work, never on the number of threads, and each task writes only to
 * memory of its own. Results are therefore bit-identical for any number of threads. A library built without threads
 * runs all tasks on the calling thread.
 */
#ifndef MODULUS_ENGINE_TASKS_H
#define MODULUS_ENGINE_TASKS_H

#include <modulus/base.h>

typedef void md_task_function(void *context, int32_t task);

/** The threads of one owner, which sets `allocator` and `threads` and zeroes the rest. They are started by the first
 *  tasks that need them. If not all can be started, the tasks run on fewer. */
struct md_tasks {
    md_allocator allocator;
    int32_t threads; /**< wanted, the calling one included */
    int32_t missing; /**< threads that could not be started */
    bool started;    /**< the start was tried */
    struct thread_pool *pool;
};

/** Runs tasks 0 to count - 1 on at most tasks->threads threads and returns when all are done. One thread at a time may
 *  call this. A process that was forked from the one that started the threads starts its own. `tasks` may be NULL: one
 *  thread. */
void md_tasks_run(struct md_tasks *tasks, int32_t count, md_task_function *task, void *context);

/** Ends all threads but the calling one, and sets how many the next tasks want. */
void md_tasks_reset(struct md_tasks *tasks, int32_t threads);

/** The items of one task: first to end - 1. */
struct md_task_range {
    int32_t first, end;
};

/** Returns the items of a task when `count` items are divided into tasks of `items_per_task`. */
static inline struct md_task_range md_task_range_of(int32_t task, int32_t items_per_task, int32_t count)
{
    const int32_t first = task * items_per_task;
    return (struct md_task_range){first, count - first < items_per_task ? count : first + items_per_task};
}

/** Returns the number of tasks of that division. */
static inline int32_t md_task_count(int32_t items_per_task, int32_t count)
{
    return count / items_per_task + (count % items_per_task != 0);
}

#endif
