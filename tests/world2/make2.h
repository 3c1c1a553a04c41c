/* Helpers of the world tests: worlds, bodies and shapes in one line each, numbers as double, events. */
#ifndef MODULUS_TESTS_MAKE2_H
#define MODULUS_TESTS_MAKE2_H

#include <math.h>

#include <modulus/joints2.h>
#include <modulus/world2.h>

#include "support/support.h"
#include "world2/near.h"

#define DT ((md_real)(1.0 / 60))
#define G 9.80665
#define PI 3.14159265358979323846

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static inline md2_world *world_of(const md2_world_def *def)
{
    md2_world *world = NULL;
    assert_int_equal(md2_world_create(def, &world), MD_OK);
    return world;
}

/** Creates a world with the default settings. */
static inline md2_world *world_new(void)
{
    const md2_world_def def = md2_world_def_default();
    return world_of(&def);
}

static inline md2_world *world_without_gravity(void)
{
    md2_world_def def = md2_world_def_default();
    def.gravity = at(0, 0);
    return world_of(&def);
}

static inline md_step_report step_by(md2_world *world, double dt)
{
    md_step_report report;
    assert_int_equal(md2_world_step(world, (md_real)dt, &report), MD_OK);
    return report;
}

/** Runs steps of 1/60 s. Returns the report of the last one. */
static inline md_step_report step_many(md2_world *world, int steps)
{
    md_step_report report = {0};
    for (int i = 0; i < steps; ++i) {
        report = step_by(world, 1.0 / 60);
    }
    return report;
}

/* ---- Bodies and shapes ------------------------------------------------------------------------------------------- */

static inline md2_body_id body_at(md2_world *world, md2_body_type type, double x, double y)
{
    md2_body_def def = md2_body_def_default();
    def.type = type;
    def.position = at(x, y);
    md2_body_id body = {0, 0};
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    return body;
}

static inline md2_shape_def surface_of(double friction, double restitution)
{
    md2_shape_def def = md2_shape_def_default();
    def.friction = (md_real)friction;
    def.restitution = (md_real)restitution;
    return def;
}

static inline md2_shape_id give(md2_world *world, md2_body_id body, const md2_shape_def *def, const md2_hull *hull)
{
    md2_shape_id shape = {0, 0};
    assert_int_equal(md2_shape_create(world, body, def, hull, &shape), MD_OK);
    return shape;
}

static inline md2_hull box_hull(double half_x, double half_y)
{
    md2_hull hull;
    assert_int_equal(md2_hull_box(&hull, at(half_x, half_y), at(0, 0), turned(0), 0), MD_OK);
    return hull;
}

static inline md2_hull circle_hull(double radius)
{
    md2_hull hull;
    assert_int_equal(md2_hull_circle(&hull, at(0, 0), (md_real)radius), MD_OK);
    return hull;
}

static inline md2_shape_id give_box(md2_world *world, md2_body_id body, const md2_shape_def *def, double half_x,
                                    double half_y)
{
    const md2_hull hull = box_hull(half_x, half_y);
    return give(world, body, def, &hull);
}

static inline md2_shape_id give_circle(md2_world *world, md2_body_id body, const md2_shape_def *def, double radius)
{
    const md2_hull hull = circle_hull(radius);
    return give(world, body, def, &hull);
}

/** Adds a dynamic box of the default material, 1 kg/m^2. */
static inline md2_body_id box_at(md2_world *world, double x, double y, double half_x, double half_y)
{
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id body = body_at(world, MD2_DYNAMIC, x, y);
    give_box(world, body, &def, half_x, half_y);
    return body;
}

/** Adds a dynamic circle of the default material. */
static inline md2_body_id circle_at(md2_world *world, double x, double y, double radius)
{
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id body = body_at(world, MD2_DYNAMIC, x, y);
    give_circle(world, body, &def, radius);
    return body;
}

/** Adds a static ground, 100 m wide, with its top at y = 0. */
static inline md2_body_id ground_of(md2_world *world, const md2_shape_def *def)
{
    const md2_body_id ground = body_at(world, MD2_STATIC, 0, -1);
    give_box(world, ground, def, 50, 1);
    return ground;
}

static inline md2_body_id ground_at_zero(md2_world *world)
{
    const md2_shape_def def = md2_shape_def_default();
    return ground_of(world, &def);
}

static inline void set_velocity(md2_world *world, md2_body_id body, double x, double y, double spin)
{
    assert_int_equal(md2_body_set_velocity(world, body, at(x, y), (md_real)spin), MD_OK);
}

static inline double x_of(const md2_world *world, md2_body_id body)
{
    return (double)md2_body_center(world, body).x;
}

static inline double y_of(const md2_world *world, md2_body_id body)
{
    return (double)md2_body_center(world, body).y;
}

static inline double vx_of(const md2_world *world, md2_body_id body)
{
    return (double)md2_body_velocity(world, body).x;
}

static inline double vy_of(const md2_world *world, md2_body_id body)
{
    return (double)md2_body_velocity(world, body).y;
}

static inline double spin_of(const md2_world *world, md2_body_id body)
{
    return (double)md2_body_angular_velocity(world, body);
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

static inline int events_of(const md2_world *world, md2_event_type type)
{
    int32_t count;
    int found = 0;
    const md2_event *events = md2_world_events(world, &count);
    for (int32_t i = 0; i < count; ++i) {
        found += events[i].type == type;
    }
    return found;
}

/** Returns the only event of a type. */
static inline md2_event event_of(const md2_world *world, md2_event_type type)
{
    int32_t count;
    md2_event found = {0};
    const md2_event *events = md2_world_events(world, &count);
    assert_int_equal(events_of(world, type), 1);
    for (int32_t i = 0; i < count; ++i) {
        found = events[i].type == type ? events[i] : found;
    }
    return found;
}

/** Steps until an event of a type is emitted, at most `most` steps. Returns the number of steps. */
static inline int step_until(md2_world *world, md2_event_type type, int most)
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
