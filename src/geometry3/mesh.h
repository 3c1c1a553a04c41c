/* The inside of triangle meshes and height fields, which share one path through the narrow phase: triangles with flags of
 * their edges, found by a box. */
#ifndef MODULUS_GEOMETRY3_MESH_H
#define MODULUS_GEOMETRY3_MESH_H

#include <modulus/geometry3.h>

#include "geometry3/retain.h"

#include "geometry3/vec3.h"

/** Flags of a triangle: bit k of each group is the edge from corner k to corner k + 1. An edge is flat if the normals of its
 *  two triangles agree within a small angle. At flat and concave edges the normal of a contact is never between the two
 *  faces, so that bodies do not catch on them. */
enum {
    MD3_EDGE_CONVEX_0 = 1, /**< convex, or a border of the mesh */
    MD3_EDGE_CONVEX_1 = 2,
    MD3_EDGE_CONVEX_2 = 4,
    MD3_EDGE_BORDER_0 = 8, /**< has one triangle only */
    MD3_EDGE_BORDER_1 = 16,
    MD3_EDGE_BORDER_2 = 32
};

/** Sine of the angle between two faces below which their edge is flat. */
#define MD3_FLAT_EDGE_SINE ((md_real)0.01)

/** A triangle of a mesh or height field, in its coordinates. */
struct triangle3 {
    md3_vec corner[3];           /**< counter-clockwise seen from the front */
    md3_vec normal;              /**< unit, of the front side */
    md3_vec neighbour_normal[3]; /**< unit normal of the triangle across each edge; the own normal at a border */
    int32_t vertex[3];           /**< indices, the same for triangles that share a corner */
    int32_t index;               /**< as in md3_ray_hit.triangle */
    uint8_t flags;
    bool one_sided;
};

/** Called for each triangle found. Returns false to end the search. */
typedef bool md3_triangle_visit(void *user, const struct triangle3 *triangle);

/** Finds the triangles of a mesh or height field whose boxes overlap a box, all in its coordinates, in ascending order of
 *  the tree or grid. Other geometries have none. */
void md3_geometry_triangles(const md3_geometry *geometry, md3_box box, md3_triangle_visit *visit, void *user);

/* ---- Meshes ------------------------------------------------------------------------------------------------------ */

/** A triangle of a mesh by its vertices. Triangles are in the order of the leaves of the tree. */
struct mesh_face {
    int32_t vertex[3];
    int32_t neighbour[3]; /**< across the edge from vertex k to vertex k + 1; -1 if there is none, or more than one */
    int32_t source;       /**< index in the definition */
    uint8_t flags;        /**< of the edges */
    uint8_t material;
    uint8_t is_turned; /**< bit k: the neighbour across edge k has the other orientation */
};

/** A node of the tree of boxes. Nodes are in the order of a walk that visits the first child first. */
struct mesh_node {
    md3_box box;
    int32_t first; /**< leaf: the first face; otherwise the second child. The first child is the next node */
    int32_t count; /**< of faces in a leaf; otherwise 0 */
};

struct md3_mesh {
    md_allocator allocator;
    struct references references;
    size_t bytes; /**< of this struct and its arrays, which are one allocation */
    int32_t vertex_count, face_count, node_count;
    md3_vec *vertex;
    md3_vec *normal; /**< of each face, unit */
    struct mesh_node *node;
    struct mesh_face *face;
    bool one_sided;
};

/** Casts a ray, which must be finite. */
md3_ray_hit md3_mesh_ray(const md3_mesh *mesh, md3_ray ray);
/** Visits the triangles whose boxes overlap a box. */
void md3_mesh_visit(const md3_mesh *mesh, md3_box box, md3_triangle_visit *visit, void *user);

/* ---- Height fields ----------------------------------------------------------------------------------------------- */

struct md3_height_field {
    md_allocator allocator;
    struct references references;
    size_t bytes; /**< of this struct and the heights, which are one allocation */
    int32_t columns, rows;
    md3_vec origin;
    md_real spacing[2];
    md3_box bounds;
    md_real *height;
};

/** Casts a ray, which must be finite. */
md3_ray_hit md3_height_field_ray(const md3_height_field *field, md3_ray ray);
/** Visits the triangles whose boxes overlap a box. */
void md3_height_field_visit(const md3_height_field *field, md3_box box, md3_triangle_visit *visit, void *user);
/** Writes the corners of a triangle of a cell. Returns false if there is none: outside the field, or a hole. */
bool md3_height_field_corners(const md3_height_field *field, int32_t column, int32_t row, int32_t upper,
                              md3_vec corner[3]);

#endif
