/* The frame of the page: its head, the summary, how to read it, and what it was made with. */
#include <math.h>
#include <stdio.h>

#include "reproduce/claims.h"
#include "reproduce/methods.h"
#include "reproduce/paper.h"
#include "reproduce/report.h"
#include "reproduce/report_style.h"

static const struct {
    const char *id, *title;
} CONTENTS[] = {
    {"summary", "In short"},
    {"read", "How to read this"},
    {"scenes", "The scenes"},
    {"table1", "Table 1: sweeps and time at one step"},
    {"iterations", "Figures: the residual against the iteration"},
    {"steps", "Figures: the residual against the step"},
    {"table2", "Table 2: the time of a whole run"},
    {"claims", "Every claim, one by one"},
    {"theorems", "What the theorems promise"},
    {"time", "Beyond the paper: error against time"},
    {"public", "Beyond the paper: public problems"},
    {"method", "How it was measured"},
};

void report_head(struct page *page, const struct evidence *evidence)
{
    page_print(page,
               "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<title>The AMGS paper, run again</title>\n"
               "<meta name=\"description\" content=\"Every table and figure of Miyamoto and Yamashita (2019), measured "
               "again by modulus reproduce\">\n<style>\n%s</style>\n</head>\n<body>\n<header>\n"
               "<p class=\"soft\">modulus reproduce, ",
               REPORT_STYLE);
    page_text(page, evidence->machine.date);
    page_print(
        page,
        "</p>\n<h1>The AMGS paper, run again</h1>\n"
        "<p class=\"lead\">Every table and figure of S. Miyamoto and M. Yamashita, <cite>Sparsity Exploitation of "
        "Accelerated Modulus-Based Gauss-Seidel Method for Interactive Rigid Body Simulations</cite> (2019), "
        "measured again, with the paper's numbers beside ours and a verdict on each of its claims.</p>\n");
    if (evidence->quick) {
        page_print(page,
                   "<p class=\"note\"><strong>A quick run.</strong> %d placement%s, %lld steps, one repeat, and at "
                   "most 100,000 sweeps a solve: good for a look, not for conclusions. "
                   "<code>modulus reproduce</code> without <code>--quick</code> makes the whole.</p>\n",
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

/* ---- In short ---------------------------------------------------------------------------------------------------------- */

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
    static const char *const COLUMNS[] = {"the paper's claim", "<verdict", "<where", NULL};
    page_table_begin(page, "The verdicts. Each is computed from the measurements; the claims are quoted further down.",
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

/* The paper's ratios for [D/gamma], and how far those of gamma alpha = 0.5 are from them. */
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
    page_print(page, "The paper prints <span class=\"quoted\">%s, %s and %s</span> for it", texts[0], texts[1],
               texts[2]);
    if (isfinite(furthest)) {
        page_print(page, ", from which γα = 0.5 is %.0f %% away at the most", 100 * furthest);
    }
    page_print(page, ".");
}

void report_summary(struct page *page, const struct evidence *evidence)
{
    struct claim claims[CLAIMS_MOST];
    const size_t count = claims_judge(evidence, claims);
    size_t tally[4] = {0};
    for (size_t i = 0; i < count; ++i) {
        ++tally[claims[i].verdict];
    }
    page_section(page, "summary", "In short");
    page_print(page, "<div class=\"best\">\n");
    page_figure(
        page, "summary.svg",
        "Sweeps to RES below 1e-4 for three scenes: PGS needs the most, AMGS with gamma alpha 0.5 fewer, the "
        "best fixed alpha and alpha=auto the fewest",
        "Sweeps to RES < 1e-4 at step 100, without friction, logarithmic. The dot is the median over the "
        "placements, the whisker goes from the least to the most. The best fixed α is found by a search for each "
        "problem; alpha=auto is given nothing. A whisker up to the right edge: in some placement the tolerance was not "
        "reached.");
    page_print(page, "</div>\n");
    page_print(page, "<p>Sweeps of PGS over those of the method, in the median, for Pool 1, Pool 2 and Stacking: "
                     "<strong>γα = 0.5</strong> ");
    print_gain(page, evidence, "half");
    page_print(page, "; the <strong>best fixed α</strong> ");
    print_gain(page, evidence, "best");
    page_print(page, "; <strong>alpha=auto</strong> ");
    print_gain(page, evidence, "auto");
    page_print(page, ". What the paper calls [D/γ], as it defines it, gives ");
    print_gain(page, evidence, "dgamma");
    page_print(page, ", for there the method is PGS. ");
    print_paper_ratios(page, evidence);
    page_print(page, "</p>\n");
    page_print(page, "<p>Of %zu claims %zu hold%s, %zu hold%s with a correction, %zu do%s not hold", count,
               tally[VERDICT_HOLDS], tally[VERDICT_HOLDS] == 1 ? "s" : "", tally[VERDICT_CORRECTED],
               tally[VERDICT_CORRECTED] == 1 ? "s" : "", tally[VERDICT_FAILS], tally[VERDICT_FAILS] == 1 ? "es" : "");
    if (tally[VERDICT_NOT_MEASURED] > 0) {
        page_print(page, ", and %zu could not be measured in this run", tally[VERDICT_NOT_MEASURED]);
    }
    page_print(page, ".%s</p>\n",
               tally[VERDICT_CORRECTED] > 0 ? " The correction is nearly always the same: read α as γα, that is, γ = 1."
                                            : "");
    print_verdicts(page, claims, count);
}

void report_claims(struct page *page, const struct evidence *evidence)
{
    struct claim claims[CLAIMS_MOST];
    const size_t count = claims_judge(evidence, claims);
    page_section(page, "claims", "Every claim, one by one");
    page_print(page,
               "<p>A claim <em>holds</em> if it is true as the paper states it, with γ = 2. It <em>holds with a "
               "correction</em> if it is true with γ = 1, or in the part that is named. What is compared is in each "
               "text, and the comparison is made by the program.</p>\n");
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

/* ---- How to read it, how it was made ----------------------------------------------------------------------------------- */

void report_how_to_read(struct page *page, const struct evidence *evidence)
{
    const struct sample pgs = sample_of(&evidence->table1, "sweeps", "pool1", "pgs");
    char texts[2][48];
    char count[32];
    snprintf(count, sizeof count, evidence->seeds == 1 ? "is one" : "are %d", evidence->seeds);
    page_section(page, "read", "How to read this");
    page_print(
        page,
        "<ul>\n<li>Numbers <span class=\"quoted\">in this colour and slanted</span> are quoted from the paper. All "
        "others were measured by this run. The paper's plots are not in its source, so what its text says of them "
        "is quoted.</li>\n"
        "<li><strong>RES</strong> is the paper's residual, ‖min(λ, Aλ + q)‖; with friction "
        "‖λ − clamp(λ − w, l, u)‖.</li>\n"
        "<li>A <strong>sweep</strong> is what the paper calls an iteration.</li>\n"
        "<li><strong>γα</strong>: only the product of γ and Ω matters to the method, so γ = 2, α = 0.1 and γ = 1, "
        "α = 0.2 are one method. At γα = 1 it is PGS, sweep for sweep.</li>\n"
        "<li>A <strong>placement</strong> is a scene with other random places at the start. The paper has one and "
        "does not say which. Here there %s, and the sweeps that PGS needs in Pool 1 go from %s to %s. So where the "
        "paper "
        "has a number we have a median, with the least and the most below it.</li>\n"
        "<li><strong>Times</strong> are the least of the repeats, and those of sweeps alone: first the sweeps to the "
        "tolerance are counted, then exactly as many are run without looking at the residual. Forming A, where a "
        "method needs it, is counted.</li>\n</ul>\n",
        count, number_text(texts[0], sample_least(&pgs), NUMBER_COUNT),
        number_text(texts[1], sample_most(&pgs), NUMBER_COUNT));
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
    page_table_begin(page, "What it was measured with.", COLUMNS);
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
    snprintf(text, sizeof text, "%.0f s of measuring", evidence->seconds);
    print_fact(page, "duration", text);
    page_table_end(page);
}

void report_method(struct page *page, const struct evidence *evidence)
{
    static const char *const FILES[] = {"scenes",          "pictures", "table1",   "by_iteration",
                                        "by_step",         "table2",   "theorems", "error_time",
                                        "public_problems", "about",    NULL};
    page_section(page, "method", "How it was measured");
    page_print(
        page,
        "<ul>\n<li>Steps before step 100 are simulated by PGS with 10 sweeps a step, each from the solution of the "
        "step before, the first from zero: <q class=\"quoted\">λ<sup>(t),10</sup> is used as the first guess "
        "λ<sup>(t+1),0</sup></q>. Every method then gets the same LCP and the same start. The paper does not say "
        "which method drives.</li>\n"
        "<li>In the figures against the step, and in Table 2, every method drives its own run, from zero.</li>\n"
        "<li>Table 1 is without friction from the first step on, and Stacking has 150 circles there, as in the "
        "paper. All else has friction 0.1 and restitution 0.2.</li>\n"
        "<li>Overlap is taken back by a second LCP of positions, 10 sweeps of PGS a step, the same for every "
        "method, for that is what suits PGS; only <em>alpha=auto, recovery too</em> has the engine's default there. "
        "The paper does not say how "
        "it does that. Counts of sweeps hang on it.</li>\n"
        "<li>The best fixed α is the best of γα = 1 and of 16 values from 0.5 down to 0.0067, a quarter less each "
        "time, for each problem by itself.</li>\n"
        "<li>The dense form is timed over 200 sweeps, and that rate is taken for as many sweeps as the compressed "
        "form needs, whose iterates it shares.</li>\n"
        "<li>A solve that has not reached its tolerance after %s sweeps is shown as ∞, and counts as more than any "
        "other."
        "</li>\n</ul>\n",
        evidence->quick ? "100,000" : "1,000,000");
    print_machine(page, evidence);
    page_print(page, "<p>The numbers behind every table and figure:");
    for (size_t i = 0; FILES[i] != NULL; ++i) {
        page_print(page, "%s %s (<a href=\"data/%s.csv\">CSV</a>, <a href=\"data/%s.json\">JSON</a>)", i > 0 ? "," : "",
                   FILES[i], FILES[i], FILES[i]);
    }
    page_print(page, ".</p>\n");
}
