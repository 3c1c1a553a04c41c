// Bullet as a peer of the benchmark, in 3D: see README.md here. Debian's libraries are in single precision.
#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

extern "C" {
#include "bench/engines/engine.h"
}

namespace
{

// Bullet adds a margin to convex hulls (40 mm by default), which would hold them apart.
constexpr btScalar HULL_MARGIN = 0;

const struct setting SETTINGS[] = {
    {LEVEL_DEFAULT, "iterations=10"},         {LEVEL_USUAL, "iterations=4"},
    {LEVEL_USUAL, "iterations=20"},           {LEVEL_USUAL, "iterations=50"},
    {LEVEL_FULL, "iterations=10 substeps=2"}, {LEVEL_FULL, "iterations=10 substeps=4"},
};

const char *const KEYS[] = {"iterations", "substeps", "threads", nullptr};

// Bodies of one group do not collide.
struct group_filter : btOverlapFilterCallback {
    bool needBroadphaseCollision(btBroadphaseProxy *a, btBroadphaseProxy *b) const override
    {
        const int first = static_cast<btCollisionObject *>(a->m_clientObject)->getUserIndex();
        const int second = static_cast<btCollisionObject *>(b->m_clientObject)->getUserIndex();
        return (a->m_collisionFilterGroup & b->m_collisionFilterMask) != 0 &&
               (b->m_collisionFilterGroup & a->m_collisionFilterMask) != 0 && (first == 0 || first != second);
    }
};

struct world {
    const struct description3 *description;
    int substeps;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    group_filter filter;
    btDiscreteDynamicsWorld bullet{&dispatcher, &broadphase, &solver, &configuration};
    std::vector<btRigidBody *> body; // of each described body its last one: static bodies have one per shape
};

btVector3 vector(const struct dvec3 &v)
{
    return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}

// A capsule about the origin along an axis of the body; nullptr for another one.
btCollisionShape *make_capsule(const struct described_shape3 &shape)
{
    const struct dvec3 along = dvec3_sub(shape.point[1], shape.point[0]);
    const struct dvec3 middle = dvec3_add(shape.point[1], shape.point[0]);
    const double length = dvec3_length(along);
    const auto radius = static_cast<btScalar>(shape.radius);
    const auto height = static_cast<btScalar>(length);
    const double near = 1e-9 * length;
    if (dvec3_length(middle) > near) {
        return nullptr;
    }
    if (length - std::fabs(along.x) <= near) {
        return new btCapsuleShapeX(radius, height);
    }
    if (length - std::fabs(along.y) <= near) {
        return new btCapsuleShape(radius, height);
    }
    return length - std::fabs(along.z) <= near ? new btCapsuleShapeZ(radius, height) : nullptr;
}

btCollisionShape *make_hull(const struct described_shape3 &shape)
{
    auto *hull = new btConvexHullShape();
    for (int32_t i = 0; i < shape.count; ++i) {
        hull->addPoint(vector(shape.point[i]), false);
    }
    hull->recalcLocalAabb();
    hull->setMargin(HULL_MARGIN);
    hull->initializePolyhedralFeatures();
    return hull;
}

btCollisionShape *make_shape(const struct described_shape3 &shape)
{
    switch (shape.kind) {
    case SHAPE3_SPHERE: return new btSphereShape(static_cast<btScalar>(shape.radius));
    case SHAPE3_CAPSULE: return make_capsule(shape);
    case SHAPE3_BOX: return new btBoxShape(vector(shape.point[0])); // its margin is inside
    case SHAPE3_PLANE: return new btStaticPlaneShape(vector(shape.point[0]), static_cast<btScalar>(shape.radius));
    default: return make_hull(shape);
    }
}

// Bullet multiplies the coefficients of the two surfaces: with square roots the product is the geometric mean.
bool add_shape(struct world &instance, const struct described_shape3 &described, const struct described_mass3 &mass)
{
    const struct described_body3 &body = instance.description->body[described.body];
    const struct body_state3 &at = body.start;
    btCollisionShape *shape = make_shape(described);
    if (shape == nullptr || (body.type == BODY_DYNAMIC && instance.body[described.body] != nullptr)) {
        delete shape;
        return false;
    }
    btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(mass.mass), nullptr, shape,
                                                  vector(mass.inertia));
    info.m_startWorldTransform = btTransform(btQuaternion(static_cast<btScalar>(at.q.x), static_cast<btScalar>(at.q.y),
                                                          static_cast<btScalar>(at.q.z), static_cast<btScalar>(at.q.w)),
                                             vector(at.p));
    info.m_friction = static_cast<btScalar>(std::sqrt(described.friction));
    info.m_restitution = static_cast<btScalar>(std::sqrt(described.restitution));
    auto *made = new btRigidBody(info);
    made->setUserIndex(body.group);
    made->setLinearVelocity(vector(at.v));
    made->setAngularVelocity(vector(at.spin));
    made->setActivationState(instance.description->sleep ? ACTIVE_TAG : DISABLE_DEACTIVATION);
    if (body.type == BODY_KINEMATIC) {
        made->setCollisionFlags(made->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    }
    instance.bullet.addRigidBody(made);
    instance.body[described.body] = made;
    return true;
}

void add_joint(struct world &instance, const struct described_joint3 &joint)
{
    btRigidBody &a = *instance.body[joint.body[0]];
    btRigidBody &b = *instance.body[joint.body[1]];
    btTypedConstraint *made = nullptr;
    if (joint.type == JOINT3_BALL) {
        made = new btPoint2PointConstraint(a, b, vector(joint.anchor[0]), vector(joint.anchor[1]));
    } else {
        made = new btHingeConstraint(a, b, vector(joint.anchor[0]), vector(joint.anchor[1]), vector(joint.axis[0]),
                                     vector(joint.axis[1]));
    }
    instance.bullet.addConstraint(made, true);
}

bool fill(struct world &instance)
{
    const struct description3 &description = *instance.description;
    std::vector<struct described_mass3> masses(static_cast<std::size_t>(description.body_count) + 1);
    description3_masses(&description, masses.data());
    for (int32_t i = 0; i < description.shape_count; ++i) {
        if (!add_shape(instance, description.shape[i], masses[description.shape[i].body])) {
            return false;
        }
    }
    for (int32_t i = 0; i < description.joint_count; ++i) {
        add_joint(instance, description.joint[i]);
    }
    return true;
}

void *create3(const struct description3 *description, const char *words, char *problem, std::size_t size)
{
    if (!words_are_known(words, KEYS, problem, size)) {
        return nullptr;
    }
    std::unique_ptr<struct world> instance(new struct world);
    instance->description = description;
    instance->substeps = static_cast<int>(words_number(words, "substeps", 1));
    instance->body.assign(static_cast<std::size_t>(description->body_count), nullptr);
    instance->bullet.getPairCache()->setOverlapFilterCallback(&instance->filter);
    instance->bullet.setGravity(vector(description->gravity));
    instance->bullet.getSolverInfo().m_numIterations = static_cast<int>(words_number(words, "iterations", 10));
    if (!fill(*instance)) {
        std::snprintf(problem, size, "Bullet gets dynamic bodies of one shape, capsules along an axis of their body");
        return nullptr;
    }
    return instance.release();
}

bool step(void *world)
{
    struct world *instance = static_cast<struct world *>(world);
    const auto dt = static_cast<btScalar>(instance->description->dt / instance->substeps);
    for (int i = 0; i < instance->substeps; ++i) {
        instance->bullet.stepSimulation(dt, 0);
    }
    return true;
}

struct dvec3 numbers(const btVector3 &v)
{
    return {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())};
}

