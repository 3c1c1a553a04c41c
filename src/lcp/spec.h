/* What the rest of the solver asks of a spec. */
#ifndef MODULUS_LCP_SPEC_H
#define MODULUS_LCP_SPEC_H

#include <modulus/lcp.h>

/** Every parameter in its range and known to its method; what is not given is filled in (alpha). */
md_status md_solver_spec_complete(md_solver_spec *spec, md_error *error);

/** A method that carries y outside the bounds from sweep to sweep: all but pgs and psor. */
bool md_method_has_modulus(md_method method);

/** A method that has a sparse form: a Gauss-Seidel or SOR kind whose sweep reads nothing but w_i. */
bool md_method_has_sparse_form(md_method method);

#endif
