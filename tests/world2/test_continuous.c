/* Continuous collision: fast bodies do not pass through others, and are not stopped by bodies that they do not hit. */
#include <stdlib.h>

#include "world2/make2.h"

enum form { BOX, CIRCLE, CAPSULE, FORMS };
enum wall { WALL_BOX, WALL_SEGMENT, WALL_CHAIN, WALLS };

static md2_hull hull_of(enum form form)
{
    md2_hull capsule;
    assert_int_equal(md2_hull_capsule(&capsule, at(-0.5, 0), at(0.5, 0), (md_real)0.2), MD_OK);
    return form == BOX ? box_hull(0.5, 0.5) : form == CIRCLE ? circle_hull(0.5) : capsule;
}

/* A wall at x = 0, 1 cm thick or without thickness, 400 m high. The chain runs downward, so that it is solid from the
 * left. */
static void build_wall(md2_world *world, enum wall wall, const md2_shape_def *def)
{
    const md2_body_id body = body_at(world, MD2_STATIC, 0, 0);
    const md2_vec points[] = {at(0, 200), at(0, 50), at(0, 0), at(0, -50), at(0, -200)};
    md2_hull segment;
    assert_int_equal(md2_hull_segment(&segment, points[0], points[4]), MD_OK);
    switch (wall) {
    case WALL_BOX: give_box(world, body, def, 0.005, 200); break;
    case WALL_SEGMENT: give(world, body, def, &segment); break;
    case WALL_CHAIN: assert_int_equal(md2_chain_create(world, body, def, points, 5, false, NULL), MD_OK); break;
    case WALLS: break;
    }
}

struct shot {
    enum form form;
    enum wall wall;
    double speed, angle, spin, start, restitution, dt;
    int substeps;
    bool without_continuous;
};

/* Returns the largest x of the body in 30 steps. */
static double reach_of_shot(const struct shot *shot)
{
    md2_world_def def = md2_world_def_default();
    def.gravity = at(0, 0);
    def.substeps = shot->substeps;
    def.enable_continuous = !shot->without_continuous;
    md2_world *world = world_of(&def);
    const md2_shape_def material = surface_of(0.6, shot->restitution);
    build_wall(world, shot->wall, &material);
    const md2_hull hull = hull_of(shot->form);
    const md2_body_id body = body_at(world, MD2_DYNAMIC, shot->start, 0.3);
    give(world, body, &material, &hull);
    set_velocity(world, body, shot->speed * cos(shot->angle), shot->speed * sin(shot->angle), shot->spin);
    double furthest = shot->start;
    for (int i = 0; i < 30; ++i) {
        step_by(world, shot->dt);
        furthest = fmax(furthest, x_of(world, body));
    }
    md2_world_destroy(world);
    return furthest;
}

/* At 300 m/s a step moves the body by 5 m or 10 m. The test uses seven start positions relative to the wall, three
 * angles and four angular velocities. */
static void bodies_at_300_metres_per_second_do_not_pass_a_wall_of_a_centimetre(void **state)
{
    (void)state;
    const double spins[] = {0, 5, -40, 90};
    for (int trial = 0; trial < FORMS * WALLS * 2 * 2 * 2; ++trial) {
        const double dt = trial / 18 % 2 == 0 ? 1.0 / 60 : 1.0 / 30;
        for (int way = 0; way < 7 * 3 * 4; ++way) {
            const struct shot shot = {.form = (enum form)(trial % 3),
                                      .wall = (enum wall)(trial / 3 % 3),
                                      .restitution = trial / 9 % 2 * 0.5,
                                      .dt = dt,
                                      .substeps = trial / 36 == 0 ? 1 : 4,
                                      .speed = 300,
                                      .start = -3 - way % 7 * 300 * dt / 7,
                                      .angle = (way / 7 % 3 - 1) * 0.6,
                                      .spin = spins[way / 21]};
            const double furthest = reach_of_shot(&shot);
            /* The centre stays in front of the wall. The centre of a circle stops where it touches, 0.5 m from a wall
             * of 1 cm (and the slop), which is seen if that is at the end of a step. */
            const bool is_seen = shot.form == CIRCLE && shot.substeps == 1;
            if (!(furthest < 0 && (!is_seen || fabs(furthest + 0.5025) < 0.0035))) {
                fail_msg("form %d, wall %d, dt %g, %d substeps, e %g, angle %g, spin %g, from %g: came to %g",
                         (int)shot.form, (int)shot.wall, dt, shot.substeps, shot.restitution, shot.angle, shot.spin,
                         shot.start, furthest);
            }
        }
    }
}

