/* Callbacks of a step: when they are called, and how they influence it. */
#include <stdio.h>
#include <string.h>

#include "world2/make2.h"

static void set_callbacks(md2_world *world, const md2_callbacks *callbacks)
{
    assert_int_equal(md2_world_set_callbacks(world, callbacks), MD_OK);
}

/* ---- Which shapes collide ---------------------------------------------------------------------------------------- */

struct asked {
    int times;
    bool answer;
    md2_shape_id shape[2];
};

static bool count_and_answer(void *user, const md2_world *world, md2_shape_id a, md2_shape_id b)
{
    (void)world;
    struct asked *asked = user;
    ++asked->times;
    asked->shape[0] = a;
    asked->shape[1] = b;
    return asked->answer;
}

static void the_filter_is_called_once_while_shapes_stay_near(void **state)
{
    (void)state;
    for (int answer = 0; answer < 2; ++answer) {
        struct asked asked = {.answer = answer != 0};
        md2_world *world = world_new();
        set_callbacks(world, &(md2_callbacks){.user = &asked, .filter = count_and_answer});
        const md2_body_id ground = ground_at_zero(world);
        const md2_body_id box = box_at(world, 0, 0.5, 0.5, 0.5);
        step_many(world, 15);
        assert_int_equal(asked.times, 1);
        assert_true(md2_shape_same(asked.shape[0], md2_body_first_shape(world, ground)));
        assert_true(md2_shape_same(asked.shape[1], md2_body_first_shape(world, box)));
        assert_int_equal(y_of(world, box) > 0.49, answer); /* the box rests on the ground, or falls through it */
        step_many(world, 200);
        assert_int_equal(asked.times, 1);
        /* Move it away and back. */
        assert_int_equal(md2_body_set_transform(world, box, (md2_transform){at(0, 9), turned(0)}), MD_OK);
        step_many(world, 1);
        assert_int_equal(md2_body_set_transform(world, box, (md2_transform){at(0, 0.5), turned(0)}), MD_OK);
        step_many(world, 1);
        assert_int_equal(asked.times, 2);
        md2_world_destroy(world);
    }
}

/* A gate that opens: the answer changes while the shapes are near each other. */
static void the_filter_is_asked_again_after_a_new_definition(void **state)
{
    (void)state;
    struct asked asked = {.answer = true};
    md2_world *world = world_new();
    set_callbacks(world, &(md2_callbacks){.user = &asked, .filter = count_and_answer});
    const md2_shape_id gate = md2_body_first_shape(world, ground_at_zero(world));
    const md2_body_id box = box_at(world, 0, 0.5, 0.5, 0.5);
    step_many(world, 60);
    asked.answer = false;
    step_many(world, 60);
    assert_near(y_of(world, box), 0.5, 1e-3); /* it was not asked */
    const md2_shape_def def = md2_shape_get_def(world, gate);
    assert_int_equal(md2_shape_set_def(world, gate, &def), MD_OK);
    step_many(world, 30);
    assert_int_equal(asked.times, 2);
    assert_true(y_of(world, box) < 0);
    md2_world_destroy(world);
}

struct meeting {
    uint64_t category[2], mask[2];
    int32_t group[2];
    bool meets;
};

static void category_mask_and_group_decide_which_shapes_collide(void **state)
{
    (void)state;
    const uint64_t all = UINT64_MAX;
    const uint64_t top = (uint64_t)1 << 63;
    const struct meeting table[] = {
        {{1, 1}, {all, all}, {0, 0}, true},   {{1, 2}, {2, 1}, {0, 0}, true},
        {{1, 2}, {2, 2}, {0, 0}, false},      {{1, 2}, {1, 1}, {0, 0}, false}, /* both masks must allow it */
        {{top, 1}, {all, top}, {0, 0}, true}, {{top, 1}, {all, ~top}, {0, 0}, false},
        {{0, 1}, {all, all}, {0, 0}, false},  {{1, 1}, {0, all}, {0, 0}, false},
        {{1, 2}, {0, 0}, {3, 3}, true},       {{1, 1}, {all, all}, {-3, -3}, false},
        {{1, 1}, {all, all}, {3, 4}, true},   {{1, 2}, {1, 1}, {3, 4}, false}, /* different groups: the bits decide */
        {{1, 1}, {all, all}, {-3, -4}, true}, {{1, 1}, {all, all}, {-3, 3}, true},
        {{1, 2}, {0, 0}, {0, 0}, false},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        md2_world *world = world_new();
        md2_shape_def def[2] = {md2_shape_def_default(), md2_shape_def_default()};
        for (int side = 0; side < 2; ++side) {
            def[side].category = table[i].category[side];
            def[side].mask = table[i].mask[side];
            def[side].group = table[i].group[side];
        }
        ground_of(world, &def[0]);
        const md2_body_id box = body_at(world, MD2_DYNAMIC, 0, 0.5);
        give_box(world, box, &def[1], 0.5, 0.5);
        step_many(world, 30);
        assert_int_equal(y_of(world, box) > 0.49, table[i].meets);
        md2_world_destroy(world);
    }
}

