#include "bench/accuracy/accuracy3.h"

#include <stdlib.h>

/* A shape that is not a plane, with its bounding box. */
struct placed_shape3 {
    const struct described_shape3 *shape;
    const struct described_hull *hull;
    struct dvec3 lower, upper;
};

struct measurement {
    const struct description3 *description;
    const struct body_state3 *states;
    struct described_hull *hulls; /* of the shapes that follow here, one per shape that is not a plane */
    struct placed_shape3 *placed;
    int32_t placed_count;
    struct described_mass3 *masses;
    struct accuracy *accuracy;
};

/* ---- Penetration ----------------------------------------------------------------------------------------------------- */

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

static bool may_collide(const struct description3 *description, int32_t a, int32_t b)
{
    const struct described_body3 *body_a = &description->body[a];
    const struct described_body3 *body_b = &description->body[b];
    return a != b && (body_a->type == BODY_DYNAMIC || body_b->type == BODY_DYNAMIC) &&
           (body_a->group == 0 || body_a->group != body_b->group);
}

static void place(const struct measurement *measurement, const struct placed_shape3 *placed, struct polytope *polytope)
{
    polytope_place(placed->hull, placed->shape->kind <= SHAPE3_CAPSULE ? placed->shape->radius : 0,
                   &measurement->states[placed->shape->body], polytope);
}

static bool boxes_touch(const struct placed_shape3 *a, const struct placed_shape3 *b)
{
    return a->lower.y <= b->upper.y + TOUCH_DISTANCE && b->lower.y <= a->upper.y + TOUCH_DISTANCE &&
           a->lower.z <= b->upper.z + TOUCH_DISTANCE && b->lower.z <= a->upper.z + TOUCH_DISTANCE;
}

/* The shapes are sorted by their left ends, so that shapes that may touch are close to each other in the list. */
static void measure_pairs(const struct measurement *measurement)
{
    for (int32_t i = 0; i < measurement->placed_count; ++i) {
        const struct placed_shape3 *a = &measurement->placed[i];
        struct polytope first;
        place(measurement, a, &first);
        for (int32_t j = i + 1; j < measurement->placed_count; ++j) {
            const struct placed_shape3 *b = &measurement->placed[j];
            if (b->lower.x > a->upper.x + TOUCH_DISTANCE) {
                break;
            }
            if (boxes_touch(a, b) && may_collide(measurement->description, a->shape->body, b->shape->body)) {
                struct polytope second;
                place(measurement, b, &second);
                count_pair(measurement->accuracy, polytope_separation(&first, &second));
            }
        }
    }
}

/* Each plane against all other shapes. */
static void measure_plane(const struct measurement *measurement, const struct described_shape3 *plane)
{
    const struct body_state3 *at = &measurement->states[plane->body];
    const struct dvec3 normal = drot3_apply(at->q, plane->point[0]);
    const double offset = plane->radius + dvec3_dot(normal, at->p);
    for (int32_t i = 0; i < measurement->placed_count; ++i) {
        const struct placed_shape3 *placed = &measurement->placed[i];
        if (may_collide(measurement->description, plane->body, placed->shape->body)) {
            struct polytope polytope;
            place(measurement, placed, &polytope);
            count_pair(measurement->accuracy, plane_separation(normal, offset, &polytope));
        }
    }
}

static int by_lower_x(const void *first, const void *second)
{
    const struct placed_shape3 *a = first;
    const struct placed_shape3 *b = second;
    return (a->lower.x > b->lower.x) - (a->lower.x < b->lower.x);
}

static void place_shape(struct measurement *measurement, const struct described_shape3 *shape)
{
    struct described_hull *hull = &measurement->hulls[measurement->placed_count];
    struct placed_shape3 *placed = &measurement->placed[measurement->placed_count++];
    struct polytope polytope;
    described_hull_make(shape, hull);
    *placed = (struct placed_shape3){.shape = shape,
                                     .hull = hull,
                                     .lower = {INFINITY, INFINITY, INFINITY},
                                     .upper = {-INFINITY, -INFINITY, -INFINITY}};
    place(measurement, placed, &polytope);
    for (int32_t i = 0; i < hull->points; ++i) {
        const struct dvec3 p = polytope.point[i];
        const double r = polytope.radius;
        placed->lower =
            dvec3_of(fmin(placed->lower.x, p.x - r), fmin(placed->lower.y, p.y - r), fmin(placed->lower.z, p.z - r));
        placed->upper =
            dvec3_of(fmax(placed->upper.x, p.x + r), fmax(placed->upper.y, p.y + r), fmax(placed->upper.z, p.z + r));
    }
}

