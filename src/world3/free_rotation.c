#include "world3/free_rotation.h"

#include "base/angle.h"
#include "geometry3/vec3.h"

/* ---- Principal axes -------------------------------------------------------------------------------------------------- */

/* Jacobi's method: rotates the two axes of the largest off-diagonal number until all are rounding errors. Each rotation removes
 * at least a third of the sum of their squares, and near the end it converges quadratically. */
#define MAX_ROTATIONS 60

/* A symmetric matrix, and the rotation from the axes in which it is given now. */
struct symmetric {
    md_real a[3][3];
    md3_rot axes;
};

/* Turns the matrix about axis i, so that its numbers at (j, k) and (k, j) vanish. */
static void rotate_about(struct symmetric *m, int i)
{
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    const md_real theta = (m->a[k][k] - m->a[j][j]) / (2 * m->a[j][k]);
    const md_real t = (theta < 0 ? -1 : 1) / (md_abs(theta) + md_sqrt(theta * theta + 1)); /* tangent of the angle */
    const md_real c = 1 / md_sqrt(t * t + 1);
    const md_real s = t * c;
    const md_real to_i[2] = {c * m->a[i][j] - s * m->a[i][k], s * m->a[i][j] + c * m->a[i][k]};
    m->a[j][j] -= t * m->a[j][k];
    m->a[k][k] += t * m->a[j][k];
    m->a[j][k] = m->a[k][j] = 0;
    m->a[i][j] = m->a[j][i] = to_i[0];
    m->a[i][k] = m->a[k][i] = to_i[1];
    /* The new axis j is c e_j - s e_k: a rotation about axis i by -atan(t). */
    const md_real half_tangent = -s / (1 + c);
    md_real u[3] = {0, 0, 0};
    u[i] = half_tangent;
    m->axes = md3_rot_normalize(md3_rot_multiply(m->axes, (md3_rot){u[0], u[1], u[2], 1}));
}

struct rotor md3_rotor_of(md3_mat inertia)
{
    struct symmetric m = {.a = {{inertia.x.x, inertia.y.x, inertia.z.x},
                                {inertia.y.x, inertia.y.y, inertia.z.y},
                                {inertia.z.x, inertia.z.y, inertia.z.z}},
                          .axes = md3_rot_identity()};
    const md_real scale = md_abs(m.a[0][0]) + md_abs(m.a[1][1]) + md_abs(m.a[2][2]);
    for (int n = 0; n < MAX_ROTATIONS; ++n) {
        const md_real off[3] = {md_abs(m.a[1][2]), md_abs(m.a[2][0]), md_abs(m.a[0][1])};
        const int i = off[0] >= off[1] && off[0] >= off[2] ? 0 : off[1] >= off[2] ? 1 : 2;
        if (!(off[i] > MD_REAL_EPSILON * scale)) {
            break;
        }
        rotate_about(&m, i);
    }
    return (struct rotor){.moment = vec(m.a[0][0], m.a[1][1], m.a[2][2]), .axes = m.axes};
}

/* ---- Momentum -------------------------------------------------------------------------------------------------------- */

md3_vec md3_rotor_spin(const struct rotor *rotor, md3_rot rotation, md3_vec momentum)
{
    const md3_rot frame = md3_rot_multiply(rotation, rotor->axes);
    const md3_vec L = rot_unapply(frame, momentum);
    return rot_apply(frame, vec(L.x / rotor->moment.x, L.y / rotor->moment.y, L.z / rotor->moment.z));
}

md3_vec md3_rotor_momentum(const struct rotor *rotor, md3_rot rotation, md3_vec spin)
{
    const md3_rot frame = md3_rot_multiply(rotation, rotor->axes);
    const md3_vec w = rot_unapply(frame, spin);
    return rot_apply(frame, vec(rotor->moment.x * w.x, rotor->moment.y * w.y, rotor->moment.z * w.z));
}

/* ---- Rotations without a sine ---------------------------------------------------------------------------------------- */

/* tan(x) / x by a Pade approximant, for |x| <= MAX_TURN / 2. Whatever the approximation, a tangent of half the angle gives an
 * exact rotation: Cayley's map. */
