#include "engine/tasks.h"

#ifdef MODULUS_HAS_THREADS
#include "engine/thread_pool.h"

/* Returns the pool, which is created for the first tasks and again in a forked process; NULL if there are no threads
 * but the calling one. */
static struct thread_pool *pool_of(struct md_tasks *tasks)
{
    if (tasks->pool != NULL && md_thread_pool_is_forked(tasks->pool)) {
        md_tasks_reset(tasks, tasks->threads);
    }
    if (!tasks->started) {
        const int32_t wanted = tasks->threads - 1;
        tasks->started = true;
        tasks->pool = md_thread_pool_create(&tasks->allocator, wanted);
        tasks->missing = wanted - md_thread_pool_size(tasks->pool);
    }
    return tasks->pool;
}

void md_tasks_reset(struct md_tasks *tasks, int32_t threads)
{
    md_thread_pool_destroy(tasks->pool);
    *tasks = (struct md_tasks){.allocator = tasks->allocator, .threads = threads};
}
#else
void md_tasks_reset(struct md_tasks *tasks, int32_t threads)
{
    *tasks = (struct md_tasks){.allocator = tasks->allocator, .threads = threads};
}
#endif

void md_tasks_run(struct md_tasks *tasks, int32_t count, md_task_function *task, void *context)
{
#ifdef MODULUS_HAS_THREADS
    struct thread_pool *pool = tasks != NULL && tasks->threads > 1 && count > 1 ? pool_of(tasks) : NULL;
    if (pool != NULL) {
        md_thread_pool_run(pool, count, task, context);
        return;
    }
#else
    (void)tasks;
#endif
    for (int32_t i = 0; i < count; ++i) {
        task(context, i);
    }
}