static void measure_penetration(struct measurement *measurement)
{
    const struct description3 *description = measurement->description;
    struct accuracy *accuracy = measurement->accuracy;
    for (int32_t i = 0; i < description->shape_count; ++i) {
        if (description->shape[i].kind != SHAPE3_PLANE) {
            place_shape(measurement, &description->shape[i]);
        }
    }
    qsort(measurement->placed, (size_t)measurement->placed_count, sizeof *measurement->placed, by_lower_x);
    measure_pairs(measurement);
    for (int32_t i = 0; i < description->shape_count; ++i) {
        if (description->shape[i].kind == SHAPE3_PLANE) {
            measure_plane(measurement, &description->shape[i]);
        }
    }
    accuracy->penetration_overlapping =
        accuracy->overlapping > 0 ? accuracy->penetration / (double)accuracy->overlapping : 0;
    accuracy->penetration = accuracy->touching > 0 ? accuracy->penetration / (double)accuracy->touching : 0;
}

/* ---- Bodies and joints ----------------------------------------------------------------------------------------------- */

static void measure_bodies(const struct measurement *measurement)
{
    const struct description3 *description = measurement->description;
    struct accuracy *accuracy = measurement->accuracy;
    double highest = -INFINITY;
    description3_masses(description, measurement->masses);
    for (int32_t i = 0; i < description->body_count; ++i) {
        const struct body_state3 *at = &measurement->states[i];
        const struct described_mass3 *mass = &measurement->masses[i];
        const struct dvec3 spin = drot3_unapply(at->q, at->spin);
        const struct dvec3 momentum =
            dvec3_of(mass->inertia.x * spin.x, mass->inertia.y * spin.y, mass->inertia.z * spin.z);
        accuracy->kinetic += mass->mass * dvec3_dot(at->v, at->v) / 2 + dvec3_dot(momentum, spin) / 2;
        accuracy->mass += mass->mass;
        accuracy->height += mass->mass * at->p.y;
        if (description->body[i].type == BODY_DYNAMIC && description->body[i].start.p.y > highest) {
            highest = description->body[i].start.p.y;
            accuracy->top_sag = highest - at->p.y;
        }
    }
    accuracy->height = accuracy->mass > 0 ? accuracy->height / accuracy->mass : 0;
}

static double joint_error(const struct described_joint3 *joint, const struct body_state3 *states)
{
    struct dvec3 p[2];
    for (int k = 0; k < 2; ++k) {
        const struct body_state3 *at = &states[joint->body[k]];
        p[k] = dvec3_add(at->p, drot3_apply(at->q, joint->anchor[k]));
    }
    return dvec3_length(dvec3_sub(p[1], p[0]));
}

static void measure_joints(const struct measurement *measurement)
{
    const struct description3 *description = measurement->description;
    struct accuracy *accuracy = measurement->accuracy;
    for (int32_t i = 0; i < description->joint_count; ++i) {
        const double error = joint_error(&description->joint[i], measurement->states);
        accuracy->joint_error += error / description->joint_count;
        accuracy->joint_error_max = fmax(accuracy->joint_error_max, error);
    }
}

/* ---- All of it ------------------------------------------------------------------------------------------------------- */

static bool all_finite(const struct description3 *description, const struct body_state3 *states)
{
    for (int32_t i = 0; i < description->body_count; ++i) {
        const struct body_state3 *at = &states[i];
        if (!isfinite(at->p.x + at->p.y + at->p.z + at->q.x + at->q.y + at->q.z + at->q.w + at->v.x + at->v.y +
                      at->v.z + at->spin.x + at->spin.y + at->spin.z)) {
            return false;
        }
    }
    return true;
}

bool accuracy3_measure(const struct description3 *description, const struct body_state3 *states,
                       struct accuracy *accuracy)
{
    *accuracy = (struct accuracy){.finite = all_finite(description, states)};
    if (!accuracy->finite) {
        return true;
    }
    const size_t shapes = (size_t)description->shape_count + 1;
    struct measurement measurement = {.description = description,
                                      .states = states,
                                      .hulls = calloc(shapes, sizeof *measurement.hulls),
                                      .placed = calloc(shapes, sizeof *measurement.placed),
                                      .masses = calloc((size_t)description->body_count + 1, sizeof *measurement.masses),
                                      .accuracy = accuracy};
    const bool has_memory = measurement.hulls != NULL && measurement.placed != NULL && measurement.masses != NULL;
    if (has_memory) {
        measure_penetration(&measurement);
        measure_bodies(&measurement);
        measure_joints(&measurement);
    }
    free(measurement.hulls);
    free(measurement.placed);
    free(measurement.masses);
    return has_memory;
}
