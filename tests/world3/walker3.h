/* Helpers of the tests of movers: levels of static boxes, and a mover that is stepped with its world. */
#ifndef MODULUS_TESTS_WALKER3_H
#define MODULUS_TESTS_WALKER3_H

#include <modulus/mover3.h>

#include "world3/make3.h"

#define DT (1.0 / 60)

static inline md3_body_id wall_turned_at(md3_world *world, md3_vec center, md3_vec half, md3_rot rotation)
{
    const md3_shape_def def = md3_shape_def_default();
    const md3_body_id body = body_turned_at(world, MD3_STATIC, center, rotation);
    give_box(world, body, &def, (double)half.x, (double)half.y, (double)half.z);
    return body;
}

static inline md3_body_id wall_at(md3_world *world, md3_vec center, md3_vec half)
{
    return wall_turned_at(world, center, half, md3_rot_identity());
}

/** A kinematic box that moves with given velocities. */
static inline md3_body_id platform_at(md3_world *world, md3_vec center, md3_vec half, md3_vec velocity, md3_vec spin)
{
    const md3_shape_def def = md3_shape_def_default();
    const md3_body_id body = body_turned_at(world, MD3_KINEMATIC, center, md3_rot_identity());
    give_box(world, body, &def, (double)half.x, (double)half.y, (double)half.z);
    set_velocity(world, body, velocity, spin);
    return body;
}

static inline md3_mover mover_of(md3_world *world, const md3_mover_def *def, md3_vec feet)
{
    md3_mover mover;
    if (md3_mover_place(world, def, feet, &mover) != MD_OK) {
        fail_msg("%s", md3_world_last_error(world));
    }
    return mover;
}

static inline md3_mover mover_at(md3_world *world, double x, double y, double z)
{
    const md3_mover_def def = md3_mover_def_default();
    return mover_of(world, &def, at3(x, y, z));
}

static inline void move_by(md3_world *world, md3_mover *mover, md3_vec velocity)
{
    if (md3_mover_move(world, mover, velocity, (md_real)DT) != MD_OK) {
        fail_msg("%s", md3_world_last_error(world));
    }
}

/** Steps the world and moves the mover as a game does: by the input on the ground, by gravity otherwise. */
static inline void walk(md3_world *world, md3_mover *mover, md3_vec input, int steps)
{
    for (int i = 0; i < steps; ++i) {
        const md3_vec falling = md3_vec_add_scaled(mover->velocity, (md_real)DT, md3_world_gravity(world));
        const md3_vec wanted = mover->ground == MD3_MOVER_ON_GROUND ? input : falling;
        step_by(world, DT);
        move_by(world, mover, wanted);
    }
}

/** How deep the capsule of a mover, made smaller by `less`, is in the shapes of a world: 0 if it touches none. */
static inline int32_t overlaps_of(const md3_world *world, const md3_mover *mover, double less)
{
    const md3_mover_def *def = &mover->def;
    md3_geometry capsule;
    assert_int_equal(md3_geometry_capsule(&capsule, md3_vec_scale(def->radius, def->up),
                                          md3_vec_scale(def->height - def->radius, def->up),
                                          def->radius - (md_real)less),
                     MD_OK);
    const md3_transform at = {mover->position, md3_rot_identity()};
    return md3_world_overlap(world, &capsule, at, &def->filter, NULL, 0);
}

#endif
