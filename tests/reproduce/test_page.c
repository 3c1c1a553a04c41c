/* The page of modulus reproduce: text is escaped and numbers are formatted. */
#include <math.h>
#include <string.h>

#include "reproduce/report/page.h"
#include "support/support.h"

static void markup_in_text_is_escaped(void **state)
{
    char *folder = folder_create();
    struct page page;
    char text[200] = "";
    (void)state;
    assert_int_equal(md_output_open(&page.out, path_in(folder, "page.html"), NULL), MD_OK);
    page_row(&page, "<b>&\"é");
    page_cell_text(&page, "a < b");
    assert_int_equal(md_output_commit(&page.out, NULL), MD_OK);
    FILE *file = fopen(path_in(folder, "page.html"), "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_string_equal(text, "<tr><th scope=\"row\">&lt;b&gt;&amp;&quot;é</th><td class=\"words\">a &lt; b</td>");
    folder_remove(folder);
}

static void assert_reads(double value, enum number_style style, const char *expected)
{
    char text[48];
    assert_string_equal(number_text(text, value, style), expected);
}

static void numbers_are_formatted_for_reading(void **state)
{
    (void)state;
    assert_reads(7, NUMBER_COUNT, "7");
    assert_reads(26068, NUMBER_COUNT, "26,068");
    assert_reads(1234567, NUMBER_COUNT, "1,234,567");
    assert_reads(-123, NUMBER_COUNT, "-123");
    assert_reads(1.8349, NUMBER_RATIO, "1.83");
    assert_reads(0.0483, NUMBER_RATIO, "0.048");
    assert_reads(117.4, NUMBER_RATIO, "117");
    assert_reads(2.5, NUMBER_SECONDS, "2.50 s");
    assert_reads(0.0387, NUMBER_SECONDS, "38.7 ms");
    assert_reads(0.000573, NUMBER_SECONDS, "573 µs");
    assert_reads(0.042, NUMBER_PAPER, "0.042 s");
    assert_reads(-2.436, NUMBER_LOG, "−2.44");
    assert_reads(0, NUMBER_POWER, "0");
    assert_reads(9.6e-5, NUMBER_POWER, "9.6e-05");
    assert_reads((double)NAN, NUMBER_COUNT, "–");
    assert_reads((double)INFINITY, NUMBER_SECONDS, "∞");
}

static void captions_name_the_number_of_placements(void **state)
{
    char text[96];
    (void)state;
    assert_string_equal(placements_text(text, 1), "One placement.");
    assert_string_equal(placements_text(text, 10), "Medians over 10 placements; below them minimum and maximum.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markup_in_text_is_escaped),
        cmocka_unit_test(numbers_are_formatted_for_reading),
        cmocka_unit_test(captions_name_the_number_of_placements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
