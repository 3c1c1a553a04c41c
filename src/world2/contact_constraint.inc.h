/* The constraint of a contact point, written once: for one point at a time (contact_constraint.h) and for MD_LANES points at a
 * time (contact_kernel.c). Both give the same bits.
 *
 *     normal    w = n . (v_b - v_a) + b >= 0      0 <= lambda_n
 *               b = gap / h                       the gap, beyond the slop, may close in this substep
 *               b = -rate * penetration           Baumgarte correction, if that is chosen
 *     tangent   w = t . (v_b - v_a) + b           |lambda_t| <= mu lambda_n, t to the left of n, b the speed of a belt
 *     position  as the normal, with the gap that is left at the new velocities
 *
 * Restitution and kinematic bodies are rare; contact_rows.c adds them to b.
 *
 * The including file defines
 *
 *     number          md_real, or vreal
 *     NUMBER(name)    the name of a function or struct of this instance
 *     ALL(x)          x in every lane
 *     SELECT(c,a,b)   a if c holds, else b
 *     MAX(a,b)        a > b ? a : b
 *     MIN(a,b)        a < b ? a : b
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

/* Distance by which a point may close. A gap within the slop counts as closed: chasing it would keep resting bodies moving. */
MD_INLINE number NUMBER(gap)(const struct contact_settings *settings, number separation)
{
    return MAX(separation - ALL(settings->slop), ALL(0));
}

/* Speed at which penetration beyond the slop opens, m/s, if a share `rate` of it per second is removed. */
MD_INLINE number NUMBER(correction_speed)(const struct contact_settings *settings, number separation, md_real rate)
{
    const number penetration = MAX(-separation - ALL(settings->slop), ALL(0));
    return MIN(ALL(rate) * penetration, ALL(settings->max_correction_speed));
}

/* Bias of the normal row in the velocity problem, without restitution. */
MD_INLINE number NUMBER(normal_bias)(const struct contact_settings *settings, number separation)
{
    const number bias = NUMBER(gap)(settings, separation) / ALL(settings->h);
    if (!settings->baumgarte) {
        return bias;
    }
    const number speed = NUMBER(correction_speed)(settings, separation, settings->correction_rate);
    return bias + -SELECT(separation < 0, speed, ALL(0));
}

/* Bias of a one-sided row in the position problem; `separation` is the one at the new velocities. */
MD_INLINE number NUMBER(position_bias)(const struct contact_settings *settings, number separation, md_real rate)
{
    return SELECT(separation >= 0, separation / ALL(settings->h),
                  -NUMBER(correction_speed)(settings, separation, rate));
}

/* How far the warm start of an impulse is pulled back towards its running mean.
 *
 * With warm starting the sweeps of all steps are one iteration, and modes that converge slowly sway like a mass on a soft
 * spring, almost undamped (docs/engine.md has the recurrence). Pulling the start towards the mean damps them, and does not
 * change an impulse at rest. */
MD_INLINE number NUMBER(pull_back)(const struct contact_settings *settings, number lambda, number mean)
{
    return ALL(settings->warm_start_smoothing) * (lambda - mean);
}

/* The running mean after a solve; `before` is the impulse of the substep before, 0 for a new row. */
MD_INLINE number NUMBER(running_mean)(number before, number mean, number lambda)
{
    return SELECT(before == 0, lambda, mean + ALL(MD2_MEAN_RATE) * (lambda - mean));
}
