/* A scene as plain numbers: bodies, shapes, joints and gravity.
 *
 * scenes.h builds descriptions. `modulus run` and the playground turn one into a world (description_populate);
 * the benchmark also sends it to other engines. Nothing here knows an engine or md_real: the programs of the peers
 * (bench/peers/) are compiled from description*.c alone. Numbers are double; units are m, kg, s and rad.
 *
 * Two rules keep engines comparable: the centre of mass of a dynamic body is its origin, and bodies that are joined
 * share a group, so that an engine's own rule about collisions between joined bodies does not matter. Scenes that only
 * Modulus runs need not follow them.
 */
#ifndef MODULUS_SCENE_DESCRIPTION_H
#define MODULUS_SCENE_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum body_type { BODY_STATIC, BODY_KINEMATIC, BODY_DYNAMIC };

/** Position and velocity of a body. */
struct body_state {
    double x, y, c, s;   /**< the origin, and cosine and sine of the angle */
    double vx, vy, spin; /**< of the centre of mass, m/s; rad/s */
};

struct described_body {
    enum body_type type;
    int32_t group; /**< bodies of the same group do not collide; 0: no group */
    struct body_state start;
};

#define SHAPE_MAX_POINTS 8

/** The points within `radius` of the convex hull of `count` points: a circle (1), a capsule (2) or a polygon (3 or more,
 *  counter-clockwise). In the coordinates of the body. A chain is not convex: its edges connect each point with the
 *  next, and collide on their right side. */
struct described_shape {
    int32_t body, count;
    bool is_chain;
    double density, friction, restitution; /**< kg/m^2 */
    double radius;
    double x[SHAPE_MAX_POINTS], y[SHAPE_MAX_POINTS];
};

enum joint_type { JOINT_REVOLUTE, JOINT_DISTANCE };

/** A hinge, or a rod of a fixed length. */
struct described_joint {
    enum joint_type type;
    int32_t body[2];
    double x[2], y[2];   /**< the anchors, in the coordinates of each body */
    double length;       /**< of a rod; 0 for a hinge */
    double lower, upper; /**< limits of a hinge, rad; no limits unless lower < upper */
};

struct description {
    char name[32]; /**< one word */
    double gravity_x, gravity_y;
    double dt;                       /**< length of a step, s */
    bool sleep;                      /**< bodies at rest may fall asleep, by each engine's own rule */
    double left, bottom, right, top; /**< the region that a picture shows, m; zeros: not given */
    struct described_body *body;
    struct described_shape *shape;
    struct described_joint *joint;
    int32_t body_count, shape_count, joint_count;
    int32_t body_capacity, shape_capacity, joint_capacity;
    int32_t max_bodies;
    bool failed; /**< out of memory, or more than max_bodies, while it was built */
};

/** The default of description.max_bodies. */
#define DESCRIPTION_MAX_BODIES 4000000

/** Returns an empty description with the earth's gravity and steps of 1/60 s. */
struct description description_begin(const char *name);
void description_free(struct description *description);

/** Each returns the index of what it added. A failure sets `failed` and returns 0. */
int32_t description_add_body(struct description *description, const struct described_body *body);
int32_t description_add_shape(struct description *description, const struct described_shape *shape);
int32_t description_add_joint(struct description *description, const struct described_joint *joint);

/** Mass and moment of inertia about the origin. */
struct described_mass {
    double mass, inertia; /**< kg, kg m^2 */
};

/** description_mass.c: the mass of a hull. The radius of a polygon is ignored. */
struct described_mass shape_mass(const struct described_shape *shape);
/** Writes one per body, the sum over its shapes, and zeros for bodies that are not dynamic. */
void description_masses(const struct description *description, struct described_mass *masses);

#endif
