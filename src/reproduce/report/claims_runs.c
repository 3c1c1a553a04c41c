/* The claims about whole runs: the residual after the 10 iterations of each step, and the times of Table 2. */
#include <math.h>
#include <stdio.h>

#include "reproduce/report/claims.h"
#include "reproduce/experiments/methods.h"
#include "reproduce/report/page.h"
#include "reproduce/report/paper.h"

#define ALPHAS 6
#define NOISE 0.05   /* decades of RES: a smaller difference counts as none */
#define CLEAR 0.5    /* decades: a clear difference */
#define UNSTABLE 0.3 /* decades above PGS */

/* Medians of the mean log10 RES over a range of steps: of PGS, and of alpha = 0.1 to 0.6 for one gamma. */
struct levels {
    double pgs, alpha[ALPHAS];
};

static double level(const struct evidence *evidence, const char *scene, const char *method, int64_t from, int64_t to)
{
    const struct sample sample = evidence_steps(evidence, scene, method, from, to);
    return sample_median(&sample);
}

static struct levels levels_of(const struct evidence *evidence, const char *scene, int gamma, int64_t from, int64_t to)
{
    struct levels levels = {.pgs = level(evidence, scene, "pgs", from, to)};
    for (int i = 0; i < ALPHAS; ++i) {
        char id[16];
        snprintf(id, sizeof id, "g%da%d", gamma, i + 1);
        levels.alpha[i] = level(evidence, scene, id, from, to);
    }
    return levels;
}

static bool known(const struct levels *levels)
{
    return isfinite(levels->pgs) && isfinite(levels->alpha[0]);
}

static int fastest(const struct levels *levels)
{
    int best = 0;
    for (int i = 1; i < ALPHAS; ++i) {
        best = levels->alpha[i] < levels->alpha[best] ? i : best;
    }
    return best;
}

static int count_below_pgs(const struct levels *levels)
{
    int count = 0;
    for (int i = 0; i < ALPHAS; ++i) {
        count += levels->alpha[i] < levels->pgs - NOISE;
    }
    return count;
}

/* Writes "−2.10, ..." for alpha = 0.1 to 0.6. */
static void print_levels(char *text, size_t size, const struct levels *levels)
{
    char numbers[ALPHAS][48];
    for (int i = 0; i < ALPHAS; ++i) {
        number_text(numbers[i], levels->alpha[i], NUMBER_LOG);
    }
    snprintf(text, size, "%s, %s, %s, %s, %s, %s", numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
             numbers[5]);
}

static void judge_pool1(const struct evidence *evidence, struct claim *claim)
{
    const struct levels two = levels_of(evidence, "pool1", 2, 300, 1000);
    const struct levels one = levels_of(evidence, "pool1", 1, 300, 1000);
    char texts[2][320];
    print_levels(texts[0], sizeof texts[0], &two);
    print_levels(texts[1], sizeof texts[1], &one);
    claim->title = "Pool 1: below PGS from step 300";
    claim->where = "Convergence in entire simulation";
    claim->quote = "we observe that Method 3.1 converges faster than the PGS method for t ≥ 300";
    claim->verdict = verdict_of(known(&two), count_below_pgs(&two) == ALPHAS, count_below_pgs(&one) == ALPHAS);
    snprintf(
        claim->measured, sizeof claim->measured,
        "Median of the mean log10 RES from step 300 on: PGS %.2f; α = 0.1 to 0.6 with γ = 2: %s (%d of 6 below PGS); "
        "with γ = 1: %s (%d of 6).",
        two.pgs, texts[0], count_below_pgs(&two), texts[1], count_below_pgs(&one));
}

static void judge_pool1_best(const struct evidence *evidence, struct claim *claim)
{
    const struct levels two = levels_of(evidence, "pool1", 2, 60, 1000);
    const struct levels one = levels_of(evidence, "pool1", 1, 60, 1000);
    claim->title = "Pool 1: α = 0.2 converges fastest";
    claim->where = "Convergence in entire simulation";
    claim->quote = "Among different values of α, α = 0.2 shows the fastest convergence in the figure";
    claim->verdict = verdict_of(known(&two), fastest(&two) == 1, fastest(&one) == 1);
    snprintf(claim->measured, sizeof claim->measured,
             "The smallest mean log10 RES from step 60 on, medians over %d placement%s: α = 0.%d with γ = 2 (%.2f; α "
             "= 0.2 has %.2f), α = 0.%d with γ = 1 (%.2f; α = 0.2 has %.2f).",
             evidence->seeds, evidence->seeds == 1 ? "" : "s", fastest(&two) + 1, two.alpha[fastest(&two)],
             two.alpha[1], fastest(&one) + 1, one.alpha[fastest(&one)], one.alpha[1]);
}

static double largest_difference(const struct levels *levels)
{
    double largest = 0;
    for (int i = 0; i < ALPHAS; ++i) {
        largest = fmax(largest, fabs(levels->alpha[i] - levels->pgs));
    }
    return largest;
}

static void judge_pool2(const struct evidence *evidence, struct claim *claim)
{
    const struct levels two = levels_of(evidence, "pool2", 2, 60, 1000);
    const struct levels one = levels_of(evidence, "pool2", 1, 60, 1000);
    claim->title = "Pool 2: no clear differences";
    claim->where = "Convergence in entire simulation";
    claim->quote = "there are no clear differences of the convergence speed between the PGS method and the AMGS method "
                   "with various values of α";
    claim->verdict = verdict_of(known(&two), largest_difference(&two) < CLEAR, largest_difference(&one) < CLEAR);
    snprintf(claim->measured, sizeof claim->measured,
             "Largest difference from PGS in the median of the mean log10 RES from step 60 on: %.2f decades with γ = "
             "2, %.2f with γ = 1. Half a decade counts as clear.",
             largest_difference(&two), largest_difference(&one));
}

