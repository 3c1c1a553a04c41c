/* The sections with the scenes, Table 1 and Table 2. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reproduce/experiments/methods.h"
#include "reproduce/report/paper.h"
#include "reproduce/report/report.h"

/* ---- The scenes --------------------------------------------------------------------------------------------------------- */

static void print_pictures(struct page *page, const struct evidence *evidence)
{
    const struct table *table = &evidence->pictures;
    page_print(page, "<div class=\"pair\">\n");
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        const long row = table_find(table, 0, SCENES[i].name, NULL, 0);
        char caption[200];
        if (row >= 0) {
            char steps[48];
            snprintf(caption, sizeof caption, "%s after %s steps: %.0f contacts; contact points and normals are red.",
                     SCENES[i].title, number_text(steps, table_number_at(table, (size_t)row, "step"), NUMBER_COUNT),
                     table_number_at(table, (size_t)row, "contacts"));
            page_print(page, "<figure><a href=\"%s\"><img src=\"%s\" alt=\"Circles at rest in the scene %s\"></a>",
                       table_word_at(table, (size_t)row, "file"), table_word_at(table, (size_t)row, "file"),
                       SCENES[i].title);
            page_print(page, "<figcaption>%s</figcaption></figure>\n", caption);
        }
    }
    page_print(page, "</div>\n");
}

static double scene_median(const struct evidence *evidence, const char *scene, const char *column)
{
    const struct sample sample = sample_of(&evidence->scenes, column, scene, NULL);
    return sample_median(&sample);
}

static void print_sizes(struct page *page, const struct evidence *evidence)
{
    static const char *const COLUMNS[] = {
        "scene", "n", "!n", "contacts", "touching", "!m", "mean D, all rows", "mean D, normals", "!mean ω", NULL};
    static const struct paper_scene ROWS[] = {{"pool1", "Pool 1"},
                                              {"pool2", "Pool 2"},
                                              {"stacking", "Stacking, 30 circles"},
                                              {"stacking15", "with 15 circles"}};
    page_table_begin(
        page,
        "Means over a run of PGS with 10 sweeps per step; medians over the placements. As in the paper, n includes "
        "the floor and the walls. A contact has a normal row and a friction row.",
        COLUMNS);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; ++i) {
        const char *name = ROWS[i].name;
        const struct paper_sizes paper = paper_sizes_of(i < SCENE_COUNT ? name : "stacking");
        page_row(page, ROWS[i].title);
        page_cell(page, scene_median(evidence, name, "n"), NUMBER_COUNT);
        page_quoted(page, paper.n, NUMBER_COUNT);
        page_cell(page, scene_median(evidence, name, "contacts"), NUMBER_PLAIN);
        page_cell(page, scene_median(evidence, name, "touching"), NUMBER_PLAIN);
        page_quoted(page, paper.m, NUMBER_COUNT);
        page_cell(page, scene_median(evidence, name, "mean_d"), NUMBER_PLAIN);
        page_cell(page, scene_median(evidence, name, "mean_d_normal"), NUMBER_PLAIN);
        page_quoted(page, paper.mean_omega, NUMBER_PLAIN);
        page_row_end(page);
    }
    page_table_end(page);
}

static void print_contradictions(struct page *page, const struct evidence *evidence)
{
    const double n30 = scene_median(evidence, "stacking", "n");
    const double n15 = scene_median(evidence, "stacking15", "n");
    page_print(
        page,
        "<h3>Inconsistent numbers in the paper</h3>\n"
        "<ul>\n"
        "<li><strong>n of Stacking.</strong> A body has 3 velocity components. 30 circles and the ground have 3 × 31 "
        "= %.0f; the paper's <span class=\"quoted\">48</span> is 3 × 16 = %.0f, that is, 15 circles and the ground. "
        "Its mean <span class=\"quoted\">m = 14</span> also fits 15 circles, which touch in at most 15 "
        "points.</li>\n",
        n30, n15);
    page_print(
        page,
        "<li><strong>Mean ω.</strong> The paper defines ω̄ = mean(D)/γ with γ = 2. For two equal discs of mass M, a "
        "normal row has D = 2/M and a friction row has D = 2/M + 2 r²/I = 6/M, since I = M r²/2. For M = 2 these are "
        "1 and 3 with mean 2, and half of that against a wall: the measured mean over all rows of Pool 1 is %.3f. "
        "The paper's <span class=\"quoted\">1.928</span> is this mean without the division, so γ = 1. For Stacking, "
        "M = 1, the mean is %.3f with 30 circles and %.3f with 15; the paper has <span "
        "class=\"quoted\">3.872</span>, again γ = 1. For Pool 2 it is %.3f over all rows; the paper has <span "
        "class=\"quoted\">1.086</span>, half of that, which means γ = 2, or normal rows alone with γ = 1 (%.3f). Two "
        "of the three values imply γ = 1.</li>\n",
        scene_median(evidence, "pool1", "mean_d"), scene_median(evidence, "stacking", "mean_d"),
        scene_median(evidence, "stacking15", "mean_d"), scene_median(evidence, "pool2", "mean_d"),
        scene_median(evidence, "pool2", "mean_d_normal"));
    page_print(
        page,
        "<li><strong>Table 1.</strong> With Ω = D/γ the update of Method 3.1 is that of PGS for every γ. Therefore "
        "the counts <span class=\"quoted\">1452</span> for PGS and <span class=\"quoted\">766</span> for [D/γ] "
        "cannot both belong to the methods that the table names.</li>\n"
        "<li><strong>α = 0.6.</strong> With γ = 2 it relaxes rows by 2/(1 + 1.2) = 0.91, less than PGS, so it is not "
        "possible that it <q class=\"quoted\">still converges faster than the PGS method</q>. With γ = 1 the factor "
        "is 2/(1 + 0.6) = 1.25, and it can.</li>\n"
        "</ul>\n");
}

