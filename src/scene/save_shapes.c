/* Saves shapes as JSON. The world stores hulls as points and a radius; the saved geometry is one that reproduces the
 * hull, bit for bit if possible. */
#include <string.h>

#include "scene/fields.h"
#include "scene/save.h"

static void write_points(struct text *text, const md2_vec *points, int32_t count)
{
    const struct text_level level = text_open(text, "points", "[", ", ");
    for (int32_t i = 0; i < count; ++i) {
        text_vec(text, NULL, points[i]);
    }
    text_close(text, level, "]");
}

static bool same_vec(md2_vec a, md2_vec b)
{
    return a.x == b.x && a.y == b.y;
}

static bool same_hull(const md2_hull *a, const md2_hull *b)
{
    bool same = a->count == b->count && a->radius == b->radius && same_vec(a->centroid, b->centroid);
    for (int32_t i = 0; same && i < a->count; ++i) {
        same = same_vec(a->point[i], b->point[i]) && same_vec(a->normal[i], b->normal[i]);
    }
    return same;
}

/* ---- Boxes ------------------------------------------------------------------------------------------------------- */

/* Moves x by a number of representable values up or down. */
static md_real nudged(md_real x, int steps)
{
    const bool is_double = sizeof(md_real) == sizeof(double);
    const double toward = steps > 0 ? INFINITY : -INFINITY;
    for (int i = 0; i < (steps > 0 ? steps : -steps); ++i) {
        x = is_double ? (md_real)nextafter((double)x, toward) : (md_real)nextafterf((float)x, (float)toward);
    }
    return x;
}

/* The half sizes computed from the corners of a box, which are rounded, are searched within this many representable
 * values. */
#define MAX_NUDGE 8

static bool reproduces(const struct geometry *box, const md2_hull *hull)
{
    md2_hull again;
    return md2_hull_box(&again, box->half, box->center, box->rotation, box->radius) == MD_OK && same_hull(hull, &again);
}

