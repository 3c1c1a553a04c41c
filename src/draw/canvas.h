/* Draws a world, or a frame of a recording, on a cairo surface. */
#ifndef MODULUS_DRAW_CANVAS_H
#define MODULUS_DRAW_CANVAS_H

#include <cairo.h>

#include <modulus/modulus.h>

#include "draw/picture.h"

/* Largest radius of a circle or a rounded corner, in surface units. cairo stores coordinates with 24 bits before the
 * binary point, and takes ever more time for larger arcs. */
#define MAX_RADIUS 1e6

struct canvas {
    cairo_t *cairo;
    struct picture_subject subject;
    double left, top; /* of the view, on the surface */
    double scale;     /* surface units per metre */
    md2_box view;
    double line; /* width of outlines, in surface units */
    double dot;  /* radius of contact points, in surface units */
    /* A round shape was left out, because its radius is beyond MAX_RADIUS. */
    bool too_large;
};

/** Draws shapes, then joints, then contacts with their normals. `fraction` interpolates over the last step: 1 is the
 *  current state. */
void canvas_draw(struct canvas *canvas, md_real fraction);

#endif
