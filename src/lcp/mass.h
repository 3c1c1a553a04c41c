/* Checking and inverting mass matrices from files. */
#ifndef MODULUS_LCP_MASS_H
#define MODULUS_LCP_MASS_H

#include <modulus/matrix.h>

/** Computes M^-1 of a symmetric positive definite block-diagonal M; `name` is the file, for messages. */
md_status md_mass_invert(const md_matrix *M, const char *name, md_matrix *inverse_M, md_error *error);

/** Checks a given M^-1: square, symmetric, no negative diagonal (zero is a static body). */
md_status md_mass_check_inverse(const md_matrix *inverse_M, const char *name, md_error *error);

#endif
