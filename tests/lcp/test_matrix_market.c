/* Matrix Market files: reading, writing and reading back, and the errors of invalid files. */
#define _XOPEN_SOURCE 700

#include "support/support.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "lcp/matrix.h"
#include "support/counting_allocator.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define GENERAL "%%MatrixMarket matrix coordinate real general\n"
#define SYMMETRIC "%%MatrixMarket matrix coordinate real symmetric\n"
#define ARRAY "%%MatrixMarket matrix array real general\n"
#define INTEGER "%%MatrixMarket matrix coordinate integer general\n"
#define SYMMETRIC_ARRAY "%%MatrixMarket matrix array real symmetric\n"

static md_status read_text(md_matrix *matrix, const char *text, const md_read_options *options, md_error *error)
{
    return md_matrix_read_bytes(matrix, NULL, "file.mtx", text, strlen(text), options, error);
}

/* The text is read as the matrix with these numbers, row by row, both from a file and from memory. */
static void assert_reads(const char *text, int32_t rows, int32_t cols, const double *numbers)
{
    char *folder = folder_create();
    write_text(path_in(folder, "file.mtx"), text);
    for (int from_file = 0; from_file < 2; ++from_file) {
        md_matrix matrix = {0};
        md_error error = {0};
        const md_status status = from_file ? md_matrix_read(&matrix, NULL, path_in(folder, "file.mtx"), NULL, &error)
                                           : read_text(&matrix, text, NULL, &error);
        assert_string_equal(error.message, "");
        assert_int_equal(status, MD_OK);
        assert_true(md_matrix_is_valid(&matrix));
        assert_int_equal(matrix.rows, rows);
        assert_int_equal(matrix.cols, cols);
        for (int32_t i = 0; i < rows * cols; ++i) {
            assert_true(md_matrix_at(&matrix, i / cols, i % cols) == (md_real)numbers[i]);
        }
        md_matrix_free(&matrix);
    }
    folder_remove(folder);
}

/* ---- Valid files ------------------------------------------------------------------------------------------------- */

static void every_kind_of_matrix_is_read(void **state)
{
    (void)state;
    assert_reads(GENERAL "2 3 3\n1 1 1.5\n2 3 -2e1\n1 2 .25\n", 2, 3, (double[]){1.5, 0.25, 0, 0, 0, -20});
    assert_reads(INTEGER "2 2 2\n1 2 +7\n2 1 -8\n", 2, 2, (double[]){0, 7, -8, 0});
    assert_reads(SYMMETRIC "3 3 4\n1 1 1\n2 1 2\n3 2 3\n3 3 4\n", 3, 3, (double[]){1, 2, 0, 2, 0, 3, 0, 3, 4});
    assert_reads("%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n2 1 5\n", 2, 2, (double[]){0, 5, 5, 0});
    assert_reads(ARRAY "2 3\n1\n2\n3\n4\n5\n6\n", 2, 3, (double[]){1, 3, 5, 2, 4, 6});
    assert_reads("%%MatrixMarket matrix array integer general\n2 2\n1\n0\n0\n4\n", 2, 2, (double[]){1, 0, 0, 4});
    assert_reads(SYMMETRIC_ARRAY "3 3\n1\n2\n3\n4\n5\n6\n", 3, 3, (double[]){1, 2, 3, 2, 4, 5, 3, 5, 6});
    assert_reads("%%MatrixMarket matrix array integer symmetric\n1 1\n9\n", 1, 1, (double[]){9});
    assert_reads("%%MatrixMarket matrix array double general\n1 1\n9\n", 1, 1, (double[]){9});
}

static void a_vector_is_read_as_a_column_or_a_row_dense_or_sparse(void **state)
{
    (void)state;
    const double numbers[] = {1, 0, 3};
    assert_reads(ARRAY "3 1\n1\n0\n3\n", 3, 1, numbers);
    assert_reads(ARRAY "1 3\n1\n0\n3\n", 1, 3, numbers);
    assert_reads(GENERAL "3 1 2\n3 1 3\n1 1 1\n", 3, 1, numbers);
    assert_reads(GENERAL "1 3 2\n1 3 3\n1 1 1\n", 1, 3, numbers);
}

