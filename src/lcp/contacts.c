/* Contacts of a problem: adding them, and their properties. */
#include <modulus/contact.h>

#include "lcp/problem.h"

const char *md_friction_name(md_friction law)
{
    static const char *const NAMES[MD_FRICTION_COUNT] = {
        [MD_FRICTION_DISC] = "disc", [MD_FRICTION_BOX] = "box", [MD_FRICTION_CONE] = "cone"};
    return (unsigned)law < MD_FRICTION_COUNT ? NAMES[law] : "unknown";
}

md_contact md_contact_default(void)
{
    md_contact contact = {.body = {MD_NO_BODY, MD_NO_BODY}, .law = MD_FRICTION_DISC, .tangents = 2};
    md_contact_row *rows[] = {&contact.normal, &contact.tangent[0], &contact.tangent[1],
                              &contact.spin,   &contact.roll[0],    &contact.roll[1]};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        rows[k]->y0 = (md_real)NAN;
    }
    return contact;
}

md_status md_problem_reserve_contacts(md_problem *problem, size_t count)
{
    void *contacts = problem->contacts;
    const md_status status =
        md_array_reserve(&problem->allocator, &contacts, &problem->contact_capacity, count, sizeof *problem->contacts);
    problem->contacts = contacts;
    return status;
}

/* ---- Adding ------------------------------------------------------------------------------------------------------ */

bool md_is_coefficient(md_real value)
{
    return isfinite(value) && value >= 0;
}

static bool contact_is_sound(const md_contact *contact)
{
    return (unsigned)contact->law < MD_FRICTION_COUNT && contact->tangents >= 0 && contact->tangents <= 2 &&
           md_is_coefficient(contact->mu) && md_is_coefficient(contact->torsion) && md_is_coefficient(contact->rolling);
}

md_status md_problem_add_row_of(md_problem *problem, const int32_t body[2], const md_contact_row *from, int32_t parent,
                                md_real factor)
{
    md_row row = md_row_default();
    for (int side = 0; side < 2; ++side) {
        row.body[side] = body[side];
        for (int k = 0; k < 6; ++k) {
            row.jacobian[side][k] = from->jacobian[side][k];
        }
    }
    row.bias = from->bias;
    row.compliance = from->compliance;
    row.lambda0 = from->lambda0;
    row.y0 = from->y0;
    row.parent = parent;
    if (parent != MD_NO_PARENT) {
        row.lower = -factor;
        row.upper = factor;
    }
    return md_problem_add_row(problem, &row);
}

static md_status add_rows(md_problem *problem, const md_contact *contact)
{
    const int32_t normal = problem->m;
    md_status status = md_problem_add_row_of(problem, contact->body, &contact->normal, MD_NO_PARENT, 0);
    for (int32_t k = 0; status == MD_OK && k < contact->tangents; ++k) {
        status = md_problem_add_row_of(problem, contact->body, &contact->tangent[k], normal, contact->mu);
    }
    if (status == MD_OK && contact->torsion > 0) {
        status = md_problem_add_row_of(problem, contact->body, &contact->spin, normal, contact->torsion);
    }
    for (int32_t k = 0; status == MD_OK && contact->rolling > 0 && k < contact->tangents; ++k) {
        status = md_problem_add_row_of(problem, contact->body, &contact->roll[k], normal, contact->rolling);
    }
    return status;
}

md_status md_problem_add_contact(md_problem *problem, const md_contact *contact)
{
    if (problem == NULL || contact == NULL || !contact_is_sound(contact)) {
        return MD_ERROR_ARGUMENT;
    }
    const int32_t row = problem->m;
    md_status status = md_problem_reserve_contacts(problem, (size_t)problem->contact_count + 1);
    if (status == MD_OK) {
        status = add_rows(problem, contact);
    }
    if (status != MD_OK) {
        problem->m = row; /* all rows or none */
        return status;
    }
    problem->contacts[problem->contact_count++] = (struct contact_rows){.row = row,
                                                                        .law = contact->law,
                                                                        .tangents = (int8_t)contact->tangents,
                                                                        .has_torsion = contact->torsion > 0,
                                                                        .has_rolling = contact->rolling > 0};
    return MD_OK;
}

/* ---- Faces ------------------------------------------------------------------------------------------------------- */

