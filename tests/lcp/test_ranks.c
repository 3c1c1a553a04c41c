/* Divided problems (lcp/ranks.h): any number of threads and of ranks finds the bits of a single one, however the solve ends, and
 * pairs of partitions that are swept at the same time share none. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/tasks.h"
#include "lcp/problem.h"
#include "lcp/ranks.h"
#include "lcp/soft_step.h"
#include "lcp/solver.h"
#include "support/support.h"
#include "support/thread_ranks.h"

/* ---- A heap of bodies in strips -------------------------------------------------------------------------------------- */

#define PARTITIONS 10
#define COLUMNS_PER_PARTITION 4
#define COLUMNS (PARTITIONS * COLUMNS_PER_PARTITION)
#define ROWS 7
#define BODIES (COLUMNS * ROWS)
#define LAYER_ROW 4       /* bodies from here on touch those below in the first column only: ranks see two islands */
#define WARM_PARTITION 2  /* all other contacts start cold */
#define EMPTY_PARTITION 7 /* has no bodies: its rank has an empty problem */
#define SLIPPERY_PARTITIONS 8 /* no contact from here on has friction, and these are an island of their own */
#define MAX_CONTACTS (6 * BODIES)
#define MAX_POINTS 2

struct heap_contact {
    int32_t body[2]; /* the second may be MD_NO_BODY */
    int32_t points;
    double angle, lean, mu, gap;
    double arm[MAX_POINTS][2][3];
    double impulse; /* warm start */
};

struct heap {
    int32_t freedom;
    int32_t partitions;
    struct heap_contact contacts[MAX_CONTACTS];
    int32_t contact_count;
};

static int32_t partition_of(const struct heap *heap, int32_t body)
{
    return heap->partitions == 1 ? 0 : body / ROWS / COLUMNS_PER_PARTITION;
}

static bool exists(const struct heap *heap, int32_t body)
{
    return heap->partitions == 1 || partition_of(heap, body) != EMPTY_PARTITION;
}

static void touch(struct heap *heap, struct random *random, int32_t a, int32_t b, double angle)
{
    struct heap_contact *contact = &heap->contacts[heap->contact_count];
    if (!exists(heap, a) || (b != MD_NO_BODY && !exists(heap, b))) {
        return;
    }
    *contact = (struct heap_contact){.body = {a, b}, .angle = angle + random_real(random, -0.3, 0.3)};
    contact->lean = random_real(random, -0.3, 0.3);
    contact->points = heap->freedom == 6 ? 1 + random_index(random, MAX_POINTS) : 1;
    contact->mu = random_index(random, 5) == 0 || partition_of(heap, a) >= SLIPPERY_PARTITIONS
                      ? 0
                      : random_real(random, 0.1, 0.9);
    contact->gap = random_real(random, -0.02, 0.01);
    contact->impulse = partition_of(heap, a) == WARM_PARTITION ? random_real(random, 0, 0.5) : 0;
    for (int k = 0; k < MAX_POINTS; ++k) {
        for (int i = 0; i < 6; ++i) {
            contact->arm[k][i / 3][i % 3] = random_real(random, -0.5, 0.5);
        }
    }
    ++heap->contact_count;
}

