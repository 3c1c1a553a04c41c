/* The frame of the page: its head, the summary, the claims, how to read the page, and how it was measured. */
#include <math.h>
#include <stdio.h>

#include "reproduce/report/claims.h"
#include "reproduce/experiments/methods.h"
#include "reproduce/report/paper.h"
#include "reproduce/report/report.h"
#include "reproduce/report/style.h"

static const struct {
    const char *id, *title;
} CONTENTS[] = {
    {"summary", "Summary"},
    {"read", "How to read this report"},
    {"scenes", "The scenes"},
    {"table1", "Table 1: sweeps and time at one step"},
    {"iterations", "Figures: residual against iteration"},
    {"steps", "Figures: residual against step"},
    {"table2", "Table 2: the time of a whole run"},
    {"claims", "The claims one by one"},
    {"theorems", "The convergence theorems"},
    {"time", "Beyond the paper: error against time"},
    {"pairs", "Beyond the paper: velocities and positions"},
    {"public", "Beyond the paper: public problems"},
    {"method", "How the measurements were made"},
};

void report_head(struct page *page, const struct evidence *evidence)
{
    page_print(page,
               "<!DOCTYPE html>\n"
               "<html lang=\"en\">\n"
               "<head>\n"
               "<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<title>Reproduction of the AMGS paper</title>\n"
               "<meta name=\"description\" content=\"All tables and figures of Miyamoto and Yamashita (2019), "
               "reproduced by modulus reproduce\">\n"
               "<style>\n"
               "%s</style>\n"
               "</head>\n"
               "<body>\n"
               "<header>\n"
               "<p class=\"soft\">modulus reproduce, ",
               REPORT_STYLE);
    page_text(page, evidence->machine.date);
    page_print(
        page,
        "</p>\n"
        "<h1>Reproduction of the AMGS paper</h1>\n"
        "<p class=\"lead\">All tables and figures of S. Miyamoto and M. Yamashita, <cite>Sparsity Exploitation of "
        "Accelerated Modulus-Based Gauss-Seidel Method for Interactive Rigid Body Simulations</cite> (2019), "
        "measured again: the paper's numbers stand beside ours, and each of its claims gets a verdict.</p>\n");
    if (evidence->quick) {
        page_print(
            page,
            "<p class=\"note\"><strong>This is a quick run</strong> with %d placement%s, %lld steps, one repeat and "
            "at most 100,000 sweeps per solve. It gives an impression but no conclusions; run <code>modulus "
            "reproduce</code> without <code>--quick</code> for the full report.</p>\n",
            evidence->seeds, evidence->seeds == 1 ? "" : "s", (long long)evidence->steps);
    }
    page_print(page, "</header>\n<nav aria-label=\"Contents\">\n<ol>\n");
    for (size_t i = 0; i < sizeof CONTENTS / sizeof *CONTENTS; ++i) {
        page_print(page, "<li><a href=\"#%s\">%s</a></li>\n", CONTENTS[i].id, CONTENTS[i].title);
    }
    page_print(page, "</ol>\n</nav>\n<main>\n");
}

void report_foot(struct page *page)
{
    page_print(page, "</main>\n</body>\n</html>\n");
}

/* ---- Summary ----------------------------------------------------------------------------------------------------------- */

static const char *class_of(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_HOLDS: return "holds";
    case VERDICT_CORRECTED: return "corrected";
    case VERDICT_FAILS: return "fails";
    case VERDICT_NOT_MEASURED: break;
    }
    return "unknown";
}

static const char *mark_of(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_HOLDS: return "✓";
    case VERDICT_CORRECTED: return "≈";
    case VERDICT_FAILS: return "✗";
    case VERDICT_NOT_MEASURED: break;
    }
    return "?";
}

static void print_verdict(struct page *page, enum verdict verdict)
{
    page_print(page, "<span class=\"v %s\">%s %s</span>", class_of(verdict), mark_of(verdict), verdict_name(verdict));
}

