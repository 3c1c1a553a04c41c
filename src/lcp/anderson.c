#include "lcp/anderson.h"

#include <string.h>

#include "lcp/block_kernel.h"
#include "lcp/block_passes.h"
#include "lcp/problem.h"
#include "lcp/solver.h"
#include "lcp/spec.h"

/* Amplification of rounding errors at which v is recomputed. */
#define MAX_ROUNDING (sizeof(md_real) == sizeof(float) ? 8.0 : 1e7)

/* ---- Preparing ----------------------------------------------------------------------------------------------------- */

void md_anderson_free(struct anderson *anderson, const md_allocator *allocator)
{
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        reals_free(allocator, &anderson->lambda[j]);
        reals_free(allocator, &anderson->state[j]);
        reals_free(allocator, &anderson->change[j]);
    }
    reals_free(allocator, &anderson->y);
    reals_free(allocator, &anderson->old_state);
    md_array_free(allocator, (void **)&anderson->extrapolations, &anderson->extrapolation_capacity,
                  sizeof *anderson->extrapolations);
    md_array_free(allocator, (void **)&anderson->reports, &anderson->report_capacity, sizeof *anderson->reports);
    md_array_free(allocator, (void **)&anderson->tallies, &anderson->tally_capacity, sizeof *anderson->tallies);
    md_row_islands_free(&anderson->islands, allocator);
}

static void reset_extrapolations(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    const bool contacts_have_friction =
        md_ranks_any(solver->ranks, solver->blocks != NULL && solver->blocks->has_friction);
    for (int32_t island = 0; island < anderson->islands.count; ++island) {
        md_extrapolation_reset(&anderson->extrapolations[island], contacts_have_friction);
    }
    for (int32_t i = 0; i < solver->system.m; ++i) {
        if (solver->bounds.parent[i] != MD_NO_PARENT) {
            anderson->extrapolations[anderson->islands.count > 1 ? anderson->islands.row.at[i] : 0].may_spiral = true;
        }
    }
}

/* Entry j of the history. */
static md_status reserve_entry(md_solver *solver, int j, size_t state_count)
{
    struct anderson *anderson = &solver->anderson;
    const md_allocator *allocator = &solver->allocator;
    const size_t rows = (size_t)solver->m;
    md_status status = reals_reserve(allocator, &anderson->lambda[j], rows + 1);
    if (status == MD_OK) {
        status = reals_reserve(allocator, &anderson->change[j], rows + 1);
    }
    return status == MD_OK ? reals_reserve(allocator, &anderson->state[j], state_count + 1) : status;
}

static md_status reserve_history(md_solver *solver, size_t state_count)
{
    struct anderson *anderson = &solver->anderson;
    const md_allocator *allocator = &solver->allocator;
    md_status status = reals_reserve(allocator, &anderson->old_state, state_count + 1);
    if (status == MD_OK && md_method_has_modulus(solver->spec.method)) {
        status = reals_reserve(allocator, &anderson->y, (size_t)solver->m + 1);
    }
    for (int j = 1; status == MD_OK && j < MD_ANDERSON_WINDOW; ++j) {
        status = reserve_entry(solver, j, state_count);
    }
    return status;
}

static md_status reserve_islands(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    const md_allocator *allocator = &solver->allocator;
    const size_t count = (size_t)anderson->islands.count;
    const bool in_blocks = solver->blocks != NULL && count > 1;
    md_status status = md_array_reserve(allocator, (void **)&anderson->extrapolations,
                                        &anderson->extrapolation_capacity, count, sizeof *anderson->extrapolations);
    if (status == MD_OK) {
        status = md_array_reserve(allocator, (void **)&anderson->reports, &anderson->report_capacity, count,
                                  sizeof *anderson->reports);
    }
    if (status == MD_OK && in_blocks) {
        status = md_array_reserve(allocator, (void **)&anderson->tallies, &anderson->tally_capacity,
                                  (size_t)anderson->islands.tallies.count, sizeof *anderson->tallies);
    }
    return status;
}

/* Finds the islands, and prepares all that the second sweep needs. */
static md_status prepare_islands(md_solver *solver, size_t state_count)
{
    struct anderson *anderson = &solver->anderson;
    md_status status = reserve_history(solver, state_count);
    if (status == MD_OK) {
        status = md_row_islands_find(&anderson->islands, &solver->allocator, solver->problem, &solver->system,
                                     solver->blocks);
    }
    return status == MD_OK ? reserve_islands(solver) : status;
}

/* Many problems end with the first sweep, which is plain and needs no islands. Steps of an engine do not. */
static bool may_end_early(const md_solver *solver)
{
    return !solver->sweeps_only && solver->blocks == NULL && !md_method_has_modulus(solver->spec.method);
}

