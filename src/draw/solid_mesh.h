/* Triangles of a solid: surfaces of revolution for spheres, capsules, cylinders and cones, faces for hulls, meshes and
 * height fields. A plane has none; the renderer draws it by itself. */
#ifndef MODULUS_DRAW_SOLID_MESH_H
#define MODULUS_DRAW_SOLID_MESH_H

#include "draw/solid.h"
#include "render3/render3.h"

struct solid_mesh {
    struct render3_vertex *vertices;
    uint32_t *triangles, *edges;
    size_t vertex_count, triangle_count, edge_count;
    size_t vertex_capacity, triangle_capacity, edge_capacity;
    bool failed; /* no memory */
};

/** Adds the surface of a solid. `segments` is the number of corners of a full circle. */
void solid_mesh_add(struct solid_mesh *mesh, const struct solid *solid, int segments);
void solid_mesh_free(struct solid_mesh *mesh);

/* The parts of the surface, of which solid_mesh_add is composed. */

/** Adds a surface of revolution about the axis from point[0] to point[1]: sphere, capsule, cylinder or cone. */
void solid_mesh_revolve(struct solid_mesh *mesh, const struct solid *solid, int segments);
/** Adds a vertex and returns its number. */
uint32_t solid_mesh_vertex(struct solid_mesh *mesh, md3_vec position, md3_vec normal);
void solid_mesh_triangle(struct solid_mesh *mesh, uint32_t a, uint32_t b, uint32_t c);
void solid_mesh_edge(struct solid_mesh *mesh, uint32_t a, uint32_t b);

#endif
