/* The peer that solves contact problems with Siconos, on problems with known solutions. Skipped where it was not built. */
#define _POSIX_C_SOURCE 200809L /* popen */
#include "bench/problem_peer_checks.h"

static void solvers_find_known_solutions(void **state)
{
    (void)state;
    static const char *const IN_3D[] = {"NSGS", "NSN_AC", "NSN_AC/dense", "NSN_FB", "PROX", "ADMM", "ADMM/dense"};
    static const char *const IN_2D[] = {"NSGS", "NSGS/dense", "CPG", "LEMKE"};
    static const char *const OF_LCP[] = {"LEMKE", "NEWTON_MIN", "NEWTON_FB", "PGS", "CPG"};
    char *folder = folder_create();
    write_problem(folder, 3, BALL_A, BALL_Q, 1, BALL_MU);
    for (size_t i = 0; i < sizeof IN_3D / sizeof IN_3D[0]; ++i) {
        assert_solves(folder, IN_3D[i], 3, BALL_R);
    }
    write_problem(folder, 2, DISC_A, DISC_Q, 1, BALL_MU);
    for (size_t i = 0; i < sizeof IN_2D / sizeof IN_2D[0]; ++i) {
        assert_solves(folder, IN_2D[i], 2, DISC_R);
    }
    assert_int_equal(remove(path_in(folder, "mu.mtx")), 0);
    write_problem(folder, 2, LCP_A, LCP_Q, 0, NULL);
    for (size_t i = 0; i < sizeof OF_LCP / sizeof OF_LCP[0]; ++i) {
        assert_solves(folder, OF_LCP[i], 2, LCP_Z);
    }
    folder_remove(folder);
}

/* A contact that sticks, so that A r = -q, and an LCP; both with a nonsymmetric A. */
static void nonsymmetric_matrices_are_not_transposed(void **state)
{
    (void)state;
    static const double A[9] = {2, 0, 0, 0.5, 1, 0, 0, 0.25, 1}, Q[3] = {-4.25, -0.375, 0.5}, R[3] = {2, 0.5, -0.5};
    char *folder = folder_create();
    write_problem(folder, 3, A, Q, 1, (double[1]){1});
    assert_solves(folder, "NSGS", 3, R);
    assert_solves(folder, "NSN_AC/dense", 3, R);
    assert_int_equal(remove(path_in(folder, "mu.mtx")), 0);
    write_problem(folder, 2, (double[4]){2, 0.5, 1, 2}, (double[2]){-4, -4.5}, 0, NULL);
    assert_solves(folder, "LEMKE", 2, (double[2]){1, 2});
    assert_solves(folder, "NSGS", 2, (double[2]){1, 2});
    folder_remove(folder);
}

static void given_impulses_are_judged(void **state)
{
    (void)state;
    char answer[2048];
    char *folder = folder_create();
    write_problem(folder, 3, BALL_A, BALL_Q, 1, BALL_MU);
    write_array(folder, "r.mtx", 3, 1, (double[3]){0});
    assert_int_equal(run(answer, "%s --judge %s", folder, path_in(folder, "r.mtx")), 0);
    assert_true(fabs(number(answer, "residual_cone") - 0.175412) < 1e-6); /* sqrt(0.8 / 26), printed with 6 digits */
    folder_remove(folder);
}

/* Without a solution: 0 z - 1 >= 0. */
static void a_solver_that_does_not_end_is_a_timeout(void **state)
{
    (void)state;
    char answer[2048];
    char *folder = folder_create();
    write_problem(folder, 2, (double[4]){0}, (double[2]){-1, -1}, 0, NULL);
    assert_int_equal(run(answer, "%s --solver RPGS --seconds 0.1", folder), 3);
    assert_outcome(answer, "timeout");
    assert_true(isnan(number(answer, "seconds")) && isnan(number(answer, "info")));
    assert_int_equal(run(answer, "%s --solver LEMKE", folder), 3);
    assert_outcome(answer, "failed");
    assert_true(number(answer, "residual_cone") > 0.1);
    folder_remove(folder);
}

static void a_crash_of_siconos_is_reported(void **state)
{
    (void)state;
    char answer[2048];
    char *folder = folder_create();
    write_problem(folder, 2, (double[4]){0}, (double[2]){-1, -1}, 0, NULL);
    assert_int_equal(run(answer, "%s --solver NSGS", folder), 1); /* divides by the diagonal and aborts */
    assert_outcome(answer, "crashed");
    folder_remove(folder);
}

static void bad_requests_are_refused_in_one_line(void **state)
{
    (void)state;
    char answer[2048];
    char *folder = folder_create();
    write_problem(folder, 3, BALL_A, BALL_Q, 1, BALL_MU);
    assert_int_equal(run(answer, "/nowhere --solver NSGS"), 2);
    assert_non_null(strstr(answer, "peer_siconos: /nowhere: found neither A.mtx nor J.mtx"));
    assert_int_equal(run(answer, "%s --solver LATIN", folder), 2);
    assert_non_null(strstr(answer, "--solver LATIN: expected one of --list"));
    assert_int_equal(run(answer, "%s --solver NSGS/dense", folder), 2);
    assert_int_equal(run(answer, "%s --solver NSGS --tol small", folder), 2);
    assert_non_null(strstr(answer, "--tol: expected"));
    assert_int_equal(run(answer, "%s", folder), 2);
    assert_int_equal(run(answer, "--list"), 0);
    assert_non_null(strstr(answer, "3d  NSGS"));
    folder_remove(folder);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solvers_find_known_solutions),   cmocka_unit_test(nonsymmetric_matrices_are_not_transposed),
        cmocka_unit_test(given_impulses_are_judged),      cmocka_unit_test(a_solver_that_does_not_end_is_a_timeout),
        cmocka_unit_test(a_crash_of_siconos_is_reported), cmocka_unit_test(bad_requests_are_refused_in_one_line),
    };
    if (argc != 2) {
        print_message(
            "peer_siconos was not built: Siconos is not installed, or this is a build with sanitizers; skipped\n");
        return EXIT_SKIPPED;
    }
    program = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
