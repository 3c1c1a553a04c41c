/* Joints: their definition, cached impulses and reaction. */
#ifndef MODULUS_WORLD2_JOINT_H
#define MODULUS_WORLD2_JOINT_H

#include <modulus/joints2.h>

#include "world2/contact.h"

/* The rows that a joint can have; each has its own cached impulse. */
enum joint_role { ROLE_X, ROLE_Y, ROLE_ANGLE, ROLE_SPRING, ROLE_LOWER, ROLE_UPPER, ROLE_MOTOR, JOINT_ROLES };

/* The state of a gear joint: see gear.h. */
struct gear {
    md2_rot rotation[2]; /* of its bodies, when it looked last */
    md_real angle;       /* sum of the angles until then, as part of the position */
    md2_vec start[2];    /* anchors when it meshed, in the world */
};

struct joint {
    md2_joint_def def;
    int32_t body[2];         /* -1: none, the first of a mouse joint */
    int32_t next_of_body[2]; /* the next joint of each body; -1: last */
    struct gear gear;        /* of gear joints */
    struct cached_row cache[JOINT_ROLES];
    int32_t row[JOINT_ROLES]; /* in the problem of this solve; -1: none */
    /* Jacobian of each row for the second body: x, y and angular. */
    md_real jacobian[JOINT_ROLES][3];
    md2_vec r;               /* lever arm of these rows: from the second body's centre of mass to its anchor */
    md2_vec direction;       /* motor joint: of its row ROLE_X in this solve */
    md2_vec impulse;         /* on the second body, summed over the substeps of the last step, N s */
    md_real angular_impulse; /* in addition to the moment of `impulse` at the anchor, N m s */
    md_real motor_impulse;
    md_real impulse_time; /* s, over which the impulses are summed */
};

/** True if the joint keeps its two bodies from colliding. */
static inline bool joint_forbids(const md2_joint_def *def)
{
    return def->type != MD2_MOUSE && !def->collide_connected;
}

/* ---- joint_defs.c ------------------------------------------------------------------------------------------------ */

/** The definition as it is stored: unit vectors, and no settings that a mouse joint does not have. */
md2_joint_def md2_joint_def_normalised(const md2_joint_def *def);

/* ---- joints.c, joint_state.c ------------------------------------------------------------------------------------- */

/** Returns the joint of a handle, or NULL if the handle is not valid. */
struct joint *md2_joint_of(const md2_world *world, md2_joint_id id);
/** Handle of a joint; generation 0 for index -1. */
md2_joint_id md2_joint_id_of(const md2_world *world, int32_t index);
void md2_joint_remove(md2_world *world, int32_t index);
/** Whether a joint has an effect: its bodies are enabled and one of them is dynamic. */
bool md2_joint_is_active(const md2_world *world, const struct joint *joint);
/** Sets the summed impulses to zero before the first substep. */
void md2_joint_begin_step(struct joint *joint);
/** Destroys the joints whose reaction in the last step exceeded their strength, with an event each. */
void md2_joints_break(md2_world *world);

#endif
