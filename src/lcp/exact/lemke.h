/* Lemke's method for small linear complementarity problems z >= 0, w = A z + q >= 0, z^T w = 0, with any A.
 *
 * Pivots on a dense tableau, so that its cost is m^3 or more. It solves every problem with a copositive-plus A (such as a
 * positive semidefinite one) that has a solution, and many others, if rounding errors allow. When it ends on a ray, it
 * has found no solution: this proves nothing for a general A.
 *
 * Sources: Lemke (1965); Cottle, Pang and Stone, "The linear complementarity problem" (1992), sections 4.4 and 4.9.
 */
#ifndef MODULUS_EXACT_LEMKE_H
#define MODULUS_EXACT_LEMKE_H

#include "base/memory.h"

enum lemke_end { LEMKE_SOLVED, LEMKE_RAY, LEMKE_LATE };

/** Memory of the method; zero-initialised it is valid. */
struct lemke {
    struct doubles tableau;
    struct indices basis;
};

/** Reserves memory for a problem of m rows. */
md_status md_lemke_reserve(struct lemke *lemke, const md_allocator *allocator, int32_t m);
void md_lemke_free(struct lemke *lemke, const md_allocator *allocator);

/** Solves a problem with A in m rows of m numbers. z is the result if it is solved. Pivots at most 50 (m + 1) times. */
enum lemke_end md_lemke_solve(struct lemke *lemke, int32_t m, const double *A, const double *q, double *z);

#endif
