#include "world3/refuse.h"

#include <stdarg.h>
#include <stdio.h>

#include "geometry3/vec3.h"
#include "world3/world.h"

const char *md3_world_last_error(const md3_world *world)
{
    return world != NULL ? world->last_error.message : "";
}

md_error *md3_error_of(md3_world *world)
{
    return world != NULL ? &world->last_error : NULL;
}

md_status md3_refuse(md3_world *world, md_status status, const char *format, ...)
{
    if (world != NULL) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(world->last_error.message, sizeof world->last_error.message, format, arguments);
        va_end(arguments);
        world->last_error.status = status;
    }
    return status;
}

md_status md3_note_failure(md3_world *world, md_status status, const char *call)
{
    return status == MD_OK ? MD_OK : md3_refuse(world, status, "%s: %s", call, md_status_text(status));
}

md_status md3_creation_failed(md3_world *world, md_status status, const char *call, const char *limit_name,
                              int32_t limit)
{
    return status == MD_ERROR_SIZE
               ? md3_refuse(world, status, "%s: the world already has %s = %d", call, limit_name, (int)limit)
               : md3_note_failure(world, status, call);
}

md_status md3_world_to_change(md3_world *world, const char *call)
{
    if (world == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    return world->stepping ? md3_refuse(world, MD_ERROR_BUSY, "%s: not allowed in a callback", call) : MD_OK;
}

md_status md3_handle_to_change(md3_world *world, bool is_valid, const char *call, const char *what, int32_t index,
                               uint32_t generation)
{
    const md_status status = md3_world_to_change(world, call);
    if (status != MD_OK || is_valid) {
        return status;
    }
    return md3_refuse(world, MD_ERROR_ARGUMENT,
                      "%s: %s must be the handle of an existing %s, is index %d, generation %u", call, what, what,
                      (int)index, (unsigned)generation);
}

struct def_check md3_call_check(md3_world *world, const char *call)
{
    return (struct def_check){.what = call, .error = md3_error_of(world)};
}

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
