/* Calls Siconos: conversion of a problem to its structures, options, and the drivers of its solvers. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "siconos_solvers.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsSparseMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>
#include <fc3d_Solvers.h>
#include <lcp_cst.h>

/* The caller ends a solve that takes too long, so that no iteration limit of Siconos decides. */
#define MANY_ITERATIONS 100000000

/* The default criterion of NSGS, the change of the impulses, ends late on many problems. */
static void full_error(SolverOptions *options)
{
    options->iparam[SICONOS_FRICTION_3D_IPARAM_ERROR_EVALUATION] = SICONOS_FRICTION_3D_NSGS_ERROR_EVALUATION_FULL;
    options->iparam[SICONOS_FRICTION_3D_IPARAM_ERROR_EVALUATION_FREQUENCY] = 10;
}

static void local_projection(SolverOptions *options)
{
    full_error(options);
    solver_options_update_internal(options, 0, SICONOS_FRICTION_3D_ONECONTACT_ProjectionOnConeWithLocalIteration);
}

static void local_quartic(SolverOptions *options)
{
    full_error(options);
    solver_options_update_internal(options, 0, SICONOS_FRICTION_3D_ONECONTACT_QUARTIC);
}

static void inner_nsgs(SolverOptions *options)
{
    solver_options_update_internal(options, 0, SICONOS_FRICTION_3D_NSGS);
}

static void inner_fischer_burmeister(SolverOptions *options)
{
    solver_options_update_internal(options, 0, SICONOS_FRICTION_3D_NSN_FB);
}

static void balance_residuals(SolverOptions *options)
{
    options->iparam[SICONOS_FRICTION_3D_ADMM_IPARAM_RHO_STRATEGY] =
        SICONOS_FRICTION_3D_ADMM_RHO_STRATEGY_RESIDUAL_BALANCING;
}

/* The storages are those that a solver accepts, the usual one first: blocks are fast for sweeps, and a dense matrix is fast
 * for Newton's methods on small problems. */
