/* What a sweep costs: in nanoseconds a row, against an explicit A, and against a roofline: the speeds at which this
 * machine moves memory and computes, measured in the same run.
 *
 * Only the public API is used. A sweep is timed as the difference of two solves without tolerance, of few and of many
 * sweeps on the same problem: preparation and the final residual are in both and drop out. Each number is the least of
 * several repeats, and within a repeat the methods take turns, so that a drift of the machine meets all of them.
 */
#ifndef MODULUS_BENCH_SWEEPS_H
#define MODULUS_BENCH_SWEEPS_H

#include <modulus/modulus.h>

/* ---- What is measured -------------------------------------------------------------------------------------------- */

/** The methods in the forms that are compared. */
enum contender {
    SPARSE_PGS,
    SPARSE_AMGS,
    CSR_PGS,
    CSR_AMGS,
    DENSE_PGS,
    DENSE_AMGS,
    BLOCKS_PGS, /**< where the rows are contacts, and lanes are half full */
    BLOCKS_AMGS,
    BLOCKS_AUTO,
    CONTENDERS
};

extern const char *const CONTENDER_NAMES[CONTENDERS];

/** A dense A of more rows than this (32 MB) is left out. */
#define DENSE_ROWS_MOST 2000

struct effort {
    int repeats;
    double seconds;    /**< that the longer of two timed solves shall take */
    int32_t rows_most; /**< problems of more rows are left out */
};

/** Bytes a second that one thread moves in an array of a given size. */
struct bandwidth {
    double read;   /**< adding up an array */
    double update; /**< changing an array in place; each number counts as read and as written */
};

/** Bytes of a sweep a row, by what is done with them; bodies and impulses count once a sweep. */
struct traffic {
    double read, updated; /**< updated: read and written, each counted */
};

struct measurement {
    const char *family; /**< problems that differ in size only */
    char spec[96];
    int32_t m, n;
    double entries_per_row;             /**< of A */
    bool in_blocks;                     /**< its contacts may be swept several at a time */
    bool has_tangents;                  /**< and then each has two rows */
    double sweep_seconds[CONTENDERS];   /**< 0 where not measured */
    double prepare_seconds[CONTENDERS]; /**< of the structured problem; only SPARSE_PGS, CSR_PGS and DENSE_PGS */
    struct traffic traffic[CONTENDERS]; /**< zeros for the dense ones */
    struct bandwidth bandwidth;         /**< at the footprint of the sparse form */
    double operations[CONTENDERS];      /**< floating-point operations a row; 0 where they were not counted */
    double arithmetic_rate;             /**< operations a second, as this build is compiled */
    double vector_rate;                 /**< by the registers that sweeps in blocks use */
};

/* ---- The parts --------------------------------------------------------------------------------------------------- */

/** sweeps_cases.c: the problems, from small to large within a family. */
struct bench_case {
    const char *family;
    int32_t rows, rows_per_circle; /**< about */
    const char *kind, *options;    /**< of generate_problem */
};

extern const struct bench_case BENCH_CASES[];
extern const int BENCH_CASE_COUNT;

/** The same problem twice, so that explicit forms are timed without forming A anew each time. */
struct bench_problem {
    md_problem *structured, *explicit_copy;
    double entries_per_row;
};

/** Writes the case's spec and builds both; rows start from random impulses, so that none idles. */
md_status bench_problem_create(struct bench_problem *problem, const struct bench_case *which, char *spec, size_t size,
                               md_error *error);
void bench_problem_destroy(struct bench_problem *problem);

/** sweeps_time.c: times every contender that fits on the problem. */
md_status time_sweeps(struct measurement *measurement, const struct bench_problem *problem, const struct effort *effort,
                      md_error *error);

/** sweeps_rates.c: measures in `bytes` of memory; zeros where memory is out. */
struct bandwidth measure_bandwidth(size_t bytes, const struct effort *effort);
/** Floating-point operations a second of one thread: multiplications and additions of md_real that do not wait for each
 *  other, as the compiler makes them for this build; or for the widest registers that sweeps in blocks use here. */
double measure_arithmetic(const struct effort *effort, bool by_widest);

/** Seconds that a sweep's bytes take at the measured bandwidths, a row. */
static inline double streaming_bound(const struct measurement *measurement, enum contender contender)
{
    const struct traffic *traffic = &measurement->traffic[contender];
    const struct bandwidth *bandwidth = &measurement->bandwidth;
    return bandwidth->read > 0 ? traffic->read / bandwidth->read + traffic->updated / bandwidth->update : 0;
}

/** Seconds that a sweep's operations take at the measured rate, a row. */
static inline double arithmetic_bound(const struct measurement *measurement, enum contender contender)
{
    const double rate = contender >= BLOCKS_PGS ? measurement->vector_rate : measurement->arithmetic_rate;
    return rate > 0 ? measurement->operations[contender] / rate : 0;
}

/** sweeps_table.c, sweeps_json.c, sweeps_plot.c */
void sweeps_print(const struct measurement *measurements, int count);
md_status sweeps_write_json(const struct measurement *measurements, int count, const char *path, md_error *error);
md_status sweeps_write_plot(const struct measurement *measurements, int count, const char *path, md_error *error);

/** sweeps.c: measures and prints it all. */
struct sweeps_plan {
    struct effort effort;
    const char *json, *plot; /**< files to write; NULL for none */
    /** Told how much is done, 0 to 1, and what comes next; false: stop here. May be NULL. */
    bool (*tell)(void *user, double share, const char *label);
    void *user;
};

/** What is measured with and without haste. */
extern const struct effort SWEEPS_USUAL, SWEEPS_QUICK;

md_status sweeps_run(const struct sweeps_plan *plan, bool *stopped, md_error *error);

#endif
