/* Shared by the planar kinds: bodies that have fallen for one time step, and the rows of a contact. */
#ifndef MODULUS_GENERATE_CONTACT_H
#define MODULUS_GENERATE_CONTACT_H

#include <modulus/lcp.h>

#define GRAVITY 9.80665        /* m/s^2, as in the paper */
#define TIME_STEP (1.0 / 60.0) /* s */

/** Adds a planar body with velocity (x, y, angular) in m/s and rad/s; mass in kg, inertia in kg m^2. */
md_status add_body(md_problem *problem, const double velocity[3], double mass, double inertia);
/** Adds a solid disc that falls from rest for one time step. */
md_status add_falling_disc(md_problem *problem, double mass, double radius);

/** A contact point of two bodies. Fields that are zero mean no friction, no bias and a cold start. */
struct contact {
    int32_t body[2];  /* indices, or MD_NO_BODY for ground and walls */
    double normal[2]; /* unit, from the first body to the second; the tangent is (normal y, -normal x) */
    /* Moment about the centre of each body of a unit impulse along the normal, and along the tangent, m. */
    double normal_lever[2];
    double tangent_lever[2];
    double friction;   /* mu; 0: no tangent row */
    double bias;       /* b of the normal row, m/s */
    double lambda0[2]; /* warm start of the normal row and of the tangent row, N s */
    double y0[2];
};

/** Returns the contact of two discs, or of a disc and the world (radius 0, MD_NO_BODY). The normal passes through the
 *  centres. */
struct contact disc_contact(int32_t from, double from_radius, int32_t to, double to_radius, double normal_x,
                            double normal_y);

/** Adds the normal row and, if there is friction, the tangent row whose bounds follow it. */
md_status add_contact(md_problem *problem, const struct contact *contact);

#endif
