/* The settings and phases that Modulus has in 2D and in 3D alike. */
#ifndef MODULUS_BENCH_MODULUS_WORDS_H
#define MODULUS_BENCH_MODULUS_WORDS_H

#include <modulus/modulus.h>

#include "bench/engines/engine.h"

/** The share of its last impulse with which a contact starts in the position problem with correction=warm: docs/engine.md. */
#define WARM_POSITIONS ((md_real)0.8)

/** A solver names that of velocities and that of positions, unless the second is named too. False, with a line of text in
 *  `problem`, for an unknown one. */
bool words_solvers(const char *words, md_solver_spec *velocity, md_solver_spec *position, char *problem, size_t size);
/** Gets the kind of position correction: 0 split, 1 soft or 2 baumgarte, as in both enumerations of the library. */
bool words_correction(const char *words, int *kind, bool *is_warm, char *problem, size_t size);
void phases_of_step(md_step_seconds seconds, struct phases *phases);

#endif
