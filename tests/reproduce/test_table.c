/* The data files of modulus reproduce: tables are read back as written, and other files are refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "reproduce/data/sample.h"
#include "support/support.h"

static int set_up(void **state)
{
    *state = folder_create();
    return 0;
}

static int tear_down(void **state)
{
    folder_remove(*state);
    return 0;
}

static void fill(struct table *table)
{
    table_begin(table, "scene seed method value");
    snprintf(table->key, sizeof table->key, "format 1, \"quick\"");
    table->seconds = 1.5;
    const double values[] = {1.25, (double)NAN, -3e-17, 123456789};
    for (int i = 0; i < 4; ++i) {
        table_word(table, i % 2 == 0 ? "pool1" : "a,\"b\"\n<é>");
        table_number(table, 1 + i / 2);
        table_word(table, i % 2 == 0 ? "pgs" : "");
        table_number(table, values[i]);
    }
}

static void a_table_is_read_back_as_written(void **state)
{
    struct table table = {0};
    struct table again = {0};
    fill(&table);
    assert_int_equal(table_write(&table, *state, "one", NULL), MD_OK);
    assert_int_equal(table_read(&again, *state, "one", NULL), MD_OK);
    assert_string_equal(again.key, table.key);
    assert_true(again.seconds == 1.5);
    assert_int_equal(table_rows(&again), 4);
    for (size_t row = 0; row < 4; ++row) {
        const double before = table_number_at(&table, row, "value");
        const double after = table_number_at(&again, row, "value");
        assert_true(before == after || (isnan(before) && isnan(after)));
        assert_string_equal(table_word_at(&again, row, "scene"), table_word_at(&table, row, "scene"));
        assert_string_equal(table_word_at(&again, row, "method"), table_word_at(&table, row, "method"));
    }
    table_free(&table);
    table_free(&again);
}

static void the_csv_file_has_a_heading_and_quotes_special_characters(void **state)
{
    struct table table = {0};
    char text[400] = "";
    fill(&table);
    assert_int_equal(table_write(&table, *state, "one", NULL), MD_OK);
    FILE *file = fopen(path_in(*state, "one.csv"), "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_string_equal(text,
                        "scene,seed,method,value\npool1,1,pgs,1.25\n\"a,\"\"b\"\"\n<é>\",1,,\npool1,2,pgs,-3e-17\n"
                        "\"a,\"\"b\"\"\n<é>\",2,,123456789\n");
    table_free(&table);
}

static void files_that_are_not_tables_are_refused(void **state)
{
    static const char *const TEXTS[] = {
        "",
        "{",
        "[]",
        "{\"key\": \"k\"}",
        "{\"key\": \"k\", \"columns\": [], \"rows\": []}",
        "{\"key\": \"k\", \"columns\": [\"a\", \"b\"], \"rows\": [[1]]}",
        "{\"key\": 1, \"columns\": [\"a\"], \"rows\": [[1]]}",
        "{\"key\": \"k\", \"columns\": [\"a\"], \"rows\": 3}",
    };
    struct table table = {0};
    md_error error;
    assert_int_equal(table_read(&table, *state, "bad", &error), MD_ERROR_FILE);
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; ++i) {
        write_text(path_in(*state, "bad.json"), TEXTS[i]);
        assert_int_equal(table_read(&table, *state, "bad", &error), MD_ERROR_FORMAT);
        assert_non_null(strstr(error.message, "bad.json"));
        assert_int_equal(table_rows(&table), 0);
    }
}

static void tables_are_joined_and_their_rows_are_found(void **state)
{
    struct table table = {0};
    struct table part = {0};
    (void)state;
    fill(&part);
    table_append(&table, &part);
    table_append(&table, &part);
    assert_int_equal(table_rows(&table), 8);
    assert_true(table.seconds == 3);
    assert_int_equal(table_find(&table, 0, "pool1", "pgs", 2), 2);
    assert_int_equal(table_find(&table, 3, "pool1", NULL, 0), 4);
    assert_int_equal(table_find(&table, 0, "pool3", NULL, 0), -1);
    assert_true(isnan(table_number_at(&table, 0, "nothing")));
    assert_string_equal(table_word_at(&table, 99, "scene"), "");
    table_free(&table);
    table_free(&part);
}

static void a_sample_has_a_median_a_minimum_and_a_maximum(void **state)
{
    struct sample sample = {.count = 0};
    (void)state;
    assert_true(isnan(sample_median(&sample)) && isnan(sample_min(&sample)) && isnan(sample_max(&sample)));
    const double values[] = {5, 1, (double)NAN, 3, 4};
    for (size_t i = 0; i < 5; ++i) {
        sample_add(&sample, values[i]);
    }
    assert_int_equal(sample.count, 4);
    assert_true(sample_median(&sample) == 3.5 && sample_min(&sample) == 1 && sample_max(&sample) == 5);
    for (int i = 0; i < 2 * MAX_SEEDS; ++i) {
        sample_add(&sample, i);
    }
    assert_int_equal(sample.count, MAX_SEEDS);
}

static void ratios_are_taken_within_a_placement(void **state)
{
    struct table table = {0};
    (void)state;
    table_begin(&table, "scene seed method sweeps");
    for (int seed = 1; seed <= 3; ++seed) {
        for (int method = 0; method < 2; ++method) {
            table_word(&table, "pool1");
            table_number(&table, seed);
            table_word(&table, method == 0 ? "pgs" : "auto");
            table_number(&table, seed == 3 && method == 0 ? (double)NAN : method == 0 ? 10.0 * seed * seed : seed);
        }
    }
    const struct sample ratio = sample_ratio(&table, "sweeps", "pool1", "pgs", "auto");
    assert_int_equal(ratio.count, 3);
    assert_true(ratio.at[0] == 10 && ratio.at[1] == 20);
    assert_true(isinf(ratio.at[2])); /* the third did not reach its tolerance */
    table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_table_is_read_back_as_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_csv_file_has_a_heading_and_quotes_special_characters, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_that_are_not_tables_are_refused, set_up, tear_down),
        cmocka_unit_test(tables_are_joined_and_their_rows_are_found),
        cmocka_unit_test(a_sample_has_a_median_a_minimum_and_a_maximum),
        cmocka_unit_test(ratios_are_taken_within_a_placement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
