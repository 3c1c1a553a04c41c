/* Reads a problem from Matrix Market files. */
#include "public_problem.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ROWS 1000000
#define MAX_ENTRIES 100000000

static bool sparse_read(struct sparse *matrix, const char *path, struct problem_error *error);
static struct sparse sparse_transpose(const struct sparse *matrix);
static struct sparse sparse_product_JDJt(const struct sparse *J, const double *d);
static void sparse_free(struct sparse *matrix);

static bool refuse(struct problem_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return memory;
}

/* Returns folder/name in one of two static buffers. */
static const char *path_of(const char *folder, const char *name)
{
    static char path[2][4096];
    static int next;
    next = 1 - next;
    snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
    return path[next];
}

static bool exists(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    fclose(file);
    return true;
}

/* The inverse masses: from the diagonal of M or of its inverse, or from a vector of either. */
static double *read_inverse_masses(const char *folder, int count, struct problem_error *error)
{
    const bool inverse = exists(path_of(folder, "Minv.mtx"));
    const char *path = path_of(folder, inverse ? "Minv.mtx" : "M.mtx");
    struct sparse M = {0};
    if (!sparse_read(&M, path, error)) {
        return NULL;
    }
    double *d = allocate((size_t)count, sizeof *d);
    const bool is_vector = M.cols == 1;
    bool fits = M.rows == count && (is_vector || M.cols == count);
    for (int i = 0; fits && i < count; ++i) {
        fits = M.start[i + 1] - M.start[i] == 1 && (is_vector || M.col[M.start[i]] == i);
        const double mass = fits ? M.value[M.start[i]] : 0;
        fits = fits && mass > 0;
        d[i] = inverse ? mass : 1 / mass;
    }
    sparse_free(&M);
    if (!fits) {
        refuse(error, "%s: expected a diagonal matrix of %d positive numbers", path, count);
        free(d);
        return NULL;
    }
    return d;
}

/* Sets A = J M^-1 J^T and q = J v + b. */
static bool read_factors(struct public_problem *problem, const char *folder, struct problem_error *error)
{
    struct sparse J = {0};
    if (!sparse_read(&J, path_of(folder, "J.mtx"), error)) {
        return false;
    }
    double *v = vector_read(path_of(folder, "v.mtx"), J.cols, error);
    double *d = v != NULL ? read_inverse_masses(folder, J.cols, error) : NULL;
    problem->q = d != NULL ? vector_read(path_of(folder, "b.mtx"), J.rows, error) : NULL;
    const bool complete = problem->q != NULL;
    if (complete) {
        for (int i = 0; i < J.rows; ++i) {
            for (size_t e = J.start[i]; e < J.start[i + 1]; ++e) {
                problem->q[i] += J.value[e] * v[J.col[e]];
            }
        }
        problem->A = sparse_product_JDJt(&J, d);
    }
    free(v);
    free(d);
    sparse_free(&J);
    return complete;
}

static bool read_matrix(struct public_problem *problem, const char *folder, struct problem_error *error)
{
    const char *path = path_of(folder, "A.mtx");
    if (!sparse_read(&problem->A, path, error)) {
        return false;
    }
    if (problem->A.rows != problem->A.cols) {
        return refuse(error, "%s: %d x %d, expected a square matrix", path, problem->A.rows, problem->A.cols);
    }
    problem->q = vector_read(path_of(folder, "q.mtx"), problem->A.rows, error);
    return problem->q != NULL;
}

/* Decides by the number of friction coefficients what kind of problem it is. */
static bool read_friction(struct public_problem *problem, const char *folder, struct problem_error *error)
{
    const char *path = path_of(folder, "mu.mtx");
    const int m = problem->A.rows;
    problem->rows = m;
    if (!exists(path)) {
        problem->dimension = 1;
        problem->contacts = m;
        problem->mu = allocate((size_t)m, sizeof *problem->mu);
        return true;
    }
    struct sparse mu = {0};
    if (!sparse_read(&mu, path, error)) {
        return false;
    }
    const int count = mu.rows;
    sparse_free(&mu);
    if (count * 2 != m && count * 3 != m) {
        return refuse(error, "%s: %d numbers, expected one per two or three of the %d rows", path, count, m);
    }
    problem->dimension = count * 2 == m ? 2 : 3;
    problem->contacts = count;
    problem->mu = vector_read(path, count, error);
    return problem->mu != NULL;
}

bool public_problem_read(struct public_problem *problem, const char *folder, struct problem_error *error)
{
    *problem = (struct public_problem){0};
    const bool has_A = exists(path_of(folder, "A.mtx"));
    if (!has_A && !exists(path_of(folder, "J.mtx"))) {
        return refuse(error, "%s: found neither A.mtx nor J.mtx", folder);
    }
    if ((has_A ? read_matrix(problem, folder, error) : read_factors(problem, folder, error)) &&
        read_friction(problem, folder, error)) {
        return true;
    }
    public_problem_free(problem);
    return false;
}

