/* An engine, as the benchmark sees one: make a world from a description, step it, say where the bodies are.
 *
 * Modulus is one (engine_modulus.c), each peer program has one (bench/peers/), and serve.c lets any of them answer
 * on a pipe.
 */
#ifndef MODULUS_BENCH_ENGINE_H
#define MODULUS_BENCH_ENGINE_H

#include <stdio.h>

#include "scene/library/description.h"

#define PHASES_MOST 8

/** Seconds spent so far, by phase; of engines that tell. */
struct phases {
    int count;
    char name[PHASES_MOST][16]; /**< one word each */
    double seconds[PHASES_MOST];
};

/** What some steps took. */
struct timing {
    double seconds;
    struct phases phases; /**< of these steps; none where the engine does not tell */
};

/** How many of an engine's settings are run. */
enum setting_level { LEVEL_DEFAULT, LEVEL_USUAL, LEVEL_FULL };

/** A point on the engine's curve of error against time. */
struct setting {
    enum setting_level level;
    const char *words; /**< "iterations=10 slop=0.005" */
};

struct engine {
    const char *name, *version; /**< one word each */
    const char *precision;      /**< double or float */
    const char *note;           /**< what a reader of its figures must know; NULL: nothing */
    int threads_most;           /**< that a world can use: the key `threads` */
    const struct setting *settings;
    int setting_count;

    /** NULL with a line of text in `problem` where it fails. The description lives until destroy. */
    void *(*create)(const struct description *description, const char *words, char *problem, size_t size);
    /** One step of the description's dt; false where the engine failed. */
    bool (*step)(void *world);
    /** One a body, in the order of the description. */
    void (*read)(void *world, struct body_state *states);
    /** NULL where the engine does not tell. */
    void (*phases)(void *world, struct phases *phases);
    void (*destroy)(void *world);
};

/** engine_modulus.c: Modulus itself, in the precision of this build. */
extern const struct engine ENGINE_MODULUS;

/** timing.c: does some steps and times them, and nothing else; false where one failed. */
bool engine_step(const struct engine *engine, void *world, int64_t steps, struct timing *timing);

/** words.c: the value of a key in words of key=value; `standard` where it is not there. */
double words_number(const char *words, const char *key, double standard);
/** The same for texts; cut to `size`. */
void words_text(const char *words, const char *key, const char *standard, char *text, size_t size);
/** Whether every word is one of the keys, which end with NULL; the first that is not, or whose number is none, goes into `problem`.
 *  Keys that end with '=' take a text, others a number. */
bool words_are_known(const char *words, const char *const *keys, char *problem, size_t size);

/** description_text.c: writes the lines that bench/peers/README.md specifies, which read back to the same bits. The
 *  format has no chains and no joint limits: the benchmark's scenes have neither. */
void description_write(const struct description *description, FILE *file);
/** Returns false, with a line of text in `problem`, if the input is not a description. Free the result in any case. */
bool description_read(struct description *description, FILE *file, char *problem, size_t size);

/** serve.c: the main function of a peer: `PROGRAM about`, or `PROGRAM run KEY=VALUE...`. Returns the exit code. */
int serve(const struct engine *engine, int argc, char **argv);

#endif
