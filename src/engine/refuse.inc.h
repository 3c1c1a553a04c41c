/* Calls of a world that are refused (dimension.h). */
#include "engine/dimension.h"

const char *MD_(world_last_error)(const WORLD *world)
{
    return world != NULL ? world->last_error.message : "";
}

md_error *MD_(error_of)(WORLD *world)
{
    return world != NULL ? &world->last_error : NULL;
}

md_status MD_(note_failure)(WORLD *world, md_status status, const char *call)
{
    return status == MD_OK ? MD_OK : md_fail(&world->last_error, status, "%s: %s", call, md_status_text(status));
}

md_status MD_(creation_failed)(WORLD *world, md_status status, const char *call, const char *limit_name, int32_t limit)
{
    return status == MD_ERROR_SIZE
               ? md_fail(&world->last_error, status, "%s: the world already has %s = %d", call, limit_name, (int)limit)
               : MD_(note_failure)(world, status, call);
}

md_status MD_(world_to_change)(WORLD *world, const char *call)
{
    if (world == NULL) {
        return MD_ERROR_ARGUMENT;
    }
    return world->stepping ? md_fail(&world->last_error, MD_ERROR_BUSY, "%s: not allowed in a callback", call) : MD_OK;
}

md_status MD_(world_to_build)(WORLD *world, const char *call)
{
    const md_status status = MD_(world_to_change)(world, call);
    if (status != MD_OK || world->share == NULL) {
        return status;
    }
    return md_fail(&world->last_error, MD_ERROR_ARGUMENT,
                   "%s: not allowed in the share of a divided world, expected the whole world", call);
}

md_status MD_(handle_to_change)(WORLD *world, bool is_valid, const char *call, const char *what, int32_t index,
                                uint32_t generation)
{
    const md_status status = MD_(world_to_build)(world, call);
    if (status != MD_OK || is_valid) {
        return status;
    }
    return md_fail(&world->last_error, MD_ERROR_ARGUMENT,
                   "%s: %s must be the handle of an existing %s, is index %d, generation %u", call, what, what,
                   (int)index, (unsigned)generation);
}

struct def_check MD_(call_check)(WORLD *world, const char *call)
{
    return (struct def_check){.what = call, .error = MD_(error_of)(world)};
}
