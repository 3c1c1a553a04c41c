/* How far bodies have travelled: a distance that no point of a body has exceeded, as a count that only grows.
 *
 * A contact without points whose shapes are a distance d apart has none until its two bodies have travelled by d together. Such a
 * contact is guarded (engine/awake_set.h): the narrow phase compares three numbers and does not read its record. Most pairs of a
 * pile of irregular bodies are of this kind.
 *
 * Distances are counts of 2^-20 m that wrap around, so that they stay exact however long a world runs. A cache: results do not
 * depend on it.
 */
#ifndef MODULUS_ENGINE_TRAVEL_H
#define MODULUS_ENGINE_TRAVEL_H

#include "base/memory.h"
#include "engine/awake_set.h"

struct travels {
    struct travel *at; /* of the bodies */
    size_t capacity;
    struct indices reach; /* of the bodies: `way` plus the free distance that a body needs (travel.c) */
    int32_t count;        /* bodies that have been noted */
    uint32_t rebuilds;    /* of the awake set, when all bodies were last noted */
};

/* Distances beyond 64 m count as 64 m, and guards hold for half of that, so that sums do not wrap. */
#define TRAVEL_UNITS ((md_real)1048576) /* per metre */
#define TRAVEL_FAR ((uint32_t)1 << 26)
#define TRAVEL_MAX_GUARD ((md_real)32)

/** Whether a guarded contact still has no points, and will have none within the time that was noted. */
static inline bool travel_guard_holds(const struct travels *travels, const struct contact_link *link)
{
    const uint32_t reach = (uint32_t)travels->reach.at[link->body[0]] + (uint32_t)travels->reach.at[link->body[1]];
    return link->is_guarded && (int32_t)(link->limit - reach) > 0;
}

/** Guards a contact without points and events whose shapes are at least a distance apart, m, if that is far enough. */
static inline void travel_guard(const struct travels *travels, struct contact_link *link, md_real distance)
{
    const md_real guarded = distance < TRAVEL_MAX_GUARD ? distance : TRAVEL_MAX_GUARD;
    if (guarded > 0) {
        link->limit =
            travels->at[link->body[0]].way + travels->at[link->body[1]].way + (uint32_t)(guarded * TRAVEL_UNITS);
        link->is_guarded = true;
        link->is_guarded = travel_guard_holds(travels, link);
    }
}

#endif
