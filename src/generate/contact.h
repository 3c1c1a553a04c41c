/* What the planar kinds share: bodies that one time step of gravity has set falling, and the rows of a contact. */
#ifndef MODULUS_GENERATE_CONTACT_H
#define MODULUS_GENERATE_CONTACT_H

#include <modulus/lcp.h>

#define GRAVITY 9.80665        /* m/s^2, as in the paper */
#define TIME_STEP (1.0 / 60.0) /* s */

/** Adds a planar body with velocity (x, y, spin) in m/s and 1/s; mass in kg, inertia in kg m^2. */
md_status add_body(md_problem *problem, const double velocity[3], double mass, double inertia);
/** Adds a solid disc that falls from rest for one time step. */
md_status add_falling_disc(md_problem *problem, double mass, double radius);

/** A point where two bodies touch. Zeros for what is not said: no friction, no bias, a cold start. */
struct contact {
    int32_t body[2];         /* indices, or MD_NO_BODY for ground and walls */
    double normal[2];        /* unit, from the first body to the second; the tangent is (normal y, -normal x) */
    double normal_lever[2];  /* moment that a unit impulse on the contact gives each body about its centre, m: */
    double tangent_lever[2]; /* along the normal, and along the tangent */
    double friction;         /* mu; 0 for no tangent row */
    double bias;             /* b of the normal row, m/s */
    double lambda0[2];       /* warm start of the normal and of the tangent row, N s */
    double y0[2];
};

/** Two discs, or a disc and the world (radius 0, MD_NO_BODY). The normal impulse passes through the centres. */
struct contact disc_contact(int32_t from, double from_radius, int32_t to, double to_radius, double normal_x,
                            double normal_y);

/** Adds the normal row and, where there is friction, the tangent row that it bounds. */
md_status add_contact(md_problem *problem, const struct contact *contact);

#endif
