/* The constraint of a contact point, one point at a time, with its bias. */
#ifndef MODULUS_WORLD2_CONTACT_CONSTRAINT_H
#define MODULUS_WORLD2_CONTACT_CONSTRAINT_H

#include <modulus/world2.h>

#include "engine/contact_bias.h"

struct contact_settings md2_contact_settings(const md2_world_def *def, md_real h);

#define number md_real
#define NUMBER(name) contact_##name
#include "world2/contact_constraint.inc.h"
#undef number
#undef NUMBER

#endif
