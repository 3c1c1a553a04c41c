/* The numbers of row_update.inc.h for lanes: a vector per row of a block. */
#ifndef MODULUS_LCP_LANE_NUMBERS_H
#define MODULUS_LCP_LANE_NUMBERS_H

#include "lcp/vector.h"

typedef vreal real;
typedef vmask mask;
typedef vreal sum; /* over a chunk of blocks */

#define row_interval vector_bounds
#define LOAD(from) vector_load(from)
#define STORE(to, x) vector_store(to, x)
#define LOAD_NUMBER(numbers, i)                                                                                        \
    ((numbers)->stride == 0 ? vector_all((numbers)->values.at[0]) : vector_load((numbers)->values.at + (i)))
#define SELECT(condition, a, b) vector_select(condition, a, b)
#define NOT(condition) (~(condition))
#define IS_BOUNDED(y) (((y) <= vector_all(MD_MAX_LAMBDA)) & ((y) >= vector_all(-MD_MAX_LAMBDA)))
#define TO_SUM(x) (x)

#endif
