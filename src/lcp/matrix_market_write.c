/* Writing Matrix Market files. They appear complete or not at all. */
#include "base/error.h"
#include "base/number.h"
#include "base/output_file.h"
#include "lcp/matrix.h"

static void write_head(struct output_file *output, const char *format, const char *comment)
{
    md_output_print(output, "%%%%MatrixMarket matrix %s real general\n", format);
    if (comment != NULL) {
        md_output_print(output, "%% %s\n", comment);
    }
}

md_status md_matrix_write(const md_matrix *matrix, const char *path, const char *comment, md_error *error)
{
    struct output_file output;
    if (matrix == NULL || path == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "the %s is NULL", matrix == NULL ? "matrix" : "path");
    }
    const md_status status = md_output_open(&output, path, error);
    if (status != MD_OK) {
        return status;
    }
    write_head(&output, "coordinate", comment);
    md_output_print(&output, "%d %d %lld\n", matrix->rows, matrix->cols, (long long)md_matrix_entries(matrix));
    for (int32_t row = 0; row < matrix->rows; ++row) {
        for (int64_t e = matrix->start[row]; e < matrix->start[row + 1]; ++e) {
            char number[40];
            md_number_format(matrix->value[e], number, sizeof number);
            md_output_print(&output, "%d %d %s\n", row + 1, matrix->col[e] + 1, number);
        }
    }
    return md_output_commit(&output, error);
}

md_status md_vector_write(const md_real *values, int32_t count, const char *path, const char *comment, md_error *error)
{
    struct output_file output;
    if (path == NULL || count < 0 || (values == NULL && count > 0)) {
        return md_fail(error, MD_ERROR_ARGUMENT, "the path or the values are NULL, or their count is negative");
    }
    const md_status status = md_output_open(&output, path, error);
    if (status != MD_OK) {
        return status;
    }
    write_head(&output, "array", comment);
    md_output_print(&output, "%d 1\n", count);
    for (int32_t i = 0; i < count; ++i) {
        char number[40];
        md_number_format(values[i], number, sizeof number);
        md_output_print(&output, "%s\n", number);
    }
    return md_output_commit(&output, error);
}
