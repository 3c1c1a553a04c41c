/* Which convergence statements hold for a problem that has been measured, in words. */
#ifndef MODULUS_ANALYZE_STATEMENTS_H
#define MODULUS_ANALYZE_STATEMENTS_H

#include "analyze/analyze.h"

/** Fills out->statements from the numbers of `out`. `spec` names Omega. */
void statements_write(struct analysis *out, const md_solver_spec *spec);

#endif
