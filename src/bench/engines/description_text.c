/* A description as lines of text, which bench/peers/README.md specifies. */
#include "bench/engines/engine.h"
#include "bench/engines/text_reader.h"

#define FORMAT_NAME "modulus-bench"
#define FORMAT_VERSION 1

static const char *const BODY_TYPES[] = {"static", "kinematic", "dynamic"};
static const char *const JOINT_TYPES[] = {"revolute", "distance"};

/* ---- Writing ------------------------------------------------------------------------------------------------------- */

static void write_body(FILE *file, const struct described_body *body)
{
    const struct body_state *at = &body->start;
    const double numbers[] = {at->x, at->y, at->c, at->s, at->vx, at->vy, at->spin};
    fprintf(file, "body %s %d", BODY_TYPES[body->type], body->group);
    write_numbers(file, numbers, 7);
    fputc('\n', file);
}

static void write_shape(FILE *file, const struct described_shape *shape)
{
    const double material[] = {shape->density, shape->friction, shape->restitution, shape->radius};
    fprintf(file, "shape %d", shape->body);
    write_numbers(file, material, 4);
    fprintf(file, " %d", shape->count);
    for (int32_t i = 0; i < shape->count; ++i) {
        const double point[] = {shape->x[i], shape->y[i]};
        write_numbers(file, point, 2);
    }
    fputc('\n', file);
}

static void write_joint(FILE *file, const struct described_joint *joint)
{
    const double numbers[] = {joint->x[0], joint->y[0], joint->x[1], joint->y[1], joint->length};
    fprintf(file, "joint %s %d %d", JOINT_TYPES[joint->type], joint->body[0], joint->body[1]);
    write_numbers(file, numbers, 5);
    fputc('\n', file);
}

void description_write(const struct description *description, FILE *file)
{
    fprintf(file, "%s %d\nscene %s\ngravity %.17g %.17g\ndt %.17g\nsleep %d\n", FORMAT_NAME, FORMAT_VERSION,
            description->name, description->gravity_x, description->gravity_y, description->dt, description->sleep);
    fprintf(file, "bodies %d\n", description->body_count);
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

static void read_bodies(struct reader *reader, struct description *description)
{
    reader_expect(reader, "bodies");
    const int32_t count = reader_index(reader, 0, MAX_COUNT);
    for (int32_t i = 0; !reader->failed && i < count; ++i) {
        struct described_body body = {0};
        reader_expect(reader, "body");
        body.type = (enum body_type)reader_choice(reader, BODY_TYPES, 3);
        body.group = reader_index(reader, 0, INT32_MAX);
        double *const numbers[] = {&body.start.x,  &body.start.y,  &body.start.c,   &body.start.s,
                                   &body.start.vx, &body.start.vy, &body.start.spin};
        for (int k = 0; k < 7; ++k) {
            *numbers[k] = reader_number(reader);
        }
        description_add_body(description, &body);
    }
}

static void read_shapes(struct reader *reader, struct description *description)
{
    reader_expect(reader, "shapes");
    const int32_t count = reader_index(reader, 0, MAX_COUNT);
    for (int32_t i = 0; !reader->failed && i < count; ++i) {
        struct described_shape shape = {0};
        reader_expect(reader, "shape");
        shape.body = reader_index(reader, 0, description->body_count - 1);
        shape.density = reader_number(reader);
        shape.friction = reader_number(reader);
        shape.restitution = reader_number(reader);
        shape.radius = reader_number(reader);
        shape.count = reader_index(reader, 1, SHAPE_MAX_POINTS);
        for (int32_t k = 0; k < shape.count; ++k) {
            shape.x[k] = reader_number(reader);
            shape.y[k] = reader_number(reader);
        }
        description_add_shape(description, &shape);
    }
}

static void read_joints(struct reader *reader, struct description *description)
{
    reader_expect(reader, "joints");
    const int32_t count = reader_index(reader, 0, MAX_COUNT);
    for (int32_t i = 0; !reader->failed && i < count; ++i) {
        struct described_joint joint = {0};
        reader_expect(reader, "joint");
        joint.type = (enum joint_type)reader_choice(reader, JOINT_TYPES, 2);
        for (int k = 0; k < 2; ++k) {
            joint.body[k] = reader_index(reader, 0, description->body_count - 1);
        }
        for (int k = 0; k < 2; ++k) {
            joint.x[k] = reader_number(reader);
            joint.y[k] = reader_number(reader);
        }
        joint.length = reader_number(reader);
        description_add_joint(description, &joint);
    }
}

bool description_read(struct description *description, FILE *file, char *problem, size_t size)
{
    struct reader reader = {.file = file, .problem = problem, .size = size};
    char name[32];
    *description = description_begin("");
    reader_expect(&reader, FORMAT_NAME);
    reader_index(&reader, FORMAT_VERSION, FORMAT_VERSION);
    reader_expect(&reader, "scene");
    reader_word(&reader, name, "a name");
    snprintf(description->name, sizeof description->name, "%s", name);
    reader_expect(&reader, "gravity");
    description->gravity_x = reader_number(&reader);
    description->gravity_y = reader_number(&reader);
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
