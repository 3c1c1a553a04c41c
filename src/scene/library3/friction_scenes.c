/* Structures that friction holds: a house of cards, an arch, a box on a slope, a box between two pads. */
#include "scene/library3/scenes3.h"

#include "base/angle.h"

/* ---- House of cards ------------------------------------------------------------------------------------------------ */

#define CARD_LENGTH 1.0 /* m */
#define CARD_DEPTH 0.7
#define CARD_THICKNESS 0.04
#define CARD_GAP 0.01 /* between the ends of two flat cards */
/* A card leans by the angle of the triangle 5, 12, 13: 22.6 degrees from upright. Two cards that lean against each
 * other do not slip while the friction is above its tangent, 0.417. */
#define LEAN_COS (12.0 / 13)
#define LEAN_SIN (5.0 / 13)

const struct scene_key CARD_HOUSE3_KEYS[] = {
    COUNT3("levels", "4", "number of levels of leaning cards", 100), FRICTION3("0.7"), {0}};

/* Adds one card of a pair. The upper edges of the two cards meet at x; their lowest edges stand at foot_y. */
static void add_leaning_card(struct build3 *build, const md3_shape_def *material, double x, double foot_y, int side)
{
    const double half_width = LEAN_COS * CARD_THICKNESS / 2 + LEAN_SIN * CARD_LENGTH / 2;
    const double half_height = LEAN_SIN * CARD_THICKNESS / 2 + LEAN_COS * CARD_LENGTH / 2;
    const double angle = md_angle(side * LEAN_SIN, LEAN_COS);
    const md3_body_id card =
        build3_rotated_body(build, MD3_DYNAMIC, vec3(x + side * half_width, foot_y + half_height, 0),
                            md3_rot_from_axis_angle(vec3(0, 0, 1), angle));
    build3_box(build, card, material, vec3(CARD_THICKNESS / 2, CARD_LENGTH / 2, CARD_DEPTH / 2));
}

void build_card_house3(struct build3 *build)
{
    const int32_t levels = build3_integer(build, "levels");
    const md3_shape_def material = material3(1000, build3_number(build, "friction"));
    const double pitch = CARD_LENGTH + CARD_GAP;
    const double pair_height = LEAN_SIN * CARD_THICKNESS + LEAN_COS * CARD_LENGTH;
    double y = 0;
    build3_ground(build, &material);
    for (int32_t level = 0; level < levels; ++level) {
        const int32_t pairs = levels - level;
        for (int32_t i = 0; i < pairs && build->status == MD_OK; ++i) {
            const double x = pitch * (i - (pairs - 1) / 2.0);
            add_leaning_card(build, &material, x, y, -1);
            add_leaning_card(build, &material, x, y, 1);
        }
        y += pair_height;
        for (int32_t i = 0; i + 1 < pairs && build->status == MD_OK; ++i) {
            build3_dynamic_box(build, &material, vec3(pitch * (i - (pairs - 2) / 2.0), y + CARD_THICKNESS / 2, 0),
                               vec3(CARD_LENGTH / 2, CARD_THICKNESS / 2, CARD_DEPTH / 2));
        }
        y += CARD_THICKNESS;
    }
}

/* ---- Arch ---------------------------------------------------------------------------------------------------------- */

const struct scene_key ARCH3_KEYS[] = {
    COUNT3("stones", "15", "number of stones; an odd number has a keystone", 100),
    {"radius", "3", "radius of the middle of the arch, m", 0.5, 100, false},
    {"thickness", "0.8", "of the arch, m; a semicircle stands from 0.11 radii on", 0.1, 10, false},
    {"depth", "1", "of the arch, m", 0.1, 100, false},
    FRICTION3("0.7"),
    {0}};

/* A semicircle of wedges without mortar. Each is a hull of eight points about its middle. */
void build_arch3(struct build3 *build)
{
    const int32_t stones = build3_integer(build, "stones");
    const double middle = build3_number(build, "radius");
    const double half = build3_number(build, "thickness") / 2;
    const double depth = build3_number(build, "depth") / 2;
    const md3_shape_def material = material3(2500, build3_number(build, "friction"));
    build3_ground(build, &material);
    for (int32_t i = 0; i < stones && build->status == MD_OK; ++i) {
        const struct cos_sin center = md_cos_sin(MD_PI * (i + 0.5) / stones);
        const md3_vec origin = vec3(middle * center.c, middle * center.s, 0);
        md3_vec points[8];
        for (int k = 0; k < 8; ++k) {
            const struct cos_sin side = md_cos_sin(MD_PI * (i + (k & 1)) / stones);
            const double radius = (k & 2) != 0 ? middle + half : middle - half;
            points[k] = md3_vec_sub(vec3(radius * side.c, radius * side.s, (k & 4) != 0 ? depth : -depth), origin);
        }
        build3_hull(build, build3_body(build, MD3_DYNAMIC, origin), &material, points, 8);
    }
}

