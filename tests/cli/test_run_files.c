/* Files that modulus run writes: pictures, videos, histories, scenes, recordings, and the LCP of a step. */
#define _POSIX_C_SOURCE 200809L

#include <sys/stat.h>

#include "run_checks.h"

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static void pictures_are_written_as_png_svg_and_pdf(void **state)
{
    const char *folder = *state;
    assert_runs(folder, POOL "--steps 20 --picture @/end.png --picture 0:@/start.svg --picture 10:@/middle.pdf");
    assert_starts_with(path_in(folder, "end.png"), "\x89PNG\r\n\x1a\n", 8);
    assert_starts_with(path_in(folder, "start.svg"), "<?xml", 5);
    assert_starts_with(path_in(folder, "middle.pdf"), "%PDF-", 5);
    assert_int_equal(files_in(folder), 3);
    struct stat status;
    assert_int_equal(stat(path_in(folder, "end.png"), &status), 0);
    assert_true(status.st_size > 5000); /* the picture is not empty */
    assert_runs(folder, "run bridge --set planks=5 --steps 5 --picture @/bridge.svg");
    assert_true(exists(folder, "bridge.svg"));
}

static void a_history_has_one_line_per_step(void **state)
{
    const char *folder = *state;
    assert_runs(folder, POOL "--steps 25 --history @/steps.csv --plot @/plot.svg");
    static char text[65536];
    read_all(path_in(folder, "steps.csv"), text, sizeof text);
    assert_memory_equal(text, "solver,step,time,status,iterations,residual,", 44);
    int lines = 0;
    int commas = 0;
    for (const char *c = text; *c != '\0'; ++c) {
        lines += *c == '\n';
        commas += *c == ',';
    }
    assert_int_equal(lines, 26);
    assert_int_equal(commas, 26 * 23);
    read_all(path_in(folder, "plot.svg"), text, sizeof text);
    assert_non_null(strstr(text, "<svg"));
}

static void a_saved_scene_can_be_run(void **state)
{
    const char *folder = *state;
    assert_runs(folder, POOL "--steps 20 --save @/end.json");
    cJSON *json = run_json(folder, "run @/end.json --steps 5 --json");
    assert_true(number_of(json, "contacts") > 5);
    cJSON_Delete(json);
}

static void videos_are_made_with_ffmpeg(void **state)
{
    const char *folder = *state;
    if (system("command -v ffmpeg >/dev/null") != 0) {
        print_message("skipped: ffmpeg is not installed\n");
        skip();
    }
    assert_runs(folder, POOL "--steps 12 --video @/film.mp4");
    char text[64];
    read_all(path_in(folder, "film.mp4"), text, sizeof text);
    assert_memory_equal(text + 4, "ftyp", 4);
    assert_runs(folder, POOL "--steps 12 --video @/film.gif --fps 10 --record @/film.rec");
    assert_starts_with(path_in(folder, "film.gif"), "GIF89a", 6);
    assert_runs(folder, "replay @/film.rec --video @/again.gif");
    assert_starts_with(path_in(folder, "again.gif"), "GIF89a", 6);
    assert_int_equal(files_in(folder), 4);
}

static void assert_refused(const char *folder, const char *line, const char *message)
{
    const struct outcome *outcome = run_in(folder, line);
    const char *newline = strchr(outcome->err, '\n');
    assert_int_equal(outcome->code, 2);
    assert_non_null(strstr(outcome->err, message));
    assert_true(newline != NULL && newline[1] == '\0');
}

static void write_scene(const char *path, const char *view, const char *shape)
{
    char text[512];
    snprintf(text, sizeof text,
             "{\"format\": \"modulus-scene\", \"version\": 1, \"view\": [%s], \"bodies\": [{\"shapes\": [{%s}]}]}",
             view, shape);
    write_text(path, text);
}

