#include "reproduce/claims.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reproduce/methods.h"
#include "reproduce/page.h"
#include "reproduce/paper.h"

#define CLEARLY 1.02 /* times as much: less counts as the same */

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

/* The median over the placements of how many times as much of a column `other` needs as `method`. */
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
    int problems, as_stated, corrected; /* of how many LCPs is the method below PGS after 200 sweeps */
    double largest_difference;          /* relative, of [D/gamma] and PGS */
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
            below.largest_difference = fmax(below.largest_difference, fabs(stated / pgs - 1));
        }
    }
    return below;
}

static void judge_figures(const struct evidence *evidence, struct claim *claim)
{
    const struct below below = count_below(evidence);
    char text[48];
    claim->title = "Faster than PGS at a step";
    claim->where = "Convergence in each simulation step";
    claim->quote = "we observe that Method 3.1 attains better convergence than the PGS method in most cases";
    claim->verdict =
        verdict_of(below.problems > 0, 2 * below.as_stated > below.problems, 2 * below.corrected > below.problems);
    snprintf(claim->measured, sizeof claim->measured,
             "After 200 sweeps [D/γ] is below PGS in %d of %d LCPs at step 100: the two are one method, and their "
             "residuals differ by %s, relative, at the most. With γα = 0.5 it is below in %d of %d.",
             below.as_stated, below.problems, number_text(text, below.largest_difference, NUMBER_POWER),
             below.corrected, below.problems);
}

/* ---- Table 1 ------------------------------------------------------------------------------------------------------------ */

static void judge_fewest_sweeps(const struct evidence *evidence, struct claim *claim)
{
    const struct by_scene stated = gains(&evidence->table1, "sweeps", "dgamma", "pgs");
    const struct by_scene half = gains(&evidence->table1, "sweeps", "half", "pgs");
    char texts[2][200];
    print_gains(texts[0], sizeof texts[0], stated);
    print_gains(texts[1], sizeof texts[1], half);
    claim->title = "Fewest iterations";
    claim->where = "Table 1";
    claim->quote = "Method 3.1[D/γ] achieves the smallest number of iterations [...] in all three cases";
    claim->verdict = verdict_of(all_known(half), all_above(stated, CLEARLY), all_above(half, CLEARLY));
    snprintf(claim->measured, sizeof claim->measured, "Sweeps of PGS over those of [D/γ]: %s. Of γα = 0.5: %s.",
             texts[0], texts[1]);
    print_gains(texts[0], sizeof texts[0], paper_gains(paper_table1_sweeps, "dgamma", "pgs"));
    snprintf(claim->paper, sizeof claim->paper, "The paper's ratios: %s.", texts[0]);
}

static void judge_least_time(const struct evidence *evidence, struct claim *claim)
{
    const struct by_scene stated = gains(&evidence->table1, "seconds", "dgamma", "pgs");
    const struct by_scene half = gains(&evidence->table1, "seconds", "half", "pgs");
    char texts[2][200];
    print_gains(texts[0], sizeof texts[0], stated);
    print_gains(texts[1], sizeof texts[1], half);
    claim->title = "Least time";
    claim->where = "Table 1";
    claim->quote = "Method 3.1[D/γ] achieves the smallest [...] computation times in all three cases";
    /* Two runs of the same sweeps differ by some percent, so a gain in time has to be larger to count. */
    claim->verdict = verdict_of(all_known(half), all_above(stated, 1.1), all_above(half, 1.1));
    snprintf(claim->measured, sizeof claim->measured, "Time of PGS over that of [D/γ]: %s. Of γα = 0.5: %s.", texts[0],
             texts[1]);
    print_gains(texts[0], sizeof texts[0], paper_gains(paper_table1_seconds, "dgamma", "pgs"));
    snprintf(claim->paper, sizeof claim->paper, "The paper's ratios: %s.", texts[0]);
}

static void judge_omega(const struct evidence *evidence, struct claim *claim)
{
    const struct by_scene stated = gains(&evidence->table1, "sweeps", "dgamma", "mean");
    const struct by_scene half = gains(&evidence->table1, "sweeps", "half", "mean");
    char texts[2][200];
    print_gains(texts[0], sizeof texts[0], stated);
    print_gains(texts[1], sizeof texts[1], half);
    claim->title = "[D/γ] beats [mean ω]";
    claim->where = "Table 1, Remarks 4.4 and 4.5";
    claim->quote = "Method 3.1[D/γ] achieves better convergences than Method 3.1[ω̄E]";
    claim->verdict = verdict_of(all_known(half), all_above(stated, CLEARLY), all_above(half, CLEARLY));
    snprintf(claim->measured, sizeof claim->measured,
             "Sweeps of [mean ω] over those of [D/γ]: %s. Both have γΩ near D. Over those of "
             "γα = 0.5: %s.",
             texts[0], texts[1]);
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
             "Time on A over that of the sparse method, the same sweeps: dense %s; compressed %s.", texts[0], texts[1]);
    print_gains(texts[0], sizeof texts[0], paper_gains(paper_table1_seconds, "dgamma", "dense"));
    snprintf(claim->paper, sizeof claim->paper, "The paper's ratios: %s.", texts[0]);
}

