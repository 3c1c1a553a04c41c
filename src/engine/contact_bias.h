/* Biases and warm starts of contact rows, one point at a time, and the settings of the world that they depend on. */
#ifndef MODULUS_ENGINE_CONTACT_BIAS_H
#define MODULUS_ENGINE_CONTACT_BIAS_H

#include "base/real.h"

/* How fast the running mean of an impulse follows it, per substep. */
#define CONTACT_MEAN_RATE ((md_real)0.05)

/* How contacts of the position problem give up penetration: the rate per second, and a compliance in multiples of the row's
 * diagonal. */
struct softness {
    md_real rate, compliance;
};

/** The softness of an implicit damped spring of a frequency, Hz, and a damping ratio, for a substep of h seconds. */
struct softness md_softness_of_spring(md_real frequency, md_real damping_ratio, md_real h);

/* Settings that the constraints of all contacts share in a substep. */
struct contact_settings {
    md_real h; /* s */
    md_real slop, max_correction_speed, warm_start_smoothing;
    md_real correction_rate;  /* share of the penetration that is removed per second */
    bool baumgarte;           /* the velocity problem corrects positions */
    struct softness softness; /* of contacts in the position problem */
};

#define number md_real
#define NUMBER(name) contact_##name
#define ALL(x) (x)
#define SELECT(c, a, b) ((c) ? (a) : (b))
#define MAX md_max
#define MIN md_min
#include "engine/contact_bias.inc.h"
#undef number
#undef NUMBER
#undef ALL
#undef SELECT
#undef MAX
#undef MIN

#endif
