/* The benchmark: runs scenes in several engines, measures time and accuracy, and reports both.
 *
 *     scenes.c     the list of scenes; their descriptions come from scene/library/
 *     engines/     an engine behind one interface: Modulus in this process, others in processes of their own
 *     accuracy/    penetration, energy, joint errors and sag of a state, the same for every engine
 *     run.c        lets the worlds settle, then times them in turns
 *     targets.c    compares times at equal accuracy
 *     machine.c    checks whether the machine is idle
 *     report/      tables, JSON, plots, comparison with an earlier run
 *     sweeps/      the cost of a sweep, and its roofline
 *
 * Timing: a world first settles. Then, in each of several rounds, every world is stepped through a window of some steps,
 * one world after another, so that a slow moment of the machine affects all of them. The time of a world is that of its
 * fastest window; the median is reported beside it, and the difference of the two is the noise.
 */
#ifndef MODULUS_BENCH_BENCH_H
#define MODULUS_BENCH_BENCH_H

#include <modulus/base.h>

#include "bench/accuracy/accuracy.h"
#include "bench/bench.h"
#include "bench/engines/session.h"

#define MAX_ENGINES 16
#define MAX_THREAD_COUNTS 16
#define MAX_REPEATS 100

/** scenes.c: a scene of the benchmark. */
struct bench_scene {
    const char *name, *about;
    void (*build)(struct description *description, int32_t size); /**< NULL: a 3D scene */
    void (*build3)(struct description3 *description, int32_t size);
    int32_t size;                     /**< of the builder: number of bodies, rows or dolls */
    int settle;                       /**< number of steps before the timing starts */
    int window;                       /**< number of steps that are timed together */
    int max_repeats;                  /**< limit of the number of windows */
    enum setting_level max_level;     /**< limit of the settings that are run */
    enum setting_level default_level; /**< the same in a run of all usual scenes */
    bool usual, quick;                /**< run by default; run with --quick */
    bool rests;                       /**< comes to rest, so that kinetic energy is an error */
    bool stands;                      /**< must not fall: a run in which it sinks by a tenth has failed */
};

/** Followed by an element without a name. */
extern const struct bench_scene BENCH_SCENES[];
extern const int BENCH_SCENE_COUNT;
/** The 3D scenes, in the same way. They are run if they are named, and with --all. */
extern const struct bench_scene BENCH_SCENES3[];
extern const int BENCH_SCENE3_COUNT;

/** Whether the scene is one of the pools, which differ in size only. */
bool bench_scene_is_pool(const struct bench_scene *scene);
/** NULL for an unknown name. */
const struct bench_scene *bench_scene_find(const char *name);
/** Builds the description; check any_description_failed, and free it. */
struct any_description bench_scene_build(const struct bench_scene *scene);

/** The scenes, engines and settings of a run. */
struct bench_plan {
    const struct bench_scene *scene[32];
    int scene_count;
    const struct engine_info *engine[MAX_ENGINES]; /**< the first one is Modulus in this process */
    int engine_count;
    enum setting_level level;
    bool plain;      /**< no scene was chosen: run fewer settings, so that the whole run takes some minutes */
    double patience; /**< time that a world may take to settle before it is skipped, s; 0: no limit */
    int repeats;
    double effort;                  /**< fraction of the steps of settling and of a window; 1, or less with --quick */
    int threads[MAX_THREAD_COUNTS]; /**< counts above 1, run with the default setting of each engine that has threads */
    int thread_count;
    /** Reports the fraction that is done and the current world; returns false to stop. May be NULL. */
    bool (*progress)(void *user, double fraction, const char *label);
    void *user;
};