md_status md_anderson_prepare(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    const size_t rows = (size_t)solver->m;
    size_t state_count = 0;
    const md_real *state = md_system_state(&solver->system, &state_count);
    anderson->is_first = may_end_early(solver);
    md_status status = reserve_entry(solver, 0, state_count);
    if (status == MD_OK && anderson->is_first) {
        anderson->islands.layout = NULL;
        anderson->islands.count = 1;
        status = reserve_islands(solver);
    } else if (status == MD_OK) {
        status = prepare_islands(solver, state_count);
    }
    if (status != MD_OK) {
        return status;
    }
    /* The first sweep reads the newest entries, times c = 0. Masses are part of the state and do not change. */
    memset(anderson->lambda[0].at, 0, rows * sizeof(md_real));
    memset(anderson->change[0].at, 0, rows * sizeof(md_real));
    if (state_count > 0) {
        memcpy(anderson->state[0].at, state, state_count * sizeof(md_real));
    }
    anderson->keeps_window = false;
    reset_extrapolations(solver);
    return MD_OK;
}

/* True if a row or group was clamped; a group only counts at its apex, as in group_update.h. */
static bool was_clamped(const md_solver *solver, int32_t i, enum group_kind group)
{
    const md_real *lambda = solver->lambda.at;
    bool is_zero = group != GROUP_SINGLE;
    bool moved = false;
    for (int32_t k = 0; k < md_group_rows(group); ++k) {
        is_zero = is_zero && lambda[i + k] == 0;
        moved = moved || lambda[i + k] != solver->y.at[i + k];
    }
    return moved && (is_zero || group == GROUP_SINGLE);
}

/* The reports that the first sweep would have given for each island. Products with older changes are not needed yet. */
static void report_first_sweep(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    int32_t size = 1;
    for (int32_t island = 0; island < anderson->islands.count; ++island) {
        anderson->reports[island] = (struct sweep_report){0};
    }
    for (int32_t i = 0; i < solver->system.m; i += size) {
        const enum group_kind group = md_group_at(&solver->groups, i);
        struct sweep_report *report = &anderson->reports[anderson->islands.count > 1 ? anderson->islands.row.at[i] : 0];
        size = md_group_rows(group);
        for (int32_t k = 0; k < size; ++k) {
            const double change = (double)anderson->change[0].at[i + k];
            report->change_squared += change * change;
        }
        report->clamped = report->clamped || was_clamped(solver, i, group);
    }
}

md_status md_anderson_complete(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    size_t state_count = 0;
    md_system_state(&solver->system, &state_count);
    if (!anderson->is_first) {
        return MD_OK;
    }
    anderson->is_first = false;
    const md_status status = prepare_islands(solver, state_count);
    if (status == MD_OK) {
        reset_extrapolations(solver);
        report_first_sweep(solver);
        md_anderson_learn(solver);
    }
    return status;
}

/* ---- After a sweep: choosing c, or undoing ------------------------------------------------------------------------- */

/* The sweep has overwritten the oldest entry, which becomes the newest. */
static void rotate(struct reals *history)
{
    const struct reals newest = history[MD_ANDERSON_WINDOW - 1];
    memmove(history + 1, history, (MD_ANDERSON_WINDOW - 1) * sizeof *history);
    history[0] = newest;
}

/* Numbers per body or velocity in the state. */
static size_t state_stride(const struct system *system)
{
    return system->kind == ROWS_BODIES_2D ? MD_SLOT_2D : system->kind == ROWS_BODIES_3D ? MD_SLOT_3D : 1;
}

typedef bool island_test(const struct extrapolation *extrapolation);
typedef void row_action(md_solver *solver, int32_t i);
typedef void state_action(md_solver *solver, size_t first, size_t count);

