/* Running tasks over the partitions of a block layout. */
#ifndef MODULUS_LCP_BLOCK_WAVES_H
#define MODULUS_LCP_BLOCK_WAVES_H

#include "engine/tasks.h"
#include "lcp/block_layout.h"

/** Runs task(context, partition) for the partitions of a wave, at the same time. */
void md_wave_run(const struct block_layout *layout, int32_t wave, struct md_tasks *tasks, md_task_function *task,
                 void *context);

/** Runs task(context, partition) for all partitions, wave by wave: for tasks that move bodies. */
void md_waves_run(const struct block_layout *layout, struct md_tasks *tasks, md_task_function *task, void *context);

#endif
