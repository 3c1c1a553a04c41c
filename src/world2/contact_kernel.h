/* Contacts into blocks and back, MD_LANES points at a time: what contact_rows.c does point by point, in the same order of operations.
 *
 * Compiled once for the machine at hand and, on x86, once more for AVX2, as the passes of the solver are (lcp/block_kernel.h).
 */
#ifndef MODULUS_WORLD2_CONTACT_KERNEL_H
#define MODULUS_WORLD2_CONTACT_KERNEL_H

#include "lcp/block_kernel.h"
#include "world2/world.h"

struct contact_kernel {
    /** Rows of the points that have a lane, as if nothing bounced and no body were carried. False where a number is not finite. Lanes of
     *  which it is not so are noted from the first one's place on; `special` counts them. */
    bool (*fill)(md2_world *world, md_real h, int32_t first, int32_t end, int32_t *special);
    /** The rows that recover overlap. False where a number is not finite; `needed` is set where there is something to recover. */
    bool (*fill_position)(md2_world *world, md_real h, const md_result *velocities, int32_t first, int32_t end,
                          bool *needed);
    /** What the points carry to the next substep. */
    void (*keep)(md2_world *world, const md_result *result, const md_result *corrected, int32_t first, int32_t end);
};

extern const struct contact_kernel md2_contact_kernel_base;
extern const struct contact_kernel md2_contact_kernel_avx2;

#endif
