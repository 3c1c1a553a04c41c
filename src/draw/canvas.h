/* A part of the plane on a cairo surface, and the functions by which a world is drawn there. */
#ifndef MODULUS_DRAW_CANVAS_H
#define MODULUS_DRAW_CANVAS_H

#include <cairo.h>

#include <modulus/modulus.h>

#include "draw/picture.h"

struct canvas {
    cairo_t *cairo;
    struct picture_subject subject;
    double left, top; /* of the view on the surface */
    double scale;     /* units of the surface a metre */
    md2_box view;
    double line; /* width of outlines, of the surface */
    double dot;  /* radius of contact points */
};

/** Draws the subject: shapes, above them joints, above those contacts with their normals. `fraction` is of the last
 *  step. */
void canvas_draw(struct canvas *canvas, md_real fraction);

#endif
