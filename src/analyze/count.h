/* The part of an analysis that needs no matrix A: rows, bounds, friction, J, and momentum. */
#ifndef MODULUS_ANALYZE_COUNT_H
#define MODULUS_ANALYZE_COUNT_H

#include "analyze/analyze.h"

/** Fills the size, the types of rows, the friction, rank_upper_bound and `momentum`. */
md_status count(const md_problem *problem, struct analysis *out);

#endif
