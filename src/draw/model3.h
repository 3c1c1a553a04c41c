/* What pictures and recordings of a 3D world consist of: a model, which never changes, and a state per frame.
 *
 * The model has bodies, shapes, joints, and solids, the geometries that shapes share. It is read from a world
 * (model3_world.c) or from a recording (recording3_read.c), so that a recording can be drawn without its scene. */
#ifndef MODULUS_DRAW_MODEL3_H
#define MODULUS_DRAW_MODEL3_H

#include "draw/solid.h"

struct model3_shape {
    int32_t body, solid;
    bool sensor;
};

struct model3_joint {
    int32_t body[2];   /* -1: the world */
    md3_vec anchor[2]; /* in the coordinates of its body */
    md3_joint_type type;
};

struct model3 {
    md3_body_type *types; /* of each body */
    struct solid *solids;
    struct model3_shape *shapes;
    struct model3_joint *joints;
    int32_t body_count, solid_count, shape_count, joint_count;
    md3_vec gravity; /* m/s^2; up is the other way */
    /* Handles in the world that the model was read from; NULL in a recording. */
    md3_body_id *body_ids;
    md3_joint_id *joint_ids;
};

/** A contact point. */
struct contact_mark {
    int32_t body[2];
    md3_vec point;
    md3_vec impulse;  /* along the normal, on the second body, N s */
    md_real residual; /* contribution to RES; negative: unknown */
};

/** A frame. */
struct state3 {
    int64_t step; /* 0: the initial state */
    int32_t contacts;
    double residual, penetration_max, kinetic_energy;
    md3_transform *transforms; /* of each body */
    bool *asleep, *hidden;     /* of each body */
    bool *broken;              /* of each joint */
    struct contact_mark *marks;
    size_t mark_capacity;
    int32_t mark_count;
};

/** Reads the bodies, shapes and joints that a world has now. */
md_status model3_create(struct model3 *model, const md3_world *world, md_error *error);
void model3_free(struct model3 *model);

/** Allocates the state of a model, with all bodies at the origin. */
md_status state3_create(struct state3 *state, const struct model3 *model, md_error *error);
void state3_free(struct state3 *state);
/** Makes room for contact points. */
md_status state3_reserve_marks(struct state3 *state, size_t count, md_error *error);

struct contact_residuals;

/** Reads the state of the world that the model was read from. `fraction` interpolates over the last step: 1 is the current
 *  state. `report` is that of the last step, NULL before the first; `residuals` may be NULL. */
md_status state3_read(struct state3 *state, const struct model3 *model, const md3_world *world, md_real fraction,
                      const md_step_report *report, struct contact_residuals *residuals, md_error *error);

#endif
