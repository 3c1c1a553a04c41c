/* Running statistics over the reports of steps. */
#ifndef MODULUS_ENGINE_STATISTICS_H
#define MODULUS_ENGINE_STATISTICS_H

#include <modulus/step_report.h>

/** Adds the report of a finished step; `step` is its number. */
void md_statistics_add(md_statistics *statistics, const md_step_report *report, int64_t step);

#endif
