/* Wavefront OBJ files: the reader, and hulls and meshes of 3D scenes that name files. */
#define _POSIX_C_SOURCE 200809L

#include "scene/obj.h"

#include <sys/stat.h>
#include <unistd.h>

#include "scene/scene_world.h"
#include "scenes.h"
#include "support/counting_allocator.h"

static struct obj read_or_fail(const char *text, const char *part)
{
    struct obj obj;
    md_error error = {0};
    if (obj_read(&obj, text, strlen(text), "a.obj", part, NULL, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    return obj;
}

static void assert_indices(const struct obj *obj, const int32_t *expected, size_t count)
{
    assert_int_equal(obj->index_count, count);
    assert_memory_equal(obj->index, expected, count * sizeof *expected);
}

/* ---- The reader -------------------------------------------------------------------------------------------------- */

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static void a_polygon_becomes_a_fan(void **state)
{
    (void)state;
    struct obj obj = read_or_fail(SQUARE "v -0.5 0.5 0\nf 1 2 3 4 5\n", NULL);
    assert_int_equal(obj.vertex_count, 5);
    assert_float_equal(obj.vertex[4].x, -0.5, 0);
    assert_indices(&obj, (const int32_t[]){0, 1, 2, 0, 2, 3, 0, 3, 4}, 9);
    obj_free(&obj);
}

static void every_form_of_an_index_is_read(void **state)
{
    (void)state;
    struct obj obj =
        read_or_fail("mtllib a.mtl\nvt 0 0\nvn 0 0 1\n" SQUARE
                     "usemtl red\ns off\nf 1/1 2/1 3/1\nf 1/1/1 2/1/1 3/1/1\nf 1//1 3//1 4//1\nf -4 -3 -1\n",
                     NULL);
    assert_indices(&obj, (const int32_t[]){0, 1, 2, 0, 1, 2, 0, 2, 3, 0, 1, 3}, 12);
    obj_free(&obj);
}

/* A negative index counts back from the last vertex before the face, not from the end of the file. */
static void a_negative_index_is_relative_to_its_line(void **state)
{
    (void)state;
    struct obj obj = read_or_fail("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 0 0\nf -1 -2 -3\n", NULL);
    assert_indices(&obj, (const int32_t[]){0, 1, 2, 3, 2, 1}, 6);
    obj_free(&obj);
}

static void line_ends_comments_and_continued_lines_are_read(void **state)
{
    (void)state;
    struct obj obj =
        read_or_fail("\xef\xbb\xbf# a file\r\n\r\n  v 0 0 0 # first\r\nv 1e0 \\\r\n +0 0.\r\n\tv 0 1 0 0.5 0.5 0.5\r\n"
                     "# f 9 9 9 \\\nf 1 \\\n2 3",
                     NULL);
    assert_int_equal(obj.vertex_count, 3);
    assert_float_equal(obj.vertex[1].x, 1, 0);
    /* The comment continues on the next line too. */
    assert_int_equal(obj.index_count, 0);
    obj_free(&obj);
    obj = read_or_fail("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 \\\n2 \\\r\n3", NULL);
    assert_indices(&obj, (const int32_t[]){0, 1, 2}, 3);
    obj_free(&obj);
}

static void one_object_or_group_is_taken_with_its_vertices(void **state)
{
    (void)state;
    static const char TEXT[] =
        SQUARE "o floor\nf 1 2 3\nv 0 0 5\no big rock\nf 2 3 5\ng left top\nf 4 3 5\ng\nf 5 3 2\n";
    struct obj obj = read_or_fail(TEXT, "big rock");
    assert_int_equal(obj.vertex_count, 4); /* without the first vertex */
    assert_float_equal(obj.vertex[0].x, 1, 0);
    assert_indices(&obj, (const int32_t[]){0, 1, 3, 2, 1, 3, 3, 1, 0}, 9);
    obj_free(&obj);
    obj = read_or_fail(TEXT, "top");
    assert_int_equal(obj.vertex_count, 3);
    assert_indices(&obj, (const int32_t[]){1, 0, 2}, 3);
    obj_free(&obj);
    obj = read_or_fail(TEXT, NULL);
    assert_int_equal(obj.index_count, 12);
    obj_free(&obj);
}

static void an_error_names_the_line_and_what_was_expected(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part, *message;
    } CASES[] = {
        {"v 0 0 0\nv 1 0\n", NULL, "a.obj:2: '', expected a coordinate of a vertex, v x y z"},
        {"v 0 0 nan\n", NULL, "a.obj:1: 'nan', expected a coordinate of a vertex, v x y z"},
        {"v 1 2,5 3\n", NULL, "a.obj:1: '2,5', expected a coordinate of a vertex, v x y z"},
        {"# c\n\\\n\nsolid cube\n", NULL,
         "a.obj:4: 'solid', expected a statement of an OBJ file, such as v, f, o or g"},
        {SQUARE "f 1 2\n", NULL, "a.obj:5: 'f with 2 corners', expected at least 3"},
        {SQUARE "f 1 2 5\n", NULL, "a.obj:5: '5', expected the index of one of the 4 vertices so far"},
        {SQUARE "f 1 2 -5\n", NULL, "a.obj:5: '-5', expected the index of one of the 4 vertices so far"},
        {SQUARE "f 1 2 0\n", NULL, "a.obj:5: '0', expected the index of one of the 4 vertices so far"},
        {SQUARE "f 1 2 99999999999999999999\n", NULL,
         "a.obj:5: '99999999999999999999', expected the index of one of the 4 vertices so far"},
        {SQUARE "f 1 2 3x\n", NULL,
         "a.obj:5: '3x', expected the index of a vertex, as in f 1 2 3 or f 1/1/1 2/2/2 3/3/3"},
        {SQUARE "o a\nf 1 2 3\n", "b", "a.obj: no object or group 'b' with faces"},
        {SQUARE "f 1 2 3\no b\n", "b", "a.obj: no object or group 'b' with faces"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct obj obj;
        md_error error = {0};
        const md_status status =
            obj_read(&obj, CASES[i].text, strlen(CASES[i].text), "a.obj", CASES[i].part, NULL, &error);
        assert_int_equal(status, MD_ERROR_FORMAT);
        assert_string_equal(error.message, CASES[i].message);
        assert_null(obj.vertex);
    }
}

static md_status read_with(const md_allocator *allocator, void *text)
{
    struct obj obj;
    const md_status status = obj_read(&obj, text, strlen(text), "a.obj", "o", allocator, NULL);
    obj_free(&obj);
    return status;
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

#define CUBE                                                                                                           \
    "v -1 -1 -1\nv 1 -1 -1\nv -1 1 -1\nv 1 1 -1\nv -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\n"                             \
    "o cube\nf 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"

/* Files in memory: "cube.obj", and others by name. Counts how often a file is read. */
static md_status read_memory(void *user, const char *name, char **bytes, size_t *length, md_error *error)
{
    const char *text = strcmp(name, "cube.obj") == 0 ? CUBE : strcmp(name, "points.obj") == 0 ? SQUARE : NULL;
    ++*(int *)user;
    if (text == NULL) {
        *error = (md_error){MD_ERROR_FILE, "no such file"};
        return MD_ERROR_FILE;
    }
    *length = strlen(text);
    *bytes = malloc(*length);
    assert_non_null(*bytes);
    memcpy(*bytes, text, *length);
    return MD_OK;
}

static md_status read_shapes(struct scene *scene, const char *type, const char *shapes, const struct scene_files *files,
                             md_error *error)
{
    char text[1000];
    const struct scene_options options = {.allow_3d = true, .files = files};
    snprintf(text, sizeof text,
             "{\"format\": \"modulus-scene\", \"version\": 1, \"dimensions\": 3, \"bodies\": [{\"type\": \"%s\", "
             "\"shapes\": [%s]}]}",
             type, shapes);
    return scene_read(scene, text, strlen(text), "s.json", &options, error);
}

static void a_hull_and_a_mesh_come_from_a_file_that_is_read_once(void **state)
{
    (void)state;
    int reads = 0;
    const struct scene_files files = {&reads, read_memory};
    struct scene scene;
    md_error error = {0};
    assert_int_equal(read_shapes(&scene, "kinematic",
                                 "{\"hull\": {\"file\": \"cube.obj\", \"scale\": 0.5, \"origin\": [3, 0, 0]}}, "
                                 "{\"mesh\": {\"file\": \"cube.obj\"}}, {\"hull\": {\"file\": \"cube.obj\"}}",
                                 &files, &error),
                     MD_OK);
    assert_int_equal(reads, 1);
    const md3_world *world = scene.world3;
    const md3_shape_id first = md3_body_first_shape(world, md3_world_first_body(world));
    const md3_geometry *hull = md3_shape_geometry(world, first);
    assert_int_equal(hull->type, MD3_HULL);
    assert_float_equal((double)md3_geometry_mass(hull, 1).mass, 1, 1e-6);
    assert_float_equal((double)md3_hull_centroid(hull->hull).x, 3, 1e-6);
    const md3_geometry *mesh = md3_shape_geometry(world, md3_shape_next(world, first));
    assert_int_equal(md3_mesh_triangles(mesh->mesh), 12);
    /* Seen from above, the front of the upper face. */
    const md3_ray_hit hit = md3_geometry_ray(mesh, (md3_ray){{(md_real)0.2, 5, (md_real)0.3}, {0, -10, 0}, 1});
    assert_float_equal((double)hit.fraction, 0.4, 1e-6);
    char *saved = text_of(&scene);
    assert_null(strstr(saved, "\"file\""));
    assert_non_null(strstr(saved, "\"triangles\""));
    free(saved);
    scene_close(&scene);
}

static void a_wrong_file_key_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *shape, *message;
    } CASES[] = {
        {"{\"hull\": {}}", "s.json: bodies[0].shapes[0].hull: expected \"points\" or \"file\""},
        {"{\"mesh\": {\"file\": \"cube.obj\", \"vertices\": []}}",
         "s.json: bodies[0].shapes[0].mesh.file: given together with vertices, expected one of the two"},
        {"{\"mesh\": {\"file\": \"cube.obj\", \"triangles\": []}}",
         "s.json: bodies[0].shapes[0].mesh.file: given together with triangles, expected one of the two"},
        {"{\"mesh\": {\"vertices\": []}}",
         "s.json: bodies[0].shapes[0].mesh: expected \"triangles\" beside \"vertices\""},
        {"{\"hull\": {\"points\": [], \"scale\": 2}}",
         "s.json: bodies[0].shapes[0].hull.scale: only a file has this key"},
        {"{\"hull\": {\"file\": \"/etc/passwd\"}}", "s.json: bodies[0].shapes[0].hull.file: expected the name of an "
                                                    "OBJ file in the folder of the scene or below it, "
                                                    "got \"/etc/passwd\""},
        {"{\"hull\": {\"file\": \"a/../../b.obj\"}}", "s.json: bodies[0].shapes[0].hull.file: expected the name of an "
                                                      "OBJ file in the folder of the scene or below it, "
                                                      "got \"a/../../b.obj\""},
        {"{\"hull\": {\"file\": \"..\"}}", "s.json: bodies[0].shapes[0].hull.file: expected the name of an OBJ file in "
                                           "the folder of the scene or below it, "
                                           "got \"..\""},
        {"{\"hull\": {\"file\": \"none.obj\"}}", "s.json: bodies[0].shapes[0].hull.file: no such file"},
        {"{\"hull\": {\"file\": \"cube.obj\", \"object\": \"ball\"}}",
         "s.json: bodies[0].shapes[0].hull.file: cube.obj: no object or group 'ball' with faces"},
        {"{\"mesh\": {\"file\": \"points.obj\"}}", "s.json: bodies[0].shapes[0].mesh.file: the file has no faces"},
        {"{\"hull\": {\"file\": \"cube.obj\", \"scale\": 0}}",
         "s.json: bodies[0].shapes[0].hull.scale: expected a number > 0, got 0"},
    };
    int reads = 0;
    const struct scene_files files = {&reads, read_memory};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct scene scene;
        md_error error = {0};
        assert_int_equal(read_shapes(&scene, "static", CASES[i].shape, &files, &error), MD_ERROR_FORMAT);
        assert_string_equal(error.message, CASES[i].message);
    }
}

