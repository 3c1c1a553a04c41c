#include "draw/picture.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "draw/canvas.h"
#include "draw/surface.h"

/* Maximum width and height of the view in a file, in pixels or points. */
#define MAX_VIEW_SIZE 1120
#define MARGIN 40.0
#define CAPTION_HEIGHT 44.0
#define CAPTION_SIZE 15.0
#define MIN_WIDTH 420.0 /* leaves space for the caption and the scale below a narrow view */
/* Bounds of a view, m. Within them all coordinates of a picture are finite, in float too. */
#define MAX_VIEW_COORDINATE 1e12
#define MIN_VIEW_EXTENT 1e-9

/* ---- Layout ------------------------------------------------------------------------------------------------------ */

struct layout {
    double width, height; /* of the whole picture */
    double left, top, view_width, view_height;
    double scale; /* surface units per metre */
    double unit;  /* 1 in a file; scales margins and texts of smaller pictures */
};

static struct layout layout_of(md2_box view, double longest)
{
    const double width = (double)(view.upper.x - view.lower.x);
    const double height = (double)(view.upper.y - view.lower.y);
    struct layout layout = {.unit = longest / MAX_VIEW_SIZE};
    layout.scale = longest / (width > height ? width : height);
    layout.view_width = layout.scale * width;
    layout.view_height = layout.scale * height;
    const double inner = layout.view_width > MIN_WIDTH * layout.unit ? layout.view_width : MIN_WIDTH * layout.unit;
    layout.width = ceil(inner + 2 * MARGIN * layout.unit);
    layout.height = ceil(layout.view_height + (MARGIN + CAPTION_HEIGHT + 8) * layout.unit);
    layout.left = (layout.width - layout.view_width) / 2;
    layout.top = MARGIN * layout.unit;
    return layout;
}

/* The largest number of the form 1, 2 or 5 times a power of ten that does not exceed `max`. */
static double round_length(double max)
{
    const double power = pow(10, floor(log10(max)));
    const double lead = max / power;
    return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

static void show_scale(cairo_t *cairo, const struct layout *layout, double baseline)
{
    const double inner = layout->width - 2 * MARGIN * layout->unit;
    const double length = round_length(0.2 * inner / layout->scale);
    const double pixels = length * layout->scale;
    const double right = layout->width - MARGIN * layout->unit;
    const double tick = 5 * layout->unit;
    char text[32];
    snprintf(text, sizeof text, length >= 1 || length < 0.01 ? "%g m" : "%g cm",
             length >= 1 || length < 0.01 ? length : 100 * length);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, text, &extents);
    cairo_move_to(cairo, right - pixels - extents.x_advance - 10 * layout->unit, baseline);
    cairo_show_text(cairo, text);
    const double line = baseline - 5 * layout->unit;
    cairo_move_to(cairo, right - pixels, line - tick);
    cairo_line_to(cairo, right - pixels, line + tick);
    cairo_move_to(cairo, right - pixels, line);
    cairo_line_to(cairo, right, line);
    cairo_move_to(cairo, right, line - tick);
    cairo_line_to(cairo, right, line + tick);
    cairo_set_line_width(cairo, 1.6 * layout->unit);
    cairo_stroke(cairo);
}

/* Fails if a shape is too large for cairo. */
static md_status paint(const struct picture *picture, cairo_t *cairo, const struct layout *layout, const char *what,
                       md_error *error)
{
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_save(cairo);
    cairo_rectangle(cairo, layout->left, layout->top, layout->view_width, layout->view_height);
    cairo_clip(cairo);
    struct canvas canvas = {.cairo = cairo,
                            .subject = picture->subject,
                            .left = layout->left,
                            .top = layout->top,
                            .scale = layout->scale,
                            .view = picture->view};
    canvas_draw(&canvas, picture->fraction);
    cairo_restore(cairo);
    const double baseline = layout->height - 22 * layout->unit;
    const double left = MARGIN * layout->unit;
    cairo_set_source_rgb(cairo, 0.25, 0.28, 0.31);
    surface_set_font(cairo, CAPTION_SIZE * layout->unit);
    surface_show_caption(cairo, picture->caption, left, baseline, 0.68 * (layout->width - 2 * left));
    show_scale(cairo, layout, baseline);
    return !canvas.too_large
               ? MD_OK
               : md_fail(error, MD_ERROR_ARGUMENT,
                         "%s: a round shape is too large for the view, expected a radius of at most %.3g m", what,
                         MAX_RADIUS / layout->scale);
}

static bool is_within(double coordinate)
{
    return fabs(coordinate) <= MAX_VIEW_COORDINATE;
}

