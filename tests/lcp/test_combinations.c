/* Every combination of method, form, box, acceleration and omega, on small problems of every kind and in scenes: it is
 * refused with a message that names the solver, or runs. In every form it has the iterates of the default form, unless
 * blocks reorder the rows.
 * The sanitizers run this test too. */
#include <stdio.h>
#include <string.h>

#include "scene/scene.h"
#include "support/random_world.h"
#include "support/runs.h"

#define SWEEPS 5
#define STEPS 4

static const char *const FORMS[] = {"auto", "sparse", "explicit", "dense", "blocks"};
static const char *const OMEGAS[] = {"default", "mean", "1.5"};

struct combination {
    md_method method;
    md_form form;
    bool paper_box, accelerated;
    int omega; /* index into OMEGAS */
    char text[80];
};

static bool is_one_of(md_method method, const md_method *methods, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (methods[i] == method) {
            return true;
        }
    }
    return false;
}

/* The keys of each method as the README's table lists them. */
static bool is_documented(const struct combination *at)
{
    static const md_method SPARSE[] = {MD_AUTO, MD_PGS, MD_PSOR, MD_AMGS, MD_AMSOR, MD_NSGS, MD_APGD};
    static const md_method ACCELERATED[] = {MD_PGS, MD_PSOR, MD_AMGS, MD_AMSOR, MD_NSGS};
    static const md_method PROJECTED[] = {MD_AUTO, MD_PGS, MD_PSOR, MD_NSGS, MD_APGD, MD_EXACT};
    return (at->form != MD_FORM_SPARSE || is_one_of(at->method, SPARSE, 7)) &&
           (at->form != MD_FORM_BLOCKS || is_one_of(at->method, SPARSE, 5)) &&
           (!at->accelerated || is_one_of(at->method, ACCELERATED, 5)) &&
           (at->omega == 0 || !is_one_of(at->method, PROJECTED, 6)) &&
           (!at->paper_box ||
            (at->method == MD_AMGS && !at->accelerated && (at->form == MD_FORM_AUTO || at->form == MD_FORM_SPARSE)));
}

static void write_spec(struct combination *at)
{
    char keys[64] = "";
    size_t used = 0;
    if (at->form != MD_FORM_AUTO) {
        used += (size_t)snprintf(keys + used, sizeof keys - used, ",form=%s", FORMS[at->form]);
    }
    if (at->paper_box) {
        used += (size_t)snprintf(keys + used, sizeof keys - used, ",box=paper");
    }
    if (at->accelerated) {
        used += (size_t)snprintf(keys + used, sizeof keys - used, ",accelerate=anderson");
    }
    if (at->omega != 0) {
        snprintf(keys + used, sizeof keys - used, ",omega=%s", OMEGAS[at->omega]);
    }
    snprintf(at->text, sizeof at->text, "%s%s%s", md_method_name(at->method), keys[0] != '\0' ? ":" : "",
             keys[0] != '\0' ? keys + 1 : "");
}

/* Returns false after the last combination. `index` counts from 0. */
static bool get_combination(int index, struct combination *at)
{
    *at = (struct combination){.form = (md_form)(index % 5),
                               .paper_box = index / 5 % 2 == 1,
                               .accelerated = index / 10 % 2 == 1,
                               .omega = index / 20 % 3,
                               .method = (md_method)(index / 60)};
    if (at->method >= MD_METHOD_COUNT) {
        return false;
    }
    write_spec(at);
    return true;
}

static void documented_combinations_are_accepted_and_others_refused(void **state)
{
    (void)state;
    int accepted = 0;
    int count = 0;
    struct combination at;
    for (; get_combination(count, &at); ++count) {
        md_solver_spec spec;
        md_error error = {0};
        const md_status status = md_solver_spec_parse(at.text, &spec, &error);
        if (status != (is_documented(&at) ? MD_OK : MD_ERROR_ARGUMENT)) {
            fail_msg("%s: %s", at.text, status == MD_OK ? "is accepted" : error.message);
        }
        assert_int_equal(strstr(error.message, md_method_name(at.method)) != NULL, status != MD_OK);
        accepted += status == MD_OK;
    }
    assert_int_equal(count, 60 * MD_METHOD_COUNT);
    print_message("%d combinations of %d are accepted\n", accepted, count);
}

/* A struct needs no keys, so that it can ask for combinations that no text can express. */
static void structs_are_refused_as_texts_are(void **state)
{
    (void)state;
    struct combination at;
    md_problem *problem = problem_of("stack:circles=10,friction=0.5");
    md_solver *solver = md_solver_create(NULL);
    assert_non_null(solver);
    for (int i = 0; get_combination(i, &at); ++i) {
        md_result result;
        md_error error = {0};
        md_solver_spec spec = md_solver_spec_of(at.method);
        spec.form = at.form;
        spec.box = at.paper_box ? MD_BOX_PAPER : MD_BOX_TWO_SIDED;
        spec.accelerate = at.accelerated ? MD_ACCELERATE_ANDERSON : MD_ACCELERATE_NONE;
        spec.omega = (md_omega)at.omega;
        spec.omega_number = 1;
        at.omega = 0; /* methods without Omega ignore the field */
        const md_status status =
            md_solver_solve(solver, &spec, problem, &(md_limits){.max_iterations = SWEEPS}, &result, &error);
        if (status != (is_documented(&at) ? MD_OK : MD_ERROR_ARGUMENT)) {
            fail_msg("%s: %s", at.text, status == MD_OK ? "is accepted" : error.message);
        }
        assert_int_equal(error.message[0] != '\0', status != MD_OK);
    }
    md_solver_destroy(solver);
    md_problem_destroy(problem);
}

