#include "scene/library3/describe3.h"

int32_t describe3_body(struct description3 *description, enum body_type type, struct dvec3 position)
{
    const struct described_body3 body = {.type = type, .start = {.p = position, .q = {0, 0, 0, 1}}};
    return description3_add_body(description, &body);
}

static struct described_shape3 begin_shape(enum shape3_kind kind, int32_t body, const struct material *material)
{
    return (struct described_shape3){.kind = kind,
                                     .body = body,
                                     .count = shape3_points(kind),
                                     .density = material->density,
                                     .friction = material->friction,
                                     .restitution = material->restitution};
}

void describe3_sphere(struct description3 *description, int32_t body, const struct material *material, double radius)
{
    struct described_shape3 shape = begin_shape(SHAPE3_SPHERE, body, material);
    shape.radius = radius;
    description3_add_shape(description, &shape);
}

void describe3_capsule(struct description3 *description, int32_t body, const struct material *material, struct dvec3 a,
                       struct dvec3 b, double radius)
{
    struct described_shape3 shape = begin_shape(SHAPE3_CAPSULE, body, material);
    shape.radius = radius;
    shape.point[0] = a;
    shape.point[1] = b;
    description3_add_shape(description, &shape);
}

void describe3_box(struct description3 *description, int32_t body, const struct material *material, struct dvec3 half)
{
    struct described_shape3 shape = begin_shape(SHAPE3_BOX, body, material);
    shape.point[0] = half;
    description3_add_shape(description, &shape);
}

void describe3_hull(struct description3 *description, int32_t body, const struct material *material,
                    const struct dvec3 *points, int32_t count)
{
    struct described_shape3 shape = begin_shape(SHAPE3_HULL, body, material);
    for (int32_t i = 0; i < count && i < SHAPE3_MAX_POINTS; ++i) {
        shape.point[shape.count++] = points[i];
    }
    description3_add_shape(description, &shape);
}

static void add_plane(struct description3 *description, int32_t body, const struct material *material,
                      struct dvec3 normal, double offset)
{
    struct described_shape3 shape = begin_shape(SHAPE3_PLANE, body, material);
    shape.point[0] = normal;
    shape.radius = offset;
    description3_add_shape(description, &shape);
}

int32_t describe3_ground(struct description3 *description, const struct material *material)
{
    const int32_t ground = describe3_body(description, BODY_STATIC, dvec3_of(0, 0, 0));
    add_plane(description, ground, material, dvec3_of(0, 1, 0), 0);
    return ground;
}

int32_t describe3_basin(struct description3 *description, const struct material *material, double width, double depth)
{
    const int32_t ground = describe3_ground(description, material);
    add_plane(description, ground, material, dvec3_of(1, 0, 0), -width / 2);
    add_plane(description, ground, material, dvec3_of(-1, 0, 0), -width / 2);
    add_plane(description, ground, material, dvec3_of(0, 0, 1), -depth / 2);
    add_plane(description, ground, material, dvec3_of(0, 0, -1), -depth / 2);
    return ground;
}
