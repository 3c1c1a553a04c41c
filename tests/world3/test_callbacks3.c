/* Callbacks of a 3D world: filter, pre_solve, mixing, limits, solved, log, warn. */
#include <string.h>

#include "world3/make3.h"

static void set_callbacks(md3_world *world, const md3_callbacks *callbacks)
{
    assert_int_equal(md3_world_set_callbacks(world, callbacks), MD_OK);
}

/* ---- Filter ------------------------------------------------------------------------------------------------------ */

static bool count_and_refuse(void *user, const md3_world *world, md3_shape_id a, md3_shape_id b)
{
    (void)world;
    (void)a;
    (void)b;
    ++*(int *)user;
    return false;
}

static void the_filter_is_called_once_while_shapes_stay_near(void **state)
{
    (void)state;
    md3_world *world = world_new();
    int calls = 0;
    const md3_callbacks callbacks = {.user = &calls, .filter = count_and_refuse};
    set_callbacks(world, &callbacks);
    ground_at_zero(world);
    const md3_body_id ball = sphere_at(world, 0, 0.6, 0, 0.5);
    step_many(world, 60);
    assert_int_equal(calls, 1);
    assert_true(y_of(world, ball) < -3);
    md3_world_destroy(world);
}

/* Category, mask and group: the ball falls through unless they allow a collision. */
static void category_mask_and_group_decide_which_shapes_collide(void **state)
{
    (void)state;
    const struct {
        uint64_t mask;
        int32_t group;
        bool collides;
    } cases[] = {{UINT64_MAX, 0, true}, {2, 0, false}, {2, 3, true}, {UINT64_MAX, -3, false}};
    for (int i = 0; i < 4; ++i) {
        md3_world *world = world_new();
        md3_shape_def def = md3_shape_def_default();
        def.group = cases[i].group;
        ground_of(world, &def);
        def.mask = cases[i].mask;
        const md3_body_id ball = body_at(world, MD3_DYNAMIC, 0, 0.5, 0);
        give_sphere(world, ball, &def, 0.5);
        step_many(world, 60);
        assert_int_equal(y_of(world, ball) > 0.4, cases[i].collides);
        md3_world_destroy(world);
    }
}

/* ---- Pre-solve --------------------------------------------------------------------------------------------------- */

/* Lets bodies through from below, and takes the friction away. */
static bool one_way(void *user, const md3_world *world, md3_pre_solve *contact)
{
    (void)user;
    const md3_body_id body = md3_shape_body(world, contact->shape[1]);
    contact->friction = 0;
    return (double)md3_body_velocity(world, body).y <= 0;
}

static void a_body_jumps_through_a_one_way_platform_and_lands_on_it(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_callbacks callbacks = {.pre_solve = one_way};
    set_callbacks(world, &callbacks);
    const md3_shape_def material = surface_of(1, 0);
    const md3_body_id platform = body_at(world, MD3_STATIC, 0, 0, 0);
    give_plane(world, platform, &material, at3(0, 1, 0));
    const md3_body_id ball = sphere_at(world, 0, -1, 0, 0.5);
    set_velocity(world, ball, at3(1, 8, 0), at3(0, 0, 0));
    int begins = 0;
    for (int i = 0; i < 180; ++i) {
        step_many(world, 1);
        begins += events_of(world, MD3_EVENT_CONTACT_BEGIN);
    }
    assert_int_equal(begins, 1);
    assert_near(y_of(world, ball), 0.5, 0.001);
    assert_near((double)md3_body_velocity(world, ball).x, 1, 1e-6); /* without friction it slides on */
    md3_world_destroy(world);
}

/* ---- Mixing ------------------------------------------------------------------------------------------------------ */

static void friction_and_restitution_follow_the_chosen_mixing_rule(void **state)
{
    (void)state;
    const double friction[] = {sqrt(0.2 * 0.8), 0.5, 0.2, 0.8, 0.16};
    for (int rule = MD3_MIX_GEOMETRIC_MEAN; rule <= MD3_MIX_PRODUCT; ++rule) {
        md3_world_def def = md3_world_def_default();
        def.friction_mixing = def.restitution_mixing = (md3_mixing)rule;
        md3_world *world = world_of(&def);
        md3_shape_def material = surface_of(0.2, 0.8);
        material.torsion = (md_real)0.2;
        material.rolling = (md_real)0.8;
        ground_of(world, &material);
        material = surface_of(0.8, 0.2);
        material.torsion = (md_real)0.8;
        material.rolling = (md_real)0.2;
        const md3_body_id ball = body_at(world, MD3_DYNAMIC, 0, 0.5, 0);
        give_sphere(world, ball, &material, 0.5);
        step_many(world, 1);
        md3_contact_info info;
        assert_int_equal(md3_world_contact(world, 0, &info), MD_OK);
        assert_near((double)info.friction, friction[rule], 1e-6);
        assert_near((double)info.restitution, friction[rule], 1e-6);
        assert_near((double)info.torsion, friction[rule], 1e-6);
        assert_near((double)info.rolling, friction[rule], 1e-6);
        md3_world_destroy(world);
    }
}

static md_real sum_of(void *user, md_real a, md_real b)
{
    (void)user;
    return a + b;
}

static void a_callback_can_mix(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_callbacks callbacks = {.mix_friction = sum_of};
    set_callbacks(world, &callbacks);
    ground_at_zero(world);
    sphere_at(world, 0, 0.5, 0, 0.5);
    step_many(world, 1);
    md3_contact_info info;
    assert_int_equal(md3_world_contact(world, 0, &info), MD_OK);
    assert_near((double)info.friction, 1.2, 1e-6);
    md3_world_destroy(world);
}

