#include "base/threads.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define MOST 256

int32_t md_threads_most(void)
{
#ifdef _OPENMP
    const int most = omp_get_num_procs();
    return most < MOST ? most : MOST;
#else
    return 1;
#endif
}

void md_threads_run(int32_t threads, int32_t count, md_task_function *task, void *context)
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
