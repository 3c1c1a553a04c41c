#include "bench/engines/any_description.h"

#include <stdlib.h>

void any_description_free(struct any_description *description)
{
    description_free(&description->flat);
    description3_free(&description->solid);
}

bool any_description_failed(const struct any_description *description)
{
    return description->dimensions == 3 ? description->solid.failed : description->flat.failed;
}

int32_t any_body_count(const struct any_description *description)
{
    return description->dimensions == 3 ? description->solid.body_count : description->flat.body_count;
}

int32_t any_shape_count(const struct any_description *description)
{
    return description->dimensions == 3 ? description->solid.shape_count : description->flat.shape_count;
}

int32_t any_joint_count(const struct any_description *description)
{
    return description->dimensions == 3 ? description->solid.joint_count : description->flat.joint_count;
}

double any_lowest_start(const struct any_description *description)
{
    double y = INFINITY;
    for (int32_t i = 0; i < description->flat.body_count; ++i) {
        const struct described_body *body = &description->flat.body[i];
        y = body->type == BODY_DYNAMIC ? fmin(y, body->start.y) : y;
    }
    for (int32_t i = 0; i < description->solid.body_count; ++i) {
        const struct described_body3 *body = &description->solid.body[i];
        y = body->type == BODY_DYNAMIC ? fmin(y, body->start.p.y) : y;
    }
    return y;
}

struct any_states any_states_create(const struct any_description *description)
{
    struct any_states states = {NULL, NULL};
    const size_t count = (size_t)any_body_count(description) + 1;
    if (description->dimensions == 3) {
        states.solid = calloc(count, sizeof *states.solid);
        for (int32_t i = 0; states.solid != NULL && i < description->solid.body_count; ++i) {
            states.solid[i] = description->solid.body[i].start;
        }
    } else {
        states.flat = calloc(count, sizeof *states.flat);
        for (int32_t i = 0; states.flat != NULL && i < description->flat.body_count; ++i) {
            states.flat[i] = description->flat.body[i].start;
        }
    }
    return states;
}

void any_states_free(struct any_states *states)
{
    free(states->flat);
    free(states->solid);
    *states = (struct any_states){NULL, NULL};
}

bool any_accuracy(const struct any_description *description, const struct any_states *states, struct accuracy *accuracy)
{
    return description->dimensions == 3 ? accuracy3_measure(&description->solid, states->solid, accuracy)
                                        : accuracy_measure(&description->flat, states->flat, accuracy);
}
