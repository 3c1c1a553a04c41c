#define _POSIX_C_SOURCE 200809L

#include "cli/study/vary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "cli/cli.h"

#define EXPECTED                                                                                                       \
    "expected KEY=FROM:TO:STEP, such as friction=0.1:0.9:0.1, KEY=FROM:TO:log7 for equal ratios, or KEY=a,b,c"

/* An option whose values are parsed: what errors name. */
struct source {
    const char *option, *text;
};

static int refuse(const struct source *source, const char *why)
{
    fail_with(EXIT_BAD_INPUT, "--%s %s: %s", source->option, source->text, why);
    return EXIT_BAD_INPUT;
}

static int fail_memory(void)
{
    fail_with(EXIT_FAILED, "out of memory");
    return EXIT_FAILED;
}

/* Adds a copy of `length` characters. */
static int add_value(struct vary *vary, const struct source *source, const char *text, size_t length)
{
    if (length == 0) {
        return refuse(source, "a value is empty, " EXPECTED);
    }
    if (strcspn(text, "\r\n") < length) {
        return refuse(source, "a value has a line break");
    }
    if (length >= MAX_VALUE_SIZE) {
        return refuse(source, "a value has more than 255 characters");
    }
    if (vary->count == MAX_VALUES) {
        char why[64];
        snprintf(why, sizeof why, "expected at most %d values", MAX_VALUES);
        return refuse(source, why);
    }
    char *copy = strndup(text, length);
    if (copy == NULL) {
        return fail_memory();
    }
    vary->values[vary->count++] = copy;
    return -1;
}

/* 12 digits: 0.1 + 2 * 0.1 is 0.3. */
static int add_number(struct vary *vary, const struct source *source, double number)
{
    char text[32];
    snprintf(text, sizeof text, "%.12g", number);
    return add_value(vary, source, text, strlen(text));
}

/* ---- Ranges ------------------------------------------------------------------------------------------------------ */

/* The three parts of a range, as texts. */
struct range {
    char from[64], to[64], step[64];
};

/* Splits a text at its colons. Returns false if it is no range: one value, a list, or a solver such as amgs:alpha=1. */
static bool split_range(const char *text, struct range *range, bool *is_complete)
{
    double number = 0;
    const size_t first = strcspn(text, ":");
    *is_complete = false;
    if (strpbrk(text, ",;") != NULL || text[first] == '\0' || first >= sizeof range->from) {
        return false;
    }
    snprintf(range->from, sizeof range->from, "%.*s", (int)first, text);
    if (!md_number_parse(range->from, &number)) {
        return false;
    }
    const char *rest = text + first + 1;
    const size_t second = strcspn(rest, ":");
    const char *step = rest[second] == ':' ? rest + second + 1 : "";
    if (second < sizeof range->to && strlen(step) < sizeof range->step) {
        snprintf(range->to, sizeof range->to, "%.*s", (int)second, rest);
        snprintf(range->step, sizeof range->step, "%s", step);
        *is_complete = range->step[0] != '\0';
    }
    return true;
}

static int add_ratios(struct vary *vary, const struct source *source, double from, double to, const char *count_text)
{
    char *end = NULL;
    const long count = strtol(count_text, &end, 10);
    if (*count_text < '0' || *count_text > '9' || *end != '\0' || count < 2 || count > MAX_VALUES) {
        return refuse(source, "expected log and a number of values from 2 to 10000, such as 1e-3:1e3:log7");
    }
    if (!(from > 0) || !(to > 0) || from == to) {
        return refuse(source, "expected two different positive numbers for equal ratios");
    }
    vary->is_log = true;
    int code = -1;
    for (long i = 0; code < 0 && i < count; ++i) {
        const double part = (double)i / (double)(count - 1);
        code = add_number(vary, source, pow(10, log10(from) + part * (log10(to) - log10(from))));
    }
    return code;
}

static int add_steps(struct vary *vary, const struct source *source, double from, double to, double step)
{
    /* The last value may miss TO by rounding. */
    const double last = floor((to - from) / step + 1e-9);
    if (step == 0 || !isfinite(step) || !(last >= 0)) {
        return refuse(source, "expected a STEP that leads from FROM to TO, such as 0.1:0.9:0.1");
    }
    if (last >= MAX_VALUES) {
        return refuse(source, "expected a STEP with at most 10000 values");
    }
    vary->is_linear = true;
    int code = -1;
    for (int i = 0; code < 0 && i <= (int)last; ++i) {
        const double value = from + i * step;
        code = add_number(vary, source, fabs(value) < 1e-9 * fabs(step) ? 0 : value);
    }
    return code;
}

