/* Sparse matrices: building from entries, access, transposing, reuse of memory, failed allocations. */
#include "support/support.h"

#include "lcp/matrix.h"
#include "support/counting_allocator.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static md_matrix matrix_of(int32_t rows, int32_t cols, const md_entry *entries, size_t count)
{
    md_matrix matrix = {0};
    assert_int_equal(md_matrix_from_entries(&matrix, NULL, rows, cols, entries, count), MD_OK);
    assert_true(md_matrix_is_valid(&matrix));
    assert_int_equal(matrix.rows, rows);
    assert_int_equal(matrix.cols, cols);
    return matrix;
}

static void assert_rows(const md_matrix *matrix, const int64_t *start, const int32_t *col, const md_real *value)
{
    for (int32_t row = 0; row <= matrix->rows; ++row) {
        assert_int_equal(matrix->start[row], start[row]);
    }
    for (int64_t e = 0; e < start[matrix->rows]; ++e) {
        assert_int_equal(matrix->col[e], col[e]);
        assert_true(matrix->value[e] == value[e]);
    }
}

static void assert_same_matrix(const md_matrix *a, const md_matrix *b)
{
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->cols, b->cols);
    assert_int_equal(md_matrix_entries(a), md_matrix_entries(b));
    if (a->rows > 0) {
        assert_rows(a, b->start, b->col, b->value);
    }
}

/* ---- From entries ------------------------------------------------------------------------------------------------ */

static void entries_in_any_order_are_sorted_by_row_and_column(void **state)
{
    (void)state;
    const md_entry entries[] = {{2, 1, 5}, {0, 2, 2}, {2, 0, 4}, {0, 0, 1}, {2, 3, 6}, {0, 3, 3}};
    md_matrix matrix = matrix_of(3, 4, entries, COUNT(entries));
    assert_rows(&matrix, (int64_t[]){0, 3, 3, 6}, (int32_t[]){0, 2, 3, 0, 1, 3}, (md_real[]){1, 2, 3, 4, 5, 6});
    md_matrix_free(&matrix);
}

/* Adding 1 to 4 / epsilon loses the 1, so the sum depends on the order. */
static void duplicate_entries_are_added_in_the_order_given(void **state)
{
    (void)state;
    const md_real large = 4 / MD_REAL_EPSILON;
    const md_entry lost[] = {{1, 1, large}, {0, 0, 7}, {1, 1, 1}, {1, 0, 8}, {1, 1, -large}};
    const md_entry kept[] = {{1, 1, large}, {0, 0, 7}, {1, 1, -large}, {1, 0, 8}, {1, 1, 1}};
    md_matrix matrix = matrix_of(2, 2, lost, COUNT(lost));
    assert_int_equal(md_matrix_entries(&matrix), 3);
    assert_true(md_matrix_at(&matrix, 1, 1) == 0);
    md_matrix_free(&matrix);
    matrix = matrix_of(2, 2, kept, COUNT(kept));
    assert_int_equal(md_matrix_entries(&matrix), 3);
    assert_true(md_matrix_at(&matrix, 1, 1) == 1);
    assert_true(md_matrix_at(&matrix, 0, 0) == 7);
    assert_true(md_matrix_at(&matrix, 1, 0) == 8);
    md_matrix_free(&matrix);
}

static void random_entries_give_the_same_matrix_as_a_dense_sum(void **state)
{
    (void)state;
    enum { ROWS = 37, COLS = 23, ENTRIES = 700 };
    static md_entry entries[ENTRIES];
    static md_real dense[ROWS][COLS];
    struct random random = {1};
    for (size_t e = 0; e < ENTRIES; ++e) {
        entries[e].row = random_index(&random, ROWS);
        entries[e].col = random_index(&random, COLS);
        entries[e].value = (md_real)random_real(&random, -1, 1);
        dense[entries[e].row][entries[e].col] += entries[e].value;
    }
    md_matrix matrix = matrix_of(ROWS, COLS, entries, ENTRIES);
    for (int32_t row = 0; row < ROWS; ++row) {
        for (int32_t col = 0; col < COLS; ++col) {
            assert_true(md_matrix_at(&matrix, row, col) == dense[row][col]);
        }
    }
    md_matrix_free(&matrix);
}

