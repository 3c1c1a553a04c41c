/* Discs stacked on the ground: a consistently ordered problem that converges the more slowly the higher the stack.
 *
 * Contact i carries disc i and all above it, so the solution is lambda_i = g dt (mass of disc i and those above). A is
 * tridiagonal, with 1/m_(i-1) + 1/m_i on the diagonal (1/m_0 for the contact with the ground) and -1/m_i beside it.
 */
#include "generate/contact.h"
#include "generate/kinds.h"

#define RADIUS 0.18 /* m, the paper's Stacking */

md_status generate_stack(md_problem *problem, const struct generate_settings *settings, md_error *error)
{
    (void)error;
    const int32_t count = setting_whole(settings, "circles");
    const double bottom = setting_number(settings, "mass");
    const double top = bottom * setting_number(settings, "ratio");
    const bool downward = setting_whole(settings, "order") == 1;
    md_status status = md_problem_begin_bodies(problem, 3);
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        status = add_falling_disc(problem, linear(bottom, top, i, count), RADIUS);
    }
    for (int32_t k = 0; status == MD_OK && k < count; ++k) {
        const int32_t above = downward ? count - 1 - k : k;
        const int32_t below = above - 1; /* MD_NO_BODY is -1: the ground is below disc 0 */
        struct contact contact = disc_contact(below, RADIUS, above, RADIUS, 0, 1);
        contact.friction = setting_number(settings, "friction");
        status = add_contact(problem, &contact);
    }
    return status;
}