/* Calls actions for the rows, and for the bodies or velocities, of all islands that pass a test. */
static void for_islands(md_solver *solver, island_test *passes, row_action *of_row, state_action *of_state)
{
    const struct anderson *anderson = &solver->anderson;
    const struct row_islands *islands = &anderson->islands;
    const struct block_problem *blocks = solver->blocks;
    const size_t stride = state_stride(&solver->system);
    const int32_t lanes = blocks != NULL ? blocks->layout->count * MD_LANES : 0;
    const struct joint_blocks *joints = blocks != NULL ? blocks->joints : NULL;
    size_t state_count = 0;
    md_system_state(&solver->system, &state_count);
    for (int32_t i = 0; i < solver->system.m; ++i) {
        if (passes(&anderson->extrapolations[islands->row.at[i]])) {
            of_row(solver, i);
        }
    }
    for (int32_t lane = 0; lane < lanes; ++lane) {
        const int32_t tally = islands->tallies.contacts.at[lane / MD_LANES];
        const int32_t island = md_block_tally_lanes(&islands->tallies, tally)[lane % MD_LANES];
        const int32_t rows = md_block_problem_lane_rows(blocks, lane / MD_LANES);
        for (int32_t k = 0; passes(&anderson->extrapolations[island]) && k < rows; ++k) {
            of_row(solver, md_block_problem_row(blocks, lane) + k * MD_LANES);
        }
    }
    for (int32_t lane = 0; joints != NULL && lane < joints->layout.count * MD_LANES; ++lane) {
        const int32_t *start = joints->line_start.at + lane / MD_LANES;
        const int32_t tally = islands->tallies.joints.at[lane / MD_LANES];
        const int32_t island = md_block_tally_lanes(&islands->tallies, tally)[lane % MD_LANES];
        for (int32_t line = start[0]; passes(&anderson->extrapolations[island]) && line < start[1]; ++line) {
            of_row(solver, blocks->joint_row + line * MD_LANES + lane % MD_LANES);
        }
    }
    for (size_t k = 0; k < state_count / stride; ++k) {
        if (islands->state.at[k] >= 0 && passes(&anderson->extrapolations[islands->state.at[k]])) {
            of_state(solver, k * stride, stride);
        }
    }
}

/* Fills the history with its newest entry: differences that are not known yet are 0. */
static void fill_rows(struct anderson *anderson, size_t first, size_t count)
{
    for (int j = 1; j < MD_ANDERSON_WINDOW; ++j) {
        memcpy(anderson->lambda[j].at + first, anderson->lambda[0].at + first, count * sizeof(md_real));
        memcpy(anderson->change[j].at + first, anderson->change[0].at + first, count * sizeof(md_real));
    }
}

static void fill_state(md_solver *solver, size_t first, size_t count)
{
    struct anderson *anderson = &solver->anderson;
    for (int j = 1; count > 0 && j < MD_ANDERSON_WINDOW; ++j) {
        memcpy(anderson->state[j].at + first, anderson->state[0].at + first, count * sizeof(md_real));
    }
}

static void fill_row(md_solver *solver, int32_t i)
{
    fill_rows(&solver->anderson, (size_t)i, 1);
}

static bool starts_window(const struct extrapolation *extrapolation)
{
    return extrapolation->starts_window;
}

/* The first island to use several differences fills the history of all, so that no row reads what was never written. */
static void start_window(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    if (anderson->keeps_window) {
        for_islands(solver, starts_window, fill_row, fill_state);
        return;
    }
    size_t state_count = 0;
    md_system_state(&solver->system, &state_count);
    fill_rows(anderson, 0, (size_t)solver->m);
    fill_state(solver, 0, state_count);
}

static void undo_all(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    size_t state_count = 0;
    md_real *state = md_system_state(&solver->system, &state_count);
    memcpy(solver->lambda.at, anderson->lambda[0].at, (size_t)solver->m * sizeof(md_real));
    if (md_method_has_modulus(solver->spec.method)) {
        memcpy(solver->y.at, anderson->y.at, (size_t)solver->m * sizeof(md_real));
    }
    if (state_count > 0) {
        memcpy(state, anderson->state[0].at, state_count * sizeof(md_real));
    }
}

static bool is_undone(const struct extrapolation *extrapolation)
{
    return extrapolation->is_undone;
}

static void undo_row(md_solver *solver, int32_t i)
{
    solver->lambda.at[i] = solver->anderson.lambda[0].at[i];
    if (md_method_has_modulus(solver->spec.method)) {
        solver->y.at[i] = solver->anderson.y.at[i];
    }
}

static void undo_state(md_solver *solver, size_t first, size_t count)
{
    size_t state_count = 0;
    md_real *state = md_system_state(&solver->system, &state_count);
    memcpy(state + first, solver->anderson.state[0].at + first, count * sizeof(md_real));
}

void md_anderson_learn(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    const bool is_one = anderson->islands.count == 1;
    bool any_undone = false;
    bool any_starts = false;
    if (anderson->keeps_window) {
        rotate(anderson->lambda);
        rotate(anderson->state);
        rotate(anderson->change);
    }
    for (int32_t island = 0; island < anderson->islands.count; ++island) {
        struct extrapolation *extrapolation = &anderson->extrapolations[island];
        md_extrapolation_learn(extrapolation, &anderson->reports[island]);
        any_undone = any_undone || extrapolation->is_undone;
        any_starts = any_starts || extrapolation->starts_window;
    }
    if (any_undone && is_one) {
        undo_all(solver);
    } else if (any_undone) {
        for_islands(solver, is_undone, undo_row, undo_state);
    }
    if (any_starts) {
        start_window(solver);
    }
    /* With several islands, another one will soon need it. */
    anderson->keeps_window = is_one ? anderson->extrapolations[0].depth > 1 : anderson->keeps_window || any_starts;
}

