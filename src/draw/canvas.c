#include "draw/canvas.h"

#include "draw/paints.h"

static void set_colour(cairo_t *cairo, struct colour colour, double opacity)
{
    cairo_set_source_rgba(cairo, colour.red, colour.green, colour.blue, opacity);
}

static struct paint paint_of(const struct canvas *canvas, md2_draw_kind kind, md2_shape_id shape)
{
    switch (kind) {
    case MD2_DRAW_STATIC: return STATIC_PAINT;
    case MD2_DRAW_KINEMATIC: return KINEMATIC_PAINT;
    case MD2_DRAW_SENSOR: return SENSOR_PAINT;
    default: break;
    }
    const int32_t body = shape.generation != 0 ? canvas->subject.body_of(canvas->subject.of, shape) : 0;
    return paint_of_body(body, kind == MD2_DRAW_ASLEEP);
}

/* ---- Coordinates of the surface, whose y axis points down -------------------------------------------------------- */

/* Coordinates outside of the range of cairo are moved to its edge, far outside of the view. */
#define MAX_COORDINATE (3 * MAX_RADIUS)

static double clamp(double low, double value, double high)
{
    return value < low ? low : value > high ? high : value;
}

static double surface_x(const struct canvas *canvas, double x)
{
    return clamp(-MAX_COORDINATE, canvas->left + canvas->scale * (x - (double)canvas->view.lower.x), MAX_COORDINATE);
}

static double surface_y(const struct canvas *canvas, double y)
{
    return clamp(-MAX_COORDINATE, canvas->top + canvas->scale * ((double)canvas->view.upper.y - y), MAX_COORDINATE);
}

/* Whether a radius can be drawn. If not, the picture fails. */
static bool accept_radius(struct canvas *canvas, md_real radius)
{
    const bool is_small = (double)radius * canvas->scale <= MAX_RADIUS;
    canvas->too_large = canvas->too_large || !is_small;
    return is_small;
}

static void move_to(const struct canvas *canvas, md2_vec point)
{
    cairo_move_to(canvas->cairo, surface_x(canvas, (double)point.x), surface_y(canvas, (double)point.y));
}

static void line_to(const struct canvas *canvas, md2_vec point)
{
    cairo_line_to(canvas->cairo, surface_x(canvas, (double)point.x), surface_y(canvas, (double)point.y));
}

/* ---- Callbacks of md2_debug_draw --------------------------------------------------------------------------------- */

/* Longest outline that is dashed, in surface units: cairo makes every dash, also outside of the view. */
#define MAX_DASHED 1e5

/* Whether the current path is small enough to be dashed. */
static bool can_be_dashed(cairo_t *cairo)
{
    double left;
    double top;
    double right;
    double bottom;
    cairo_path_extents(cairo, &left, &top, &right, &bottom);
    return right - left + bottom - top < MAX_DASHED;
}

/* Fills and outlines the current path. */
static void finish_shape(const struct canvas *canvas, md2_draw_kind kind, md2_shape_id shape)
{
    cairo_t *cairo = canvas->cairo;
    const bool is_dashed = kind == MD2_DRAW_SENSOR && can_be_dashed(cairo);
    const struct paint paint = paint_of(canvas, kind, shape);
    const double dashes[] = {4 * canvas->line, 3 * canvas->line};
    set_colour(cairo, paint.fill, kind == MD2_DRAW_SENSOR ? 0.12 : 1);
    cairo_fill_preserve(cairo);
    set_colour(cairo, paint.outline, 1);
    cairo_set_line_width(cairo, canvas->line);
    cairo_set_dash(cairo, dashes, is_dashed ? 2 : 0, 0);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
}

/* Traces the outline of a hull with a radius: an arc around each point, connected by straight lines. Two points give a
 * capsule. */
static void trace_rounded(const struct canvas *canvas, const md2_vec *points, int32_t count, double radius)
{
    for (int32_t i = 0; i < count; ++i) {
        const md2_vec before = points[(i + count - 1) % count];
        const md2_vec point = points[i];
        const md2_vec after = points[(i + 1) % count];
        /* The outward normals of the edges before and after this point, with y flipped. */
        const double first = atan2((double)(point.x - before.x), (double)(point.y - before.y));
        const double last = atan2((double)(after.x - point.x), (double)(after.y - point.y));
        cairo_arc_negative(canvas->cairo, surface_x(canvas, (double)point.x), surface_y(canvas, (double)point.y),
                           radius * canvas->scale, first, last);
    }
    cairo_close_path(canvas->cairo);
}

static void draw_polygon(void *user, const md2_vec *points, int32_t count, md_real radius, md2_draw_kind kind,
                         md2_shape_id shape)
{
    struct canvas *canvas = user;
    if (!accept_radius(canvas, radius)) {
        return;
    }
    cairo_new_path(canvas->cairo);
    if (radius > 0) {
        trace_rounded(canvas, points, count, (double)radius);
    } else {
        for (int32_t i = 0; i < count; ++i) {
            line_to(canvas, points[i]);
        }
        cairo_close_path(canvas->cairo);
    }
    finish_shape(canvas, kind, shape);
}

static void draw_capsule(void *user, md2_vec a, md2_vec b, md_real radius, md2_draw_kind kind, md2_shape_id shape)
{
    const md2_vec points[] = {a, b};
    draw_polygon(user, points, 2, radius, kind, shape);
}

