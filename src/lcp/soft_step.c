#include "lcp/soft_step.h"

#include <math.h>
#include <string.h>

#include "lcp/block_passes.h"
#include "lcp/problem.h"
#include "lcp/run.h"
#include "lcp/spec.h"
#include "lcp/vector.h"

/* Numbers in the slots of the world and the bodies. */
static size_t slot_numbers(const md_problem *problem)
{
    return (size_t)md_slot_size(problem->degrees_of_freedom) * ((size_t)problem->body_count + 1);
}

/* ---- Memory --------------------------------------------------------------------------------------------------------- */

void md_soft_step_free(struct soft_step *step, const md_allocator *allocator)
{
    struct reals *const reals[] = {&step->force_velocity, &step->damping,   &step->displacement, &step->impulse,
                                   &step->before,         &step->soft_bias, &step->softness};
    for (size_t k = 0; k < sizeof reals / sizeof *reals; ++k) {
        reals_free(allocator, reals[k]);
    }
    md_array_free(allocator, (void **)&step->rows, &step->row_capacity, sizeof *step->rows);
}

/* Sets the forces that the caller does not: those on the world, the places of masses, and what follows the bodies. */
static void reset_forces(struct soft_step *step, size_t bodies_end, size_t end)
{
    for (size_t i = step->filled < bodies_end ? step->filled : bodies_end; i < end; ++i) {
        step->force_velocity.at[i] = 0;
        step->damping.at[i] = 1;
    }
    step->filled = step->filled > end ? step->filled : end;
}

md_status md_soft_step_reserve(struct soft_step *step, const md_allocator *allocator, const md_problem *problem,
                               int32_t scalar_rows)
{
    const size_t size = slot_numbers(problem) + MD_LANES;
    md_status status = reals_reserve(allocator, &step->force_velocity, size);
    if (status == MD_OK) {
        status = reals_reserve(allocator, &step->damping, size);
    }
    if (status == MD_OK) {
        status = md_array_reserve(allocator, (void **)&step->rows, &step->row_capacity, (size_t)scalar_rows + 1,
                                  sizeof *step->rows);
    }
    if (status == MD_OK) {
        reset_forces(step, slot_numbers(problem), size);
    }
    return status;
}

/* With the copies of the world that follow the bodies (block_layout.c). */
static size_t size_of_slots(const md_solver *solver)
{
    const size_t slot = (size_t)md_slot_size(solver->problem->degrees_of_freedom);
    return solver->system.state_count + slot * (size_t)md_problem_world_copies(solver->problem);
}

static md_status reserve_workspace(struct soft_step *step, const md_solver *solver)
{
    const size_t rows = (size_t)solver->m + 1;
    struct reals *const per_row[] = {&step->impulse, &step->soft_bias, &step->softness};
    md_status status = reals_reserve(&solver->allocator, &step->displacement, size_of_slots(solver) + MD_LANES);
    for (size_t k = 0; status == MD_OK && k < sizeof per_row / sizeof *per_row; ++k) {
        status = reals_reserve(&solver->allocator, per_row[k], rows);
    }
    return status;
}

/* ---- Bodies --------------------------------------------------------------------------------------------------------- */

/* The loops over bodies run over all numbers of their slots, so that they are simple. A mass, to which nothing is added, is
 * multiplied by 1 and so stays; in `displacement` its place has no meaning. */

/* v <- damping (v + h M^-1 f) */
MD_INLINE vreal after_forces(const struct soft_step *step, size_t i, vreal v)
{
    return (v + vector_load(step->force_velocity.at + i)) * vector_load(step->damping.at + i);
}

static void begin_first_substep(struct soft_step *step, size_t count, md_real *v)
{
    for (size_t i = 0; i < count; ++i) {
        v[i] = (v[i] + step->force_velocity.at[i]) * step->damping.at[i];
    }
    memcpy(step->before.at, v, count * sizeof(md_real));
    memset(step->before.at + count, 0, MD_LANES * sizeof(md_real)); /* the last vector reaches a copy of the world */
}

/* Forces, then the impulses of the substep before. */
static void begin_substep(struct soft_step *step, size_t count, md_real *v)
{
    for (size_t i = 0; i < count; i += MD_LANES) {
        const vreal end = vector_load(v + i);
        const vreal of_impulses = end - vector_load(step->before.at + i);
        const vreal before = after_forces(step, i, end);
        vector_store(step->before.at + i, before);
        vector_store(v + i, before + of_impulses);
    }
}

static void move_bodies(struct soft_step *step, size_t count, const md_real *v)
{
    const vreal h = vector_all(step->h);
    for (size_t i = 0; i < count; i += MD_LANES) {
        vector_store(step->displacement.at + i, vector_load(step->displacement.at + i) + h * vector_load(v + i));
    }
}

/* ---- Biases --------------------------------------------------------------------------------------------------------- */

