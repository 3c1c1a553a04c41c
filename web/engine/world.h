/* The world as the WebAssembly engine holds it, shared by its C files. */
#ifndef MODULUS_WEB_WORLD_H
#define MODULUS_WEB_WORLD_H

#include "base/memory.h"
#include "draw/contact_residuals.h"
#include "draw/solid_mesh.h"
#include "engine2.h"
#include "engine3.h"
#include "engine_build.h"
#include "scene/create.h"
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

/** Records of the solver's work in the last step. `contacts` and `residuals` are of a 2D world, `points3` of a 3D world. */
struct observer {
    int32_t flags; /* WEB_OBSERVE_CONTACTS, WEB_OBSERVE_SWEEPS */
    int32_t step;  /* a counter, so that the table need not be cleared */
    bool failed;   /* memory was exhausted in this step: its contacts are not reported */
    struct observed_contact *contacts;
    size_t contact_capacity, contact_count;
    struct observed_residual *residuals; /* a hash table; its capacity is a power of two */
    size_t residual_capacity, residual_count;
    struct contact_residuals points3;
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

/** A shape of a 3D world, and its mesh. */
struct mesh_shape {
    md3_body_id body;
    int32_t shape, mesh; /* indices */
    bool sensor;
};

/** The meshes of a 3D world. They are made when they are asked for and `is_current` is false. */
struct meshes {
    struct number_buffer positions, normals, indices, ranges, edges, edge_ranges;
    struct web_mesh_list list;
    struct mesh_shape *shapes;
    int32_t shape_count, version;
    uint64_t hash; /* of shapes and meshes */
    bool is_current;
};

struct web_world {
    struct scene scene;
    md_step_report step;
    double report[WEB_REPORT_COUNT];
    struct observer observer;
    struct number_buffer drawn, joints, contacts, bodies, events;
    struct scene_handle created; /* returned by web_create_... */
    struct web_array sweeps;
    /* Of a 2D world. */
    md2_joint_id grab[WEB_MAX_POINTERS];
    double picked[5];
    /* Of a 3D world. */
    struct meshes meshes;
    md3_joint_id grab3[WEB_MAX_POINTERS];
    double hit3[WEB_HIT_NUMBERS];
    float bounds3[12];
    struct web_array bounds3_array;
    char *text; /* returned by web_describe and web_save */
    char log[200];
    int64_t log_count;
};

/** Returns the error behind web_error(), for library functions to fill. */
md_error *web_last_error(void);
/** Stores the text of a failure for web_error(). Returns the status. */
int32_t web_result(md_status status);

/** The same for a function that the world has refused, with the line of md2_world_last_error or md3_world_last_error. */
int32_t web_refused(const struct web_world *world, md_status status);

/** Installs the callbacks that the observer's flags require. */
md_status observer_install(struct web_world *world);
void observer_begin_step(struct observer *observer);
void observer_free(struct observer *observer);
/** Returns the contribution of a contact point to RES, or a negative number if it is unknown. */
double observer_residual(const struct observer *observer, int32_t shape_a, int32_t shape_b, int point);
/** The same for a point of a 3D world, by its id. */
double observer_residual3(struct observer *observer, md3_shape_id a, md3_shape_id b, uint32_t point);

void buffer_begin(struct number_buffer *buffer);
void buffer_put_float(struct number_buffer *buffer, double number);
void buffer_put_double(struct number_buffer *buffer, double number);
void buffer_put_int(struct number_buffer *buffer, int32_t number);
void buffer_put_vec3(struct number_buffer *buffer, md3_vec vec); /* as floats */
/** The record of a body of web_bodies and web3_bodies. */
void buffer_put_body(struct number_buffer *bodies, const md2_world *physics, md2_body_id body);
void buffer_put_body3(struct number_buffer *bodies, const md3_world *physics, md3_body_id body);
/** Returns the numbers put since buffer_begin, or NULL if memory was exhausted. */
const struct web_array *buffer_end(struct number_buffer *buffer);
void buffer_free(struct number_buffer *buffer);

/** Releases all grabbed bodies. */
void release_all(struct web_world *world);
void release_all3(struct web_world *world);

/** Makes the meshes again if shapes have changed. Returns false if memory is exhausted. */
bool meshes_refresh(struct web_world *world);
void meshes_free(struct meshes *meshes);
/** Stores the present bounds of a 3D world as its view. */
void bounds_keep(struct web_world *world);

#endif