static void matrices_without_entries_are_read(void **state)
{
    (void)state;
    assert_reads(GENERAL "0 0 0\n", 0, 0, NULL);
    assert_reads(GENERAL "0 4 0\n", 0, 4, NULL);
    assert_reads(GENERAL "2 1 0\n", 2, 1, (double[]){0, 0});
    assert_reads(ARRAY "0 1\n", 0, 1, NULL);
    assert_reads(ARRAY "3 0\n", 3, 0, NULL);
}

static void duplicate_entries_are_added_up(void **state)
{
    (void)state;
    assert_reads(GENERAL "2 2 4\n1 1 1\n2 2 5\n1 1 2\n1 1 3\n", 2, 2, (double[]){6, 0, 0, 5});
    assert_reads(SYMMETRIC "2 2 2\n2 1 1\n2 1 2\n", 2, 2, (double[]){0, 3, 3, 0});
}

static void comments_blank_lines_line_endings_and_case_do_not_matter(void **state)
{
    (void)state;
    const double numbers[] = {1, 0, 2, 3};
    const char *const same[] = {
        GENERAL "2 2 3\n1 1 1\n2 1 2\n2 2 3\n",
        GENERAL "% a comment with numbers 9 9 9\n%\n2 2 3\n1 1 1\n2 1 2\n2 2 3\n",
        GENERAL "\n\n  \n% one\n\n%two\n\t2\t2   3\n\n1 1 1\n\n% three\n2 1 2\n2 2 3\n% the end\n\n",
        "%%MatrixMarket matrix coordinate real general\r\n% windows\r\n2 2 3\r\n1 1 1\r\n2 1 2\r\n2 2 3\r\n",
        GENERAL "2 2 3\n1 1 1\n2 1 2\n2 2 3",
        "%%matrixmarket MATRIX Coordinate REAL General\n2 2 3\n1 1 1\n2 1 2\n2 2 3\n",
        GENERAL "2 2 3\n+1 1 +1\n02 1 2.0e0\n2 2 0.3E+01\n",
    };
    for (size_t i = 0; i < COUNT(same); ++i) {
        assert_reads(same[i], 2, 2, numbers);
    }
}

static void infinity_is_read_only_if_it_is_allowed(void **state)
{
    (void)state;
    const char *const text = ARRAY "4 1\ninf\n-inf\n-Infinity\n+INF\n";
    const md_read_options allowing = {.allow_infinite = true};
    md_matrix matrix = {0};
    md_error error = {0};
    assert_int_equal(read_text(&matrix, text, &allowing, &error), MD_OK);
    const md_real expected[] = {MD_INFINITY, -MD_INFINITY, -MD_INFINITY, MD_INFINITY};
    for (int32_t i = 0; i < 4; ++i) {
        assert_true(md_matrix_at(&matrix, i, 0) == expected[i]);
    }
    assert_int_equal(read_text(&matrix, text, NULL, &error), MD_ERROR_FORMAT);
    assert_string_equal(error.message, "file.mtx:3: 'inf', expected a finite number");
    /* A number that overflows is an error, not an absent bound; and NaN is never accepted. */
    const char *const never[] = {"1e999", "-1e999", "nan", "-nan", "nan(1)", "infinite"};
    for (size_t i = 0; i < COUNT(never); ++i) {
        char one[100];
        snprintf(one, sizeof one, "%s1 1\n%s\n", ARRAY, never[i]);
        assert_int_equal(read_text(&matrix, one, &allowing, &error), MD_ERROR_FORMAT);
        assert_non_null(strstr(error.message, "file.mtx:3: '"));
        assert_non_null(strstr(error.message, "expected a"));
        assert_int_equal(matrix.rows, 0);
    }
    /* Nor may they result from adding up duplicates. */
    assert_int_equal(read_text(&matrix, GENERAL "1 1 2\n1 1 inf\n1 1 -inf\n", &allowing, &error), MD_ERROR_FORMAT);
    assert_string_equal(error.message,
                        "file.mtx: entries at row 1, column 1 add up to nan, expected a finite number or inf");
    md_matrix_free(&matrix);
}

/* ---- Invalid files ----------------------------------------------------------------------------------------------- */

struct bad_text {
    const char *text;
    md_status status;
    const char *message;
};

