#include "reproduce/report/claims.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reproduce/experiments/methods.h"
#include "reproduce/report/page.h"
#include "reproduce/report/paper.h"

#define CLEARLY 1.02 /* a smaller ratio counts as no difference */

const char *verdict_name(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_HOLDS: return "holds";
    case VERDICT_CORRECTED: return "holds with a correction";
    case VERDICT_FAILS: return "does not hold";
    case VERDICT_NOT_MEASURED: break;
    }
    return "not measured";
}

enum verdict verdict_of(bool measured, bool as_stated, bool corrected)
{
    if (!measured) {
        return VERDICT_NOT_MEASURED;
    }
    return as_stated ? VERDICT_HOLDS : corrected ? VERDICT_CORRECTED : VERDICT_FAILS;
}

/* A number for each scene, "Pool 1 1.8, Pool 2 1.7, Stacking 2.0". */
struct by_scene {
    double at[SCENE_COUNT];
};

static bool all_known(struct by_scene values)
{
    return !isnan(values.at[0]) && !isnan(values.at[1]) && !isnan(values.at[2]);
}

static bool all_above(struct by_scene values, double level)
{
    return values.at[0] > level && values.at[1] > level && values.at[2] > level;
}

/* The median over the placements of the ratio of `other` to `method` in a column. */
static struct by_scene gains(const struct table *table, const char *column, const char *method, const char *other)
{
    struct by_scene values;
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        const struct sample ratio = sample_ratio(table, column, SCENES[i].name, other, method);
        values.at[i] = sample_median(&ratio);
    }
    return values;
}

static void print_gains(char *text, size_t size, struct by_scene values)
{
    char numbers[SCENE_COUNT][48];
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        number_text(numbers[i], values.at[i], NUMBER_RATIO);
    }
    snprintf(text, size, "%s (Pool 1), %s (Pool 2), %s (Stacking)", numbers[0], numbers[1], numbers[2]);
}

static struct by_scene paper_gains(double (*number)(const char *, const char *), const char *method, const char *other)
{
    struct by_scene values;
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        values.at[i] = number(SCENES[i].name, other) / number(SCENES[i].name, method);
    }
    return values;
}

/* ---- Figures at step 100 ------------------------------------------------------------------------------------------------ */

struct below {
    int problems;             /* LCPs */
    int as_stated, corrected; /* LCPs in which [D/gamma], and gamma alpha = 0.5, is below PGS after 200 sweeps */
    double max_difference;    /* relative difference of [D/gamma] and PGS */
};

static struct below count_below(const struct evidence *evidence)
{
    struct below below = {0};
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        for (int seed = 1; seed <= evidence->seeds; ++seed) {
            const double pgs = evidence_residual(evidence, SCENES[i].name, "pgs", seed, 200);
            const double stated = evidence_residual(evidence, SCENES[i].name, "dgamma", seed, 200);
            const double half = evidence_residual(evidence, SCENES[i].name, "half", seed, 200);
            below.problems += isfinite(pgs) && isfinite(half);
            below.as_stated += stated * CLEARLY < pgs;
            below.corrected += half * CLEARLY < pgs;
            below.max_difference = fmax(below.max_difference, fabs(stated / pgs - 1));
        }
    }
    return below;
}

static void judge_figures(const struct evidence *evidence, struct claim *claim)
{
    const struct below below = count_below(evidence);
    char text[48];
    claim->title = "Faster than PGS within a step";
    claim->where = "Convergence in each simulation step";
    claim->quote = "we observe that Method 3.1 attains better convergence than the PGS method in most cases";
    claim->verdict =
        verdict_of(below.problems > 0, 2 * below.as_stated > below.problems, 2 * below.corrected > below.problems);
    snprintf(claim->measured, sizeof claim->measured,
             "After 200 sweeps the residual of [D/γ] is below that of PGS in %d of %d LCPs of step 100: the two are "
             "the same method, and their residuals differ by at most %s, relatively. With γα = 0.5 it is below in %d "
             "of %d.",
             below.as_stated, below.problems, number_text(text, below.max_difference, NUMBER_POWER), below.corrected,
             below.problems);
}

/* ---- Table 1 ------------------------------------------------------------------------------------------------------------ */

struct gain_texts {
    char stated[200], half[200];
};

/* Judges that another method needs more than `level` times the sweeps or seconds of [D/gamma], or, as the correction, of
 * gamma alpha = 0.5. Returns both ratios as texts. */
static struct gain_texts judge_gain(const struct evidence *evidence, struct claim *claim, const char *column,
                                    const char *other, double level)
{
    const struct by_scene stated = gains(&evidence->table1, column, "dgamma", other);
    const struct by_scene half = gains(&evidence->table1, column, "half", other);
    struct gain_texts texts;
    print_gains(texts.stated, sizeof texts.stated, stated);
    print_gains(texts.half, sizeof texts.half, half);
    claim->verdict = verdict_of(all_known(half), all_above(stated, level), all_above(half, level));
    return texts;
}

