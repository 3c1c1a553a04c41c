/* Patches of a problem: adding them, and their properties. */
#include <modulus/contact.h>

#include "lcp/problem.h"

md_patch md_patch_default(void)
{
    md_patch patch = {.body = {MD_NO_BODY, MD_NO_BODY}, .law = MD_FRICTION_DISC, .tangents = 2};
    md_contact_row *rows[] = {&patch.tangent[0], &patch.tangent[1], &patch.spin, &patch.roll[0], &patch.roll[1]};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        rows[k]->y0 = (md_real)NAN;
    }
    for (int k = 0; k < MD_MAX_PATCH_POINTS; ++k) {
        patch.normal[k].y0 = (md_real)NAN;
    }
    return patch;
}

md_status md_problem_reserve_patches(md_problem *problem, size_t count)
{
    void *patches = problem->patches;
    const md_status status =
        md_array_reserve(&problem->allocator, &patches, &problem->patch_capacity, count, sizeof *problem->patches);
    problem->patches = patches;
    return status;
}

struct bounds md_problem_bounds(const md_problem *problem)
{
    return (struct bounds){.lower = problem->lower.at,
                           .upper = problem->upper.at,
                           .parent = problem->parent.at,
                           .row_patch = problem->patch_count > 0 ? problem->row_patch.at : NULL,
                           .patches = problem->patches};
}

/* ---- Adding ------------------------------------------------------------------------------------------------------ */

static bool is_sound(const md_patch *patch)
{
    return (patch->law == MD_FRICTION_DISC || patch->law == MD_FRICTION_BOX) && patch->points >= 1 &&
           patch->points <= MD_MAX_PATCH_POINTS && patch->tangents >= 0 && patch->tangents <= 2 &&
           (!patch->has_torsion || patch->tangents == 2) && md_is_coefficient(patch->mu) &&
           md_is_coefficient(patch->rolling);
}

static md_status add_rows(md_problem *problem, const md_patch *patch, const struct patch_rows *rows)
{
    md_status status = MD_OK;
    for (int32_t k = 0; status == MD_OK && k < patch->points; ++k) {
        status = md_problem_add_row_of(problem, patch->body, &patch->normal[k], MD_NO_PARENT, 0);
    }
    for (int32_t k = 0; status == MD_OK && k < patch->tangents; ++k) {
        status = md_problem_add_row_of(problem, patch->body, &patch->tangent[k], rows->row, patch->mu);
    }
    if (status == MD_OK && rows->has_torsion) {
        status = md_problem_add_row_of(problem, patch->body, &patch->spin, rows->row, patch->mu);
    }
    for (int32_t k = 0; status == MD_OK && rows->has_rolling && k < patch->tangents; ++k) {
        status = md_problem_add_row_of(problem, patch->body, &patch->roll[k], rows->row, patch->rolling);
    }
    return status;
}

md_status md_problem_join_patch(md_problem *problem, const struct patch_rows *patch)
{
    md_status status = md_problem_reserve_patches(problem, (size_t)problem->patch_count + 1);
    if (status == MD_OK) {
        status = indices_reserve(&problem->allocator, &problem->row_patch, (size_t)problem->m);
    }
    if (status != MD_OK) {
        return status;
    }
    for (int32_t i = 0; problem->patch_count == 0 && i < problem->m; ++i) {
        problem->row_patch.at[i] = MD_NO_PATCH; /* before the first patch no row had one */
    }
    for (int32_t k = 0; k < md_patch_row_count(patch); ++k) {
        problem->row_patch.at[patch->row + k] = problem->patch_count;
    }
    problem->patches[problem->patch_count++] = *patch;
    return MD_OK;
}

md_status md_problem_add_patch(md_problem *problem, const md_patch *patch)
{
    if (problem == NULL || patch == NULL || !is_sound(patch)) {
        return MD_ERROR_ARGUMENT;
    }
    const struct patch_rows rows = {.row = problem->m,
                                    .law = patch->law,
                                    .points = (int8_t)patch->points,
                                    .tangents = (int8_t)patch->tangents,
                                    .has_torsion = patch->has_torsion,
                                    .has_rolling = patch->rolling > 0};
    md_status status = add_rows(problem, patch, &rows);
    if (status == MD_OK) {
        status = md_problem_join_patch(problem, &rows);
    }
    if (status != MD_OK) {
        problem->m = rows.row; /* all rows or none */
    }
    return status;
}

/* ---- Rows that were given one by one ------------------------------------------------------------------------------- */

bool md_problem_find_patch(const md_problem *problem, int32_t row, int32_t points, struct patch_rows *patch)
{
    const struct friction_shape shape = md_problem_friction_shape(problem, row, row + points);
    *patch = (struct patch_rows){.row = row,
                                 .points = (int8_t)points,
                                 .tangents = shape.tangents,
                                 .has_torsion = shape.has_torsion,
                                 .has_rolling = shape.has_rolling};
    return shape.rows > 0 && md_patch_row_count(patch) == points + shape.rows;
}

/* ---- Access ------------------------------------------------------------------------------------------------------ */

bool md_patch_has_one_mu(const md_problem *problem, const struct patch_rows *patch)
{
    return md_rows_have_one_mu(problem, md_patch_tangent(patch), md_patch_sliding_rows(patch)) &&
           md_rows_have_one_mu(problem, md_patch_roll(patch), patch->has_rolling ? patch->tangents : 0);
}

int32_t md_problem_patches(const md_problem *problem)
{
    return problem != NULL ? problem->patch_count : 0;
}

int32_t md_problem_patch_row(const md_problem *problem, int32_t patch)
{
    return problem != NULL && patch >= 0 && patch < problem->patch_count ? problem->patches[patch].row : -1;
}

int32_t md_problem_patch_points(const md_problem *problem, int32_t patch)
{
    return problem != NULL && patch >= 0 && patch < problem->patch_count ? problem->patches[patch].points : 0;
}
