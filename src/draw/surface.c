#include "draw/surface.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <fontconfig/fontconfig.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "draw/picture.h"

#define FONT "DejaVu Sans"

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

/* cairo keeps fonts until the process ends. Freeing them at exit avoids reports of leak checkers. */
static void free_fonts(void)
{
    cairo_debug_reset_static_data();
    FcFini();
}

static void free_fonts_at_exit(void)
{
    static bool registered;
    if (!registered) {
        registered = atexit(free_fonts) == 0;
    }
}

void surface_set_font(cairo_t *cairo, double size)
{
    free_fonts_at_exit();
    cairo_select_font_face(cairo, FONT, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
}

void surface_show_caption(cairo_t *cairo, const char *caption, double left, double baseline, double room)
{
    char text[256];
    snprintf(text, sizeof text, "%s", caption);
    for (size_t length = strlen(text); length > 0; --length) {
        cairo_text_extents_t extents;
        cairo_text_extents(cairo, text, &extents);
        if (extents.x_advance <= room || length < 4) {
            break;
        }
        strcpy(text + length - 4, "...");
    }
    cairo_move_to(cairo, left, baseline);
    cairo_show_text(cairo, text);
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

enum file_type { FILE_PNG, FILE_SVG, FILE_PDF, FILE_UNKNOWN };

static enum file_type type_of(const char *path)
{
    static const char *const ENDINGS[] = {".png", ".svg", ".pdf"};
    const size_t length = strlen(path);
    for (int type = 0; type < FILE_UNKNOWN; ++type) {
        if (length > 4 && strcmp(path + length - 4, ENDINGS[type]) == 0) {
            return (enum file_type)type;
        }
    }
    return FILE_UNKNOWN;
}

bool picture_path_is_known(const char *path)
{
    return type_of(path) != FILE_UNKNOWN;
}

static cairo_status_t write_bytes(void *closure, const unsigned char *bytes, unsigned length)
{
    return md_output_write(closure, bytes, length) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

md_status surface_open(struct surface *surface, const char *path, double width, double height, md_error *error)
{
    const enum file_type type = type_of(path);
    const md_status status = md_output_open(&surface->output, path, error);
    if (status != MD_OK) {
        return status;
    }
    surface->is_png = type == FILE_PNG;
    switch (type) {
    case FILE_SVG:
        surface->surface = cairo_svg_surface_create_for_stream(write_bytes, &surface->output, width, height);
        break;
    case FILE_PDF:
        surface->surface = cairo_pdf_surface_create_for_stream(write_bytes, &surface->output, width, height);
        break;
    default: surface->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height); break;
    }
    surface->cairo = cairo_create(surface->surface);
    return MD_OK;
}

md_status surface_close(struct surface *surface, md_status status, md_error *error)
{
    cairo_status_t drawn = cairo_status(surface->cairo);
    cairo_destroy(surface->cairo);
    if (drawn == CAIRO_STATUS_SUCCESS && surface->is_png) {
        drawn = cairo_surface_write_to_png_stream(surface->surface, write_bytes, &surface->output);
    }
    cairo_surface_finish(surface->surface);
    drawn = drawn == CAIRO_STATUS_SUCCESS ? cairo_surface_status(surface->surface) : drawn;
    cairo_surface_destroy(surface->surface);
    if (status != MD_OK) {
        md_output_discard(&surface->output);
        return status;
    }
    if (drawn != CAIRO_STATUS_SUCCESS && surface->output.problem == 0) {
        md_output_discard(&surface->output);
        return md_fail(error, MD_ERROR_FILE, "%s: cairo failed: %s", surface->output.path,
                       cairo_status_to_string(drawn));
    }
    return md_output_commit(&surface->output, error);
}
