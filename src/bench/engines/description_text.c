/* A description as lines of text, which bench/peers/README.md specifies. 17 digits preserve every bit of a double. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "bench/engines/engine.h"

#define FORMAT_NAME "modulus-bench"
#define FORMAT_VERSION 1
#define MAX_COUNT 4000000 /* of bodies, shapes or joints: limits the memory that a damaged count can claim */

static const char *const BODY_TYPES[] = {"static", "kinematic", "dynamic"};
static const char *const JOINT_TYPES[] = {"revolute", "distance"};

/* ---- Writing ------------------------------------------------------------------------------------------------------- */

static void write_numbers(FILE *file, const double *numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        fprintf(file, " %.17g", numbers[i]);
    }
}

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

/* After a failure a reader does nothing and keeps the first problem. */
struct reader {
    FILE *file;
    char *problem;
    size_t size;
    bool failed;
};

__attribute__((format(printf, 2, 3))) static void fail(struct reader *reader, const char *format, ...)
{
    if (!reader->failed) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(reader->problem, reader->size, format, arguments);
        va_end(arguments);
        reader->failed = true;
    }
}

static void read_word(struct reader *reader, char word[32], const char *what)
{
    word[0] = '\0';
    if (!reader->failed && fscanf(reader->file, "%31s", word) != 1) {
        fail(reader, "the description ends, expected %s", what);
    }
}

static void expect_word(struct reader *reader, const char *expected)
{
    char word[32];
    read_word(reader, word, expected);
    if (!reader->failed && strcmp(word, expected) != 0) {
        fail(reader, "found '%s', expected '%s'", word, expected);
    }
}

static double read_number(struct reader *reader)
{
    double value = 0;
    if (!reader->failed && (fscanf(reader->file, "%lf", &value) != 1 || !isfinite(value))) {
        fail(reader, "expected a finite number");
    }
    return reader->failed ? 0 : value;
}

static int32_t read_index(struct reader *reader, int32_t low, int32_t high)
{
    const double value = read_number(reader);
    if (!reader->failed && (value < low || value > high || value != floor(value))) {
        fail(reader, "found %g, expected an integer from %d to %d", value, low, high);
    }
    return reader->failed ? low : (int32_t)value;
}

static int read_choice(struct reader *reader, const char *const *names, int count)
{
    char word[32];
    read_word(reader, word, names[0]);
    for (int i = 0; i < count; ++i) {
        if (strcmp(word, names[i]) == 0) {
            return i;
        }
    }
    fail(reader, "unknown word '%s'", word);
    return 0;
}

static void read_bodies(struct reader *reader, struct description *description)
{
    expect_word(reader, "bodies");
    const int32_t count = read_index(reader, 0, MAX_COUNT);
    for (int32_t i = 0; !reader->failed && i < count; ++i) {
        struct described_body body = {0};
        expect_word(reader, "body");
        body.type = (enum body_type)read_choice(reader, BODY_TYPES, 3);
        body.group = read_index(reader, 0, INT32_MAX);
        double *const numbers[] = {&body.start.x,  &body.start.y,  &body.start.c,   &body.start.s,
                                   &body.start.vx, &body.start.vy, &body.start.spin};
        for (int k = 0; k < 7; ++k) {
            *numbers[k] = read_number(reader);
        }
        description_add_body(description, &body);
    }
}

static void read_shapes(struct reader *reader, struct description *description)
{
    expect_word(reader, "shapes");
    const int32_t count = read_index(reader, 0, MAX_COUNT);
    for (int32_t i = 0; !reader->failed && i < count; ++i) {
        struct described_shape shape = {0};
        expect_word(reader, "shape");
        shape.body = read_index(reader, 0, description->body_count - 1);
        shape.density = read_number(reader);
        shape.friction = read_number(reader);
        shape.restitution = read_number(reader);
        shape.radius = read_number(reader);
        shape.count = read_index(reader, 1, SHAPE_MAX_POINTS);
        for (int32_t k = 0; k < shape.count; ++k) {
            shape.x[k] = read_number(reader);
            shape.y[k] = read_number(reader);
        }
        description_add_shape(description, &shape);
    }
}

static void read_joints(struct reader *reader, struct description *description)
{
    expect_word(reader, "joints");
    const int32_t count = read_index(reader, 0, MAX_COUNT);
    for (int32_t i = 0; !reader->failed && i < count; ++i) {
        struct described_joint joint = {0};
        expect_word(reader, "joint");
        joint.type = (enum joint_type)read_choice(reader, JOINT_TYPES, 2);
        for (int k = 0; k < 2; ++k) {
            joint.body[k] = read_index(reader, 0, description->body_count - 1);
        }
        for (int k = 0; k < 2; ++k) {
            joint.x[k] = read_number(reader);
            joint.y[k] = read_number(reader);
        }
        joint.length = read_number(reader);
        description_add_joint(description, &joint);
    }
}

bool description_read(struct description *description, FILE *file, char *problem, size_t size)
{
    struct reader reader = {.file = file, .problem = problem, .size = size};
    char name[32];
    *description = description_begin("");
    expect_word(&reader, FORMAT_NAME);
    read_index(&reader, FORMAT_VERSION, FORMAT_VERSION);
    expect_word(&reader, "scene");
    read_word(&reader, name, "a name");
    snprintf(description->name, sizeof description->name, "%s", name);
    expect_word(&reader, "gravity");
    description->gravity_x = read_number(&reader);
    description->gravity_y = read_number(&reader);
    expect_word(&reader, "dt");
    description->dt = read_number(&reader);
    expect_word(&reader, "sleep");
    description->sleep = read_index(&reader, 0, 1) == 1;
    read_bodies(&reader, description);
    read_shapes(&reader, description);
    read_joints(&reader, description);
    expect_word(&reader, "end");
    if (description->failed) {
        fail(&reader, "out of memory");
    }
    return !reader.failed;
}
