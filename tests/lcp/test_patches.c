/* Patches: that solutions obey the law of a patch, that all methods and forms agree on them, and who refuses them. */
#define _XOPEN_SOURCE 700

#include <modulus/problem_files.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/contact_world.h"
#include "support/problem_text.h"
#include "support/runs.h"
#include "support/same_problem.h"

static const md_limits TIGHT = {.tol_relative = PICK(1e-11, 1e-5), .max_iterations = 100000};

/* Methods that solve patches, with forms. */
static const char *const METHODS[] = {"pgs",
                                      "psor:relax=1.2",
                                      "amgs",
                                      "amsor:relax=1.1",
                                      "auto",
                                      "mgs",
                                      "msor",
                                      "maor",
                                      "amaor",
                                      "pgs:form=explicit",
                                      "pgs:form=dense",
                                      "amgs:form=explicit",
                                      "auto:form=explicit",
                                      "nsgs",
                                      "nsgs:form=explicit",
                                      "apgd",
                                      "apgd:form=explicit",
                                      "amgs:accelerate=anderson",
                                      "pgs:accelerate=anderson,form=explicit"};
enum { METHOD_COUNT = sizeof METHODS / sizeof *METHODS };

/* ---- A tower of two blocks ---------------------------------------------------------------------------------------- */

/* Blocks of 2 x 1 x 0.5 m and 3 kg, with a face of four points below each; the load is not in the middle. */
static const double CORNERS[4][2] = {{-1, -0.5}, {1, -0.5}, {1, 0.5}, {-1, 0.5}};
static const double INVERSE_MASS = 1 / 3.0;
static const double INVERSE_INERTIA[3] = {4 / 1.25, 4 / 4.25, 4 / 5.0};
static const double MU = 0.4;
static const double RADIUS = 1.118; /* of the corners about the centre, m */

struct motion {
    double velocity[6];
};

/* The face below a block, on another or on the world. */
static md_patch face(int32_t upper, int32_t lower, md_friction law, double rolling)
{
    md_patch patch = md_patch_default();
    double arm[2][3] = {{0, 0, -0.25}, {0, 0, 0.25}};
    patch.body[0] = upper;
    patch.body[1] = lower;
    patch.law = law;
    patch.points = 4;
    patch.mu = (md_real)MU;
    patch.has_torsion = true;
    patch.rolling = (md_real)rolling;
    for (int k = 0; k < 4; ++k) {
        double corner[2][3] = {{CORNERS[k][0], CORNERS[k][1], -0.25}, {CORNERS[k][0], CORNERS[k][1], 0.25}};
        point_row(&patch.normal[k], (double[]){0, 0, 1}, corner);
    }
    point_row(&patch.tangent[0], (double[]){1, 0, 0}, arm);
    point_row(&patch.tangent[1], (double[]){0, 1, 0}, arm);
    for (int side = 0; side < 2; ++side) {
        const md_real sign = side == 0 ? 1 : -1;
        patch.spin.jacobian[side][5] = sign * (md_real)RADIUS;
        patch.roll[0].jacobian[side][3] = sign;
        patch.roll[1].jacobian[side][4] = sign;
    }
    return patch;
}

static md_problem *tower(const struct motion motion[2], md_friction law, double rolling)
{
    md_problem *problem = md_problem_create(NULL);
    assert_int_equal(md_problem_begin_bodies(problem, 6), MD_OK);
    for (int i = 0; i < 2; ++i) {
        md_body body = {.inverse_mass = (md_real)INVERSE_MASS};
        for (int k = 0; k < 6; ++k) {
            body.velocity[k] = (md_real)motion[i].velocity[k];
        }
        for (int k = 0; k < 3; ++k) {
            body.inverse_inertia[4 * k] = (md_real)INVERSE_INERTIA[k];
        }
        assert_int_equal(md_problem_add_body(problem, &body), MD_OK);
    }
    const md_patch lower = face(0, MD_NO_BODY, law, rolling);
    const md_patch upper = face(1, 0, law, rolling);
    assert_int_equal(md_problem_add_patch(problem, &lower), MD_OK);
    assert_int_equal(md_problem_add_patch(problem, &upper), MD_OK);
    return problem;
}