/* Neighbours touch, some bodies touch others two partitions away, and the lowest touch the ground. The order is random. */
static struct heap *heap_of(int32_t freedom, int32_t partitions)
{
    struct random random = {7};
    struct heap *heap = calloc(1, sizeof *heap);
    assert_non_null(heap);
    heap->freedom = freedom;
    heap->partitions = partitions;
    for (int32_t body = 0; body < BODIES; ++body) {
        const int32_t row = body % ROWS;
        const int32_t right = body + ROWS;
        const bool is_held = row != LAYER_ROW || body < ROWS;
        if (is_held) {
            touch(heap, &random, body, row == 0 ? MD_NO_BODY : body - 1, 1.57);
        }
        if (right < BODIES) {
            touch(heap, &random, right, body, 0);
        }
        if (right < BODIES && row > 0 && is_held && random_index(&random, 2) == 0) {
            touch(heap, &random, body, right - 1, 2.3);
        }
        const int32_t far = body + 7 * ROWS;
        if (row == ROWS - 1 && far / ROWS < COLUMNS_PER_PARTITION * EMPTY_PARTITION && body / ROWS % 3 == 0) {
            touch(heap, &random, far, body, 0.1);
        }
    }
    for (int32_t i = heap->contact_count - 1; i > 0; --i) {
        const int32_t other = random_index(&random, i + 1);
        const struct heap_contact contact = heap->contacts[i];
        heap->contacts[i] = heap->contacts[other];
        heap->contacts[other] = contact;
    }
    return heap;
}

/* ---- The problem of a rank ------------------------------------------------------------------------------------------- */

struct part {
    const struct heap *heap;
    md_problem *problem;
    int32_t slot[BODIES];                                     /* 0: unknown */
    int32_t number[BODIES + 1];                               /* by slot */
    int32_t first_row[MAX_CONTACTS], row_count[MAX_CONTACTS]; /* 0 rows: unknown */
    int32_t partition_rank[PARTITIONS];
};

static bool is_own(const struct part *part, int32_t rank, int32_t body)
{
    return body != MD_NO_BODY && part->partition_rank[partition_of(part->heap, body)] == rank;
}

static bool knows(const struct part *part, int32_t rank, const struct heap_contact *contact)
{
    return is_own(part, rank, contact->body[0]) || is_own(part, rank, contact->body[1]);
}

static void add_body(struct part *part, int32_t body)
{
    struct random random = {(uint64_t)body + 100};
    md_body added = {.inverse_mass = (md_real)random_real(&random, 0.5, 2)};
    for (int k = 0; k < part->heap->freedom; ++k) {
        added.velocity[k] = (md_real)random_real(&random, -1, 1);
    }
    added.velocity[1] -= 1;
    for (int k = 0; k < (part->heap->freedom == 3 ? 1 : 9); ++k) {
        added.inverse_inertia[k] = k % 4 == 0 ? (md_real)random_real(&random, 3, 6) : (md_real)0.25;
    }
    md_problem_add_body(part->problem, &added);
    part->slot[body] = part->problem->body_count;
    part->number[part->problem->body_count] = body;
}

/* A row along d at the arms of a point. The second body may be absent. */
static void write_jacobian(const struct heap *heap, const struct heap_contact *contact, int point, const double d[3],
                           md_real to[2][6])
{
    for (int side = 0; side < 2; ++side) {
        const double *r = contact->arm[point][side];
        const double sign = side == 0 ? 1 : -1;
        const double angular[3] = {r[1] * d[2] - r[2] * d[1], r[2] * d[0] - r[0] * d[2], r[0] * d[1] - r[1] * d[0]};
        for (int k = 0; contact->body[side] != MD_NO_BODY && k < 3; ++k) {
            to[side][k] = (md_real)(sign * d[k]);
            to[side][k + 3] = (md_real)(sign * angular[k]);
        }
        if (heap->freedom == 3) {
            to[side][2] = contact->body[side] != MD_NO_BODY ? (md_real)(sign * angular[2]) : 0;
        }
    }
}

static void add_contact_2d(struct part *part, const struct heap_contact *contact, const int32_t body[2])
{
    const double normal[3] = {cos(contact->angle), sin(contact->angle), 0};
    const double tangent[3] = {-normal[1], normal[0], 0};
    md_row row = md_row_default();
    memcpy(row.body, body, sizeof row.body);
    write_jacobian(part->heap, contact, 0, normal, row.jacobian);
    row.bias = (md_real)contact->gap;
    row.lambda0 = (md_real)contact->impulse;
    md_problem_add_row(part->problem, &row);
    if (contact->mu > 0) {
        md_row friction = md_row_default();
        memcpy(friction.body, body, sizeof friction.body);
        write_jacobian(part->heap, contact, 0, tangent, friction.jacobian);
        friction.parent = part->problem->m - 1;
        friction.upper = (md_real)contact->mu;
        friction.lower = -friction.upper;
        md_problem_add_row(part->problem, &friction);
    }
}