static const struct siconos_solver SOLVERS[] = {
    {3, "NSGS", SICONOS_FRICTION_3D_NSGS, "b", NULL, "Gauss-Seidel, default local solver and stopping criterion"},
    {3, "NSGS_FULL", SICONOS_FRICTION_3D_NSGS, "b", full_error, "NSGS, error of each tenth sweep"},
    {3, "NSGS_PLI", SICONOS_FRICTION_3D_NSGS, "b", local_projection, "NSGS_FULL, local projections"},
    {3, "NSGS_QUARTIC", SICONOS_FRICTION_3D_NSGS, "b", local_quartic, "NSGS_FULL, local quartic"},
    {3, "NSN_AC", SICONOS_FRICTION_3D_NSN_AC, "bd", NULL, "Newton, Alart-Curnier"},
    {3, "NSN_AC_TEST", SICONOS_FRICTION_3D_NSN_AC_TEST, "b", NULL, "Newton, Alart-Curnier, second version"},
    {3, "NSN_FB", SICONOS_FRICTION_3D_NSN_FB, "bd", NULL, "Newton, Fischer-Burmeister"},
    {3, "NSN_NM", SICONOS_FRICTION_3D_NSN_NM, "bd", NULL, "Newton, natural map"},
    {3, "PROX", SICONOS_FRICTION_3D_PROX, "bd", NULL, "proximal point, inner NSN_AC"},
    {3, "PROX_FB", SICONOS_FRICTION_3D_PROX, "bd", inner_fischer_burmeister, "proximal point, inner NSN_FB"},
    {3, "PROX_NSGS", SICONOS_FRICTION_3D_PROX, "b", inner_nsgs, "proximal point, inner NSGS"},
    {3, "ADMM", SICONOS_FRICTION_3D_ADMM, "bd", NULL, "alternating directions, fixed rho"},
    {3, "ADMM_BALANCED", SICONOS_FRICTION_3D_ADMM, "bd", balance_residuals, "ADMM, rho balances residuals"},
    {3, "TFP", SICONOS_FRICTION_3D_TFP, "b", NULL, "Tresca fixed point"},
    {3, "PFP", SICONOS_FRICTION_3D_PFP, "b", NULL, "Panagiotopoulos fixed point"},
    {3, "ACLMFP", SICONOS_FRICTION_3D_ACLMFP, "b", NULL, "fixed point on De Saxce's term"},
    {3, "FPP", SICONOS_FRICTION_3D_FPP, "b", NULL, "fixed-point projection"},
    {3, "EG", SICONOS_FRICTION_3D_EG, "b", NULL, "extragradient"},
    {3, "VI_FPP", SICONOS_FRICTION_3D_VI_FPP, "b", NULL, "FPP of the variational inequality"},
    {3, "VI_EG", SICONOS_FRICTION_3D_VI_EG, "b", NULL, "EG of the variational inequality"},
    {2, "NSGS", SICONOS_FRICTION_2D_NSGS, "bd", NULL, "Gauss-Seidel"},
    {2, "CPG", SICONOS_FRICTION_2D_CPG, "d", NULL, "conjugate projected gradient"},
    {2, "LEMKE", SICONOS_FRICTION_2D_LEMKE, "d", NULL, "Lemke, by an LCP"},
    {1, "LEMKE", SICONOS_LCP_LEMKE, "d", NULL, "Lemke, lexicographic"},
    {1, "PIVOT", SICONOS_LCP_PIVOT, "d", NULL, "Lemke, second version"},
    {1, "BARD", SICONOS_LCP_BARD, "d", NULL, "Bard's pivoting"},
    {1, "MURTY", SICONOS_LCP_MURTY, "d", NULL, "Murty's least index"},
    {1, "PATHSEARCH", SICONOS_LCP_PATHSEARCH, "d", NULL, "path search"},
    {1, "AVI_CAOFERRIS", SICONOS_LCP_AVI_CAOFERRIS, "d", NULL, "Cao and Ferris"},
    {1, "NEWTON_MIN", SICONOS_LCP_NEWTONMIN, "d", NULL, "Newton, min function"},
    {1, "NEWTON_FB", SICONOS_LCP_NEWTON_FB_FBLSA, "d", NULL, "Newton, Fischer-Burmeister"},
    {1, "NEWTON_MIN_FB", SICONOS_LCP_NEWTON_MIN_FBLSA, "d", NULL, "Newton, min and Fischer-Burmeister"},
    {1, "PGS", SICONOS_LCP_PGS, "d", NULL, "projected Gauss-Seidel"},
    {1, "RPGS", SICONOS_LCP_RPGS, "d", NULL, "PGS, regularized"},
    {1, "NSGS", SICONOS_LCP_NSGS_SBM, "b", NULL, "Gauss-Seidel, sparse"},
    {1, "CPG", SICONOS_LCP_CPG, "d", NULL, "conjugate projected gradient"},
    {1, "LATIN", SICONOS_LCP_LATIN, "d", NULL, "LATIN"},
    {1, "CONVEXQP_PG", SICONOS_LCP_CONVEXQP_PG, "d", NULL, "projected gradient"},
};

const struct siconos_solver *siconos_solver_at(int i)
{
    return i < (int)(sizeof SOLVERS / sizeof SOLVERS[0]) ? &SOLVERS[i] : NULL;
}

const char *siconos_storage_name(char storage)
{
    return storage == 'b' ? "blocks" : "dense";
}

/* The storage that text, "" or "/STORAGE", asks for; 0 if the solver has none of that name. */
static char storage_in(const struct siconos_solver *solver, const char *text)
{
    if (*text == '\0') {
        return solver->storages[0];
    }
    for (const char *storage = solver->storages; *storage != '\0'; ++storage) {
        if (*text == '/' && strcmp(text + 1, siconos_storage_name(*storage)) == 0) {
            return *storage;
        }
    }
    return '\0';
}

