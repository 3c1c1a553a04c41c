/* The laws of friction: that solutions obey Coulomb's law, and that all methods and forms agree on them. */
#include <stdio.h>
#include <string.h>

#include "support/contact_world.h"
#include "support/runs.h"

static const md_limits TIGHT = {.tol_relative = PICK(1e-11, 1e-5), .max_iterations = 100000};

/* Methods that solve every law, with forms. MJ and AMJ converge only where A is dominated by its diagonal. */
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
                                      "amgs:form=explicit",
                                      "amsor:relax=1.1,form=dense",
                                      "auto:form=explicit",
                                      "nsgs",
                                      "nsgs:accelerate=anderson",
                                      "nsgs:form=explicit",
                                      "apgd",
                                      "apgd:form=explicit",
                                      "amgs:accelerate=anderson"};
enum { METHOD_COUNT = sizeof METHODS / sizeof *METHODS };

static const struct contact_world PILE = {.bodies = 6, .contacts = 14, .mu = (md_real)0.4, .seed = 7};

static md_problem *pile(md_friction law)
{
    struct contact_world world = PILE;
    world.law = law;
    return contact_world_problem(&world);
}

/* ---- One body that slides ----------------------------------------------------------------------------------------- */

/* A plank of 4 x 1 x 1 m and 12 kg slides on the world in the direction (1, 1, 0). It touches below its centre of mass,
 * where a tangential impulse turns it about its long axis more easily than about the others: A_tt = diag(K_x, K_y). */
static const double INVERSE_INERTIA[3] = {1 / 2.0, 1 / 17.0, 1 / 17.0};

static md_problem *plank(md_friction law)
{
    md_problem *problem = md_problem_create(NULL);
    md_body body = {.velocity = {5, 5, -1}, .inverse_mass = (md_real)(1 / 12.0)};
    for (int k = 0; k < 3; ++k) {
        body.inverse_inertia[4 * k] = (md_real)INVERSE_INERTIA[k];
    }
    double arm[2][3] = {{0, 0, -0.5}, {0}};
    md_contact contact = md_contact_default();
    contact.law = law;
    contact.body[0] = 0;
    contact.mu = (md_real)0.3;
    point_row(&contact.normal, (double[]){0, 0, 1}, arm);
    point_row(&contact.tangent[0], (double[]){1, 0, 0}, arm);
    point_row(&contact.tangent[1], (double[]){0, 1, 0}, arm);
    assert_int_equal(md_problem_begin_bodies(problem, 6), MD_OK);
    assert_int_equal(md_problem_add_body(problem, &body), MD_OK);
    assert_int_equal(md_problem_add_contact(problem, &contact), MD_OK);
    return problem;
}

/* The angle between the force and the direction opposite to the sliding velocity, in degrees. */
static double angle_off(const double force[2], const double velocity[2])
{
    const double dot = -force[0] * velocity[0] - force[1] * velocity[1];
    const double sine = force[1] * velocity[0] - force[0] * velocity[1];
    return fabs(atan2(sine, dot)) * 180 / acos(-1);
}

static void friction_opposes_the_motion_of_an_anisotropic_body(void **state)
{
    (void)state;
    for (md_friction law = MD_FRICTION_DISC; law < MD_FRICTION_COUNT; ++law) {
        for (int k = 0; k < METHOD_COUNT && law != MD_FRICTION_BOX; ++k) {
            md_problem *problem = plank(law);
            struct run run = run_solver(problem, METHODS[k], &TIGHT);
            const double force[] = {(double)run.lambda[1], (double)run.lambda[2]};
            const double velocity[] = {(double)run.w[1], (double)run.w[2]};
            assert_int_equal(run.result.outcome, MD_CONVERGED);
            const double off = angle_off(force, velocity);
            if (!(off < PICK(1e-6, 0.1))) {
                fail_msg("%s, %s: the force is %g degrees off", md_friction_name(law), METHODS[k], off);
            }
            run_free(&run);
            md_problem_destroy(problem);
        }
    }
}

/* The fixed point of a step by the inverse of A_tt, as other engines do it: lambda_t parallel to -A_tt^-1 w_t. Here the
 * normal impulse is 12 Ns, because nothing couples it to the tangents. */
