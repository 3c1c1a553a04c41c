/* PGS, PSOR, NSGS, AMGS and AMSOR: projected Gauss-Seidel and SOR, and the accelerated modulus-based Gauss-Seidel and SOR
 * methods in their sparse form. They are one sweep over the rows with different kappa and omega.
 *
 * For row i = 1, 2, ..., m (Miyamoto and Yamashita 2019, Method 3.1, in the variable y = (2/gamma) x):
 *
 *     w_i       =  J_i v + b_i + c_i lambda_i
 *     y_i      <-  lambda_i + kappa_i (y_i - lambda_i) - omega_i w_i / D_i
 *     lambda_i <-  clamp(y_i, l_i, u_i)
 *     v        <-  v + (M^-1 J^T)_i (change of lambda_i)
 *
 *              omega_i                                     kappa_i
 *     PGS      1                                           0
 *     PSOR     relax                                       0
 *     AMGS     2 / (1 + gamma Omega_i / D_i)               omega_i - 1
 *     AMSOR    2 / (1 / relax + gamma Omega_i / D_i)       omega_i / relax - 1
 *
 * v contains the impulses: v = v_0 + M^-1 J^T lambda. y_i - lambda_i is what the last clamp cut off; with kappa = 0 it
 * is not needed, and y is not stored. lambda_i in this term is the stored impulse, not a new clamp of y_i, because the
 * bounds of a friction row have moved since. docs/paper-notes.md derives the form with two bounds.
 *
 * Friction in 3D: the tangents of a contact, or its normal and tangents, are one group with one D, and the clamp becomes the
 * projection onto the disc or cone (group_update.h). With kappa = 0 and omega = 1 that is projected block Gauss-Seidel. NSGS is
 * PGS whose contacts are solved exactly instead (local_contact.h). The normals of a face contact, if an engine has joined them,
 * are stepped together (face_update.h).
 *
 * The update itself is in row_update.inc.h; block_sweep.c runs the same update on SIMD blocks. With accelerate=anderson
 * each sweep starts from an extrapolated lambda and v (anderson.h).
 */
#include "engine/tasks.h"
#include "lcp/block_passes.h"
#include "lcp/face_update.h"
#include "lcp/group_update.h"
#include "lcp/spec.h"

/* kappa = 0 and the same omega for all rows. */
static md_status prepare_projected(md_solver *solver)
{
    md_status status = reals_reserve(&solver->allocator, &solver->omega.values, 1);
    if (status == MD_OK) {
        status = reals_reserve(&solver->allocator, &solver->kappa.values, 1);
    }
    if (status == MD_OK) {
        solver->omega.stride = solver->kappa.stride = 0;
        solver->omega.values.at[0] = solver->spec.relax;
        solver->kappa.values.at[0] = 0;
    }
    return status;
}

static md_status prepare_modulus(md_solver *solver)
{
    const md_real relax = solver->spec.relax;
    md_status status = md_omega_ratio(solver);
    if (status == MD_OK) {
        status = md_relaxation(solver, relax);
    }
    const int32_t count = solver->omega.stride == 0 ? 1 : solver->m;
    solver->kappa.stride = solver->omega.stride;
    if (status == MD_OK) {
        status = reals_reserve(&solver->allocator, &solver->kappa.values, (size_t)count + 1);
    }
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        solver->kappa.values.at[i] = solver->omega.values.at[i] / relax - 1;
    }
    return status;
}

static md_status prepare(md_solver *solver)
{
    const bool is_modulus = md_method_has_modulus(solver->spec.method);
    md_status status = is_modulus ? prepare_modulus(solver) : prepare_projected(solver);
    solver->exact_contacts.any = false;
    solver->anderson.is_first = false;
    if (status == MD_OK && solver->spec.method == MD_NSGS) {
        status = md_contact_blocks_form(&solver->exact_contacts, &solver->allocator, solver->problem, &solver->system);
    }
    solver->faces.any = false;
    if (status == MD_OK && solver->spec.method != MD_NSGS) {
        status = md_faces_find(&solver->faces, &solver->allocator, solver->problem, &solver->groups, &solver->system,
                               solver->diagonal.at);
    }
    const bool accelerated = solver->spec.accelerate == MD_ACCELERATE_ANDERSON;
    return status == MD_OK && accelerated ? md_anderson_prepare(solver) : status;
}

/* Sums over rows that use `depth` differences, as a report, and back to continue them. */
MD_INLINE void store_sums(struct sweep_report *report, const struct sweep_sums *sums, int32_t depth)
{
    report->change_squared = sums->change_squared;
    report->clamped = sums->clamped;
    report->diverged = sums->diverged;
    for (int32_t j = 0; j < depth; ++j) {
        report->anderson.d_f[j] = sums->d_f[j];
        report->anderson.d_d[j] = sums->d_d[j];
    }
}

MD_INLINE void load_sums(struct sweep_sums *sums, const struct sweep_report *report, int32_t depth)
{
    sums->change_squared = report->change_squared;
    sums->clamped = report->clamped;
    sums->diverged = report->diverged;
    for (int32_t j = 0; j < depth; ++j) {
        sums->d_f[j] = report->anderson.d_f[j];
        sums->d_d[j] = report->anderson.d_d[j];
    }
}

