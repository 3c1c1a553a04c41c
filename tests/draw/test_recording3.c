/* Recordings of 3D worlds: frames are read back as they were written, and invalid files are refused. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw/camera3.h"
#include "draw/contact_residuals.h"
#include "draw/picture3.h"
#include "draw/recording3.h"
#include "draw/solid_mesh.h"
#include "support/support.h"

enum { STEPS = 40, BODIES = 8 };

static void add_shape(md3_world *world, md3_body_id body, const md3_geometry *geometry, bool sensor)
{
    md3_shape_def def = md3_shape_def_default();
    def.sensor = sensor;
    assert_int_equal(md3_shape_create(world, body, &def, geometry, NULL), MD_OK);
}

/* A landscape and a ground, on one static body. */
static void add_ground(md3_world *world)
{
    static const md_real HEIGHTS[] = {0, 0, 0, 0, (md_real)0.1, 0, 0, 0, 0};
    static const md3_vec VERTICES[] = {{-5, -1, -5}, {-5, -1, 5}, {5, -1, 5}};
    static const int32_t INDICES[] = {0, 1, 2};
    const md3_body_def def = md3_body_def_default();
    md3_body_id body;
    md3_geometry geometry;
    assert_int_equal(md3_body_create(world, &def, &body), MD_OK);
    assert_int_equal(md3_geometry_plane(&geometry, md3_v(0, 1, 0), 0), MD_OK);
    add_shape(world, body, &geometry, false);
    md3_height_field_def field_def = md3_height_field_def_default();
    field_def.heights = HEIGHTS;
    field_def.columns = 3;
    field_def.rows = 3;
    field_def.origin = md3_v(20, 0, 0);
    md3_height_field *field = NULL;
    assert_int_equal(md3_height_field_create(NULL, &field_def, &field, NULL), MD_OK);
    assert_int_equal(md3_geometry_height_field(&geometry, field), MD_OK);
    add_shape(world, body, &geometry, false);
    md3_height_field_destroy(field);
    md3_mesh_def mesh_def = md3_mesh_def_default();
    mesh_def.vertices = VERTICES;
    mesh_def.vertex_count = 3;
    mesh_def.indices = INDICES;
    mesh_def.triangle_count = 1;
    md3_mesh *mesh = NULL;
    assert_int_equal(md3_mesh_create(NULL, &mesh_def, &mesh, NULL), MD_OK);
    assert_int_equal(md3_geometry_mesh(&geometry, mesh), MD_OK);
    add_shape(world, body, &geometry, false);
    md3_mesh_destroy(mesh);
}

static void make_geometry(md3_geometry *geometry, int kind, const md3_hull *box)
{
    const md3_vec low = md3_v(0, (md_real)-0.2, 0);
    const md3_vec high = md3_v(0, (md_real)0.2, 0);
    const md_real radius = (md_real)0.2;
    const md_status made = kind == 0   ? md3_geometry_sphere(geometry, low, radius)
                           : kind == 1 ? md3_geometry_capsule(geometry, low, high, radius)
                           : kind == 2 ? md3_geometry_hull(geometry, box, (md_real)0.02)
                           : kind == 3 ? md3_geometry_cylinder(geometry, low, high, radius, 0)
                                       : md3_geometry_cone(geometry, low, high, radius, (md_real)0.01);
    assert_int_equal(made, MD_OK);
}

