/* The residuals by which solvers are compared, against results by hand, and the files that they are computed from. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "public_problem.h"

#include "bench/hand_made_problems.h"

#define CLOSE 1e-15    /* a few roundings of numbers near 1 */
#define DECIMALS 1e-12 /* results by hand with 12 decimals */

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance)) {
        fail_msg("%.17g is not %.17g to within %g", value, expected, tolerance);
    }
}

static struct judgement judge_in(const char *folder, const double *r)
{
    struct public_problem problem;
    struct problem_error error;
    if (!public_problem_read(&problem, folder, &error)) {
        fail_msg("%s", error.text);
    }
    const struct judgement judgement = judge(&problem, r);
    public_problem_free(&problem);
    return judgement;
}

static struct judgement judge_ball(const double *q, const double *r)
{
    char *folder = folder_create();
    write_problem(folder, 3, BALL_A, q, 1, BALL_MU);
    const struct judgement judgement = judge_in(folder, r);
    folder_remove(folder);
    return judgement;
}

static void solutions_have_no_residual(void **state)
{
    (void)state;
    static const double REST_Q[3] = {-1, 0.35, 0}, APART_Q[3] = {1, 3, 4};
    static const double REST_R[3] = {2, -0.2, 0}, APART_R[3] = {0};
    const struct judgement judgements[] = {judge_ball(BALL_Q, BALL_R), judge_ball(REST_Q, REST_R),
                                           judge_ball(APART_Q, APART_R)};
    for (int i = 0; i < 3; ++i) { /* slides, sticks, separates */
        assert_near(judgements[i].cone, 0, CLOSE);
        assert_near(judgements[i].scaled, 0, CLOSE);
    }
}

/* || q_i / D_i || of the ball */
static double ball_scale(void)
{
    return sqrt(4 + 25 / (1.75 * 1.75));
}

static void no_impulse_leaves_the_approach(void **state)
{
    (void)state;
    const struct judgement judgement = judge_ball(BALL_Q, (double[3]){0});
    /* u^ = (1.5, 3, 4), and -u^ is projected to (0.8, -0.24, -0.32) */
    assert_near(judgement.cone, sqrt(0.8) / sqrt(26), CLOSE);
    assert_near(judgement.scaled, 2 / ball_scale(), CLOSE);
}

static void an_impulse_outside_of_the_cone_has_a_residual(void **state)
{
    (void)state;
    /* Each tangent is within mu r_n, both together are not: a solution for friction in a box only. */
    const struct judgement box = judge_ball(BALL_Q, (double[3]){2, -1, -1});
    assert_near(box.cone, 0.084713905559, DECIMALS);
    assert_near(box.scaled, sqrt(0.2) / ball_scale(), CLOSE);
    /* On the cone, but friction points 90 degrees away from the sliding velocity. */
    const struct judgement turned = judge_ball(BALL_Q, (double[3]){2, -0.8, 0.6});
    assert_true(turned.cone > 0.1 && turned.scaled > 0.3);
}

/* Anitescu's relaxation lets a sliding body lift off: u_n = mu |u_T|. Without De Saxce's term this would be a solution. */
static void the_solution_of_the_convex_relaxation_has_a_residual(void **state)
{
    (void)state;
    /* r = s (1, -0.3, -0.4) with u_n = -1 + s / 2, |u_T| = 5 - 1.75 s / 2 and u_n = |u_T| / 2 */
    const double s = 3.5 / 0.9375;
    const double r[3] = {s, -0.3 * s, -0.4 * s};
    const struct judgement judgement = judge_ball(BALL_Q, r);
    assert_true(judgement.cone > 0.05 && judgement.scaled > 0.05);
}

static void tangents_share_the_largest_eigenvalue(void **state)
{
    (void)state;
    /* A_tt = (2, 1.5; 0.5, 2): its symmetric part has the eigenvalues 3 and 1. u = (0, 3, 0) at rest, mu = 10. */
    static const double A[9] = {1, 0, 0, 0, 2, 0.5, 0, 1.5, 2}, Q[3] = {-1, 3, 0}, MU[1] = {10}, R[3] = {1, 0, 0};
    char *folder = folder_create();
    write_problem(folder, 3, A, Q, 1, MU);
    assert_near(judge_in(folder, R).scaled, 1 / sqrt(2), CLOSE);
    folder_remove(folder);
}

