/* Calls that are refused: each returns a status, says which argument or field and which value, and changes nothing. */
#include <stdlib.h>

#include <modulus/snapshot2.h>

#include "world2/make2.h"

static const md_real NOT_A_NUMBER = (md_real)NAN;

/* One of everything, and a handle of each kind whose owner was destroyed. */
struct scene {
    md2_world *world;
    md2_body_id ground, box, platform, stale_body;
    md2_shape_id shape, stale_shape;
    md2_chain_id chain, stale_chain;
    md2_joint_id hinge, slider, mouse, motor, stale_joint;
    void *bytes; /* snapshot of the world as it is */
    size_t size;
    int refused;
};

static md2_joint_id join_with(struct scene *scene, md2_joint_type type)
{
    const md2_joint_def def = md2_joint_def_at(scene->world, type, scene->ground, scene->box, at(0, 1), at(1, 0));
    md2_joint_id joint = {0, 0};
    assert_int_equal(md2_joint_create(scene->world, &def, &joint), MD_OK);
    return joint;
}

static md2_chain_id chain_of(md2_world *world, md2_body_id body)
{
    const md2_shape_def def = md2_shape_def_default();
    const md2_vec points[] = {at(90, 0), at(80, 0), at(70, 0)};
    md2_chain_id chain = md2_chain_none();
    assert_int_equal(md2_chain_create(world, body, &def, points, 3, false, &chain), MD_OK);
    return chain;
}

static void save(struct scene *scene)
{
    scene->size = md2_world_snapshot_size(scene->world);
    scene->bytes = malloc(scene->size);
    assert_non_null(scene->bytes);
    assert_int_equal(md2_world_snapshot(scene->world, scene->bytes, scene->size, NULL), MD_OK);
}

static struct scene scene_new(void)
{
    struct scene scene = {.world = world_new()};
    scene.ground = ground_at_zero(scene.world);
    scene.box = box_at(scene.world, 0, 1, 0.5, 0.5);
    scene.platform = body_at(scene.world, MD2_KINEMATIC, 5, 1);
    scene.shape = md2_body_first_shape(scene.world, scene.box);
    scene.chain = chain_of(scene.world, scene.ground);
    scene.stale_chain = chain_of(scene.world, scene.ground);
    assert_int_equal(md2_chain_destroy(scene.world, scene.stale_chain), MD_OK);
    scene.hinge = join_with(&scene, MD2_REVOLUTE);
    scene.slider = join_with(&scene, MD2_PRISMATIC);
    scene.mouse = join_with(&scene, MD2_MOUSE);
    scene.motor = join_with(&scene, MD2_MOTOR);
    scene.stale_joint = join_with(&scene, MD2_WELD);
    scene.stale_body = box_at(scene.world, 20, 1, 0.5, 0.5);
    scene.stale_shape = md2_body_first_shape(scene.world, scene.stale_body);
    assert_int_equal(md2_joint_destroy(scene.world, scene.stale_joint), MD_OK);
    assert_int_equal(md2_body_destroy(scene.world, scene.stale_body), MD_OK);
    assert_string_equal(md2_world_last_error(scene.world), "");
    save(&scene);
    return scene;
}

static void scene_free(struct scene *scene)
{
    free(scene->bytes);
    md2_world_destroy(scene->world);
}

/* Asserts that the call with this status was refused with this message and left the world as it was. */
static void refused(struct scene *scene, md_status status, const char *message)
{
    assert_string_equal(md2_world_last_error(scene->world), message);
    assert_int_equal(status, MD_ERROR_ARGUMENT);
    void *now = malloc(scene->size);
    assert_non_null(now);
    assert_int_equal(md2_world_snapshot_size(scene->world), scene->size);
    assert_int_equal(md2_world_snapshot(scene->world, now, scene->size, NULL), MD_OK);
    assert_memory_equal(now, scene->bytes, scene->size);
    free(now);
    ++scene->refused;
}

