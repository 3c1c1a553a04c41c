/* Free rotation of a rigid body: the principal axes of its inertia, and the motion without torque.
 *
 * Without torque the angular momentum L stays, and the angular velocity I^-1 L turns with the body. The motion is split into
 * rotations that are known exactly (Touma and Wisdom 1994; McLachlan and Zanna 2005). With the moments I1, I2, I3, of which I2 is
 * the middle one,
 *
 *     2 H = |L|^2 / I2  +  (1/I1 - 1/I2) L1^2  +  (1/I3 - 1/I2) L3^2 .
 *
 * The first term turns the body about L in the world, the others about a principal axis. All of them leave L in the world as it
 * is, so that its size does not drift; the error of the energy is of second order in the step and oscillates. For bodies with
 * two equal moments a single term is left, and there is no error but that of the tangent below.
 *
 * An implicit step of Euler's equations instead damps the rotation: tests/world3/test_free_rotation.c compares the two.
 */
#ifndef MODULUS_WORLD3_FREE_ROTATION_H
#define MODULUS_WORLD3_FREE_ROTATION_H

#include <modulus/math3.h>

/** The principal axes of an inertia. */
struct rotor {
    md3_vec moment; /**< principal moments of inertia, kg m^2, in no order */
    md3_rot axes;   /**< from the principal axes to the axes of the body */
};

/** Computes moments and axes of a symmetric matrix. A diagonal matrix keeps its axes. */
struct rotor md3_rotor_of(md3_mat inertia);

/** Angular velocity of a body with an angular momentum, both in world coordinates. */
md3_vec md3_rotor_spin(const struct rotor *rotor, md3_rot rotation, md3_vec momentum);
/** Angular momentum of a body with an angular velocity. */
md3_vec md3_rotor_momentum(const struct rotor *rotor, md3_rot rotation, md3_vec spin);

/** The largest rotation of one substep about an axis, rad. Faster bodies rotate by this much. */
#define MAX_TURN ((md_real)3)

/** Rotation by a rotation vector, rad, of length MAX_TURN at most; longer ones are shortened. The error is 2e-6 rad at an
 *  angle of 0.8 rad and 0.014 rad at MAX_TURN. */
md3_rot md3_turn_by(md3_vec angle);

/** Returns the angle for md3_turn_by that turns by `angle` rad exactly; 0 to pi. */
md_real md3_turn_to_reach(double angle);

/** Returns the rotation after h seconds without torque. */
md3_rot md3_rotate_freely(const struct rotor *rotor, md3_rot rotation, md3_vec momentum, md_real h);

#endif
