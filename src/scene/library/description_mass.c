/* The masses of described bodies, from their shapes and densities: used for the kinetic energy of every engine, and given
 * to engines that do not compute masses themselves. */
#include <math.h>

#include "scene/library/description.h"

#define PI 3.14159265358979323846

static struct described_mass circle_mass(const struct described_shape *shape)
{
    const double r = shape->radius;
    const double mass = shape->density * PI * r * r;
    const double distance_squared = shape->x[0] * shape->x[0] + shape->y[0] * shape->y[0];
    return (struct described_mass){mass, mass * (r * r / 2 + distance_squared)};
}

/* A rectangle and two half discs, whose centres of mass lie 4 r / (3 pi) beyond its ends. */
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
    const double box_inertia = box * (length * length + 4 * r * r) / 12;
    const double disc_inertia = discs * (r * r / 2 - beyond * beyond + half * half);
    const double distance_squared = middle_x * middle_x + middle_y * middle_y;
    return (struct described_mass){box + discs, box_inertia + disc_inertia + (box + discs) * distance_squared};
}

/* The sum over triangles with a corner at the origin. */
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
