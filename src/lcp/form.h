/* Products of sparse matrices: M^-1 J^T and A = J M^-1 J^T. */
#ifndef MODULUS_LCP_FORM_H
#define MODULUS_LCP_FORM_H

#include <modulus/matrix.h>

/** The rows of (M^-1 J^T)^T = J M^-1 (M^-1 is symmetric). Exact zeros, such as those of static bodies, are not
 *  stored. */
md_status md_form_hat(md_matrix *hat, const md_allocator *allocator, const md_matrix *J, const md_matrix *inverse_M);

#endif
