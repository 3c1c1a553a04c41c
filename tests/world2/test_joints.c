/* Joints as objects: creating, changing, listing and destroying them, destroyed bodies, memory failures. */
#include "support/counting_allocator.h"
#include "world2/joint_scenes.h"

static const md2_joint_id NONE = {0, 0};

/* ---- Definitions ---------------------------------------------------------------------------------------------------- */

static void every_type_has_a_name(void **state)
{
    (void)state;
    const char *const names[MD2_JOINT_TYPE_COUNT] = {"distance", "revolute", "prismatic", "weld", "wheel",
                                                     "mouse",    "pulley",   "motor",     "gear"};
    for (int type = 0; type < MD2_JOINT_TYPE_COUNT; ++type) {
        assert_string_equal(md2_joint_type_name((md2_joint_type)type), names[type]);
    }
    assert_string_equal(md2_joint_type_name(MD2_JOINT_TYPE_COUNT), "");
}

/* Two rotated and displaced bodies: the definition matches their current positions, with position and angle 0. */
static void joint_def_at_matches_the_current_transforms(void **state)
{
    (void)state;
    for (int type = MD2_REVOLUTE; type <= MD2_WHEEL; ++type) {
        md2_world *world = joint_world(1, 0);
        const md2_body_id body[2] = {weight_at(world, 1, 2, 1, 1), weight_at(world, -3, 5, 1, 1)};
        const md2_transform place[2] = {{at(1, 2), turned(0.7)}, {at(-3, 5), turned(-2)}};
        for (int side = 0; side < 2; ++side) {
            const md2_mass lopsided = {.mass = 1, .center = at(0.3, -0.2), .inertia = 1};
            assert_int_equal(md2_body_set_mass(world, body[side], lopsided), MD_OK);
            assert_int_equal(md2_body_set_transform(world, body[side], place[side]), MD_OK);
        }
        const md2_joint_def def = md2_joint_def_at(world, (md2_joint_type)type, body[0], body[1], at(4, 4), at(3, 4));
        const md2_joint_state now = state_of(world, join(world, &def));
        const double rounding = PICK(1e-14, 1e-5);
        for (int side = 0; side < 2; ++side) {
            assert_near((double)now.anchor[side].x, 4, rounding);
            assert_near((double)now.anchor[side].y, 4, rounding);
        }
        assert_near((double)now.position, 0, rounding);
        assert_near((double)now.angle, 0, rounding);
        assert_near((double)now.error, 0, rounding);
        const bool has_axis = type == MD2_PRISMATIC || type == MD2_WHEEL;
        assert_near((double)now.axis.x, has_axis ? 0.6 : 0, rounding);
        assert_near((double)now.axis.y, has_axis ? 0.8 : 0, rounding);
        md2_world_destroy(world);
    }
}

static void joint_def_distance_has_the_current_distance(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id a = weight_at(world, 1, 1, 1, 1);
    const md2_body_id b = weight_at(world, 9, 9, 1, 1);
    const md2_joint_def def = md2_joint_def_distance(world, a, b, at(0, 1), at(3, 5));
    assert_near((double)def.length, 5, PICK(1e-14, 1e-6));
    const md2_joint_state now = state_of(world, join(world, &def));
    assert_near((double)now.position, 5, PICK(1e-14, 1e-6));
    assert_near((double)now.anchor[1].y, 5, PICK(1e-14, 1e-6));
    md2_world_destroy(world);
}

/* ---- Changing ------------------------------------------------------------------------------------------------------- */

