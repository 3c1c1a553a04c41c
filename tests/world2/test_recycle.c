/* Recycled manifolds (recycle.h): carried points are where new ones would be, and motion is that of new points. */
#include <stdlib.h>

#include <modulus/snapshot2.h>

#include "world2/make2.h"

#define DISTANCE 0.005

static md2_world *world_with(double recycle_distance)
{
    md2_world_def def = md2_world_def_default();
    def.recycle_distance = (md_real)recycle_distance;
    def.enable_sleep = false;
    return world_of(&def);
}

/* How far the separations of a world's contacts are from those that md2_hull_collide finds. */
static double worst_separation(const md2_world *world)
{
    double worst = 0;
    for (int32_t i = 0; i < md2_world_contact_count(world); ++i) {
        md2_contact_info contact;
        assert_int_equal(md2_world_contact(world, i, &contact), MD_OK);
        md2_transform place[2];
        for (int side = 0; side < 2; ++side) {
            place[side] = md2_body_transform(world, md2_shape_body(world, contact.shape[side]));
        }
        const md2_manifold found = md2_hull_collide(md2_shape_hull(world, contact.shape[0]), place[0],
                                                    md2_shape_hull(world, contact.shape[1]), place[1], (md_real)0.02);
        for (int k = 0; k < found.count && found.count == contact.manifold.count; ++k) {
            const md_real apart = found.point[k].separation - contact.manifold.point[k].separation;
            worst = fmax(worst, fabs((double)apart));
        }
    }
    return worst;
}

/* A box has both its corners in the manifold: only terms of second order, d^2 / extent = 3e-5 m, are left. */
static void carried_separations_are_those_of_the_shapes(void **state)
{
    (void)state;
    md2_world *world = world_with(DISTANCE);
    ground_at_zero(world);
    for (int i = 0; i < 6; ++i) {
        box_at(world, 0.02 * i, 0.5 + i, 0.5, 0.5);
    }
    double worst = 0;
    for (int i = 0; i < 300; ++i) {
        step_by(world, 1.0 / 60);
        worst = fmax(worst, worst_separation(world));
    }
    print_message("worst difference of separations %.2g m\n", worst);
    assert_true(worst < 1e-4);
    assert_true(worst > 0); /* points were carried */
    md2_world_destroy(world);
}

/* Where a box ends that slides, and that tips over an edge. */
static md2_transform end_of_motion(double recycle_distance, bool tips)
{
    md2_world *world = world_with(recycle_distance);
    const md2_shape_def surface = surface_of(0.5, 0);
    ground_of(world, &surface);
    const md2_body_id box = body_at(world, MD2_DYNAMIC, 0, tips ? 1 : 0.25);
    give_box(world, box, &surface, 0.5, tips ? 1 : 0.25);
    set_velocity(world, box, tips ? 1.5 : 4, 0, tips ? -1.5 : 0);
    step_many(world, 240);
    const md2_transform end = md2_body_transform(world, box);
    assert_true(fabs(vx_of(world, box)) + fabs(vy_of(world, box)) < 1e-2);
    md2_world_destroy(world);
    return end;
}

static void bodies_slide_and_tip_as_with_new_points(void **state)
{
    (void)state;
    for (int tips = 0; tips < 2; ++tips) {
        const md2_transform found = end_of_motion(0, tips), carried = end_of_motion(DISTANCE, tips);
        const double apart = (double)md2_vec_distance(found.p, carried.p);
        const md2_rot turned = md2_rot_multiply(md2_rot_inverse(found.q), carried.q);
        print_message("%s: %.2g m and %.2g rad apart\n", tips ? "tips" : "slides", apart, fabs((double)turned.s));
        assert_true(apart <
                    1e-2 * DISTANCE); /* a moving box finds new points in each step, a box at rest has exact ones */
        assert_true(fabs((double)turned.s) < 1e-4);
    }
}

/* The speed after 4 s of a capsule that rolls on its round ends and its short flat sides. Without a length it is a circle. */
static double speed_after_rolling(double recycle_distance, double length, double speed)
{
    const double radius = 0.3;
    md2_world *world = world_with(recycle_distance);
    const md2_shape_def surface = surface_of(0.8, 0);
    ground_of(world, &surface);
    const md2_body_id body = body_at(world, MD2_DYNAMIC, -5, radius);
    md2_hull hull = circle_hull(radius);
    if (length > 0) {
        const md2_vec end = at(length / 2, 0), other = at(-length / 2, 0);
        assert_int_equal(md2_hull_capsule(&hull, end, other, (md_real)radius), MD_OK);
    }
    give(world, body, &surface, &hull);
    set_velocity(world, body, speed, 0, -speed / radius);
    step_many(world, 240);
    const double end = hypot(vx_of(world, body), vy_of(world, body));
    md2_world_destroy(world);
    return end;
}

/* Normal forces at points that a rolling body has left behind would speed it up. */
static void rolling_bodies_gain_no_speed(void **state)
{
    (void)state;
    for (double length = 0; length < 0.1; length = length == 0 ? 0.01 : 3 * length) {
        for (double speed = 0.02; speed < 3; speed *= 10) {
            const double found = speed_after_rolling(0, length, speed);
            const double carried = speed_after_rolling(DISTANCE, length, speed);
            print_message("length %.2g: %.4g m/s, %.4g with new points\n", length, carried, found);
            assert_true(carried <= 1.01 * speed);
        }
    }
}

static void a_teleported_body_leaves_its_points_behind(void **state)
{
    (void)state;
    md2_world *world = world_with(DISTANCE);
    ground_at_zero(world);
    const md2_body_id box = box_at(world, 0, 0.5, 0.5, 0.5);
    step_many(world, 30);
    assert_int_equal(md2_body_set_transform(world, box, (md2_transform){at(0, 0.6), turned(0)}), MD_OK);
    const double start = y_of(world, box);
    step_by(world, 1.0 / 60);
    assert_true(y_of(world, box) < start); /* it falls, and nothing holds it */
    md2_contact_info contact;
    assert_true(md2_body_contacts(world, box, &contact, 1) == 0 || contact.manifold.count == 0);
    md2_world_destroy(world);
}

static void a_snapshot_keeps_carried_points(void **state)
{
    (void)state;
    md2_world *world = world_with(DISTANCE), *restored = NULL;
    ground_at_zero(world);
    for (int i = 0; i < 12; ++i) {
        box_at(world, 0.3 * (i % 3), 0.5 + 0.9 * i, 0.4, 0.4);
    }
    step_many(world, 100);
    size_t size = md2_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(md2_world_snapshot(world, bytes, size, &size), MD_OK);
    assert_int_equal(md2_world_from_snapshot(bytes, size, NULL, NULL, &restored), MD_OK);
    step_many(world, 100);
    step_many(restored, 100);
    assert_true(md2_world_hash(world) == md2_world_hash(restored));
    free(bytes);
    md2_world_destroy(world);
    md2_world_destroy(restored);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(carried_separations_are_those_of_the_shapes),
        cmocka_unit_test(bodies_slide_and_tip_as_with_new_points),
        cmocka_unit_test(rolling_bodies_gain_no_speed),
        cmocka_unit_test(a_teleported_body_leaves_its_points_behind),
        cmocka_unit_test(a_snapshot_keeps_carried_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
