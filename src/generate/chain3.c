/* Rods joined end to end by ball joints, the first attached to the world: three rows without bounds per joint, as chain.c has
 * two. A chain that hangs straight down (slant 0) has the solution of the planar one. */
#include "generate/contact3.h"
#include "generate/kinds.h"

#define LENGTH 0.2  /* m, of a rod */
#define RADIUS 0.02 /* m */

static md_status add_rod(md_problem *problem, double mass, const double axis[3])
{
    const struct body3 rod = {.velocity = {0, -GRAVITY * TIME_STEP},
                              .mass = mass,
                              .axis = {axis[0], axis[1], axis[2]},
                              .inertia_axis = mass * RADIUS * RADIUS / 2,
                              .inertia = mass * (LENGTH * LENGTH / 12 + RADIUS * RADIUS / 4)};
    return add_body3(problem, &rod);
}

/* Joins the lower end of the rod above (or the world) to the upper end of this one. */
static md_status add_joint(md_problem *problem, int32_t above, int32_t below, const double half[3])
{
    const double back[3] = {-half[0], -half[1], -half[2]};
    md_status status = MD_OK;
    for (int axis = 0; status == MD_OK && axis < 3; ++axis) {
        const double direction[3] = {axis == 0, axis == 1, axis == 2};
        md_row row = md_row_default();
        row.lower = -MD_INFINITY;
        row.body[0] = above;
        row.body[1] = below;
        if (above != MD_NO_BODY) {
            set_point3(row.jacobian, 0, half, direction);
        }
        set_point3(row.jacobian, 1, back, direction);
        status = md_problem_add_row(problem, &row);
    }
    return status;
}

md_status generate_chain3(md_problem *problem, const struct generate_settings *settings, md_error *error)
{
    (void)error;
    const int32_t count = setting_whole(settings, "links");
    const double top = setting_number(settings, "mass");
    const double bottom = top * setting_number(settings, "ratio");
    const double slant = setting_number(settings, "slant");
    const double scale = 1 / sqrt(1 + slant * slant);
    /* From a rod's centre to its lower end: the slant is along (3, 0, 4), so that no component is zero by chance. */
    const double axis[3] = {0.6 * slant * scale, -scale, 0.8 * slant * scale};
    const double half[3] = {axis[0] * LENGTH / 2, axis[1] * LENGTH / 2, axis[2] * LENGTH / 2};
    md_status status = md_problem_begin_bodies(problem, 6);
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        status = add_rod(problem, linear(top, bottom, i, count), axis);
    }
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        status = add_joint(problem, i - 1, i, half);
    }
    return status;
}