static void assert_same_def(const md2_joint_def *a, const md2_joint_def *b)
{
    assert_int_equal(a->type, b->type);
    assert_memory_equal(a->body, b->body, sizeof a->body);
    assert_memory_equal(a->anchor, b->anchor, sizeof a->anchor);
    assert_memory_equal(&a->axis, &b->axis, sizeof a->axis);
    assert_memory_equal(&a->reference, &b->reference, sizeof a->reference);
    assert_memory_equal(&a->target, &b->target, sizeof a->target);
    assert_memory_equal(a->pulley, b->pulley, sizeof a->pulley);
    assert_memory_equal(a->gear_axis, b->gear_axis, sizeof a->gear_axis);
    assert_memory_equal(&a->motor_velocity, &b->motor_velocity, sizeof a->motor_velocity);
    const md_real numbers[][2] = {{a->length, b->length},
                                  {a->lower, b->lower},
                                  {a->upper, b->upper},
                                  {a->motor_speed, b->motor_speed},
                                  {a->motor_limit, b->motor_limit},
                                  {a->frequency, b->frequency},
                                  {a->damping_ratio, b->damping_ratio},
                                  {a->break_force, b->break_force},
                                  {a->break_torque, b->break_torque},
                                  {a->ratio, b->ratio},
                                  {a->torque_limit, b->torque_limit},
                                  {a->correction_factor, b->correction_factor}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        assert_memory_equal(&numbers[i][0], &numbers[i][1], sizeof(md_real));
    }
    assert_int_equal(a->collide_connected, b->collide_connected);
    assert_int_equal(a->has_limits, b->has_limits);
    assert_int_equal(a->has_motor, b->has_motor);
    assert_int_equal(a->has_spring, b->has_spring);
    assert_ptr_equal(a->user, b->user);
}

/* A definition that was read back creates a bit-identical joint, although its axis was not exactly a unit vector. */
static void a_definition_read_back_creates_the_same_joint(void **state)
{
    (void)state;
    int mine = 0;
    md2_world *world = joint_world(1, 0);
    const md2_body_id a = weight_at(world, 0, 0, 1, 1);
    const md2_body_id b = weight_at(world, 1, 0, 1, 1);
    struct random random = {5};
    for (int i = 0; i < 200; ++i) {
        const double angle = random_real(&random, -3, 3);
        const double length = random_real(&random, 0.9996, 1.0004);
        md2_joint_def def = sound_def(world, (md2_joint_type)(i % MD2_MOUSE), a, b);
        def.axis = at(length * cos(angle), length * sin(angle));
        def.reference = turned(2 * angle);
        def.collide_connected = i % 2 == 0;
        def.has_limits = def.has_motor = i % 3 == 0;
        def.has_spring = i % 5 == 0;
        def.lower = (md_real)-0.25;
        def.motor_speed = 3;
        def.motor_limit = 8;
        def.break_force = 9;
        def.user = &mine;
        const md2_joint_id joint = join(world, &def);
        const md2_joint_def read = md2_joint_get_def(world, joint);
        assert_near((double)(read.axis.x * read.axis.x + read.axis.y * read.axis.y), 1, 4 * (double)MD_REAL_EPSILON);
        def.axis = read.axis;
        def.reference = read.reference;
        assert_same_def(&read, &def);
        const md2_joint_def again = md2_joint_get_def(world, join(world, &read));
        assert_same_def(&again, &read);
        assert_int_equal(md2_joint_set_def(world, joint, &read), MD_OK);
        const md2_joint_def set = md2_joint_get_def(world, joint);
        assert_same_def(&set, &read);
    }
    md2_world_destroy(world);
}

static void type_and_bodies_cannot_be_changed(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id a = weight_at(world, 0, 0, 1, 1);
    const md2_body_id b = weight_at(world, 1, 0, 1, 1);
    const md2_body_id c = weight_at(world, 2, 0, 1, 1);
    const md2_joint_id joint = join_at(world, MD2_WELD, a, b, 0, 0);
    md2_joint_def def = md2_joint_get_def(world, joint);
    def.type = MD2_REVOLUTE;
    assert_int_equal(md2_joint_set_def(world, joint, &def), MD_ERROR_ARGUMENT);
    def.type = MD2_WELD;
    for (int side = 0; side < 2; ++side) {
        def.body[side] = c;
        assert_int_equal(md2_joint_set_def(world, joint, &def), MD_ERROR_ARGUMENT);
        def.body[side] = side == 0 ? a : b;
    }
    assert_int_equal(md2_joint_set_def(world, joint, &def), MD_OK);
    md2_world_destroy(world);
}

