/** @file
 * Linear complementarity problems with bounds (boxed LCPs), and the methods that solve them.
 *
 * The problem: bodies have velocity v (n numbers) and block-diagonal mass M; constraint row i has Jacobian row J_i,
 * bias b_i and compliance c_i. With A = J M^-1 J^T + diag(c) and q = J v + b, find the impulse lambda with
 *
 *     l <= lambda <= u,   w = A lambda + q,   w_i >= 0 where lambda_i = l_i,   w_i <= 0 where lambda_i = u_i,
 *     w_i = 0 in between.
 *
 * l = 0 and u = infinity give the plain LCP of a frictionless contact. A row with a parent has bounds that follow the
 * parent's impulse: [l_i lambda_p, u_i lambda_p], so that l_i = -mu and u_i = mu is Coulomb friction.
 *
 * How it is used:
 *
 *     md_problem *problem = md_problem_create(NULL);
 *     md_problem_begin_bodies(problem, 3);
 *     md_problem_add_body(problem, &body);             once for each body
 *     md_problem_add_row(problem, &row);               once for each constraint
 *     md_solver *solver = md_solver_create(NULL);
 *     md_solver_spec spec = md_solver_spec_default();  auto; or md_solver_spec_parse("pgs", ...)
 *     md_limits limits = {.tol = 1e-6, .max_iterations = 1000};
 *     md_solver_solve(solver, &spec, problem, &limits, &result, &error);
 *
 * Both objects keep their memory: filling and solving a problem of the same size again allocates nothing, unless it is
 * a structured one in an explicit form, for which A is formed anew.
 * Two threads may use two solvers on one problem; a solver serves one thread at a time.
 */
#ifndef MODULUS_LCP_H
#define MODULUS_LCP_H

#include <modulus/base.h>
#include <modulus/matrix.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The problem ------------------------------------------------------------------------------------------------ */

/** A problem, which owns all that it holds. */
typedef struct md_problem md_problem;

/** In place of a body: the world, which does not move. */
#define MD_NO_BODY (-1)
/** In place of a parent: the bounds of the row are constants. */
#define MD_NO_PARENT (-1)

/** A rigid body. In 2D v is (vx, vy, angular), in 3D (vx, vy, vz, wx, wy, wz). Inverse masses of zero make it static.
 *  In 2D the inverse inertia is inverse_inertia[0]; in 3D all nine, row by row, symmetric. */
typedef struct md_body {
    md_real velocity[6];        /**< before the solve */
    md_real inverse_mass;       /**< 1/kg, >= 0 */
    md_real inverse_inertia[9]; /**< 1/(kg m^2), about the centre of mass */
} md_body;

/** A constraint row between at most two bodies. `md_row_default` gives an LCP row: bounds [0, inf), no parent. */
typedef struct md_row {
    int32_t body[2];        /**< indices of bodies, or MD_NO_BODY */
    md_real jacobian[2][6]; /**< as many numbers a body as it has degrees of freedom */
    md_real bias;           /**< b_i; the velocity of a kinematic body goes in here */
    md_real compliance;     /**< c_i >= 0, added to A_ii */
    md_real lower, upper;   /**< l_i <= u_i, infinite allowed; with a parent: finite, times the parent's impulse */
    int32_t parent;         /**< the row whose impulse scales the bounds, or MD_NO_PARENT */
    md_real lambda0;        /**< warm start: the impulse */
    md_real y0;             /**< warm start: the modulus variable; NaN where none is known, for lambda0 */
} md_row;

/** Bounds [0, inf), no bodies, no parent, a cold start. */
MD_API md_row md_row_default(void);

/** An empty problem; NULL where memory is out. */
MD_API md_problem *md_problem_create(const md_allocator *allocator);
/** Frees a problem; NULL is allowed. */
MD_API void md_problem_destroy(md_problem *problem);

/** Starts a structured problem of bodies with 3 (2D) or 6 (3D) degrees of freedom. Forgets what the problem held and
 *  keeps its memory. */
