/* Recycled manifolds (recycle.h): carried points are where new ones would be, and motion is that of new points. */
#include <stdlib.h>

#include <modulus/snapshot3.h>

#include "world3/make3.h"

#define DISTANCE 0.005

static md3_world *world_with(double recycle_distance)
{
    md3_world_def def = md3_world_def_default();
    def.recycle_distance = (md_real)recycle_distance;
    def.enable_sleep = false;
    return world_of(&def);
}

static double deepest(const md3_manifold *manifold)
{
    double least = INFINITY;
    for (int k = 0; k < manifold->count; ++k) {
        least = fmin(least, (double)manifold->point[k].separation);
    }
    return least;
}

/* How far the separations of a world's contacts are from those that md3_collide finds. */
static double worst_separation(const md3_world *world)
{
    double worst = 0;
    for (int32_t i = 0; i < md3_world_contact_count(world); ++i) {
        md3_contact_info contact;
        assert_int_equal(md3_world_contact(world, i, &contact), MD_OK);
        md3_transform at[2];
        for (int side = 0; side < 2; ++side) {
            const md3_body_id body = md3_shape_body(world, contact.shape[side]);
            at[side] = md3_body_transform(world, body);
        }
        md3_manifold found;
        const int32_t count = md3_collide(md3_shape_geometry(world, contact.shape[0]), at[0],
                                          md3_shape_geometry(world, contact.shape[1]), at[1], (md_real)0.02, &found, 1);
        if (count == 1 && contact.manifold_count == 1) {
            worst = fmax(worst, fabs(deepest(&found) - deepest(&contact.manifold[0])));
        }
    }
    return worst;
}

/* A box has all its corners in the manifold: only terms of second order, d^2 / extent = 3e-5 m, are left. */
static void carried_separations_are_those_of_the_shapes(void **state)
{
    (void)state;
    md3_world *world = world_with(DISTANCE);
    ground_at_zero(world);
    for (int i = 0; i < 6; ++i) {
        box_at(world, 0.02 * i, 0.5 + i, 0.01 * i, 0.5);
    }
    double worst = 0;
    for (int i = 0; i < 300; ++i) {
        step_by(world, 1.0 / 60);
        worst = fmax(worst, worst_separation(world));
    }
    print_message("worst difference of separations %.2g m\n", worst);
    assert_true(worst < 1e-4);
    md3_world_destroy(world);
}

/* Where a box ends that slides with a spin, and that tips over an edge. The spin at the start is off by some roundings. */
static md3_vec end_of_motion(double recycle_distance, bool tips, int roundings, md3_rot *rotation)
{
    md3_world *world = world_with(recycle_distance);
    const md3_shape_def surface = surface_of(0.5, 0);
    ground_of(world, &surface);
    const md3_body_id box = body_at(world, MD3_DYNAMIC, 0, tips ? 1 : 0.25, 0);
    give_box(world, box, &surface, 0.5, tips ? 1 : 0.25, 0.3);
    const double off = 1 + roundings * (double)MD_REAL_EPSILON;
    set_velocity(world, box, tips ? at3(1.5, 0, 0) : at3(4, 0, 1), tips ? at3(0, 0, -1.5 * off) : at3(0, 3 * off, 0));
    step_many(world, 240);
    const md3_vec center = md3_body_center(world, box);
    *rotation = md3_body_transform(world, box).q;
    assert_true(speed_of(world, box) < 1e-2);
    md3_world_destroy(world);
    return center;
}

static double angle_between(md3_rot q, md3_rot r)
{
    const md3_rot turned = md3_rot_multiply(md3_rot_inverse(q), r);
    return 2 * asin(fmin(1, (double)md3_vec_length(at3((double)turned.x, (double)turned.y, (double)turned.z))));
}

/* A turning box finds new points in each step, a box at rest has exact ones. A box that falls over an edge amplifies roundings
 * (in float four of them move its end by a centimetre), and carried points round in another way. */
