/* Free rotation: principal axes, the rotation without a sine, and the drift of energy and angular momentum, which is compared
 * with that of an implicit step of Euler's equations. */
#include "world3/free_rotation.h"
#include "world3/make3.h"

static const double MOMENTS[3] = {1, 2, 3};

/* ---- Principal axes ---------------------------------------------------------------------------------------------- */

static md3_mat rebuilt(const struct rotor *rotor)
{
    const md3_mat R = md3_rot_matrix(rotor->axes);
    const md3_mat D = md3_mat_diagonal(rotor->moment.x, rotor->moment.y, rotor->moment.z);
    return md3_mat_multiply(md3_mat_multiply(R, D), md3_mat_transpose(R));
}

static void principal_axes_rebuild_the_inertia(void **state)
{
    (void)state;
    struct random random = {1};
    for (int i = 0; i < 500; ++i) {
        const md3_mat R = md3_rot_matrix(random_rotation(&random));
        const double least = random_real(&random, 0.001, 1);
        const md3_mat D = md3_mat_diagonal((md_real)least, (md_real)random_real(&random, least, 1), 1);
        const md3_mat inertia = md3_mat_multiply(md3_mat_multiply(R, D), md3_mat_transpose(R));
        const struct rotor rotor = md3_rotor_of(inertia);
        const md3_mat again = rebuilt(&rotor);
        assert_vec_near(again.x, inertia.x, PICK(1e-14, 1e-5));
        assert_vec_near(again.y, inertia.y, PICK(1e-14, 1e-5));
        assert_vec_near(again.z, inertia.z, PICK(1e-14, 1e-5));
    }
}

static void a_diagonal_inertia_keeps_its_axes(void **state)
{
    (void)state;
    const struct rotor rotor = md3_rotor_of(md3_mat_diagonal(3, 1, 2));
    assert_vec_near(rotor.moment, at3(3, 1, 2), 0);
    assert_near((double)rotor.axes.w, 1, 0);
}

/* ---- Rotation without a sine ------------------------------------------------------------------------------------- */

/* The angle of a rotation about z. */
static double angle_of(md3_rot q)
{
    return 2 * atan2((double)q.z, (double)q.w);
}

static void a_turn_has_its_angle(void **state)
{
    (void)state;
    assert_near(angle_of(md3_turn_by(at3(0, 0, 0.1))), 0.1, PICK(1e-11, 1e-7));
    assert_near(angle_of(md3_turn_by(at3(0, 0, PI / 4))), PI / 4, 3e-6);
    assert_near(angle_of(md3_turn_by(at3(0, 0, 3))), 3, 0.015);
    assert_near(angle_of(md3_turn_by(at3(0, 0, 1e6))), 3, 0.015);
}

static void a_turn_can_reach_any_angle_exactly(void **state)
{
    (void)state;
    for (double angle = 0; angle < 2.9; angle += 0.1) {
        const md_real wanted = md3_turn_to_reach(angle);
        assert_near(angle_of(md3_turn_by(md3_v(0, 0, wanted))), angle, PICK(1e-12, 2e-6));
    }
}

/* ---- Drift ------------------------------------------------------------------------------------------------------- */

struct drift {
    double energy, momentum; /* largest relative change */
};

static void measure(struct drift *drift, double energy, double momentum)
{
    drift->energy = fmax(drift->energy, fabs(energy - 1));
    drift->momentum = fmax(drift->momentum, fabs(momentum - 1));
}

/* Without gravity and sleep: a body without shapes has no point that moves fast. */
static md3_world *world_without_rest(void)
{
    md3_world_def def = md3_world_def_default();
    def.gravity = at3(0, 0, 0);
    def.enable_sleep = false;
    return world_of(&def);
}

/* A body of the world with the inertia 1, 2, 3 that spins about its middle axis, a little off, for 60 s. */
static struct drift drift_of_world(double rate)
{
    md3_world *world = world_without_rest();
    const md3_body_id body = body_turned_at(world, MD3_DYNAMIC, at3(0, 0, 0), turned_about(1, 2, -1, 0.7));
    const md3_mass mass = {.mass = 1, .inertia = md3_mat_diagonal(1, 2, 3)};
    assert_int_equal(md3_body_set_mass(world, body, mass), MD_OK);
    const md3_vec spin = md3_body_world_vector(world, body, at3(0.01 * rate, rate, 0.01 * rate));
    set_velocity(world, body, at3(0, 0, 0), spin);
    const double energy = md3_world_kinetic_energy(world);
    const double momentum = rate * sqrt(0.01 * 0.01 * (1 + 9) + 4);
    struct drift drift = {0, 0};
    for (int i = 0; i < 3600; ++i) {
        step_by(world, 1.0 / 60);
        const md3_vec w = md3_body_local_vector(world, body, md3_body_angular_velocity(world, body));
        const double L[3] = {(double)w.x, 2 * (double)w.y, 3 * (double)w.z};
        measure(&drift, md3_world_kinetic_energy(world) / energy,
                sqrt(L[0] * L[0] + L[1] * L[1] + L[2] * L[2]) / momentum);
    }
    md3_world_destroy(world);
    return drift;
}