/* Rests, slides, spins, does both, and falls over its edge. */
static const struct motion MOTIONS[][2] = {
    {{{0, 0, -1, 0, 0, 0}}, {{0, 0, -1, 0, 0, 0}}},         {{{3, 2, -1, 0, 0, 0}}, {{3, 2, -1, 0, 0, 0}}},
    {{{0, 0, -1, 0, 0, 9}}, {{0, 0, -1, 0, 0, 0}}},         {{{2, -1, -1, 0, 0, 4}}, {{-1, 0, -2, 0.3, 0, -8}}},
    {{{0.2, 0, -1, 0.5, 0, 0}}, {{0, 0.1, -1, 0, 1, 0.1}}},
};
enum { MOTION_COUNT = sizeof MOTIONS / sizeof *MOTIONS };

/* ---- The law, checked by hand ------------------------------------------------------------------------------------- */

/* || lambda - P(lambda - w) ||^2 of an interval and of a ball. */
static double interval_squared(double lambda, double w, double bound)
{
    const double r = lambda - fmin(fmax(lambda - w, -bound), bound);
    return r * r;
}

static double ball_squared(const double *lambda, const double *w, int count, double radius)
{
    double length = 0, sum = 0;
    for (int k = 0; k < count; ++k) {
        length += pow(lambda[k] - w[k], 2);
    }
    const double scale = sqrt(length) > radius ? radius / sqrt(length) : 1;
    for (int k = 0; k < count; ++k) {
        sum += pow(lambda[k] - scale * (lambda[k] - w[k]), 2);
    }
    return sum;
}

/* Rows that share a ball with the law disc, and are bounded one by one with the law box. */
static double rows_squared(const double *lambda, const double *w, int count, double bound, md_friction law)
{
    double sum = 0;
    for (int k = 0; k < count; ++k) {
        sum += interval_squared(lambda[k], w[k], bound);
    }
    return law == MD_FRICTION_DISC ? ball_squared(lambda, w, count, bound) : sum;
}

/* The residual of a face whose rows start at `row`, from the definition in contact.h. */
static double face_squared(const struct run *run, int32_t row, md_friction law, double rolling)
{
    double lambda[9], w[9], sum = 0, load = 0;
    for (int k = 0; k < (rolling > 0 ? 9 : 7); ++k) {
        lambda[k] = (double)run->lambda[row + k];
        w[k] = (double)run->w[row + k];
    }
    for (int k = 0; k < 4; ++k) {
        const double r = lambda[k] - fmax(lambda[k] - w[k], 0);
        sum += r * r;
        load += lambda[k];
    }
    sum += rows_squared(lambda + 4, w + 4, 3, MU * load, law);
    return rolling > 0 ? sum + rows_squared(lambda + 7, w + 7, 2, rolling * load, law) : sum;
}

static double residual_by_hand(const struct run *run, md_friction law, double rolling)
{
    const int32_t rows = rolling > 0 ? 9 : 7;
    return sqrt(face_squared(run, 0, law, rolling) + face_squared(run, rows, law, rolling));
}

static void every_method_solves_patches(void **state)
{
    (void)state;
    const md_friction laws[] = {MD_FRICTION_DISC, MD_FRICTION_BOX};
    for (int c = 0; c < 4 * MOTION_COUNT; ++c) {
        const struct motion *motion = MOTIONS[c / 4];
        const md_friction law = laws[c % 2];
        const double rolling = c / 2 % 2 == 0 ? 0 : 0.05;
        for (int k = 0; k < METHOD_COUNT; ++k) {
            md_problem *problem = tower(motion, law, rolling);
            struct run run = run_solver(problem, METHODS[k], &TIGHT);
            const double residual = residual_by_hand(&run, law, rolling);
            if (run.result.outcome != MD_CONVERGED || !(residual < PICK(1e-8, 1e-2))) {
                fail_msg("motion %d, %s, %s: %s, residual %g", c / 4, md_friction_name(law), METHODS[k],
                         md_outcome_name(run.result.outcome), residual);
            }
            run_free(&run);
            md_problem_destroy(problem);
        }
    }
}