static void bodies_slide_and_tip_as_with_new_points(void **state)
{
    (void)state;
    for (int tips = 0; tips < 2; ++tips) {
        md3_rot found_at, carried_at, nudged_at;
        const md3_vec found = end_of_motion(0, tips, 0, &found_at);
        const md3_vec carried = end_of_motion(DISTANCE, tips, 0, &carried_at);
        double moved = 0, turned = 0;
        for (int roundings = -4; roundings <= 4; roundings += 2) {
            moved = fmax(moved, (double)md3_vec_distance(found, end_of_motion(0, tips, roundings, &nudged_at)));
            turned = fmax(turned, angle_between(found_at, nudged_at));
        }
        const double apart = (double)md3_vec_distance(found, carried);
        const double angle = angle_between(found_at, carried_at);
        print_message("%s: %.2g m and %.2g rad apart, by roundings %.2g m and %.2g rad\n", tips ? "tips" : "slides",
                      apart, angle, moved, turned);
        assert_true(apart < 1e-3 * DISTANCE + moved);
        assert_true(angle < 1e-4 + turned);
    }
}

/* Normal forces at points that a rolling body has left behind would speed it up. */
static void rolling_bodies_gain_no_speed(void **state)
{
    (void)state;
    const double radius = 0.3;
    for (int form = 0; form < 3; ++form) {
        for (double speed = 0.02; speed < 3; speed *= 10) {
            md3_world *world = world_with(DISTANCE);
            const md3_shape_def surface = surface_of(0.8, 0);
            give_box(world, body_at(world, MD3_STATIC, 0, -1, 0), &surface, 50, 1, 50);
            const md3_body_id body = body_at(world, MD3_DYNAMIC, -5, radius, 0);
            md3_geometry geometry;
            const md3_vec end = at3(0, 0, 0.5), other = at3(0, 0, -0.5);
            const md_status status = form == 0   ? md3_geometry_sphere(&geometry, at3(0, 0, 0), (md_real)radius)
                                     : form == 1 ? md3_geometry_capsule(&geometry, end, other, (md_real)radius)
                                                 : md3_geometry_cylinder(&geometry, end, other, (md_real)radius, 0);
            assert_int_equal(status, MD_OK);
            give(world, body, &surface, &geometry);
            set_velocity(world, body, at3(speed, 0, 0), at3(0, 0, -speed / radius));
            step_many(world, 240);
            print_message("form %d: %.3g m/s, from %.3g\n", form, speed_of(world, body), speed);
            assert_true(speed_of(world, body) <= 1.01 * speed);
            md3_world_destroy(world);
        }
    }
}

static void a_teleported_body_leaves_its_points_behind(void **state)
{
    (void)state;
    md3_world *world = world_with(DISTANCE);
    ground_at_zero(world);
    const md3_body_id box = box_at(world, 0, 0.5, 0, 0.5);
    step_many(world, 30);
    assert_int_equal(md3_body_set_transform(world, box, md3_transform_make(at3(0, 0.6, 0), md3_rot_identity())), MD_OK);
    const double start = y_of(world, box);
    step_by(world, 1.0 / 60);
    assert_true(y_of(world, box) < start); /* it falls, and nothing holds it */
    md3_contact_info contact;
    assert_true(md3_body_contacts(world, box, &contact, 1) == 0 || contact.manifold_count == 0);
    md3_world_destroy(world);
}

static void a_snapshot_keeps_carried_points(void **state)
{
    (void)state;
    md3_world *world = world_with(DISTANCE), *restored = NULL;
    ground_at_zero(world);
    for (int i = 0; i < 12; ++i) {
        box_at(world, 0.3 * (i % 3), 0.5 + 0.9 * i, 0.1 * (i % 2), 0.4);
    }
    step_many(world, 100);
    size_t size = md3_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(md3_world_snapshot(world, bytes, size, &size), MD_OK);
    assert_int_equal(md3_world_from_snapshot(bytes, size, NULL, NULL, &restored), MD_OK);
    step_many(world, 100);
    step_many(restored, 100);
    assert_true(md3_world_hash(world) == md3_world_hash(restored));
    free(bytes);
    md3_world_destroy(world);
    md3_world_destroy(restored);
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
