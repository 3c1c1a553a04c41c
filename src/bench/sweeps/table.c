/* The measurements as tables. */
#include <stdio.h>
#include <string.h>

#include "bench/sweeps/sweeps.h"

static double ns_per_row(const struct measurement *measurement, enum contender contender)
{
    return 1e9 * measurement->sweep_seconds[contender] / measurement->m;
}

/* Prints a number in a column, or a dash if there is none. */
static void print_number(double value, int digits)
{
    if (value > 0) {
        printf(" %11.*f", digits, value);
    } else {
        printf(" %11s", "-");
    }
}

static void print_problem(const struct measurement *measurement)
{
    printf("%-18s %8d", measurement->family, measurement->m);
}

static double ratio(double a, double b)
{
    return b > 0 ? a / b : 0;
}

static bool ends_family(const struct measurement *measurements, int i, int count)
{
    return i + 1 == count || strcmp(measurements[i].family, measurements[i + 1].family) != 0;
}

/* Prints the ratio of the time per row in the largest problem of a family to the smallest time per row in the family. */
static void print_growth(const struct measurement *first, const struct measurement *last)
{
    if (first == last) {
        return;
    }
    printf("%-18s %8s", "", "growth");
    for (int c = 0; c < CONTENDERS; ++c) {
        double min = ns_per_row(last, (enum contender)c);
        for (const struct measurement *at = first; at != last; ++at) {
            const double ns = ns_per_row(at, (enum contender)c);
            min = ns > 0 && ns < min ? ns : min;
        }
        print_number(ratio(ns_per_row(last, (enum contender)c), min), 2);
    }
    printf("   largest problem over cheapest\n");
}

static void print_sweeps(const struct measurement *measurements, int count)
{
    printf("Time of a sweep, ns per row (linear growth: constant down a column)\n\n%-18s %8s", "problem", "m");
    for (int c = 0; c < CONTENDERS; ++c) {
        printf(" %11s", CONTENDER_NAMES[c]);
    }
    printf("\n");
    int first = 0;
    for (int i = 0; i < count; ++i) {
        print_problem(&measurements[i]);
        for (int c = 0; c < CONTENDERS; ++c) {
            print_number(ns_per_row(&measurements[i], (enum contender)c), 2);
        }
        printf("\n");
        if (ends_family(measurements, i, count)) {
            print_growth(&measurements[first], &measurements[i]);
            first = i + 1;
        }
    }
}

static void print_forms(const struct measurement *measurements, int count)
{
    printf("\nExplicit forms: ratio of a sweep of PGS to a sparse one, and the cost of preparation in sparse sweeps\n\n"
           "%-18s %8s %11s %11s %11s %11s %11s %11s\n",
           "problem", "m", "A entries/m", "CSR/sparse", "dense/sparse", "prepare", "prepare CSR", "pr. dense");
    for (int i = 0; i < count; ++i) {
        const struct measurement *at = &measurements[i];
        const double sparse = at->sweep_seconds[SPARSE_PGS];
        print_problem(at);
        print_number(at->entries_per_row, 1);
        print_number(ratio(at->sweep_seconds[CSR_PGS], sparse), 2);
        print_number(ratio(at->sweep_seconds[DENSE_PGS], sparse), 1);
        print_number(ratio(at->prepare_seconds[SPARSE_PGS], sparse), 1);
        print_number(ratio(at->prepare_seconds[CSR_PGS], sparse), 1);
        print_number(ratio(at->prepare_seconds[DENSE_PGS], sparse), 1);
        printf("\n");
    }
}

static void print_amgs(const struct measurement *measurements, int count)
{
    double worst = 0;
    printf("\nRatio of the time of a sweep of AMGS to one of PGS (claimed: at most 1.1 in the sparse form)\n\n%-18s "
           "%8s %11s %11s "
           "%11s\n",
           "problem", "m", "sparse", "CSR", "dense");
    for (int i = 0; i < count; ++i) {
        const double *seconds = measurements[i].sweep_seconds;
        const double sparse = ratio(seconds[SPARSE_AMGS], seconds[SPARSE_PGS]);
        worst = sparse > worst ? sparse : worst;
        print_problem(&measurements[i]);
        print_number(sparse, 3);
        print_number(ratio(seconds[CSR_AMGS], seconds[CSR_PGS]), 3);
        print_number(ratio(seconds[DENSE_AMGS], seconds[DENSE_PGS]), 3);
        printf("\n");
    }
    printf("%-18s %8s %11.3f\n", "", "max", worst);
}

