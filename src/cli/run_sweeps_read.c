/* Reads the sweeps of a run: see run_sweeps.h. The file is checked line by line; an error names the line. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "cli/cli.h"
#include "cli/run_sweeps.h"

struct reader {
    struct sweeps_read *sweeps;
    FILE *file;
    char *line; /* without its newline */
    size_t capacity;
    int64_t number; /* of the line, from 1 */
};

static int refuse(const struct reader *reader, const char *expected)
{
    return fail_with(EXIT_BAD_INPUT, "%s: line %lld: expected %s", reader->sweeps->path, (long long)reader->number,
                     expected);
}

/* The next line. The first tells whether it is such a file at all; a last one without a newline was cut. */
static int next_line(struct reader *reader)
{
    const ssize_t length = getline(&reader->line, &reader->capacity, reader->file);
    if (++reader->number == 1 && (length <= 0 || strncmp(reader->line, SWEEPS_MAGIC "\n", sizeof SWEEPS_MAGIC) != 0)) {
        return refuse(reader, "'" SWEEPS_MAGIC "', as modulus run --sweeps-out writes it");
    }
    if (length <= 0 || reader->line[length - 1] != '\n') {
        return fail_with(EXIT_BAD_INPUT, "%s: line %lld: is cut off, expected a line 'end STEPS HASH' at its end",
                         reader->sweeps->path, (long long)reader->number);
    }
    reader->line[length - 1] = '\0';
    return -1;
}

/* ---- The head ----------------------------------------------------------------------------------------------------------- */

/* The value of the next line, which begins with a key; NULL after one line of error. */
static const char *value_of(struct reader *reader, const char *key)
{
    const size_t length = strlen(key);
    char expected[64];
    if (next_line(reader) >= 0) {
        return NULL;
    }
    if (strncmp(reader->line, key, length) == 0 && reader->line[length] == ' ') {
        return reader->line + length + 1;
    }
    snprintf(expected, sizeof expected, "'%s' and its value", key);
    refuse(reader, expected);
    return NULL;
}

static bool read_text(struct reader *reader, const char *key, char *text, size_t size)
{
    const char *value = value_of(reader, key);
    if (value != NULL) {
        snprintf(text, size, "%s", value);
    }
    return value != NULL;
}

static bool read_number(struct reader *reader, const char *key, double *number)
{
    const char *value = value_of(reader, key);
    if (value == NULL) {
        return false;
    }
    const bool is_good = md_number_parse(value, number) && *number >= 0;
    if (!is_good) {
        refuse(reader, "a number that is not negative");
    }
    return is_good;
}

/* A count at the start of a text, which goes on behind it. */
static bool take_count(const char **text, int64_t *count)
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
    const char *value = value_of(reader, key);
    if (value == NULL) {
        return false;
    }
    const bool is_good = take_count(&value, count) && *value == '\0';
    if (!is_good) {
        refuse(reader, "a whole number that is not negative");
    }
    return is_good;
}

static int read_head(struct reader *reader)
{
    struct sweeps_head *head = &reader->sweeps->head;
    int64_t substeps = 0;
    const bool is_good = next_line(reader) < 0 && read_text(reader, "scene", head->scene, sizeof head->scene) &&
                         read_text(reader, "solver", head->solver, sizeof head->solver) &&
                         read_text(reader, "precision", head->precision, sizeof head->precision) &&
                         read_number(reader, "dt", &head->dt) && read_count(reader, "substeps", &substeps) &&
                         read_number(reader, "tol", &head->limits.tol) &&
                         read_number(reader, "tol_scaled", &head->limits.tol_scaled) &&
                         read_number(reader, "tol_relative", &head->limits.tol_relative) &&
                         read_count(reader, "iterations", &head->limits.max_iterations) &&
                         read_number(reader, "budget_us", &head->limits.budget_us) &&
                         read_count(reader, "position_iterations", &head->position_iterations);
    if (!is_good || next_line(reader) >= 0) {
        return EXIT_BAD_INPUT;
    }
    head->substeps = substeps <= 1000 ? (int32_t)substeps : 0;
    return strcmp(reader->line, "steps") == 0 ? -1 : refuse(reader, "'steps'");
}

/* ---- The steps ---------------------------------------------------------------------------------------------------------- */

static bool make_room(void **at, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    const size_t wanted = *capacity > 0 ? 2 * *capacity : 1024;
    void *grown = realloc(*at, wanted * size);
    if (grown != NULL) {
        *at = grown;
        *capacity = wanted;
    }
    return grown != NULL;
}

static int read_step(struct reader *reader)
{
    struct sweeps_read *sweeps = reader->sweeps;
    const char *text = reader->line;
    while (*text != '\0') {
        int64_t count = 0;
        if (!take_count(&text, &count) || (*text == ' ' && text[1] == '\0') || (*text != ' ' && *text != '\0')) {
            return refuse(reader, "the sweeps of each solve of a step, with a space between two");
        }
        text += *text == ' ';
        if (!make_room((void **)&sweeps->counts, &sweeps->count_capacity, sweeps->count, sizeof *sweeps->counts)) {
            return fail_with(EXIT_FAILED, "%s: out of memory", sweeps->path);
        }
        sweeps->counts[sweeps->count++] = count;
    }
    if (!make_room((void **)&sweeps->ends, &sweeps->step_capacity, sweeps->steps, sizeof *sweeps->ends)) {
        return fail_with(EXIT_FAILED, "%s: out of memory", sweeps->path);
    }
    sweeps->ends[sweeps->steps++] = sweeps->count;
    return -1;
}

static int read_end(struct reader *reader)
{
    struct sweeps_read *sweeps = reader->sweeps;
    const char *text = reader->line + strlen("end ");
    int64_t steps = 0;
    const bool is_good =
        take_count(&text, &steps) && *text == ' ' && strspn(text + 1, "0123456789abcdef") == 16 && text[17] == '\0';
    if (!is_good) {
        return refuse(reader, "'end', the number of steps and a hash of 16 digits");
    }
    if (steps != (int64_t)sweeps->steps) {
        return fail_with(EXIT_BAD_INPUT, "%s: line %lld: says that there are %lld steps, but %zu are there",
                         sweeps->path, (long long)reader->number, (long long)steps, sweeps->steps);
    }
    snprintf(sweeps->hash, sizeof sweeps->hash, "%s", text + 1);
    ++reader->number;
    return fgetc(reader->file) == EOF ? -1 : refuse(reader, "nothing after the end");
}

static int read_all(struct reader *reader)
{
    int ended = read_head(reader);
    while (ended < 0) {
        ended = next_line(reader);
        if (ended < 0 && strncmp(reader->line, "end ", strlen("end ")) == 0) {
            return read_end(reader);
        }
        if (ended < 0) {
            ended = read_step(reader);
        }
    }
    return ended;
}

int sweeps_read(struct sweeps_read *sweeps, const char *path)
{
    struct reader reader = {.sweeps = sweeps, .file = fopen(path, "r")};
    if (reader.file == NULL) {
        return fail_with(EXIT_BAD_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
    }
    snprintf(sweeps->path, sizeof sweeps->path, "%s", path);
    const int ended = read_all(&reader);
    free(reader.line);
    fclose(reader.file);
    return ended;
}

void sweeps_free(struct sweeps_read *sweeps)
{
    free(sweeps->counts);
    free(sweeps->ends);
    *sweeps = (struct sweeps_read){0};
}
