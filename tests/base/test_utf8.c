/* Texts from outside: which bytes are UTF-8, and what a terminal gets to see. */
#include "base/utf8.h"

#include <string.h>

#include "support/support.h"

static void every_form_of_a_character_is_judged_as_the_standard_does(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
    } CASES[] = {
        {"a", 1},
        {"\x7f", 1},
        {"\x80", 0},                 /* a continuation alone */
        {"\xc1\xbf", 0},             /* U+007F, too long */
        {"\xc2\x80", 2},             /* U+0080 */
        {"\xdf\xbf", 2},             /* U+07FF */
        {"\xdf", 0},                 /* ends early */
        {"\xc3\x28", 0},             /* no continuation */
        {"\xe0\x9f\xbf", 0},         /* U+07FF, too long */
        {"\xe0\xa0\x80", 3},         /* U+0800 */
        {"\xed\x9f\xbf", 3},         /* U+D7FF */
        {"\xed\xa0\x80", 0},         /* U+D800, a surrogate */
        {"\xee\x80\x80", 3},         /* U+E000 */
        {"\xef\xbf\xbf", 3},         /* U+FFFF */
        {"\xef\xbf", 0},             /* ends early */
        {"\xf0\x8f\xbf\xbf", 0},     /* U+FFFF, too long */
        {"\xf0\x90\x80\x80", 4},     /* U+10000 */
        {"\xf4\x8f\xbf\xbf", 4},     /* U+10FFFF */
        {"\xf4\x90\x80\x80", 0},     /* beyond the last character */
        {"\xf5\x80\x80\x80", 0},     /* beyond the last character */
        {"\xf8\x88\x80\x80\x80", 0}, /* five bytes */
        {"\xfe", 0},
        {"\xff", 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        assert_int_equal(md_utf8_character(CASES[i].text, strlen(CASES[i].text)), CASES[i].length);
    }
    assert_int_equal(md_utf8_character("", 0), 0);
}

static void the_valid_part_of_a_text_ends_at_a_nul_or_a_wrong_byte(void **state)
{
    (void)state;
    assert_int_equal(md_utf8_prefix("gr\xc3\xbc\xc3\x9f!", 7), 7);
    assert_int_equal(md_utf8_prefix("gr\xc3\xbc\xc3\x9f!", 5), 4);
    assert_int_equal(md_utf8_prefix("ab\xff!", 4), 2);
    assert_int_equal(md_utf8_prefix("ab\0!", 4), 2);
    assert_int_equal(md_utf8_prefix("", 0), 0);
}

static void control_characters_and_wrong_bytes_are_shown_as_numbers(void **state)
{
    (void)state;
    assert_string_equal(md_printable("pool 1").text, "pool 1");
    assert_string_equal(md_printable("gr\xc3\xbc\xc3\x9f"
                                     "e")
                            .text,
                        "gr\xc3\xbc\xc3\x9f"
                        "e");
    assert_string_equal(md_printable("a\033[2Jb\r\n\t\x7f").text, "a\\x1b[2Jb\\x0d\\x0a\\x09\\x7f");
    /* U+009B begins a command of a terminal as ESC [ does. */
    assert_string_equal(md_printable("\xc2\x9b"
                                     "2J\xc2\xa0")
                            .text,
                        "\\xc2\\x9b2J\xc2\xa0");
    assert_string_equal(md_printable("\xff\xc3").text, "\\xff\\xc3");
}

static void a_long_text_is_cut_between_characters(void **state)
{
    (void)state;
    char text[3000] = "";
    for (size_t i = 0; i < 1000; ++i) {
        strcpy(text + 2 * i, "\xc3\xb6");
    }
    const struct printable shown = md_printable(text);
    const size_t length = strlen(shown.text);
    assert_int_equal(length, 1023);
    assert_int_equal(md_utf8_prefix(shown.text, length), length);
    assert_string_equal(shown.text + length - 3, "...");
    memset(text, '\033', sizeof text - 1);
    assert_int_equal(strlen(md_printable(text).text), 1023);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_a_character_is_judged_as_the_standard_does),
        cmocka_unit_test(the_valid_part_of_a_text_ends_at_a_nul_or_a_wrong_byte),
        cmocka_unit_test(control_characters_and_wrong_bytes_are_shown_as_numbers),
        cmocka_unit_test(a_long_text_is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