static const struct bad_text BAD_HEADERS[] = {
    {"", MD_ERROR_FORMAT,
     "file.mtx:1: not a Matrix Market file, expected '%%MatrixMarket matrix ...' on the first line"},
    {"\n\n", MD_ERROR_FORMAT, "not a Matrix Market file, expected '%%MatrixMarket matrix ...' on the first line"},
    {"2 2 1\n1 1 1\n", MD_ERROR_FORMAT, "file.mtx:1: not a Matrix Market file, expected '%%MatrixMarket"},
    {"\x7f"
     "ELF\x01\x02 \xff\xfe\n",
     MD_ERROR_FORMAT, "file.mtx:1: not a Matrix Market file, expected"},
    {"%%MatrixMarket", MD_ERROR_FORMAT,
     "file.mtx:1: incomplete header, expected '%%MatrixMarket matrix coordinate|array"},
    {"%%MatrixMarket matrix coordinate", MD_ERROR_FORMAT, "file.mtx:1: incomplete header, expected"},
    {"%%MatrixMarket matrix coordinate\n2 2 0\n", MD_ERROR_FORMAT, "file.mtx:1: incomplete header, expected"},
    {"%%MatrixMarket matrix coordinate real\n2 2 0\n", MD_ERROR_FORMAT, "file.mtx:1: incomplete header, expected"},
    {"%%MatrixMarket matrix coordinate real\ngeneral\n2 2 0\n", MD_ERROR_FORMAT, "file.mtx:1: incomplete header"},
    {"%%MatrixMarket vector coordinate real general\n1 1 0\n", MD_ERROR_FORMAT,
     "file.mtx:1: expected 'matrix' after %%MatrixMarket"},
    {"%%MatrixMarket matrix dense real general\n1 1\n1\n", MD_ERROR_FORMAT,
     "file.mtx:1: unknown format, expected 'coordinate' or 'array'"},
    {"%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n", MD_ERROR_FORMAT,
     "file.mtx:1: unsupported field, expected 'real' or 'integer'"},
    {"%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n", MD_ERROR_FORMAT,
     "file.mtx:1: unsupported field, expected 'real' or 'integer'"},
    {"%%MatrixMarket matrix coordinate real hermitian\n1 1 1\n1 1 1\n", MD_ERROR_FORMAT,
     "file.mtx:1: unsupported symmetry, expected 'general' or 'symmetric'"},
    {"%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 1\n", MD_ERROR_FORMAT,
     "file.mtx:1: unsupported symmetry, expected 'general' or 'symmetric'"},
};

static const struct bad_text BAD_SIZES[] = {
    {GENERAL, MD_ERROR_FORMAT, "file.mtx:2: the file ends where the number of rows was expected"},
    {GENERAL "% only a comment", MD_ERROR_FORMAT, "file.mtx:2: the file ends where the number of rows was expected"},
    {GENERAL "2", MD_ERROR_FORMAT, "file.mtx:2: the file ends where the number of columns was expected"},
    {GENERAL "2 2\n", MD_ERROR_FORMAT, "the file ends where the number of entries was expected"},
    {GENERAL "two 2 1\n1 1 1\n", MD_ERROR_FORMAT, "file.mtx:2: 'two', expected the number of rows, a whole number"},
    {GENERAL "2.0 2 1\n1 1 1\n", MD_ERROR_FORMAT, "file.mtx:2: '2.0', expected the number of rows, a whole number"},
    {GENERAL "0x2 2 1\n1 1 1\n", MD_ERROR_FORMAT, "file.mtx:2: '0x2', expected the number of rows, a whole number"},
    {GENERAL "-2 2 1\n1 1 1\n", MD_ERROR_SIZE, "file.mtx:2: the number of rows is -2, expected 0 to 20000000"},
    {GENERAL "2 -2 1\n1 1 1\n", MD_ERROR_SIZE, "file.mtx:2: the number of columns is -2, expected 0 to 20000000"},
    {GENERAL "2 2 -1\n1 1 1\n", MD_ERROR_SIZE, "file.mtx:2: the number of entries is -1, expected 0 to 1000000000"},
    {GENERAL "4000000000 2 1\n1 1 1\n", MD_ERROR_SIZE, "file.mtx:2: the number of rows is 4000000000, expected 0 to"},
    {GENERAL "2 99999999999999999999 1\n1 1 1\n", MD_ERROR_SIZE,
     "file.mtx:2: the number of columns is 99999999999999999999, expected 0 to"},
    {GENERAL "2 2 99999999999999999999\n1 1 1\n", MD_ERROR_SIZE,
     "file.mtx:2: the number of entries is 99999999999999999999, expected 0 to"},
    {ARRAY "20000000 20000000\n1\n", MD_ERROR_SIZE,
     "file.mtx:2: 20000000 x 20000000 values, expected at most 1000000000"},
    {SYMMETRIC "2 3 1\n1 1 1\n", MD_ERROR_FORMAT, "file.mtx:2: a symmetric matrix must have as many columns as rows"},
    {SYMMETRIC_ARRAY "3 2\n1\n", MD_ERROR_FORMAT, "file.mtx:2: a symmetric matrix must have as many columns as rows"},
    {GENERAL "0 2 1\n1 1 1\n", MD_ERROR_FORMAT, "file.mtx:2: entries in a matrix without rows or columns"},
};

