/* ODE as a peer of the benchmark, in 3D: see README.md here. Debian's library is in double precision. */
#include <math.h>
#include <stdlib.h>

#include <ode/ode.h>

#include "bench/engines/engine.h"
#include "scene/library3/described_hull.h"

#define MAX_CONTACTS 8 /* per pair of shapes */
#define BOUNCE_SPEED 1 /* m/s: of approach, above which contacts bounce, as in the other engines */

/* A hull as ODE wants it. ODE keeps the pointers. */
struct convex {
    dReal planes[4 * HULL_MAX_FACES];
    dReal points[3 * SHAPE3_MAX_POINTS];
    unsigned polygons[HULL_MAX_FACES * (SHAPE3_MAX_POINTS + 1)];
};

struct world {
    const struct description3 *description;
    dWorldID ode;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID *body; /* NULL for static bodies */
    int substeps;
};

static const struct setting SETTINGS[] = {
    {LEVEL_DEFAULT, "iterations=20"},         {LEVEL_USUAL, "iterations=10"},           {LEVEL_USUAL, "iterations=50"},
    {LEVEL_FULL, "iterations=20 substeps=2"}, {LEVEL_FULL, "iterations=20 substeps=4"},
};

static const char *const KEYS[] = {"iterations", "substeps", "threads", NULL};

/* ---- Contacts -------------------------------------------------------------------------------------------------------- */

static void collide(void *data, dGeomID a, dGeomID b)
{
    const struct world *instance = data;
    const struct described_shape3 *first = dGeomGetData(a);
    const struct described_shape3 *second = dGeomGetData(b);
    const int32_t group = instance->description->body[first->body].group;
    const dBodyID body_a = dGeomGetBody(a);
    const dBodyID body_b = dGeomGetBody(b);
    dContact contact[MAX_CONTACTS];
    if ((body_a == NULL && body_b == NULL) || (group > 0 && group == instance->description->body[second->body].group)) {
        return;
    }
    const int count = dCollide(a, b, MAX_CONTACTS, &contact[0].geom, sizeof *contact);
    for (int i = 0; i < count; ++i) {
        contact[i].surface = (dSurfaceParameters){.mode = dContactBounce | dContactApprox1,
                                                  .mu = sqrt(first->friction * second->friction),
                                                  .bounce = fmax(first->restitution, second->restitution),
                                                  .bounce_vel = BOUNCE_SPEED};
        dJointAttach(dJointCreateContact(instance->ode, instance->contacts, &contact[i]), body_a, body_b);
    }
}

static bool step(void *world)
{
    struct world *instance = world;
    for (int i = 0; i < instance->substeps; ++i) {
        dSpaceCollide(instance->space, instance, collide);
        if (!dWorldQuickStep(instance->ode, instance->description->dt / instance->substeps)) {
            return false;
        }
        dJointGroupEmpty(instance->contacts);
    }
    return true;
}

/* ---- The world ------------------------------------------------------------------------------------------------------- */

static dGeomID make_hull(const struct world *instance, const struct described_shape3 *shape)
{
    struct described_hull hull;
    struct convex *convex = calloc(1, sizeof *convex);
    if (convex == NULL) {
        return NULL;
    }
    described_hull_make(shape, &hull);
    for (int32_t i = 0; i < hull.points; ++i) {
        convex->points[3 * i] = hull.point[i].x;
        convex->points[3 * i + 1] = hull.point[i].y;
        convex->points[3 * i + 2] = hull.point[i].z;
    }
    unsigned *next = convex->polygons;
    for (int32_t f = 0; f < hull.faces; ++f) {
        convex->planes[4 * f] = hull.normal[f].x;
        convex->planes[4 * f + 1] = hull.normal[f].y;
        convex->planes[4 * f + 2] = hull.normal[f].z;
        convex->planes[4 * f + 3] = hull.offset[f];
        *next++ = (unsigned)hull.corners[f];
        for (int32_t i = 0; i < hull.corners[f]; ++i) {
            *next++ = (unsigned)hull.corner[f][i];
        }
    }
    return dCreateConvex(instance->space, convex->planes, (unsigned)hull.faces, convex->points, (unsigned)hull.points,
                         convex->polygons);
}

