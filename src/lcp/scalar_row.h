/* row_update.inc.h for scalar rows. */
#ifndef MODULUS_LCP_SCALAR_ROW_H
#define MODULUS_LCP_SCALAR_ROW_H

#include <string.h>

#include "lcp/rows.h"
#include "lcp/solver.h"

typedef md_real real;
typedef bool mask;
typedef double sum; /* in either precision */

#define row_interval interval
#define LOAD(from) (*(from))
#define STORE(to, x) (*(to) = (x))
#define LOAD_NUMBER(numbers, i) row_number(numbers, i)
#define SELECT(condition, a, b) ((condition) ? (a) : (b))
#define NOT(condition) (!(condition))
#define IS_BOUNDED(y) is_bounded(y)
#define TO_SUM(x) ((double)(x))

struct row {
    const struct system *system;
    int32_t index;
    row_velocity_function *velocity;
    row_push_function *push;
    struct bounds bounds;
    const md_real *lambda;
};

MD_INLINE real row_velocity(const struct row *row)
{
    return row->velocity(row->system, row->index);
}

MD_INLINE void row_push(const struct row *row, real change)
{
    row->push(row->system, row->index, change);
}

MD_INLINE struct interval row_bounds(const struct row *row)
{
    return bounds_now(&row->bounds, row->index, row->lambda);
}

MD_INLINE real row_clamp(const struct row *row, real x, const struct interval *bounds)
{
    (void)row;
    return md_clamp(x, bounds->lower, bounds->upper);
}

MD_INLINE bool row_has_compliance(const struct row *row)
{
    (void)row;
    return true;
}

#include "lcp/row_update.inc.h"

#endif
