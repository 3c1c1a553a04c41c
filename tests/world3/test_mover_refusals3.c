/* A mover refuses bad definitions, positions and moves, and says why. */
#include <string.h>

#include "world3/walker3.h"

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

static void assert_def_refused(const md3_mover_def *def, const char *field)
{
    md_error error;
    char start[64];
    snprintf(start, sizeof start, "mover: %s must be", field);
    assert_int_equal(md3_mover_def_check(def, &error), MD_ERROR_ARGUMENT);
    if (strncmp(error.message, start, strlen(start)) != 0) {
        fail_msg("%s", error.message);
    }
    assert_int_equal(md3_mover_def_check(def, NULL), MD_ERROR_ARGUMENT);
}

static void bad_fields_are_refused_by_name(void **state)
{
    (void)state;
    const struct {
        const char *name;
        size_t offset;
        double low, high;
    } fields[] = {
        {"radius", offsetof(md3_mover_def, radius), 0, 2e4},
        {"height", offsetof(md3_mover_def, height), 0.5, 2e4},
        {"skin", offsetof(md3_mover_def, skin), 0.001, 0.2},
        {"step_height", offsetof(md3_mover_def, step_height), -1, 2e4},
        {"snap_distance", offsetof(md3_mover_def, snap_distance), -1, 2e4},
        {"max_slope", offsetof(md3_mover_def, max_slope), -0.1, 1.6},
        {"mass", offsetof(md3_mover_def, mass), -1, NAN},
        {"push_force", offsetof(md3_mover_def, push_force), -1, NAN},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i) {
        const double bad[] = {fields[i].low, fields[i].high, NAN};
        for (int k = 0; k < 3; ++k) {
            md3_mover_def def = md3_mover_def_default();
            const md_real value = (md_real)bad[k];
            memcpy((char *)&def + fields[i].offset, &value, sizeof value);
            assert_def_refused(&def, fields[i].name);
        }
    }
    md3_mover_def def = md3_mover_def_default();
    def.up = at3(0, 2, 0);
    assert_def_refused(&def, "up");
    memset(&def, 0, sizeof def);
    assert_int_equal(md3_mover_def_check(&def, NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_mover_def_check(NULL, NULL), MD_ERROR_ARGUMENT);
}

static void assert_move_refused(md3_world *world, md3_mover mover, md3_vec velocity, double dt, const char *reason)
{
    const md3_vec before = mover.position;
    assert_int_equal(md3_mover_move(world, &mover, velocity, (md_real)dt), MD_ERROR_ARGUMENT);
    if (strstr(md3_world_last_error(world), reason) == NULL) {
        fail_msg("%s", md3_world_last_error(world));
    }
    assert_memory_equal(&mover.position, &before, sizeof before);
}

static void bad_moves_are_refused_with_the_reason(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    const md3_mover_def def = md3_mover_def_default();
    const md3_mover mover = mover_at(world, 0, 0, 0);
    md3_mover bad = mover;
    assert_move_refused(world, mover, at3(NAN, 0, 0), DT, "md3_mover_move: velocity must be");
    assert_move_refused(world, mover, at3(1, 0, 0), 0, "md3_mover_move: dt must be");
    assert_move_refused(world, mover, at3(1, 0, 0), NAN, "md3_mover_move: dt must be");
    assert_move_refused(world, mover, at3(1e12, 0, 0), 1, "out of the world");
    bad.def.radius = -1;
    assert_move_refused(world, bad, at3(1, 0, 0), DT, "mover: radius must be");
    bad = mover;
    bad.position.y = MD_INFINITY;
    assert_move_refused(world, bad, at3(1, 0, 0), DT, "position must be");
    bad = mover;
    bad.ground = (md3_mover_ground)7;
    assert_move_refused(world, bad, at3(1, 0, 0), DT, "ground must be");
    bad = mover;
    bad.ground_transform.q.w = 3;
    assert_move_refused(world, bad, at3(1, 0, 0), DT, "ground_transform.q must be");
    bad = mover;
    bad.ground_normal.x = (md_real)NAN;
    assert_move_refused(world, bad, at3(1, 0, 0), DT, "ground_normal must be");
    assert_int_equal(md3_mover_place(world, &def, at3(NAN, 0, 0), &bad), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_mover_place(world, &def, at3(0, 0, 0), NULL), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_mover_place(world, NULL, at3(0, 0, 0), &bad), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_mover_place(NULL, &def, at3(0, 0, 0), &bad), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_mover_move(world, NULL, at3(0, 0, 0), 1), MD_ERROR_ARGUMENT);
    assert_int_equal(md3_mover_move(NULL, &bad, at3(0, 0, 0), 1), MD_ERROR_ARGUMENT);
    md3_world_destroy(world);
}

/* ---- Callbacks --------------------------------------------------------------------------------------------------- */

struct intruder {
    md3_mover mover;
    md_status moved, placed;
};

static bool try_to_move(void *user, const md3_world *world, md3_pre_solve *contact)
{
    struct intruder *intruder = user;
    (void)contact;
    const md3_mover_def def = md3_mover_def_default();
    intruder->moved = md3_mover_move((md3_world *)world, &intruder->mover, at3(1, 0, 0), 1);
    intruder->placed = md3_mover_place((md3_world *)world, &def, at3(1, 0, 0), &intruder->mover);
    return true;
}

static void callbacks_cannot_move_a_mover(void **state)
{
    (void)state;
    struct intruder intruder = {0};
    md3_world_def def = md3_world_def_default();
    def.callbacks.pre_solve = try_to_move;
    def.callbacks.user = &intruder;
    md3_world *world = world_of(&def);
    ground_at_zero(world);
    box_at(world, 0, 0.5, 0, 0.5);
    intruder.mover = mover_at(world, 3, 0, 0);
    step_many(world, 2);
    assert_int_equal(intruder.moved, MD_ERROR_BUSY);
    assert_int_equal(intruder.placed, MD_ERROR_BUSY);
    assert_near((double)intruder.mover.position.x, 3, 0);
    md3_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_fields_are_refused_by_name),
        cmocka_unit_test(bad_moves_are_refused_with_the_reason),
        cmocka_unit_test(callbacks_cannot_move_a_mover),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
