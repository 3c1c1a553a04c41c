/* The modulus methods against a literal implementation of the paper's formulas: dense matrices, the variable x, the
 * splittings as printed, with one misprinted sign corrected. */
#include <math.h>
#include <stdio.h>

#include "support/oracle.h"
#include "support/runs.h"

typedef double square[ORACLE_MOST][ORACLE_MOST];

/* A = M1 - N1 = M2 - N2; the MMSI family has M2 = A and N2 = 0. */
struct splitting {
    square M1, N1, M2, N2;
};

/* M1 = (D - beta L) / relax; the accelerated family has M2 = D - U, N2 = L. L and U as in A = D - L - U. */
static struct splitting split(const struct dense_problem *dense, double relax, double beta, bool accelerated)
{
    struct splitting s = {0};
    for (int32_t i = 0; i < dense->m; ++i) {
        for (int32_t j = 0; j < dense->m; ++j) {
            const double D = i == j ? dense->A[i][j] : 0;
            const double L = j < i ? -dense->A[i][j] : 0;
            const double U = j > i ? -dense->A[i][j] : 0;
            s.M1[i][j] = (D - beta * L) / relax;
            s.N1[i][j] = ((1 - relax) * D + (relax - beta) * L + relax * U) / relax;
            s.M2[i][j] = accelerated ? D - U : dense->A[i][j];
            s.N2[i][j] = accelerated ? L : 0;
        }
    }
    return s;
}

/* |x| if the bounds are 0 and infinity; for a box, 2 clamp(x) - x in the scale of x (docs/paper-notes.md, fact 5). */
static double modulus(const struct dense_problem *dense, int32_t i, double x, double gamma)
{
    return gamma * fmin(fmax(2 / gamma * x, dense->lower[i]), dense->upper[i]) - x;
}

/* (M1 + gamma Omega) x' = N1 x + (gamma Omega - M2) |x| + N2 |x'| - gamma q; M1 and N2 are lower triangular. */
static void literal_sweep(const struct dense_problem *dense, const struct splitting *s, double gamma,
                          const double *Omega, double *x)
{
    double next[ORACLE_MOST];
    for (int32_t i = 0; i < dense->m; ++i) {
        double right = -gamma * dense->q[i];
        for (int32_t j = 0; j < dense->m; ++j) {
            const double diagonal = i == j ? gamma * Omega[i] : 0;
            right += s->N1[i][j] * x[j] + (diagonal - s->M2[i][j]) * modulus(dense, j, x[j], gamma);
        }
        for (int32_t j = 0; j < i; ++j) {
            right += s->N2[i][j] * modulus(dense, j, next[j], gamma) - s->M1[i][j] * next[j];
        }
        next[i] = right / (s->M1[i][i] + gamma * Omega[i]);
    }
    for (int32_t i = 0; i < dense->m; ++i) {
        x[i] = next[i];
    }
}

struct kind {
    const char *name;
    double relax, beta;
    bool accelerated;
};

static const struct kind KINDS[] = {
    {"mj", 1, 0, false},
    {"mgs", 1, 1, false},
    {"msor:relax=1.3", 1.3, 1.3, false},
    {"maor:relax=1.3,beta=0.7", 1.3, 0.7, false},
    {"amj", 1, 0, true},
    {"amgs", 1, 1, true},
    {"amsor:relax=1.3", 1.3, 1.3, true},
    {"amaor:relax=1.3,beta=0.7", 1.3, 0.7, true},
};
#define KIND_COUNT (sizeof KINDS / sizeof *KINDS)

enum omega_choice { ALPHA_D, MEAN, NUMBER };

static void choose_omega(const struct dense_problem *dense, double gamma, enum omega_choice choice, double *Omega)
{
    double sum = 0;
    for (int32_t i = 0; i < dense->m; ++i) {
        sum += dense->A[i][i];
    }
    for (int32_t i = 0; i < dense->m; ++i) {
        Omega[i] = choice == ALPHA_D ? 0.4 * dense->A[i][i] : choice == MEAN ? sum / dense->m / gamma : 0.9;
    }
}

