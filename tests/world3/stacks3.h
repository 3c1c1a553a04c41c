/* Stacks of the 3D world tests: towers, pyramids, a house of cards, an arch, and how much of them still stands. */
#ifndef MODULUS_TESTS_STACKS3_H
#define MODULUS_TESTS_STACKS3_H

#include <stdlib.h>

#include "world3/make3.h"

enum { MAX_STACK = 1024 };

/** Bodies in the order of their creation, and where they started. */
struct stack {
    md3_world *world;
    md3_body_id body[MAX_STACK];
    md3_vec start[MAX_STACK];
    int count;
    md3_shape_def material;
};

/** Creates a world without sleep, with a half-space as ground. */
static inline struct stack stack_of(const md3_world_def *settings, double friction)
{
    md3_world_def def = *settings;
    def.enable_sleep = false;
    struct stack stack = {.world = world_of(&def), .material = surface_of(friction, 0)};
    ground_of(stack.world, &stack.material);
    return stack;
}

static inline md3_body_id stack_geometry(struct stack *stack, md3_vec at, md3_rot rotation,
                                         const md3_geometry *geometry)
{
    const md3_body_id body = body_turned_at(stack->world, MD3_DYNAMIC, at, rotation);
    give(stack->world, body, &stack->material, geometry);
    assert_true(stack->count < MAX_STACK);
    stack->start[stack->count] = md3_body_center(stack->world, body);
    stack->body[stack->count++] = body;
    return body;
}

/** Adds boxes of one size at several places; they share a hull. */
static inline md3_geometry box_geometry(double half_x, double half_y, double half_z, md3_hull **hull)
{
    md3_geometry geometry;
    assert_int_equal(md3_hull_create_box(NULL, at3(half_x, half_y, half_z), hull, NULL), MD_OK);
    assert_int_equal(md3_geometry_hull(&geometry, *hull, 0), MD_OK);
    return geometry;
}

static inline void stack_tower(struct stack *stack, int boxes)
{
    md3_hull *hull;
    const md3_geometry box = box_geometry(0.5, 0.5, 0.5, &hull);
    for (int i = 0; i < boxes; ++i) {
        stack_geometry(stack, at3(0, 0.5 + i, 0), md3_rot_identity(), &box);
    }
    md3_hull_destroy(hull);
}

/** Adds coins of 1 m x 10 cm, each on the one before. */
static inline void stack_coins(struct stack *stack, int coins)
{
    const double radius = 0.5, thickness = 0.1;
    md3_geometry coin;
    assert_int_equal(
        md3_geometry_cylinder(&coin, at3(0, -thickness / 2, 0), at3(0, thickness / 2, 0), (md_real)radius, 0), MD_OK);
    for (int i = 0; i < coins; ++i) {
        stack_geometry(stack, at3(0, thickness * (i + 0.5), 0), md3_rot_identity(), &coin);
    }
}

/* Space between two boxes of a row, m. */
#define ROW_GAP 0.05

static inline void stack_flat_pyramid(struct stack *stack, int base)
{
    md3_hull *hull;
    const md3_geometry box = box_geometry(0.5, 0.5, 0.5, &hull);
    for (int row = 0; row < base; ++row) {
        for (int i = 0; i < base - row; ++i) {
            const double x = (1 + ROW_GAP) * (i - (base - row - 1) / 2.0);
            stack_geometry(stack, at3(x, row + 0.5, 0), md3_rot_identity(), &box);
        }
    }
    md3_hull_destroy(hull);
}

static inline void stack_square_pyramid(struct stack *stack, int base)
{
    md3_hull *hull;
    const md3_geometry box = box_geometry(0.5, 0.5, 0.5, &hull);
    for (int row = 0; row < base; ++row) {
        const int side = base - row;
        for (int i = 0; i < side * side; ++i) {
            const double x = (1 + ROW_GAP) * (i % side - (side - 1) / 2.0);
            const double z = (1 + ROW_GAP) * (i / side - (side - 1) / 2.0);
            stack_geometry(stack, at3(x, row + 0.5, z), md3_rot_identity(), &box);
        }
    }
    md3_hull_destroy(hull);
}

