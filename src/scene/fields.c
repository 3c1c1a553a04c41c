#include "scene/fields.h"

#include <string.h>

#include "engine/division.h"
#include "scene/scene.h"

/* Doubles, and therefore JSON numbers, represent every whole number up to 2^53. */
#define MAX_WHOLE 9007199254740992.0
#define ANY 0, 0
#define NOT_NEGATIVE 0, INFINITY
#define POSITIVE 0, INFINITY, FIELD_ABOVE
#define FRACTION 0, 1

static const char *const BODY_TYPES[] = {"static", "kinematic", "dynamic", NULL};
static const char *const POSITION_CORRECTIONS[] = {"split_impulse", "soft", "baumgarte", "soft_step", NULL};
static const char *const MIXINGS[] = {"geometric_mean", "mean", "min", "max", "product", NULL};
static const char *const JOINT_TYPES[] = {"distance", "revolute", "prismatic", "weld", "wheel",
                                          "mouse",    "pulley",   "motor",     "gear", NULL};

_Static_assert(sizeof(md2_body_type) == sizeof(int) && sizeof(md2_mixing) == sizeof(int) &&
                   sizeof(md2_joint_type) == sizeof(int),
               "words are stored as int");
_Static_assert(sizeof JOINT_TYPES / sizeof *JOINT_TYPES == MD2_JOINT_TYPE_COUNT + 1, "one word per type");

#define IN(member) offsetof(struct scene, member)
const struct field scene_fields[] = {
    {"format", FIELD_OTHER, 0, ANY, FIELD_REQUIRED, NULL},
    {"version", FIELD_OTHER, 0, ANY, FIELD_REQUIRED, NULL},
    {"dimensions", FIELD_OTHER, 0, ANY, 0, NULL},
    {"name", FIELD_TEXT, IN(name), 0, sizeof((struct scene *)0)->name, 0, NULL},
    {"about", FIELD_TEXT, IN(about), 0, sizeof((struct scene *)0)->about, 0, NULL},
    {"dt", FIELD_REAL, IN(dt), POSITIVE, NULL},
    {"steps", FIELD_INT64, IN(steps), 0, MAX_WHOLE, 0, NULL},
    {"view", FIELD_BOX, IN(view), ANY, 0, NULL},
    {"world", FIELD_OTHER, 0, ANY, 0, NULL},
    {"materials", FIELD_OTHER, 0, ANY, 0, NULL},
    {"bodies", FIELD_OTHER, 0, ANY, 0, NULL},
    {"joints", FIELD_OTHER, 0, ANY, 0, NULL},
    {0},
};
#undef IN

