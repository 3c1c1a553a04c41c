/* The only symbol that the module exports. */
#include "fclib/parts.h"

extern const struct fclib_files modulus_fclib;

__attribute__((visibility("default"))) const struct fclib_files modulus_fclib = {
    .version = MODULUS_VERSION,
    .read = fclib_read,
    .write = fclib_write,
};
