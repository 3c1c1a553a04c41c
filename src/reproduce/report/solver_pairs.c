/* The section on the two solvers of a step: what the velocity solver gains alone, and what the position solver adds. */
#include <stdio.h>

#include "reproduce/experiments/solver_pairs.h"
#include "reproduce/report/report.h"

#define GOAL 1e-4

/* The cell "9 of 12": the runs that end below the goal. */
static void print_solved(struct page *page, const struct table *table, const char *scene, const char *pair)
{
    const struct sample residuals = sample_of(table, "residual", scene, pair);
    size_t below = 0;
    char text[48];
    for (size_t i = 0; i < residuals.count; ++i) {
        below += residuals.at[i] < GOAL;
    }
    snprintf(text, sizeof text, "%zu of %zu", below, residuals.count);
    page_print(page, "<td>%s</td>", text);
}

static void print_spread(struct page *page, const struct table *table, const char *column, double unit,
                         enum number_style style, const char *scene, const char *pair)
{
    const struct sample measured = sample_of(table, column, scene, pair);
    struct sample scaled = {.count = 0};
    for (size_t i = 0; i < measured.count; ++i) {
        sample_add(&scaled, measured.at[i] / unit);
    }
    page_spread(page, &scaled, style);
}

void report_solver_pairs(struct page *page, const struct evidence *evidence)
{
    static const char *const COLUMNS[] = {"velocities",  "<positions", "Pool 2, RES < 1e-4", "Pool 1, RES < 1e-4",
                                          "bridge, RES", "bridge, J",  "bridge, mm",         "funnel, J",
                                          "funnel, mm",  NULL};
    const struct table *table = &evidence->solver_pairs;
    page_section(page, "pairs", "Beyond the paper: velocities and positions");
    page_print(page,
               "<p>A step solves two problems: one for velocities, whose residual is RES, and one for positions, which "
               "removes penetration and joint errors. Each combination of PGS and auto drives its own simulation for "
               "%d steps with 10 sweeps per problem. The table counts the placements of the pools that end below RES "
               "= 1e-4. For the bridge and the funnel it gives the kinetic energy and the largest penetration at the "
               "end, medians with minimum and maximum below them.</p>\n",
               SOLVER_PAIR_STEPS);
    page_table_begin(page, "The solver of velocities and the solver of positions.", COLUMNS);
    for (size_t i = 0; i < SOLVER_PAIR_COUNT; ++i) {
        const struct solver_pair_method *pair = &SOLVER_PAIRS[i];
        page_row(page, pair->velocity);
        page_cell_text(page, pair->position);
        for (size_t k = 0; k < 2; ++k) {
            print_solved(page, table, SOLVER_PAIR_SCENES[k], pair->id);
        }
        print_spread(page, table, "residual", 1, NUMBER_POWER, "bridge", pair->id);
        for (size_t k = 2; k < SOLVER_PAIR_SCENE_COUNT; ++k) {
            print_spread(page, table, "kinetic_energy", 1, NUMBER_PLAIN, SOLVER_PAIR_SCENES[k], pair->id);
            print_spread(page, table, "penetration_max", 1e-3, NUMBER_PLAIN, SOLVER_PAIR_SCENES[k], pair->id);
        }
        page_row_end(page);
    }
    page_table_end(page);
    page_print(page,
               "<p>Rows that differ in one solver show what that solver does alone. The pools and the pile in the "
               "funnel penetrate if the position problem is solved poorly, and positions that are corrected in "
               "every step disturb the velocities. The bridge is a chain of 31 hinges, which ten sweeps "
               "from zero cannot solve: accelerated sweeps correct its positions differently in each substep, and the "
               "planks shake.</p>\n");
}
