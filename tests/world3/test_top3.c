/* A heavy top that turns about a fixed point: a ball joint carries it, gravity turns its axis about the vertical. */
#include "world3/joint_scenes3.h"

#define MASS 2.0
#define LEVER 0.1   /* m, from the pivot to the centre of mass */
#define ABOUT 0.18  /* kg m^2, about the axis of the top, a disc */
#define ACROSS 0.09 /* kg m^2, across it, about the centre of mass */

/* The slower rate of steady precession at a tilt from the vertical, rad/s: I3 W w3 - (I1 - I3) W^2 cos = m g l, with moments about the
 * pivot and w3 the spin of the body about its axis (Goldstein, Classical Mechanics, section 5.7). */
static double precession_rate(double spin, double tilt)
{
    const double across = ACROSS + MASS * LEVER * LEVER;
    const double momentum = ABOUT * spin;
    const double load = MASS * G * LEVER;
    const double root = sqrt(momentum * momentum - 4 * across * cos(tilt) * load);
    return 2 * load / (momentum + root);
}

struct precession {
    double angle;  /* about the vertical, rad */
    double tilt;   /* at the end, rad */
    double lowest; /* the largest tilt */
};

/* Steps a top for a second from steady precession. */
static struct precession precession_of(double spin, double tilt, double rate, int32_t substeps)
{
    md3_world *world = joint_world(substeps, G);
    const md3_body_id ground = ground_at(world, 0, 0, 0);
    const md3_body_id top = weight_at(world, 0, LEVER, 0, MASS, at3(ACROSS, ABOUT, ACROSS));
    join_at(world, MD3_BALL, ground, top, at3(0, 0, 0), at3(0, 1, 0));
    const md3_rot rotation = turned_about(0, 0, 1, -tilt);
    const md3_vec axis = at3(sin(tilt), cos(tilt), 0);
    const md3_vec center = md3_vec_scale((md_real)LEVER, axis);
    assert_int_equal(md3_body_set_transform(world, top, (md3_transform){center, rotation}), MD_OK);
    /* The spin about the axis contains the part of the precession along it. */
    const md3_vec vertical = at3(0, rate, 0);
    const md3_vec turn = md3_vec_add(vertical, md3_vec_scale((md_real)(spin - rate * cos(tilt)), axis));
    set_velocity(world, top, md3_vec_cross(turn, center), turn);
    double angle = 0, last = 0;
    struct precession precession = {0};
    for (int i = 0; i < 60; ++i) {
        step_by(world, 1.0 / 60);
        const md3_vec now = md3_body_world_vector(world, top, at3(0, 1, 0));
        const double direction = atan2(-(double)now.z, (double)now.x);
        angle += remainder(direction - last, 2 * PI);
        last = direction;
        precession.tilt = acos((double)now.y);
        precession.lowest = fmax(precession.lowest, precession.tilt);
    }
    precession.angle = angle;
    md3_world_destroy(world);
    return precession;
}

/* A wheel of 0.3 m radius on a bearing. The joint takes energy out of the wobble (nutation) that each substep starts anew, a share of
 * first order in h, so that the axis sinks: by 0.25 degrees per second with 8 substeps, and by 1.8 with one. */
static void a_spinning_top_precesses_at_its_rate(void **state)
{
    (void)state;
    const double tilts[] = {PI / 6, PI / 3, PI / 2, 2 * PI / 3};
    const double spins[] = {20, 60};
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 2; ++k) {
            const double rate = precession_rate(spins[k], tilts[i]);
            const struct precession now = precession_of(spins[k], tilts[i], rate, 8);
            assert_near(now.angle, rate, 0.002 * rate);
            assert_near(now.tilt, tilts[i], 0.3 * PI / 180);
        }
        const double rate = precession_rate(20, tilts[i]);
        const struct precession coarse = precession_of(20, tilts[i], rate, 1);
        assert_near(coarse.angle, rate, 0.005 * rate);
        assert_near(coarse.tilt, tilts[i], 2 * PI / 180);
    }
}

/* Without a spin the same wheel falls over: the precession is not an effect of the joint. */
static void a_top_without_spin_falls(void **state)
{
    (void)state;
    const struct precession now = precession_of(0, PI / 6, 0, 8);
    assert_true(now.lowest > PI / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spinning_top_precesses_at_its_rate),
        cmocka_unit_test(a_top_without_spin_falls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
