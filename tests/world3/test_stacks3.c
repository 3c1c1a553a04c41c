/* Figures of the 3D engine that docs/engine.md quotes: stacks that stand, with how far they moved.
 *
 * The tests are short. With the environment variable MODULUS_STACK_STEPS, such as 10000, each scene runs for so many steps. */
#include <stdio.h>

#include "world3/stacks3.h"

static int steps_or(int usual)
{
    const char *text = getenv("MODULUS_STACK_STEPS");
    const int steps = text != NULL ? atoi(text) : 0;
    return steps > 0 ? steps : usual;
}

/* What became of a stack. */
struct outcome {
    double moved, sag, penetration; /* m: of the centre that moved most, of the last body, the largest after any step */
    double energy;                  /* the largest after any step, in multiples of that at the start */
    double kinetic;                 /* J, at the end */
};

/* Steps a stack and destroys it. */
static struct outcome run(struct stack *stack, const char *name, int steps)
{
    const double start = stack_energy(stack);
    struct outcome outcome = {.energy = 1};
    for (int i = 0; i < steps; ++i) {
        const md_step_report report = step_by(stack->world, 1.0 / 60);
        outcome.penetration = fmax(outcome.penetration, (double)report.penetration_max);
        outcome.energy = fmax(outcome.energy, stack_energy(stack) / start);
    }
    outcome.moved = stack_moved(stack);
    outcome.sag = stack_sag(stack, stack->count - 1);
    outcome.kinetic = md3_world_kinetic_energy(stack->world);
    printf("%s: %d steps, moved %.2f mm, sag %.3f mm, penetration %.4f mm, kinetic energy %.0e J, energy %.6f\n", name,
           steps, 1e3 * outcome.moved, 1e3 * outcome.sag, 1e3 * outcome.penetration, outcome.kinetic, outcome.energy);
    md3_world_destroy(stack->world);
    return outcome;
}

/* No scene gains more energy than this: position correction lifts bodies by less than the slop of each contact. */
#define MAX_ENERGY 1.001

/* The default settings with a number of substeps. Tall stacks sway with a stiffness in proportion to it (docs/engine.md). */
static md3_world_def with_substeps(int32_t substeps)
{
    md3_world_def def = md3_world_def_default();
    def.substeps = substeps;
    return def;
}

/* Its first steps decide: swept point by point, the normals of a face tilt all boxes the same way (src/lcp/faces.h). */
static void a_tower_of_twenty_boxes_stands_with_default_settings(void **state)
{
    (void)state;
    const md3_world_def def = md3_world_def_default();
    struct stack stack = stack_of(&def, 0.6);
    stack_tower(&stack, 20);
    const struct outcome outcome = run(&stack, "tower of 20", steps_or(300));
    assert_true(outcome.moved < 0.02);
    assert_true(fabs(outcome.sag) < 0.01);
    assert_true(outcome.energy < MAX_ENERGY);
}

/* With 4 substeps it also withstands a push against its top. */
static void a_pushed_tower_stands_with_substeps(void **state)
{
    (void)state;
    const md3_world_def def = with_substeps(4);
    struct stack stack = stack_of(&def, 0.6);
    stack_tower(&stack, 20);
    md3_body_set_velocity(stack.world, stack.body[19], at3(0.1, 0, 0.07), at3(0, 0, 0));
    const struct outcome outcome = run(&stack, "tower of 20, pushed", steps_or(300));
    assert_true(outcome.moved < 0.02);
    assert_true(outcome.energy < MAX_ENERGY);
}

static void a_stack_of_twenty_coins_stands_with_default_settings(void **state)
{
    (void)state;
    const md3_world_def def = md3_world_def_default();
    struct stack stack = stack_of(&def, 0.6);
    stack_coins(&stack, 20);
    const struct outcome outcome = run(&stack, "stack of 20 coins", steps_or(300));
    assert_true(outcome.moved < 0.02);
    assert_true(outcome.energy < MAX_ENERGY);
}

static void a_flat_pyramid_of_820_boxes_stands(void **state)
{
    (void)state;
    const md3_world_def def = with_substeps(4);
    struct stack stack = stack_of(&def, 0.6);
    stack_flat_pyramid(&stack, 40);
    const struct outcome outcome = run(&stack, "flat pyramid of 820", steps_or(20));
    assert_true(outcome.moved < 0.2);
    assert_true(outcome.penetration < 0.002);
    assert_true(outcome.energy < MAX_ENERGY);
}

