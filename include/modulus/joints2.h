/** @file
 * Joints of a 2D world: constraints between two bodies, solved together with the contacts.
 *
 *     md_status hang(md2_world *world, md2_body_id frame, md2_body_id door, md2_joint_id *hinge)
 *     {
 *         md2_joint_def def = md2_joint_def_at(world, MD2_REVOLUTE, frame, door, md2_v(1, 2), md2_v(1, 0));
 *         def.has_limits = true;
 *         def.upper = 1.5;
 *         return md2_joint_create(world, &def, hinge);
 *     }
 *
 * A joint has a first and a second body, either of which may be static. Its position is that of the second body
 * relative to the first:
 *
 *     type       constrains                       position           limits         motor          spring
 *     distance   distance of the anchors          distance, m        lower, upper   -              toward `length`
 *     revolute   anchors coincide                 angle, rad         lower, upper   torque         toward angle 0
 *     prismatic  second body on an axis, angle    along the axis, m  lower, upper   force          toward 0
 *     weld       anchors coincide, angle          -                  -              -              soft, not rigid
 *     wheel      second body on an axis           along the axis, m  lower, upper   torque (spin)  suspension
 *     mouse      nothing: pulls toward a target   distance, m        -              maximum force  always
 *     pulley     length of a rope                 length, m          lower, upper   -              toward `length`
 *     motor      nothing: drives the second body  distance, m        -              always         -
 *     gear       two angles or distances          sum, rad or m      lower, upper   -              toward 0
 *
 * A distance joint with limits or a spring is not rigid: the limits bound its length, or the spring pulls toward it.
 *
 * A pulley joint is a rope from each body over a pulley, a fixed point of the world. Its position is the length of the
 * rope: distance of the first anchor from its pulley + ratio * distance of the second anchor from its pulley. Without
 * limits and spring it is a rod that cannot get shorter either; limits of 0 and `length` make a rope that can be slack.
 * Nothing stops an anchor at its pulley.
 *
 * A motor joint drives the second body toward a pose in the first body's coordinates: its anchor toward the first
 * anchor, and its angle toward 0. In each substep it demands the velocity
 * motor_velocity + correction_factor * error / substep, and likewise for the angle, with at most motor_limit of force and
 * torque_limit of torque. With a correction_factor of 0 it drives velocities alone: friction of a body that is seen
 * from above, with the ground as the first body.
 *
 * A gear joint couples the rotations of its bodies: its position is the angle of the first body + ratio * the angle of the
 * second, since the joint was created, over any number of turns. It stays 0, within limits (backlash) or by a spring (an
 * elastic belt). Wheels with n0 and n1 teeth have the ratio n1 / n0 and turn in opposite directions; a negative ratio, as
 * of a belt, turns them in the same direction. With a gear_axis the distance of an anchor along that axis takes the place
 * of the angle: a rack on a pinion of radius r has the ratio 1 / r. Other joints hold the bodies; md2_joint_def_gear
 * couples two such joints. Angles and axes are those of the world, so that the frame that holds them should not move.
 *
 * Limits and motors are rows with bounds. Springs are rows with compliance and stable for any frequency. The frequency
 * w = 2 pi frequency is that of the two bodies alone; implicit Euler adds a damping ratio of about w h / 2 for substeps
 * of h seconds. Angles are in (-pi, pi].
 */
#ifndef MODULUS_JOINTS2_H
#define MODULUS_JOINTS2_H

#include <modulus/world2.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Type of a joint: see the table at the top of joints2.h. */
typedef enum md2_joint_type {
    MD2_DISTANCE,
    MD2_REVOLUTE,
    MD2_PRISMATIC,
    MD2_WELD,
    MD2_WHEEL,
    MD2_MOUSE,
    MD2_PULLEY,
    MD2_MOTOR,
    MD2_GEAR,
    MD2_JOINT_TYPE_COUNT
} md2_joint_type;