static md_status check_view(const struct picture *picture, const char *what, md_error *error)
{
    const md2_box *view = &picture->view;
    const bool usable = isfinite(view->lower.x) && isfinite(view->lower.y) && isfinite(view->upper.x) &&
                        isfinite(view->upper.y) && view->lower.x < view->upper.x && view->lower.y < view->upper.y;
    if (!usable) {
        return md_fail(error, MD_ERROR_ARGUMENT, "%s: the view is empty", what);
    }
    const double width = (double)view->upper.x - (double)view->lower.x;
    const double height = (double)view->upper.y - (double)view->lower.y;
    const bool fits = is_within((double)view->lower.x) && is_within((double)view->lower.y) &&
                      is_within((double)view->upper.x) && is_within((double)view->upper.y) &&
                      (width > height ? width : height) >= MIN_VIEW_EXTENT;
    return fits
               ? MD_OK
               : md_fail(error, MD_ERROR_ARGUMENT,
                         "%s: the view is too large or too small for a picture, expected coordinates within %.0e m and "
                         "an extent of at least %.0e m",
                         what, MAX_VIEW_COORDINATE, MIN_VIEW_EXTENT);
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

md_status picture_write(const struct picture *picture, const char *path, md_error *error)
{
    struct surface surface;
    md_status status = check_view(picture, path, error);
    const struct layout layout = layout_of(picture->view, MAX_VIEW_SIZE);
    if (status == MD_OK) {
        status = surface_open(&surface, path, layout.width, layout.height, error);
    }
    if (status != MD_OK) {
        return status;
    }
    status = paint(picture, surface.cairo, &layout, path, error);
    return surface_close(&surface, status, error);
}

/* ---- Pixels ------------------------------------------------------------------------------------------------------ */

/* The layout of the largest picture, including margins, within the bound. */
static struct layout layout_within(md2_box view, int longest)
{
    struct layout layout = layout_of(view, MAX_VIEW_SIZE);
    const double larger = layout.width > layout.height ? layout.width : layout.height;
    return layout_of(view, MAX_VIEW_SIZE * (longest - 1) / larger);
}

md_status picture_pixels_allocate(struct picture_pixels *pixels, int width, int height, md_error *error)
{
    *pixels = (struct picture_pixels){.width = (width + 1) / 2 * 2, .height = (height + 1) / 2 * 2};
    pixels->size = 4 * (size_t)pixels->width * (size_t)pixels->height;
    pixels->bytes = malloc(pixels->size);
    return pixels->bytes != NULL ? MD_OK : md_fail(error, MD_ERROR_MEMORY, "out of memory for the frames of the video");
}

md_status picture_pixels_create(struct picture_pixels *pixels, md2_box view, int longest, md_error *error)
{
    *pixels = (struct picture_pixels){0};
    const struct picture empty = {.view = view};
    const md_status status = check_view(&empty, "the video", error);
    if (status != MD_OK) {
        return status;
    }
    const struct layout layout = layout_within(view, longest);
    return picture_pixels_allocate(pixels, (int)layout.width, (int)layout.height, error);
}

md_status picture_render(const struct picture *picture, struct picture_pixels *pixels, md_error *error)
{
    const md2_box view = picture->view;
    struct layout layout = layout_of(view, MAX_VIEW_SIZE);
    const double across = pixels->width / layout.width;
    const double down = pixels->height / layout.height;
    layout = layout_of(view, MAX_VIEW_SIZE * (across < down ? across : down));
    layout.left += (pixels->width - layout.width) / 2;
    layout.width = pixels->width;
    layout.height = pixels->height;
    cairo_surface_t *surface = cairo_image_surface_create_for_data(pixels->bytes, CAIRO_FORMAT_RGB24, pixels->width,
                                                                   pixels->height, 4 * pixels->width);
    cairo_t *cairo = cairo_create(surface);
    const md_status status = paint(picture, cairo, &layout, "the video", error);
    const cairo_status_t drawn = cairo_status(cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    cairo_surface_destroy(surface);
    return status != MD_OK ? status
           : drawn == CAIRO_STATUS_SUCCESS
               ? MD_OK
               : md_fail(error, MD_ERROR_FILE, "a frame of the video: cairo failed: %s", cairo_status_to_string(drawn));
}

void picture_pixels_free(struct picture_pixels *pixels)
{
    free(pixels->bytes);
    *pixels = (struct picture_pixels){0};
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static void draw_world(const void *of, const md2_debug_draw *draw)
{
    md2_world_draw(of, draw);
}

static int32_t body_of_world(const void *of, md2_shape_id shape)
{
    return md2_shape_body(of, shape).index;
}

struct picture_subject picture_of_world(const md2_world *world)
{
    return (struct picture_subject){.of = world, .draw = draw_world, .body_of = body_of_world};
}