static void an_entry_outside_the_matrix_is_refused_and_the_matrix_is_unchanged(void **state)
{
    (void)state;
    const struct {
        int32_t rows, cols;
        md_entry entry;
    } cases[] = {
        {2, 3, {-1, 0, 1}},        {2, 3, {2, 0, 1}}, {2, 3, {0, -1, 1}}, {2, 3, {0, 3, 1}},  {2, 3, {INT32_MAX, 0, 1}},
        {2, 3, {0, INT32_MIN, 1}}, {0, 0, {0, 0, 1}}, {-1, 3, {0, 0, 1}}, {2, -3, {0, 0, 1}},
    };
    const md_entry good = {1, 2, 5};
    md_matrix matrix = matrix_of(2, 3, &good, 1);
    for (size_t i = 0; i < COUNT(cases); ++i) {
        const md_entry entries[] = {{0, 0, 1}, cases[i].entry};
        assert_int_equal(md_matrix_from_entries(&matrix, NULL, cases[i].rows, cases[i].cols, entries, 2),
                         MD_ERROR_ARGUMENT);
        assert_int_equal(md_matrix_entries(&matrix), 1);
        assert_true(md_matrix_at(&matrix, 1, 2) == 5);
    }
    md_matrix_free(&matrix);
}

/* ---- Access ------------------------------------------------------------------------------------------------------ */

static void missing_and_outside_entries_read_as_zero(void **state)
{
    (void)state;
    const md_entry entries[] = {{0, 1, 3}, {2, 0, 4}, {2, 2, 5}};
    md_matrix matrix = matrix_of(3, 3, entries, COUNT(entries));
    assert_true(md_matrix_at(&matrix, 0, 1) == 3);
    assert_true(md_matrix_at(&matrix, 2, 2) == 5);
    const int32_t zero[][2] = {{0, 0}, {0, 2}, {1, 1}, {2, 1}, {-1, 0}, {3, 0}, {0, -1}, {2, 3}, {INT32_MAX, 0}};
    for (size_t i = 0; i < COUNT(zero); ++i) {
        assert_true(md_matrix_at(&matrix, zero[i][0], zero[i][1]) == 0);
    }
    md_matrix_free(&matrix);
    assert_true(md_matrix_at(&matrix, 0, 0) == 0);
}

static void a_row_and_a_column_both_become_a_vector(void **state)
{
    (void)state;
    const md_entry column[] = {{0, 0, 1}, {2, 0, 3}};
    const md_entry row[] = {{0, 0, 1}, {0, 2, 3}};
    md_matrix matrices[] = {matrix_of(4, 1, column, 2), matrix_of(1, 4, row, 2)};
    for (size_t i = 0; i < COUNT(matrices); ++i) {
        md_real vector[4] = {9, 9, 9, 9};
        md_matrix_to_vector(&matrices[i], vector);
        assert_memory_equal(vector, ((md_real[]){1, 0, 3, 0}), sizeof vector);
        md_matrix_free(&matrices[i]);
    }
}

static void a_malformed_matrix_is_recognised(void **state)
{
    (void)state;
    int64_t sound[] = {0, 2, 3};
    int64_t late[] = {1, 2, 3};
    int64_t backward[] = {0, 2, 1};
    int32_t col[] = {0, 2, 1};
    int32_t twice[] = {2, 2, 1};
    int32_t descending[] = {2, 0, 1};
    int32_t negative[] = {-1, 2, 1};
    int32_t beyond[] = {0, 3, 1};
    md_real value[] = {1, 2, 3};
    md_real nan[] = {1, 2, (md_real)NAN};
    md_real infinite[] = {1, MD_INFINITY, 3};
    const struct {
        md_matrix matrix;
        bool valid;
    } cases[] = {
        {{2, 3, sound, col, value, {0}, 3, 3}, true},         {{0}, true},
        {{2, 3, NULL, col, value, {0}, 0, 3}, false},         {{-1, 3, sound, col, value, {0}, 3, 3}, false},
        {{2, -3, sound, col, value, {0}, 3, 3}, false},       {{2, 3, late, col, value, {0}, 3, 3}, false},
        {{2, 3, backward, col, value, {0}, 3, 3}, false},     {{2, 3, sound, twice, value, {0}, 3, 3}, false},
        {{2, 3, sound, descending, value, {0}, 3, 3}, false}, {{2, 3, sound, negative, value, {0}, 3, 3}, false},
        {{2, 3, sound, beyond, value, {0}, 3, 3}, false},     {{2, 3, sound, col, nan, {0}, 3, 3}, false},
        {{2, 3, sound, col, infinite, {0}, 3, 3}, false},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        assert_int_equal(md_matrix_is_valid(&cases[i].matrix), cases[i].valid);
    }
}

