/* The kinds of a sweep over the rows, and its results. */
#ifndef MODULUS_LCP_SWEEP_H
#define MODULUS_LCP_SWEEP_H

#include <modulus/base.h>

/** Differences that Anderson acceleration (anderson.h) extrapolates by, at most. */
#define MD_ANDERSON_WINDOW 4

/** Features of a sweep beside the update. Each kind is compiled to a loop of its own. */
struct sweep_kind {
    bool has_kappa;   /* a modulus method: kappa != 0, and y is kept from sweep to sweep */
    bool is_explicit; /* rows read A lambda instead of v */
    bool in_islands;  /* accelerated, with several islands (row_islands.h) */
    bool has_groups;  /* some rows are updated together (groups.h) */
    bool is_soft;     /* rows have a softness, friction waits (soft_step.h); neither kappa nor acceleration */
    int32_t depth;    /* differences that Anderson acceleration extrapolates by; 0: none */
};

/* Calls function(solver, kind, first, end, total) with constants for the features of a sweep over blocks, so that each kind
 * is compiled to a loop of its own. */
#define MD_SWEEP_BY_KIND(function, solver, kind, first, end, total)                                                    \
    do {                                                                                                               \
        if ((kind).is_soft) {                                                                                          \
            function(solver, (struct sweep_kind){.is_soft = true}, first, end, total);                                 \
        } else if ((kind).depth == 0) {                                                                                \
            (kind).has_kappa ? function(solver, (struct sweep_kind){.has_kappa = true}, first, end, total)             \
                             : function(solver, (struct sweep_kind){.has_kappa = false}, first, end, total);           \
        } else if ((kind).depth == 1) {                                                                                \
            MD_SWEEP_OF_DEPTH(function, solver, kind, 1, first, end, total);                                           \
        } else {                                                                                                       \
            MD_SWEEP_OF_DEPTH(function, solver, kind, MD_ANDERSON_WINDOW, first, end, total);                          \
        }                                                                                                              \
    } while (0)

#define MD_SWEEP_OF_DEPTH(function, solver, kind, d, first, end, total)                                                \
    do {                                                                                                               \
        if ((kind).has_kappa) {                                                                                        \
            function(solver, (struct sweep_kind){.has_kappa = true, .depth = d, .in_islands = (kind).in_islands},      \
                     first, end, total);                                                                               \
        } else {                                                                                                       \
            function(solver, (struct sweep_kind){.depth = d, .in_islands = (kind).in_islands}, first, end, total);     \
        }                                                                                                              \
    } while (0)

/** Sums over the rows of a sweep in the norm of D, with d_0 = f_k - f_(k-1), d_1 = f_(k-1) - f_(k-2), ... */
struct anderson_sums {
    double d_f[MD_ANDERSON_WINDOW], d_d[MD_ANDERSON_WINDOW]; /* d_j . f_k and d_j . d_0 */
};

/** Results of a sweep over all rows, or over those of an island. */
struct sweep_report {
    double change_squared;         /* || lambda after - lambda before ||^2 */
    struct anderson_sums anderson; /* if accelerated */
    bool clamped;                  /* if accelerated: some row was clamped to a bound */
    bool diverged;                 /* some y was NaN or beyond MD_MAX_LAMBDA; it was not stored */
};

static inline void sweep_report_add(struct sweep_report *total, const struct sweep_report *part)
{
    total->change_squared += part->change_squared;
    total->clamped = total->clamped || part->clamped;
    total->diverged = total->diverged || part->diverged;
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        total->anderson.d_f[j] += part->anderson.d_f[j];
        total->anderson.d_d[j] += part->anderson.d_d[j];
    }
}

#endif
