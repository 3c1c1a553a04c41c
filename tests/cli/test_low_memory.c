/* The command where memory is short: it loads LAPACK and ARPACK only to analyze, HDF5 only to read or write it, and ends with
 * an exit code. */
#define _POSIX_C_SOURCE 200809L

#include <sys/resource.h>

#include "command.h"

static void list_libraries(void)
{
    setenv("LD_TRACE_LOADED_OBJECTS", "1", 1);
}

/* OpenBLAS starts threads and reserves memory when it is loaded, whether it is used or not. */
static void the_command_itself_loads_neither_blas_nor_hdf5(void **state)
{
    static const char *const LIBRARIES[] = {"libblas",     "libopenblas", "liblapack", "libarpack",
                                            "libgfortran", "libhdf5",     "libfclib"};
    const struct outcome *outcome = run_prepared(*state, "scenes", list_libraries);
    assert_non_null(strstr(outcome->out, "libcairo"));
    for (size_t i = 0; i < sizeof LIBRARIES / sizeof *LIBRARIES; ++i) {
        if (strstr(outcome->out, LIBRARIES[i]) != NULL) {
            fail_msg("the command loads %s", LIBRARIES[i]);
        }
    }
}

static void analyze_without_its_module_says_what_is_missing(void **state)
{
    static char alone[600];
    char line[1400];
    snprintf(alone, sizeof alone, "%s/modulus", (const char *)*state);
    snprintf(line, sizeof line, "cp %s %s", command, alone);
    assert_int_equal(system(line), 0);
    const char *whole = command;
    command = alone;
    const struct outcome *outcome = run_in(*state, "analyze stack:circles=3");
    command = whole;
    assert_int_equal(outcome->code, 1);
    assert_non_null(strstr(outcome->err, "modulus: LAPACK and ARPACK cannot be loaded: modulus_spectrum"));
    assert_ptr_equal(strchr(outcome->err, '\n') + 1, strchr(outcome->err, '\0'));
}

#ifndef MODULUS_SANITIZED
/* As ulimit -v 200000 does. A command that hangs is ended by the alarm and has no exit code. */
static void limit_memory(void)
{
    const struct rlimit limit = {200000 * 1024, 200000 * 1024};
    setrlimit(RLIMIT_AS, &limit);
    alarm(60);
}

static void commands_end_within_200_mb(void **state)
{
    assert_int_equal(run_prepared(*state, "scenes", limit_memory)->code, 0);
    assert_int_equal(run_prepared(*state, "run pool1 --steps 2", limit_memory)->code, 0);
    assert_int_equal(run_prepared(*state, "solve stack:circles=3 --iterations 1 --tol 1e-12", limit_memory)->code, 3);
    const struct outcome *outcome = run_prepared(*state, "analyze stack:circles=100", limit_memory);
    assert_int_equal(outcome->code, 0);
    assert_non_null(strstr(outcome->out, "(LAPACK)"));
}
#endif

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: test_low_memory COMMAND\n");
        return 2;
    }
    command = argv[1];
    const struct CMUnitTest tests[] = {
        TEST(the_command_itself_loads_neither_blas_nor_hdf5), TEST(analyze_without_its_module_says_what_is_missing),
#ifndef MODULUS_SANITIZED
        TEST(commands_end_within_200_mb), /* the sanitizers reserve terabytes */
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
