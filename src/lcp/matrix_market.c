/* Reading Matrix Market files: https://math.nist.gov/MatrixMarket/formats.html
 *
 *     %%MatrixMarket matrix coordinate real general
 *     % comments
 *     rows cols entries
 *     row col value            (indices from 1, one entry per line)
 *
 * and the array format: rows cols, then every value column by column. Input is not trusted: sizes in
 * the header are checked against limits, and memory grows with the entries that are read.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "lcp/matrix.h"

#define DEFAULT_MAX_DIMENSION 20000000
#define DEFAULT_MAX_ENTRIES 1000000000
#define LONGEST_WORD 80
#define BUFFER_SIZE 65536

/* ---- Words of a file --------------------------------------------------------------------------------------------- */

struct source {
    const char *name;
    FILE *file; /* NULL for bytes in memory */
    const char *at, *end;
    char *buffer;
    int64_t line;
    bool failed; /* reading failed */
    md_error *error;
};

/* Peeks at the next character, or EOF. */
static int peek(struct source *source)
{
    if (source->at == source->end && source->file != NULL) {
        const size_t count = fread(source->buffer, 1, BUFFER_SIZE, source->file);
        source->failed = source->failed || ferror(source->file) != 0;
        source->at = source->buffer;
        source->end = source->buffer + count;
    }
    return source->at == source->end ? EOF : (unsigned char)*source->at;
}

static int take(struct source *source)
{
    const int next = peek(source);
    if (next != EOF) {
        ++source->at;
        source->line += next == '\n' ? 1 : 0;
    }
    return next;
}

static md_status fail_here(struct source *source, const char *what)
{
    return md_fail(source->error, MD_ERROR_FORMAT, "%s:%lld: %s", source->name, (long long)source->line, what);
}

/* The next word, across lines. An empty word is the end of the file. */
static md_status next_word(struct source *source, char word[LONGEST_WORD])
{
    while (peek(source) != EOF && isspace(peek(source))) {
        take(source);
    }
    size_t length = 0;
    while (peek(source) != EOF && !isspace(peek(source))) {
        if (length + 1 == LONGEST_WORD) {
            return fail_here(source, "a word of more than 79 characters, expected a number");
        }
        const int next = take(source);
        word[length++] = (char)(isprint(next) ? next : '?');
    }
    word[length] = '\0';
    if (source->failed) {
        return md_fail(source->error, MD_ERROR_FILE, "%s: cannot be read: %s", source->name, strerror(errno));
    }
    return MD_OK;
}

/* ---- The header -------------------------------------------------------------------------------------------------- */

struct header {
    bool is_array, is_symmetric, is_integer, allow_infinite;
    int64_t rows, cols, entries; /* entries in the file; a symmetric matrix has up to twice as many */
};

