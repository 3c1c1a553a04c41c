/* The report of a step of a world with partitions, as the sum of what the ranks report (share.h, dimension.h).
 *
 * Energies are summed by strip, each strip in the order of the numbers of its bodies, and depths are multiples of a small unit
 * (penetration.h), so that sums have the same bits for any number of ranks. */
#include "engine/dimension.h"

md_status MD_(share_complete_report)(WORLD *world, md_step_report *report)
{
    struct division *division = &world->division;
    struct penetration *penetration = &world->narrow_phase.penetration;
    const int32_t strips = division->strips.count;
    const md_status reserved = doubles_reserve(&world->allocator, &division->counts, STRIP_BINS + 1);
    if (reserved != MD_OK) {
        return reserved;
    }
    double *sums = division->counts.at;
    memcpy(sums, division->energy, (size_t)strips * sizeof *sums);
    double *counts = sums + strips;
    counts[0] = penetration->contacts;
    counts[1] = penetration->points;
    counts[2] = penetration->overlapping;
    counts[3] = penetration->sum;
    counts[4] = report->awake_bodies;
    counts[5] = division->bodies;
    double least = -(double)penetration->deepest;
    md_status status = md_share_sum(world->share, sums, strips + 6);
    if (status == MD_OK) {
        status = md_share_min(world->share, &least, 1);
    }
    penetration->contacts = (int32_t)counts[0];
    penetration->points = (int32_t)counts[1];
    penetration->overlapping = (int32_t)counts[2];
    penetration->sum = counts[3];
    penetration->deepest = (md_real)-least;
    report->awake_bodies = (int32_t)counts[4];
    report->bodies = (int32_t)counts[5];
    report->rows = report->solves > 0 ? division->rows : 0;
    report->kinetic_energy = 0;
    for (int32_t strip = 0; strip < strips; ++strip) {
        report->kinetic_energy += sums[strip];
    }
    return status;
}
