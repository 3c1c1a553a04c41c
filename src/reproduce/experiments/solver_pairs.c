/* The two solvers of a step: every combination of PGS and auto for velocities and for positions, 600 steps with the scenes'
 * own friction, and the state at the end. */
#include "reproduce/experiments/solver_pairs.h"

#include "reproduce/experiments/experiments.h"
#include "reproduce/experiments/measure.h"

const struct solver_pair_method SOLVER_PAIRS[SOLVER_PAIR_COUNT] = {
    {"pgs", "PGS", "PGS", "pgs", "pgs"},
    {"pgs_auto", "PGS", "auto", "pgs", "auto"},
    {"auto_pgs", "auto", "PGS", "auto", "pgs"},
    {"auto", "auto", "auto", "auto", "auto"},
};

const char *const SOLVER_PAIR_SCENES[SOLVER_PAIR_SCENE_COUNT] = {"pool2", "pool1", "bridge", "funnel"};

#define RUNS (SOLVER_PAIR_COUNT * SOLVER_PAIR_SCENE_COUNT)

struct end {
    struct study *study;
    int run; /* from 0 */
    md_step_report report;
};

static bool after_step(void *user, const struct scene *scene, int64_t step, const md_step_report *report)
{
    struct end *end = user;
    (void)scene;
    end->report = *report;
    return study_continue(end->study, (end->run + (double)step / SOLVER_PAIR_STEPS) / RUNS);
}

static md_status run_pair(struct end *end, const struct task *task, const char *scene,
                          const struct solver_pair_method *pair, struct table *table, md_error *error)
{
    const struct simulation simulation = {.scene = scene,
                                          .seed = task->seed,
                                          .solver = pair->velocity_spec,
                                          .position_solver = pair->position_spec,
                                          .sweeps = 10,
                                          .steps = SOLVER_PAIR_STEPS,
                                          .after = after_step,
                                          .user = end};
    const md_status status = simulate(&simulation, error);
    if (status == MD_OK) {
        table_word(table, scene);
        table_number(table, task->seed);
        table_word(table, pair->id);
        table_number(table, end->report.residual.absolute);
        table_number(table, end->report.kinetic_energy);
        table_number(table, (double)end->report.penetration_max);
        table_number(table, end->report.awake_bodies);
    }
    return status;
}

md_status run_solver_pairs(struct study *study, const struct task *task, struct table *table, md_error *error)
{
    struct end end = {.study = study};
    md_status status = MD_OK;
    table_begin(table, "scene seed method residual kinetic_energy penetration_max awake_bodies");
    for (; status == MD_OK && end.run < RUNS && !study->stopped; ++end.run) {
        const char *scene = SOLVER_PAIR_SCENES[end.run / SOLVER_PAIR_COUNT];
        status = run_pair(&end, task, scene, &SOLVER_PAIRS[end.run % SOLVER_PAIR_COUNT], table, error);
    }
    return status;
}
