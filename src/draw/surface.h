/* cairo surfaces of picture files, and the text below a picture. */
#ifndef MODULUS_DRAW_SURFACE_H
#define MODULUS_DRAW_SURFACE_H

#include <cairo.h>

#include "base/output_file.h"

struct surface {
    struct output_file output;
    cairo_surface_t *surface;
    cairo_t *cairo;
    bool is_png;
};

/** Opens a file for a picture of a size in pixels or points; its type follows from its extension. `path` must outlive the
 *  surface. */
md_status surface_open(struct surface *surface, const char *path, double width, double height, md_error *error);
/** Completes the file, which is written atomically; discards it if `status`, that of the drawing, is not MD_OK. */
md_status surface_close(struct surface *surface, md_status status, md_error *error);

/** The font of all texts. */
void surface_set_font(cairo_t *cairo, double size);
/** Draws a line of text; one that is longer than `room` is shortened with three dots. */
void surface_show_caption(cairo_t *cairo, const char *caption, double left, double baseline, double room);

#endif
