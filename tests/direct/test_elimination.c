/* The parts of our own sparse LU: the ordering, the assembly tree, and the elimination of a dense front. */
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

#include "base/machine.h"
#include "direct/assembly_tree.h"
#include "direct/dense_front.h"

#define MAX_N 400

static bool adjacent[MAX_N][MAX_N];

/* Connects two variables, of 0 .. n - 1 only. */
static void connect(int32_t i, int32_t j)
{
    if (i != j) {
        adjacent[i][j] = adjacent[j][i] = true;
    }
}

static void fill_grid(int32_t side)
{
    memset(adjacent, 0, sizeof adjacent);
    for (int32_t i = 0; i < side * side; ++i) {
        if (i % side + 1 < side) {
            connect(i, i + 1);
        }
        if (i + side < side * side) {
            connect(i, i + side);
        }
    }
}

/* Contacts with three rows each between random bodies: contacts that share a body are connected in full. */
static void fill_contacts(int32_t n, struct random *random)
{
    int32_t body[MAX_N][2];
    memset(adjacent, 0, sizeof adjacent);
    for (int32_t i = 0; i < n; ++i) {
        body[i][0] = i % 3 == 0 ? random_index(random, n / 5 + 1) : body[i - 1][0];
        body[i][1] = i % 3 == 0 ? random_index(random, n / 5 + 1) : body[i - 1][1];
        for (int32_t j = 0; j < i; ++j) {
            if (body[i][0] == body[j][0] || body[i][0] == body[j][1] || body[i][1] == body[j][0] ||
                body[i][1] == body[j][1]) {
                connect(i, j);
            }
        }
    }
}

static void fill_random(int32_t n, int32_t edges, struct random *random)
{
    memset(adjacent, 0, sizeof adjacent);
    for (int32_t k = 0; k < edges; ++k) {
        connect(random_index(random, n), random_index(random, n));
    }
}

static void build(struct assembly_tree *tree, int32_t n)
{
    static int32_t start[MAX_N + 1], neighbour[MAX_N * MAX_N];
    for (int32_t i = 0; i < n; ++i) {
        start[i + 1] = start[i];
        for (int32_t j = 0; j < n; ++j) {
            if (adjacent[i][j]) {
                neighbour[start[i + 1]++] = j;
            }
        }
    }
    assert_int_equal(md_tree_build(tree, &(md_allocator){md_allocator_default().resize, NULL}, n, start, neighbour),
                     MD_OK);
}

static void release(struct assembly_tree *tree)
{
    md_tree_free(tree, &(md_allocator){md_allocator_default().resize, NULL});
}

static bool filled[MAX_N][MAX_N];

/* Eliminates the variables in an order (NULL: 0, 1, ...) and returns the entries of L below the diagonal. Afterwards
 * `filled` has the pattern of L and U by places. */
static int64_t count_fill(int32_t n, const int32_t *order)
{
    int64_t entries = 0;
    for (int32_t i = 0; i < n; ++i) {
        for (int32_t j = 0; j < n; ++j) {
            filled[i][j] = adjacent[order != NULL ? order[i] : i][order != NULL ? order[j] : j];
        }
    }
    for (int32_t k = 0; k < n; ++k) {
        for (int32_t i = k + 1; i < n; ++i) {
            entries += filled[i][k];
            for (int32_t j = k + 1; filled[i][k] && j < n; ++j) {
                filled[i][j] |= filled[k][j];
            }
        }
    }
    return entries;
}

static void assert_is_permutation(const int32_t *order, int32_t n)
{
    bool seen[MAX_N] = {false};
    for (int32_t i = 0; i < n; ++i) {
        assert_in_range(order[i], 0, n - 1);
        assert_false(seen[order[i]]);
        seen[order[i]] = true;
    }
}

/* Where in front f the variable at a place is. */
static int32_t find(const struct assembly_tree *tree, int32_t f, int32_t place)
{
    const int32_t first = tree->pivot_start.at[f], end = tree->pivot_start.at[f + 1];
    if (place >= first && place < end) {
        return place - first;
    }
    for (int32_t k = 0; k < front_border(tree, f); ++k) {
        if (tree->border.at[tree->border_start.at[f] + k] == place) {
            return end - first + k;
        }
    }
    return -1;
}

/* Asserts that the fronts hold all of L and U, and that borders are found in parents. Returns their entries of L. */
static int64_t assert_is_assembly_tree(const struct assembly_tree *tree)
{
    int64_t entries = 0;
    assert_is_permutation(tree->order.at, tree->n);
    count_fill(tree->n, tree->order.at);
    assert_int_equal(tree->pivot_start.at[tree->fronts], tree->n);
    for (int32_t f = 0; f < tree->fronts; ++f) {
        const int64_t pivots = front_pivots(tree, f), border = front_border(tree, f);
        const int32_t parent = tree->parent.at[f];
        entries += pivots * (pivots - 1) / 2 + pivots * border;
        assert_true(pivots > 0);
        assert_true(parent == -1 ? border == 0 : parent > f && parent < tree->fronts);
        for (int32_t k = tree->pivot_start.at[f]; k < tree->pivot_start.at[f + 1]; ++k) {
            for (int32_t i = k + 1; i < tree->n; ++i) {
                assert_true(!filled[i][k] || find(tree, f, i) >= 0);
            }
        }
        for (int32_t k = tree->border_start.at[f]; k < tree->border_start.at[f + 1]; ++k) {
            assert_true(k == tree->border_start.at[f] || tree->border.at[k - 1] < tree->border.at[k]);
            assert_int_equal(tree->place.at[k], find(tree, parent, tree->border.at[k]));
        }
    }
    return entries;
}

