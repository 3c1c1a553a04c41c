/** @file
 * A character mover for a 3D world: a capsule that is moved by a wanted velocity instead of by forces.
 *
 * The mover slides along walls, climbs steps, stays on slopes that are not too steep, rides platforms and pushes bodies. It is
 * no body of the world: it is a value (md3_mover) that your program keeps, copies and saves, and nothing in the world sees
 * it. A copy of it, together with a snapshot of the world, continues with the same bits. Moving allocates no memory.
 *
 *     md_status walk(md3_world *world, md3_mover *player, md3_vec input, bool jump, md_real dt)
 *     {
 *         md3_vec wanted = md3_vec_add_scaled(player->velocity, dt, md3_world_gravity(world)); // in the air: falls
 *         if (player->ground == MD3_MOVER_ON_GROUND) {
 *             wanted = input; // relative to the ground
 *             wanted.y += jump ? 5 : 0;
 *         }
 *         const md_status status = md3_world_step(world, dt, NULL);
 *         return status == MD_OK ? md3_mover_move(world, player, wanted, dt) : status;
 *     }
 *
 * Before the first move, md3_mover_place puts the mover into the world:
 *
 *     md_status enter(md3_world *world, md3_vec feet, md3_mover *player)
 *     {
 *         md3_mover_def def = md3_mover_def_default();
 *         def.step_height = (md_real)0.4;
 *         return md3_mover_place(world, &def, feet, player);
 *     }
 *
 * **Velocity.** The wanted velocity is relative to the ground while the mover stands on something, and to the world in the
 * air. On the ground its part along `up` counts only if it leads away from the ground (a jump); the horizontal part is kept
 * on slopes, up and down. Gravity is yours to add in the air, as above. `velocity` is the result in the world: what is left
 * of the wanted velocity after walls, floors and ceilings, including the velocity of the ground.
 *
 * **Ground.** The mover stands if a surface below it is not steeper than max_slope. The surface is that of the face, so that it
 * stands on the edge of a flat step even if the capsule touches the edge at its side. It does not move at all on a slope
 * that holds it. On a steeper one it cannot climb, and slides down with the velocity that you give it.
 *
 * **Platforms.** The mover goes with the body that it stands on, by the change of position and rotation since the last move,
 * and with the surface_velocity of its shape. Walls stop it. Call md3_mover_move once after each step of the world. A body
 * that moves into the mover pushes it out of the way, unless it passes the whole capsule within one step.
 *
 * **Pushing.** A dynamic body in the way blocks the mover like a wall and gets, at the contact point, the impulse of an
 * inelastic collision with a mass of `mass`: it and the mover would then have the same velocity along the contact normal. All
 * impulses of a move together are at most push_force dt. Momentum is conserved as long as that limit is not reached and
 * no static or kinematic body is in the way as well; otherwise the mover loses more than the bodies gain, as one that braces
 * itself against the ground. A dynamic body on which the mover stands bears its weight, `mass` times gravity.
 *
 * Sensors, and shapes that `filter` excludes, do not exist for the mover.
 */
#ifndef MODULUS_MOVER3_H
#define MODULUS_MOVER3_H

#include <modulus/queries3.h>
#include <modulus/world3.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Definition of a mover. Start from md3_mover_def_default: a struct of zeros is not valid. */
typedef struct md3_mover_def {
    md3_vec up;     /**< unit vector against gravity; default (0, 1, 0) */
    md_real radius; /**< of the capsule, m, > 0, at most 1e4; default 0.3 */
    md_real height; /**< of the whole capsule, m, 2 radius to 1e4; default 1.8 */
    /** Thickness of the outer layer of the capsule, m, radius / 100 to radius / 2; default 0.02. What is inside the layer
     *  never enters another shape by the mover's own motion. The layer may: by an eighth of it, more in narrow places. */
    md_real skin;
    md_real step_height; /**< highest step that it climbs, m, 0 to 1e4; default 0.3. Dynamic bodies are no steps */
    /** Distance to the ground, m, 0 to 1e4, within which it stays on the ground when it walks down a step or a slope; default
     *  0.3. */
    md_real snap_distance;
    md_real max_slope; /**< of the ground that holds it, rad, 0 to 1.5; default pi / 4 */
    md_real mass;      /**< with which it pushes and weighs on bodies, kg, >= 0; may be infinite; default 80 */
    md_real
        push_force; /**< largest force on dynamic bodies that it walks into, N, >= 0; may be infinite; default 500 */
    /** The shapes that it collides with; `sensors` has no effect. Default all. If your character has a body of its own, for
     *  others to hit, put it in `except`. */
    md3_query_filter filter;
} md3_mover_def;

/** What a mover stands on. */
typedef enum md3_mover_ground {
    MD3_MOVER_IN_AIR,    /**< nothing */
    MD3_MOVER_ON_GROUND, /**< ground that holds it */
    MD3_MOVER_ON_STEEP   /**< a slope that is steeper than max_slope, on which it slides */
} md3_mover_ground;

/** A mover: a value, without memory of its own. Fields may be changed between moves: `def` (to crouch), and `position` (though
 *  md3_mover_place is better, because it finds the ground). */
typedef struct md3_mover {
    md3_mover_def def;         /**< checked by every move */
    md3_vec position;          /**< lowest point of the capsule: the feet, m, -1e9 to 1e9 */
    md3_vec velocity;          /**< in the world, after the last move, m/s */
    md3_mover_ground ground;   /**< whether it stands; the fields below are zero in the air */
    md3_vec ground_normal;     /**< unit, of the contact */
    md3_vec ground_point;      /**< of the contact, in the world */
    md3_shape_id ground_shape; /**< that it stands on */
    md3_body_id ground_body;   /**< of that shape */
    md3_vec ground_velocity;   /**< of the ground at the contact, m/s */
    /** Rotation and position of the ground's body after the last move, from which the next move sees how far to ride. */
    md3_transform ground_transform;
} md3_mover;

/** Returns the defaults. */
MD_API md3_mover_def md3_mover_def_default(void);
/** Checks every field. On failure returns MD_ERROR_ARGUMENT and names field, rule and value in `error`, which may be NULL.
 *  The functions below make the same checks. */
MD_API md_status md3_mover_def_check(const md3_mover_def *def, md_error *error);
/** Puts a mover with its feet at a position, at rest: for its creation, and to teleport it. Moves it out of shapes that it
 *  overlaps, and looks for ground below its feet. On failure `mover` is unchanged. */
MD_API md_status md3_mover_place(md3_world *world, const md3_mover_def *def, md3_vec position, md3_mover *mover);
/** Moves by a wanted velocity, m/s, for `dt` seconds, > 0, as the top of mover3.h says. Returns MD_ERROR_ARGUMENT, with the
 *  reason in md3_world_last_error, and moves nothing, if a field of the mover is not valid, a number is not finite, or the
 *  motion would leave the world; MD_ERROR_BUSY inside a callback. */
MD_API md_status md3_mover_move(md3_world *world, md3_mover *mover, md3_vec velocity, md_real dt);

#ifdef __cplusplus
}
#endif

#endif