/** Definition of a joint. Start from md2_joint_def_default or md2_joint_def_at: a struct of zeros is not valid. */
typedef struct md2_joint_def {
    md2_joint_type type; /**< see the table at the top of joints2.h */
    /** Two different bodies. A joint without a dynamic body has no effect. A mouse joint ignores its first body. */
    md2_body_id body[2];
    md2_vec anchor[2]; /**< in the coordinates of each body, m, -1e9 to 1e9 */
    md2_vec axis;      /**< prismatic and wheel: unit vector in the first body's coordinates; default (1, 0) */
    md2_rot reference; /**< rotation of the second body relative to the first at angle 0; default none */
    md_real length;    /**< distance and pulley: length at rest, m, > 0, at most 1e9; default 1 */
    md2_vec pulley[2]; /**< pulley: of each body, in world coordinates, m, -1e9 to 1e9; default (0, 0) */
    md_real ratio;     /**< pulley: 1e-6 to 1e6; gear: the same, or its negative; default 1 */
    /** gear: of each body. (0, 0): its angle counts. A unit vector in world coordinates: the distance of its anchor along
     *  it counts, m. Default (0, 0). */
    md2_vec gear_axis[2];
    bool
        collide_connected; /**< the two bodies collide with each other; default true for pulley and motor, else false */
    bool has_limits;       /**< default false */
    /** Lower limit of the position, m or rad, <= upper; may be -infinity. An angle within 2 pi of 0. A lower limit of
     *  0 has no effect on a length. Default 0. */
    md_real lower;
    md_real upper;       /**< upper limit of the position, m or rad; may be infinity; default 0 */
    bool has_motor;      /**< default false */
    md_real motor_speed; /**< of the second body relative to the first, m/s or rad/s; limits stop the motor */
    /** Maximum force or torque of the motor (mouse: of the joint, along x and along y; motor: in any direction), N or
     *  N m, >= 0; default infinity. */
    md_real motor_limit;
    md_real torque_limit; /**< motor: maximum torque, N m, >= 0; default infinity */
    /** motor: of the second anchor in the first body's coordinates, m/s, -1e9 to 1e9; default (0, 0) */
    md2_vec motor_velocity;
    md_real
        correction_factor; /**< motor: share of the error that it demands to remove per substep, 0 to 1; default 0.3 */
    bool has_spring;       /**< default false; a mouse joint always has one */
    md_real frequency;     /**< of the spring, Hz, > 0; default 4 */
    md_real damping_ratio; /**< of the spring, >= 0; 1 is critical; default 0.7 */
    md2_vec target;        /**< mouse: in world coordinates, m, -1e9 to 1e9 */
    md_real break_force;   /**< a larger reaction force destroys the joint, N, > 0; default infinity */
    md_real break_torque;  /**< a larger reaction torque destroys the joint, N m, > 0; default infinity */
    void *user;            /**< any pointer; default NULL */
} md2_joint_def;

/* ---- Creating ---------------------------------------------------------------------------------------------------- */

/** Returns the defaults. The caller sets bodies and anchors. */
MD_API md2_joint_def md2_joint_def_default(md2_joint_type type);
/** Returns a definition for two bodies in their present position: both anchors at a point, and an axis, in world
 *  coordinates; angle 0 (mouse: the target is the point). For a distance joint use md2_joint_def_distance, for a pulley
 *  md2_joint_def_pulley. */
MD_API md2_joint_def md2_joint_def_at(const md2_world *world, md2_joint_type type, md2_body_id first,
                                      md2_body_id second, md2_vec point, md2_vec axis);
/** Returns a distance joint between two points in world coordinates, with their present distance as its length. */
MD_API md2_joint_def md2_joint_def_distance(const md2_world *world, md2_body_id first, md2_body_id second,
                                            md2_vec point_on_first, md2_vec point_on_second);
/** Returns a pulley joint between two points of bodies over two pulleys, all in world coordinates, with the present
 *  length of the rope. */
MD_API md2_joint_def md2_joint_def_pulley(const md2_world *world, md2_body_id first, md2_body_id second,
                                          const md2_vec pulley[2], const md2_vec point[2], md_real ratio);
/** Returns a gear joint between the second bodies of two revolute or prismatic joints, whose first bodies should not move.
 *  Other joints and bad handles give a definition without a body, which is refused. */
MD_API md2_joint_def md2_joint_def_gear(const md2_world *world, md2_joint_id first, md2_joint_id second, md_real ratio);
/** Checks every field, and that `body` has two different handles; not that they are valid. On failure returns
 *  MD_ERROR_ARGUMENT and names field, rule and value in `error`, which may be NULL. The functions below make the same
 *  checks. */
MD_API md_status md2_joint_def_check(const md2_joint_def *def, md_error *error);
/** Creates a joint and wakes both bodies. `joint` may be NULL. Returns MD_ERROR_SIZE if the world has
 *  max_joints joints. */