static void a_grid_has_less_than_half_the_fill_of_its_natural_order(void **state)
{
    (void)state;
    struct assembly_tree tree = {0};
    fill_grid(20);
    const int64_t natural = count_fill(400, NULL);
    build(&tree, 400);
    const int64_t stored = assert_is_assembly_tree(&tree);
    const int64_t exact = count_fill(400, tree.order.at);
    assert_true(2 * exact < natural);
    /* Merging fronts adds less than 30 % of zeros. */
    assert_true(stored >= exact && 0.7 * (double)stored < (double)exact);
    release(&tree);
}

static void trees_of_random_graphs_hold_all_fill(void **state)
{
    (void)state;
    struct assembly_tree tree = {0};
    struct random random = {.state = 7};
    for (int32_t round = 0; round < 60; ++round) {
        const int32_t n = 1 + random_index(&random, 120);
        fill_random(n, random_index(&random, 4 * n), &random);
        const int64_t natural = count_fill(n, NULL);
        build(&tree, n);
        assert_is_assembly_tree(&tree);
        assert_true(count_fill(n, tree.order.at) <= natural);
    }
    release(&tree);
}

static void the_three_rows_of_a_contact_are_eliminated_together(void **state)
{
    (void)state;
    struct assembly_tree tree = {0};
    struct random random = {.state = 8};
    for (int32_t n = 30; n <= 300; n += 30) {
        int32_t front_of[MAX_N] = {0};
        fill_contacts(n, &random);
        build(&tree, n);
        assert_is_assembly_tree(&tree);
        for (int32_t f = 0; f < tree.fronts; ++f) {
            for (int32_t k = tree.pivot_start.at[f]; k < tree.pivot_start.at[f + 1]; ++k) {
                front_of[tree.order.at[k]] = f;
            }
        }
        for (int32_t i = 0; i < n; i += 3) {
            assert_int_equal(front_of[i], front_of[i + 1]);
            assert_int_equal(front_of[i], front_of[i + 2]);
        }
    }
    release(&tree);
}

#define MAX_FRONT 60

static void fill_front(double *at, int32_t size, int32_t summed, int kind, struct random *random)
{
    for (int32_t k = 0; k < size * size; ++k) {
        const int32_t i = k % size, j = k / size;
        at[k] = random_real(random, -1, 1);
        if (kind == 1 && i < summed && j < summed) {
            at[k] *= 1e-4; /* all pivots of these columns are too small at first */
        } else if (kind == 2) {
            at[k] = i == j ? 0 : random_index(random, 3) == 0 ? at[k] : 0;
        }
    }
}

/* Asserts L U + Schur complement = the front with its rows and columns permuted. */
static void assert_is_factored(const struct dense_front *front, const double *before, int32_t eliminated)
{
    const int32_t size = front->size;
    for (int32_t i = 0; i < size; ++i) {
        for (int32_t j = 0; j < size; ++j) {
            const int32_t count = i < eliminated || j < eliminated ? (i < j ? i : j) : eliminated;
            double sum = 0, sizes = 0;
            for (int32_t k = 0; k < count; ++k) {
                const double term = front->at[k * size + i] * front->at[j * size + k];
                sum += term;
                sizes += fabs(term);
            }
            const double entry = front->at[j * size + i];
            const double last = i > j && j < eliminated ? entry * front->at[j * size + j] : entry;
            sizes += fabs(last);
            assert_true(fabs(sum + last - before[front->column[j] * size + front->row[i]]) <=
                        1e-14 * size * sizes + 1e-16);
            /* The threshold bounds the entries of L. */
            assert_true(i <= j || j >= eliminated || fabs(entry) <= 101);
        }
    }
}

static void fronts_are_factored_alike_by_every_kernel(void **state)
{
    (void)state;
    static double before[MAX_FRONT * MAX_FRONT], at[2][MAX_FRONT * MAX_FRONT];
    const struct dense_kernel *const kernels[] = {&md_dense_kernel_base, MD_FOR_THIS_MACHINE(md_dense_kernel)};
    struct random random = {.state = 9};
    int32_t waiting = 0;
    for (int32_t round = 0; round < 600; ++round) {
        const int32_t size = 1 + random_index(&random, MAX_FRONT);
        const int32_t summed = round % 4 == 0 ? size : random_index(&random, size + 1);
        int32_t row[2][MAX_FRONT], column[2][MAX_FRONT], eliminated[2];
        fill_front(before, size, summed, round % 3, &random);
        for (int k = 0; k < 2; ++k) {
            struct dense_front front = {
                .at = at[k], .size = size, .summed = summed, .row = row[k], .column = column[k]};
            memcpy(at[k], before, sizeof before);
            for (int32_t i = 0; i < size; ++i) {
                row[k][i] = column[k][i] = i;
            }
            eliminated[k] = kernels[k]->eliminate(&front);
            if (eliminated[k] >= 0) {
                assert_is_factored(&front, before, eliminated[k]);
                assert_true(summed < size || eliminated[k] == size);
                waiting += summed - eliminated[k];
            }
        }
        /* A sparse front may have a zero column; the others are regular. */
        assert_true(eliminated[0] >= 0 || round % 3 == 2);
        assert_int_equal(eliminated[0], eliminated[1]);
        assert_memory_equal(at[0], at[1], (size_t)(size * size) * sizeof(double));
        assert_memory_equal(row[0], row[1], (size_t)size * sizeof(int32_t));
        assert_memory_equal(column[0], column[1], (size_t)size * sizeof(int32_t));
    }
    assert_true(waiting > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_has_less_than_half_the_fill_of_its_natural_order),
        cmocka_unit_test(trees_of_random_graphs_hold_all_fill),
        cmocka_unit_test(the_three_rows_of_a_contact_are_eliminated_together),
        cmocka_unit_test(fronts_are_factored_alike_by_every_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