void report_scenes(struct page *page, const struct evidence *evidence)
{
    page_section(page, "scenes", "The scenes");
    page_print(
        page,
        "<p><strong>Pool 1</strong>: 221 circles of 2 kg and radius 21 cm between walls 6 m apart. <strong>Pool "
        "2</strong>: the same, with masses from 1 kg in the lowest row to 3 kg in the highest. "
        "<strong>Stacking</strong>: 30 circles of 1 kg and radius 18 cm, one above another. Friction is 0.1, "
        "restitution 0.2, and there are 60 steps per second. The initial positions are our choice, because the paper "
        "does not give them.</p>\n");
    print_pictures(page, evidence);
    print_sizes(page, evidence);
    print_contradictions(page, evidence);
}

/* ---- Table 1 ------------------------------------------------------------------------------------------------------------ */

/* The paper has one row for Method 2.2 and does not say how it stores A; its time fits a dense matrix. */
static void print_table1_row(struct page *page, const struct evidence *evidence, const char *scene, const char *method)
{
    const struct table *table = &evidence->table1;
    const struct sample sweeps = sample_of(table, "sweeps", scene, method);
    const struct sample seconds = sample_of(table, "seconds", scene, method);
    const struct sample sweeps_ratio = sample_ratio(table, "sweeps", scene, method, "pgs");
    const struct sample seconds_ratio = sample_ratio(table, "seconds", scene, method, "pgs");
    const double paper_sweeps = paper_table1_sweeps(scene, method);
    const double paper_seconds = paper_table1_seconds(scene, method);
    page_row(page, method_of(method)->label);
    page_spread(page, &sweeps, NUMBER_COUNT);
    page_spread(page, &sweeps_ratio, NUMBER_RATIO);
    page_quoted(page, paper_sweeps, NUMBER_COUNT);
    page_quoted(page, paper_sweeps / paper_table1_sweeps(scene, "pgs"), NUMBER_RATIO);
    page_spread(page, &seconds, NUMBER_SECONDS);
    page_spread(page, &seconds_ratio, NUMBER_RATIO);
    page_quoted(page, paper_seconds, NUMBER_PAPER);
    page_quoted(page, paper_seconds / paper_table1_seconds(scene, "pgs"), NUMBER_RATIO);
    page_row_end(page);
}

static double worst_early_difference(const struct table *table)
{
    double worst = 0;
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        const struct sample ratio = sample_ratio(table, "residual_early", SCENES[i].name, "dense", "compressed");
        worst = fmax(worst, fmax(fabs(sample_max(&ratio) - 1), fabs(sample_min(&ratio) - 1)));
    }
    return worst;
}

static void print_first_placement(struct page *page, const struct evidence *evidence)
{
    static const char *const COLUMNS[] = {"first placement", "Pool 1", "Pool 2", "Stacking", NULL};
    page_table_begin(page, "Sweeps and time of the first placement alone.", COLUMNS);
    for (size_t i = 0; METHODS_TABLE1[i] != NULL; ++i) {
        page_row(page, method_of(METHODS_TABLE1[i])->label);
        for (size_t k = 0; k < SCENE_COUNT; ++k) {
            const long row = table_find(&evidence->table1, 0, SCENES[k].name, METHODS_TABLE1[i], 1);
            char texts[2][48];
            page_print(
                page, "<td>%s<br><small>%s</small></td>",
                number_text(texts[0], table_number_at(&evidence->table1, (size_t)row, "sweeps"), NUMBER_COUNT),
                number_text(texts[1], table_number_at(&evidence->table1, (size_t)row, "seconds"), NUMBER_SECONDS));
        }
        page_row_end(page);
    }
    page_table_end(page);
}

