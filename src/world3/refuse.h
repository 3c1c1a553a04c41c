/* Calls that are refused: each leaves a line in the world, which md3_world_last_error returns (engine/refuse.inc.h). */
#ifndef MODULUS_WORLD3_REFUSE_H
#define MODULUS_WORLD3_REFUSE_H

#include <modulus/world3.h>

#include "base/error.h"
#include "engine/def_check.h"

/** Notes a failure that came without a message, such as a failed allocation. Returns the status; MD_OK is not noted. */
md_status md3_note_failure(md3_world *world, md_status status, const char *call);
/** The same for a creation. MD_ERROR_SIZE means that the world has as many as its setting `limit_name` allows. */
md_status md3_creation_failed(md3_world *world, md_status status, const char *call, const char *limit_name,
                              int32_t limit);
/** Fails if the world is NULL, and inside a callback. `call` is the function that the user called. */
md_status md3_world_to_change(md3_world *world, const char *call);
/** The same, and if the world is the share of a divided world, in which bodies cannot be created or changed. */
md_status md3_world_to_build(md3_world *world, const char *call);
/** Fails with the status of md3_world_to_change, or if a handle is not valid. `what` is "body", "shape" and so on. */
md_status md3_handle_to_change(md3_world *world, bool is_valid, const char *call, const char *what, int32_t index,
                               uint32_t generation);
/** Starts checks of the arguments of a call. The world, which may be NULL, gets the message of the first that fails. */
struct def_check md3_call_check(md3_world *world, const char *call);
/** Checks of vectors, rotations and locked axes; `field` is the name of the field or argument. */
void md3_check_vector(struct def_check *check, const char *field, md3_vec value);
void md3_check_rotation(struct def_check *check, const char *field, md3_rot value);
void md3_check_locked(struct def_check *check, uint32_t locked);
/** Returns where the checks of a definition write their message; NULL if `world` is NULL. */
md_error *md3_error_of(md3_world *world);

#endif
