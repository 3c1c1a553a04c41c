/* State of bodies: enabling, types, masses, interpolation between steps, order of shapes. */
#include <modulus/queries2.h>

#include "world2/make2.h"

#define EPS ((double)MD_REAL_EPSILON)

/* ---- Enabling ---------------------------------------------------------------------------------------------------- */

static void a_disabled_body_has_no_effect_and_keeps_its_state(void **state)
{
    (void)state;
    md2_world *world = world_new();
    ground_at_zero(world);
    const md2_body_id below = box_at(world, 0, 0.5, 0.5, 0.5);
    const md2_body_id above = box_at(world, 0, 1.5, 0.5, 0.5);
    step_many(world, 30);
    assert_int_equal(md2_world_at_point(world, at(0, 0.5), NULL, NULL, 0), 1);
    assert_int_equal(md2_body_set_enabled(world, below, false), MD_OK);
    assert_false(md2_body_is_enabled(world, below));
    assert_false(md2_body_is_awake(world, below));
    assert_int_equal(md2_world_at_point(world, at(0, 0.5), NULL, NULL, 0), 0);
    assert_int_equal(md2_world_contact_count(world), 0);
    step_many(world, 60);
    assert_near(y_of(world, above), 0.5, 0.001);  /* it fell to the ground through the disabled body */
    assert_near(y_of(world, below), 0.5, 0.0005); /* at its old position */
    assert_int_equal(md2_body_set_transform(world, above, (md2_transform){at(5, 0.5), turned(0)}), MD_OK);
    assert_int_equal(md2_body_set_enabled(world, below, true), MD_OK);
    assert_true(md2_body_is_awake(world, below));
    assert_int_equal(md2_world_at_point(world, at(0, 0.5), NULL, NULL, 0), 1);
    step_many(world, 60);
    assert_near(y_of(world, below), 0.5, 0.001);
    md2_world_destroy(world);
}

static void a_body_created_disabled_can_get_shapes_and_be_enabled(void **state)
{
    (void)state;
    md2_world *world = world_new();
    ground_at_zero(world);
    const md2_shape_def shape = md2_shape_def_default();
    md2_body_def def = md2_body_def_default();
    def.type = MD2_DYNAMIC;
    def.position = at(0, 3);
    def.velocity = at(1, 0);
    def.enabled = false;
    md2_body_id body;
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    give_box(world, body, &shape, 0.5, 0.5);
    step_many(world, 30);
    assert_true(y_of(world, body) == 3);
    assert_int_equal(md2_world_at_point(world, at(0, 3), NULL, NULL, 0), 0);
    assert_int_equal(md2_body_set_enabled(world, body, true), MD_OK);
    step_many(world, 30);
    assert_near(x_of(world, body), 0.5, 100 * EPS); /* with its old velocity */
    step_many(world, 120);
    assert_near(y_of(world, body), 0.5, 0.001);
    md2_world_destroy(world);
}

/* ---- Types ------------------------------------------------------------------------------------------------------- */

static void changing_the_type_of_a_body_and_back_restores_it(void **state)
{
    (void)state;
    md2_world *world = world_new();
    ground_at_zero(world);
    const md2_body_id box = box_at(world, 0, 5, 0.5, 0.5);
    const md2_body_id on_it = box_at(world, 0, 6, 0.5, 0.5);
    const md2_mass mass = md2_body_mass(world, box);
    step_many(world, 10);
    const double height = y_of(world, box);
    assert_int_equal(md2_body_set_type(world, box, MD2_STATIC), MD_OK);
    assert_near(vy_of(world, box), 0, 0);
    step_many(world, 60);
    assert_true(y_of(world, box) == height);
    assert_near(y_of(world, on_it), height + 1, 0.002); /* the box supports it */
    assert_int_equal(md2_body_set_velocity(world, box, at(1, 0), 0), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_body_set_type(world, box, MD2_KINEMATIC), MD_OK);
    set_velocity(world, box, 0, 1, 0);
    step_many(world, 60);
    assert_near(y_of(world, box), height + 1, 60 * 8 * EPS);
    assert_near(y_of(world, on_it), height + 2, 0.002);
    assert_int_equal(md2_body_set_type(world, box, MD2_DYNAMIC), MD_OK);
    assert_true(md2_body_mass(world, box).mass == mass.mass && md2_body_mass(world, box).inertia == mass.inertia);
    assert_near(vy_of(world, box), 1, 0); /* a dynamic body keeps its velocity */
    step_many(world, 240);
    assert_near(y_of(world, box), 0.5, 0.002);
    md2_world_destroy(world);
}

/* ---- Mass -------------------------------------------------------------------------------------------------------- */

