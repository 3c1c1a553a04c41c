/* Types of joints as settings of the six coordinates. */
#include "world3/joint.h"

md3_joint_axis md3_joint_axis_default(void)
{
    return (md3_joint_axis){.motor_limit = MD_INFINITY, .frequency = 4, .damping_ratio = (md_real)0.7};
}

/* The settings of the joint's position. */
static md3_joint_axis position_axis(const md3_joint_def *def)
{
    return (md3_joint_axis){.has_limits = def->has_limits,
                            .lower = def->lower,
                            .upper = def->upper,
                            .has_motor = def->has_motor,
                            .motor_speed = def->motor_speed,
                            .motor_limit = def->motor_limit,
                            .has_spring = def->has_spring,
                            .frequency = def->frequency,
                            .damping_ratio = def->damping_ratio};
}

/* Suspension, steering and spin. */
static void set_wheel(const md3_joint_def *def, md3_joint_axis *axis)
{
    axis[MD3_ALONG_X] = position_axis(def);
    axis[MD3_ALONG_X].has_motor = false;
    axis[MD3_TWIST] = def->axis[MD3_TWIST];
    axis[MD3_SWING_Y] = position_axis(def);
    axis[MD3_SWING_Y].has_limits = false;
    axis[MD3_SWING_Y].has_spring = false;
}

static void lock(md3_joint_axis *axis, int first, int last)
{
    for (int i = first; i <= last; ++i) {
        axis[i].locked = true;
    }
}

static void set_weld(const md3_joint_def *def, md3_joint_axis *axis)
{
    for (int i = 0; i < MD3_JOINT_COORDINATES; ++i) {
        axis[i].locked = !def->has_spring;
        axis[i].has_spring = def->has_spring;
        axis[i].frequency = def->frequency;
        axis[i].damping_ratio = def->damping_ratio;
    }
}

void md3_joint_axes(const md3_joint_def *def, md3_joint_axis axis[MD3_JOINT_COORDINATES])
{
    for (int i = 0; i < MD3_JOINT_COORDINATES; ++i) {
        axis[i] = def->type == MD3_SIX ? def->axis[i] : md3_joint_axis_default();
    }
    switch (def->type) {
    case MD3_BALL:
        lock(axis, MD3_ALONG_X, MD3_ALONG_Z);
        axis[MD3_TWIST] = def->axis[MD3_TWIST];
        break;
    case MD3_HINGE:
        lock(axis, MD3_ALONG_X, MD3_SWING_Z);
        axis[MD3_TWIST] = position_axis(def);
        break;
    case MD3_SLIDER:
        lock(axis, MD3_ALONG_Y, MD3_SWING_Z);
        axis[MD3_ALONG_X] = position_axis(def);
        break;
    case MD3_WHEEL:
        lock(axis, MD3_ALONG_Y, MD3_SWING_Z);
        set_wheel(def, axis);
        break;
    case MD3_UNIVERSAL:
        lock(axis, MD3_ALONG_X, MD3_TWIST);
        axis[MD3_SWING_Y] = position_axis(def);
        axis[MD3_SWING_Z] = def->axis[MD3_SWING_Z];
        break;
    case MD3_WELD: set_weld(def, axis); break;
    case MD3_PARALLEL: lock(axis, MD3_SWING_Y, MD3_SWING_Z); break;
    default: break; /* distance, mouse and motor joints have rows of their own; those of six are given */
    }
}
