/* The velocity problem of a group: contacts and joints as one complementarity problem, assembled, solved and written back. */
#ifndef MODULUS_WORLD3_VELOCITY_PROBLEM_H
#define MODULUS_WORLD3_VELOCITY_PROBLEM_H

#include "base/memory.h"
#include "engine/contact_bias.h"
#include "world3/constraint_row.h"
#include "world3/contact.h"
#include "world3/joint.h"

struct velocity_problem {
    md_solver *solver;
    md_problem *problem;
    struct indices body_slot; /* of a body: 1 plus its index in the problem; 0: it has no inverse mass */
    struct contact_settings settings;
    struct row_note *notes; /* of the rows */
    size_t note_capacity;
};

md_status md3_velocity_problem_create(md3_world *world);
void md3_velocity_problem_free(struct velocity_problem *velocity, const md_allocator *allocator);
/** Assembles the velocity problem of a group for a substep of h seconds. */
md_status md3_velocity_problem_assemble(md3_world *world, int32_t group, md_real h);
md_status md3_velocity_problem_solve(md3_world *world, const md_limits *limits, md_result *result);
/** Writes the new velocities to the bodies. */
void md3_velocity_problem_apply(md3_world *world, int32_t group, const md_result *result);
/** Caches the impulses of contacts and joints for the next substep, and adds to the reactions of joints. `corrected` has no lambda if nothing was corrected. */
void md3_velocity_problem_cache(md3_world *world, int32_t group, const md_result *result, const md_result *corrected);

/* ---- contact_rows.c ------------------------------------------------------------------------------------------------- */

/** Adds the rows of a contact, or none if the pre-solve callback refuses it. */
md_status md3_contact_rows_add(md3_world *world, struct contact *contact);

/* ---- contact_cache.c ------------------------------------------------------------------------------------------------ */

/** Caches the impulses of the contact's rows. */
void md3_contact_rows_cache(const md3_world *world, struct contact *contact, const md_result *result,
                            const md_result *corrected);

/* ---- joint_impulses.c ----------------------------------------------------------------------------------------------- */

/** Adds the rows of an active joint. */
md_status md3_joint_rows_add(md3_world *world, struct joint *joint);
/** Caches the impulses of the joint's rows, and adds to its reaction over h seconds. */
void md3_joint_rows_cache(struct joint *joint, md_real h, const md_result *result);

#endif
