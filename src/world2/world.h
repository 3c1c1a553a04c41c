/* How a world is stored.
 *
 * Bodies and shapes live in slots that keep their place, so that a handle is an index; contacts are packed, in the order in which
 * they came to be; a set of their pairs of shapes tells which are there already. Everything that a step needs is kept from step to step: once a scene
 * has settled a step allocates nothing.
 */
#ifndef MODULUS_WORLD2_WORLD_H
#define MODULUS_WORLD2_WORLD_H

#include <modulus/world2.h>

#include "base/pair_set.h"
#include "base/slots.h"
#include "geometry2/tree.h"

struct body {
    md2_body_type type;
    bool fixed_rotation, has_given_mass;
    md2_vec origin, center; /* in the world: of the body's coordinates, and of mass */
    md2_vec local_center;
    md2_rot rotation;
    md2_vec velocity; /* of the centre of mass */
    md_real angular_velocity;
    md2_vec force;
    md_real torque;
    md2_mass mass;
    md_real inverse_mass, inverse_inertia; /* 0 for what does not give way */
    md_real linear_damping, angular_damping, gravity_scale;
    int32_t first_shape; /* -1: none */
    int32_t row_body;    /* index in the problem of the present step, MD_NO_BODY for what does not give way */
    void *user;
};

struct shape {
    md2_hull hull;
    md2_shape_def def;
    int32_t body;
    int32_t next_of_body; /* -1: last */
    int32_t leaf;         /* in the tree */
};

/* What a contact point carries to the next step. */
struct contact_memory {
    md_real lambda[2], y[2]; /* normal, tangent */
};

struct contact {
    int32_t shape[2];
    md2_manifold manifold;
    struct contact_memory memory[2];
    md_real friction, restitution;
    int32_t first_row; /* in the problem of the present step */
};

struct md2_world {
    md2_world_def def;
    md_allocator allocator;

    struct slots body_slots, shape_slots;
    struct body *bodies;
    struct shape *shapes;
    size_t body_capacity, shape_capacity;

    struct contact *contacts;
    size_t contact_capacity;
    int32_t contact_count;
    struct pair_set pairs; /* of shapes that have a contact */

    md2_tree tree;
    bool contacts_are_stale; /* something was changed since they were found */

    md_problem *problem, *recovery_problem;
    md_solver *solver, *recovery_solver;
};

/* ---- bodies.c ------------------------------------------------------------------------------------------------------- */

struct body *md2_body_of(const md2_world *world, md2_body_id id); /* NULL where the handle is not valid */
static inline md2_transform body_transform(const struct body *body)
{
    return (md2_transform){body->origin, body->rotation};
}
/** The origin follows the centre of mass and the rotation. */
void md2_body_place_origin(struct body *body);
/** Mass, centre and inertia from the shapes, unless they were given. */
void md2_body_update_mass(md2_world *world, struct body *body);

/* ---- shapes.c ------------------------------------------------------------------------------------------------------- */

void md2_shape_remove(md2_world *world, int32_t index);

/* ---- contacts.c ----------------------------------------------------------------------------------------------------- */

/** The box in which a shape looks for others, and the one that it has in the tree: some room to move in without changing it. */
md2_box md2_near_box(const md2_world *world, const struct shape *shape);
md2_box md2_fat_box(const md2_world *world, const struct shape *shape);

/** Finds the pairs and their manifolds at the present positions. Memory of points is kept by their ids. */
md_status md2_contacts_update(md2_world *world);
/** Drops every contact of a shape. */
void md2_contacts_forget_shape(md2_world *world, int32_t shape);

/* ---- contact_rows.c ------------------------------------------------------------------------------------------------- */

/** Writes the contacts as rows of the velocity problem, and of the one that recovers overlap. */
md_status md2_contact_rows_write(md2_world *world, md_real dt);
md_status md2_recovery_rows_write(md2_world *world, md_real dt, bool *needed);
/** Keeps lambda and y of the rows for the next step. */
void md2_contact_rows_keep(md2_world *world, const md_result *result);

#endif
