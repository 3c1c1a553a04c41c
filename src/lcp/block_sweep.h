/* One sweep over the blocks of a solver; compiled once for the machine at hand and, on x86, once more for AVX2. */
#ifndef MODULUS_LCP_BLOCK_SWEEP_H
#define MODULUS_LCP_BLOCK_SWEEP_H

#include "lcp/solver.h"

struct sweep_report md_block_sweep_base(md_solver *solver, enum sweep_kind kind);
struct sweep_report md_block_sweep_avx2(md_solver *solver, enum sweep_kind kind);

#endif
