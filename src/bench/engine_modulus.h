/* Modulus itself, in the precision of this build. */
#ifndef MODULUS_BENCH_ENGINE_MODULUS_H
#define MODULUS_BENCH_ENGINE_MODULUS_H

#include "bench/engine.h"

extern const struct engine ENGINE_MODULUS;

#endif