static dGeomID make_geom(const struct world *instance, const struct described_shape3 *shape)
{
    const struct dvec3 p = shape->point[0];
    switch (shape->kind) {
    case SHAPE3_SPHERE: return dCreateSphere(instance->space, shape->radius);
    case SHAPE3_CAPSULE:
        return dCreateCapsule(instance->space, shape->radius, dvec3_length(dvec3_sub(shape->point[1], p)));
    case SHAPE3_BOX: return dCreateBox(instance->space, 2 * p.x, 2 * p.y, 2 * p.z);
    case SHAPE3_HULL: return make_hull(instance, shape);
    default: return dCreatePlane(instance->space, p.x, p.y, p.z, shape->radius);
    }
}

/* Moves a shape in its body: a capsule of ODE lies along z. */
static void place_in_body(dGeomID geom, const struct described_shape3 *shape)
{
    if (shape->kind == SHAPE3_SPHERE) {
        dGeomSetOffsetPosition(geom, shape->point[0].x, shape->point[0].y, shape->point[0].z);
    }
    if (shape->kind == SHAPE3_CAPSULE) {
        const struct dvec3 middle = dvec3_scale(dvec3_add(shape->point[0], shape->point[1]), 0.5);
        const struct dvec3 along = dvec3_sub(shape->point[1], shape->point[0]);
        dMatrix3 rotation;
        dRFromZAxis(rotation, along.x, along.y, along.z);
        dGeomSetOffsetPosition(geom, middle.x, middle.y, middle.z);
        dGeomSetOffsetRotation(geom, rotation);
    }
}

static bool add_shape(struct world *instance, struct described_shape3 *shape)
{
    const struct described_body3 *body = &instance->description->body[shape->body];
    const dGeomID geom = make_geom(instance, shape);
    if (geom == NULL) {
        return false;
    }
    dGeomSetData(geom, shape);
    if (instance->body[shape->body] != NULL) {
        dGeomSetBody(geom, instance->body[shape->body]);
        place_in_body(geom, shape);
    } else if (shape->kind != SHAPE3_PLANE) {
        const dQuaternion q = {body->start.q.w, body->start.q.x, body->start.q.y, body->start.q.z};
        dGeomSetPosition(geom, body->start.p.x, body->start.p.y, body->start.p.z);
        dGeomSetQuaternion(geom, q);
    }
    return true;
}

static dBodyID make_body(dWorldID world, const struct described_body3 *described, const struct described_mass3 *mass)
{
    const struct body_state3 *at = &described->start;
    const dQuaternion q = {at->q.w, at->q.x, at->q.y, at->q.z};
    if (described->type == BODY_STATIC) {
        return NULL;
    }
    const dBodyID body = dBodyCreate(world);
    dBodySetPosition(body, at->p.x, at->p.y, at->p.z);
    dBodySetQuaternion(body, q);
    dBodySetLinearVel(body, at->v.x, at->v.y, at->v.z);
    dBodySetAngularVel(body, at->spin.x, at->spin.y, at->spin.z);
    if (described->type == BODY_KINEMATIC) {
        dBodySetKinematic(body);
    } else {
        dMass ode_mass;
        dMassSetParameters(&ode_mass, mass->mass, 0, 0, 0, mass->inertia.x, mass->inertia.y, mass->inertia.z, 0, 0, 0);
        dBodySetMass(body, &ode_mass);
    }
    return body;
}

static void add_joint(struct world *instance, const struct described_joint3 *described)
{
    const struct body_state3 *at = &instance->description->body[described->body[0]].start;
    const struct dvec3 point = dvec3_add(at->p, drot3_apply(at->q, described->anchor[0]));
    const struct dvec3 axis = drot3_apply(at->q, described->axis[0]);
    const dBodyID a = instance->body[described->body[0]];
    const dBodyID b = instance->body[described->body[1]];
    if (described->type == JOINT3_BALL) {
        const dJointID ball = dJointCreateBall(instance->ode, 0);
        dJointAttach(ball, a, b);
        dJointSetBallAnchor(ball, point.x, point.y, point.z);
    } else {
        const dJointID hinge = dJointCreateHinge(instance->ode, 0);
        dJointAttach(hinge, a, b);
        dJointSetHingeAnchor(hinge, point.x, point.y, point.z);
        dJointSetHingeAxis(hinge, axis.x, axis.y, axis.z);
    }
}