static void a_given_mass_is_used_until_it_is_reset(void **state)
{
    (void)state;
    md2_world *world = world_without_gravity();
    const md2_body_id box = box_at(world, 0, 0, 0.5, 0.5);
    const md2_mass given = {.mass = 4, .center = at(0.25, 0), .inertia = 2};
    assert_false(md2_body_has_given_mass(world, box));
    assert_int_equal(md2_body_set_mass(world, box, given), MD_OK);
    assert_true(md2_body_has_given_mass(world, box));
    assert_near(x_of(world, box), 0.25, EPS);
    assert_int_equal(md2_body_apply_impulse(world, box, at(0, 8), at(1.25, 0)), MD_OK);
    assert_near(vy_of(world, box), 2, EPS);
    assert_near(spin_of(world, box), 4, EPS);
    const md2_shape_def def = md2_shape_def_default();
    give_circle(world, box, &def, 0.5); /* adding a shape does not change a given mass */
    assert_true(md2_body_mass(world, box).mass == 4);
    assert_int_equal(md2_body_set_mass(world, box, (md2_mass){0}), MD_OK);
    assert_false(md2_body_has_given_mass(world, box));
    assert_near((double)md2_body_mass(world, box).mass, 1 + PI / 4, 8 * EPS);
    assert_near(x_of(world, box), 0, EPS);
    /* The new centre moves with the same body: 0.25 m to the left, at 4 rad/s. */
    assert_near(vy_of(world, box), 1, 8 * EPS);
    md2_world_destroy(world);
}

static void a_body_with_zero_inertia_does_not_rotate(void **state)
{
    (void)state;
    md2_world *world = world_without_gravity();
    const md2_body_id box = box_at(world, 0, 0, 0.5, 0.5);
    assert_int_equal(md2_body_set_mass(world, box, (md2_mass){.mass = 2}), MD_OK);
    assert_int_equal(md2_body_apply_impulse(world, box, at(0, 2), at(1, 0)), MD_OK);
    assert_near(vy_of(world, box), 1, EPS);
    assert_near(spin_of(world, box), 0, 0);
    md2_world_destroy(world);
}

/* ---- Between two steps ------------------------------------------------------------------------------------------- */

static void interpolation_lies_between_the_last_two_transforms(void **state)
{
    (void)state;
    md2_world *world = world_without_gravity();
    const md2_body_id box = box_at(world, 1, 2, 0.5, 0.5);
    set_velocity(world, box, 6, 0, 3);
    step_many(world, 10);
    const md2_transform before = md2_body_transform(world, box);
    step_many(world, 1);
    const md2_transform now = md2_body_transform(world, box);
    md2_transform drawn = md2_body_interpolated(world, box, 0);
    assert_near((double)drawn.p.x, (double)before.p.x, 4 * EPS);
    assert_near((double)drawn.q.s, (double)before.q.s, 4 * EPS);
    drawn = md2_body_interpolated(world, box, 1);
    assert_true(drawn.p.x == now.p.x && drawn.q.s == now.q.s);
    drawn = md2_body_interpolated(world, box, (md_real)0.25);
    assert_near((double)drawn.p.x, (double)before.p.x + 0.025, 8 * EPS);
    /* Interpolation of the angle is exact to 0.002 angle^3. */
    const double angle = atan2((double)before.q.s, (double)before.q.c) + 0.25 * 0.05;
    assert_near((double)drawn.q.s, sin(angle), 0.002 * pow(0.05, 3) + 8 * EPS);
    md2_world_destroy(world);
}

static void a_teleport_is_not_interpolated(void **state)
{
    (void)state;
    md2_world *world = world_without_gravity();
    const md2_body_id box = box_at(world, 0, 0, 0.5, 0.5);
    set_velocity(world, box, 6, 0, 0);
    step_many(world, 5);
    assert_int_equal(md2_body_set_transform(world, box, (md2_transform){at(50, 7), turned(1)}), MD_OK);
    for (int i = 0; i <= 4; ++i) {
        const md2_transform drawn = md2_body_interpolated(world, box, (md_real)(0.25 * i));
        assert_near((double)drawn.p.x, 50, 0);
        assert_near((double)drawn.p.y, 7, 0);
    }
    step_many(world, 1);
    assert_near((double)md2_body_interpolated(world, box, (md_real)0.5).p.x, 50.05, 100 * EPS);
    md2_world_destroy(world);
}