static void judge_same_iterates(const struct evidence *evidence, struct claim *claim)
{
    const struct by_scene ratio = gains(&evidence->table1, "sweeps", "dgamma", "compressed");
    double worst = 0;
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        worst = fmax(worst, fabs(ratio.at[i] - 1));
    }
    claim->title = "Sparse and explicit iterate alike";
    claim->where = "Table 1, where both need 766, 744 and 7754 iterations";
    claim->verdict = verdict_of(all_known(ratio), worst < 0.001, worst < 0.02);
    snprintf(claim->measured, sizeof claim->measured,
             "Sweeps of the explicit form over those of the sparse one, medians: they differ by %.2g %% at the most.",
             100 * worst);
}

static void judge_real_time(const struct evidence *evidence, struct claim *claim)
{
    const struct sample pool1 = sample_of(&evidence->table1, "seconds", "pool1", "dense");
    const struct sample pool2 = sample_of(&evidence->table1, "seconds", "pool2", "dense");
    const double least = fmin(sample_median(&pool1), sample_median(&pool2));
    claim->title = "Dense is too slow for real time";
    claim->where = "Table 1";
    claim->quote = "This computation time is insufficient for real-time simulations";
    claim->verdict = verdict_of(pool1.count > 0 && pool2.count > 0, least > 1.0 / 60, false);
    snprintf(claim->measured, sizeof claim->measured,
             "To 1e-4 the dense form takes %.3g s (Pool 1) and %.3g s (Pool 2) in the median; a step is 1/60 s.",
             sample_median(&pool1), sample_median(&pool2));
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
             "The best γα of a search is %s in the median; α = 1/γ is 1. Sweeps at 1 over sweeps there: %s.", texts[0],
             texts[1]);
}

/* The paper's open question, which alpha=auto answers. */
static void judge_adaptive(const struct evidence *evidence, struct claim *claim)
{
    const struct by_scene best = gains(&evidence->table1, "sweeps", "auto", "best");
    const struct by_scene pgs = gains(&evidence->table1, "sweeps", "auto", "pgs");
    char texts[2][200];
    print_gains(texts[0], sizeof texts[0], best);
    print_gains(texts[1], sizeof texts[1], pgs);
    claim->title = "An adaptive α may do it";
    claim->where = "Conclusion";
    claim->quote = "An approach that adaptively determines the value of α may resolve this problem";
    claim->verdict = verdict_of(all_known(best), all_above(best, 1), all_above(pgs, CLEARLY));
    snprintf(claim->measured, sizeof claim->measured,
             "Sweeps of the best fixed α, which needs a search, over those of alpha=auto, which needs nothing: %s. "
             "Sweeps of PGS over those of alpha=auto: %s.",
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
             "A is positive definite in %d of the %d LCPs of Table 1 that were analyzed, and δ < 1, without which the "
             "theorem says nothing, in %d of %d. The smallest τ is %.4g.",
             definite, problems, covered, problems, tau);
}

size_t claims_of_one_step(const struct evidence *evidence, struct claim *claims)
{
    static void (*const JUDGES[])(const struct evidence *, struct claim *) = {
        judge_figures,       judge_fewest_sweeps, judge_least_time, judge_omega,         judge_explicit,
        judge_same_iterates, judge_real_time,     judge_theorem,    judge_smaller_alpha, judge_adaptive};
    const size_t count = sizeof JUDGES / sizeof *JUDGES;
    for (size_t i = 0; i < count; ++i) {
        claims[i] = (struct claim){0};
        JUDGES[i](evidence, &claims[i]);
    }
    return count;
}

size_t claims_judge(const struct evidence *evidence, struct claim claims[CLAIMS_MOST])
{
    size_t count = claims_of_one_step(evidence, claims);
    count += claims_of_whole_runs(evidence, claims + count);
    for (size_t i = 0; i < count; ++i) {
        if (claims[i].verdict == VERDICT_NOT_MEASURED) {
            snprintf(claims[i].measured, sizeof claims[i].measured,
                     "This run has too few steps for it, or a solve in it did not reach its tolerance.");
        }
    }
    return count;
}
