/* Solves one problem while recording its residuals, showing progress on a terminal and handling Ctrl-C. */
#ifndef MODULUS_CLI_OUTPUT_WATCH_H
#define MODULUS_CLI_OUTPUT_WATCH_H

#include <modulus/lcp.h>

/** Residuals after every sweep. */
struct history {
    md_progress *at;
    size_t count, capacity;
};

void history_free(struct history *history);

/** Solves the problem. Fills `history` unless it is NULL, shows a progress line if standard error is a terminal and the
 *  solve takes longer than half a second, and stops at Ctrl-C. */
md_status solve_watched(md_solver *solver, const md_solver_spec *spec, const md_problem *problem, md_limits limits,
                        struct history *history, md_result *result, md_error *error);

#endif