static void sleeping_and_disabled_bodies_are_not_interpolated(void **state)
{
    (void)state;
    md2_world *world = world_without_gravity();
    const md2_body_id bodies[2] = {box_at(world, 0, 0, 0.5, 0.5), box_at(world, 5, 0, 0.5, 0.5)};
    set_velocity(world, bodies[0], 6, 0, 0);
    set_velocity(world, bodies[1], 6, 0, 0);
    step_many(world, 5);
    assert_int_equal(md2_body_set_awake(world, bodies[0], false), MD_OK);
    assert_int_equal(md2_body_set_enabled(world, bodies[1], false), MD_OK);
    step_many(world, 1);
    for (int i = 0; i < 2; ++i) {
        const md2_transform drawn = md2_body_interpolated(world, bodies[i], 0);
        assert_true(drawn.p.x == md2_body_transform(world, bodies[i]).p.x);
    }
    md2_world_destroy(world);
}

/* ---- Shapes of a body -------------------------------------------------------------------------------------------- */

static void shapes_of_a_body_are_listed_in_order_of_creation(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id body = body_at(world, MD2_DYNAMIC, 0, 0);
    md2_shape_id shapes[6];
    for (int i = 0; i < 5; ++i) {
        shapes[i] = give_circle(world, body, &def, 0.1 + 0.1 * i);
        box_at(world, 10.0 * i, 0, 0.5, 0.5); /* shapes of other bodies lie in between */
    }
    const int order[] = {0, 2, 4, 5};
    assert_int_equal(md2_shape_destroy(world, shapes[1]), MD_OK);
    assert_int_equal(md2_shape_destroy(world, shapes[3]), MD_OK);
    shapes[5] = give_circle(world, body, &def, 0.7); /* it reuses a free slot, but comes last */
    md2_shape_id at_shape = md2_body_first_shape(world, body);
    for (int i = 0; i < 4; ++i) {
        assert_true(md2_shape_same(at_shape, shapes[order[i]]));
        assert_true(md2_body_same(md2_shape_body(world, at_shape), body));
        at_shape = md2_shape_next(world, at_shape);
    }
    assert_int_equal(at_shape.generation, 0);
    assert_int_equal(md2_shape_destroy(world, shapes[5]), MD_OK); /* the last shape can be removed and another added */
    shapes[5] = give_circle(world, body, &def, 0.8);
    assert_true(md2_shape_same(md2_shape_next(world, shapes[4]), shapes[5]));
    md2_world_destroy(world);
}

static void a_chain_is_created_completely_or_not_at_all(void **state)
{
    (void)state;
    md2_world_def settings = md2_world_def_default();
    settings.max_shapes = 4;
    md2_world *world = world_of(&settings);
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id body = body_at(world, MD2_STATIC, 0, 0);
    const md2_shape_id first = give_circle(world, body, &def, 1);
    const md2_vec good[] = {at(5, 0), at(4, 0), at(3, 0), at(2, 0), at(1, 0), at(0, 0)};
    const md2_vec bad[] = {at(5, 0), at(4, 0), at(3, 0), at(3, 0)};
    md2_chain_id chain = md2_chain_none();
    md2_shape_id made[3];
    assert_int_equal(md2_chain_create(world, body, &def, bad, 4, false, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_chain_create(world, body, &def, good, 6, false, &chain), MD_ERROR_SIZE);
    assert_int_equal(chain.generation, 0);
    assert_int_equal(md2_chain_create(world, body, &def, good, 1, false, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_chain_create(world, body, &def, good, 2, true, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_chain_create(world, (md2_body_id){0, 0}, &def, good, 3, false, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md2_world_shape_count(world), 1);
    assert_int_equal(md2_shape_next(world, first).generation, 0);
    assert_int_equal(md2_chain_create(world, body, &def, good, 4, false, &chain), MD_OK);
    assert_int_equal(md2_chain_shapes(world, chain, made, 3), 3);
    for (int i = 0; i < 3; ++i) {
        const md2_chain_segment *segment = md2_shape_segment(world, made[i]);
        assert_non_null(segment);
        assert_true(segment->a.x == good[i].x && segment->b.x == good[i + 1].x);
        assert_true(segment->before.x == good[i > 0 ? i - 1 : 0].x && segment->after.x == good[i < 2 ? i + 2 : 3].x);
    }
    assert_null(md2_shape_segment(world, first));
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disabled_body_has_no_effect_and_keeps_its_state),
        cmocka_unit_test(a_body_created_disabled_can_get_shapes_and_be_enabled),
        cmocka_unit_test(changing_the_type_of_a_body_and_back_restores_it),
        cmocka_unit_test(a_given_mass_is_used_until_it_is_reset),
        cmocka_unit_test(a_body_with_zero_inertia_does_not_rotate),
        cmocka_unit_test(interpolation_lies_between_the_last_two_transforms),
        cmocka_unit_test(a_teleport_is_not_interpolated),
        cmocka_unit_test(sleeping_and_disabled_bodies_are_not_interpolated),
        cmocka_unit_test(shapes_of_a_body_are_listed_in_order_of_creation),
        cmocka_unit_test(a_chain_is_created_completely_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