static void without_continuous_collision_only_fast_bodies_pass_a_wall(void **state)
{
    (void)state;
    struct shot shot = {.form = CIRCLE,
                        .wall = WALL_BOX,
                        .dt = 1.0 / 60,
                        .substeps = 1,
                        .speed = 300,
                        .start = -7.5, /* the wall is halfway between two positions of the body */
                        .without_continuous = true};
    assert_true(reach_of_shot(&shot) > 10);
    shot.speed = 5;
    shot.start = -1.5;
    assert_true(reach_of_shot(&shot) < 0);
}

/* A free plate of 2 cm by 2 m, and a ball of 5 cm that hits it. If hit off its centre the plate turns, by less than a
 * quarter turn in 6 steps: the ball must stay on its side, in the coordinates of the plate. */
static void a_bullet_of_5_cm_at_500_metres_per_second_does_not_pass_a_thin_plate(void **state)
{
    (void)state;
    for (int trial = 0; trial < 40; ++trial) {
        md2_world *world = world_without_gravity();
        const md2_body_id plate = box_at(world, 0, 0, 0.01, 1);
        const md2_body_id ball = circle_at(world, -0.5 - 500.0 / 60 * (trial / 2) / 20, trial % 2 * 0.2, 0.025);
        assert_int_equal(md2_body_set_bullet(world, ball, true), MD_OK);
        set_velocity(world, ball, 500, 0, 0);
        for (int i = 0; i < 6; ++i) {
            step_many(world, 1);
            const md2_transform frame = md2_body_transform(world, plate);
            const double x = x_of(world, ball) - x_of(world, plate);
            const double y = y_of(world, ball) - y_of(world, plate);
            assert_true((double)frame.q.c * x + (double)frame.q.s * y < 0);
        }
        assert_true(vx_of(world, plate) > 10); /* the plate was hit */
        md2_world_destroy(world);
    }
}

/* One sweep does not solve the velocities: the heavy box pushes the bullet towards the wall. Both stop, the bullet before the
 * wall and the box behind the bullet, although the box alone could go on to the wall. */
static void a_body_behind_a_bullet_stops_where_the_bullet_stops(void **state)
{
    (void)state;
    for (int trial = 0; trial < 20; ++trial) {
        md2_world_def def = md2_world_def_default();
        def.gravity = at(0, 0);
        def.limits.max_iterations = 1;
        md2_world *world = world_of(&def);
        const md2_shape_def material = surface_of(0, 0);
        md2_shape_def heavy = material;
        heavy.density = 1000;
        build_wall(world, WALL_BOX, &material);
        const double start = -2 - 0.5 * trial;
        const md2_body_id box = body_at(world, MD2_DYNAMIC, start - 0.2, 0);
        give_box(world, box, &heavy, 0.1, 0.1);
        const md2_body_id bar = body_at(world, MD2_DYNAMIC, start, 0);
        give_box(world, bar, &material, 0.01, 1);
        assert_int_equal(md2_body_set_bullet(world, bar, true), MD_OK);
        assert_int_equal(md2_body_set_fixed_rotation(world, bar, true), MD_OK);
        assert_int_equal(md2_body_set_fixed_rotation(world, box, true), MD_OK);
        set_velocity(world, box, 600, 0, 0);
        set_velocity(world, bar, 600, 0, 0);
        for (int i = 0; i < 30; ++i) {
            step_many(world, 1);
            /* The core of the bar, 1 cm thick, stays clear of the wall and of the box. */
            assert_true(x_of(world, bar) + 0.005 < -0.005);
            assert_true(x_of(world, box) + 0.1 < x_of(world, bar) - 0.005);
        }
        md2_world_destroy(world);
    }
}