static void add_contact_3d(struct part *part, const struct heap_contact *contact, const int32_t body[2])
{
    const double c = cos(contact->angle), s = sin(contact->angle), cl = cos(contact->lean), sl = sin(contact->lean);
    const double direction[3][3] = {{c * cl, s * cl, sl}, {-s, c, 0}, {-c * sl, -s * sl, cl}};
    int32_t normals[MAX_POINTS];
    for (int point = 0; point < contact->points; ++point) {
        md_contact added = md_contact_default();
        memcpy(added.body, body, sizeof added.body);
        added.mu = (md_real)contact->mu;
        added.tangents = contact->mu > 0 ? 2 : 0;
        added.normal.bias = (md_real)contact->gap;
        added.normal.lambda0 = (md_real)contact->impulse;
        write_jacobian(part->heap, contact, point, direction[0], added.normal.jacobian);
        write_jacobian(part->heap, contact, point, direction[1], added.tangent[0].jacobian);
        write_jacobian(part->heap, contact, point, direction[2], added.tangent[1].jacobian);
        normals[point] = part->problem->m;
        md_problem_add_contact(part->problem, &added);
    }
    md_problem_join_normals(part->problem, normals, contact->points);
}

static void add_contact(struct part *part, int32_t i)
{
    const struct heap_contact *contact = &part->heap->contacts[i];
    int32_t body[2];
    for (int side = 0; side < 2; ++side) {
        const bool is_ground = contact->body[side] == MD_NO_BODY;
        body[side] = is_ground ? MD_NO_BODY : part->slot[contact->body[side]] - 1;
    }
    part->first_row[i] = part->problem->m;
    if (part->heap->freedom == 3) {
        add_contact_2d(part, contact, body);
    } else {
        add_contact_3d(part, contact, body);
    }
    part->row_count[i] = part->problem->m - part->first_row[i];
}

static struct part *part_of(const struct heap *heap, int32_t rank, int32_t ranks)
{
    struct part *part = calloc(1, sizeof *part);
    bool is_known[BODIES] = {false};
    part->heap = heap;
    part->problem = md_problem_create(NULL);
    for (int32_t partition = 0; partition < heap->partitions; ++partition) {
        part->partition_rank[partition] = partition * ranks / heap->partitions;
    }
    for (int32_t body = 0; body < BODIES; ++body) {
        is_known[body] = exists(heap, body) && is_own(part, rank, body);
    }
    for (int32_t i = 0; i < heap->contact_count; ++i) {
        for (int side = 0; knows(part, rank, &heap->contacts[i]) && side < 2; ++side) {
            if (heap->contacts[i].body[side] != MD_NO_BODY) {
                is_known[heap->contacts[i].body[side]] = true;
            }
        }
    }
    md_problem *problem = part->problem;
    md_problem_begin_bodies(problem, heap->freedom);
    indices_reserve(&problem->allocator, &problem->body_partition, BODIES + 1);
    problem->body_partition.at[0] = 0;
    for (int32_t body = 0; body < BODIES; ++body) {
        if (is_known[body]) {
            add_body(part, body);
            problem->body_partition.at[problem->body_count] = partition_of(heap, body);
        }
    }
    for (int32_t i = 0; i < heap->contact_count; ++i) {
        if (knows(part, rank, &heap->contacts[i])) {
            add_contact(part, i);
        }
    }
    problem->partitions = heap->partitions;
    problem->is_divided = true;
    problem->has_friction_rows = heap->freedom == 3;
    return part;
}