/* ---- Pre-solve --------------------------------------------------------------------------------------------------- */

/* Disables contacts with bodies that are not above the platform, which is the first shape. */
static bool from_above_only(void *user, const md2_world *world, md2_pre_solve *contact)
{
    (void)user;
    const md2_body_id body = md2_shape_body(world, contact->shape[1]);
    return contact->manifold.normal.y > (md_real)0.9 && md2_body_center(world, body).y > (md_real)0.55;
}

static void a_body_jumps_through_a_one_way_platform_and_lands_on_it(void **state)
{
    (void)state;
    const double jump[] = {7, 12};
    for (int i = 0; i < 2; ++i) {
        md2_world *world = world_new();
        const md2_shape_def def = md2_shape_def_default();
        set_callbacks(world, &(md2_callbacks){.pre_solve = from_above_only});
        const md2_body_id platform = body_at(world, MD2_STATIC, 0, 0);
        give_box(world, platform, &def, 5, 0.1);
        const md2_body_id box = box_at(world, 0, -1, 0.5, 0.5);
        set_velocity(world, box, 0, jump[i], 0);
        double highest = -1;
        for (int k = 0; k < 240; ++k) {
            step_many(world, 1);
            highest = fmax(highest, y_of(world, box));
        }
        /* v^2 / (2 g), minus the loss of semi-implicit Euler, v dt / 2. */
        assert_near(highest, -1 + jump[i] * jump[i] / (2 * G) - jump[i] / 120, 0.01);
        assert_near(y_of(world, box), 0.6, 0.002);
        assert_near(vy_of(world, box), 0, 1e-3);
        md2_world_destroy(world);
    }
}

struct gate {
    bool open;    /* lets everything through */
    int refusals; /* how often pre_solve refused */
};

static bool refuse_if_open(void *user, const md2_world *world, md2_pre_solve *contact)
{
    (void)world;
    (void)contact;
    struct gate *gate = user;
    gate->refusals += gate->open;
    return !gate->open;
}

/* A box falls into a wall that lets it through: there is nothing to begin. When the wall becomes solid around the box, the
 * contact begins; when it opens again, the contact ends. */
static void a_contact_that_pre_solve_refuses_does_not_begin(void **state)
{
    (void)state;
    for (int substeps = 1; substeps <= 3; ++substeps) {
        struct gate gate = {.open = true};
        md2_world_def def = md2_world_def_default();
        def.substeps = substeps;
        def.callbacks = (md2_callbacks){.user = &gate, .pre_solve = refuse_if_open};
        md2_world *world = world_of(&def);
        ground_at_zero(world);
        const md2_body_id box = box_at(world, 0, 0.6, 0.5, 0.5);
        md2_contact_info contact;
        for (int step = 0; step < 20; ++step) {
            step_many(world, 1);
            assert_int_equal(events_of(world, MD2_EVENT_CONTACT_BEGIN), 0);
            assert_int_equal(events_of(world, MD2_EVENT_CONTACT_HIT), 0);
            assert_int_equal(events_of(world, MD2_EVENT_CONTACT_END), 0);
        }
        assert_int_equal(md2_body_contacts(world, box, &contact, 1), 1);
        assert_true(y_of(world, box) < 0.4 && contact.manifold.point[0].separation < 0 && !contact.touching);
        assert_true(gate.refusals > 10);
        gate.open = false;
        step_many(world, 1);
        assert_int_equal(events_of(world, MD2_EVENT_CONTACT_BEGIN), 1);
        assert_int_equal(md2_body_contacts(world, box, &contact, 1), 1);
        assert_true(contact.touching);
        gate.open = true;
        step_many(world, 1);
        assert_int_equal(events_of(world, MD2_EVENT_CONTACT_END), 1);
        step_many(world, 3);
        assert_int_equal(events_of(world, MD2_EVENT_CONTACT_BEGIN) + events_of(world, MD2_EVENT_CONTACT_END), 0);
        md2_world_destroy(world);
    }
}

/* A fast box is in the ground before pre_solve could be asked. */
static void a_contact_does_not_begin_before_pre_solve_was_asked(void **state)
{
    (void)state;
    struct gate gate = {.open = true};
    md2_world_def def = md2_world_def_default();
    def.enable_continuous = false;
    def.callbacks = (md2_callbacks){.user = &gate, .pre_solve = refuse_if_open};
    md2_world *world = world_of(&def);
    ground_at_zero(world);
    const md2_body_id box = box_at(world, 0, 0.8, 0.5, 0.5);
    set_velocity(world, box, 0, -24, 0);
    step_many(world, 1);
    assert_true(y_of(world, box) < 0.45);
    assert_int_equal(gate.refusals, 0);
    assert_int_equal(events_of(world, MD2_EVENT_CONTACT_BEGIN), 0);
    step_many(world, 1);
    assert_int_equal(gate.refusals, 1);
    assert_int_equal(events_of(world, MD2_EVENT_CONTACT_BEGIN), 0);
    md2_world_destroy(world);
}

