/* The SIMD passes over contacts in blocks: MD_LANES contact points at a time, into the two problems and back.
 *
 * They do what contact_rows.c does point by point, with the same constraint (contact_constraint.inc.h) and the same bits. They
 * are compiled for the baseline of the machine and, on x86, once more for AVX2, as the solver's kernels (lcp/block_kernel.h).
 * Each pass handles the blocks from `first` to `end` - 1 and writes only to their lanes and contacts.
 */
#ifndef MODULUS_WORLD2_CONTACT_KERNEL_H
#define MODULUS_WORLD2_CONTACT_KERNEL_H

#include "lcp/block_kernel.h"
#include "world2/world.h"

struct contact_kernel {
    /** Writes the rows of the velocity problem, without restitution and kinematic bodies. Lanes that need these are listed in
     *  special_lanes from first * MD_LANES on; `special` gets their number. Returns false if a number is not finite. */
    bool (*assemble_velocity)(md2_world *world, int32_t first, int32_t end, int32_t *special);
    /** Writes the rows of the position problem. Returns false if a number is not finite; sets `needed` if there is penetration
     *  to correct. */
    bool (*assemble_position)(md2_world *world, const md_result *velocities, int32_t first, int32_t end, bool *needed);
    /** Caches the impulses for the next substep. */
    void (*cache)(md2_world *world, const md_result *result, const md_result *corrected, int32_t first, int32_t end);
};

extern const struct contact_kernel md2_contact_kernel_base;
extern const struct contact_kernel md2_contact_kernel_avx2;

#endif
