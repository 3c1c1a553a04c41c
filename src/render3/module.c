/* The only symbol that the module exports. */
#include "render3/renderer.h"

extern const struct render3 modulus_render3;

__attribute__((visibility("default"))) const struct render3 modulus_render3 = {
    .version = MODULUS_VERSION,
    .create = renderer3_create,
    .draw = renderer3_draw,
    .destroy = renderer3_destroy,
};
