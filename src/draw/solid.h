/* Geometries as they are drawn: copies that do not need their world. */
#ifndef MODULUS_DRAW_SOLID_H
#define MODULUS_DRAW_SOLID_H

#include <modulus/modulus.h>

/** A geometry as it is drawn. Hulls, meshes and height fields are triangles, the others are given by the numbers of their
 *  md3_geometry. */
struct solid {
    md3_geometry_type type;
    md3_vec point[2];
    md_real radius, base_radius, offset;
    md3_vec *vertices;
    int32_t *triangles; /* three vertices each, counter-clockwise seen from outside */
    int32_t vertex_count, triangle_count;
};

/** Copies a geometry. Returns false without memory; the solid must be freed in either case. */
bool solid_copy(struct solid *solid, const md3_geometry *geometry);
void solid_free(struct solid *solid);
/** True if two solids have the same surface, even if they were copied from different hulls or meshes. */
bool solid_same(const struct solid *a, const struct solid *b);

#endif