static void bad_bodies_are_named(void **state)
{
    (void)state;
    struct scene scene = scene_new();
    md2_world *world = scene.world;
    md2_body_def def = md2_body_def_default();
    def.gravity_scale = NOT_A_NUMBER;
    refused(&scene, md2_body_create(world, &def, NULL), "body: gravity_scale must be a finite number, is nan");
    refused(&scene, md2_body_create(world, NULL, NULL),
            "body: the definition is NULL, start from md2_body_def_default");
    refused(&scene, md2_body_destroy(world, scene.stale_body),
            "md2_body_destroy: body must be the handle of an existing body, is index 3, generation 1");
    refused(&scene, md2_body_set_damping(world, (md2_body_id){-7, 3}, 0, 0),
            "md2_body_set_damping: body must be the handle of an existing body, is index -7, generation 3");
    refused(&scene, md2_body_set_transform(world, scene.box, (md2_transform){at(2e9, 0), turned(0)}),
            "md2_body_set_transform: transform.p must be two numbers from -1e+09 to 1e+09, is (2e+09, 0)");
    refused(&scene, md2_body_set_transform(world, scene.box, (md2_transform){at(0, 0), {2, 0}}),
            "md2_body_set_transform: transform.q must be a cosine and a sine, is (2, 0)");
    refused(&scene, md2_body_set_velocity(world, scene.box, at(0, NAN), 0),
            "md2_body_set_velocity: velocity.y must be a finite number, is nan");
    refused(&scene, md2_body_set_velocity(world, scene.box, at(0, 0), MD_INFINITY),
            "md2_body_set_velocity: angular_velocity must be a finite number, is inf");
    refused(&scene, md2_body_set_velocity(world, scene.ground, at(1, 0), 0),
            "md2_body_set_velocity: body must be kinematic or dynamic, is static");
    refused(&scene, md2_body_set_type(world, scene.box, (md2_body_type)7),
            "md2_body_set_type: type must be from 0 to 2, is 7");
    refused(&scene, md2_body_set_damping(world, scene.box, -1, 0),
            "md2_body_set_damping: linear must be a finite number >= 0, is -1");
    refused(&scene, md2_body_set_damping(world, scene.box, 0, NOT_A_NUMBER),
            "md2_body_set_damping: angular must be a finite number >= 0, is nan");
    refused(&scene, md2_body_set_gravity_scale(world, scene.box, -MD_INFINITY),
            "md2_body_set_gravity_scale: scale must be a finite number, is -inf");
    refused(&scene, md2_body_set_mass(world, scene.box, (md2_mass){.mass = -2}),
            "mass: mass must be a number from 1e-15 to 1e+15, is -2");
    refused(&scene, md2_body_set_mass(world, scene.box, (md2_mass){.mass = 1, .inertia = -3}),
            "mass: inertia must be a number from 1e-15 to 1e+30, is -3");
    const md2_transform target = {at(0, 0), turned(0)};
    refused(&scene, md2_body_set_target(world, scene.platform, target, 0),
            "md2_body_set_target: dt must be a finite number > 0, is 0");
    refused(&scene, md2_body_set_target(world, scene.platform, (md2_transform){at(NAN, 0), turned(0)}, DT),
            "md2_body_set_target: target.p must be two numbers from -1e+09 to 1e+09, is (nan, 0)");
    refused(&scene, md2_body_set_target(world, scene.box, target, DT),
            "md2_body_set_target: body must be kinematic, is dynamic");
    assert_int_equal(scene.refused, 18);
    scene_free(&scene);
}

static void bad_forces_are_named(void **state)
{
    (void)state;
    struct scene scene = scene_new();
    md2_world *world = scene.world;
    refused(&scene, md2_body_apply_force(world, scene.box, at(NAN, 1), at(0, 0)),
            "md2_body_apply_force: force must be two finite numbers, is (nan, 1)");
    refused(&scene, md2_body_apply_force(world, scene.box, at(1, 0), at(0, INFINITY)),
            "md2_body_apply_force: point must be two finite numbers, is (0, inf)");
    refused(&scene, md2_body_apply_force(world, scene.ground, at(1, 0), at(0, 0)),
            "md2_body_apply_force: body must be dynamic, is static");
    refused(&scene, md2_body_apply_impulse(world, scene.platform, at(1, 0), at(0, 0)),
            "md2_body_apply_impulse: body must be dynamic, is kinematic");
    refused(&scene, md2_body_apply_force_to_center(world, scene.box, at(0, NAN)),
            "md2_body_apply_force_to_center: force must be two finite numbers, is (0, nan)");
    refused(&scene, md2_body_apply_impulse_to_center(world, scene.ground, at(0, 1)),
            "md2_body_apply_impulse_to_center: body must be dynamic, is static");
    refused(&scene, md2_body_apply_torque(world, scene.box, NOT_A_NUMBER),
            "md2_body_apply_torque: torque must be a finite number, is nan");
    refused(&scene, md2_body_apply_angular_impulse(world, scene.box, MD_INFINITY),
            "md2_body_apply_angular_impulse: impulse must be a finite number, is inf");
    /* Of inertia 1/6 kg m^2; a refused impulse does not wake a body either. */
    assert_int_equal(md2_body_set_awake(world, scene.box, false), MD_OK);
    free(scene.bytes);
    save(&scene);
    refused(&scene, md2_body_apply_angular_impulse(world, scene.box, MD_REAL_MAX),
            "md2_body_apply_angular_impulse: impulse must give a finite velocity, gives (0, 0) and inf");
    assert_int_equal(scene.refused, 9);
    scene_free(&scene);
}

