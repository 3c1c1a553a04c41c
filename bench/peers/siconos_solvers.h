/* The solvers of Siconos that the comparison uses, by name. */
#ifndef MODULUS_PEERS_SICONOS_SOLVERS_H
#define MODULUS_PEERS_SICONOS_SOLVERS_H

#include "public_problem.h"

struct SolverOptions;

struct siconos_solver {
    int dimension; /**< of the problems that it solves, as in struct public_problem */
    const char *name;
    int id;
    /** How it may get the matrix, the usual way first: 'b' blocks of contacts, 'd' dense. */
    const char *storages;
    /** Changes defaults of Siconos; NULL if there is nothing to change. */
    void (*tune)(struct SolverOptions *options);
    const char *about;
};

/** Number i of the solvers, or NULL after the last. */
const struct siconos_solver *siconos_solver_at(int i);
/** "blocks" or "dense". */
const char *siconos_storage_name(char storage);
/** The solver called NAME or NAME/STORAGE for problems of this dimension, and the storage; NULL if there is none. */
const struct siconos_solver *siconos_solver_find(const char *name, int dimension, char *storage);

/** What Siconos says about a solve, and how long it took. */
struct siconos_run {
    int info; /**< 0: solved, by Siconos's own criterion */
    int iterations;
    double error; /**< Siconos's own, in the measure of that solver */
    double seconds;
    double cpu_seconds;
};

/** Solves a problem from zero, with one thread. r and u (velocities) have `rows` numbers. May not return: Siconos calls exit
 *  and abort. */
struct siconos_run siconos_solve(const struct siconos_solver *solver, char storage,
                                 const struct public_problem *problem, double tol, double *r, double *u);

#endif
