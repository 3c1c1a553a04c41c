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

/* Chipmunk multiplies the coefficients of the two surfaces: with square roots the product is the geometric mean, which the
 * other engines use. */
static void add_shape(struct world *instance, const struct described_shape *described)
{
    cpBody *body = instance->body[described->body];
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
    const cpGroup group = (cpGroup)instance->description->body[described->body].group;
    cpShapeSetFilter(shape, cpShapeFilterNew(group, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
    cpSpaceAddShape(instance->space, shape);
}

static void add_joint(struct world *instance, const struct described_joint *described)
{
    cpBody *a = instance->body[described->body[0]];
    cpBody *b = instance->body[described->body[1]];
    const cpVect on_a = cpv(described->x[0], described->y[0]);
    const cpVect on_b = cpv(described->x[1], described->y[1]);
    cpConstraint *joint = NULL;
    if (described->type == JOINT_REVOLUTE) {
        joint = cpPivotJointNew2(a, b, on_a, on_b);
    } else {
        joint = cpPinJointNew(a, b, on_a, on_b);
        cpPinJointSetDist(joint, described->length);
    }
    cpSpaceAddConstraint(instance->space, joint);
}

static void fill(struct world *instance, const struct described_mass *masses)
{
    const struct description *description = instance->description;
    for (int32_t i = 0; i < description->body_count; ++i) {
        instance->body[i] = cpSpaceAddBody(instance->space, make_body(&description->body[i], &masses[i]));
    }
    for (int32_t i = 0; i < description->shape_count; ++i) {
        add_shape(instance, &description->shape[i]);
    }
    for (int32_t i = 0; i < description->joint_count; ++i) {
        add_joint(instance, &description->joint[i]);
    }
}

static void *create(const struct description *description, const char *words, char *problem, size_t size)
{
    if (!words_are_known(words, KEYS, problem, size)) {
        return NULL;
    }
    struct world *instance = calloc(1, sizeof *instance);
    struct described_mass *masses = calloc((size_t)description->body_count + 1, sizeof *masses);
    cpBody **bodies = calloc((size_t)description->body_count + 1, sizeof *bodies);
    if (instance == NULL || masses == NULL || bodies == NULL) {
        free(instance);
        free(masses);
        free(bodies);
        snprintf(problem, size, "out of memory");
        return NULL;
    }
    description_masses(description, masses);
    *instance = (struct world){.description = description, .space = cpSpaceNew(), .body = bodies};
    cpSpaceSetGravity(instance->space, cpv(description->gravity_x, description->gravity_y));
    cpSpaceSetIterations(instance->space, (int)words_number(words, "iterations", 10));
    cpSpaceSetCollisionSlop(instance->space, words_number(words, "slop", 0.005));
    cpSpaceSetSleepTimeThreshold(instance->space, description->sleep ? 0.5 : INFINITY);
    fill(instance, masses);
    free(masses);
    return instance;
}

static bool step(void *world)
{
    const struct world *instance = world;
    cpSpaceStep(instance->space, instance->description->dt);
    return true;
}

static void read_states(void *world, struct body_state *states)
{
    const struct world *instance = world;
    for (int32_t i = 0; i < instance->description->body_count; ++i) {
        const cpBody *body = instance->body[i];
        const cpVect at = cpBodyGetPosition(body);
        const cpVect turned = cpBodyGetRotation(body);
        const cpVect velocity = cpBodyGetVelocity(body);
        states[i] =
            (struct body_state){at.x, at.y, turned.x, turned.y, velocity.x, velocity.y, cpBodyGetAngularVelocity(body)};
    }
}

/* Shapes and bodies are not freed, because the process ends with its only world. */
static void destroy(void *world)
{
    struct world *instance = world;
    cpSpaceFree(instance->space);
    free(instance->body);
    free(instance);
}

int main(int argc, char **argv)
{
    const struct engine engine = {
        .name = "chipmunk",
        .version = cpVersionString,
        .precision = sizeof(cpFloat) == sizeof(double) ? "double" : "float",
        .note = "Debian builds Chipmunk with assertions enabled, which costs some time",
        .max_threads = 1,
        .settings = SETTINGS,
        .setting_count = sizeof SETTINGS / sizeof *SETTINGS,
        .create = create,
        .step = step,
        .read = read_states,
        .destroy = destroy,
    };
    return serve(&engine, argc, argv);
}