static void part_free(struct part *part)
{
    md_problem_destroy(part->problem);
    free(part);
}

/* ---- Solves ---------------------------------------------------------------------------------------------------------- */

struct task {
    const struct heap *heap;
    const char *spec;
    md_limits limits;
    int32_t substeps; /* of a soft step; 0: a solve */
    bool in_blocks;   /* packed once and solved twice, as a world at rest does */
    bool skips_residual;
    bool (*observe)(void *user, const md_progress *progress); /* its user is the part */
};

struct outcome {
    md_status status;
    md_result result;
    md_real v[6 * BODIES];
    md_real lambda[MAX_CONTACTS][8], w[MAX_CONTACTS][8];
    bool has_body[BODIES], has_contact[MAX_CONTACTS];
    int64_t exchanges, messages, reductions;
};

static void store(const struct part *part, const md_result *result, struct outcome *outcome)
{
    const int32_t freedom = part->heap->freedom;
    outcome->result = *result;
    for (int32_t body = 0; body < BODIES; ++body) {
        outcome->has_body[body] = part->slot[body] > 0;
        if (part->slot[body] > 0) {
            memcpy(outcome->v + 6 * body, result->v + freedom * (part->slot[body] - 1),
                   (size_t)freedom * sizeof(md_real));
        }
    }
    for (int32_t i = 0; i < part->heap->contact_count; ++i) {
        const size_t size = (size_t)part->row_count[i] * sizeof(md_real);
        outcome->has_contact[i] = part->row_count[i] > 0;
        if (part->row_count[i] > 0) {
            memcpy(outcome->lambda[i], result->lambda + part->first_row[i], size);
            memcpy(outcome->w[i], result->w + part->first_row[i], size);
        }
    }
}

/* Gaps of all points, in the order of the lanes. */
static md_real *lane_gaps(const struct part *part, const struct block_packing *packing)
{
    const struct manifold_blocks *manifolds = &packing->manifolds;
    const bool is_3d = part->heap->freedom == 6;
    const int32_t lanes = packing->layout.count * MD_LANES;
    md_real *gaps = calloc((size_t)lanes * MD_BLOCK_POINTS + 1, sizeof *gaps);
    for (int32_t lane = 0; lane < lanes; ++lane) {
        for (int32_t i = 0; packing->owners.at[lane] >= 0 && i < part->heap->contact_count; ++i) {
            const struct heap_contact *contact = &part->heap->contacts[i];
            if (part->row_count[i] == 0 || part->first_row[i] != packing->owners.at[lane]) {
                continue;
            }
            for (int32_t k = 0; k < contact->points; ++k) {
                const int32_t line = is_3d ? manifolds->line_start.at[lane / MD_LANES] + k : lane / MD_LANES;
                gaps[line * MD_LANES + lane % MD_LANES] = (md_real)contact->gap;
            }
        }
    }
    return gaps;
}

/* Contacts of the first partition bounce, which only the first rank knows. */
static bool bounce(void *user, const struct soft_step *step, md_real *bias)
{
    const struct part *part = user;
    const bool is_first = part->slot[0] == 1;
    (void)step;
    for (int32_t i = 0; is_first && i < MD_LANES; ++i) {
        bias[i] -= (md_real)0.1;
    }
    return is_first;
}

