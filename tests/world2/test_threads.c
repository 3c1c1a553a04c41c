/* Results are bit-identical for any number of threads, in a large world with partitions and in a small one. */
#include "engine/tasks.h"
#include "lcp/block_layout.h"
#include "world2/make2.h"
#include "world2/world.h"

static void wall_at(md2_world *world, double x, double y, double half_x, double half_y)
{
    const md2_shape_def def = md2_shape_def_default();
    give_box(world, body_at(world, MD2_STATIC, x, y), &def, half_x, half_y);
}

/* Circles in a heap between walls, every other row shifted: each touches six others. */
static md2_world *heap_of(int columns, int rows, int32_t threads, md2_callbacks callbacks)
{
    md2_world_def def = md2_world_def_default();
    def.threads = threads;
    def.callbacks = callbacks;
    md2_world *world = world_of(&def);
    const double width = columns + 0.5;
    const double height = 0.87 * rows + 2;
    wall_at(world, width / 2, -1, width / 2 + 2, 1);
    wall_at(world, -1, height / 2, 1, height / 2);
    wall_at(world, width + 1, height / 2, 1, height / 2);
    for (int j = 0; j < rows; ++j) {
        for (int i = 0; i < columns; ++i) {
            circle_at(world, i + 0.5 + 0.5 * (j % 2), 0.5 + 0.867 * j, 0.5);
        }
    }
    return world;
}

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

struct counted {
    int32_t done[1000];
};

static void count_task(void *context, int32_t task)
{
    ++((struct counted *)context)->done[task];
}

static void each_task_runs_exactly_once(void **state)
{
    (void)state;
    for (int32_t threads = 1; threads <= 8; ++threads) {
        struct counted counted = {{0}};
        md_tasks_run(threads, 1000, count_task, &counted);
        for (int i = 0; i < 1000; ++i) {
            assert_int_equal(counted.done[i], 1);
        }
    }
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
        cmocka_unit_test(each_task_runs_exactly_once),
        cmocka_unit_test(too_many_threads_are_refused),
        cmocka_unit_test(a_small_world_is_identical_for_any_number_of_threads),
        cmocka_unit_test(a_large_world_with_partitions_is_identical_for_any_number_of_threads),
        cmocka_unit_test(a_solved_callback_does_not_change_results),
        cmocka_unit_test(partitions_share_no_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