/* The boxes are in a row, each half inside the next. Every contact opens at up to 3 m/s, which adds up to 60 m/s at the ends. */
static void position_correction_adds_up_to_ten_times_its_speed_at_most(void **state)
{
    (void)state;
    enum { BOXES = 40 };
    md2_world_def def = md2_world_def_default();
    def.gravity = at(0, 0);
    def.limits.max_iterations = 1000;
    md2_world *world = world_of(&def);
    md2_body_id boxes[BOXES];
    for (int i = 0; i < BOXES; ++i) {
        boxes[i] = box_at(world, i, 0, 1, 2);
    }
    double fastest = 0;
    for (int step = 0; step < 60; ++step) {
        const double before[2] = {x_of(world, boxes[0]), x_of(world, boxes[BOXES - 1])};
        step_many(world, 1);
        fastest = fmax(fastest, 60 * (before[0] - x_of(world, boxes[0])));
        fastest = fmax(fastest, 60 * (x_of(world, boxes[BOXES - 1]) - before[1]));
    }
    assert_true(fastest > 25 && fastest < 30 + 1e-3);
    md2_world_destroy(world);
}

/* ---- No ghosts --------------------------------------------------------------------------------------------------- */

/* The body passes the end of a wall at a distance of 5 cm, at any speed and position: its velocity must not change. */
static void a_body_that_flies_past_a_corner_keeps_its_velocity(void **state)
{
    (void)state;
    const double speeds[] = {3, 30, 100, 300};
    for (int trial = 0; trial < 4 * WALLS * 2 * 2 * 10; ++trial) {
        const double speed = speeds[trial % 4];
        md2_world_def def = md2_world_def_default();
        def.gravity = at(0, 0);
        def.substeps = trial / 12 % 2 == 0 ? 1 : 4;
        md2_world *world = world_of(&def);
        const md2_shape_def material = surface_of(0.6, 0);
        build_wall(world, (enum wall)(trial / 4 % 3), &material);
        const md2_hull hull = hull_of(trial / 24 % 2 == 0 ? BOX : CIRCLE);
        const md2_body_id body = body_at(world, MD2_DYNAMIC, -2 - speed / 60 * (trial / 48) / 10, 200.55);
        give(world, body, &material, &hull);
        set_velocity(world, body, speed, 0, 0);
        step_many(world, 60 + (int)(180 / speed));
        assert_true(x_of(world, body) > 1);
        assert_true(vx_of(world, body) == speed);
        assert_true(vy_of(world, body) == 0);
        assert_true(spin_of(world, body) == 0);
        md2_world_destroy(world);
    }
}

/* A rotating box sweeps 21 cm more than its half width: 30 cm beside the corner it is still free. */
static void a_rotating_body_that_flies_past_a_corner_keeps_its_velocity(void **state)
{
    (void)state;
    for (int trial = 0; trial < 40; ++trial) {
        md2_world *world = world_without_gravity();
        const md2_shape_def material = surface_of(0.6, 0);
        build_wall(world, WALL_BOX, &material);
        const md2_body_id box = box_at(world, -3 - trial * 0.05, 200.8, 0.5, 0.5);
        set_velocity(world, box, 120, 0, trial % 2 == 0 ? 20 : -20);
        step_many(world, 30);
        assert_true(vx_of(world, box) == 120);
        assert_true(vy_of(world, box) == 0);
        md2_world_destroy(world);
    }
}

/* A chain is not solid from behind. */
static void a_fast_body_passes_a_chain_from_behind(void **state)
{
    (void)state;
    for (int trial = 0; trial < 20; ++trial) {
        md2_world *world = world_without_gravity();
        const md2_shape_def material = surface_of(0.6, 0);
        build_wall(world, WALL_CHAIN, &material);
        const md2_body_id box = box_at(world, 2 + trial * 0.05, 10, 0.5, 0.5);
        set_velocity(world, box, trial % 2 == 0 ? -60 : -2, 0, 0);
        step_many(world, 150);
        assert_true(x_of(world, box) < -1);
        assert_true(vx_of(world, box) == (trial % 2 == 0 ? -60 : -2));
        md2_world_destroy(world);
    }
}