static void draw_circle(void *user, md2_vec center, md_real radius, md2_vec right, md2_draw_kind kind,
                        md2_shape_id shape)
{
    struct canvas *canvas = user;
    if (!accept_radius(canvas, radius)) {
        return;
    }
    cairo_new_path(canvas->cairo);
    cairo_arc(canvas->cairo, surface_x(canvas, (double)center.x), surface_y(canvas, (double)center.y),
              (double)radius * canvas->scale, 0, 2 * 3.14159265358979323846);
    cairo_close_path(canvas->cairo);
    finish_shape(canvas, kind, shape);
    /* The line that shows the rotation, in the colour of the outline. */
    move_to(canvas, center);
    line_to(canvas, right);
    cairo_stroke(canvas->cairo);
}

static void draw_line(void *user, md2_vec a, md2_vec b, md2_draw_kind kind, md2_shape_id shape)
{
    const struct canvas *canvas = user;
    cairo_t *cairo = canvas->cairo;
    double width = 1.8 * canvas->line;
    switch (kind) {
    case MD2_DRAW_JOINT: set_colour(cairo, JOINT_COLOUR, 0.9); break;
    case MD2_DRAW_NORMAL:
        set_colour(cairo, CONTACT_COLOUR, 1);
        width = 0.6 * canvas->dot;
        break;
    default:
        set_colour(cairo, paint_of(canvas, kind, shape).outline, 1);
        width = width > 2 ? width : 2;
        break;
    }
    cairo_set_line_width(cairo, width);
    move_to(canvas, a);
    line_to(canvas, b);
    cairo_stroke(cairo);
}

static void draw_point(void *user, md2_vec point, md2_draw_kind kind)
{
    const struct canvas *canvas = user;
    cairo_t *cairo = canvas->cairo;
    const bool is_joint = kind == MD2_DRAW_JOINT;
    cairo_new_path(cairo);
    cairo_arc(cairo, surface_x(canvas, (double)point.x), surface_y(canvas, (double)point.y),
              is_joint ? 1.3 * canvas->dot : canvas->dot, 0, 2 * 3.14159265358979323846);
    if (is_joint) {
        cairo_set_source_rgb(cairo, 1, 1, 1);
        cairo_fill_preserve(cairo);
        set_colour(cairo, JOINT_COLOUR, 1);
        cairo_set_line_width(cairo, 1.2 * canvas->line);
        cairo_stroke(cairo);
        return;
    }
    set_colour(cairo, CONTACT_COLOUR, 1);
    cairo_fill(cairo);
}

/* ---- Mean size of the bodies, which sets line widths ------------------------------------------------------------- */

struct sizes {
    double sum;
    int64_t count;
};

static void measure(struct sizes *sizes, double size, md2_draw_kind kind)
{
    if (kind == MD2_DRAW_DYNAMIC || kind == MD2_DRAW_ASLEEP) {
        sizes->sum += size;
        ++sizes->count;
    }
}

static void measure_circle(void *user, md2_vec center, md_real radius, md2_vec right, md2_draw_kind kind,
                           md2_shape_id shape)
{
    (void)center;
    (void)right;
    (void)shape;
    measure(user, (double)radius, kind);
}

/* Half the side of a square of equal area, plus the radius. */
static void measure_polygon(void *user, const md2_vec *points, int32_t count, md_real radius, md2_draw_kind kind,
                            md2_shape_id shape)
{
    double area = 0;
    for (int32_t i = 0; i < count; ++i) {
        const md2_vec a = points[i];
        const md2_vec b = points[(i + 1) % count];
        area += (double)(a.x * b.y - a.y * b.x);
    }
    (void)shape;
    measure(user, 0.5 * sqrt(fabs(area) / 2) + (double)radius, kind);
}

static void measure_capsule(void *user, md2_vec a, md2_vec b, md_real radius, md2_draw_kind kind, md2_shape_id shape)
{
    (void)a;
    (void)b;
    (void)shape;
    measure(user, (double)radius, kind);
}

/* The mean radius of the dynamic shapes, m; if there are none, 1/40 of the width of the view. */
static double mean_radius(const struct canvas *canvas)
{
    struct sizes sizes = {0};
    md2_debug_draw draw = md2_debug_draw_default();
    draw.user = &sizes;
    draw.circle = measure_circle;
    draw.polygon = measure_polygon;
    draw.capsule = measure_capsule;
    canvas->subject.draw(canvas->subject.of, &draw);
    const double width = (double)(canvas->view.upper.x - canvas->view.lower.x);
    return sizes.count > 0 && sizes.sum > 0 ? sizes.sum / (double)sizes.count : width / 40;
}

void canvas_draw(struct canvas *canvas, md_real fraction)
{
    const double radius = mean_radius(canvas);
    canvas->line = clamp(0.4, 0.06 * radius * canvas->scale, 1.6);
    canvas->dot = clamp(0.7, 0.2 * radius * canvas->scale, 4);
    cairo_set_line_join(canvas->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(canvas->cairo, CAIRO_LINE_CAP_ROUND);
    md2_debug_draw draw = md2_debug_draw_default();
    draw.user = canvas;
    draw.fraction = fraction;
    draw.polygon = draw_polygon;
    draw.circle = draw_circle;
    draw.capsule = draw_capsule;
    draw.line = draw_line;
    draw.point = draw_point;
    draw.normal_scale = (md_real)clamp(5 / canvas->scale, 0.6 * radius, 24 / canvas->scale);
    /* Shapes, then joints, then contacts. */
    canvas->subject.draw(canvas->subject.of, &draw);
    draw.shapes = false;
    draw.joints = true;
    canvas->subject.draw(canvas->subject.of, &draw);
    draw.joints = false;
    draw.contacts = true;
    canvas->subject.draw(canvas->subject.of, &draw);
}