MD_API md_status md_problem_begin_bodies(md_problem *problem, int32_t degrees_of_freedom);
/** Adds a body or a row, numbered from 0 in the order of the calls. A body must be there before a row names it; a
 *  parent may come later than its child. */
MD_API md_status md_problem_add_body(md_problem *problem, const md_body *body);
MD_API md_status md_problem_add_row(md_problem *problem, const md_row *row);

/** Starts an explicit problem (A and q, copied), every row with bounds [0, inf). */
MD_API md_status md_problem_begin_explicit(md_problem *problem, const md_matrix *A, const md_real *q);
/** Starts a structured problem of a general sparse J and a symmetric M^-1, block-diagonal as a rule (copied). */
MD_API md_status md_problem_begin_general(md_problem *problem, const md_matrix *J, const md_matrix *inverse_M,
                                          const md_real *v, const md_real *b);

/** Sets what the rows carry, each an array of md_problem_rows() numbers that is copied. Values are checked; on failure
 *  the problem is as before. */
MD_API md_status md_problem_set_bounds(md_problem *problem, const md_real *lower, const md_real *upper);
MD_API md_status md_problem_set_compliance(md_problem *problem, const md_real *compliance);
/** Row i with parent[i] != MD_NO_PARENT gets the bounds -mu[i] and mu[i] times its parent's impulse. */
MD_API md_status md_problem_set_friction(md_problem *problem, const int32_t *parent, const md_real *mu);
/** Rows grouped a contact, the normal and contact_dim - 1 tangents; one mu a contact. */
MD_API md_status md_problem_set_contact_friction(md_problem *problem, int32_t contact_dim, const md_real *mu);
/** The warm start; y0 NULL for y0 = lambda0, lambda0 NULL for a cold start. */
MD_API md_status md_problem_set_start(md_problem *problem, const md_real *lambda0, const md_real *y0);

/** Makes a problem the copy of another, warm start included. On failure it holds nothing. */
MD_API md_status md_problem_copy(md_problem *problem, const md_problem *from);

/** How a problem was given. */
typedef enum md_problem_kind { MD_PROBLEM_EXPLICIT, MD_PROBLEM_BODIES, MD_PROBLEM_GENERAL } md_problem_kind;

/** How it was given: as A and q, as bodies and rows, or as J and M^-1. */
MD_API md_problem_kind md_problem_get_kind(const md_problem *problem);
/** m: constraint rows; n: velocity components (0 for an explicit problem); degrees of freedom a body (0 if unknown). */
MD_API int32_t md_problem_rows(const md_problem *problem);
MD_API int32_t md_problem_velocities(const md_problem *problem);
MD_API int32_t md_problem_degrees_of_freedom(const md_problem *problem);
/** What the rows carry, m numbers each; valid until the problem changes. `bias` is q for an explicit problem. */
MD_API const md_real *md_problem_lower(const md_problem *problem);
MD_API const md_real *md_problem_upper(const md_problem *problem);
MD_API const int32_t *md_problem_parent(const md_problem *problem);
MD_API const md_real *md_problem_compliance(const md_problem *problem);
MD_API const md_real *md_problem_bias(const md_problem *problem);
MD_API const md_real *md_problem_lambda0(const md_problem *problem);
MD_API const md_real *md_problem_y0(const md_problem *problem);

/** Checks all that can be checked without solving: parents in range and without parents, lower bounds of parents not
 *  negative, a positive diagonal. The error names the row, counted from 1 as in files. Solving checks the same. */
MD_API md_status md_problem_check(const md_problem *problem, md_error *error);

/** The parts of a problem as matrices, for files and for analysis. A is without the compliance; q has A's rows.
 *  For a structured problem A = J M^-1 J^T is formed, which costs what the sparse methods avoid. */
MD_API md_status md_problem_get_A(const md_problem *problem, md_matrix *A);
MD_API md_status md_problem_get_q(const md_problem *problem, md_real *q);
/** J, M^-1 and v of a structured problem; MD_ERROR_ARGUMENT for an explicit one. */
MD_API md_status md_problem_get_J(const md_problem *problem, md_matrix *J);
MD_API md_status md_problem_get_inverse_M(const md_problem *problem, md_matrix *inverse_M);
MD_API md_status md_problem_get_v(const md_problem *problem, md_real *v);