static void print_verdicts(struct page *page, const struct claim *claims, size_t count)
{
    static const char *const COLUMNS[] = {"claim of the paper", "<verdict", "<source", NULL};
    page_table_begin(page, "The verdicts. Each is computed from the measurements; the claims are quoted below.",
                     COLUMNS);
    for (size_t i = 0; i < count; ++i) {
        page_print(page, "<tr><th scope=\"row\"><a href=\"#claim-%zu\">", i + 1);
        page_text(page, claims[i].title);
        page_print(page, "</a></th>");
        page_print(page, "<td class=\"words\">");
        print_verdict(page, claims[i].verdict);
        page_print(page, "</td>");
        page_cell_text(page, claims[i].where);
        page_print(page, "</tr>\n");
    }
    page_table_end(page);
}

static double median_gain(const struct evidence *evidence, const char *scene, const char *method)
{
    const struct sample ratio = sample_ratio(&evidence->table1, "sweeps", scene, "pgs", method);
    return sample_median(&ratio);
}

static void print_gain(struct page *page, const struct evidence *evidence, const char *method)
{
    char texts[SCENE_COUNT][48];
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        number_text(texts[i], median_gain(evidence, SCENES[i].name, method), NUMBER_RATIO);
    }
    page_print(page, "%s, %s and %s", texts[0], texts[1], texts[2]);
}

/* Writes the paper's ratios for [D/gamma], and how far those of gamma alpha = 0.5 are from them. */
static void print_paper_ratios(struct page *page, const struct evidence *evidence)
{
    char texts[SCENE_COUNT][48];
    double furthest = 0;
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        const double paper = paper_table1_sweeps(SCENES[i].name, "pgs") / paper_table1_sweeps(SCENES[i].name, "dgamma");
        const double ours = median_gain(evidence, SCENES[i].name, "half");
        furthest = isfinite(ours) && isfinite(furthest) ? fmax(furthest, fabs(ours / paper - 1)) : (double)NAN;
        number_text(texts[i], paper, NUMBER_RATIO);
    }
    page_print(page, "The paper reports <span class=\"quoted\">%s, %s and %s</span> for it", texts[0], texts[1],
               texts[2]);
    if (isfinite(furthest)) {
        page_print(page, ", and the ratios of γα = 0.5 differ from these by at most %.0f %%", 100 * furthest);
    }
    page_print(page, ".");
}

void report_summary(struct page *page, const struct evidence *evidence)
{
    struct claim claims[MAX_CLAIMS];
    const size_t count = claims_judge(evidence, claims);
    size_t tally[4] = {0};
    for (size_t i = 0; i < count; ++i) {
        ++tally[claims[i].verdict];
    }
    page_section(page, "summary", "Summary");
    page_print(page, "<div class=\"best\">\n");
    page_figure(
        page, "summary.svg",
        "Sweeps to RES below 1e-4 for three scenes: PGS needs the most, AMGS with gamma alpha = 0.5 fewer, the best "
        "fixed alpha and auto the fewest",
        "Sweeps to RES < 1e-4 at step 100, without friction, on a logarithmic axis. The dot is the median over the "
        "placements; the whisker goes from the minimum to the maximum. The best fixed α is found by a search for "
        "each problem; auto has no parameter. If a whisker reaches the right edge, the tolerance was not reached in "
        "some placement.");
    page_print(page, "</div>\n");
    page_print(page, "<p>Median ratio of the sweeps of PGS to those of the method, for Pool 1, Pool 2 and Stacking: "
                     "<strong>γα = 0.5</strong> ");
    print_gain(page, evidence, "half");
    page_print(page, "; the <strong>best fixed α</strong> ");
    print_gain(page, evidence, "best");
    page_print(page, "; <strong>auto</strong>, the default solver of Modulus, ");
    print_gain(page, evidence, "auto");
    page_print(page, ". The paper's [D/γ], implemented as defined, gives ");
    print_gain(page, evidence, "dgamma");
    page_print(page, ", because with this choice of Ω the method is PGS. ");
    print_paper_ratios(page, evidence);
    page_print(page, "</p>\n");
    page_print(page, "<p>Of %zu claims, %zu hold%s, %zu hold%s with a correction, and %zu do%s not hold", count,
               tally[VERDICT_HOLDS], tally[VERDICT_HOLDS] == 1 ? "s" : "", tally[VERDICT_CORRECTED],
               tally[VERDICT_CORRECTED] == 1 ? "s" : "", tally[VERDICT_FAILS], tally[VERDICT_FAILS] == 1 ? "es" : "");
    if (tally[VERDICT_NOT_MEASURED] > 0) {
        page_print(page, "; %zu could not be measured in this run", tally[VERDICT_NOT_MEASURED]);
    }
    page_print(page, ".%s</p>\n",
               tally[VERDICT_CORRECTED] > 0
                   ? " The correction is nearly always the same: read α as γα, that is, set γ = 1."
                   : "");
    print_verdicts(page, claims, count);
}

