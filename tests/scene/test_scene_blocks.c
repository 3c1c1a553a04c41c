/* Contacts that are assembled directly into SIMD blocks give the same bits as contacts that are assembled into scalar
 * rows and packed by the solver: observing the rows through the `solved` callback does not change the simulation. */
#include "scene/scene.h"
#include "scene/scenes.h"

struct seen {
    int64_t solves, in_blocks;
};

static void count_solves(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    (void)substep;
    struct seen *seen = user;
    ++seen->solves;
    seen->in_blocks += result->form == MD_FORM_BLOCKS;
    assert_int_equal(md_problem_rows(problem), result->m);
}

static void watch(struct scene *scene, struct seen *seen)
{
    md2_world_def def = md2_world_get_def(scene->world);
    def.callbacks.solved = count_solves;
    def.callbacks.user = seen;
    assert_int_equal(md2_world_set_def(scene->world, &def), MD_OK);
}

static void change_solver(struct scene *scene, const char *solver, const char *position_solver, int32_t substeps)
{
    md2_world_def def = md2_world_get_def(scene->world);
    assert_int_equal(md_solver_spec_parse(solver, &def.solver, NULL), MD_OK);
    assert_int_equal(md_solver_spec_parse(position_solver, &def.position_solver, NULL), MD_OK);
    def.substeps = substeps;
    assert_int_equal(md2_world_set_def(scene->world, &def), MD_OK);
}

static void change_position_correction(struct scene *scene, md2_position_correction kind)
{
    md2_world_def def = md2_world_get_def(scene->world);
    def.position_correction = kind;
    assert_int_equal(md2_world_set_def(scene->world, &def), MD_OK);
}

static void use_few_sweeps(struct scene *scene)
{
    md2_world_def def = md2_world_get_def(scene->world);
    def.limits.max_iterations = 4;
    def.enable_sleep = false;
    assert_int_equal(md2_world_set_def(scene->world, &def), MD_OK);
}

static void warm_start_positions(struct scene *scene)
{
    md2_world_def def = md2_world_get_def(scene->world);
    def.position_warm_start = (md_real)0.8;
    assert_int_equal(md2_world_set_def(scene->world, &def), MD_OK);
}

/* The mean penetration after the next step, m. */
static double penetration_of(struct scene *scene)
{
    md_step_report report;
    assert_int_equal(md2_world_step(scene->world, scene->dt, &report), MD_OK);
    return (double)report.penetration_mean;
}

static void assert_same_bits(const char *name, const char *solver, const char *position_solver, int32_t substeps,
                             int steps, md2_position_correction kind, struct seen *seen)
{
    struct scene observed, unobserved;
    assert_opens(&observed, name, NULL);
    assert_opens(&unobserved, name, NULL);
    change_solver(&observed, solver, position_solver, substeps);
    change_solver(&unobserved, solver, position_solver, substeps);
    change_position_correction(&observed, kind);
    change_position_correction(&unobserved, kind);
    watch(&observed, seen);
    for (int i = 0; i < steps; i += 20) {
        if (hash_after(&observed, 20) != hash_after(&unobserved, 20)) {
            fail_msg("%s, %s, %d substeps: not the same after step %d", name, solver, substeps, i + 20);
        }
    }
    scene_close(&observed);
    scene_close(&unobserved);
}

static void observing_the_rows_changes_no_scene(void **state)
{
    (void)state;
    for (size_t i = 0; scene_kinds[i].name != NULL; ++i) {
        struct seen seen = {0};
        assert_same_bits(scene_kinds[i].name, "auto", "auto", 1, 160, MD2_CORRECTION_SPLIT_IMPULSE, &seen);
        print_message("%s: %lld of %lld solves in blocks\n", scene_kinds[i].name, (long long)seen.in_blocks,
                      (long long)seen.solves);
    }
}

static void observing_the_rows_changes_no_solver_with_blocks(void **state)
{
    (void)state;
    static const char *const SOLVERS[] = {"pgs", "psor:relax=1.2", "amgs:alpha=0.5", "amsor"};
    static const char *const SCENES[] = {"pool2", "tumbler", "ragdolls", "funnel"};
    for (size_t s = 0; s < sizeof SCENES / sizeof *SCENES; ++s) {
        struct seen seen = {0};
        for (size_t k = 0; k < sizeof SOLVERS / sizeof *SOLVERS; ++k) {
            assert_same_bits(SCENES[s], SOLVERS[k], "pgs", 2, 80, MD2_CORRECTION_SPLIT_IMPULSE, &seen);
        }
        assert_true(seen.in_blocks > 0);
    }
}

static void observing_the_rows_changes_no_position_correction(void **state)
{
    (void)state;
    static const char *const SCENES[] = {"pool2", "tumbler", "ragdolls", "bridge", "funnel"};
    for (size_t s = 0; s < sizeof SCENES / sizeof *SCENES; ++s) {
        struct seen seen = {0};
        assert_same_bits(SCENES[s], "auto", "auto", 1, 80, MD2_CORRECTION_SOFT, &seen);
        assert_same_bits(SCENES[s], "auto", "auto", 1, 80, MD2_CORRECTION_BAUMGARTE, &seen);
        assert_same_bits(SCENES[s], "auto", "auto", 3, 80, MD2_CORRECTION_SOFT_STEP, &seen);
    }
}

