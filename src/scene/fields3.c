/* The tables of fields.h for scenes in space. */
#include "scene/fields.h"
#include "engine/division.h"
#include "scene/scene.h"

#define MAX_WHOLE 9007199254740992.0 /* 2^53, as in fields.c */
#define ANY 0, 0
#define NOT_NEGATIVE 0, INFINITY
#define POSITIVE 0, INFINITY, FIELD_ABOVE
#define FRACTION 0, 1

static const char *const BODY_TYPES[] = {"static", "kinematic", "dynamic", NULL};
static const char *const JOINT_TYPES[] = {"distance", "ball",      "hinge", "slider",   "weld", "wheel", "mouse",
                                          "motor",    "universal", "six",   "parallel", "gear", NULL};
static const char *const POSITION_CORRECTIONS[] = {"split_impulse", "soft", "baumgarte", "soft_step", NULL};
static const char *const MIXINGS[] = {"geometric_mean", "mean", "min", "max", "product", NULL};
static const char *const FRICTION_LAWS[] = {"disc", "box", "cone", NULL};

_Static_assert(sizeof(md3_position_correction) == sizeof(int) && sizeof(md3_mixing) == sizeof(int) &&
                   sizeof(md_friction) == sizeof(int),
               "words are stored as int");
_Static_assert(sizeof(md3_body_type) == sizeof(int) && sizeof(md3_joint_type) == sizeof(int),
               "words are stored as int");
_Static_assert(sizeof JOINT_TYPES / sizeof *JOINT_TYPES == MD3_JOINT_TYPE_COUNT + 1, "one word per type");
_Static_assert(sizeof FRICTION_LAWS / sizeof *FRICTION_LAWS == MD_FRICTION_COUNT + 1, "one word per law");

#define IN(member) offsetof(struct scene, member)
const struct field scene_fields3[] = {
    {"format", FIELD_OTHER, 0, ANY, FIELD_REQUIRED, NULL},
    {"version", FIELD_OTHER, 0, ANY, FIELD_REQUIRED, NULL},
    {"dimensions", FIELD_OTHER, 0, ANY, FIELD_REQUIRED, NULL},
    {"name", FIELD_TEXT, IN(name), 0, sizeof((struct scene *)0)->name, 0, NULL},
    {"about", FIELD_TEXT, IN(about), 0, sizeof((struct scene *)0)->about, 0, NULL},
    {"dt", FIELD_REAL, IN(dt), POSITIVE, NULL},
    {"steps", FIELD_INT64, IN(steps), 0, MAX_WHOLE, 0, NULL},
    {"world", FIELD_OTHER, 0, ANY, 0, NULL},
    {"materials", FIELD_OTHER, 0, ANY, 0, NULL},
    {"bodies", FIELD_OTHER, 0, ANY, 0, NULL},
    {"joints", FIELD_OTHER, 0, ANY, 0, NULL},
    {0},
};
#undef IN

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
    {"central_friction", FIELD_BOOL, IN(central_friction), ANY, 0, NULL},
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

#define IN(member) offsetof(md3_body_def, member)
const struct field body_fields3[] = {
    {"name", FIELD_OTHER, 0, ANY, 0, NULL},
    {"type", FIELD_WORD, IN(type), ANY, 0, BODY_TYPES},
    {"position", FIELD_VEC3, IN(position), ANY, 0, NULL},
    {"rotation", FIELD_ROT3, IN(rotation), ANY, 0, NULL},
    {"rotation_vector", FIELD_OTHER, 0, ANY, 0, NULL},
    {"velocity", FIELD_VEC3, IN(velocity), ANY, 0, NULL},
    {"angular_velocity", FIELD_VEC3, IN(angular_velocity), ANY, 0, NULL},
    {"linear_damping", FIELD_REAL, IN(linear_damping), NOT_NEGATIVE, 0, NULL},
    {"angular_damping", FIELD_REAL, IN(angular_damping), NOT_NEGATIVE, 0, NULL},
    {"gravity_scale", FIELD_REAL, IN(gravity_scale), ANY, 0, NULL},
    {"locked", FIELD_OTHER, 0, ANY, 0, NULL},
    {"bullet", FIELD_BOOL, IN(bullet), ANY, 0, NULL},
    {"enable_sleep", FIELD_BOOL, IN(enable_sleep), ANY, 0, NULL},
    {"awake", FIELD_BOOL, IN(awake), ANY, 0, NULL},
    {"enabled", FIELD_BOOL, IN(enabled), ANY, 0, NULL},
    {"mass", FIELD_OTHER, 0, ANY, 0, NULL},
    {"shapes", FIELD_OTHER, 0, ANY, 0, NULL},
    {0},
};
#undef IN

