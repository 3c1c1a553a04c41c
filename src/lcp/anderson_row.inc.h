/* The part of Anderson acceleration (anderson.h) that runs for each row of a sweep, for the types of row_update.inc.h. */

/* Sums over the rows of a sweep. */
struct sweep_sums {
    sum change_squared;                                   /* || lambda after - lambda before ||^2 */
    sum d_f[MD_ANDERSON_WINDOW], d_d[MD_ANDERSON_WINDOW]; /* see struct anderson_sums */
    mask clamped, diverged;
};

struct anderson_start {
    real lambda;   /* the impulse that the update starts from: extrapolated, or the previous one */
    real previous; /* the impulse that the previous sweep left */
};

/* Extrapolates the impulse of row i by c and puts the stored one into the history. If A is explicit, lambda has been
 * extrapolated before the sweep (md_anderson_extrapolate), and the previous impulse is in the history already. */
MD_INLINE struct anderson_start anderson_start(const struct anderson_view *view, const real *c, int32_t i, real stored,
                                               struct sweep_kind kind)
{
    if (kind.depth == 0) {
        return (struct anderson_start){stored, stored};
    }
    md_real *oldest = (kind.in_islands ? view->oldest_lambda : view->lambda[kind.depth - 1]) + i;
    if (kind.is_explicit) {
        return (struct anderson_start){stored, LOAD(oldest)};
    }
    real start = stored;
    real newer = stored;
    for (int32_t j = 0; j < kind.depth; ++j) {
        const real older = LOAD(view->lambda[j] + i);
        start -= c[j] * (newer - older);
        newer = older;
    }
    STORE(oldest, stored);
    return (struct anderson_start){start, stored};
}

/* Adds the change f_i of row i, whose diagonal is D, to the sums, and puts it into the history. */
MD_INLINE void anderson_observe(const struct anderson_view *view, int32_t i, real change, real D,
                                struct sweep_kind kind, struct sweep_sums *sums)
{
    md_real *oldest = (kind.in_islands ? view->oldest_change : view->change[kind.depth - 1]) + i;
    const sum first = TO_SUM(D * (change - LOAD(view->change[0] + i)));
    const sum weighted = TO_SUM(D * change);
    real newer = change;
    for (int32_t j = 0; j < kind.depth; ++j) {
        const real older = LOAD(view->change[j] + i);
        const sum difference = TO_SUM(newer - older);
        sums->d_f[j] += j == 0 ? first * TO_SUM(change) : difference * weighted;
        sums->d_d[j] += difference * first;
        newer = older;
    }
    STORE(oldest, change);
}