static void print_paper_gains(struct claim *claim, double (*number)(const char *, const char *), const char *other)
{
    char text[200];
    print_gains(text, sizeof text, paper_gains(number, "dgamma", other));
    snprintf(claim->paper, sizeof claim->paper, "Ratios in the paper: %s.", text);
}

static void judge_fewest_sweeps(const struct evidence *evidence, struct claim *claim)
{
    const struct gain_texts texts = judge_gain(evidence, claim, "sweeps", "pgs", CLEARLY);
    claim->title = "Fewest iterations";
    claim->where = "Table 1";
    claim->quote = "Method 3.1[D/γ] achieves the smallest number of iterations [...] in all three cases";
    snprintf(claim->measured, sizeof claim->measured,
             "Ratio of the sweeps of PGS to those of [D/γ]: %s. To those of γα = 0.5: %s.", texts.stated, texts.half);
    print_paper_gains(claim, paper_table1_sweeps, "pgs");
}

static void judge_shortest_time(const struct evidence *evidence, struct claim *claim)
{
    /* Two runs of the same sweeps differ by some percent, so a gain in time has to be larger to count. */
    const struct gain_texts texts = judge_gain(evidence, claim, "seconds", "pgs", 1.1);
    claim->title = "Shortest time";
    claim->where = "Table 1";
    claim->quote = "Method 3.1[D/γ] achieves the smallest [...] computation times in all three cases";
    snprintf(claim->measured, sizeof claim->measured,
             "Ratio of the time of PGS to that of [D/γ]: %s. To that of γα = 0.5: %s.", texts.stated, texts.half);
    print_paper_gains(claim, paper_table1_seconds, "pgs");
}

static void judge_omega(const struct evidence *evidence, struct claim *claim)
{
    const struct gain_texts texts = judge_gain(evidence, claim, "sweeps", "mean", CLEARLY);
    claim->title = "[D/γ] beats [mean ω]";
    claim->where = "Table 1, Remarks 4.4 and 4.5";
    claim->quote = "Method 3.1[D/γ] achieves better convergences than Method 3.1[ω̄E]";
    snprintf(
        claim->measured, sizeof claim->measured,
        "Ratio of the sweeps of [mean ω] to those of [D/γ]: %s; both have γΩ close to D. To those of γα = 0.5: %s.",
        texts.stated, texts.half);
}

static void judge_explicit(const struct evidence *evidence, struct claim *claim)
{
    const struct by_scene dense = gains(&evidence->table1, "seconds", "dgamma", "dense");
    const struct by_scene compressed = gains(&evidence->table1, "seconds", "dgamma", "compressed");
    char texts[2][200];
    print_gains(texts[0], sizeof texts[0], dense);
    print_gains(texts[1], sizeof texts[1], compressed);
    claim->title = "An explicit A is the slowest";
    claim->where = "Table 1";
    claim->quote = "Method 2.2 computes the coefficient matrix A explicitly, and we observe that Method 2.2 is the "
                   "slowest";
    claim->verdict = verdict_of(all_known(dense) && all_known(compressed),
                                all_above(dense, 1.1) && all_above(compressed, 1.1), all_above(dense, 1.1));
    snprintf(claim->measured, sizeof claim->measured,
             "Ratio of the time with an explicit A to that of the sparse method, for the same sweeps: dense %s; "
             "compressed %s.",
             texts[0], texts[1]);
    print_paper_gains(claim, paper_table1_seconds, "dense");
}

static void judge_same_iterates(const struct evidence *evidence, struct claim *claim)
{
    const struct by_scene ratio = gains(&evidence->table1, "sweeps", "dgamma", "compressed");
    double worst = 0;
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        worst = fmax(worst, fabs(ratio.at[i] - 1));
    }
    claim->title = "Sparse and explicit forms have the same iterates";
    claim->where = "Table 1, in which both need 766, 744 and 7754 iterations";
    claim->verdict = verdict_of(all_known(ratio), worst < 0.001, worst < 0.02);
    snprintf(claim->measured, sizeof claim->measured,
             "The median numbers of sweeps of the explicit and of the sparse form differ by at most %.2g %%.",
             100 * worst);
}

static void judge_real_time(const struct evidence *evidence, struct claim *claim)
{
    const struct sample pool1 = sample_of(&evidence->table1, "seconds", "pool1", "dense");
    const struct sample pool2 = sample_of(&evidence->table1, "seconds", "pool2", "dense");
    char texts[2][48];
    const double shortest = fmin(sample_median(&pool1), sample_median(&pool2));
    claim->title = "The dense form is too slow for real time";
    claim->where = "Table 1";
    claim->quote = "This computation time is insufficient for real-time simulations";
    claim->verdict = verdict_of(pool1.count > 0 && pool2.count > 0, shortest > 1.0 / 60, false);
    snprintf(claim->measured, sizeof claim->measured,
             "The dense form takes %s (Pool 1) and %s (Pool 2) to reach 1e-4, in the median; a step is 1/60 s long.",
             number_text(texts[0], sample_median(&pool1), NUMBER_SECONDS),
             number_text(texts[1], sample_median(&pool2), NUMBER_SECONDS));
}