#define IN(member) offsetof(md2_world_def, member)
const struct field world_fields[] = {
    {"gravity", FIELD_VEC, IN(gravity), ANY, 0, NULL},
    {"solver", FIELD_SOLVER, IN(solver), ANY, 0, NULL},
    {"iterations", FIELD_INT64, IN(limits.max_iterations), 0, MAX_WHOLE, 0, NULL},
    {"tol", FIELD_DOUBLE, IN(limits.tol), NOT_NEGATIVE, 0, NULL},
    {"tol_scaled", FIELD_DOUBLE, IN(limits.tol_scaled), NOT_NEGATIVE, 0, NULL},
    {"tol_relative", FIELD_DOUBLE, IN(limits.tol_relative), NOT_NEGATIVE, 0, NULL},
    {"budget_us", FIELD_DOUBLE, IN(limits.budget_us), NOT_NEGATIVE, 0, NULL},
    {"warn_factor", FIELD_REAL, IN(warn_factor), 1, INFINITY, FIELD_INFINITE, NULL},
    {"warn_relative", FIELD_REAL, IN(warn_relative), NOT_NEGATIVE, FIELD_INFINITE, NULL},
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
    {"recycle_distance", FIELD_REAL, IN(recycle_distance), NOT_NEGATIVE, 0, NULL},
    {"restitution_threshold", FIELD_REAL, IN(restitution_threshold), NOT_NEGATIVE, FIELD_INFINITE, NULL},
    {"hit_threshold", FIELD_REAL, IN(hit_threshold), NOT_NEGATIVE, FIELD_INFINITE, NULL},
    {"friction_mixing", FIELD_WORD, IN(friction_mixing), ANY, 0, MIXINGS},
    {"restitution_mixing", FIELD_WORD, IN(restitution_mixing), ANY, 0, MIXINGS},
    {"enable_warm_starting", FIELD_BOOL, IN(enable_warm_starting), ANY, 0, NULL},
    {"warm_start_smoothing", FIELD_REAL, IN(warm_start_smoothing), FRACTION, 0, NULL},
    {"separate_islands", FIELD_BOOL, IN(separate_islands), ANY, 0, NULL},
    {"partitions", FIELD_INT32, IN(partitions), 0, MAX_DIVISION, 0, NULL},
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

#define IN(member) offsetof(md2_body_def, member)
const struct field body_fields[] = {
    {"name", FIELD_OTHER, 0, ANY, 0, NULL},
    {"type", FIELD_WORD, IN(type), ANY, 0, BODY_TYPES},
    {"position", FIELD_VEC, IN(position), ANY, 0, NULL},
    {"rotation", FIELD_ROT, IN(rotation), ANY, 0, NULL},
    {"angle", FIELD_OTHER, 0, ANY, 0, NULL},
    {"velocity", FIELD_VEC, IN(velocity), ANY, 0, NULL},
    {"angular_velocity", FIELD_REAL, IN(angular_velocity), ANY, 0, NULL},
    {"linear_damping", FIELD_REAL, IN(linear_damping), NOT_NEGATIVE, 0, NULL},
    {"angular_damping", FIELD_REAL, IN(angular_damping), NOT_NEGATIVE, 0, NULL},
    {"gravity_scale", FIELD_REAL, IN(gravity_scale), ANY, 0, NULL},
    {"fixed_rotation", FIELD_BOOL, IN(fixed_rotation), ANY, 0, NULL},
    {"bullet", FIELD_BOOL, IN(bullet), ANY, 0, NULL},
    {"enable_sleep", FIELD_BOOL, IN(enable_sleep), ANY, 0, NULL},
    {"awake", FIELD_BOOL, IN(awake), ANY, 0, NULL},
    {"enabled", FIELD_BOOL, IN(enabled), ANY, 0, NULL},
    {"mass", FIELD_OTHER, 0, ANY, 0, NULL},
    {"shapes", FIELD_OTHER, 0, ANY, 0, NULL},
    {0},
};
#undef IN

#define IN(member) offsetof(md2_mass, member)
const struct field mass_fields[] = {
    {"mass", FIELD_REAL, IN(mass), 0, INFINITY, FIELD_ABOVE | FIELD_REQUIRED, NULL},
    {"center", FIELD_VEC, IN(center), ANY, 0, NULL},
    {"inertia", FIELD_REAL, IN(inertia), NOT_NEGATIVE, FIELD_REQUIRED, NULL},
    {0},
};
#undef IN

#define IN(member) offsetof(md2_shape_def, member)
#define MATERIAL_FIELDS                                                                                                \
    {"density", FIELD_REAL, IN(density), NOT_NEGATIVE, 0, NULL},                                                       \
        {"friction", FIELD_REAL, IN(friction), NOT_NEGATIVE, 0, NULL},                                                 \
        {"restitution", FIELD_REAL, IN(restitution), FRACTION, 0, NULL},                                               \
        {"surface_speed", FIELD_REAL, IN(surface_speed), ANY, 0, NULL},                                                \
        {"category", FIELD_BITS, IN(category), ANY, 0, NULL}, {"mask", FIELD_BITS, IN(mask), ANY, 0, NULL},            \
        {"group", FIELD_INT32, IN(group), INT32_MIN, INT32_MAX, 0, NULL},                                              \
    {                                                                                                                  \
        "sensor", FIELD_BOOL, IN(sensor), ANY, 0, NULL                                                                 \
    }
const struct field material_fields[] = {MATERIAL_FIELDS, {0}};
const struct field shape_fields[] = {
    {"circle", FIELD_OTHER, 0, ANY, 0, NULL},
    {"capsule", FIELD_OTHER, 0, ANY, 0, NULL},
    {"segment", FIELD_OTHER, 0, ANY, 0, NULL},
    {"box", FIELD_OTHER, 0, ANY, 0, NULL},
    {"polygon", FIELD_OTHER, 0, ANY, 0, NULL},
    {"chain", FIELD_OTHER, 0, ANY, 0, NULL},
    {"chain_segment", FIELD_OTHER, 0, ANY, 0, NULL},
    {"material", FIELD_OTHER, 0, ANY, 0, NULL},
    MATERIAL_FIELDS,
    {0},
};
#undef IN

#define IN(member) offsetof(struct geometry, member)
static const struct field CIRCLE_FIELDS[] = {
    {"center", FIELD_VEC, IN(center), ANY, 0, NULL},
    {"radius", FIELD_REAL, IN(radius), 0, INFINITY, FIELD_ABOVE | FIELD_REQUIRED, NULL},
    {0},
};
static const struct field CAPSULE_FIELDS[] = {
    {"a", FIELD_VEC, IN(a), ANY, FIELD_REQUIRED, NULL},
    {"b", FIELD_VEC, IN(b), ANY, FIELD_REQUIRED, NULL},
    {"radius", FIELD_REAL, IN(radius), 0, INFINITY, FIELD_ABOVE | FIELD_REQUIRED, NULL},
    {0},
};
static const struct field SEGMENT_FIELDS[] = {
    {"a", FIELD_VEC, IN(a), ANY, FIELD_REQUIRED, NULL},
    {"b", FIELD_VEC, IN(b), ANY, FIELD_REQUIRED, NULL},
    {0},
};
static const struct field BOX_FIELDS[] = {
    {"half", FIELD_VEC, IN(half), ANY, FIELD_REQUIRED, NULL},  {"center", FIELD_VEC, IN(center), ANY, 0, NULL},
    {"rotation", FIELD_ROT, IN(rotation), ANY, 0, NULL},       {"angle", FIELD_OTHER, 0, ANY, 0, NULL},
    {"radius", FIELD_REAL, IN(radius), NOT_NEGATIVE, 0, NULL}, {0},
};
static const struct field POLYGON_FIELDS[] = {
    {"points", FIELD_OTHER, 0, ANY, FIELD_REQUIRED, NULL},
    {"radius", FIELD_REAL, IN(radius), NOT_NEGATIVE, 0, NULL},
    {0},
};
static const struct field CHAIN_FIELDS[] = {
    {"points", FIELD_OTHER, 0, ANY, FIELD_REQUIRED, NULL},
    {"loop", FIELD_BOOL, IN(loop), ANY, 0, NULL},
    {0},
};
static const struct field CHAIN_SEGMENT_FIELDS[] = {
    {"before", FIELD_VEC, IN(before), ANY, 0, NULL},
    {"a", FIELD_VEC, IN(a), ANY, FIELD_REQUIRED, NULL},
    {"b", FIELD_VEC, IN(b), ANY, FIELD_REQUIRED, NULL},
    {"after", FIELD_VEC, IN(after), ANY, 0, NULL},
    {0},
};
#undef IN

const struct geometry_kind geometry_kinds[] = {
    {"circle", CIRCLE_FIELDS},
    {"capsule", CAPSULE_FIELDS},
    {"segment", SEGMENT_FIELDS},
    {"box", BOX_FIELDS},
    {"polygon", POLYGON_FIELDS},
    {"chain", CHAIN_FIELDS},
    {"chain_segment", CHAIN_SEGMENT_FIELDS},
    {0},
};

#define IN(member) offsetof(md2_joint_def, member)
const struct field joint_fields[] = {
    {"type", FIELD_WORD, IN(type), ANY, FIELD_REQUIRED, JOINT_TYPES},
    {"bodies", FIELD_OTHER, 0, ANY, FIELD_REQUIRED, NULL},
    {"anchors", FIELD_OTHER, 0, ANY, 0, NULL},
    {"at", FIELD_OTHER, 0, ANY, 0, NULL},
    {"between", FIELD_OTHER, 0, ANY, 0, NULL},
    {"axis", FIELD_VEC, IN(axis), ANY, 0, NULL},
    {"reference", FIELD_ROT, IN(reference), ANY, 0, NULL},
    {"length", FIELD_REAL, IN(length), POSITIVE, NULL},
    {"pulleys", FIELD_OTHER, 0, ANY, 0, NULL},
    {"ratio", FIELD_REAL, IN(ratio), -1e6, 1e6, 0, NULL},
    {"gear_axes", FIELD_OTHER, 0, ANY, 0, NULL},
    {"collide_connected", FIELD_BOOL, IN(collide_connected), ANY, 0, NULL},
    {"has_limits", FIELD_BOOL, IN(has_limits), ANY, 0, NULL},
    {"lower", FIELD_REAL, IN(lower), ANY, FIELD_INFINITE, NULL},
    {"upper", FIELD_REAL, IN(upper), ANY, FIELD_INFINITE, NULL},
    {"has_motor", FIELD_BOOL, IN(has_motor), ANY, 0, NULL},
    {"motor_speed", FIELD_REAL, IN(motor_speed), ANY, 0, NULL},
    {"motor_limit", FIELD_REAL, IN(motor_limit), NOT_NEGATIVE, FIELD_INFINITE, NULL},
    {"torque_limit", FIELD_REAL, IN(torque_limit), NOT_NEGATIVE, FIELD_INFINITE, NULL},
    {"motor_velocity", FIELD_VEC, IN(motor_velocity), ANY, 0, NULL},
    {"correction_factor", FIELD_REAL, IN(correction_factor), FRACTION, 0, NULL},
    {"has_spring", FIELD_BOOL, IN(has_spring), ANY, 0, NULL},
    {"frequency", FIELD_REAL, IN(frequency), POSITIVE, NULL},
    {"damping_ratio", FIELD_REAL, IN(damping_ratio), NOT_NEGATIVE, 0, NULL},
    {"target", FIELD_VEC, IN(target), ANY, 0, NULL},
    {"break_force", FIELD_REAL, IN(break_force), 0, INFINITY, FIELD_ABOVE | FIELD_INFINITE, NULL},
    {"break_torque", FIELD_REAL, IN(break_torque), 0, INFINITY, FIELD_ABOVE | FIELD_INFINITE, NULL},
    {0},
};
#undef IN

struct geometry geometry_default(void)
{
    return (struct geometry){.rotation = {1, 0}};
}

const struct field *field_find(const struct field *fields, const char *name)
{
    while (fields->name != NULL && strcmp(fields->name, name) != 0) {
        ++fields;
    }
    return fields->name != NULL ? fields : NULL;
}

bool field_is_scalar(const struct field *field)
{
    switch (field->kind) {
    case FIELD_VEC:
    case FIELD_ROT:
    case FIELD_BOX:
    case FIELD_VEC3:
    case FIELD_ROT3:
    case FIELD_OTHER: return false;
    default: return true;
    }
}

size_t field_size(const struct field *field)
{
    switch (field->kind) {
    case FIELD_REAL: return sizeof(md_real);
    case FIELD_DOUBLE: return sizeof(double);
    case FIELD_VEC: return sizeof(md2_vec);
    case FIELD_ROT: return sizeof(md2_rot);
    case FIELD_BOX: return sizeof(md2_box);
    case FIELD_VEC3: return sizeof(md3_vec);
    case FIELD_ROT3: return sizeof(md3_rot);
    case FIELD_BOOL: return sizeof(bool);
    case FIELD_INT32: return sizeof(int32_t);
    case FIELD_INT64: return sizeof(int64_t);
    case FIELD_SIZE: return sizeof(size_t);
    case FIELD_BITS: return sizeof(uint64_t);
    case FIELD_WORD: return sizeof(int);
    case FIELD_SOLVER: return sizeof(md_solver_spec);
    case FIELD_TEXT: return (size_t)field->max;
    case FIELD_OTHER: return 0;
    }
    return 0;
}
