/* Parts of the character mover (mover3.h). A move is built from four parts:
 *
 *   nearest_motion.c  the motion nearest to the wanted one that a set of half-spaces allows
 *   mover_planes.c    the contact planes around the capsule, and which of them are ground to walk on
 *   mover_slide.c     recovery from overlap, and sliding: casts of the capsule and contact planes in turn
 *   mover_ground.c    the ground after a move: snapping to it, the velocity that is left, impulses on bodies
 *   mover.c           the definition, and the order of a move: ride, recover, walk, step up, snap
 *
 * The capsule has two surfaces. The outer one has the radius of the definition and rests on the ground. The inner one is
 * smaller by the skin: it is cast, so that casts start free of what the outer surface touches, and is never cast into a
 * shape. Distances in contact planes are those of the outer surface.
 */
#ifndef MODULUS_WORLD3_MOVER_H
#define MODULUS_WORLD3_MOVER_H

#include <modulus/mover3.h>

#include "geometry3/vec3.h"
#include "world3/query.h"
#include "world3/world.h"

/* ---- nearest_motion.c -------------------------------------------------------------------------------------------- */

/** A half-space of motions x: normal . x >= min. */
struct half_space {
    md3_vec normal; /* unit */
    md_real min;
};

/** Finds the motion nearest to `wanted` in the intersection of half-spaces, up to a tolerance of their limits. Returns false
 *  and the zero vector if there is none. */
bool md3_nearest_motion(const struct half_space *spaces, int32_t count, md3_vec wanted, md_real tolerance,
                        md3_vec *motion);

/* ---- mover_planes.c ---------------------------------------------------------------------------------------------- */

enum { MAX_MOVER_PLANES = 32 };

/** A plane that the outer surface of the capsule touches or nearly touches. */
struct mover_plane {
    md3_vec normal;   /* unit, from the shape to the capsule */
    md_real distance; /* of the capsule, m; negative if they overlap */
    md3_vec point;    /* on the shape */
    int32_t shape;    /* its index */
    bool is_walkable; /* ground that holds the mover, or a low edge of such ground */
};

struct mover_planes {
    struct mover_plane at[MAX_MOVER_PLANES];
    int32_t count;
};

/** A mover during one move. */
struct walk {
    md3_world *world;
    const md3_mover_def *def;
    md3_vec up; /* of length 1 up to rounding */
    md_real cos_slope;
    md3_vec position; /* of the feet */
    /* The body of the ground at the start of the move; generation 0 if there is none. */
    md3_body_id ground_body;
    md3_vec ground_velocity; /* of that ground below the feet, m/s; 0 in the air */
    bool walks;              /* on that ground, and does not leave it */
    bool ignores_ground;     /* while the mover rides: the ground has moved already */
    md3_query_filter filter;
};

/** Largest distance of a contact plane, and overlap that is not corrected, m. Between them the mover is at rest. */
static inline md_real walk_reach(const struct walk *walk)
{
    return walk->def->skin / 2;
}

static inline md_real walk_tolerance(const struct walk *walk)
{
    return walk->def->skin / 8;
}

static inline md_real walk_height(const struct walk *walk, md3_vec a)
{
    return vec_dot(walk->up, a);
}

static inline md3_vec walk_horizontal(const struct walk *walk, md3_vec a)
{
    return vec_add_scaled(a, -walk_height(walk, a), walk->up);
}

/** Starts a move of a mover, whose definition is valid. `walk` must stay where it is. */
void md3_walk_begin(struct walk *walk, md3_world *world, const md3_mover *mover);
/** Returns the capsule with another radius, m, about the same axis, relative to the feet. */
md3_geometry md3_walk_capsule(const struct walk *walk, md_real radius);
/** Whether the body of a shape is dynamic. */
bool md3_walk_is_dynamic(const struct walk *walk, int32_t shape);
/** Whether a contact is at most step_height above `feet`. */
bool md3_walk_is_low(const struct walk *walk, const struct mover_plane *plane, md3_vec feet);
/** Whether a contact is ground that holds the mover. The edge of a flat face counts as that face, up to step_height above
 *  `feet`. */
bool md3_walk_is_ground(const struct walk *walk, const struct mover_plane *plane, md3_vec feet);
/** Whether the mover may walk on a contact from its present position. Edges of dynamic bodies are no ground to step on, unless it
 *  stands on that body: they are pushed. */
bool md3_walk_is_walkable(const struct walk *walk, const struct mover_plane *plane);
/** Finds the contact planes at the present position, in the order of the shapes. */
void md3_walk_find_planes(const struct walk *walk, struct mover_planes *planes);
/** Writes the half-space of a plane and, for a slope that does not hold the mover, a vertical one, so that it does not climb;
 *  both scaled to the motion `min` along the normal. Returns their number. */
int32_t md3_walk_half_spaces(const struct walk *walk, const struct mover_plane *plane, md_real min,
                             struct half_space spaces[2]);

/* ---- mover_slide.c ----------------------------------------------------------------------------------------------- */

/** Where a cast of the inner surface ends. */
struct walk_hit {
    bool hit;
    md_real safe;             /* fraction of the translation after which the outer surface touches */
    struct mover_plane plane; /* at the start of the cast; the normal is zero if the capsule is stuck */
};

struct walk_hit md3_walk_cast(const struct walk *walk, md3_vec translation);
/** Moves the capsule out of shapes that overlap its inner surface. */
void md3_walk_recover(struct walk *walk);
/** Moves the capsule along a translation as far as it can, sliding along what it meets. */
void md3_walk_slide(struct walk *walk, md3_vec translation);

/* ---- mover_ground.c ---------------------------------------------------------------------------------------------- */

/** Returns the velocity of a shape at a point: that of its body, and of its surface along a contact plane. */
md3_vec md3_walk_velocity_of(const struct walk *walk, int32_t shape, md3_vec point, md3_vec normal);
/** Whether a velocity relative to ground with a contact normal leaves the ground: a jump, not a walk up or down a slope. */
bool md3_walk_leaves(const struct walk *walk, md3_vec velocity, md3_vec normal);
/** Returns the velocity along ground with the horizontal part of a given one. On an edge, whose normal is not that of the
 *  ground, this is the horizontal part itself. */
md3_vec md3_walk_along_ground(const struct walk *walk, md3_vec velocity, md3_vec normal);
/** Moves the capsule down to ground within snap_distance. */
void md3_walk_snap(struct walk *walk);
/** Sets the ground of a mover at its present position. Planes that it leaves with its velocity are no ground, unless it
 *  walks. */
void md3_walk_find_ground(const struct walk *walk, const struct mover_planes *planes, md3_vec velocity,
                          md3_mover *mover);
/** Applies the impulses of the mover to the dynamic bodies that it touches, except the one that it walks on. */
void md3_walk_push(const struct walk *walk, const struct mover_planes *planes, md3_vec velocity, md_real dt);
/** Returns what contact planes leave of a velocity. */
md3_vec md3_walk_velocity_left(const struct walk *walk, const struct mover_planes *planes, md3_vec velocity);

#endif
