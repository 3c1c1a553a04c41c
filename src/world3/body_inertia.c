/* Inverse mass and inertia of a body, with locked axes, in the world. */
#include "geometry3/vec3.h"
#include "world3/world.h"

/* The largest inverse mass or inertia: its product with the square of the largest distance stays finite. Shapes of a tiny
 * density would exceed it. */
#define MAX_INVERSE (MD_REAL_MAX / (md_real)1e23)

static md_real least_of(md3_vec moment)
{
    return md_min(moment.x, md_min(moment.y, moment.z));
}

static bool moments_are_sound(md3_vec moment)
{
    const md_real least = least_of(moment);
    return vec_is_finite(moment) && least > 0 && 1 / least <= MAX_INVERSE;
}

void md3_body_set_inverses(struct body *body)
{
    const bool is_dynamic = body->type == MD3_DYNAMIC;
    body->inverse_mass = is_dynamic ? 1 / body->mass.mass : 0;
    body->rotor = md3_rotor_of(body->mass.inertia);
    /* A body whose inverse inertia would overflow does not rotate. */
    body->rotates =
        is_dynamic && (body->locked & MD3_LOCK_ROTATION) != MD3_LOCK_ROTATION && moments_are_sound(body->rotor.moment);
    md3_body_turn_inertia(body);
}

/* R diag(d) R^T, symmetric to the last bit. The columns of R are the principal axes. */
static md3_mat turned_diagonal(md3_mat R, md3_vec d)
{
    const md3_vec x = vec_scale(d.x, R.x);
    const md3_vec y = vec_scale(d.y, R.y);
    const md3_vec z = vec_scale(d.z, R.z);
    const md_real xy = x.x * R.x.y + y.x * R.y.y + z.x * R.z.y;
    const md_real xz = x.x * R.x.z + y.x * R.y.z + z.x * R.z.z;
    const md_real yz = x.y * R.x.z + y.y * R.y.z + z.y * R.z.z;
    return (md3_mat){{x.x * R.x.x + y.x * R.y.x + z.x * R.z.x, xy, xz},
                     {xy, x.y * R.x.y + y.y * R.y.y + z.y * R.z.y, yz},
                     {xz, yz, x.z * R.x.z + y.z * R.y.z + z.z * R.z.z}};
}

/* The inverse of a 2 x 2 block of the inertia, with zeros elsewhere; axis is the one that is left out. The block is divided by its
 * trace, whose square need not be representable. No eigenvalue of the block is below the least principal moment, which bounds
 * the determinant if the difference is rounding error. */
static md3_mat inverse_of_block(const md_real a[3][3], int axis, md_real least_moment)
{
    const int j = (axis + 1) % 3;
    const int k = (axis + 2) % 3;
    const double trace = (double)a[j][j] + (double)a[k][k];
    const double jj = (double)a[j][j] / trace;
    const double kk = (double)a[k][k] / trace;
    const double jk = (double)a[j][k] / trace;
    const double least = (double)least_moment / trace;
    const double difference = jj * kk - jk * jk;
    const double bound = least * (1 - least);
    const double determinant = difference > bound ? difference : bound;
    md_real b[3][3] = {{0}};
    b[j][j] = (md_real)(kk / determinant / trace);
    b[k][k] = (md_real)(jj / determinant / trace);
    b[j][k] = b[k][j] = (md_real)(-jk / determinant / trace);
    return (md3_mat){{b[0][0], b[1][0], b[2][0]}, {b[0][1], b[1][1], b[2][1]}, {b[0][2], b[1][2], b[2][2]}};
}

/* The inverse inertia of a body that rotates about some axes of the world only: the inverse of the part of the inertia that
 * belongs to these axes. The constraint takes the rest of the momentum. */
static md3_mat locked_inverse(md3_mat inertia, md_real least_moment, unsigned locked)
{
    const md_real a[3][3] = {{inertia.x.x, inertia.y.x, inertia.z.x},
                             {inertia.x.y, inertia.y.y, inertia.z.y},
                             {inertia.x.z, inertia.y.z, inertia.z.z}};
    switch (locked) { /* bits x, y, z */
    case 1: return inverse_of_block(a, 0, least_moment);
    case 2: return inverse_of_block(a, 1, least_moment);
    case 4: return inverse_of_block(a, 2, least_moment);
    case 6: return md3_mat_diagonal(1 / a[0][0], 0, 0);
    case 5: return md3_mat_diagonal(0, 1 / a[1][1], 0);
    case 3: return md3_mat_diagonal(0, 0, 1 / a[2][2]);
    default: return md3_mat_diagonal(0, 0, 0);
    }
}

void md3_body_turn_inertia(struct body *body)
{
    if (!body->rotates) {
        body->inverse_inertia = md3_mat_diagonal(0, 0, 0);
        return;
    }
    const md3_mat R = md3_rot_matrix(md3_rot_multiply(body->rotation, body->rotor.axes));
    const md3_vec moment = body->rotor.moment;
    const unsigned locked = (body->locked & MD3_LOCK_ROTATION) / MD3_LOCK_ROTATION_X;
    if (locked == 0) {
        body->inverse_inertia = turned_diagonal(R, vec(1 / moment.x, 1 / moment.y, 1 / moment.z));
    } else {
        body->inverse_inertia = locked_inverse(turned_diagonal(R, moment), least_of(moment), locked);
    }
}

double md3_body_kinetic_energy(const struct body *body)
{
    const md3_vec v = body->velocity;
    double energy = 0.5 * (double)body->mass.mass * (double)vec_dot(v, v);
    if (body->rotates) {
        /* By principal axes: a sum of squares is not NaN if the angular momentum overflows. */
        const md3_vec I = body->rotor.moment;
        const md3_vec w = rot_unapply(md3_rot_multiply(body->rotation, body->rotor.axes), body->angular_velocity);
        energy += 0.5 * ((double)I.x * (double)w.x * (double)w.x + (double)I.y * (double)w.y * (double)w.y +
                         (double)I.z * (double)w.z * (double)w.z);
    }
    return energy;
}

void md3_body_lock(struct body *body)
{
    body->locked = body->type == MD3_DYNAMIC ? body->wanted_locks : 0;
    body->velocity = body_unlocked_motion(body, body->velocity);
    body->angular_velocity = body_unlocked_spin(body, body->angular_velocity);
}
