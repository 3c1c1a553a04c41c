/* Guarded contacts (travel.h, clearance.h): pairs that the narrow phase leaves out meet no later than others. */
#include "world2/make2.h"
#include "world2/restored2.h"
#include "world2/travel.h"

static void a_guard_holds_until_the_bodies_have_travelled_the_distance(void **state)
{
    (void)state;
    struct travel travel[2] = {{.way = UINT32_MAX - 5}, {.way = 7}}; /* the sum wraps around */
    int32_t reach[2] = {-6, 7};
    const struct travels travels = {.at = travel, .reach = {.at = reach}, .count = 2};
    struct contact_link link = {.body = {0, 1}};
    assert_false(travel_guard_holds(&travels, &link));
    travel_guard(&travels, &link, 0);
    assert_false(link.is_guarded);
    travel_guard(&travels, &link, (md_real)0.25);
    assert_true(travel_guard_holds(&travels, &link));
    const int32_t quarter = (int32_t)(TRAVEL_UNITS / 4);
    reach[0] += quarter / 2;
    reach[1] += quarter / 2 - 1;
    assert_true(travel_guard_holds(&travels, &link));
    reach[1] += 1;
    assert_false(travel_guard_holds(&travels, &link));
    travel_guard(&travels, &link, INFINITY);
    assert_true(travel_guard_holds(&travels, &link)); /* as far as it can be counted */
    reach[0] = (int32_t)(travel[0].way + TRAVEL_FAR);
    assert_false(travel_guard_holds(&travels, &link));
}

/* A pile that is stirred, below a fall of circles, capsules and boxes of many speeds, one of which is a bullet. */
static void fill(md2_world *world)
{
    ground_at_zero(world);
    const md2_shape_def surface = surface_of(0.4, 0.3);
    const md2_body_id stirrer = body_at(world, MD2_KINEMATIC, 0, 1);
    give_box(world, stirrer, &surface, 1.5, 0.1);
    set_velocity(world, stirrer, 0, 0, 4);
    for (int i = 0; i < 60; ++i) {
        const md2_body_id body = body_at(world, MD2_DYNAMIC, 0.4 * (i % 8) - 1.5, 1.5 + 0.45 * (i / 8.0));
        md2_hull hull = i % 3 == 0 ? circle_hull(0.1 + 0.002 * i) : box_hull(0.15, 0.05 + 0.002 * i);
        if (i % 3 == 1) {
            assert_int_equal(md2_hull_capsule(&hull, at(-0.15, 0), at(0.15, 0.05), (md_real)0.06), MD_OK);
        }
        give(world, body, &surface, &hull);
        set_velocity(world, body, 0.7 * (i % 5) - 1.4, i % 20 == 7 ? -60 : -0.3 * (i % 4), i % 7 - 3);
        assert_int_equal(md2_body_set_bullet(world, body, i % 20 == 7), MD_OK);
    }
}

/* A restored world has no guards, and finds all its manifolds. */
static void guards_decide_no_bits(void **state)
{
    (void)state;
    for (int substeps = 1; substeps <= 3; substeps += 2) {
        md2_world_def def = md2_world_def_default();
        def.substeps = substeps;
        def.recycle_distance = substeps == 1 ? (md_real)0.005 : 0;
        md2_world *world = world_of(&def), *without = world_of(&def);
        fill(world);
        fill(without);
        for (int i = 0; i < 400; ++i) {
            without = restored(without);
            if (i == 200) { /* without a shape: the contacts are not found again */
                body_at(world, MD2_DYNAMIC, 0, 50);
                body_at(without, MD2_DYNAMIC, 0, 50);
            }
            step_by(world, 1.0 / 60);
            step_by(without, 1.0 / 60);
            assert_true(md2_world_hash(world) == md2_world_hash(without));
        }
        md2_world_destroy(world);
        md2_world_destroy(without);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_holds_until_the_bodies_have_travelled_the_distance),
        cmocka_unit_test(guards_decide_no_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