/* As in the "C" locale, whatever locale the host program has set. */
static char lower_case(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool same_word(const char *a, const char *b)
{
    while (*a != '\0' && lower_case(*a) == lower_case(*b)) {
        ++a;
        ++b;
    }
    return *a == '\0' && *b == '\0';
}

/* %%MatrixMarket matrix FORMAT FIELD SYMMETRY */
static md_status read_banner(struct source *source, struct header *header)
{
    char word[5][LONGEST_WORD];
    for (int i = 0; i < 5; ++i) {
        const md_status status = next_word(source, word[i]);
        if (status != MD_OK) {
            return status;
        }
        const bool ended_early = source->line > 1;
        if (i == 0 && !same_word(word[0], "%%MatrixMarket")) {
            return fail_here(source,
                             "not a Matrix Market file, expected '%%MatrixMarket matrix ...' on the first line");
        }
        if (ended_early || word[i][0] == '\0') {
            return md_fail(source->error, MD_ERROR_FORMAT,
                           "%s:1: incomplete header, expected '%%%%MatrixMarket matrix coordinate|array real|integer "
                           "general|symmetric'",
                           source->name);
        }
    }
    if (!same_word(word[1], "matrix")) {
        return fail_here(source, "expected 'matrix' after %%MatrixMarket");
    }
    header->is_array = same_word(word[2], "array");
    if (!header->is_array && !same_word(word[2], "coordinate")) {
        return fail_here(source, "unknown format, expected 'coordinate' or 'array'");
    }
    header->is_integer = same_word(word[3], "integer");
    if (!header->is_integer && !same_word(word[3], "real") && !same_word(word[3], "double")) {
        return fail_here(source, "unsupported field, expected 'real' or 'integer'");
    }
    header->is_symmetric = same_word(word[4], "symmetric");
    if (!header->is_symmetric && !same_word(word[4], "general")) {
        return fail_here(source, "unsupported symmetry, expected 'general' or 'symmetric'");
    }
    return MD_OK;
}

static void skip_comments(struct source *source)
{
    for (;;) {
        while (peek(source) != EOF && isspace(peek(source))) {
            take(source);
        }
        if (peek(source) != '%') {
            return;
        }
        while (peek(source) != EOF && peek(source) != '\n') {
            take(source);
        }
    }
}

/* Reads a whole number from `min` to `max`. */
static md_status read_whole(struct source *source, const char *what, int64_t min, int64_t max, int64_t *value)
{
    char word[LONGEST_WORD];
    const md_status status = next_word(source, word);
    if (status != MD_OK) {
        return status;
    }
    if (word[0] == '\0') {
        return md_fail(source->error, MD_ERROR_FORMAT, "%s:%lld: the file ends where %s was expected", source->name,
                       (long long)source->line, what);
    }
    char *end = NULL;
    errno = 0;
    const long long number = strtoll(word, &end, 10);
    if (*end != '\0') {
        return md_fail(source->error, MD_ERROR_FORMAT, "%s:%lld: '%s', expected %s, a whole number", source->name,
                       (long long)source->line, word, what);
    }
    if (errno != 0 || number < min || number > max) {
        return md_fail(source->error, MD_ERROR_SIZE, "%s:%lld: %s is %s, expected %lld to %lld", source->name,
                       (long long)source->line, what, word, (long long)min, (long long)max);
    }
    *value = number;
    return MD_OK;
}

static md_status read_sizes(struct source *source, struct header *header, const md_read_options *options)
{
    int64_t max_dimension = options->max_dimension > 0 ? options->max_dimension : DEFAULT_MAX_DIMENSION;
    max_dimension = max_dimension < INT32_MAX ? max_dimension : INT32_MAX - 1;
    const int64_t max_entries = options->max_entries > 0 ? options->max_entries : DEFAULT_MAX_ENTRIES;
    skip_comments(source);
    md_status status = read_whole(source, "the number of rows", 0, max_dimension, &header->rows);
    if (status == MD_OK) {
        status = read_whole(source, "the number of columns", 0, max_dimension, &header->cols);
    }
    if (status != MD_OK) {
        return status;
    }
    if (header->is_symmetric && header->rows != header->cols) {
        return fail_here(source, "a symmetric matrix must have as many columns as rows");
    }
    if (!header->is_array) {
        return read_whole(source, "the number of entries", 0, max_entries, &header->entries);
    }
    if (header->rows > 0 && header->cols > max_entries / header->rows) {
        return md_fail(source->error, MD_ERROR_SIZE, "%s:%lld: %lld x %lld values, expected at most %lld", source->name,
                       (long long)source->line, (long long)header->rows, (long long)header->cols,
                       (long long)max_entries);
    }
    header->entries = header->is_symmetric ? header->rows * (header->rows + 1) / 2 : header->rows * header->cols;
    return MD_OK;
}

/* ---- Entries ----------------------------------------------------------------------------------------------------- */

struct entry_list {
    const md_allocator *allocator;
    md_entry *at;
    size_t count, capacity;
};

static md_status append(struct entry_list *list, md_entry entry)
{
    const md_status status =
        md_array_reserve(list->allocator, (void **)&list->at, &list->capacity, list->count + 1, sizeof *list->at);
    if (status == MD_OK) {
        list->at[list->count++] = entry;
    }
    return status;
}

/* True for an optional sign and digits. */
static bool is_whole(const char *word)
{
    const char *digits = word + strspn(word, "+-");
    return digits <= word + 1 && *digits != '\0' && digits[strspn(digits, "0123456789")] == '\0';
}

static md_status read_value(struct source *source, const struct header *header, int64_t index, md_real *value)
{
    char word[LONGEST_WORD];
    const md_status status = next_word(source, word);
    if (status != MD_OK) {
        return status;
    }
    if (word[0] == '\0') {
        return md_fail(source->error, MD_ERROR_FORMAT, "%s:%lld: the file ends at entry %lld of %lld", source->name,
                       (long long)source->line, (long long)index, (long long)header->entries);
    }
    double number = 0;
    if (!md_number_parse(word, &number)) {
        return md_fail(source->error, MD_ERROR_FORMAT, "%s:%lld: '%s', expected a number", source->name,
                       (long long)source->line, word);
    }
    *value = (md_real)number;
    /* inf is allowed as a word; a number that overflows md_real is an error. */
    const bool is_word = strpbrk(word, "0123456789") == NULL;
    if (header->is_integer && !is_word && !is_whole(word)) {
        return md_fail(source->error, MD_ERROR_FORMAT, "%s:%lld: '%s' in a file of integers, expected a whole number",
                       source->name, (long long)source->line, word);
    }
    if (isnan(*value) || (isinf(*value) && !(header->allow_infinite && is_word))) {
        return md_fail(source->error, MD_ERROR_FORMAT, "%s:%lld: '%s', expected a finite number%s", source->name,
                       (long long)source->line, word, header->allow_infinite ? " or inf" : "");
    }
    return MD_OK;
}

/* Row and column of the entry of an array: column by column, from the diagonal down if the matrix is symmetric. */
static void advance(const struct header *header, md_entry *place)
{
    if (++place->row == header->rows) {
        ++place->col;
        place->row = header->is_symmetric ? place->col : 0;
    }
}

static md_status read_place(struct source *source, const struct header *header, int64_t index, md_entry *entry)
{
    int64_t row = 0;
    int64_t col = 0;
    if (header->rows == 0 || header->cols == 0) {
        return fail_here(source, "entries in a matrix without rows or columns");
    }
    skip_comments(source);
    if (peek(source) == EOF && !source->failed) {
        return md_fail(source->error, MD_ERROR_FORMAT, "%s:%lld: the file ends at entry %lld of %lld", source->name,
                       (long long)source->line, (long long)index, (long long)header->entries);
    }
    md_status status = read_whole(source, "a row index", 1, header->rows, &row);
    if (status == MD_OK) {
        status = read_whole(source, "a column index", 1, header->cols, &col);
    }
    if (status == MD_OK && header->is_symmetric && col > row) {
        return fail_here(source, "an entry above the diagonal, but a symmetric file holds the lower triangle only");
    }
    entry->row = (int32_t)(row - 1);
    entry->col = (int32_t)(col - 1);
    return status;
}

static md_status read_entries(struct source *source, const struct header *header, struct entry_list *list)
{
    md_entry place = {0};
    for (int64_t index = 1; index <= header->entries; ++index) {
        md_status status = header->is_array ? MD_OK : read_place(source, header, index, &place);
        if (status == MD_OK) {
            status = read_value(source, header, index, &place.value);
        }
        if (status != MD_OK) {
            return status;
        }
        /* Zeros of an array are not stored, except for -0, to keep the bits. */
        const bool stored = !header->is_array || place.value != 0 || signbit(place.value);
        if (stored) {
            status = append(list, place);
        }
        if (status == MD_OK && stored && header->is_symmetric && place.row != place.col) {
            status = append(list, (md_entry){.row = place.col, .col = place.row, .value = place.value});
        }
        if (status != MD_OK) {
            return md_fail(source->error, status, "%s: %s", source->name, md_status_text(status));
        }
        if (header->is_array) {
            advance(header, &place);
        }
    }
    char word[LONGEST_WORD];
    skip_comments(source);
    const md_status status = next_word(source, word);
    if (status == MD_OK && word[0] != '\0') {
        return md_fail(source->error, MD_ERROR_FORMAT, "%s:%lld: '%s' after the last of %lld entries", source->name,
                       (long long)source->line, word, (long long)header->entries);
    }
    return status;
}

/* Duplicate entries are added up, and the sum may be infinite or NaN although the entries are finite. */
static md_status check_sums(const struct source *source, const struct header *header, const md_matrix *matrix)
{
    for (int32_t row = 0; row < matrix->rows; ++row) {
        for (int64_t e = matrix->start[row]; e < matrix->start[row + 1]; ++e) {
            const md_real value = matrix->value[e];
            if (isnan(value) || (isinf(value) && !header->allow_infinite)) {
                return md_fail(source->error, MD_ERROR_FORMAT,
                               "%s: entries at row %d, column %d add up to %s, expected a finite number%s",
                               source->name, row + 1, matrix->col[e] + 1, isnan(value) ? "nan" : "inf",
                               header->allow_infinite ? " or inf" : "");
            }
        }
    }
    return MD_OK;
}

static md_status read_source(md_matrix *matrix, const md_allocator *allocator, struct source *source,
                             const md_read_options *options)
{
    static const md_read_options DEFAULTS = {0};
    const md_allocator owner = md_allocator_or_default(allocator);
    struct header header = {0};
    struct entry_list list = {.allocator = &owner};
    options = options != NULL ? options : &DEFAULTS;
    header.allow_infinite = options->allow_infinite;
    source->line = 1;
    md_status status = read_banner(source, &header);
    if (status == MD_OK) {
        status = read_sizes(source, &header, options);
    }
    if (status == MD_OK) {
        status = read_entries(source, &header, &list);
    }
    if (status == MD_OK) {
        status =
            md_matrix_from_entries(matrix, &owner, (int32_t)header.rows, (int32_t)header.cols, list.at, list.count);
        if (status != MD_OK) {
            md_fail(source->error, status, "%s: %s", source->name, md_status_text(status));
        }
    }
    if (status == MD_OK) {
        status = check_sums(source, &header, matrix);
    }
    if (status != MD_OK) {
        md_matrix_free(matrix);
    }
    md_array_free(&owner, (void **)&list.at, &list.capacity, sizeof *list.at);
    return status;
}

md_status md_matrix_read_bytes(md_matrix *matrix, const md_allocator *allocator, const char *name, const char *bytes,
                               size_t size, const md_read_options *options, md_error *error)
{
    if (matrix == NULL || name == NULL || (bytes == NULL && size > 0)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "the matrix, the name or the bytes are NULL");
    }
    bytes = bytes != NULL ? bytes : "";
    struct source source = {.name = name, .at = bytes, .end = bytes + size, .error = error};
    return read_source(matrix, allocator, &source, options);
}

md_status md_matrix_read(md_matrix *matrix, const md_allocator *allocator, const char *path,
                         const md_read_options *options, md_error *error)
{
    if (matrix == NULL || path == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "the %s is NULL", matrix == NULL ? "matrix" : "path");
    }
    char buffer[BUFFER_SIZE];
    struct source source = {.name = path, .at = buffer, .end = buffer, .buffer = buffer, .error = error};
    source.file = fopen(path, "rb");
    if (source.file == NULL) {
        md_matrix_free(matrix);
        return md_fail(error, md_file_status(errno), "%s: cannot be opened: %s", path, strerror(errno));
    }
    const md_status status = read_source(matrix, allocator, &source, options);
    fclose(source.file);
    return status;
}
