/* Pictures of a world, or of a frame of a recording, by cairo: PNG, SVG and PDF from one drawing, and pixels for a
 * video. */
#ifndef MODULUS_DRAW_PICTURE_H
#define MODULUS_DRAW_PICTURE_H

#include <modulus/modulus.h>

/** What a picture is of: anything that can be drawn by the functions of md2_debug_draw. */
struct picture_subject {
    const void *of;
    void (*draw)(const void *of, const md2_debug_draw *draw);
    int32_t (*body_of)(const void *of, md2_shape_id shape); /* a number, for the shape's colour */
};

struct picture_subject picture_of_world(const md2_world *world);

struct picture {
    struct picture_subject subject;
    md2_box view;        /* what is seen, m */
    const char *caption; /* one line */
    md_real fraction;    /* of the last step: 1 as things are now */
};

/** Whether the path ends with .png, .svg or .pdf. */
bool picture_path_is_known(const char *path);

/** Draws the picture, 1,200 wide or less. The file appears whole or not at all. */
md_status picture_write(const struct picture *picture, const char *path, md_error *error);

/** The pixels of a picture: rows from the top, four bytes each in the order blue, green, red, unused. */
struct picture_pixels {
    int width, height; /* both even, as video wants them */
    unsigned char *bytes;
    size_t size;
};

/** Room for pictures of a view, at most `longest` wide and high. */
md_status picture_pixels_create(struct picture_pixels *pixels, md2_box view, int longest, md_error *error);
md_status picture_render(const struct picture *picture, struct picture_pixels *pixels, md_error *error);
void picture_pixels_free(struct picture_pixels *pixels);

#endif
