/* Results are bit-identical for any number of threads, in a large world with partitions and in a small one. */
#include "lcp/block_layout.h"
#include "lcp/solver.h"
#include "world2/heap2.h"
#include "world2/world.h"

static void expect_same_bits(int columns, int rows, int steps, bool in_parts)
{
    static const int32_t THREADS[] = {1, 2, 3, 8};
    uint64_t hash[4];
    for (int k = 0; k < 4; ++k) {
        md2_world *world = heap_of(columns, rows, THREADS[k], (md2_callbacks){.user = NULL});
        step_many(world, steps);
        hash[k] = md2_world_hash(world);
        assert_int_equal(world->velocity.layout.partitions > 1, in_parts);
        md2_world_destroy(world);
        assert_true(hash[k] == hash[0]);
    }
}

static void a_small_world_is_identical_for_any_number_of_threads(void **state)
{
    (void)state;
    expect_same_bits(20, 15, 60, false);
}

static void a_large_world_with_partitions_is_identical_for_any_number_of_threads(void **state)
{
    (void)state;
    expect_same_bits(90, 50, 12, true);
}

/* Columns of circles that do not touch each other: each is an island, and accelerated on its own. */
static md2_world *columns_of(int columns, int rows, int32_t threads)
{
    md2_world_def def = md2_world_def_default();
    def.threads = threads;
    assert_int_equal(md_solver_spec_parse("pgs:accelerate=anderson", &def.solver, NULL), MD_OK);
    def.position_solver = def.solver;
    md2_world *world = world_of(&def);
    wall_at(world, 0.6 * columns, -1, 0.6 * columns + 2, 1);
    for (int i = 0; i < columns; ++i) {
        for (int j = 0; j < rows; ++j) {
            circle_at(world, 1.2 * i, 0.5 + j, 0.5);
        }
    }
    return world;
}

static void a_large_world_with_many_islands_is_identical_for_any_number_of_threads(void **state)
{
    (void)state;
    uint64_t hash[3];
    for (int32_t threads = 1; threads <= 3; ++threads) {
        md2_world *world = columns_of(300, 30, threads);
        step_many(world, 5);
        hash[threads - 1] = md2_world_hash(world);
        assert_true(world->velocity.layout.partitions > 1);
        assert_int_equal(world->velocity.solver->anderson.islands.count, 300);
        md2_world_destroy(world);
        assert_true(hash[threads - 1] == hash[0]);
    }
}

static void look(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    (void)substep;
    (void)problem;
    *(int64_t *)user += result->form == MD_FORM_BLOCKS;
}

static void a_solved_callback_does_not_change_results(void **state)
{
    (void)state;
    int64_t in_blocks = 0;
    md2_world *alone = heap_of(90, 50, 2, (md2_callbacks){.user = NULL});
    md2_world *looked_at = heap_of(90, 50, 2, (md2_callbacks){.solved = look, .user = &in_blocks});
    step_many(alone, 8);
    step_many(looked_at, 8);
    assert_int_equal(in_blocks, 8);
    assert_true(md2_world_hash(alone) == md2_world_hash(looked_at));
    md2_world_destroy(alone);
    md2_world_destroy(looked_at);
}

/* Contacts of one partition share no body with those of another; few contacts lie between partitions. */
static void partitions_share_no_body(void **state)
{
    (void)state;
    md2_world *world = heap_of(90, 50, 1, (md2_callbacks){.user = NULL});
    step_many(world, 2);
    const struct block_layout *layout = &world->velocity.layout;
    const md_problem *problem = &world->velocity.blocks.packed;
    assert_true(layout->partitions > 2);
    int32_t between = 0;
    for (int32_t part = 0; part < layout->partitions; ++part) {
        for (int32_t block = layout->partition_start.at[part]; block < layout->partition_start.at[part + 1]; ++block) {
            for (int32_t lane = 0; lane < 2 * MD_LANES; ++lane) {
                const int32_t slot = layout->slots.at[2 * MD_LANES * block + lane] / MD_SLOT_2D;
                const bool is_body = slot > 0 && slot <= problem->body_count;
                assert_true(is_body || slot == problem->body_count + 1 + part);
                assert_true(!is_body || part == problem->partitions || problem->body_partition.at[slot] == part);
            }
        }
    }
    for (int32_t i = 0; i < layout->contacts; ++i) {
        between += layout->partition.at[i] == problem->partitions;
    }
    print_message("%d of %d contacts are between %d parts\n", between, layout->contacts, problem->partitions);
    assert_true(between > 0 && between < layout->contacts / 10);
    md2_world_destroy(world);
}

static void too_many_threads_are_refused(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_default();
    md2_world *world;
    def.threads = 0;
    assert_int_equal(md2_world_create(&def, &world), MD_ERROR_ARGUMENT);
    def.threads = MD2_MAX_THREADS + 1;
    assert_int_equal(md2_world_create(&def, &world), MD_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_many_threads_are_refused),
        cmocka_unit_test(a_small_world_is_identical_for_any_number_of_threads),
        cmocka_unit_test(a_large_world_with_partitions_is_identical_for_any_number_of_threads),
        cmocka_unit_test(a_large_world_with_many_islands_is_identical_for_any_number_of_threads),
        cmocka_unit_test(a_solved_callback_does_not_change_results),
        cmocka_unit_test(partitions_share_no_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
