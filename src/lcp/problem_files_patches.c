/* Reading the patches of a problem: which normals bound friction together (patch.h). Each of them has the number, from 1, of the
 * first, which is the parent of the friction rows after them; other rows have 0. */
#include "base/error.h"
#include "lcp/problem.h"
#include "lcp/problem_parts.h"

/* Finds the patch whose first normal is row i. Returns false if the numbers, the parents or the friction rows do not fit. */
static bool find_patch(const md_problem *problem, const md_real *number, int32_t i, struct patch_rows *patch)
{
    int32_t points = 0;
    while (i + points < problem->m && number[i + points] == (md_real)(i + 1)) {
        if (points == MD_MAX_PATCH_POINTS || problem->parent.at[i + points] != MD_NO_PARENT) {
            return false;
        }
        ++points;
    }
    return points > 0 && md_problem_find_patch(problem, i, points, patch);
}

md_status md_parts_read_patches(md_problem *problem, struct parts *parts)
{
    if (!md_parts_has(parts, MD_PART_PATCH)) {
        return MD_OK;
    }
    const char *path = parts->path[MD_PART_PATCH];
    if (parts->files->law == MD_FRICTION_CONE) {
        return md_fail(parts->error, MD_ERROR_PROBLEM,
                       "%s: the law cone has one normal per contact; choose the law disc or box", path);
    }
    md_status status = md_parts_read_vector(parts, MD_PART_PATCH, problem->m, "one per row");
    const md_real *number = parts->vector[MD_PART_PATCH].at;
    for (int32_t i = 0; status == MD_OK && i < problem->m;) {
        struct patch_rows patch;
        if (number[i] == 0) {
            ++i;
            continue;
        }
        if (!find_patch(problem, number, i, &patch)) {
            return md_fail(
                parts->error, MD_ERROR_PROBLEM,
                "%s: row %d: patch %g, expected 0, or for 1 to %d rows without a parent the number of the first "
                "of them, followed by 1 to 5 rows whose parent it is",
                path, i + 1, (double)number[i], MD_MAX_PATCH_POINTS);
        }
        status = md_fail_plain(parts->error, md_problem_join_patch(problem, &patch));
        i += patch.points;
    }
    return status;
}
