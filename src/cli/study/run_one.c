/* One run of a study: what `modulus run` does with the same settings. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/cli.h"
#include "cli/study/measures.h"

static void keep(const struct run_result *result, struct run_outcome *outcome)
{
    snprintf(outcome->hash, sizeof outcome->hash, "%016" PRIx64, result->hash);
    outcome->is_done = measures_read(result, outcome->numbers);
    if (!outcome->is_done) {
        fail_with(EXIT_FAILED, "out of memory");
    }
}

void run_one(const struct study_options *options, const struct scene_changes *changes, struct run_outcome *outcome)
{
    struct run_result result = {0};
    struct solver_pair pairs[MAX_SOLVERS];
    size_t count = 0;
    struct run_options run = {
        .scene = options->scene, .changes = *changes, .steps = options->steps, .output = {.quiet = true}};
    run.solvers.settings = &run.changes.settings;
    *outcome = (struct run_outcome){0};
    int code = solver_pairs_parse("study", &run.solvers, pairs, &count);
    if (code < 0) {
        code = run_simulate(&run, &pairs[0], false, NULL, &result);
    }
    if (code < 0) {
        code = run_exit_code(&result, 1);
    }
    /* A run that did not converge is a result. */
    if (code == EXIT_DONE || code == EXIT_NOT_CONVERGED) {
        keep(&result, outcome);
    }
    run_result_free(&result);
}
