/* Memory of models and states. model3_world.c and recording3_read.c fill them. */
#include "draw/model3.h"

#include <stdlib.h>

#include "base/error.h"

void model3_free(struct model3 *model)
{
    for (int32_t i = 0; model->solids != NULL && i < model->solid_count; ++i) {
        solid_free(&model->solids[i]);
    }
    free(model->types);
    free(model->solids);
    free(model->shapes);
    free(model->joints);
    free(model->body_ids);
    free(model->joint_ids);
    *model = (struct model3){0};
}

md_status state3_create(struct state3 *state, const struct model3 *model, md_error *error)
{
    const size_t bodies = (size_t)model->body_count + 1;
    *state = (struct state3){.transforms = calloc(bodies, sizeof *state->transforms),
                             .asleep = calloc(bodies, sizeof *state->asleep),
                             .hidden = calloc(bodies, sizeof *state->hidden),
                             .broken = calloc((size_t)model->joint_count + 1, sizeof *state->broken)};
    if (state->transforms == NULL || state->asleep == NULL || state->hidden == NULL || state->broken == NULL) {
        state3_free(state);
        return md_fail(error, MD_ERROR_MEMORY, "out of memory for the bodies of a picture");
    }
    for (int32_t i = 0; i < model->body_count; ++i) {
        state->transforms[i] = md3_transform_identity();
    }
    return MD_OK;
}

md_status state3_reserve_marks(struct state3 *state, size_t count, md_error *error)
{
    if (count <= state->mark_capacity) {
        return MD_OK;
    }
    const size_t capacity = count + count / 2;
    struct contact_mark *marks = realloc(state->marks, capacity * sizeof *marks);
    if (marks == NULL) {
        return md_fail(error, MD_ERROR_MEMORY, "out of memory for the contacts of a picture");
    }
    state->marks = marks;
    state->mark_capacity = capacity;
    return MD_OK;
}

void state3_free(struct state3 *state)
{
    free(state->transforms);
    free(state->asleep);
    free(state->hidden);
    free(state->broken);
    free(state->marks);
    *state = (struct state3){0};
}