/* Compares ten sweeps from zero. Relative, because rounding grows with the iterates of a method that diverges. */
static void compare_sweeps(const struct dense_problem *dense, const struct kind *kind, double gamma,
                           enum omega_choice choice)
{
    static const char *const OMEGAS[] = {"alpha=0.4", "omega=mean", "omega=0.9"};
    char spec[128];
    snprintf(spec, sizeof spec, "%s%cgamma=%g,%s", kind->name, kind->relax != 1 ? ',' : ':', gamma, OMEGAS[choice]);
    const struct splitting s = split(dense, kind->relax, kind->beta, kind->accelerated);
    double Omega[ORACLE_MOST];
    double x[ORACLE_MOST] = {0};
    choose_omega(dense, gamma, choice, Omega);
    md_problem *problem = dense_to_problem(dense);
    /* x^0 = (gamma/2) lambda^0, lambda^0 the projection of zero. */
    for (int32_t i = 0; i < dense->m; ++i) {
        x[i] = gamma / 2 * fmin(fmax(0, dense->lower[i]), dense->upper[i]);
    }
    for (int64_t sweep = 1; sweep <= 10; ++sweep) {
        literal_sweep(dense, &s, gamma, Omega, x);
        struct run run = run_sweeps(problem, spec, sweep);
        double size = 1;
        for (int32_t i = 0; i < dense->m; ++i) {
            size = fmax(size, fabs(2 / gamma * x[i]));
        }
        for (int32_t i = 0; i < dense->m; ++i) {
            const double y = 2 / gamma * x[i];
            const double lambda = fmin(fmax(y, dense->lower[i]), dense->upper[i]);
            const double rounding = PICK(1e-12, 2e-4) * size;
            assert_true(fabs((double)run.y[i] - y) < rounding);
            assert_true(fabs((double)run.lambda[i] - lambda) < rounding);
        }
        run_free(&run);
    }
    md_problem_destroy(problem);
}

static void every_modulus_method_matches_the_papers_formula_sweep_by_sweep(void **state)
{
    (void)state;
    struct random random = {.state = 5};
    const double gammas[] = {2, 1, 3};
    for (int k = 0; k < 30; ++k) {
        const struct dense_problem dense =
            dense_random(&random, 2 + random_index(&random, 8), DENSE_DEFINITE, k % 2 == 1);
        for (size_t kind = 0; kind < KIND_COUNT; ++kind) {
            for (size_t g = 0; g < 3; ++g) {
                for (int choice = ALPHA_D; choice <= NUMBER; ++choice) {
                    compare_sweeps(&dense, &KINDS[kind], gammas[g], (enum omega_choice)choice);
                }
            }
        }
    }
}

/* docs/paper-notes.md, fact 7: N1 of AMAOR is printed with (alpha - 1) D; only (1 - alpha) D makes M1 - N1 = A. */
static void the_printed_aor_splitting_has_a_wrong_sign(void **state)
{
    (void)state;
    struct random random = {.state = 6};
    const double relax = 1.3;
    const struct dense_problem dense = dense_random(&random, 5, DENSE_DEFINITE, false);
    const struct splitting s = split(&dense, relax, 0.7, true);
    double corrected = 0;
    double printed = 0;
    for (int32_t i = 0; i < dense.m; ++i) {
        for (int32_t j = 0; j < dense.m; ++j) {
            const double slip = i == j ? 2 * (relax - 1) * dense.A[i][j] / relax : 0;
            corrected = fmax(corrected, fabs(s.M1[i][j] - s.N1[i][j] - dense.A[i][j]));
            printed = fmax(printed, fabs(s.M1[i][j] - (s.N1[i][j] + slip) - dense.A[i][j]));
        }
    }
    assert_true(corrected < 1e-14);
    assert_true(printed > 0.1);
}

/* ---- The paper's first theorem: x and (lambda, w) ---------------------------------------------------------------- */

/* The error of x in (Omega + A Gamma) x = (Omega - A Gamma) |x| - q, Gamma = E / gamma. */
static double fixed_point_error(const struct dense_problem *dense, double gamma, const double *Omega, const double *x)
{
    double most = 0;
    for (int32_t i = 0; i < dense->m; ++i) {
        double error = Omega[i] * x[i] - Omega[i] * fabs(x[i]) + dense->q[i];
        for (int32_t j = 0; j < dense->m; ++j) {
            error += dense->A[i][j] / gamma * (x[j] + fabs(x[j]));
        }
        most = fmax(most, fabs(error));
    }
    return most;
}

