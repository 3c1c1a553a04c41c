#include "lcp/exact/lemke.h"

#include <math.h>

/* Columns of the tableau: w (the inverse of the basis), z, the artificial z_0, and the right-hand side. */
struct tableau {
    int32_t m;
    size_t columns;
    double *at;
    int32_t *basis; /* the variable of each row: a column */
};

/* A pivot must be larger than this part of its column. */
#define SMALLEST_PIVOT 1e-11
/* Two ratios are equal if they differ by this part. */
#define SAME_RATIO 1e-12
/* A difference that is smaller than this part of its terms is a rounding error, and counts as a tie. */
#define CANCELLED 1e-12
#define PIVOTS_PER_ROW 50

static double *row_of(const struct tableau *tableau, int32_t i)
{
    return tableau->at + (size_t)i * tableau->columns;
}

static int32_t artificial(const struct tableau *tableau)
{
    return 2 * tableau->m;
}

static int32_t right_side(const struct tableau *tableau)
{
    return 2 * tableau->m + 1;
}

static int32_t complement(const struct tableau *tableau, int32_t variable)
{
    return variable < tableau->m ? variable + tableau->m : variable - tableau->m;
}

void md_lemke_free(struct lemke *lemke, const md_allocator *allocator)
{
    doubles_free(allocator, &lemke->tableau);
    indices_free(allocator, &lemke->basis);
}

md_status md_lemke_reserve(struct lemke *lemke, const md_allocator *allocator, int32_t m)
{
    const size_t rows = (size_t)m;
    const md_status status = doubles_reserve(allocator, &lemke->tableau, rows * (2 * rows + 2) + 1);
    return status == MD_OK ? indices_reserve(allocator, &lemke->basis, rows + 1) : status;
}

/* w - A z - e z_0 = q, with w in the basis. */
static void fill(struct tableau *tableau, const double *A, const double *q)
{
    const int32_t m = tableau->m;
    for (int32_t i = 0; i < m; ++i) {
        double *row = row_of(tableau, i);
        for (int32_t j = 0; j < m; ++j) {
            row[j] = i == j ? 1 : 0;
            row[m + j] = -A[(size_t)i * (size_t)m + (size_t)j];
        }
        row[artificial(tableau)] = -1;
        row[right_side(tableau)] = q[i];
        tableau->basis[i] = i;
    }
}

static void pivot(struct tableau *tableau, int32_t leaving, int32_t entering)
{
    double *chosen = row_of(tableau, leaving);
    const double divisor = chosen[entering];
    for (size_t k = 0; k < tableau->columns; ++k) {
        chosen[k] /= divisor;
    }
    chosen[entering] = 1;
    for (int32_t i = 0; i < tableau->m; ++i) {
        double *row = row_of(tableau, i);
        const double factor = row[entering];
        if (i == leaving || factor == 0) {
            continue;
        }
        for (size_t k = 0; k < tableau->columns; ++k) {
            const double difference = row[k] - factor * chosen[k];
            row[k] = fabs(difference) <= CANCELLED * fabs(row[k]) ? 0 : difference;
        }
        row[entering] = 0;
    }
    tableau->basis[leaving] = entering;
}

/* Row i before row k in lexicographic order of (right-hand side, inverse of the basis), divided by the entries of the
 * entering column: the order that excludes cycles. */
static bool is_before(const struct tableau *tableau, int32_t i, int32_t k, int32_t entering)
{
    const double *a = row_of(tableau, i);
    const double *b = row_of(tableau, k);
    for (int32_t j = -1; j < tableau->m; ++j) {
        const int32_t column = j < 0 ? right_side(tableau) : j;
        const double x = a[column] / a[entering];
        const double y = b[column] / b[entering];
        if (fabs(x - y) > SAME_RATIO * fmax(fabs(x), fabs(y))) {
            return x < y;
        }
    }
    return false;
}

/* The row whose variable becomes 0 first as the entering one grows; z_0 leaves if it can. -1: none does, a ray. */
static int32_t find_leaving(const struct tableau *tableau, int32_t entering)
{
    double largest = 0;
    int32_t found = -1;
    for (int32_t i = 0; i < tableau->m; ++i) {
        largest = fmax(largest, fabs(row_of(tableau, i)[entering]));
    }
    for (int32_t i = 0; i < tableau->m; ++i) {
        const double *row = row_of(tableau, i);
        if (row[entering] <= SMALLEST_PIVOT * largest) {
            continue;
        }
        if (found < 0 || is_before(tableau, i, found, entering)) {
            found = i;
        }
    }
    for (int32_t i = 0; found >= 0 && i < tableau->m; ++i) {
        const double *row = row_of(tableau, i);
        const double *best = row_of(tableau, found);
        const int32_t right = right_side(tableau);
        if (tableau->basis[i] == artificial(tableau) && row[entering] > SMALLEST_PIVOT * largest &&
            row[right] / row[entering] <= best[right] / best[entering] * (1 + SAME_RATIO)) {
            return i;
        }
    }
    return found;
}

/* The row of the most negative q, the last of several: the lexicographic choice. */
static int32_t most_negative(const struct tableau *tableau, const double *q)
{
    int32_t found = 0;
    for (int32_t i = 1; i < tableau->m; ++i) {
        found = q[i] <= q[found] ? i : found;
    }
    return found;
}

static void read_solution(const struct tableau *tableau, double *z)
{
    for (int32_t i = 0; i < tableau->m; ++i) {
        z[i] = 0;
    }
    for (int32_t i = 0; i < tableau->m; ++i) {
        const int32_t variable = tableau->basis[i] - tableau->m;
        if (variable >= 0 && variable < tableau->m) {
            z[variable] = fmax(row_of(tableau, i)[right_side(tableau)], 0);
        }
    }
}

enum lemke_end md_lemke_solve(struct lemke *lemke, int32_t m, const double *A, const double *q, double *z)
{
    struct tableau tableau = {m, 2 * (size_t)m + 2, lemke->tableau.at, lemke->basis.at};
    fill(&tableau, A, q);
    int32_t leaving = m > 0 ? most_negative(&tableau, q) : 0;
    if (m == 0 || q[leaving] >= 0) {
        read_solution(&tableau, z);
        return LEMKE_SOLVED;
    }
    int32_t entering = artificial(&tableau);
    for (int64_t pivots = 0; pivots < PIVOTS_PER_ROW * ((int64_t)m + 1); ++pivots) {
        const int32_t left = tableau.basis[leaving];
        pivot(&tableau, leaving, entering);
        if (left == artificial(&tableau)) {
            read_solution(&tableau, z);
            return LEMKE_SOLVED;
        }
        entering = complement(&tableau, left);
        leaving = find_leaving(&tableau, entering);
        if (leaving < 0) {
            return LEMKE_RAY;
        }
    }
    return LEMKE_LATE;
}
