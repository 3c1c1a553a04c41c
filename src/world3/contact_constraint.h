/* Rows of contacts before they are part of the velocity problem: what the points of a manifold share, and its rows one by one.
 * contact_rows.c has friction at each point, contact_patch.c one friction constraint per manifold. */
#ifndef MODULUS_WORLD3_CONTACT_CONSTRAINT_H
#define MODULUS_WORLD3_CONTACT_CONSTRAINT_H

#include <modulus/contact.h>

#include "world3/constraint_row.h"
#include "world3/contact.h"

/* Rotation in a substep beyond which the velocity of a point does not tell where it will be, rad. */
#define MAX_LINEAR_TURN 1

/* Rows that no impulse can move, because axes are locked or a body does not rotate, and rows whose diagonal is nothing but rounding,
 * get a compliance: the solvers divide by the diagonal. */
#define LEAST_DIAGONAL ((md_real)1e-9)

/* Patches with a smaller radius, m, have no torsion row: the torque is nothing, and an impulse of an earlier, larger radius divided
 * by such a one may overflow. */
#define LEAST_PATCH_RADIUS ((md_real)1e-9)

/* Data that all points of a manifold share. */
struct contact_constraint {
    const struct contact_settings *settings;
    const struct body *body[2];
    int32_t slot[2]; /* of the bodies in the problem; 0: no inverse mass */
    md3_vec normal, tangent[2];
    md_real friction, restitution, torsion, rolling;
    md3_vec surface_velocity; /* of the second surface relative to the first */
    bool kinematic;           /* one of the bodies moves and has no inverse mass */
};

/* A row before it is part of the problem: J of both bodies, and what bodies without inverse mass add to its bias. */
struct point_row {
    md_contact_row row;
    md_real kinematic_velocity;
};

/* The friction rows of a point or patch, to be filled in; NULL: it has none of the kind. */
struct friction_rows {
    md_contact_row *tangent; /* two */
    md_contact_row *spin;
    md_real radius;       /* of the torsion row, in whose unit it is: its velocity is radius times the angular one */
    md_contact_row *roll; /* two */
};

/* Cached impulses that friction rows start from, in the world. */
struct friction_start {
    struct cached_friction friction;
    md_real spin; /* torsional impulse, N m s */
    md3_vec roll;
};

/** Collects the data of a manifold with a normal. */
struct contact_constraint md3_contact_constraint_of(const md3_world *world, const struct contact *contact,
                                                    md3_vec normal);
/** The normal row of point k, with its bias. Sets the approach of the point. */
struct point_row md3_contact_normal_row(const md3_world *world, const struct contact_constraint *constraint,
                                        struct contact_manifold *at, int k);
/** J M^-1 J^T of a normal row; 0 if no impulse moves the bodies along it, because axes are locked or a body does not rotate. The
 *  solvers divide by it, and the point is left out. */
md_real md3_contact_normal_diagonal(const struct contact_constraint *constraint, const md_contact_row *normal);
/** Fills friction rows at the lever arms r. Rows that no impulse can move get the diagonal of the normal as compliance. */
void md3_contact_friction_rows(const struct contact_constraint *constraint, const md3_vec r[2], md_real diagonal,
                               const struct friction_rows *rows);
/** Sets the warm start of a row from its cached impulse. */
void md3_contact_row_start(const md3_world *world, md_contact_row *row, md_real lambda, md_real y, md_real mean);
/** Sets the warm start of friction rows: impulses of the world along the tangents of now. */
void md3_contact_friction_start(const md3_world *world, const struct contact_constraint *constraint,
                                const struct friction_start *start, const struct friction_rows *rows);
/** Notes the rows from `first` on for the position problem: the first `points`, which are normals, hold positions. */
md_status md3_contact_note_rows(md3_world *world, int32_t first, const struct row_note *normals, int32_t points);
/** Whether a body turns so far in the substep that its velocity does not tell where a point will be. */
bool md3_contact_turns_far(const struct contact_constraint *constraint);
/** The note of the normal row of point k. */
struct row_note md3_contact_normal_note(const struct contact_constraint *constraint, const struct contact_manifold *at,
                                        int k, const struct point_row *normal);

/* ---- contact_cache.c ------------------------------------------------------------------------------------------------ */

/** The speed at which a gap opens, m/s, up to which a point counts as closed. */
md_real md3_closed_speed(const md3_world *world);

/* ---- contact_patch.c ------------------------------------------------------------------------------------------------ */

/** Adds the rows of a manifold with one friction constraint. The coefficient of friction must be > 0. */
md_status md3_contact_patch_add(md3_world *world, const struct contact_constraint *constraint,
                                struct contact_manifold *at);
/** The biases of the tangents and the torsion row of such a manifold, whose points all have rows. */
void md3_contact_patch_biases(const struct contact_constraint *constraint, const struct contact_manifold *at,
                              md_real bias[3]);
/** The shares of a manifold's points in the sum of their cached normal impulses; equal ones if that is 0. Points without rows
 *  have none. */
void md3_contact_patch_shares(const struct contact_manifold *at, md_real share[MD3_MAX_MANIFOLD_POINTS]);

#endif