void public_problem_free(struct public_problem *problem)
{
    sparse_free(&problem->A);
    free(problem->q);
    free(problem->mu);
    *problem = (struct public_problem){0};
}

double *vector_read(const char *path, int count, struct problem_error *error)
{
    struct sparse column = {0};
    if (!sparse_read(&column, path, error)) {
        return NULL;
    }
    if (column.rows != count || column.cols != 1) {
        refuse(error, "%s: %d x %d numbers, expected %d x 1", path, column.rows, column.cols, count);
        sparse_free(&column);
        return NULL;
    }
    double *value = allocate((size_t)count, sizeof *value);
    for (int i = 0; i < count; ++i) {
        value[i] = column.start[i + 1] > column.start[i] ? column.value[column.start[i]] : 0;
    }
    sparse_free(&column);
    return value;
}

bool vector_write(const char *path, const double *value, int count)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    fprintf(file, "%%%%MatrixMarket matrix array real general\n%d 1\n", count);
    for (int i = 0; i < count; ++i) {
        fprintf(file, "%.17g\n", value[i]);
    }
    const bool written = !ferror(file);
    return fclose(file) == 0 && written;
}

/* ---- Matrix Market ---------------------------------------------------------------------------------------------- */

struct entries {
    int rows, cols;
    size_t count;
    int *row, *col;
    double *value;
};

struct header {
    bool is_array, is_symmetric;
    int rows, cols;
    size_t count; /* numbers in the file */
};

static bool read_header(FILE *file, struct header *header, const char *path, struct problem_error *error)
{
    char line[1024];
    char format[32], field[32], symmetry[32];
    if (fgets(line, sizeof line, file) == NULL ||
        sscanf(line, "%%%%MatrixMarket matrix %31s %31s %31s", format, field, symmetry) != 3) {
        return refuse(error, "%s: expected a first line '%%%%MatrixMarket matrix ...'", path);
    }
    header->is_array = strcmp(format, "array") == 0;
    header->is_symmetric = strcmp(symmetry, "symmetric") == 0;
    if ((!header->is_array && strcmp(format, "coordinate") != 0) ||
        (strcmp(field, "real") != 0 && strcmp(field, "integer") != 0) ||
        (header->is_symmetric ? header->is_array : strcmp(symmetry, "general") != 0)) {
        return refuse(error, "%s: '%s %s %s', expected 'array real general' or 'coordinate real general|symmetric'",
                      path, format, field, symmetry);
    }
    do {
        if (fgets(line, sizeof line, file) == NULL) {
            return refuse(error, "%s: expected the size of the matrix", path);
        }
    } while (line[0] == '%' || strspn(line, " \t\r\n") == strlen(line));
    long rows = 0, cols = 0, count = 0;
    const int found = sscanf(line, "%ld %ld %ld", &rows, &cols, &count);
    if (found < (header->is_array ? 2 : 3) || rows < 1 || cols < 1 || rows > MAX_ROWS || cols > MAX_ROWS || count < 0 ||
        count > MAX_ENTRIES || (header->is_array && rows * cols > MAX_ENTRIES)) {
        return refuse(error, "%s: size '%.*s', expected %s", path, (int)strcspn(line, "\r\n"), line,
                      header->is_array ? "ROWS COLUMNS" : "ROWS COLUMNS ENTRIES");
    }
    header->rows = (int)rows;
    header->cols = (int)cols;
    header->count = header->is_array ? (size_t)rows * (size_t)cols : (size_t)count;
    return true;
}

static void entries_free(struct entries *entries)
{
    free(entries->row);
    free(entries->col);
    free(entries->value);
}

static void entries_add(struct entries *entries, int row, int col, double value)
{
    entries->row[entries->count] = row;
    entries->col[entries->count] = col;
    entries->value[entries->count++] = value;
}

static bool read_entries(FILE *file, const struct header *header, struct entries *entries, const char *path,
                         struct problem_error *error)
{
    for (size_t k = 0; k < header->count; ++k) {
        int i = (int)(k % (size_t)header->rows) + 1;
        int j = (int)(k / (size_t)header->rows) + 1;
        double value = 0;
        if ((!header->is_array && fscanf(file, "%d %d", &i, &j) != 2) || fscanf(file, "%lf", &value) != 1 ||
            !isfinite(value)) {
            return refuse(error, "%s: entry %zu of %zu is missing or no finite number", path, k + 1, header->count);
        }
        if (i < 1 || i > header->rows || j < 1 || j > header->cols) {
            return refuse(error, "%s: entry %zu is at row %d, column %d of a %d x %d matrix", path, k + 1, i, j,
                          header->rows, header->cols);
        }
        entries_add(entries, i - 1, j - 1, value);
        if (header->is_symmetric && i != j) {
            entries_add(entries, j - 1, i - 1, value);
        }
    }
    return true;
}

