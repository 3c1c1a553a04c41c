/* The part of packing (block_packing.h) for contacts in 3D. */
#ifndef MODULUS_LCP_MANIFOLD_PACKING_H
#define MODULUS_LCP_MANIFOLD_PACKING_H

#include "lcp/block_packing.h"

struct manifold_census {
    int32_t scalar_rows; /* before the contacts */
    bool has_friction;
    bool has_patches; /* then no manifold of several points has friction at each */
};

/** Lists the manifolds of all contacts and patches, whose owners are their first rows. Returns their number; 0 if there are none,
 *  or if contacts or other rows do not fit: contacts follow all other rows, in the order of their rows, have the law disc and
 *  neither rolling nor, outside patches, torsion. */
int32_t md_manifolds_list(const md_problem *problem, struct block_contact *manifolds, struct manifold_census *census);

/** Packs the problem whose manifolds are listed in `packing` and have blocks. */
md_status md_manifolds_pack(struct block_packing *packing, const md_allocator *allocator, const md_problem *problem,
                            const struct manifold_census *census);

/** block_packing.c: begins the packed problem and reserves its scalar rows. */
md_status md_block_packing_begin(struct block_packing *packing, const md_allocator *allocator,
                                 const md_problem *problem, int32_t scalar_rows);

#endif
