/* The cost of a sweep in nanoseconds per row, compared with an explicit A and with a roofline: the memory bandwidth and the
 * arithmetic rate of this machine, measured in the same run.
 *
 * Only the public API is used. The time of a sweep is the difference of two solves without tolerance, of few and of many
 * sweeps on the same problem, so that preparation and the final residual cancel. Each number is the minimum over several
 * repeats, and within a repeat the methods take turns, so that a drift of the machine affects all of them.
 */
#ifndef MODULUS_BENCH_SWEEPS_H
#define MODULUS_BENCH_SWEEPS_H

#include <modulus/modulus.h>

/* ---- Measurements ----------------------------------------------------------------------------------------------- */

/** The methods and forms that are compared. */
enum contender {
    SPARSE_PGS,
    SPARSE_AMGS,
    CSR_PGS,
    CSR_AMGS,
    DENSE_PGS,
    DENSE_AMGS,
    BLOCKS_PGS, /**< only if the rows are contacts and the lanes are at least half full */
    BLOCKS_AMGS,
    BLOCKS_AUTO,
    CONTENDERS
};

extern const char *const CONTENDER_NAMES[CONTENDERS];

/** A dense A with more rows than this (32 MB) is not measured. */
#define MAX_DENSE_ROWS 2000

struct effort {
    int repeats;
    double seconds;   /**< duration of the longer one of two timed solves */
    int32_t max_rows; /**< larger problems are not measured */
};

/** Bytes per second that one thread moves in an array of a given size. */
struct bandwidth {
    double read;   /**< summing an array */
    double update; /**< updating an array in place; each number counts as read and as written */
};

/** Bytes per row that a sweep reads and updates; bodies and impulses count once per sweep. */
struct traffic {
    double read, updated; /**< updated bytes count twice, as read and as written */
};

struct measurement {
    const char *family; /**< problems of a family differ in size only */
    char spec[96];
    int32_t m, n;
    double entries_per_row;             /**< of A */
    bool in_blocks;                     /**< its contacts can be swept in SIMD blocks */
    bool has_tangents;                  /**< each contact has two rows */
    double sweep_seconds[CONTENDERS];   /**< 0 if not measured */
    double prepare_seconds[CONTENDERS]; /**< only SPARSE_PGS, CSR_PGS and DENSE_PGS */
    struct traffic traffic[CONTENDERS]; /**< zeros for the dense forms */
    struct bandwidth bandwidth;         /**< for an array of the size of the sparse form */
    double operations[CONTENDERS];      /**< floating-point operations per row; 0 if not counted */
    double arithmetic_rate;             /**< operations per second, as this build is compiled */
    double vector_rate;                 /**< operations per second with the registers of block sweeps */
};

/* ---- The parts --------------------------------------------------------------------------------------------------- */

/** cases.c: the problems, from small to large within a family. */
struct bench_case {
    const char *family;
    int32_t rows, rows_per_circle; /**< approximate */
    const char *kind, *options;    /**< of generate_problem */
};

extern const struct bench_case BENCH_CASES[];
extern const int BENCH_CASE_COUNT;

/** The same problem in two forms, so that explicit forms are timed without forming A each time. */
struct bench_problem {
    md_problem *structured, *explicit_copy;
    double entries_per_row;
};

/** Writes the spec of the case and builds both forms; rows start from random impulses, so that all of them change. */
md_status bench_problem_create(struct bench_problem *problem, const struct bench_case *chosen, char *spec, size_t size,
                               md_error *error);
void bench_problem_destroy(struct bench_problem *problem);

/** time.c: times every contender that applies to the problem. */
md_status time_sweeps(struct measurement *measurement, const struct bench_problem *problem, const struct effort *effort,
                      md_error *error);

/** rates.c: measures in an array of `bytes`; zeros if out of memory. */
struct bandwidth measure_bandwidth(size_t bytes, const struct effort *effort);
/** Floating-point operations per second of one thread: independent multiplications and additions of md_real, as compiled
 *  for this build, or with the widest registers that block sweeps use on this machine. */
double measure_arithmetic(const struct effort *effort, bool use_widest);

/** Seconds per row that the bytes of a sweep take at the measured bandwidths. */
static inline double streaming_bound(const struct measurement *measurement, enum contender contender)
{
    const struct traffic *traffic = &measurement->traffic[contender];
    const struct bandwidth *bandwidth = &measurement->bandwidth;
    return bandwidth->read > 0 ? traffic->read / bandwidth->read + traffic->updated / bandwidth->update : 0;
}

/** Seconds per row that the operations of a sweep take at the measured rate. */
static inline double arithmetic_bound(const struct measurement *measurement, enum contender contender)
{
    const double rate = contender >= BLOCKS_PGS ? measurement->vector_rate : measurement->arithmetic_rate;
    return rate > 0 ? measurement->operations[contender] / rate : 0;
}

/** table.c, json.c, plot.c */
void sweeps_print(const struct measurement *measurements, int count);
md_status sweeps_write_json(const struct measurement *measurements, int count, const char *path, md_error *error);
md_status sweeps_write_plot(const struct measurement *measurements, int count, const char *path, md_error *error);

/** sweeps.c: measures all cases and reports them. */
struct sweeps_plan {
    struct effort effort;
    const char *json, *plot; /**< files to write; NULL for none */
    /** Reports the fraction that is done and the current family; returns false to stop. May be NULL. */
    bool (*progress)(void *user, double fraction, const char *label);
    void *user;
};

/** The effort of a normal and of a quick run. */
extern const struct effort SWEEPS_USUAL, SWEEPS_QUICK;

md_status sweeps_run(const struct sweeps_plan *plan, bool *stopped, md_error *error);

#endif