/* Groups entries by row; two transpositions then sort the columns. */
static struct sparse sparse_from(const struct entries *entries)
{
    struct sparse rows = {.rows = entries->rows, .cols = entries->cols};
    rows.start = allocate((size_t)rows.rows + 2, sizeof *rows.start);
    rows.col = allocate(entries->count, sizeof *rows.col);
    rows.value = allocate(entries->count, sizeof *rows.value);
    for (size_t e = 0; e < entries->count; ++e) {
        ++rows.start[entries->row[e] + 2];
    }
    for (int i = 0; i < rows.rows; ++i) {
        rows.start[i + 2] += rows.start[i + 1];
    }
    for (size_t e = 0; e < entries->count; ++e) {
        const size_t at = rows.start[entries->row[e] + 1]++;
        rows.col[at] = entries->col[e];
        rows.value[at] = entries->value[e];
    }
    return rows;
}

static bool sparse_read(struct sparse *matrix, const char *path, struct problem_error *error)
{
    struct header header = {0};
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return refuse(error, "%s: cannot be read", path);
    }
    bool good = read_header(file, &header, path, error);
    if (good) {
        const size_t room = header.count * (header.is_symmetric ? 2 : 1);
        struct entries entries = {.rows = header.rows, .cols = header.cols};
        entries.row = allocate(room, sizeof *entries.row);
        entries.col = allocate(room, sizeof *entries.col);
        entries.value = allocate(room, sizeof *entries.value);
        good = read_entries(file, &header, &entries, path, error);
        if (good) {
            struct sparse unsorted = sparse_from(&entries);
            struct sparse transposed = sparse_transpose(&unsorted);
            *matrix = sparse_transpose(&transposed);
            sparse_free(&unsorted);
            sparse_free(&transposed);
        }
        entries_free(&entries);
    }
    fclose(file);
    return good;
}

/* ---- Sparse matrices -------------------------------------------------------------------------------------------- */

static struct sparse sparse_transpose(const struct sparse *matrix)
{
    struct entries swapped = {.rows = matrix->cols, .cols = matrix->rows};
    const size_t room = matrix->start[matrix->rows];
    swapped.row = allocate(room, sizeof *swapped.row);
    swapped.col = allocate(room, sizeof *swapped.col);
    swapped.value = allocate(room, sizeof *swapped.value);
    for (int i = 0; i < matrix->rows; ++i) {
        for (size_t e = matrix->start[i]; e < matrix->start[i + 1]; ++e) {
            entries_add(&swapped, matrix->col[e], i, matrix->value[e]);
        }
    }
    struct sparse result = sparse_from(&swapped);
    entries_free(&swapped);
    return result;
}

/* Appends row i of J D J^T, whose entries `sum` collects by column; `seen` has the row that last touched a column. */
static void product_row(const struct sparse *J, const struct sparse *Jt, const double *d, int i, double *sum, int *seen,
                        struct entries *out)
{
    const size_t first = out->count;
    for (size_t e = J->start[i]; e < J->start[i + 1]; ++e) {
        const int k = J->col[e];
        for (size_t f = Jt->start[k]; f < Jt->start[k + 1]; ++f) {
            const int j = Jt->col[f];
            if (seen[j] != i + 1) {
                seen[j] = i + 1;
                sum[j] = 0;
                entries_add(out, i, j, 0);
            }
            sum[j] += J->value[e] * d[k] * Jt->value[f];
        }
    }
    for (size_t e = first; e < out->count; ++e) {
        out->value[e] = sum[out->col[e]];
    }
}

static struct sparse sparse_product_JDJt(const struct sparse *J, const double *d)
{
    struct sparse Jt = sparse_transpose(J);
    size_t room = 0;
    for (int i = 0; i < J->rows; ++i) {
        for (size_t e = J->start[i]; e < J->start[i + 1]; ++e) {
            room += Jt.start[J->col[e] + 1] - Jt.start[J->col[e]];
        }
    }
    struct entries out = {.rows = J->rows, .cols = J->rows};
    out.row = allocate(room, sizeof *out.row);
    out.col = allocate(room, sizeof *out.col);
    out.value = allocate(room, sizeof *out.value);
    double *sum = allocate((size_t)J->rows, sizeof *sum);
    int *seen = allocate((size_t)J->rows, sizeof *seen);
    for (int i = 0; i < J->rows; ++i) {
        product_row(J, &Jt, d, i, sum, seen, &out);
    }
    struct sparse unsorted = sparse_from(&out);
    struct sparse transposed = sparse_transpose(&unsorted);
    struct sparse result = sparse_transpose(&transposed);
    sparse_free(&unsorted);
    sparse_free(&transposed);
    sparse_free(&Jt);
    entries_free(&out);
    free(sum);
    free(seen);
    return result;
}

static void sparse_free(struct sparse *matrix)
{
    free(matrix->start);
    free(matrix->col);
    free(matrix->value);
    *matrix = (struct sparse){0};
}