void report_claims(struct page *page, const struct evidence *evidence)
{
    struct claim claims[MAX_CLAIMS];
    const size_t count = claims_judge(evidence, claims);
    page_section(page, "claims", "The claims one by one");
    page_print(page,
               "<p>A claim <em>holds</em> if it is true as the paper states it, with γ = 2. It <em>holds with a "
               "correction</em> if it is true with γ = 1, or for the part that the text names. Each text says which "
               "numbers are compared; the program makes the comparison.</p>\n");
    for (size_t i = 0; i < count; ++i) {
        page_print(page, "<section class=\"claim\" id=\"claim-%zu\"><h3><span>", i + 1);
        page_text(page, claims[i].title);
        page_print(page, "</span> ");
        print_verdict(page, claims[i].verdict);
        page_print(page, "</h3>\n<p class=\"soft\">");
        if (claims[i].quote != NULL) {
            page_print(page, "<q class=\"quoted\">");
            page_text(page, claims[i].quote);
            page_print(page, "</q> ");
        }
        page_text(page, claims[i].where);
        page_print(page, "</p>\n<p>");
        page_text(page, claims[i].measured);
        if (claims[i].paper[0] != '\0') {
            page_print(page, " <span class=\"quoted\">");
            page_text(page, claims[i].paper);
            page_print(page, "</span>");
        }
        page_print(page, "</p></section>\n");
    }
}

/* ---- How to read it, how it was measured --------------------------------------------------------------------------------- */

void report_how_to_read(struct page *page, const struct evidence *evidence)
{
    const struct sample pgs = sample_of(&evidence->table1, "sweeps", "pool1", "pgs");
    char texts[2][48];
    char count[32];
    snprintf(count, sizeof count, evidence->seeds == 1 ? "one" : "%d", evidence->seeds);
    page_section(page, "read", "How to read this report");
    page_print(
        page,
        "<ul>\n"
        "<li>Numbers <span class=\"quoted\">in this colour and slanted</span> are quoted from the paper. All others "
        "were measured by this run. The source of the paper does not contain the data of its plots, so the report "
        "quotes what its text says about them.</li>\n"
        "<li><strong>RES</strong> is the paper's residual, ‖min(λ, Aλ + q)‖; with friction it is ‖λ − clamp(λ − w, "
        "l, u)‖.</li>\n"
        "<li>A <strong>sweep</strong> is what the paper calls an iteration.</li>\n"
        "<li><strong>γα</strong>: the method depends only on the product of γ and Ω, so γ = 2, α = 0.1 and γ = 1, α "
        "= 0.2 are the same method. With γα = 1 it is PGS, sweep for sweep.</li>\n"
        "<li><strong>auto</strong> is the default solver of Modulus and has no parameter. It is a policy: "
        "Anderson-accelerated Gauss-Seidel when the limits allow 8 sweeps or more (and 0.15 √rows), otherwise AMGS "
        "with γα = 0.5 from a warm start or plain PGS from a cold one.</li>\n"
        "<li>A <strong>placement</strong> is a scene with its own random initial positions. The paper uses one and "
        "does not say which. This run uses %s, and the number of sweeps that PGS needs in Pool 1 ranges from %s to "
        "%s. The tables therefore show a median with the minimum and the maximum below it.</li>\n"
        "<li><strong>Times</strong> are the minimum over the repeats and include sweeps only: one solve counts the "
        "sweeps to the tolerance, and another one runs exactly as many without checking the residual. The time to "
        "form A is included for the methods that need it.</li>\n"
        "</ul>\n",
        count, number_text(texts[0], sample_min(&pgs), NUMBER_COUNT),
        number_text(texts[1], sample_max(&pgs), NUMBER_COUNT));
}

