/* The strips of a world, and what ranks have of them (engine/division.h, engine/share.h). */
#ifndef MODULUS_WORLD2_DIVISION_H
#define MODULUS_WORLD2_DIVISION_H

#include <modulus/world2.h>

#include "engine/division.h"
#include "engine/share.h"
#include "lcp/ranks.h"

/* ---- division.c -------------------------------------------------------------------------------------------------- */

/** Finds the strips of the bodies before a step, given by its number from 0, and chooses strips anew if they have become uneven.
 *  At the end of the step before it. */
md_status md2_division_update(md2_world *world, int64_t step);
/** The same if the user has changed something since. */
md_status md2_division_begin_step(md2_world *world);

/** The centre of a body along the axis of the strips. */
md_real md2_division_coordinate(const md2_world *world, int32_t body);
/** Finds the strip of a body. */
void md2_division_find_strip(md2_world *world, int32_t body);

/* ---- contact_order.c --------------------------------------------------------------------------------------------- */

/** Sorts the contacts of a world with partitions by their shapes; the first `sorted` of the pool are in order. */
md_status md2_contacts_sort(md2_world *world, int32_t sorted);

/* ---- share.c ----------------------------------------------------------------------------------------------------- */

/** Sends bodies to the ranks that own their strips or need them as ghosts, and drops those that are needed no longer. Before the
 *  search for pairs. */
md_status md2_share_update(md2_world *world);
/** Lists the ghosts of a share that was just made. */
md_status md2_share_list(md2_world *world);
/** What a solver needs to solve a problem with other ranks; NULL: the world is not divided. */
struct solve_ranks *md2_share_solving(const md2_world *world, struct solve_ranks *ranks);

/* ---- share_motion.c ---------------------------------------------------------------------------------------------- */

/** Sends the motion of bodies that are ghosts on other ranks, and takes that of the ghosts here. After each substep. */
md_status md2_share_exchange_motion(md2_world *world);

/* ---- share_bytes.c ----------------------------------------------------------------------------------------------- */

struct stream;
typedef void md2_share_visit(struct stream *stream, md2_world *world, int32_t index);
/** Appends what a function visits. */
md_status md2_share_append(md2_world *world, struct byte_buffer *bytes, md2_share_visit *visit, int32_t index);
/** Visits the box of a shape in the tree. Reading does not change the tree. */
void md2_share_visit_leaf(struct stream *stream, md2_world *world, int32_t shape, md2_box *box);
/** The rank that owns a body by its strip, or ON_EVERY_RANK. */
int32_t md2_share_owner_of(const md2_world *world, int32_t body);
/** The range of the centre and the leaves of a body along the axis of the strips. */
struct extent md2_share_extent_of(const md2_world *world, int32_t body);
/** Begins a message without bodies and contacts. */
md_status md2_share_begin_message(md2_world *world, struct byte_buffer *bytes);
/** Appends a body with its shapes; all bodies come before all contacts. */
md_status md2_share_give_body(md2_world *world, struct byte_buffer *bytes, int32_t body);
md_status md2_share_give_contact(md2_world *world, struct byte_buffer *bytes, int32_t record);
/** Writes what a rank needs of a whole world, whose bodies have owners. */
md_status md2_share_give(md2_world *whole, const struct extent *extents, const int32_t *owner, int32_t rank,
                         struct byte_buffer *bytes);
/** Writes the bodies of this rank for a united world, and its contacts if they are asked for. */
md_status md2_share_give_own(md2_world *world, bool with_contacts, struct byte_buffer *bytes);
/** Reads the bodies of a message. `at` gets the place of its contacts. */
md_status md2_share_take_bodies(md2_world *world, const struct byte_buffer *bytes, size_t *at);
/** Reads the contacts of a message, unless they are here already or one of their shapes is not. */
md_status md2_share_take_contacts(md2_world *world, const struct byte_buffer *bytes, size_t at);
/** Reads bodies and contacts. */
md_status md2_share_take(md2_world *world, const struct byte_buffer *bytes);

/* ---- share_islands.c ---------------------------------------------------------------------------------------------- */

/** Of a world with partitions: counts the islands, and marks the bodies that are due to fall asleep by an infinite timer, before
 *  bodies change their ranks. */
md_status md2_share_islands_rest(md2_world *world, md_real dt);
/** Tells other ranks which ghosts awake bodies have woken. Sets `any` if that has woken more bodies on some rank. */
md_status md2_share_wake(md2_world *world, bool *any);

/* ---- share_report.c ----------------------------------------------------------------------------------------------- */

/** Completes the report of a step by those of the other ranks. */
md_status md2_share_complete_report(md2_world *world, md_step_report *report);

#endif