/* Sweeps the row, the group or the face at `i` and returns the row after it. */
MD_INLINE int32_t sweep_next(md_solver *solver, const struct rows *rows, int32_t i, row_velocity_function *velocity,
                             row_push_function *push, struct sweep_kind kind, struct sweep_sums *sums)
{
    const struct row row = {&solver->system, i, velocity, push, solver->bounds, rows->lambda};
    const enum group_kind group = kind.has_groups ? md_group_at(&solver->groups, i) : GROUP_SINGLE;
    if (kind.has_groups && solver->exact_contacts.any && solver->exact_contacts.contact.at[i] >= 0) {
        const int32_t contact = solver->exact_contacts.contact.at[i];
        return i + sweep_contact(rows, i, &row, &solver->problem->contacts[contact],
                                 solver->exact_contacts.A.at + 9 * (size_t)contact, kind, sums);
    }
    if (kind.is_soft && solver->bounds.parent[i] >= 0) {
        return i + md_group_rows(group); /* friction */
    }
    const int32_t role = kind.has_groups && solver->faces.any ? solver->faces.role.at[i] : FACE_NONE;
    if (role != FACE_NONE) {
        if (role != FACE_MEMBER) {
            sweep_face(rows, &row, &solver->problem->faces[role], solver->faces.step.at[role], kind, sums);
        }
        return i + 1;
    }
    if (group == GROUP_SINGLE) {
        sweep_row(rows, i, &row, kind, sums);
        return i + 1;
    }
    sweep_group(rows, i, &row, group, kind, sums);
    return i + md_group_rows(group);
}

/* Sweeps rows of one island in their order. Stops at a row that diverges. */
MD_INLINE struct sweep_report sweep_rows(md_solver *solver, row_velocity_function *velocity, row_push_function *push,
                                         struct sweep_kind kind, struct md_task_range range)
{
    struct rows rows = rows_of(solver);
    md_real c[MD_ANDERSON_WINDOW];
    if (kind.depth > 0) {
        memcpy(c, solver->anderson.extrapolations[0].c, sizeof c);
        rows.anderson_c = c;
    }
    struct sweep_sums sums = {0};
    for (int32_t i = range.first; i < range.end && !sums.diverged;) {
        i = sweep_next(solver, &rows, i, velocity, push, kind, &sums);
    }
    struct sweep_report report = {0};
    store_sums(&report, &sums, kind.depth);
    return report;
}

/* The same for rows of several islands. Continues the sums of each in its report, in the order of its rows, so that they
 * are those of the island alone. Returns only whether a row diverged. */
MD_INLINE struct sweep_report sweep_rows_in_islands(md_solver *solver, row_velocity_function *velocity,
                                                    row_push_function *push, struct sweep_kind kind,
                                                    struct md_task_range range)
{
    const struct anderson *anderson = &solver->anderson;
    const int32_t *islands = anderson->islands.row.at;
    struct rows rows = rows_of(solver);
    struct sweep_sums sums;
    int32_t island = islands[range.first];
    rows.anderson_c = anderson->extrapolations[island].c;
    load_sums(&sums, &anderson->reports[island], kind.depth);
    for (int32_t i = range.first; i < range.end && !sums.diverged;) {
        if (islands[i] != island) {
            store_sums(&anderson->reports[island], &sums, kind.depth);
            island = islands[i];
            rows.anderson_c = anderson->extrapolations[island].c;
            load_sums(&sums, &anderson->reports[island], kind.depth);
        }
        i = sweep_next(solver, &rows, i, velocity, push, kind, &sums);
    }
    store_sums(&anderson->reports[island], &sums, kind.depth);
    return (struct sweep_report){.diverged = sums.diverged};
}

MD_INLINE struct sweep_report sweep_range(md_solver *solver, row_velocity_function *velocity, row_push_function *push,
                                          struct sweep_kind kind, struct md_task_range range)
{
    return kind.in_islands ? sweep_rows_in_islands(solver, velocity, push, kind, range)
                           : sweep_rows(solver, velocity, push, kind, range);
}

/* Sweeps scalar rows, with a loop of its own for each representation. */
MD_INLINE struct sweep_report sweep_scalar(md_solver *solver, struct sweep_kind kind, struct md_task_range range)
{
    struct sweep_kind explicit = kind;
    explicit.is_explicit = true;
    switch (solver->system.kind) {
    case ROWS_BODIES_2D: return sweep_range(solver, row_velocity_2d, row_push_2d, kind, range);
    case ROWS_BODIES_3D: return sweep_range(solver, row_velocity_3d, row_push_3d, kind, range);
    case ROWS_GENERAL: return sweep_range(solver, row_velocity_general, row_push_general, kind, range);
    case ROWS_CSR: return sweep_range(solver, row_velocity_csr, row_push_none, explicit, range);
    case ROWS_DENSE: return sweep_range(solver, row_velocity_dense, row_push_none, explicit, range);
    }
    return (struct sweep_report){.diverged = true};
}

