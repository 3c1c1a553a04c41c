/* Recordings: frames are read back as they were written, and invalid files are refused. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw/picture.h"
#include "draw/recording.h"
#include "support/support.h"

#define STEPS 40

/* Boxes, circles and capsules above the ground, two of them connected by a joint that breaks when they land. */
static md2_world *create_world(void)
{
    md2_world *world = NULL;
    const md2_world_def def = md2_world_def_default();
    assert_int_equal(md2_world_create(&def, &world), MD_OK);
    const md2_shape_def shape = md2_shape_def_default();
    md2_body_def body = md2_body_def_default();
    md2_body_id id[8];
    md2_hull hull;
    assert_int_equal(md2_body_create(world, &body, &id[0]), MD_OK);
    assert_int_equal(md2_hull_segment(&hull, (md2_vec){5, 0}, (md2_vec){-5, 0}), MD_OK);
    assert_int_equal(md2_shape_create(world, id[0], &shape, &hull, NULL), MD_OK);
    body.type = MD2_DYNAMIC;
    for (int i = 1; i < 8; ++i) {
        body.position = (md2_vec){(md_real)(i - 4), (md_real)(1 + 0.1 * i)};
        body.angular_velocity = (md_real)(i - 4);
        assert_int_equal(md2_body_create(world, &body, &id[i]), MD_OK);
        md_status made = i % 3 == 0 ? md2_hull_circle(&hull, (md2_vec){0, 0}, (md_real)0.3)
                         : i % 3 == 1
                             ? md2_hull_box(&hull, (md2_vec){(md_real)0.3, (md_real)0.2}, (md2_vec){0, 0},
                                            (md2_rot){1, 0}, (md_real)0.05)
                             : md2_hull_capsule(&hull, (md2_vec){0, 0}, (md2_vec){(md_real)0.3, 0}, (md_real)0.2);
        assert_int_equal(made, MD_OK);
        assert_int_equal(md2_shape_create(world, id[i], &shape, &hull, NULL), MD_OK);
    }
    md2_joint_def joint = md2_joint_def_at(world, MD2_WELD, id[3], id[4], (md2_vec){0, 1}, (md2_vec){1, 0});
    joint.break_force = 1;
    md2_joint_id weld;
    assert_int_equal(md2_joint_create(world, &joint, &weld), MD_OK);
    return world;
}

static const struct recording_info INFO = {
    .scene = "seven", .solver = "amgs:alpha=0.4", .dt = 1.0 / 60, .view = {{-5, -1}, {5, 4}}};

struct seen {
    md2_transform at[STEPS + 1][8];
    bool joined[STEPS + 1];
};

/* Records a simulation and keeps its states for comparison. */
static void record(const char *path, struct seen *seen)
{
    md2_world *world = create_world();
    struct recording_writer *writer = NULL;
    md_error error = {0};
    assert_int_equal(recording_create(&writer, path, &INFO, world, &error), MD_OK);
    for (int step = 0; step <= STEPS; ++step) {
        md_step_report report;
        if (step > 0) {
            assert_int_equal(md2_world_step(world, (md_real)INFO.dt, &report), MD_OK);
        }
        assert_int_equal(recording_add(writer, world, step > 0 ? &report : NULL, &error), MD_OK);
        int i = 0;
        for (md2_body_id id = md2_world_first_body(world); id.generation != 0; id = md2_world_next_body(world, id)) {
            seen->at[step][i++] = md2_body_transform(world, id);
        }
        seen->joined[step] = md2_world_joint_count(world) > 0;
    }
    assert_int_equal(access(path, F_OK), -1); /* not before it is complete */
    assert_int_equal(recording_commit(writer, &error), MD_OK);
    md2_world_destroy(world);
}

static int set_up(void **state)
{
    *state = folder_create();
    return 0;
}

static int tear_down(void **state)
{
    folder_remove(*state);
    return 0;
}

/* The tolerance is that of rounding to float: half a unit in the last place of the coordinate or the angle. */
static void assert_near(md_real got, md_real expected)
{
    if (fabs((double)(got - expected)) > 3e-7 * (1 + fabs((double)expected))) {
        fail_msg("%.9g is not %.9g", (double)got, (double)expected);
    }
}

