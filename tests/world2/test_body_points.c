/* Points and vectors of bodies, forces and impulses at the centre, kinematic bodies that move to a target, and
 * lists of the contacts and joints of a body. */
#include "world2/make2.h"

#define EPS ((double)MD_REAL_EPSILON)

/* A box that is not at the origin, is rotated, moves and has its centre of mass away from its origin. */
static md2_body_id skew_body(md2_world *world, md2_body_type type)
{
    md2_body_def def = md2_body_def_default();
    def.type = type;
    def.position = at(3, -2);
    def.rotation = md2_rot_from_angle(0.7);
    def.velocity = at(1, 2);
    def.angular_velocity = 3;
    md2_body_id body;
    assert_int_equal(md2_body_create(world, &def, &body), MD_OK);
    const md2_shape_def shape = md2_shape_def_default();
    md2_hull hull;
    assert_int_equal(md2_hull_box(&hull, at(0.5, 0.25), at(1, 0.5), md2_rot_identity(), 0), MD_OK);
    give(world, body, &shape, &hull);
    return body;
}

static void points_and_vectors_map_both_ways(void **state)
{
    (void)state;
    md2_world *world = world_without_gravity();
    const md2_body_id body = skew_body(world, MD2_DYNAMIC);
    const double c = cos(0.7);
    const double s = sin(0.7);
    const md2_vec point = md2_body_world_point(world, body, at(2, 5));
    assert_near((double)point.x, 3 + c * 2 - s * 5, 16 * EPS);
    assert_near((double)point.y, -2 + s * 2 + c * 5, 16 * EPS);
    const md2_vec local = md2_body_local_point(world, body, point);
    assert_near((double)local.x, 2, 32 * EPS);
    assert_near((double)local.y, 5, 32 * EPS);
    const md2_vec vector = md2_body_world_vector(world, body, at(2, 5));
    assert_near((double)vector.x, c * 2 - s * 5, 16 * EPS);
    assert_near((double)vector.y, s * 2 + c * 5, 16 * EPS);
    const md2_vec back = md2_body_local_vector(world, body, vector);
    assert_near((double)back.x, 2, 16 * EPS);
    assert_near((double)back.y, 5, 16 * EPS);
    md2_world_destroy(world);
}

/* Compared with where the point of the body is a short time later: the velocity is the quotient up to w^2 r t / 2. */
static void the_velocity_of_a_point_is_how_it_moves(void **state)
{
    (void)state;
    md2_world *world = world_without_gravity();
    const md2_body_id body = skew_body(world, MD2_DYNAMIC);
    const md2_vec center = md2_body_center(world, body);
    const md2_vec at_center = md2_body_velocity_at(world, body, center);
    const md2_vec velocity = md2_body_velocity(world, body);
    assert_true(at_center.x == velocity.x && at_center.y == velocity.y);
    const md2_vec local = at(-1, 2);
    const md2_vec before = md2_body_world_point(world, body, local);
    const md2_vec expected = md2_body_velocity_at(world, body, before);
    const double dt = 1.0 / 4096;
    step_by(world, dt);
    const md2_vec after = md2_body_world_point(world, body, local);
    const double r = 3;
    assert_near(((double)after.x - (double)before.x) / dt, (double)expected.x, 9 * r * dt + 32 * EPS / dt);
    assert_near(((double)after.y - (double)before.y) / dt, (double)expected.y, 9 * r * dt + 32 * EPS / dt);
    md2_world_destroy(world);
}

static void bad_handles_give_zeros(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id none = md2_body_none();
    const md2_vec results[] = {
        md2_body_world_point(world, none, at(1, 2)),  md2_body_local_point(world, none, at(1, 2)),
        md2_body_world_vector(world, none, at(1, 2)), md2_body_local_vector(world, none, at(1, 2)),
        md2_body_velocity_at(world, none, at(1, 2)),  md2_body_world_point(NULL, none, at(1, 2))};
    for (size_t i = 0; i < sizeof results / sizeof *results; ++i) {
        assert_true(results[i].x == 0 && results[i].y == 0);
    }
    md2_world_destroy(world);
}

/* ---- Forces and impulses ----------------------------------------------------------------------------------------- */