const struct siconos_solver *siconos_solver_find(const char *name, int dimension, char *storage)
{
    for (int i = 0; siconos_solver_at(i) != NULL; ++i) {
        const size_t length = strlen(SOLVERS[i].name);
        if (SOLVERS[i].dimension == dimension && strncmp(SOLVERS[i].name, name, length) == 0) {
            *storage = storage_in(&SOLVERS[i], name + length);
            if (*storage != '\0') {
                return &SOLVERS[i];
            }
        }
    }
    return NULL;
}

static NumericsMatrix *dense_matrix(const struct sparse *A)
{
    NumericsMatrix *M = NM_create(NM_DENSE, A->rows, A->rows);
    memset(M->matrix0, 0, (size_t)A->rows * (size_t)A->rows * sizeof *M->matrix0);
    for (int i = 0; i < A->rows; ++i) {
        for (size_t e = A->start[i]; e < A->start[i + 1]; ++e) {
            M->matrix0[(size_t)A->col[e] * (size_t)A->rows + (size_t)i] += A->value[e];
        }
    }
    return M;
}

static NumericsMatrix *block_matrix(const struct sparse *A, int dimension)
{
    NumericsMatrix *triplets = NM_create(NM_SPARSE, A->rows, A->rows);
    NM_triplet_alloc(triplets, (CS_INT)A->start[A->rows]);
    triplets->matrix2->origin = NSM_TRIPLET;
    for (int i = 0; i < A->rows; ++i) {
        for (size_t e = A->start[i]; e < A->start[i + 1]; ++e) {
            NM_entry(triplets, i, A->col[e], A->value[e]);
        }
    }
    SparseBlockStructuredMatrix *blocks = SBM_new();
    SBM_from_csparse(dimension, NM_csc(triplets), blocks);
    NM_clear(triplets);
    free(triplets);
    return NM_new_SBM(A->rows, A->rows, blocks);
}

static double *copy(const double *from, int count)
{
    double *to = allocate((size_t)count, sizeof *to);
    memcpy(to, from, (size_t)count * sizeof *to);
    return to;
}

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int drive(const struct public_problem *problem, NumericsMatrix *M, double *q, double *mu, SolverOptions *options,
                 double *r, double *u)
{
    if (problem->dimension == 1) {
        LinearComplementarityProblem lcp = {.size = problem->rows, .M = M, .q = q};
        return linearComplementarity_driver(&lcp, r, u, options);
    }
    FrictionContactProblem friction = {
        .dimension = problem->dimension, .numberOfContacts = problem->contacts, .M = M, .q = q, .mu = mu};
    return problem->dimension == 3 ? fc3d_driver(&friction, r, u, options) : fc2d_driver(&friction, r, u, options);
}

struct siconos_run siconos_solve(const struct siconos_solver *solver, char storage,
                                 const struct public_problem *problem, double tol, double *r, double *u)
{
    numerics_set_verbose(0);
    NumericsMatrix *M = storage == 'b' ? block_matrix(&problem->A, problem->dimension) : dense_matrix(&problem->A);
    double *q = copy(problem->q, problem->rows);
    double *mu = copy(problem->mu, problem->contacts);
    SolverOptions *options = solver_options_create(solver->id);
    options->iparam[SICONOS_IPARAM_MAX_ITER] = MANY_ITERATIONS;
    if (solver->tune != NULL) {
        solver->tune(options);
    }
    options->dparam[SICONOS_DPARAM_TOL] = tol;
    memset(r, 0, (size_t)problem->rows * sizeof *r);
    memset(u, 0, (size_t)problem->rows * sizeof *u);
    struct siconos_run run = {.seconds = seconds_of(CLOCK_MONOTONIC),
                              .cpu_seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID)};
    run.info = drive(problem, M, q, mu, options, r, u);
    run.cpu_seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - run.cpu_seconds;
    run.seconds = seconds_of(CLOCK_MONOTONIC) - run.seconds;
    run.iterations = options->iparam[SICONOS_IPARAM_ITER_DONE];
    run.error = options->dparam[SICONOS_DPARAM_RESIDU];
    solver_options_delete(options);
    NM_clear(M);
    free(M);
    free(q);
    free(mu);
    return run;
}
