/* Mass, centre and inertia of geometries.
 *
 * Capsules, cylinders and cones are solids of revolution. Their integrals are taken along the outline of half a section, from
 * the axis at the bottom to the axis at the top: with the distance s from the axis and the height z, the volume is the
 * integral of pi s^2 dz, and so on. The outline consists of straight lines and of arcs of the rounding. On both the
 * integrands are so smooth that Gauss's formula with 12 points is exact but for rounding.
 */
#include "geometry3/mass.h"

#include "base/angle.h"
#include "geometry3/vec3.h"

/* ---- Solids of revolution ---------------------------------------------------------------------------------------- */

#define GAUSS_PAIRS 6
/* Gauss-Legendre points and weights on [-1, 1]; each stands for two points, at +x and -x. */
static const double GAUSS_POINT[GAUSS_PAIRS] = {0.98156063424671925069, 0.90411725637047485668, 0.76990267419430468704,
                                                0.58731795428661744730, 0.36783149899818019375, 0.12523340851146891547};
static const double GAUSS_WEIGHT[GAUSS_PAIRS] = {0.04717533638651182719, 0.10693932599531843096,
                                                 0.16007832854334622633, 0.20316742672306592175,
                                                 0.23349253653835480876, 0.24914704581340278500};

/* Integrals over a solid of revolution around the z axis, density 1. */
struct revolution {
    double volume;
    double height; /* of z */
    double axial;  /* of x^2 + y^2 */
    double square; /* of z^2 */
};

/* Adds a piece of the outline at distance s and height z, whose height is dz. */
static void add_outline(struct revolution *sum, double s, double z, double dz)
{
    const double disc = MD_PI * s * s * dz;
    sum->volume += disc;
    sum->height += disc * z;
    sum->axial += disc * s * s / 2;
    sum->square += disc * z * z;
}

/* Returns the point of Gauss's formula with an index from 0 to 2 GAUSS_PAIRS - 1, in [-1, 1]. */
static double gauss_point(int32_t index)
{
    return index < GAUSS_PAIRS ? -GAUSS_POINT[index] : GAUSS_POINT[index - GAUSS_PAIRS];
}

static void add_line(struct revolution *sum, double s_0, double z_0, double s_1, double z_1)
{
    for (int32_t i = 0; i < 2 * GAUSS_PAIRS; ++i) {
        const double t = (1 + gauss_point(i)) / 2;
        add_outline(sum, s_0 + t * (s_1 - s_0), z_0 + t * (z_1 - z_0), (z_1 - z_0) / 2 * GAUSS_WEIGHT[i % GAUSS_PAIRS]);
    }
}

/* Adds an arc around (s, z) from one angle to another, measured from the outward direction towards the top, rad. */
static void add_arc(struct revolution *sum, double s, double z, double r, double from, double to)
{
    for (int32_t i = 0; i < 2 * GAUSS_PAIRS; ++i) {
        const struct cos_sin at = md_cos_sin((from + to) / 2 + (to - from) / 2 * gauss_point(i));
        const double dz = r * at.c * (to - from) / 2 * GAUSS_WEIGHT[i % GAUSS_PAIRS];
        add_outline(sum, s + r * at.c, z + r * at.s, dz);
    }
}

/* The solid between two coaxial discs, which may be points, rounded. Heights are relative to the middle. */
static struct revolution revolve(const double disc[2], double length, double r)
{
    struct revolution sum = {0, 0, 0, 0};
    const double tilt = md_angle(disc[0] - disc[1], length);
    const struct cos_sin normal = md_cos_sin(tilt);
    const double half = length / 2;
    add_arc(&sum, disc[0], -half, r, -MD_PI / 2, tilt);
    add_line(&sum, disc[0] + r * normal.c, -half + r * normal.s, disc[1] + r * normal.c, half + r * normal.s);
    add_arc(&sum, disc[1], half, r, tilt, MD_PI / 2);
    return sum;
}

static md3_mass mass_of_revolution(const md3_geometry *geometry, md_real density)
{
    const struct dvec a = dvec_of(geometry->point[0]), b = dvec_of(geometry->point[1]);
    const double base = (double)geometry->base_radius;
    const double disc[2] = {base, geometry->type == MD3_CONE ? 0 : base};
    const struct revolution sum = revolve(disc, dvec_length(dvec_sub(b, a)), (double)geometry->radius);
    const struct dvec axis = dvec_unit(dvec_sub(b, a)), middle = dvec_scale(0.5, dvec_add(a, b));
    const double center = sum.height / sum.volume;
    const double across = sum.axial / 2 + sum.square - sum.volume * center * center;
    const md3_vec d = dvec_to_vec(axis);
    const md3_mat along = {vec_scale(d.x, d), vec_scale(d.y, d), vec_scale(d.z, d)};
    const md3_mat inertia = md3_mat_add(md3_mat_scale((md_real)across, md3_mat_identity()),
                                        md3_mat_scale((md_real)(sum.axial - across), along));
    return (md3_mass){.mass = density * (md_real)sum.volume,
                      .center = dvec_to_vec(dvec_add(middle, dvec_scale(center, axis))),
                      .inertia = md3_mat_scale(density, inertia)};
}

/* ---- Spheres and hulls ------------------------------------------------------------------------------------------- */

static md3_mass mass_of_sphere(const md3_geometry *geometry, md_real density)
{
    const md_real r = geometry->radius;
    const md_real mass = density * (md_real)(4 * MD_PI / 3) * r * r * r;
    const md_real inertia = (md_real)0.4 * mass * r * r;
    return (md3_mass){mass, geometry->point[0], md3_mat_diagonal(inertia, inertia, inertia)};
}

static md3_mass mass_of_hull(const md3_geometry *geometry, md_real density)
{
    const struct moments sum = md3_rounded_hull_moments(geometry->hull, (double)geometry->radius);
    const md3_vec offset = dvec_to_vec(dvec_scale(1 / sum.volume, sum.first));
    return (md3_mass){.mass = density * (md_real)sum.volume,
                      .center = vec_add(geometry->hull->centroid, offset),
                      .inertia = md3_mat_scale(density, moments_inertia(&sum))};
}

md3_mass md3_geometry_mass(const md3_geometry *geometry, md_real density)
{
    if (!md3_geometry_is_convex(geometry)) {
        return (md3_mass){.mass = 0};
    }
    switch (geometry->type) {
    case MD3_SPHERE: return mass_of_sphere(geometry, density);
    case MD3_HULL: return mass_of_hull(geometry, density);
    default: return mass_of_revolution(geometry, density);
    }
}