/* ---- Transposing, copying, empty --------------------------------------------------------------------------------- */

static void the_transpose_swaps_rows_and_columns_and_is_its_own_inverse(void **state)
{
    (void)state;
    const md_entry entries[] = {{0, 1, 1}, {0, 3, 2}, {2, 0, 3}, {2, 1, 4}};
    md_matrix matrix = matrix_of(3, 4, entries, COUNT(entries));
    md_matrix turned = {0};
    md_matrix back = {0};
    assert_int_equal(md_matrix_transpose(&turned, NULL, &matrix), MD_OK);
    assert_int_equal(turned.rows, 4);
    assert_int_equal(turned.cols, 3);
    assert_rows(&turned, (int64_t[]){0, 1, 3, 3, 4}, (int32_t[]){2, 0, 2, 0}, (md_real[]){3, 1, 4, 2});
    assert_int_equal(md_matrix_transpose(&back, NULL, &turned), MD_OK);
    assert_same_matrix(&back, &matrix);
    md_matrix_free(&matrix);
    md_matrix_free(&turned);
    md_matrix_free(&back);
}

static void a_copy_is_equal_and_independent(void **state)
{
    (void)state;
    const md_entry entries[] = {{0, 1, 1}, {1, 0, 2}};
    md_matrix matrix = matrix_of(2, 2, entries, COUNT(entries));
    md_matrix copy = {0};
    assert_int_equal(md_matrix_copy(&copy, NULL, &matrix), MD_OK);
    assert_same_matrix(&copy, &matrix);
    matrix.value[0] = 9;
    assert_true(md_matrix_at(&copy, 0, 1) == 1);
    md_matrix_free(&matrix);
    md_matrix_free(&copy);
}