static void the_residual_is_that_of_the_patch(void **state)
{
    (void)state;
    for (int c = 0; c < 2 * MOTION_COUNT; ++c) {
        const md_friction law = c % 2 == 0 ? MD_FRICTION_DISC : MD_FRICTION_BOX;
        md_problem *problem = tower(MOTIONS[c / 2], law, 0.05);
        const md_limits few = {.max_iterations = 2};
        struct run run = run_solver(problem, "pgs", &few);
        const double residual = residual_by_hand(&run, law, 0.05);
        assert_true(residual > 1e-3);
        assert_true(fabs(run.result.residual.absolute - residual) < PICK(1e-12, 1e-5) * residual);
        /* Without contacts, the cone residual is the same map, relative to the largest of |q|, |lambda| and |w|. */
        md_real q[18];
        double sums[3] = {0, 0, 0};
        assert_int_equal(md_problem_get_q(problem, q), MD_OK);
        for (int i = 0; i < 18; ++i) {
            sums[0] += (double)q[i] * (double)q[i];
            sums[1] += (double)run.lambda[i] * (double)run.lambda[i];
            sums[2] += (double)run.w[i] * (double)run.w[i];
        }
        const double cone = residual / sqrt(fmax(sums[0], fmax(sums[1], sums[2])));
        assert_true(fabs(run.result.residual.cone - cone) < PICK(1e-12, 1e-5) * cone);
        run_free(&run);
        md_problem_destroy(problem);
    }
}

/* A block that slides without spinning loses mu g h per step along its motion, as one with friction at each point. */
static void a_sliding_patch_loses_the_speed_of_coulomb(void **state)
{
    (void)state;
    for (int k = 0; k < 12; ++k) {
        const double angle = 0.5 * k;
        const struct motion motion[2] = {{{5 * cos(angle), 5 * sin(angle), -1, 0, 0, 0}},
                                         {{5 * cos(angle), 5 * sin(angle), -1, 0, 0, 0}}};
        md_problem *problem = tower(motion, MD_FRICTION_DISC, 0);
        struct run run = run_solver(problem, "auto", &TIGHT);
        /* Both together: 2 blocks fall at 1 m/s, and friction below the lower one turns none of them over. */
        double load = 0;
        for (int i = 0; i < 4; ++i) {
            load += (double)run.lambda[i];
        }
        const double friction[2] = {(double)run.lambda[4], (double)run.lambda[5]};
        assert_true(fabs(load * INVERSE_MASS - 2) < PICK(1e-8, 1e-3));
        assert_true(fabs(friction[0] + MU * load * cos(angle)) < PICK(1e-8, 1e-3));
        assert_true(fabs(friction[1] + MU * load * sin(angle)) < PICK(1e-8, 1e-3));
        run_free(&run);
        md_problem_destroy(problem);
    }
}

static void a_patch_of_one_point_is_a_contact(void **state)
{
    (void)state;
    md_patch patch = face(0, MD_NO_BODY, MD_FRICTION_DISC, 0.1);
    patch.points = 1;
    patch.has_torsion = false;
    md_contact contact = md_contact_default();
    contact.body[0] = 0;
    contact.mu = patch.mu;
    contact.rolling = patch.rolling;
    contact.normal = patch.normal[0];
    memcpy(contact.tangent, patch.tangent, sizeof contact.tangent);
    memcpy(contact.roll, patch.roll, sizeof contact.roll);
    struct run runs[2];
    for (int which = 0; which < 2; ++which) {
        md_problem *problem = md_problem_create(NULL);
        const md_body body = {.velocity = {3, 1, -1, (md_real)0.2, (md_real)0.1, 4},
                              .inverse_mass = 1,
                              .inverse_inertia = {2, 0, 0, 0, 3, 0, 0, 0, 5}};
        assert_int_equal(md_problem_begin_bodies(problem, 6), MD_OK);
        assert_int_equal(md_problem_add_body(problem, &body), MD_OK);
        assert_int_equal(which == 0 ? md_problem_add_patch(problem, &patch) : md_problem_add_contact(problem, &contact),
                         MD_OK);
        const md_limits limits = {.max_iterations = 50};
        runs[which] = run_solver(problem, "pgs", &limits);
        md_problem_destroy(problem);
    }
    for (int i = 0; i < 5; ++i) {
        assert_true(fabs((double)(runs[0].lambda[i] - runs[1].lambda[i])) < PICK(1e-12, 1e-4));
    }
    run_free(&runs[0]);
    run_free(&runs[1]);
}

/* ---- Warm start, copies, and mixtures ----------------------------------------------------------------------------- */