MD_API md_status md2_joint_create(md2_world *world, const md2_joint_def *def, md2_joint_id *joint);
/** Destroys a joint and wakes both bodies. */
MD_API md_status md2_joint_destroy(md2_world *world, md2_joint_id joint);
/** Returns whether the joint exists; a broken joint does not. */
MD_API bool md2_joint_is_valid(const md2_world *world, md2_joint_id joint);
/** Returns the first joint in the order of the indices; generation 0 if there is none. */
MD_API md2_joint_id md2_world_first_joint(const md2_world *world);
/** Returns the joint after this one; generation 0 after the last. */
MD_API md2_joint_id md2_world_next_joint(const md2_world *world, md2_joint_id joint);
/** Returns the newest joint of a body; generation 0 if it has none. */
MD_API md2_joint_id md2_body_first_joint(const md2_world *world, md2_body_id body);
/** Returns the joint of a body that was created before this one; generation 0 after the oldest. */
MD_API md2_joint_id md2_body_next_joint(const md2_world *world, md2_body_id body, md2_joint_id joint);
/** Writes the first `capacity` joints of a body, the newest first, and returns the number of all; 0 for a bad handle. */
MD_API int32_t md2_body_joints(const md2_world *world, md2_body_id body, md2_joint_id *joints, int32_t capacity);
/** Returns "distance", "revolute" and so on; "" for an invalid type. */
MD_API const char *md2_joint_type_name(md2_joint_type type);

/* ---- Changing ---------------------------------------------------------------------------------------------------- */

/** Returns a definition that creates this joint again. */
MD_API md2_joint_def md2_joint_get_def(const md2_world *world, md2_joint_id joint);
/** Changes a joint and wakes both bodies. Type and bodies must be those of the joint. A gear joint with another ratio,
 *  gear_axis or anchor starts at position 0 again. */
MD_API md_status md2_joint_set_def(md2_world *world, md2_joint_id joint, const md2_joint_def *def);
/** Changes has_motor, motor_speed and motor_limit. */
MD_API md_status md2_joint_set_motor(md2_world *world, md2_joint_id joint, bool on, md_real speed, md_real limit);
/** Changes has_limits, lower and upper. */
MD_API md_status md2_joint_set_limits(md2_world *world, md2_joint_id joint, bool on, md_real lower, md_real upper);
/** Changes has_spring, frequency and damping_ratio. */
MD_API md_status md2_joint_set_spring(md2_world *world, md2_joint_id joint, bool on, md_real frequency,
                                      md_real damping_ratio);
/** Changes the target of a mouse joint; other types are refused. */
MD_API md_status md2_joint_set_target(md2_world *world, md2_joint_id joint, md2_vec target);
/** Changes the pose that a motor joint drives the second body to, in the first body's coordinates: anchor[0] and
 *  reference. Other types are refused. */
MD_API md_status md2_joint_set_pose(md2_world *world, md2_joint_id joint, md2_transform pose);
/** Changes motor_velocity and motor_speed of a motor joint; other types are refused. */
MD_API md_status md2_joint_set_velocity(md2_world *world, md2_joint_id joint, md2_vec velocity,
                                        md_real angular_velocity);

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/** Position and reaction of a joint. Forces and torques act on the second body and are means over the last step. */
typedef struct md2_joint_state {
    md2_vec anchor[2]; /**< in world coordinates; mouse: the target and the point that is pulled */
    md2_vec axis;      /**< prismatic and wheel: in world coordinates */
    md_real position;  /**< m or rad: see the table at the top of joints2.h */
    md_real speed;     /**< rate of the position, m/s or rad/s; wheel: along the axis */
    md_real angle;     /**< of the second body relative to the first, rad */
    md2_vec force;     /**< N, at the anchor */
    md_real torque;    /**< N m, in addition to the moment of the force */
    md_real motor;     /**< part of the motor in these, N or N m; motor joint: the torque */
    md_real error;     /**< largest violation of the constraints and limits, m or rad; springs do not count */
} md2_joint_state;

/** Reads the state of a joint. Returns MD_ERROR_ARGUMENT for a bad handle. */
MD_API md_status md2_joint_get_state(const md2_world *world, md2_joint_id joint, md2_joint_state *state);

#ifdef __cplusplus
}
#endif

#endif
