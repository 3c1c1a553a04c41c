/* Helpers of the 3D joint tests: worlds, bodies and joints in one line each, and numbers as double. */
#ifndef MODULUS_TESTS_JOINT_SCENES3_H
#define MODULUS_TESTS_JOINT_SCENES3_H

#include <modulus/joints3.h>

#include "world3/make3.h"

/* Tolerance for scenes at rest or at constant speed: their few rows are solved to rounding by 100 sweeps and a warm
 * start. */
#define EXACT PICK(1e-7, 2e-4)

/** With enough sweeps that the joint is tested and not the solver. Nothing sleeps. */
static inline md3_world *joint_world(int32_t substeps, double gravity)
{
    md3_world_def def = md3_world_def_default();
    def.gravity = at3(0, -gravity, 0);
    def.substeps = substeps;
    def.limits.max_iterations = 100;
    def.solver = md_solver_spec_of(MD_AMGS);
    def.position_solver = md_solver_spec_of(MD_PGS);
    def.enable_sleep = false;
    return world_of(&def);
}

static inline md3_body_id ground_at(md3_world *world, double x, double y, double z)
{
    return body_at(world, MD3_STATIC, x, y, z);
}

/** Adds a body with a given mass and moments of inertia and without shapes, so that it collides with nothing. */
static inline md3_body_id weight_at(md3_world *world, double x, double y, double z, double mass, md3_vec inertia)
{
    const md3_body_id body = body_at(world, MD3_DYNAMIC, x, y, z);
    const md3_mass given = {.mass = (md_real)mass, .inertia = md3_mat_diagonal(inertia.x, inertia.y, inertia.z)};
    if (md3_body_set_mass(world, body, given) != MD_OK) {
        fail_msg("%s", md3_world_last_error(world));
    }
    return body;
}

/** A weight with the inertia of a solid ball of radius 0.5 m. */
static inline md3_body_id ball_at(md3_world *world, double x, double y, double z, double mass)
{
    return weight_at(world, x, y, z, mass, at3(0.1 * mass, 0.1 * mass, 0.1 * mass));
}

static inline md3_joint_id join(md3_world *world, const md3_joint_def *def)
{
    md3_joint_id joint = {0, 0};
    if (md3_joint_create(world, def, &joint) != MD_OK) {
        fail_msg("%s", md3_world_last_error(world));
    }
    assert_true(md3_joint_is_valid(world, joint));
    return joint;
}

/** Adds a joint with default settings at a point of the world. */
static inline md3_joint_id join_at(md3_world *world, md3_joint_type type, md3_body_id first, md3_body_id second,
                                   md3_vec point, md3_vec axis)
{
    const md3_joint_def def = md3_joint_def_at(world, type, first, second, point, axis);
    return join(world, &def);
}

static inline md3_joint_state state_of(const md3_world *world, md3_joint_id joint)
{
    md3_joint_state state;
    assert_int_equal(md3_joint_get_state(world, joint, &state), MD_OK);
    return state;
}

static inline double position_of(const md3_world *world, md3_joint_id joint)
{
    return (double)state_of(world, joint).position;
}

static inline double energy_of(const md3_world *world)
{
    return md3_world_kinetic_energy(world) + md3_world_potential_energy(world);
}

#endif
