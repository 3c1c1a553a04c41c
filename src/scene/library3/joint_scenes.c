/* Joined bodies: a net, dolls, a hanging bridge, a car. */
#include "scene/library3/scenes3.h"

#include <math.h>
#include <stdlib.h>

#include "base/angle.h"
#include "base/splitmix.h"
#include "scene/library3/describe3.h"

/* ---- Net ----------------------------------------------------------------------------------------------------------- */

#define KNOT_RADIUS 0.1 /* m */
#define KNOT_PITCH 0.25
#define BALL_RADIUS 0.6

const struct scene_key NET3_KEYS[] = {
    {"side", "20", "number of knots along each side", 2, 300, true},
    {"ball", "20", "mass of the ball that falls into the net, kg; 0: no ball", 0, 1e6, false},
    {0}};

static void join_knots(struct build3 *build, md3_body_id first, md3_body_id second)
{
    if (build->status != MD_OK) {
        return;
    }
    const md3_vec a = md3_body_center(build->world, first);
    const md3_vec b = md3_body_center(build->world, second);
    const md3_joint_def joint = md3_joint_def_at(
        build->world, MD3_BALL, first, second, md3_vec_lerp(a, b, (md_real)0.5), md3_vec_normalize(md3_vec_sub(b, a)));
    build3_joint(build, &joint);
}

/* A net of spheres that hangs from its four corners. Its knots do not collide with each other. */
static void add_knots(struct build3 *build, md3_body_id *knots, int32_t side)
{
    md3_shape_def material = material3(500, 0.6);
    material.group = -1;
    for (int32_t i = 0; i < side * side && build->status == MD_OK; ++i) {
        const int32_t x = i % side;
        const int32_t z = i / side;
        const bool is_corner = (x == 0 || x == side - 1) && (z == 0 || z == side - 1);
        knots[i] = build3_body(build, is_corner ? MD3_STATIC : MD3_DYNAMIC,
                               vec3(KNOT_PITCH * (x - (side - 1) / 2.0), 0, KNOT_PITCH * (z - (side - 1) / 2.0)));
        build3_sphere(build, knots[i], &material, KNOT_RADIUS);
        if (x > 0) {
            join_knots(build, knots[i - 1], knots[i]);
        }
        if (z > 0) {
            join_knots(build, knots[i - side], knots[i]);
        }
    }
}

void build_net3(struct build3 *build)
{
    const int32_t side = build3_integer(build, "side");
    const double mass = build3_number(build, "ball");
    md3_body_id *knots = calloc((size_t)side * (size_t)side, sizeof *knots);
    if (knots == NULL) {
        build->status = MD_ERROR_MEMORY;
        return;
    }
    add_knots(build, knots, side);
    free(knots);
    if (mass > 0) {
        const md3_shape_def material = material3(mass / sphere_volume(BALL_RADIUS), 0.6);
        build3_sphere(build, build3_body(build, MD3_DYNAMIC, vec3(0, 1.5, 0)), &material, BALL_RADIUS);
    }
}

/* Joins two bodies that are not rotated by a ball half way between them. */
static void describe_link(struct description3 *description, int32_t first, int32_t second)
{
    const struct dvec3 half =
        dvec3_scale(dvec3_sub(description->body[second].start.p, description->body[first].start.p), 0.5);
    const struct described_joint3 joint = {
        .type = JOINT3_BALL, .body = {first, second}, .anchor = {half, dvec3_scale(half, -1)}};
    description3_add_joint(description, &joint);
}

void describe_net3(struct description3 *description, int32_t side)
{
    const struct material material = {500, 0.6, 0};
    for (int32_t i = 0; i < side * side && !description->failed; ++i) {
        const int32_t x = i % side;
        const int32_t z = i / side;
        const bool is_corner = (x == 0 || x == side - 1) && (z == 0 || z == side - 1);
        const int32_t knot =
            describe3_body(description, is_corner ? BODY_STATIC : BODY_DYNAMIC,
                           dvec3_of(KNOT_PITCH * (x - (side - 1) / 2.0), 0, KNOT_PITCH * (z - (side - 1) / 2.0)));
        description->body[knot].group = 1; /* joined knots do not collide */
        describe3_sphere(description, knot, &material, KNOT_RADIUS);
        if (x > 0) {
            describe_link(description, knot - 1, knot);
        }
        if (z > 0) {
            describe_link(description, knot - side, knot);
        }
    }
}

