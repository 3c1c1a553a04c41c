/* Reads the file of sweeps.h and checks it line by line; an error names the line. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "cli/cli.h"
#include "cli/run/sweeps.h"

struct reader {
    struct sweeps_file *sweeps;
    FILE *file;
    char *line; /* without its newline */
    size_t capacity;
    int64_t line_number; /* from 1 */
};

static int refuse(const struct reader *reader, const char *expected)
{
    return fail_with(EXIT_BAD_INPUT, "%s: line %lld: expected %s", reader->sweeps->path, (long long)reader->line_number,
                     expected);
}

/* Reads the next line. The first line identifies the format; a last line without a newline means that the file was
 * truncated. */
static int next_line(struct reader *reader)
{
    const ssize_t length = getline(&reader->line, &reader->capacity, reader->file);
    if (++reader->line_number == 1 &&
        (length <= 0 || strncmp(reader->line, SWEEPS_MAGIC "\n", sizeof SWEEPS_MAGIC) != 0)) {
        return refuse(reader, "'" SWEEPS_MAGIC "', as modulus run --sweeps-out writes it");
    }
    if (length <= 0 || reader->line[length - 1] != '\n') {
        return fail_with(EXIT_BAD_INPUT, "%s: line %lld: the file is truncated, expected a last line 'end STEPS HASH'",
                         reader->sweeps->path, (long long)reader->line_number);
    }
    reader->line[length - 1] = '\0';
    return -1;
}

/* ---- Header ------------------------------------------------------------------------------------------------------ */

/* Reads the next line, which must begin with a key, and returns its value. On failure prints one line and returns
 * NULL. */
static const char *read_value(struct reader *reader, const char *key)
{
    const size_t length = strlen(key);
    char expected[64];
    if (next_line(reader) >= 0) {
        return NULL;
    }
    if (strncmp(reader->line, key, length) == 0 && reader->line[length] == ' ') {
        return reader->line + length + 1;
    }
    snprintf(expected, sizeof expected, "'%s' and a value", key);
    refuse(reader, expected);
    return NULL;
}

static bool read_text(struct reader *reader, const char *key, char *text, size_t size)
{
    const char *value = read_value(reader, key);
    if (value != NULL) {
        snprintf(text, size, "%s", value);
    }
    return value != NULL;
}

static bool read_number(struct reader *reader, const char *key, double *number)
{
    const char *value = read_value(reader, key);
    if (value == NULL) {
        return false;
    }
    const bool is_valid = md_number_parse(value, number) && *number >= 0;
    if (!is_valid) {
        refuse(reader, "a non-negative number");
    }
    return is_valid;
}

/* Parses a count at the start of a text and advances the text past it. */
static bool parse_count(const char **text, int64_t *count)
{
    char *end = NULL;
    errno = 0;
    if (**text < '0' || **text > '9') {
        return false;
    }
    *count = strtoll(*text, &end, 10);
    *text = end;
    return errno == 0;
}

static bool read_count(struct reader *reader, const char *key, int64_t *count)
{
    const char *value = read_value(reader, key);
    if (value == NULL) {
        return false;
    }
    const bool is_valid = parse_count(&value, count) && *value == '\0';
    if (!is_valid) {
        refuse(reader, "a non-negative whole number");
    }
    return is_valid;
}

