/* Documented properties of the built-in scenes: rest, penetration, energy. `make facts` measures them over 20
 * placements and 10,000 steps (docs/engine.md); these tests check shorter runs. */
#include <stdlib.h>
#include <string.h>

#include "scene/scene_world.h"
#include "support/support.h"

#define PLACEMENTS 5

static struct scene open_scene(const char *name, const struct scene_setting *settings, size_t count)
{
    struct scene scene;
    md_error error = {0};
    const struct scene_options options = {.settings = settings, .setting_count = count, .allow_3d = true};
    if (scene_open(&scene, name, &options, &error) != MD_OK) {
        fail_msg("%s: %s", name, error.message);
    }
    return scene;
}

static double energy_of(const struct scene *scene)
{
    return scene_kinetic_energy(scene) + scene_potential_energy(scene);
}

/* Runs a scene and checks that the total energy never exceeds its initial value by more than 0.1 %. */
static md_step_report run(const struct scene *scene, int steps)
{
    md_step_report report = {0};
    const double start = energy_of(scene);
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(scene_step(scene, scene->dt, &report), MD_OK);
        const double energy = energy_of(scene);
        if (!(energy - start <= 1e-3 * fabs(start))) {
            fail_msg("%s: energy %.9g J in step %d, %.9g J at the start", scene->name, energy, i + 1, start);
        }
    }
    return report;
}

static int ascending(const void *a, const void *b)
{
    const double first = *(const double *)a;
    const double second = *(const double *)b;
    return (first > second) - (first < second);
}

static double median(double *values)
{
    qsort(values, PLACEMENTS, sizeof *values, ascending);
    return values[PLACEMENTS / 2];
}

/* Checks that every moving body is within the walls and above the floor. */
static void assert_none_escaped(const struct scene *scene)
{
    const md2_box view = scene->view;
    for (md2_body_id body = md2_world_first_body(scene->world); body.generation != 0;
         body = md2_world_next_body(scene->world, body)) {
        const md2_vec center = md2_body_center(scene->world, body);
        if (md2_body_get_type(scene->world, body) == MD2_DYNAMIC) {
            assert_true(center.x > view.lower.x && center.x < view.upper.x);
            assert_true(center.y > 0 && center.y < view.upper.y);
        }
    }
}

/* 1,000 steps with 10 sweeps of AMGS, gamma alpha = 0.5, without sleeping. */
static void the_papers_scenes_come_to_rest_with_little_penetration(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"pool1", "pool2", "stacking"};
    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; ++k) {
        double kinetic[PLACEMENTS];
        double largest[PLACEMENTS];
        double mean[PLACEMENTS];
        for (int i = 0; i < PLACEMENTS; ++i) {
            const char seed[] = {(char)('1' + i), '\0'};
            const struct scene_setting setting = {"seed", seed};
            struct scene scene = open_scene(NAMES[k], &setting, 1);
            const md2_world_def def = md2_world_get_def(scene.world);
            assert_true(!def.enable_sleep && def.substeps == 1 && def.limits.max_iterations == 10);
            const md_step_report report = run(&scene, 1000);
            assert_int_equal(report.iterations, 10);
            assert_none_escaped(&scene);
            kinetic[i] = report.kinetic_energy;
            largest[i] = (double)report.penetration_max;
            mean[i] = (double)report.penetration_mean;
            scene_close(&scene);
        }
        const double energy = median(kinetic);
        const double worst = median(largest);
        const double usual = median(mean);
        print_message("%s: medians of %d: kinetic energy %.2e J, penetration max %.2f mm, mean %.2f mm\n", NAMES[k],
                      PLACEMENTS, energy, 1e3 * worst, 1e3 * usual);
        assert_true(energy < 1e-3);
        assert_true(worst < 0.005);
        assert_true(usual < 0.001);
    }
}

/* The scenes without motors, springs and kinematic bodies. The pools and the stacks are checked above and below. */
static void no_scene_gains_energy(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"wall",        "dominoes",  "bridge",    "ragdolls", "funnel",
                                        "spheres",     "pool3",     "pyramid3",  "tower3",   "wall3",
                                        "card_house3", "arch3",     "mesh3",     "net3",     "mass_ratio3",
                                        "bridge3",     "dominoes3", "ragdolls3", "incline3", "spinner3"};
    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; ++k) {
        const struct scene_setting setting = {"enable_sleep", "false"};
        struct scene scene = open_scene(NAMES[k], &setting, 1);
        run(&scene, scene_dimensions(&scene) == 2 ? 300 : 100);
        scene_close(&scene);
    }
}

/* The height of the highest body. */
static double highest(const struct scene *scene)
{
    double height = 0;
    for (md2_body_id body = md2_world_first_body(scene->world); body.generation != 0;
         body = md2_world_next_body(scene->world, body)) {
        height = fmax(height, (double)md2_body_center(scene->world, body).y);
    }
    return height;
}

static void structures_keep_standing(void **state)
{
    (void)state;
    static const struct {
        const char *name, *key, *value;
        int steps;
    } CASES[] = {
        {"pyramid", "rows", "20", 500}, {"card_house", "levels", "4", 500}, {"mass_ratio", "ratio", "10", 2000}};
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        const struct scene_setting settings[] = {{CASES[k].key, CASES[k].value}, {"enable_sleep", "false"}};
        struct scene scene = open_scene(CASES[k].name, settings, 2);
        const double before = highest(&scene);
        const md_step_report report = run(&scene, CASES[k].steps);
        const double after = highest(&scene);
        print_message("%s: top at %.4f m, %.4f m at the start, kinetic energy %.1e J\n", CASES[k].name, after, before,
                      report.kinetic_energy);
        assert_true(fabs(after - before) < 0.01 * before);
        scene_close(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_papers_scenes_come_to_rest_with_little_penetration),
        cmocka_unit_test(no_scene_gains_energy),
        cmocka_unit_test(structures_keep_standing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
