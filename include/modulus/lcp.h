/** @file
 * Linear complementarity problems with bounds (boxed LCPs), and the methods that solve them.
 *
 * The problem: bodies have velocity v (n numbers) and block-diagonal mass M; constraint row i has Jacobian row J_i,
 * bias b_i and compliance c_i. With A = J M^-1 J^T + diag(c) and q = J v + b, find the impulse lambda with
 *
 *     l <= lambda <= u,   w = A lambda + q,   w_i >= 0 if lambda_i = l_i,   w_i <= 0 if lambda_i = u_i,
 *     w_i = 0 in between.
 *
 * l = 0 and u = infinity give the plain LCP of a frictionless contact. A row with a parent has bounds that follow the
 * parent's impulse: [l_i lambda_p, u_i lambda_p], so that l_i = -mu and u_i = mu is friction in 2D. <modulus/contact.h>
 * has contacts with Coulomb's law in 2D and 3D.
 *
 * Usage:
 *
 *     md_problem *problem = md_problem_create(NULL);
 *     md_problem_begin_bodies(problem, 3);
 *     md_body body = {{0, -1, 0}, 1, {50}};            // velocity, inverse mass, inverse inertia
 *     md_problem_add_body(problem, &body);             // for each body
 *     md_row row = md_row_default();
 *     row.body[0] = 0;
 *     row.jacobian[0][1] = 1;
 *     md_problem_add_row(problem, &row);               // for each constraint
 *     md_solver *solver = md_solver_create(NULL);
 *     md_solver_spec spec = md_solver_spec_default();  // auto; or md_solver_spec_parse("pgs", ...)
 *     md_limits limits = {0};                          // 0: no limit
 *     limits.tol = 1e-6;
 *     limits.max_iterations = 1000;
 *     md_result result;
 *     md_error error;
 *     md_solver_solve(solver, &spec, problem, &limits, &result, &error);
 *
 * Both objects keep their memory: filling and solving a problem of the same size again allocates nothing, except for a
 * structured problem in an explicit form, for which A is formed again.
 * Several threads may solve one problem with a solver each; a solver must not be used by two threads at a time.
 */
#ifndef MODULUS_LCP_H
#define MODULUS_LCP_H

#include <modulus/base.h>
#include <modulus/matrix.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The problem ------------------------------------------------------------------------------------------------ */

/** A problem. It owns copies of all its data. */
typedef struct md_problem md_problem;

/** Instead of a body: the world, which does not move. */
#define MD_NO_BODY (-1)
/** Instead of a parent: the bounds of the row are constants. */
#define MD_NO_PARENT (-1)

/** A rigid body. In 2D v is (vx, vy, angular), in 3D (vx, vy, vz, wx, wy, wz). Zero inverse mass and inertia make it
 *  static. In 2D the inverse inertia is inverse_inertia[0]; in 3D all nine, row by row, symmetric. */
typedef struct md_body {
    md_real velocity[6];        /**< before the solve */
    md_real inverse_mass;       /**< 1/kg, >= 0 */
    md_real inverse_inertia[9]; /**< 1/(kg m^2), about the centre of mass */
} md_body;

/** A constraint row between at most two bodies. `md_row_default` gives an LCP row: bounds [0, inf), no parent. */
typedef struct md_row {
    int32_t body[2];        /**< indices of bodies, or MD_NO_BODY */
    md_real jacobian[2][6]; /**< the first 3 (2D) or all 6 numbers of each body */
    md_real bias;           /**< b_i; includes the velocity of a kinematic body */
    md_real compliance;     /**< c_i >= 0, added to A_ii */
    md_real lower, upper;   /**< l_i <= u_i, may be infinite; with a parent: finite factors of its impulse */
    int32_t parent;         /**< the row whose impulse scales the bounds, or MD_NO_PARENT */
    md_real lambda0;        /**< warm start: the impulse */
    md_real y0;             /**< warm start: the modulus variable; NaN for lambda0 */
} md_row;

/** Bounds [0, inf), no bodies, no parent, a cold start. */
MD_API md_row md_row_default(void);

/** Creates an empty problem; NULL if memory runs out. */
MD_API md_problem *md_problem_create(const md_allocator *allocator);
/** Frees a problem; NULL is allowed. */
MD_API void md_problem_destroy(md_problem *problem);

/** Starts a structured problem of bodies with 3 (2D) or 6 (3D) degrees of freedom. Removes the old contents and
 *  keeps the memory. */
MD_API md_status md_problem_begin_bodies(md_problem *problem, int32_t degrees_of_freedom);
/** Adds a body or a row, numbered from 0 in the order of the calls. A body must be added before the rows that
 *  refer to it; a parent may be added after its child. */
