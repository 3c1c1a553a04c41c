/* Tasks that do not depend on each other, done by several threads at a time.
 *
 * What is a task follows from the work, never from the number of threads, and each task writes to places of its own: then the same bits
 * come of it whoever does what. Where the library was built without OpenMP one thread does all.
 */
#ifndef MODULUS_BASE_THREADS_H
#define MODULUS_BASE_THREADS_H

#include <stdint.h>

typedef void md_task_function(void *context, int32_t task);

/** Does tasks 0 to count - 1, with so many threads at the most. */
void md_threads_run(int32_t threads, int32_t count, md_task_function *task, void *context);

/** How many threads can be of use: 1 where the library was built without them. */
int32_t md_threads_most(void);

/** A range of items as a task: items first to end - 1 of `count`, so many a task. */
struct md_range {
    int32_t first, end;
};

static inline struct md_range md_range_of(int32_t task, int32_t items_a_task, int32_t count)
{
    const int32_t first = task * items_a_task;
    return (struct md_range){first, count - first < items_a_task ? count : first + items_a_task};
}

static inline int32_t md_range_tasks(int32_t items_a_task, int32_t count)
{
    return count / items_a_task + (count % items_a_task != 0);
}

#endif