static void a_push_at_the_centre_is_a_push_at_the_point_of_the_centre(void **state)
{
    (void)state;
    for (int is_force = 0; is_force < 2; ++is_force) {
        md2_world *worlds[2] = {world_without_gravity(), world_without_gravity()};
        uint64_t hash[2];
        for (int i = 0; i < 2; ++i) {
            md2_world *world = worlds[i];
            const md2_body_id body = skew_body(world, MD2_DYNAMIC);
            const md2_vec center = md2_body_center(world, body);
            const md2_vec push = at(4, -3);
            assert_int_equal(md2_body_set_awake(world, body, false), MD_OK);
            const md_status status = is_force ? (i == 0 ? md2_body_apply_force_to_center(world, body, push)
                                                        : md2_body_apply_force(world, body, push, center))
                                              : (i == 0 ? md2_body_apply_impulse_to_center(world, body, push)
                                                        : md2_body_apply_impulse(world, body, push, center));
            assert_int_equal(status, MD_OK);
            assert_true(md2_body_is_awake(world, body));
            step_many(world, 3);
            const double speed = is_force ? 4 / 0.5 / 60 : 4 / 0.5; /* of 0.5 kg */
            assert_near(vx_of(world, body), speed, 32 * EPS);
            assert_near(spin_of(world, body), 0, 0); /* putting it to sleep has stopped it */
            hash[i] = md2_world_hash(world);
        }
        assert_true(hash[0] == hash[1]);
        md2_world_destroy(worlds[0]);
        md2_world_destroy(worlds[1]);
    }
}

/* ---- Moving to a target ------------------------------------------------------------------------------------------ */

static void a_kinematic_body_reaches_its_target_in_one_step(void **state)
{
    (void)state;
    for (int substeps = 1; substeps <= 4; ++substeps) {
        md2_world_def def = md2_world_def_default();
        def.substeps = substeps;
        md2_world *world = world_of(&def);
        const md2_body_id body = skew_body(world, MD2_KINEMATIC);
        double angle = 0.7;
        for (int i = 0; i < 8; ++i) {
            angle += 0.6 * i - 2; /* up to 2.3 rad in a step */
            const md2_transform target = {at(3 + 0.1 * i, -2 - 0.3 * i), md2_rot_from_angle(angle)};
            assert_int_equal(md2_body_set_target(world, body, target, DT), MD_OK);
            step_many(world, 1);
            const md2_transform now = md2_body_transform(world, body);
            assert_near((double)now.p.x, (double)target.p.x, 64 * EPS);
            assert_near((double)now.p.y, (double)target.p.y, 64 * EPS);
            assert_near((double)now.q.c, (double)target.q.c, 32 * EPS);
            assert_near((double)now.q.s, (double)target.q.s, 32 * EPS);
        }
        md2_world_destroy(world);
    }
}

/* A turn that one substep cannot make goes as far as it can: by 2 atan(pi / 2 + (pi / 2)^3 / 3), 2.47 rad. */
static void a_half_turn_takes_more_than_one_step(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id body = body_at(world, MD2_KINEMATIC, 0, 0);
    const md2_transform target = {at(0, 0), md2_rot_from_angle(PI)};
    assert_int_equal(md2_body_set_target(world, body, target, DT), MD_OK);
    step_many(world, 1);
    const md2_rot turned_once = md2_body_transform(world, body).q;
    const double expected = 2 * atan(PI / 2 + PI * PI * PI / 24);
    assert_near(fabs(atan2((double)turned_once.s, (double)turned_once.c)), expected, 64 * EPS);
    assert_int_equal(md2_body_set_target(world, body, target, DT), MD_OK);
    step_many(world, 1);
    assert_near((double)md2_body_transform(world, body).q.c, -1, 32 * EPS);
    md2_world_destroy(world);
}