static void bad_shapes_are_named(void **state)
{
    (void)state;
    struct scene scene = scene_new();
    md2_world *world = scene.world;
    md2_shape_def def = md2_shape_def_default();
    md2_hull hull = circle_hull(1);
    const md2_chain_segment same = {at(1, 0), at(0, 0), at(0, 0), at(-1, 0)};
    const md2_chain_segment far = {at(1, 0), at(0, 0), at(-1, 0), at(-3e9, 0)};
    refused(&scene, md2_shape_create(world, scene.stale_body, &def, &hull, NULL),
            "md2_shape_create: body must be the handle of an existing body, is index 3, generation 1");
    refused(&scene, md2_shape_create(world, scene.box, &def, NULL, NULL), "hull: the hull is NULL");
    refused(&scene, md2_shape_create_segment(world, scene.box, &def, NULL, NULL),
            "md2_shape_create_segment: segment is NULL");
    refused(&scene, md2_shape_create_segment(world, scene.box, &def, &same, NULL),
            "segment: b must be 0.005 or more from a, is at 0");
    refused(&scene, md2_shape_create_segment(world, scene.box, &def, &far, NULL),
            "segment: after must be two numbers from -1e+09 to 1e+09, is (-3e+09, 0)");
    hull.radius = NOT_A_NUMBER;
    refused(&scene, md2_shape_create(world, scene.box, &def, &hull, NULL),
            "hull: radius must be a number from 0 to 1e+09, is nan");
    def.friction = -1;
    refused(&scene, md2_shape_set_def(world, scene.shape, &def), "shape: friction must be a finite number >= 0, is -1");
    def = md2_shape_def_default();
    def.restitution = (md_real)1.5;
    refused(&scene, md2_shape_set_def(world, scene.shape, &def),
            "shape: restitution must be a number from 0 to 1, is 1.5");
    refused(&scene, md2_shape_set_def(world, scene.shape, &(md2_shape_def){0}),
            "shape: all fields are zero, start from md2_shape_def_default");
    refused(&scene, md2_shape_destroy(world, scene.stale_shape),
            "md2_shape_destroy: shape must be the handle of an existing shape, is index 5, generation 3");
    assert_int_equal(scene.refused, 10);
    scene_free(&scene);
}

static void bad_chains_are_named(void **state)
{
    (void)state;
    struct scene scene = scene_new();
    md2_world *world = scene.world;
    md2_shape_def def = md2_shape_def_default();
    md2_vec points[] = {at(1, 0), at(0, 0), at(0, 0), at(-1, 0)};
    refused(&scene, md2_chain_create(world, scene.ground, &def, NULL, 4, false, NULL), "chain: points is NULL");
    refused(&scene, md2_chain_create(world, scene.ground, &def, points, 1, false, NULL),
            "chain: count must be >= 2, is 1");
    refused(&scene, md2_chain_create(world, scene.ground, &def, points, 2, true, NULL),
            "chain: count must be >= 3, is 2");
    refused(&scene, md2_chain_create(world, scene.ground, &def, points, 4, false, NULL),
            "chain: points[2] must be 0.005 or more from points[1], is at 0");
    points[2] = at(0, NAN);
    refused(&scene, md2_chain_create(world, scene.ground, &def, points, 4, false, NULL),
            "chain: points[2] must be two numbers from -1e+09 to 1e+09, is (0, nan)");
    points[2] = points[3] = at(1, 0);
    refused(&scene, md2_chain_create(world, scene.ground, &def, points, 3, true, NULL),
            "chain: points[0] must be 0.005 or more from points[2], is at 0");
    refused(&scene, md2_chain_create(world, scene.stale_body, &def, points, 3, false, NULL),
            "md2_chain_create: body must be the handle of an existing body, is index 3, generation 1");
    refused(&scene, md2_chain_destroy(world, scene.stale_chain),
            "md2_chain_destroy: chain must be the handle of an existing chain, is index 1, generation 1");
    def.density = -1;
    refused(&scene, md2_chain_set_def(world, scene.chain, &def),
            "shape: density must be a number from 0 to 1e+15, is -1");
    refused(&scene, md2_chain_set_def(world, scene.chain, NULL),
            "shape: the definition is NULL, start from md2_shape_def_default");
    assert_int_equal(scene.refused, 10);
    scene_free(&scene);
}

