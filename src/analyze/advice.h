/* Which solver to expect to work on a problem, and why. */
#ifndef MODULUS_ANALYZE_ADVICE_H
#define MODULUS_ANALYZE_ADVICE_H

#include <stdbool.h>
#include <stdint.h>

struct analysis;

/** A property of the problem that leads to the advice. */
struct analysis_reason {
    const char *topic; /**< a constant identifier such as "redundancy" */
    char text[320];    /**< one or two sentences */
};

#define ANALYSIS_MAX_REASONS 9

struct analysis_advice {
    const char *solver; /**< the specification of a solver: "auto" or "exact" */
    /** The relative residual that the solver is expected to meet: ANALYSIS_TOLERANCE, or more if rounding errors may
     *  prevent that. */
    double tolerance;
    int64_t max_iterations; /**< iterations within which it is expected to meet it */
    bool assumes_solution;  /**< true if it is not known whether the problem has a solution */
    /** True if the solver fails on some problems of this kind; the last reason says why. */
    bool is_uncertain;
    struct analysis_reason reasons[ANALYSIS_MAX_REASONS];
    int32_t reason_count;
};

/** Fills out->advice from the numbers of `out`. tests/analyze/test_advice.c checks it against solves. */
void advice_write(struct analysis *out);

#endif
