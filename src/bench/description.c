#include "bench/description.h"

#include <stdlib.h>

#define EARTH_GRAVITY 9.80665 /* m/s^2, as a world of Modulus has it by default */

struct description description_begin(const char *name)
{
    struct description description = {.gravity_y = -EARTH_GRAVITY, .dt = 1.0 / 60};
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

/* Room for one more, doubled when it is used up. */
static void *grow(void *block, int32_t count, int32_t *room, size_t size)
{
    if (count < *room) {
        return block;
    }
    const int32_t wanted = *room > 0 ? 2 * *room : 64;
    void *grown = realloc(block, (size_t)wanted * size);
    if (grown != NULL) {
        *room = wanted;
    }
    return grown;
}

int32_t description_add_body(struct description *description, const struct described_body *body)
{
    struct described_body *bodies =
        grow(description->body, description->body_count, &description->body_room, sizeof *bodies);
    if (bodies == NULL) {
        description->failed = true;
        return 0;
    }
    description->body = bodies;
    bodies[description->body_count] = *body;
    return description->body_count++;
}

int32_t description_add_shape(struct description *description, const struct described_shape *shape)
{
    struct described_shape *shapes =
        grow(description->shape, description->shape_count, &description->shape_room, sizeof *shapes);
    if (shapes == NULL) {
        description->failed = true;
        return 0;
    }
    description->shape = shapes;
    shapes[description->shape_count] = *shape;
    return description->shape_count++;
}

int32_t description_add_joint(struct description *description, const struct described_joint *joint)
{
    struct described_joint *joints =
        grow(description->joint, description->joint_count, &description->joint_room, sizeof *joints);
    if (joints == NULL) {
        description->failed = true;
        return 0;
    }
    description->joint = joints;
    joints[description->joint_count] = *joint;
    return description->joint_count++;
}