/* Every kind of geometry above the ground; two bodies are welded by a joint that breaks when they land. */
static md3_world *create_world(void)
{
    md3_world *world = NULL;
    const md3_world_def def = md3_world_def_default();
    assert_int_equal(md3_world_create(&def, &world), MD_OK);
    md3_hull *box = NULL;
    assert_int_equal(md3_hull_create_box(NULL, md3_v((md_real)0.2, (md_real)0.2, (md_real)0.2), &box, NULL), MD_OK);
    add_ground(world);
    md3_body_id id[BODIES];
    md3_body_def body = md3_body_def_default();
    body.type = MD3_DYNAMIC;
    for (int i = 1; i < BODIES; ++i) {
        md3_geometry geometry;
        body.position = md3_v((md_real)(i - 4), (md_real)(0.6 + 0.05 * i), 0);
        body.angular_velocity = md3_v((md_real)(i - 4), 1, 0);
        assert_int_equal(md3_body_create(world, &body, &id[i]), MD_OK);
        make_geometry(&geometry, i % 5, box);
        add_shape(world, id[i], &geometry, false);
        add_shape(world, id[i], &geometry, true);
    }
    md3_hull_destroy(box);
    md3_joint_def joint = md3_joint_def_at(world, MD3_WELD, id[3], id[4], md3_v(0, 1, 0), md3_v(1, 0, 0));
    joint.break_force = 1;
    assert_int_equal(md3_joint_create(world, &joint, NULL), MD_OK);
    return world;
}

static const struct recording_info INFO = {.scene = "seven", .solver = "amgs:alpha=0.4", .dt = 1.0 / 60};

struct seen {
    md3_transform at[STEPS + 1][BODIES];
    int32_t marks[STEPS + 1];
    md3_vec first_mark[STEPS + 1];
    bool joined[STEPS + 1];
};

