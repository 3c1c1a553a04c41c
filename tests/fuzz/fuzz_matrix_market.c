/* Reads arbitrary bytes as a Matrix Market file. The first byte decides whether infinity is allowed.
 *
 * Invariants: an accepted matrix is well formed, its numbers are in the allowed range, and each survives a round trip
 * through text exactly. A refusal leaves the matrix empty and gives a one-line reason. */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "lcp/matrix.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

static void require_comes_back(md_real value)
{
    char text[40];
    double back = 0;
    md_number_format(value, text, sizeof text);
    require(md_number_parse(text, &back));
    const md_real read = (md_real)back;
    require(memcmp(&read, &value, sizeof value) == 0);
}

static void require_well_formed(const md_matrix *matrix, bool allow_infinite)
{
    require(matrix->rows >= 0 && matrix->cols >= 0 && matrix->start != NULL && matrix->start[0] == 0);
    for (int32_t row = 0; row < matrix->rows; ++row) {
        require(matrix->start[row] <= matrix->start[row + 1]);
        for (int64_t e = matrix->start[row]; e < matrix->start[row + 1]; ++e) {
            require(matrix->col[e] >= 0 && matrix->col[e] < matrix->cols);
            require(e == matrix->start[row] || matrix->col[e - 1] < matrix->col[e]);
            require(!isnan(matrix->value[e]) && (allow_infinite || isfinite(matrix->value[e])));
            require(md_matrix_at(matrix, row, matrix->col[e]) == matrix->value[e]);
            if (e < 64) {
                require_comes_back(matrix->value[e]);
            }
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const md_read_options options = {
        .max_dimension = 100000, .max_entries = 1000000, .allow_infinite = (data[0] & 1) != 0};
    md_matrix matrix = {0};
    md_error error = {0};
    const md_status status =
        md_matrix_read_bytes(&matrix, NULL, "bytes", (const char *)data + 1, size - 1, &options, &error);
    if (status == MD_OK) {
        require_well_formed(&matrix, options.allow_infinite);
    } else {
        require(matrix.rows == 0 && matrix.start == NULL && error.status == status);
        require(strncmp(error.message, "bytes:", 6) == 0 && strpbrk(error.message, "\n\r\t\x1b") == NULL);
    }
    md_matrix_free(&matrix);
    return 0;
}