/* Solves the problem, or makes a soft step, in blocks. The result is stored in the order of the problem. */
static void solve_in_blocks(const struct part *part, md_solver *solver, const struct task *task,
                            struct outcome *outcome)
{
    struct block_packing packing = {.is_possible = false};
    struct soft_step step = {.substeps = task->substeps,
                             .h = (md_real)0.01,
                             .soft_sweeps = 1,
                             .relaxing_sweeps = 2,
                             .slop = (md_real)0.005,
                             .max_speed = 3,
                             .contact_spring = {.rate = 20, .compliance = (md_real)0.1},
                             .bounce = bounce,
                             .user = (void *)part};
    md_result result;
    outcome->status = md_block_packing_pack(&packing, &solver->allocator, part->problem, false);
    md_real *gaps = lane_gaps(part, &packing);
    md_real *drift = calloc((size_t)packing.layout.count * MD_LANES * MD_BLOCK_POINTS + 1, sizeof *drift);
    step.lane_gap = gaps;
    step.lane_drift = drift;
    outcome->status =
        md_soft_step_reserve(&step, &solver->allocator, &packing.blocks.packed, packing.blocks.scalar_rows);
    for (int32_t slot = 1; slot <= part->problem->body_count; ++slot) {
        const int32_t size = md_slot_size(part->heap->freedom);
        /* Ghosts feel no forces, so that the test sees if their velocities are not those of their owners. */
        const bool is_ghost =
            solver->ranks != NULL &&
            solver->ranks->partition_rank[part->problem->body_partition.at[slot]] != solver->ranks->communicator->rank;
        for (int32_t k = 0; k < size; ++k) {
            step.force_velocity.at[slot * size + k] = k == 1 && !is_ghost ? (md_real)-0.1 : 0;
            step.damping.at[slot * size + k] = 1;
        }
    }
    if (task->substeps > 0) {
        outcome->status = md_soft_step_run(solver, &step, &packing.blocks.packed, &packing.blocks, &result);
    } else {
        md_solver_spec spec;
        md_solver_spec_parse(task->spec, &spec, NULL);
        for (int again = 0; again < 2; ++again) {
            outcome->status = md_solver_solve_blocks(solver, &spec, &packing.blocks, &task->limits, &result);
        }
    }
    md_real *rows[2] = {calloc((size_t)part->problem->m + 1, sizeof(md_real)),
                        calloc((size_t)part->problem->m + 1, sizeof(md_real))};
    for (int32_t i = 0; i < part->problem->m; ++i) {
        rows[0][i] = result.lambda[packing.row.at[i]];
        rows[1][i] = result.w[packing.row.at[i]];
    }
    result.lambda = rows[0];
    result.w = rows[1];
    store(part, &result, outcome);
    free(rows[0]);
    free(rows[1]);
    free(gaps);
    free(drift);
    md_soft_step_free(&step, &solver->allocator);
    md_block_packing_free(&packing, &solver->allocator);
}

/* New memory has other numbers in each solve: no result may depend on them. */
static void *resize(void *user, void *memory, size_t old_size, size_t new_size)
{
    if (new_size == 0) {
        free(memory);
        return NULL;
    }
    unsigned char *resized = realloc(memory, new_size);
    if (resized != NULL && new_size > old_size) {
        memset(resized + old_size, *(const int *)user, new_size - old_size);
    }
    return resized;
}

static void solve(const struct part *part, const struct task *task, struct md_tasks *tasks, struct solve_ranks *ranks,
                  struct outcome *outcome)
{
    static const int FILLS[] = {0x00, 0x3f, 0x40, 0xff};
    const int fill = ranks == NULL ? tasks->threads - 1 : 1 + ranks->communicator->rank % 3;
    const md_allocator allocator = {.user = (void *)&FILLS[fill], .resize = resize};
    md_solver *solver = md_solver_create(&allocator);
    md_solver_spec spec;
    md_result result;
    md_error error = {0};
    md_limits limits = task->limits;
    limits.observe = task->observe;
    limits.observe_user = (void *)part;
    md_solver_stay_with_sweeps(solver);
    if (task->skips_residual) {
        md_solver_skip_residual(solver);
    }
    solver->tasks = tasks;
    solver->ranks = ranks;
    if (task->substeps > 0 || task->in_blocks) {
        solve_in_blocks(part, solver, task, outcome);
    } else {
        md_solver_spec_parse(task->spec, &spec, &error);
        for (int again = 0; again < 2; ++again) { /* the second time with memory, and lists, of the first */
            outcome->status = md_solver_solve(solver, &spec, part->problem, &limits, &result, &error);
        }
        if (outcome->status == MD_OK) {
            store(part, &result, outcome);
        } else {
            fprintf(stderr, "%s\n", error.message);
        }
    }
    md_solver_destroy(solver);
}

