/* The steps of the creation of a mesh. All are deterministic and take O(n log n). */
#ifndef MODULUS_GEOMETRY3_MESH_BUILD_H
#define MODULUS_GEOMETRY3_MESH_BUILD_H

#include "base/scratch.h"
#include "geometry3/mesh.h"

/** A mesh that is being created. The arrays are scratch memory. */
struct mesh_build {
    const md3_mesh_def *def;
    struct scratch *scratch;
    int32_t *welded; /**< of each vertex of the definition: its vertex of the mesh */
    md3_vec *vertex; /**< of the mesh */
    md3_vec *normal; /**< of each face */
    struct mesh_face *face;
    struct mesh_node *node;
    int32_t vertex_count, face_count, node_count;
};

/* Each step returns false if memory is out. */

/** Makes vertices of the definition that are at most the weld distance apart one vertex, which has the position of the first
 *  of them. Fills `welded` and `vertex`. */
bool md3_mesh_weld(struct mesh_build *build);

/** Builds the tree and puts the faces and normals into its order. */
bool md3_mesh_build_tree(struct mesh_build *build);

/** Finds the neighbours of all faces, and the flags of their edges. */
bool md3_mesh_connect(struct mesh_build *build);

/** Returns the flags of edge `k` (0 to 2) of a triangle with a normal, given the normal across the edge. */
uint8_t md3_edge_flags(int32_t k, const md3_vec corner[3], md3_vec normal, md3_vec neighbour_normal);

#endif