/* An elevator that follows targets carries a box, which a teleported one would leave behind or throw. */
static void a_body_that_moves_to_targets_carries_others(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id elevator = body_at(world, MD2_KINEMATIC, 0, 0);
    give_box(world, elevator, &def, 2, 0.25);
    const md2_body_id box = box_at(world, 0, 0.75, 0.5, 0.5);
    for (int i = 1; i <= 60; ++i) {
        const double t = i / 60.0;
        const md2_transform target = {at(0.5 * t, t), turned(0)};
        assert_int_equal(md2_body_set_target(world, elevator, target, DT), MD_OK);
        step_many(world, 1);
        assert_near(y_of(world, elevator), t, 64 * EPS);
    }
    /* The slop of 0.5 mm, and sliding until friction has accelerated the box to 0.5 m/s: 0.25 / (2 mu g) = 21 mm. */
    assert_near(y_of(world, box), 1.75, 1e-3);
    assert_near(x_of(world, box), 0.5, 0.03);
    md2_world_destroy(world);
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

static void contacts_of_a_body_and_of_a_shape_are_listed(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id ground = ground_at_zero(world);
    const md2_body_id box = box_at(world, 0, 0.5, 0.5, 0.5);
    const md2_body_id table = body_at(world, MD2_DYNAMIC, 5, 0.5); /* with two legs */
    md2_shape_id leg[2];
    for (int i = 0; i < 2; ++i) {
        md2_hull hull;
        assert_int_equal(md2_hull_box(&hull, at(0.1, 0.5), at(i == 0 ? -1 : 1, 0), turned(0), 0), MD_OK);
        leg[i] = give(world, table, &def, &hull);
    }
    step_many(world, 30);
    md2_contact_info contacts[4];
    assert_int_equal(md2_world_contact_count(world), 3);
    assert_int_equal(md2_body_contacts(world, ground, contacts, 4), 3);
    assert_int_equal(md2_body_contacts(world, box, contacts, 4), 1);
    assert_int_equal(contacts[0].manifold.count, 2);
    /* The impulses of a step carry the weight of 1 kg. */
    assert_near((double)(contacts[0].normal_impulse[0] + contacts[0].normal_impulse[1]), G / 60, 1e-3 * G / 60);
    contacts[1].friction = -1;
    assert_int_equal(md2_body_contacts(world, table, contacts, 1), 2); /* only the first is written */
    assert_true(contacts[1].friction == -1);
    assert_true(md2_shape_same(contacts[0].shape[0], leg[0]) || md2_shape_same(contacts[0].shape[1], leg[0]));
    assert_int_equal(md2_shape_contacts(world, leg[1], contacts, 4), 1);
    assert_true(md2_shape_same(contacts[0].shape[0], leg[1]) || md2_shape_same(contacts[0].shape[1], leg[1]));
    assert_int_equal(md2_body_contacts(world, table, NULL, 0), 2);
    assert_int_equal(md2_body_contacts(world, table, NULL, -1), 2);
    assert_int_equal(md2_shape_destroy(world, leg[1]), MD_OK);
    assert_int_equal(md2_body_contacts(world, table, NULL, 0), 1);
    assert_int_equal(md2_shape_contacts(world, leg[1], NULL, 0), 0);
    assert_int_equal(md2_body_contacts(world, md2_body_none(), contacts, 4), 0);
    assert_int_equal(md2_body_contacts(NULL, box, contacts, 4), 0);
    md2_world_destroy(world);
}

static void joints_of_a_body_are_listed_newest_first(void **state)
{
    (void)state;
    md2_world *world = world_new();
    const md2_body_id ground = ground_at_zero(world);
    const md2_body_id box = box_at(world, 0, 3, 0.5, 0.5);
    const md2_body_id other = box_at(world, 2, 3, 0.5, 0.5);
    md2_joint_id made[3];
    for (int i = 0; i < 3; ++i) { /* the body is the second, the first and the second of its joints */
        const md2_joint_def def =
            md2_joint_def_at(world, MD2_REVOLUTE, i == 1 ? box : ground, i == 1 ? other : box, at(0, 3), at(1, 0));
        assert_int_equal(md2_joint_create(world, &def, &made[i]), MD_OK);
    }
    md2_joint_id joints[3];
    assert_int_equal(md2_body_joints(world, box, joints, 3), 3);
    for (int i = 0; i < 3; ++i) {
        assert_true(md2_joint_same(joints[i], made[2 - i]));
    }
    assert_int_equal(md2_body_joints(world, other, joints, 3), 1);
    assert_true(md2_joint_same(joints[0], made[1]));
    assert_int_equal(md2_body_joints(world, ground, joints, 1), 2);
    assert_true(md2_joint_same(joints[0], made[2]));
    assert_int_equal(md2_body_joints(world, md2_body_none(), NULL, 0), 0);
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_and_vectors_map_both_ways),
        cmocka_unit_test(the_velocity_of_a_point_is_how_it_moves),
        cmocka_unit_test(bad_handles_give_zeros),
        cmocka_unit_test(a_push_at_the_centre_is_a_push_at_the_point_of_the_centre),
        cmocka_unit_test(a_kinematic_body_reaches_its_target_in_one_step),
        cmocka_unit_test(a_half_turn_takes_more_than_one_step),
        cmocka_unit_test(a_body_that_moves_to_targets_carries_others),
        cmocka_unit_test(contacts_of_a_body_and_of_a_shape_are_listed),
        cmocka_unit_test(joints_of_a_body_are_listed_newest_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
