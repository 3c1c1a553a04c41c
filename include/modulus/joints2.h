/** @file
 * Joints of the plane: bodies held together, as rows of the same LCP as the contacts.
 *
 *     md2_joint_def def = md2_joint_def_at(world, MD2_REVOLUTE, door, frame, (md2_vec){1, 2}, (md2_vec){1, 0});
 *     def.has_limits = true;
 *     def.upper = 1.5;
 *     md2_joint_id hinge;
 *     md2_joint_create(world, &def, &hinge);
 *
 * A joint is between the first and the second body, either of which may be static. Its position is measured from the first:
 *
 *     type        holds                              position              limits       motor          spring
 *     distance    the distance of the anchors        length, m             min and max  -              towards `length`
 *     revolute    the anchors together               angle, rad            lower, upper torque         towards angle 0
 *     prismatic   the second on a line of the first  along the axis, m     lower, upper force          towards 0
 *     weld        anchors and angle                  -                     -            -              soft, in place of stiff
 *     wheel       the second on a line of the first  along the axis, m     lower, upper torque (spin)  towards 0 (suspension)
 *     mouse       nothing: pulls to a target         distance to it, m     -            force at most  always
 *
 * A distance joint with limits or a spring is not rigid: it keeps its length between the limits, or is pulled to it. Limits and motors are
 * boxed rows. Springs are rows with compliance, stable for any frequency: w = 2 pi frequency is that of the bodies of the row alone, and
 * implicit Euler adds a damping ratio of about w h / 2 for substeps of h seconds. Angles are in (-pi, pi].
 */
#ifndef MODULUS_JOINTS2_H
#define MODULUS_JOINTS2_H

#include <modulus/world2.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a joint holds: see the table of joints2.h. */
typedef enum md2_joint_type {
    MD2_DISTANCE,
    MD2_REVOLUTE,
    MD2_PRISMATIC,
    MD2_WELD,
    MD2_WHEEL,
    MD2_MOUSE,
    MD2_JOINT_TYPE_COUNT
} md2_joint_type;

/** What a joint is made of. */
typedef struct md2_joint_def {
    md2_joint_type type;    /**< which of the table of joints2.h */
    md2_body_id body[2];    /**< two different ones, one of them dynamic if it is to do anything; a mouse joint has no
                              first: none, or ignored */
    md2_vec anchor[2];      /**< in the coordinates of each body, m */
    md2_vec axis;           /**< unit, in the first body's coordinates: of prismatic and wheel; default (1, 0) */
    md2_rot reference;      /**< rotation of the second body against the first that counts as angle 0; default none */
    md_real length;         /**< distance: at rest, m, > 0; default 1 */
    bool collide_connected; /**< whether the two bodies collide with each other; default false */
    bool has_limits;        /**< default false */
    md_real lower, upper;   /**< m or rad; lower <= upper, infinite allowed; angles within 2 pi of 0; a distance of 0
                               is no lower limit */
    bool has_motor;         /**< default false */
    md_real motor_speed;    /**< m/s or rad/s, of the second body against the first; a motor does not push beyond the
                              limits */
    md_real motor_limit;    /**< N or N m, >= 0: the most that the motor (mouse: the joint, along x and along y)
                              exerts; default infinity */
    bool has_spring;        /**< default false; a mouse joint always has one */
    md_real frequency;      /**< of the spring, Hz, > 0; default 4 */
    md_real damping_ratio;  /**< of the spring, >= 0; 1 is critical; default 0.7 */
    md2_vec target;         /**< mouse: in the world */
    md_real break_force;    /**< N, > 0: the joint is destroyed when its reaction is larger; default infinity */
    md_real break_torque;   /**< N m, likewise */
    void *user;             /**< yours */
} md2_joint_def;

/** The defaults; bodies and anchors are yours to fill in. */
MD_API md2_joint_def md2_joint_def_default(md2_joint_type type);
/** Filled in for two bodies as they stand now: both anchors at a point of the world, an axis of the world, angle 0 (of a mouse joint
 *  also the target). For a distance joint use md2_joint_def_distance. */
