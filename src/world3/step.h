/* The stages of a step that have no concept of their own: integration, one group's solve, the report. */
#ifndef MODULUS_WORLD3_STEP_H
#define MODULUS_WORLD3_STEP_H

#include "engine/step_limits.h"
#include "world3/world.h"

struct substep {
    md_real h; /* s */
    int32_t number;
    bool is_first, is_last;
};

/** Whether the substeps of a step share contacts and Jacobians (lcp/soft_step.h). */
static inline bool md3_steps_softly(const md3_world *world)
{
    return world->def.position_correction == MD3_CORRECTION_SOFT_STEP;
}

/* Report and timer of a step under way. */
struct step_run {
    md_step_report report;
    double started, lap; /* s, of the clock */
};

/** Adds the time since the last lap to a phase of the report. */
void md3_step_lap(struct step_run *run, double *seconds);

/* ---- integrate.c ---------------------------------------------------------------------------------------------------- */

/** Integrates gravity, forces and damping into the velocities. Before the first substep it keeps the previous positions. */
void md3_integrate_velocities(md3_world *world, const struct substep *substep);
/** Moves and rotates the bodies with their velocities, and turns their inertia. After the last substep it clears the forces. */
void md3_integrate_positions(md3_world *world, const struct substep *substep);

/** Acceleration of a dynamic body by gravity and forces, along axes that are not locked, m/s^2. */
md3_vec md3_body_acceleration(const md3_world *world, const struct body *body);

/* ---- solve_group.c -------------------------------------------------------------------------------------------------- */

/** Assembles and solves the velocity problem and the position problem of a group, and writes the results to the world. */
md_status md3_solve_group(md3_world *world, int32_t group, const struct substep *substep, struct solve_tally *tally,
                          struct step_run *run);

/* ---- report.c ------------------------------------------------------------------------------------------------------- */

/** Completes the report: convergence, islands, contacts, penetration. */
void md3_report_finish(const md3_world *world, md_step_report *report);
/** Adds the report to the statistics, and warns of a step that ended far from converged. */
void md3_report_publish(md3_world *world, const md_step_report *report);

#endif
