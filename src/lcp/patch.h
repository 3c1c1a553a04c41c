/* Patches: contact points with one friction constraint, whose bounds follow the sum of their normal impulses.
 *
 * The rows of a patch follow each other: the normals of its points, its tangents, torsion, rolling. The parent of its friction
 * rows is the first normal, and row_patch of the problem tells that it is not the only one.
 */
#ifndef MODULUS_LCP_PATCH_H
#define MODULUS_LCP_PATCH_H

#include <modulus/contact.h>

/** Instead of the number of a patch: the row is in none. */
#define MD_NO_PATCH (-1)

struct patch_rows {
    int32_t row;     /* the first normal */
    md_friction law; /* disc or box */
    int8_t points;   /* 1 to MD_MAX_PATCH_POINTS */
    int8_t tangents; /* 0 to 2 */
    bool has_torsion, has_rolling;
};

/** The first tangent, or the row after the normals. Torsion follows the tangents. */
static inline int32_t md_patch_tangent(const struct patch_rows *patch)
{
    return patch->row + patch->points;
}

/** The tangents and torsion. */
static inline int32_t md_patch_sliding_rows(const struct patch_rows *patch)
{
    return patch->tangents + (patch->has_torsion ? 1 : 0);
}

/** The first row of rolling, or the row after torsion. */
static inline int32_t md_patch_roll(const struct patch_rows *patch)
{
    return md_patch_tangent(patch) + md_patch_sliding_rows(patch);
}

/** The number of rows. */
static inline int32_t md_patch_row_count(const struct patch_rows *patch)
{
    return patch->points + md_patch_sliding_rows(patch) + (patch->has_rolling ? patch->tangents : 0);
}

/** Whether the tangents share a disc, or with torsion a ball, and the rows of rolling a disc. */
static inline bool md_patch_has_groups(const struct patch_rows *patch)
{
    return patch->law == MD_FRICTION_DISC && patch->tangents == 2;
}

/** The sum of the normal impulses, which bounds friction. */
static inline md_real md_patch_load(const struct patch_rows *patch, const md_real *lambda)
{
    md_real sum = 0;
    for (int32_t k = 0; k < patch->points; ++k) {
        sum += lambda[patch->row + k];
    }
    return sum;
}

/* ---- Patches of a problem ------------------------------------------------------------------------------------------ */

/** Whether the tangents and torsion are bounded by -mu and mu with one mu, and the rows of rolling too. */
bool md_patch_has_one_mu(const md_problem *problem, const struct patch_rows *patch);

/** Whether `points` normals from `row` on, and friction rows after them, at least one, have the shape of a patch. The patch gets
 *  no law. */
bool md_problem_find_patch(const md_problem *problem, int32_t row, int32_t points, struct patch_rows *patch);

/** Makes a patch of rows of the problem. */
md_status md_problem_join_patch(md_problem *problem, const struct patch_rows *patch);

/** Makes room for patches. */
md_status md_problem_reserve_patches(md_problem *problem, size_t count);

#endif