/* ---- The methods ------------------------------------------------------------------------------------------------ */

/** Which method solves. */
typedef enum md_method {
    MD_PGS,  /**< projected Gauss-Seidel */
    MD_PSOR, /**< projected SOR, relaxed by `relax` */
    MD_MJ,   /**< modulus-based Jacobi (Bai 2010), and so on: */
    MD_MGS,  /**< Gauss-Seidel */
    MD_MSOR, /**< SOR, by `relax` */
    MD_MAOR, /**< accelerated overrelaxation, by `relax` and `beta` */
    MD_AMJ,  /**< the accelerated family (Zheng and Yin 2013) */
    MD_AMGS, /**< with a structured problem: the sparse method of Miyamoto and Yamashita */
    MD_AMSOR,
    MD_AMAOR,
    MD_AUTO, /**< the default: chooses alpha and acceleration by the sweeps that the limits allow */
    MD_METHOD_COUNT
} md_method;

/** How A is held. The sparse form carries v along and never forms A; it exists for pgs, psor, amgs, amsor and auto. Blocks are the sparse
 *  form of contacts between bodies in 2D, several at a time: the fastest for many contacts, with the rows in an order of its own. */
typedef enum md_form { MD_FORM_AUTO, MD_FORM_SPARSE, MD_FORM_EXPLICIT, MD_FORM_DENSE, MD_FORM_BLOCKS } md_form;

/** The diagonal matrix Omega of the modulus methods. */
typedef enum md_omega {
    MD_OMEGA_ALPHA_D, /**< alpha D */
    MD_OMEGA_MEAN,    /**< mean(D) / gamma on the whole diagonal */
    MD_OMEGA_NUMBER   /**< omega_number on the whole diagonal */
} md_omega;

/** Bounds: two-sided (see docs/paper-notes.md), or the paper's one-sided Method 3.2 to the letter (sparse amgs). */
typedef enum md_box { MD_BOX_TWO_SIDED, MD_BOX_PAPER } md_box;

/** Acceleration of the sweeps of pgs, psor, amgs and amsor. Anderson's extrapolates from the sweeps before, which takes
 *  fewer sweeps to a tight tolerance; docs/auto-alpha.md has figures. */
typedef enum md_acceleration { MD_ACCELERATE_NONE, MD_ACCELERATE_ANDERSON } md_acceleration;

/** A method with its parameters. */
typedef struct md_solver_spec {
    md_method method;           /**< default auto */
    md_form form;               /**< default auto: sparse where that is possible */
    md_omega omega;             /**< default alpha D */
    md_box box;                 /**< default two-sided */
    md_acceleration accelerate; /**< default none */
    md_real gamma;              /**< > 0, default 2 */
    md_real alpha;              /**< > 0; 0 for the default: 0.5 / gamma for amgs, amsor, amaor, 1 / gamma else */
    md_real omega_number;       /**< > 0 with MD_OMEGA_NUMBER */
    md_real relax;              /**< > 0; default 1.2 for psor, amsor, amaor, 0.9 for msor, maor, 1 elsewhere */
    md_real beta;               /**< >= 0; default 1 for the AOR kinds */
} md_solver_spec;

/** A method with its default parameters; `md_solver_spec_default` is auto. */
MD_API md_solver_spec md_solver_spec_of(md_method method);
MD_API md_solver_spec md_solver_spec_default(void);
/** Reads NAME[:key=value,...], such as "auto", "pgs", "amgs:alpha=0.25" or "amsor:relax=1.2,form=explicit". */
MD_API md_status md_solver_spec_parse(const char *text, md_solver_spec *spec, md_error *error);
/** Writes the shortest text that parses to the same spec; always terminated where size > 0. */
MD_API void md_solver_spec_format(const md_solver_spec *spec, char *text, size_t size);
/** "pgs", "amgs", ... and what each is in a few words. */
MD_API const char *md_method_name(md_method method);
MD_API const char *md_method_title(md_method method);
/** "auto", "sparse", "explicit", "dense". */
MD_API const char *md_form_name(md_form form);

