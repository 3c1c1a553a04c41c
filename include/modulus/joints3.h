/** @file
 * Joints of a 3D world: constraints between two bodies, solved together with the contacts.
 *
 *     md_status hang(md3_world *world, md3_body_id frame, md3_body_id door, md3_joint_id *hinge)
 *     {
 *         md3_joint_def def = md3_joint_def_at(world, MD3_HINGE, frame, door, md3_v(1, 2, 0), md3_v(0, 1, 0));
 *         def.has_limits = true;
 *         def.upper = 1.5;
 *         return md3_joint_create(world, &def, hinge);
 *     }
 *
 * A joint has a first and a second body, either of which may be static, and a frame on each: an anchor and three axes. It
 * constrains the six coordinates of the second frame relative to the first: the translations along x, y and z of the
 * first frame, the twist about x and the swings about y and z.
 *
 *     type       constrains                      position             limits         motor             spring
 *     distance   distance of the anchors         distance, m          lower, upper   -                 toward `length`
 *     ball       translations                    swing, rad           a cone         angular velocity  -
 *     hinge      all but the twist               twist, rad           lower, upper   torque            toward 0
 *     slider     all but x                       x, m                 lower, upper   force             toward 0
 *     weld       all                             -                    -              -                 soft, not rigid
 *     wheel      y, z, camber                    x, m                 lower, upper   torque (spin)     suspension
 *     mouse      nothing: pulls toward a target  distance, m          -              maximum force     always
 *     motor      nothing: drives the second body distance, m          -              always            -
 *     universal  translations, twist             angle about y, rad   lower, upper   torque            toward 0
 *     six        what `axis` says                -                    of each axis   of each axis      of each axis
 *     parallel   swings                          twist, rad           -              -                 -
 *     gear       two angles or distances         sum, rad or m        lower, upper   -                 toward 0
 *
 * A distance joint with limits or a spring is not rigid: the limits bound its length, or the spring pulls toward it.
 *
 * **Angles.** The rotation of the second frame relative to the first is a twist about the x axis, then a swing: the
 * shortest rotation of the first x axis to the second. The twist is in (-pi, pi]; its limits may be up to 2 pi from 0. The
 * swings about y and z are the rotation vector of the swing, whose length, the angle between the x axes, is below pi. The
 * cone of a ball joint holds for any such angle. Limits, motors and springs of single swings are meant for angles below
 * pi/2. A swing of pi has no unique twist.
 *
 * **Ball.** `upper` is the half angle of a cone about the first x axis in which the second one stays, `lower` that of a
 * smaller cone that it stays out of. axis[MD3_TWIST] limits, drives or springs the twist. The motor drives the relative
 * angular velocity toward motor_angular_velocity with a torque of at most motor_limit in any direction; toward 0 it is
 * friction.
 *
 * **Wheel.** The wheel, the second body, slides along the suspension, the x axis of the first frame, turns about it
 * (steering, axis[MD3_TWIST], by default locked at its `target`), and spins about its own axle, the y axis of the second
 * frame. Limits and spring are those of the suspension, the motor that of the spin. Suspension and axle stay perpendicular.
 *
 * **Universal.** A cross joins two shafts along the x axes. It turns about the y axis of the first frame and about the z
 * axis of the second one, axis[MD3_SWING_Z]; both angles are in (-pi, pi]. The speeds of the shafts differ unless they are
 * in line: a ball joint with a locked twist keeps them equal.
 *
 * **Motor.** Drives the second body toward a pose in the first body's coordinates: its frame toward the first frame. In
 * each substep it demands the velocity motor_velocity + correction_factor * error / substep, and likewise for the rotation,
 * with at most motor_limit of force and torque_limit of torque. With a correction_factor of 0 it drives velocities alone.
 *
 * **Gear.** Couples the rotations of its bodies about the x axes of their frames: its position is the angle of the first
 * body + ratio * the angle of the second, since the joint was created, over any number of turns. It stays 0, within limits
 * (backlash) or by a spring (an elastic belt). Wheels with n0 and n1 teeth on parallel axes have the ratio n1 / n0 and turn in
 * opposite directions; a negative ratio, as of a belt, turns them in the same direction. With gear_slides the distance of an
 * anchor along the x axis takes the place of the angle: a rack on a pinion of radius r has the ratio 1 / r. Other joints
 * hold the bodies; md3_joint_def_gear couples two such joints, whose first bodies should not move.
 *
 * Limits and motors are rows with bounds. Springs are rows with compliance and stable for any frequency. The frequency
 * w = 2 pi frequency is that of the two bodies alone, so that the stiffness is w^2 times their effective mass along the
 * coordinate; implicit Euler adds a damping ratio of about w h / 2 for substeps of h seconds.
 */
