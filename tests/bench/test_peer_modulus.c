/* The program that measures Modulus beside Siconos, on problems with known solutions. */
#define _POSIX_C_SOURCE 200809L /* popen */
#include "bench/problem_peer_checks.h"

static void solvers_find_known_solutions(void **state)
{
    (void)state;
    static const char *const WITH_FRICTION[] = {"auto", "exact", "nsgs", "pgs", "nsgs:accelerate=anderson"};
    static const char *const OF_LCP[] = {"auto", "exact", "pgs", "amgs"};
    char *folder = folder_create();
    write_problem(folder, 3, BALL_A, BALL_Q, 1, BALL_MU);
    for (size_t i = 0; i < sizeof WITH_FRICTION / sizeof WITH_FRICTION[0]; ++i) {
        assert_solves(folder, WITH_FRICTION[i], 3, BALL_R);
    }
    write_problem(folder, 2, DISC_A, DISC_Q, 1, BALL_MU);
    for (size_t i = 0; i < sizeof WITH_FRICTION / sizeof WITH_FRICTION[0]; ++i) {
        assert_solves(folder, WITH_FRICTION[i], 2, DISC_R);
    }
    assert_int_equal(remove(path_in(folder, "mu.mtx")), 0);
    write_problem(folder, 2, LCP_A, LCP_Q, 0, NULL);
    for (size_t i = 0; i < sizeof OF_LCP / sizeof OF_LCP[0]; ++i) {
        assert_solves(folder, OF_LCP[i], 2, LCP_Z);
    }
    folder_remove(folder);
}

/* A = [[1, 1], [1, 0]], q = (-1, -1): only exact solves it, with z = (1, 0). */
static void a_refused_problem_has_no_time(void **state)
{
    (void)state;
    char answer[2048];
    char *folder = folder_create();
    write_problem(folder, 2, (double[4]){1, 1, 1, 0}, (double[2]){-1, -1}, 0, NULL);
    assert_int_equal(run(answer, "%s --solver pgs", folder), 3);
    assert_outcome(answer, "refused");
    assert_true(isnan(number(answer, "seconds")));
    assert_int_equal(run(answer, "%s --solver auto", folder), 0);
    assert_outcome(answer, "solved");
    folder_remove(folder);
}

/* Without a solution: the two rows of A z + q add up to -2. */
static void a_solver_that_does_not_end_is_a_timeout(void **state)
{
    (void)state;
    char answer[2048];
    char *folder = folder_create();
    write_problem(folder, 2, (double[4]){1, -1, -1, 1}, (double[2]){-1, -1}, 0, NULL);
    assert_int_equal(run(answer, "%s --solver pgs --seconds 0.05 --repeat 3", folder), 3);
    assert_outcome(answer, "timeout");
    assert_true(number(answer, "residual_scaled") > 0.1);
    folder_remove(folder);
}

static void bad_requests_are_refused_in_one_line(void **state)
{
    (void)state;
    char answer[2048];
    char *folder = folder_create();
    write_problem(folder, 3, BALL_A, BALL_Q, 1, BALL_MU);
    assert_int_equal(run(answer, "/nowhere --solver pgs"), 2);
    assert_non_null(strstr(answer, "peer_modulus: /nowhere: found neither A.mtx nor J.mtx"));
    assert_int_equal(run(answer, "%s --solver LEMKE", folder), 2);
    assert_non_null(strstr(answer, "unknown method 'LEMKE'"));
    assert_int_equal(run(answer, "%s --solver pgs --repeat 0", folder), 2);
    assert_non_null(strstr(answer, "--repeat: expected 1 to 1000"));
    assert_int_equal(run(answer, "--list"), 0);
    assert_non_null(strstr(answer, "auto"));
    folder_remove(folder);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solvers_find_known_solutions),
        cmocka_unit_test(a_refused_problem_has_no_time),
        cmocka_unit_test(a_solver_that_does_not_end_is_a_timeout),
        cmocka_unit_test(bad_requests_are_refused_in_one_line),
    };
    program = argc == 2 ? argv[1] : "peer_modulus";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
