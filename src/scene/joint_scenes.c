/* Bodies joined: a bridge of planks under a load, and dolls that fall down stairs. */
#include "scene/build.h"

/* ---- Bridge ------------------------------------------------------------------------------------------------------ */

#define PLANK_LENGTH 1.0
#define PLANK_THICKNESS 0.2
#define BRIDGE_TURN                                                                                                    \
    0.6 /* rad, from the first plank to the last: the planks hang in an arc, for a taut line bears no load */
#define LOAD_RADIUS 0.4

/* Cosine and sine of the angle whose half has the tangent t. */
static struct place turned_by(double t)
{
    return (struct place){.c = (1 - t * t) / (1 + t * t), .s = 2 * t / (1 + t * t)};
}

static void turn(struct place *place, struct place by)
{
    const double c = place->c * by.c - place->s * by.s;
    place->s = place->s * by.c + place->c * by.s;
    place->c = c;
}

static md2_body_id build_post(struct build *build, double x, double y)
{
    const md2_body_id post = build_body(build, MD2_STATIC, (struct place){.x = x, .y = y});
    build_box_at(build, post, 0.25, 2, (struct place){.y = -2.25});
    return post;
}

/* From the left post's top on, plank by plank; gives where the last one ends. */
static struct place build_planks(struct build *build, int32_t planks, md2_body_id post)
{
    const double half = PLANK_LENGTH / 2;
    const struct place step = turned_by(BRIDGE_TURN / 2 / planks);
    struct place at = turned_by(-BRIDGE_TURN / 4 * (planks - 1) / planks);
    md2_body_id before = post;
    for (int32_t i = 0; i < planks; ++i) {
        struct place middle = at;
        middle.x += half * at.c;
        middle.y += half * at.s;
        const md2_body_id plank = build_body(build, MD2_DYNAMIC, middle);
        build_box(build, plank, half, PLANK_THICKNESS / 2);
        build_hinge(build, before, (struct place){.x = i > 0 ? half : 0}, plank, (struct place){.x = -half}, 0, 0);
        at.x += PLANK_LENGTH * at.c;
        at.y += PLANK_LENGTH * at.s;
        turn(&at, step);
        before = plank;
    }
    const md2_body_id end = build_post(build, at.x, at.y);
    build_hinge(build, before, (struct place){.x = half}, end, (struct place){0}, 0, 0);
    return at;
}

void settle_bridge(md2_world_def *def)
{
    /* A chain of joints gets its tension from its ends: substeps hold it sooner than as many more iterations. */
    def->substeps = 4;
}

void build_bridge(struct build *build)
{
    const int32_t planks = build_whole(build, "planks");
    const int32_t loads = build_whole(build, "loads");
    build->material.density = (md_real)(build_number(build, "plank_mass") / (PLANK_LENGTH * PLANK_THICKNESS));
    const struct place end = build_planks(build, planks, build_post(build, 0, 0));
    build->material.density = (md_real)disc_density(build_number(build, "load_mass"), LOAD_RADIUS);
    const double pitch = end.x * 0.8 / (loads + 1);
    for (int32_t i = 0; i < loads; ++i) {
        const double shift = build_random(build, -pitch / 4, pitch / 4);
        const struct place place = {.x = end.x * 0.1 + pitch * (i + 1) + shift, .y = 2 + 2 * LOAD_RADIUS * (i % 3)};
        build_circle(build, build_body(build, MD2_DYNAMIC, place), LOAD_RADIUS);
    }
    build_view(build, -2, -end.x / 4 - 2, end.x + 2, 6);
}

/* ---- Ragdolls ---------------------------------------------------------------------------------------------------- */

/* A doll stands upright at the start. Places are those of the doll's own frame, m, with the hips at the origin. */
struct limb {
    double x, y;          /* of its middle */
    double reach, radius; /* capsules upright; without a reach a circle */
    double mass;          /* kg */
    int joined_to;        /* another limb, or -1 */
    double joint_y;       /* of the hinge, above the limb's own x */
    double lower, upper;  /* rad */
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

/* The mass of a capsule is that of a disc and of the rectangle between its halves. */
static double limb_density(const struct limb *limb)
{
    const double disc = 1 / disc_density(1, limb->radius);
    return limb->mass / (disc + 4 * limb->reach * limb->radius);
}

static void build_doll(struct build *build, struct place hips, double speed, int32_t group)
{
    md2_body_id body[LIMB_COUNT];
    build->material.group = -group; /* the limbs of one doll pass each other */
    for (int i = 0; i < LIMB_COUNT; ++i) {
        const struct limb *limb = &LIMBS[i];
        build->material.density = (md_real)limb_density(limb);
        body[i] = build_body(build, MD2_DYNAMIC, (struct place){.x = hips.x + limb->x, .y = hips.y + limb->y});
        if (limb->reach > 0) {
            build_capsule(build, body[i], limb->reach, limb->radius);
        } else {
            build_circle(build, body[i], limb->radius);
        }
        build_velocity(build, body[i], speed, 0, 0);
        if (limb->joined_to >= 0) {
            const struct limb *other = &LIMBS[limb->joined_to];
            const struct place on_other = {.x = limb->x - other->x, .y = limb->joint_y - other->y};
            build_hinge(build, body[limb->joined_to], on_other, body[i], (struct place){.y = limb->joint_y - limb->y},
                        limb->lower, limb->upper);
        }
    }
    build->material.group = 0;
}

#define STAIRS 8
#define STAIR_HEIGHT 0.5
#define STAIR_LENGTH 1.5

void build_ragdolls(struct build *build)
{
    const int32_t count = build_whole(build, "count");
    const int32_t columns = 5;
    build_ground(build, -3, 30);
    for (int32_t i = 0; i < STAIRS; ++i) {
        const double height = STAIR_HEIGHT * (STAIRS - i);
        const struct place place = {.x = STAIR_LENGTH * (i + 0.5), .y = height / 2};
        build_box(build, build_body(build, MD2_STATIC, place), STAIR_LENGTH / 2, height / 2);
    }
    const double base = STAIR_HEIGHT * STAIRS + 2;
    for (int32_t i = 0; i < count; ++i) {
        const double shift = build_random(build, -0.2, 0.2);
        const double speed = build_random(build, 0, 2);
        const int32_t row = i / columns;
        const struct place hips = {.x = 1 + 1.2 * (i % columns) + shift, .y = base + 2.2 * row};
        build_doll(build, hips, speed, i + 1);
    }
    const int32_t rows = (count + columns - 1) / columns;
    build_view(build, -1, -1, 18, base + 2.2 * rows);
}