static void a_copy_has_the_patches(void **state)
{
    (void)state;
    md_problem *problem = tower(MOTIONS[3], MD_FRICTION_DISC, 0.05);
    md_problem *copy = md_problem_create(NULL);
    assert_int_equal(md_problem_copy(copy, problem), MD_OK);
    assert_int_equal(md_problem_patches(copy), 2);
    assert_int_equal(md_problem_patch_row(copy, 0), 0);
    assert_int_equal(md_problem_patch_row(copy, 1), 9);
    assert_int_equal(md_problem_patch_row(copy, 2), -1);
    assert_int_equal(md_problem_patch_points(copy, 1), 4);
    assert_int_equal(md_problem_patch_points(copy, 2), 0);
    const md_limits few = {.max_iterations = 3};
    struct run a = run_solver(problem, "amgs", &few);
    struct run b = run_solver(copy, "amgs", &few);
    assert_memory_equal(a.lambda, b.lambda, (size_t)md_problem_rows(problem) * sizeof *a.lambda);
    run_free(&a);
    run_free(&b);
    md_problem_destroy(problem);
    md_problem_destroy(copy);
}

/* A contact below the lower block. */
static void add_contact(md_problem *problem)
{
    double arm[2][3] = {{0.5, 0, -0.25}, {0}};
    md_contact contact = md_contact_default();
    contact.body[0] = 0;
    contact.mu = (md_real)0.2;
    point_row(&contact.normal, (double[]){0, 0, 1}, arm);
    point_row(&contact.tangent[0], (double[]){1, 0, 0}, arm);
    point_row(&contact.tangent[1], (double[]){0, 1, 0}, arm);
    assert_int_equal(md_problem_add_contact(problem, &contact), MD_OK);
}

/* Rows and contacts around patches: their bounds stay their own. */
static void patches_stand_beside_contacts_and_rows(void **state)
{
    (void)state;
    md_problem *problem = tower(MOTIONS[1], MD_FRICTION_DISC, 0);
    add_contact(problem);
    struct run run = run_solver(problem, "auto", &TIGHT);
    const double load = (double)run.lambda[14];
    const double friction = hypot((double)run.lambda[15], (double)run.lambda[16]);
    assert_int_equal(run.result.outcome, MD_CONVERGED);
    assert_true(friction <= 0.2 * load + PICK(1e-9, 1e-4));
    run_free(&run);
    md_problem_destroy(problem);
}

static void a_solution_is_a_fixed_point_as_warm_start(void **state)
{
    (void)state;
    md_problem *problem = tower(MOTIONS[3], MD_FRICTION_DISC, 0);
    struct run run = run_solver(problem, "pgs", &TIGHT);
    assert_int_equal(md_problem_set_start(problem, run.lambda, NULL), MD_OK);
    const md_limits one = {.max_iterations = 1};
    struct run again = run_solver(problem, "pgs", &one);
    for (int i = 0; i < md_problem_rows(problem); ++i) {
        assert_true(fabs((double)(again.lambda[i] - run.lambda[i])) < PICK(1e-8, 1e-2));
    }
    run_free(&run);
    run_free(&again);
    md_problem_destroy(problem);
}

/* ---- Files -------------------------------------------------------------------------------------------------------- */

static const char *read_from(const char *folder, md_friction law, md_problem *to)
{
    static md_error error;
    error = (md_error){0};
    const md_problem_files files = {.folder = folder, .law = law, .body_degrees_of_freedom = 6};
    return md_problem_read(to, &files, &error) == MD_OK ? "" : error.message;
}

static void assert_same_patches(const md_problem *a, const md_problem *b)
{
    assert_int_equal(a->patch_count, b->patch_count);
    for (int32_t k = 0; k < a->patch_count; ++k) {
        const struct patch_rows *of_a = &a->patches[k];
        const struct patch_rows *of_b = &b->patches[k];
        assert_int_equal(of_a->row, of_b->row);
        assert_int_equal(of_a->law, of_b->law);
        assert_int_equal(of_a->points, of_b->points);
        assert_int_equal(of_a->tangents, of_b->tangents);
        assert_int_equal(of_a->has_torsion, of_b->has_torsion);
        assert_int_equal(of_a->has_rolling, of_b->has_rolling);
    }
    assert_memory_equal(a->row_patch.at, b->row_patch.at, (size_t)a->m * sizeof *a->row_patch.at);
}

