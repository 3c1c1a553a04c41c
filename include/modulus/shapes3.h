/** @file
 * Shapes of a 3D world: geometry and material of bodies. Included by world3.h.
 *
 * A shape is a geometry of geometry3.h on a body, with a material and a collision filter. A body may have any number of them:
 *
 *     md_status add_table(md3_world *world, md3_body_id table)
 *     {
 *         md3_shape_def wood = md3_shape_def_default();
 *         wood.density = 700;
 *         md_status status = md3_shape_create_box(world, table, &wood, md3_v(1, 0.05, 0.5), NULL);
 *         for (int i = 0; i < 4 && status == MD_OK; ++i) {
 *             md3_geometry leg;
 *             const md3_vec top = md3_v(i < 2 ? -0.9 : 0.9, -0.1, i % 2 == 0 ? -0.4 : 0.4);
 *             status = md3_geometry_capsule(&leg, top, md3_vec_add(top, md3_v(0, -0.6, 0)), 0.05);
 *             if (status == MD_OK) {
 *                 status = md3_shape_create(world, table, &wood, &leg, NULL);
 *             }
 *         }
 *         return status;
 *     }
 */
#ifndef MODULUS_SHAPES3_H
#define MODULUS_SHAPES3_H

#include <modulus/geometry3.h>
#include <modulus/handles3.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Material and collision filter of a shape. Start from md3_shape_def_default: a struct of zeros is refused. */
typedef struct md3_shape_def {
    md_real density;     /**< kg/m^3, 0 to 1e15; default 1000, the density of water */
    md_real friction;    /**< coefficient, >= 0; default 0.6 */
    md_real restitution; /**< 0 to 1; default 0 */
    /** Torsional friction: the largest torque about the contact normal per normal force, m, >= 0; default 0. About 2/3 of
     *  the radius of the contact area times the friction. Both shapes of a contact need one (md3_world_def.friction_mixing).
     *  A ball without it that spins about its contact normal never stops, and never falls asleep. */
    md_real torsion;
    /** Rolling friction: the largest torque against rolling per normal force, m, >= 0; default 0. A ball with it comes to
     *  rest, and lies on a slope of tangent rolling / radius. Both shapes of a contact need one, as for torsion. */
    md_real rolling;
    /** Velocity of the surface of a conveyor belt, m/s, in body coordinates; its part along the contact plane counts.
     *  Default 0. */
    md3_vec surface_velocity;
    uint64_t category; /**< bits that this shape belongs to; default 1 */
    uint64_t mask;     /**< bits of the categories that it collides with; default all */
    /** Two shapes of the same group: positive, always collide; negative, never collide; 0, category and mask decide.
     *  Default 0. */
    int32_t group;
    bool sensor; /**< has no contact response, only sensor events; default false */
    void *user;  /**< any pointer; default NULL */
} md3_shape_def;

/** Returns the defaults. */
MD_API md3_shape_def md3_shape_def_default(void);
/** Checks every field. On failure returns MD_ERROR_ARGUMENT and names field, rule and value in `error`, which may be
 *  NULL. The functions below make the same checks. */
MD_API md_status md3_shape_def_check(const md3_shape_def *def, md_error *error);

/** Checks a geometry that was not made by a function of geometry3.h: every number that its type uses, and that its hull,
 *  mesh or height field is not NULL. On failure names field, rule and value in `error`, which may be NULL. */
MD_API md_status md3_shape_geometry_check(const md3_geometry *geometry, md_error *error);

/** Adds a geometry, in body coordinates, to a body, and its mass to the mass of the body. Does not wake the body. `shape`
 *  may be NULL. The shape keeps the hull, mesh or height field of the geometry: you may destroy yours after this call, and
 *  its memory is freed with the last shape that uses it. That memory belongs to the allocator it was created with, and
 *  does not count for max_bytes.
 *
 *  A geometry that md3_shape_geometry_check refuses is refused with MD_ERROR_ARGUMENT, and so is a plane, mesh or height
 *  field for a dynamic body. Returns MD_ERROR_SIZE if the world has max_shapes shapes. */
MD_API md_status md3_shape_create(md3_world *world, md3_body_id body, const md3_shape_def *def,
                                  const md3_geometry *geometry, md3_shape_id *shape);
/** Adds a box from its half-extents, centred on the body's origin, with a hull of its own. For many equal boxes, or a box
 *  elsewhere in the body, create a hull (md3_hull_create_box, md3_hull_create_transformed) and use md3_shape_create. */
MD_API md_status md3_shape_create_box(md3_world *world, md3_body_id body, const md3_shape_def *def, md3_vec half,
                                      md3_shape_id *shape);
/** Destroys a shape, and removes its mass from the body. */
MD_API md_status md3_shape_destroy(md3_world *world, md3_shape_id shape);
/** Returns whether the shape exists. */
MD_API bool md3_shape_is_valid(const md3_world *world, md3_shape_id shape);

/** Returns material and filter. */
MD_API md3_shape_def md3_shape_get_def(const md3_world *world, md3_shape_id shape);
/** Changes material and filter; the geometry stays. Wakes the body. */
MD_API md_status md3_shape_set_def(md3_world *world, md3_shape_id shape, const md3_shape_def *def);
/** Returns the body of the shape. */
MD_API md3_body_id md3_shape_body(const md3_world *world, md3_shape_id shape);
/** Returns the geometry in body coordinates, or NULL for a bad handle. The pointer is valid until a shape is created. */
MD_API const md3_geometry *md3_shape_geometry(const md3_world *world, md3_shape_id shape);
/** Returns the first shape of a body in the order of creation; generation 0 if it has none. */
MD_API md3_shape_id md3_body_first_shape(const md3_world *world, md3_body_id body);
/** Returns the shape of the same body after this one; generation 0 after the last. */
MD_API md3_shape_id md3_shape_next(const md3_world *world, md3_shape_id shape);

#ifdef __cplusplus
}
#endif

#endif
