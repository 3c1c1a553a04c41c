/* Diagnostics of a problem: its size, spectrum and rank, the constants of the paper's convergence theory (tau, delta),
 * a list of convergence statements that hold for it or not, and which solver to expect to work.
 *
 * A = J M^-1 J^T + diag(c) = D - L - U. Small problems use LAPACK on dense matrices. Large ones use ARPACK, which needs
 * only products with sparse matrices. Every number says where it comes from and whether it converged. All computations
 * are in double, whatever md_real is.
 *
 * Statements are numbered as in the paper by Miyamoto and Yamashita: Lemma 4.1, Theorem 4.2, Corollary 4.3, Remarks 4.4
 * and 4.5.
 *
 * ARPACK keeps static state: only one thread of a process may be in analysis_run at a time.
 */
#ifndef MODULUS_ANALYZE_ANALYZE_H
#define MODULUS_ANALYZE_ANALYZE_H

#include <modulus/modulus.h>

#include "analyze/advice.h"

/** The relative residual that the trial and the advice are about. */
#define ANALYSIS_TOLERANCE (sizeof(md_real) == sizeof(float) ? 1e-4 : 1e-8)
/** Sweeps of the trial. */
#define ANALYSIS_TRIAL_SWEEPS 1000

struct analysis_options {
    /** Gives Omega by its omega, gamma, alpha (0: 0.5 / gamma) and omega_number. The analysis is of AMGS with this
     *  Omega and of PGS, whatever method, form, relax and beta are. */
    md_solver_spec spec;
    /** Maximum number of rows for LAPACK. 0 is the default: 2000 for the eigenvalues of A, 1000 for the more expensive
     *  numbers. Clamped to 79 .. 30000, because ARPACK needs more rows and LAPACK handles no more. */
    int32_t dense_limit;
    /** Maximum number of restarts of an ARPACK run; 0 or less: about 5 seconds per number. */
    int32_t max_restarts;
    /** Called with the name of the present stage and the completed fraction of the work; may be NULL. */
    void (*progress)(void *user, const char *stage, double fraction);
    void *progress_user;
};

struct analysis_options analysis_options_default(void);

enum analysis_source {
    ANALYSIS_ABSENT, /**< not computed, or undefined for this problem */
    ANALYSIS_EXACT,  /**< follows from the structure of the problem */
    ANALYSIS_LAPACK, /**< from all values of a dense matrix, up to rounding */
    ANALYSIS_ARPACK  /**< from an iteration; nine digits if it converged */
};

/** A computed number. If ARPACK did not converge, the value is its best estimate: the true eigenvalue_min may be
 *  smaller; the true eigenvalue_max, norms and numbers derived from norms may be larger; a spectral radius may be
 *  either. */
struct analysis_number {
    double value; /**< NaN where it is absent */
    enum analysis_source source;
    bool converged;
};

/** x^T A x > 0 for all x, >= 0, or of either sign; to the tolerance in rank_tolerance. */
enum analysis_definiteness {
    ANALYSIS_DEFINITENESS_UNKNOWN,
    ANALYSIS_POSITIVE_DEFINITE,
    ANALYSIS_POSITIVE_SEMIDEFINITE,
    ANALYSIS_INDEFINITE
};

enum analysis_verdict { ANALYSIS_APPLIES, ANALYSIS_DOES_NOT_APPLY, ANALYSIS_CAUTION };

/** A convergence statement and whether it holds for the problem. */
struct analysis_statement {
    const char *topic; /**< a constant identifier such as "theorem-4.2" */
    enum analysis_verdict verdict;
    char text[480]; /**< one or two sentences */
};

#define ANALYSIS_MAX_STATEMENTS 12

/** Sweeps of PGS on the problem, to ANALYSIS_TOLERANCE. */
struct analysis_trial {
    bool has_run; /**< false if the diagonal of A is not positive; the rest is then 0 */
    bool met;     /**< the tolerance is met */
    bool diverged;
    int64_t sweeps;  /**< done: at most ANALYSIS_TRIAL_SWEEPS */
    double residual; /**< the relative residual of the best iterate */
    /** `sweeps` if the tolerance is met; otherwise an extrapolation at the rate of the second half of the trial, infinite
     *  if the residual did not fall there. */
    double expected_sweeps;
};

