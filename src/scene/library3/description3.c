#include "scene/library3/description3.h"

#include <stdio.h>
#include <stdlib.h>

#define EARTH_GRAVITY 9.80665 /* m/s^2, the default of a Modulus world */

struct description3 description3_begin(const char *name)
{
    struct description3 description = {.gravity = {0, -EARTH_GRAVITY, 0}, .dt = 1.0 / 60};
    snprintf(description.name, sizeof description.name, "%s", name);
    return description;
}

void description3_free(struct description3 *description)
{
    free(description->body);
    free(description->shape);
    free(description->joint);
    *description = (struct description3){0};
}

/* Makes room for one more element, doubling the capacity when it is used up; NULL if there are too many or no memory. */
static void *reserve(void *elements, int32_t count, int32_t *capacity, size_t size)
{
    if (count < *capacity || count >= DESCRIPTION_MAX_BODIES) {
        return count < *capacity ? elements : NULL;
    }
    const int32_t new_capacity = *capacity > 0 ? 2 * *capacity : 64;
    void *grown = realloc(elements, (size_t)new_capacity * size);
    *capacity = grown != NULL ? new_capacity : *capacity;
    return grown;
}

int32_t description3_add_body(struct description3 *description, const struct described_body3 *body)
{
    struct described_body3 *bodies =
        reserve(description->body, description->body_count, &description->body_capacity, sizeof *body);
    if (bodies == NULL) {
        description->failed = true;
        return 0;
    }
    description->body = bodies;
    bodies[description->body_count] = *body;
    return description->body_count++;
}

int32_t description3_add_shape(struct description3 *description, const struct described_shape3 *shape)
{
    struct described_shape3 *shapes =
        reserve(description->shape, description->shape_count, &description->shape_capacity, sizeof *shape);
    if (shapes == NULL) {
        description->failed = true;
        return 0;
    }
    description->shape = shapes;
    shapes[description->shape_count] = *shape;
    return description->shape_count++;
}

int32_t description3_add_joint(struct description3 *description, const struct described_joint3 *joint)
{
    struct described_joint3 *joints =
        reserve(description->joint, description->joint_count, &description->joint_capacity, sizeof *joint);
    if (joints == NULL) {
        description->failed = true;
        return 0;
    }
    description->joint = joints;
    joints[description->joint_count] = *joint;
    return description->joint_count++;
}

int32_t shape3_points(enum shape3_kind kind)
{
    static const int32_t POINTS[] = {1, 2, 1, 0, 1};
    return POINTS[kind];
}
