#include "draw/picture3.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "draw/paints.h"
#include "draw/surface.h"

/* Size of a picture in a file, pixels or points; others are scaled. */
#define WIDTH 1120
#define HEIGHT 700
#define CAPTION_HEIGHT 44.0
#define CAPTION_SIZE 15.0
#define LEGEND_SIZE 13.0
#define MARGIN 24.0

/* ---- Caption ----------------------------------------------------------------------------------------------------- */

/* The place of the caption, in a picture of any size. */
struct strip {
    double width, top, height;
    double unit; /* 1 in a file */
};

/* Height of the view above the caption, in pixels. */
static int view_height(int width, int height)
{
    return height - (int)(CAPTION_HEIGHT * width / WIDTH + 0.5);
}

/* Draws the colours of the grades from right to left, and returns the left end. */
static double show_legend(cairo_t *cairo, const struct strip *strip, double baseline)
{
    static const char *const TEXTS[CONTACT_GRADES] = {"\u2264 10\u207b\u2074", "\u2264 10\u207b\u00b3",
                                                      "\u2264 10\u207b\u00b2", "\u2264 10\u207b\u00b9", "more"};
    const double box = 11 * strip->unit;
    double right = strip->width - MARGIN * strip->unit;
    surface_set_font(cairo, LEGEND_SIZE * strip->unit);
    for (int grade = CONTACT_GRADES - 1; grade >= 0; --grade) {
        cairo_text_extents_t extents;
        cairo_text_extents(cairo, TEXTS[grade], &extents);
        right -= extents.x_advance;
        cairo_set_source_rgb(cairo, 0.25, 0.28, 0.31);
        cairo_move_to(cairo, right, baseline);
        cairo_show_text(cairo, TEXTS[grade]);
        right -= box + 5 * strip->unit;
        const struct colour colour = GRADE_COLOURS[grade];
        cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue);
        cairo_rectangle(cairo, right, baseline - box + strip->unit, box, box);
        cairo_fill(cairo);
        right -= 12 * strip->unit;
    }
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, "contact residual", &extents);
    right -= extents.x_advance;
    cairo_set_source_rgb(cairo, 0.25, 0.28, 0.31);
    cairo_move_to(cairo, right, baseline);
    cairo_show_text(cairo, "contact residual");
    return right;
}

/* Draws the distance of grid lines at the right end, and returns the left end of the text. */
static double show_grid(cairo_t *cairo, const struct strip *strip, double baseline, double grid)
{
    char text[48];
    const bool in_metres = grid >= 1 || grid < 0.01;
    snprintf(text, sizeof text, "grid %g %s", in_metres ? grid : 100 * grid, in_metres ? "m" : "cm");
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, text, &extents);
    const double left = strip->width - MARGIN * strip->unit - extents.x_advance;
    cairo_move_to(cairo, left, baseline);
    cairo_show_text(cairo, text);
    return left;
}

static void paint_caption(cairo_t *cairo, const struct strip *strip, const struct picture3 *picture)
{
    const double baseline = strip->top + 0.62 * strip->height;
    const double left = MARGIN * strip->unit;
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_rectangle(cairo, 0, strip->top, strip->width, strip->height);
    cairo_fill(cairo);
    surface_set_font(cairo, CAPTION_SIZE * strip->unit);
    cairo_set_source_rgb(cairo, 0.25, 0.28, 0.31);
    const double right = picture->colouring == COLOUR_RESIDUAL
                             ? show_legend(cairo, strip, baseline)
                             : show_grid(cairo, strip, baseline, picture->camera.grid);
    surface_set_font(cairo, CAPTION_SIZE * strip->unit);
    cairo_set_source_rgb(cairo, 0.25, 0.28, 0.31);
    surface_show_caption(cairo, picture->caption, left, baseline, right - 20 * strip->unit - left);
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static md_status check_camera(const struct picture3 *picture, const char *what, md_error *error)
{
    const struct camera3 *camera = &picture->camera;
    const double distance = (double)md3_vec_distance(camera->eye, camera->target);
    const bool fits = md3_vec_is_finite(camera->eye) && md3_vec_is_finite(camera->target) && isfinite(camera->radius) &&
                      distance >= 1e-6 && distance <= 1e12 && camera->radius >= 1e-9 && camera->radius <= 1e12;
    return fits
               ? MD_OK
               : md_fail(error, MD_ERROR_ARGUMENT,
                         "%s: the scene is too large or too small for a picture, expected bodies within 1e+12 m", what);
}

/* ---- Entry points ------------------------------------------------------------------------------------------------ */

/* Draws the view and the caption on a surface, the view as an image. */
static md_status paint(struct drawing3 *drawing, const struct picture3 *picture, cairo_t *cairo, md_error *error)
{
    const int height = view_height(WIDTH, HEIGHT);
    const struct strip strip = {.width = WIDTH, .top = height, .height = HEIGHT - height, .unit = 1};
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, height);
    if (cairo_surface_status(image) != CAIRO_STATUS_SUCCESS) {
        cairo_surface_destroy(image);
        return md_fail(error, MD_ERROR_MEMORY, "out of memory for a picture");
    }
    /* The rows of this width follow each other without a gap: its stride is a multiple of four bytes. */
    const md_status status =
        drawing3_render(drawing, picture, WIDTH, height, cairo_image_surface_get_data(image), error);
    cairo_surface_mark_dirty(image);
    cairo_set_source_surface(cairo, image, 0, 0);
    cairo_rectangle(cairo, 0, 0, WIDTH, height);
    cairo_fill(cairo);
    cairo_surface_destroy(image);
    paint_caption(cairo, &strip, picture);
    return status;
}

md_status picture3_write(struct drawing3 *drawing, const struct picture3 *picture, const char *path, md_error *error)
{
    struct surface surface;
    md_status status = check_camera(picture, path, error);
    if (status == MD_OK) {
        status = surface_open(&surface, path, WIDTH, HEIGHT, error);
    }
    return status == MD_OK ? surface_close(&surface, paint(drawing, picture, surface.cairo, error), error) : status;
}

md_status picture3_render(struct drawing3 *drawing, const struct picture3 *picture, struct picture_pixels *pixels,
                          md_error *error)
{
    const int height = view_height(pixels->width, pixels->height);
    const struct strip strip = {.width = pixels->width,
                                .top = height,
                                .height = pixels->height - height,
                                .unit = (double)pixels->width / WIDTH};
    md_status status = check_camera(picture, "the video", error);
    if (status == MD_OK) {
        status = drawing3_render(drawing, picture, pixels->width, height, pixels->bytes, error);
    }
    if (status != MD_OK) {
        return status;
    }
    cairo_surface_t *surface = cairo_image_surface_create_for_data(pixels->bytes, CAIRO_FORMAT_RGB24, pixels->width,
                                                                   pixels->height, 4 * pixels->width);
    cairo_t *cairo = cairo_create(surface);
    paint_caption(cairo, &strip, picture);
    const cairo_status_t drawn = cairo_status(cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    cairo_surface_destroy(surface);
    return drawn == CAIRO_STATUS_SUCCESS
               ? MD_OK
               : md_fail(error, MD_ERROR_FILE, "a frame of the video: cairo failed: %s", cairo_status_to_string(drawn));
}
