/* Spheres stacked on the ground: the stack of circles in space, with the same solution and two tangents per contact. */
#include "generate/contact3.h"
#include "generate/kinds.h"

#define RADIUS 0.18 /* m, the paper's Stacking */

md_status generate_stack3(md_problem *problem, const struct generate_settings *settings, md_error *error)
{
    (void)error;
    static const double UP[3] = {0, 1, 0};
    const int32_t count = setting_whole(settings, "spheres");
    const double bottom = setting_number(settings, "mass");
    const double top = bottom * setting_number(settings, "ratio");
    const bool downward = setting_whole(settings, "order") == 1;
    md_status status = md_problem_begin_bodies(problem, 6);
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        status = add_falling_sphere(problem, linear(bottom, top, i, count), RADIUS);
    }
    for (int32_t k = 0; status == MD_OK && k < count; ++k) {
        const int32_t above = downward ? count - 1 - k : k;
        status = add_sphere_contact(problem, above - 1, above, RADIUS, UP, setting_number(settings, "friction"));
    }
    return status;
}
