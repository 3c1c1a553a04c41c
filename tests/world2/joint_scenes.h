/* Helpers of the joint tests: worlds, bodies and joints in one line each, and numbers as double. */
#ifndef MODULUS_TESTS_JOINT_SCENES_H
#define MODULUS_TESTS_JOINT_SCENES_H

#include "world2/make2.h"

/* Tolerance for scenes at rest or at constant speed. Their few rows are solved to rounding by 100 sweeps and a warm
 * start; the measured error is at most a hundredth of this in double, and a tenth in float. */
#define EXACT PICK(1e-9, 1e-4)

/** With enough sweeps that the joint is tested and not the solver. Nothing sleeps. */
static inline md2_world *joint_world(int32_t substeps, double gravity)
{
    md2_world_def def = md2_world_def_default();
    def.gravity = at(0, -gravity);
    def.substeps = substeps;
    def.limits.max_iterations = 100;
    /* PGS comes to rest exactly, which the tests require. */
    def.solver = md_solver_spec_of(MD_AMGS);
    def.position_solver = md_solver_spec_of(MD_PGS);
    def.enable_sleep = false;
    return world_of(&def);
}

static inline md2_body_id ground_at(md2_world *world, double x, double y)
{
    return body_at(world, MD2_STATIC, x, y);
}

/** Adds a body with a given mass and inertia and without shapes, so that it collides with nothing. */
static inline md2_body_id weight_at(md2_world *world, double x, double y, double mass, double inertia)
{
    const md2_body_id body = body_at(world, MD2_DYNAMIC, x, y);
    const md2_mass given = {.mass = (md_real)mass, .inertia = (md_real)inertia};
    assert_int_equal(md2_body_set_mass(world, body, given), MD_OK);
    return body;
}

static inline md2_joint_id join(md2_world *world, const md2_joint_def *def)
{
    md2_joint_id joint = {0, 0};
    assert_int_equal(md2_joint_create(world, def, &joint), MD_OK);
    assert_true(md2_joint_is_valid(world, joint));
    return joint;
}

/** Adds a joint with default settings at a point of the world, with an axis along x. */
static inline md2_joint_id join_at(md2_world *world, md2_joint_type type, md2_body_id first, md2_body_id second,
                                   double x, double y)
{
    const md2_joint_def def = md2_joint_def_at(world, type, first, second, at(x, y), at(1, 0));
    return join(world, &def);
}

static inline md2_joint_state state_of(const md2_world *world, md2_joint_id joint)
{
    md2_joint_state state;
    assert_int_equal(md2_joint_get_state(world, joint, &state), MD_OK);
    return state;
}

static inline double position_of(const md2_world *world, md2_joint_id joint)
{
    return (double)state_of(world, joint).position;
}

static inline double energy_of(const md2_world *world)
{
    return md2_world_kinetic_energy(world) + md2_world_potential_energy(world);
}

/* A valid definition without default values, which could hide an invalid number. */
static inline md2_joint_def sound_def(const md2_world *world, md2_joint_type type, md2_body_id first,
                                      md2_body_id second)
{
    md2_joint_def def = md2_joint_def_at(world, type, first, second, at(0, 0), at(1, 0));
    def.upper = (md_real)0.5;
    return def;
}

#endif