md_status md_problem_reserve_faces(md_problem *problem, size_t count)
{
    void *faces = problem->faces;
    const md_status status =
        md_array_reserve(&problem->allocator, &faces, &problem->face_capacity, count, sizeof *problem->faces);
    problem->faces = faces;
    return status;
}

md_status md_problem_join_normals(md_problem *problem, const int32_t *rows, int32_t count)
{
    if (count < 2) {
        return MD_OK;
    }
    const md_status status = md_problem_reserve_faces(problem, (size_t)problem->face_count + 1);
    if (status != MD_OK) {
        return status;
    }
    struct face_rows *face = &problem->faces[problem->face_count++];
    *face = (struct face_rows){.count = count};
    for (int32_t k = 0; k < count; ++k) {
        face->row[k] = rows[k];
    }
    return MD_OK;
}

/* ---- All rows at once -------------------------------------------------------------------------------------------- */

static bool are_coefficients(const md_real *values, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        if (!md_is_coefficient(values[i])) {
            return false;
        }
    }
    return true;
}

static int32_t set_rows(const md_contact_set *set)
{
    return 1 + set->tangents + (set->torsion != NULL ? 1 : 0) + (set->rolling != NULL ? set->tangents : 0);
}

static bool set_is_sound(const md_problem *problem, const md_contact_set *set)
{
    const bool has_shape = (set->tangents == 2 || (set->tangents == 1 && set->torsion == NULL)) &&
                           (unsigned)set->law < MD_FRICTION_COUNT && problem->m % set_rows(set) == 0;
    if (!has_shape) {
        return false;
    }
    const int32_t count = problem->m / set_rows(set);
    return (count == 0 || set->mu != NULL) && are_coefficients(set->mu, count) &&
           (set->torsion == NULL || are_coefficients(set->torsion, count)) &&
           (set->rolling == NULL || are_coefficients(set->rolling, count));
}

static void bound_rows(md_problem *problem, int32_t first, int32_t count, int32_t normal, md_real factor)
{
    for (int32_t i = first; i < first + count; ++i) {
        problem->lower.at[i] = -factor;
        problem->upper.at[i] = factor;
        problem->parent.at[i] = normal;
    }
}

static void set_contact(md_problem *problem, const md_contact_set *set, int32_t contact)
{
    const int32_t normal = contact * set_rows(set);
    int32_t next = normal + 1;
    problem->parent.at[normal] = MD_NO_PARENT;
    bound_rows(problem, next, set->tangents, normal, set->mu[contact]);
    next += set->tangents;
    if (set->torsion != NULL) {
        bound_rows(problem, next++, 1, normal, set->torsion[contact]);
    }
    if (set->rolling != NULL) {
        bound_rows(problem, next, set->tangents, normal, set->rolling[contact]);
    }
    problem->contacts[contact] = (struct contact_rows){.row = normal,
                                                       .law = set->law,
                                                       .tangents = (int8_t)set->tangents,
                                                       .has_torsion = set->torsion != NULL,
                                                       .has_rolling = set->rolling != NULL};
}

md_status md_problem_set_contacts(md_problem *problem, const md_contact_set *contacts)
{
    if (problem == NULL || contacts == NULL || problem->patch_count > 0 || !set_is_sound(problem, contacts)) {
        return MD_ERROR_ARGUMENT;
    }
    const int32_t count = problem->m / set_rows(contacts);
    const md_status status = md_problem_reserve_contacts(problem, (size_t)count);
    if (status != MD_OK) {
        return status;
    }
    for (int32_t contact = 0; contact < count; ++contact) {
        set_contact(problem, contacts, contact);
    }
    problem->contact_count = count;
    return MD_OK;
}

/* ---- Rows with parents ------------------------------------------------------------------------------------------- */

bool md_rows_have_one_mu(const md_problem *problem, int32_t first, int32_t count)
{
    for (int32_t i = first; i < first + count; ++i) {
        if (problem->lower.at[i] != -problem->upper.at[i] || problem->upper.at[i] != problem->upper.at[first]) {
            return false;
        }
    }
    return true;
}

bool md_contact_has_one_mu(const md_problem *problem, const struct contact_rows *contact)
{
    const int32_t torsion = contact->row + 1 + contact->tangents;
    const int32_t roll = torsion + (contact->has_torsion ? 1 : 0);
    return md_rows_have_one_mu(problem, contact->row + 1, contact->tangents) &&
           md_rows_have_one_mu(problem, torsion, contact->has_torsion ? 1 : 0) &&
           md_rows_have_one_mu(problem, roll, contact->has_rolling ? contact->tangents : 0);
}