static bool fill(struct world *instance, const struct described_mass3 *masses)
{
    const struct description3 *description = instance->description;
    bool is_good = true;
    for (int32_t i = 0; i < description->body_count; ++i) {
        instance->body[i] = make_body(instance->ode, &description->body[i], &masses[i]);
    }
    for (int32_t i = 0; is_good && i < description->shape_count; ++i) {
        is_good = add_shape(instance, &description->shape[i]);
    }
    for (int32_t i = 0; is_good && i < description->joint_count; ++i) {
        add_joint(instance, &description->joint[i]);
    }
    return is_good;
}

static void destroy(void *world)
{
    struct world *instance = world;
    dJointGroupDestroy(instance->contacts);
    dSpaceDestroy(instance->space);
    dWorldDestroy(instance->ode);
    dCloseODE();
    free(instance->body); /* hulls are not freed, because the process ends with its only world */
    free(instance);
}

static void *create3(const struct description3 *description, const char *words, char *problem, size_t size)
{
    if (!words_are_known(words, KEYS, problem, size)) {
        return NULL;
    }
    struct world *instance = calloc(1, sizeof *instance);
    struct described_mass3 *masses = calloc((size_t)description->body_count + 1, sizeof *masses);
    dBodyID *bodies = calloc((size_t)description->body_count + 1, sizeof *bodies);
    if (instance == NULL || masses == NULL || bodies == NULL) {
        free(instance);
        free(masses);
        free(bodies);
        snprintf(problem, size, "out of memory");
        return NULL;
    }
    dInitODE2(0);
    dAllocateODEDataForThread((unsigned)dAllocateMaskAll);
    *instance = (struct world){.description = description,
                               .ode = dWorldCreate(),
                               .space = dSweepAndPruneSpaceCreate(NULL, dSAP_AXES_XZY),
                               .contacts = dJointGroupCreate(0),
                               .body = bodies,
                               .substeps = (int)words_number(words, "substeps", 1)};
    dWorldSetGravity(instance->ode, description->gravity.x, description->gravity.y, description->gravity.z);
    dWorldSetQuickStepNumIterations(instance->ode, (int)words_number(words, "iterations", 20));
    dWorldSetContactSurfaceLayer(instance->ode,
                                 0.0005); /* the slop of Modulus, m: without it resting contacts flicker */
    dWorldSetAutoDisableFlag(instance->ode, description->sleep);
    description3_masses(description, masses);
    const bool is_good = fill(instance, masses);
    free(masses);
    if (!is_good) {
        snprintf(problem, size, "out of memory");
        destroy(instance);
        return NULL;
    }
    return instance;
}

static void read_states3(void *world, struct body_state3 *states)
{
    const struct world *instance = world;
    for (int32_t i = 0; i < instance->description->body_count; ++i) {
        const dBodyID body = instance->body[i];
        states[i] = instance->description->body[i].start;
        if (body != NULL) {
            const dReal *p = dBodyGetPosition(body);
            const dReal *q = dBodyGetQuaternion(body);
            const dReal *v = dBodyGetLinearVel(body);
            const dReal *spin = dBodyGetAngularVel(body);
            states[i] = (struct body_state3){
                {p[0], p[1], p[2]}, {q[1], q[2], q[3], q[0]}, {v[0], v[1], v[2]}, {spin[0], spin[1], spin[2]}};
        }
    }
}

int main(int argc, char **argv)
{
    const struct engine engine = {
        .name = "ode",
        .version = ODE_VERSION,
        .precision = sizeof(dReal) == sizeof(double) ? "double" : "float",
        .max_threads = 1,
        .settings = SETTINGS,
        .setting_count = sizeof SETTINGS / sizeof *SETTINGS,
        .create3 = create3,
        .step = step,
        .read3 = read_states3,
        .destroy = destroy,
    };
    return serve(&engine, argc, argv);
}
