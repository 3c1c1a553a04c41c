/* A trial: sweeps of PGS on the problem itself. The spectral radius of a sweep tells the rate with all rows active, which
 * can be far from the rate of the rows that are active in the solution; with friction there is no rate to compute. */
#ifndef MODULUS_ANALYZE_TRIAL_H
#define MODULUS_ANALYZE_TRIAL_H

#include "analyze/analyze.h"

/** Runs PGS and fills out->trial. The diagonal of A must be positive. */
md_status trial_run(const md_problem *problem, struct analysis *out);

#endif
