#include "world2/refuse.h"

#include <stdarg.h>
#include <stdio.h>

#include "world2/world.h"

const char *md2_world_last_error(const md2_world *world)
{
    return world != NULL ? world->last_error.message : "";
}

md_error *md2_error_of(md2_world *world)
{
    return world != NULL ? &world->last_error : NULL;
}

md_status md2_refuse(md2_world *world, md_status status, const char *format, ...)
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

md_status md2_note_failure(md2_world *world, md_status status, const char *call)
{
    return status == MD_OK ? MD_OK : md2_refuse(world, status, "%s: %s", call, md_status_text(status));
}

md_status md2_creation_failed(md2_world *world, md_status status, const char *call, const char *limit_name,
                              int32_t limit)
{
    return status == MD_ERROR_SIZE
               ? md2_refuse(world, status, "%s: the world already has %s = %d", call, limit_name, (int)limit)
               : md2_note_failure(world, status, call);
}

md_status md2_world_to_change(md2_world *world, const char *call)
{
    if (world == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    return world->stepping ? md2_refuse(world, MD_ERROR_BUSY, "%s: not allowed in a callback", call) : MD_OK;
}

md_status md2_handle_to_change(md2_world *world, bool is_valid, const char *call, const char *what, int32_t index,
                               uint32_t generation)
{
    const md_status status = md2_world_to_change(world, call);
    if (status != MD_OK || is_valid) {
        return status;
    }
    return md2_refuse(world, MD_ERROR_ARGUMENT,
                      "%s: %s must be the handle of an existing %s, is index %d, generation %u", call, what, what,
                      (int)index, (unsigned)generation);
}

struct def_check md2_call_check(md2_world *world, const char *call)
{
    return (struct def_check){.what = call, .error = md2_error_of(world)};
}
