/* Coulomb's law for one contact, solved exactly: the step of block Gauss-Seidel (nsgs).
 *
 * Given the block A of the contact (normal first) and b, find lambda and w = A lambda + b with 0 <= lambda_n, 0 <= w_n,
 * lambda_n w_n = 0, |lambda_t| <= mu lambda_n, and if w_t != 0 then lambda_t = -mu lambda_n w_t / |w_t|.
 */
#ifndef MODULUS_LCP_LOCAL_CONTACT_H
#define MODULUS_LCP_LOCAL_CONTACT_H

#include <modulus/base.h>

/** A contact with one or two tangents. */
struct local_contact {
    int32_t tangents;
    md_real mu;
    md_real A[3][3], b[3];
};

/** Computes lambda; `last` is an impulse that it may be near to. Returns false if no solution was found: then lambda is
 *  unchanged, and the caller takes a projected step. A solution exists for every symmetric positive definite A. */
bool md_local_contact_solve(const struct local_contact *contact, const md_real last[3], md_real lambda[3]);

#endif