static void a_matrix_step_is_twenty_degrees_off(void **state)
{
    (void)state;
    const double K[] = {1 / 12.0 + 0.25 * INVERSE_INERTIA[1], 1 / 12.0 + 0.25 * INVERSE_INERTIA[0]};
    const double radius = 0.3 * 12;
    double force[2] = {0, 0};
    double velocity[2] = {5, 5};
    for (int sweep = 0; sweep < 1000; ++sweep) {
        for (int k = 0; k < 2; ++k) {
            velocity[k] = 5 + K[k] * force[k];
        }
        for (int k = 0; k < 2; ++k) {
            force[k] -= velocity[k] / K[k];
        }
        const double length = hypot(force[0], force[1]);
        for (int k = 0; k < 2 && length > radius; ++k) {
            force[k] *= radius / length;
        }
    }
    const double off = angle_off(force, velocity);
    print_message("a matrix step: the force is %.1f degrees off\n", off);
    assert_true(off > 15 && off < 25);
}

static void the_box_exceeds_the_cone_on_the_diagonal(void **state)
{
    (void)state;
    md_problem *problem = plank(MD_FRICTION_BOX);
    struct run run = run_solver(problem, "pgs", &TIGHT);
    const double force = hypot((double)run.lambda[1], (double)run.lambda[2]);
    assert_true(fabs(force / (0.3 * (double)run.lambda[0]) - sqrt(2)) < PICK(1e-9, 1e-5));
    run_free(&run);
    md_problem_destroy(problem);
}

/* ---- Coulomb's law -------------------------------------------------------------------------------------------------- */

/* |lambda_t| <= mu lambda_n; sliding: equality and opposite directions; normals: lambda_n w_n = 0. Independent of the
 * projections of the library. */
static void assert_coulomb(const md_problem *problem, const struct run *run, const char *what)
{
    const double tolerance = PICK(1e-8, 1e-3);
    for (int32_t k = 0; k < md_problem_contacts(problem); ++k) {
        const int32_t i = md_problem_contact_row(problem, k);
        const double mu = (double)md_problem_contact_mu(problem, k);
        const double normal = (double)run->lambda[i];
        const double force[] = {(double)run->lambda[i + 1], (double)run->lambda[i + 2]};
        const double velocity[] = {(double)run->w[i + 1], (double)run->w[i + 2]};
        const double speed = hypot(velocity[0], velocity[1]);
        const double dissipated = force[0] * velocity[0] + force[1] * velocity[1];
        const bool signorini = normal >= 0 && (double)run->w[i] > -tolerance && normal * (double)run->w[i] < tolerance;
        const bool in_cone = hypot(force[0], force[1]) <= mu * normal + tolerance;
        const bool opposes = fabs(dissipated + mu * normal * speed) < tolerance;
        if (!signorini || !in_cone || !opposes) {
            fail_msg("%s: contact %d: lambda %g %g %g, w %g %g %g", what, k, normal, force[0], force[1],
                     (double)run->w[i], velocity[0], velocity[1]);
        }
    }
}

static void every_method_finds_coulombs_law(void **state)
{
    (void)state;
    for (md_friction law = MD_FRICTION_DISC; law < MD_FRICTION_COUNT; ++law) {
        md_problem *problem = pile(law);
        struct run reference = run_solver(problem, "pgs", &TIGHT);
        for (int k = 0; k < METHOD_COUNT && law != MD_FRICTION_BOX; ++k) {
            struct run run = run_solver(problem, METHODS[k], &TIGHT);
            assert_int_equal(run.result.outcome, MD_CONVERGED);
            assert_coulomb(problem, &run, METHODS[k]);
            assert_true(distance(run.w, reference.w, run.result.m) < PICK(1e-7, 1e-2));
            run_free(&run);
        }
        run_free(&reference);
        md_problem_destroy(problem);
    }
}

/* The solutions of the cone are those of the disc, so that each passes the residual of the other. */
static void disc_and_cone_have_the_same_solutions(void **state)
{
    (void)state;
    md_problem *problem = pile(MD_FRICTION_CONE);
    struct run cone = run_solver(problem, "pgs", &TIGHT);
    assert_int_equal(md_problem_set_friction_law(problem, MD_FRICTION_DISC), MD_OK);
    assert_int_equal(md_problem_set_start(problem, cone.lambda, NULL), MD_OK);
    struct run disc = run_solver(problem, "pgs", &(md_limits){.tol_relative = PICK(1e-9, 1e-4), .max_iterations = 1});
    assert_int_equal(disc.result.outcome, MD_CONVERGED);
    assert_int_equal(disc.result.iterations, 0);
    assert_true(disc.result.residual.cone < PICK(1e-9, 1e-4));
    run_free(&disc);
    run_free(&cone);
    md_problem_destroy(problem);
}

