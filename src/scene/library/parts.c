#include <math.h>

#include "base/angle.h"
#include "scene/library/scenes.h"

#define WALL_THICKNESS 2.0 /* m: thick, so that a body pressed into a wall is pushed back out on the same side */

const struct material DEFAULT_MATERIAL = {1, 0.6, 0};

int32_t scene_add_body(struct description *description, enum body_type type, struct body_state start)
{
    struct described_body body = {.type = type, .start = start};
    if (start.c == 0 && start.s == 0) {
        body.start.c = 1;
    }
    return description_add_body(description, &body);
}

static struct described_shape begin_shape(int32_t body, const struct material *material, int32_t count)
{
    return (struct described_shape){.body = body,
                                    .count = count,
                                    .density = material->density,
                                    .friction = material->friction,
                                    .restitution = material->restitution};
}

void scene_add_circle(struct description *description, int32_t body, const struct material *material, double radius)
{
    struct described_shape shape = begin_shape(body, material, 1);
    shape.radius = radius;
    description_add_shape(description, &shape);
}

void scene_add_capsule(struct description *description, int32_t body, const struct material *material,
                       double half_length, double radius)
{
    struct described_shape shape = begin_shape(body, material, 2);
    shape.radius = radius;
    shape.y[0] = -half_length;
    shape.y[1] = half_length;
    description_add_shape(description, &shape);
}

void scene_add_box(struct description *description, int32_t body, const struct material *material, double half_x,
                   double half_y)
{
    scene_add_box_at(description, body, material, 0, 0, half_x, half_y);
}

void scene_add_box_at(struct description *description, int32_t body, const struct material *material, double x,
                      double y, double half_x, double half_y)
{
    static const int SIGN_X[] = {-1, 1, 1, -1};
    static const int SIGN_Y[] = {-1, -1, 1, 1};
    struct described_shape shape = begin_shape(body, material, 4);
    for (int i = 0; i < 4; ++i) {
        shape.x[i] = x + SIGN_X[i] * half_x;
        shape.y[i] = y + SIGN_Y[i] * half_y;
    }
    description_add_shape(description, &shape);
}

static struct described_shape shape_of_points(int32_t body, const struct material *material, const double *points,
                                              int32_t count)
{
    struct described_shape shape = begin_shape(body, material, count);
    for (int32_t i = 0; i < count; ++i) {
        shape.x[i] = points[2 * i];
        shape.y[i] = points[2 * i + 1];
    }
    return shape;
}

void scene_add_polygon(struct description *description, int32_t body, const struct material *material,
                       const double *points, int32_t count, double radius)
{
    struct described_shape shape = shape_of_points(body, material, points, count);
    shape.radius = radius;
    description_add_shape(description, &shape);
}

void scene_add_regular_polygon(struct description *description, int32_t body, const struct material *material,
                               int32_t corners, double radius)
{
    double points[2 * SHAPE_MAX_POINTS];
    for (int32_t i = 0; i < corners; ++i) {
        points[2 * i] = radius * cos(2 * MD_PI * i / corners);
        points[2 * i + 1] = radius * sin(2 * MD_PI * i / corners);
    }
    scene_add_polygon(description, body, material, points, corners, 0);
}

void scene_add_chain(struct description *description, int32_t body, const struct material *material,
                     const double *points, int32_t count)
{
    struct described_shape shape = shape_of_points(body, material, points, count);
    shape.is_chain = true;
    description_add_shape(description, &shape);
}

void scene_add_static_box(struct description *description, const struct material *material, double x, double y,
                          double half_x, double half_y)
{
    scene_add_box(description, scene_add_body(description, BODY_STATIC, (struct body_state){.x = x, .y = y}), material,
                  half_x, half_y);
}

void scene_add_ground(struct description *description, const struct material *material, double left, double right,
                      double depth)
{
    scene_add_static_box(description, material, (left + right) / 2, -depth / 2, (right - left) / 2, depth / 2);
}

void scene_add_basin(struct description *description, const struct material *material, double width, double height)
{
    const double half = WALL_THICKNESS / 2;
    scene_add_static_box(description, material, width / 2, -half, width / 2 + WALL_THICKNESS, half);
    scene_add_static_box(description, material, -half, height / 2, half, height / 2);
    scene_add_static_box(description, material, width + half, height / 2, half, height / 2);
}

void scene_add_hinge(struct description *description, const int32_t body[2], const double x[2], const double y[2],
                     double lower, double upper)
{
    const struct described_joint joint = {.type = JOINT_REVOLUTE,
                                          .body = {body[0], body[1]},
                                          .x = {x[0], x[1]},
                                          .y = {y[0], y[1]},
                                          .lower = lower,
                                          .upper = upper};
    description_add_joint(description, &joint);
}

void scene_set_view(struct description *description, double left, double bottom, double right, double top)
{
    description->left = left;
    description->bottom = bottom;
    description->right = right;
    description->top = top;
}

double disc_area(double radius)
{
    return MD_PI * radius * radius;
}
