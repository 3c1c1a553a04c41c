/* Helpers for the programs that solve a problem and print a line of JSON. */
#ifndef MODULUS_TESTS_BENCH_PROBLEM_PEER_CHECKS_H
#define MODULUS_TESTS_BENCH_PROBLEM_PEER_CHECKS_H

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "public_problem.h"

#include "bench/hand_made_problems.h"

static const char *program; /* set by main: the path of the program */

/* Runs the program with arguments and returns its exit code; answer has the first line that it printed. */
static inline int run(char answer[2048], const char *format, ...)
{
    char arguments[1024], command[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof arguments, format, list);
    va_end(list);
    snprintf(command, sizeof command, "%s %s 2>&1", program, arguments);
    FILE *output = popen(command, "r");
    assert_non_null(output);
    answer[0] = '\0';
    (void)!fgets(answer, 2048, output);
    char rest[256];
    while (fgets(rest, sizeof rest, output) != NULL) {
    }
    const int status = pclose(output);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static inline double number(const char *answer, const char *key)
{
    char pattern[64];
    snprintf(pattern, sizeof pattern, "\"%s\": ", key);
    const char *at = strstr(answer, pattern);
    if (at == NULL) {
        fail_msg("no %s in %s", key, answer);
        return NAN;
    }
    at += strlen(pattern);
    return strncmp(at, "null", 4) == 0 ? NAN : strtod(at, NULL);
}

static inline void assert_outcome(const char *answer, const char *outcome)
{
    char pattern[64];
    snprintf(pattern, sizeof pattern, "\"outcome\": \"%s\"", outcome);
    if (strstr(answer, pattern) == NULL) {
        fail_msg("expected %s: %s", outcome, answer);
    }
}

/* Checks that a solver finds the known solution, and that the line has the solver's account and the independent residuals. */
static inline void assert_solves(const char *folder, const char *solver, int rows, const double *solution)
{
    char answer[2048];
    struct problem_error error;
    const char *path = path_in(folder, "r.mtx");
    assert_int_equal(run(answer, "%s --solver %s --tol 1e-10 --repeat 2 --out %s", folder, solver, path), 0);
    assert_outcome(answer, "solved");
    assert_true(number(answer, "info") == 0 && number(answer, "tol") == 1e-10);
    assert_true(number(answer, "seconds") > 0 && number(answer, "iterations") >= 0);
    assert_true(number(answer, "error") <= 1e-10);
    assert_true(number(answer, "residual_cone") <= 1e-10 && number(answer, "residual_scaled") <= 1e-9);
    double *r = vector_read(path, rows, &error);
    assert_non_null(r);
    for (int i = 0; i < rows; ++i) {
        if (!(fabs(r[i] - solution[i]) <= 1e-8)) { /* the tolerance over the smallest eigenvalue, and some */
            fail_msg("%s: impulse %d is %.17g, not %.17g", solver, i, r[i], solution[i]);
        }
    }
    free(r);
}

#endif
