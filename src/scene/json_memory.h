/* Notices that cJSON ran out of memory.
 *
 * cJSON returns NULL if an allocation fails, and accepts NULL everywhere: a document that is being built silently
 * loses a member, and a valid text looks like a syntax error. Its allocations go through this file instead, which
 * remembers a failure until the whole document has been built or parsed. */
#ifndef MODULUS_SCENE_JSON_MEMORY_H
#define MODULUS_SCENE_JSON_MEMORY_H

#include <stdbool.h>

/** Starts watching and forgets earlier failures. Call it before a document is built or parsed. */
void json_memory_watch(void);

/** True if an allocation of cJSON has failed in this thread since json_memory_watch. */
bool json_memory_failed(void);

#endif