static int read_header(struct reader *reader)
{
    struct sweeps_header *header = &reader->sweeps->header;
    int64_t substeps = 0;
    const bool is_valid = next_line(reader) < 0 && read_text(reader, "scene", header->scene, sizeof header->scene) &&
                          read_text(reader, "solver", header->solver, sizeof header->solver) &&
                          read_text(reader, "precision", header->precision, sizeof header->precision) &&
                          read_number(reader, "dt", &header->dt) && read_count(reader, "substeps", &substeps) &&
                          read_number(reader, "tol", &header->limits.tol) &&
                          read_number(reader, "tol_scaled", &header->limits.tol_scaled) &&
                          read_number(reader, "tol_relative", &header->limits.tol_relative) &&
                          read_count(reader, "iterations", &header->limits.max_iterations) &&
                          read_number(reader, "budget_us", &header->limits.budget_us) &&
                          read_count(reader, "position_iterations", &header->position_iterations);
    if (!is_valid || next_line(reader) >= 0) {
        return EXIT_BAD_INPUT;
    }
    header->substeps = substeps <= 1000 ? (int32_t)substeps : 0;
    return strcmp(reader->line, "steps") == 0 ? -1 : refuse(reader, "'steps'");
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

static bool reserve(void **at, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    const size_t larger = *capacity > 0 ? 2 * *capacity : 1024;
    void *grown = realloc(*at, larger * size);
    if (grown != NULL) {
        *at = grown;
        *capacity = larger;
    }
    return grown != NULL;
}

static int read_step(struct reader *reader)
{
    struct sweeps_file *sweeps = reader->sweeps;
    const char *text = reader->line;
    while (*text != '\0') {
        int64_t count = 0;
        if (!parse_count(&text, &count) || (*text == ' ' && text[1] == '\0') || (*text != ' ' && *text != '\0')) {
            return refuse(reader, "the sweeps of each solve of a step, separated by single spaces");
        }
        text += *text == ' ';
        if (!reserve((void **)&sweeps->counts, &sweeps->count_capacity, sweeps->count, sizeof *sweeps->counts)) {
            return fail_with(EXIT_FAILED, "%s: out of memory", sweeps->path);
        }
        sweeps->counts[sweeps->count++] = count;
    }
    if (!reserve((void **)&sweeps->ends, &sweeps->step_capacity, sweeps->steps, sizeof *sweeps->ends)) {
        return fail_with(EXIT_FAILED, "%s: out of memory", sweeps->path);
    }
    sweeps->ends[sweeps->steps++] = sweeps->count;
    return -1;
}

static int read_end(struct reader *reader)
{
    struct sweeps_file *sweeps = reader->sweeps;
    const char *text = reader->line + strlen("end ");
    int64_t steps = 0;
    const bool is_valid =
        parse_count(&text, &steps) && *text == ' ' && strspn(text + 1, "0123456789abcdef") == 16 && text[17] == '\0';
    if (!is_valid) {
        return refuse(reader, "'end', the number of steps and a hash of 16 hexadecimal digits");
    }
    if (steps != (int64_t)sweeps->steps) {
        return fail_with(EXIT_BAD_INPUT, "%s: line %lld: the file claims %lld steps but has %zu", sweeps->path,
                         (long long)reader->line_number, (long long)steps, sweeps->steps);
    }
    snprintf(sweeps->hash, sizeof sweeps->hash, "%s", text + 1);
    ++reader->line_number;
    return fgetc(reader->file) == EOF ? -1 : refuse(reader, "the end of the file");
}

static int read_all(struct reader *reader)
{
    int code = read_header(reader);
    while (code < 0) {
        code = next_line(reader);
        if (code < 0 && strncmp(reader->line, "end ", strlen("end ")) == 0) {
            return read_end(reader);
        }
        if (code < 0) {
            code = read_step(reader);
        }
    }
    return code;
}

int sweeps_read(struct sweeps_file *sweeps, const char *path)
{
    struct reader reader = {.sweeps = sweeps, .file = fopen(path, "r")};
    if (reader.file == NULL) {
        return fail_with(EXIT_BAD_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
    }
    snprintf(sweeps->path, sizeof sweeps->path, "%s", path);
    const int code = read_all(&reader);
    free(reader.line);
    fclose(reader.file);
    return code;
}

void sweeps_free(struct sweeps_file *sweeps)
{
    free(sweeps->counts);
    free(sweeps->ends);
    *sweeps = (struct sweeps_file){0};
}
