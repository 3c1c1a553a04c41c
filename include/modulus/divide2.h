/** @file
 * Worlds in 2D that are divided among ranks: processes of one or of many machines, each of which owns some of the bodies.
 *
 *     md2_world_def def = md2_world_def_default();
 *     def.partitions = 32;
 *     md2_world *whole = NULL, *share;
 *     md_communicator communicator = {0};   // functions on top of MPI
 *     if (communicator.rank == 0) {
 *         md2_world_create(&def, &whole);   // and its bodies
 *     }
 *     md2_world_divide(whole, &communicator, NULL, NULL, &share, NULL);
 *     md2_world_destroy(whole);
 *     for (int step = 0; step < 1000; ++step) {
 *         md_step_report report;
 *         md2_world_step(share, 1.0 / 60, &report);   // the report is that of the whole world
 *     }
 *     md2_world_unite(share, true, NULL, NULL, &whole);   // on rank 0; the others get NULL
 *
 * The bodies are in `partitions` strips with about equally many bodies each. A rank owns the bodies of some of the strips, keeps
 * copies (ghosts) of bodies of other ranks that are near its own, and finds, assembles and solves their contacts. Bodies that
 * move to another strip move to its rank. The results depend on `partitions`, but not on the number of ranks, down to the last
 * bit; docs/scaling.md says why, and what it costs.
 *
 * A share can be stepped, united, asked for its report and destroyed. Its bodies have handles of their own, which change when
 * bodies come and go, so that calls that create, change or destroy bodies, shapes and joints return MD_ERROR_ARGUMENT.
 */
#ifndef MODULUS_DIVIDE2_H
#define MODULUS_DIVIDE2_H

#include <modulus/communicator.h>
#include <modulus/world2.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Divides a world among the ranks of a communicator; collective. `whole` is read on rank 0 only, which keeps it; it must have
 *  def.partitions > 0 and no joints. `allocator` and `callbacks` are those of the share and may be NULL. Callbacks that see contacts or
 *  problems (filter, pre_solve, limits, solved) are refused with several ranks. The communicator must outlive the share. All ranks
 *  return the same status; `error`, which may be NULL, says on each what was wrong. On failure `share` is NULL. */
MD_API md_status md2_world_divide(md2_world *whole, const md_communicator *communicator, const md_allocator *allocator,
                                  const md2_callbacks *callbacks, md2_world **share, md_error *error);
/** Collects the whole world on rank 0; collective. Other ranks get NULL. The shares stay as they are. With contacts, which take
 *  most of the memory, the whole world goes on with the same bits, in one process or divided again. Without, it has all bodies
 *  and shapes: enough for pictures, energies and the hash, which are those of the whole world. `allocator` and `callbacks` are
 *  those of the whole world and may be NULL. */
MD_API md_status md2_world_unite(const md2_world *share, bool with_contacts, const md_allocator *allocator,
                                 const md2_callbacks *callbacks, md2_world **whole);
/** Returns what this rank holds and has exchanged; rank 0 of 1 for a world that is not divided. */
MD_API md_share_report md2_world_share(const md2_world *world);

#ifdef __cplusplus
}
#endif

#endif
