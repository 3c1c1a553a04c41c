/* modulus bench: its options and the measurements that they select. */
#ifndef MODULUS_CLI_BENCH_H
#define MODULUS_CLI_BENCH_H

#include "bench/bench.h"
#include "cli/options/arguments.h"

struct bench_options {
    struct text_list scenes, peers;
    bool all, quick, sweeps, no_peers, as_peer, quiet;
    const char *out, *json, *compare, *threads;
    int64_t repeats;
};

/** bench_plan.c: fills the plan. `engines` has room for ENGINES_MOST engines and must outlive the plan. Returns the
 *  exit code after printing one line, or -1. */
int bench_choose(const struct bench_options *options, struct engine_info *engines, struct bench_plan *plan);

#endif
