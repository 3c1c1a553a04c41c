/* The state of a solve, and the interface of the methods.
 *
 * A family of methods is a file with a `struct family`: how to prepare, and one sweep over all rows. solve.c does the
 * rest for all families: warm start, limits, residuals, divergence, the result.
 */
#ifndef MODULUS_LCP_SOLVER_H
#define MODULUS_LCP_SOLVER_H

#include <modulus/lcp.h>

#include "base/memory.h"
#include "lcp/anderson.h"
#include "lcp/apgd.h"
#include "lcp/block_packing.h"
#include "lcp/bounds.h"
#include "lcp/faces.h"
#include "lcp/groups.h"
#include "lcp/ranks.h"
#include "lcp/sweep.h"
#include "lcp/system.h"

/** One number per row, or one for all rows: element i is at[i * stride], stride 0 or 1. */
struct row_numbers {
    struct reals values;
    size_t stride;
};

static inline md_real row_number(const struct row_numbers *numbers, int32_t i)
{
    return numbers->values.at[(size_t)i * numbers->stride];
}

struct exact;
struct run;
struct block_partial;

struct family {
    /** Prepares what only this sweep needs, from the spec and the diagonal. */
    md_status (*prepare)(md_solver *solver);
    struct sweep_report (*sweep)(md_solver *solver);
    /** Called before each sweep but the first: prepares what `prepare` left for it. May be NULL. */
    md_status (*complete)(md_solver *solver);
    /** Solves from the warm start on, by more than sweeps; NULL: md_run_sweep. */
    md_outcome (*solve)(struct run *run);
};

extern const struct family md_amgs_family;  /* amgs.c: pgs, psor, nsgs, and sparse or accelerated amgs and amsor */
extern const struct family md_mmsi_family;  /* mmsi.c: the modulus methods on an explicit A */
extern const struct family md_apgd_family;  /* apgd.c */
extern const struct family md_paper_family; /* paper_box.c: sparse amgs with the paper's one-sided bounds */
extern const struct family md_exact_family; /* exact/ */

struct md_solver {
    md_allocator allocator;
    const md_problem *problem;          /* the rows that are swept; valid during a solve */
    const struct block_problem *blocks; /* the same problem in blocks, or NULL; valid during a solve */
    struct block_packing packing;       /* of a problem that was given as rows */
    bool is_packed;                     /* `blocks` are those of `packing` */
    int32_t rows;                       /* of the problem, without those of empty lanes */
    double all_rows;                    /* the same, of all ranks that solve it together; each row once */
    md_solver_spec spec;
    const struct family *family;
    struct system system;
    struct bounds bounds;
    struct row_groups groups;
    struct contact_blocks exact_contacts; /* nsgs */
    struct faces faces;                   /* of the methods of amgs.c, without nsgs */
    struct apgd apgd;
    int32_t m;            /* rows that are swept, including those of empty lanes */
    double q_scaled_norm; /* || D^-1 q ||, the scale of the relative residual */
    double q_norm;        /* || q ||, the same for the residual of the cone */
    /* The problem as it was given, whose contacts the residual of the cone is of; NULL: it is not measured. */
    const md_problem *given;

    struct reals lambda, y, w, v;
    struct reals best_lambda, best_y; /* the best iterate so far, see run.h */
    struct reals diagonal, inverse_diagonal;
    struct reals manifold_step; /* in blocks of manifolds, of their normals: omega times this is the step of a sweep */
    bool is_at_zero;            /* lambda is still 0, so that w is q; false: it may be anything */
    bool has_positive_diagonal; /* false: D is not that of A, and only exact can solve the problem */
    struct row_numbers omega, kappa; /* of the update, see amgs.c */
    struct row_numbers ratio;        /* modulus methods: gamma Omega / D */
    struct reals neighbour;          /* mmsi.c: what the other rows read of row j */
    struct anderson anderson;        /* accelerate=anderson */
    const md_real *softness;         /* per row, during a soft sweep */
    struct exact *exact;             /* exact; NULL until it is used */
    struct md_tasks *tasks;          /* threads for a problem in partitions; may be NULL */
    struct solve_ranks *ranks;       /* that solve a divided problem together; NULL: a single process */
    struct block_partial *partials;  /* block_passes.c: results of a pass, per partition of a layout */
    size_t partial_capacity;
    bool skip_residual;        /* see md_solver_skip_residual */
    bool sweeps_only;          /* see md_solver_stay_with_sweeps */
    bool may_give_up, gave_up; /* of the last sweeps of `auto` */
    struct reals start;        /* if `continues`: the impulses to start from, in the order of the problem as given */
    bool continues;
};