static void setters_change_only_their_own_field(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id a = weight_at(world, 0, 0, 1, 1);
    const md2_joint_id joint = join_at(world, MD2_PRISMATIC, a, weight_at(world, 1, 0, 1, 1), 0, 0);
    md2_joint_def expected = md2_joint_get_def(world, joint);
    expected.has_motor = expected.has_limits = expected.has_spring = true;
    expected.motor_speed = 2;
    expected.motor_limit = 3;
    expected.lower = -4;
    expected.upper = 5;
    expected.frequency = 6;
    expected.damping_ratio = 7;
    assert_int_equal(md2_joint_set_motor(world, joint, true, 2, 3), MD_OK);
    assert_int_equal(md2_joint_set_limits(world, joint, true, -4, 5), MD_OK);
    assert_int_equal(md2_joint_set_spring(world, joint, true, 6, 7), MD_OK);
    const md2_joint_def now = md2_joint_get_def(world, joint);
    assert_same_def(&now, &expected);
    md2_world_destroy(world);
}

static void setters_of_one_type_change_only_their_own_field(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id a = weight_at(world, 0, 0, 1, 1);
    const md2_body_id b = weight_at(world, 1, 0, 1, 1);
    const md2_joint_id mouse = join_at(world, MD2_MOUSE, a, b, 0, 0);
    const md2_joint_id motor = join_at(world, MD2_MOTOR, a, b, 0, 0);
    md2_joint_def expected = md2_joint_get_def(world, mouse);
    expected.target = at(8, 9);
    assert_int_equal(md2_joint_set_target(world, mouse, at(8, 9)), MD_OK);
    md2_joint_def now = md2_joint_get_def(world, mouse);
    assert_same_def(&now, &expected);
    expected = md2_joint_get_def(world, motor);
    expected.anchor[0] = at(10, 11);
    expected.reference = (md2_rot){0, 1};
    expected.motor_velocity = at(12, 13);
    expected.motor_speed = 14;
    assert_int_equal(md2_joint_set_pose(world, motor, (md2_transform){at(10, 11), {0, 1}}), MD_OK);
    assert_int_equal(md2_joint_set_velocity(world, motor, at(12, 13), 14), MD_OK);
    now = md2_joint_get_def(world, motor);
    assert_same_def(&now, &expected);
    md2_world_destroy(world);
}

/* A sleeping body wakes when a joint is added to it, changed or destroyed. */
static void changing_a_joint_wakes_its_bodies(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    const md2_body_id a = weight_at(world, 0, 0, 1, 1);
    const md2_body_id b = weight_at(world, 1, 0, 1, 1);
    md2_joint_id joint = NONE;
    const md2_joint_def def = sound_def(world, MD2_WELD, a, b);
    for (int change = 0; change < 3; ++change) {
        assert_int_equal(md2_body_set_awake(world, a, false), MD_OK);
        assert_int_equal(md2_body_set_awake(world, b, false), MD_OK);
        assert_false(md2_body_is_awake(world, a) || md2_body_is_awake(world, b));
        switch (change) {
        case 0: joint = join(world, &def); break;
        case 1: assert_int_equal(md2_joint_set_def(world, joint, &def), MD_OK); break;
        default: assert_int_equal(md2_joint_destroy(world, joint), MD_OK);
        }
        assert_true(md2_body_is_awake(world, a) && md2_body_is_awake(world, b));
    }
    md2_world_destroy(world);
}

/* With its other body disabled a revolute joint has no effect; once that is enabled it has. */
static void a_joint_of_a_disabled_body_has_no_effect(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    const md2_body_id ground = ground_at(world, 0, 0);
    const md2_body_id body = weight_at(world, 0, 0, 1, 1);
    const md2_joint_id hinge = join_at(world, MD2_REVOLUTE, ground, body, 0, 0);
    assert_int_equal(md2_body_set_enabled(world, ground, false), MD_OK);
    step_many(world, 6);
    assert_near((double)md2_body_velocity(world, body).y, -0.1 * G, PICK(1e-12, 1e-5));
    assert_near((double)state_of(world, hinge).force.y, 0, 0);
    assert_int_equal(md2_body_set_enabled(world, ground, true), MD_OK);
    step_many(world, 1);
    assert_near((double)md2_body_velocity(world, body).y, 0, PICK(1e-12, 1e-5));
    md2_world_destroy(world);
}

