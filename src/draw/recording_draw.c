#include "draw/recording_store.h"

static md2_vec point_of(md2_transform at, md2_vec point)
{
    return (md2_vec){at.p.x + at.q.c * point.x - at.q.s * point.y, at.p.y + at.q.s * point.x + at.q.c * point.y};
}

static md2_draw_kind kind_of(const struct recording *recording, const struct recorded_shape *shape)
{
    if (shape->sensor) {
        return MD2_DRAW_SENSOR;
    }
    switch (recording->types[shape->body]) {
    case MD2_STATIC: return MD2_DRAW_STATIC;
    case MD2_KINEMATIC: return MD2_DRAW_KINEMATIC;
    case MD2_DYNAMIC: break;
    }
    return recording->asleep[shape->body] ? MD2_DRAW_ASLEEP : MD2_DRAW_DYNAMIC;
}

static void draw_shape(const struct recording *recording, int32_t index, const md2_debug_draw *draw)
{
    const struct recorded_shape *shape = &recording->shapes[index];
    const md2_transform at = recording->transforms[shape->body];
    const md2_draw_kind kind = kind_of(recording, shape);
    const md2_shape_id id = {index, 1};
    md2_vec points[MD2_MAX_POINTS];
    for (int32_t i = 0; i < shape->count; ++i) {
        points[i] = point_of(at, shape->point[i]);
    }
    if (shape->count == 1 && draw->circle != NULL) {
        const md2_vec right = {points[0].x + at.q.c * shape->radius, points[0].y + at.q.s * shape->radius};
        draw->circle(draw->user, points[0], shape->radius, right, kind, id);
    } else if (shape->count == 2 && shape->radius > 0 && draw->capsule != NULL) {
        draw->capsule(draw->user, points[0], points[1], shape->radius, kind, id);
    } else if (shape->count == 2 && !(shape->radius > 0) && draw->line != NULL) {
        draw->line(draw->user, points[0], points[1], kind, id);
    } else if (shape->count > 2 && draw->polygon != NULL) {
        draw->polygon(draw->user, points, shape->count, shape->radius, kind, id);
    }
}

static void draw_joint(const struct recording *recording, const struct recorded_joint *joint,
                       const md2_debug_draw *draw)
{
    const md2_shape_id none = {0};
    md2_vec ends[2];
    for (int side = 0; side < 2; ++side) {
        const int32_t body = joint->body[side];
        ends[side] = body >= 0 ? point_of(recording->transforms[body], joint->anchor[side]) : joint->anchor[side];
        if (draw->point != NULL) {
            draw->point(draw->user, ends[side], MD2_DRAW_JOINT);
        }
    }
    if (draw->line != NULL) {
        draw->line(draw->user, ends[0], ends[1], MD2_DRAW_JOINT, none);
    }
}

static void draw_frame(const void *of, const md2_debug_draw *draw)
{
    const struct recording *recording = of;
    for (int32_t i = 0; draw->shapes && i < recording->facts.shapes; ++i) {
        if (!recording->hidden[recording->shapes[i].body]) {
            draw_shape(recording, i, draw);
        }
    }
    for (int32_t i = 0; draw->joints && i < recording->facts.joints; ++i) {
        if (!recording->broken[i]) {
            draw_joint(recording, &recording->joints[i], draw);
        }
    }
}

static int32_t body_of(const void *of, md2_shape_id shape)
{
    const struct recording *recording = of;
    return recording->shapes[shape.index].body;
}

struct picture_subject picture_of_recording(const struct recording *recording)
{
    return (struct picture_subject){.of = recording, .draw = draw_frame, .body_of = body_of};
}