/* ---- Dolls --------------------------------------------------------------------------------------------------------- */

/* A limb as a capsule from a to b, in the x-y plane of the doll; m. */
struct limb {
    double ax, ay, bx, by, radius;
};
/* The pelvis, the chest and the head; then upper and lower arms, and upper and lower legs, each left and right. */
static const struct limb LIMBS[] = {
    {-0.07, 0, 0.07, 0, 0.11},        {0, 0.24, 0, 0.4, 0.13},           {0, 0.68, 0, 0.72, 0.1},
    {-0.25, 0.45, -0.46, 0.45, 0.05}, {-0.56, 0.45, -0.76, 0.45, 0.045}, {0.25, 0.45, 0.46, 0.45, 0.05},
    {0.56, 0.45, 0.76, 0.45, 0.045},  {-0.1, -0.2, -0.1, -0.48, 0.07},   {-0.1, -0.62, -0.1, -0.92, 0.055},
    {0.1, -0.2, 0.1, -0.48, 0.07},    {0.1, -0.62, 0.1, -0.92, 0.055},
};
#define LIMB_COUNT ((int)(sizeof LIMBS / sizeof *LIMBS))

/* A joint between two limbs at a point. A ball has a cone, a hinge (about z for arms, about x for legs) two limits. */
struct limb_joint {
    int first, second;
    md3_joint_type type;
    double x, y;
    double lower, upper; /* rad; a ball: `upper` is the half angle of its cone */
};
static const struct limb_joint LIMB_JOINTS[] = {
    {0, 1, MD3_BALL, 0, 0.12, 0, 0.5},     {1, 2, MD3_BALL, 0, 0.56, 0, 0.7},
    {1, 3, MD3_BALL, -0.17, 0.45, 0, 1.4}, {3, 4, MD3_HINGE, -0.51, 0.45, 0, 2.2},
    {1, 5, MD3_BALL, 0.17, 0.45, 0, 1.4},  {5, 6, MD3_HINGE, 0.51, 0.45, -2.2, 0},
    {0, 7, MD3_BALL, -0.1, -0.1, 0, 1.2},  {7, 8, MD3_HINGE, -0.1, -0.55, 0, 2.2},
    {0, 9, MD3_BALL, 0.1, -0.1, 0, 1.2},   {9, 10, MD3_HINGE, 0.1, -0.55, 0, 2.2},
};

const struct scene_key RAGDOLLS3_KEYS[] = {
    COUNT3("count", "10", "number of dolls, of 11 limbs each", 90000), SEED3, {0}};

static void add_limb(struct build3 *build, const struct limb *limb, const md3_shape_def *material, md3_transform doll,
                     md3_body_id *body)
{
    const md3_vec a = vec3(limb->ax, limb->ay, 0);
    const md3_vec b = vec3(limb->bx, limb->by, 0);
    const md3_vec center = md3_vec_lerp(a, b, (md_real)0.5);
    md3_geometry capsule = {0};
    *body = build3_rotated_body(build, MD3_DYNAMIC, md3_transform_apply(doll, center), doll.q);
    if (build->status == MD_OK) {
        build->status =
            md3_geometry_capsule(&capsule, md3_vec_sub(a, center), md3_vec_sub(b, center), (md_real)limb->radius);
    }
    build3_shape(build, *body, material, &capsule);
}

static void join_limbs(struct build3 *build, const struct limb_joint *joint, const md3_body_id *limbs,
                       md3_transform doll)
{
    if (build->status != MD_OK) {
        return;
    }
    const struct limb *child = &LIMBS[joint->second];
    const md3_vec point = md3_transform_apply(doll, vec3(joint->x, joint->y, 0));
    const md3_vec along = vec3(child->bx - child->ax, child->by - child->ay, 0);
    const bool is_arm = child->by == child->ay;
    const md3_vec axis = joint->type == MD3_BALL ? md3_vec_normalize(along) : is_arm ? vec3(0, 0, 1) : vec3(1, 0, 0);
    md3_joint_def def = md3_joint_def_at(build->world, joint->type, limbs[joint->first], limbs[joint->second], point,
                                         md3_rot_apply(doll.q, axis));
    def.has_limits = true;
    def.lower = (md_real)joint->lower;
    def.upper = (md_real)joint->upper;
    build3_joint(build, &def);
}