static const struct bad_text BAD_ENTRIES[] = {
    {GENERAL "2 2 2\n1 1 1\n", MD_ERROR_FORMAT, "file.mtx:4: the file ends at entry 2 of 2"},
    {GENERAL "2 2 2\n1 1 1\n2", MD_ERROR_FORMAT, "file.mtx:4: the file ends where a column index was expected"},
    {GENERAL "2 2 2\n1 1 1\n2 2", MD_ERROR_FORMAT, "file.mtx:4: the file ends at entry 2 of 2"},
    {ARRAY "2 1\n1\n", MD_ERROR_FORMAT, "file.mtx:4: the file ends at entry 2 of 2"},
    {GENERAL "2 2 1\n1 1 1\n2 2 1\n", MD_ERROR_FORMAT, "file.mtx:4: '2' after the last of 1 entries"},
    {ARRAY "2 1\n1\n2\n3\n", MD_ERROR_FORMAT, "file.mtx:5: '3' after the last of 2 entries"},
    {ARRAY "2 1\n1\n% no comment here\n", MD_ERROR_FORMAT, "file.mtx:4: '%', expected a number"},
    {GENERAL "2 2 1\n1 1 one\n", MD_ERROR_FORMAT, "file.mtx:3: 'one', expected a number"},
    {GENERAL "2 2 1\n1 1 1.0.0\n", MD_ERROR_FORMAT, "file.mtx:3: '1.0.0', expected a number"},
    {GENERAL "2 2 1\n1 1 1,5\n", MD_ERROR_FORMAT, "file.mtx:3: '1,5', expected a number"},
    {GENERAL "2 2 1\n1 1 0x10\n", MD_ERROR_FORMAT, "file.mtx:3: '0x10', expected a number"},
    {GENERAL "2 2 1\n1 1 1\x01\n", MD_ERROR_FORMAT, "file.mtx:3: '1?', expected a number"},
    {GENERAL "2 2 1\n1 1 nan\n", MD_ERROR_FORMAT, "file.mtx:3: 'nan', expected a finite number"},
    {GENERAL "2 2 1\n1 1 -inf\n", MD_ERROR_FORMAT, "file.mtx:3: '-inf', expected a finite number"},
    {GENERAL "2 2 1\n1 1 1e999\n", MD_ERROR_FORMAT, "file.mtx:3: '1e999', expected a finite number"},
    {GENERAL "2 2 1\n0 1 1\n", MD_ERROR_SIZE, "file.mtx:3: a row index is 0, expected 1 to 2"},
    {GENERAL "2 2 1\n1 0 1\n", MD_ERROR_SIZE, "file.mtx:3: a column index is 0, expected 1 to 2"},
    {GENERAL "2 2 1\n3 1 1\n", MD_ERROR_SIZE, "file.mtx:3: a row index is 3, expected 1 to 2"},
    {GENERAL "2 2 1\n1 3 1\n", MD_ERROR_SIZE, "file.mtx:3: a column index is 3, expected 1 to 2"},
    {GENERAL "2 2 1\n-1 1 1\n", MD_ERROR_SIZE, "file.mtx:3: a row index is -1, expected 1 to 2"},
    {GENERAL "2 2 1\n1.5 1 1\n", MD_ERROR_FORMAT, "file.mtx:3: '1.5', expected a row index, a whole number"},
    {SYMMETRIC "2 2 1\n1 2 1\n", MD_ERROR_FORMAT, "file.mtx:3: an entry above the diagonal"},
    {INTEGER "2 2 2\n1 1 3\n1 2 2.5\n", MD_ERROR_FORMAT,
     "file.mtx:4: '2.5' in a file of integers, expected a whole number"},
    {INTEGER "2 2 1\n1 1 3.0\n", MD_ERROR_FORMAT, "file.mtx:3: '3.0' in a file of integers, expected a whole number"},
    {INTEGER "2 2 1\n1 1 1e2\n", MD_ERROR_FORMAT, "file.mtx:3: '1e2' in a file of integers, expected a whole number"},
    {"%%MatrixMarket matrix array integer symmetric\n1 1\n-.5\n", MD_ERROR_FORMAT,
     "file.mtx:3: '-.5' in a file of integers, expected a whole number"},
#ifdef MODULUS_SINGLE
    {ARRAY "1 1\n1e39\n", MD_ERROR_FORMAT, "file.mtx:3: '1e39', expected a finite number"},
    {GENERAL "2 2 2\n2 1 3e38\n2 1 3e38\n", MD_ERROR_FORMAT, "file.mtx: entries at row 2, column 1 add up to inf"},
#else
    {GENERAL "2 2 2\n2 1 1e308\n2 1 1e308\n", MD_ERROR_FORMAT, "file.mtx: entries at row 2, column 1 add up to inf"},
#endif
};

