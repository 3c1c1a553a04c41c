/* Helpers that run an analysis in one line and check its results. */
#ifndef MODULUS_TESTS_ANALYZE_CHECKS_H
#define MODULUS_TESTS_ANALYZE_CHECKS_H

#include <math.h>
#include <string.h>

#include "analyze/analyze.h"
#include "support/support.h"

/* For matrices whose entries are exact in float too: the error is that of LAPACK. */
#define EXACT_TOLERANCE 1e-9
/* For entries rounded to md_real, times condition numbers of a few hundred. */
#define ROUNDED_TOLERANCE PICK(1e-9, 1e-4)

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

static inline md_solver_spec omega_alpha(double gamma_alpha)
{
    md_solver_spec spec = md_solver_spec_of(MD_AMGS);
    spec.alpha = (md_real)(gamma_alpha / 2);
    return spec;
}

static inline struct analysis analyse(const md_problem *problem, struct analysis_options options)
{
    struct analysis out;
    md_error error = {0};
    if (analysis_run(problem, &options, &out, &error) != MD_OK) {
        fail_msg("%s", error.message);
    }
    return out;
}

static inline struct analysis analyse_with(const md_problem *problem, md_solver_spec spec)
{
    struct analysis_options options = analysis_options_default();
    options.spec = spec;
    return analyse(problem, options);
}

static inline struct analysis analyse_default(const md_problem *problem)
{
    return analyse(problem, analysis_options_default());
}

static inline struct analysis analyse_by_arpack(const md_problem *problem)
{
    struct analysis_options options = analysis_options_default();
    options.dense_limit = -1;
    return analyse(problem, options);
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static inline void assert_close(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance)) {
        fail_msg("%.15g, expected %.15g within %g", value, expected, tolerance);
    }
}

static inline void assert_number(struct analysis_number number, enum analysis_source source, double expected,
                                 double tolerance)
{
    assert_int_equal(number.source, source);
    assert_true(number.converged);
    assert_close(number.value, expected, tolerance);
}

static inline void assert_absent(struct analysis_number number)
{
    assert_int_equal(number.source, ANALYSIS_ABSENT);
    assert_false(number.converged);
    assert_true(isnan(number.value));
}

static inline const struct analysis_statement *find_statement(const struct analysis *analysis, const char *topic)
{
    for (int32_t i = 0; i < analysis->statement_count; ++i) {
        if (strcmp(analysis->statements[i].topic, topic) == 0) {
            return &analysis->statements[i];
        }
    }
    return NULL;
}

static inline void assert_verdict(const struct analysis *analysis, const char *topic, enum analysis_verdict verdict)
{
    const struct analysis_statement *statement = find_statement(analysis, topic);
    if (statement == NULL) {
        fail_msg("nothing is said of %s", topic);
        return;
    }
    if (statement->verdict != verdict) {
        fail_msg("%s: %s: %s", topic, analysis_verdict_name(statement->verdict), statement->text);
    }
    /* A text that fills its buffer was truncated. */
    assert_in_range(strlen(statement->text), 20, sizeof statement->text - 2);
}

#endif