/* ---- Extrapolating ------------------------------------------------------------------------------------------------- */

static void extrapolate_by_one(md_real c, md_real *restrict x, md_real *restrict old, size_t count)
{
    for (size_t k = 0; k < count; ++k) {
        const md_real stored = x[k];
        x[k] = stored - c * (stored - old[k]);
        old[k] = stored;
    }
}

/* A body slot in 2D starts with three velocities. Four numbers are extrapolated at a time; the fourth, a mass, keeps
 * its value because its difference is 0. */
typedef md_real four_reals __attribute__((vector_size(4 * sizeof(md_real))));

static inline void extrapolate_body_by_one(md_real c, md_real *x, const md_real *newest, md_real *oldest)
{
    four_reals stored;
    four_reals before;
    memcpy(&stored, x, sizeof stored);
    memcpy(&before, newest, sizeof before);
    memcpy(oldest, &stored, sizeof stored);
    stored = stored - c * (stored - before);
    memcpy(x, &stored, sizeof stored);
}

static void extrapolate_bodies_by_one(md_real c, md_real *x, md_real *old, size_t count)
{
    for (size_t k = 0; k < count; k += MD_SLOT_2D) {
        extrapolate_body_by_one(c, x + k, old + k, old + k);
    }
}

/* Extrapolates numbers from `first` to before `end`. */
static void extrapolate_by_window(const md_real *c, md_real *x, struct reals *history, size_t first, size_t end)
{
    for (size_t k = first; k < end; ++k) {
        const md_real stored = x[k];
        md_real newer = stored;
        for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
            const md_real older = history[j].at[k];
            x[k] -= c[j] * (newer - older);
            newer = older;
        }
        history[MD_ANDERSON_WINDOW - 1].at[k] = stored;
    }
}

/* The same for the velocities of a body in 2D. */
static inline void extrapolate_body_by_window(const md_real *c, md_real *x, md_real *const *history, size_t first)
{
    four_reals start;
    memcpy(&start, x + first, sizeof start);
    const four_reals stored = start;
    four_reals newer = start;
    for (int j = 0; j < MD_ANDERSON_WINDOW; ++j) {
        four_reals older;
        memcpy(&older, history[j] + first, sizeof older);
        start -= c[j] * (newer - older);
        newer = older;
    }
    memcpy(x + first, &start, sizeof start);
    memcpy(history[MD_ANDERSON_WINDOW - 1] + first, &stored, sizeof stored);
}

static void extrapolate_bodies_of_islands(const struct anderson *anderson, md_real *x, struct reals *history,
                                          size_t count)
{
    const int32_t *island = anderson->islands.state.at;
    md_real *const at[MD_ANDERSON_WINDOW] = {history[0].at, history[1].at, history[2].at, history[3].at};
    md_real *oldest = at[md_anderson_oldest(anderson)];
    for (size_t k = 0; k < count; k += MD_SLOT_2D, ++island) {
        if (*island < 0) {
            continue;
        }
        const struct extrapolation *extrapolation = &anderson->extrapolations[*island];
        if (extrapolation->depth > 1) {
            extrapolate_body_by_window(extrapolation->c, x, at, k);
        } else {
            extrapolate_body_by_one(extrapolation->c[0], x + k, at[0] + k, oldest + k);
        }
    }
}

/* Extrapolates the bodies in 3D, velocities or rows of all islands, which have `stride` numbers each. */
static void extrapolate_others_of_islands(const struct anderson *anderson, md_real *x, struct reals *history,
                                          size_t count, size_t stride)
{
    const int32_t *island = history == anderson->lambda ? anderson->islands.row.at : anderson->islands.state.at;
    md_real *oldest = history[md_anderson_oldest(anderson)].at;
    for (size_t first = 0; first < count; first += stride, ++island) {
        if (*island < 0) {
            continue;
        }
        const struct extrapolation *extrapolation = &anderson->extrapolations[*island];
        if (extrapolation->depth > 1) {
            extrapolate_by_window(extrapolation->c, x, history, first, first + stride);
            continue;
        }
        for (size_t k = first; k < first + stride; ++k) {
            const md_real stored = x[k];
            x[k] = stored - extrapolation->c[0] * (stored - history[0].at[k]);
            oldest[k] = stored;
        }
    }
}