#define IN(member) offsetof(md3_mass, member)
const struct field mass_fields3[] = {
    {"mass", FIELD_REAL, IN(mass), 0, INFINITY, FIELD_ABOVE | FIELD_REQUIRED, NULL},
    {"center", FIELD_VEC3, IN(center), ANY, 0, NULL},
    {"inertia", FIELD_OTHER, 0, ANY, FIELD_REQUIRED, NULL},
    {0},
};
#undef IN

#define IN(member) offsetof(md3_shape_def, member)
#define MATERIAL_FIELDS                                                                                                \
    {"density", FIELD_REAL, IN(density), NOT_NEGATIVE, 0, NULL},                                                       \
        {"friction", FIELD_REAL, IN(friction), NOT_NEGATIVE, 0, NULL},                                                 \
        {"restitution", FIELD_REAL, IN(restitution), FRACTION, 0, NULL},                                               \
        {"torsion", FIELD_REAL, IN(torsion), NOT_NEGATIVE, 0, NULL},                                                   \
        {"rolling", FIELD_REAL, IN(rolling), NOT_NEGATIVE, 0, NULL},                                                   \
        {"surface_velocity", FIELD_VEC3, IN(surface_velocity), ANY, 0, NULL},                                          \
        {"category", FIELD_BITS, IN(category), ANY, 0, NULL}, {"mask", FIELD_BITS, IN(mask), ANY, 0, NULL},            \
        {"group", FIELD_INT32, IN(group), INT32_MIN, INT32_MAX, 0, NULL},                                              \
    {                                                                                                                  \
        "sensor", FIELD_BOOL, IN(sensor), ANY, 0, NULL                                                                 \
    }
const struct field material_fields3[] = {MATERIAL_FIELDS, {0}};
const struct field shape_fields3[] = {
    {"sphere", FIELD_OTHER, 0, ANY, 0, NULL},
    {"capsule", FIELD_OTHER, 0, ANY, 0, NULL},
    {"box", FIELD_OTHER, 0, ANY, 0, NULL},
    {"hull", FIELD_OTHER, 0, ANY, 0, NULL},
    {"cylinder", FIELD_OTHER, 0, ANY, 0, NULL},
    {"cone", FIELD_OTHER, 0, ANY, 0, NULL},
    {"plane", FIELD_OTHER, 0, ANY, 0, NULL},
    {"mesh", FIELD_OTHER, 0, ANY, 0, NULL},
    {"height_field", FIELD_OTHER, 0, ANY, 0, NULL},
    {"material", FIELD_OTHER, 0, ANY, 0, NULL},
    MATERIAL_FIELDS,
    {0},
};
#undef IN

#define IN(member) offsetof(struct geometry3, member)
#define RADIUS                                                                                                         \
    {                                                                                                                  \
        "radius", FIELD_REAL, IN(radius), 0, INFINITY, FIELD_ABOVE | FIELD_REQUIRED, NULL                              \
    }
#define BASE_RADIUS                                                                                                    \
    {                                                                                                                  \
        "base_radius", FIELD_REAL, IN(base_radius), 0, INFINITY, FIELD_ABOVE | FIELD_REQUIRED, NULL                    \
    }
#define ROUNDING                                                                                                       \
    {                                                                                                                  \
        "radius", FIELD_REAL, IN(radius), NOT_NEGATIVE, 0, NULL                                                        \
    }
static const struct field SPHERE_FIELDS[] = {{"center", FIELD_VEC3, IN(center), ANY, 0, NULL}, RADIUS, {0}};
static const struct field CAPSULE_FIELDS[] = {{"a", FIELD_VEC3, IN(a), ANY, FIELD_REQUIRED, NULL},
                                              {"b", FIELD_VEC3, IN(b), ANY, FIELD_REQUIRED, NULL},
                                              RADIUS,
                                              {0}};