static void matrices_without_rows_columns_or_entries_are_valid(void **state)
{
    (void)state;
    const int32_t sizes[][2] = {{0, 0}, {0, 3}, {3, 0}, {3, 3}};
    for (size_t i = 0; i < COUNT(sizes); ++i) {
        md_matrix matrix = matrix_of(sizes[i][0], sizes[i][1], NULL, 0);
        md_matrix turned = {0};
        md_matrix copy = {0};
        assert_int_equal(md_matrix_entries(&matrix), 0);
        assert_int_equal(md_matrix_transpose(&turned, NULL, &matrix), MD_OK);
        assert_int_equal(turned.rows, sizes[i][1]);
        assert_int_equal(turned.cols, sizes[i][0]);
        assert_true(md_matrix_is_valid(&turned));
        assert_int_equal(md_matrix_entries(&turned), 0);
        assert_int_equal(md_matrix_copy(&copy, NULL, &matrix), MD_OK);
        assert_same_matrix(&copy, &matrix);
        md_real vector[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
        md_matrix_to_vector(&matrix, vector);
        for (int32_t k = 0; k < sizes[i][0] * sizes[i][1]; ++k) {
            assert_true(vector[k] == 0);
        }
        md_matrix_free(&matrix);
        md_matrix_free(&turned);
        md_matrix_free(&copy);
    }
    md_matrix never_built = {0};
    md_matrix copy = {0};
    assert_int_equal(md_matrix_copy(&copy, NULL, &never_built), MD_OK);
    assert_int_equal(copy.rows, 0);
    md_matrix_free(&copy);
    md_matrix_free(&never_built);
    md_matrix_free(&never_built);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static void fill(md_matrix *matrix, const md_allocator *allocator, int32_t size)
{
    md_entry entries[2 * 16];
    size_t count = 0;
    for (int32_t row = 0; row < size; ++row) {
        entries[count++] = (md_entry){row, size - 1 - row, (md_real)(row + 1)};
        entries[count++] = (md_entry){row, (size + row) / 2, (md_real)(10 + row)};
    }
    assert_int_equal(md_matrix_from_entries(matrix, allocator, size, size, entries, count), MD_OK);
}

static void rebuilding_a_matrix_reuses_its_memory(void **state)
{
    (void)state;
    struct counting_allocator books = {0};
    const md_allocator allocator = counting_allocator_of(&books);
    md_matrix matrix = {0};
    const int32_t sizes[] = {5, 16, 3, 0, 7, 16};
    const int64_t *largest_start = NULL;
    for (size_t i = 0; i < COUNT(sizes); ++i) {
        md_matrix fresh = {0};
        fill(&fresh, NULL, sizes[i]);
        fill(&matrix, &allocator, sizes[i]);
        assert_true(md_matrix_is_valid(&matrix));
        assert_same_matrix(&matrix, &fresh);
        assert_int_equal(books.live_blocks, 3);
        if (i == 1) {
            largest_start = matrix.start;
        } else if (i > 1) {
            assert_ptr_equal(matrix.start, largest_start);
        }
        md_matrix_free(&fresh);
    }
    md_matrix_free(&matrix);
    assert_int_equal(books.live_blocks, 0);
    assert_null(matrix.start);
    assert_int_equal(matrix.rows, 0);
}

static void a_matrix_keeps_its_allocator(void **state)
{
    (void)state;
    struct counting_allocator first = {0};
    struct counting_allocator second = {0};
    const md_allocator allocators[] = {counting_allocator_of(&first), counting_allocator_of(&second)};
    md_matrix matrix = {0};
    fill(&matrix, &allocators[0], 4);
    fill(&matrix, &allocators[1], 16);
    assert_int_equal(first.live_blocks, 3);
    assert_int_equal(second.live_blocks, 0);
    md_matrix_free(&matrix);
    assert_int_equal(first.live_blocks, 0);
}

/* Builds a matrix, then a larger one in the same memory, then its transpose and copy. */
static md_status build_grow_and_turn(const md_allocator *allocator, void *user)
{
    (void)user;
    const md_entry small[] = {{0, 0, 1}, {1, 0, 2}};
    const md_entry large[] = {{4, 2, 1}, {1, 0, 2}, {3, 3, 3}, {0, 1, 4}, {4, 2, 5}, {2, 2, 6}, {0, 4, 7}};
    md_matrix matrix = {0};
    md_matrix turned = {0};
    md_status status = md_matrix_from_entries(&matrix, allocator, 2, 2, small, COUNT(small));
    /* The matrix is valid afterwards in any case. */
    assert_true(md_matrix_is_valid(&matrix));
    if (status == MD_OK) {
        status = md_matrix_from_entries(&matrix, allocator, 5, 5, large, COUNT(large));
        assert_true(md_matrix_is_valid(&matrix));
        (void)md_matrix_at(&matrix, 0, 0);
    }
    if (status == MD_OK) {
        status = md_matrix_transpose(&turned, allocator, &matrix);
        assert_true(md_matrix_is_valid(&turned));
    }
    if (status == MD_OK) {
        status = md_matrix_copy(&turned, allocator, &matrix);
        assert_true(md_matrix_is_valid(&turned));
    }
    md_matrix_free(&matrix);
    md_matrix_free(&turned);
    return status;
}

static void a_failed_allocation_leaks_nothing_and_leaves_a_valid_matrix(void **state)
{
    (void)state;
    /* Three arrays each for the two matrices and the two that sort them, and three growths. */
    assert_true(assert_survives_every_refusal(build_grow_and_turn, NULL) >= 12);
}

static void a_size_overflow_is_not_reported_as_out_of_memory(void **state)
{
    (void)state;
    md_matrix matrix = {0};
    assert_int_equal(md_matrix_reserve(&matrix, NULL, 1, SIZE_MAX / 2), MD_ERROR_SIZE);
    assert_int_equal(md_matrix_reserve(&matrix, NULL, 1, SIZE_MAX), MD_ERROR_SIZE);
    md_matrix_free(&matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_in_any_order_are_sorted_by_row_and_column),
        cmocka_unit_test(duplicate_entries_are_added_in_the_order_given),
        cmocka_unit_test(random_entries_give_the_same_matrix_as_a_dense_sum),
        cmocka_unit_test(an_entry_outside_the_matrix_is_refused_and_the_matrix_is_unchanged),
        cmocka_unit_test(missing_and_outside_entries_read_as_zero),
        cmocka_unit_test(a_row_and_a_column_both_become_a_vector),
        cmocka_unit_test(a_malformed_matrix_is_recognised),
        cmocka_unit_test(the_transpose_swaps_rows_and_columns_and_is_its_own_inverse),
        cmocka_unit_test(a_copy_is_equal_and_independent),
        cmocka_unit_test(matrices_without_rows_columns_or_entries_are_valid),
        cmocka_unit_test(rebuilding_a_matrix_reuses_its_memory),
        cmocka_unit_test(a_matrix_keeps_its_allocator),
        cmocka_unit_test(a_failed_allocation_leaks_nothing_and_leaves_a_valid_matrix),
        cmocka_unit_test(a_size_overflow_is_not_reported_as_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