/* A callback that accepts everything gives the events that a world without it gives. */
static void accepted_contacts_begin_and_end_as_without_a_callback(void **state)
{
    (void)state;
    int count[2][2] = {{0}};
    for (int asks = 0; asks < 2; ++asks) {
        struct gate gate = {.open = false};
        md2_world *world = world_new();
        set_callbacks(world, &(md2_callbacks){.user = &gate, .pre_solve = asks ? refuse_if_open : NULL});
        const md2_shape_def bouncy = surface_of(0.5, 0.5);
        ground_of(world, &bouncy);
        const md2_body_id ball = circle_at(world, 0, 3, 0.5);
        for (int step = 0; step < 300; ++step) {
            step_many(world, 1);
            count[asks][0] += events_of(world, MD2_EVENT_CONTACT_BEGIN);
            count[asks][1] += events_of(world, MD2_EVENT_CONTACT_END);
        }
        assert_false(md2_body_is_awake(world, ball));
        /* Asleep, a contact is not asked. It goes on to touch when its manifold is computed again. */
        box_at(world, 20, 5, 0.5, 0.5);
        step_many(world, 1);
        assert_int_equal(events_of(world, MD2_EVENT_CONTACT_END), 0);
        md2_world_destroy(world);
    }
    assert_true(count[0][0] > 3 && count[0][0] == count[0][1] + 1); /* it bounces, and rests */
    assert_int_equal(count[0][0], count[1][0]);
    assert_int_equal(count[0][1], count[1][1]);
}

static bool make_icy(void *user, const md2_world *world, md2_pre_solve *contact)
{
    (void)world;
    contact->friction = *(const md_real *)user;
    return true;
}

/* The speed falls by mu g t until the box stops. */
static void pre_solve_can_change_friction_for_one_step(void **state)
{
    (void)state;
    md_real friction = 0;
    md2_world *world = world_new();
    set_callbacks(world, &(md2_callbacks){.user = &friction, .pre_solve = make_icy});
    ground_at_zero(world);
    const md2_body_id box = box_at(world, 0, 0.25, 0.5, 0.25);
    set_velocity(world, box, 4, 0, 0);
    step_many(world, 60);
    assert_near(vx_of(world, box), 4, PICK(1e-12, 1e-5)); /* no force along x: rounding only */
    friction = (md_real)0.2;
    step_many(world, 60);
    assert_near(vx_of(world, box), 4 - 0.2 * G, 0.01); /* 0.5 %: error of 10 sweeps */
    friction = (md_real)NAN;                           /* an invalid value counts as 0 */
    const double before = vx_of(world, box);
    step_many(world, 10);
    assert_near(vx_of(world, box), before, PICK(1e-12, 1e-5));
    md2_world_destroy(world);
}

/* ---- Belts ------------------------------------------------------------------------------------------------------- */

/* The surface moves clockwise around the shape: to the right on its top, to the left below it, whichever shape was
 * created first. */
static void a_box_on_a_conveyor_reaches_the_speed_of_the_belt(void **state)
{
    (void)state;
    for (int trial = 0; trial < 8; ++trial) {
        const bool below = trial % 2 == 1; /* gravity points up and presses the box against the belt from below */
        const bool box_first = trial / 2 % 2 == 1;
        const double speed = trial < 4 ? 2 : -2;
        md2_world *world = world_new();
        assert_int_equal(md2_world_set_gravity(world, at(0, below ? G : -G)), MD_OK);
        md2_shape_def belt = md2_shape_def_default();
        belt.surface_speed = (md_real)speed;
        md2_body_id box = {0, 0};
        if (box_first) {
            box = box_at(world, 0, below ? -2.5 : 0.5, 0.5, 0.5);
        }
        ground_of(world, &belt); /* from -2 to 0 */
        if (!box_first) {
            box = box_at(world, 0, below ? -2.5 : 0.5, 0.5, 0.5);
        }
        step_many(world, 120);
        assert_near(vx_of(world, box), below ? -speed : speed, 1e-3); /* converges over several steps */
        md2_world_destroy(world);
    }
}

/* ---- Mixing ------------------------------------------------------------------------------------------------------ */

static md_real sum_of(void *user, md_real a, md_real b)
{
    (void)user;
    return a + b;
}