/* A warm-started position solve also differs from a cold one, and with few sweeps it leaves less penetration. */
static void observing_the_rows_changes_no_warm_started_position_solve(void **state)
{
    (void)state;
    static const char *const SCENES[] = {"pyramid", "wall", "ragdolls"};
    for (size_t s = 0; s < sizeof SCENES / sizeof *SCENES; ++s) {
        struct scene cold, warm, observed;
        struct scene *const all[] = {&cold, &warm, &observed};
        struct seen seen = {0};
        for (int k = 0; k < 3; ++k) {
            assert_opens(all[k], SCENES[s], NULL);
            use_few_sweeps(all[k]);
            change_solver(all[k], "auto", "pgs", 1);
        }
        warm_start_positions(&warm);
        warm_start_positions(&observed);
        watch(&observed, &seen);
        hash_after(&cold, 300);
        assert_true(hash_after(&warm, 300) == hash_after(&observed, 300));
        assert_true(seen.in_blocks > 0);
        const double before = penetration_of(&cold);
        const double after = penetration_of(&warm);
        print_message("%s: mean penetration %.3f mm with a cold start, %.3f mm with a warm start\n", SCENES[s],
                      1e3 * before, 1e3 * after);
        assert_true(after < before);
        for (int k = 0; k < 3; ++k) {
            scene_close(all[k]);
        }
    }
}

/* ---- Restitution, surface speed, friction ------------------------------------------------------------------------ */

static md2_body_id add_body(md2_world *world, md2_body_type type, double x, double y, double spin)
{
    md2_body_def def = md2_body_def_default();
    md2_body_id body;
    def.type = type;
    def.position = (md2_vec){(md_real)x, (md_real)y};
    def.angular_velocity = (md_real)spin;
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    return body;
}

static void add_shape(md2_world *world, md2_body_id body, const md2_shape_def *def, double width, double height)
{
    md2_hull hull;
    const md_status status = height > 0 ? md2_hull_rectangle(&hull, (md_real)(width / 2), (md_real)(height / 2))
                                        : md2_hull_circle(&hull, (md2_vec){0, 0}, (md_real)(width / 2));
    assert_int_equal(status, MD_OK);
    assert_int_equal(md2_shape_create(world, body, def, &hull, NULL), MD_OK);
}

/* A bouncy ground, a rotating bar and a conveyor belt; circles and boxes, some bouncy, some without friction. */
static void add_playground(md2_world *world)
{
    md2_shape_def shape = md2_shape_def_default();
    shape.restitution = (md_real)0.7;
    add_shape(world, add_body(world, MD2_STATIC, 0, 0, 0), &shape, 40, 2);
    shape = md2_shape_def_default();
    add_shape(world, add_body(world, MD2_KINEMATIC, -8, 3, 1), &shape, 6, 0.5);
    shape.surface_speed = 2;
    add_shape(world, add_body(world, MD2_STATIC, 8, 2, 0), &shape, 8, 0.5);
    for (int i = 0; i < 60; ++i) {
        shape = md2_shape_def_default();
        shape.restitution = i % 3 == 0 ? (md_real)0.6 : 0;
        shape.friction = i % 4 == 0 ? 0 : (md_real)0.4;
        const md2_body_id body = add_body(world, MD2_DYNAMIC, -12 + 2 * (i % 12), 6 + 2 * (i / 12), 0);
        add_shape(world, body, &shape, 1, i % 2 == 0 ? 0 : 0.6);
    }
}

/* || D^-1 q ||, the reference of the relative residual. */
static double size_of_q(const md_result *result)
{
    return result->residual.scaled / result->residual.relative;
}

/* Compares || D^-1 q || with that of scalar rows. The unused tangent lanes of frictionless contacts must not count. */
static void compare_with_scalar_rows(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    count_solves(user, substep, problem, result);
    if (result->form != MD_FORM_BLOCKS || !(result->residual.relative > 0)) {
        return;
    }
    md_solver_spec spec;
    md_result scalar;
    md_solver *solver = md_solver_create(NULL);
    const md_limits limits = {.max_iterations = 1};
    assert_non_null(solver);
    assert_int_equal(md_solver_spec_parse("pgs:form=sparse", &spec, NULL), MD_OK);
    assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &scalar, NULL), MD_OK);
    assert_true(fabs(size_of_q(result) / size_of_q(&scalar) - 1) < PICK(1e-9, 1e-3));
    md_solver_destroy(solver);
}

static void observing_the_rows_changes_no_bounces_and_belts(void **state)
{
    (void)state;
    struct seen seen = {0};
    md2_world_def def = md2_world_def_default();
    md2_world *unobserved, *observed;
    assert_int_equal(md2_world_create(&def, &unobserved), MD_OK);
    def.callbacks.solved = compare_with_scalar_rows;
    def.callbacks.user = &seen;
    assert_int_equal(md2_world_create(&def, &observed), MD_OK);
    add_playground(unobserved);
    add_playground(observed);
    for (int i = 0; i < 300; ++i) {
        assert_int_equal(md2_world_step(unobserved, (md_real)(1.0 / 60), NULL), MD_OK);
        assert_int_equal(md2_world_step(observed, (md_real)(1.0 / 60), NULL), MD_OK);
        assert_true(md2_world_hash(unobserved) == md2_world_hash(observed));
    }
    assert_true(seen.in_blocks > 100);
    md2_world_destroy(unobserved);
    md2_world_destroy(observed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(observing_the_rows_changes_no_position_correction),
        cmocka_unit_test(observing_the_rows_changes_no_bounces_and_belts),
        cmocka_unit_test(observing_the_rows_changes_no_warm_started_position_solve),
    };
    /* They reach no further line, and take half a minute with sanitizers. */
    const struct CMUnitTest tests_of_all_scenes[] = {
        cmocka_unit_test(observing_the_rows_changes_no_scene),
        cmocka_unit_test(observing_the_rows_changes_no_solver_with_blocks),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed != 0 || SANITIZED ? failed : cmocka_run_group_tests(tests_of_all_scenes, NULL, NULL);
}
