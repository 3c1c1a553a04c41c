/* Debug drawing of one shape: see debug_draw.c. */
#ifndef MODULUS_WORLD3_DRAW_H
#define MODULUS_WORLD3_DRAW_H

#include <modulus/queries3.h>

/** A shape as it is drawn. */
struct figure {
    const md3_geometry *geometry;
    md3_transform at;
    md3_draw_kind kind;
    md3_shape_id shape;
};

/** Draws the outline of a shape. */
void md3_draw_figure(const md3_debug_draw *draw, const struct figure *figure);
/** Draws the edges of a box. */
void md3_draw_box(const md3_debug_draw *draw, md3_box box, md3_draw_kind kind, md3_shape_id shape);

#endif
