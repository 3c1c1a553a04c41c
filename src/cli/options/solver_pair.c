#include "cli/options/solver_pair.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static bool names_position_solver(const struct text_list *settings)
{
    static const char KEY[] = "position_solver=";
    bool is_named = false;
    for (size_t i = 0; i < settings->count; ++i) {
        is_named = is_named || strncmp(settings->at[i], KEY, strlen(KEY)) == 0;
    }
    return is_named;
}

static int parse(const char *text, md_solver_spec *spec)
{
    md_error error = {0};
    return md_solver_spec_parse(text, spec, &error) == MD_OK ? -1 : fail_with_error(&error);
}

static int check_counts(const char *command, const struct solver_pair_options *options)
{
    const size_t velocity = options->velocity.count;
    const size_t position = options->position.count;
    if (velocity > MAX_SOLVERS || position > MAX_SOLVERS) {
        return fail_with(EXIT_BAD_INPUT, "%s: --%s is given more than %d times", command,
                         velocity > MAX_SOLVERS ? "solver" : "position-solver", MAX_SOLVERS);
    }
    if (position > 1 && position != velocity) {
        return fail_with(EXIT_BAD_INPUT,
                         "%s: --position-solver is given %zu times and --solver %zu times, expected one for all runs "
                         "or one per --solver",
                         command, position, velocity);
    }
    if (position > 0 && names_position_solver(options->settings)) {
        return fail_with(EXIT_BAD_INPUT, "%s: both --position-solver and --set position_solver are given", command);
    }
    return -1;
}

static int parse_pair(const struct solver_pair_options *options, size_t index, struct solver_pair *pair)
{
    int code = -1;
    *pair = (struct solver_pair){.has_velocity = options->velocity.count > 0};
    if (pair->has_velocity) {
        code = parse(options->velocity.at[index], &pair->velocity);
    }
    if (code >= 0) {
        return code;
    }
    if (options->position.count > 0) {
        pair->has_position = true;
        return parse(options->position.at[options->position.count > 1 ? index : 0], &pair->position);
    }
    if (pair->has_velocity && !names_position_solver(options->settings)) {
        pair->has_position = true;
        pair->position = pair->velocity;
    }
    return -1;
}

int solver_pairs_parse(const char *command, const struct solver_pair_options *options,
                       struct solver_pair pairs[MAX_SOLVERS], size_t *count)
{
    int code = check_counts(command, options);
    *count = options->velocity.count > 0 ? options->velocity.count : 1;
    for (size_t i = 0; code < 0 && i < *count; ++i) {
        code = parse_pair(options, i, &pairs[i]);
    }
    return code;
}

void solver_pair_apply(const struct solver_pair *pair, struct scene_solving *solving)
{
    if (pair->has_velocity) {
        solving->solver = pair->velocity;
    }
    if (pair->has_position) {
        solving->position_solver = pair->position;
    }
}

/* Writes both solvers, or the first one alone if they are the same. */
static void format_both(const md_solver_spec *velocity, const md_solver_spec *position, char text[SOLVER_PAIR_SIZE])
{
    char first[128];
    char second[128];
    md_solver_spec_format(velocity, first, sizeof first);
    md_solver_spec_format(position, second, sizeof second);
    snprintf(text, SOLVER_PAIR_SIZE, strcmp(first, second) == 0 ? "%s" : "%s + %s", first, second);
}

void solver_pair_name(const struct solver_pair *pair, char text[SOLVER_PAIR_SIZE])
{
    format_both(&pair->velocity, pair->has_position ? &pair->position : &pair->velocity, text);
}

void solver_pair_format(const struct scene_solving *solving, char text[SOLVER_PAIR_SIZE])
{
    format_both(&solving->solver, solving->has_position_problem ? &solving->position_solver : &solving->solver, text);
}