static void bad_joints_are_named(void **state)
{
    (void)state;
    struct scene scene = scene_new();
    md2_world *world = scene.world;
    md2_joint_def def = md2_joint_get_def(world, scene.hinge);
    def.type = MD2_WELD;
    refused(&scene, md2_joint_set_def(world, scene.hinge, &def),
            "joint: type must be that of the joint, which is revolute, is weld");
    def = md2_joint_get_def(world, scene.hinge);
    def.body[0] = scene.platform;
    refused(&scene, md2_joint_set_def(world, scene.hinge, &def),
            "joint: body[0] must be that of the joint, which is body 0, is body 2");
    def.body[0] = def.body[1];
    refused(&scene, md2_joint_create(world, &def, NULL), "joint: body[1] must differ from body[0], is body 1");
    def.body[0] = scene.stale_body;
    refused(&scene, md2_joint_create(world, &def, NULL),
            "joint: body[0] must be the handle of an existing body, is index 3, generation 1");
    refused(&scene, md2_joint_set_limits(world, scene.slider, true, 2, 1),
            "joint: lower must be <= upper, which is 1, is 2");
    refused(&scene, md2_joint_set_limits(world, scene.hinge, true, -7, 1),
            "joint: lower must be >= -2 pi or -infinity, is -7");
    refused(&scene, md2_joint_set_motor(world, scene.hinge, true, NOT_A_NUMBER, 1),
            "joint: motor_speed must be a finite number, is nan");
    refused(&scene, md2_joint_set_motor(world, scene.hinge, true, 1, -5),
            "joint: motor_limit must be a number >= 0, is -5");
    refused(&scene, md2_joint_set_spring(world, scene.hinge, true, 0, 1),
            "joint: frequency must be a finite number > 0, is 0");
    refused(&scene, md2_joint_set_spring(world, scene.hinge, true, 1, -1),
            "joint: damping_ratio must be a finite number >= 0, is -1");
    refused(&scene, md2_joint_set_target(world, scene.mouse, at(0, NAN)),
            "joint: target.y must be a number from -1e+09 to 1e+09, is nan");
    refused(&scene, md2_joint_set_target(world, scene.hinge, at(0, 0)),
            "md2_joint_set_target: joint must be a mouse joint, is a revolute joint");
    refused(&scene, md2_joint_set_pose(world, scene.motor, (md2_transform){at(0, 0), {3, 4}}),
            "joint: reference must be a cosine and a sine, is (3, 4)");
    refused(&scene, md2_joint_set_pose(world, scene.hinge, (md2_transform){at(0, 0), {1, 0}}),
            "md2_joint_set_pose: joint must be a motor joint, is a revolute joint");
    refused(&scene, md2_joint_set_velocity(world, scene.motor, at(INFINITY, 0), 0),
            "joint: motor_velocity.x must be a number from -1e+09 to 1e+09, is inf");
    refused(&scene, md2_joint_set_motor(world, scene.stale_joint, true, 1, 1),
            "md2_joint_set_motor: joint must be the handle of an existing joint, is index 4, generation 1");
    refused(&scene, md2_joint_destroy(world, scene.stale_joint),
            "md2_joint_destroy: joint must be the handle of an existing joint, is index 4, generation 1");
    assert_int_equal(scene.refused, 17);
    scene_free(&scene);
}