/* Finds the box that reproduces the hull, if there is one. The first normal of a box is (0, -1), rotated. */
static bool find_box(const md2_hull *hull, struct geometry *box)
{
    const md2_rot rotation = {-hull->normal[0].y, hull->normal[0].x};
    const md2_vec across = {(hull->point[2].x - hull->point[0].x) / 2, (hull->point[2].y - hull->point[0].y) / 2};
    const md2_vec half = {rotation.c * across.x + rotation.s * across.y, rotation.c * across.y - rotation.s * across.x};
    *box = geometry_default();
    box->center = hull->centroid;
    box->rotation = rotation_to_save(rotation);
    box->radius = hull->radius;
    box->half = half;
    if (hull->count != 4 || reproduces(box, hull)) {
        return hull->count == 4;
    }
    for (int i = -MAX_NUDGE; i <= MAX_NUDGE; ++i) {
        for (int j = -MAX_NUDGE; j <= MAX_NUDGE; ++j) {
            box->half = (md2_vec){nudged(half.x, i), nudged(half.y, j)};
            if (reproduces(box, hull)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- Hulls ------------------------------------------------------------------------------------------------------- */

static const struct geometry_kind *kind_named(const char *name)
{
    const struct geometry_kind *kind = geometry_kinds;
    while (strcmp(kind->name, name) != 0) {
        ++kind;
    }
    return kind;
}

static void write_geometry(struct text *text, const char *name, const struct geometry *geometry)
{
    const struct geometry defaults = geometry_default();
    const struct text_level level = text_open(text, name, "{", ", ");
    fields_write(text, kind_named(name)->fields, geometry, &defaults);
    text_close(text, level, "}");
}

static void write_polygon(struct text *text, const md2_hull *hull)
{
    const struct text_level level = text_open(text, "polygon", "{", ", ");
    write_points(text, hull->point, hull->count);
    if (hull->radius > 0) {
        text_real(text, "radius", hull->radius);
    }
    text_close(text, level, "}");
}

/* Writes the end points even if they are zero, because they are required. */
static void write_ends(struct text *text, const char *name, md2_vec a, md2_vec b, md_real radius)
{
    const struct text_level level = text_open(text, name, "{", ", ");
    text_vec(text, "a", a);
    text_vec(text, "b", b);
    if (radius > 0) {
        text_real(text, "radius", radius);
    }
    text_close(text, level, "}");
}

static void write_hull(struct text *text, const md2_hull *hull)
{
    struct geometry geometry = geometry_default();
    if (hull->count == 1) {
        geometry.center = hull->point[0];
        geometry.radius = hull->radius;
        write_geometry(text, "circle", &geometry);
    } else if (hull->count == 2) {
        write_ends(text, hull->radius > 0 ? "capsule" : "segment", hull->point[0], hull->point[1], hull->radius);
    } else if (find_box(hull, &geometry)) {
        write_geometry(text, "box", &geometry);
    } else {
        write_polygon(text, hull);
    }
}

/* ---- Chains ------------------------------------------------------------------------------------------------------ */

static void write_segment(struct text *text, const md2_chain_segment *segment)
{
    const struct text_level level = text_open(text, "chain_segment", "{", ", ");
    if (!same_vec(segment->before, segment->a)) {
        text_vec(text, "before", segment->before);
    }
    text_vec(text, "a", segment->a);
    text_vec(text, "b", segment->b);
    if (!same_vec(segment->after, segment->b)) {
        text_vec(text, "after", segment->after);
    }
    text_close(text, level, "}");
}

static bool same_def(const md2_world *world, md2_shape_id a, md2_shape_id b)
{
    const md2_shape_def x = md2_shape_get_def(world, a);
    const md2_shape_def y = md2_shape_get_def(world, b);
    bool same = true;
    for (const struct field *field = material_fields; same && field->name != NULL; ++field) {
        same = memcmp((const char *)&x + field->offset, (const char *)&y + field->offset, field_size(field)) == 0;
    }
    return same;
}

/* True if the second segment continues the first, and each has the other as its neighbour. */
static bool follows(const md2_chain_segment *first, const md2_chain_segment *second)
{
    return second != NULL && same_vec(first->b, second->a) && same_vec(first->after, second->b) &&
           same_vec(second->before, first->a);
}

/* A chain of consecutive segments. */
struct run {
    md2_shape_id last; /* the first segment itself if it does not begin a chain */
    bool is_chain, loop;
};

static struct run run_from(const md2_world *world, md2_shape_id first)
{
    const md2_chain_segment *start = md2_shape_segment(world, first);
    struct run run = {.last = first};
    int32_t count = 1;
    for (md2_shape_id next = md2_shape_next(world, first);
         next.generation != 0 && same_def(world, first, next) &&
         follows(md2_shape_segment(world, run.last), md2_shape_segment(world, next));
         next = md2_shape_next(world, next)) {
        run.last = next;
        ++count;
    }
    const md2_chain_segment *end = md2_shape_segment(world, run.last);
    run.loop = count >= 3 && follows(end, start);
    run.is_chain = run.loop || (same_vec(start->before, start->a) && same_vec(end->after, end->b));
    run.last = run.is_chain ? run.last : first;
    return run;
}

static void write_chain(struct text *text, const md2_world *world, md2_shape_id first, const struct run *run)
{
    const struct text_level level = text_open(text, "chain", "{", ", ");
    const struct text_level points = text_open(text, "points", "[", ", ");
    for (md2_shape_id shape = first;; shape = md2_shape_next(world, shape)) {
        text_vec(text, NULL, md2_shape_segment(world, shape)->a);
        if (shape.index == run->last.index) {
            break;
        }
    }
    if (!run->loop) {
        text_vec(text, NULL, md2_shape_segment(world, run->last)->b);
    }
    text_close(text, points, "]");
    if (run->loop) {
        text_member(text, "loop");
        text_print(text, "true");
    }
    text_close(text, level, "}");
}

/* ---- Shapes of a body -------------------------------------------------------------------------------------------- */

/* Writes a shape, or the whole chain that it begins. Returns the last shape that was written. */
static md2_shape_id write_shape(struct text *text, const md2_world *world, md2_shape_id shape)
{
    const md2_shape_def defaults = md2_shape_def_default();
    const md2_shape_def def = md2_shape_get_def(world, shape);
    const md2_chain_segment *segment = md2_shape_segment(world, shape);
    const struct run run = segment != NULL ? run_from(world, shape) : (struct run){.last = shape};
    const struct text_level level = text_open(text, NULL, "{", ", ");
    if (run.is_chain) {
        write_chain(text, world, shape, &run);
    } else if (segment != NULL) {
        write_segment(text, segment);
    } else {
        write_hull(text, md2_shape_hull(world, shape));
    }
    fields_write(text, material_fields, &def, &defaults);
    text_close(text, level, "}");
    return run.last;
}

void save_shapes(struct text *text, const md2_world *world, md2_body_id body)
{
    for (md2_shape_id shape = md2_body_first_shape(world, body); shape.generation != 0;
         shape = md2_shape_next(world, shape)) {
        shape = write_shape(text, world, shape);
    }
}