/* The larger one of the two bounds, in ns per row. */
static double roof(const struct measurement *at, enum contender contender)
{
    const double memory = streaming_bound(at, contender);
    const double arithmetic = arithmetic_bound(at, contender);
    return 1e9 * (memory > arithmetic ? memory : arithmetic);
}

static void print_roofline(const struct measurement *measurements, int count)
{
    printf("\nRoofline of sparse sweeps: bytes and operations per row, the ns that they take at the measured rates, "
           "and the share of\n"
           "the time that the larger bound explains\n"
           "\n"
           "%-18s %8s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s\n",
           "problem", "m", "MB", "read GB/s", "upd. GB/s", "Gop/s", "pgs B/row", "op/row", "memory", "arithm.",
           "pgs ns", "pgs share", "amgs sh.");
    for (int i = 0; i < count; ++i) {
        const struct measurement *at = &measurements[i];
        const struct traffic *traffic = &at->traffic[SPARSE_PGS];
        print_problem(at);
        printf(" %9.3f %9.1f %9.1f %9.1f %9.0f %9.0f %9.2f %9.2f %9.2f %9.2f %9.2f\n",
               (traffic->read + traffic->updated / 2) * at->m / 1e6, at->bandwidth.read / 1e9,
               at->bandwidth.update / 1e9, at->arithmetic_rate / 1e9, traffic->read + traffic->updated,
               at->operations[SPARSE_PGS], 1e9 * streaming_bound(at, SPARSE_PGS),
               1e9 * arithmetic_bound(at, SPARSE_PGS), ns_per_row(at, SPARSE_PGS),
               ratio(roof(at, SPARSE_PGS), ns_per_row(at, SPARSE_PGS)),
               ratio(roof(at, SPARSE_AMGS), ns_per_row(at, SPARSE_AMGS)));
    }
}

/* Prints the same for block sweeps, compared with sparse ones. */
static void print_blocks(const struct measurement *measurements, int count)
{
    printf("\nBlock sweeps: ns per row, speed-up over single rows, and the share of the time that the larger bound "
           "explains\n\n%-18s %8s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s\n",
           "problem", "m", "pgs B/row", "memory", "arithm.", "pgs ns", "speed-up", "share", "amgs ns", "share",
           "auto ns", "share");
    for (int i = 0; i < count; ++i) {
        const struct measurement *at = &measurements[i];
        const struct traffic *traffic = &at->traffic[BLOCKS_PGS];
        if (!at->in_blocks) {
            continue;
        }
        print_problem(at);
        printf(" %9.0f %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f\n", traffic->read + traffic->updated,
               1e9 * streaming_bound(at, BLOCKS_PGS), 1e9 * arithmetic_bound(at, BLOCKS_PGS),
               ns_per_row(at, BLOCKS_PGS), ratio(ns_per_row(at, SPARSE_PGS), ns_per_row(at, BLOCKS_PGS)),
               ratio(roof(at, BLOCKS_PGS), ns_per_row(at, BLOCKS_PGS)), ns_per_row(at, BLOCKS_AMGS),
               ratio(roof(at, BLOCKS_AMGS), ns_per_row(at, BLOCKS_AMGS)), ns_per_row(at, BLOCKS_AUTO),
               ratio(roof(at, BLOCKS_AUTO), ns_per_row(at, BLOCKS_AUTO)));
    }
}

void sweeps_print(const struct measurement *measurements, int count)
{
    printf("Modulus %s, %s, one thread\n\n", md_version(), md_real_name());
    print_sweeps(measurements, count);
    print_forms(measurements, count);
    print_amgs(measurements, count);
    print_roofline(measurements, count);
    print_blocks(measurements, count);
}