static void bad_settings_are_named(void **state)
{
    (void)state;
    struct scene scene = scene_new();
    md2_world *world = scene.world;
    md2_world_def def = md2_world_get_def(world);
    md_limits limits = def.limits;
    refused(&scene, md2_world_set_gravity(world, at(NAN, 0)), "world: gravity.x must be a finite number, is nan");
    def.substeps = 0;
    refused(&scene, md2_world_set_def(world, &def), "world: substeps must be from 1 to 1000, is 0");
    refused(&scene, md2_world_set_def(world, NULL), "world: the definition is NULL, start from md2_world_def_default");
    refused(&scene, md2_world_set_solver(world, NULL, &limits), "md2_world_set_solver: solver is NULL");
    refused(&scene, md2_world_set_solver(world, &def.solver, NULL), "md2_world_set_solver: limits is NULL");
    limits.tol = -1;
    refused(&scene, md2_world_set_solver(world, &def.solver, &limits),
            "world: limits.tol must be a number >= 0, is -1");
    refused(&scene, md2_world_set_callbacks(world, NULL), "md2_world_set_callbacks: callbacks is NULL");
    refused(&scene, md2_world_step(world, 0, NULL), "md2_world_step: dt must be a finite number > 0, is 0");
    refused(&scene, md2_world_step(world, NOT_A_NUMBER, NULL),
            "md2_world_step: dt must be a finite number > 0, is nan");
    assert_int_equal(scene.refused, 9);
    scene_free(&scene);
}

static void limits_of_the_settings_are_named(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_default();
    def.max_bodies = 2;
    def.max_shapes = 1;
    def.max_joints = 1;
    md2_world *world = world_of(&def);
    const md2_body_def body = md2_body_def_default();
    const md2_shape_def shape = md2_shape_def_default();
    const md2_hull hull = circle_hull(1);
    const md2_body_id one = circle_at(world, 0, 0, 1);
    const md2_body_id two = body_at(world, MD2_STATIC, 0, 0);
    const md2_joint_def joint = md2_joint_def_at(world, MD2_WELD, two, one, at(0, 0), at(1, 0));
    assert_int_equal(md2_joint_create(world, &joint, NULL), MD_OK);
    assert_int_equal(md2_body_create(world, &body, NULL), MD_ERROR_SIZE);
    assert_string_equal(md2_world_last_error(world), "md2_body_create: the world already has max_bodies = 2");
    assert_int_equal(md2_shape_create(world, one, &shape, &hull, NULL), MD_ERROR_SIZE);
    assert_string_equal(md2_world_last_error(world), "md2_shape_create: the world already has max_shapes = 1");
    assert_int_equal(md2_joint_create(world, &joint, NULL), MD_ERROR_SIZE);
    assert_string_equal(md2_world_last_error(world), "md2_joint_create: the world already has max_joints = 1");
    assert_int_equal(md2_world_restore(world, &def, sizeof def), MD_ERROR_FORMAT);
    assert_string_equal(md2_world_last_error(world),
                        "md2_world_restore: the bytes are not an intact snapshot of this version");
    md2_world_destroy(world);
}

static void meddle(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    (void)substep;
    (void)problem;
    (void)result;
    assert_int_equal(md2_world_set_gravity(*(md2_world **)user, at(0, 0)), MD_ERROR_BUSY);
}

/* A refusal in a callback has a line too. Successful calls, such as the step itself, leave it. */
static void the_line_stays_until_the_next_refusal(void **state)
{
    (void)state;
    md2_world *world = world_new();
    circle_at(world, 0, 0, 1);
    const md2_callbacks callbacks = {.user = &world, .solved = meddle};
    assert_int_equal(md2_world_set_callbacks(world, &callbacks), MD_OK);
    ground_at_zero(world);
    step_many(world, 3);
    assert_string_equal(md2_world_last_error(world), "md2_world_set_gravity: not allowed in a callback");
    assert_int_equal(md2_world_step(world, -1, NULL), MD_ERROR_ARGUMENT);
    assert_string_equal(md2_world_last_error(world), "md2_world_step: dt must be a finite number > 0, is -1");
    md2_world_destroy(world);
}

/* ---- NULL -------------------------------------------------------------------------------------------------------- */