static void files_keep_patches_beside_contacts(void **state)
{
    (void)state;
    for (int c = 0; c < 4; ++c) {
        const md_friction law = c % 2 == 0 ? MD_FRICTION_DISC : MD_FRICTION_BOX;
        char *folder = folder_create();
        md_problem *problem = tower(MOTIONS[3], law, c / 2 == 0 ? 0 : 0.05);
        md_patch point = face(1, MD_NO_BODY, law, 0); /* looks like a contact */
        point.points = 1;
        point.has_torsion = false;
        assert_int_equal(md_problem_add_patch(problem, &point), MD_OK);
        add_contact(problem);
        assert_int_equal(md_problem_set_friction_law(problem, law), MD_OK);
        md_problem *read = md_problem_create(NULL);
        assert_int_equal(md_problem_write(problem, folder, NULL), MD_OK);
        assert_string_equal(read_from(folder, law, read), "");
        assert_same_problem(problem, read);
        assert_same_contacts(problem, read);
        assert_same_patches(problem, read);
        const md_limits few = {.max_iterations = 7};
        struct run a = run_solver(problem, "amgs", &few);
        struct run b = run_solver(read, "amgs", &few);
        assert_memory_equal(a.lambda, b.lambda, (size_t)md_problem_rows(problem) * sizeof *a.lambda);
        run_free(&a);
        run_free(&b);
        md_problem_destroy(problem);
        md_problem_destroy(read);
        folder_remove(folder);
    }
}

static void wrong_patches_in_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *numbers, *message;
    } CASES[] = {
        {"1 1 1 1 0 0 0 8 8 8 8 0 0 0", ""},
        {"1 1 1 1 0 0 0 7 7 7 7 0 0 0", "patch.mtx: row 8: patch 7, expected 0"}, /* not the first of them */
        {"1 1 0 1 0 0 0 8 8 8 8 0 0 0", "patch.mtx: row 1: patch 1, expected 0"}, /* friction does not follow */
        {"1 1 1 1 1 0 0 8 8 8 8 0 0 0", "patch.mtx: row 1: patch 1, expected 0"}, /* a friction row */
        {"1.5 1 1 1 0 0 0 8 8 8 8 0 0 0", "patch.mtx: row 1: patch 1.5, expected 0"},
        {"1 1 1 1 0 0 0", "patch.mtx: 7 numbers, expected 14 (one per row)"},
    };
    md_problem *problem = tower(MOTIONS[3], MD_FRICTION_DISC, 0);
    md_problem *read = md_problem_create(NULL);
    char *folder = folder_create();
    assert_int_equal(md_problem_write(problem, folder, NULL), MD_OK);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        char text[200];
        int count = 1;
        for (const char *c = CASES[i].numbers; *c != '\0'; ++c) {
            count += *c == ' ';
        }
        snprintf(text, sizeof text, "%s%d 1\n%s\n", ARRAY, count, CASES[i].numbers);
        write_text(path_in(folder, "patch.mtx"), text);
        const char *message = read_from(folder, MD_FRICTION_DISC, read);
        if (strstr(message, CASES[i].message) == NULL || (*CASES[i].message == '\0') != (*message == '\0')) {
            fail_msg("%s: '%s', expected '%s'", CASES[i].numbers, message, CASES[i].message);
        }
    }
    write_text(path_in(folder, "patch.mtx"), ARRAY "14 1\n1 1 1 1 0 0 0 8 8 8 8 0 0 0\n");
    assert_non_null(strstr(read_from(folder, MD_FRICTION_CONE, read), "patch.mtx: the law cone has one normal"));
    unlink(path_in(folder, "parent.mtx"));
    assert_non_null(strstr(read_from(folder, MD_FRICTION_DISC, read), "parent.mtx is missing, expected beside patch"));
    folder_remove(folder);
    md_problem_destroy(problem);
    md_problem_destroy(read);
}

/* ---- Refusals ----------------------------------------------------------------------------------------------------- */

static void solve_is_refused(const md_problem *problem, const char *spec_text, const char *message)
{
    md_solver *solver = md_solver_create(NULL);
    md_solver_spec spec;
    md_result result;
    md_error error = {0};
    assert_int_equal(md_solver_spec_parse(spec_text, &spec, &error), MD_OK);
    assert_int_equal(md_solver_solve(solver, &spec, problem, &TIGHT, &result, &error), MD_ERROR_PROBLEM);
    assert_string_equal(error.message, message);
    md_solver_destroy(solver);
}

