/* Gear joints: a position that counts turns, and the row that holds it.
 *
 * A gear adds up the turns of its bodies about the x axes of its frames. Between two looks, which are a substep apart, a body turns
 * by less than half a turn; faster ones lose whole turns.
 */
#ifndef MODULUS_WORLD3_GEAR_H
#define MODULUS_WORLD3_GEAR_H

#include "world3/joint_frame.h"

/** Starts at position 0. */
void md3_gear_mesh(const md3_world *world, struct joint *joint);
/** Whether two definitions have the same position. */
bool md3_gear_is_same(const md3_joint_def *a, const md3_joint_def *b);
/** Adds the turns since the last look. */
void md3_gear_track(const md3_world *world, struct joint *joint);
/** Position, rad or m. */
md_real md3_gear_position(const md3_world *world, const struct joint *joint, const struct joint_frame *frame);
/** The row whose velocity is the rate of the position. */
struct constraint_row md3_gear_row(const struct joint *joint, const struct joint_frame *frame);

#endif
