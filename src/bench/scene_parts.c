#include <math.h>

#include "bench/scenes.h"

#define TWO_PI 6.28318530717958647693
#define WALL_THICKNESS 2.0 /* m: what is pressed into a wall comes out on the side where it went in */

int32_t add_body_at(struct description *description, enum body_type type, double x, double y, double angle)
{
    const struct described_body body = {.type = type, .start = {.x = x, .y = y, .c = cos(angle), .s = sin(angle)}};
    return description_add_body(description, &body);
}

static struct described_shape begin_shape(int32_t body, const struct material *material)
{
    return (struct described_shape){.body = body,
                                    .density = material->density,
                                    .friction = material->friction,
                                    .restitution = material->restitution};
}

void add_circle(struct description *description, int32_t body, const struct material *material, double radius)
{
    struct described_shape shape = begin_shape(body, material);
    shape.count = 1;
    shape.radius = radius;
    description_add_shape(description, &shape);
}

void add_capsule(struct description *description, int32_t body, const struct material *material, double reach,
                 double radius)
{
    struct described_shape shape = begin_shape(body, material);
    shape.count = 2;
    shape.radius = radius;
    shape.y[0] = -reach;
    shape.y[1] = reach;
    description_add_shape(description, &shape);
}

void add_box(struct description *description, int32_t body, const struct material *material, double x, double y,
             double half_width, double half_height)
{
    static const int SIGN_X[] = {-1, 1, 1, -1};
    static const int SIGN_Y[] = {-1, -1, 1, 1};
    struct described_shape shape = begin_shape(body, material);
    shape.count = 4;
    for (int i = 0; i < 4; ++i) {
        shape.x[i] = x + SIGN_X[i] * half_width;
        shape.y[i] = y + SIGN_Y[i] * half_height;
    }
    description_add_shape(description, &shape);
}

void add_regular(struct description *description, int32_t body, const struct material *material, int32_t corners,
                 double reach)
{
    struct described_shape shape = begin_shape(body, material);
    shape.count = corners;
    for (int32_t i = 0; i < corners; ++i) {
        shape.x[i] = reach * cos(TWO_PI * i / corners);
        shape.y[i] = reach * sin(TWO_PI * i / corners);
    }
    description_add_shape(description, &shape);
}

void add_ground(struct description *description, const struct material *material, double x, double y, double half_width,
                double half_height)
{
    const int32_t body = add_body_at(description, BODY_STATIC, x, y, 0);
    add_box(description, body, material, 0, 0, half_width, half_height);
}

void add_basin(struct description *description, const struct material *material, double width, double height)
{
    const double half = WALL_THICKNESS / 2;
    add_ground(description, material, width / 2, -half, width / 2 + WALL_THICKNESS, half);
    add_ground(description, material, -half, height / 2, half, height / 2);
    add_ground(description, material, width + half, height / 2, half, height / 2);
}