void read_states3(void *world, struct body_state3 *states)
{
    const struct world *instance = static_cast<const struct world *>(world);
    for (std::size_t i = 0; i < instance->body.size(); ++i) {
        const btRigidBody *body = instance->body[i];
        states[i] = instance->description->body[i].start;
        if (body != nullptr) {
            const btQuaternion q = body->getOrientation();
            states[i] = {numbers(body->getCenterOfMassPosition()),
                         {static_cast<double>(q.x()), static_cast<double>(q.y()), static_cast<double>(q.z()),
                          static_cast<double>(q.w())},
                         numbers(body->getLinearVelocity()),
                         numbers(body->getAngularVelocity())};
        }
    }
}

// Bodies and shapes are not freed, because the process ends with its only world.
void destroy(void *world)
{
    (void)world;
}

} // namespace

int main(int argc, char **argv)
{
    char version[32];
    std::snprintf(version, sizeof version, "%d.%02d", btGetVersion() / 100, btGetVersion() % 100);
    struct engine engine = {};
    engine.name = "bullet";
    engine.version = version;
    engine.precision = sizeof(btScalar) == sizeof(float) ? "float" : "double";
    engine.note = "convex hulls without margin";
    engine.max_threads = 1;
    engine.settings = SETTINGS;
    engine.setting_count = sizeof SETTINGS / sizeof *SETTINGS;
    engine.create3 = create3;
    engine.step = step;
    engine.read3 = read_states3;
    engine.destroy = destroy;
    return serve(&engine, argc, argv);
}
