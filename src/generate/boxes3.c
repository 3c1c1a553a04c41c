/* Boxes stacked in 3D, four contacts per face, each with two tangents if there is friction.
 *
 * The stack is upright in its own frame, which is rotated against the world by an angle that is not a multiple of 90
 * degrees about any axis. Gravity therefore has three components, and every inverse inertia has nine nonzero entries.
 */
#include "generate/contact3.h"
#include "generate/kinds.h"

/* Half-extents of a box along its own axes, m; the third axis is up. All differ, so that the moments of inertia do. */
static const double HALF[3] = {0.5, 0.3, 0.2};

/* Columns are the axes of the stack in the world: the rotation of the quaternion (w, x, y, z) = (4, 1, -2, 3) /
 * sqrt(30), in integers over 30. */
static const double FRAME[3][3] = {
    {4.0 / 30, -28.0 / 30, -10.0 / 30},
    {20.0 / 30, 10.0 / 30, -20.0 / 30},
    {22.0 / 30, -4.0 / 30, 20.0 / 30},
};

static void axis_of(int axis, double out[3])
{
    for (int k = 0; k < 3; ++k) {
        out[k] = FRAME[k][axis];
    }
}

/* Computes I^-1 in the world frame: the sum over the axes of (1 / I_axis) axis axis^T, exactly symmetric. */
static void set_inverse_inertia(md_body *body, double mass)
{
    double sum[3][3] = {{0}};
    for (int axis = 0; axis < 3; ++axis) {
        const double p = HALF[(axis + 1) % 3];
        const double q = HALF[(axis + 2) % 3];
        const double inverse = 3 / (mass * (p * p + q * q));
        double a[3];
        axis_of(axis, a);
        for (int i = 0; i < 9; ++i) {
            sum[i / 3][i % 3] += inverse * (a[i / 3] * a[i % 3]);
        }
    }
    for (int i = 0; i < 9; ++i) {
        body->inverse_inertia[i] = (md_real)sum[i / 3][i % 3];
    }
}

static md_status add_box(md_problem *problem, double mass)
{
    md_body body = {.inverse_mass = (md_real)(1 / mass)};
    for (int k = 0; k < 3; ++k) {
        body.velocity[k] = (md_real)(-GRAVITY * TIME_STEP * FRAME[k][2]);
    }
    set_inverse_inertia(&body, mass);
    return md_problem_add_body(problem, &body);
}

/* Adds the contact at the corner (x, y) of the face between two boxes. */
static md_status add_corner(md_problem *problem, int32_t below, int32_t above, double x, double y, double friction)
{
    md_contact contact = md_contact_default();
    contact.body[0] = below;
    contact.body[1] = above;
    contact.mu = (md_real)friction;
    contact.tangents = friction > 0 ? 2 : 0;
    double r[2][3];
    for (int k = 0; k < 3; ++k) {
        const double in_face = FRAME[k][0] * x + FRAME[k][1] * y;
        r[0][k] = in_face + FRAME[k][2] * HALF[2];
        r[1][k] = in_face - FRAME[k][2] * HALF[2];
    }
    static const int AXIS_OF_ROW[3] = {2, 0, 1};
    md_contact_row *const rows[3] = {&contact.normal, &contact.tangent[0], &contact.tangent[1]};
    for (int k = 0; k < 3; ++k) {
        double direction[3];
        axis_of(AXIS_OF_ROW[k], direction);
        for (int side = below == MD_NO_BODY ? 1 : 0; side < 2; ++side) {
            set_point3(rows[k]->jacobian, side, r[side], direction);
        }
    }
    return md_problem_add_contact(problem, &contact);
}

md_status generate_boxes3(md_problem *problem, const struct generate_settings *settings, md_error *error)
{
    (void)error;
    const int32_t count = setting_whole(settings, "boxes");
    const double bottom = setting_number(settings, "mass");
    const double top = bottom * setting_number(settings, "ratio");
    const double friction = setting_number(settings, "friction");
    md_status status = md_problem_begin_bodies(problem, 6);
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        status = add_box(problem, linear(bottom, top, i, count));
    }
    for (int32_t i = 0; status == MD_OK && i < 4 * count; ++i) {
        const double x = i % 2 == 0 ? -HALF[0] : HALF[0];
        const double y = i % 4 < 2 ? -HALF[1] : HALF[1];
        status = add_corner(problem, i / 4 - 1, i / 4, x, y, friction);
    }
    return status;
}