/* ---- Incline ------------------------------------------------------------------------------------------------------- */

const struct scene_key INCLINE3_KEYS[] = {
    {"angle", "29", "of the slope, degrees", 0, 80, false},
    /* tan 30 degrees */
    FRICTION3("0.57735"),
    COUNT3("count", "5", "number of boxes side by side, each rotated further about the normal", 1000),
    {0}};

/* The slope is a half-space whose normal leans toward +x: boxes slide along +x. */
void build_incline3(struct build3 *build)
{
    const int32_t count = build3_integer(build, "count");
    const double angle = build3_number(build, "angle") * MD_PI / 180;
    const md3_shape_def material = material3(1000, build3_number(build, "friction"));
    const md3_rot tilt = md3_rot_from_axis_angle(vec3(0, 0, 1), -angle);
    const md3_body_id slope = build3_rotated_body(build, MD3_STATIC, vec3(0, 0, 0), tilt);
    build3_plane(build, slope, &material, vec3(0, 1, 0), 0);
    for (int32_t i = 0; i < count && build->status == MD_OK; ++i) {
        const md3_rot turn = md3_rot_from_axis_angle(vec3(0, 1, 0), MD_PI / 2 * i / count);
        const md3_vec position = md3_rot_apply(tilt, vec3(0, 0.25, 2 * (i - (count - 1) / 2.0)));
        const md3_body_id box = build3_rotated_body(build, MD3_DYNAMIC, position, md3_rot_multiply(tilt, turn));
        build3_box(build, box, &material, vec3(0.5, 0.25, 0.25));
    }
}

/* ---- Grip ---------------------------------------------------------------------------------------------------------- */

#define GRIP_HEIGHT 0.5 /* m, of the box above the ground */

const struct scene_key GRIP3_KEYS[] = {{"force", "40", "with which each pad presses, N", 0, 1e6, false},
                                       {"mass", "2", "of the box, kg", 1e-3, 1e6, false},
                                       {"lift", "0.1", "speed of the gripper, m/s, upward", -10, 10, false},
                                       FRICTION3("0.5"),
                                       {0}};

/* Two pads slide along x on a kinematic hand, and motors press them together. */
static void add_pad(struct build3 *build, const md3_shape_def *material, md3_body_id hand, int side)
{
    const md3_body_id pad = build3_dynamic_box(build, material, vec3(side * 0.3, GRIP_HEIGHT, 0), vec3(0.05, 0.2, 0.2));
    if (build->status != MD_OK) {
        return;
    }
    md3_joint_def slider =
        md3_joint_def_at(build->world, MD3_SLIDER, hand, pad, vec3(side * 0.3, GRIP_HEIGHT, 0), vec3(-side, 0, 0));
    slider.has_motor = true;
    slider.motor_speed = 1; /* more than the box allows: the force is what limits the motor */
    slider.motor_limit = (md_real)build3_number(build, "force");
    build3_joint(build, &slider);
}

void build_grip3(struct build3 *build)
{
    const double half = 0.25;
    const double lift = build3_number(build, "lift");
    const double friction = build3_number(build, "friction");
    const md3_shape_def rubber = material3(500, friction);
    const md3_shape_def material = material3(build3_number(build, "mass") / (8 * half * half * half), friction);
    build3_ground(build, &material);
    const md3_body_id hand = build3_body(build, MD3_KINEMATIC, vec3(0, 2, 0));
    build3_dynamic_box(build, &material, vec3(0, GRIP_HEIGHT, 0), vec3(half, half, half));
    add_pad(build, &rubber, hand, -1);
    add_pad(build, &rubber, hand, 1);
    if (build->status == MD_OK) {
        build->status = md3_body_set_velocity(build->world, hand, vec3(0, lift, 0), vec3(0, 0, 0));
    }
}
