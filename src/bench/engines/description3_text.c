/* A 3D description as lines of text, which bench/peers/README.md specifies. */
#include "bench/engines/engine.h"
#include "bench/engines/text_reader.h"

#define FORMAT_NAME "modulus-bench3"
#define FORMAT_VERSION 1

static const char *const BODY_TYPES[] = {"static", "kinematic", "dynamic"};
static const char *const SHAPE_KINDS[] = {"sphere", "capsule", "box", "hull", "plane"};
static const char *const JOINT_TYPES[] = {"ball", "hinge"};

/* ---- Writing ------------------------------------------------------------------------------------------------------- */

static void write_vec(FILE *file, struct dvec3 v)
{
    const double numbers[] = {v.x, v.y, v.z};
    write_numbers(file, numbers, 3);
}

static void write_body(FILE *file, const struct described_body3 *body)
{
    const struct body_state3 *at = &body->start;
    const double rotation[] = {at->q.x, at->q.y, at->q.z, at->q.w};
    fprintf(file, "body %s %d", BODY_TYPES[body->type], body->group);
    write_vec(file, at->p);
    write_numbers(file, rotation, 4);
    write_vec(file, at->v);
    write_vec(file, at->spin);
    fputc('\n', file);
}

static void write_shape(FILE *file, const struct described_shape3 *shape)
{
    const double material[] = {shape->density, shape->friction, shape->restitution, shape->radius};
    fprintf(file, "shape %s %d", SHAPE_KINDS[shape->kind], shape->body);
    write_numbers(file, material, 4);
    fprintf(file, " %d", shape->count);
    for (int32_t i = 0; i < shape->count; ++i) {
        write_vec(file, shape->point[i]);
    }
    fputc('\n', file);
}

static void write_joint(FILE *file, const struct described_joint3 *joint)
{
    fprintf(file, "joint %s %d %d", JOINT_TYPES[joint->type], joint->body[0], joint->body[1]);
    for (int k = 0; k < 2; ++k) {
        write_vec(file, joint->anchor[k]);
    }
    for (int k = 0; k < 2; ++k) {
        write_vec(file, joint->axis[k]);
    }
    fputc('\n', file);
}

void description3_write(const struct description3 *description, FILE *file)
{
    fprintf(file, "%s %d\nscene %s\ngravity", FORMAT_NAME, FORMAT_VERSION, description->name);
    write_vec(file, description->gravity);
    fprintf(file, "\ndt %.17g\nsleep %d\nbodies %d\n", description->dt, description->sleep, description->body_count);
    for (int32_t i = 0; i < description->body_count; ++i) {
        write_body(file, &description->body[i]);
    }
    fprintf(file, "shapes %d\n", description->shape_count);
    for (int32_t i = 0; i < description->shape_count; ++i) {
        write_shape(file, &description->shape[i]);
    }
    fprintf(file, "joints %d\n", description->joint_count);
    for (int32_t i = 0; i < description->joint_count; ++i) {
        write_joint(file, &description->joint[i]);
    }
    fprintf(file, "end\n");
}

/* ---- Reading ------------------------------------------------------------------------------------------------------- */

static struct dvec3 read_vec(struct reader *reader)
{
    struct dvec3 v;
    v.x = reader_number(reader);
    v.y = reader_number(reader);
    v.z = reader_number(reader);
    return v;
}

static void read_bodies(struct reader *reader, struct description3 *description)
{
    reader_expect(reader, "bodies");
    const int32_t count = reader_index(reader, 0, MAX_COUNT);
    for (int32_t i = 0; !reader->failed && i < count; ++i) {
        struct described_body3 body = {0};
        reader_expect(reader, "body");
        body.type = (enum body_type)reader_choice(reader, BODY_TYPES, 3);
        body.group = reader_index(reader, 0, INT32_MAX);
        body.start.p = read_vec(reader);
        body.start.q.x = reader_number(reader);
        body.start.q.y = reader_number(reader);
        body.start.q.z = reader_number(reader);
        body.start.q.w = reader_number(reader);
        body.start.v = read_vec(reader);
        body.start.spin = read_vec(reader);
        description3_add_body(description, &body);
    }
}

static void read_shapes(struct reader *reader, struct description3 *description)
{
    reader_expect(reader, "shapes");
    const int32_t count = reader_index(reader, 0, MAX_COUNT);
    for (int32_t i = 0; !reader->failed && i < count; ++i) {
        struct described_shape3 shape = {0};
        reader_expect(reader, "shape");
        shape.kind = (enum shape3_kind)reader_choice(reader, SHAPE_KINDS, 5);
        shape.body = reader_index(reader, 0, description->body_count - 1);
        shape.density = reader_number(reader);
        shape.friction = reader_number(reader);
        shape.restitution = reader_number(reader);
        shape.radius = reader_number(reader);
        const int32_t points = shape3_points(shape.kind); /* 0: a hull */
        shape.count = reader_index(reader, points > 0 ? points : 4, points > 0 ? points : SHAPE3_MAX_POINTS);
        for (int32_t k = 0; k < shape.count; ++k) {
            shape.point[k] = read_vec(reader);
        }
        description3_add_shape(description, &shape);
    }
}

static void read_joints(struct reader *reader, struct description3 *description)
{
    reader_expect(reader, "joints");
    const int32_t count = reader_index(reader, 0, MAX_COUNT);
    for (int32_t i = 0; !reader->failed && i < count; ++i) {
        struct described_joint3 joint = {0};
        reader_expect(reader, "joint");
        joint.type = (enum joint3_type)reader_choice(reader, JOINT_TYPES, 2);
        for (int k = 0; k < 2; ++k) {
            joint.body[k] = reader_index(reader, 0, description->body_count - 1);
        }
        for (int k = 0; k < 2; ++k) {
            joint.anchor[k] = read_vec(reader);
        }
        for (int k = 0; k < 2; ++k) {
            joint.axis[k] = read_vec(reader);
        }
        description3_add_joint(description, &joint);
    }
}

bool description3_read(struct description3 *description, FILE *file, char *problem, size_t size)
{
    struct reader reader = {.file = file, .problem = problem, .size = size};
    char name[32];
    *description = description3_begin("");
    reader_expect(&reader, FORMAT_NAME);
    reader_index(&reader, FORMAT_VERSION, FORMAT_VERSION);
    reader_expect(&reader, "scene");
    reader_word(&reader, name, "a name");
    snprintf(description->name, sizeof description->name, "%s", name);
    reader_expect(&reader, "gravity");
    description->gravity = read_vec(&reader);
    reader_expect(&reader, "dt");
    description->dt = reader_number(&reader);
    reader_expect(&reader, "sleep");
    description->sleep = reader_index(&reader, 0, 1) == 1;
    read_bodies(&reader, description);
    read_shapes(&reader, description);
    read_joints(&reader, description);
    reader_expect(&reader, "end");
    if (description->failed) {
        reader_fail(&reader, "out of memory");
    }
    return !reader.failed;
}
