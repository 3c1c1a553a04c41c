/* Functions that add one scene, or a part of one, to an empty 3D description: the sibling of library/scenes.h. Their
 * parameters are what differs between the built-in scenes (scene/builtin3.c) and those of the benchmark (bench/scenes.c).
 *
 * Placement is done in double precision and calls no libm function other than sqrt and floor, so that a scene is the same
 * on every machine. Builders do not check for failure: after description.failed is set, the add functions do nothing
 * harmful.
 */
#ifndef MODULUS_SCENE_DESCRIBE3_H
#define MODULUS_SCENE_DESCRIBE3_H

#include "scene/library/scenes.h"
#include "scene/library3/description3.h"

/* ---- Parts: parts3.c ------------------------------------------------------------------------------------------------- */

/** A body that is not rotated and at rest. */
int32_t describe3_body(struct description3 *description, enum body_type type, struct dvec3 position);
void describe3_sphere(struct description3 *description, int32_t body, const struct material *material, double radius);
/** Between two points of the body. */
void describe3_capsule(struct description3 *description, int32_t body, const struct material *material, struct dvec3 a,
                       struct dvec3 b, double radius);
void describe3_box(struct description3 *description, int32_t body, const struct material *material, struct dvec3 half);
void describe3_hull(struct description3 *description, int32_t body, const struct material *material,
                    const struct dvec3 *points, int32_t count);
/** A static body with a half-space below y = 0. */
int32_t describe3_ground(struct description3 *description, const struct material *material);
/** A static body with the ground and walls at x = -width / 2, x = width / 2 and the same of `depth` along z. */
int32_t describe3_basin(struct description3 *description, const struct material *material, double width, double depth);

/* ---- Spheres between walls: sphere_scenes.c -------------------------------------------------------------------------- */

struct spheres3 {
    int32_t count;
    double radius, width, depth; /**< m; the walls' distances along x and along z */
    double mass;                 /**< of a sphere, kg */
    double friction, restitution;
    uint64_t seed;
};

void describe_spheres3(struct description3 *description, const struct spheres3 *spheres);

/* ---- Boxes that stand: box_scenes.c ---------------------------------------------------------------------------------- */

/** `gap`: between two boxes of a layer, in sizes. */
void describe_pyramid3(struct description3 *description, int32_t base, double size, double gap, double friction);
/** A pyramid one box deep. */
void describe_flat_pyramid3(struct description3 *description, int32_t rows, double size, double gap, double friction);
void describe_tower3(struct description3 *description, int32_t count, double size, double friction);
/** Running bond: every second row is shifted by half a brick, with half bricks at its ends. */
void describe_wall3(struct description3 *description, int32_t rows, int32_t columns, double friction);
/** `count` bodies of 1 kg under one of `ratio` kg; spheres or boxes. */
void describe_mass_ratio3(struct description3 *description, int32_t count, double ratio, bool is_round);

/* ---- Piles in a basin of 8 x 8 m: pile_scenes.c ---------------------------------------------------------------------- */

/** Boxes, capsules and spheres in turn. */
void describe_mixed3(struct description3 *description, int32_t count);
/** Octahedra, hexagonal prisms and rhombic dodecahedra in turn. */
void describe_hulls3(struct description3 *description, int32_t count);

/* ---- Joined bodies: joint_scenes.c ----------------------------------------------------------------------------------- */

/** A net of `side` x `side` spheres that hangs from its four corners. */
void describe_net3(struct description3 *description, int32_t side);
/** Dolls of 11 capsules, without joint limits, that fall into a basin of 6 x 6 m. */
void describe_ragdolls3(struct description3 *description, int32_t dolls);

#endif