/* ---- Solves ------------------------------------------------------------------------------------------------------ */

struct solves {
    int count, limits;
    int32_t rows;
    double cone;
    int64_t iterations;
};

static void see_solve(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct solves *solves = user;
    assert_int_equal(substep, solves->count % 3);
    ++solves->count;
    solves->rows = md_problem_rows(problem);
    solves->iterations = result->iterations;
    solves->cone = md_problem_residual_cone(problem, result->lambda, result->w);
    assert_int_equal(md_problem_degrees_of_freedom(problem), 6);
}

static void ask_limits(void *user, const md3_world *world, int32_t substep, md_limits *limits)
{
    (void)world;
    (void)substep;
    ++((struct solves *)user)->limits;
    limits->max_iterations = 37;
}

/* The problem is one of contacts, whose residual can be compared with that of other solvers. */
static void the_solved_callback_receives_every_velocity_problem(void **state)
{
    (void)state;
    md3_world_def def = md3_world_def_default();
    def.substeps = 3;
    md3_world *world = world_of(&def);
    struct solves solves = {0};
    const md3_callbacks callbacks = {.user = &solves, .solved = see_solve, .limits = ask_limits};
    set_callbacks(world, &callbacks);
    ground_at_zero(world);
    box_at(world, 0, 0.5, 0, 0.5);
    step_many(world, 5);
    assert_int_equal(solves.count, 15);
    assert_int_equal(solves.limits, 15);
    assert_int_equal(solves.rows, 12);
    assert_int_equal(solves.iterations, 37);
    assert_true(solves.cone < PICK(1e-6, 1e-3));
    md3_world_destroy(world);
}

/* The warm start of the last solve: the number of rows, and the sum of the impulses of the normals. */
struct start {
    int32_t rows;
    double normals;
};

static void see_start(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    (void)substep;
    (void)result;
    struct start *start = user;
    start->rows = md_problem_rows(problem);
    start->normals = 0;
    for (int32_t i = 0; i < md_problem_contacts(problem); ++i) {
        start->normals += (double)md_problem_lambda0(problem)[md_problem_contact_row(problem, i)];
    }
}

/* A box tips over an edge, and two of its four points leave the ground. The other two keep their impulses. */
static void points_that_stay_keep_their_impulses(void **state)
{
    (void)state;
    md3_world *world = world_new();
    struct start start = {0, 0};
    const md3_callbacks callbacks = {.user = &start, .solved = see_start};
    set_callbacks(world, &callbacks);
    const md3_shape_def material = surface_of(1, 0);
    ground_of(world, &material);
    const md3_body_id box = box_at(world, 0, 0.5, 0, 0.5);
    step_many(world, 5);
    assert_int_equal(start.rows, 12);
    assert_int_equal(md3_body_apply_impulse(world, box, at3(1000, 0, 0), at3(0, 1, 0)), MD_OK);
    for (int i = 0; start.rows == 12; ++i) {
        assert_true(i < 10);
        step_many(world, 1);
    }
    assert_int_equal(start.rows, 6);
    assert_true(start.normals > 0);
    md3_world_destroy(world);
}

static void count_warning(void *user, const md3_world *world, const md_step_report *report)
{
    (void)world;
    *(int *)user += report->far_from_converged;
}

static void a_step_that_is_far_from_converged_warns(void **state)
{
    (void)state;
    md3_world_def def = md3_world_def_default();
    def.warn_relative = (md_real)1e-12;
    def.limits.max_iterations = 1;
    md3_world *world = world_of(&def);
    int warnings = 0;
    const md3_callbacks callbacks = {.user = &warnings, .warn = count_warning};
    set_callbacks(world, &callbacks);
    ground_at_zero(world);
    box_at(world, 0, 0.5, 0, 0.5);
    box_at(world, 0, 1.5, 0, 0.5);
    step_many(world, 3);
    assert_int_equal(warnings, 3);
    md3_world_destroy(world);
}

/* ---- Log --------------------------------------------------------------------------------------------------------- */

static void keep_line(void *user, md3_log_level level, const char *message)
{
    assert_int_equal(level, MD3_LOG_WARNING);
    strncpy(user, message, 99);
}

static void a_body_that_leaves_the_world_is_logged(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    char line[100] = "";
    const md3_callbacks callbacks = {.user = line, .log = keep_line};
    set_callbacks(world, &callbacks);
    const md3_body_id ball = sphere_at(world, 9e8, 0, 0, 0.5);
    set_velocity(world, ball, at3(1e10, 0, 0), at3(0, 0, 0));
    step_many(world, 2);
    assert_string_equal(line, "body 0 would leave the world: it was stopped");
    assert_near(speed_of(world, ball), 0, 0);
    md3_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_filter_is_called_once_while_shapes_stay_near),
        cmocka_unit_test(category_mask_and_group_decide_which_shapes_collide),
        cmocka_unit_test(a_body_jumps_through_a_one_way_platform_and_lands_on_it),
        cmocka_unit_test(friction_and_restitution_follow_the_chosen_mixing_rule),
        cmocka_unit_test(a_callback_can_mix),
        cmocka_unit_test(the_solved_callback_receives_every_velocity_problem),
        cmocka_unit_test(points_that_stay_keep_their_impulses),
        cmocka_unit_test(a_step_that_is_far_from_converged_warns),
        cmocka_unit_test(a_body_that_leaves_the_world_is_logged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
