/* The claims of the paper's text, each judged by what was measured. No verdict is written down here: each comes from a
 * comparison of numbers in the tables, and another solver or another machine may change it. */
#ifndef MODULUS_REPRODUCE_CLAIMS_H
#define MODULUS_REPRODUCE_CLAIMS_H

#include "reproduce/evidence.h"

enum verdict { VERDICT_NOT_MEASURED, VERDICT_HOLDS, VERDICT_CORRECTED, VERDICT_FAILS };

struct claim {
    const char *title; /* a few words */
    const char *where; /* in the paper */
    const char *quote; /* its words; NULL: a table says it */
    enum verdict verdict;
    char measured[1000]; /* what was measured */
    char paper[240];     /* the paper's own numbers for it; may be empty */
};

#define CLAIMS_MOST 20

/** Fills the claims and returns how many there are. */
size_t claims_judge(const struct evidence *evidence, struct claim claims[CLAIMS_MOST]);

/** "holds", "holds with a correction", "does not hold", "not measured". */
const char *verdict_name(enum verdict verdict);

/** The verdict of a claim that is true as it stands, or true with the correction, or neither; numbers that are missing
 *  make it not measured. */
enum verdict verdict_of(bool measured, bool as_stated, bool corrected);

/* The claims of Table 1 and the figures at step 100, and those of whole runs. */
size_t claims_of_one_step(const struct evidence *evidence, struct claim *claims);
size_t claims_of_whole_runs(const struct evidence *evidence, struct claim *claims);

#endif
