/* Contacts of a group in blocks of lanes: laying them out, and the passes over all of them. */
#ifndef MODULUS_WORLD3_CONTACT_LANES_H
#define MODULUS_WORLD3_CONTACT_LANES_H

#include "world3/contact_kernel.h"

/** Whether contacts may be in lanes: both solvers support blocks, friction is a disc at each point, and no callback wants to see
 *  or change rows. */
bool md3_lanes_are_supported(const md3_world *world);
/** Lists the manifolds of a group, whose bodies have their slots, and divides them into blocks. Keeps the layout if the contact
 *  set is unchanged. `fits` tells whether there are any, and none has rows that lanes do not have: torsion, rolling, a body
 *  with a locked axis. */
md_status md3_lanes_lay_out(md3_world *world, int32_t group, bool *fits);
/** Assigns the listed manifolds to the lanes of the layout. */
md_status md3_lanes_assign(md3_world *world);

/** Writes the rows of all lanes into the velocity problem. Clears `fits` if a row needs a compliance. */
md_status md3_lanes_assemble_velocity(md3_world *world, bool *fits);
/** Writes the rows of all lanes into the position problem; sets `needed` if there is penetration to correct. */
md_status md3_lanes_assemble_position(md3_world *world, const md_result *velocities, bool *needed);
/** Caches the impulses of all lanes for the next substep. */
void md3_lanes_cache(md3_world *world, const md_result *velocities, const md_result *corrected);

#endif
