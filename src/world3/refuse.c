/* Calls of a 3D world that are refused, and checks of their arguments. */
#include "geometry3/vec3.h"
#include "world3/world.h"

void md3_check_vector(struct def_check *check, const char *field, md3_vec value)
{
    md_check_that(check, vec_is_finite(value), "%s must be three finite numbers, is (%g, %g, %g)", field,
                  (double)value.x, (double)value.y, (double)value.z);
}

void md3_check_rotation(struct def_check *check, const char *field, md3_rot value)
{
    md_check_that(check, rot_is_unit(value), "%s must be a quaternion of length 1, is (%g, %g, %g, %g)", field,
                  (double)value.x, (double)value.y, (double)value.z, (double)value.w);
}

void md3_check_locked(struct def_check *check, uint32_t locked)
{
    const uint32_t all = MD3_LOCK_X | MD3_LOCK_Y | MD3_LOCK_Z | MD3_LOCK_ROTATION;
    md_check_count(check, "locked", (int64_t)locked, 0, (int64_t)all);
}

#define DIMENSION 3
#include "engine/refuse.inc.h"