/* ---- Problems ---------------------------------------------------------------------------------------------------- */

struct subject {
    const char *name;
    md_problem *problem;
    bool has_J, has_bodies_2d;
    bool keeps_order; /* no scalar row comes after a contact: blocks do not reorder the rows */
};

/* Whether the problem has what the form needs. */
static bool suits(const struct combination *at, const struct subject *subject)
{
    const bool needs_J = at->form == MD_FORM_SPARSE || at->paper_box;
    return at->form == MD_FORM_BLOCKS ? subject->has_bodies_2d : !needs_J || subject->has_J;
}

/* The forms add in different orders: rounding, enlarged by a few sweeps and by Anderson's coefficients. */
static void assert_same_iterates(const struct combination *at, const struct subject *subject)
{
    const md_problem *problem = subject->problem;
    struct combination standard = *at;
    standard.form = MD_FORM_AUTO;
    write_spec(&standard);
    struct run run = run_sweeps(problem, at->text, SWEEPS);
    struct run expected = run_sweeps(problem, standard.text, SWEEPS);
    const double apart = distance(run.lambda, expected.lambda, expected.result.m);
    if (!(apart <= PICK(1e-9, 1e-2) * (1 + magnitude(expected.lambda, expected.result.m)))) {
        fail_msg("%s on %s: lambda is %g from that of %s", at->text, subject->name, apart, standard.text);
    }
    run_free(&run);
    run_free(&expected);
}

static void check_on(const struct subject *subject)
{
    struct combination at;
    md_solver *solver = md_solver_create(NULL);
    assert_non_null(solver);
    for (int i = 0; get_combination(i, &at); ++i) {
        md_solver_spec spec;
        md_result result;
        md_error error = {0};
        if (md_solver_spec_parse(at.text, &spec, NULL) != MD_OK) {
            continue;
        }
        const md_limits limits = {.max_iterations = SWEEPS};
        const md_status status = md_solver_solve(solver, &spec, subject->problem, &limits, &result, &error);
        if (status != (suits(&at, subject) ? MD_OK : MD_ERROR_PROBLEM)) {
            fail_msg("%s on %s: %s", at.text, subject->name, status == MD_OK ? "runs" : error.message);
        }
        assert_int_equal(error.message[0] != '\0', status != MD_OK);
        if (status == MD_OK && (at.form != MD_FORM_BLOCKS || subject->keeps_order)) {
            assert_same_iterates(&at, subject);
        }
    }
    md_solver_destroy(solver);
}

static void combinations_run_on_problems_that_suit_their_form(void **state)
{
    (void)state;
    static const char *const NAMES[KINDS] = {
        [BODIES_2D] = "bodies in 2D", [BODIES_3D] = "bodies in 3D", [GENERAL] = "general", [EXPLICIT] = "explicit"};
    for (enum kind kind = BODIES_2D; kind < KINDS; ++kind) {
        md_problem *problem = md_problem_create(NULL);
        assert_int_equal(fill(problem, kind), MD_OK);
        check_on(&(struct subject){NAMES[kind], problem, kind != EXPLICIT, kind == BODIES_2D, false});
        md_problem_destroy(problem);
    }
    static const char *const STACKS[] = {"stack:circles=1", "stack:circles=10", "stack:circles=10,friction=0.5"};
    for (size_t k = 0; k < sizeof STACKS / sizeof *STACKS; ++k) {
        md_problem *problem = problem_of(STACKS[k]);
        check_on(&(struct subject){STACKS[k], problem, true, true, true});
        md_problem_destroy(problem);
    }
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

static void check_in_scene(const char *name, const struct scene_setting *size)
{
    struct combination at;
    for (int i = 0; get_combination(i, &at); ++i) {
        struct scene scene;
        md_error error = {0};
        const struct scene_setting settings[] = {
            {"solver", at.text}, {"position_solver", at.text}, {"iterations", "4"}, *size};
        const struct scene_options options = {.settings = settings, .setting_count = 4};
        const md_status status = scene_open(&scene, name, &options, &error);
        if ((status == MD_OK) != is_documented(&at)) {
            fail_msg("%s in %s: %s", at.text, name, status == MD_OK ? "is accepted" : error.message);
        }
        if (status != MD_OK) {
            assert_non_null(strstr(error.message, md_method_name(at.method)));
            continue;
        }
        for (int step = 0; step < STEPS; ++step) {
            assert_int_equal(md2_world_step(scene.world, scene.dt, NULL), MD_OK);
        }
        scene_close(&scene);
    }
}

static void combinations_run_in_scenes_with_contacts_and_joints(void **state)
{
    (void)state;
    check_in_scene("pyramid", &(struct scene_setting){"rows", "3"});
    check_in_scene("bridge", &(struct scene_setting){"planks", "4"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documented_combinations_are_accepted_and_others_refused),
        cmocka_unit_test(structs_are_refused_as_texts_are),
        cmocka_unit_test(combinations_run_on_problems_that_suit_their_form),
        cmocka_unit_test(combinations_run_in_scenes_with_contacts_and_joints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
