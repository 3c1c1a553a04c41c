#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <hdf5.h>
#include <hdf5_hl.h>

#include "base/error.h"
#include "fclib/parts.h"

/* Rows, columns and entries, as of Matrix Market files. */
#define MAX_DIMENSION 20000000
#define MAX_ENTRIES 1000000000

/* A file that is being checked. The first failure is reported, and all further checks return false. */
struct file {
    const char *path;
    hid_t id;
    md_error *error;
    md_status status;
};

/* Reports the failure and returns false. */
__attribute__((format(printf, 3, 4))) static bool fail(struct file *file, md_status status, const char *format, ...)
{
    char message[sizeof file->error->message];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    file->status = md_fail(file->error, status, "%s", message);
    return false;
}

static bool has(const struct file *file, const char *name)
{
    return H5LTpath_valid(file->id, name, true) > 0;
}

/* ---- Datasets ---------------------------------------------------------------------------------------------------- */

enum content { WHOLE_NUMBERS, NUMBERS, TEXT };

static const char *const CONTENT_NAMES[] = {[WHOLE_NUMBERS] = "whole numbers", [NUMBERS] = "numbers", [TEXT] = "text"};

/* The number of elements and the content of a dataset; -1 if it is neither text nor numbers. FCLIB has room for the
 * extent of one dimension. */
static int64_t measure(hid_t dataset, enum content *content)
{
    const hid_t space = H5Dget_space(dataset);
    const hid_t type = H5Dget_type(dataset);
    const H5T_class_t class = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
    const int rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : -1;
    const hssize_t count = space >= 0 ? H5Sget_simple_extent_npoints(space) : -1;
    *content = class == H5T_STRING ? TEXT : class == H5T_INTEGER ? WHOLE_NUMBERS : NUMBERS;
    const bool is_known = class == H5T_STRING || class == H5T_INTEGER || class == H5T_FLOAT;
    H5Sclose(space);
    H5Tclose(type);
    return is_known && rank >= 0 && rank <= 1 ? (int64_t)count : -1;
}

/* Checks that a dataset has `count` elements of a content. */
static bool check_dataset(struct file *file, const char *name, enum content content, int64_t count)
{
    if (file->status != MD_OK) {
        return false;
    }
    if (!has(file, name)) {
        return fail(file, MD_ERROR_FORMAT, "%s: %s is missing", file->path, name);
    }
    const hid_t dataset = H5Dopen2(file->id, name, H5P_DEFAULT);
    if (dataset < 0) {
        return fail(file, MD_ERROR_FORMAT, "%s: %s cannot be read, expected %s", file->path, name,
                    CONTENT_NAMES[content]);
    }
    enum content found = TEXT;
    const int64_t size = measure(dataset, &found);
    H5Dclose(dataset);
    const bool fits = found == content || (content == NUMBERS && found == WHOLE_NUMBERS);
    if (size < 0 || !fits) {
        return fail(file, MD_ERROR_FORMAT, "%s: %s is not a list of %s", file->path, name, CONTENT_NAMES[content]);
    }
    if (size != count) {
        return fail(file, MD_ERROR_FORMAT, "%s: %s has %lld elements, expected %lld", file->path, name, (long long)size,
                    (long long)count);
    }
    return true;
}

/* Reads a whole number and checks its range. */
static bool read_whole(struct file *file, const char *name, int min, int max, int *number)
{
    if (!check_dataset(file, name, WHOLE_NUMBERS, 1)) {
        return false;
    }
    if (H5LTread_dataset_int(file->id, name, number) < 0) {
        return fail(file, MD_ERROR_FORMAT, "%s: %s cannot be read", file->path, name);
    }
    if (*number < min || *number > max) {
        return fail(file, MD_ERROR_FORMAT, "%s: %s is %d, expected %d to %d", file->path, name, *number, min, max);
    }
    return true;
}

/* ---- Matrices ---------------------------------------------------------------------------------------------------- */

struct shape {
    int rows, cols;
};

#define MAX_NAME 64

static const char *member(char name[MAX_NAME], const char *group, const char *of)
{
    snprintf(name, MAX_NAME, "%s/%s", group, of);
    return name;
}

/* Comments are optional, and FCLIB reads the three numbers if the first is there. */
static bool check_matrix_info(struct file *file, const char *group)
{
    char name[MAX_NAME];
    if (file->status != MD_OK || !has(file, member(name, group, "conditioning"))) {
        return file->status == MD_OK;
    }
    check_dataset(file, name, NUMBERS, 1);
    check_dataset(file, member(name, group, "determinant"), NUMBERS, 1);
    check_dataset(file, member(name, group, "rank"), WHOLE_NUMBERS, 1);
    return !has(file, member(name, group, "comment")) || check_dataset(file, name, TEXT, 1);
}