#ifndef MODULUS_JOINTS3_H
#define MODULUS_JOINTS3_H

#include <modulus/world3.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Type of a joint: see the table at the top of joints3.h. */
typedef enum md3_joint_type {
    MD3_DISTANCE,
    MD3_BALL,
    MD3_HINGE,
    MD3_SLIDER,
    MD3_WELD,
    MD3_WHEEL,
    MD3_MOUSE,
    MD3_MOTOR,
    MD3_UNIVERSAL,
    MD3_SIX,
    MD3_PARALLEL,
    MD3_GEAR,
    MD3_JOINT_TYPE_COUNT
} md3_joint_type;

/** The coordinates of a joint, of the second frame relative to the first. */
typedef enum md3_joint_coordinate {
    MD3_ALONG_X, /**< translation along the first frame's x axis, m */
    MD3_ALONG_Y, /**< m */
    MD3_ALONG_Z, /**< m */
    MD3_TWIST,   /**< rotation about x, rad; wheel: steering */
    MD3_SWING_Y, /**< rotation about y, rad; wheel: spin */
    MD3_SWING_Z, /**< rotation about z, rad; wheel: camber */
    MD3_JOINT_COORDINATES
} md3_joint_coordinate;

/** Settings of one coordinate. Start from md3_joint_axis_default. */
typedef struct md3_joint_axis {
    bool locked;     /**< the coordinate stays at `target`; the other settings have no effect. Default false */
    bool has_limits; /**< default false */
    /** Lower limit, m or rad, <= upper; may be -infinity. An angle within 2 pi of 0. Default 0. */
    md_real lower;
    md_real upper;         /**< upper limit, m or rad; may be infinity; default 0 */
    bool has_motor;        /**< default false */
    md_real motor_speed;   /**< of the second body relative to the first, m/s or rad/s; limits stop the motor */
    md_real motor_limit;   /**< maximum force or torque, N or N m, >= 0; default infinity */
    bool has_spring;       /**< default false */
    md_real frequency;     /**< of the spring, Hz, > 0; default 4 */
    md_real damping_ratio; /**< of the spring, >= 0; 1 is critical; default 0.7 */
    /** Value at which the coordinate is locked, or toward which its spring pulls, m or rad; -1e9 to 1e9, an angle within 2 pi of 0.
     *  Default 0. */
    md_real target;
} md3_joint_axis;

/** Definition of a joint. Start from md3_joint_def_default or md3_joint_def_at: a struct of zeros is not valid. */
typedef struct md3_joint_def {
    md3_joint_type type; /**< see the table at the top of joints3.h */
    /** Two different bodies. A joint without a dynamic body has no effect. A mouse joint ignores its first body. */
    md3_body_id body[2];
    md3_vec anchor[2];   /**< of the frames, in the coordinates of each body, m, -1e9 to 1e9 */
    md3_rot rotation[2]; /**< of the frames, in the coordinates of each body; default none */
    md_real length;      /**< distance: length at rest, m, > 0, at most 1e9; default 1 */
    md_real ratio;       /**< gear: 1e-6 to 1e6, or its negative; default 1 */
    bool gear_slides[2]; /**< gear: the distance along the x axis of each body counts, not the angle; default false */
    /** The two bodies collide with each other; default true for motor and parallel, else false. */
    bool collide_connected;
    bool has_limits; /**< default false */
    /** Lower limit of the position, m or rad, <= upper; may be -infinity. An angle within 2 pi of 0. A lower limit of 0
     *  has no effect on a length or a cone. Default 0. */
    md_real lower;
    md_real upper;       /**< upper limit of the position, m or rad; may be infinity; default 0 */
    bool has_motor;      /**< default false */
    md_real motor_speed; /**< of the second body relative to the first, m/s or rad/s; limits stop the motor */
    /** Maximum force or torque of the motor (mouse: of the joint, along each axis of the world; motor: force in any
     *  direction; ball: torque in any direction), N or N m, >= 0; default infinity. */
    md_real motor_limit;
    md_real torque_limit; /**< motor: maximum torque in any direction, N m, >= 0; default infinity */
    /** motor: of the second anchor in the first body's coordinates, m/s, -1e9 to 1e9; default 0 */
    md3_vec motor_velocity;
    /** motor and ball: of the second body in the first body's coordinates, rad/s, -1e9 to 1e9; default 0 */
    md3_vec motor_angular_velocity;
    md_real
        correction_factor; /**< motor: share of the error that it demands to remove per substep, 0 to 1; default 0.3 */
    bool has_spring;       /**< default false; a mouse joint always has one */
    md_real frequency;     /**< of the spring, Hz, > 0; default 4 */
    md_real damping_ratio; /**< of the spring, >= 0; 1 is critical; default 0.7 */
    md3_vec target;        /**< mouse: in world coordinates, m, -1e9 to 1e9 */
    /** six: of all coordinates, by default locked. ball and wheel: of MD3_TWIST. universal: of MD3_SWING_Z. Others ignore
     *  it. */
    md3_joint_axis axis[MD3_JOINT_COORDINATES];
    md_real break_force;  /**< a larger reaction force destroys the joint, N, > 0; default infinity */
    md_real break_torque; /**< a larger reaction torque destroys the joint, N m, > 0; default infinity */
    void *user;           /**< any pointer; default NULL */
} md3_joint_def;

