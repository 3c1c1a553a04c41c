/* The exact solver's copy of a problem, in double whatever md_real is: A with its compliance in compressed rows, q, and
 * what each row is projected onto.
 *
 * Every law of friction is written in three kinds of rows. A cone is its normal, which is an interval, and its tangents,
 * which are a disc; the laws `disc` and `cone` have the same solutions.
 *
 *     interval         l <= lambda_i <= u
 *     with a parent    l p <= lambda_i <= u p, where p is the projected impulse of the parent
 *     disc             two rows, |lambda| <= u p
 */
#ifndef MODULUS_EXACT_PROBLEM_H
#define MODULUS_EXACT_PROBLEM_H

#include "base/memory.h"
#include "lcp/groups.h"
#include "lcp/problem.h"

#define MD_NO_PARTNER (-1)

struct exact_problem {
    int32_t m;
    /** A in compressed rows. Every row has its diagonal entry, at entry diagonal[i]. */
    struct indices start, column, diagonal;
    struct doubles A;
    /** Numbers of the rows, in `storage`. D > 0 is shared by the rows of a disc. */
    double *q, *lower, *upper, *D;
    struct doubles storage;
    /** The row whose impulse scales the bounds, or MD_NO_PARENT; the other row of a disc, or MD_NO_PARTNER. */
    struct indices parent, partner;
    /** || D^-1 q || / sqrt(m): the size of an impulse. 1 if q is 0. */
    double impulse;
};

/** Copies a problem, with the A and q of an explicit system. */
md_status md_exact_problem_read(struct exact_problem *exact, const md_allocator *allocator, const md_problem *problem,
                                const md_matrix *A, const md_real *q);
void md_exact_problem_free(struct exact_problem *exact, const md_allocator *allocator);

/** w = A lambda + q. */
void md_exact_velocities(const struct exact_problem *exact, const double *lambda, double *w);

/** The diagonal of a row, made positive: the largest of |A_ii| and a small part of the row's largest entry; 1 if the row
 *  is empty. Newton's method needs D only as a scale, so that a diagonal may be zero or negative. */
md_real md_positive_diagonal(const md_matrix *A, int32_t i, md_real diagonal);

#endif