/* A matrix is a list of entries (nz >= 0 of them), or in compressed columns (nz = -1) or rows (nz = -2). */
static bool check_matrix(struct file *file, const char *group, struct shape *shape)
{
    char name[MAX_NAME];
    int nzmax = 0;
    int nz = 0;
    if (file->status == MD_OK && !has(file, group)) {
        return fail(file, MD_ERROR_FORMAT, "%s: %s is missing", file->path, group);
    }
    if (!read_whole(file, member(name, group, "m"), 0, MAX_DIMENSION, &shape->rows) ||
        !read_whole(file, member(name, group, "n"), 0, MAX_DIMENSION, &shape->cols) ||
        !read_whole(file, member(name, group, "nzmax"), 0, MAX_ENTRIES, &nzmax) ||
        !read_whole(file, member(name, group, "nz"), -2, nzmax, &nz)) {
        return false;
    }
    const int entries = nz >= 0 ? nz : nzmax;
    const int pointers = nz >= 0 ? nz : (nz == -1 ? shape->cols : shape->rows) + 1;
    check_dataset(file, member(name, group, "p"), WHOLE_NUMBERS, pointers);
    check_dataset(file, member(name, group, "i"), WHOLE_NUMBERS, entries);
    check_dataset(file, member(name, group, "x"), NUMBERS, entries);
    return check_matrix_info(file, group);
}

static bool check_shape(struct file *file, const char *group, struct shape found, int rows, int cols)
{
    if (file->status == MD_OK && (found.rows != rows || found.cols != cols)) {
        return fail(file, MD_ERROR_PROBLEM, "%s: %s is %d x %d, expected %d x %d", file->path, group, found.rows,
                    found.cols, rows, cols);
    }
    return file->status == MD_OK;
}

/* ---- Problems ---------------------------------------------------------------------------------------------------- */

static bool check_info(struct file *file, const char *group)
{
    static const char *const TEXTS[] = {"info/title", "info/description", "info/math_info"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; ++i) {
        char name[MAX_NAME];
        if (file->status == MD_OK && has(file, member(name, group, TEXTS[i]))) {
            check_dataset(file, name, TEXT, 1);
        }
    }
    return file->status == MD_OK;
}

/* The number of contacts of so many rows. */
static bool check_contacts(struct file *file, const char *spacedim, int rows, int *contacts)
{
    int dimension = 0;
    if (!read_whole(file, spacedim, 2, 3, &dimension)) {
        return false;
    }
    *contacts = rows / dimension;
    return rows % dimension == 0 || fail(file, MD_ERROR_PROBLEM, "%s: %d rows, expected a multiple of %s, which is %d",
                                         file->path, rows, spacedim, dimension);
}

static void check_local(struct file *file)
{
    struct shape W = {0};
    int contacts = 0;
    check_matrix(file, "/fclib_local/W", &W);
    check_shape(file, "/fclib_local/W", W, W.rows, W.rows);
    if (file->status != MD_OK || !check_contacts(file, "/fclib_local/spacedim", W.rows, &contacts)) {
        return;
    }
    check_dataset(file, "/fclib_local/vectors/q", NUMBERS, W.rows);
    check_dataset(file, "/fclib_local/vectors/mu", NUMBERS, contacts);
    if (has(file, "/fclib_local/V")) {
        struct shape V = {0};
        struct shape R = {0};
        check_matrix(file, "/fclib_local/V", &V);
        check_matrix(file, "/fclib_local/R", &R);
        check_shape(file, "/fclib_local/V", V, W.rows, R.rows);
        check_shape(file, "/fclib_local/R", R, R.rows, R.rows);
        check_dataset(file, "/fclib_local/vectors/s", NUMBERS, R.rows);
    }
    check_info(file, "/fclib_local");
}

static void check_global(struct file *file)
{
    struct shape M = {0};
    struct shape H = {0};
    int contacts = 0;
    check_matrix(file, "/fclib_global/M", &M);
    check_matrix(file, "/fclib_global/H", &H);
    check_shape(file, "/fclib_global/M", M, M.rows, M.rows);
    check_shape(file, "/fclib_global/H", H, M.rows, H.cols);
    if (file->status != MD_OK || !check_contacts(file, "/fclib_global/spacedim", H.cols, &contacts)) {
        return;
    }
    check_dataset(file, "/fclib_global/vectors/f", NUMBERS, M.rows);
    check_dataset(file, "/fclib_global/vectors/w", NUMBERS, H.cols);
    check_dataset(file, "/fclib_global/vectors/mu", NUMBERS, contacts);
    if (has(file, "/fclib_global/G")) {
        struct shape G = {0};
        check_matrix(file, "/fclib_global/G", &G);
        check_shape(file, "/fclib_global/G", G, M.rows, G.cols);
        check_dataset(file, "/fclib_global/vectors/b", NUMBERS, G.cols);
    }
    check_info(file, "/fclib_global");
}

static void check_problem(struct file *file, enum fclib_kind *kind)
{
    if (has(file, "/fclib_local")) {
        *kind = FCLIB_LOCAL;
        check_local(file);
    } else if (has(file, "/fclib_global")) {
        *kind = FCLIB_GLOBAL;
        check_global(file);
    } else {
        fail(file, MD_ERROR_FORMAT, "%s: no problem of FCLIB, expected a group fclib_local or fclib_global",
             file->path);
    }
}

md_status fclib_check(const char *path, enum fclib_kind *kind, md_error *error)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        return md_fail(error, MD_ERROR_FILE, "%s: cannot be opened: %s", path, strerror(errno));
    }
    fclose(stream);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* no messages of HDF5 */
    if (H5Fis_hdf5(path) <= 0) {
        return md_fail(error, MD_ERROR_FORMAT, "%s: not an HDF5 file", path);
    }
    struct file file = {.path = path, .id = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), .error = error};
    if (file.id < 0) {
        return md_fail(error, MD_ERROR_FORMAT, "%s: HDF5 cannot open it, it is damaged or incomplete", path);
    }
    check_problem(&file, kind);
    H5Fclose(file.id);
    return file.status;
}