static const struct field BOX_FIELDS[] = {{"half", FIELD_VEC3, IN(half), ANY, FIELD_REQUIRED, NULL},
                                          {"center", FIELD_VEC3, IN(center), ANY, 0, NULL},
                                          {"rotation", FIELD_ROT3, IN(rotation), ANY, 0, NULL},
                                          {"rotation_vector", FIELD_OTHER, 0, ANY, 0, NULL},
                                          ROUNDING,
                                          {0}};
/* Of a hull or mesh from an OBJ file. */
#define FILE_FIELDS                                                                                                    \
    {"file", FIELD_OTHER, 0, ANY, 0, NULL}, {"object", FIELD_OTHER, 0, ANY, 0, NULL},                                  \
        {"scale", FIELD_REAL, IN(scale), POSITIVE, NULL},                                                              \
    {                                                                                                                  \
        "origin", FIELD_VEC3, IN(origin), ANY, 0, NULL                                                                 \
    }
static const struct field HULL_FIELDS[] = {{"points", FIELD_OTHER, 0, ANY, 0, NULL}, FILE_FIELDS, ROUNDING, {0}};
static const struct field CYLINDER_FIELDS[] = {{"a", FIELD_VEC3, IN(a), ANY, FIELD_REQUIRED, NULL},
                                               {"b", FIELD_VEC3, IN(b), ANY, FIELD_REQUIRED, NULL},
                                               BASE_RADIUS,
                                               ROUNDING,
                                               {0}};
static const struct field CONE_FIELDS[] = {{"base", FIELD_VEC3, IN(a), ANY, FIELD_REQUIRED, NULL},
                                           {"apex", FIELD_VEC3, IN(b), ANY, FIELD_REQUIRED, NULL},
                                           BASE_RADIUS,
                                           ROUNDING,
                                           {0}};
static const struct field PLANE_FIELDS[] = {
    {"normal", FIELD_VEC3, IN(normal), ANY, 0, NULL}, {"offset", FIELD_REAL, IN(offset), ANY, 0, NULL}, {0}};
static const struct field MESH_FIELDS[] = {{"vertices", FIELD_OTHER, 0, ANY, 0, NULL},
                                           {"triangles", FIELD_OTHER, 0, ANY, 0, NULL},
                                           FILE_FIELDS,
                                           {"one_sided", FIELD_BOOL, IN(one_sided), ANY, 0, NULL},
                                           {"weld_distance", FIELD_REAL, IN(weld_distance), NOT_NEGATIVE, 0, NULL},
                                           {0}};
static const struct field HEIGHT_FIELD_FIELDS[] = {{"heights", FIELD_OTHER, 0, ANY, FIELD_REQUIRED, NULL},
                                                   {"origin", FIELD_VEC3, IN(origin), ANY, 0, NULL},
                                                   {"spacing", FIELD_OTHER, 0, ANY, 0, NULL},
                                                   {0}};
#undef IN

const struct geometry_kind geometry_kinds3[] = {
    {"sphere", SPHERE_FIELDS},
    {"capsule", CAPSULE_FIELDS},
    {"box", BOX_FIELDS},
    {"hull", HULL_FIELDS},
    {"cylinder", CYLINDER_FIELDS},
    {"cone", CONE_FIELDS},
    {"plane", PLANE_FIELDS},
    {"mesh", MESH_FIELDS},
    {"height_field", HEIGHT_FIELD_FIELDS},
    {0},
};

