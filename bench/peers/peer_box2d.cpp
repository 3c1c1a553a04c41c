// Box2D 2.4 as a peer of the benchmark: see README.md here. Box2D is float throughout.
#include <cmath>
#include <cstdio>
#include <vector>

#include <box2d/box2d.h>

extern "C" {
#include "bench/engines/engine.h"
}

namespace
{

struct world {
    const struct description *description;
    b2World box2d;
    std::vector<b2Body *> body;
    int velocity_iterations, position_iterations;
};

const struct setting SETTINGS[] = {
    {LEVEL_DEFAULT, "velocity=8 position=3"},
    {LEVEL_USUAL, "velocity=8 position=3 continuous=0"}, // times of impact are slow in scenes with many fast bodies
    {LEVEL_USUAL, "velocity=4 position=1"},
    {LEVEL_USUAL, "velocity=20 position=10"},
    {LEVEL_USUAL, "velocity=50 position=20"},
};

const char *const KEYS[] = {"velocity", "position", "continuous", "threads", nullptr};

b2Vec2 vector(double x, double y)
{
    return b2Vec2(static_cast<float>(x), static_cast<float>(y));
}

// Box2D adds a skin of b2_polygonRadius to every polygon. The polygon is shrunk by it, so that the skin ends where the
// described shape does; only the corners are rounded. Each side is moved inwards along its normal.
void shrink(const struct described_shape &shape, b2Vec2 *point)
{
    const int count = shape.count;
    for (int i = 0; i < count; ++i) {
        const int before = (i + count - 1) % count;
        const int after = (i + 1) % count;
        double ax = shape.x[i] - shape.x[before];
        double ay = shape.y[i] - shape.y[before];
        double bx = shape.x[after] - shape.x[i];
        double by = shape.y[after] - shape.y[i];
        const double a = std::hypot(ax, ay);
        const double b = std::hypot(bx, by);
        ax /= a;
        ay /= a;
        bx /= b;
        by /= b;
        const double share = (b2_polygonRadius - shape.radius) / (ax * by - ay * bx);
        point[i] = vector(shape.x[i] + share * (bx - ax), shape.y[i] + share * (by - ay));
    }
}

b2FixtureDef material_of(const struct described_shape &shape, int group)
{
    b2FixtureDef def;
    def.density = static_cast<float>(shape.density);
    def.friction = static_cast<float>(shape.friction);
    def.restitution = static_cast<float>(shape.restitution);
    def.filter.groupIndex = static_cast<int16>(-group);
    return def;
}

void add_circle(b2Body *body, b2FixtureDef def, double x, double y, double radius)
{
    b2CircleShape circle;
    circle.m_p = vector(x, y);
    circle.m_radius = static_cast<float>(radius);
    def.shape = &circle;
    body->CreateFixture(&def);
}

// Box2D 2.4 has no capsules: use a box with a circle at each end.
void add_capsule(b2Body *body, const b2FixtureDef &def, const struct described_shape &shape)
{
    const double length = std::hypot(shape.x[1] - shape.x[0], shape.y[1] - shape.y[0]);
    const double across_x = (shape.y[1] - shape.y[0]) / length * shape.radius;
    const double across_y = -(shape.x[1] - shape.x[0]) / length * shape.radius;
    struct described_shape box = shape;
    box.count = 4;
    box.radius = 0;
    const double x[] = {shape.x[0] + across_x, shape.x[1] + across_x, shape.x[1] - across_x, shape.x[0] - across_x};
    const double y[] = {shape.y[0] + across_y, shape.y[1] + across_y, shape.y[1] - across_y, shape.y[0] - across_y};
    for (int i = 0; i < 4; ++i) {
        box.x[i] = x[i];
        box.y[i] = y[i];
    }
    b2Vec2 point[4];
    b2PolygonShape polygon;
    b2FixtureDef box_def = def;
    shrink(box, point);
    polygon.Set(point, 4);
    box_def.shape = &polygon;
    body->CreateFixture(&box_def);
    add_circle(body, def, shape.x[0], shape.y[0], shape.radius);
    add_circle(body, def, shape.x[1], shape.y[1], shape.radius);
}

void add_shape(b2Body *body, const struct described_shape &shape, int group)
{
    b2FixtureDef def = material_of(shape, group);
    if (shape.count == 1) {
        add_circle(body, def, shape.x[0], shape.y[0], shape.radius);
    } else if (shape.count == 2) {
        add_capsule(body, def, shape);
    } else {
        b2Vec2 point[b2_maxPolygonVertices];
        b2PolygonShape polygon;
        shrink(shape, point);
        polygon.Set(point, shape.count);
        def.shape = &polygon;
        body->CreateFixture(&def);
    }
}

void add_joint(struct world *instance, const struct described_joint &joint)
{
    b2Body *a = instance->body[joint.body[0]];
    b2Body *b = instance->body[joint.body[1]];
    if (joint.type == JOINT_REVOLUTE) {
        b2RevoluteJointDef def;
        def.bodyA = a;
        def.bodyB = b;
        def.localAnchorA = vector(joint.x[0], joint.y[0]);
        def.localAnchorB = vector(joint.x[1], joint.y[1]);
        instance->box2d.CreateJoint(&def);
    } else {
        b2DistanceJointDef def;
        def.bodyA = a;
        def.bodyB = b;
        def.localAnchorA = vector(joint.x[0], joint.y[0]);
        def.localAnchorB = vector(joint.x[1], joint.y[1]);
        def.length = def.minLength = def.maxLength = static_cast<float>(joint.length);
        instance->box2d.CreateJoint(&def);
    }
}

b2Body *make_body(struct world *instance, const struct described_body &described)
{
    static const b2BodyType TYPES[] = {b2_staticBody, b2_kinematicBody, b2_dynamicBody};
    const struct body_state &at = described.start;
    b2BodyDef def;
    def.type = TYPES[described.type];
    def.position = vector(at.x, at.y);
    def.angle = static_cast<float>(std::atan2(at.s, at.c));
    def.linearVelocity = vector(at.vx, at.vy);
    def.angularVelocity = static_cast<float>(at.spin);
    return instance->box2d.CreateBody(&def);
}

// Masses are those of the described shapes, not of the shrunk polygons.
void set_masses(struct world *instance)
{
    std::vector<struct described_mass> masses(instance->body.size() + 1);
    description_masses(instance->description, masses.data());
    for (size_t i = 0; i < instance->body.size(); ++i) {
        if (instance->body[i]->GetType() == b2_dynamicBody) {
            b2MassData data;
            data.mass = static_cast<float>(masses[i].mass);
            data.center = b2Vec2_zero;
            data.I = static_cast<float>(masses[i].inertia);
            instance->body[i]->SetMassData(&data);
        }
    }
}

void *create(const struct description *description, const char *words, char *problem, size_t size)
{
    if (!words_are_known(words, KEYS, problem, size)) {
        return nullptr;
    }
    struct world *instance = new world{description,
                                       b2World(vector(description->gravity_x, description->gravity_y)),
                                       {},
                                       static_cast<int>(words_number(words, "velocity", 8)),
                                       static_cast<int>(words_number(words, "position", 3))};
    instance->box2d.SetAllowSleeping(description->sleep);
    instance->box2d.SetContinuousPhysics(words_number(words, "continuous", 1) != 0);
    for (int i = 0; i < description->body_count; ++i) {
        instance->body.push_back(make_body(instance, description->body[i]));
    }
    for (int i = 0; i < description->shape_count; ++i) {
        const struct described_shape &shape = description->shape[i];
        add_shape(instance->body[shape.body], shape, description->body[shape.body].group);
    }
    set_masses(instance);
    for (int i = 0; i < description->joint_count; ++i) {
        add_joint(instance, description->joint[i]);
    }
    return instance;
}

bool step(void *world)
{
    struct world *instance = static_cast<struct world *>(world);
    instance->box2d.Step(static_cast<float>(instance->description->dt), instance->velocity_iterations,
                         instance->position_iterations);
    return true;
}

void read_states(void *world, struct body_state *states)
{
    const struct world *instance = static_cast<const struct world *>(world);
    for (size_t i = 0; i < instance->body.size(); ++i) {
        const b2Body *body = instance->body[i];
        const b2Transform &at = body->GetTransform();
        const b2Vec2 &velocity = body->GetLinearVelocity();
        states[i] = {at.p.x, at.p.y, at.q.c, at.q.s, velocity.x, velocity.y, body->GetAngularVelocity()};
    }
}

void destroy(void *world)
{
    delete static_cast<struct world *>(world);
}

} // namespace

int main(int argc, char **argv)
{
    char version[32];
    std::snprintf(version, sizeof version, "%d.%d.%d", b2_version.major, b2_version.minor, b2_version.revision);
    struct engine engine = {};
    engine.name = "box2d";
    engine.version = version;
    engine.precision = "float";
    engine.note = "polygons are shrunk by Box2D's skin of 10 mm, so that the skin ends where the shape does";
    engine.max_threads = 1;
    engine.settings = SETTINGS;
    engine.setting_count = sizeof SETTINGS / sizeof *SETTINGS;
    engine.create = create;
    engine.step = step;
    engine.read = read_states;
    engine.destroy = destroy;
    return serve(&engine, argc, argv);
}
