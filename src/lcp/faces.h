/* Faces: the normals of one face contact, which a sweep steps together (face_update.h).
 *
 * A box on a box has four normals between the same two bodies. Swept one after the other, the first takes the load of all and turns
 * the body, and the others turn it back in part. A tower that starts without cached impulses gets a tilt from this in its first
 * steps, the same in every box, and falls. Stepped together, equal points get equal impulses. The step is a scalar, as that of a
 * disc (groups.h), and the fixed points are those of single rows.
 *
 * The step is 1 / trace(A_ff^16)^(1/16) (small_block.h); A_ff has rank 3.
 */
#ifndef MODULUS_LCP_FACES_H
#define MODULUS_LCP_FACES_H

#include "lcp/groups.h"

/** Roles of rows that start no face. */
enum { FACE_NONE = -1, FACE_MEMBER = -2 };

struct faces {
    struct indices role; /* of a row: the face that it starts, FACE_MEMBER inside a face, or FACE_NONE */
    struct reals step;   /* of a face */
    bool any;            /* false: nothing is filled in */
};

/** Finds the faces of a problem whose normals are in no cone. `diagonal` is that of A. */
md_status md_faces_find(struct faces *faces, const md_allocator *allocator, const md_problem *problem,
                        const struct row_groups *groups, const struct system *system, const md_real *diagonal);
void md_faces_free(struct faces *faces, const md_allocator *allocator);

#endif
