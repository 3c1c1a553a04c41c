/* What a problem is: its size, spectrum and rank, the numbers of the paper's convergence theory (tau, delta), and a
 * plain account of which convergence statements hold for it.
 *
 * With A = J M^-1 J^T + diag(c) = D - L - U, small problems are measured by LAPACK on dense matrices, large ones by
 * ARPACK, which needs products with sparse matrices only. Every number says which of the two it comes from and whether
 * it can be believed. All is computed in double, whatever md_real is.
 *
 * The paper's numbering of Miyamoto and Yamashita: Lemma 4.1, Theorem 4.2, Corollary 4.3, Remarks 4.4 and 4.5.
 *
 * ARPACK keeps state between its calls: only one thread of a process may be in analysis_run at a time.
 */
#ifndef MODULUS_ANALYZE_ANALYZE_H
#define MODULUS_ANALYZE_ANALYZE_H

#include <modulus/modulus.h>

struct analysis_options {
    /** Names Omega through omega, gamma, alpha (0: 0.5 / gamma) and omega_number. The analysis is of AMGS with this
     *  Omega and of PGS, whatever the method, form, relax and beta of the spec are. */
    md_solver_spec spec;
    /** Rows at the most for LAPACK; at least 79 and at most 30000 whatever is asked, for neither library can do all.
     *  0 is the default: 2000 for the eigenvalues of A, 1000 for what costs more. Negative: as little as can be. */
    int32_t dense_limit;
    /** Restarts of an ARPACK run at the most; 0 or less: what takes some 5 seconds a number. */
    int32_t max_restarts;
    /** NULL, or called with the name of what is being computed and the part of the work that is done, from 0 to 1. */
    void (*progress)(void *user, const char *stage, double fraction);
    void *progress_user;
};

struct analysis_options analysis_options_default(void);

enum analysis_source {
    ANALYSIS_ABSENT, /**< not computed, or it does not exist for this problem */
    ANALYSIS_EXACT,  /**< read off the structure of the problem */
    ANALYSIS_LAPACK, /**< from all values of a dense matrix, to rounding */
    ANALYSIS_ARPACK  /**< from an iteration that may not converge, to nine digits where it does */
};

/** A measured number. Where ARPACK did not converge the value is only its best estimate: then eigenvalue_min may be
 *  smaller; eigenvalue_max, norms and what is made of norms may be larger; a spectral radius may be either. */
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

/** One convergence statement, and whether it holds for the problem. */
struct analysis_statement {
    const char *topic; /**< a short constant key such as "theorem-4.2" */
    enum analysis_verdict verdict;
    char text[480]; /**< one or two English sentences */
};

#define ANALYSIS_MAX_STATEMENTS 12

struct analysis {
    /* Size and shape. */
    int32_t m, n;
    bool has_J;            /**< false for an explicit problem; then nnz_J is 0 */
    int64_t nnz_J;         /**< entries of J that are not zero */
    int64_t nnz_A;         /**< entries of A off the diagonal that are not zero, and m */
    int32_t boxed_rows;    /**< rows with constant bounds other than [0, inf); equality_rows are among them */
    int32_t equality_rows; /**< rows with bounds (-inf, inf) */
    int32_t friction_rows; /**< rows whose bounds follow a parent */

    /* The matrix. */
    double asymmetry;                      /**< max |A - A^T| / max |A| */
    bool symmetric;                        /**< asymmetry is rounding: at most 100 epsilon of md_real */
    struct analysis_number eigenvalue_min; /**< of (A + A^T) / 2 */
    struct analysis_number eigenvalue_max;
    enum analysis_definiteness definiteness;
    bool rank_known;
    int32_t rank;             /**< numerical rank of A; 0 where it is not known */
    int32_t rank_upper_bound; /**< from counting moving velocities and compliant rows; m at the most */
    double rank_tolerance;    /**< eigenvalues of A (singular values, if not symmetric) up to this count as zero */

    /* The sweep where all rows are active. */
    struct analysis_number tau;           /**< || (D - L)^-1 U ||_2 */
    struct analysis_number rho;           /**< spectral radius of (D - L)^-1 U: the factor of PGS */
    struct analysis_number rho_range;     /**< the same without the null space of a symmetric A */
    struct analysis_number rho_amgs;      /**< spectral radius of the AMGS sweep: SOR with omega = 2 / (1 + ratio) */
    struct analysis_number optimal_ratio; /**< sqrt(1 - rho_range): the best gamma alpha if A is consistently ordered
                                               (Young), else a heuristic; absent where A is not symmetric, or
                                               rho_range is 1 to rounding */

    /* The modulus method with the spec's Omega. */
    double ratio_min, ratio_max;  /**< of gamma Omega_i / D_i, which is gamma alpha for Omega = alpha D */
    struct analysis_number delta; /**< 2 ||(D + gO)^-1 D|| tau + ||(D + gO)^-1 (gO - D)||, gO = gamma Omega */
    /* The paper's recursion before it uses its Lemma 4.1: ||x' - x*|| <= (xi + zeta) / (1 - mu) ||x - x*||. */
    struct analysis_number xi;    /**< || (D - L + gO)^-1 U || */
    struct analysis_number zeta;  /**< || (D - L + gO)^-1 (gO - D + U) || */
    struct analysis_number mu;    /**< || (D - L + gO)^-1 L || */
    struct analysis_number bound; /**< (xi + zeta) / (1 - mu); absent where mu >= 1 */

    struct analysis_statement statements[ANALYSIS_MAX_STATEMENTS];
    int32_t statement_count;
};

/** Measures the problem. MD_ERROR_PROBLEM where md_problem_check fails or there are no rows, MD_ERROR_ARGUMENT where
 *  Omega's parameters are out of range, MD_ERROR_MEMORY. `out` owns nothing. `error` may be NULL. */
md_status analysis_run(const md_problem *problem, const struct analysis_options *options, struct analysis *out,
                       md_error *error);

/** "not computed", "structure", "LAPACK", "ARPACK". */
const char *analysis_source_name(enum analysis_source source);
/** "positive definite", "positive semidefinite", "indefinite", "unknown". */
const char *analysis_definiteness_name(enum analysis_definiteness definiteness);
/** "applies", "does not apply", "caution". */
const char *analysis_verdict_name(enum analysis_verdict verdict);

#endif
