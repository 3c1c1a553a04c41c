/* Contacts of a group in blocks of lanes: laying them out, and the passes over all of them. */
#ifndef MODULUS_WORLD2_CONTACT_LANES_H
#define MODULUS_WORLD2_CONTACT_LANES_H

#include "world2/contact_kernel.h"

/** Whether contacts may be in lanes: both solvers support blocks, and no callback wants to see or change rows. */
bool md2_lanes_are_supported(const md2_world *world);
/** Lists the contact points of a group, whose bodies have their slots, and divides them into blocks. Keeps the layout if the
 *  contact set is unchanged. */
md_status md2_lanes_lay_out(md2_world *world, int32_t group);
/** Assigns the listed contact points to the lanes of the layout. */
md_status md2_lanes_assign(md2_world *world);

/** Writes the rows of all lanes into the velocity problem. */
md_status md2_lanes_assemble_velocity(md2_world *world);
/** Writes the rows of all lanes into the position problem; sets `needed` if there is penetration to correct. */
md_status md2_lanes_assemble_position(md2_world *world, const md_result *velocities, bool *needed);
/** Caches the impulses of all lanes for the next substep. */
void md2_lanes_cache(md2_world *world, const md_result *velocities, const md_result *corrected);

#endif