/* The file is refused with this status and message, the matrix is empty afterwards, and nothing leaks. */
static void assert_refuses(const struct bad_text *bad, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        struct counting_allocator books = {0};
        const md_allocator allocator = counting_allocator_of(&books);
        const md_entry entry = {1, 1, 1};
        md_matrix matrix = {0};
        md_error error = {0};
        assert_int_equal(md_matrix_from_entries(&matrix, &allocator, 2, 2, &entry, 1), MD_OK);
        const md_status status =
            md_matrix_read_bytes(&matrix, &allocator, "file.mtx", bad[i].text, strlen(bad[i].text), NULL, &error);
        if (strstr(error.message, bad[i].message) == NULL) {
            fail_msg("'%s' where '%s' was expected", error.message, bad[i].message);
        }
        assert_int_equal(status, bad[i].status);
        assert_int_equal(error.status, bad[i].status);
        assert_int_equal(matrix.rows, 0);
        assert_int_equal(books.live_blocks, 0);
        assert_true(books.largest_asked < 10000);
        assert_int_equal(
            md_matrix_read_bytes(&matrix, &allocator, "file.mtx", bad[i].text, strlen(bad[i].text), NULL, NULL),
            bad[i].status);
    }
}

static void a_bad_header_is_refused_with_what_was_expected(void **state)
{
    (void)state;
    assert_refuses(BAD_HEADERS, COUNT(BAD_HEADERS));
}

static void bad_sizes_are_refused_with_the_line_and_the_range(void **state)
{
    (void)state;
    assert_refuses(BAD_SIZES, COUNT(BAD_SIZES));
}

static void bad_entries_are_refused_with_their_line(void **state)
{
    (void)state;
    assert_refuses(BAD_ENTRIES, COUNT(BAD_ENTRIES));
}

static void a_header_with_too_many_entries_does_not_allocate_them(void **state)
{
    (void)state;
    static const struct bad_text claims[] = {
        {GENERAL "10 10 1000000000\n1 1 1\n", MD_ERROR_FORMAT, "file.mtx:4: the file ends at entry 2 of 1000000000"},
        {SYMMETRIC "20000000 20000000 1000000000\n1 1 1\n", MD_ERROR_FORMAT, "the file ends at entry 2 of 1000000000"},
        {ARRAY "100000 10000\n1\n", MD_ERROR_FORMAT, "file.mtx:4: the file ends at entry 2 of 1000000000"},
        {SYMMETRIC_ARRAY "31622 31622\n1\n", MD_ERROR_FORMAT, "file.mtx:4: the file ends at entry 2 of 499991253"},
    };
    assert_refuses(claims, COUNT(claims));
}