/* ---- Sweeps ---------------------------------------------------------------------------------------------------------- */

static void assert_same_sweeps(md_friction law, const char *a, const char *b)
{
    md_problem *problem = pile(law);
    for (int64_t sweeps = 1; sweeps <= 9; sweeps += 4) {
        struct run first = run_sweeps(problem, a, sweeps);
        struct run second = run_sweeps(problem, b, sweeps);
        const double scale = magnitude(first.lambda, first.result.m);
        if (!(distance(first.lambda, second.lambda, first.result.m) <= PICK(1e-13, 1e-5) * scale)) {
            fail_msg("%s: %s and %s differ by %g after %d sweeps", md_friction_name(law), a, b,
                     distance(first.lambda, second.lambda, first.result.m), (int)sweeps);
        }
        run_free(&first);
        run_free(&second);
    }
    md_problem_destroy(problem);
}

static void gamma_alpha_of_one_is_projected_gauss_seidel(void **state)
{
    (void)state;
    for (md_friction law = MD_FRICTION_DISC; law < MD_FRICTION_COUNT; ++law) {
        assert_same_sweeps(law, "pgs", "amgs:gamma=2,alpha=0.5");
        assert_same_sweeps(law, "pgs", "amgs:gamma=0.5,alpha=2,form=explicit");
    }
}

static void sparse_and_explicit_sweeps_agree(void **state)
{
    (void)state;
    static const char *const PAIRS[][2] = {{"pgs", "pgs:form=explicit"},
                                           {"psor", "psor:form=dense"},
                                           {"amgs", "amgs:form=explicit"},
                                           {"amsor", "amsor:form=dense"},
                                           {"pgs:accelerate=anderson", "pgs:accelerate=anderson,form=explicit"},
                                           {"amgs:accelerate=anderson", "amgs:accelerate=anderson,form=dense"}};
    for (md_friction law = MD_FRICTION_DISC; law < MD_FRICTION_COUNT; ++law) {
        for (size_t k = 0; k < sizeof PAIRS / sizeof *PAIRS; ++k) {
            assert_same_sweeps(law, PAIRS[k][0], PAIRS[k][1]);
        }
    }
}

/* The iteration of the modulus as it is written for the second-order cone: x with lambda = (|x| + x) / 2 in the Jordan
 * algebra, where |x| + x is twice the projection onto the cone. One contact, one scalar Omega; docs/paper-notes.md. */
static void one_contact_follows_the_modulus_of_the_cone(void **state)
{
    (void)state;
    md_problem *problem = plank(MD_FRICTION_CONE);
    md_matrix A = {0};
    md_real q[3];
    assert_int_equal(md_problem_get_A(problem, &A), MD_OK);
    assert_int_equal(md_problem_get_q(problem, q), MD_OK);
    const double mu = 0.3;
    const double gamma_alpha = 0.5;
    double D = 0;
    double y[3] = {0};
    double lambda[3] = {0};
    for (int k = 0; k < 3; ++k) {
        D = fmax(D, (double)md_matrix_at(&A, k, k)); /* A is diagonal */
    }
    for (int sweep = 1; sweep <= 6; ++sweep) {
        double u[3];
        for (int k = 0; k < 3; ++k) {
            u[k] = (double)q[k] + (double)md_matrix_at(&A, k, k) * lambda[k];
        }
        u[0] += mu * hypot(u[1], u[2]);
        /* (D + gamma Omega) y' = (D - A) y + (gamma Omega - A) s - 2 q, where s = 2 lambda - y is |y| of the cone */
        for (int k = 0; k < 3; ++k) {
            const double s = 2 * lambda[k] - y[k];
            y[k] = (y[k] + gamma_alpha * s - 2 * u[k] / D) / (1 + gamma_alpha);
        }
        const double t = hypot(y[1], y[2]);
        const double n = t <= mu * y[0] ? y[0] : mu * t <= -y[0] ? 0 : (y[0] + mu * t) / (1 + mu * mu);
        const double scale = t <= mu * y[0] ? 1 : mu * n / t;
        lambda[0] = n;
        lambda[1] = scale * y[1];
        lambda[2] = scale * y[2];
        struct run run = run_sweeps(problem, "amgs:gamma=2,alpha=0.25", sweep);
        for (int k = 0; k < 3; ++k) {
            assert_true(fabs((double)run.lambda[k] - lambda[k]) < PICK(1e-12, 1e-4));
            assert_true(fabs((double)run.y[k] - y[k]) < PICK(1e-12, 1e-4));
        }
        run_free(&run);
    }
    md_matrix_free(&A);
    md_problem_destroy(problem);
}