/* Dolls that fall on each other, one above another, turned at random about the vertical axis and tilted. */
void build_ragdolls3(struct build3 *build)
{
    const int32_t count = build3_integer(build, "count");
    const md3_shape_def ground = material3(1000, 0.6);
    struct splitmix random = {build3_seed(build)};
    build3_basin(build, &ground, 6, 6);
    for (int32_t i = 0; i < count && build->status == MD_OK; ++i) {
        md3_shape_def material = material3(1000, 0.6);
        md3_body_id limbs[LIMB_COUNT];
        const md3_rot turn = md3_rot_from_axis_angle(vec3(0, 1, 0), splitmix_real(&random, 0, 2 * MD_PI));
        const md3_rot tilt = md3_rot_from_axis_angle(vec3(1, 0, 0), splitmix_real(&random, -1, 1));
        const double z = splitmix_real(&random, -1, 1);
        const double x = splitmix_real(&random, -1, 1);
        const md3_transform doll = md3_transform_make(vec3(x, 1.5 + 1.2 * i, z), md3_rot_multiply(turn, tilt));
        material.group = -1 - i; /* limbs of one doll pass through each other */
        for (int k = 0; k < LIMB_COUNT; ++k) {
            add_limb(build, &LIMBS[k], &material, doll, &limbs[k]);
        }
        for (size_t k = 0; k < sizeof LIMB_JOINTS / sizeof *LIMB_JOINTS; ++k) {
            join_limbs(build, &LIMB_JOINTS[k], limbs, doll);
        }
    }
}

#define DOLL_COLUMNS 3   /* along each side of the basin */
#define DOLL_PITCH 1.9   /* m: more than the span of the arms */
#define DOLL_HEIGHT 1.85 /* m: from one layer to the next */
#define DOLL_LOWEST 1.0  /* m: of the pelvis above the ground */
#define DOLL_BASIN 6.0   /* m */

static struct dvec3 limb_center(const struct limb *limb)
{
    return dvec3_of((limb->ax + limb->bx) / 2, (limb->ay + limb->by) / 2, 0);
}

static void describe_limb_joint(struct description3 *description, const struct limb_joint *joint, int32_t pelvis)
{
    const struct limb *child = &LIMBS[joint->second];
    const struct dvec3 point = dvec3_of(joint->x, joint->y, 0);
    const struct dvec3 axis = child->by == child->ay ? dvec3_of(0, 0, 1) : dvec3_of(1, 0, 0); /* an arm, or a leg */
    const struct described_joint3 described = {
        .type = joint->type == MD3_BALL ? JOINT3_BALL : JOINT3_HINGE,
        .body = {pelvis + joint->first, pelvis + joint->second},
        .anchor = {dvec3_sub(point, limb_center(&LIMBS[joint->first])), dvec3_sub(point, limb_center(child))},
        .axis = {axis, axis}};
    description3_add_joint(description, &described);
}

static void describe_doll(struct description3 *description, int32_t group, struct dvec3 position, struct drot3 rotation)
{
    const struct material material = {1000, 0.6, 0};
    const int32_t pelvis = description->body_count;
    for (int k = 0; k < LIMB_COUNT; ++k) {
        const struct limb *limb = &LIMBS[k];
        const struct dvec3 center = limb_center(limb);
        const struct described_body3 body = {
            .type = BODY_DYNAMIC,
            .group = group,
            .start = {.p = dvec3_add(position, drot3_apply(rotation, center)), .q = rotation}};
        describe3_capsule(description, description3_add_body(description, &body), &material,
                          dvec3_sub(dvec3_of(limb->ax, limb->ay, 0), center),
                          dvec3_sub(dvec3_of(limb->bx, limb->by, 0), center), limb->radius);
    }
    for (size_t k = 0; k < sizeof LIMB_JOINTS / sizeof *LIMB_JOINTS; ++k) {
        describe_limb_joint(description, &LIMB_JOINTS[k], pelvis);
    }
}

