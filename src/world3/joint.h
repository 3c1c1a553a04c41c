/* Joints: their definition, cached impulses and reaction. */
#ifndef MODULUS_WORLD3_JOINT_H
#define MODULUS_WORLD3_JOINT_H

#include <modulus/joints3.h>

#include "world3/contact.h"

/* The coordinates that rows of a joint can act on: those of md3_joint_coordinate, of which special types use the first ones
 * for rows of their own, and the axes of an angular drive. */
enum { ANGULAR_DRIVE = MD3_JOINT_COORDINATES, JOINT_SLOTS = ANGULAR_DRIVE + 3 };

/* The rows that a coordinate can have; each has its own cached impulse. */
enum joint_role { ROLE_HOLD, ROLE_LOWER, ROLE_UPPER, ROLE_MOTOR, JOINT_ROLES };

/* The rows of a coordinate. */
struct joint_slot {
    struct cached_row cache[JOINT_ROLES];
    int32_t row[JOINT_ROLES]; /* in the problem of this solve; -1: none */
    md3_vec linear, angular;  /* Jacobian for the second body; that of ROLE_UPPER is the opposite */
};

/* The state of a gear joint: see gear.h. */
struct gear {
    md3_rot rotation[2]; /* of its bodies, when it looked last */
    md_real angle;       /* sum of the angles until then, as part of the position */
    md3_vec start[2];    /* anchors when it meshed, in the world */
};

struct joint {
    md3_joint_def def;
    int32_t body[2];         /* -1: none, the first of a mouse joint */
    int32_t next_of_body[2]; /* the next joint of each body; -1: last */
    struct gear gear;        /* of gear joints */
    struct joint_slot slot[JOINT_SLOTS];
    /* Directions of the rows of a linear and an angular drive in this solve; their impulses are cached in the world. */
    md3_mat drive[2];
    md3_vec r;               /* lever arm of the rows: from the second body's centre of mass to its anchor */
    md3_vec impulse;         /* on the second body, summed over the substeps of the last step, N s */
    md3_vec angular_impulse; /* in addition to the moment of `impulse` at the anchor, N m s */
    md3_vec drive_impulse;   /* part of an angular drive in it, N m s */
    md_real motor_impulse;   /* of the other motors, N s or N m s */
    md_real impulse_time;    /* s, over which the impulses are summed */
};

/** True if the joint keeps its two bodies from colliding. */
static inline bool joint_forbids(const md3_joint_def *def)
{
    return def->type != MD3_MOUSE && !def->collide_connected;
}

/* ---- joint_defs.c, joint_axes.c ---------------------------------------------------------------------------------- */

/** The definition as it is stored: unit quaternions, and no settings that a mouse joint does not have. */
md3_joint_def md3_joint_def_normalised(const md3_joint_def *def);
/** Describes a type as settings of the six coordinates. Rows of distance, mouse and motor joints, of cones and of angular
 *  drives are not among them. */
void md3_joint_axes(const md3_joint_def *def, md3_joint_axis axis[MD3_JOINT_COORDINATES]);

/* ---- joints.c, joint_changes.c, joint_state.c -------------------------------------------------------------------- */

/** Returns the joint of a handle, or NULL if the handle is not valid. */
struct joint *md3_joint_of(const md3_world *world, md3_joint_id id);
/** Handle of a joint; generation 0 for index -1. */
md3_joint_id md3_joint_id_of(const md3_world *world, int32_t index);
/** Finds the joint that a call changes. Fails with MD_ERROR_ARGUMENT for a bad handle and MD_ERROR_BUSY in a step. */
md_status md3_joint_to_change(md3_world *world, md3_joint_id id, const char *call, struct joint **joint);
/** Keeps a pair of bodies from colliding. Sets `added` if the pair could collide before. On failure changes nothing. */
md_status md3_joint_forbid_pair(md3_world *world, int32_t a, int32_t b, bool *added);
/** Lets the pair of a joint collide again, unless another joint still keeps it from colliding. */
void md3_joint_allow_pair(md3_world *world, const struct joint *joint);
void md3_joint_wake_bodies(md3_world *world, const struct joint *joint);
void md3_joint_remove(md3_world *world, int32_t index);
/** Whether a joint has an effect: its bodies are enabled and one of them is dynamic. */
bool md3_joint_is_active(const md3_world *world, const struct joint *joint);
/** Sets the summed impulses to zero before the first substep. */
void md3_joint_begin_step(struct joint *joint);
/** Destroys the joints whose reaction in the last step exceeded their strength, with an event each. */
void md3_joints_break(md3_world *world);

#endif
