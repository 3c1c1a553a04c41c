/* The sections on the theorems, on error against time, and on the public problems. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reproduce/experiments/methods.h"
#include "reproduce/report/report.h"

static const char *title_of(const char *scene)
{
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        if (strcmp(SCENES[i].name, scene) == 0) {
            return SCENES[i].title;
        }
    }
    return scene;
}

void report_theorems(struct page *page, const struct evidence *evidence)
{
    static const char *const COLUMNS[] = {"LCP of Table 1",
                                          "γα",
                                          "A is",
                                          "rank of m",
                                          "τ",
                                          "δ",
                                          "bound without the lemma",
                                          "ρ of PGS",
                                          "measured factor",
                                          "best γα by Young",
                                          NULL};
    const struct table *table = &evidence->theorems;
    page_section(page, "theorems", "The convergence theorems");
    page_print(
        page,
        "<p>Theorem 4.2 bounds the error after k sweeps by δ<sup>k</sup>, which is meaningful if δ &lt; 1. Corollary "
        "4.3 states that δ &lt; 1 if A is positive definite and τ = ‖(D − L)<sup>−1</sup>U‖ &lt; 1. The table shows "
        "these quantities for the LCPs of the first placement, and the mean factor per sweep by which RES actually "
        "fell on the way to 1e-4. Lemma 4.1, on which the theorem is based, is false: [[1,0],[1,1]] has norm 1.618 "
        "and its diagonal has norm 1. The seventh column is the bound that the paper's recursion gives without the "
        "lemma.</p>\n");
    page_table_begin(page, "First placement, step 100, without friction. ρ excludes the null space of A.", COLUMNS);
    for (size_t row = 0; row < table_rows(table); ++row) {
        char text[48];
        page_row(page, title_of(table_word_at(table, row, "scene")));
        page_cell(page, table_number_at(table, row, "gamma_alpha"), NUMBER_PLAIN);
        page_print(page, "<td>");
        page_text(page, table_word_at(table, row, "definiteness"));
        page_print(page, "</td>");
        page_print(page, "<td>%s of %.0f</td>", number_text(text, table_number_at(table, row, "rank"), NUMBER_COUNT),
                   table_number_at(table, row, "m"));
        page_cell(page, table_number_at(table, row, "tau"), NUMBER_PLAIN);
        page_cell(page, table_number_at(table, row, "delta"), NUMBER_PLAIN);
        page_cell(page, table_number_at(table, row, "bound"), NUMBER_PLAIN);
        page_print(page, "<td>%.6f</td><td>%.6f</td>", table_number_at(table, row, "rho_range"),
                   table_number_at(table, row, "factor"));
        page_cell(page, table_number_at(table, row, "optimal"), NUMBER_PLAIN);
        page_row_end(page);
    }
    page_table_end(page);
    page_print(page,
               "<p>A theorem that does apply exists for PGS: for a symmetric positive semidefinite A it converges to "
               "a solution if there is one (Luo and Tseng 1992; Cryer 1971 for a definite A).</p>\n");
}

void report_error_time(struct page *page, const struct evidence *evidence)
{
    (void)evidence;
    page_section(page, "time", "Beyond the paper: error against time");
    page_print(
        page, "<p>In practice the error for a given time matters most. The LCPs are those of Table 1, first placement. "
              "Every point of a curve is a separate solve with a fixed number of sweeps.</p>\n");
    report_scene_figures(page, "time", "residual against the time in milliseconds, four methods",
                         "RES against the solve time; lower left is better");
}

/* ---- Public problems ---------------------------------------------------------------------------------------------------- */

/* The geometric mean of the sweeps of PGS over those of a method, over the problems that both solve and for which PGS
 * needs at least `min_sweeps`. */
static double mean_gain(const struct table *table, size_t method, double min_sweeps, int *problems)
{
    double sum = 0;
    *problems = 0;
    for (long row = 0; (row = table_find(table, (size_t)row, NULL, "pgs", 0)) >= 0; ++row) {
        const double pgs = table_number_at(table, (size_t)row, "sweeps");
        const double other = table_number_at(table, (size_t)row + method, "sweeps");
        if (pgs >= min_sweeps && isfinite(other)) {
            sum += log(pgs / fmax(other, 1));
            ++*problems;
        }
    }
    return *problems > 0 ? exp(sum / *problems) : (double)NAN;
}