static void extrapolate_islands(const md_solver *solver, md_real *x, struct reals *history, size_t count)
{
    if (solver->system.kind == ROWS_BODIES_2D) {
        extrapolate_bodies_of_islands(&solver->anderson, x, history, count);
    } else {
        extrapolate_others_of_islands(&solver->anderson, x, history, count, state_stride(&solver->system));
    }
}

/* ---- Rounding ------------------------------------------------------------------------------------------------------ */

/* Extrapolations amplify the rounding errors in v, in single precision soon beyond the residual. Marks the islands whose
 * v is to be recomputed before that; false if there are none. */
static bool limit_rounding(struct anderson *anderson)
{
    bool any = false;
    for (int32_t island = 0; island < anderson->islands.count; ++island) {
        struct extrapolation *extrapolation = &anderson->extrapolations[island];
        extrapolation->recomputes = false;
        if (extrapolation->extrapolated) {
            double factor = 1;
            for (int32_t j = 0; j < extrapolation->depth; ++j) {
                factor += 2 * fabs((double)extrapolation->c[j]);
            }
            extrapolation->rounding *= factor;
            extrapolation->recomputes = extrapolation->rounding > MAX_ROUNDING;
            extrapolation->rounding = extrapolation->recomputes ? 1 : extrapolation->rounding;
            any = any || extrapolation->recomputes;
        }
    }
    return any;
}

static bool recomputes_state(const struct anderson *anderson, size_t k)
{
    const int32_t island = anderson->islands.state.at[k];
    return island >= 0 && anderson->extrapolations[island].recomputes;
}

/* Recomputes v of the marked islands. */
static void refresh_islands(md_solver *solver, md_real *state, const md_real *old_state, size_t count)
{
    const struct anderson *anderson = &solver->anderson;
    const size_t stride = state_stride(&solver->system);
    for (size_t k = 0; k < count / stride; ++k) {
        if (recomputes_state(anderson, k)) {
            md_system_reset(&solver->system, solver->problem, k);
        }
    }
    for (int32_t i = 0; i < solver->system.m; ++i) {
        if (anderson->extrapolations[anderson->islands.row.at[i]].recomputes) {
            md_system_push(&solver->system, i, solver->lambda.at[i]);
        }
    }
    if (solver->blocks == NULL) {
        return;
    }
    md_blocks_push_islands(solver);
    for (size_t k = 0; k < count / stride; ++k) {
        if (!recomputes_state(anderson, k)) {
            memcpy(state + k * stride, old_state + k * stride, stride * sizeof *state);
        }
    }
}

/* Recomputes v, and corrects the history by the same amount, so that its differences stay the same. */
static void recompute_state(md_solver *solver, md_real *state, size_t count)
{
    struct anderson *anderson = &solver->anderson;
    const int32_t entries = anderson->keeps_window ? MD_ANDERSON_WINDOW : 1;
    md_real *old_state = anderson->old_state.at;
    memcpy(old_state, state, count * sizeof *state);
    if (anderson->islands.count == 1) {
        md_solver_refresh(solver);
    } else {
        refresh_islands(solver, state, old_state, count);
    }
    for (int32_t j = 0; j < entries; ++j) {
        for (size_t k = 0; k < count; ++k) {
            anderson->state[j].at[k] += state[k] - old_state[k];
        }
    }
}

/* ---- Before a sweep ------------------------------------------------------------------------------------------------ */

void md_anderson_extrapolate(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    size_t state_count = 0;
    md_real *state = md_system_state(&solver->system, &state_count);
    const bool carries_v = state != NULL;
    md_real *x = carries_v ? state : solver->lambda.at;
    struct reals *history = carries_v ? anderson->state : anderson->lambda;
    const size_t count = carries_v ? state_count : (size_t)solver->m;
    if (md_method_has_modulus(solver->spec.method)) {
        memcpy(anderson->y.at, solver->y.at, (size_t)solver->m * sizeof(md_real));
    }
    if (carries_v && limit_rounding(anderson)) {
        recompute_state(solver, state, state_count);
    }
    const struct extrapolation *first = &anderson->extrapolations[0];
    if (anderson->islands.count > 1) {
        extrapolate_islands(solver, x, history, count);
    } else if (first->depth > 1) {
        extrapolate_by_window(first->c, x, history, 0, count);
    } else if (solver->system.kind == ROWS_BODIES_2D) {
        extrapolate_bodies_by_one(first->c[0], x, history[0].at, count);
    } else {
        extrapolate_by_one(first->c[0], x, history[0].at, count);
    }
}