/* ---- Creating ---------------------------------------------------------------------------------------------------- */

/** Returns the defaults of a coordinate, which is free. */
MD_API md3_joint_axis md3_joint_axis_default(void);
/** Returns the defaults. The caller sets bodies and anchors. */
MD_API md3_joint_def md3_joint_def_default(md3_joint_type type);
/** Returns a definition for two bodies in their present position: both frames at a point, with their x axes along `axis`,
 *  in world coordinates; all angles 0 (mouse: the target is the point; motor: the frames have the rotation of the second
 *  body). An axis of zeros gives a definition that is refused. For a distance joint use md3_joint_def_distance, for a wheel
 *  md3_joint_def_wheel. */
MD_API md3_joint_def md3_joint_def_at(const md3_world *world, md3_joint_type type, md3_body_id first,
                                      md3_body_id second, md3_vec point, md3_vec axis);
/** Returns the same with both frames at `frame`, in world coordinates, for joints to which the y and z axes matter. */
MD_API md3_joint_def md3_joint_def_in_frame(const md3_world *world, md3_joint_type type, md3_body_id first,
                                            md3_body_id second, md3_transform frame);
/** Returns a distance joint between two points in world coordinates, with their present distance as its length. */
MD_API md3_joint_def md3_joint_def_distance(const md3_world *world, md3_body_id first, md3_body_id second,
                                            md3_vec point_on_first, md3_vec point_on_second);
/** Returns a wheel joint at the centre of the wheel, with directions in world coordinates: the suspension, and the axle, of
 *  which the part perpendicular to the suspension counts. */
MD_API md3_joint_def md3_joint_def_wheel(const md3_world *world, md3_body_id chassis, md3_body_id wheel, md3_vec point,
                                         md3_vec suspension, md3_vec axle);
/** Returns a gear joint between the second bodies of two hinge or slider joints, whose first bodies should not move. Other
 *  joints and bad handles give a definition without a body, which is refused. */
MD_API md3_joint_def md3_joint_def_gear(const md3_world *world, md3_joint_id first, md3_joint_id second, md_real ratio);
/** Checks every field, and that `body` has two different handles; not that they are valid. On failure returns
 *  MD_ERROR_ARGUMENT and names field, rule and value in `error`, which may be NULL. The functions below make the same
 *  checks. */
MD_API md_status md3_joint_def_check(const md3_joint_def *def, md_error *error);
/** Creates a joint and wakes both bodies. `joint` may be NULL. Returns MD_ERROR_SIZE if the world has
 *  max_joints joints. */
