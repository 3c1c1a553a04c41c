/* Bodies that are joined: a hanging net, and dolls of limbs. */
#include "bench/scenes.h"

#define PI 3.14159265358979323846

/* ---- Net ----------------------------------------------------------------------------------------------------------- */

#define NET_HOLD 13 /* every so many knots of the upper edge one is held: 4 of 40 */

static void add_pin(struct description *description, int32_t first, int32_t second, double half_x, double half_y)
{
    const struct described_joint joint = {
        .type = JOINT_REVOLUTE, .body = {first, second}, .x = {half_x, -half_x}, .y = {half_y, -half_y}};
    description_add_joint(description, &joint);
}

/* Knots 1 m apart, pinned midway to their neighbours; from each knot of the lower edge a weight hangs by a rod. No two
 * of them collide. */
void describe_net(struct description *description, int32_t side)
{
    const struct material material = {1, 0.6, 0};
    for (int32_t row = 0; row <= side; ++row) {
        for (int32_t column = 0; column < side && !description->failed; ++column) {
            const bool held = row == 0 && column % NET_HOLD == 0;
            const int32_t knot =
                add_body_at(description, held ? BODY_STATIC : BODY_DYNAMIC, column - (side - 1) / 2.0, -row, 0);
            add_circle(description, knot, &material, 0.4);
            description->body[knot].group = 1;
            if (row == side) {
                const struct described_joint rod = {.type = JOINT_DISTANCE, .body = {knot - side, knot}, .length = 1};
                description_add_joint(description, &rod);
                continue;
            }
            if (column > 0) {
                add_pin(description, knot - 1, knot, 0.5, 0);
            }
            if (row > 0) {
                add_pin(description, knot - side, knot, 0, -0.5);
            }
        }
    }
}

/* ---- Ragdolls ------------------------------------------------------------------------------------------------------ */

/* A doll stands upright at the start, with the hips at the origin. */
struct limb {
    double x, y;          /* of its middle, m */
    double reach, radius; /* capsules upright; without a reach a circle */
    double mass;          /* kg */
    int joined_to;        /* another limb, or -1 */
    double joint_y;       /* of the pin, above the limb's own x */
};

#define LIMBS 10
enum { TORSO };

static const struct limb LIMB[LIMBS] = {
    {0, 0.3, 0.2, 0.14, 30, -1, 0},            /* torso */
    {0, 0.78, 0, 0.13, 5, TORSO, 0.62},        /* head */
    {-0.05, 0.36, 0.13, 0.05, 3, TORSO, 0.49}, /* upper arms */
    {0.05, 0.36, 0.13, 0.05, 3, TORSO, 0.49},
    {-0.05, 0.1, 0.13, 0.045, 2, 2, 0.23}, /* forearms */
    {0.05, 0.1, 0.13, 0.045, 2, 3, 0.23},
    {-0.05, -0.2, 0.2, 0.07, 8, TORSO, 0}, /* thighs */
    {0.05, -0.2, 0.2, 0.07, 8, TORSO, 0},
    {-0.05, -0.6, 0.2, 0.06, 5, 6, -0.4}, /* shins */
    {0.05, -0.6, 0.2, 0.06, 5, 7, -0.4},
};

static void add_limb(struct description *description, const struct limb *limb, int32_t body)
{
    const double area = PI * limb->radius * limb->radius + 4 * limb->reach * limb->radius;
    const struct material material = {limb->mass / area, 0.6, 0};
    if (limb->reach > 0) {
        add_capsule(description, body, &material, limb->reach, limb->radius);
    } else {
        add_circle(description, body, &material, limb->radius);
    }
}

static void add_doll(struct description *description, double x, double y, double speed, int32_t group)
{
    int32_t body[LIMBS];
    for (int i = 0; i < LIMBS; ++i) {
        const struct limb *limb = &LIMB[i];
        body[i] = add_body_at(description, BODY_DYNAMIC, x + limb->x, y + limb->y, 0);
        if (description->failed) {
            return;
        }
        description->body[body[i]].group = group;
        description->body[body[i]].start.vx = speed;
        add_limb(description, limb, body[i]);
        if (limb->joined_to >= 0) {
            const struct limb *other = &LIMB[limb->joined_to];
            const struct described_joint joint = {.type = JOINT_REVOLUTE,
                                                  .body = {body[limb->joined_to], body[i]},
                                                  .x = {limb->x - other->x, 0},
                                                  .y = {limb->joint_y - other->y, limb->joint_y - limb->y}};
            description_add_joint(description, &joint);
        }
    }
}

#define DOLL_COLUMNS 10
#define DOLL_ACROSS 1.2 /* m */
#define DOLL_UP 2.2
#define DOLL_FEET 0.9

void describe_ragdolls(struct description *description, int32_t dolls)
{
    const struct material material = {1, 0.6, 0};
    const int32_t rows = (dolls + DOLL_COLUMNS - 1) / DOLL_COLUMNS;
    add_basin(description, &material, DOLL_COLUMNS * DOLL_ACROSS, DOLL_UP * (rows + 1));
    for (int32_t i = 0; i < dolls && !description->failed; ++i) {
        /* Some go left and some right, or they would all keep standing. */
        const double speed = 0.5 * (i % 7 - 3);
        const int32_t row = i / DOLL_COLUMNS;
        add_doll(description, DOLL_ACROSS * (i % DOLL_COLUMNS + 0.5), DOLL_FEET + DOLL_UP * row, speed, i + 1);
    }
}