/* ---- Lists ---------------------------------------------------------------------------------------------------------- */

/* Returns the joints of a list as digits: their indices in `joints`, in order. */
static int order_of_body(const md2_world *world, md2_body_id body, const md2_joint_id *joints, int count)
{
    int order = 0;
    for (md2_joint_id at_joint = md2_body_first_joint(world, body); at_joint.generation != 0;
         at_joint = md2_body_next_joint(world, body, at_joint)) {
        for (int i = 0; i < count; ++i) {
            order = md2_joint_same(at_joint, joints[i]) ? 10 * order + i + 1 : order;
        }
    }
    return order;
}

static int order_of_world(const md2_world *world, const md2_joint_id *joints, int count)
{
    int order = 0;
    for (md2_joint_id at_joint = md2_world_first_joint(world); at_joint.generation != 0;
         at_joint = md2_world_next_joint(world, at_joint)) {
        for (int i = 0; i < count; ++i) {
            order = md2_joint_same(at_joint, joints[i]) ? 10 * order + i + 1 : order;
        }
    }
    return order;
}

static void joints_of_a_body_and_of_the_world_can_be_listed(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id a = weight_at(world, 0, 0, 1, 1);
    const md2_body_id b = weight_at(world, 1, 0, 1, 1);
    const md2_body_id c = weight_at(world, 2, 0, 1, 1);
    const md2_body_id d = weight_at(world, 3, 0, 1, 1);
    assert_true(md2_joint_same(md2_world_first_joint(world), NONE));
    assert_true(md2_joint_same(md2_body_first_joint(world, a), NONE));
    const md2_joint_id joint[5] = {join_at(world, MD2_WELD, a, b, 0, 0), join_at(world, MD2_REVOLUTE, b, a, 0, 0),
                                   join_at(world, MD2_WELD, c, b, 0, 0), join_at(world, MD2_WELD, a, c, 0, 0),
                                   join_at(world, MD2_MOUSE, d, a, 0, 0)};
    assert_int_equal(order_of_world(world, joint, 5), 12345);
    assert_int_equal(order_of_body(world, a, joint, 5), 5421); /* newest first */
    assert_int_equal(order_of_body(world, b, joint, 5), 321);
    assert_int_equal(order_of_body(world, c, joint, 5), 43);
    assert_int_equal(order_of_body(world, d, joint, 5), 0); /* a mouse joint has no first body */
    assert_int_equal(md2_joint_get_def(world, joint[4]).body[0].generation, 0);
    assert_true(md2_joint_same(md2_body_next_joint(world, c, joint[0]), NONE)); /* not one of its joints */
    assert_int_equal(md2_joint_destroy(world, joint[1]), MD_OK);                /* from the middle of both lists */
    assert_int_equal(order_of_body(world, a, joint, 5), 541);
    assert_int_equal(order_of_body(world, b, joint, 5), 31);
    assert_int_equal(md2_joint_destroy(world, joint[4]), MD_OK); /* the head */
    assert_int_equal(md2_joint_destroy(world, joint[0]), MD_OK); /* the tail */
    assert_int_equal(order_of_body(world, a, joint, 5), 4);
    assert_int_equal(order_of_world(world, joint, 5), 34);
    assert_int_equal(md2_world_joint_count(world), 2);
    md2_world_destroy(world);
}