struct geometry3 geometry_default3(void)
{
    const md3_mesh_def mesh = md3_mesh_def_default();
    return (struct geometry3){.rotation = md3_rot_identity(),
                              .normal = {0, 1, 0},
                              .scale = 1,
                              .one_sided = mesh.one_sided,
                              .weld_distance = mesh.weld_distance};
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

/* Limits, motor and spring of a joint and of one of its coordinates. */
#define DRIVE_FIELDS                                                                                                   \
    {"has_limits", FIELD_BOOL, IN(has_limits), ANY, 0, NULL},                                                          \
        {"lower", FIELD_REAL, IN(lower), ANY, FIELD_INFINITE, NULL},                                                   \
        {"upper", FIELD_REAL, IN(upper), ANY, FIELD_INFINITE, NULL},                                                   \
        {"has_motor", FIELD_BOOL, IN(has_motor), ANY, 0, NULL},                                                        \
        {"motor_speed", FIELD_REAL, IN(motor_speed), ANY, 0, NULL},                                                    \
        {"motor_limit", FIELD_REAL, IN(motor_limit), NOT_NEGATIVE, FIELD_INFINITE, NULL},                              \
        {"has_spring", FIELD_BOOL, IN(has_spring), ANY, 0, NULL},                                                      \
        {"frequency", FIELD_REAL, IN(frequency), POSITIVE, NULL},                                                      \
    {                                                                                                                  \
        "damping_ratio", FIELD_REAL, IN(damping_ratio), NOT_NEGATIVE, 0, NULL                                          \
    }

#define IN(member) offsetof(md3_joint_axis, member)
const struct field joint_axis_fields3[] = {{"locked", FIELD_BOOL, IN(locked), ANY, 0, NULL},
                                           DRIVE_FIELDS,
                                           {"target", FIELD_REAL, IN(target), -1e9, 1e9, 0, NULL},
                                           {0}};
#undef IN
const struct field joint_axes_fields3[] = {
    {"x", FIELD_OTHER, 0, ANY, 0, NULL},
    {"y", FIELD_OTHER, 0, ANY, 0, NULL},
    {"z", FIELD_OTHER, 0, ANY, 0, NULL},
    {"twist", FIELD_OTHER, 0, ANY, 0, NULL},
    {"swing_y", FIELD_OTHER, 0, ANY, 0, NULL},
    {"swing_z", FIELD_OTHER, 0, ANY, 0, NULL},
    {0},
};
_Static_assert(sizeof joint_axes_fields3 / sizeof *joint_axes_fields3 == MD3_JOINT_COORDINATES + 1,
               "one key per coordinate");

#define IN(member) offsetof(md3_joint_def, member)
const struct field joint_fields3[] = {
    {"type", FIELD_WORD, IN(type), ANY, FIELD_REQUIRED, JOINT_TYPES},
    {"bodies", FIELD_OTHER, 0, ANY, FIELD_REQUIRED, NULL},
    {"at", FIELD_OTHER, 0, ANY, 0, NULL},
    {"axis", FIELD_OTHER, 0, ANY, 0, NULL},
    {"axle", FIELD_OTHER, 0, ANY, 0, NULL},
    {"between", FIELD_OTHER, 0, ANY, 0, NULL},
    {"anchors", FIELD_OTHER, 0, ANY, 0, NULL},
    {"rotations", FIELD_OTHER, 0, ANY, 0, NULL},
    {"length", FIELD_REAL, IN(length), POSITIVE, NULL},
    {"ratio", FIELD_REAL, IN(ratio), ANY, 0, NULL},
    {"first_slides", FIELD_BOOL, IN(gear_slides[0]), ANY, 0, NULL},
    {"second_slides", FIELD_BOOL, IN(gear_slides[1]), ANY, 0, NULL},
    {"collide_connected", FIELD_BOOL, IN(collide_connected), ANY, 0, NULL},
    DRIVE_FIELDS,
    {"torque_limit", FIELD_REAL, IN(torque_limit), NOT_NEGATIVE, FIELD_INFINITE, NULL},
    {"motor_velocity", FIELD_VEC3, IN(motor_velocity), ANY, 0, NULL},
    {"motor_angular_velocity", FIELD_VEC3, IN(motor_angular_velocity), ANY, 0, NULL},
    {"correction_factor", FIELD_REAL, IN(correction_factor), FRACTION, 0, NULL},
    {"target", FIELD_VEC3, IN(target), ANY, 0, NULL},
    {"axes", FIELD_OTHER, 0, ANY, 0, NULL},
    {"break_force", FIELD_REAL, IN(break_force), 0, INFINITY, FIELD_ABOVE | FIELD_INFINITE, NULL},
    {"break_torque", FIELD_REAL, IN(break_torque), 0, INFINITY, FIELD_ABOVE | FIELD_INFINITE, NULL},
    {0},
};
#undef IN