static void the_limits_of_the_reader_are_enforced(void **state)
{
    (void)state;
    const struct {
        const char *text;
        md_read_options options;
        const char *message; /* NULL: the file is valid */
    } cases[] = {
        {GENERAL "10 10 3\n1 1 1\n2 2 1\n3 3 1\n", {.max_dimension = 10, .max_entries = 3}, NULL},
        {GENERAL "11 10 0\n", {.max_dimension = 10}, "file.mtx:2: the number of rows is 11, expected 0 to 10"},
        {GENERAL "10 11 0\n", {.max_dimension = 10}, "file.mtx:2: the number of columns is 11, expected 0 to 10"},
        {GENERAL "10 10 4\n", {.max_entries = 3}, "file.mtx:2: the number of entries is 4, expected 0 to 3"},
        {ARRAY "2 2\n", {.max_entries = 3}, "file.mtx:2: 2 x 2 values, expected at most 3"},
        /* No limit allows a size beyond the range of an index. */
        {GENERAL "4000000000 1 0\n", {.max_dimension = INT64_MAX}, "the number of rows is 4000000000, expected 0 to"},
        {GENERAL "1 4294967297 0\n",
         {.max_dimension = INT64_MAX},
         "the number of columns is 4294967297, expected 0 to"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        md_matrix matrix = {0};
        md_error error = {0};
        const md_status status = read_text(&matrix, cases[i].text, &cases[i].options, &error);
        assert_int_equal(status, cases[i].message == NULL ? MD_OK : MD_ERROR_SIZE);
        assert_non_null(strstr(error.message, cases[i].message == NULL ? "" : cases[i].message));
        md_matrix_free(&matrix);
    }
}

static void a_word_of_a_million_characters_is_refused(void **state)
{
    (void)state;
    enum { LENGTH = 1000000 };
    static char text[LENGTH + 200];
    const char *const heads[] = {"", "%%MatrixMarket matrix ", GENERAL, GENERAL "1 1 1\n1 1 ", ARRAY "1 1\n1\n"};
    for (size_t i = 0; i < COUNT(heads); ++i) {
        strcpy(text, heads[i]);
        const size_t head = strlen(text);
        memset(text + head, '1', LENGTH);
        text[head + LENGTH] = '\0';
        md_matrix matrix = {0};
        md_error error = {0};
        assert_int_equal(read_text(&matrix, text, NULL, &error), MD_ERROR_FORMAT);
        assert_non_null(strstr(error.message, "a word of more than 79 characters"));
    }
    /* A comment may be longer than any buffer. */
    strcpy(text, ARRAY "%");
    memset(text + strlen(text), '1', LENGTH);
    strcpy(text + strlen(ARRAY "%") + LENGTH, "\n1 1\n5\n");
    assert_reads(text, 1, 1, (double[]){5});
}

static void an_unreadable_file_is_reported_with_its_name_and_the_reason(void **state)
{
    (void)state;
    char *folder = folder_create();
    const md_entry entry = {0, 0, 1};
    md_matrix matrix = {0};
    md_error error = {0};
    assert_int_equal(md_matrix_from_entries(&matrix, NULL, 1, 1, &entry, 1), MD_OK);
    const char *const missing = path_in(folder, "missing.mtx");
    assert_int_equal(md_matrix_read(&matrix, NULL, missing, NULL, &error), MD_ERROR_FILE);
    assert_int_equal(matrix.rows, 0);
    assert_non_null(strstr(error.message, missing));
    assert_non_null(strstr(error.message, "cannot be opened: No such file or directory"));
    assert_int_equal(md_matrix_read(&matrix, NULL, folder, NULL, &error), MD_ERROR_FILE);
    assert_non_null(strstr(error.message, folder));
    assert_non_null(strstr(error.message, "cannot be read: Is a directory"));
    folder_remove(folder);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* Numbers that are hard to write and read exactly. */
static size_t hard_numbers(md_real numbers[400])
{
    const md_real least = (md_real)PICK(4.9406564584124654e-324, 1.40129846e-45);
    const md_real smallest = (md_real)PICK(DBL_MIN, FLT_MIN);
    const md_real some[] = {0,
                            -(md_real)0,
                            1,
                            -1,
                            (md_real)1 / 3,
                            (md_real)0.1,
                            least,
                            -least,
                            3 * least,
                            smallest,
                            smallest - least,
                            MD_REAL_MAX,
                            -MD_REAL_MAX,
                            1 + MD_REAL_EPSILON,
                            1 - MD_REAL_EPSILON / 2,
                            (md_real)16777217,
                            (md_real)9007199254740993};
    size_t count = 0;
    for (; count < COUNT(some); ++count) {
        numbers[count] = some[count];
    }
    struct random random = {7};
    while (count < 400) {
        const uint64_t bits = random_bits(&random);
        md_real number;
        memcpy(&number, &bits, sizeof number);
        if (isfinite(number)) {
            numbers[count++] = number;
        }
    }
    return count;
}

static void reading_a_written_matrix_gives_the_same_bits(void **state)
{
    (void)state;
    char *folder = folder_create();
    md_real numbers[400];
    md_entry entries[400];
    const size_t count = hard_numbers(numbers);
    for (size_t e = 0; e < count; ++e) {
        entries[e] = (md_entry){(int32_t)(e % 21), (int32_t)(e / 21), numbers[e]};
    }
    md_matrix matrix = {0};
    md_matrix back = {0};
    md_error error = {0};
    assert_int_equal(md_matrix_from_entries(&matrix, NULL, 22, 20, entries, count), MD_OK);
    assert_int_equal(md_matrix_write(&matrix, path_in(folder, "A.mtx"), "hard numbers", &error), MD_OK);
    assert_int_equal(md_matrix_read(&back, NULL, path_in(folder, "A.mtx"), NULL, &error), MD_OK);
    assert_int_equal(back.rows, 22);
    assert_int_equal(back.cols, 20);
    assert_memory_equal(back.start, matrix.start, 23 * sizeof *back.start);
    assert_memory_equal(back.col, matrix.col, count * sizeof *back.col);
    assert_memory_equal(back.value, matrix.value, count * sizeof *back.value);
    md_matrix_free(&matrix);
    md_matrix_free(&back);
    folder_remove(folder);
}

static void reading_a_written_vector_gives_the_same_bits(void **state)
{
    (void)state;
    char *folder = folder_create();
    const md_read_options options = {.allow_infinite = true};
    md_real numbers[400];
    md_real vector[400];
    const size_t count = hard_numbers(numbers);
    numbers[20] = MD_INFINITY;
    numbers[21] = -MD_INFINITY;
    md_matrix back = {0};
    md_error error = {0};
    for (int32_t size = 0; size <= (int32_t)count; size += (int32_t)count) {
        assert_int_equal(md_vector_write(numbers, size, path_in(folder, "q.mtx"), NULL, &error), MD_OK);
        assert_int_equal(md_matrix_read(&back, NULL, path_in(folder, "q.mtx"), &options, &error), MD_OK);
        assert_int_equal(back.rows, size);
        assert_int_equal(back.cols, 1);
    }
    md_matrix_to_vector(&back, vector);
    assert_memory_equal(vector, numbers, count * sizeof *vector);
    md_matrix_free(&back);
    folder_remove(folder);
}

/* Writing a matrix or a vector there fails; both are longer than one buffer. */
static void assert_write_fails(const char *path, const char *reason)
{
    enum { COUNT_OF_NUMBERS = 10000 };
    static md_entry entries[COUNT_OF_NUMBERS];
    static md_real numbers[COUNT_OF_NUMBERS];
    md_matrix matrix = {0};
    for (int32_t e = 0; e < COUNT_OF_NUMBERS; ++e) {
        entries[e] = (md_entry){e / 100, e % 100, 1};
    }
    assert_int_equal(md_matrix_from_entries(&matrix, NULL, 100, 100, entries, COUNT_OF_NUMBERS), MD_OK);
    for (int i = 0; i < 2; ++i) {
        md_error error = {0};
        const md_status status = i == 0 ? md_matrix_write(&matrix, path, "comment", &error)
                                        : md_vector_write(numbers, COUNT_OF_NUMBERS, path, "comment", &error);
        assert_int_equal(status, MD_ERROR_FILE);
        assert_non_null(strstr(error.message, path));
        assert_non_null(strstr(error.message, "cannot be written"));
        assert_non_null(strstr(error.message, reason));
    }
    md_matrix_free(&matrix);
}

static void a_failed_write_leaves_no_file(void **state)
{
    (void)state;
    char *folder = folder_create();
    assert_write_fails(path_in(folder, "absent/A.mtx"), "No such file or directory");
    assert_int_equal(files_in(folder), 0);
    assert_int_equal(mkdir(path_in(folder, "A.mtx"), 0777), 0);
    assert_write_fails(path_in(folder, "A.mtx"), "is a folder");
    assert_int_equal(files_in(folder), 1);
    folder_remove(folder);
}

static void a_write_to_a_full_disk_keeps_the_old_file(void **state)
{
    (void)state;
    char *folder = folder_create();
    const char *const path = path_in(folder, "q.mtx");
    const md_real old[] = {1, 2};
    md_matrix back = {0};
    assert_int_equal(md_vector_write(old, 2, path, NULL, NULL), MD_OK);
    struct rlimit usual;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    void (*const handler)(int) = signal(SIGXFSZ, SIG_IGN);
    const struct rlimit tight = {.rlim_cur = 4096, .rlim_max = usual.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    assert_write_fails(path, "File too large");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(files_in(folder), 1);
    assert_int_equal(md_matrix_read(&back, NULL, path, NULL, NULL), MD_OK);
    assert_int_equal(back.rows, 2);
    assert_true(md_matrix_at(&back, 1, 0) == 2);
    md_matrix_free(&back);
    folder_remove(folder);
}

/* ---- Locale and memory ------------------------------------------------------------------------------------------- */

static void numbers_use_a_decimal_point_in_every_locale(void **state)
{
    (void)state;
    const char *const names[] = {"comma",       "de_DE.UTF-8", "de_DE.utf8", "de_DE",
                                 "fr_FR.UTF-8", "nl_NL.UTF-8", "es_ES.UTF-8"};
    const char *chosen = NULL;
    for (size_t i = 0; i < COUNT(names) && chosen == NULL; ++i) {
        chosen = setlocale(LC_NUMERIC, names[i]);
    }
    if (chosen == NULL || strcmp(localeconv()->decimal_point, ",") != 0) {
        setlocale(LC_ALL, "C");
        print_message("no locale with a decimal comma is installed here (comma, de_DE and others): skipped\n");
        skip();
    }
    char *folder = folder_create();
    const md_real half = (md_real)0.5;
    md_matrix matrix = {0};
    assert_reads(GENERAL "1 1 1\n1 1 2.5e-1\n", 1, 1, (double[]){0.25});
    assert_int_equal(read_text(&matrix, GENERAL "1 1 1\n1 1 2,5\n", NULL, NULL), MD_ERROR_FORMAT);
    assert_int_equal(md_vector_write(&half, 1, path_in(folder, "x.mtx"), NULL, NULL), MD_OK);
    assert_string_equal(localeconv()->decimal_point, ",");
    setlocale(LC_ALL, "C");
    assert_int_equal(md_matrix_read(&matrix, NULL, path_in(folder, "x.mtx"), NULL, NULL), MD_OK);
    assert_true(md_matrix_at(&matrix, 0, 0) == half);
    md_matrix_free(&matrix);
    folder_remove(folder);
}

static md_status read_a_symmetric_matrix(const md_allocator *allocator, void *user)
{
    (void)user;
    static const char text[] = SYMMETRIC "4 4 6\n1 1 1\n2 1 2\n3 2 3\n3 3 4\n4 1 5\n4 4 6\n";
    md_matrix matrix = {0};
    md_error error = {0};
    const md_status status = md_matrix_read_bytes(&matrix, allocator, "file.mtx", text, sizeof text - 1, NULL, &error);
    if (status != MD_OK) {
        assert_string_equal(error.message, "file.mtx: out of memory");
        assert_null(matrix.start);
    }
    md_matrix_free(&matrix);
    return status;
}

static void reading_reports_a_failed_allocation_and_leaks_nothing(void **state)
{
    (void)state;
    assert_true(assert_survives_every_refusal(read_a_symmetric_matrix, NULL) >= 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_matrix_is_read),
        cmocka_unit_test(a_vector_is_read_as_a_column_or_a_row_dense_or_sparse),
        cmocka_unit_test(matrices_without_entries_are_read),
        cmocka_unit_test(duplicate_entries_are_added_up),
        cmocka_unit_test(comments_blank_lines_line_endings_and_case_do_not_matter),
        cmocka_unit_test(infinity_is_read_only_if_it_is_allowed),
        cmocka_unit_test(a_bad_header_is_refused_with_what_was_expected),
        cmocka_unit_test(bad_sizes_are_refused_with_the_line_and_the_range),
        cmocka_unit_test(bad_entries_are_refused_with_their_line),
        cmocka_unit_test(a_header_with_too_many_entries_does_not_allocate_them),
        cmocka_unit_test(the_limits_of_the_reader_are_enforced),
        cmocka_unit_test(a_word_of_a_million_characters_is_refused),
        cmocka_unit_test(an_unreadable_file_is_reported_with_its_name_and_the_reason),
        cmocka_unit_test(reading_a_written_matrix_gives_the_same_bits),
        cmocka_unit_test(reading_a_written_vector_gives_the_same_bits),
        cmocka_unit_test(a_failed_write_leaves_no_file),
        cmocka_unit_test(a_write_to_a_full_disk_keeps_the_old_file),
        cmocka_unit_test(numbers_use_a_decimal_point_in_every_locale),
        cmocka_unit_test(reading_reports_a_failed_allocation_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
