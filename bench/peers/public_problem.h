/* A contact problem or LCP from a folder of Matrix Market files, and residuals of a vector of impulses. Nothing of Modulus
 * and nothing of another solver is used here, so that the residuals judge both. */
#ifndef MODULUS_PEERS_PUBLIC_PROBLEM_H
#define MODULUS_PEERS_PUBLIC_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>

/** A sparse matrix in compressed rows; the columns of a row are in ascending order. */
struct sparse {
    int rows, cols;
    size_t *start; /**< rows + 1 positions in col and value */
    int *col;
    double *value;
};

/** w = A r + q with r and w of each contact in a cone and its dual. Rows are grouped per contact: normal, tangents. */
struct public_problem {
    int dimension; /**< rows per contact: 3, 2, or 1 for an LCP */
    int contacts;
    int rows; /**< contacts * dimension */
    struct sparse A;
    double *q;
    double *mu; /**< one coefficient per contact; 0 in an LCP */
};

/** An error message of one line about an input. */
struct problem_error {
    char text[512];
};

/** Reads `A q`, `J M v b` or `J Minv v b` (A = J M^-1 J^T, q = J v + b, M diagonal) and `mu`, which is optional: with one
 *  coefficient per two rows the problem is in 2D, with one per three rows in 3D, and without `mu` it is an LCP. */
bool public_problem_read(struct public_problem *problem, const char *folder, struct problem_error *error);
void public_problem_free(struct public_problem *problem);

/** Reads a file with `count` numbers. Free with free. */
double *vector_read(const char *path, int count, struct problem_error *error);
bool vector_write(const char *path, const double *value, int count);

/** How far impulses are from a solution; NaN if an impulse is not finite. */
struct judgement {
    /** sqrt(sum |r - P_K(r - u^)|^2) / max(|q|, |r|, |u|), with u^ = u + (mu |u_T|, 0, 0), u = A r + q and P_K the projection
     *  onto Coulomb's cone: the error that Siconos computes for friction. For an LCP P_K is the positive part. */
    double cone;
    /** Natural map with w_i / D_i, tangents projected onto the disc of radius mu r_n, divided by || q_i / D_i ||_2. D is A_ii
     *  for normals and the largest eigenvalue of the contact's (symmetric part of) A_tt for tangents; 1 if that is not
     *  positive. */
    double scaled;
};

struct judgement judge(const struct public_problem *problem, const double *r);

/** Returns zeroed memory for count elements; ends the program if there is none. */
void *allocate(size_t count, size_t size);

#endif