/* Two names that only look like a way out of the folder. */
static void dots_in_a_name_are_allowed(void **state)
{
    (void)state;
    int reads = 0;
    const struct scene_files files = {&reads, read_memory};
    struct scene scene;
    assert_int_not_equal(read_shapes(&scene, "static", "{\"hull\": {\"file\": \"..a/b..obj\"}}", &files, NULL), MD_OK);
    assert_int_equal(reads, 1);
}

static void a_scene_in_memory_cannot_name_files(void **state)
{
    (void)state;
    struct scene scene;
    md_error error = {0};
    assert_int_equal(read_shapes(&scene, "static", "{\"hull\": {\"file\": \"cube.obj\"}}", NULL, &error),
                     MD_ERROR_FORMAT);
    assert_string_equal(error.message, "s.json: bodies[0].shapes[0].hull.file: a scene that is not opened as a file "
                                       "cannot name files");
}

static void a_scene_file_finds_its_files_beside_it(void **state)
{
    (void)state;
    char *folder = folder_create();
    const char *path = path_in(folder, "scene.json");
    const char *inner = path_in(folder, "parts/cube.obj");
    const struct scene_options options = {.allow_3d = true};
    struct scene scene;
    md_error error = {0};
    assert_int_equal(mkdir(path_in(folder, "parts"), 0700), 0);
    write_text(inner, CUBE);
    write_text(path, "{\"format\": \"modulus-scene\", \"version\": 1, \"dimensions\": 3, \"bodies\": [{\"type\": "
                     "\"dynamic\", \"shapes\": [{\"hull\": {\"file\": \"parts/cube.obj\"}}]}]}");
    assert_opens(&scene, path, &options);
    assert_int_equal(scene_step(&scene, scene.dt, NULL), MD_OK);
    scene_close(&scene);
    assert_int_equal(unlink(inner), 0);
    assert_int_not_equal(scene_open(&scene, path, &options, &error), MD_OK);
    assert_non_null(strstr(error.message, "bodies[0].shapes[0].hull.file: "));
    assert_non_null(strstr(error.message, "parts/cube.obj: cannot be read: No such file or directory"));
    folder_remove(folder);
}

static void a_failed_allocation_leaks_nothing(void **state)
{
    (void)state;
    char text[] = CUBE "o o\nf 1 2 3\n";
    assert_true(assert_survives_every_refusal(read_with, text) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_polygon_becomes_a_fan),
        cmocka_unit_test(every_form_of_an_index_is_read),
        cmocka_unit_test(a_negative_index_is_relative_to_its_line),
        cmocka_unit_test(line_ends_comments_and_continued_lines_are_read),
        cmocka_unit_test(one_object_or_group_is_taken_with_its_vertices),
        cmocka_unit_test(an_error_names_the_line_and_what_was_expected),
        cmocka_unit_test(a_hull_and_a_mesh_come_from_a_file_that_is_read_once),
        cmocka_unit_test(a_wrong_file_key_is_refused),
        cmocka_unit_test(dots_in_a_name_are_allowed),
        cmocka_unit_test(a_scene_in_memory_cannot_name_files),
        cmocka_unit_test(a_scene_file_finds_its_files_beside_it),
        cmocka_unit_test(a_failed_allocation_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
