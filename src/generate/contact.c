#include "generate/contact.h"

md_status add_body(md_problem *problem, const double velocity[3], double mass, double inertia)
{
    md_body body = {.inverse_mass = (md_real)(1 / mass), .inverse_inertia = {(md_real)(1 / inertia)}};
    for (int k = 0; k < 3; ++k) {
        body.velocity[k] = (md_real)velocity[k];
    }
    return md_problem_add_body(problem, &body);
}

md_status add_falling_disc(md_problem *problem, double mass, double radius)
{
    const double velocity[3] = {0, -GRAVITY * TIME_STEP, 0};
    return add_body(problem, velocity, mass, mass * radius * radius / 2);
}

struct contact disc_contact(int32_t from, double from_radius, int32_t to, double to_radius, double normal_x,
                            double normal_y)
{
    /* The tangent is the normal rotated clockwise. The contact is at +radius n of the first disc, which is pushed along
     * -tangent, and at -radius n of the second: both levers have the same sign. */
    return (struct contact){
        .body = {from, to}, .normal = {normal_x, normal_y}, .tangent_lever = {from_radius, to_radius}};
}

/* The row of one direction: the velocity of the contact point of the second body relative to that of the first. Levers
 * include their sign. */
static md_row contact_row(const struct contact *contact, double x, double y, const double lever[2])
{
    md_row row = md_row_default();
    for (int side = 0; side < 2; ++side) {
        const double sign = side == 0 ? -1 : 1;
        const bool is_world = contact->body[side] == MD_NO_BODY;
        row.body[side] = contact->body[side];
        row.jacobian[side][0] = is_world ? 0 : (md_real)(sign * x);
        row.jacobian[side][1] = is_world ? 0 : (md_real)(sign * y);
        row.jacobian[side][2] = is_world ? 0 : (md_real)lever[side];
    }
    return row;
}

md_status add_contact(md_problem *problem, const struct contact *contact)
{
    const double *normal = contact->normal;
    md_row row = contact_row(contact, normal[0], normal[1], contact->normal_lever);
    row.bias = (md_real)contact->bias;
    row.lambda0 = (md_real)contact->lambda0[0];
    row.y0 = (md_real)contact->y0[0];
    md_status status = md_problem_add_row(problem, &row);
    if (status != MD_OK || contact->friction == 0) {
        return status;
    }
    row = contact_row(contact, normal[1], -normal[0], contact->tangent_lever);
    row.parent = md_problem_rows(problem) - 1;
    row.lower = (md_real)-contact->friction;
    row.upper = (md_real)contact->friction;
    row.lambda0 = (md_real)contact->lambda0[1];
    row.y0 = (md_real)contact->y0[1];
    return md_problem_add_row(problem, &row);
}
