/* Worlds to draw, and a debug draw that writes down each call as a stroke. */
#ifndef MODULUS_TESTS_STROKES2_H
#define MODULUS_TESTS_STROKES2_H

#include <math.h>

#include <modulus/queries2.h>

#include "geometry2/vec.h"
#include "support/support.h"

#define DT ((md_real)(1.0 / 60))
#define G 9.80665

/* Positions are sums of a few numbers up to 10 m, each of which rounds by half a unit: 1e-15 m, in float 5e-7. */
#define TOLERANCE PICK(1e-14, 5e-6)

static const md2_transform HERE = {{0, 0}, {1, 0}};

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static inline md2_world *make_world(md2_vec gravity)
{
    md2_world_def def = md2_world_def_default();
    def.gravity = gravity;
    md2_world *world = NULL;
    assert_int_equal(md2_world_create(&def, &world), MD_OK);
    return world;
}

static inline md2_body_id make_body(md2_world *world, md2_body_type type, md2_transform at)
{
    md2_body_def def = md2_body_def_default();
    def.type = type;
    def.position = at.p;
    def.rotation = at.q;
    md2_body_id body;
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    return body;
}

static inline md2_shape_id give_hull(md2_world *world, md2_body_id body, const md2_hull *hull, bool sensor)
{
    md2_shape_def def = md2_shape_def_default();
    def.sensor = sensor;
    md2_shape_id shape;
    assert_int_equal(md2_shape_create(world, body, &def, hull, &shape), MD_OK);
    return shape;
}

static inline md2_shape_id give_box(md2_world *world, md2_body_id body, double half_x, double half_y, double radius)
{
    md2_hull hull;
    const md2_vec half = {(md_real)half_x, (md_real)half_y};
    assert_int_equal(md2_hull_box(&hull, half, vec(0, 0), (md2_rot){1, 0}, (md_real)radius), MD_OK);
    return give_hull(world, body, &hull, false);
}

static inline md2_shape_id give_circle(md2_world *world, md2_body_id body, md2_vec center, double radius, bool sensor)
{
    md2_hull hull;
    assert_int_equal(md2_hull_circle(&hull, center, (md_real)radius), MD_OK);
    return give_hull(world, body, &hull, sensor);
}

/* ---- Writing down what is drawn ---------------------------------------------------------------------------------- */

enum form { POLYGON, CIRCLE, CAPSULE, LINE, POINT, FORMS };

struct stroke {
    enum form form;
    md2_draw_kind kind;
    md2_shape_id shape;
    md2_vec point[MD2_MAX_POINTS]; /* of a circle: centre and point on the rim */
    int32_t count;
    md_real radius;
};

enum { MOST = 64 };

struct picture {
    struct stroke stroke[MOST];
    int32_t count;
};

static inline struct stroke *next_stroke(void *user, enum form form, md2_draw_kind kind, md2_shape_id shape)
{
    struct picture *picture = user;
    assert_true(picture->count < MOST);
    struct stroke *stroke = &picture->stroke[picture->count++];
    *stroke = (struct stroke){.form = form, .kind = kind, .shape = shape};
    return stroke;
}

static inline void add_point(struct stroke *stroke, md2_vec point)
{
    stroke->point[stroke->count++] = point;
}

static inline void note_polygon(void *user, const md2_vec *points, int32_t count, md_real radius, md2_draw_kind kind,
                                md2_shape_id shape)
{
    struct stroke *stroke = next_stroke(user, POLYGON, kind, shape);
    for (int32_t i = 0; i < count; ++i) {
        add_point(stroke, points[i]);
    }
    stroke->radius = radius;
}

static inline void note_circle(void *user, md2_vec center, md_real radius, md2_vec right, md2_draw_kind kind,
                               md2_shape_id shape)
{
    struct stroke *stroke = next_stroke(user, CIRCLE, kind, shape);
    add_point(stroke, center);
    add_point(stroke, right);
    stroke->radius = radius;
}

static inline void note_capsule(void *user, md2_vec a, md2_vec b, md_real radius, md2_draw_kind kind,
                                md2_shape_id shape)
{
    struct stroke *stroke = next_stroke(user, CAPSULE, kind, shape);
    add_point(stroke, a);
    add_point(stroke, b);
    stroke->radius = radius;
}

static inline void note_line(void *user, md2_vec a, md2_vec b, md2_draw_kind kind, md2_shape_id shape)
{
    struct stroke *stroke = next_stroke(user, LINE, kind, shape);
    add_point(stroke, a);
    add_point(stroke, b);
}

static inline void note_point(void *user, md2_vec point, md2_draw_kind kind)
{
    add_point(next_stroke(user, POINT, kind, (md2_shape_id){0, 0}), point);
}

static inline md2_debug_draw pen(void)
{
    md2_debug_draw draw = md2_debug_draw_default();
    draw.polygon = note_polygon;
    draw.circle = note_circle;
    draw.capsule = note_capsule;
    draw.line = note_line;
    draw.point = note_point;
    return draw;
}

/* Everything except the shapes. */
static inline md2_debug_draw all_but_shapes(void)
{
    md2_debug_draw draw = pen();
    draw.shapes = false;
    draw.joints = draw.bounds = draw.centers = draw.contacts = true;
    return draw;
}

static inline struct picture picture_of(const md2_world *world, md2_debug_draw draw)
{
    struct picture picture = {.count = 0};
    draw.user = &picture;
    md2_world_draw(world, &draw);
    return picture;
}

static inline int count_of(const struct picture *picture, enum form form, md2_draw_kind kind)
{
    int count = 0;
    for (int32_t i = 0; i < picture->count; ++i) {
        count += picture->stroke[i].form == form && picture->stroke[i].kind == kind;
    }
    return count;
}

static inline int count_of_form(const struct picture *picture, enum form form)
{
    int count = 0;
    for (int32_t i = 0; i < picture->count; ++i) {
        count += picture->stroke[i].form == form;
    }
    return count;
}

/* Returns the n-th stroke of a form and kind. */
static inline const struct stroke *stroke_of(const struct picture *picture, enum form form, md2_draw_kind kind, int n)
{
    for (int32_t i = 0; i < picture->count; ++i) {
        if (picture->stroke[i].form == form && picture->stroke[i].kind == kind && n-- == 0) {
            return &picture->stroke[i];
        }
    }
    fail_msg("no such stroke");
    return NULL;
}

static inline void assert_near(md2_vec a, double x, double y)
{
    assert_true(fabs((double)a.x - x) < TOLERANCE && fabs((double)a.y - y) < TOLERANCE);
}

static inline void assert_shape(const struct stroke *stroke, md2_shape_id shape)
{
    assert_int_equal(stroke->shape.index, shape.index);
    assert_int_equal(stroke->shape.generation, shape.generation);
}

#endif
