/* Events of the contacts of a 2D world. */
#include "world2/world.h"

static const md2_manifold *first_manifold(const struct contact *contact)
{
    return &contact->manifold;
}

static bool has_touching_point(const struct contact *contact, md_real max_separation)
{
    for (int k = 0; k < contact->manifold.count; ++k) {
        if (contact->manifold.point[k].separation <= max_separation || contact->cache[k].normal.lambda > 0) {
            return true;
        }
    }
    return false;
}

#define DIMENSION 2
#include "engine/contact_events.inc.h"