static int count_solved(const struct table *table, const char *method)
{
    int count = 0;
    for (long row = 0; (row = table_find(table, (size_t)row, NULL, method, 0)) >= 0; ++row) {
        count += isfinite(table_number_at(table, (size_t)row, "sweeps"));
    }
    return count;
}

static void print_public_table(struct page *page, const struct table *table)
{
    static const char *const COLUMNS[] = {"problem", "m",    "PGS",       "γα = 0.5",   "best fixed",
                                          "its γα",  "auto", "time, PGS", "time, auto", NULL};
    page_table_begin(page, "Sweeps and time to a relative residual of 1e-6. –: not reached.", COLUMNS);
    for (long row = 0; (row = table_find(table, (size_t)row, NULL, "pgs", 0)) >= 0; ++row) {
        char name[160];
        const size_t first = (size_t)row;
        snprintf(name, sizeof name, "%s/%s", table_word_at(table, first, "kind"),
                 table_word_at(table, first, "problem"));
        page_print(page, "<tr><th scope=\"row\" class=\"long\">");
        page_text(page, name);
        page_print(page, "</th>");
        page_cell(page, table_number_at(table, first, "m"), NUMBER_COUNT);
        for (size_t i = 0; i < 4; ++i) {
            page_cell(page, table_number_at(table, first + i, "sweeps"), NUMBER_COUNT);
            if (i == 2) {
                page_cell(page, table_number_at(table, first + i, "gamma_alpha"), NUMBER_PLAIN);
            }
        }
        page_cell(page, table_number_at(table, first, "seconds"), NUMBER_SECONDS);
        page_cell(page, table_number_at(table, first + 3, "seconds"), NUMBER_SECONDS);
        page_row_end(page);
    }
    page_table_end(page);
}

static void print_public_summary(struct page *page, const struct table *table)
{
    size_t all = 0;
    for (long row = 0; (row = table_find(table, (size_t)row, NULL, "pgs", 0)) >= 0; ++row) {
        ++all;
    }
    page_print(
        page,
        "<p>Of %zu problems, PGS solves %d, γα = 0.5 solves %d and auto solves %d. On problems for which PGS needs "
        "100 sweeps or more it needs, in the geometric mean over the problems that both solve,",
        all, count_solved(table, "pgs"), count_solved(table, "half"), count_solved(table, "auto"));
    for (size_t i = 1; i < 4; ++i) {
        int problems = 0;
        char text[48];
        const double gain = mean_gain(table, i, 100, &problems);
        page_print(page, "%s %s times the sweeps of %s (%d problems)", i > 1 ? "," : "",
                   number_text(text, gain, NUMBER_RATIO), method_of(METHODS_BEST[i])->label, problems);
    }
    page_print(page, ".");
    int refused = 0;
    for (long row = 0; (row = table_find(table, (size_t)row, NULL, "refused", 0)) >= 0; ++row) {
        page_print(page, "%s<code>", refused++ == 0 ? " Refused because of a zero on the diagonal: " : ", ");
        page_text(page, table_word_at(table, (size_t)row, "problem"));
        page_print(page, "</code>");
    }
    page_print(page, "%s</p>\n", refused > 0 ? "." : "");
}

void report_public_problems(struct page *page, const struct evidence *evidence)
{
    const struct table *table = &evidence->public_problems;
    char cap[48];
    page_section(page, "public", "Beyond the paper: public problems");
    if (table_rows(table) == 0) {
        page_print(
            page,
            "<p>Not measured: this run was made without the public problems (<code>--problems DIR</code>).</p>\n");
        return;
    }
    page_print(page,
               "<p>Contact problems from other projects: test data of Siconos and FCLIB, namely LCPs, frictionless "
               "problems, and problems with friction in 2D and 3D. All solves start from zero and end at a relative "
               "residual of 1e-6, or after %s sweeps.</p>\n",
               number_text(cap, (double)max_public_sweeps_of(evidence->quick), NUMBER_COUNT));
    print_public_summary(page, table);
    page_figure(page, "public.svg", "Sweeps for each public problem by four methods, sorted by those of PGS",
                "Each column is a problem; lower is better. A missing point means that the method did not reach the "
                "tolerance.");
    page_print(page, "<details><summary>All problems</summary>\n");
    print_public_table(page, table);
    page_print(page, "</details>\n");
}