/* ---- Torsion, rolling, two dimensions --------------------------------------------------------------------------------- */

static void torsion_and_rolling_are_bounded_by_the_normal_impulse(void **state)
{
    (void)state;
    for (md_friction law = MD_FRICTION_DISC; law < MD_FRICTION_COUNT; ++law) {
        struct contact_world world = PILE;
        world.law = law;
        world.torsion = (md_real)0.02;
        world.rolling = (md_real)0.01;
        md_problem *problem = contact_world_problem(&world);
        assert_int_equal(md_problem_rows(problem), 6 * world.contacts);
        struct run run = run_solver(problem, "auto", &TIGHT);
        assert_int_equal(run.result.outcome, MD_CONVERGED);
        int at_the_bound = 0;
        for (int32_t i = 0; i < run.result.m; i += 6) {
            const double normal = (double)run.lambda[i];
            const double roll[] = {fabs((double)run.lambda[i + 4]), fabs((double)run.lambda[i + 5])};
            const double rolling = law == MD_FRICTION_BOX ? fmax(roll[0], roll[1]) : hypot(roll[0], roll[1]);
            const double tolerance = PICK(1e-9, 1e-4);
            assert_true(fabs((double)run.lambda[i + 3]) <= 0.02 * normal + tolerance);
            assert_true(rolling <= 0.01 * normal + tolerance);
            at_the_bound += normal > 0.1 && rolling > 0.01 * normal - tolerance;
        }
        assert_true(at_the_bound > 0);
        run_free(&run);
        md_problem_destroy(problem);
    }
}

/* A 2D contact of a disc law is the row with a parent that it always was, to the bit. */
static void one_tangent_gives_the_bits_of_a_row_with_a_parent(void **state)
{
    (void)state;
    md_problem *rows = problem_of("pool1:circles=40,step=60,friction=0.3");
    md_problem *contacts = md_problem_create(NULL);
    assert_int_equal(md_problem_copy(contacts, rows), MD_OK);
    const int32_t m = md_problem_rows(rows);
    md_real mu[400];
    assert_true(m / 2 <= 400 && m % 2 == 0);
    for (int32_t k = 0; k < m / 2; ++k) {
        assert_int_equal(md_problem_parent(rows)[2 * k + 1], 2 * k);
        mu[k] = md_problem_upper(rows)[2 * k + 1];
    }
    const md_contact_set set = {.tangents = 1, .law = MD_FRICTION_DISC, .mu = mu};
    assert_int_equal(md_problem_set_contacts(contacts, &set), MD_OK);
    static const char *const SOLVERS[] = {"auto", "pgs:form=sparse", "amgs", "mgs"};
    for (size_t k = 0; k < sizeof SOLVERS / sizeof *SOLVERS; ++k) {
        struct run a = run_sweeps(rows, SOLVERS[k], 30);
        struct run b = run_sweeps(contacts, SOLVERS[k], 30);
        assert_memory_equal(a.lambda, b.lambda, (size_t)m * sizeof(md_real));
        run_free(&a);
        run_free(&b);
    }
    /* The cone has other sweeps and the same solution. */
    assert_int_equal(md_problem_set_friction_law(contacts, MD_FRICTION_CONE), MD_OK);
    const md_limits limits = {.tol_relative = PICK(1e-10, 1e-4), .max_iterations = 100000};
    struct run a = run_solver(rows, "auto", &limits);
    struct run b = run_solver(contacts, "auto", &limits);
    assert_int_equal(b.result.outcome, MD_CONVERGED);
    assert_true(distance(a.w, b.w, m) < PICK(1e-6, 1e-2));
    run_free(&a);
    run_free(&b);
    md_problem_destroy(contacts);
    md_problem_destroy(rows);
}

/* ---- What is refused --------------------------------------------------------------------------------------------------- */

