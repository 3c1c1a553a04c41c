/* Pictures of a 3D world or of a frame of a recording: shaded bodies with shadows, joints and contact points, drawn by the
 * module of src/render3/, with a caption by cairo. */
#ifndef MODULUS_DRAW_PICTURE3_H
#define MODULUS_DRAW_PICTURE3_H

#include "draw/camera3.h"
#include "draw/model3.h"
#include "draw/picture.h"

/** What the colours of bodies and contacts show. */
enum colouring {
    COLOUR_BODY,    /* each body has a colour of its own, contacts are red */
    COLOUR_RESIDUAL /* contacts have the colour of their residual, and bodies that of their worst contact */
};

struct picture3 {
    const struct model3 *model;
    const struct state3 *state;
    struct camera3 camera;
    enum colouring colouring;
    const char *caption; /* one line */
};

/** Grades of a contact by its residual: up to 1e-4, 1e-3, 1e-2, 1e-1 m/s, and beyond. */
#define CONTACT_GRADES 5

/** The grade of a residual, 0 to CONTACT_GRADES - 1; -1 if it is unknown. */
int contact_grade(double residual);

/** The renderer of a model, and memory for its pictures. */
struct drawing3;

/** Loads the renderer and gives it the shapes of the model, which must outlive the drawing. */
md_status drawing3_create(struct drawing3 **drawing, const struct model3 *model, md_error *error);
/** NULL is allowed. */
void drawing3_destroy(struct drawing3 *drawing);
/** Draws shapes, joints and contacts without a caption, into rows of four bytes per pixel. */
md_status drawing3_render(struct drawing3 *drawing, const struct picture3 *picture, int width, int height,
                          unsigned char *pixels, md_error *error);

/** Width over height of pictures, and of the part of them above the caption. */
#define PICTURE3_ASPECT (1120.0 / 700.0)
#define PICTURE3_VIEW_ASPECT (1120.0 / 656.0)

/** Draws the picture into a file, 1,120 pixels or points wide. The file is written atomically. */
md_status picture3_write(struct drawing3 *drawing, const struct picture3 *picture, const char *path, md_error *error);
/** Draws the picture into pixels. */
md_status picture3_render(struct drawing3 *drawing, const struct picture3 *picture, struct picture_pixels *pixels,
                          md_error *error);

#endif