void describe_ragdolls3(struct description3 *description, int32_t dolls)
{
    const struct material ground = {1000, 0.6, 0};
    struct splitmix random = {1};
    describe3_basin(description, &ground, DOLL_BASIN, DOLL_BASIN);
    for (int32_t i = 0; i < dolls && !description->failed; ++i) {
        const double y = splitmix_real(&random, -1, 1);
        const double w = splitmix_real(&random, 0.1, 1);
        const double length = sqrt(y * y + w * w);
        const int32_t column = i % DOLL_COLUMNS;
        const int32_t row = i / DOLL_COLUMNS % DOLL_COLUMNS;
        const int32_t layer = i / DOLL_COLUMNS / DOLL_COLUMNS;
        describe_doll(description, 1 + i,
                      dvec3_of(DOLL_PITCH * (column - (DOLL_COLUMNS - 1) / 2.0), DOLL_LOWEST + DOLL_HEIGHT * layer,
                               DOLL_PITCH * (row - (DOLL_COLUMNS - 1) / 2.0)),
                      (struct drot3){0, y / length, 0, w / length});
    }
}

/* ---- Bridge -------------------------------------------------------------------------------------------------------- */

#define PLANK_LENGTH 1.0 /* m */
#define PLANK_HEIGHT 0.2
#define PLANK_DEPTH 3.0
#define BRIDGE_HEIGHT 5.0 /* above the ground, on which spheres fall that roll off its sides */
#define LOAD_RADIUS 0.5

const struct scene_key BRIDGE3_KEYS[] = {{"planks", "20", "number of planks; each is 1 m long", 2, 10000, true},
                                         {"loads", "10", "number of spheres dropped on the bridge", 0, 10000, true},
                                         {"plank_mass", "30", "mass of a plank, kg", 1e-6, 1e9, false},
                                         {"load_mass", "20", "mass of a sphere, kg", 1e-6, 1e9, false},
                                         SEED3,
                                         {0}};

static void add_loads(struct build3 *build, double width)
{
    const int32_t loads = build3_integer(build, "loads");
    const md3_shape_def material = material3(build3_number(build, "load_mass") / sphere_volume(LOAD_RADIUS), 0.6);
    struct splitmix random = {build3_seed(build)};
    for (int32_t i = 0; i < loads && build->status == MD_OK; ++i) {
        const double x = width * ((i + 0.5) / loads - 0.5) * 0.8;
        const double z = splitmix_real(&random, -0.6, 0.6);
        const md3_vec position = vec3(x, 1.5 + splitmix_real(&random, 0, 2), z);
        build3_sphere(build, build3_body(build, MD3_DYNAMIC, position), &material, LOAD_RADIUS);
    }
}

/* Planks along x, hinged about z. The first and the last hang from posts, which are one static body with the ground. */
void build_bridge3(struct build3 *build)
{
    const int32_t planks = build3_integer(build, "planks");
    const double width = planks * PLANK_LENGTH;
    const double volume = PLANK_LENGTH * PLANK_HEIGHT * PLANK_DEPTH;
    const md3_shape_def material = material3(build3_number(build, "plank_mass") / volume, 0.6);
    const md3_body_id posts = build3_body(build, MD3_STATIC, vec3(0, 0, 0));
    build3_plane(build, posts, &material, vec3(0, 1, 0), -BRIDGE_HEIGHT);
    md3_body_id last = posts;
    for (int32_t i = 0; i <= planks && build->status == MD_OK; ++i) {
        const double left = PLANK_LENGTH * i - width / 2;
        md3_body_id next = posts;
        if (i < planks) {
            next = build3_dynamic_box(build, &material, vec3(left + PLANK_LENGTH / 2, 0, 0),
                                      vec3(PLANK_LENGTH / 2 - 0.02, PLANK_HEIGHT / 2, PLANK_DEPTH / 2));
        }
        if (build->status == MD_OK) {
            const md3_joint_def hinge =
                md3_joint_def_at(build->world, MD3_HINGE, last, next, vec3(left, 0, 0), vec3(0, 0, 1));
            build3_joint(build, &hinge);
        }
        last = next;
    }
    add_loads(build, width);
}

/* ---- Vehicle ------------------------------------------------------------------------------------------------------- */

#define FIELD_COLUMNS 161 /* heights along the way, 1 m apart */
#define FIELD_ROWS 25
#define WHEEL_RADIUS 0.4
#define WHEEL_WIDTH 0.3

