/* The only symbol that the module exports. */
#include "analyze/spectrum.h"

extern const struct spectrum modulus_spectrum;

__attribute__((visibility("default"))) const struct spectrum modulus_spectrum = {
    .version = MODULUS_VERSION,
    .lapack = &SPECTRUM_LAPACK,
    .arpack = &SPECTRUM_ARPACK,
};