/** The results of one engine with one setting on one scene. */
struct bench_outcome {
    const struct engine_info *engine;
    char words[MAX_SETTING_WORDS];
    int threads;
    char problem[256];        /**< why there are no results; empty if there are */
    double settle_ms;         /**< ms per step while it settled */
    double ms, median_ms;     /**< ms per step of the fastest and of the median window */
    struct phases phases;     /**< of the fastest window, seconds per step */
    struct accuracy accuracy; /**< means over the ends of the windows; maxima for the fields named max */
    double sunk;              /**< by how much the centre of mass has sunk since the start, m */
    bool fell;                /**< a scene that must not fall did */
};

struct bench_scene_result {
    const struct bench_scene *scene;
    int32_t bodies, shapes, joints;
    int settle, window, repeats;
    struct bench_outcome *outcome;
    int outcome_count;
};

/** machine.c: whether the machine is idle. */
struct machine_check {
    double spin_seconds; /**< minimal time of a fixed computation */
    double spin_spread;  /**< median time over the minimal time, minus 1 */
    double load;         /**< mean number of running processes over the last minute; negative: unknown */
    int cores;
};

struct machine_check machine_check(void);
/** Compares the checks before and after a run; writes a warning, or an empty text if the machine was idle. */
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
    bool stopped; /**< by `progress`; the results that exist are complete */
};

/** run.c: fails only if Modulus itself fails or memory runs out; the failure of a peer is noted in its outcome. */
md_status bench_run(const struct bench_plan *plan, struct bench_results *results, md_error *error);
void bench_results_free(struct bench_results *results);

/** targets.c: one result of a peer, and the fastest setting of Modulus that is as accurate. */
struct bench_match {
    const struct bench_scene_result *scene;
    const struct bench_outcome *peer, *ours; /**< ours is NULL if no setting is as accurate */
    double ratio;                            /**< our time over the peer's */
    double target;                           /**< the ratio that is aimed for; 0: none */
    bool same_precision;
};

/** True if the mean penetration, the joint error and, in scenes that come to rest, the kinetic energy of `ours` are no
 *  larger than those of `peer`. */
bool outcome_is_as_accurate(const struct bench_outcome *ours, const struct bench_outcome *peer, bool rests);
/** Returns one match per result of a peer and precision of Modulus, to be freed with free(). NULL if out of memory. */
struct bench_match *bench_match_all(const struct bench_results *results, int *count);

/** The geometric mean of the ratios against a peer in its own precision, over the matches that have a target. */
struct bench_mean {
    double ratio;  /**< 0 if there are none */
    double target; /**< 0: none */
    int count;     /**< of ratios */
    int missing;   /**< matches without a setting of Modulus that is as accurate, which have no ratio */
};
struct bench_mean bench_mean_of(const struct bench_match *matches, int count, const struct engine_info *peer);

/** The fastest setting with which a scene stands and its top sinks or rises by no more than a limit. */
struct bench_stand {
    const struct bench_scene_result *scene;
    const struct engine_info *engine;
    double limit;                     /**< m */
    const struct bench_outcome *ours; /**< NULL if there is none */
};
/** Returns one per scene with such a limit and precision of Modulus, to be freed with free(). NULL if out of memory. */
struct bench_stand *bench_stand_all(const struct bench_results *results, int *count);

/** report/table.c, report/json.c, report/plots.c */
void bench_print(FILE *file, const struct bench_results *results);
md_status bench_write_json(const struct bench_results *results, const char *path, md_error *error);
/** Writes plots into an existing folder; `count` gets their number. */
md_status bench_write_plots(const struct bench_results *results, const char *folder, int *count, md_error *error);

/** report/compare.c: prints the times of both runs. `slower` gets the number of results of Modulus that are slower by
 *  more than a tenth plus the noise. MD_ERROR_FILE or MD_ERROR_FORMAT if the file cannot be read. */
md_status bench_compare(const struct bench_results *results, const char *old_path, int *slower, md_error *error);
/** True if `now` is slower than `then` by more than a tenth plus the noise. Noise is the median time over the minimal
 *  time, minus 1. */
bool is_slower(double then, double now, double noise_then, double noise_now);

#endif
