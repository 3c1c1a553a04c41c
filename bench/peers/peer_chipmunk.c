/* Chipmunk 7 as a peer of the benchmark: see README.md here. Chipmunk is double throughout. */
#include <math.h>
#include <stdlib.h>

#include <chipmunk/chipmunk.h>

#include "bench/engines/engine.h"

struct world {
    const struct description *description;
    cpSpace *space;
    cpBody **body;
};

static const struct setting SETTINGS[] = {
    {LEVEL_DEFAULT, "iterations=10 slop=0.005"}, {LEVEL_USUAL, "iterations=5 slop=0.005"},
    {LEVEL_USUAL, "iterations=20 slop=0.005"},   {LEVEL_USUAL, "iterations=10 slop=0.0005"},
    {LEVEL_USUAL, "iterations=50 slop=0.0005"},  {LEVEL_FULL, "iterations=50 slop=0.005"},
    {LEVEL_FULL, "iterations=5 slop=0.0005"},    {LEVEL_FULL, "iterations=20 slop=0.0005"},
};

static const char *const KEYS[] = {"iterations", "slop", "threads", NULL};

static cpBody *make_body(const struct described_body *described, const struct described_mass *mass)
{
    const struct body_state *at = &described->start;
    cpBody *body = described->type == BODY_STATIC      ? cpBodyNewStatic()
                   : described->type == BODY_KINEMATIC ? cpBodyNewKinematic()
                                                       : cpBodyNew(mass->mass, mass->inertia);
    cpBodySetPosition(body, cpv(at->x, at->y));
    cpBodySetAngle(body, atan2(at->s, at->c));
    if (described->type != BODY_STATIC) {
        cpBodySetVelocity(body, cpv(at->vx, at->vy));
        cpBodySetAngularVelocity(body, at->spin);
    }
    return body;
}

/* Chipmunk multiplies the two surfaces' numbers: with roots that is the geometric mean that the others take. */
static void add_shape(struct world *made, const struct described_shape *described)
{
    cpBody *body = made->body[described->body];
    cpVect point[SHAPE_MAX_POINTS];
    cpShape *shape = NULL;
    for (int32_t i = 0; i < described->count; ++i) {
        point[i] = cpv(described->x[i], described->y[i]);
    }
    if (described->count == 1) {
        shape = cpCircleShapeNew(body, described->radius, point[0]);
    } else if (described->count == 2) {
        shape = cpSegmentShapeNew(body, point[0], point[1], described->radius);
    } else {
        shape = cpPolyShapeNewRaw(body, described->count, point, described->radius);
    }
    cpShapeSetFriction(shape, sqrt(described->friction));
    cpShapeSetElasticity(shape, sqrt(described->restitution));
    const cpGroup group = (cpGroup)made->description->body[described->body].group;
    cpShapeSetFilter(shape, cpShapeFilterNew(group, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
    cpSpaceAddShape(made->space, shape);
}

static void add_joint(struct world *made, const struct described_joint *described)
{
    cpBody *a = made->body[described->body[0]];
    cpBody *b = made->body[described->body[1]];
    const cpVect on_a = cpv(described->x[0], described->y[0]);
    const cpVect on_b = cpv(described->x[1], described->y[1]);
    cpConstraint *joint = NULL;
    if (described->type == JOINT_REVOLUTE) {
        joint = cpPivotJointNew2(a, b, on_a, on_b);
    } else {
        joint = cpPinJointNew(a, b, on_a, on_b);
        cpPinJointSetDist(joint, described->length);
    }
    cpSpaceAddConstraint(made->space, joint);
}

static void fill(struct world *made, const struct described_mass *masses)
{
    const struct description *description = made->description;
    for (int32_t i = 0; i < description->body_count; ++i) {
        made->body[i] = cpSpaceAddBody(made->space, make_body(&description->body[i], &masses[i]));
    }
    for (int32_t i = 0; i < description->shape_count; ++i) {
        add_shape(made, &description->shape[i]);
    }
    for (int32_t i = 0; i < description->joint_count; ++i) {
        add_joint(made, &description->joint[i]);
    }
}

static void *create(const struct description *description, const char *words, char *problem, size_t size)
{
    if (!words_are_known(words, KEYS, problem, size)) {
        return NULL;
    }
    struct world *made = calloc(1, sizeof *made);
    struct described_mass *masses = calloc((size_t)description->body_count + 1, sizeof *masses);
    cpBody **bodies = calloc((size_t)description->body_count + 1, sizeof *bodies);
    if (made == NULL || masses == NULL || bodies == NULL) {
        free(made);
        free(masses);
        free(bodies);
        snprintf(problem, size, "out of memory");
        return NULL;
    }
    description_masses(description, masses);
    *made = (struct world){.description = description, .space = cpSpaceNew(), .body = bodies};
    cpSpaceSetGravity(made->space, cpv(description->gravity_x, description->gravity_y));
    cpSpaceSetIterations(made->space, (int)words_number(words, "iterations", 10));
    cpSpaceSetCollisionSlop(made->space, words_number(words, "slop", 0.005));
    cpSpaceSetSleepTimeThreshold(made->space, description->sleep ? 0.5 : INFINITY);
    fill(made, masses);
    free(masses);
    return made;
}

static bool step(void *world)
{
    const struct world *made = world;
    cpSpaceStep(made->space, made->description->dt);
    return true;
}

static void read_states(void *world, struct body_state *states)
{
    const struct world *made = world;
    for (int32_t i = 0; i < made->description->body_count; ++i) {
        const cpBody *body = made->body[i];
        const cpVect at = cpBodyGetPosition(body);
        const cpVect turned = cpBodyGetRotation(body);
        const cpVect velocity = cpBodyGetVelocity(body);
        states[i] =
            (struct body_state){at.x, at.y, turned.x, turned.y, velocity.x, velocity.y, cpBodyGetAngularVelocity(body)};
    }
}

/* The process ends with its one world: what the space holds goes with it. */
static void destroy(void *world)
{
    struct world *made = world;
    cpSpaceFree(made->space);
    free(made->body);
    free(made);
}

int main(int argc, char **argv)
{
    const struct engine engine = {
        .name = "chipmunk",
        .version = cpVersionString,
        .precision = sizeof(cpFloat) == sizeof(double) ? "double" : "float",
        .note = "Debian builds Chipmunk with its assertions on, which costs it some time",
        .threads_most = 1,
        .settings = SETTINGS,
        .setting_count = sizeof SETTINGS / sizeof *SETTINGS,
        .create = create,
        .step = step,
        .read = read_states,
        .destroy = destroy,
    };
    return serve(&engine, argc, argv);
}