MD_API md_status md_problem_add_body(md_problem *problem, const md_body *body);
MD_API md_status md_problem_add_row(md_problem *problem, const md_row *row);

/** Starts an explicit problem (A and q, copied), every row with bounds [0, inf). */
MD_API md_status md_problem_begin_explicit(md_problem *problem, const md_matrix *A, const md_real *q);
/** Starts a structured problem with a general sparse J and a symmetric M^-1, usually block-diagonal (copied). */
MD_API md_status md_problem_begin_general(md_problem *problem, const md_matrix *J, const md_matrix *inverse_M,
                                          const md_real *v, const md_real *b);

/** Set row attributes from arrays of md_problem_rows() numbers, which are copied. Values are checked; on failure the
 *  problem is unchanged. */
MD_API md_status md_problem_set_bounds(md_problem *problem, const md_real *lower, const md_real *upper);
MD_API md_status md_problem_set_compliance(md_problem *problem, const md_real *compliance);
/** Row i with parent[i] != MD_NO_PARENT gets the bounds -mu[i] and mu[i] times the impulse of its parent. */
MD_API md_status md_problem_set_friction(md_problem *problem, const int32_t *parent, const md_real *mu);
/** Sets the warm start; y0 NULL for y0 = lambda0, lambda0 NULL for a cold start. */
MD_API md_status md_problem_set_start(md_problem *problem, const md_real *lambda0, const md_real *y0);

/** Copies a problem, warm start included. On failure `problem` is empty. */
MD_API md_status md_problem_copy(md_problem *problem, const md_problem *from);

/** The kind of a problem: A and q, bodies and rows, or J and M^-1. */
typedef enum md_problem_kind { MD_PROBLEM_EXPLICIT, MD_PROBLEM_BODIES, MD_PROBLEM_GENERAL } md_problem_kind;

/** Returns how the problem was given. */
MD_API md_problem_kind md_problem_get_kind(const md_problem *problem);
/** m: constraint rows; n: velocity components (0 for an explicit problem); degrees of freedom per body (0 if
 *  unknown). */
MD_API int32_t md_problem_rows(const md_problem *problem);
MD_API int32_t md_problem_velocities(const md_problem *problem);
MD_API int32_t md_problem_degrees_of_freedom(const md_problem *problem);
/** Row attributes, m numbers each; valid until the problem changes. `bias` is q for an explicit problem. */
MD_API const md_real *md_problem_lower(const md_problem *problem);
MD_API const md_real *md_problem_upper(const md_problem *problem);
MD_API const int32_t *md_problem_parent(const md_problem *problem);
MD_API const md_real *md_problem_compliance(const md_problem *problem);
MD_API const md_real *md_problem_bias(const md_problem *problem);
MD_API const md_real *md_problem_lambda0(const md_problem *problem);
MD_API const md_real *md_problem_y0(const md_problem *problem);

/** Checks that parents are in range and have no parents, that lower bounds of parents are not negative, and that the
 *  diagonal is positive. The error names the row, counted from 1 as in files. Solving makes the same checks; exact needs no
 *  positive diagonal. */
MD_API md_status md_problem_check(const md_problem *problem, md_error *error);

/** A (without compliance) and q of a problem, for files and analysis. For a structured problem A = J M^-1 J^T is
 *  formed, a cost that the sparse methods avoid. */
MD_API md_status md_problem_get_A(const md_problem *problem, md_matrix *A);
MD_API md_status md_problem_get_q(const md_problem *problem, md_real *q);
/** J, M^-1 and v of a structured problem; MD_ERROR_ARGUMENT for an explicit one. */
MD_API md_status md_problem_get_J(const md_problem *problem, md_matrix *J);
MD_API md_status md_problem_get_inverse_M(const md_problem *problem, md_matrix *inverse_M);
MD_API md_status md_problem_get_v(const md_problem *problem, md_real *v);

/* ---- The methods ------------------------------------------------------------------------------------------------ */

