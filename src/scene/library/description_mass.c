/* How heavy described bodies are, from their shapes and densities: the same numbers for the kinetic energy of every
 * engine, and for engines that want to be told. */
#include <math.h>

#include "scene/library/description.h"

#define PI 3.14159265358979323846

static struct described_mass circle_mass(const struct described_shape *shape)
{
    const double r = shape->radius;
    const double mass = shape->density * PI * r * r;
    const double away = shape->x[0] * shape->x[0] + shape->y[0] * shape->y[0];
    return (struct described_mass){mass, mass * (r * r / 2 + away)};
}

/* A rectangle and two half discs, whose own centres lie 4 r / (3 pi) beyond its ends. */
static struct described_mass capsule_mass(const struct described_shape *shape)
{
    const double r = shape->radius;
    const double length = hypot(shape->x[1] - shape->x[0], shape->y[1] - shape->y[0]);
    const double middle_x = (shape->x[0] + shape->x[1]) / 2;
    const double middle_y = (shape->y[0] + shape->y[1]) / 2;
    const double box = shape->density * 2 * r * length;
    const double discs = shape->density * PI * r * r;
    const double beyond = 4 * r / (3 * PI);
    const double half = length / 2 + beyond;
    const double of_box = box * (length * length + 4 * r * r) / 12;
    const double of_discs = discs * (r * r / 2 - beyond * beyond + half * half);
    const double away = middle_x * middle_x + middle_y * middle_y;
    return (struct described_mass){box + discs, of_box + of_discs + (box + discs) * away};
}

/* A fan of triangles from the origin. */
static struct described_mass polygon_mass(const struct described_shape *shape)
{
    struct described_mass sum = {0};
    for (int32_t i = 0; i < shape->count; ++i) {
        const int32_t j = (i + 1) % shape->count;
        const double ax = shape->x[i];
        const double ay = shape->y[i];
        const double bx = shape->x[j];
        const double by = shape->y[j];
        const double mass = shape->density * (ax * by - ay * bx) / 2;
        sum.mass += mass;
        sum.inertia += mass * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by) / 6;
    }
    return sum;
}

struct described_mass shape_mass(const struct described_shape *shape)
{
    return shape->count == 1 ? circle_mass(shape) : shape->count == 2 ? capsule_mass(shape) : polygon_mass(shape);
}

void description_masses(const struct description *description, struct described_mass *masses)
{
    for (int32_t i = 0; i < description->body_count; ++i) {
        masses[i] = (struct described_mass){0};
    }
    for (int32_t i = 0; i < description->shape_count; ++i) {
        const struct described_shape *shape = &description->shape[i];
        if (description->body[shape->body].type == BODY_DYNAMIC) {
            const struct described_mass mass = shape_mass(shape);
            masses[shape->body].mass += mass.mass;
            masses[shape->body].inertia += mass.inertia;
        }
    }
}