/* Shoots random bodies of every kind into a closed room: none may leave it. */
static void no_fast_body_leaves_a_closed_room(void **state)
{
    (void)state;
    for (int seed = 0; seed < 10; ++seed) {
        struct random random = {.state = (uint64_t)seed};
        md2_world_def def = md2_world_def_default();
        def.gravity = at(0, 0);
        def.substeps = seed % 2 == 0 ? 1 : 4;
        md2_world *world = world_of(&def);
        const md2_shape_def material = surface_of(0.3, 1);
        const md2_body_id room = body_at(world, MD2_STATIC, 0, 0);
        const md2_vec corners[] = {at(-10, -10), at(-10, 10), at(10, 10), at(10, -10)}; /* solid from inside */
        assert_int_equal(md2_chain_create(world, room, &material, corners, 4, true, NULL), MD_OK);
        md2_body_id bodies[12];
        for (int i = 0; i < 12; ++i) {
            const md2_hull hull = hull_of((enum form)(i % 3));
            bodies[i] = body_at(world, MD2_DYNAMIC, -7.5 + 5 * (i % 4), -5 + 5.0 * (i / 4));
            give(world, bodies[i], &material, &hull);
            set_velocity(world, bodies[i], random_real(&random, -400, 400), random_real(&random, -400, 400),
                         random_real(&random, -50, 50));
        }
        for (int i = 0; i < 300; ++i) {
            step_many(world, 1);
            for (int k = 0; k < 12; ++k) {
                assert_true(fabs(x_of(world, bodies[k])) < 10 && fabs(y_of(world, bodies[k])) < 10);
            }
        }
        md2_world_destroy(world);
    }
}

/* A spinning bar of 2 m x 2 cm is stopped at a post and falls asleep there. A fast ball that flies past it at a distance makes them a
 * pair, and must not move it, not even by a rounding error. */
static void a_sleeping_body_that_was_stopped_stays_where_it_is(void **state)
{
    (void)state;
    md2_world_def def = md2_world_def_default();
    def.gravity = at(0, 0);
    const md2_shape_def material = surface_of(0, 0);
    const md2_hull circle = circle_hull(0.05);
    for (int spin = 45; spin < 75; ++spin) {
        md2_world *world = world_of(&def);
        give_box(world, body_at(world, MD2_STATIC, 0.5, 0.2), &material, 0.02, 0.02);
        const md2_body_id bar = body_at(world, MD2_DYNAMIC, 0, 0);
        give_box(world, bar, &material, 1, 0.01);
        set_velocity(world, bar, 0, 0, spin);
        step_many(world, 1);
        assert_int_equal(md2_body_set_awake(world, bar, false), MD_OK);
        const md2_transform before = md2_body_transform(world, bar);
        const md2_body_id ball = body_at(world, MD2_DYNAMIC, 1.01, -3);
        give(world, ball, &material, &circle);
        set_velocity(world, ball, 0, 300, 0);
        assert_int_equal(md2_body_set_bullet(world, ball, true), MD_OK);
        step_many(world, 1);
        assert_false(md2_body_is_awake(world, bar));
        const md2_transform after = md2_body_transform(world, bar);
        assert_memory_equal(&after, &before, sizeof after);
        md2_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_at_300_metres_per_second_do_not_pass_a_wall_of_a_centimetre),
        cmocka_unit_test(without_continuous_collision_only_fast_bodies_pass_a_wall),
        cmocka_unit_test(a_bullet_of_5_cm_at_500_metres_per_second_does_not_pass_a_thin_plate),
        cmocka_unit_test(a_body_behind_a_bullet_stops_where_the_bullet_stops),
        cmocka_unit_test(position_correction_adds_up_to_ten_times_its_speed_at_most),
        cmocka_unit_test(a_body_that_flies_past_a_corner_keeps_its_velocity),
        cmocka_unit_test(a_rotating_body_that_flies_past_a_corner_keeps_its_velocity),
        cmocka_unit_test(a_fast_body_passes_a_chain_from_behind),
        cmocka_unit_test(no_fast_body_leaves_a_closed_room),
        cmocka_unit_test(a_sleeping_body_that_was_stopped_stays_where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