/* ---- Solving ---------------------------------------------------------------------------------------------------- */

/** How well lambda solves the problem; bounds of friction rows are those of the present lambda. */
typedef struct md_residual {
    double absolute; /**< RES = || lambda - clamp(lambda - w, l, u) ||_2; mixes units, the paper's measure */
    double scaled;   /**< the same with w_i / A_ii for w_i: an impulse */
    double relative; /**< scaled / || q_i / A_ii ||_2 (scaled where q = 0): means the same across problems */
} md_residual;

/** Where the solver is, for an observer. */
typedef struct md_progress {
    int64_t iteration;    /**< sweeps done */
    double seconds;       /**< since the call of solve */
    md_residual residual; /**< now */
} md_progress;

/** When to stop. A tolerance of 0 is none; where several are given, all must be met. */
typedef struct md_limits {
    double tol;             /**< on residual.absolute */
    double tol_scaled;      /**< on residual.scaled */
    double tol_relative;    /**< on residual.relative */
    int64_t max_iterations; /**< 0: MD_DEFAULT_MAX_ITERATIONS */
    int64_t
        stop_after; /**< > 0: ends after so many sweeps, as if by a budget: what was planned by max_iterations stays (alpha=auto looks at
                                 it), so that a run under a time budget is repeated to the bit; 0: none */
    double budget_us; /**< microseconds from the call of solve, preparation included; 0: none */
    /** Called at the start (iteration 0) and after every observe_every sweeps (0: 1) with the residual; false stops. */
    bool (*observe)(void *user, const md_progress *progress);
    void *observe_user;    /**< handed to it */
    int64_t observe_every; /**< sweeps between two calls */
} md_limits;

/** Sweeps at the most where no count is given. */
#define MD_DEFAULT_MAX_ITERATIONS 10000

/** How a solve ended. */
typedef enum md_outcome {
    MD_CONVERGED,
    MD_MAX_ITERATIONS,
    MD_TIME_BUDGET,
    MD_DIVERGED, /**< NaN, overflow or growth without end; lambda is a finite iterate before that */
    MD_STOPPED   /**< by the observer */
} md_outcome;

/** "converged", "max_iterations", "time_budget", "diverged", "stopped". */
MD_API const char *md_outcome_name(md_outcome outcome);

/** The arrays belong to the solver and hold until its next solve or end. */
typedef struct md_result {
    md_outcome outcome; /**< how it ended */
    md_form form;       /**< the one used */
    int64_t iterations; /**< sweeps done */
    /** The sweep after which lambda was so: the last; an earlier one where a tolerance was not met, or time ran out, and it was
     *  better. */
    int64_t best_iteration;
    md_residual residual;   /**< of lambda, recomputed from scratch after the last sweep */
    double seconds;         /**< preparation, sweeps and residuals */
    double prepare_seconds; /**< of these, before the first sweep: the diagonal, A where it is formed, the start */
    int32_t m, n;           /**< rows and velocities of the problem */
    const md_real *lambda;  /**< m impulses */
    const md_real *y;       /**< m modulus variables, for the next warm start; lambda for methods without */
    const md_real *w;       /**< m numbers A lambda + q */
    const md_real *v;       /**< n velocities v + M^-1 J^T lambda; NULL for an explicit problem */
} md_result;

/** The memory and state of a solve. */
typedef struct md_solver md_solver;

/** Room to solve in; NULL where memory is out. */
MD_API md_solver *md_solver_create(const md_allocator *allocator);
/** Frees a solver; NULL is allowed. */
MD_API void md_solver_destroy(md_solver *solver);

/** Solves. MD_OK means that the solver ran; result->outcome says how that ended. Every other status means that nothing
 *  ran: a bad spec, a problem that fails md_problem_check, or no memory. `error` may be NULL. */
MD_API md_status md_solver_solve(md_solver *solver, const md_solver_spec *spec, const md_problem *problem,
                                 const md_limits *limits, md_result *result, md_error *error);

#ifdef __cplusplus
}
#endif

#endif
