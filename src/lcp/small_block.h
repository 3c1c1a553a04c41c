/* The largest eigenvalue of a small symmetric block of A, which is positive semidefinite, from above: trace(A^16)^(1/16), at most 7 %
 * above it for a rank of 3. */
#ifndef MODULUS_LCP_SMALL_BLOCK_H
#define MODULUS_LCP_SMALL_BLOCK_H

#include "base/real.h"
#include "lcp/problem.h"

/* Divided by its trace, so that its eigenvalues are between 0 and 1, and no power of the largest underflows. */
struct small_block {
    int32_t size;
    md_real a[MD_FACE_ROWS][MD_FACE_ROWS];
};

static inline struct small_block small_block_square(const struct small_block *block)
{
    struct small_block square = {.size = block->size};
    for (int32_t i = 0; i < block->size; ++i) {
        for (int32_t j = 0; j <= i; ++j) {
            md_real sum = 0;
            for (int32_t k = 0; k < block->size; ++k) {
                sum += block->a[i][k] * block->a[j][k];
            }
            square.a[i][j] = square.a[j][i] = sum;
        }
    }
    return square;
}

/** The bound, for the block times `trace`. */
static inline md_real small_block_bound(const struct small_block *block, md_real trace)
{
    struct small_block power = *block;
    for (int32_t exponent = 1; exponent < 16; exponent *= 2) {
        power = small_block_square(&power);
    }
    md_real root = 0;
    for (int32_t i = 0; i < power.size; ++i) {
        root += power.a[i][i];
    }
    for (int32_t exponent = 1; exponent < 16; exponent *= 2) {
        root = md_sqrt(root);
    }
    return root * trace;
}

#endif
