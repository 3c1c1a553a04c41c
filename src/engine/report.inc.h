/* The report of a step of a world (dimension.h). */
#include "engine/dimension.h"
#include "engine/statistics.h"

static void report_penetration(const struct penetration *penetration, md_step_report *report)
{
    report->contacts = penetration->contacts;
    report->contact_points = penetration->points;
    report->penetration_max = penetration->deepest;
    report->penetration_mean =
        penetration->overlapping > 0 ? (md_real)(penetration->sum / penetration->overlapping) : 0;
}

void MD_(report_finish)(const WORLD *world, md_step_report *report)
{
    md_step_report_end_solves(report, &world->def.limits);
    report->islands = world->def.partitions > 0 ? world->division.islands : world->islands.count;
    report_penetration(&world->narrow_phase.penetration, report);
}

void MD_(report_publish)(WORLD *world, const md_step_report *report)
{
    const MD_(callbacks) *callbacks = &world->def.callbacks;
    md_statistics_add(&world->statistics, report, world->steps);
    if (report->far_from_converged && callbacks->warn != NULL) {
        callbacks->warn(callbacks->user, world, report);
    }
}
