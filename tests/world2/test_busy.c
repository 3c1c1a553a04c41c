/* Calls from inside a step: every call that changes the world is refused in every callback, and has no effect. */
#include "world2/make2.h"

#include <modulus/queries2.h>

#include "support/counting_allocator.h"

struct scene {
    md2_world *world;
    md2_body_id ground, box;
    md2_joint_id joint;
    md2_chain_id chain;
    int refused[8]; /* per callback */
};

enum callback { FILTER, PRE_SOLVE, MIX_FRICTION, MIX_RESTITUTION, LIMITS, SOLVED, LOG, WARN, CALLBACKS };

/* All calls that return a status and change something. */
static void try_to_change_bodies(struct scene *scene)
{
    md2_world *world = scene->world;
    const md2_body_id box = scene->box;
    const md2_body_def def = md2_body_def_default();
    const md2_transform there = {at(5, 5), turned(0)};
    md2_body_id made = {0, 0};
    assert_int_equal(md2_body_create(world, &def, &made), MD_ERROR_BUSY);
    assert_int_equal(made.generation, 0);
    assert_int_equal(md2_body_destroy(world, box), MD_ERROR_BUSY);
    assert_int_equal(md2_body_set_transform(world, box, there), MD_ERROR_BUSY);
    assert_int_equal(md2_body_set_velocity(world, box, at(1, 1), 1), MD_ERROR_BUSY);
    assert_int_equal(md2_body_set_mass(world, box, (md2_mass){.mass = 2}), MD_ERROR_BUSY);
    assert_int_equal(md2_body_set_type(world, box, MD2_STATIC), MD_ERROR_BUSY);
    assert_int_equal(md2_body_set_damping(world, box, 1, 1), MD_ERROR_BUSY);
    assert_int_equal(md2_body_set_gravity_scale(world, box, 2), MD_ERROR_BUSY);
    assert_int_equal(md2_body_set_fixed_rotation(world, box, true), MD_ERROR_BUSY);
    assert_int_equal(md2_body_set_bullet(world, box, true), MD_ERROR_BUSY);
    assert_int_equal(md2_body_set_awake(world, box, false), MD_ERROR_BUSY);
    assert_int_equal(md2_body_enable_sleep(world, box, false), MD_ERROR_BUSY);
    assert_int_equal(md2_body_set_enabled(world, box, false), MD_ERROR_BUSY);
    assert_int_equal(md2_body_set_user(world, box, scene), MD_ERROR_BUSY);
    assert_int_equal(md2_body_apply_force(world, box, at(1, 1), at(0, 0)), MD_ERROR_BUSY);
    assert_int_equal(md2_body_apply_torque(world, box, 1), MD_ERROR_BUSY);
    assert_int_equal(md2_body_apply_force_to_center(world, box, at(1, 1)), MD_ERROR_BUSY);
    assert_int_equal(md2_body_apply_impulse_to_center(world, box, at(1, 1)), MD_ERROR_BUSY);
    assert_int_equal(md2_body_set_target(world, box, there, DT), MD_ERROR_BUSY);
    assert_int_equal(md2_body_apply_impulse(world, box, at(1, 1), at(0, 0)), MD_ERROR_BUSY);
    assert_int_equal(md2_body_apply_angular_impulse(world, box, 1), MD_ERROR_BUSY);
}

