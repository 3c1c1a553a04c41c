/* Helpers of the 3D world tests: worlds, bodies and shapes in one line each, numbers as double, events. */
#ifndef MODULUS_TESTS_MAKE3_H
#define MODULUS_TESTS_MAKE3_H

#include <math.h>

#include <modulus/world3.h>

#include "geometry3/space.h"

#define G 9.80665
#define PI 3.14159265358979323846

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static inline md3_world *world_of(const md3_world_def *def)
{
    md3_world *world = NULL;
    assert_int_equal(md3_world_create(def, &world), MD_OK);
    return world;
}

/** Creates a world with the default settings. */
static inline md3_world *world_new(void)
{
    const md3_world_def def = md3_world_def_default();
    return world_of(&def);
}

static inline md3_world *world_without_gravity(void)
{
    md3_world_def def = md3_world_def_default();
    def.gravity = at3(0, 0, 0);
    return world_of(&def);
}

static inline md_step_report step_by(md3_world *world, double dt)
{
    md_step_report report;
    if (md3_world_step(world, (md_real)dt, &report) != MD_OK) {
        fail_msg("%s", md3_world_last_error(world));
    }
    return report;
}

/** Runs steps of 1/60 s. Returns the report of the last one. */
static inline md_step_report step_many(md3_world *world, int steps)
{
    md_step_report report = {0};
    for (int i = 0; i < steps; ++i) {
        report = step_by(world, 1.0 / 60);
    }
    return report;
}

/* ---- Bodies and shapes ------------------------------------------------------------------------------------------- */

static inline md3_rot turned_about(double x, double y, double z, double angle)
{
    return md3_rot_from_axis_angle(md3_vec_normalize(at3(x, y, z)), angle);
}

static inline md3_body_id body_turned_at(md3_world *world, md3_body_type type, md3_vec position, md3_rot rotation)
{
    md3_body_def def = md3_body_def_default();
    def.type = type;
    def.position = position;
    def.rotation = rotation;
    md3_body_id body = {0, 0};
    assert_int_equal(md3_body_create(world, &def, &body), MD_OK);
    return body;
}

static inline md3_body_id body_at(md3_world *world, md3_body_type type, double x, double y, double z)
{
    return body_turned_at(world, type, at3(x, y, z), md3_rot_identity());
}

static inline md3_shape_def surface_of(double friction, double restitution)
{
    md3_shape_def def = md3_shape_def_default();
    def.friction = (md_real)friction;
    def.restitution = (md_real)restitution;
    return def;
}

static inline md3_shape_id give(md3_world *world, md3_body_id body, const md3_shape_def *def,
                                const md3_geometry *geometry)
{
    md3_shape_id shape = {0, 0};
    if (md3_shape_create(world, body, def, geometry, &shape) != MD_OK) {
        fail_msg("%s", md3_world_last_error(world));
    }
    return shape;
}

/** Adds a box. The world keeps its hull. */
static inline md3_shape_id give_box(md3_world *world, md3_body_id body, const md3_shape_def *def, double half_x,
                                    double half_y, double half_z)
{
    md3_hull *hull;
    md3_geometry geometry;
    assert_int_equal(md3_hull_create_box(NULL, at3(half_x, half_y, half_z), &hull, NULL), MD_OK);
    assert_int_equal(md3_geometry_hull(&geometry, hull, 0), MD_OK);
    const md3_shape_id shape = give(world, body, def, &geometry);
    md3_hull_destroy(hull);
    return shape;
}

static inline md3_shape_id give_sphere(md3_world *world, md3_body_id body, const md3_shape_def *def, double radius)
{
    md3_geometry geometry;
    assert_int_equal(md3_geometry_sphere(&geometry, at3(0, 0, 0), (md_real)radius), MD_OK);
    return give(world, body, def, &geometry);
}

static inline md3_shape_id give_plane(md3_world *world, md3_body_id body, const md3_shape_def *def, md3_vec normal)
{
    md3_geometry geometry;
    assert_int_equal(md3_geometry_plane(&geometry, normal, 0), MD_OK);
    return give(world, body, def, &geometry);
}

/** Adds a dynamic box of the default material. */
static inline md3_body_id box_at(md3_world *world, double x, double y, double z, double half)
{
    const md3_shape_def def = md3_shape_def_default();
    const md3_body_id body = body_at(world, MD3_DYNAMIC, x, y, z);
    give_box(world, body, &def, half, half, half);
    return body;
}

/** Adds a dynamic sphere of the default material. */
static inline md3_body_id sphere_at(md3_world *world, double x, double y, double z, double radius)
{
    const md3_shape_def def = md3_shape_def_default();
    const md3_body_id body = body_at(world, MD3_DYNAMIC, x, y, z);
    give_sphere(world, body, &def, radius);
    return body;
}

/** Adds a static half-space below y = 0. */
static inline md3_body_id ground_of(md3_world *world, const md3_shape_def *def)
{
    const md3_body_id ground = body_at(world, MD3_STATIC, 0, 0, 0);
    give_plane(world, ground, def, at3(0, 1, 0));
    return ground;
}

static inline md3_body_id ground_at_zero(md3_world *world)
{
    const md3_shape_def def = md3_shape_def_default();
    return ground_of(world, &def);
}

static inline void set_velocity(md3_world *world, md3_body_id body, md3_vec velocity, md3_vec spin)
{
    assert_int_equal(md3_body_set_velocity(world, body, velocity, spin), MD_OK);
}

static inline double y_of(const md3_world *world, md3_body_id body)
{
    return (double)md3_body_center(world, body).y;
}

static inline double speed_of(const md3_world *world, md3_body_id body)
{
    return (double)md3_vec_length(md3_body_velocity(world, body));
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

static inline int events_of(const md3_world *world, md3_event_type type)
{
    int32_t count;
    int found = 0;
    const md3_event *events = md3_world_events(world, &count);
    for (int32_t i = 0; i < count; ++i) {
        found += events[i].type == type;
    }
    return found;
}

/** Returns the only event of a type. */
static inline md3_event event_of(const md3_world *world, md3_event_type type)
{
    int32_t count;
    md3_event found = {0};
    const md3_event *events = md3_world_events(world, &count);
    assert_int_equal(events_of(world, type), 1);
    for (int32_t i = 0; i < count; ++i) {
        found = events[i].type == type ? events[i] : found;
    }
    return found;
}

/** Steps until an event of a type is emitted, at most `most` steps. Returns the number of steps. */
static inline int step_until(md3_world *world, md3_event_type type, int most)
{
    for (int i = 1; i <= most; ++i) {
        step_by(world, 1.0 / 60);
        if (events_of(world, type) > 0) {
            return i;
        }
    }
    fail_msg("no event of type %d in %d steps", (int)type, most);
    return 0;
}

#endif