/* Sets the biases of a scalar row, or of its copy in lanes, that has moved by `moved` = J dx. */
static void set_row_biases(const md_solver *solver, struct soft_step *step, const struct soft_row *row, int32_t i,
                           md_real moved)
{
    const md_real gap = row->gap + moved + step->elapsed * row->drift;
    md_real relaxed = row->drift; /* rigid: an equality row keeps its gap */
    md_real opening = 0;          /* m/s, by the spring */
    md_real softness = 1 / (1 + row->spring.compliance);
    switch (row->motion) {
    case ROW_FREE:
        relaxed = row->gap + row->spring.rate * (moved + step->elapsed * row->drift) + row->drift;
        softness = 1;
        break;
    case ROW_ONE_SIDED:
        relaxed = md_max(gap - step->slop, 0) / step->h + row->drift;
        opening = md_min(row->spring.rate * md_max(-gap - step->slop, 0), step->max_speed);
        softness = gap > step->slop ? 1 : softness;
        break;
    case ROW_EQUALITY: opening = -row->spring.rate * gap; break;
    }
    solver->problem->bias.at[i] = relaxed;
    step->soft_bias.at[i] = relaxed - opening;
    step->softness.at[i] = softness;
}

/* The normals of a face have a shorter step than other rows, and as much less softness. */
static void set_softness_of_faces(const md_solver *solver, struct soft_step *step)
{
    for (int32_t f = 0; f < solver->problem->face_count; ++f) {
        const struct face_rows *face = &solver->problem->faces[f];
        const bool is_stepped = solver->faces.role.at[face->row[0]] == f;
        for (int32_t k = 0; is_stepped && k < face->count; ++k) {
            const int32_t i = face->row[k];
            if (step->softness.at[i] < 1) {
                const md_real share = solver->diagonal.at[i] * solver->faces.step.at[f];
                step->softness.at[i] = 1 / (1 + step->rows[i].spring.compliance * share);
            }
        }
    }
}

/* The scalar rows; J dx of the rows in blocks is in w. */
static void set_scalar_biases(md_solver *solver, struct soft_step *step)
{
    const struct block_problem *blocks = solver->blocks;
    const int32_t *copies = blocks != NULL && blocks->joints != NULL ? blocks->joints->row.at : NULL;
    const int32_t rows = blocks != NULL ? blocks->scalar_rows : solver->m;
    if (copies == NULL) {
        md_system_motions(&solver->system, &step->displacement, solver->w.at);
    }
    for (int32_t i = 0; i < rows; ++i) {
        const int32_t row = copies != NULL ? copies[i] : i;
        set_row_biases(solver, step, &step->rows[i], row, solver->w.at[row]);
    }
    if (solver->faces.any) {
        set_softness_of_faces(solver, step);
    }
}

static void set_biases(md_solver *solver, struct soft_step *step)
{
    if (solver->blocks != NULL) {
        md_blocks_soften(solver, step);
    }
    set_scalar_biases(solver, step);
}

/* ---- Substeps ------------------------------------------------------------------------------------------------------- */

static bool sweep_points(md_solver *solver, struct soft_step *step, bool is_soft)
{
    const struct point_spring *spring = is_soft ? &step->point_spring : NULL;
    bool is_sound = true;
    for (int32_t k = 0; is_sound && k < step->point_sets; ++k) {
        is_sound = !md_points_sweep(step->points[k], solver->tasks, solver->system.state.at, spring).diverged;
    }
    return is_sound;
}

static void turn_points(md_solver *solver, struct soft_step *step)
{
    for (int32_t k = 0; k < step->point_sets; ++k) {
        md_points_turn(step->points[k], solver->tasks, solver->system.state.at, step->h);
    }
}

static bool sweep(md_solver *solver, struct soft_step *step, bool is_soft, int64_t sweeps)
{
    solver->system.bias = is_soft ? step->soft_bias.at : solver->problem->bias.at;
    bool is_sound = true;
    for (int64_t i = 0; is_sound && i < sweeps; ++i) {
        is_sound = sweep_points(solver, step, is_soft) && !md_soft_sweep(solver, is_soft).diverged;
    }
    solver->system.bias = solver->problem->bias.at;
    return is_sound;
}

static void add_impulses(struct soft_step *step, const md_solver *solver)
{
    for (int32_t i = 0; step->bounce != NULL && i < solver->m; ++i) {
        step->impulse.at[i] += solver->lambda.at[i];
    }
}

static bool run_substep(md_solver *solver, struct soft_step *step, size_t count)
{
    if (!sweep(solver, step, true, step->soft_sweeps)) {
        return false;
    }
    md_ranks_refresh_ghosts(solver->ranks, solver->system.state.at);
    move_bodies(step, count, solver->system.state.at);
    step->elapsed += step->h;
    turn_points(solver, step);
    set_biases(solver, step);
    const bool is_sound = sweep(solver, step, false, step->relaxing_sweeps);
    add_impulses(step, solver);
    return is_sound;
}

/* Rows that bounce open with a part of the speed with which they came. */
static bool bounce(md_solver *solver, struct soft_step *step)
{
    const bool any = step->bounce != NULL && step->bounce(step->user, step, solver->problem->bias.at);
    if (!md_ranks_any(solver->ranks, any)) { /* on no rank */
        return true;
    }
    return sweep(solver, step, false, step->relaxing_sweeps);
}

