/* Small scenes in which different parts of a 3D world are at work, for snapshots and threads. */
#ifndef MODULUS_TESTS_SCENES3_H
#define MODULUS_TESTS_SCENES3_H

#include <modulus/joints3.h>

#include "world3/scatter3.h"

static inline void fill_with_spheres(md3_world *world)
{
    ground_at_zero(world);
    for (int i = 0; i < 12; ++i) {
        sphere_at(world, 0.3 * (i % 3), 0.6 + 1.1 * i, 0.2 * (i % 2), 0.5);
    }
}

/* A tower that stands, and one that falls. */
static inline void fill_with_boxes(md3_world *world)
{
    ground_at_zero(world);
    for (int i = 0; i < 5; ++i) {
        box_at(world, 0, 0.5 + i, 0, 0.5);
        box_at(world, 4 + 0.3 * i, 0.6 + 1.1 * i, 0.1 * i, 0.5);
    }
}

/* Bodies of several shapes, rounded, with torsion and rolling, and two that share a hull. */
static inline void fill_with_compounds(md3_world *world)
{
    struct random random = {3};
    struct hull_pool pool = hull_pool_create(5);
    ground_at_zero(world);
    for (int i = 0; i < 8; ++i) {
        const md3_body_id body = body_at(world, MD3_DYNAMIC, i % 3, 1.5 + 1.5 * i, i % 2);
        for (int k = 0; k < 3; ++k) {
            md3_shape_def def = random_surface(&random);
            const md3_geometry geometry = random_convex(&pool, &random);
            def.category = 1;
            def.mask = UINT64_MAX;
            def.sensor = k == 2 && i % 2 == 0;
            give(world, body, &def, &geometry);
        }
    }
    hull_pool_destroy(&pool);
}

/* Balls and boxes on a mesh and a height field, whose up is z. */
static inline void fill_with_meshes(md3_world *world)
{
    const md3_shape_def def = md3_shape_def_default();
    md3_mesh *mesh = wavy_mesh(8);
    md3_height_field *field = rough_field();
    md3_geometry of_mesh, of_field;
    assert_int_equal(md3_geometry_mesh(&of_mesh, mesh), MD_OK);
    assert_int_equal(md3_geometry_height_field(&of_field, field), MD_OK);
    give(world, body_at(world, MD3_STATIC, 0, 0, 0), &def, &of_mesh);
    give(world, body_at(world, MD3_STATIC, 5, -1, 0), &def, &of_mesh);
    give(world, body_turned_at(world, MD3_STATIC, at3(0, -3, 0), turned_about(1, 0, 0, -PI / 2)), &def, &of_field);
    md3_mesh_destroy(mesh);
    md3_height_field_destroy(field);
    for (int i = 0; i < 5; ++i) {
        box_at(world, -1.5 + i, 1.5, 0.3 * i, 0.3);
        sphere_at(world, 0.5 * i, -1.5, 1 - 0.4 * i, 0.3);
    }
}

/* A pile that falls asleep, a kinematic plate that wakes a part of it, sensors, and free slots. */
static inline void fill_with_sleepers(md3_world *world)
{
    md3_shape_def zone = md3_shape_def_default();
    const md3_shape_def solid = md3_shape_def_default();
    zone.sensor = true;
    const md3_body_id ground = ground_at_zero(world);
    const md3_body_id gone = box_at(world, 9, 9, 9, 0.5);
    for (int i = 0; i < 4; ++i) {
        box_at(world, 2 * i, 0.5, 0, 0.5);
        sphere_at(world, 2 * i, 1.4, 0, 0.4);
    }
    give_box(world, ground, &zone, 1, 3, 1);
    const md3_body_id plate = body_at(world, MD3_KINEMATIC, -8, 0.5, 0);
    give_box(world, plate, &solid, 0.2, 0.3, 1);
    set_velocity(world, plate, at3(2, 0, 0), at3(0, 0, 0));
    assert_int_equal(md3_body_destroy(world, gone), MD_OK);
}

