/* Pictures of a world or of a frame of a recording, drawn with cairo: PNG, SVG and PDF files, and pixels for a
 * video. */
#ifndef MODULUS_DRAW_PICTURE_H
#define MODULUS_DRAW_PICTURE_H

#include <modulus/modulus.h>

/** The subject of a picture: anything that can be drawn with the callbacks of md2_debug_draw. */
struct picture_subject {
    const void *of;
    void (*draw)(const void *of, const md2_debug_draw *draw);
    int32_t (*body_of)(const void *of, md2_shape_id shape); /* determines the colour of the shape */
};

struct picture_subject picture_of_world(const md2_world *world);

struct picture {
    struct picture_subject subject;
    md2_box view;        /* visible part of the plane, m */
    const char *caption; /* one line */
    md_real fraction;    /* interpolates over the last step; 1: the current state */
};

/** Whether the path ends with .png, .svg or .pdf. */
bool picture_path_is_known(const char *path);

/** Draws the picture into a file, at most 1,200 pixels or points wide. The file is written atomically. Refuses a view
 *  beyond 1e12 m or smaller than 1e-9 m, and a round shape about a thousand times larger than the view. */
md_status picture_write(const struct picture *picture, const char *path, md_error *error);

/** The pixels of a picture: rows from the top, four bytes each in the order blue, green, red, unused. */
struct picture_pixels {
    int width, height; /* even numbers, which video formats require */
    unsigned char *bytes;
    size_t size;
};

/** Allocates pixels. Odd sizes are rounded up. */
md_status picture_pixels_allocate(struct picture_pixels *pixels, int width, int height, md_error *error);
/** Allocates the pixels for pictures of a view, at most `longest` wide and high. */
md_status picture_pixels_create(struct picture_pixels *pixels, md2_box view, int longest, md_error *error);
md_status picture_render(const struct picture *picture, struct picture_pixels *pixels, md_error *error);
void picture_pixels_free(struct picture_pixels *pixels);

#endif