static void a_square_pyramid_of_650_boxes_stands_with_default_settings(void **state)
{
    (void)state;
    const md3_world_def def = md3_world_def_default();
    struct stack stack = stack_of(&def, 0.6);
    stack_square_pyramid(&stack, 12);
    const struct outcome outcome = run(&stack, "square pyramid of 650", steps_or(60));
    assert_true(outcome.moved < 0.02);
    assert_true(outcome.penetration < 0.003);
    assert_true(outcome.energy < MAX_ENERGY);
}

static void a_house_of_cards_stands_with_default_settings(void **state)
{
    (void)state;
    const md3_world_def def = md3_world_def_default();
    struct stack stack = stack_of(&def, 0.6);
    stack_card_house(&stack, 5);
    const struct outcome outcome = run(&stack, "house of cards", steps_or(400));
    assert_true(outcome.moved < 0.15);
    assert_true(outcome.kinetic < 1e-4);
    assert_true(outcome.energy < MAX_ENERGY);
}

static void an_arch_stands_by_friction_alone_with_default_settings(void **state)
{
    (void)state;
    const md3_world_def def = md3_world_def_default();
    struct stack stack = stack_of(&def, 0.6);
    stack_arch(&stack, 15);
    const struct outcome outcome = run(&stack, "arch of 15", steps_or(400));
    assert_true(outcome.moved < 0.1);
    assert_true(outcome.kinetic < 1e-4);
    assert_true(outcome.energy < MAX_ENERGY);
}

/* Without friction nothing holds the wedges: the test above can fail. */
static void an_arch_without_friction_falls(void **state)
{
    (void)state;
    const md3_world_def def = md3_world_def_default();
    struct stack stack = stack_of(&def, 0);
    stack_arch(&stack, 15);
    assert_true(run(&stack, "arch without friction", 120).moved > 1);
}

static struct outcome run_mass_ratio(const char *solver, const char *name)
{
    md3_world_def def = md3_world_def_default();
    assert_int_equal(md_solver_spec_parse(solver, &def.solver, NULL), MD_OK);
    def.position_solver = def.solver;
    def.limits.max_iterations = 50;
    struct stack stack = stack_of(&def, 0.6);
    md3_hull *hull;
    const md3_geometry box = box_geometry(0.5, 0.5, 0.5, &hull);
    for (int i = 0; i < 10; ++i) {
        stack.material.density = i == 9 ? 1000 : 1;
        stack_geometry(&stack, at3(0, 0.5 + i, 0), md3_rot_identity(), &box);
    }
    md3_hull_destroy(hull);
    return run(&stack, name, steps_or(60));
}

static void boxes_of_1_kg_stand_under_one_of_1000_kg(void **state)
{
    (void)state;
    const struct outcome outcomes[] = {run_mass_ratio("auto", "nine boxes of 1 kg under 1,000 kg"),
                                       run_mass_ratio("exact", "the same with exact")};
    for (int i = 0; i < 2; ++i) {
        /* In float the impulses, which grow 1,000 times from top to bottom, are rounded so that the heavy box moves by 3 mm. */
        assert_true(outcomes[i].moved < PICK(0.001, 0.005));
        assert_true(outcomes[i].penetration < 0.001);
        assert_true(outcomes[i].energy < MAX_ENERGY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tower_of_twenty_boxes_stands_with_default_settings),
        cmocka_unit_test(a_pushed_tower_stands_with_substeps),
        cmocka_unit_test(a_stack_of_twenty_coins_stands_with_default_settings),
        cmocka_unit_test(a_flat_pyramid_of_820_boxes_stands),
        cmocka_unit_test(a_square_pyramid_of_650_boxes_stands_with_default_settings),
        cmocka_unit_test(a_house_of_cards_stands_with_default_settings),
        cmocka_unit_test(an_arch_stands_by_friction_alone_with_default_settings),
        cmocka_unit_test(an_arch_without_friction_falls),
        cmocka_unit_test(boxes_of_1_kg_stand_under_one_of_1000_kg),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