struct friction_shape md_problem_friction_shape(const md_problem *problem, int32_t normal, int32_t first)
{
    int32_t rows = 0;
    while (first + rows < problem->m && problem->parent.at[first + rows] == normal) {
        ++rows;
    }
    const int32_t tangents = problem->degrees_of_freedom == 3 || rows == 1 ? 1 : 2;
    const int32_t beside = rows - tangents; /* torsion, rolling */
    return (struct friction_shape){.rows = rows,
                                   .tangents = (int8_t)tangents,
                                   .has_torsion = tangents == 2 && beside % 2 == 1,
                                   .has_rolling = beside >= tangents};
}

bool md_problem_find_contact(const md_problem *problem, int32_t row, struct contact_rows *contact)
{
    const struct friction_shape shape = md_problem_friction_shape(problem, row, row + 1);
    const bool is_in_patch = problem->patch_count > 0 && problem->row_patch.at[row] != MD_NO_PATCH;
    *contact = (struct contact_rows){
        .row = row, .tangents = shape.tangents, .has_torsion = shape.has_torsion, .has_rolling = shape.has_rolling};
    return problem->parent.at[row] == MD_NO_PARENT && !is_in_patch && shape.rows > 0 &&
           md_contact_row_count(contact) == 1 + shape.rows && md_contact_has_one_mu(problem, contact);
}

/* Friction that several normals bound has no cone. */
static bool law_is_allowed(const md_problem *problem, md_friction law)
{
    return (unsigned)law < MD_FRICTION_COUNT && !(problem->patch_count > 0 && law == MD_FRICTION_CONE);
}

md_status md_problem_group_contacts(md_problem *problem, md_friction law)
{
    if (problem == NULL || !law_is_allowed(problem, law)) {
        return MD_ERROR_ARGUMENT;
    }
    struct contact_rows contact;
    int32_t count = 0;
    for (int32_t i = 0; i < problem->m; ++i) {
        count += md_problem_find_contact(problem, i, &contact) ? 1 : 0;
    }
    const md_status status = md_problem_reserve_contacts(problem, (size_t)count);
    if (status != MD_OK) {
        return status;
    }
    problem->contact_count = 0;
    for (int32_t i = 0; i < problem->m; ++i) {
        if (md_problem_find_contact(problem, i, &contact)) {
            problem->contacts[problem->contact_count++] = contact;
        }
    }
    return md_problem_set_friction_law(problem, law);
}

md_status md_problem_set_friction_law(md_problem *problem, md_friction law)
{
    if (problem == NULL || !law_is_allowed(problem, law)) {
        return MD_ERROR_ARGUMENT;
    }
    for (int32_t contact = 0; contact < problem->contact_count; ++contact) {
        problem->contacts[contact].law = law;
    }
    for (int32_t patch = 0; patch < problem->patch_count; ++patch) {
        problem->patches[patch].law = law;
    }
    return MD_OK;
}

/* ---- Access ------------------------------------------------------------------------------------------------------ */

static const struct contact_rows *find(const md_problem *problem, int32_t contact)
{
    const bool exists = problem != NULL && contact >= 0 && contact < problem->contact_count;
    return exists ? &problem->contacts[contact] : NULL;
}

int32_t md_problem_contacts(const md_problem *problem)
{
    return problem != NULL ? problem->contact_count : 0;
}

int32_t md_problem_contact_row(const md_problem *problem, int32_t contact)
{
    const struct contact_rows *found = find(problem, contact);
    return found != NULL ? found->row : -1;
}

int32_t md_problem_contact_tangents(const md_problem *problem, int32_t contact)
{
    const struct contact_rows *found = find(problem, contact);
    return found != NULL ? found->tangents : 0;
}

md_friction md_problem_contact_law(const md_problem *problem, int32_t contact)
{
    const struct contact_rows *found = find(problem, contact);
    return found != NULL ? found->law : MD_FRICTION_DISC;
}

md_real md_problem_contact_mu(const md_problem *problem, int32_t contact)
{
    const struct contact_rows *found = find(problem, contact);
    return found != NULL && found->tangents > 0 ? problem->upper.at[found->row + 1] : 0;
}
