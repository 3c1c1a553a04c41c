#include "bench/accuracy/accuracy.h"

#include <math.h>
#include <stdlib.h>

static int by_lower_x(const void *first, const void *second)
{
    const struct placed_shape *a = first;
    const struct placed_shape *b = second;
    return (a->lower_x > b->lower_x) - (a->lower_x < b->lower_x);
}

static bool may_touch(const struct description *description, const struct placed_shape *a, const struct placed_shape *b)
{
    const struct described_body *body_a = &description->body[a->body];
    const struct described_body *body_b = &description->body[b->body];
    return a->body != b->body && (body_a->type == BODY_DYNAMIC || body_b->type == BODY_DYNAMIC) &&
           (body_a->group == 0 || body_a->group != body_b->group) && a->lower_y <= b->upper_y + TOUCH_DISTANCE &&
           b->lower_y <= a->upper_y + TOUCH_DISTANCE;
}

static void count_pair(struct accuracy *accuracy, double separation)
{
    if (separation <= TOUCH_DISTANCE) {
        const double depth = fmax(-separation, 0);
        ++accuracy->touching;
        accuracy->overlapping += depth > 0;
        accuracy->penetration += depth;
        accuracy->penetration_max = fmax(accuracy->penetration_max, depth);
    }
}

/* The shapes are sorted by their left ends, so that shapes that may touch are close to each other in the list. */
static void measure_pairs(const struct description *description, const struct placed_shape *placed,
                          struct accuracy *accuracy)
{
    for (int32_t i = 0; i < description->shape_count; ++i) {
        const double right = placed[i].upper_x + TOUCH_DISTANCE;
        for (int32_t j = i + 1; j < description->shape_count && placed[j].lower_x <= right; ++j) {
            if (may_touch(description, &placed[i], &placed[j])) {
                count_pair(accuracy, shape_separation(&placed[i], &placed[j]));
            }
        }
    }
    accuracy->penetration_overlapping =
        accuracy->overlapping > 0 ? accuracy->penetration / (double)accuracy->overlapping : 0;
    accuracy->penetration = accuracy->touching > 0 ? accuracy->penetration / (double)accuracy->touching : 0;
}

static void measure_energy(const struct description *description, const struct body_state *states,
                           const struct described_mass *masses, struct accuracy *accuracy)
{
    double highest = -INFINITY;
    for (int32_t i = 0; i < description->body_count; ++i) {
        const struct body_state *at = &states[i];
        const struct described_mass *mass = &masses[i];
        accuracy->kinetic +=
            mass->mass * (at->vx * at->vx + at->vy * at->vy) / 2 + mass->inertia * at->spin * at->spin / 2;
        accuracy->mass += mass->mass;
        accuracy->height += mass->mass * at->y;
        if (description->body[i].type == BODY_DYNAMIC && description->body[i].start.y > highest) {
            highest = description->body[i].start.y;
            accuracy->top_sag = highest - at->y;
        }
    }
    accuracy->height = accuracy->mass > 0 ? accuracy->height / accuracy->mass : 0;
}

static double joint_error(const struct described_joint *joint, const struct body_state *states)
{
    double x[2];
    double y[2];
    for (int k = 0; k < 2; ++k) {
        const struct body_state *at = &states[joint->body[k]];
        x[k] = at->x + at->c * joint->x[k] - at->s * joint->y[k];
        y[k] = at->y + at->s * joint->x[k] + at->c * joint->y[k];
    }
    return fabs(hypot(x[1] - x[0], y[1] - y[0]) - joint->length);
}

static void measure_joints(const struct description *description, const struct body_state *states,
                           struct accuracy *accuracy)
{
    for (int32_t i = 0; i < description->joint_count; ++i) {
        const double error = joint_error(&description->joint[i], states);
        accuracy->joint_error += error / description->joint_count;
        accuracy->joint_error_max = fmax(accuracy->joint_error_max, error);
    }
}

static bool all_finite(const struct description *description, const struct body_state *states)
{
    for (int32_t i = 0; i < description->body_count; ++i) {
        const struct body_state *at = &states[i];
        if (!isfinite(at->x + at->y + at->c + at->s + at->vx + at->vy + at->spin)) {
            return false;
        }
    }
    return true;
}

bool accuracy_measure(const struct description *description, const struct body_state *states, struct accuracy *accuracy)
{
    *accuracy = (struct accuracy){.finite = all_finite(description, states)};
    if (!accuracy->finite) {
        return true;
    }
    struct placed_shape *placed = calloc((size_t)description->shape_count + 1, sizeof *placed);
    struct described_mass *masses = calloc((size_t)description->body_count + 1, sizeof *masses);
    const bool has_memory = placed != NULL && masses != NULL;
    if (has_memory) {
        for (int32_t i = 0; i < description->shape_count; ++i) {
            placed[i] = shape_place(&description->shape[i], &states[description->shape[i].body]);
        }
        qsort(placed, (size_t)description->shape_count, sizeof *placed, by_lower_x);
        measure_pairs(description, placed, accuracy);
        description_masses(description, masses);
        measure_energy(description, states, masses, accuracy);
        measure_joints(description, states, accuracy);
    }
    free(placed);
    free(masses);
    return has_memory;
}
