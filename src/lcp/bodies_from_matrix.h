/* Rigid bodies from a sparse J and M^-1. */
#ifndef MODULUS_LCP_BODIES_FROM_MATRIX_H
#define MODULUS_LCP_BODIES_FROM_MATRIX_H

#include <modulus/lcp.h>

struct body_matrices {
    const md_matrix *J, *inverse_M;
    const md_real *v, *b;
    const char *J_name, *mass_name; /* files, for messages */
};

/** Fills a problem of bodies with 3 or 6 degrees of freedom. The columns of J are grouped by body; a row may have at
 *  most two bodies, and the mass of a body must be that of a rigid body. */
md_status md_bodies_from_matrices(md_problem *problem, int32_t degrees_of_freedom, const struct body_matrices *matrices,
                                  md_error *error);

#endif
