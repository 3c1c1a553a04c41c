/* The constraint of a contact point, one point at a time, and the settings of the world that it depends on. */
#ifndef MODULUS_WORLD2_CONTACT_CONSTRAINT_H
#define MODULUS_WORLD2_CONTACT_CONSTRAINT_H

#include <modulus/world2.h>

#include "base/real.h"

/* How fast the running mean of an impulse follows it, per substep. */
#define MD2_MEAN_RATE ((md_real)0.05)

/* How contacts of the position problem give up penetration: the rate per second, and a compliance in multiples of the row's
 * diagonal. */
struct softness {
    md_real rate, compliance;
};

/* Settings that the constraints of all contacts share in a substep. */
struct contact_settings {
    md_real h; /* s */
    md_real slop, max_correction_speed, warm_start_smoothing;
    md_real correction_rate;  /* share of the penetration that is removed per second */
    bool baumgarte;           /* the velocity problem corrects positions */
    struct softness softness; /* of contacts in the position problem */
};

struct contact_settings md2_contact_settings(const md2_world_def *def, md_real h);

#define number md_real
#define NUMBER(name) contact_##name
#define ALL(x) (x)
#define SELECT(c, a, b) ((c) ? (a) : (b))
#define MAX md_max
#define MIN md_min
#include "world2/contact_constraint.inc.h"
#undef number
#undef NUMBER
#undef ALL
#undef SELECT
#undef MAX
#undef MIN

#endif
