/* The benchmark: scenes, engines, and what came of them.
 *
 *     description   a scene as numbers                     scenes        the scenes by name
 *     engine        an engine behind one interface         session       a world of one, here or in a peer's process
 *     accuracy      penetration, energy, joint errors      run           settles and times all of them, taking turns
 *     machine       whether this machine is quiet          targets       who is faster at equal accuracy
 *     report_*      tables, JSON, plots                    compare       this run against an older one
 *     sweeps_*      the cost of a sweep, and the roofline
 *
 * How things are timed: a world first settles. Then, in each of several rounds, every world is stepped through a window of
 * some steps, one world after another, so that a slow moment of the machine meets all alike. The figure of a world is its
 * fastest window; the median stands beside it, and the distance of the two is the noise.
 */
#ifndef MODULUS_BENCH_BENCH_H
#define MODULUS_BENCH_BENCH_H

#include <modulus/base.h>

#include "bench/accuracy/accuracy.h"
#include "bench/bench.h"
#include "bench/engines/session.h"

#define ENGINES_MOST 16
#define THREADS_MOST 16
#define REPEATS_MOST 100

/** scenes.c: a scene of the benchmark. */
struct bench_scene {
    const char *name, *about;
    void (*build)(struct description *description, int32_t size);
    int32_t size;                   /**< what the builder makes of it: circles, rows, dolls */
    int settle;                     /**< steps before anything is timed */
    int window;                     /**< steps that are timed together */
    int repeats_most;               /**< windows that are affordable */
    enum setting_level level_most;  /**< of the settings that are affordable */
    enum setting_level level_plain; /**< of those in a run of all usual scenes */
    bool usual, quick;              /**< run without being asked for; run with --quick */
    bool rests;                     /**< comes to rest, so that its kinetic energy is an error */
    bool stands;                    /**< has to: a run in which it sinks by a tenth has failed */
};

extern const struct bench_scene BENCH_SCENES[];
extern const int BENCH_SCENE_COUNT;

/** Whether the scene is one of the pools, which differ in size only. */
bool bench_scene_is_pool(const struct bench_scene *scene);
/** NULL for an unknown name. */
const struct bench_scene *bench_scene_find(const char *name);
/** Builds it; check `failed`, and free it. */
struct description bench_scene_build(const struct bench_scene *scene);

/** What is to be run. */
struct bench_plan {
    const struct bench_scene *scene[32];
    int scene_count;
    const struct engine_info *engine[ENGINES_MOST]; /**< the first is Modulus in this process */
    int engine_count;
    enum setting_level level;
    bool plain;      /**< nobody chose the scenes: of each only what fits in some minutes together */
    double patience; /**< s that a world may take to settle before it is left out; 0: as long as it takes */
    int repeats;
    double effort;             /**< share of the steps of settling and of a window that is done; 1, less with --quick */
    int threads[THREADS_MOST]; /**< counts above 1, run with each engine's default setting where it has threads */
    int thread_count;
    /** Told how much is done, 0 to 1, and what comes next; false: stop here. May be NULL. */
    bool (*tell)(void *user, double share, const char *label);
    void *user;
};

/** An engine at a setting on a scene. */
struct bench_outcome {
    const struct engine_info *engine;
    char words[120];
    int threads;
    char problem[256];        /**< why there are no figures; empty: there are */
    double settle_ms;         /**< a step, while it settled */
    double ms, median_ms;     /**< a step: of the fastest window, and of the median one */
    struct phases phases;     /**< of the fastest window, seconds a step */
    struct accuracy accuracy; /**< mean over the windows' ends; of what is called max, the largest */
    double sunk;              /**< of the centre of mass since the start, m */
    bool fell;                /**< a scene that has to stand did not */
};

struct bench_scene_result {
    const struct bench_scene *scene;
    int32_t bodies, shapes, joints;
    int settle, window, repeats;
    struct bench_outcome *outcome;
    int outcome_count;
};

/** machine.c: how quiet the machine is. */
struct machine_check {
    double spin_seconds; /**< the least time of a fixed piece of work */
    double spin_spread;  /**< the median over that, less 1 */
    double load;         /**< mean number of running processes over the last minute; negative: unknown */
    int cores;
};

struct machine_check machine_check(void);
/** Compares what was seen before and after; an empty text where all is well. */
void machine_judge(const struct machine_check *before, const struct machine_check *after, char *text, size_t size);
/** The processor's name, or "unknown". */
void machine_name(char *text, size_t size);

struct bench_results {
    struct bench_scene_result *scene;
    int scene_count;
    const struct engine_info *const *engine;
    int engine_count;
    struct machine_check before, after;
    char machine[128];
    bool stopped; /**< by tell: what is here was measured in full */
};

/** run.c: fails only where Modulus itself or memory does; a peer that fails has a problem in its outcome. */
md_status bench_run(const struct bench_plan *plan, struct bench_results *results, md_error *error);
void bench_results_free(struct bench_results *results);

/** targets.c: a peer's point on its curve, and the fastest setting of Modulus that is as accurate. */
struct bench_match {
    const struct bench_scene_result *scene;
    const struct bench_outcome *peer, *ours; /**< ours NULL: no setting that was run is as accurate */
    double ratio;                            /**< of the times */
    double target;                           /**< that was set for it; 0: none */
    bool same_precision;
};

/** Whether the mean penetration, the joint error and, of what comes to rest, the kinetic energy of `ours` are no larger
 *  than those of `peer`. */
bool outcome_is_as_accurate(const struct bench_outcome *ours, const struct bench_outcome *peer, bool rests);
/** For every peer and precision of Modulus; returns how many, at most `room`. */
int bench_match_all(const struct bench_results *results, struct bench_match *matches, int room);

/** report_table.c, report_json.c, report_plots.c */
void bench_print(FILE *file, const struct bench_results *results);
md_status bench_write_json(const struct bench_results *results, const char *path, md_error *error);
/** Into a folder that is there; how many were drawn goes into `count`. */
md_status bench_write_plots(const struct bench_results *results, const char *folder, int *count, md_error *error);

/** compare.c: prints the times of both runs; `slower` gets how many of Modulus's are slower by more than a tenth and than
 *  the noise of both. MD_ERROR_FORMAT, MD_ERROR_FILE for what is no such file. */
md_status bench_compare(const struct bench_results *results, const char *old_path, int *slower, md_error *error);
/** The rule: whether `now` against `then` is slower beyond doubt, given the median over the least of both, less 1. */
bool is_slower(double then, double now, double noise_then, double noise_now);

#endif
