/* Joined bodies: a bridge of planks under a load, dolls of hinged limbs, a hanging net. */
#include "base/splitmix.h"
#include "scene/library/scenes.h"

/* ---- Bridge -------------------------------------------------------------------------------------------------------- */

#define PLANK_LENGTH 1.0 /* m */
#define PLANK_THICKNESS 0.2
#define LOAD_RADIUS 0.4
/* rad, from the first plank to the last: the planks hang in an arc, because a taut line bears no load */
#define BRIDGE_TURN 0.6

/* Cosine and sine of the angle whose half has the tangent t. */
static struct body_state turned_by(double t)
{
    return (struct body_state){.c = (1 - t * t) / (1 + t * t), .s = 2 * t / (1 + t * t)};
}

static void turn(struct body_state *state, struct body_state by)
{
    const double c = state->c * by.c - state->s * by.s;
    state->s = state->s * by.c + state->c * by.s;
    state->c = c;
}

/* The top of the post, where the bridge is hinged, is its origin. */
static int32_t add_post(struct description *description, const struct material *material, double x, double y)
{
    const int32_t post = scene_add_body(description, BODY_STATIC, (struct body_state){.x = x, .y = y});
    scene_add_box_at(description, post, material, 0, -2.25, 0.25, 2);
    return post;
}

/* Adds both posts and the planks between them, from left to right; returns the right end. */
static struct body_state add_planks(struct description *description, int32_t planks, const struct material *material)
{
    const double half = PLANK_LENGTH / 2;
    const struct body_state step = turned_by(BRIDGE_TURN / 2 / planks);
    struct body_state end = turned_by(-BRIDGE_TURN / 4 * (planks - 1) / planks);
    int32_t previous = add_post(description, material, 0, 0);
    for (int32_t i = 0; i < planks && !description->failed; ++i) {
        struct body_state start = end;
        start.x += half * end.c;
        start.y += half * end.s;
        const int32_t plank = scene_add_body(description, BODY_DYNAMIC, start);
        scene_add_box(description, plank, material, half, PLANK_THICKNESS / 2);
        scene_add_hinge(description, (int32_t[]){previous, plank}, (double[]){i > 0 ? half : 0, -half},
                        (double[]){0, 0}, 0, 0);
        end.x += PLANK_LENGTH * end.c;
        end.y += PLANK_LENGTH * end.s;
        turn(&end, step);
        previous = plank;
    }
    const int32_t post = add_post(description, material, end.x, end.y);
    scene_add_hinge(description, (int32_t[]){previous, post}, (double[]){half, 0}, (double[]){0, 0}, 0, 0);
    return end;
}

void describe_bridge(struct description *description, int32_t planks, double plank_mass, int32_t loads,
                     double load_mass, uint64_t seed)
{
    struct splitmix random = {seed};
    struct material material = DEFAULT_MATERIAL;
    material.density = plank_mass / (PLANK_LENGTH * PLANK_THICKNESS);
    const struct body_state end = add_planks(description, planks, &material);
    material.density = load_mass / disc_area(LOAD_RADIUS);
    const double pitch = end.x * 0.8 / (loads + 1);
    for (int32_t i = 0; i < loads && !description->failed; ++i) {
        const double shift = splitmix_real(&random, -pitch / 4, pitch / 4);
        const struct body_state start = {.x = end.x * 0.1 + pitch * (i + 1) + shift,
                                         .y = 2 + 2 * LOAD_RADIUS * (i % 3)};
        scene_add_circle(description, scene_add_body(description, BODY_DYNAMIC, start), &material, LOAD_RADIUS);
    }
    scene_set_view(description, -2, -end.x / 4 - 2, end.x + 2, 6);
}

/* ---- Ragdolls ------------------------------------------------------------------------------------------------------ */

/* A doll stands upright at the start. Coordinates are in the frame of the doll, m, with the hips at the origin. */
struct limb {
    double x, y;                /* the centre */
    double half_length, radius; /* an upright capsule; a circle if half_length is 0 */
    double mass;                /* kg */
    int joined_to;              /* another limb, or -1 */
    double joint_y;             /* of the hinge, which is at the limb's x */
    double lower, upper;        /* limits of the hinge, rad */
};

enum { TORSO, LIMB_COUNT = 10 };

static const struct limb LIMBS[LIMB_COUNT] = {
    {0, 0.3, 0.2, 0.14, 30, -1, 0, 0, 0},               /* torso */
    {0, 0.78, 0, 0.13, 5, TORSO, 0.62, -0.6, 0.6},      /* head */
    {-0.05, 0.36, 0.13, 0.05, 3, TORSO, 0.49, -1, 2.8}, /* upper arms */
    {0.05, 0.36, 0.13, 0.05, 3, TORSO, 0.49, -1, 2.8},
    {-0.05, 0.1, 0.13, 0.045, 2, 2, 0.23, 0, 2.4}, /* forearms */
    {0.05, 0.1, 0.13, 0.045, 2, 3, 0.23, 0, 2.4},
    {-0.05, -0.2, 0.2, 0.07, 8, TORSO, 0, -0.6, 2}, /* thighs */
    {0.05, -0.2, 0.2, 0.07, 8, TORSO, 0, -0.6, 2},
    {-0.05, -0.6, 0.2, 0.06, 5, 6, -0.4, -2.4, 0}, /* shins */
    {0.05, -0.6, 0.2, 0.06, 5, 7, -0.4, -2.4, 0},
};

#define DOLL_PITCH_X 1.2 /* m */
#define DOLL_PITCH_Y 2.2

