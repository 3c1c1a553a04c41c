/* Checks the advice of an analysis against solves of the problem. */
#ifndef MODULUS_TESTS_ANALYZE_ADVICE_CHECKS_H
#define MODULUS_TESTS_ANALYZE_ADVICE_CHECKS_H

#include "checks.h"
#include "support/runs.h"

/* Residuals are summed in another order here than in the solver. In float the order matters. */
#define SUMMING PICK(1.01, 2)

struct advice_tally {
    int problems;       /* in all */
    int rounded;        /* where rounding errors raise the tolerance */
    int uncertain;      /* where the advice is called uncertain */
    int unsolved;       /* of these, where the solver does not meet the tolerance */
    int without_pgs;    /* where PGS is said not to meet the tolerance */
    int slower;         /* where `auto` needs more iterations than PGS, which meets the tolerance */
    int64_t most_exact; /* iterations of `exact` on a problem that it solves */
    char unsolved_names[512];
};

/* Numbers of large problems may be estimates: the advice must hold for them, too. */
static inline struct analysis analyse_quickly(const md_problem *problem)
{
    struct analysis_options options = analysis_options_default();
    options.dense_limit = 200;
    options.max_restarts = 3;
    return analyse(problem, options);
}

static inline const struct analysis_reason *find_reason(const struct analysis *analysis, const char *topic)
{
    for (int32_t i = 0; i < analysis->advice.reason_count; ++i) {
        if (strcmp(analysis->advice.reasons[i].topic, topic) == 0) {
            return &analysis->advice.reasons[i];
        }
    }
    return NULL;
}

static inline void assert_reason(const struct analysis *analysis, const char *topic, const char *words)
{
    const struct analysis_reason *reason = find_reason(analysis, topic);
    if (reason == NULL || strstr(reason->text, words) == NULL) {
        fail_msg("reason %s: \"%s\" does not contain \"%s\"", topic, reason != NULL ? reason->text : "(none)", words);
    }
}

/* A reason is a sentence that was not truncated. */
static inline void assert_reasons_are_complete(const char *name, const struct analysis *analysis)
{
    assert_in_range(analysis->advice.reason_count, 2, ANALYSIS_MAX_REASONS);
    for (int32_t i = 0; i < analysis->advice.reason_count; ++i) {
        const char *text = analysis->advice.reasons[i].text;
        if (text[strlen(text) - 1] != '.' || strstr(text, "nan") != NULL) {
            fail_msg("%s: %s", name, text);
        }
    }
}

/* The trial is repeated, and its claim measured independently of the solver. */
static inline void check_trial(const char *name, const md_problem *problem, const struct analysis *analysis,
                               struct advice_tally *tally)
{
    const struct analysis_trial *trial = &analysis->trial;
    const int64_t sweeps = trial->met ? trial->sweeps : ANALYSIS_TRIAL_SWEEPS;
    struct run pgs = run_solver(
        problem, "pgs", &(md_limits){.tol_relative = ANALYSIS_TOLERANCE, .max_iterations = sweeps > 0 ? sweeps : 1});
    const double found = independent_residual(problem, pgs.lambda).relative;
    if (trial->met ? found > SUMMING * ANALYSIS_TOLERANCE : found <= ANALYSIS_TOLERANCE / SUMMING) {
        fail_msg("%s: PGS is said to %s the tolerance in %d sweeps, and is at %g", name, trial->met ? "meet" : "miss",
                 (int)sweeps, found);
    }
    tally->without_pgs += !trial->met;
    run_free(&pgs);
}

/* Runs the advised solver with the advised limit. If the advice is certain, it must meet the tolerance. */
static inline void check_advice(const char *name, const md_problem *problem, struct advice_tally *tally)
{
    const struct analysis analysis = analyse_quickly(problem);
    const struct analysis_advice *advice = &analysis.advice;
    assert_reasons_are_complete(name, &analysis);
    if (analysis.has_positive_diagonal) {
        check_trial(name, problem, &analysis, tally);
    }
    const md_limits limits = {.tol_relative = advice->tolerance, .max_iterations = advice->max_iterations};
    struct run run = run_solver(problem, advice->solver, &limits);
    /* Without a positive diagonal the relative residual has another scale: the solver's own. */
    const double found = analysis.has_positive_diagonal ? independent_residual(problem, run.lambda).relative
                                                        : run.result.residual.relative;
    const bool solved = run.result.outcome == MD_CONVERGED && found <= SUMMING * advice->tolerance;
    if (!solved && !advice->is_uncertain) {
        fail_msg("%s: `%s` is %s at %g after %d of %d iterations", name, advice->solver,
                 md_outcome_name(run.result.outcome), found, (int)run.result.iterations, (int)advice->max_iterations);
    }
    if (!solved && strlen(tally->unsolved_names) + strlen(name) + 2 < sizeof tally->unsolved_names) {
        strcat(strcat(tally->unsolved_names, " "), name);
    }
    if (solved && strcmp(advice->solver, "exact") == 0 && run.result.iterations > tally->most_exact) {
        tally->most_exact = run.result.iterations;
    }
    ++tally->problems;
    tally->rounded += advice->tolerance > ANALYSIS_TOLERANCE;
    tally->uncertain += advice->is_uncertain;
    tally->unsolved += !solved;
    tally->slower += analysis.trial.met && run.result.iterations > analysis.trial.sweeps + 3;
    run_free(&run);
}

static inline void print_tally(const struct advice_tally *tally)
{
    print_message(
        "%d problems: the advised solver meets the tolerance within the advised iterations on %d; the advice is "
        "uncertain on %d, and does not hold on%s; rounding errors raise the tolerance on %d; PGS needs over %d "
        "sweeps on %d; auto needs more iterations than PGS on %d; exact at most %d\n",
        tally->problems, tally->problems - tally->unsolved, tally->uncertain,
        tally->unsolved > 0 ? tally->unsolved_names : " none", tally->rounded, ANALYSIS_TRIAL_SWEEPS,
        tally->without_pgs, tally->slower, (int)tally->most_exact);
}

#endif