static void pictures_of_huge_shapes_and_views_end(void **state)
{
    const char *folder = *state;
    write_scene(path_in(folder, "view.json"), "-1e30, -1e30, 1e30, 1e30", "\"circle\": {\"radius\": 1}");
    write_scene(path_in(folder, "tiny.json"), "0, 0, 1e-30, 1e-30", "\"circle\": {\"radius\": 1}");
    write_scene(path_in(folder, "circle.json"), "-5, -5, 5, 5", "\"circle\": {\"radius\": 1e8}");
    write_scene(path_in(folder, "capsule.json"), "-5, -5, 5, 5",
                "\"capsule\": {\"a\": [0, 0], \"b\": [1, 0], \"radius\": 1e8}");
    assert_refused(folder, "run @/view.json --steps 1 --picture @/x.png", "the view is too large or too small");
    assert_refused(folder, "run @/tiny.json --steps 1 --picture @/x.png", "the view is too large or too small");
    assert_refused(folder, "run @/circle.json --steps 1 --picture @/x.png", "a round shape is too large for the view");
    assert_refused(folder, "run @/capsule.json --steps 1 --picture @/x.svg", "a round shape is too large for the view");
    assert_int_equal(files_in(folder), 4);
    /* Straight edges may leave the view; the outline of a sensor is then not dashed. */
    write_scene(path_in(folder, "ground.json"), "-5, -5, 5, 5",
                "\"box\": {\"half\": [1e8, 1], \"center\": [0, 0]}, \"sensor\": true");
    assert_runs(folder, "run @/ground.json --steps 1 --picture @/ground.svg");
    static char text[65536];
    read_all(path_in(folder, "ground.svg"), text, sizeof text);
    assert_null(strstr(text, "stroke-dasharray"));
    assert_non_null(strstr(text, "3000000"));
}

static void videos_that_would_not_end_are_refused(void **state)
{
    const char *folder = *state;
    const double dt = 1e30;
    if (system("command -v ffmpeg >/dev/null") != 0) {
        print_message("skipped: ffmpeg is not installed\n");
        skip();
    }
    assert_refused(folder, POOL "--steps 2 --dt 1e30 --video @/film.mp4", "too long for a video");
    assert_runs(folder, POOL "--steps 3 --record @/film.rec");
    FILE *file = fopen(path_in(folder, "film.rec"), "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 40, SEEK_SET), 0); /* dt, see docs/recording.md */
    assert_int_equal(fwrite(&dt, sizeof dt, 1, file), 1);
    assert_int_equal(fclose(file), 0);
    assert_refused(folder, "replay @/film.rec --video @/film.mp4", "too long for a video");
    assert_int_equal(files_in(folder), 1);
}

static void recordings_can_be_replayed(void **state)
{
    const char *folder = *state;
    assert_runs(folder, "run bridge --set planks=5 --set loads=2 --steps 30 --record @/film.rec");
    cJSON *json = run_json(folder, "replay @/film.rec --picture 10:@/ten.png --picture @/last.svg --json");
    assert_string_equal(text_of(json, "scene"), "bridge");
    assert_true(number_of(json, "frames") == 31);
    assert_true(number_of(json, "last_step") == 30);
    assert_true(number_of(json, "joints") == 6);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "complete")));
    const double bytes = number_of(json, "bytes");
    cJSON_Delete(json);
    assert_starts_with(path_in(folder, "ten.png"), "\x89PNG", 4);
    assert_true(exists(folder, "last.svg"));
    /* A recording that is truncated within its last frame is read up to the frame before. */
    assert_int_equal(truncate(path_in(folder, "film.rec"), (off_t)bytes - 10), 0);
    json = run_json(folder, "replay @/film.rec --json");
    assert_true(number_of(json, "frames") == 30);
    assert_true(number_of(json, "last_step") == 29);
    assert_true(cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(json, "complete")));
    cJSON_Delete(json);
}

/* ---- LCP of a step ----------------------------------------------------------------------------------------------- */

