/* What the parts of the engine for WebAssembly share. */
#ifndef MODULUS_WEB_WORLD_H
#define MODULUS_WEB_WORLD_H

#include "base/memory.h"
#include "engine.h"
#include "scene/scene.h"
#include "scene/text.h"

/** A contact whose rows are being solved, as the pre-solve callback saw it. */
struct watched_contact {
    int32_t shape[2];
    int32_t points;
    bool has_tangents;
};

/** What each point of a contact has of the residual, by its shapes. */
struct watched_residual {
    int32_t shape[2];
    int32_t step; /* of struct watch, in which it was written; any other: the place is free */
    double residual[2];
};

/** What is seen of the solver in a step. */
struct watch {
    int32_t what;
    int32_t step; /* counts, so that nothing has to be cleared */
    bool lost;    /* memory was out in this step: nothing is told of it */
    struct watched_contact *contacts;
    size_t contact_capacity, contact_count;
    struct watched_residual *residuals; /* a table of a power of two */
    size_t residual_capacity, residual_count;
    double *sweeps, *new_sweeps; /* of the solve to tell of, and of the present one */
    size_t sweep_capacity, new_sweep_capacity, sweep_count, new_sweep_count;
    int32_t substep, new_substep; /* of these */
};

/** Numbers that are handed to the host. */
struct numbers {
    void *at;
    size_t count, capacity;
    bool lost; /* memory was out */
    struct web_array array;
};

struct web_world {
    struct scene scene;
    md_step_report step;
    double report[WEB_NUMBERS];
    struct watch watch;
    struct numbers drawn, contacts, bodies;
    struct web_array sweeps;
    md2_joint_id hand[WEB_HANDS];
    double picked[5];
    char *text; /* of web_describe and web_save */
    char log[200];
    int64_t logged;
};

/** Where web_error() is kept: for the library to fill. */
md_error *web_last_error(void);
/** A status without a sentence: keeps its words for web_error(), and returns it. */
int32_t web_result(md_status status);

/** Gives a world the callbacks that what is watched needs. */
md_status watch_install(struct web_world *world);
void watch_begin_step(struct watch *watch);
void watch_free(struct watch *watch);
/** The part of the residual of a point of a contact; below 0 where it is not known. */
double watch_residual(const struct watch *watch, int32_t shape_a, int32_t shape_b, int point);

/** Begins, and hands out what was put; NULL where memory was out. */
void numbers_begin(struct numbers *numbers);
const struct web_array *numbers_end(struct numbers *numbers);
void numbers_free(struct numbers *numbers);
void numbers_put_float(struct numbers *numbers, double number);
void numbers_put_double(struct numbers *numbers, double number);

/** Lets go of all that is pulled. */
void release_all(struct web_world *world);

#endif
