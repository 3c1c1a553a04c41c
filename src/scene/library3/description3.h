/* A 3D scene as plain numbers: bodies, shapes, joints and gravity. The sibling of library/description.h in 3D.
 *
 * `modulus run` turns a description into a world (description3_populate); the benchmark also sends it to other engines.
 * Nothing here knows an engine or md_real: the programs of the peers (bench/peers/) are compiled from description3*.c
 * and described_hull.c alone. Units are m, kg, s and rad; y points up.
 *
 * Three rules keep engines comparable: the centre of mass of a dynamic body is its origin, its principal axes of inertia
 * are the axes of the body, and bodies that are joined share a group, so that an engine's own rule about collisions
 * between joined bodies does not matter.
 */
#ifndef MODULUS_SCENE_DESCRIPTION3_H
#define MODULUS_SCENE_DESCRIPTION3_H

#include "scene/library/description.h"
#include "scene/library3/dvec3.h"

/** Position and velocity of a body. */
struct body_state3 {
    struct dvec3 p; /**< the origin */
    struct drot3 q;
    struct dvec3 v, spin; /**< of the centre of mass, m/s; in world coordinates, rad/s */
};

struct described_body3 {
    enum body_type type;
    int32_t group; /**< bodies of the same group do not collide; 0: no group */
    struct body_state3 start;
};

#define SHAPE3_MAX_POINTS 16

enum shape3_kind {
    SHAPE3_SPHERE,  /**< `radius` about point[0] */
    SHAPE3_CAPSULE, /**< `radius` about the segment from point[0] to point[1] */
    SHAPE3_BOX,     /**< about the origin of the body; point[0] is half its size */
    SHAPE3_HULL,    /**< the convex hull of `count` points, none of which lies inside or on a side of the others */
    SHAPE3_PLANE,   /**< the half-space n . x <= radius, n = point[0] of length 1 */
};

/** A shape in the coordinates of its body. */
struct described_shape3 {
    int32_t body;
    enum shape3_kind kind;
    double density, friction, restitution; /**< kg/m^3 */
    double radius;
    int32_t count; /**< of points */
    struct dvec3 point[SHAPE3_MAX_POINTS];
};

enum joint3_type { JOINT3_BALL, JOINT3_HINGE };

struct described_joint3 {
    enum joint3_type type;
    int32_t body[2];
    struct dvec3 anchor[2]; /**< in the coordinates of each body */
    struct dvec3 axis[2];   /**< of a hinge, in the coordinates of each body, of length 1 */
};

struct description3 {
    char name[32]; /**< one word */
    struct dvec3 gravity;
    double dt;  /**< length of a step, s */
    bool sleep; /**< bodies at rest may fall asleep, by each engine's own rule */
    struct described_body3 *body;
    struct described_shape3 *shape;
    struct described_joint3 *joint;
    int32_t body_count, shape_count, joint_count;
    int32_t body_capacity, shape_capacity, joint_capacity;
    bool failed; /**< out of memory, or more than DESCRIPTION_MAX_BODIES, while it was built */
};

/** Returns an empty description with the earth's gravity and steps of 1/60 s. */
struct description3 description3_begin(const char *name);
void description3_free(struct description3 *description);

/** Each returns the index of what it added. A failure sets `failed` and returns 0. */
int32_t description3_add_body(struct description3 *description, const struct described_body3 *body);
int32_t description3_add_shape(struct description3 *description, const struct described_shape3 *shape);
int32_t description3_add_joint(struct description3 *description, const struct described_joint3 *joint);

/** The number of points of a kind of shape; 0 for a hull, which has 4 to SHAPE3_MAX_POINTS. */
int32_t shape3_points(enum shape3_kind kind);

/** Mass and moments of inertia about the axes of the body. */
struct described_mass3 {
    double mass;          /**< kg */
    struct dvec3 inertia; /**< kg m^2 */
};

/** description3_mass.c: zeros for a plane. */
struct described_mass3 shape3_mass(const struct described_shape3 *shape);
/** Writes one per body, the sum over its shapes, and zeros for bodies that are not dynamic. */
void description3_masses(const struct description3 *description, struct described_mass3 *masses);

#endif
