#include "scene/library/description.h"

#include <stdio.h>
#include <stdlib.h>

#define EARTH_GRAVITY 9.80665 /* m/s^2, the default of a Modulus world */

struct description description_begin(const char *name)
{
    struct description description = {
        .gravity_y = -EARTH_GRAVITY, .dt = 1.0 / 60, .max_bodies = DESCRIPTION_MAX_BODIES};
    snprintf(description.name, sizeof description.name, "%s", name);
    return description;
}

void description_free(struct description *description)
{
    free(description->body);
    free(description->shape);
    free(description->joint);
    *description = (struct description){0};
}

/* Makes room for one more element, doubling the capacity when it is used up; false if out of memory. */
static bool reserve(void **elements, int32_t count, int32_t *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    const int32_t new_capacity = *capacity > 0 ? 2 * *capacity : 64;
    void *grown = realloc(*elements, (size_t)new_capacity * size);
    if (grown == NULL) {
        return false;
    }
    *elements = grown;
    *capacity = new_capacity;
    return true;
}

int32_t description_add_body(struct description *description, const struct described_body *body)
{
    void *bodies = description->body;
    if (description->body_count >= description->max_bodies ||
        !reserve(&bodies, description->body_count, &description->body_capacity, sizeof *body)) {
        description->failed = true;
        return 0;
    }
    description->body = bodies;
    description->body[description->body_count] = *body;
    return description->body_count++;
}

int32_t description_add_shape(struct description *description, const struct described_shape *shape)
{
    void *shapes = description->shape;
    if (!reserve(&shapes, description->shape_count, &description->shape_capacity, sizeof *shape)) {
        description->failed = true;
        return 0;
    }
    description->shape = shapes;
    description->shape[description->shape_count] = *shape;
    return description->shape_count++;
}

int32_t description_add_joint(struct description *description, const struct described_joint *joint)
{
    void *joints = description->joint;
    if (!reserve(&joints, description->joint_count, &description->joint_capacity, sizeof *joint)) {
        description->failed = true;
        return 0;
    }
    description->joint = joints;
    description->joint[description->joint_count] = *joint;
    return description->joint_count++;
}
