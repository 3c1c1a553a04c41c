/* Biases and warm starts of contact rows, for any dimension. Written once: for one point at a time (contact_bias.h) and for
 * MD_LANES points at a time (world2/contact_kernel.c). Both give the same bits.
 *
 *     normal    b = gap / h                       the gap, beyond the slop, may close in this substep
 *               b = -rate * penetration           Baumgarte correction, if that is chosen
 *     position  as the normal, with the gap that is left at the new velocities
 *
 * The including file defines
 *
 *     number          md_real, or vreal
 *     NUMBER(name)    the name of a function of this instance
 *     ALL(x)          x in every lane
 *     SELECT(c,a,b)   a if c holds, else b
 *     MAX(a,b)        a > b ? a : b
 *     MIN(a,b)        a < b ? a : b
 */

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
    return SELECT(before == 0, lambda, mean + ALL(CONTACT_MEAN_RATE) * (lambda - mean));
}