#define SPRINGS                                                                                                        \
    "{\"format\": \"modulus-scene\", \"version\": 1, \"name\": \"springs\", \"steps\": 60, \"bodies\": ["              \
    "{\"name\": \"ground\", \"shapes\": [{\"box\": {\"half\": [10, 0.5], \"center\": [0, -0.5]}}]},"                   \
    "{\"name\": \"car\", \"type\": \"dynamic\", \"position\": [0, 1.2],"                                               \
    " \"shapes\": [{\"box\": {\"half\": [1, 0.3]}}]},"                                                                 \
    "{\"name\": \"left\", \"type\": \"dynamic\", \"position\": [-0.7, 0.4],"                                           \
    " \"shapes\": [{\"circle\": {\"radius\": 0.4}, \"friction\": 0.9}]},"                                              \
    "{\"name\": \"right\", \"type\": \"dynamic\", \"position\": [0.7, 0.4],"                                           \
    " \"shapes\": [{\"circle\": {\"radius\": 0.4}, \"friction\": 0.9}]},"                                              \
    "{\"name\": \"door\", \"type\": \"dynamic\", \"position\": [3, 1], \"angular_velocity\": 2,"                       \
    " \"shapes\": [{\"box\": {\"half\": [0.1, 0.5]}}]},"                                                               \
    "{\"name\": \"lift\", \"type\": \"dynamic\", \"position\": [5, 1],"                                                \
    " \"shapes\": [{\"box\": {\"half\": [0.5, 0.1]}}]},"                                                               \
    "{\"name\": \"ball\", \"type\": \"dynamic\", \"position\": [5, 2],"                                                \
    " \"shapes\": [{\"circle\": {\"radius\": 0.3}}]}], \"joints\": ["                                                  \
    "{\"type\": \"wheel\", \"bodies\": [\"car\", \"left\"], \"at\": [-0.7, 0.4], \"axis\": [0, 1],"                    \
    " \"has_spring\": true, \"frequency\": 4, \"has_motor\": true, \"motor_speed\": -10, \"motor_limit\": 20},"        \
    "{\"type\": \"wheel\", \"bodies\": [\"car\", \"right\"], \"at\": [0.7, 0.4], \"axis\": [0, 1],"                    \
    " \"has_spring\": true, \"has_limits\": true, \"lower\": -0.2, \"upper\": 0.2},"                                   \
    "{\"type\": \"revolute\", \"bodies\": [\"ground\", \"door\"], \"at\": [3, 1.5], \"has_limits\": true,"             \
    " \"lower\": -0.1, \"upper\": 0.1, \"has_spring\": true, \"frequency\": 1},"                                       \
    "{\"type\": \"prismatic\", \"bodies\": [\"ground\", \"lift\"], \"at\": [5, 1], \"axis\": [0, 1],"                  \
    " \"has_limits\": true, \"lower\": -0.5, \"upper\": 1, \"has_motor\": true, \"motor_speed\": 1,"                   \
    " \"motor_limit\": 200},"                                                                                          \
    "{\"type\": \"distance\", \"bodies\": [\"lift\", \"ball\"], \"between\": [[5, 1], [5, 2]],"                        \
    " \"has_spring\": true, \"frequency\": 3, \"damping_ratio\": 0.2}]}"

/* The text of a file after its comments. */
static const char *numbers_in(const char *path, char *text, size_t size)
{
    read_all(path, text, size);
    const char *at = text;
    while (*at == '%') {
        at = strchr(at, '\n') + 1;
    }
    return at;
}

/* Solving the exported LCP from its warm start, with the same solver and number of sweeps, gives the world's lambda bit
 * for bit. Numbers are written so that they read back exactly, so equal texts mean equal bits. */
static void assert_same_lambda(const char *folder, const char *scene, const char *solver)
{
    static char world[131072];
    static char alone[131072];
    char line[512];
    snprintf(line, sizeof line, "run %s --solver %s --iterations 8 --quiet", scene, solver);
    assert_runs(folder, line);
    snprintf(line, sizeof line, "solve --problem @/lcp --solver %s --iterations 8 --out @/lambda.mtx", solver);
    assert_int_equal(run_in(folder, line)->code, 0);
    const char *expected = numbers_in(path_in(folder, "lcp/lambda.mtx"), world, sizeof world);
    const char *got = numbers_in(path_in(folder, "lambda.mtx"), alone, sizeof alone);
    if (strcmp(expected, got) != 0 || strlen(expected) < 20) {
        fail_msg("%s by %s: lambda of the world and of its exported LCP differ", scene, solver);
    }
    snprintf(line, sizeof line, "%s/lcp", folder);
    char *exported = strdup(line);
    folder_remove(exported);
}

static void an_exported_lcp_reproduces_the_worlds_lambda_bit_for_bit(void **state)
{
    const char *folder = *state;
    write_text(path_in(folder, "springs.json"), SPRINGS);
    static const char *const SOLVERS[] = {"amgs", "pgs", "amsor:relax=1.1", "amgs:form=explicit", "auto"};
    for (size_t i = 0; i < sizeof SOLVERS / sizeof *SOLVERS; ++i) {
        assert_same_lambda(folder, "pool1 --set circles=60 --steps 60 --export-lcp 60:@/lcp", SOLVERS[i]);
        assert_same_lambda(folder, "bridge --set planks=8 --set loads=3 --steps 80 --export-lcp 77:@/lcp", SOLVERS[i]);
        /* The files do not say which rows are joints, so that auto may put other rows into blocks, and round its sums
         * in another order. */
        const char *by_rows = strcmp(SOLVERS[i], "auto") == 0 ? "auto:form=sparse" : SOLVERS[i];
        assert_same_lambda(folder, "@/springs.json --steps 40 --export-lcp 40:@/lcp", by_rows);
        assert_same_lambda(folder, "@/springs.json --steps 30 --substeps 4 --export-lcp 20.3:@/lcp", by_rows);
    }
}