static void exact_refuses_patches(void **state)
{
    (void)state;
    md_problem *problem = tower(MOTIONS[0], MD_FRICTION_DISC, 0);
    solve_is_refused(problem, "exact",
                     "solver exact: it has no friction that several normal impulses bound together (a patch, row 1); "
                     "use auto or pgs, in another form");
    md_problem_destroy(problem);
}

static void bad_patches_are_refused(void **state)
{
    (void)state;
    md_problem *problem = tower(MOTIONS[0], MD_FRICTION_DISC, 0);
    md_patch bad[6];
    for (int k = 0; k < 6; ++k) {
        bad[k] = face(0, MD_NO_BODY, MD_FRICTION_DISC, 0);
    }
    bad[0].points = 0;
    bad[1].points = MD_MAX_PATCH_POINTS + 1;
    bad[2].law = MD_FRICTION_CONE;
    bad[3].tangents = 1; /* torsion needs two */
    bad[4].mu = (md_real)NAN;
    bad[5].normal[3].bias = (md_real)INFINITY; /* after three normals: none of them stays */
    for (int k = 0; k < 6; ++k) {
        assert_int_equal(md_problem_add_patch(problem, &bad[k]), MD_ERROR_ARGUMENT);
    }
    assert_int_equal(md_problem_rows(problem), 14);
    assert_int_equal(md_problem_patches(problem), 2);
    assert_int_equal(md_problem_add_patch(NULL, &bad[0]), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_add_patch(problem, NULL), MD_ERROR_ARGUMENT);
    md_problem_destroy(problem);
}

static void changes_that_patches_do_not_survive_are_refused(void **state)
{
    (void)state;
    md_problem *problem = tower(MOTIONS[0], MD_FRICTION_DISC, 0);
    md_real numbers[14] = {0};
    const md_contact_set set = {.tangents = 1, .law = MD_FRICTION_DISC, .mu = numbers};
    assert_int_equal(md_problem_set_friction(problem, md_problem_parent(problem), numbers), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_set_contacts(problem, &set), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_group_contacts(problem, MD_FRICTION_CONE), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_group_contacts(problem, MD_FRICTION_DISC), MD_OK);
    assert_int_equal(md_problem_patches(problem), 2);
    assert_int_equal(md_problem_set_friction_law(problem, MD_FRICTION_CONE), MD_ERROR_ARGUMENT);
    assert_int_equal(md_problem_set_friction_law(problem, MD_FRICTION_BOX), MD_OK);
    /* A normal that may pull has no friction; and a disc has one radius. */
    md_real lower[14], upper[14];
    md_error error = {0};
    memcpy(lower, md_problem_lower(problem), sizeof lower);
    memcpy(upper, md_problem_upper(problem), sizeof upper);
    lower[2] = -1;
    assert_int_equal(md_problem_set_bounds(problem, lower, upper), MD_OK);
    assert_int_equal(md_problem_check(problem, &error), MD_ERROR_PROBLEM);
    assert_string_equal(error.message,
                        "row 3: the normal of a patch has a negative lower bound, so friction has no sign");
    lower[2] = 0;
    upper[4] = 1;
    assert_int_equal(md_problem_set_bounds(problem, lower, upper), MD_OK);
    assert_int_equal(md_problem_check(problem, &error), MD_OK);
    assert_int_equal(md_problem_set_friction_law(problem, MD_FRICTION_DISC), MD_OK);
    assert_int_equal(md_problem_check(problem, &error), MD_ERROR_PROBLEM);
    md_problem_destroy(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_solves_patches),
        cmocka_unit_test(the_residual_is_that_of_the_patch),
        cmocka_unit_test(a_sliding_patch_loses_the_speed_of_coulomb),
        cmocka_unit_test(a_patch_of_one_point_is_a_contact),
        cmocka_unit_test(a_copy_has_the_patches),
        cmocka_unit_test(patches_stand_beside_contacts_and_rows),
        cmocka_unit_test(a_solution_is_a_fixed_point_as_warm_start),
        cmocka_unit_test(files_keep_patches_beside_contacts),
        cmocka_unit_test(wrong_patches_in_files_are_refused),
        cmocka_unit_test(exact_refuses_patches),
        cmocka_unit_test(bad_patches_are_refused),
        cmocka_unit_test(changes_that_patches_do_not_survive_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
