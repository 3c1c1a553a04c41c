/* The two solvers of a world: that of the velocity problem and that of the position problem.
 *
 * One rule holds everywhere: a solver names both, unless the position solver is named beside it. */
#ifndef MODULUS_CLI_OPTIONS_SOLVER_PAIR_H
#define MODULUS_CLI_OPTIONS_SOLVER_PAIR_H

#include "cli/options/arguments.h"
#include "scene/scene_world.h"

#define MAX_SOLVERS 16

/** Size of the text of both solvers. */
#define SOLVER_PAIR_SIZE 264

struct solver_pair {
    bool has_velocity, has_position; /* the solver is given; otherwise the world keeps its own */
    md_solver_spec velocity, position;
};

/** The options --solver and --position-solver as they were given, and the settings, which may set position_solver. */
struct solver_pair_options {
    struct text_list velocity, position;
    const struct text_list *settings; /* key=value */
};

/** Makes one pair per run: one position solver serves all velocity solvers, several are assigned in order. On failure
 *  prints one line and returns the exit code, otherwise -1. */
int solver_pairs_parse(const char *command, const struct solver_pair_options *options,
                       struct solver_pair pairs[MAX_SOLVERS], size_t *count);

/** Writes the solvers that the options name, as solver_pair_format does: part of the names of a run's files. */
void solver_pair_name(const struct solver_pair *pair, char text[SOLVER_PAIR_SIZE]);

void solver_pair_apply(const struct solver_pair *pair, struct scene_solving *solving);

/** Writes "pgs" if both solvers are the same or there is no position problem, otherwise "pgs + auto": velocities first,
 *  then positions. */
void solver_pair_format(const struct scene_solving *solving, char text[SOLVER_PAIR_SIZE]);

#endif
