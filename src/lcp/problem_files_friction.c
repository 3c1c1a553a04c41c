/* Reading the friction of a problem: mu, torsion and rolling with one number per contact, or parent and mu with one
 * number per row. */
#include <stdio.h>

#include "base/error.h"
#include "lcp/problem_parts.h"

/* ---- One number per row ------------------------------------------------------------------------------------------ */

static md_status read_parent_rows(struct parts *parts, int32_t m, struct indices *parent)
{
    md_status status = md_parts_read_vector(parts, MD_PART_PARENT, m, "one per row");
    if (status == MD_OK && (int64_t)((md_real)m + 1) == (int64_t)(md_real)m) {
        return md_fail(parts->error, MD_ERROR_SIZE, "%s: too many rows for row numbers stored as %s",
                       parts->path[MD_PART_PARENT], md_real_name());
    }
    if (status == MD_OK) {
        status = md_fail_plain(parts->error, indices_reserve(&parts->allocator, parent, (size_t)m + 1));
    }
    for (int32_t i = 0; status == MD_OK && i < m; ++i) {
        const md_real number = parts->vector[MD_PART_PARENT].at[i];
        if (!(number >= 0) || number > (md_real)m || number != (md_real)(int32_t)number || (int32_t)number == i + 1) {
            return md_fail(parts->error, MD_ERROR_PROBLEM,
                           "%s: row %d: parent %g, expected 0 or the number of another row, at most %d",
                           parts->path[MD_PART_PARENT], i + 1, (double)number, m);
        }
        parent->at[i] = (int32_t)number - 1;
    }
    return status;
}

static md_status read_parents(md_problem *problem, struct parts *parts)
{
    const int32_t m = md_problem_rows(problem);
    for (int part = MD_PART_TORSION; part <= MD_PART_ROLLING; ++part) {
        if (md_parts_has(parts, (md_part)part)) {
            return md_fail(parts->error, MD_ERROR_PROBLEM,
                           "%s: expected no such file beside parent, which has one mu per row, %s included",
                           parts->path[part], md_part_name((md_part)part));
        }
    }
    struct indices parent = {0};
    md_status status = md_parts_require(parts, MD_PART_MU, "parent");
    if (status == MD_OK) {
        status = md_parts_read_vector(parts, MD_PART_MU, m, "with parent, one per row");
    }
    if (status == MD_OK) {
        status = md_parts_check_not_negative(parts, MD_PART_MU, m);
    }
    if (status == MD_OK) {
        status = read_parent_rows(parts, m, &parent);
    }
    if (status == MD_OK) {
        status = md_fail_plain(parts->error, md_problem_set_friction(problem, parent.at, parts->vector[MD_PART_MU].at));
    }
    if (status == MD_OK) {
        status = md_parts_read_patches(problem, parts);
    }
    if (status == MD_OK) {
        status = md_fail_plain(parts->error, md_problem_group_contacts(problem, parts->files->law));
    }
    indices_free(&parts->allocator, &parent);
    return status;
}

/* ---- One number per contact -------------------------------------------------------------------------------------- */

/* The rows of a contact with a number of tangents. */
static int32_t contact_rows(const struct parts *parts, int32_t tangents)
{
    return 1 + tangents + (md_parts_has(parts, MD_PART_TORSION) ? 1 : 0) +
           (md_parts_has(parts, MD_PART_ROLLING) ? tangents : 0);
}

static const char *number_word(int32_t number)
{
    static const char *const WORDS[] = {"none", "one", "two", "three", "four", "five", "six"};
    return WORDS[number];
}

static md_status fail_count(const struct parts *parts, int64_t count, int32_t m, int32_t tangents)
{
    char rows[32];
    if (tangents != 0) {
        snprintf(rows, sizeof rows, "%s", number_word(contact_rows(parts, tangents)));
    } else {
        snprintf(rows, sizeof rows, "%s or %s", number_word(contact_rows(parts, 1)),
                 number_word(contact_rows(parts, 2)));
    }
    return md_fail(parts->error, MD_ERROR_PROBLEM,
                   "%s: %lld numbers for %d rows, expected one per %s rows; for one mu per row give parent.mtx too",
                   parts->path[MD_PART_MU], (long long)count, m, rows);
}