/** Methods. */
typedef enum md_method {
    MD_PGS,   /**< projected Gauss-Seidel */
    MD_PSOR,  /**< projected SOR, with `relax` */
    MD_MJ,    /**< modulus-based Jacobi (Bai 2010), and the same with: */
    MD_MGS,   /**< Gauss-Seidel */
    MD_MSOR,  /**< SOR, with `relax` */
    MD_MAOR,  /**< accelerated overrelaxation, with `relax` and `beta` */
    MD_AMJ,   /**< accelerated modulus-based Jacobi (Zheng and Yin 2013), and the same with: */
    MD_AMGS,  /**< Gauss-Seidel; sparse for structured problems (Miyamoto and Yamashita 2019) */
    MD_AMSOR, /**< SOR, with `relax` */
    MD_AMAOR, /**< accelerated overrelaxation, with `relax` and `beta` */
    /** The default, a policy: Anderson-accelerated Gauss-Seidel if max_iterations allows 8 sweeps or more (and
     *  0.15 sqrt(rows)), otherwise AMGS with gamma alpha = 0.5 from a warm start or plain PGS from a cold one. If a tolerance is given
     *  that the sweeps will not meet within max_iterations, `exact` goes on (docs/auto.md); a world stays with sweeps. */
    MD_AUTO,
    /** Nonsmooth Gauss-Seidel (Jean 1999): PGS with contacts of the laws disc and cone solved exactly, one by one. */
    MD_NSGS,
    /** Accelerated projected gradient with restarts (Nesterov 1983; Mazhar et al. 2015), all rows at once. */
    MD_APGD,
    /** Accelerated sweeps, then Newton's method with a sparse LU factorization of A: for hard problems and small
     *  tolerances. A may be singular, and its diagonal zero or negative. */
    MD_EXACT,
    MD_METHOD_COUNT
} md_method;

/** How A is represented. The sparse form keeps v up to date and never forms A; it exists for pgs, psor, amgs, amsor,
 *  auto, nsgs and apgd. Blocks are the sparse form with several contacts between bodies at a time: the fastest for many
 *  contacts, with its own order of the rows. In 3D it needs contacts with the law disc or without friction, which follow all
 *  other rows, and no torsion and rolling. */
typedef enum md_form { MD_FORM_AUTO, MD_FORM_SPARSE, MD_FORM_EXPLICIT, MD_FORM_DENSE, MD_FORM_BLOCKS } md_form;

/** The diagonal matrix Omega of the modulus methods. */
typedef enum md_omega {
    MD_OMEGA_ALPHA_D, /**< alpha D */
    MD_OMEGA_MEAN,    /**< mean(D) / gamma on the whole diagonal */
    MD_OMEGA_NUMBER   /**< omega_number on the whole diagonal */
} md_omega;

/** Bounds: two-sided (see docs/paper-notes.md), or the paper's one-sided Method 3.2 to the letter (sparse amgs). */
typedef enum md_box { MD_BOX_TWO_SIDED, MD_BOX_PAPER } md_box;

/** Acceleration of pgs, psor, amgs, amsor and nsgs, in every form. Anderson acceleration starts each sweep from an
 *  extrapolation of the sweeps before it, and needs fewer sweeps to a small tolerance (docs/auto.md). */
typedef enum md_acceleration { MD_ACCELERATE_NONE, MD_ACCELERATE_ANDERSON } md_acceleration;

/** A method with its parameters. */
typedef struct md_solver_spec {
    md_method method;           /**< default auto */
    md_form form;               /**< default auto: sparse or blocks if possible */
    md_omega omega;             /**< default alpha D */
    md_box box;                 /**< default two-sided */
    md_acceleration accelerate; /**< default none */
    md_real gamma;              /**< > 0, default 2 */
    md_real alpha;              /**< > 0; 0 for the default: 0.5 / gamma for amgs, amsor, amaor, otherwise 1 / gamma */
    md_real omega_number;       /**< > 0 with MD_OMEGA_NUMBER */
    md_real relax;              /**< > 0; default 1.2 for psor, amsor, amaor, 0.9 for msor, maor, otherwise 1 */
    md_real beta;               /**< >= 0; default 1 for the AOR kinds */
} md_solver_spec;

/** A method with its default parameters; `md_solver_spec_default` is auto. */
MD_API md_solver_spec md_solver_spec_of(md_method method);
MD_API md_solver_spec md_solver_spec_default(void);
/** Parses NAME[:key=value,...], such as "auto", "pgs:accelerate=anderson" or "amsor:relax=1.2,form=explicit". Keys
 *  are the fields of md_solver_spec; `omega` is mean or a number. A misspelt name gets the nearest known one in the
 *  error. */
MD_API md_status md_solver_spec_parse(const char *text, md_solver_spec *spec, md_error *error);
/** Writes the shortest text that parses to the same spec; always terminated if size > 0. */
MD_API void md_solver_spec_format(const md_solver_spec *spec, char *text, size_t size);
/** "pgs", "amgs", ... and a short description. */
MD_API const char *md_method_name(md_method method);
MD_API const char *md_method_title(md_method method);
/** "auto", "sparse", "explicit", "dense", "blocks". */
MD_API const char *md_form_name(md_form form);

