/* The world as the WebAssembly engine holds it, shared by its C files. */
#ifndef MODULUS_WEB_WORLD_H
#define MODULUS_WEB_WORLD_H

#include "base/memory.h"
#include "engine.h"
#include "scene/scene.h"
#include "scene/text.h"

/** A contact of the problem being solved, recorded by the pre-solve callback. */
struct observed_contact {
    int32_t shape[2];
    int32_t points;
    bool has_tangents;
};

/** Contribution of each point of a contact to RES, keyed by the two shapes. */
struct observed_residual {
    int32_t shape[2];
    int32_t step; /* of struct observer when it was written; with any other step the slot is free */
    double residual[2];
};

/** Records of the solver's work in the last step. */
struct observer {
    int32_t flags; /* WEB_OBSERVE_CONTACTS, WEB_OBSERVE_SWEEPS */
    int32_t step;  /* a counter, so that the table need not be cleared */
    bool failed;   /* memory was exhausted in this step: its contacts are not reported */
    struct observed_contact *contacts;
    size_t contact_capacity, contact_count;
    struct observed_residual *residuals; /* a hash table; its capacity is a power of two */
    size_t residual_capacity, residual_count;
    /* RES per sweep of the solve to report, and of the solve in progress. */
    double *sweeps, *new_sweeps;
    size_t sweep_capacity, new_sweep_capacity, sweep_count, new_sweep_count;
    int32_t substep, new_substep;
};

/** A growable array of numbers for the host. */
struct number_buffer {
    void *data;
    size_t count, capacity;
    bool failed; /* memory was exhausted */
    struct web_array array;
};

struct web_world {
    struct scene scene;
    md_step_report step;
    double report[WEB_REPORT_COUNT];
    struct observer observer;
    struct number_buffer drawn, contacts, bodies;
    struct web_array sweeps;
    md2_joint_id grab[WEB_MAX_POINTERS];
    double picked[5];
    char *text; /* returned by web_describe and web_save */
    char log[200];
    int64_t log_count;
};

/** Returns the error behind web_error(), for library functions to fill. */
md_error *web_last_error(void);
/** Stores the text of a failure for web_error(). Returns the status. */
int32_t web_result(md_status status);

/** Where a scene comes from: the bytes of web_read, or a built-in scene if they are NULL. */
struct web_source {
    const char *name; /* of the built-in scene, or the origin that errors name */
    const void *bytes;
    size_t size;
};
/** Opens a scene with settings "key=value". With `is_3d` a built-in name is that of a 3D scene, and a document may be of
 *  either dimension. */
md_status web_open_scene(struct scene *scene, const struct web_source *source, const char *settings, bool is_3d);

/** Installs the callbacks that the observer's flags require. */
md_status observer_install(struct web_world *world);
void observer_begin_step(struct observer *observer);
void observer_free(struct observer *observer);
/** Returns the contribution of a contact point to RES, or a negative number if it is unknown. */
double observer_residual(const struct observer *observer, int32_t shape_a, int32_t shape_b, int point);

void buffer_begin(struct number_buffer *buffer);
void buffer_put_float(struct number_buffer *buffer, double number);
void buffer_put_double(struct number_buffer *buffer, double number);
/** Returns the numbers put since buffer_begin, or NULL if memory was exhausted. */
const struct web_array *buffer_end(struct number_buffer *buffer);
void buffer_free(struct number_buffer *buffer);

/** Releases all grabbed bodies. */
void release_all(struct web_world *world);

#endif
