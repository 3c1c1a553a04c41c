/* Rods joined end to end, the first attached to the world: rows without bounds, so that the LCP is a linear system.
 *
 * A joint has two rows, x and y, that keep the end of one rod on the end of the next. For a chain that hangs straight
 * down (slant 0) the solution is lambda = g dt (mass of the rods below the joint) in y and 0 in x.
 */
#include "generate/contact.h"
#include "generate/kinds.h"

#define LENGTH 0.2 /* m, of a rod */

/* Writes one component of the velocity of the point at r (m) from the centre of a body: v + omega x r. */
static void set_point(md_row *row, int side, int32_t body, int axis, const double r[2], double sign)
{
    row->body[side] = body;
    if (body != MD_NO_BODY) {
        row->jacobian[side][axis] = (md_real)sign;
        row->jacobian[side][2] = (md_real)(sign * (axis == 0 ? -r[1] : r[0]));
    }
}

/* Joins the lower end of the rod above (or the world) to the upper end of this one. */
static md_status add_joint(md_problem *problem, int32_t above, int32_t below, const double half[2])
{
    const double back[2] = {-half[0], -half[1]};
    md_status status = MD_OK;
    for (int axis = 0; status == MD_OK && axis < 2; ++axis) {
        md_row row = md_row_default();
        row.lower = -MD_INFINITY;
        set_point(&row, 0, above, axis, half, -1);
        set_point(&row, 1, below, axis, back, 1);
        status = md_problem_add_row(problem, &row);
    }
    return status;
}

md_status generate_chain(md_problem *problem, const struct generate_settings *settings, md_error *error)
{
    (void)error;
    const int32_t count = setting_whole(settings, "links");
    const double top = setting_number(settings, "mass");
    const double bottom = top * setting_number(settings, "ratio");
    const double slant = setting_number(settings, "slant");
    const double scale = LENGTH / 2 / sqrt(1 + slant * slant);
    const double half[2] = {slant * scale, -scale}; /* from a rod's centre to its lower end */
    const double velocity[3] = {0, -GRAVITY * TIME_STEP, 0};
    md_status status = md_problem_begin_bodies(problem, 3);
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        const double mass = linear(top, bottom, i, count);
        status = add_body(problem, velocity, mass, mass * LENGTH * LENGTH / 12);
    }
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        status = add_joint(problem, i - 1, i, half);
    }
    return status;
}