static md_real tangent_factor(md_real x_squared)
{
    return (15 - x_squared) / (15 - 6 * x_squared);
}

md3_rot md3_turn_by(md3_vec angle)
{
    const md3_vec x = vec_scale((md_real)0.5, md3_vec_clamp_length(angle, MAX_TURN));
    const md3_vec t = vec_scale(tangent_factor(vec_dot(x, x)), x);
    return md3_rot_normalize((md3_rot){t.x, t.y, t.z, 1});
}

/* Newton's method for x tangent_factor(x^2) = tan(angle / 2), from the solution x = angle / 2 without the approximation. */
md_real md3_turn_to_reach(double angle)
{
    const double max = (double)MAX_TURN / 2;
    const struct cos_sin half = md_cos_sin(angle / 2 < max ? angle / 2 : max);
    double x = angle / 2 < max ? angle / 2 : max;
    for (int i = 0; i < 4; ++i) {
        const double denominator = 15 - 6 * x * x;
        const double tangent = x * (15 - x * x) / denominator;
        const double slope = ((15 - 3 * x * x) * denominator + 12 * x * x * (15 - x * x)) / (denominator * denominator);
        x -= (tangent - half.s / half.c) / slope;
    }
    return (md_real)(2 * x);
}

/* ---- Free motion ----------------------------------------------------------------------------------------------------- */

/* A body that turns about its principal axes: L along them, and the rotation from them to the world. */
struct motion {
    md_real L[3];
    md3_rot frame;
};

/* Turns the body about principal axis i for h seconds at the rate `inverse` L_i. L in the world stays. */
static void turn_about(struct motion *motion, int i, md_real inverse, md_real h)
{
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    const md_real x = md_clamp(h * inverse * motion->L[i], -MAX_TURN, MAX_TURN) / 2;
    const md_real t = x * tangent_factor(x * x);
    const md_real scale = 1 / (1 + t * t);
    const md_real c = (1 - t * t) * scale;
    const md_real s = 2 * t * scale;
    const md_real L_j = motion->L[j];
    motion->L[j] = c * L_j + s * motion->L[k];
    motion->L[k] = c * motion->L[k] - s * L_j;
    md_real u[3] = {0, 0, 0};
    u[i] = t;
    motion->frame = md3_rot_multiply(motion->frame, (md3_rot){u[0], u[1], u[2], 1}); /* normalized at the end */
}

/* The index of the middle one of three numbers; of two that are equal, one of these. */
static int middle_of(const md_real at[3])
{
    const bool less[3] = {at[0] <= at[1], at[1] <= at[2], at[0] <= at[2]};
    if (less[0] == less[1]) {
        return 1;
    }
    return less[0] == less[2] ? 2 : 0;
}

md3_rot md3_rotate_freely(const struct rotor *rotor, md3_rot rotation, md3_vec momentum, md_real h)
{
    const md_real moment[3] = {rotor->moment.x, rotor->moment.y, rotor->moment.z};
    const int middle = middle_of(moment);
    const int first = (middle + 1) % 3;
    const int last = (middle + 2) % 3;
    const md_real shared = 1 / moment[middle];
    if (moment[first] == moment[middle] && moment[last] == moment[middle]) {
        return md3_rot_normalize(md3_rot_multiply(md3_turn_by(vec_scale(h * shared, momentum)), rotation));
    }
    struct motion motion = {.frame = md3_rot_multiply(rotation, rotor->axes)};
    const md3_vec L = rot_unapply(motion.frame, momentum);
    motion.L[0] = L.x;
    motion.L[1] = L.y;
    motion.L[2] = L.z;
    turn_about(&motion, first, 1 / moment[first] - shared, h / 2);
    turn_about(&motion, last, 1 / moment[last] - shared, h);
    turn_about(&motion, first, 1 / moment[first] - shared, h / 2);
    const md3_rot body = md3_rot_multiply(motion.frame, md3_rot_inverse(rotor->axes));
    return md3_rot_normalize(md3_rot_multiply(md3_turn_by(vec_scale(h * shared, momentum)), body));
}
