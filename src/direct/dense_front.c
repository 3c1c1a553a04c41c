#include "direct/dense_front.h"

#include "base/machine.h"
#include "base/real.h"
#include "direct/largest.h"

/* Pivots that are applied to the columns after them at once. */
#define PANEL 8

/* A row is swapped for the one with the largest pivot if its own is this much smaller, ... */
#define PREFER_DIAGONAL 0.1
/* ... and a variable waits for a later front if all its pivots are this much smaller than its column. */
#define THRESHOLD 0.01

/* A column below this is zero to working precision. The entries of the matrix are scaled to 1. Rounding errors of some
 * tens of operations remain if a column vanishes; they grow with the entries, for which the largest pivot stands. */
#define NEGLIGIBLE (32 * DBL_EPSILON)

/* Subtracts k columns of L, each times its entry of U, from the rows of a column. */
MD_INLINE void subtract(double *restrict column, const double *restrict lower, size_t stride, const double *upper,
                        int32_t rows, int k)
{
    double u[PANEL];
    for (int j = 0; j < k; ++j) {
        u[j] = upper[j];
    }
    for (int32_t i = 0; i < rows; ++i) {
        double sum = column[i];
        for (int j = 0; j < k; ++j) {
            sum -= lower[(size_t)j * stride + (size_t)i] * u[j];
        }
        column[i] = sum;
    }
}

/* The same for any k. A constant k keeps the entries of U in registers. */
static void subtract_panel(double *column, const double *lower, size_t stride, const double *upper, int32_t rows,
                           int32_t k)
{
    switch (k) {
    case 1: subtract(column, lower, stride, upper, rows, 1); break;
    case 2: subtract(column, lower, stride, upper, rows, 2); break;
    case 3: subtract(column, lower, stride, upper, rows, 3); break;
    case 4: subtract(column, lower, stride, upper, rows, 4); break;
    case 5: subtract(column, lower, stride, upper, rows, 5); break;
    case 6: subtract(column, lower, stride, upper, rows, 6); break;
    case 7: subtract(column, lower, stride, upper, rows, 7); break;
    case 8: subtract(column, lower, stride, upper, rows, 8); break;
    default: break;
    }
}

/* Computes k entries of U in `count` columns. */
MD_INLINE void solve_unit_lower(double *upper, const double *lower, size_t stride, int32_t k, int count)
{
    for (int32_t i = 1; i < k; ++i) {
        for (int32_t j = 0; j < i; ++j) {
            const double l = lower[(size_t)j * stride + (size_t)i];
            for (int c = 0; c < count; ++c) {
                upper[(size_t)c * stride + (size_t)i] -= l * upper[(size_t)c * stride + (size_t)j];
            }
        }
    }
}

/* Applies k pivots from `first` on to the columns from `begin` to before `end`. */
static void apply(const struct dense_front *front, int32_t first, int32_t k, int32_t begin, int32_t end)
{
    const size_t stride = (size_t)front->size;
    const double *lower = front->at + (size_t)first * stride + (size_t)first;
    double *upper = front->at + (size_t)begin * stride + (size_t)first;
    const int32_t rows = front->size - first - k;
    for (int32_t j = begin; j < end;) {
        /* Four independent columns at a time hide the latency of each. */
        const int count = end - j >= 4 ? 4 : 1;
        if (count == 4) {
            solve_unit_lower(upper, lower, stride, k, 4);
        } else {
            solve_unit_lower(upper, lower, stride, k, 1);
        }
        for (int c = 0; c < count; ++c, ++j) {
            subtract_panel(upper + k, lower + k, stride, upper, rows, k);
            upper += stride;
        }
    }
}

enum { NO_PIVOT = -1, ZERO_COLUMN = -2 };

/* The summed row for the pivot in column k, which is up to date. */
static int32_t choose_row(const struct dense_front *front, int32_t k)
{
    const double *column = front->at + (size_t)k * (size_t)front->size;
    const double most = largest(column + k, front->size - k);
    const double scale = front->largest_pivot > 1 ? front->largest_pivot : 1;
    if (!(most > NEGLIGIBLE * scale && most <= DBL_MAX)) {
        return ZERO_COLUMN;
    }
    if (fabs(column[k]) >= PREFER_DIAGONAL * most) {
        return k;
    }
    int32_t best = k;
    for (int32_t i = k + 1; i < front->summed; ++i) {
        best = fabs(column[i]) > fabs(column[best]) ? i : best;
    }
    return fabs(column[best]) >= THRESHOLD * most ? best : NO_PIVOT;
}

static void swap_rows(struct dense_front *front, int32_t a, int32_t b)
{
    const int32_t name = front->row[a];
    front->row[a] = front->row[b];
    front->row[b] = name;
    for (int32_t j = 0; a != b && j < front->size; ++j) {
        double *column = front->at + (size_t)j * (size_t)front->size;
        const double value = column[a];
        column[a] = column[b];
        column[b] = value;
    }
}

static void swap_columns(struct dense_front *front, int32_t a, int32_t b)
{
    const int32_t name = front->column[a];
    front->column[a] = front->column[b];
    front->column[b] = name;
    double *first = front->at + (size_t)a * (size_t)front->size;
    double *second = front->at + (size_t)b * (size_t)front->size;
    for (int32_t i = 0; a != b && i < front->size; ++i) {
        const double value = first[i];
        first[i] = second[i];
        second[i] = value;
    }
}

static void divide_by_pivot(struct dense_front *front, int32_t k)
{
    double *column = front->at + (size_t)k * (size_t)front->size;
    const double size = fabs(column[k]);
    const double inverse = 1 / column[k];
    for (int32_t i = k + 1; i < front->size; ++i) {
        column[i] *= inverse;
    }
    front->smallest_pivot = size < front->smallest_pivot ? size : front->smallest_pivot;
    front->largest_pivot = size > front->largest_pivot ? size : front->largest_pivot;
}

/* Eliminates from variable `first` on until a panel is full or `end` is reached, and updates the columns after it.
 * Returns how many were eliminated. Then *row tells why the panel ended, if it has no row. */
static int32_t eliminate_panel(struct dense_front *front, int32_t first, int32_t end, int32_t *row)
{
    int32_t k = first;
    for (*row = 0; *row >= 0 && k < end && k < first + PANEL;) {
        apply(front, first, k - first, k, k + 1);
        *row = choose_row(front, k);
        if (*row >= 0) {
            swap_rows(front, k, *row);
            divide_by_pivot(front, k);
            ++k;
        }
    }
    /* The column without a pivot is up to date. */
    apply(front, first, k - first, *row >= 0 ? k : k + 1, front->size);
    return k - first;
}

static int32_t eliminate(struct dense_front *front)
{
    int32_t done = 0, done_before = -1;
    /* Variables without a pivot are set aside between `end` and `summed`, and tried again after later ones. */
    while (done < front->summed && done != done_before) {
        done_before = done;
        for (int32_t end = front->summed; done < end;) {
            int32_t row;
            done += eliminate_panel(front, done, end, &row);
            if (row == ZERO_COLUMN) {
                return -1;
            }
            if (row == NO_PIVOT) {
                --end;
                swap_rows(front, done, end);
                swap_columns(front, done, end);
            }
        }
    }
    return done;
}

const struct dense_kernel MD_FOR_MACHINE(md_dense_kernel) = {.eliminate = eliminate};
