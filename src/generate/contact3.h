/* Shared by the kinds in space: bodies with inertia about an axis, spheres, and the rows of a contact. */
#ifndef MODULUS_GENERATE_CONTACT3_H
#define MODULUS_GENERATE_CONTACT3_H

#include <modulus/contact.h>

#include "generate/contact.h"

/** A body whose moments of inertia differ along one axis only, as those of a sphere, rod or disc. */
struct body3 {
    double velocity[6];           /* linear m/s, angular rad/s */
    double mass;                  /* kg */
    double axis[3];               /* unit */
    double inertia_axis, inertia; /* about the axis, and about all directions across it, kg m^2 */
};
md_status add_body3(md_problem *problem, const struct body3 *body);
/** Adds a solid sphere that falls from rest along -y for one time step. */
md_status add_falling_sphere(md_problem *problem, double mass, double radius);

/** Writes J of direction d for the point at r from the centre of a body: (sign d, sign r x d). `side` 0 has the sign -1. */
void set_point3(md_real jacobian[2][6], int side, const double r[3], const double d[3]);

/** A contact point of two bodies, with two tangents if there is friction. */
struct contact3 {
    int32_t body[2];    /* indices, or MD_NO_BODY for ground and walls */
    double normal[3];   /* unit, from the first body to the second */
    double lever[2][3]; /* from the centre of each body to the point, m */
    double friction;    /* mu; 0: no tangent rows */
    double bias;        /* b of the normal row, m/s */
};
md_status add_contact3(md_problem *problem, const struct contact3 *contact);
/** Adds the contact of two equal spheres, or of a sphere and the world (MD_NO_BODY). */
md_status add_sphere_contact(md_problem *problem, int32_t from, int32_t to, double radius, const double normal[3],
                             double friction);

#endif