/* Writes in how many placements one method needs fewer sweeps than another. */
static void print_order(struct page *page, const struct evidence *evidence)
{
    static const char *const COLUMNS[] = {"fewer sweeps", "Pool 1", "Pool 2", "Stacking", NULL};
    static const struct {
        const char *label, *method, *than;
    } ROWS[] = {{"γα = 0.5 than PGS", "half", "pgs"},
                {"γα = 0.5 than [mean ω]", "half", "mean"},
                {"best fixed α than γα = 0.5", "best", "half"},
                {"auto than PGS", "auto", "pgs"},
                {"auto than the best fixed α", "auto", "best"}};
    page_table_begin(
        page, "Dependence on the placement: the number of placements in which the first method needs fewer sweeps.",
        COLUMNS);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; ++i) {
        page_row(page, ROWS[i].label);
        for (size_t k = 0; k < SCENE_COUNT; ++k) {
            const struct sample ratio =
                sample_ratio(&evidence->table1, "sweeps", SCENES[k].name, ROWS[i].method, ROWS[i].than);
            size_t fewer = 0;
            while (fewer < ratio.count && ratio.at[fewer] < 1) {
                ++fewer;
            }
            page_print(page, "<td>%zu of %zu</td>", fewer, ratio.count);
        }
        page_row_end(page);
    }
    page_table_end(page);
}

void report_table1(struct page *page, const struct evidence *evidence)
{
    static const char *const COLUMNS[] = {"method", "sweeps", "ratio", "!sweeps", "!ratio",
                                          "time",   "ratio",  "!time", "!ratio",  NULL};
    char text[48];
    page_section(page, "table1", "Table 1: sweeps and time at one step");
    page_print(
        page,
        "<p>Sweeps and time to RES &lt; 10<sup>−4</sup> for the LCP of step 100, without friction; Stacking has 150 "
        "circles. The last three rows are not in the paper: γα = 0.5 is the value that its numbers fit, the best "
        "fixed α is found by a search, and auto is the default solver of this library.</p>\n");
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        char caption[200];
        char placements[96];
        snprintf(caption, sizeof caption, "%s. %s Ratios are relative to PGS.", SCENES[i].title,
                 placements_text(placements, (size_t)evidence->seeds));
        page_table_begin(page, caption, COLUMNS);
        for (size_t k = 0; METHODS_TABLE1[k] != NULL; ++k) {
            print_table1_row(page, evidence, SCENES[i].name, METHODS_TABLE1[k]);
        }
        page_table_end(page);
    }
    page_print(
        page,
        "<p>The numbers of sweeps in the paper differ from ours, because they depend on the placement and on how "
        "penetration is corrected in the steps before, which the paper does not describe. The ratios are comparable. "
        "[D/γ] needs as many sweeps as PGS because it is PGS. The dense and the compressed form do the same "
        "arithmetic: their residuals after 200 sweeps differ by at most %s, relatively.</p>\n",
        number_text(text, worst_early_difference(&evidence->table1), NUMBER_POWER));
    if (evidence->seeds > 1) {
        print_order(page, evidence);
        print_first_placement(page, evidence);
    }
}

/* ---- Table 2 ------------------------------------------------------------------------------------------------------------ */

void report_table2(struct page *page, const struct evidence *evidence)
{
    static const char *const COLUMNS[] = {"method", "time",   "solve time",     "ratio", "ns per row and sweep",
                                          "!time",  "!ratio", "mean log10 RES", NULL};
    const struct table *table = &evidence->table2;
    const double steps = table_number_at(table, 0, "steps");
    char text[48];
    page_section(page, "table2", "Table 2: the time of a whole run");
    page_print(
        page,
        "<p>%s steps with 200 sweeps per step, with friction, γ = 2. The paper has 1,000 steps and does not say "
        "whether its time is that of the solver alone, so both times are given. The methods take turns, and the time "
        "is the minimum over the repeats. A fixed α costs a few more operations per row than PGS and saves none, so "
        "equal numbers of sweeps should take about equal times; the last column shows the residual that they "
        "reach.</p>\n",
        number_text(text, steps, NUMBER_COUNT));
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        char caption[200];
        const struct sample seeds = sample_of(table, "seconds", SCENES[i].name, "pgs");
        char placements[96];
        snprintf(caption, sizeof caption, "%s. %s The ratio is that of the solve time to that of PGS.", SCENES[i].title,
                 placements_text(placements, seeds.count));
        page_table_begin(page, caption, COLUMNS);
        for (size_t k = 0; METHODS_TABLE2[k] != NULL; ++k) {
            const char *id = METHODS_TABLE2[k];
            const struct sample seconds = sample_of(table, "seconds", SCENES[i].name, id);
            const struct sample solve = sample_of(table, "solve_seconds", SCENES[i].name, id);
            const struct sample ratio = sample_ratio(table, "solve_seconds", SCENES[i].name, id, "pgs");
            const struct sample cost = sample_of(table, "row_sweep_ns", SCENES[i].name, id);
            const struct sample residual = sample_of(table, "mean_log10_residual", SCENES[i].name, id);
            const double paper = paper_table2_seconds(SCENES[i].name, id);
            page_row(page, method_of(id)->label);
            page_spread(page, &seconds, NUMBER_SECONDS);
            page_spread(page, &solve, NUMBER_SECONDS);
            page_spread(page, &ratio, NUMBER_RATIO);
            page_spread(page, &cost, NUMBER_RATIO);
            page_quoted(page, paper, NUMBER_PAPER);
            page_quoted(page, paper / paper_table2_seconds(SCENES[i].name, "pgs"), NUMBER_RATIO);
            page_spread(page, &residual, NUMBER_LOG);
            page_row_end(page);
        }
        page_table_end(page);
    }
}