static void velocities(const struct dense_problem *dense, const double *lambda, double *w)
{
    for (int32_t i = 0; i < dense->m; ++i) {
        w[i] = dense->q[i];
        for (int32_t j = 0; j < dense->m; ++j) {
            w[i] += dense->A[i][j] * lambda[j];
        }
    }
}

static void only_solutions_map_to_fixed_points_and_back(void **state)
{
    (void)state;
    struct random random = {.state = 7};
    for (int k = 0; k < 200; ++k) {
        const struct dense_problem dense = dense_random(&random, 2 + random_index(&random, 8), DENSE_DEFINITE, false);
        const double gamma = random_real(&random, 0.5, 4);
        double Omega[ORACLE_MOST];
        double lambda[ORACLE_MOST];
        double w[ORACLE_MOST];
        double x[ORACLE_MOST];
        dense_solve_exactly(&dense, lambda);
        velocities(&dense, lambda, w);
        for (int32_t i = 0; i < dense.m; ++i) {
            Omega[i] = random_real(&random, 0.1, 2);
            x[i] = 0.5 * (gamma * lambda[i] - w[i] / Omega[i]);
        }
        /* (i) a solution gives a fixed point, */
        assert_true(fixed_point_error(&dense, gamma, Omega, x) < 1e-9);
        /* (ii) and that fixed point gives the solution back. */
        for (int32_t i = 0; i < dense.m; ++i) {
            assert_true(fabs((fabs(x[i]) + x[i]) / gamma - lambda[i]) < 1e-9);
            assert_true(fabs(Omega[i] * (fabs(x[i]) - x[i]) - w[i]) < 1e-9);
        }
        /* Neither holds away from the solution: another x is no fixed point, */
        const int32_t moved = random_index(&random, dense.m);
        x[moved] += 0.3;
        assert_true(fixed_point_error(&dense, gamma, Omega, x) > 1e-3);
        x[moved] -= 0.3;
        /* and another lambda with its w, which are not complementary, do not map to one. */
        lambda[moved] += 0.3;
        velocities(&dense, lambda, w);
        for (int32_t i = 0; i < dense.m; ++i) {
            x[i] = 0.5 * (gamma * lambda[i] - w[i] / Omega[i]);
        }
        assert_true(fixed_point_error(&dense, gamma, Omega, x) > 1e-3);
    }
}

/* The sweeps of the library do not change a solution if they start from its x, and do if they start elsewhere. */
static void a_sweep_from_the_x_of_a_solution_changes_nothing(void **state)
{
    (void)state;
    struct random random = {.state = 8};
    for (int k = 0; k < 100; ++k) {
        const struct dense_problem dense =
            dense_random(&random, 2 + random_index(&random, 8), DENSE_DEFINITE, k % 2 == 1);
        double exact[ORACLE_MOST];
        double w[ORACLE_MOST];
        md_real lambda0[ORACLE_MOST];
        md_real y0[ORACLE_MOST];
        dense_solve_exactly(&dense, exact);
        velocities(&dense, exact, w);
        for (int32_t i = 0; i < dense.m; ++i) {
            lambda0[i] = (md_real)exact[i];
            /* y = (2/gamma) x = lambda - w / (gamma Omega), here gamma Omega = 0.8 D. */
            y0[i] = (md_real)(exact[i] - w[i] / (0.8 * dense.A[i][i]));
        }
        md_problem *problem = dense_to_problem(&dense);
        assert_int_equal(md_problem_set_start(problem, lambda0, y0), MD_OK);
        for (size_t kind = 0; kind < KIND_COUNT; ++kind) {
            char spec[96];
            snprintf(spec, sizeof spec, "%s%calpha=0.4", KINDS[kind].name, KINDS[kind].relax != 1 ? ',' : ':');
            struct run run = run_sweeps(problem, spec, 1);
            assert_true(distance(run.lambda, lambda0, dense.m) < PICK(1e-9, 2e-4));
            assert_true(distance(run.y, y0, dense.m) < PICK(1e-9, 2e-4));
            run_free(&run);
        }
        md_problem_destroy(problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_modulus_method_matches_the_papers_formula_sweep_by_sweep),
        cmocka_unit_test(the_printed_aor_splitting_has_a_wrong_sign),
        cmocka_unit_test(only_solutions_map_to_fixed_points_and_back),
        cmocka_unit_test(a_sweep_from_the_x_of_a_solution_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
