/* The convergence statements that hold for an analysed problem, as text. */
#ifndef MODULUS_ANALYZE_STATEMENTS_H
#define MODULUS_ANALYZE_STATEMENTS_H

#include "analyze/analyze.h"

/** Fills out->statements from the numbers of `out`. `spec` gives Omega. */
void statements_write(struct analysis *out, const md_solver_spec *spec);

/** True if `comparison` proves that A is an H-matrix with a positive diagonal, and so a P-matrix. */
bool statements_prove_H_matrix(const struct analysis *out);

#endif
