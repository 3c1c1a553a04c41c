/* Pictures, videos and recordings of 3D scenes. Without the module of the renderer only its message is tested. */
#define _POSIX_C_SOURCE 200809L

#include <cairo.h>
#include <sys/stat.h>

#include "command.h"

static void refused_options_say_what_was_expected(void **state)
{
    static const struct {
        const char *line, *error;
    } CASES[] = {
        {"run arch3 --picture @/a.png --camera 1,2,3",
         "modulus: --camera 1,2,3: expected the eye and the target, two different points, as six numbers separated by "
         "commas, such as 8,5,10,0,1,0\n"},
        {"run arch3 --picture @/a.png --camera 1,2,3,1,2,3",
         "modulus: --camera 1,2,3,1,2,3: expected the eye and the target, two different points, as six numbers "
         "separated by commas, such as 8,5,10,0,1,0\n"},
        {"run arch3 --picture @/a.png --colour red", "modulus: --colour red: expected body or residual\n"},
        {"run arch3 --picture @/a.png --orbit 10", "modulus: --orbit needs --video FILE\n"},
        {"run pool1 --picture @/a.png --camera 1,2,3,0,0,0",
         "modulus: --camera: pool1 is a 2D scene, and this option is for 3D scenes only\n"},
        {"run pool1 --picture @/a.png --colour residual",
         "modulus: --colour: pool1 is a 2D scene, and this option is for 3D scenes only\n"},
        {"run arch3 --picture @/a.jpg",
         "modulus: --picture @/a.jpg: expected a file name that ends with .png, .svg or .pdf\n"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        const struct outcome *outcome = run_in(*state, CASES[i].line);
        assert_int_equal(outcome->code, 2);
        assert_string_equal(outcome->out, "");
        const char *folder = strchr(CASES[i].error, '@');
        if (folder == NULL) {
            assert_string_equal(outcome->err, CASES[i].error);
        } else {
            assert_non_null(strstr(outcome->err, folder + 1));
        }
    }
}

/* Recording needs no renderer. */
static void a_run_is_recorded_and_summarized(void **state)
{
    assert_int_equal(run_in(*state, "run ragdolls3 --set count=1 --steps 30 --record @/a.rec --quiet")->code, 0);
    const struct outcome *outcome = run_in(*state, "replay @/a.rec --json");
    assert_int_equal(outcome->code, 0);
    cJSON *summary = cJSON_Parse(outcome->out);
    assert_non_null(summary);
    assert_string_equal(text_of(summary, "scene"), "ragdolls3");
    assert_int_equal(number_of(summary, "frames"), 31);
    assert_int_equal(number_of(summary, "last_step"), 30);
    assert_int_equal(number_of(summary, "moving_bodies"), 11);
    assert_int_equal(number_of(summary, "joints"), 10);
    cJSON_Delete(summary);
    assert_int_equal(run_in(*state, "replay @/a.rec --picture 31:@/a.png --quiet")->code != 0, true);
}

/* The observer of the residuals must not change the simulation. */
static void recording_does_not_change_the_hash(void **state)
{
    char hash[20];
    cJSON *plain = cJSON_Parse(run_in(*state, "run pyramid3 --set base=3 --steps 30 --json --quiet")->out);
    assert_non_null(plain);
    snprintf(hash, sizeof hash, "%s", text_of(plain, "hash"));
    cJSON_Delete(plain);
    cJSON *recorded =
        cJSON_Parse(run_in(*state, "run pyramid3 --set base=3 --steps 30 --record @/a.rec --json --quiet")->out);
    assert_non_null(recorded);
    assert_string_equal(text_of(recorded, "hash"), hash);
    cJSON_Delete(recorded);
}

#ifndef HAS_RENDER3

static void a_build_without_the_renderer_says_what_to_install(void **state)
{
    const struct outcome *outcome = run_in(*state, "run arch3 --steps 1 --picture @/a.png");
    assert_int_equal(outcome->code, 1);
    assert_string_equal(outcome->err, "modulus: this build draws no 3D scenes; install libegl-dev, libgl-dev and "
                                      "libgl1-mesa-dri, and build again\n");
}

#else

/* Counts of pixels by colour, in the part of the picture above the caption. */
struct colours {
    int width, height;
    int white, ground, red, green, blue;
};

static struct colours colours_of(const char *folder, const char *name)
{
    struct colours colours = {0};
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path_in(folder, name));
    assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    const unsigned char *bytes = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    colours.width = cairo_image_surface_get_width(surface);
    colours.height = cairo_image_surface_get_height(surface);
    for (int y = 0; y < colours.height - 44; ++y) {
        for (int x = 0; x < colours.width; ++x) {
            const unsigned char *pixel = bytes + y * stride + 4 * x;
            const int blue = pixel[0];
            const int green = pixel[1];
            const int red = pixel[2];
            const int least = red < green ? (red < blue ? red : blue) : green < blue ? green : blue;
            const int most = red > green ? (red > blue ? red : blue) : green > blue ? green : blue;
            colours.white += least == 255;
            colours.ground += most - least < 12 && least > 120 && least < 250;
            colours.red += red > 150 && green < 60 && blue < 60;
            colours.green += green > red + 20 && green > blue + 8;
            colours.blue += blue > red + 40 && blue > green + 10;
        }
    }
    cairo_surface_destroy(surface);
    return colours;
}