/* The world's impulses are reproduced, a copy of the files has the same bytes, and no cone takes several normals. */
static void an_exported_lcp_keeps_central_friction(void **state)
{
    const char *folder = *state;
    const char *scene = "pyramid3 --set base=3 --set central_friction=true --steps 5 --export-lcp 5:@/lcp";
    assert_same_lambda(folder, scene, "pgs");
    char line[1200];
    snprintf(line, sizeof line, "run %s --quiet", scene);
    assert_runs(folder, line);
    assert_int_equal(run_in(folder, "generate --problem @/lcp --out @/copy")->code, 0);
    snprintf(line, sizeof line, "cd %s && grep -q '^1$' lcp/patch.mtx && diff -r -x lambda.mtx lcp copy", folder);
    assert_int_equal(system(line), 0);
    const struct outcome *cone = run_in(folder, "solve --problem @/lcp --friction cone");
    assert_int_equal(cone->code, 2);
    assert_non_null(strstr(cone->err, "patch.mtx: the law cone has one normal per contact"));
}

static void an_exported_lcp_has_springs_motors_and_limits(void **state)
{
    const char *folder = *state;
    write_text(path_in(folder, "springs.json"), SPRINGS);
    assert_runs(folder, "run @/springs.json --solver amgs --export-lcp 40:@/lcp");
    static const char *const FILES[] = {"lcp/J.mtx",     "lcp/v.mtx",  "lcp/b.mtx",      "lcp/Minv.mtx",
                                        "lcp/lower.mtx", "lcp/mu.mtx", "lcp/parent.mtx", "lcp/upper.mtx",
                                        "lcp/c.mtx",     "lcp/y0.mtx", "lcp/lambda0.mtx"};
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; ++i) {
        assert_true(exists(folder, FILES[i]));
    }
}

static void compare_accepts_a_step_of_a_scene(void **state)
{
    const char *folder = *state;
    cJSON *json = run_json(folder, "compare pool1 --set circles=30 --set width=2 --step 60 --frictionless --tol 1e-4 "
                                   "--solver pgs --solver amgs:alpha=0.5 --solver amgs --json");
    assert_string_equal(text_of(json, "scene"), "pool1");
    assert_true(number_of(json, "step") == 60);
    const double m = number_of(json, "m");
    assert_true(m > 10);
    assert_true(number_of(json, "n") == 90);
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results");
    assert_int_equal(cJSON_GetArraySize(results), 3);
    const double warm = number_of(cJSON_GetArrayItem(results, 0), "iterations");
    assert_true(warm == number_of(cJSON_GetArrayItem(results, 1), "iterations"));
    cJSON_Delete(json);
    /* The same LCP from a cold start. */
    json = run_json(folder, "compare pool1 --set circles=30 --set width=2 --step 60 --frictionless --tol 1e-4 --cold "
                            "--solver pgs --json");
    assert_true(number_of(json, "m") == m);
    results = cJSON_GetObjectItemCaseSensitive(json, "results");
    assert_true(number_of(cJSON_GetArrayItem(results, 0), "iterations") != warm);
    cJSON_Delete(json);
    /* Without --step, the name means the generated problem. */
    json = run_json(folder, "compare pool1:step=20,friction=0 --solver pgs --json");
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(json, "step")));
    cJSON_Delete(json);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: test_run_files PATH_OF_MODULUS\n");
        return 2;
    }
    command = argv[1];
    const struct CMUnitTest tests[] = {
        TEST(pictures_are_written_as_png_svg_and_pdf),
        TEST(a_history_has_one_line_per_step),
        TEST(a_saved_scene_can_be_run),
        TEST(videos_are_made_with_ffmpeg),
        TEST(pictures_of_huge_shapes_and_views_end),
        TEST(videos_that_would_not_end_are_refused),
        TEST(recordings_can_be_replayed),
        TEST(an_exported_lcp_reproduces_the_worlds_lambda_bit_for_bit),
        TEST(an_exported_lcp_keeps_central_friction),
        TEST(an_exported_lcp_has_springs_motors_and_limits),
        TEST(compare_accepts_a_step_of_a_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
