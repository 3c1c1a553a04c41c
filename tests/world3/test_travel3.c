/* Guarded contacts (engine/travel.h): pairs that the narrow phase leaves out meet no later than others. The kept islands of 2D
 * (tests/world2/test_kept_islands.c) are the same in 3D, and are held to the same here. */
#include <stdlib.h>

#include <modulus/snapshot3.h>

#include "geometry3/vec3.h"
#include "world3/make3.h"
#include "world3/world.h"

/* A pile that is stirred or comes to rest, below a fall of spheres and boxes of many speeds, one of which is a bullet. */
static void fill(md3_world *world, bool is_stirred)
{
    ground_at_zero(world);
    const md3_shape_def surface = surface_of(0.4, 0.3);
    if (is_stirred) {
        const md3_body_id stirrer = body_at(world, MD3_KINEMATIC, 0, 0.5, 0);
        give_box(world, stirrer, &surface, 1.5, 0.1, 0.1);
        set_velocity(world, stirrer, at3(0, 0, 0), at3(0, 4, 0));
    }
    for (int i = 0; i < 80; ++i) {
        const md3_body_id body =
            body_at(world, MD3_DYNAMIC, 0.4 * (i % 4) - 0.8, 0.4 + 0.45 * (i / 8.0), 0.4 * (i / 4 % 4) - 0.8);
        if (i % 3 == 0) {
            give_box(world, body, &surface, 0.15, 0.05 + 0.001 * i, 0.1);
        } else {
            give_sphere(world, body, &surface, 0.1 + 0.001 * i);
        }
        set_velocity(world, body,
                     at3(0.7 * (i % 5) - 1.4, is_stirred && i % 20 == 7 ? -60 : -0.3 * (i % 4), 0.1 * (i % 3)),
                     at3(i % 7 - 3, 1, 0));
        assert_int_equal(md3_body_set_bullet(world, body, i % 20 == 7), MD_OK);
    }
}

static md3_world *restored(md3_world *world)
{
    size_t size = md3_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(md3_world_snapshot(world, bytes, size, &size), MD_OK);
    md3_world_destroy(world);
    assert_int_equal(md3_world_from_snapshot(bytes, size, NULL, NULL, &world), MD_OK);
    free(bytes);
    return world;
}

static int guarded_contacts(const md3_world *world)
{
    int guarded = 0;
    for (int32_t n = 0; n < world->awake.contact_count; ++n) {
        guarded += world->awake.links[n].is_guarded;
    }
    return guarded;
}

/* Guarded contacts and kept islands, over all steps. */
struct saved_work {
    int guarded, kept;
};

/* A restored world has no guards, and finds all its manifolds and islands. */
static struct saved_work saved_work_of(const md3_world_def *def, bool is_stirred)
{
    md3_world *world = world_of(def), *anew = world_of(def);
    fill(world, is_stirred);
    fill(anew, is_stirred);
    struct saved_work saved = {0};
    for (int i = 0; i < 300; ++i) {
        anew = restored(anew);
        if (i == 200) { /* without a shape: the contacts are not found again */
            body_at(world, MD3_DYNAMIC, 0, 50, 0);
            body_at(anew, MD3_DYNAMIC, 0, 50, 0);
        }
        step_by(world, 1.0 / 60);
        step_by(anew, 1.0 / 60);
        assert_true(md3_world_hash(world) == md3_world_hash(anew));
        saved.guarded += guarded_contacts(world);
        saved.kept += world->islands.is_kept;
    }
    md3_world_destroy(world);
    md3_world_destroy(anew);
    return saved;
}

static void guards_decide_no_bits(void **state)
{
    (void)state;
    for (int substeps = 1; substeps <= 3; substeps += 2) {
        md3_world_def def = md3_world_def_default();
        def.substeps = substeps;
        def.recycle_distance = substeps == 1 ? (md_real)0.005 : 0;
        assert_true(saved_work_of(&def, true).guarded > 1000);
    }
}

static void kept_islands_decide_no_bits(void **state)
{
    (void)state;
    md3_world_def def = md3_world_def_soft_step(4);
    def.enable_sleep = false;
    for (int separate = 0; separate < 2; ++separate) {
        def.separate_islands = separate == 1;
        const struct saved_work saved = saved_work_of(&def, false);
        assert_true(saved.guarded > 1000);
        assert_true(saved.kept > 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guards_decide_no_bits),
        cmocka_unit_test(kept_islands_decide_no_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
