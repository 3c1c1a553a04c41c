/* A benchmark scene as numbers, for every engine alike: bodies, shapes, joints, gravity.
 *
 * Nothing here knows an engine, nor md_real: the programs of the peers are built from description*.c, words.c and
 * serve.c alone. Numbers are double; units are m, kg, s and rad.
 *
 * Two rules keep engines comparable: the centre of mass of a body is its origin, and bodies that are joined are of one
 * group, so that no engine's rule about joined bodies matters.
 */
#ifndef MODULUS_BENCH_DESCRIPTION_H
#define MODULUS_BENCH_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum body_type { BODY_STATIC, BODY_KINEMATIC, BODY_DYNAMIC };

/** Where a body is and how it moves. */
struct body_state {
    double x, y, c, s;   /**< the origin, and cosine and sine of the angle */
    double vx, vy, spin; /**< of the centre of mass, m/s; rad/s */
};

struct described_body {
    enum body_type type;
    int32_t group; /**< bodies of the same group, but for 0, pass through each other */
    struct body_state start;
};

#define SHAPE_POINTS_MOST 8

/** All that is within `radius` of the convex hull of `count` points: a circle (1), a capsule (2), a polygon (3 or more,
 *  counter-clockwise). In the coordinates of the body. */
struct described_shape {
    int32_t body, count;
    double density, friction, restitution; /**< kg/m^2 */
    double radius;
    double x[SHAPE_POINTS_MOST], y[SHAPE_POINTS_MOST];
};

enum joint_type { JOINT_REVOLUTE, JOINT_DISTANCE };

/** A pin, or a rod of a length. */
struct described_joint {
    enum joint_type type;
    int32_t body[2];
    double x[2], y[2]; /**< the anchors, in the coordinates of each body */
    double length;     /**< of a rod; 0 for a pin */
};

struct description {
    char name[32]; /**< one word */
    double gravity_x, gravity_y;
    double dt;  /**< s a step */
    bool sleep; /**< whether what rests may fall asleep, by each engine's own rule */
    struct described_body *body;
    struct described_shape *shape;
    struct described_joint *joint;
    int32_t body_count, shape_count, joint_count;
    int32_t body_room, shape_room, joint_room;
    bool failed; /**< memory ran out while it was built */
};

/** Mass and moment of inertia about the origin. */
struct described_mass {
    double mass, inertia; /**< kg, kg m^2 */
};

/** Empty, with the earth's gravity and steps of 1/60 s. */
struct description description_begin(const char *name);
void description_free(struct description *description);

/** Each returns the index; where memory runs out `failed` is set and 0 returned. */
int32_t description_add_body(struct description *description, const struct described_body *body);
int32_t description_add_shape(struct description *description, const struct described_shape *shape);
int32_t description_add_joint(struct description *description, const struct described_joint *joint);

/** description_mass.c: of a shape. The rounding of a polygon is left out: no scene has one. */
struct described_mass shape_mass(const struct described_shape *shape);
/** One for each body, the sum of its shapes; zeros for bodies that are not dynamic. `masses` has room for all. */
void description_masses(const struct description *description, struct described_mass *masses);

/** description_text.c: as lines of text that read back to the same bits; see bench/peers/README.md. */
void description_write(const struct description *description, FILE *file);
/** False, with a line of text in `problem`, for what is no description. Whatever is returned may be freed. */
bool description_read(struct description *description, FILE *file, char *problem, size_t size);

#endif
