/* modulus bench: its options, and the plan that they make. */
#ifndef MODULUS_CLI_BENCH_H
#define MODULUS_CLI_BENCH_H

#include "bench/bench.h"
#include "cli/arguments.h"

struct bench_options {
    struct text_list scenes, peers;
    bool all, quick, sweeps, no_peers, as_peer, quiet;
    const char *out, *json, *compare, *threads;
    int64_t repeats;
};

/** bench_plan.c: fills in the plan; `engines` has room for ENGINES_MOST and lives as long as it. Returns -1 to go on, or the
 *  exit code. */
int bench_choose(const struct bench_options *options, struct engine_info *engines, struct bench_plan *plan);

#endif
