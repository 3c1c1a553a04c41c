/* The SIMD passes over contacts in blocks: MD_LANES manifolds at a time, into the two problems and back.
 *
 * They do what contact_rows.c and contact_cache.c do point by point, in the same order of operations, so with the same bits. They
 * are compiled for the baseline of the machine and, on x86, once more for AVX2, as the solver's kernels (lcp/block_kernel.h).
 * Each pass handles the blocks from `first` to `end` - 1 and writes only to their lanes and contacts.
 */
#ifndef MODULUS_WORLD3_CONTACT_KERNEL_H
#define MODULUS_WORLD3_CONTACT_KERNEL_H

#include "lcp/block_kernel.h"
#include "world3/world.h"

/* The result of assembling some lanes. */
struct assembled_lanes {
    int32_t special;      /* lanes that touch a kinematic body or a belt, or bounce */
    int32_t torsion_rows; /* of patches */
    /* False if lanes cannot hold a row: a normal is left out, a tangent needs a compliance, or a number is not finite. */
    bool fits;
};

struct contact_kernel {
    /** Writes the rows of the velocity problem, without restitution, belts and kinematic bodies. Lanes that need these are listed
     *  in special_lanes from first * MD_LANES on. */
    struct assembled_lanes (*assemble_velocity)(md3_world *world, int32_t first, int32_t end);
    /** Writes the rows of the position problem. Returns false if a number is not finite; sets `needed` if there is penetration
     *  to correct. */
    bool (*assemble_position)(md3_world *world, const md_result *velocities, int32_t first, int32_t end, bool *needed);
    /** Caches the impulses for the next substep. */
    void (*cache)(md3_world *world, const md_result *result, const md_result *corrected, int32_t first, int32_t end);
};

extern const struct contact_kernel md3_contact_kernel_base;
extern const struct contact_kernel md3_contact_kernel_avx2;

#endif