static void judge_pool2_start(const struct evidence *evidence, struct claim *claim)
{
    const struct levels two = levels_of(evidence, "pool2", 2, 1, 100);
    const struct levels one = levels_of(evidence, "pool2", 1, 1, 100);
    claim->title = "Pool 2: α = 0.1 is unstable at the start";
    claim->where = "Convergence in entire simulation";
    claim->quote = "when α = 0.1, the simulation is unstable during about the first 100 simulation steps";
    claim->verdict = verdict_of(known(&two), two.alpha[0] > two.pgs + UNSTABLE, one.alpha[0] > one.pgs + UNSTABLE);
    snprintf(
        claim->measured, sizeof claim->measured,
        "Median of the mean log10 RES over the first 100 steps: PGS %.2f; α = 0.1 has %.2f with γ = 2 and %.2f with "
        "γ = 1. Twice the residual of PGS counts as unstable.",
        two.pgs, two.alpha[0], one.alpha[0]);
}

static bool rises(const struct levels *levels)
{
    for (int i = 1; i < ALPHAS; ++i) {
        /* Levels at rounding error have no order. */
        if (levels->alpha[i] < levels->alpha[i - 1] - NOISE) {
            return false;
        }
    }
    return levels->alpha[ALPHAS - 1] > levels->alpha[0];
}

static void judge_stacking(const struct evidence *evidence, struct claim *claim)
{
    const struct levels two = levels_of(evidence, "stacking", 2, 60, 1000);
    const struct levels one = levels_of(evidence, "stacking", 1, 60, 1000);
    char texts[2][320];
    print_levels(texts[0], sizeof texts[0], &two);
    print_levels(texts[1], sizeof texts[1], &one);
    claim->title = "Stacking: the smaller α, the faster";
    claim->where = "Convergence in entire simulation";
    claim->quote = "the AMGS method with the smaller α gives the faster convergence";
    claim->verdict = verdict_of(known(&two), rises(&two), rises(&one));
    snprintf(claim->measured, sizeof claim->measured,
             "Median of the mean log10 RES from step 60 on, for α = 0.1 to 0.6: %s with γ = 2; %s with γ = 1.",
             texts[0], texts[1]);
}

static void judge_stacking_06(const struct evidence *evidence, struct claim *claim)
{
    const struct levels two = levels_of(evidence, "stacking", 2, 60, 1000);
    const struct levels one = levels_of(evidence, "stacking", 1, 60, 1000);
    claim->title = "Stacking: α = 0.6 beats PGS";
    claim->where = "Convergence in entire simulation";
    claim->quote = "the AMGS method with α = 0.6 still converges faster than the PGS method";
    claim->verdict = verdict_of(known(&two), two.alpha[5] < two.pgs - NOISE, one.alpha[5] < one.pgs - NOISE);
    snprintf(claim->measured, sizeof claim->measured,
             "Median of the mean log10 RES from step 60 on: PGS %.2f; α = 0.6 has %.2f with γ = 2, which relaxes less "
             "than PGS, and %.2f with γ = 1.",
             two.pgs, two.alpha[5], one.alpha[5]);
}

static void judge_table2(const struct evidence *evidence, struct claim *claim)
{
    double max = 0;
    double min = (double)INFINITY;
    double paper_max = 0;
    double paper_min = (double)INFINITY;
    for (size_t i = 0; i < SCENE_COUNT; ++i) {
        for (size_t k = 1; METHODS_TABLE2[k] != NULL && k <= ALPHAS; ++k) {
            const struct sample ratio =
                sample_ratio(&evidence->table2, "solve_seconds", SCENES[i].name, METHODS_TABLE2[k], "pgs");
            const double paper =
                paper_table2_seconds(SCENES[i].name, METHODS_TABLE2[k]) / paper_table2_seconds(SCENES[i].name, "pgs");
            max = fmax(max, sample_median(&ratio));
            min = fmin(min, sample_median(&ratio));
            paper_max = fmax(paper_max, paper);
            paper_min = fmin(paper_min, paper);
        }
    }
    claim->title = "Shorter time for the same number of sweeps";
    claim->where = "Table 2";
    claim->quote = "The entire computation time is still shorter in the proposed method than in the PGS method";
    claim->verdict = verdict_of(isfinite(min), max < 0.98, false);
    snprintf(
        claim->measured, sizeof claim->measured,
        "Ratio of the time of 200 sweeps per step to that of PGS, medians for α = 0.1 to 0.6 and three scenes: %.2f "
        "to %.2f.",
        min, max);
    snprintf(claim->paper, sizeof claim->paper, "Ratios in the paper: %.2f to %.2f.", paper_min, paper_max);
}

size_t claims_of_whole_runs(const struct evidence *evidence, struct claim *claims)
{
    static judge_function *const JUDGES[] = {judge_pool1,    judge_pool1_best,  judge_pool2, judge_pool2_start,
                                             judge_stacking, judge_stacking_06, judge_table2};
    const size_t count = sizeof JUDGES / sizeof *JUDGES;
    claims_fill(JUDGES, count, evidence, claims);
    return count;
}