static void try_to_change_shapes_and_joints(struct scene *scene)
{
    md2_world *world = scene->world;
    const md2_body_id box = scene->box;
    const md2_shape_def def = md2_shape_def_default();
    const md2_shape_id shape = md2_body_first_shape(world, box);
    const md2_vec points[] = {at(1, 0), at(0, 0), at(-1, 0)};
    const md2_chain_segment segment = {at(1, 0), at(1, 0), at(-1, 0), at(-1, 0)};
    const md2_hull hull = circle_hull(1);
    const md2_joint_def rod = md2_joint_def_distance(world, scene->ground, box, at(0, 0), at(0, 1));
    md2_joint_id made = {0, 0};
    assert_int_equal(md2_shape_create(world, box, &def, &hull, NULL), MD_ERROR_BUSY);
    assert_int_equal(md2_shape_create_segment(world, box, &def, &segment, NULL), MD_ERROR_BUSY);
    assert_int_equal(md2_chain_create(world, box, &def, points, 3, false, NULL), MD_ERROR_BUSY);
    assert_int_equal(md2_chain_destroy(world, scene->chain), MD_ERROR_BUSY);
    assert_int_equal(md2_chain_set_def(world, scene->chain, &def), MD_ERROR_BUSY);
    assert_int_equal(md2_shape_destroy(world, shape), MD_ERROR_BUSY);
    assert_int_equal(md2_shape_set_def(world, shape, &def), MD_ERROR_BUSY);
    assert_int_equal(md2_joint_create(world, &rod, &made), MD_ERROR_BUSY);
    assert_int_equal(md2_joint_destroy(world, scene->joint), MD_ERROR_BUSY);
    assert_int_equal(md2_joint_set_def(world, scene->joint, &rod), MD_ERROR_BUSY);
    assert_int_equal(md2_joint_set_motor(world, scene->joint, true, 1, 1), MD_ERROR_BUSY);
    assert_int_equal(md2_joint_set_limits(world, scene->joint, true, 1, 1), MD_ERROR_BUSY);
    assert_int_equal(md2_joint_set_spring(world, scene->joint, true, 1, 1), MD_ERROR_BUSY);
    assert_int_equal(md2_joint_set_target(world, scene->joint, at(0, 0)), MD_ERROR_BUSY);
}

static void try_to_change_the_world(struct scene *scene)
{
    md2_world *world = scene->world;
    const md2_world_def def = md2_world_def_default();
    const md2_callbacks none = {0};
    assert_int_equal(md2_world_step(world, DT, NULL), MD_ERROR_BUSY);
    assert_int_equal(md2_world_set_def(world, &def), MD_ERROR_BUSY);
    assert_int_equal(md2_world_set_gravity(world, at(0, 0)), MD_ERROR_BUSY);
    assert_int_equal(md2_world_set_solver(world, &def.solver, &def.limits), MD_ERROR_BUSY);
    assert_int_equal(md2_world_set_callbacks(world, &none), MD_ERROR_BUSY);
    assert_int_equal(md2_world_reset_statistics(world), MD_ERROR_BUSY);
    md2_world_destroy(world); /* ignored */
    /* Reading is allowed. */
    assert_true(md2_world_body_count(world) >= 2);
    assert_true(md2_body_is_valid(world, scene->box));
    md2_world_ray_any(world, at(0, 9), at(0, -20), NULL);
}

static void try_everything(void *user, enum callback from)
{
    struct scene *scene = user;
    try_to_change_bodies(scene);
    try_to_change_shapes_and_joints(scene);
    try_to_change_the_world(scene);
    ++scene->refused[from];
}

static md_real plain_friction(void *user, md_real a, md_real b)
{
    (void)user;
    return a > 0 && b > 0 ? (md_real)0.5 : 0;
}

static bool meddling_filter(void *user, const md2_world *world, md2_shape_id a, md2_shape_id b)
{
    (void)world;
    (void)a;
    (void)b;
    try_everything(user, FILTER);
    return true;
}

static bool meddling_pre_solve(void *user, const md2_world *world, md2_pre_solve *contact)
{
    (void)world;
    (void)contact;
    try_everything(user, PRE_SOLVE);
    return true;
}

static md_real meddling_friction(void *user, md_real a, md_real b)
{
    try_everything(user, MIX_FRICTION);
    return plain_friction(user, a, b);
}

static md_real meddling_restitution(void *user, md_real a, md_real b)
{
    try_everything(user, MIX_RESTITUTION);
    return a > b ? a : b;
}

static void meddling_limits(void *user, const md2_world *world, int32_t substep, md_limits *limits)
{
    (void)world;
    (void)substep;
    (void)limits;
    try_everything(user, LIMITS);
}

static void meddling_warn(void *user, const md2_world *world, const md_step_report *report)
{
    (void)world;
    (void)report;
    try_everything(user, WARN);
}

static void meddling_solved(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    (void)substep;
    (void)problem;
    (void)result;
    try_everything(user, SOLVED);
}

static void meddling_log(void *user, md2_log_level level, const char *message)
{
    (void)level;
    (void)message;
    try_everything(user, LOG);
}

