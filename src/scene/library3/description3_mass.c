/* The masses of described bodies, from their shapes and densities: used for the kinetic energy of every engine, and given
 * to engines that do not compute masses themselves. */
#include "scene/library3/described_hull.h"

#define PI 3.14159265358979323846

/* Second moments: the integrals of x^2, y^2 and z^2 over the mass. Those of parts add up. */
static struct described_mass3 from_moments(double mass, struct dvec3 moments)
{
    return (struct described_mass3){mass, {moments.y + moments.z, moments.z + moments.x, moments.x + moments.y}};
}

static struct described_mass3 sphere_mass(const struct described_shape3 *shape)
{
    const double r = shape->radius;
    const double mass = shape->density * 4 * PI / 3 * r * r * r;
    const struct dvec3 p = shape->point[0];
    const double own = r * r / 5;
    return from_moments(mass, dvec3_of(mass * (own + p.x * p.x), mass * (own + p.y * p.y), mass * (own + p.z * p.z)));
}

/* A cylinder and two half balls, whose centres of mass lie 3 r / 8 beyond its ends. */
static struct described_mass3 capsule_mass(const struct described_shape3 *shape)
{
    const double r = shape->radius;
    const struct dvec3 along = dvec3_sub(shape->point[1], shape->point[0]);
    const double length = dvec3_length(along);
    const struct dvec3 middle = dvec3_scale(dvec3_add(shape->point[0], shape->point[1]), 0.5);
    const double cylinder = shape->density * PI * r * r * length;
    const double balls = shape->density * 4 * PI / 3 * r * r * r;
    const double beyond = 3 * r / 8;
    const double half = length / 2 + beyond;
    const double axial = cylinder * length * length / 12 + balls * (r * r / 5 - beyond * beyond + half * half);
    const double radial = cylinder * r * r / 4 + balls * r * r / 5;
    const struct dvec3 a = length > 0 ? dvec3_scale(along, 1 / length) : dvec3_of(0, 0, 0);
    const double mass = cylinder + balls;
    return from_moments(mass, dvec3_of(radial + (axial - radial) * a.x * a.x + mass * middle.x * middle.x,
                                       radial + (axial - radial) * a.y * a.y + mass * middle.y * middle.y,
                                       radial + (axial - radial) * a.z * a.z + mass * middle.z * middle.z));
}

/* The integral of x^2 over a tetrahedron of unit mass with a corner at the origin and the others at a, b and c. */
static double moment(double a, double b, double c)
{
    return (a * a + b * b + c * c + a * b + b * c + c * a) / 10;
}

/* The sum over tetrahedra with a corner at the origin. */
static struct described_mass3 hull_mass(const struct described_shape3 *shape)
{
    struct described_hull hull;
    double mass = 0;
    struct dvec3 moments = {0, 0, 0};
    described_hull_make(shape, &hull);
    for (int32_t f = 0; f < hull.faces; ++f) {
        const struct dvec3 a = hull.point[hull.corner[f][0]];
        for (int32_t i = 1; i + 1 < hull.corners[f]; ++i) {
            const struct dvec3 b = hull.point[hull.corner[f][i]];
            const struct dvec3 c = hull.point[hull.corner[f][i + 1]];
            const double part = shape->density * dvec3_dot(a, dvec3_cross(b, c)) / 6;
            mass += part;
            moments = dvec3_add(moments, dvec3_of(part * moment(a.x, b.x, c.x), part * moment(a.y, b.y, c.y),
                                                  part * moment(a.z, b.z, c.z)));
        }
    }
    return from_moments(mass, moments);
}

struct described_mass3 shape3_mass(const struct described_shape3 *shape)
{
    switch (shape->kind) {
    case SHAPE3_SPHERE: return sphere_mass(shape);
    case SHAPE3_CAPSULE: return capsule_mass(shape);
    case SHAPE3_PLANE: return (struct described_mass3){0};
    default: return hull_mass(shape);
    }
}

void description3_masses(const struct description3 *description, struct described_mass3 *masses)
{
    for (int32_t i = 0; i < description->body_count; ++i) {
        masses[i] = (struct described_mass3){0};
    }
    for (int32_t i = 0; i < description->shape_count; ++i) {
        const struct described_shape3 *shape = &description->shape[i];
        if (description->body[shape->body].type == BODY_DYNAMIC) {
            const struct described_mass3 mass = shape3_mass(shape);
            masses[shape->body].mass += mass.mass;
            masses[shape->body].inertia = dvec3_add(masses[shape->body].inertia, mass.inertia);
        }
    }
}
