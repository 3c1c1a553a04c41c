/* The interface of an engine: create a world from a description, step it, read the states of its bodies.
 *
 * engine_modulus.c and engine_modulus3.c implement it for Modulus, each program in bench/peers/ for another engine. serve.c
 * connects any of them to a pipe.
 */
#ifndef MODULUS_BENCH_ENGINE_H
#define MODULUS_BENCH_ENGINE_H

#include <stdio.h>

#include "scene/library/description.h"
#include "scene/library3/description3.h"

#define MAX_PHASES 8

/** Seconds spent so far in each phase of a step, for engines that report them. */
struct phases {
    int count;
    char name[MAX_PHASES][16]; /**< one word each */
    double seconds[MAX_PHASES];
};

/** The time of some steps. */
struct timing {
    double seconds;
    struct phases phases; /**< of these steps; none if the engine does not report them */
};

/** Which settings of an engine are run. */
enum setting_level { LEVEL_DEFAULT, LEVEL_USUAL, LEVEL_FULL };

/** One setting of an engine: a point on its curve of error against time. */
struct setting {
    enum setting_level level;
    const char *words; /**< "iterations=10 slop=0.005" */
};

/** An engine in 2D (create, read) or in 3D (create3, read3); the functions of the other dimension are NULL. */
struct engine {
    const char *name, *version; /**< one word each */
    const char *precision;      /**< double or float */
    const char *note;           /**< a remark about its results; NULL: none */
    int max_threads;            /**< of one world; set with the key `threads` */
    const struct setting *settings;
    int setting_count;

    /** Return NULL, with a line of text in `problem`, on failure. The description must outlive the world. */
    void *(*create)(const struct description *description, const char *words, char *problem, size_t size);
    void *(*create3)(const struct description3 *description, const char *words, char *problem, size_t size);
    /** Does one step of the description's dt; false on failure. */
    bool (*step)(void *world);
    /** Write one state per body, in the order of the description. */
    void (*read)(void *world, struct body_state *states);
    void (*read3)(void *world, struct body_state3 *states);
    /** NULL if the engine does not report phases. */
    void (*phases)(void *world, struct phases *phases);
    void (*destroy)(void *world);
    /** The same engine in 3D, if this one is in 2D. NULL: none. */
    const struct engine *in_3d;
};

/** engine_modulus.c: Modulus itself, in the precision of this build. */
extern const struct engine ENGINE_MODULUS;
/** engine_modulus3.c: the same in 3D. */
extern const struct engine ENGINE_MODULUS3;

/** The part of an engine for 2 or 3 dimensions; NULL if there is none. */
static inline const struct engine *engine_in(const struct engine *engine, int dimensions)
{
    const bool is_it = dimensions == 3 ? engine->create3 != NULL : engine->create != NULL;
    return is_it ? engine : dimensions == 3 ? engine->in_3d : NULL;
}

/** timing.c: does and times some steps; false if one failed. */
bool engine_step(const struct engine *engine, void *world, int64_t steps, struct timing *timing);

/** words.c: the value of a key in words of the form key=value; `standard` if the key is missing. */
double words_number(const char *words, const char *key, double standard);
/** The same for a text, which is cut to `size`. */
void words_text(const char *words, const char *key, const char *standard, char *text, size_t size);
/** True if every word has one of the keys, which end with NULL, and a valid value; otherwise `problem` describes the first
 *  bad word. Keys that end with '=' take a text, others a number. */
bool words_are_known(const char *words, const char *const *keys, char *problem, size_t size);

/** description_text.c: writes the lines that bench/peers/README.md specifies, which read back to the same bits. The
 *  format has no chains and no joint limits: the benchmark's scenes have neither. */
void description_write(const struct description *description, FILE *file);
/** Returns false, with a line of text in `problem`, if the input is not a description. Free the result in any case. */
bool description_read(struct description *description, FILE *file, char *problem, size_t size);
/** description3_text.c: the same in 3D. */
void description3_write(const struct description3 *description, FILE *file);
bool description3_read(struct description3 *description, FILE *file, char *problem, size_t size);

/** serve.c: the main function of a peer: `PROGRAM about`, `PROGRAM run KEY=VALUE...` or `PROGRAM run3 KEY=VALUE...`. Returns
 *  the exit code. */
int serve(const struct engine *engine, int argc, char **argv);

#endif