static double determinant(double m[3][3])
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* One Newton step of I (w' - w) + h w' x I w' = 0 in body axes, by Cramer's rule. */
static void implicit_step(double w[3], double h)
{
    const double *I = MOMENTS;
    const double L[3] = {I[0] * w[0], I[1] * w[1], I[2] * w[2]};
    const double f[3] = {h * (w[1] * L[2] - w[2] * L[1]), h * (w[2] * L[0] - w[0] * L[2]),
                         h * (w[0] * L[1] - w[1] * L[0])};
    const double J[3][3] = {{I[0], h * (L[2] - w[2] * I[1]), h * (w[1] * I[2] - L[1])},
                            {h * (w[2] * I[0] - L[2]), I[1], h * (L[0] - w[0] * I[2])},
                            {h * (L[1] - w[1] * I[0]), h * (w[0] * I[1] - L[0]), I[2]}};
    double change[3];
    double whole[3][3];
    for (int column = 0; column < 3; ++column) {
        double replaced[3][3];
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                whole[i][j] = J[i][j];
                replaced[i][j] = j == column ? f[i] : J[i][j];
            }
        }
        change[column] = determinant(replaced) / determinant(whole);
    }
    for (int i = 0; i < 3; ++i) {
        w[i] -= change[i];
    }
}

static struct drift drift_of_implicit_steps(double rate)
{
    double w[3] = {0.01 * rate, rate, 0.01 * rate};
    double energy = 0, momentum = 0;
    struct drift drift = {0, 0};
    for (int i = 0; i <= 3600; ++i) {
        double E = 0, L = 0;
        for (int k = 0; k < 3; ++k) {
            E += MOMENTS[k] * w[k] * w[k] / 2;
            L += MOMENTS[k] * w[k] * MOMENTS[k] * w[k];
        }
        energy = i == 0 ? E : energy;
        momentum = i == 0 ? sqrt(L) : momentum;
        measure(&drift, E / energy, sqrt(L) / momentum);
        implicit_step(w, 1.0 / 60);
    }
    return drift;
}

/* Measured, largest relative change of energy and momentum in 60 s at dt = 1/60:
 *
 *     rad/s     splitting              implicit Newton step
 *     1         3.4e-6   5e-13         0.055   0.028
 *     5         8.4e-5   1e-13         0.66    0.42
 */
static void a_body_that_tumbles_keeps_energy_and_momentum(void **state)
{
    (void)state;
    const double rates[] = {1, 5};
    for (int i = 0; i < 2; ++i) {
        const struct drift split = drift_of_world(rates[i]);
        const struct drift implicit = drift_of_implicit_steps(rates[i]);
        print_message("%g rad/s: splitting %.2g, %.2g; implicit %.2g, %.2g\n", rates[i], split.energy, split.momentum,
                      implicit.energy, implicit.momentum);
        /* In float the rounding of the rotation adds up, 2e-7 per step. */
        assert_true(split.energy < PICK(1e-4, 4e-3));
        assert_true(split.momentum < PICK(1e-11, 2e-3));
        assert_true(implicit.energy > 0.05);
    }
}

/* The symmetry axis of a top without torque turns about L at the rate L / I of the equal moments, in closed form. */
static void a_symmetric_body_precesses_at_its_rate(void **state)
{
    (void)state;
    md3_world *world = world_without_rest();
    const md3_body_id body = body_at(world, MD3_DYNAMIC, 0, 0, 0);
    const md3_mass mass = {.mass = 1, .inertia = md3_mat_diagonal(2, 2, 3)};
    assert_int_equal(md3_body_set_mass(world, body, mass), MD_OK);
    set_velocity(world, body, at3(0, 0, 0), at3(0.5, 0, 2));
    const md3_vec L = at3(1, 0, 6);
    const double rate = (double)md3_vec_length(L) / 2;
    step_many(world, 600);
    const md3_rot turned = md3_rot_from_axis_angle(md3_vec_normalize(L), rate * 10);
    const md3_vec expected = md3_rot_apply(turned, at3(0, 0, 1));
    assert_vec_near(md3_body_world_vector(world, body, at3(0, 0, 1)), expected, PICK(1e-7, 2e-3));
    md3_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(principal_axes_rebuild_the_inertia),
        cmocka_unit_test(a_diagonal_inertia_keeps_its_axes),
        cmocka_unit_test(a_turn_has_its_angle),
        cmocka_unit_test(a_turn_can_reach_any_angle_exactly),
        cmocka_unit_test(a_body_that_tumbles_keeps_energy_and_momentum),
        cmocka_unit_test(a_symmetric_body_precesses_at_its_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