MD_API md_status md3_joint_create(md3_world *world, const md3_joint_def *def, md3_joint_id *joint);
/** Destroys a joint and wakes both bodies. */
MD_API md_status md3_joint_destroy(md3_world *world, md3_joint_id joint);
/** Returns whether the joint exists; a broken joint does not. */
MD_API bool md3_joint_is_valid(const md3_world *world, md3_joint_id joint);
/** Returns the first joint in the order of the indices; generation 0 if there is none. */
MD_API md3_joint_id md3_world_first_joint(const md3_world *world);
/** Returns the joint after this one; generation 0 after the last. */
MD_API md3_joint_id md3_world_next_joint(const md3_world *world, md3_joint_id joint);
/** Returns the newest joint of a body; generation 0 if it has none. */
MD_API md3_joint_id md3_body_first_joint(const md3_world *world, md3_body_id body);
/** Returns the joint of a body that was created before this one; generation 0 after the oldest. */
MD_API md3_joint_id md3_body_next_joint(const md3_world *world, md3_body_id body, md3_joint_id joint);
/** Writes the first `capacity` joints of a body, the newest first, and returns the number of all; 0 for a bad handle. */
MD_API int32_t md3_body_joints(const md3_world *world, md3_body_id body, md3_joint_id *joints, int32_t capacity);
/** Returns "distance", "ball" and so on; "" for an invalid type. */
MD_API const char *md3_joint_type_name(md3_joint_type type);

/* ---- Changing ---------------------------------------------------------------------------------------------------- */

/** Returns a definition that creates this joint again. */
MD_API md3_joint_def md3_joint_get_def(const md3_world *world, md3_joint_id joint);
/** Changes a joint and wakes both bodies. Type and bodies must be those of the joint. A gear joint with another ratio,
 *  gear_slides or frame starts at position 0 again. */
MD_API md_status md3_joint_set_def(md3_world *world, md3_joint_id joint, const md3_joint_def *def);
/** Changes has_motor, motor_speed and motor_limit. */
MD_API md_status md3_joint_set_motor(md3_world *world, md3_joint_id joint, bool on, md_real speed, md_real limit);
/** Changes has_limits, lower and upper. */
MD_API md_status md3_joint_set_limits(md3_world *world, md3_joint_id joint, bool on, md_real lower, md_real upper);
/** Changes has_spring, frequency and damping_ratio. */
MD_API md_status md3_joint_set_spring(md3_world *world, md3_joint_id joint, bool on, md_real frequency,
                                      md_real damping_ratio);
/** Changes the settings of one coordinate in `axis`. */
MD_API md_status md3_joint_set_axis(md3_world *world, md3_joint_id joint, md3_joint_coordinate coordinate,
                                    const md3_joint_axis *axis);
/** Changes the target of a mouse joint; other types are refused. */
MD_API md_status md3_joint_set_target(md3_world *world, md3_joint_id joint, md3_vec target);
/** Changes the pose that a motor joint drives the second frame to, in the first body's coordinates: anchor[0] and
 *  rotation[0]. Other types are refused. */
MD_API md_status md3_joint_set_pose(md3_world *world, md3_joint_id joint, md3_transform pose);
/** Changes motor_velocity and motor_angular_velocity of a motor joint; other types are refused. */
MD_API md_status md3_joint_set_velocity(md3_world *world, md3_joint_id joint, md3_vec velocity,
                                        md3_vec angular_velocity);

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/** Position and reaction of a joint. Forces and torques act on the second body and are means over the last step. */
typedef struct md3_joint_state {
    md3_vec anchor[2];    /**< in world coordinates; mouse: the target and the point that is pulled */
    md3_rot rotation[2];  /**< of the frames, in world coordinates */
    md_real position;     /**< m or rad: see the table at the top of joints3.h */
    md_real speed;        /**< rate of the position, m/s or rad/s */
    md3_vec translation;  /**< of the second frame in the first: the coordinates along x, y and z, m */
    md3_vec angle;        /**< twist and swings, rad; universal and wheel: the angles of the cross or the wheel */
    md3_vec angular_rate; /**< rates of `angle`, rad/s */
    md3_vec force;        /**< N, at the anchor, in world coordinates */
    md3_vec torque;       /**< N m, in addition to the moment of the force, in world coordinates */
    /** Part of the motor in these, N or N m; ball and motor joint: size of its torque; six: sum over its motors. */
    md_real motor;
    md_real error; /**< largest violation of the constraints and limits, m or rad; springs do not count */
} md3_joint_state;

/** Reads the state of a joint. Returns MD_ERROR_ARGUMENT for a bad handle. */
MD_API md_status md3_joint_get_state(const md3_world *world, md3_joint_id joint, md3_joint_state *state);

#ifdef __cplusplus
}
#endif

#endif
