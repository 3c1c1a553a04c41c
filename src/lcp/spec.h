/* Checks of a spec, and properties of methods. */
#ifndef MODULUS_LCP_SPEC_H
#define MODULUS_LCP_SPEC_H

#include <modulus/lcp.h>

/** Checks every parameter and fills in the default of alpha. */
md_status md_solver_spec_complete(md_solver_spec *spec, md_error *error);

/** True for the modulus methods, which keep y from sweep to sweep: all but pgs, psor and auto. */
bool md_method_has_modulus(md_method method);

/** True for the methods with a sparse form: their sweep reads only w_i of the other rows. */
bool md_method_has_sparse_form(md_method method);
/** `auto` does not factor a larger A: that takes too long and too much memory. */
#define MD_MAX_ROWS_TO_FACTOR 50000

/** True if the method can sweep contacts in 2D in SIMD blocks. */
bool md_method_has_blocks(md_method method);

#endif
