/* The sides and edges of a described hull or box. Found by trying all triples of points: slow, simple, and independent of the
 * library's own hulls. */
#ifndef MODULUS_SCENE_DESCRIBED_HULL_H
#define MODULUS_SCENE_DESCRIBED_HULL_H

#include "scene/library3/description3.h"

#define HULL_MAX_FACES (2 * SHAPE3_MAX_POINTS - 4)
#define HULL_MAX_EDGES (3 * SHAPE3_MAX_POINTS - 6)

struct described_hull {
    int32_t points, faces, edges;
    struct dvec3 point[SHAPE3_MAX_POINTS];
    struct dvec3 normal[HULL_MAX_FACES];              /**< outward, of length 1 */
    double offset[HULL_MAX_FACES];                    /**< the plane of a face is normal . x = offset */
    int32_t corners[HULL_MAX_FACES];                  /**< of each face */
    int8_t corner[HULL_MAX_FACES][SHAPE3_MAX_POINTS]; /**< counter-clockwise from outside */
    int8_t edge[HULL_MAX_EDGES][2];
};

/** Of a sphere or capsule, the hull of its points: no faces, and the edge between its points. Empty for a plane. Points in
 *  one plane give a hull without faces. */
void described_hull_make(const struct described_shape3 *shape, struct described_hull *hull);

#endif