/** Adds a house of cards of 1 m x 1 m x 4 cm. A card leans by the angle of the triangle 5, 12, 13; two cards that lean against
 *  each other do not slip while the friction is above its tangent, 0.417. */
static inline void stack_card_house(struct stack *stack, int levels)
{
    const double length = 1, thickness = 0.04, pitch = length + 0.01, c = 12.0 / 13, s = 5.0 / 13;
    const double half_x = c * thickness / 2 + s * length / 2, half_y = s * thickness / 2 + c * length / 2;
    md3_hull *hull;
    const md3_geometry card = box_geometry(thickness / 2, length / 2, length / 2, &hull);
    const md3_rot flat = turned_about(0, 0, 1, PI / 2);
    double y = 0;
    for (int level = 0; level < levels; ++level) {
        const int pairs = levels - level;
        for (int i = 0; i < 2 * pairs; ++i) {
            const double x = pitch * (i / 2 - (pairs - 1) / 2.0);
            const int side = i % 2 == 0 ? -1 : 1;
            stack_geometry(stack, at3(x + side * half_x, y + half_y, 0), turned_about(0, 0, 1, side * asin(s)), &card);
        }
        y += 2 * half_y;
        for (int i = 0; i + 1 < pairs; ++i) {
            stack_geometry(stack, at3(pitch * (i - (pairs - 2) / 2.0), y + thickness / 2, 0), flat, &card);
        }
        y += thickness;
    }
    md3_hull_destroy(hull);
}

/** Adds a semicircular arch of an odd number of wedges. It stands if it is thicker than 0.107 of its mean radius (Heyman 1969) and
 *  the friction is high enough. */
static inline void stack_arch(struct stack *stack, int wedges)
{
    const double inner = 4.5, outer = 5.5, half = PI / wedges / 2;
    md3_vec points[8];
    for (int i = 0; i < 8; ++i) {
        const double radius = (i & 1) != 0 ? outer : inner, angle = (i & 2) != 0 ? half : -half;
        points[i] = at3(radius * sin(angle), radius * cos(angle) - 5, (i & 4) != 0 ? 0.5 : -0.5);
    }
    md3_hull *hull;
    md3_geometry wedge;
    assert_int_equal(md3_hull_create(NULL, points, 8, &hull, NULL), MD_OK);
    assert_int_equal(md3_geometry_hull(&wedge, hull, 0), MD_OK);
    for (int i = 0; i < wedges; ++i) {
        const double angle = PI / 2 - (2 * i + 1) * half;
        stack_geometry(stack, at3(5 * sin(-angle), 5 * cos(angle), 0), turned_about(0, 0, 1, angle), &wedge);
    }
    md3_hull_destroy(hull);
}

/** Largest distance of a centre from its start, m. */
static inline double stack_moved(const struct stack *stack)
{
    double most = 0;
    for (int i = 0; i < stack->count; ++i) {
        most = fmax(most, (double)md3_vec_distance(md3_body_center(stack->world, stack->body[i]), stack->start[i]));
    }
    return most;
}

/** By how much a body is lower than at the start, m. */
static inline double stack_sag(const struct stack *stack, int body)
{
    return (double)stack->start[body].y - y_of(stack->world, stack->body[body]);
}

/** Kinetic and potential energy, J. */
static inline double stack_energy(const struct stack *stack)
{
    double energy = md3_world_kinetic_energy(stack->world);
    for (int i = 0; i < stack->count; ++i) {
        energy += G * (double)md3_body_mass(stack->world, stack->body[i]).mass * y_of(stack->world, stack->body[i]);
    }
    return energy;
}

#endif