/* Records a simulation and keeps its states for comparison. */
static void record(const char *path, struct seen *seen)
{
    md3_world *world = create_world();
    struct model3 model;
    struct state3 state;
    struct recording3_writer *writer = NULL;
    md_error error = {0};
    assert_int_equal(model3_create(&model, world, &error), MD_OK);
    assert_int_equal(state3_create(&state, &model, &error), MD_OK);
    for (int step = 0; step <= STEPS; ++step) {
        md_step_report report;
        if (step > 0) {
            assert_int_equal(md3_world_step(world, (md_real)INFO.dt, &report), MD_OK);
        }
        assert_int_equal(state3_read(&state, &model, world, 1, step > 0 ? &report : NULL, NULL, &error), MD_OK);
        if (step == 0) {
            assert_int_equal(recording3_create(&writer, path, &INFO, &model, &state, &error), MD_OK);
        }
        assert_int_equal(recording3_add(writer, &state, &error), MD_OK);
        int i = 0;
        for (md3_body_id id = md3_world_first_body(world); id.generation != 0; id = md3_world_next_body(world, id)) {
            seen->at[step][i++] = md3_body_transform(world, id);
        }
        seen->joined[step] = md3_world_joint_count(world) > 0;
        seen->marks[step] = state.mark_count;
        seen->first_mark[step] = state.mark_count > 0 ? state.marks[0].point : md3_v(0, 0, 0);
    }
    assert_int_equal(access(path, F_OK), -1); /* not before it is complete */
    assert_int_equal(recording3_commit(writer, &error), MD_OK);
    state3_free(&state);
    model3_free(&model);
    md3_world_destroy(world);
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

/* The tolerance is that of rounding to float: half a unit in the last place. */
static void assert_near(md_real got, md_real expected)
{
    if (fabs((double)(got - expected)) > 3e-7 * (1 + fabs((double)expected))) {
        fail_msg("%.9g is not %.9g", (double)got, (double)expected);
    }
}

static void assert_near_vec(md3_vec got, md3_vec expected)
{
    assert_near(got.x, expected.x);
    assert_near(got.y, expected.y);
    assert_near(got.z, expected.z);
}

static struct recording3 *open_recording(const char *path)
{
    struct recording3 *recording = NULL;
    md_error error = {0};
    if (recording3_open(&recording, path, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    return recording;
}

static void frames_are_read_back_as_recorded(void **state)
{
    static struct seen seen;
    const char *path = path_in(*state, "seven.rec");
    md_error error = {0};
    int32_t most_marks = 0;
    record(path, &seen);
    assert_int_equal(recording_dimensions(path), 3);
    struct recording3 *recording = open_recording(path);
    const struct recording_facts facts = recording3_facts(recording);
    assert_string_equal(facts.info.scene, "seven");
    assert_string_equal(facts.info.solver, "amgs:alpha=0.4");
    assert_true(facts.info.dt == INFO.dt);
    assert_int_equal(facts.bodies, BODIES);
    assert_int_equal(facts.moving_bodies, BODIES - 1);
    assert_int_equal(facts.shapes, 3 + 2 * (BODIES - 1));
    assert_int_equal(facts.joints, 1);
    assert_int_equal(facts.frames, STEPS + 1);
    assert_false(facts.truncated);
    /* Frames can be read in any order. */
    for (int k = 0; k <= STEPS; ++k) {
        const int step = k * 7 % (STEPS + 1);
        const struct state3 *frame = recording3_state(recording);
        assert_int_equal(recording3_read(recording, step, &error), MD_OK);
        assert_int_equal(frame->step, step);
        assert_int_equal(frame->broken[0], !seen.joined[step]);
        for (int i = 0; i < BODIES; ++i) {
            assert_near_vec(frame->transforms[i].p, seen.at[step][i].p);
            assert_near(frame->transforms[i].q.x, seen.at[step][i].q.x);
            assert_near(frame->transforms[i].q.w, seen.at[step][i].q.w);
            assert_false(frame->hidden[i]);
        }
        assert_int_equal(frame->mark_count, seen.marks[step]);
        if (frame->mark_count > 0) {
            assert_near_vec(frame->marks[0].point, seen.first_mark[step]);
        }
        most_marks = seen.marks[step] > most_marks ? seen.marks[step] : most_marks;
    }
    assert_true(most_marks >= BODIES - 1); /* all have landed */
    assert_int_equal(recording3_read(recording, STEPS + 1, &error), MD_ERROR_ARGUMENT);
    assert_int_equal(recording3_read(recording, -1, &error), MD_ERROR_ARGUMENT);
    assert_true(seen.joined[0] && !seen.joined[STEPS]); /* the joint broke */
    recording3_close(recording);
}

static void a_recording_has_the_shapes_of_the_world(void **state)
{
    static struct seen seen;
    const char *path = path_in(*state, "seven.rec");
    record(path, &seen);
    struct recording3 *recording = open_recording(path);
    const struct model3 *model = recording3_model(recording);
    md3_world *world = create_world();
    struct model3 expected;
    md_error error = {0};
    assert_int_equal(model3_create(&expected, world, &error), MD_OK);
    assert_int_equal(model->solid_count, expected.solid_count);
    assert_int_equal(model->solid_count, 3 + 5); /* each geometry once, though shapes share them */
    for (int32_t i = 0; i < model->solid_count; ++i) {
        const struct solid *got = &model->solids[i];
        const struct solid *wanted = &expected.solids[i];
        assert_int_equal(got->type, wanted->type);
        assert_int_equal(got->vertex_count, wanted->vertex_count);
        assert_int_equal(got->triangle_count, wanted->triangle_count);
        assert_near(got->radius, wanted->radius);
        for (int32_t k = 0; k < got->vertex_count; ++k) {
            assert_near_vec(got->vertices[k], wanted->vertices[k]);
        }
        if (got->triangle_count > 0) {
            assert_memory_equal(got->triangles, wanted->triangles, 12 * (size_t)got->triangle_count);
        }
    }
    for (int32_t i = 0; i < model->shape_count; ++i) {
        assert_int_equal(model->shapes[i].body, expected.shapes[i].body);
        assert_int_equal(model->shapes[i].solid, expected.shapes[i].solid);
        assert_int_equal(model->shapes[i].sensor, expected.shapes[i].sensor);
    }
    model3_free(&expected);
    md3_world_destroy(world);
    recording3_close(recording);
}

static size_t read_file(const char *path, unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t count = fread(bytes, 1, size, file);
    fclose(file);
    return count;
}

static void write_file(const char *path, const unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void a_truncated_recording_is_read_up_to_its_last_complete_frame(void **state)
{
    static struct seen seen;
    static unsigned char bytes[1 << 20];
    const char *path = path_in(*state, "seven.rec");
    record(path, &seen);
    const size_t size = read_file(path, bytes, sizeof bytes);
    write_file(path, bytes, size - 1);
    struct recording3 *recording = open_recording(path);
    assert_int_equal(recording3_facts(recording).frames, STEPS);
    assert_true(recording3_facts(recording).truncated);
    recording3_close(recording);
}

static void damaged_recordings_are_refused(void **state)
{
    static const struct {
        size_t place, size; /* of the change */
        const char *bytes, *message;
    } CASES[] = {
        {8, 1, "\7", "has version 7 of the format"},
        {16, 1, "\4", "is damaged: the numbers in its header are inconsistent"},               /* dimensions */
        {20, 4, "\xff\xff\xff\x7f", "is damaged: the numbers in its header are inconsistent"}, /* bodies */
        {24, 4, "\xff\xff\xff\xff", "is damaged: the numbers in its header are inconsistent"}, /* solids */
        {36, 1, "\6", "is damaged: the bodies in its header are invalid"},                     /* moving bodies */
        {84, 1, "\xff", "is damaged: the names in its header are no UTF-8 texts"},
        {12, 4, "\xff\xff\xff\x7f", "is truncated before its first frame"},
    };
    static struct seen seen;
    static unsigned char bytes[1 << 20];
    const char *path = path_in(*state, "seven.rec");
    record(path, &seen);
    const size_t size = read_file(path, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        static unsigned char changed[sizeof bytes];
        memcpy(changed, bytes, size);
        memcpy(changed + CASES[i].place, CASES[i].bytes, CASES[i].size);
        write_file(path, changed, size);
        md_error error = {0};
        struct recording3 *solid = NULL;
        struct recording *flat = NULL;
        const md_status status = recording_dimensions(path) == 3 ? recording3_open(&solid, path, &error)
                                                                 : recording_open(&flat, path, &error);
        assert_int_not_equal(status, MD_OK);
        if (strstr(error.message, CASES[i].message) == NULL || strstr(error.message, "seven.rec") == NULL) {
            fail_msg("case %zu: %s", i, error.message);
        }
    }
}

/* The step in a frame shows that the number of contact points before it is wrong. */
static void a_wrong_number_of_contact_points_is_noticed(void **state)
{
    static struct seen seen;
    static unsigned char bytes[1 << 20];
    const char *path = path_in(*state, "seven.rec");
    record(path, &seen);
    const size_t size = read_file(path, bytes, sizeof bytes);
    const size_t header = bytes[12] + 256 * (size_t)bytes[13];
    assert_int_equal(bytes[header], 0); /* step 0 */
    ++bytes[header + 24];
    write_file(path, bytes, size);
    struct recording3 *recording = NULL;
    md_error error = {0};
    assert_int_equal(recording3_open(&recording, path, &error), MD_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "is damaged: frame 1 is not that of its step"));
}

/* ---- Cameras and meshes ------------------------------------------------------------------------------------------ */

static void a_camera_is_two_different_points(void **state)
{
    static const char *const BAD[] = {
        "",           "1,2,3",       "1,2,3,4,5",     "1,2,3,4,5,6,7", "1,2,3,1,2,3", "1,2,3,4,5,x",   "1,2,3,4,5,inf",
        "1,2,3,,5,6", "1 2 3 4 5 6", "nan,2,3,4,5,6", "1,2,3,4,5,6,",  ",1,2,3,4,5",  "1,2,3,4,5,1e10"};
    md3_vec eye;
    md3_vec target;
    (void)state;
    assert_true(camera3_parse("8,5,-10.5,0,1,2e-1", &eye, &target));
    assert_near_vec(eye, md3_v(8, 5, (md_real)-10.5));
    assert_near_vec(target, md3_v(0, 1, (md_real)0.2));
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; ++i) {
        if (camera3_parse(BAD[i], &eye, &target)) {
            fail_msg("accepted: %s", BAD[i]);
        }
    }
}

/* By the definition of a perspective: the angle between the axis of the camera and a point, along width and height. */
static void the_camera_shows_all_bodies(void **state)
{
    md3_world *world = create_world();
    struct model3 model;
    struct state3 frame;
    md_error error = {0};
    (void)state;
    assert_int_equal(model3_create(&model, world, &error), MD_OK);
    assert_int_equal(state3_create(&frame, &model, &error), MD_OK);
    assert_int_equal(state3_read(&frame, &model, world, 1, NULL, NULL, &error), MD_OK);
    const struct camera3 camera = camera3_frame(&model, &frame, 1.6);
    const md3_vec ahead = md3_vec_normalize(md3_vec_sub(camera.target, camera.eye));
    const md3_vec right = md3_vec_normalize(md3_vec_cross(ahead, camera.up));
    const md3_vec top = md3_vec_cross(right, ahead);
    const double half = tan((double)RENDER3_FIELD / 2);
    double widest = 0;
    for (int32_t i = 1; i < model.body_count; ++i) {
        const md3_vec from = md3_vec_sub(frame.transforms[i].p, camera.eye);
        const double depth = (double)md3_vec_dot(from, ahead);
        const double x = fabs((double)md3_vec_dot(from, right)) / depth / (1.6 * half);
        const double y = fabs((double)md3_vec_dot(from, top)) / depth / half;
        assert_true(depth > 0 && x < 1 && y < 1);
        widest = fmax(widest, fmax(x, y));
    }
    assert_true(widest > 0.7); /* and not from far away */
    assert_true(md3_vec_dot(md3_vec_sub(camera.eye, camera.target), camera.up) > 0);
    state3_free(&frame);
    model3_free(&model);
    md3_world_destroy(world);
}

/* The volume that a closed surface encloses, by the divergence theorem; the sign shows that triangles face outward. */
static double volume_of(const struct solid_mesh *mesh)
{
    double volume = 0;
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        const float *a = mesh->vertices[mesh->triangles[3 * i]].position;
        const float *b = mesh->vertices[mesh->triangles[3 * i + 1]].position;
        const float *c = mesh->vertices[mesh->triangles[3 * i + 2]].position;
        volume += (double)(a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                           a[2] * (b[0] * c[1] - b[1] * c[0])) /
                  6;
    }
    return volume;
}

/* Against closed forms; a polyhedron with 64 corners per circle has up to 0.5 % less. */
static void meshes_enclose_the_volume_of_their_shapes(void **state)
{
    const double pi = 3.14159265358979323846;
    const struct {
        struct solid solid;
        double volume;
    } cases[] = {
        {{.type = MD3_SPHERE, .point = {{1, 2, 3}, {0, 0, 0}}, .radius = 2}, 4 * pi * 8 / 3},
        {{.type = MD3_CAPSULE, .point = {{0, 0, 0}, {0, 0, 3}}, .radius = 1}, 4 * pi / 3 + 3 * pi},
        {{.type = MD3_CYLINDER, .point = {{1, 0, 0}, {1, 3, 0}}, .base_radius = 2}, 12 * pi},
        {{.type = MD3_CONE, .point = {{0, 0, 1}, {3, 0, 1}}, .base_radius = 2}, 4 * pi},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct solid_mesh mesh = {0};
        solid_mesh_add(&mesh, &cases[i].solid, 64);
        const double volume = volume_of(&mesh);
        if (!(volume <= cases[i].volume * 1.0001 && volume > cases[i].volume * 0.995)) {
            fail_msg("case %zu: %g instead of %g", i, volume, cases[i].volume);
        }
        solid_mesh_free(&mesh);
    }
}

static void residuals_are_graded_by_powers_of_ten(void **state)
{
    (void)state;
    assert_int_equal(contact_grade(-1), -1);
    assert_int_equal(contact_grade((double)NAN), -1);
    assert_int_equal(contact_grade(0), 0);
    assert_int_equal(contact_grade(9e-5), 0);
    assert_int_equal(contact_grade(2e-4), 1);
    assert_int_equal(contact_grade(5e-2), 3);
    assert_int_equal(contact_grade((double)INFINITY), CONTACT_GRADES - 1);
}

/* ---- Residuals of contacts --------------------------------------------------------------------------------------- */

static bool see(void *user, const md3_world *world, md3_pre_solve *contact)
{
    (void)world;
    contact_residuals_see(user, contact);
    return true;
}

static void solved(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    (void)substep;
    contact_residuals_solved(user, problem, result);
}

/* RES is the length of the vector of all residuals: with contacts alone, and one substep, their squares add up to its
 * square. */
static void assert_residuals_add_up(md_friction law, bool is_central)
{
    struct contact_residuals residuals = {0};
    md3_world *world = create_world();
    md3_world_def def = md3_world_get_def(world);
    struct model3 model;
    struct state3 frame;
    md_error error = {0};
    md_step_report report = {0};
    def.friction_law = law;
    def.central_friction = is_central;
    def.callbacks = (md3_callbacks){.user = &residuals, .pre_solve = see, .solved = solved};
    def.substeps = 1;
    def.limits.max_iterations = 3;
    assert_int_equal(md3_world_set_def(world, &def), MD_OK);
    for (int i = 0; i < STEPS; ++i) {
        contact_residuals_begin(&residuals);
        assert_int_equal(md3_world_step(world, (md_real)INFO.dt, &report), MD_OK);
    }
    assert_int_equal(md3_world_joint_count(world), 0);
    double sum = 0;
    for (size_t i = 0; i < residuals.count; ++i) {
        assert_true(residuals.at[i].residual >= 0);
        sum += (double)(residuals.at[i].residual * residuals.at[i].residual);
    }
    assert_true(report.residual.absolute > 0);
    assert_true(fabs(sqrt(sum) - report.residual.absolute) <= 1e-4 * report.residual.absolute);
    assert_int_equal(model3_create(&model, world, &error), MD_OK);
    assert_int_equal(state3_create(&frame, &model, &error), MD_OK);
    assert_int_equal(state3_read(&frame, &model, world, 1, &report, &residuals, &error), MD_OK);
    int known = 0;
    for (int32_t i = 0; i < frame.mark_count; ++i) {
        known += frame.marks[i].residual >= 0;
    }
    assert_true(known > 0);
    state3_free(&frame);
    model3_free(&model);
    contact_residuals_free(&residuals);
    md3_world_destroy(world);
}

static void residuals_of_contacts_add_up_to_that_of_the_step(void **state)
{
    (void)state;
    for (md_friction law = 0; law < MD_FRICTION_COUNT; ++law) {
        assert_residuals_add_up(law, false);
        if (law != MD_FRICTION_CONE) {
            assert_residuals_add_up(law, true);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(frames_are_read_back_as_recorded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_recording_has_the_shapes_of_the_world, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_truncated_recording_is_read_up_to_its_last_complete_frame, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damaged_recordings_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_wrong_number_of_contact_points_is_noticed, set_up, tear_down),
        cmocka_unit_test(a_camera_is_two_different_points),
        cmocka_unit_test(the_camera_shows_all_bodies),
        cmocka_unit_test(meshes_enclose_the_volume_of_their_shapes),
        cmocka_unit_test(residuals_are_graded_by_powers_of_ten),
        cmocka_unit_test(residuals_of_contacts_add_up_to_that_of_the_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
