#include "engine/narrow_phase.h"

md_status md_narrow_phase_reserve(struct narrow_phase *narrow_phase, const md_allocator *allocator, int32_t contacts,
                                  int32_t tasks)
{
    md_status status = indices_reserve(allocator, &narrow_phase->pending, (size_t)contacts);
    if (status == MD_OK) {
        status = indices_reserve(allocator, &narrow_phase->separated, (size_t)contacts);
    }
    if (status == MD_OK) {
        status = md_array_reserve(allocator, (void **)&narrow_phase->sums, &narrow_phase->sum_capacity, (size_t)tasks,
                                  sizeof *narrow_phase->sums);
    }
    return status;
}

int32_t md_narrow_phase_join(struct narrow_phase *narrow_phase, const struct penetration *penetration, int32_t tasks,
                             int32_t contacts_per_task)
{
    int32_t *pending = narrow_phase->pending.at;
    int32_t *separated = narrow_phase->separated.at;
    int32_t pending_count = 0;
    int32_t separated_count = 0;
    narrow_phase->penetration = *penetration;
    narrow_phase->changed = false;
    narrow_phase->apart = 0;
    for (int32_t task = 0; task < tasks; ++task) {
        const struct update_sums *sums = &narrow_phase->sums[task];
        const int32_t first = task * contacts_per_task;
        narrow_phase->apart += sums->apart;
        narrow_phase->changed = narrow_phase->changed || sums->changed || sums->pending > 0;
        penetration_merge(&narrow_phase->penetration, &sums->penetration);
        for (int32_t k = 0; k < sums->pending; ++k) {
            pending[pending_count++] = pending[first + k];
        }
        for (int32_t k = 0; k < sums->separated; ++k) {
            separated[separated_count++] = separated[first + k];
        }
    }
    narrow_phase->pending_count = pending_count;
    return separated_count;
}

void md_narrow_phase_free(struct narrow_phase *narrow_phase, const md_allocator *allocator)
{
    indices_free(allocator, &narrow_phase->pending);
    indices_free(allocator, &narrow_phase->separated);
    md_array_free(allocator, (void **)&narrow_phase->sums, &narrow_phase->sum_capacity, sizeof *narrow_phase->sums);
}