static void judge_smaller_alpha(const struct evidence *evidence, struct claim *claim)
{
    const struct by_scene gain = gains(&evidence->table1, "sweeps", "best", "dgamma");
    struct by_scene alpha;
    char texts[2][200];
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        const struct sample best = sample_of(&evidence->table1, "gamma_alpha", SCENES[i].name, "best");
        alpha.at[i] = sample_median(&best);
    }
    print_gains(texts[0], sizeof texts[0], alpha);
    print_gains(texts[1], sizeof texts[1], gain);
    claim->title = "A smaller α is better than 1/γ";
    claim->where = "Conclusion";
    claim->quote = "Actually, the numerical results showed that a smaller value of α gave a better convergence";
    claim->verdict = verdict_of(all_known(gain), all_above(gain, CLEARLY), gain.at[0] > 1 && gain.at[2] > 1);
    snprintf(claim->measured, sizeof claim->measured,
             "The best γα that a search finds is %s in the median; α = 1/γ means γα = 1. Ratio of the sweeps at 1 to "
             "the sweeps at the best: %s.",
             texts[0], texts[1]);
}

/* The paper's open question; auto is the library's answer. */
static void judge_adaptive(const struct evidence *evidence, struct claim *claim)
{
    const struct by_scene best = gains(&evidence->table1, "sweeps", "auto", "best");
    const struct by_scene pgs = gains(&evidence->table1, "sweeps", "auto", "pgs");
    char texts[2][200];
    print_gains(texts[0], sizeof texts[0], best);
    print_gains(texts[1], sizeof texts[1], pgs);
    claim->title = "An adaptive α may help";
    claim->where = "Conclusion";
    claim->quote = "An approach that adaptively determines the value of α may resolve this problem";
    claim->verdict = verdict_of(all_known(best), all_above(best, 1), all_above(pgs, CLEARLY));
    snprintf(claim->measured, sizeof claim->measured,
             "Ratio of the sweeps of the best fixed α, which needs a search, to those of auto, which has no "
             "parameter: %s. Ratio of the sweeps of PGS to those of auto: %s.",
             texts[0], texts[1]);
}

/* ---- The theorem -------------------------------------------------------------------------------------------------------- */

static void judge_theorem(const struct evidence *evidence, struct claim *claim)
{
    const struct table *table = &evidence->theorems;
    int problems = 0;
    int definite = 0;
    int covered = 0;
    double tau = (double)INFINITY;
    for (size_t row = 0; row < table_rows(table); ++row) {
        if (table_number_at(table, row, "gamma_alpha") == 1) {
            ++problems;
            definite += strcmp(table_word_at(table, row, "definiteness"), "positive definite") == 0;
            covered += table_number_at(table, row, "delta") < 1;
            tau = fmin(tau, table_number_at(table, row, "tau"));
        }
    }
    claim->title = "The theorem covers the experiments";
    claim->where = "Conclusion";
    claim->quote = "We established the convergence theorem [...] for the case the matrix A is positive definite [...]. "
                   "This case was examined in the numerical experiments";
    claim->verdict = verdict_of(problems > 0, covered == problems, covered > 0);
    snprintf(claim->measured, sizeof claim->measured,
             "A is positive definite in %d of the %d LCPs of Table 1 that were analyzed. The theorem needs δ < 1, "
             "which holds in %d of %d. The smallest τ is %.4g.",
             definite, problems, covered, problems, tau);
}

size_t claims_of_one_step(const struct evidence *evidence, struct claim *claims)
{
    static judge_function *const JUDGES[] = {
        judge_figures,       judge_fewest_sweeps, judge_shortest_time, judge_omega,         judge_explicit,
        judge_same_iterates, judge_real_time,     judge_theorem,       judge_smaller_alpha, judge_adaptive};
    const size_t count = sizeof JUDGES / sizeof *JUDGES;
    claims_fill(JUDGES, count, evidence, claims);
    return count;
}

void claims_fill(judge_function *const *judges, size_t count, const struct evidence *evidence, struct claim *claims)
{
    for (size_t i = 0; i < count; ++i) {
        claims[i] = (struct claim){0};
        judges[i](evidence, &claims[i]);
    }
}

size_t claims_judge(const struct evidence *evidence, struct claim claims[MAX_CLAIMS])
{
    size_t count = claims_of_one_step(evidence, claims);
    count += claims_of_whole_runs(evidence, claims + count);
    for (size_t i = 0; i < count; ++i) {
        if (claims[i].verdict == VERDICT_NOT_MEASURED) {
            snprintf(claims[i].measured, sizeof claims[i].measured,
                     "This run has too few steps for this claim, or a solve did not reach its tolerance.");
        }
    }
    return count;
}
