/* Contacts of bodies in 3D in SIMD blocks: MD_LANES manifolds at a time.
 *
 * A manifold is up to MD_BLOCK_POINTS points between the same two bodies, with one normal and two tangents. A sweep steps its
 * normals together (faces.h), then the tangents of each point as a disc (groups.h), which is the order of the scalar rows. Its
 * Jacobians are compressed: the direction of a row is that of the manifold, and only the angular parts of each body belong to
 * the point. They are kept with their products with the inverse inertia, because a sweep reads both more often than they change.
 *
 * Instead of discs, the manifolds may have one friction constraint each (patch.h): after their normals, two tangents and a torsion
 * row are stepped as a ball, whose radius follows the sum of the normal impulses. A torsion row has no linear part.
 *
 * A block layout (block_layout.h) gives each manifold a lane, the one with most points in a block the number of its lines. A
 * missing point has rows whose inverse diagonal is 0, so that no sweep moves them.
 */
#ifndef MODULUS_LCP_MANIFOLD_BLOCKS_H
#define MODULUS_LCP_MANIFOLD_BLOCKS_H

#include "lcp/block_layout.h"

/** Numbers of a manifold, MD_LANES per field: three vectors, and the number of points. */
enum manifold_field {
    MANIFOLD_NORMAL = 0,
    MANIFOLD_TANGENT = 3, /* two of them */
    MANIFOLD_POINTS = 9,
    MANIFOLD_FIELDS = 10
};

/** Numbers of a row of a point, MD_LANES per field: angular parts of J, (M^-1 J^T) of them. */
enum point_field { POINT_ANGULAR_A = 0, POINT_ANGULAR_B = 3, POINT_HAT_A = 6, POINT_HAT_B = 9, POINT_ROW_FIELDS = 12 };

/** The normal and two tangents. */
#define MD_POINT_ROWS 3
/** Two tangents and torsion, of manifolds with one friction constraint. */
#define MD_PATCH_ROWS 3

/** The bias of the normal of a missing point: its projected step stays at 0. */
#define MD_MISSING_BIAS ((md_real)1e30)

struct manifold_blocks {
    bool has_patches;           /* one friction constraint per manifold */
    int32_t lines;              /* of all blocks */
    struct indices line_start;  /* per block: its first line; and the end */
    struct reals fields;        /* per block: MANIFOLD_FIELDS times MD_LANES */
    struct reals points;        /* per row of a block (md_manifold_first_row): POINT_ROW_FIELDS times MD_LANES */
    struct indices point_count; /* per lane */
};

void md_manifold_blocks_free(struct manifold_blocks *manifolds, const md_allocator *allocator);

/** The first row of a block in `points`. A patch has its normals first, then its friction rows. Other manifolds have the normal
 *  and the tangents of the first point, then those of the second, and so on. */
static inline size_t md_manifold_first_row(const struct manifold_blocks *manifolds, int32_t block)
{
    const size_t line = (size_t)manifolds->line_start.at[block];
    return manifolds->has_patches ? line + (size_t)MD_PATCH_ROWS * (size_t)block : MD_POINT_ROWS * line;
}

/** Counts the lines of blocks whose lanes are assigned: `points` has the number of points of the manifold of each lane, 0 for an
 *  empty lane. Reserves the fields. */
md_status md_manifold_blocks_count_lines(struct manifold_blocks *manifolds, const md_allocator *allocator,
                                         const struct block_layout *layout);

/** The number of points of a lane, to be set before the lines are counted. */
md_status md_manifold_blocks_reserve_lanes(struct manifold_blocks *manifolds, const md_allocator *allocator,
                                           const struct block_layout *layout);

/** The fields of the manifold in a lane, MD_LANES apart. */
static inline md_real *md_manifold_fields(const struct manifold_blocks *manifolds, int32_t lane)
{
    return manifolds->fields.at + (size_t)MANIFOLD_FIELDS * MD_LANES * (size_t)(lane / MD_LANES) + lane % MD_LANES;
}

/** The fields of row k of a point: 0 is the normal. Of a patch: the others belong to all points. */
static inline md_real *md_manifold_point_fields(const struct manifold_blocks *manifolds, int32_t lane, int32_t point,
                                                int32_t k)
{
    const int32_t *start = manifolds->line_start.at + lane / MD_LANES;
    const int32_t of_patch = k == 0 ? point : start[1] - start[0] + k - 1;
    const int32_t row = manifolds->has_patches ? of_patch : MD_POINT_ROWS * point + k;
    return manifolds->points.at +
           (size_t)POINT_ROW_FIELDS * MD_LANES * (md_manifold_first_row(manifolds, lane / MD_LANES) + (size_t)row) +
           lane % MD_LANES;
}

#endif