/* The number of tangents, given or by the number of mus: 0 if neither tells. Torsion needs two. */
static md_status choose_tangents(const struct parts *parts, int64_t count, int32_t m, int32_t *tangents)
{
    const int32_t dim = parts->files->contact_dim;
    const bool has_torsion = md_parts_has(parts, MD_PART_TORSION);
    if (dim != 0 && dim != 2 && dim != 3) {
        return md_fail(parts->error, MD_ERROR_ARGUMENT, "contact dimension %d, expected 2 or 3", dim);
    }
    if (dim == 2 && has_torsion) {
        return md_fail(parts->error, MD_ERROR_PROBLEM,
                       "%s: torsion needs contacts in 3D, but the contact dimension is 2",
                       parts->path[MD_PART_TORSION]);
    }
    *tangents = dim != 0 ? dim - 1 : has_torsion ? 2 : 0;
    if (*tangents != 0 && contact_rows(parts, *tangents) * count != m) {
        return fail_count(parts, count, m, *tangents);
    }
    for (int32_t guess = 1; *tangents == 0 && guess <= 2; ++guess) {
        *tangents = contact_rows(parts, guess) * count == m ? guess : 0;
    }
    return *tangents != 0 ? MD_OK : fail_count(parts, count, m, 0);
}

static md_status read_coefficients(struct parts *parts, md_part part, int32_t count)
{
    if (!md_parts_has(parts, part)) {
        return MD_OK;
    }
    const md_status status = md_parts_read_vector(parts, part, count, "one per contact, as mu");
    return status == MD_OK ? md_parts_check_not_negative(parts, part, count) : status;
}

static md_status read_contacts(md_problem *problem, struct parts *parts)
{
    const int32_t m = md_problem_rows(problem);
    int32_t tangents = 0;
    int64_t count = 0;
    md_status status = md_parts_read_vector(parts, MD_PART_MU, -1, "");
    if (status == MD_OK) {
        const md_matrix *matrix = &parts->matrix[MD_PART_MU];
        count = (int64_t)matrix->rows * matrix->cols;
        status = choose_tangents(parts, count, m, &tangents);
    }
    if (status == MD_OK) {
        status = md_parts_check_not_negative(parts, MD_PART_MU, (int32_t)count);
    }
    for (int part = MD_PART_TORSION; status == MD_OK && part <= MD_PART_ROLLING; ++part) {
        status = read_coefficients(parts, (md_part)part, (int32_t)count);
    }
    if (status != MD_OK) {
        return status;
    }
    const md_contact_set contacts = {
        .tangents = tangents,
        .law = parts->files->law,
        .mu = parts->vector[MD_PART_MU].at,
        .torsion = md_parts_has(parts, MD_PART_TORSION) ? parts->vector[MD_PART_TORSION].at : NULL,
        .rolling = md_parts_has(parts, MD_PART_ROLLING) ? parts->vector[MD_PART_ROLLING].at : NULL};
    return md_fail_plain(parts->error, md_problem_set_contacts(problem, &contacts));
}

md_status md_parts_read_friction(md_problem *problem, struct parts *parts)
{
    if (md_parts_has(parts, MD_PART_PARENT)) {
        return read_parents(problem, parts);
    }
    if (md_parts_has(parts, MD_PART_PATCH)) {
        return md_parts_require(parts, MD_PART_PARENT, "patch");
    }
    if (md_parts_has(parts, MD_PART_MU)) {
        return read_contacts(problem, parts);
    }
    for (int part = MD_PART_TORSION; part <= MD_PART_ROLLING; ++part) {
        if (md_parts_has(parts, (md_part)part)) {
            return md_parts_require(parts, MD_PART_MU, md_part_name((md_part)part));
        }
    }
    return parts->files->contact_dim == 0 ? MD_OK : md_parts_require(parts, MD_PART_MU, "the contact dimension");
}