static void destroying_a_body_destroys_its_joints(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, G);
    const md2_body_id a = weight_at(world, 0, 0, 1, 1);
    const md2_body_id b = weight_at(world, 1, 0, 1, 1);
    const md2_body_id c = weight_at(world, 2, 0, 1, 1);
    const md2_joint_id joint[4] = {join_at(world, MD2_WELD, a, b, 0, 0), join_at(world, MD2_WELD, b, c, 0, 0),
                                   join_at(world, MD2_WELD, a, c, 0, 0),
                                   join_at(world, MD2_MOUSE, (md2_body_id){0, 0}, b, 0, 0)};
    step_many(world, 1);
    assert_int_equal(md2_body_destroy(world, b), MD_OK);
    assert_int_equal(order_of_world(world, joint, 4), 3);
    assert_int_equal(order_of_body(world, a, joint, 4), 3);
    assert_int_equal(order_of_body(world, c, joint, 4), 3);
    step_many(world, 10);
    assert_true(state_of(world, joint[2]).error < (md_real)1e-3);
    md2_world_destroy(world);
}

/* ---- Collisions of what is joined ----------------------------------------------------------------------------------- */

static int contacts_after_a_step(md2_world *world)
{
    md_step_report report;
    assert_int_equal(md2_world_step(world, DT, &report), MD_OK);
    return report.contacts;
}

static void joined_bodies_collide_only_if_a_joint_allows_it(void **state)
{
    (void)state;
    md2_world *world = joint_world(1, 0);
    const md2_body_id a = box_at(world, 0, 0, 0.5, 0.5);
    const md2_body_id b = box_at(world, 0.99, 0, 0.5, 0.5); /* the bodies overlap by 1 cm */
    assert_int_equal(contacts_after_a_step(world), 1);
    md2_joint_def def = md2_joint_def_at(world, MD2_REVOLUTE, a, b, at(0.5, 0), at(1, 0));
    const md2_joint_id first = join(world, &def);
    join_at(world, MD2_WELD, a, weight_at(world, 9, 9, 1, 1), 0, 0); /* disables collision of another pair */
    assert_int_equal(contacts_after_a_step(world), 0);
    assert_int_equal(md2_world_contact_count(world), 0);
    const md2_joint_id second = join(world, &def);
    assert_int_equal(md2_joint_destroy(world, first), MD_OK);
    assert_int_equal(contacts_after_a_step(world), 0); /* the other joint still disables collision */
    def.collide_connected = true;
    const md2_joint_id third = join(world, &def);
    assert_int_equal(contacts_after_a_step(world), 0);
    assert_int_equal(md2_joint_destroy(world, third), MD_OK);
    assert_int_equal(contacts_after_a_step(world), 0); /* a joint that allowed collision is destroyed */
    assert_int_equal(md2_joint_set_def(world, second, &def), MD_OK);
    assert_int_equal(contacts_after_a_step(world), 1);
    def.collide_connected = false;
    assert_int_equal(md2_joint_set_def(world, second, &def), MD_OK);
    assert_int_equal(contacts_after_a_step(world), 0);
    assert_int_equal(md2_joint_destroy(world, second), MD_OK);
    assert_int_equal(contacts_after_a_step(world), 1);
    const md2_joint_id mouse = join_at(world, MD2_MOUSE, a, b, 0, 0);
    assert_int_equal(contacts_after_a_step(world), 1); /* a mouse joint has one body only */
    assert_int_equal(md2_joint_destroy(world, mouse), MD_OK);
    md2_world_destroy(world);
}

/* ---- Memory --------------------------------------------------------------------------------------------------------- */

