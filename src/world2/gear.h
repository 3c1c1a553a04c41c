/* Gear joints: the position of a gear is that of its first body + ratio * that of its second body, since it meshed.
 *
 * The position of a side is the angle of its body, or the distance of its anchor along an axis of the world. Angles are
 * known only up to full turns: a gear adds them up, turn by turn, from the rotation that it saw last. It looks once per
 * substep, in which a body turns by less than half a turn.
 */
#ifndef MODULUS_WORLD2_GEAR_H
#define MODULUS_WORLD2_GEAR_H

#include "world2/joint_frame.h"

/** Starts a gear at position 0. */
void md2_gear_mesh(const md2_world *world, struct joint *joint);
/** Whether two definitions have the same position, so that a gear need not mesh anew. */
bool md2_gear_is_same(const md2_joint_def *a, const md2_joint_def *b);
/** Adds up the angles since the last call. */
void md2_gear_track(const md2_world *world, struct joint *joint);
/** Returns the position, m or rad. */
md_real md2_gear_position(const md2_world *world, const struct joint *joint, const struct joint_frame *frame);
/** Writes the derivatives of the position by the velocities of the body of a side: x, y and angular. */
void md2_gear_jacobian(const struct joint *joint, const struct joint_frame *frame, int side, md_real jacobian[3]);

#endif