static void run_quietly(const char *folder, const char *line)
{
    const struct outcome *outcome = run_in(folder, line);
    if (outcome->code != 0) {
        fail_msg("%s: exit code %d: %s", line, outcome->code, outcome->err);
    }
}

static void a_picture_shows_ground_bodies_and_contacts(void **state)
{
    run_quietly(*state, "run pyramid3 --set base=3 --steps 20 --picture @/a.png --picture 0:@/start.png --quiet");
    const struct colours end = colours_of(*state, "a.png");
    const struct colours start = colours_of(*state, "start.png");
    assert_int_equal(end.width, 1120);
    assert_int_equal(end.height, 700);
    assert_true(end.ground > 50000 && end.blue > 5000);
    assert_true(end.red > 200);     /* contacts */
    assert_int_equal(start.red, 0); /* none before the first step */
    struct stat info;
    run_quietly(*state, "run pyramid3 --set base=3 --steps 1 --picture @/a.svg --picture @/a.pdf --quiet");
    assert_int_equal(stat(path_in(*state, "a.svg"), &info), 0);
    assert_int_equal(stat(path_in(*state, "a.pdf"), &info), 0);
}

static void the_camera_option_moves_the_camera(void **state)
{
    run_quietly(*state, "run tower3 --set count=2 --steps 1 --picture @/near.png --quiet --camera 0,2,6,0,1,0");
    run_quietly(*state, "run tower3 --set count=2 --steps 1 --picture @/far.png --quiet --camera 0,2,60,0,1,0");
    run_quietly(*state, "run tower3 --set count=2 --steps 1 --picture @/away.png --quiet --camera 0,2,6,0,2,60");
    const struct colours near = colours_of(*state, "near.png");
    const struct colours far = colours_of(*state, "far.png");
    const struct colours away = colours_of(*state, "away.png");
    assert_true(near.blue > 20 * far.blue && far.blue > 0);
    assert_int_equal(away.blue + away.red, 0);
}

/* One iteration leaves contacts unsolved, many solve them. */
static void colours_show_how_well_contacts_are_solved(void **state)
{
    run_quietly(*state, "run pyramid3 --set base=4 --steps 5 --solver pgs --iterations 1 --set enable_sleep=0 "
                        "--colour residual --picture @/bad.png --quiet");
    run_quietly(*state, "run pyramid3 --set base=4 --steps 60 --solver auto --iterations 500 --set enable_sleep=0 "
                        "--colour residual --picture @/good.png --quiet");
    assert_true(colours_of(*state, "good.png").blue > 2 * colours_of(*state, "bad.png").blue + 1000);
}

static void replay_draws_the_picture_of_the_run(void **state)
{
    run_quietly(*state, "run dominoes3 --set count=5 --steps 40 --record @/a.rec --picture @/run.png --quiet");
    run_quietly(*state, "replay @/a.rec --picture @/replay.png --picture 40:@/last.png --quiet");
    const struct colours run = colours_of(*state, "run.png");
    const struct colours replay = colours_of(*state, "replay.png");
    const struct colours last = colours_of(*state, "last.png");
    /* Positions are rounded to float: edges may change by a pixel here and there. */
    assert_true(abs(run.blue - replay.blue) < 50 + run.blue / 100);
    assert_true(abs(run.red - replay.red) < 20 + run.red / 50);
    assert_int_equal(last.blue, replay.blue);
}

static void videos_turn_around_the_scene(void **state)
{
    struct stat info;
    if (system("command -v ffmpeg >/dev/null") != 0) {
        print_message("ffmpeg is not installed\n");
        skip();
    }
    run_quietly(*state, "run tower3 --set count=2 --steps 3 --video @/a.gif --orbit 30 --record @/a.rec --quiet");
    assert_true(stat(path_in(*state, "a.gif"), &info) == 0 && info.st_size > 1000);
    run_quietly(*state, "replay @/a.rec --video @/b.gif --fps 10 --quiet");
    assert_true(stat(path_in(*state, "b.gif"), &info) == 0 && info.st_size > 1000);
}

static void hide_drivers(void)
{
    setenv("LIBGL_DRIVERS_PATH", "/nonexistent", 1);
    setenv("GALLIUM_DRIVER", "none", 1);
    setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent", 1);
}

static void a_missing_driver_is_reported_before_the_run(void **state)
{
    const struct outcome *outcome = run_prepared(*state, "run arch3 --steps 100000 --picture @/a.png", hide_drivers);
    assert_int_equal(outcome->code, 1);
    assert_non_null(strstr(outcome->err, "libgl1-mesa-dri"));
    assert_string_equal(outcome->out, "");
}

#endif

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(refused_options_say_what_was_expected, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_run_is_recorded_and_summarized, set_up, tear_down),
        cmocka_unit_test_setup_teardown(recording_does_not_change_the_hash, set_up, tear_down),
#ifdef HAS_RENDER3
        cmocka_unit_test_setup_teardown(a_picture_shows_ground_bodies_and_contacts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_camera_option_moves_the_camera, set_up, tear_down),
        cmocka_unit_test_setup_teardown(colours_show_how_well_contacts_are_solved, set_up, tear_down),
        cmocka_unit_test_setup_teardown(replay_draws_the_picture_of_the_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(videos_turn_around_the_scene, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_missing_driver_is_reported_before_the_run, set_up, tear_down),
#else
        cmocka_unit_test_setup_teardown(a_build_without_the_renderer_says_what_to_install, set_up, tear_down),
#endif
    };
    if (argc != 2) {
        return EXIT_FAILURE;
    }
    command = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