/* Steps a world with joints of every type; all memory must be freed. */
static md_status use_joints(const md_allocator *allocator, void *user)
{
    (void)user;
    md2_world_def world_def = md2_world_def_default();
    world_def.allocator = *allocator;
    md2_world *world = NULL;
    md_status status = md2_world_create(&world_def, &world);
    md2_body_id body[MD2_JOINT_TYPE_COUNT + 1] = {{0, 0}};
    for (int i = 0; i <= MD2_JOINT_TYPE_COUNT && status == MD_OK; ++i) {
        md2_body_def def = md2_body_def_default();
        def.type = i == 0 ? MD2_STATIC : MD2_DYNAMIC;
        def.position = at(i, 0);
        status = md2_body_create(world, &def, &body[i]);
    }
    int32_t made = 0;
    for (int type = 0; type < MD2_JOINT_TYPE_COUNT && status == MD_OK; ++type) {
        const md2_joint_def def = sound_def(world, (md2_joint_type)type, body[type], body[type + 1]);
        md2_joint_id joint;
        status = md2_joint_create(world, &def, &joint);
        made += status == MD_OK;
    }
    if (status == MD_OK) {
        status = md2_world_step(world, DT, NULL);
    }
    if (world != NULL) {
        /* After a refused allocation the number of joints is right, and the list contains all of them. */
        int32_t listed = 0;
        for (md2_joint_id i = md2_world_first_joint(world); i.generation != 0; i = md2_world_next_joint(world, i)) {
            ++listed;
        }
        assert_int_equal(listed, made);
        assert_int_equal(md2_world_joint_count(world), made);
    }
    md2_world_destroy(world);
    return status;
}

static void a_failed_allocation_leaves_the_world_unchanged(void **state)
{
    (void)state;
    assert_true(assert_survives_every_refusal(use_joints, NULL) > 10);
}

/* If creating a joint fails for lack of memory, neither the joints nor the colliding pairs change. */
static void a_joint_that_fails_to_be_created_disables_no_collision(void **state)
{
    (void)state;
    for (size_t nth = 1;; ++nth) {
        struct counting_allocator books = {0};
        md2_world_def world_def = md2_world_def_default();
        world_def.gravity = at(0, 0);
        world_def.allocator = counting_allocator_of(&books);
        md2_world *world = NULL;
        assert_int_equal(md2_world_create(&world_def, &world), MD_OK);
        const md2_body_id a = box_at(world, 0, 0, 0.5, 0.5);
        const md2_body_id b = box_at(world, 0.99, 0, 0.5, 0.5);
        assert_int_equal(contacts_after_a_step(world), 1);
        const md2_joint_def def = sound_def(world, MD2_WELD, a, b);
        md2_joint_id joint = NONE;
        books.refuse_nth = books.requests + nth;
        const md_status status = md2_joint_create(world, &def, &joint);
        books.refuse_nth = 0;
        if (status == MD_OK) {
            assert_true(nth > 3); /* the pair, the joint, its slot */
            md2_world_destroy(world);
            return;
        }
        assert_int_equal(status, MD_ERROR_MEMORY);
        assert_int_equal(md2_world_joint_count(world), 0);
        assert_int_equal(contacts_after_a_step(world), 1);
        assert_true(md2_joint_same(md2_body_first_joint(world, a), NONE));
        assert_int_equal(md2_joint_create(world, &def, &joint), MD_OK);
        assert_int_equal(joint.generation, 1); /* no slot was lost */
        assert_int_equal(contacts_after_a_step(world), 0);
        md2_world_destroy(world);
        assert_int_equal(books.live_blocks, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_has_a_name),
        cmocka_unit_test(joint_def_at_matches_the_current_transforms),
        cmocka_unit_test(joint_def_distance_has_the_current_distance),
        cmocka_unit_test(a_definition_read_back_creates_the_same_joint),
        cmocka_unit_test(type_and_bodies_cannot_be_changed),
        cmocka_unit_test(setters_change_only_their_own_field),
        cmocka_unit_test(setters_of_one_type_change_only_their_own_field),
        cmocka_unit_test(changing_a_joint_wakes_its_bodies),
        cmocka_unit_test(a_joint_of_a_disabled_body_has_no_effect),
        cmocka_unit_test(joints_of_a_body_and_of_the_world_can_be_listed),
        cmocka_unit_test(destroying_a_body_destroys_its_joints),
        cmocka_unit_test(joined_bodies_collide_only_if_a_joint_allows_it),
        cmocka_unit_test(a_failed_allocation_leaves_the_world_unchanged),
        cmocka_unit_test(a_joint_that_fails_to_be_created_disables_no_collision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
