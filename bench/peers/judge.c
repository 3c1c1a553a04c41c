/* Residuals of impulses, from their definitions. */
#include <math.h>
#include <stdlib.h>

#include "public_problem.h"

static double length(const double *x, int count)
{
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        sum += x[i] * x[i];
    }
    return sqrt(sum);
}

/* u = A r + q */
static double *velocities(const struct public_problem *problem, const double *r)
{
    double *u = allocate((size_t)problem->rows, sizeof *u);
    for (int i = 0; i < problem->rows; ++i) {
        u[i] = problem->q[i];
        for (size_t e = problem->A.start[i]; e < problem->A.start[i + 1]; ++e) {
            u[i] += problem->A.value[e] * r[problem->A.col[e]];
        }
    }
    return u;
}

/* Projects y onto { |y_T| <= mu y_n }, the cone of Coulomb's law. */
static void project_onto_cone(double *y, int dimension, double mu)
{
    const double tangent = length(y + 1, dimension - 1);
    if (mu * tangent <= -y[0]) {
        for (int k = 0; k < dimension; ++k) {
            y[k] = 0;
        }
    } else if (tangent > mu * y[0]) {
        y[0] = (y[0] + mu * tangent) / (1 + mu * mu);
        for (int k = 1; k < dimension; ++k) {
            y[k] *= mu * y[0] / tangent;
        }
    }
}

static double cone_residual(const struct public_problem *problem, const double *r, const double *u)
{
    const int d = problem->dimension;
    double sum = 0;
    for (int contact = 0; contact < problem->contacts; ++contact) {
        const double *rc = r + contact * d;
        const double *uc = u + contact * d;
        const double mu = problem->mu[contact];
        double y[3] = {0};
        for (int k = 0; k < d; ++k) {
            y[k] = rc[k] - uc[k];
        }
        y[0] -= mu * length(uc + 1, d - 1);
        project_onto_cone(y, d, mu);
        for (int k = 0; k < d; ++k) {
            sum += (rc[k] - y[k]) * (rc[k] - y[k]);
        }
    }
    const double scale =
        fmax(length(problem->q, problem->rows), fmax(length(r, problem->rows), length(u, problem->rows)));
    return scale > 0 ? sqrt(sum) / scale : sqrt(sum);
}

static double entry(const struct sparse *A, int i, int j)
{
    double sum = 0;
    for (size_t e = A->start[i]; e < A->start[i + 1]; ++e) {
        sum += A->col[e] == j ? A->value[e] : 0;
    }
    return sum;
}

/* D of the normal and of the tangents of a contact. */
static void scales(const struct public_problem *problem, int contact, double D[2])
{
    const struct sparse *A = &problem->A;
    const int n = contact * problem->dimension;
    D[0] = entry(A, n, n);
    D[1] = problem->dimension > 1 ? entry(A, n + 1, n + 1) : 1;
    if (problem->dimension == 3) {
        const double other = entry(A, n + 2, n + 2);
        const double shear = (entry(A, n + 1, n + 2) + entry(A, n + 2, n + 1)) / 2;
        D[1] = (D[1] + other) / 2 + hypot((D[1] - other) / 2, shear);
    }
    D[0] = D[0] > 0 ? D[0] : 1;
    D[1] = D[1] > 0 ? D[1] : 1;
}

/* The squared natural map of one contact: normal onto r_n >= 0, tangents onto the disc of radius mu r_n. */
static double natural_map(const double *r, const double *u, int dimension, double mu, const double D[2])
{
    const double normal = fmin(r[0], u[0] / D[0]);
    double y[2] = {0};
    for (int k = 1; k < dimension; ++k) {
        y[k - 1] = r[k] - u[k] / D[1];
    }
    const double tangent = length(y, dimension - 1);
    const double radius = mu * fmax(r[0], 0);
    const double shrink = tangent > radius ? radius / tangent : 1;
    double sum = normal * normal;
    for (int k = 1; k < dimension; ++k) {
        const double apart = r[k] - shrink * y[k - 1];
        sum += apart * apart;
    }
    return sum;
}

static double scaled_residual(const struct public_problem *problem, const double *r, const double *u)
{
    const int d = problem->dimension;
    double sum = 0;
    double scale = 0;
    for (int contact = 0; contact < problem->contacts; ++contact) {
        double D[2];
        scales(problem, contact, D);
        sum += natural_map(r + contact * d, u + contact * d, d, problem->mu[contact], D);
        for (int k = 0; k < d; ++k) {
            const double q = problem->q[contact * d + k] / D[k > 0];
            scale += q * q;
        }
    }
    return scale > 0 ? sqrt(sum) / sqrt(scale) : sqrt(sum);
}

struct judgement judge(const struct public_problem *problem, const double *r)
{
    for (int i = 0; i < problem->rows; ++i) {
        if (!isfinite(r[i])) {
            return (struct judgement){NAN, NAN};
        }
    }
    double *u = velocities(problem, r);
    const struct judgement result = {cone_residual(problem, r, u), scaled_residual(problem, r, u)};
    free(u);
    return result;
}