static void frames_are_read_back_as_recorded(void **state)
{
    static struct seen seen;
    const char *path = path_in(*state, "seven.rec");
    record(path, &seen);
    struct recording *recording = NULL;
    md_error error = {0};
    assert_int_equal(recording_open(&recording, path, &error), MD_OK);
    const struct recording_facts facts = recording_facts_of(recording);
    assert_string_equal(facts.info.scene, "seven");
    assert_string_equal(facts.info.solver, "amgs:alpha=0.4");
    assert_true(facts.info.dt == INFO.dt);
    assert_true(facts.info.view.upper.y == 4);
    assert_int_equal(facts.bodies, 8);
    assert_int_equal(facts.moving_bodies, 7);
    assert_int_equal(facts.shapes, 8);
    assert_int_equal(facts.joints, 1);
    assert_int_equal(facts.number_size, sizeof(md_real));
    assert_int_equal(facts.frames, STEPS + 1);
    assert_false(facts.truncated);
    /* Frames can be read in any order. */
    for (int k = 0; k <= STEPS; ++k) {
        const int step = k * 7 % (STEPS + 1);
        struct recording_frame frame;
        assert_int_equal(recording_read(recording, step, &frame, &error), MD_OK);
        assert_int_equal(frame.step, step);
        assert_int_equal(frame.broken[0], !seen.joined[step]);
        for (int i = 0; i < 8; ++i) {
            assert_near(frame.transforms[i].p.x, seen.at[step][i].p.x);
            assert_near(frame.transforms[i].p.y, seen.at[step][i].p.y);
            assert_near(frame.transforms[i].q.c, seen.at[step][i].q.c);
            assert_near(frame.transforms[i].q.s, seen.at[step][i].q.s);
            assert_false(frame.hidden[i]);
        }
    }
    struct recording_frame frame;
    assert_int_equal(recording_read(recording, STEPS + 1, &frame, &error), MD_ERROR_ARGUMENT);
    assert_int_equal(recording_read(recording, -1, &frame, &error), MD_ERROR_ARGUMENT);
    assert_true(seen.joined[0] && !seen.joined[STEPS]); /* the joint broke */
    recording_close(recording);
}

static void a_recording_can_be_drawn(void **state)
{
    static struct seen seen;
    const char *path = path_in(*state, "seven.rec");
    record(path, &seen);
    struct recording *recording = NULL;
    struct recording_frame frame;
    md_error error = {0};
    assert_int_equal(recording_open(&recording, path, &error), MD_OK);
    assert_int_equal(recording_read(recording, 3, &frame, &error), MD_OK);
    const struct picture picture = {
        .subject = picture_of_recording(recording), .view = INFO.view, .caption = "seven", .fraction = 1};
    assert_int_equal(picture_write(&picture, path_in(*state, "seven.png"), &error), MD_OK);
    assert_int_equal(picture_write(&picture, path_in(*state, "seven.svg"), &error), MD_OK);
    assert_int_equal(picture_write(&picture, path_in(*state, "nowhere/seven.png"), &error), MD_ERROR_FILE);
    assert_non_null(strstr(error.message, "nowhere/seven.png"));
    assert_int_equal(files_in(*state), 3);
    recording_close(recording);
}

static long read_bytes(const char *path, unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t count = fread(bytes, 1, size, file);
    fclose(file);
    return (long)count;
}

