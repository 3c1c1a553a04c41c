#include "lcp/block_waves.h"

/* The tasks of a wave. */
struct wave {
    int32_t first;
    md_task_function *task;
    void *context;
};

static void run_partition(void *context, int32_t i)
{
    const struct wave *wave = context;
    wave->task(wave->context, wave->first + i);
}

void md_wave_run(const struct block_layout *layout, int32_t wave, struct md_tasks *tasks, md_task_function *task,
                 void *context)
{
    const int32_t *start = layout->wave_start.at + wave;
    struct wave of_wave = {start[0], task, context};
    md_tasks_run(tasks, start[1] - start[0], run_partition, &of_wave);
}

void md_waves_run(const struct block_layout *layout, struct md_tasks *tasks, md_task_function *task, void *context)
{
    for (int32_t wave = 0; wave < layout->waves; ++wave) {
        md_wave_run(layout, wave, tasks, task, context);
    }
}