static int add_range(struct vary *vary, const struct source *source, const struct range *range)
{
    double from = 0;
    double to = 0;
    double step = 0;
    const bool is_log = strncmp(range->step, "log", 3) == 0;
    const bool has_ends =
        md_number_parse(range->from, &from) && isfinite(from) && md_number_parse(range->to, &to) && isfinite(to);
    if (!has_ends || (!is_log && !md_number_parse(range->step, &step))) {
        return refuse(source, EXPECTED);
    }
    return is_log ? add_ratios(vary, source, from, to, range->step + 3) : add_steps(vary, source, from, to, step);
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/* Commas separate values, unless there is a semicolon: a solver with two parameters contains a comma. */
static int add_list(struct vary *vary, const struct source *source, const char *text)
{
    const char *separator = strchr(text, ';') != NULL ? ";" : ",";
    int code = -1;
    for (;;) {
        const size_t length = strcspn(text, separator);
        code = add_value(vary, source, text, length);
        if (code >= 0 || text[length] == '\0') {
            return code;
        }
        text += length + 1;
    }
}

static int check_distinct(const struct vary *vary, const struct source *source)
{
    for (size_t i = 0; i < vary->count; ++i) {
        for (size_t k = 0; k < i; ++k) {
            const bool is_same = vary->numbers != NULL ? vary->numbers[i] == vary->numbers[k]
                                                       : strcmp(vary->values[i], vary->values[k]) == 0;
            if (is_same) {
                char why[128];
                snprintf(why, sizeof why, "the value '%.60s' is given twice", vary->values[i]);
                return refuse(source, why);
            }
        }
    }
    return -1;
}

/* Fills `numbers` if all values are numbers. */
static int read_numbers(struct vary *vary)
{
    vary->numbers = calloc(vary->count, sizeof *vary->numbers);
    if (vary->numbers == NULL) {
        return fail_memory();
    }
    for (size_t i = 0; i < vary->count; ++i) {
        if (!md_number_parse(vary->values[i], &vary->numbers[i]) || !isfinite(vary->numbers[i])) {
            free(vary->numbers);
            vary->numbers = NULL;
            return -1;
        }
    }
    return -1;
}

static int add_values(struct vary *vary, const struct source *source, const char *text)
{
    struct range range;
    bool is_complete = false;
    int code = -1;
    vary->text = text;
    vary->values = calloc(MAX_VALUES, sizeof *vary->values);
    if (vary->values == NULL) {
        return fail_memory();
    }
    if (split_range(text, &range, &is_complete)) {
        code = is_complete ? add_range(vary, source, &range) : refuse(source, EXPECTED);
    } else {
        code = add_list(vary, source, text);
    }
    if (code < 0) {
        code = read_numbers(vary);
    }
    return code < 0 ? check_distinct(vary, source) : code;
}

int vary_parse(struct vary *vary, const char *option, const char *text)
{
    const struct source source = {option, text};
    const char *equals = strchr(text, '=');
    *vary = (struct vary){0};
    if (equals == NULL || equals == text || equals - text >= MAX_VALUE_SIZE) {
        return refuse(&source, EXPECTED);
    }
    vary->key = strndup(text, (size_t)(equals - text));
    return vary->key != NULL ? add_values(vary, &source, equals + 1) : fail_memory();
}

static bool is_whole(const char *text)
{
    return text[0] != '\0' && strlen(text) < 10 && text[strspn(text, "0123456789")] == '\0';
}

int vary_parse_seeds(struct vary *vary, const char *text)
{
    const struct source source = {"seeds", text};
    char range[32];
    *vary = (struct vary){.key = strdup("seed")};
    if (vary->key == NULL) {
        return fail_memory();
    }
    const long count = is_whole(text) ? strtol(text, NULL, 10) : 0;
    if (is_whole(text) && (count < 1 || count > MAX_VALUES)) {
        return refuse(&source, "expected a number of seeds from 1 to 10000, or seeds such as 1,5,9");
    }
    snprintf(range, sizeof range, "1:%ld:1", count);
    int code = add_values(vary, &source, count > 0 ? range : text);
    vary->text = text;
    for (size_t i = 0; code < 0 && i < vary->count; ++i) {
        if (!is_whole(vary->values[i])) {
            code = refuse(&source, "expected a number of seeds, or seeds such as 1,5,9, which are whole numbers >= 0");
        }
    }
    return code;
}

void vary_free(struct vary *vary)
{
    for (size_t i = 0; i < vary->count; ++i) {
        free(vary->values[i]);
    }
    free(vary->values);
    free(vary->numbers);
    free(vary->key);
    *vary = (struct vary){0};
}
