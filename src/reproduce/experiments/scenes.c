/* The scenes: mean sizes and mean diagonal over a run, to compare with those of the paper; and their pictures. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "draw/picture.h"
#include "reproduce/experiments/experiments.h"
#include "reproduce/experiments/measure.h"

/* Sums over the steps that have contacts. */
struct sums {
    struct study *study;
    double share, portion;
    int64_t total_steps, steps, with_rows;
    double rows, contacts, touching;
    double diagonal, diagonal_normal; /* sums of the means of each step */
    int32_t bodies, velocities;
};

/* Computes the mean of D over all rows and over the normal rows. M^-1 is diagonal in 2D. */
static md_status measure_diagonal(const md_problem *problem, double *all, double *normal)
{
    md_matrix J = {0};
    md_matrix inverse_M = {0};
    md_status status = md_problem_get_J(problem, &J);
    if (status == MD_OK) {
        status = md_problem_get_inverse_M(problem, &inverse_M);
    }
    double sums[2] = {0, 0};
    int32_t counts[2] = {0, 0};
    for (int32_t row = 0; status == MD_OK && row < J.rows; ++row) {
        double d = 0;
        for (int64_t e = J.start[row]; e < J.start[row + 1]; ++e) {
            d += (double)J.value[e] * (double)J.value[e] * (double)md_matrix_at(&inverse_M, J.col[e], J.col[e]);
        }
        const int kind = md_problem_parent(problem)[row] == MD_NO_PARENT ? 1 : 0;
        sums[kind] += d;
        ++counts[kind];
    }
    *all = (sums[0] + sums[1]) / (counts[0] + counts[1]);
    *normal = sums[1] / counts[1];
    md_matrix_free(&J);
    md_matrix_free(&inverse_M);
    return status;
}

static void on_solved(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct sums *sums = user;
    double all = 0;
    double normal = 0;
    (void)substep;
    (void)result;
    if (md_problem_rows(problem) > 0 && measure_diagonal(problem, &all, &normal) == MD_OK) {
        sums->diagonal += all;
        sums->diagonal_normal += normal;
        sums->velocities = md_problem_velocities(problem);
        ++sums->with_rows;
    }
}

static int32_t count_touching(const md2_world *world)
{
    int32_t touching = 0;
    for (int32_t i = 0; i < md2_world_contact_count(world); ++i) {
        md2_contact_info contact;
        touching += md2_world_contact(world, i, &contact) == MD_OK && contact.touching;
    }
    return touching;
}

static bool after_step(void *user, const struct scene *scene, int64_t step, const md_step_report *report)
{
    struct sums *sums = user;
    sums->bodies = md2_world_body_count(scene->world);
    sums->rows += report->rows;
    sums->contacts += report->contact_points;
    sums->touching += count_touching(scene->world);
    ++sums->steps;
    return study_continue(sums->study, sums->share + sums->portion * (double)step / (double)sums->total_steps);
}

static md_status measure_scene(struct study *study, const struct task *task, int32_t circles, double share,
                               double portion, struct table *table, md_error *error)
{
    struct sums sums = {.study = study, .share = share, .portion = portion, .total_steps = study->steps};
    const md2_callbacks callbacks = {.user = &sums, .solved = on_solved};
    const struct simulation simulation = {.scene = task->scene,
                                          .seed = task->seed,
                                          .circles = circles,
                                          .solver = "pgs",
                                          .position_solver = "pgs",
                                          .sweeps = 10,
                                          .steps = study->steps,
                                          .callbacks = &callbacks,
                                          .after = after_step,
                                          .user = &sums};
    const md_status status = simulate(&simulation, error);
    if (status != MD_OK) {
        return status;
    }
    const double steps = (double)sums.steps;
    const double solved = (double)sums.with_rows;
    char name[32];
    snprintf(name, sizeof name, circles > 0 ? "%s%d" : "%s", task->scene, (int)circles);
    table_word(table, name);
    table_number(table, task->seed);
    table_number(table, steps);
    table_number(table, 3.0 * sums.bodies);
    table_number(table, sums.velocities);
    table_number(table, sums.contacts / steps);
    table_number(table, sums.touching / steps);
    table_number(table, sums.rows / steps);
    table_number(table, sums.diagonal / solved);
    table_number(table, sums.diagonal_normal / solved);
    return MD_OK;
}

/* Stacking is also measured with 15 circles, because the paper's n = 48 fits these. */
md_status run_scenes(struct study *study, const struct task *task, struct table *table, md_error *error)
{
    const bool twice = strcmp(task->scene, "stacking") == 0;
    table_begin(table, "scene seed steps n n_moving contacts touching rows mean_d mean_d_normal");
    md_status status = measure_scene(study, task, 0, 0, twice ? 0.6 : 1, table, error);
    if (status == MD_OK && twice && !study->stopped) {
        status = measure_scene(study, task, 15, 0.6, 0.4, table, error);
    }
    return status;
}

/* ---- Pictures ---------------------------------------------------------------------------------------------------------- */

struct drawing {
    struct study *study;
    const char *path;
    int64_t steps;
    int32_t contacts;
    md_status status;
    md_error error;
};

static bool draw_after_step(void *user, const struct scene *scene, int64_t step, const md_step_report *report)
{
    struct drawing *drawing = user;
    if (step == drawing->steps) {
        const struct picture picture = {
            .subject = picture_of_world(scene->world), .view = scene->view, .caption = "", .fraction = 1};
        drawing->contacts = report->contacts;
        drawing->status = picture_write(&picture, drawing->path, &drawing->error);
    }
    return study_continue(drawing->study, (double)step / (double)drawing->steps);
}

md_status run_pictures(struct study *study, const struct task *task, struct table *table, md_error *error)
{
    char path[2200];
    char name[64];
    snprintf(name, sizeof name, "scene-%s.svg", task->scene);
    snprintf(path, sizeof path, "%s/%s", study->out, name);
    struct drawing drawing = {.study = study, .path = path, .steps = study->steps};
    const struct simulation simulation = {.scene = task->scene,
                                          .seed = 1,
                                          .solver = "auto",
                                          .position_solver = "auto",
                                          .sweeps = 10,
                                          .steps = study->steps,
                                          .after = draw_after_step,
                                          .user = &drawing};
    const md_status status = simulate(&simulation, error);
    if (status != MD_OK || drawing.status != MD_OK) {
        return status != MD_OK ? status : md_fail(error, drawing.status, "%s", drawing.error.message);
    }
    table_begin(table, "scene file step contacts");
    table_word(table, task->scene);
    table_word(table, name);
    table_number(table, (double)study->steps);
    table_number(table, drawing.contacts);
    return MD_OK;
}