/* A box that falls onto the ground, one on a rod, and one that leaves the world, which causes a log message. */
static struct scene make_scene(const md2_callbacks *callbacks)
{
    struct scene scene = {.world = world_new()};
    md2_world_def def = md2_world_get_def(scene.world);
    def.warn_relative = 0; /* every solve ends far from this tolerance */
    assert_int_equal(md2_world_set_def(scene.world, &def), MD_OK);
    assert_int_equal(md2_world_set_callbacks(scene.world, callbacks), MD_OK);
    scene.ground = ground_at_zero(scene.world);
    scene.box = box_at(scene.world, 0, 0.8, 0.5, 0.5);
    const md2_body_id weight = box_at(scene.world, 3, 2, 0.5, 0.5);
    const md2_joint_def rod = md2_joint_def_distance(scene.world, scene.ground, weight, at(5, 4), at(3, 2));
    assert_int_equal(md2_joint_create(scene.world, &rod, &scene.joint), MD_OK);
    const md2_body_id stray = circle_at(scene.world, 20, 20, 0.5);
    set_velocity(scene.world, stray, 0, 1e12, 0);
    return scene;
}

static void changes_from_any_callback_are_refused_without_effect(void **state)
{
    (void)state;
    struct scene quiet = make_scene(&(md2_callbacks){.mix_friction = plain_friction});
    struct scene meddled = make_scene(&(md2_callbacks){0});
    const md2_callbacks meddling = {.user = &meddled,
                                    .filter = meddling_filter,
                                    .pre_solve = meddling_pre_solve,
                                    .mix_friction = meddling_friction,
                                    .mix_restitution = meddling_restitution,
                                    .limits = meddling_limits,
                                    .solved = meddling_solved,
                                    .log = meddling_log,
                                    .warn = meddling_warn};
    assert_int_equal(md2_world_set_callbacks(meddled.world, &meddling), MD_OK);
    for (int i = 0; i < 120; ++i) {
        step_many(quiet.world, 1);
        step_many(meddled.world, 1);
        assert_true(md2_world_hash(quiet.world) == md2_world_hash(meddled.world));
    }
    for (int i = 0; i < CALLBACKS; ++i) {
        assert_true(meddled.refused[i] > 0);
    }
    assert_int_equal(md2_world_steps(meddled.world), 120);
    assert_int_equal(md2_body_destroy(meddled.world, meddled.box), MD_OK); /* allowed again after the step */
    md2_world_destroy(quiet.world);
    md2_world_destroy(meddled.world);
}

/* Setting new mixing callbacks calls them at once for existing contacts. This is outside of a step, but changes are
 * refused there too. */
static void mixing_callbacks_cannot_change_the_world_outside_of_a_step(void **state)
{
    (void)state;
    struct scene scene = make_scene(&(md2_callbacks){0});
    step_many(scene.world, 30);
    md2_world_def def = md2_world_get_def(scene.world);
    def.callbacks.user = &scene;
    def.callbacks.mix_friction = meddling_friction;
    def.callbacks.mix_restitution = meddling_restitution;
    assert_int_equal(md2_world_set_def(scene.world, &def), MD_OK);
    assert_true(scene.refused[MIX_FRICTION] > 0);
    assert_true(scene.refused[MIX_RESTITUTION] > 0);
    step_many(scene.world, 30);
    md2_world_destroy(scene.world);
}

/* An event that cannot be stored causes a log message, also in a call between steps. */
static void the_log_callback_cannot_change_the_world_outside_of_a_step(void **state)
{
    (void)state;
    struct counting_allocator books = {0};
    md2_world_def def = md2_world_def_default();
    def.allocator = counting_allocator_of(&books);
    struct scene scene = {.world = world_of(&def)};
    scene.ground = ground_at_zero(scene.world);
    scene.box = box_at(scene.world, 0, 0.5, 0.5, 0.5);
    const md2_callbacks meddling = {.user = &scene, .log = meddling_log};
    assert_int_equal(md2_world_set_callbacks(scene.world, &meddling), MD_OK);
    books.refuse_nth = books.requests + 1;
    for (int i = 0; i < 1000 && scene.refused[LOG] == 0; ++i) {
        assert_int_equal(md2_body_set_awake(scene.world, scene.box, i % 2 == 1), MD_OK);
    }
    assert_int_equal(scene.refused[LOG], 2); /* the second message is about md2_world_destroy */
    step_many(scene.world, 10);
    md2_world_destroy(scene.world);
    assert_int_equal(books.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_from_any_callback_are_refused_without_effect),
        cmocka_unit_test(mixing_callbacks_cannot_change_the_world_outside_of_a_step),
        cmocka_unit_test(the_log_callback_cannot_change_the_world_outside_of_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