static void add_limb(struct description *description, int32_t body, const struct limb *limb)
{
    struct material material = DEFAULT_MATERIAL;
    material.density = limb->mass / (disc_area(limb->radius) + 4 * limb->half_length * limb->radius);
    if (limb->half_length > 0) {
        scene_add_capsule(description, body, &material, limb->half_length, limb->radius);
    } else {
        scene_add_circle(description, body, &material, limb->radius);
    }
}

/* The limbs of a doll form a group, so that they do not collide with each other. `hips` has the velocity as well. */
static void add_doll(struct description *description, struct body_state hips, int32_t group, bool has_limits)
{
    int32_t body[LIMB_COUNT];
    for (int i = 0; i < LIMB_COUNT; ++i) {
        const struct limb *limb = &LIMBS[i];
        const struct described_body described = {
            .type = BODY_DYNAMIC,
            .group = group,
            .start = {.x = hips.x + limb->x, .y = hips.y + limb->y, .c = 1, .vx = hips.vx}};
        body[i] = description_add_body(description, &described);
        add_limb(description, body[i], limb);
        if (limb->joined_to >= 0) {
            const struct limb *other = &LIMBS[limb->joined_to];
            scene_add_hinge(description, (int32_t[]){body[limb->joined_to], body[i]}, (double[]){limb->x - other->x, 0},
                            (double[]){limb->joint_y - other->y, limb->joint_y - limb->y}, has_limits ? limb->lower : 0,
                            has_limits ? limb->upper : 0);
        }
    }
}

#define STAIRS 8
#define STAIR_HEIGHT 0.5 /* m */
#define STAIR_LENGTH 1.5
#define STAIR_COLUMNS 5 /* dolls side by side */

void describe_ragdolls_on_stairs(struct description *description, int32_t dolls, uint64_t seed)
{
    struct splitmix random = {seed};
    scene_add_ground(description, &DEFAULT_MATERIAL, -3, 30, 2);
    for (int32_t i = 0; i < STAIRS; ++i) {
        const double height = STAIR_HEIGHT * (STAIRS - i);
        scene_add_static_box(description, &DEFAULT_MATERIAL, STAIR_LENGTH * (i + 0.5), height / 2, STAIR_LENGTH / 2,
                             height / 2);
    }
    const double base = STAIR_HEIGHT * STAIRS + 2;
    for (int32_t i = 0; i < dolls && !description->failed; ++i) {
        const double shift = splitmix_real(&random, -0.2, 0.2);
        const double speed = splitmix_real(&random, 0, 2);
        const int32_t row = i / STAIR_COLUMNS;
        const struct body_state hips = {
            .x = 1 + DOLL_PITCH_X * (i % STAIR_COLUMNS) + shift, .y = base + DOLL_PITCH_Y * row, .vx = speed};
        add_doll(description, hips, i + 1, true);
    }
    const int32_t rows = (dolls + STAIR_COLUMNS - 1) / STAIR_COLUMNS;
    scene_set_view(description, -1, -1, 18, base + DOLL_PITCH_Y * rows);
}

#define BASIN_COLUMNS 10
#define BASIN_HIPS 0.9 /* m, height of the hips in the lowest row */

void describe_ragdolls_in_basin(struct description *description, int32_t dolls)
{
    const int32_t rows = (dolls + BASIN_COLUMNS - 1) / BASIN_COLUMNS;
    scene_add_basin(description, &DEFAULT_MATERIAL, BASIN_COLUMNS * DOLL_PITCH_X, DOLL_PITCH_Y * (rows + 1));
    for (int32_t i = 0; i < dolls && !description->failed; ++i) {
        const int32_t row = i / BASIN_COLUMNS;
        /* Some move left and some right; without a velocity they would all stay upright. */
        const struct body_state hips = {.x = DOLL_PITCH_X * (i % BASIN_COLUMNS + 0.5),
                                        .y = BASIN_HIPS + DOLL_PITCH_Y * row,
                                        .vx = 0.5 * (i % 7 - 3)};
        add_doll(description, hips, i + 1, false);
    }
}

/* ---- Net ----------------------------------------------------------------------------------------------------------- */

#define NET_HOLD 13 /* every 13th knot of the upper edge is static: 4 of 40 */

/* Joins two knots at the point that is (half_x, half_y) from the first and its mirror image from the second. */
static void join_knots(struct description *description, int32_t first, int32_t second, double half_x, double half_y)
{
    scene_add_hinge(description, (int32_t[]){first, second}, (double[]){half_x, -half_x}, (double[]){half_y, -half_y},
                    0, 0);
}

/* Knots are 1 m apart and hinged to their neighbours at the midpoint; a weight hangs by a rod from each knot of the lower
 * edge. They form one group, so that none of them collide. */
void describe_net(struct description *description, int32_t side)
{
    for (int32_t row = 0; row <= side; ++row) {
        for (int32_t column = 0; column < side && !description->failed; ++column) {
            const bool is_held = row == 0 && column % NET_HOLD == 0;
            const struct described_body described = {.type = is_held ? BODY_STATIC : BODY_DYNAMIC,
                                                     .group = 1,
                                                     .start = {.x = column - (side - 1) / 2.0, .y = -row, .c = 1}};
            const int32_t knot = description_add_body(description, &described);
            scene_add_circle(description, knot, &DEFAULT_MATERIAL, 0.4);
            if (row == side) {
                const struct described_joint rod = {.type = JOINT_DISTANCE, .body = {knot - side, knot}, .length = 1};
                description_add_joint(description, &rod);
                continue;
            }
            if (column > 0) {
                join_knots(description, knot - 1, knot, 0.5, 0);
            }
            if (row > 0) {
                join_knots(description, knot - side, knot, 0, -0.5);
            }
        }
    }
}
