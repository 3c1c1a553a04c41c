#include "bench/engines/text_reader.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

void reader_fail(struct reader *reader, const char *format, ...)
{
    if (!reader->failed) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(reader->problem, reader->size, format, arguments);
        va_end(arguments);
        reader->failed = true;
    }
}

void reader_word(struct reader *reader, char word[32], const char *what)
{
    word[0] = '\0';
    if (!reader->failed && fscanf(reader->file, "%31s", word) != 1) {
        reader_fail(reader, "the description ends, expected %s", what);
    }
}

void reader_expect(struct reader *reader, const char *expected)
{
    char word[32];
    reader_word(reader, word, expected);
    if (!reader->failed && strcmp(word, expected) != 0) {
        reader_fail(reader, "found '%s', expected '%s'", word, expected);
    }
}

double reader_number(struct reader *reader)
{
    double value = 0;
    if (!reader->failed && (fscanf(reader->file, "%lf", &value) != 1 || !isfinite(value))) {
        reader_fail(reader, "expected a finite number");
    }
    return reader->failed ? 0 : value;
}

int32_t reader_index(struct reader *reader, int32_t low, int32_t high)
{
    const double value = reader_number(reader);
    if (!reader->failed && (value < low || value > high || value != floor(value))) {
        reader_fail(reader, "found %g, expected an integer from %d to %d", value, low, high);
    }
    return reader->failed ? low : (int32_t)value;
}

int reader_choice(struct reader *reader, const char *const *names, int count)
{
    char word[32];
    reader_word(reader, word, names[0]);
    for (int i = 0; i < count; ++i) {
        if (strcmp(word, names[i]) == 0) {
            return i;
        }
    }
    reader_fail(reader, "unknown word '%s'", word);
    return 0;
}

void write_numbers(FILE *file, const double *numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        fprintf(file, " %.17g", numbers[i]);
    }
}
