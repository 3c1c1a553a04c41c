#include "engine/tasks.h"

void md_tasks_run(int32_t threads, int32_t count, md_task_function *task, void *context)
{
#ifdef _OPENMP
    const int team = threads < count ? threads : count;
    if (team > 1) {
#pragma omp parallel for num_threads(team) schedule(dynamic, 1)
        for (int32_t i = 0; i < count; ++i) {
            task(context, i);
        }
        return;
    }
#else
    (void)threads;
#endif
    for (int32_t i = 0; i < count; ++i) {
        task(context, i);
    }
}
