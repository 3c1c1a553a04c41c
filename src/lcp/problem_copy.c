/* Copying problems. */
#include <string.h>

#include "lcp/matrix.h"
#include "lcp/problem.h"

static md_status copy_reals(const md_allocator *allocator, struct reals *to, const struct reals *from, size_t count)
{
    const md_status status = reals_reserve(allocator, to, count);
    if (status == MD_OK && count > 0) {
        memcpy(to->at, from->at, count * sizeof *to->at);
    }
    return status;
}

static md_status copy_indices(const md_allocator *allocator, struct indices *to, const struct indices *from,
                              size_t count)
{
    const md_status status = indices_reserve(allocator, to, count);
    if (status == MD_OK && count > 0) {
        memcpy(to->at, from->at, count * sizeof *to->at);
    }
    return status;
}

static md_status copy_contacts(md_problem *problem, const md_problem *from)
{
    const md_status status = md_problem_reserve_contacts(problem, (size_t)from->contact_count);
    if (status == MD_OK && from->contact_count > 0) {
        memcpy(problem->contacts, from->contacts, (size_t)from->contact_count * sizeof *from->contacts);
    }
    return status;
}

static md_status copy_patches(md_problem *problem, const md_problem *from)
{
    md_status status = md_problem_reserve_patches(problem, (size_t)from->patch_count);
    if (status == MD_OK && from->patch_count > 0) {
        memcpy(problem->patches, from->patches, (size_t)from->patch_count * sizeof *from->patches);
        status = copy_indices(&problem->allocator, &problem->row_patch, &from->row_patch, (size_t)from->m);
    }
    return status;
}

static md_status copy_faces(md_problem *problem, const md_problem *from)
{
    const md_status status = md_problem_reserve_faces(problem, (size_t)from->face_count);
    if (status == MD_OK && from->face_count > 0) {
        memcpy(problem->faces, from->faces, (size_t)from->face_count * sizeof *from->faces);
    }
    return status;
}

/* The row attributes, and A or J and M^-1. */
static md_status copy_parts(md_problem *problem, const md_problem *from)
{
    const md_allocator *allocator = &problem->allocator;
    const size_t m = (size_t)from->m;
    const size_t freedom = (size_t)from->degrees_of_freedom;
    const bool has_bodies = from->kind == MD_PROBLEM_BODIES;
    const size_t slots =
        has_bodies ? (size_t)(from->body_count + 1) * (size_t)md_slot_size(from->degrees_of_freedom) : 0;
    const struct {
        struct reals *to;
        const struct reals *from;
        size_t count;
    } columns[] = {{&problem->bias, &from->bias, m},
                   {&problem->lower, &from->lower, m},
                   {&problem->upper, &from->upper, m},
                   {&problem->compliance, &from->compliance, m},
                   {&problem->lambda0, &from->lambda0, m},
                   {&problem->y0, &from->y0, m},
                   {&problem->body, &from->body, slots},
                   {&problem->row_jacobian, &from->row_jacobian, has_bodies ? 2 * m * freedom : 0},
                   {&problem->v, &from->v, from->kind == MD_PROBLEM_GENERAL ? (size_t)from->n : 0}};
    md_status status = MD_OK;
    for (size_t i = 0; status == MD_OK && i < sizeof columns / sizeof *columns; ++i) {
        status = copy_reals(allocator, columns[i].to, columns[i].from, columns[i].count);
    }
    if (status == MD_OK) {
        status = copy_indices(allocator, &problem->parent, &from->parent, m);
    }
    if (status == MD_OK) {
        status = copy_indices(allocator, &problem->row_body, &from->row_body, has_bodies ? 2 * m : 0);
    }
    if (status == MD_OK && from->kind == MD_PROBLEM_EXPLICIT) {
        status = md_matrix_copy(&problem->A, allocator, &from->A);
    }
    if (status == MD_OK && from->kind == MD_PROBLEM_GENERAL) {
        status = md_matrix_copy(&problem->J, allocator, &from->J);
    }
    if (status == MD_OK && from->kind == MD_PROBLEM_GENERAL) {
        status = md_matrix_copy(&problem->inverse_M, allocator, &from->inverse_M);
    }
    return status;
}

md_status md_problem_copy_body_partitions(md_problem *problem, const md_problem *from)
{
    problem->partitions = from->partitions;
    problem->is_divided = from->is_divided;
    return copy_indices(&problem->allocator, &problem->body_partition, &from->body_partition,
                        from->partitions > 0 ? (size_t)from->body_count + 1 : 0);
}

md_status md_problem_copy(md_problem *problem, const md_problem *from)
{
    if (problem == NULL || from == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    if (problem == from) {
        return MD_OK;
    }
    md_problem_forget(problem);
    md_status status = copy_parts(problem, from);
    if (status == MD_OK) {
        status = md_problem_copy_body_partitions(problem, from);
    }
    if (status == MD_OK) {
        status = copy_contacts(problem, from);
    }
    if (status == MD_OK) {
        status = copy_patches(problem, from);
    }
    if (status == MD_OK) {
        status = copy_faces(problem, from);
    }
    if (status != MD_OK) {
        md_problem_forget(problem);
        return status;
    }
    problem->kind = from->kind;
    problem->m = from->m;
    problem->n = from->n;
    problem->degrees_of_freedom = from->degrees_of_freedom;
    problem->body_count = from->body_count;
    problem->joint_rows = from->joint_rows;
    problem->has_friction_rows = from->has_friction_rows;
    problem->contact_count = from->contact_count;
    problem->patch_count = from->patch_count;
    problem->face_count = from->face_count;
    return MD_OK;
}
