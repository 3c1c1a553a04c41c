/* Newton's method for the natural map (natural_map.h), damped by a line search on || F ||.
 *
 * The Newton matrix has a fixed pattern: row i has the entries of the rows of A that F_i depends on. Its LU
 * factorization is analyzed once per solve (direct/sparse_lu.h).
 */
#ifndef MODULUS_EXACT_NEWTON_H
#define MODULUS_EXACT_NEWTON_H

#include "direct/sparse_lu.h"
#include "lcp/exact/natural_map.h"

struct newton {
    /** The Newton matrix. Entries of a row may repeat a column; the factorization adds them up. */
    struct indices start, column;
    struct doubles values;
    struct sparse_lu lu;
    struct natural_map map;
    double *w, *direction, *trial;
    struct doubles storage;
    /** Called after each step with the new lambda; returning false ends the solve. */
    bool (*observe)(void *user, const double *lambda);
    void *observe_user;
    /** MD_OK, or why a factorization could not be computed: no memory. */
    md_status status;
    /** Factorizations so far. */
    int64_t factorizations;
};

enum newton_end {
    NEWTON_SOLVED,  /* || F || <= target */
    NEWTON_FAILED,  /* singular, or no decrease */
    NEWTON_LATE,    /* not within the steps */
    NEWTON_STOPPED, /* by the observer, or no memory */
};

md_status md_newton_prepare(struct newton *newton, const md_allocator *allocator, const struct exact_problem *problem);
void md_newton_free(struct newton *newton, const md_allocator *allocator);

/** Factors the derivative at the point of the map. False if it is singular or memory runs out. */
bool md_newton_factor(struct newton *newton, const struct exact_problem *problem, const struct easing *easing);

/** Solves the eased equation from lambda on to || F || <= target, and leaves the last iterate in lambda. `steps` is the
 *  limit, and becomes the number of steps. */
enum newton_end md_newton_run(struct newton *newton, const struct exact_problem *problem, const struct easing *easing,
                              double target, int32_t *steps, double *lambda);

#endif