static void friction_and_restitution_follow_the_chosen_mixing_rule(void **state)
{
    (void)state;
    const double a = 0.4;
    const double b = 0.9;
    const double expected[] = {sqrt(a * b), (a + b) / 2, a, b, a * b, a + b};
    for (int rule = 0; rule < 6; ++rule) {
        md2_world_def def = md2_world_def_default();
        if (rule < 5) {
            def.friction_mixing = (md2_mixing)rule;
            def.restitution_mixing = (md2_mixing)rule;
        } else {
            def.callbacks.mix_friction = sum_of;
            def.callbacks.mix_restitution = sum_of;
        }
        md2_world *world = world_of(&def);
        const md2_shape_def ground = surface_of(a, b);
        const md2_shape_def of_box = surface_of(b, a);
        ground_of(world, &ground);
        const md2_body_id box = body_at(world, MD2_DYNAMIC, 0, 0.5);
        give_box(world, box, &of_box, 0.5, 0.5);
        step_many(world, 1);
        md2_contact_info contact;
        assert_int_equal(md2_world_contact(world, 0, &contact), MD_OK);
        assert_near((double)contact.friction, expected[rule], 4 * (double)MD_REAL_EPSILON);
        assert_near((double)contact.restitution, fmin(expected[rule], 1), 4 * (double)MD_REAL_EPSILON);
        md2_world_destroy(world);
    }
}

/* ---- Looking at the solver, and the log -------------------------------------------------------------------------- */

struct solves {
    int count;
    int of_substep[4];
    int32_t rows, bodies;
};

static void see_solve(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct solves *solves = user;
    assert_true(substep >= 0 && substep < 4);
    assert_int_equal(md_problem_rows(problem), result->m);
    ++solves->count;
    ++solves->of_substep[substep];
    solves->rows += result->m;
    solves->bodies += result->n / 3;
}

static void the_solved_callback_receives_every_velocity_problem(void **state)
{
    (void)state;
    for (int separate = 0; separate < 2; ++separate) {
        struct solves solves = {0};
        md2_world_def def = md2_world_def_default();
        def.substeps = 3;
        def.separate_islands = separate != 0;
        def.callbacks = (md2_callbacks){.user = &solves, .solved = see_solve};
        md2_world *world = world_of(&def);
        ground_at_zero(world);
        for (int i = 0; i < 4; ++i) {
            box_at(world, 3.0 * i, 0.5, 0.5, 0.5);
        }
        const md_step_report report = step_many(world, 1);
        const int each = separate != 0 ? 4 : 1;
        assert_int_equal(solves.count, 3 * each);
        for (int substep = 0; substep < 3; ++substep) {
            assert_int_equal(solves.of_substep[substep], each);
        }
        assert_int_equal(report.rows, 4 * 4); /* two points per box, a normal and a tangent row each */
        assert_int_equal(report.bodies, 4);
        assert_int_equal(solves.rows, 3 * 4 * 4);
        assert_int_equal(solves.bodies, 3 * 4);
        md2_world_destroy(world);
    }
}

static void keep_line(void *user, md2_log_level level, const char *message)
{
    if (level == MD2_LOG_WARNING) {
        snprintf(user, 256, "%s", message);
    }
}

static void a_body_that_leaves_the_world_is_logged(void **state)
{
    (void)state;
    char line[256] = "";
    md2_world *world = world_without_gravity();
    set_callbacks(world, &(md2_callbacks){.user = line, .log = keep_line});
    const md2_body_id body = circle_at(world, 0, 0, 0.5);
    set_velocity(world, body, 1e12, 0, 0);
    step_many(world, 1);
    assert_non_null(strstr(line, "leave the world"));
    assert_null(strchr(line, '\n'));
    assert_near(x_of(world, body), 0, 0);
    assert_near(vx_of(world, body), 0, 0);
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_filter_is_called_once_while_shapes_stay_near),
        cmocka_unit_test(the_filter_is_asked_again_after_a_new_definition),
        cmocka_unit_test(category_mask_and_group_decide_which_shapes_collide),
        cmocka_unit_test(a_body_jumps_through_a_one_way_platform_and_lands_on_it),
        cmocka_unit_test(pre_solve_can_change_friction_for_one_step),
        cmocka_unit_test(a_contact_that_pre_solve_refuses_does_not_begin),
        cmocka_unit_test(a_contact_does_not_begin_before_pre_solve_was_asked),
        cmocka_unit_test(accepted_contacts_begin_and_end_as_without_a_callback),
        cmocka_unit_test(a_box_on_a_conveyor_reaches_the_speed_of_the_belt),
        cmocka_unit_test(friction_and_restitution_follow_the_chosen_mixing_rule),
        cmocka_unit_test(the_solved_callback_receives_every_velocity_problem),
        cmocka_unit_test(a_body_that_leaves_the_world_is_logged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