static void print_fact(struct page *page, const char *name, const char *value)
{
    page_row(page, name);
    page_cell_text(page, value);
    page_row_end(page);
}

static void print_machine(struct page *page, const struct evidence *evidence)
{
    static const char *const COLUMNS[] = {"", "<this run", "!the paper", NULL};
    const struct machine *machine = &evidence->machine;
    char text[80];
    page_table_begin(page, "Machine and program of the measurements.", COLUMNS);
    page_row(page, "processor");
    page_cell_text(page, machine->processor);
    page_print(page, "<td class=\"words quoted\">Intel Core i7-5500U (2.4 GHz)</td>");
    page_row_end(page);
    snprintf(text, sizeof text, "%d, of which one is used; %.1f GB", machine->cores, machine->memory_gb);
    page_row(page, "cores, memory");
    page_cell_text(page, text);
    page_print(page, "<td class=\"words quoted\">8 GB</td>");
    page_row_end(page);
    page_row(page, "system");
    page_cell_text(page, machine->system);
    page_print(page, "<td class=\"words quoted\">Windows 8</td>");
    page_row_end(page);
    print_fact(page, "compiler", machine->compiler);
    print_fact(page, "version", machine->version);
    snprintf(text, sizeof text, "%08x", (unsigned)machine->build);
    print_fact(page, "build", text);
    print_fact(page, "date", machine->date);
    snprintf(text, sizeof text, "%.0f s of measurements", evidence->seconds);
    print_fact(page, "duration", text);
    page_table_end(page);
}

void report_method(struct page *page, const struct evidence *evidence)
{
    static const char *const FILES[] = {"scenes",       "pictures",        "table1",   "by_iteration",
                                        "by_step",      "table2",          "theorems", "error_time",
                                        "solver_pairs", "public_problems", "about",    NULL};
    char cap[48], public_cap[48];
    page_section(page, "method", "How the measurements were made");
    page_print(
        page,
        "<ul>\n"
        "<li>The steps before step 100 are simulated by PGS with 10 sweeps per step. The first step starts from zero "
        "and each later one from the solution of the step before: <q class=\"quoted\">λ<sup>(t),10</sup> is used as "
        "the first guess λ<sup>(t+1),0</sup></q>. All methods then get the same LCP and the same start. The paper "
        "does not say which method it uses for these steps.</li>\n"
        "<li>For the figures against the step and for Table 2, every method drives its own simulation from the "
        "start.</li>\n"
        "<li>Table 1 is without friction from the first step on, and its Stacking scene has 150 circles, as in the "
        "paper. All other experiments have friction 0.1 and restitution 0.2.</li>\n"
        "<li>Penetration is corrected by a second LCP for positions, solved with 10 sweeps of PGS per step for every "
        "method, which is the choice that suits PGS. Only <em>auto for both</em> solves it with the "
        "engine's default. The paper does not say how it corrects penetration, and the numbers of sweeps depend on "
        "it.</li>\n"
        "<li>The best fixed α is the best of γα = 1 and of 16 values from 0.5 down to 0.0067, each 3/4 of the one "
        "before; the search is repeated for each problem.</li>\n"
        "<li>The dense form is timed over 200 sweeps. The time is extrapolated to the number of sweeps of the "
        "compressed form, which has the same iterates.</li>\n"
        "<li>A solve that has not reached its tolerance after %s sweeps, %s on a public problem, is shown as ∞ and "
        "counts "
        "as larger than any number.</li>\n"
        "</ul>\n",
        number_text(cap, (double)max_sweeps_of(evidence->quick), NUMBER_COUNT),
        number_text(public_cap, (double)max_public_sweeps_of(evidence->quick), NUMBER_COUNT));
    print_machine(page, evidence);
    page_print(page, "<p>The data of all tables and figures:");
    for (size_t i = 0; FILES[i] != NULL; ++i) {
        page_print(page, "%s %s (<a href=\"data/%s.csv\">CSV</a>, <a href=\"data/%s.json\">JSON</a>)", i > 0 ? "," : "",
                   FILES[i], FILES[i], FILES[i]);
    }
    page_print(page, ".</p>\n");
}