/* ---- Ranks ----------------------------------------------------------------------------------------------------------- */

#define MAX_RANKS 8

struct division {
    const struct task *task;
    struct outcome *outcomes; /* of each rank */
};

static void solve_on_rank(const md_communicator *communicator, void *user)
{
    const struct division *division = user;
    struct outcome *outcome = &division->outcomes[communicator->rank];
    struct part *part = part_of(division->task->heap, communicator->rank, communicator->ranks);
    struct solve_ranks ranks = {
        .communicator = communicator, .partition_rank = part->partition_rank, .body_number = part->number};
    struct md_tasks tasks = {.allocator = md_allocator_or_default(NULL), .threads = communicator->rank % 2 + 1};
    solve(part, division->task, &tasks, &ranks, outcome);
    outcome->exchanges = ranks.exchanges;
    outcome->messages = ranks.messages;
    outcome->reductions = ranks.reductions;
    md_ranks_free(&ranks, &part->problem->allocator);
    md_tasks_reset(&tasks, 1);
    part_free(part);
}

static struct outcome *solve_whole(const struct task *task, int32_t threads)
{
    struct outcome *outcome = calloc(1, sizeof *outcome);
    struct part *part = part_of(task->heap, 0, 1);
    struct md_tasks tasks = {.allocator = md_allocator_or_default(NULL), .threads = threads};
    solve(part, task, &tasks, NULL, outcome);
    md_tasks_reset(&tasks, 1);
    part_free(part);
    return outcome;
}

/* What a rank knows must be part of the whole, to the last bit. */
static void assert_is_part(const struct task *task, const struct outcome *part, const struct outcome *whole)
{
    assert_int_equal(part->status, MD_OK);
    assert_int_equal(part->result.outcome, whole->result.outcome);
    assert_int_equal(part->result.iterations, whole->result.iterations);
    assert_int_equal(part->result.best_iteration, whole->result.best_iteration);
    assert_memory_equal(&part->result.residual, &whole->result.residual, sizeof whole->result.residual);
    for (int32_t body = 0; body < BODIES; ++body) {
        if (part->has_body[body]) {
            assert_memory_equal(part->v + 6 * body, whole->v + 6 * body, (size_t)task->heap->freedom * sizeof(md_real));
        }
    }
    for (int32_t i = 0; i < task->heap->contact_count; ++i) {
        if (part->has_contact[i]) {
            assert_memory_equal(part->lambda[i], whole->lambda[i], sizeof whole->lambda[i]);
            if (!task->skips_residual) {
                assert_memory_equal(part->w[i], whole->w[i], sizeof whole->w[i]);
            }
        }
    }
}

static void check_task(const struct task *task)
{
    static const int RANKS[] = {1, 2, 3, 4, 8};
    struct outcome *whole = solve_whole(task, 1);
    struct outcome *threaded = solve_whole(task, 4);
    assert_int_equal(whole->status, MD_OK);
    assert_is_part(task, threaded, whole);
    for (size_t k = 0; k < sizeof RANKS / sizeof *RANKS; ++k) {
        struct outcome *outcomes = calloc(MAX_RANKS, sizeof *outcomes);
        thread_ranks_run(RANKS[k], solve_on_rank, &(struct division){task, outcomes});
        for (int rank = 0; rank < RANKS[k]; ++rank) {
            assert_is_part(task, &outcomes[rank], whole);
        }
        assert_true(RANKS[k] == 1 || task->heap->partitions == 1 || outcomes[0].exchanges > 0);
        assert_true(RANKS[k] > 1 || outcomes[0].exchanges == 0);
        free(outcomes);
    }
    free(whole);
    free(threaded);
}