static struct point_report measure_points(md_solver *solver, struct soft_step *step)
{
    struct point_report total = {0};
    for (int32_t k = 0; k < step->point_sets; ++k) {
        const struct point_report report = md_points_measure(step->points[k], solver->tasks, solver->system.state.at);
        total.absolute += report.absolute;
        total.scaled += report.scaled;
    }
    return total;
}

/* Adds the points to || D^-1 q ||, before the impulses of the warm start. */
static void start_points(md_solver *solver, struct soft_step *step)
{
    for (int32_t k = 0; k < step->point_sets; ++k) {
        md_points_prepare(step->points[k], solver->tasks, solver->system.state.at);
    }
    solver->q_scaled_norm = sqrt(solver->q_scaled_norm * solver->q_scaled_norm + measure_points(solver, step).scaled);
}

static bool run_substeps(md_solver *solver, struct soft_step *step, const md_problem *problem)
{
    memset(step->displacement.at, 0, size_of_slots(solver) * sizeof(md_real));
    memset(step->impulse.at, 0, (size_t)solver->m * sizeof(md_real));
    step->elapsed = 0;
    if (solver->m > 0) { /* else there may be no biases */
        memcpy(step->soft_bias.at, problem->bias.at, (size_t)solver->m * sizeof(md_real));
    }
    for (int32_t i = 0; i < solver->m; ++i) {
        step->softness.at[i] = 1;
    }
    md_solver_measure_q(solver);
    start_points(solver, step);
    md_solver_start(solver);
    solver->is_at_zero = false;
    for (int32_t k = 0; k < step->point_sets; ++k) {
        md_points_push(step->points[k], solver->tasks, solver->system.state.at);
    }
    set_biases(solver, step);
    const size_t count = slot_numbers(problem);
    bool is_sound = run_substep(solver, step, count);
    for (int32_t i = 1; is_sound && i < step->substeps; ++i) {
        begin_substep(step, count, solver->system.state.at);
        md_ranks_mark_ghosts(solver->ranks);
        is_sound = run_substep(solver, step, count);
    }
    return is_sound && bounce(solver, step);
}

/* Whether a problem can be divided among ranks: it is without joints. */
static bool is_of_contacts(const struct soft_step *step, const md_problem *problem, const struct block_problem *blocks)
{
    bool is_so = problem->is_divided && blocks != NULL && blocks->scalar_rows == 0;
    for (int32_t k = 0; k < step->point_sets; ++k) {
        is_so = is_so && step->points[k]->layout.contacts == 0;
    }
    return is_so;
}

static md_status prepare(md_solver *solver, struct soft_step *step, const md_problem *problem,
                         const struct block_problem *blocks)
{
    solver->spec = md_solver_spec_of(MD_PGS);
    solver->is_packed = false;
    solver->given = NULL;
    solver->family = &md_amgs_family;
    md_status status = md_solver_spec_complete(&solver->spec, NULL);
    if (md_ranks_are_several(solver->ranks) && !is_of_contacts(step, problem, blocks)) {
        return MD_ERROR_PROBLEM;
    }
    solver->spec.form = blocks != NULL ? MD_FORM_BLOCKS : MD_FORM_SPARSE;
    if (status == MD_OK) {
        status = md_solver_prepare(solver, problem, blocks, NULL);
    }
    if (status == MD_OK) {
        status = solver->family->prepare(solver);
    }
    if (status == MD_OK) {
        status = reserve_workspace(step, solver);
    }
    solver->softness = step->softness.at;
    return status;
}

/* The residual of the rows and of the points. */
static md_residual measure_residual(md_solver *solver, struct soft_step *step)
{
    md_residual residual = md_residual_measure(solver);
    const struct point_report points = measure_points(solver, step);
    residual.absolute = sqrt(residual.absolute * residual.absolute + points.absolute);
    residual.scaled = sqrt(residual.scaled * residual.scaled + points.scaled);
    residual.relative = solver->q_scaled_norm > 0 ? residual.scaled / solver->q_scaled_norm : residual.scaled;
    return residual;
}

md_status md_soft_step_run(md_solver *solver, struct soft_step *step, md_problem *problem,
                           const struct block_problem *blocks, md_result *result)
{
    const md_limits limits = {.max_iterations = step->substeps * (step->soft_sweeps + step->relaxing_sweeps)};
    struct run run = md_run_begin(solver, &limits);
    *result = (md_result){0};
    md_status status = reals_reserve(&solver->allocator, &step->before, slot_numbers(problem) + MD_LANES);
    if (status == MD_OK) {
        begin_first_substep(step, slot_numbers(problem), problem->body.at);
        status = prepare(solver, step, problem, blocks);
    }
    if (status != MD_OK) {
        return status;
    }
    const bool is_sound = run_substeps(solver, step, problem);
    run.iterations = run.best_iteration = limits.max_iterations;
    result->residual = measure_residual(solver, step);
    status = md_run_report(&run, is_sound ? MD_MAX_ITERATIONS : MD_DIVERGED, result);
    return status == MD_OK ? md_ranks_status(solver->ranks) : status;
}
