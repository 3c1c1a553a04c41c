/* The claims of the paper's text, each judged by the measurements. No verdict is fixed: each is computed by comparing
 * numbers in the tables, so another solver or another machine may change it. */
#ifndef MODULUS_REPRODUCE_CLAIMS_H
#define MODULUS_REPRODUCE_CLAIMS_H

#include "reproduce/report/evidence.h"

enum verdict { VERDICT_NOT_MEASURED, VERDICT_HOLDS, VERDICT_CORRECTED, VERDICT_FAILS };

struct claim {
    const char *title; /* a few words */
    const char *where; /* in the paper */
    const char *quote; /* its words; NULL: the claim is in a table */
    enum verdict verdict;
    char measured[1000]; /* what was measured */
    char paper[240];     /* the paper's numbers; may be empty */
};

#define MAX_CLAIMS 20

/** Fills the claims and returns their number. */
size_t claims_judge(const struct evidence *evidence, struct claim claims[MAX_CLAIMS]);

/** "holds", "holds with a correction", "does not hold", "not measured". */
const char *verdict_name(enum verdict verdict);

/** The verdict of a claim that is true as stated, true with a correction, or false; "not measured" if a number is
 *  missing. */
enum verdict verdict_of(bool measured, bool as_stated, bool corrected);

typedef void judge_function(const struct evidence *evidence, struct claim *claim);

/** Fills one claim per function. */
void claims_fill(judge_function *const *judges, size_t count, const struct evidence *evidence, struct claim *claims);

/** claims.c: the claims about one step. claims_runs.c: those about whole runs. */
size_t claims_of_one_step(const struct evidence *evidence, struct claim *claims);
size_t claims_of_whole_runs(const struct evidence *evidence, struct claim *claims);

#endif
