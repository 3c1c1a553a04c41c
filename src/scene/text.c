#define _POSIX_C_SOURCE 200809L

#include "scene/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/locale.h"
#include "base/memory.h"
#include "base/number.h"

static bool reserve(struct text *text, size_t more)
{
    if (text->status == MD_OK) {
        void *block = text->at;
        text->status = md_array_reserve(&text->allocator, &block, &text->capacity, text->used + more + 1, 1);
        text->at = block;
    }
    return text->status == MD_OK;
}

void text_print(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0 || !reserve(text, (size_t)length)) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(text->at + text->used, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->used += (size_t)length;
}

void text_free(struct text *text)
{
    void *block = text->at;
    md_array_free(&text->allocator, &block, &text->capacity, 1);
    text->at = NULL;
}

void text_member(struct text *text, const char *key)
{
    text_print(text, "%s", text->has_member ? text->separator : "");
    text->has_member = true;
    if (key != NULL) {
        text_print(text, "\"%s\": ", key);
        snprintf(text->failed_key, text->status == MD_OK ? sizeof text->failed_key : 0, "%s", key);
    }
}

struct text_level text_open(struct text *text, const char *key, const char *bracket, const char *separator)
{
    text_member(text, key);
    const struct text_level level = {text->separator};
    /* A separator that contains a new line is also written before the first member, without its comma. */
    text_print(text, "%s%s", bracket, separator[1] == '\n' ? separator + 1 : "");
    text->separator = separator;
    text->has_member = false;
    return level;
}

void text_close(struct text *text, struct text_level level, const char *bracket)
{
    text_print(text, "%s%s", text->separator[1] == '\n' ? level.separator + 1 : "", bracket);
    text->separator = level.separator;
    text->has_member = true;
}

/* Writes the shortest text that reads back as the same bits. md_number_format does so for md_real, which may be
 * float. */
static void print_double(struct text *text, double number)
{
    char digits[40];
    double again = 0;
    md_number_format((md_real)number, digits, sizeof digits);
    if (!md_number_parse(digits, &again) || again != number) {
        const struct locale_guard guard = md_locale_enter();
        snprintf(digits, sizeof digits, "%.17g", number);
        md_locale_leave(guard);
    }
    text_print(text, "%s", digits);
}

void text_number(struct text *text, const char *key, double number)
{
    text_member(text, key);
    if (isinf(number)) {
        text_print(text, "\"%sinfinity\"", number < 0 ? "-" : "");
    } else if (!isnan(number)) {
        print_double(text, number);
    } else if (text->status == MD_OK) {
        text->status = MD_ERROR_ARGUMENT;
    }
}

void text_real(struct text *text, const char *key, md_real real)
{
    char digits[40];
    text_member(text, key);
    if (!isfinite(real)) {
        text->status = text->status == MD_OK ? MD_ERROR_ARGUMENT : text->status;
        return;
    }
    md_number_format(real, digits, sizeof digits);
    text_print(text, "%s", digits);
}

void text_vec(struct text *text, const char *key, md2_vec vec)
{
    const struct text_level level = text_open(text, key, "[", ", ");
    text_real(text, NULL, vec.x);
    text_real(text, NULL, vec.y);
    text_close(text, level, "]");
}

void text_string(struct text *text, const char *key, const char *string)
{
    text_member(text, key);
    text_print(text, "\"");
    for (; *string != '\0'; ++string) {
        if (*string == '"' || *string == '\\') {
            text_print(text, "\\%c", *string);
        } else if ((unsigned char)*string < ' ') {
            text_print(text, "\\u%04x", (unsigned)(unsigned char)*string);
        } else {
            text_print(text, "%c", *string);
        }
    }
    text_print(text, "\"");
}