/* Calls a loop of its own for each kind. */
MD_INLINE struct sweep_report sweep_kind(md_solver *solver, int32_t depth, bool in_islands, struct md_task_range range)
{
    const struct sweep_kind projected = {.depth = depth, .in_islands = in_islands};
    struct sweep_kind modulus = projected;
    struct sweep_kind projected_groups = projected;
    struct sweep_kind modulus_groups = projected;
    modulus.has_kappa = modulus_groups.has_kappa = true;
    projected_groups.has_groups = modulus_groups.has_groups = true;
    const bool has_groups = solver->groups.any || solver->exact_contacts.any || solver->faces.any;
    if (md_method_has_modulus(solver->spec.method) || solver->anderson.is_first) {
        return has_groups ? sweep_scalar(solver, modulus_groups, range) : sweep_scalar(solver, modulus, range);
    }
    return has_groups ? sweep_scalar(solver, projected_groups, range) : sweep_scalar(solver, projected, range);
}

/* Sweeps the scalar rows, then the blocks. All rows use the same number of differences. */
MD_INLINE struct sweep_report sweep_all(md_solver *solver, int32_t depth)
{
    const struct sweep_kind kind = {.has_kappa = md_method_has_modulus(solver->spec.method), .depth = depth};
    struct sweep_report report = sweep_kind(solver, depth, false, (struct md_task_range){0, solver->system.m});
    if (solver->blocks != NULL && !report.diverged) {
        const struct sweep_report in_blocks = md_blocks_sweep(solver, kind);
        sweep_report_add(&report, &in_blocks);
    }
    return report;
}

/* The rows from `first` on that use the same number of differences. */
static struct md_task_range rows_of_same_depth(const struct anderson *anderson, int32_t first, int32_t end)
{
    const int32_t *islands = anderson->islands.row.at;
    const int32_t depth = anderson->extrapolations[islands[first]].depth;
    int32_t next = first + 1;
    while (next < end && anderson->extrapolations[islands[next]].depth == depth) {
        ++next;
    }
    return (struct md_task_range){first, next};
}

/* The same with several islands, each of which uses its own number of differences. */
static struct sweep_report sweep_islands(md_solver *solver)
{
    const struct anderson *anderson = &solver->anderson;
    const int32_t rows = solver->system.m;
    struct sweep_report total = {0};
    for (int32_t island = 0; island < anderson->islands.count; ++island) {
        anderson->reports[island] = (struct sweep_report){0};
    }
    for (int32_t first = 0; first < rows && !total.diverged;) {
        const struct md_task_range range =
            anderson->keeps_window ? rows_of_same_depth(anderson, first, rows) : (struct md_task_range){first, rows};
        const bool by_one = anderson->extrapolations[anderson->islands.row.at[first]].depth == 1;
        total.diverged = by_one ? sweep_kind(solver, 1, true, range).diverged
                                : sweep_kind(solver, MD_ANDERSON_WINDOW, true, range).diverged;
        first = range.end;
    }
    if (solver->blocks != NULL && !total.diverged) {
        total.diverged = md_blocks_sweep_islands(solver, md_method_has_modulus(solver->spec.method));
    }
    for (int32_t island = 0; island < anderson->islands.count; ++island) {
        total.change_squared += anderson->reports[island].change_squared;
    }
    return total;
}

static struct sweep_report sweep_accelerated(md_solver *solver)
{
    struct anderson *anderson = &solver->anderson;
    if (anderson->islands.count > 1) {
        return sweep_islands(solver);
    }
    const bool by_one = anderson->extrapolations[0].depth == 1;
    anderson->reports[0] = by_one ? sweep_all(solver, 1) : sweep_all(solver, MD_ANDERSON_WINDOW);
    return anderson->reports[0];
}

static struct sweep_report sweep(md_solver *solver)
{
    if (solver->spec.accelerate == MD_ACCELERATE_NONE) {
        return sweep_all(solver, 0);
    }
    md_anderson_extrapolate(solver);
    const struct sweep_report report = sweep_accelerated(solver);
    if (!report.diverged && !solver->anderson.is_first) {
        md_anderson_learn(solver);
    }
    return report;
}

struct sweep_report md_soft_sweep(md_solver *solver, bool is_soft)
{
    const struct sweep_kind kind = {.is_soft = is_soft};
    const struct md_task_range rows = {0, solver->system.m};
    struct sweep_report report = {0};
    if (!is_soft) {
        report = sweep_kind(solver, 0, false, rows);
    } else if (solver->groups.any || solver->faces.any) {
        report = sweep_scalar(solver, (struct sweep_kind){.is_soft = true, .has_groups = true}, rows);
    } else {
        report = sweep_scalar(solver, (struct sweep_kind){.is_soft = true}, rows);
    }
    if (solver->blocks != NULL && !report.diverged) {
        const struct sweep_report in_blocks = md_blocks_sweep(solver, kind);
        sweep_report_add(&report, &in_blocks);
    }
    return report;
}

const struct family md_amgs_family = {.prepare = prepare, .sweep = sweep, .complete = md_anderson_complete};