static void an_lcp_is_judged_by_the_natural_map(void **state)
{
    (void)state;
    char *folder = folder_create();
    write_problem(folder, 2, LCP_A, LCP_Q, 0, NULL);
    /* The same A, of which only one half is in the file. */
    write_text(path_in(folder, "A.mtx"),
               "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 2\n2 1 1\n2 2 2\n");
    assert_near(judge_in(folder, LCP_Z).cone, 0, CLOSE);
    assert_near(judge_in(folder, LCP_Z).scaled, 0, CLOSE);
    assert_near(judge_in(folder, (double[2]){0, 1}).cone, 1.0 / 3, CLOSE); /* w = (0, 3) */
    const double z[2] = {1, 0};                                            /* w = (1, 2) */
    assert_near(judge_in(folder, z).cone, 1 / sqrt(5), CLOSE);
    assert_near(judge_in(folder, z).scaled, 0.5 / sqrt(0.5), CLOSE);
    assert_true(isnan(judge_in(folder, (double[2]){NAN, 0}).cone));
    assert_true(isnan(judge_in(folder, (double[2]){0, INFINITY}).scaled));
    folder_remove(folder);
}

/* The disc of hand_made_problems.h as J M v b: 2 kg, moment of inertia 0.8, radius 1, v = (4, -1, 0.25), b = (0, 0.75). */
static void masses_and_jacobian_give_the_same_problem(void **state)
{
    (void)state;
    static const double J[6] = {0, 1, 1, 0, 0, 1}, V[3] = {4, -1, 0.25}, B[2] = {0, 0.75};
    static const char *const MASSES[] = {
        "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 2\n2 2 2\n3 3 0.8\n",
        "%%MatrixMarket matrix array real general\n3 1\n0.5\n0.5\n1.25\n",
    };
    for (int i = 0; i < 2; ++i) {
        char *folder = folder_create();
        write_array(folder, "J.mtx", 2, 3, J);
        write_array(folder, "v.mtx", 3, 1, V);
        write_array(folder, "b.mtx", 2, 1, B);
        write_array(folder, "mu.mtx", 1, 1, BALL_MU);
        write_text(path_in(folder, i == 0 ? "M.mtx" : "Minv.mtx"), MASSES[i]);
        assert_near(judge_in(folder, DISC_R).cone, 0, CLOSE);
        assert_near(judge_in(folder, DISC_R).scaled, 0, CLOSE);
        assert_true(judge_in(folder, (double[2]){2, -0.9}).cone > 0.01);
        folder_remove(folder);
    }
}

static void assert_refused(const char *name, const char *text, const char *reason)
{
    char *folder = folder_create();
    struct public_problem problem;
    struct problem_error error = {""};
    write_problem(folder, 3, BALL_A, BALL_Q, 1, BALL_MU);
    write_text(path_in(folder, name), text);
    assert_false(public_problem_read(&problem, folder, &error));
    if (strstr(error.text, reason) == NULL || strstr(error.text, name) == NULL) {
        fail_msg("'%s' does not say '%s' and '%s'", error.text, name, reason);
    }
    folder_remove(folder);
}

static void bad_files_are_refused_with_a_reason(void **state)
{
    (void)state;
    const char *array = "%%MatrixMarket matrix array real general\n";
    char text[256];
    assert_refused("A.mtx", "1 2 3\n", "expected a first line");
    assert_refused("A.mtx", "%%MatrixMarket matrix array complex general\n1 1\n1\n", "complex");
    assert_refused("A.mtx", "%%MatrixMarket matrix coordinate real general\n3 3\n", "expected ROWS COLUMNS ENTRIES");
    assert_refused("A.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 1 1\n", "entry 2 of 2");
    assert_refused("A.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 4 1\n", "column 4");
    assert_refused("A.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 nan\n", "no finite number");
    snprintf(text, sizeof text, "%s3 1\n1\n2\n3\n", array);
    assert_refused("A.mtx", text, "expected a square matrix");
    snprintf(text, sizeof text, "%s2 1\n1\n2\n", array);
    assert_refused("q.mtx", text, "expected 3 x 1");
    assert_refused("mu.mtx", text, "one per two or three of the 3 rows");
}

static void vectors_are_written_with_all_digits(void **state)
{
    (void)state;
    char *folder = folder_create();
    const double value[3] = {1.0 / 3, -2e-300, 0};
    struct problem_error error;
    assert_true(vector_write(path_in(folder, "r.mtx"), value, 3));
    double *read = vector_read(path_in(folder, "r.mtx"), 3, &error);
    assert_non_null(read);
    assert_memory_equal(read, value, sizeof value);
    free(read);
    folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solutions_have_no_residual),
        cmocka_unit_test(no_impulse_leaves_the_approach),
        cmocka_unit_test(an_impulse_outside_of_the_cone_has_a_residual),
        cmocka_unit_test(the_solution_of_the_convex_relaxation_has_a_residual),
        cmocka_unit_test(tangents_share_the_largest_eigenvalue),
        cmocka_unit_test(an_lcp_is_judged_by_the_natural_map),
        cmocka_unit_test(masses_and_jacobian_give_the_same_problem),
        cmocka_unit_test(bad_files_are_refused_with_a_reason),
        cmocka_unit_test(vectors_are_written_with_all_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