/* A swing of ball joints, a driven hinge with a gear, a mouse that pulls and a weld that breaks. */
static inline void fill_with_joints(md3_world *world)
{
    md3_body_id last = ground_at_zero(world);
    for (int i = 0; i < 4; ++i) {
        const md3_body_id next = box_at(world, i + 0.5, 6, 0, 0.3);
        md3_joint_def def = md3_joint_def_at(world, MD3_BALL, last, next, at3(i, 6, 0), at3(1, 0, 0));
        assert_int_equal(md3_joint_create(world, &def, NULL), MD_OK);
        last = next;
    }
    md3_joint_def pull = md3_joint_def_at(world, MD3_MOUSE, md3_body_none(), last, at3(3.5, 6, 0), at3(1, 0, 0));
    pull.target = at3(2, 3, 2);
    assert_int_equal(md3_joint_create(world, &pull, NULL), MD_OK);
    const md3_body_id post = body_at(world, MD3_STATIC, -3, 2, 0), blade = box_at(world, -3, 2, 1, 0.4);
    md3_joint_def hinge = md3_joint_def_at(world, MD3_HINGE, post, blade, at3(-3, 2, 0), at3(0, 1, 0));
    md3_joint_id hinges[2];
    hinge.has_motor = true;
    hinge.motor_speed = 3;
    hinge.motor_limit = 2000;
    assert_int_equal(md3_joint_create(world, &hinge, &hinges[0]), MD_OK);
    const md3_body_id wheel = box_at(world, -3, 8, 0, 0.4);
    hinge = md3_joint_def_at(world, MD3_HINGE, post, wheel, at3(-3, 8, 0), at3(0, 1, 0));
    assert_int_equal(md3_joint_create(world, &hinge, &hinges[1]), MD_OK);
    const md3_joint_def gear = md3_joint_def_gear(world, hinges[0], hinges[1], 2);
    assert_int_equal(md3_joint_create(world, &gear, NULL), MD_OK);
    const md3_body_id shelf = box_at(world, -5.6, 2, 0, 0.5);
    md3_joint_def weld = md3_joint_def_at(world, MD3_WELD, post, shelf, at3(-4, 2, 0), at3(1, 0, 0));
    weld.break_torque = 20000;
    assert_int_equal(md3_joint_create(world, &weld, NULL), MD_OK);
    sphere_at(world, -5.6, 12, 0, 0.6);
}

/* Fast bullets in a box of thin walls. */
static inline void fill_with_bullets(md3_world *world)
{
    const md3_shape_def def = surface_of(0.3, 0.9);
    for (int i = 0; i < 6; ++i) {
        const double s = i % 2 == 0 ? -2 : 2;
        const int axis = i / 2;
        const md3_body_id wall = body_at(world, MD3_STATIC, axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0);
        give_box(world, wall, &def, axis == 0 ? 0.05 : 2, axis == 1 ? 0.05 : 2, axis == 2 ? 0.05 : 2);
    }
    for (int i = 0; i < 4; ++i) {
        const md3_body_id body = body_at(world, MD3_DYNAMIC, -0.6 + 0.4 * i, 0.1 * i, 0);
        give_box(world, body, &def, 0.1, 0.1, 0.1);
        set_velocity(world, body, at3(40 + 10 * i, 20, -30), at3(5, 9, -7));
    }
}

/* Balls that bounce away from the ground within a step: their contact is held until its events are emitted. */
static inline void fill_with_bouncers(md3_world *world)
{
    const md3_shape_def def = surface_of(0, 1);
    ground_of(world, &def);
    for (int i = 0; i < 12; ++i) {
        const md3_body_id body = body_at(world, MD3_DYNAMIC, 3 * i, 1 + 0.07 * i, 0);
        give_sphere(world, body, &def, 0.5);
        set_velocity(world, body, at3(0, -4 - i, 0), at3(0, 0, 0));
    }
}

struct scene3 {
    const char *name;
    void (*fill)(md3_world *world);
};

static const struct scene3 SCENES3[] = {
    {"spheres", fill_with_spheres}, {"boxes", fill_with_boxes},       {"compounds", fill_with_compounds},
    {"meshes", fill_with_meshes},   {"sleepers", fill_with_sleepers}, {"joints", fill_with_joints},
    {"bullets", fill_with_bullets}, {"bouncers", fill_with_bouncers},
};

enum { SCENE3_COUNT = sizeof SCENES3 / sizeof *SCENES3 };

#endif