MD_API md2_joint_def md2_joint_def_at(const md2_world *world, md2_joint_type type, md2_body_id first,
                                      md2_body_id second, md2_vec point, md2_vec axis);
/** A distance joint between two points of the world, at its length now. */
MD_API md2_joint_def md2_joint_def_distance(const md2_world *world, md2_body_id first, md2_body_id second,
                                            md2_vec point_on_first, md2_vec point_on_second);
/** Returns MD_ERROR_ARGUMENT if a number is out of range, and names field, rule and value in `error`, which may be NULL. To learn why
 *  md2_joint_create or md2_joint_set_def returns MD_ERROR_ARGUMENT, call this; the other cause is `body`, which is not checked here. */
MD_API md_status md2_joint_def_check(const md2_joint_def *def, md_error *error);
/** Makes a joint and wakes both bodies. MD_ERROR_ARGUMENT for numbers out of range or bodies that are not there;
 *  MD_ERROR_SIZE above max_joints. `joint` may be NULL. */
MD_API md_status md2_joint_create(md2_world *world, const md2_joint_def *def, md2_joint_id *joint);
/** Takes a joint away and wakes both bodies. */
MD_API md_status md2_joint_destroy(md2_world *world, md2_joint_id joint);
/** Whether the handle is of a joint that is there: a broken one is not. */
MD_API bool md2_joint_is_valid(const md2_world *world, md2_joint_id joint);
/** The joint as it is now, as a definition that makes it again. Zeros for a bad handle. */
MD_API md2_joint_def md2_joint_get_def(const md2_world *world, md2_joint_id joint);
/** Changes anything but the type and the bodies, which must be those of the joint; wakes both. */
MD_API md_status md2_joint_set_def(md2_world *world, md2_joint_id joint, const md2_joint_def *def);
/** Short cuts for what changes often. */
MD_API md_status md2_joint_set_motor(md2_world *world, md2_joint_id joint, bool on, md_real speed, md_real limit);
MD_API md_status md2_joint_set_limits(md2_world *world, md2_joint_id joint, bool on, md_real lower, md_real upper);
MD_API md_status md2_joint_set_spring(md2_world *world, md2_joint_id joint, bool on, md_real frequency,
                                      md_real damping_ratio);
MD_API md_status md2_joint_set_target(md2_world *world, md2_joint_id joint, md2_vec target);

/** What a joint does now. */
typedef struct md2_joint_state {
    md2_vec anchor[2]; /**< in the world (mouse: the target and the point that is pulled) */
    md2_vec axis;      /**< in the world, of prismatic and wheel */
    md_real position;  /**< m or rad, see the table of joints2.h */
    md_real speed;     /**< its rate; of a wheel along the axis */
    md_real angle;     /**< of the second body against the first, rad */
    md2_vec force;     /**< on the second body, N: the mean over the last step */
    md_real torque;    /**< on the second body, N m, that the joint exerts beside the force at the anchor */
    md_real motor;     /**< of these, what the motor exerts: N or N m */
    md_real error;     /**< how far what it holds and its limits are from being met, at the worst, m or rad; springs do
                        not count */
} md2_joint_state;

/** Reads it; MD_ERROR_ARGUMENT for a bad handle. */
MD_API md_status md2_joint_get_state(const md2_world *world, md2_joint_id joint, md2_joint_state *state);

/** The joints in the order of their slots, and those of a body, the newest first; generation 0 after the last. */
MD_API md2_joint_id md2_world_first_joint(const md2_world *world);
MD_API md2_joint_id md2_world_next_joint(const md2_world *world, md2_joint_id joint);
MD_API md2_joint_id md2_body_first_joint(const md2_world *world, md2_body_id body);
MD_API md2_joint_id md2_body_next_joint(const md2_world *world, md2_body_id body, md2_joint_id joint);

/** "distance", "revolute", ... */
MD_API const char *md2_joint_type_name(md2_joint_type type);

#ifdef __cplusplus
}
#endif

#endif
