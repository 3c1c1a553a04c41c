/* The tables of fields.h for scenes in space. */
#include "scene/fields.h"

#define MAX_WHOLE 9007199254740992.0 /* 2^53, as in fields.c */
#define ANY 0, 0
#define NOT_NEGATIVE 0, INFINITY
#define POSITIVE 0, INFINITY, FIELD_ABOVE
#define FRACTION 0, 1

static const char *const POSITION_CORRECTIONS[] = {"split_impulse", "soft", "baumgarte", NULL};
static const char *const MIXINGS[] = {"geometric_mean", "mean", "min", "max", "product", NULL};
static const char *const FRICTION_LAWS[] = {"disc", "box", "cone", NULL};

_Static_assert(sizeof(md3_position_correction) == sizeof(int) && sizeof(md3_mixing) == sizeof(int) &&
                   sizeof(md_friction) == sizeof(int),
               "words are stored as int");
_Static_assert(sizeof FRICTION_LAWS / sizeof *FRICTION_LAWS == MD_FRICTION_COUNT + 1, "one word per law");

#define IN(member) offsetof(md3_world_def, member)
const struct field world_fields3[] = {
    {"gravity", FIELD_VEC3, IN(gravity), ANY, 0, NULL},
    {"solver", FIELD_SOLVER, IN(solver), ANY, 0, NULL},
    {"iterations", FIELD_INT64, IN(limits.max_iterations), 0, MAX_WHOLE, 0, NULL},
    {"tol", FIELD_DOUBLE, IN(limits.tol), NOT_NEGATIVE, 0, NULL},
    {"tol_scaled", FIELD_DOUBLE, IN(limits.tol_scaled), NOT_NEGATIVE, 0, NULL},
    {"tol_relative", FIELD_DOUBLE, IN(limits.tol_relative), NOT_NEGATIVE, 0, NULL},
    {"budget_us", FIELD_DOUBLE, IN(limits.budget_us), NOT_NEGATIVE, 0, NULL},
    {"warn_factor", FIELD_REAL, IN(warn_factor), 1, INFINITY, FIELD_INFINITE, NULL},
    {"warn_relative", FIELD_REAL, IN(warn_relative), NOT_NEGATIVE, FIELD_INFINITE, NULL},
    {"friction_law", FIELD_WORD, IN(friction_law), ANY, 0, FRICTION_LAWS},
    {"substeps", FIELD_INT32, IN(substeps), 1, 1000, 0, NULL},
    {"position_correction", FIELD_WORD, IN(position_correction), ANY, 0, POSITION_CORRECTIONS},
    {"correction_frequency", FIELD_REAL, IN(correction_frequency), POSITIVE, NULL},
    {"correction_damping_ratio", FIELD_REAL, IN(correction_damping_ratio), POSITIVE, NULL},
    {"position_solver", FIELD_SOLVER, IN(position_solver), ANY, 0, NULL},
    {"position_iterations", FIELD_INT64, IN(position_iterations), 0, MAX_WHOLE, 0, NULL},
    {"position_warm_start", FIELD_REAL, IN(position_warm_start), FRACTION, 0, NULL},
    {"correction_factor", FIELD_REAL, IN(correction_factor), FRACTION, 0, NULL},
    {"joint_correction_factor", FIELD_REAL, IN(joint_correction_factor), FRACTION, 0, NULL},
    {"max_correction_speed", FIELD_REAL, IN(max_correction_speed), NOT_NEGATIVE, FIELD_INFINITE, NULL},
    {"slop", FIELD_REAL, IN(slop), NOT_NEGATIVE, 0, NULL},
    {"speculative_margin", FIELD_REAL, IN(speculative_margin), NOT_NEGATIVE, 0, NULL},
    {"restitution_threshold", FIELD_REAL, IN(restitution_threshold), NOT_NEGATIVE, FIELD_INFINITE, NULL},
    {"hit_threshold", FIELD_REAL, IN(hit_threshold), NOT_NEGATIVE, FIELD_INFINITE, NULL},
    {"friction_mixing", FIELD_WORD, IN(friction_mixing), ANY, 0, MIXINGS},
    {"restitution_mixing", FIELD_WORD, IN(restitution_mixing), ANY, 0, MIXINGS},
    {"enable_warm_starting", FIELD_BOOL, IN(enable_warm_starting), ANY, 0, NULL},
    {"warm_start_smoothing", FIELD_REAL, IN(warm_start_smoothing), FRACTION, 0, NULL},
    {"separate_islands", FIELD_BOOL, IN(separate_islands), ANY, 0, NULL},
    {"enable_sleep", FIELD_BOOL, IN(enable_sleep), ANY, 0, NULL},
    {"enable_continuous", FIELD_BOOL, IN(enable_continuous), ANY, 0, NULL},
    {"sleep_speed", FIELD_REAL, IN(sleep_speed), NOT_NEGATIVE, 0, NULL},
    {"sleep_time", FIELD_REAL, IN(sleep_time), NOT_NEGATIVE, FIELD_INFINITE, NULL},
    {"max_bodies", FIELD_INT32, IN(max_bodies), 1, INT32_MAX, 0, NULL},
    {"max_shapes", FIELD_INT32, IN(max_shapes), 1, INT32_MAX, 0, NULL},
    {"max_joints", FIELD_INT32, IN(max_joints), 1, INT32_MAX, 0, NULL},
    {"max_contacts", FIELD_INT32, IN(max_contacts), 1, INT32_MAX, 0, NULL},
    {"max_bytes", FIELD_SIZE, IN(max_bytes), 0, MAX_WHOLE, 0, NULL},
    {0},
};
#undef IN
