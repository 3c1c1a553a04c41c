/* A quick proof that two moving hulls do not meet, for the many pairs that do not. A time of impact costs ten times as much. */
#ifndef MODULUS_GEOMETRY2_CLEARANCE_H
#define MODULUS_GEOMETRY2_CLEARANCE_H

#include "geometry2/vec.h"

/** True if the two hulls provably stay farther apart than `gap` during the whole motion, m. A negative gap allows an overlap of
 *  that depth. False says nothing. */
bool md2_stay_clear(const md2_hull *a, const md2_sweep *sweep_a, const md2_hull *b, const md2_sweep *sweep_b,
                    md_real gap);

#endif