/* ---- Tests ----------------------------------------------------------------------------------------------------------- */

/* Stops after 6 sweeps, where the last body is known. */
static bool stop_on_the_last_rank(void *user, const md_progress *progress)
{
    const struct part *part = user;
    return part->slot[BODIES - 1] == 0 || progress->iteration < 6;
}

static void check_heap(int32_t freedom, int32_t partitions)
{
    struct heap *heap = heap_of(freedom, partitions);
    const struct task tasks[] = {
        {.spec = "pgs", .limits = {.max_iterations = 12}},
        {.spec = "pgs", .limits = {.max_iterations = 400, .tol_scaled = 1e-3}},
        {.spec = "amgs", .limits = {.max_iterations = 10}},
        {.spec = "auto", .limits = {.max_iterations = 4}},
        {.spec = "auto", .limits = {.max_iterations = 9}}, /* few for all rows in 3D, many for those of a rank */
        {.spec = "auto", .limits = {.max_iterations = 60}},
        {.spec = "pgs", .limits = {.max_iterations = 5}, .skips_residual = true},
        {.spec = "pgs", .limits = {.max_iterations = 50}, .observe = stop_on_the_last_rank},
        {.spec = "auto", .limits = {.max_iterations = 3000, .tol_scaled = 1e-6}},
        {.spec = "amgs:accelerate=anderson", .limits = {.max_iterations = 40}},
        {.spec = "pgs:accelerate=anderson", .limits = {.max_iterations = 200, .stop_after = 55}},
        {.spec = "auto", .limits = {.max_iterations = 12}, .in_blocks = true},
        {.substeps = 3},
    };
    for (size_t k = 0; k < sizeof tasks / sizeof *tasks; ++k) {
        struct task task = tasks[k];
        task.heap = heap;
        check_task(&task);
    }
    free(heap);
}

static void ranks_find_the_bits_of_one_process(void **state)
{
    (void)state;
    check_heap(3, PARTITIONS);
}

static void ranks_find_the_bits_of_one_process_in_3d(void **state)
{
    (void)state;
    check_heap(6, PARTITIONS);
}

/* All bodies belong to one rank, and the others have nothing. */
static void a_problem_may_have_one_partition(void **state)
{
    (void)state;
    check_heap(3, 1);
}

static void pairs_of_one_colour_share_no_partition(void **state)
{
    (void)state;
    enum { COUNT = 64 };
    for (int32_t p = 0; p < COUNT; ++p) {
        for (int32_t q = p + 1; q < COUNT; ++q) {
            const int32_t colour = md_pair_colour(p, q);
            assert_in_range(colour, 0, 2 * (COUNT - 1) - 1);
            for (int32_t r = 0; r < COUNT; ++r) {
                assert_true(r <= q || md_pair_colour(q, r) != colour);
                assert_true(r <= p || r == q || md_pair_colour(p, r) != colour);
                assert_true(r >= q || r == p || md_pair_colour(r, q) != colour);
                assert_true(r >= p || md_pair_colour(r, p) != colour);
            }
        }
    }
}

/* A layout is kept while contacts and partitions stay. */
static void a_layout_is_kept_with_its_partitions(void **state)
{
    (void)state;
    struct heap *heap = heap_of(3, PARTITIONS);
    struct part *part = part_of(heap, 0, 1);
    md_problem *problem = part->problem;
    const md_allocator *allocator = &problem->allocator;
    struct block_packing packing = {.is_possible = false};
    assert_int_equal(md_block_packing_pack(&packing, allocator, problem, false), MD_OK);
    const struct block_layout *layout = &packing.layout;
    assert_true(layout->waves > 3 && layout->homes == PARTITIONS && layout->partitions > PARTITIONS);
    assert_true(md_layout_is_current(layout, problem, packing.contacts, layout->contacts));
    assert_false(md_layout_is_current(layout, problem, packing.contacts, layout->contacts - 1));
    problem->body_partition.at[5] += 1;
    assert_false(md_layout_is_current(layout, problem, packing.contacts, layout->contacts));
    problem->body_partition.at[5] -= 1;
    problem->is_divided = false;
    assert_false(md_layout_is_current(layout, problem, packing.contacts, layout->contacts));
    md_block_packing_free(&packing, allocator);
    part_free(part);
    free(heap);
}