static void no_call_needs_a_world_to_refuse_it(void **state)
{
    (void)state;
    const md2_body_id body = {0, 1};
    const md2_joint_id joint = {0, 1};
    const md2_transform place = {at(0, 0), turned(0)};
    const md2_world_def def = md2_world_def_default();
    md2_contact_info contact;
    md2_joint_state position;
    char byte;
    const md_status statuses[] = {md2_body_destroy(NULL, body),
                                  md2_body_set_transform(NULL, body, place),
                                  md2_body_set_velocity(NULL, body, at(0, 0), 0),
                                  md2_body_apply_force(NULL, body, at(0, 0), at(0, 0)),
                                  md2_body_apply_torque(NULL, body, 0),
                                  md2_body_apply_force_to_center(NULL, body, at(0, 0)),
                                  md2_body_apply_impulse_to_center(NULL, body, at(0, 0)),
                                  md2_body_set_target(NULL, body, place, DT),
                                  md2_body_apply_impulse(NULL, body, at(0, 0), at(0, 0)),
                                  md2_body_apply_angular_impulse(NULL, body, 0),
                                  md2_body_set_mass(NULL, body, (md2_mass){.mass = 1}),
                                  md2_body_set_type(NULL, body, MD2_DYNAMIC),
                                  md2_body_set_damping(NULL, body, 0, 0),
                                  md2_body_set_gravity_scale(NULL, body, 0),
                                  md2_body_set_fixed_rotation(NULL, body, true),
                                  md2_body_set_bullet(NULL, body, true),
                                  md2_body_set_awake(NULL, body, true),
                                  md2_body_enable_sleep(NULL, body, true),
                                  md2_body_set_enabled(NULL, body, true),
                                  md2_body_set_user(NULL, body, NULL),
                                  md2_shape_destroy(NULL, (md2_shape_id){0, 1}),
                                  md2_chain_destroy(NULL, (md2_chain_id){0, 1}),
                                  md2_chain_set_def(NULL, (md2_chain_id){0, 1}, NULL),
                                  md2_joint_destroy(NULL, joint),
                                  md2_joint_set_motor(NULL, joint, true, 1, 1),
                                  md2_joint_set_limits(NULL, joint, true, 0, 1),
                                  md2_joint_set_spring(NULL, joint, true, 1, 1),
                                  md2_joint_set_target(NULL, joint, at(0, 0)),
                                  md2_joint_set_pose(NULL, joint, place),
                                  md2_joint_set_velocity(NULL, joint, at(0, 0), 0),
                                  md2_joint_get_state(NULL, joint, &position),
                                  md2_world_set_gravity(NULL, at(0, 0)),
                                  md2_world_set_solver(NULL, &def.solver, &def.limits),
                                  md2_world_set_callbacks(NULL, &def.callbacks),
                                  md2_world_reset_statistics(NULL),
                                  md2_world_step(NULL, DT, NULL),
                                  md2_world_contact(NULL, 0, &contact),
                                  md2_world_snapshot(NULL, &byte, 1, NULL),
                                  md2_world_restore(NULL, &byte, 1),
                                  md2_world_from_snapshot(&byte, 1, NULL, NULL, NULL)};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; ++i) {
        assert_int_equal(statuses[i], MD_ERROR_ARGUMENT);
    }
    assert_string_equal(md2_world_last_error(NULL), "");
}

static void handles_of_no_world_read_as_zeros(void **state)
{
    (void)state;
    const md2_body_id body = {0, 1};
    assert_false(md2_body_is_valid(NULL, body) || md2_body_is_awake(NULL, body));
    assert_true(md2_body_center(NULL, body).x == 0 && md2_body_mass(NULL, body).mass == 0);
    assert_false(md2_shape_is_valid(NULL, (md2_shape_id){0, 1}) || md2_joint_is_valid(NULL, (md2_joint_id){0, 1}));
    assert_null(md2_shape_hull(NULL, (md2_shape_id){0, 1}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_bodies_are_named),
        cmocka_unit_test(bad_forces_are_named),
        cmocka_unit_test(bad_shapes_are_named),
        cmocka_unit_test(bad_chains_are_named),
        cmocka_unit_test(bad_joints_are_named),
        cmocka_unit_test(bad_settings_are_named),
        cmocka_unit_test(limits_of_the_settings_are_named),
        cmocka_unit_test(the_line_stays_until_the_next_refusal),
        cmocka_unit_test(no_call_needs_a_world_to_refuse_it),
        cmocka_unit_test(handles_of_no_world_read_as_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