const struct scene_key VEHICLE3_KEYS[] = {{"speed", "5", "that the motors aim at, m/s", -30, 30, false},
                                          {"torque", "150", "of each of the four motors, N m", 0, 1e6, false},
                                          {"height", "0.3", "of the hills, m", 0, 5, false},
                                          FRICTION3("1"),
                                          {0}};

/* The height field lies in its x-y plane and is turned so that its z axis points up. */
static void add_hills(struct build3 *build, const md3_shape_def *material)
{
    const double height = build3_number(build, "height");
    md_real *heights = calloc((size_t)FIELD_COLUMNS * FIELD_ROWS, sizeof *heights);
    if (heights == NULL) {
        build->status = MD_ERROR_MEMORY;
        return;
    }
    for (int i = 0; i < FIELD_COLUMNS * FIELD_ROWS; ++i) {
        const double x = i % FIELD_COLUMNS;
        const double y = i / FIELD_COLUMNS - (FIELD_ROWS - 1) / 2.0;
        const double grow = fmin(1, fmax(0, (x - 12) / 20)); /* flat at the start */
        heights[i] = (md_real)(height * grow * (1 - md_cos_sin(0.7 * x).c * md_cos_sin(0.5 * y).c));
    }
    md3_height_field_def def = md3_height_field_def_default();
    def.heights = heights;
    def.columns = FIELD_COLUMNS;
    def.rows = FIELD_ROWS;
    def.origin = vec3(-5, -(FIELD_ROWS - 1) / 2.0, 0);
    md3_height_field *field = NULL;
    md3_geometry geometry = {0};
    const md3_rot upright = md3_rot_from_axis_angle(vec3(1, 0, 0), -MD_PI / 2);
    const md3_body_id ground = build3_rotated_body(build, MD3_STATIC, vec3(0, 0, 0), upright);
    if (build->status == MD_OK) {
        build->status = md3_height_field_create(build->allocator, &def, &field, NULL);
    }
    if (build->status == MD_OK) {
        build->status = md3_geometry_height_field(&geometry, field);
    }
    build3_shape(build, ground, material, &geometry);
    md3_height_field_destroy(field);
    free(heights);
}

/* A wheel whose axle points to -z, so that a positive spin drives along +x. */
static void add_wheel(struct build3 *build, const md3_shape_def *material, md3_body_id chassis, double x, double z)
{
    const md3_vec center = vec3(x, WHEEL_RADIUS, z);
    const md3_body_id wheel = build3_body(build, MD3_DYNAMIC, center);
    md3_geometry cylinder = {0};
    if (build->status == MD_OK) {
        build->status = md3_geometry_cylinder(&cylinder, vec3(0, 0, -WHEEL_WIDTH / 2), vec3(0, 0, WHEEL_WIDTH / 2),
                                              (md_real)WHEEL_RADIUS, 0);
    }
    build3_shape(build, wheel, material, &cylinder);
    if (build->status != MD_OK) {
        return;
    }
    md3_joint_def joint = md3_joint_def_wheel(build->world, chassis, wheel, center, vec3(0, 1, 0), vec3(0, 0, -1));
    joint.has_limits = true;
    joint.lower = (md_real)-0.2;
    joint.upper = (md_real)0.2;
    joint.has_spring = true;
    joint.frequency = 3;
    joint.damping_ratio = (md_real)0.7;
    joint.has_motor = true;
    joint.motor_speed = (md_real)(build3_number(build, "speed") / WHEEL_RADIUS);
    joint.motor_limit = (md_real)build3_number(build, "torque");
    build3_joint(build, &joint);
}

void build_vehicle3(struct build3 *build)
{
    const md3_shape_def ground = material3(1000, build3_number(build, "friction"));
    const md3_shape_def rubber = material3(200, build3_number(build, "friction"));
    const md3_shape_def body = material3(250, 0.4);
    add_hills(build, &ground);
    const md3_body_id chassis = build3_dynamic_box(build, &body, vec3(0, 0.8, 0), vec3(1.5, 0.25, 0.6));
    for (int i = 0; i < 4; ++i) {
        add_wheel(build, &rubber, chassis, i < 2 ? 1.1 : -1.1, i % 2 == 0 ? 0.85 : -0.85);
    }
}