/* ---- What ranks cannot do -------------------------------------------------------------------------------------------- */

static md_status fail_to_sum(void *user, double *values, int32_t count)
{
    int32_t *calls = user;
    (void)values, (void)count;
    return --*calls < 0 ? MD_ERROR_FILE : MD_OK;
}

static void a_failed_communicator_ends_the_solve(void **state)
{
    (void)state;
    struct heap *heap = heap_of(3, PARTITIONS);
    for (int32_t good_calls = 0; good_calls < 12; ++good_calls) {
        int32_t calls = good_calls;
        struct part *part = part_of(heap, 0, 1); /* of two ranks, the second of which has nothing */
        const md_communicator communicator = {.user = &calls, .rank = 0, .ranks = 2, .sum = fail_to_sum};
        struct solve_ranks ranks = {
            .communicator = &communicator, .partition_rank = part->partition_rank, .body_number = part->number};
        md_solver *solver = md_solver_create(NULL);
        const md_solver_spec spec = md_solver_spec_of(MD_AUTO);
        const md_limits limits = {.max_iterations = 100};
        md_result result;
        solver->ranks = &ranks;
        assert_int_equal(md_solver_solve(solver, &spec, part->problem, &limits, &result, NULL), MD_ERROR_FILE);
        md_solver_destroy(solver);
        md_ranks_free(&ranks, &part->problem->allocator);
        part_free(part);
    }
    free(heap);
}

static void what_cannot_be_divided_is_refused(void **state)
{
    (void)state;
    struct heap *heap = heap_of(3, PARTITIONS);
    struct part *part = part_of(heap, 0, 1);
    const md_communicator communicator = {.rank = 0, .ranks = 2};
    struct solve_ranks ranks = {
        .communicator = &communicator, .partition_rank = part->partition_rank, .body_number = part->number};
    md_solver *solver = md_solver_create(NULL);
    md_error error = {0};
    md_result result;
    solver->ranks = &ranks;
    md_solver_spec spec = md_solver_spec_of(MD_PGS);
    const md_limits in_time = {.budget_us = 1000};
    assert_int_equal(md_solver_solve(solver, &spec, part->problem, &in_time, &result, &error), MD_ERROR_PROBLEM);
    assert_non_null(strstr(error.message, "time budget"));
    const md_limits limits = {.max_iterations = 5};
    spec.method = MD_NSGS;
    assert_int_equal(md_solver_solve(solver, &spec, part->problem, &limits, &result, &error), MD_ERROR_PROBLEM);
    assert_non_null(strstr(error.message, "blocks"));
    part->problem->joint_rows = 2; /* the first contact becomes a joint */
    spec.method = MD_PGS;
    assert_int_equal(md_solver_solve(solver, &spec, part->problem, &limits, &result, &error), MD_ERROR_PROBLEM);
    assert_non_null(strstr(error.message, "joints"));
    md_solver_destroy(solver);
    md_ranks_free(&ranks, &part->problem->allocator);
    part_free(part);
    free(heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_of_one_colour_share_no_partition),
        cmocka_unit_test(ranks_find_the_bits_of_one_process),
        cmocka_unit_test(ranks_find_the_bits_of_one_process_in_3d),
        cmocka_unit_test(a_problem_may_have_one_partition),
        cmocka_unit_test(a_layout_is_kept_with_its_partitions),
        cmocka_unit_test(a_failed_communicator_ends_the_solve),
        cmocka_unit_test(what_cannot_be_divided_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