struct analysis {
    /* Size and row types. */
    int32_t m, n;
    bool has_J;               /**< false for an explicit problem; then nnz_J is 0 */
    int64_t nnz_J;            /**< nonzero entries of J */
    int64_t nnz_A;            /**< nonzero off-diagonal entries of A, plus m */
    int32_t boxed_rows;       /**< rows with constant bounds other than [0, inf), including equality_rows */
    int32_t equality_rows;    /**< rows with bounds (-inf, inf) */
    int32_t friction_rows;    /**< rows whose bounds follow a parent */
    double friction_max;      /**< largest coefficient of a friction row; 0 without */
    const char *friction_law; /**< "none", "disc", "cone", "box" or "several" */
    /** Sum over all velocities of the impulse that would stop it; 0 for an explicit problem. */
    double momentum;

    /* The matrix. */
    double diagonal_min, diagonal_max;
    int32_t diagonal_min_row;              /**< the row of diagonal_min, from 0 */
    bool has_positive_diagonal;            /**< if not, only `exact` can solve, and there is no sweep to analyse */
    bool is_nonnegative;                   /**< no entry of A is negative */
    double asymmetry;                      /**< max |A - A^T| / max |A| */
    bool symmetric;                        /**< asymmetry is at most 100 epsilon of md_real */
    struct analysis_number eigenvalue_min; /**< of (A + A^T) / 2 */
    struct analysis_number eigenvalue_max;
    enum analysis_definiteness definiteness;
    bool rank_known;
    int32_t rank;             /**< numerical rank of A; 0 if unknown */
    int32_t rank_upper_bound; /**< number of movable velocities and compliant rows; at most m */
    double rank_tolerance;    /**< eigenvalues (or singular values) up to this count as zero */

    /* The sweep with all rows active. */
    struct analysis_number tau;       /**< || (D - L)^-1 U ||_2 */
    struct analysis_number rho;       /**< spectral radius of (D - L)^-1 U: the convergence factor of PGS */
    struct analysis_number rho_range; /**< the same without the null space of a symmetric A */
    /** Upper bound of the spectral radius of (D - |L|)^-1 |U|. Below 1, A is an H-matrix. */
    struct analysis_number comparison;
    struct analysis_number rho_amgs; /**< spectral radius of the AMGS sweep: SOR with omega = 2 / (1 + ratio) */
    /** sqrt(1 - rho_range): the best gamma alpha if A is consistently ordered (Young), otherwise a heuristic. Absent if
     *  A is not symmetric, or rho_range is 1 up to rounding. */
    struct analysis_number optimal_ratio;

    /* The modulus method with the given Omega. */
    double ratio_min, ratio_max;  /**< of gamma Omega_i / D_i, which is gamma alpha for Omega = alpha D */
    struct analysis_number delta; /**< 2 ||(D + gO)^-1 D|| tau + ||(D + gO)^-1 (gO - D)||, gO = gamma Omega */
    /* The paper's recursion before it uses its Lemma 4.1: ||x' - x*|| <= (xi + zeta) / (1 - mu) ||x - x*||. */
    struct analysis_number xi;    /**< || (D - L + gO)^-1 U || */
    struct analysis_number zeta;  /**< || (D - L + gO)^-1 (gO - D + U) || */
    struct analysis_number mu;    /**< || (D - L + gO)^-1 L || */
    struct analysis_number bound; /**< (xi + zeta) / (1 - mu); absent if mu >= 1 */

    struct analysis_statement statements[ANALYSIS_MAX_STATEMENTS];
    int32_t statement_count;

    /* The choice of a solver. */
    struct analysis_trial trial;
    /** Estimate of the relative residual that rounding the impulses may cause: epsilon times the norm of `momentum` in
     *  every row, over || q_i / A_ii ||; 0 if unknown. */
    double rounding;
    struct analysis_advice advice;
};

/** Analyses a problem. Fails with MD_ERROR_PROBLEM if there are no rows, or if md_problem_check fails for another reason
 *  than a zero or negative diagonal; with MD_ERROR_ARGUMENT if the parameters of Omega are out of range, with MD_ERROR_FILE
 *  if LAPACK and ARPACK cannot be loaded, and with MD_ERROR_MEMORY. `out` owns no memory. `error` may be NULL. */
md_status analysis_run(const md_problem *problem, const struct analysis_options *options, struct analysis *out,
                       md_error *error);

/** "not computed", "structure", "LAPACK", "ARPACK". */
const char *analysis_source_name(enum analysis_source source);
/** "positive definite", "positive semidefinite", "indefinite", "unknown". */
const char *analysis_definiteness_name(enum analysis_definiteness definiteness);
/** "applies", "does not apply", "caution". */
const char *analysis_verdict_name(enum analysis_verdict verdict);

#endif
