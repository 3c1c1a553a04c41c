/* Groups: rows that a sweep updates and projects together, by the law of friction of their contact.
 *
 *     single     one row between its bounds
 *     disc       two rows, |lambda| <= mu lambda_n with the normal impulse lambda_n of another row, or their sum in a patch
 *     ball       the same for three rows: the tangents and torsion of a patch
 *     cone       a normal and its tangents (two in 3D, one in 2D), |lambda_t| <= mu lambda_n
 *
 * All rows of a group have the same diagonal D, the largest eigenvalue of the block A_gg (of its symmetric part), or of a ball a
 * bound of it (small_block.h): a scalar step. The fixed points of a projected scalar step are those of Coulomb's law; a step by the inverse of A_gg has others
 * (docs/paper-notes.md, section "Friction in 3D").
 */
#ifndef MODULUS_LCP_GROUPS_H
#define MODULUS_LCP_GROUPS_H

#include "base/memory.h"
#include "lcp/bounds.h"
#include "lcp/problem.h"
#include "lcp/system.h"

enum group_kind { GROUP_SINGLE, GROUP_DISC, GROUP_BALL, GROUP_CONE_2D, GROUP_CONE, GROUP_MEMBER };

/** Rows of a group, at most. */
#define MD_GROUP_ROWS 3

struct row_groups {
    uint8_t *kind; /* of the group that starts with row i; GROUP_MEMBER inside a group */
    size_t capacity;
    bool any; /* false: all rows are single, and `kind` is not filled in */
};

/** True if some rows of the problem form a group of several. */
bool md_problem_has_groups(const md_problem *problem);
/** Finds the groups of a problem. */
md_status md_groups_find(struct row_groups *groups, const md_allocator *allocator, const md_problem *problem);
void md_groups_free(struct row_groups *groups, const md_allocator *allocator);
/** Replaces the diagonal of the rows of each group by the largest eigenvalue of its block. */
void md_groups_diagonal(const struct row_groups *groups, const struct system *system, md_real *diagonal);

static inline enum group_kind md_group_at(const struct row_groups *groups, int32_t i)
{
    return groups->any ? (enum group_kind)groups->kind[i] : GROUP_SINGLE;
}

static inline int32_t md_group_rows(enum group_kind kind)
{
    return kind == GROUP_CONE || kind == GROUP_BALL ? 3 : kind == GROUP_SINGLE ? 1 : 2;
}

static inline bool md_group_is_cone(enum group_kind kind)
{
    return kind == GROUP_CONE || kind == GROUP_CONE_2D;
}

/** Blocks A_cc of contacts that are solved exactly (nsgs). */
struct contact_blocks {
    struct indices contact; /* of the row that is its normal; -1: another row */
    struct reals A;         /* nine numbers per contact, row by row */
    bool any;               /* false: nothing is filled in */
};

/** Forms the blocks of contacts with the laws disc and cone. */
md_status md_contact_blocks_form(struct contact_blocks *blocks, const md_allocator *allocator,
                                 const md_problem *problem, const struct system *system);
void md_contact_blocks_free(struct contact_blocks *blocks, const md_allocator *allocator);

/** |x_t|, of the tangents of a cone. */
static inline md_real md_cone_tangent_norm(enum group_kind kind, const md_real *x)
{
    return kind == GROUP_CONE ? md_sqrt(x[1] * x[1] + x[2] * x[2]) : md_abs(x[1]);
}

/** Projects x onto the disc of a radius >= 0. */
static inline void md_project_disc(md_real x[2], md_real radius)
{
    const md_real length = md_sqrt(x[0] * x[0] + x[1] * x[1]);
    if (length > radius) {
        const md_real scale = radius / length;
        x[0] *= scale;
        x[1] *= scale;
    }
}

/** Projects x onto the ball of a radius >= 0. */
static inline void md_project_ball(md_real x[3], md_real radius)
{
    const md_real length = md_sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    if (length > radius) {
        const md_real scale = radius / length;
        x[0] *= scale;
        x[1] *= scale;
        x[2] *= scale;
    }
}

/** Projects x onto the cone |x_t| <= mu x_n. */
static inline void md_project_cone(enum group_kind kind, md_real x[MD_GROUP_ROWS], md_real mu)
{
    const md_real length = md_cone_tangent_norm(kind, x);
    if (length <= mu * x[0]) {
        return;
    }
    const bool in_polar_cone = mu * length <= -x[0];
    const md_real normal = in_polar_cone ? 0 : (x[0] + mu * length) / (1 + mu * mu);
    const md_real scale = in_polar_cone || length <= 0 ? 0 : mu * normal / length;
    x[0] = normal;
    x[1] *= scale;
    x[2] *= scale;
}

/** Projects x, numbers of the group that starts with row i, onto what the law allows for the impulses lambda. */
static inline void md_group_project(enum group_kind kind, const struct bounds *bounds, int32_t i, const md_real *lambda,
                                    md_real x[MD_GROUP_ROWS])
{
    switch (kind) {
    case GROUP_DISC: md_project_disc(x, bounds->upper[i] * bounds_scale(bounds, i, lambda)); break;
    case GROUP_BALL: md_project_ball(x, bounds->upper[i] * bounds_scale(bounds, i, lambda)); break;
    case GROUP_CONE:
    case GROUP_CONE_2D: md_project_cone(kind, x, bounds->upper[i + 1]); break;
    default: x[0] = bounds_clamp(bounds, i, x[0], lambda); break;
    }
}

/** Adds De Saxce's term: the normal velocity of a cone becomes w_n + mu |w_t|. */
static inline void md_group_shift(enum group_kind kind, const struct bounds *bounds, int32_t i,
                                  md_real w[MD_GROUP_ROWS])
{
    if (md_group_is_cone(kind)) {
        w[0] += bounds->upper[i + 1] * md_cone_tangent_norm(kind, w);
    }
}

#endif
