/* The constraint of a contact point, written once: for one point at a time (contact_constraint.h) and for MD_LANES points at a
 * time (contact_kernel.c). Both give the same bits.
 *
 *     normal    w = n . (v_b - v_a) + b >= 0      0 <= lambda_n
 *     tangent   w = t . (v_b - v_a) + b           |lambda_t| <= mu lambda_n, t to the left of n, b the speed of a belt
 *     position  as the normal, with the gap that is left at the new velocities
 *
 * engine/contact_bias.inc.h has the biases of normal and position. Restitution and kinematic bodies are rare; contact_rows.c
 * adds them to b.
 *
 * The including file defines
 *
 *     number          md_real, or vreal
 *     NUMBER(name)    the name of a function or struct of this instance
 */

/* A point: the normal from the first body to the second, and the lever arms r from the centres of mass. */
struct NUMBER(point) {
    number normal_x, normal_y;
    number r_a_x, r_a_y, r_b_x, r_b_y;
};

/* A row of J: (x, y, angular_a) for the first body and (-x, -y, angular_b) for the second. */
struct NUMBER(jacobian) {
    number x, y, angular_a, angular_b;
};

MD_INLINE number NUMBER(cross)(number a_x, number a_y, number b_x, number b_y)
{
    return a_x * b_y - a_y * b_x;
}

MD_INLINE struct NUMBER(jacobian) NUMBER(normal_jacobian)(const struct NUMBER(point) * p)
{
    return (struct NUMBER(jacobian)){.x = -p->normal_x,
                                     .y = -p->normal_y,
                                     .angular_a = -NUMBER(cross)(p->r_a_x, p->r_a_y, p->normal_x, p->normal_y),
                                     .angular_b = NUMBER(cross)(p->r_b_x, p->r_b_y, p->normal_x, p->normal_y)};
}

MD_INLINE struct NUMBER(jacobian) NUMBER(tangent_jacobian)(const struct NUMBER(point) * p)
{
    return (struct NUMBER(jacobian)){.x = p->normal_y,
                                     .y = -p->normal_x,
                                     .angular_a = -NUMBER(cross)(p->r_a_x, p->r_a_y, -p->normal_y, p->normal_x),
                                     .angular_b = NUMBER(cross)(p->r_b_x, p->r_b_y, -p->normal_y, p->normal_x)};
}

/* Speed at which the surfaces approach each other at the point, m/s; velocities are (x, y, angular). */
MD_INLINE number NUMBER(approach)(const struct NUMBER(point) * p, const number v_a[3], const number v_b[3])
{
    const number a_x = v_a[0] + v_a[2] * -p->r_a_y;
    const number a_y = v_a[1] + v_a[2] * p->r_a_x;
    const number b_x = v_b[0] + v_b[2] * -p->r_b_y;
    const number b_y = v_b[1] + v_b[2] * p->r_b_x;
    return -((p->normal_x * b_x + p->normal_y * b_y) - (p->normal_x * a_x + p->normal_y * a_y));
}
