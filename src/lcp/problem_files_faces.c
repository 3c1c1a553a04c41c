/* Reading the faces of a problem: which normals a sweep steps together (faces.h). Each row has the number, from 1, of the first
 * normal of its face, or 0. */
#include "base/error.h"
#include "lcp/problem.h"
#include "lcp/problem_parts.h"

/* A face starts at most this many rows before its last normal: four contacts with all kinds of friction have 24 rows. */
#define LONGEST_FACE 64

/* The first row of the face of row i; -1 if there is none, -2 if the number is wrong. */
static int32_t first_row(const md_problem *problem, const md_real *number, int32_t i)
{
    const int32_t earliest = i < LONGEST_FACE ? 0 : i - LONGEST_FACE + 1;
    if (number[i] == 0) {
        return -1;
    }
    if (!(number[i] > (md_real)earliest && number[i] <= (md_real)(i + 1)) || problem->parent.at[i] != MD_NO_PARENT) {
        return -2;
    }
    const int32_t first = (int32_t)number[i] - 1;
    return number[i] == (md_real)(first + 1) && number[first] == number[i] ? first : -2;
}

/* Joins the normals of the face that starts with a row. Returns false if it has too many. */
static bool join_face(md_problem *problem, const md_real *number, int32_t first, md_status *status)
{
    int32_t rows[MD_FACE_ROWS];
    int32_t count = 0;
    for (int32_t i = first; i < problem->m && i < first + LONGEST_FACE; ++i) {
        if (number[i] == number[first]) {
            if (count == MD_FACE_ROWS) {
                return false;
            }
            rows[count++] = i;
        }
    }
    *status = md_problem_join_normals(problem, rows, count);
    return true;
}

md_status md_parts_read_faces(md_problem *problem, struct parts *parts)
{
    const int32_t m = md_problem_rows(problem);
    if (!md_parts_has(parts, MD_PART_FACE)) {
        return MD_OK;
    }
    md_status status = md_parts_read_vector(parts, MD_PART_FACE, m, "one per row");
    const md_real *number = parts->vector[MD_PART_FACE].at;
    for (int32_t i = 0; status == MD_OK && i < m; ++i) {
        const int32_t first = first_row(problem, number, i);
        if (first == -2 || (first == i && !join_face(problem, number, i, &status))) {
            return md_fail(
                parts->error, MD_ERROR_PROBLEM,
                "%s: row %d: face %g, expected 0, or for a row without a parent the number of the first of at "
                "most %d rows, at most %d rows before it",
                parts->path[MD_PART_FACE], i + 1, (double)number[i], MD_FACE_ROWS, LONGEST_FACE - 1);
        }
    }
    return md_fail_plain(parts->error, status);
}
