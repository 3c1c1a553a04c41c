/* Recycled manifolds: while two shapes hardly move relative to each other, the bodies carry the points of their last manifold
 * along, instead of finding points anew.
 *
 * A carried manifold costs a fraction of separating axes and clipping, and its points do not flicker between features, so that
 * piles of hulls come to rest. Its separations are exact for the points that the bodies carry; the points themselves are those of
 * a pose that differs by at most world_def.recycle_distance (a tenth of it if a shape is round). The idea is from Box3D (E. Catto, "contact recycling"). Carried
 * manifolds decide results, unlike caches, and belong to a snapshot.
 */
#ifndef MODULUS_WORLD3_RECYCLE_H
#define MODULUS_WORLD3_RECYCLE_H

#include "world3/contact.h"

/** Carries the manifold of a contact to the present positions. Returns false, and changes nothing, if it has to be found anew. */
bool md3_manifold_recycle(const md3_world *world, struct contact *contact);

/** Remembers the manifold that was just found, or forgets the last one if it is of no use. */
void md3_manifold_remember(const md3_world *world, struct contact *contact);

#endif