static void write_bytes(const char *path, const unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* Opens a recording and reads all frames. Returns false on failure, after checking that the error names the file. */
static bool reads(const char *path)
{
    struct recording *recording = NULL;
    md_error error = {0};
    bool good = recording_open(&recording, path, &error) == MD_OK;
    if (!good) {
        assert_non_null(strstr(error.message, path));
        assert_null(strchr(error.message, '\n'));
        return false;
    }
    for (int64_t i = 0; good && i < recording_facts_of(recording).frames; ++i) {
        struct recording_frame frame;
        good = recording_read(recording, i, &frame, &error) == MD_OK;
    }
    recording_close(recording);
    return good;
}

static void a_truncated_recording_is_read_up_to_its_last_complete_frame(void **state)
{
    static struct seen seen;
    static unsigned char bytes[65536];
    const char *path = path_in(*state, "seven.rec");
    record(path, &seen);
    const long size = read_bytes(path, bytes, sizeof bytes);
    const long frame = 24 + 12 * 7 + 2 + 1;
    const long header = size - frame * (STEPS + 1);
    char *cut = strdup(path_in(*state, "cut.rec"));
    /* The stride reaches every offset within a frame eventually. */
    for (long length = 0; length < size; length += length < header ? 11 : 37) {
        write_bytes(cut, bytes, (size_t)length);
        struct recording *recording = NULL;
        md_error error = {0};
        const md_status status = recording_open(&recording, cut, &error);
        assert_int_equal(status, length < header + frame ? MD_ERROR_FORMAT : MD_OK);
        if (status == MD_OK) {
            const struct recording_facts facts = recording_facts_of(recording);
            assert_int_equal(facts.frames, (length - header) / frame);
            assert_int_equal(facts.truncated, (length - header) % frame != 0);
        }
        recording_close(recording);
    }
    free(cut);
}

/* A wrong byte anywhere leads to a refusal or a different picture, never to a crash; wrong counts and sizes are
 * refused. */
static void a_damaged_recording_is_read_safely(void **state)
{
    static struct seen seen;
    static unsigned char bytes[65536];
    const char *path = path_in(*state, "seven.rec");
    record(path, &seen);
    const long size = read_bytes(path, bytes, sizeof bytes);
    const long header = size - (24 + 12 * 7 + 2 + 1) * (STEPS + 1);
    char *bad = strdup(path_in(*state, "bad.rec"));
    for (long place = 0; place < header; place += place < 36 ? 1 : 3) {
        const unsigned char wrong = place % 2 == 0 ? 0x80 : 0x01;
        bytes[place] ^= wrong;
        write_bytes(bad, bytes, (size_t)size);
        const bool good = reads(bad);
        if (place < 36) {
            assert_false(good); /* magic, version, sizes and counts */
        }
        bytes[place] ^= wrong;
    }
    write_bytes(bad, bytes, (size_t)size);
    assert_true(reads(bad));
    free(bad);
}

/* Lines that a picture of joints has. */
struct lines {
    int count;
    md2_vec end[8][2];
};

static void keep_line(void *user, md2_vec a, md2_vec b, md2_draw_kind kind, md2_shape_id shape)
{
    struct lines *lines = user;
    (void)shape;
    if (kind == MD2_DRAW_JOINT && lines->count < 8) {
        lines->end[lines->count][0] = a;
        lines->end[lines->count++][1] = b;
    }
}

/* The rope of a pulley joint: to the first body, from pulley to pulley, and to the second body. */
static void a_pulley_joint_is_recorded_as_its_rope(void **state)
{
    const char *path = path_in(*state, "rope.rec");
    md2_world *world = NULL;
    const md2_world_def def = md2_world_def_default();
    assert_int_equal(md2_world_create(&def, &world), MD_OK);
    md2_body_def body = md2_body_def_default();
    md2_body_id id[2];
    for (int i = 0; i < 2; ++i) {
        body.type = MD2_DYNAMIC;
        body.position = (md2_vec){(md_real)(4 * i), 1};
        assert_int_equal(md2_body_create(world, &body, &id[i]), MD_OK);
    }
    const md2_vec pulley[2] = {{0, 3}, {4, 5}};
    const md2_vec point[2] = {{0, 2}, {4, 2}};
    md2_joint_def joint = md2_joint_def_pulley(world, id[0], id[1], pulley, point, 1);
    joint.break_force = 1; /* breaks in the first step */
    assert_int_equal(md2_joint_create(world, &joint, NULL), MD_OK);
    struct recording_writer *writer = NULL;
    md_error error = {0};
    assert_int_equal(recording_create(&writer, path, &INFO, world, &error), MD_OK);
    assert_int_equal(recording_add(writer, world, NULL, &error), MD_OK);
    assert_int_equal(md2_world_step(world, (md_real)(1.0 / 60), NULL), MD_OK);
    assert_int_equal(md2_world_joint_count(world), 0);
    assert_int_equal(recording_add(writer, world, NULL, &error), MD_OK);
    assert_int_equal(recording_commit(writer, &error), MD_OK);
    md2_world_destroy(world);

    struct recording *recording = NULL;
    assert_int_equal(recording_open(&recording, path, &error), MD_OK);
    assert_int_equal(recording_facts_of(recording).joints, 3);
    const struct picture_subject subject = picture_of_recording(recording);
    for (int frame_number = 0; frame_number < 2; ++frame_number) {
        struct recording_frame frame;
        struct lines lines = {0};
        md2_debug_draw draw = md2_debug_draw_default();
        draw.user = &lines;
        draw.joints = true;
        draw.line = keep_line;
        assert_int_equal(recording_read(recording, frame_number, &frame, &error), MD_OK);
        subject.draw(subject.of, &draw);
        assert_int_equal(lines.count, frame_number == 0 ? 3 : 0);
        const md2_vec rope[3][2] = {{{0, 3}, {0, 2}}, {{0, 3}, {4, 5}}, {{4, 5}, {4, 2}}};
        for (int i = 0; i < lines.count; ++i) {
            for (int k = 0; k < 2; ++k) {
                assert_near(lines.end[i][k].x, rope[i][k].x);
                assert_near(lines.end[i][k].y, rope[i][k].y);
            }
        }
    }
    recording_close(recording);
}

/* The header begins with 80 bytes of numbers; the name of the scene follows: two bytes of length, then the text. */
static void a_recording_whose_scene_is_no_text_is_refused(void **state)
{
    static struct seen seen;
    static unsigned char bytes[65536];
    static const char *const WRONG[] = {"\xff", "\xc3", "\0"};
    const char *path = path_in(*state, "seven.rec");
    record(path, &seen);
    const size_t size = (size_t)read_bytes(path, bytes, sizeof bytes);
    char *bad = strdup(path_in(*state, "bad.rec"));
    const unsigned char before = bytes[82];
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; ++i) {
        struct recording *recording = NULL;
        md_error error = {0};
        bytes[82] = (unsigned char)WRONG[i][0];
        write_bytes(bad, bytes, size);
        assert_int_equal(recording_open(&recording, bad, &error), MD_ERROR_FORMAT);
        assert_non_null(strstr(error.message, "the names in its header are no UTF-8 texts without NUL"));
    }
    bytes[82] = before;
    write_bytes(bad, bytes, size);
    assert_true(reads(bad));
    free(bad);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_pulley_joint_is_recorded_as_its_rope),
        TEST(frames_are_read_back_as_recorded),
        TEST(a_recording_can_be_drawn),
        TEST(a_truncated_recording_is_read_up_to_its_last_complete_frame),
        TEST(a_damaged_recording_is_read_safely),
        TEST(a_recording_whose_scene_is_no_text_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