/* ---- Solving ---------------------------------------------------------------------------------------------------- */

/** Residual of lambda; bounds of friction rows follow the same lambda. */
typedef struct md_residual {
    double absolute; /**< RES = || lambda - clamp(lambda - w, l, u) ||_2; the paper's measure, which mixes units */
    double scaled;   /**< the same with w_i / A_ii in place of w_i: an impulse */
    double relative; /**< scaled / || q_i / A_ii ||_2 (scaled if q = 0): comparable across problems */
    double cone;     /**< the residual of Siconos, see md_problem_residual_cone */
} md_residual;

/** Progress of a solve, for an observer. */
typedef struct md_progress {
    int64_t iteration;    /**< sweeps done; of exact: sweeps and Newton steps, here and below */
    double seconds;       /**< since the call of solve */
    md_residual residual; /**< of the current lambda */
} md_progress;

/** Stopping criteria. A tolerance of 0 is none; if several are given, all must be met. Numbers below zero and NaN are
 *  refused. */
typedef struct md_limits {
    double tol;             /**< on residual.absolute */
    double tol_scaled;      /**< on residual.scaled */
    double tol_relative;    /**< on residual.relative */
    double tol_cone;        /**< on residual.cone; not for worlds, which do not measure it */
    int64_t max_iterations; /**< 0: MD_DEFAULT_MAX_ITERATIONS */
    /** > 0: stops after this many sweeps, as a time budget would. max_iterations still decides what `auto` chooses, so
     *  that a run under a time budget can be repeated with the same bits. 0: none. */
    int64_t stop_after;
    double budget_us; /**< microseconds since the call of solve, preparation included; 0: none */
    /** Called at the start (iteration 0) and after every observe_every sweeps (0: 1) with the residual; returning false
     *  stops. */
    bool (*observe)(void *user, const md_progress *progress);
    void *observe_user;    /**< passed to it */
    int64_t observe_every; /**< sweeps between two calls */
} md_limits;

/** Max sweeps if max_iterations is 0. */
#define MD_DEFAULT_MAX_ITERATIONS 10000

/** How a solve ended. */
typedef enum md_outcome {
    MD_CONVERGED,
    MD_MAX_ITERATIONS,
    MD_TIME_BUDGET,
    MD_DIVERGED, /**< NaN, overflow or unlimited growth; lambda is a finite iterate before that */
    MD_STOPPED,  /**< by the observer */
    /** The residual falls no further, and a tolerance, if one was given, is not met: exact only. Not a proof that the
     *  problem has no solution. */
    MD_STALLED
} md_outcome;

/** "converged", "max_iterations", "time_budget", "diverged", "stopped", "stalled". */
MD_API const char *md_outcome_name(md_outcome outcome);

/** The result of a solve. The arrays belong to the solver and are valid until its next solve. */
typedef struct md_result {
    md_outcome outcome; /**< how the solve ended */
    md_form form;       /**< the form that was used */
    int64_t iterations; /**< sweeps done */
    /** The sweep that lambda is from: the last, or a better one before it if a tolerance was not met or time ran
     *  out. */
    int64_t best_iteration;
    md_residual residual;   /**< of lambda, with v recomputed after the last sweep */
    double seconds;         /**< preparation, sweeps and residuals */
    double prepare_seconds; /**< before the first sweep: diagonal, forming A, warm start */
    int32_t m, n;           /**< rows and velocities of the problem */
    const md_real *lambda;  /**< m impulses */
    const md_real *y;       /**< m modulus variables, for the next warm start; lambda for pgs and psor */
    const md_real *w;       /**< m values of A lambda + q */
    const md_real *v;       /**< n velocities v + M^-1 J^T lambda; NULL for an explicit problem */
} md_result;

/** A solver: memory and state of a solve. */
typedef struct md_solver md_solver;

/** Creates a solver; NULL if memory runs out. */
MD_API md_solver *md_solver_create(const md_allocator *allocator);
/** Frees a solver; NULL is allowed. */
MD_API void md_solver_destroy(md_solver *solver);

/** Solves a problem. MD_OK means that the solver ran, and result->outcome says how it ended. Any other status means
 *  that it did not run: a bad spec, limits below zero or NaN, a problem that fails md_problem_check, or no memory.
 *  `error` may be NULL. */
MD_API md_status md_solver_solve(md_solver *solver, const md_solver_spec *spec, const md_problem *problem,
                                 const md_limits *limits, md_result *result, md_error *error);

#ifdef __cplusplus
}
#endif

#endif
