/* Events of the contacts of a 3D world. */
#include "world3/world.h"

static const md3_manifold *first_manifold(const struct contact *contact)
{
    return &contact->first.manifold;
}

static bool has_touching_point(const struct contact *contact, md_real max_separation)
{
    for (int32_t i = 0; i < contact->manifold_count; ++i) {
        const struct contact_manifold *at = contact_manifold_of(contact, i);
        for (int k = 0; k < at->manifold.count; ++k) {
            if (at->manifold.point[k].separation <= max_separation || at->cache[k].normal.lambda > 0) {
                return true;
            }
        }
    }
    return false;
}

#define DIMENSION 3
#include "engine/contact_events.inc.h"