static void assert_refused(md_problem *problem, const char *solver, const char *message)
{
    md_solver *engine = md_solver_create(NULL);
    md_solver_spec spec;
    md_error error = {0};
    md_result result;
    assert_int_equal(md_solver_spec_parse(solver, &spec, &error), MD_OK);
    assert_int_equal(md_solver_solve(engine, &spec, problem, &(md_limits){.max_iterations = 1}, &result, &error),
                     MD_ERROR_PROBLEM);
    if (strstr(error.message, message) == NULL) {
        fail_msg("\"%s\" does not contain \"%s\"", error.message, message);
    }
    md_solver_destroy(engine);
}

static void bounds_and_options_that_contradict_a_law_are_refused(void **state)
{
    (void)state;
    md_problem *problem = plank(MD_FRICTION_CONE);
    assert_refused(problem, "amgs:box=paper", "use the law box");
    assert_refused(problem, "pgs:form=blocks", "law disc");
    const md_real inf = MD_INFINITY;
    const md_real mu = (md_real)0.3;
    assert_int_equal(md_problem_set_bounds(problem, (md_real[]){0, -mu, -mu}, (md_real[]){1, mu, mu}), MD_OK);
    assert_refused(problem, "pgs", "row 1: bounds 0 and 1, but the normal of a cone");
    assert_int_equal(md_problem_set_bounds(problem, (md_real[]){0, -mu, -1}, (md_real[]){inf, mu, 1}), MD_OK);
    assert_refused(problem, "pgs", "row 1: its friction is not bounded by -mu and mu");
    assert_int_equal(md_problem_set_friction_law(problem, MD_FRICTION_BOX), MD_OK);
    struct run run = run_sweeps(problem, "pgs", 1);
    run_free(&run);
    md_problem_destroy(problem);
}

static void bad_contacts_are_refused_and_leave_the_problem_unchanged(void **state)
{
    (void)state;
    md_problem *problem = plank(MD_FRICTION_DISC);
    const md_contact good = random_contact(&PILE, &(struct random){1}, 0);
    md_contact bad[8];
    for (int k = 0; k < 8; ++k) {
        bad[k] = good;
    }
    bad[0].mu = -1;
    bad[1].mu = (md_real)NAN;
    bad[2].torsion = MD_INFINITY;
    bad[3].rolling = -1;
    bad[4].tangents = 3;
    bad[5].law = MD_FRICTION_COUNT;
    bad[6].body[0] = 5;
    bad[7].tangent[1].bias = (md_real)NAN; /* found after two rows were added */
    for (int k = 0; k < 8; ++k) {
        assert_int_equal(md_problem_add_contact(problem, &bad[k]), MD_ERROR_ARGUMENT);
        assert_int_equal(md_problem_rows(problem), 3);
        assert_int_equal(md_problem_contacts(problem), 1);
    }
    assert_int_equal(md_problem_add_contact(problem, &good), MD_OK);
    assert_int_equal(md_problem_contacts(problem), 2);
    assert_int_equal(md_problem_contact_row(problem, 1), 3);
    assert_int_equal(md_problem_contact_tangents(problem, 1), 2);
    assert_int_equal(md_problem_contact_law(problem, 1), MD_FRICTION_DISC);
    assert_true(md_problem_contact_mu(problem, 1) == PILE.mu);
    assert_int_equal(md_problem_contact_row(problem, 2), -1);
    md_problem_destroy(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_opposes_the_motion_of_an_anisotropic_body),
        cmocka_unit_test(a_matrix_step_is_twenty_degrees_off),
        cmocka_unit_test(the_box_exceeds_the_cone_on_the_diagonal),
        cmocka_unit_test(every_method_finds_coulombs_law),
        cmocka_unit_test(disc_and_cone_have_the_same_solutions),
        cmocka_unit_test(gamma_alpha_of_one_is_projected_gauss_seidel),
        cmocka_unit_test(sparse_and_explicit_sweeps_agree),
        cmocka_unit_test(one_contact_follows_the_modulus_of_the_cone),
        cmocka_unit_test(torsion_and_rolling_are_bounded_by_the_normal_impulse),
        cmocka_unit_test(one_tangent_gives_the_bits_of_a_row_with_a_parent),
        cmocka_unit_test(bounds_and_options_that_contradict_a_law_are_refused),
        cmocka_unit_test(bad_contacts_are_refused_and_leave_the_problem_unchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
