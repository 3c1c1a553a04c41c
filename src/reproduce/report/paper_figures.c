/* The sections with the paper's figures, and what its text says about them. */
#include <stdio.h>

#include "reproduce/experiments/methods.h"
#include "reproduce/report/report.h"

void report_scene_figures(struct page *page, const char *name, const char *alternative, const char *caption)
{
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        char file[64];
        char texts[2][200];
        snprintf(file, sizeof file, "%s-%s.svg", name, SCENES[i].name);
        snprintf(texts[0], sizeof texts[0], "%s: %s", SCENES[i].title, alternative);
        snprintf(texts[1], sizeof texts[1], "%s: %s.", SCENES[i].title, caption);
        page_figure(page, file, texts[0], texts[1]);
    }
}

static void print_iteration_table(struct page *page, const struct evidence *evidence, int k)
{
    static const char *const COLUMNS[] = {"method", "Pool 1", "Pool 2", "Stacking", NULL};
    char caption[160];
    char placements[96];
    snprintf(caption, sizeof caption, "RES after %d sweeps at step 100. %s", k,
             placements_text(placements, (size_t)evidence->seeds));
    page_table_begin(page, caption, COLUMNS);
    for (size_t i = 0; METHODS_BY_ITERATION[i] != NULL; ++i) {
        page_row(page, method_of(METHODS_BY_ITERATION[i])->label);
        for (size_t scene = 0; scene < SCENE_COUNT; ++scene) {
            struct sample sample = {.count = 0};
            for (int seed = 1; seed <= evidence->seeds; ++seed) {
                sample_add(&sample, evidence_residual(evidence, SCENES[scene].name, METHODS_BY_ITERATION[i], seed, k));
            }
            page_spread(page, &sample, NUMBER_POWER);
        }
        page_row_end(page);
    }
    page_table_end(page);
}

void report_by_iteration(struct page *page, const struct evidence *evidence)
{
    page_section(page, "iterations", "Figures: residual against iteration");
    page_print(page,
               "<p>The LCP of step 100 with friction, k = 0 to 200, first placement. The paper states: <q "
               "class=\"quoted\">we observe that Method 3.1 attains better convergence than the PGS method in most "
               "cases</q>. The dashed black line of [D/γ] coincides with that of PGS.</p>\n");
    report_scene_figures(page, "iterations", "residual against the iteration at step 100, five methods",
                         "residuals of the iterates in step 100");
    print_iteration_table(page, evidence, 10);
    print_iteration_table(page, evidence, 200);
}

static void print_step_table(struct page *page, const struct evidence *evidence, int64_t from, int64_t to)
{
    static const char *const COLUMNS[] = {"method", "γα", "Pool 1", "Pool 2", "Stacking", NULL};
    char caption[200];
    char placements[96];
    snprintf(caption, sizeof caption, "Mean log10 RES after 10 sweeps, steps %lld to %lld. %s", (long long)from,
             (long long)to, placements_text(placements, (size_t)evidence->seeds));
    page_table_begin(page, caption, COLUMNS);
    for (size_t i = 0; METHODS_BY_STEP[i] != NULL; ++i) {
        const char *id = METHODS_BY_STEP[i];
        const bool is_fixed = id[0] == 'g';
        char label[64] = "";
        char ratio[16] = "";
        if (is_fixed) {
            snprintf(label, sizeof label, "γ = %c, α = 0.%c", id[1], id[3]);
            snprintf(ratio, sizeof ratio, "%.1f", (double)(id[1] - '0') * (double)(id[3] - '0') / 10);
        }
        page_row(page, is_fixed ? label : method_of(id)->label);
        page_print(page, "<td>%s</td>", ratio);
        for (size_t scene = 0; scene < SCENE_COUNT; ++scene) {
            const struct sample sample = evidence_steps(evidence, SCENES[scene].name, id, from, to);
            page_spread(page, &sample, NUMBER_LOG);
        }
        page_row_end(page);
    }
    page_table_end(page);
}

void report_by_step(struct page *page, const struct evidence *evidence)
{
    static const char *const QUOTES[SCENE_COUNT] = {
        "Method 3.1 converges faster than the PGS method for t ≥ 300. Among different values of α, α = 0.2 shows the "
        "fastest convergence in the figure.",
        "there are no clear differences of the convergence speed between the PGS method and the AMGS method with "
        "various values of α, but when α = 0.1, the simulation is unstable during about the first 100 simulation "
        "steps.",
        "the AMGS method with the smaller α gives the faster convergence, and the AMGS method with α = 0.6 still "
        "converges faster than the PGS method."};
    page_section(page, "steps", "Figures: residual against step");
    page_print(
        page,
        "<p>RES after the 10 sweeps of each step, from step 60 on. Every method drives its own simulation from the "
        "start; each step begins with the solution of the previous one. A point is the geometric mean over 10 steps "
        "and the median over the placements. The paper has γ = 2; γ = 1 fits its text. γ = 2, α = 0.5 is PGS, and "
        "its dashed line coincides with that of PGS.</p>\n");
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        page_print(page, "<h3>%s</h3>\n<p>The paper states: <q class=\"quoted\">", SCENES[i].title);
        page_text(page, QUOTES[i]);
        page_print(page, "</q></p>\n");
        for (int gamma = 2; gamma >= 1; --gamma) {
            char file[64];
            char alternative[160];
            char caption[160];
            snprintf(file, sizeof file, "steps-%s-gamma%d.svg", SCENES[i].name, gamma);
            snprintf(alternative, sizeof alternative,
                     "Residual after 10 sweeps against the step for %s with gamma %d, alpha 0.1 to 0.6, PGS and auto",
                     SCENES[i].title, gamma);
            snprintf(caption, sizeof caption, "%s, γ = %d%s.", SCENES[i].title, gamma,
                     gamma == 2 ? ", as stated in the paper" : ", the value that fits the text of the paper");
            page_figure(page, file, alternative, caption);
        }
    }
    print_step_table(page, evidence, 60, evidence->steps);
    if (evidence->steps > 300) {
        print_step_table(page, evidence, 300, evidence->steps);
    }
}