/** True if md_solver_solve_blocks may be used: the method would choose blocks itself, and has one omega for all
 *  rows. Such methods can also be shared by several ranks. */
bool md_solver_supports_blocks(const md_solver_spec *spec);
/** Solves a problem that is already in blocks. The rows of the result are in the order of the blocks. With several ranks
 *  MD_ERROR_PROBLEM if the problem is not divided or has joints, or if there is a time budget. */
md_status md_solver_solve_blocks(md_solver *solver, const md_solver_spec *spec, const struct block_problem *blocks,
                                 const md_limits *limits, md_result *result);

/** From now on skips the residual and w of solves that are limited by a number of sweeps only. */
void md_solver_skip_residual(md_solver *solver);

/** From now on `auto` sweeps only, as a step of a game should: its time is then predictable. */
void md_solver_stay_with_sweeps(md_solver *solver);

/** amgs.c: a sweep of projected Gauss-Seidel, in which rows may have a softness (soft_step.h). */
struct sweep_report md_soft_sweep(md_solver *solver, bool is_soft);

/** The row that is swept for row i of the problem as it was given. */
static inline int32_t md_solver_row(const md_solver *solver, int32_t i)
{
    return solver->is_packed ? solver->packing.row.at[i] : i;
}

/** True if the form keeps v up to date, and reads J v instead of A lambda. */
static inline bool md_form_carries_v(md_form form)
{
    return form == MD_FORM_SPARSE || form == MD_FORM_BLOCKS;
}

/** A solve diverges if |y| exceeds this: its square would overflow. */
#ifdef MODULUS_SINGLE
#define MD_MAX_LAMBDA ((md_real)1e18)
#else
#define MD_MAX_LAMBDA ((md_real)1e150)
#endif

/** False for NaN. */
static inline bool is_bounded(md_real y)
{
    return y <= MD_MAX_LAMBDA && y >= -MD_MAX_LAMBDA;
}

/** alpha.c: computes ratio_i = gamma Omega_i / D_i. One number if Omega is a multiple of D. */
md_status md_omega_ratio(md_solver *solver);

/** alpha.c: computes omega = 2 / (1/relax + ratio). */
md_status md_relaxation(md_solver *solver, md_real relax);

/** auto.c: replaces the method `auto` by a sweep method with its parameters. */
void md_auto_choose(md_solver *solver, int64_t max_sweeps);
/** auto.c: true if `exact` may go on where the sweeps of `auto` give up. */
bool md_auto_may_give_up(const md_solver *solver, const md_problem *problem, const md_limits *limits);
/** auto.c: true if the sweeps give up, given the ratio of the residual to its tolerance. */
bool md_auto_gives_up(struct run *run, double ratio);

/** prepare.c: prepares the system and its diagonal. `blocks` is NULL if rows are swept one by one. */
md_status md_solver_prepare(md_solver *solver, const md_problem *problem, const struct block_problem *blocks,
                            md_error *error);
/** prepare.c: computes || D^-1 q ||, while v is that of the problem. */
void md_solver_measure_q(md_solver *solver);
/** prepare.c: sets lambda and y to the warm start, clamped to its bounds, and v accordingly. */
void md_solver_start(md_solver *solver);
/** prepare.c: sets lambda to impulses, clamped to its bounds, in a form without blocks. Leaves v as it is. */
void md_solver_set_lambda(md_solver *solver, const md_real *from);
/** prepare.c: recomputes v from lambda. */
void md_solver_refresh(md_solver *solver);

/** residual_cone.c: || q ||. Writes q to `q`, md_problem_rows() numbers. */
double md_problem_q_norm(const md_problem *problem, md_real *q);
/** residual_cone.c: the residual of the cone (md_problem_residual_cone) of lambda and w. */
double md_solver_residual_cone(const md_solver *solver);

/** residual.c: computes w and the residual of lambda, from the v (or A lambda) of the sweeps. */
md_residual md_residual_measure(md_solver *solver);

#endif
