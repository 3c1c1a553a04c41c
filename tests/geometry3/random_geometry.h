/* Random convex geometries of about 1 m. */
#ifndef MODULUS_TESTS_RANDOM_GEOMETRY_H
#define MODULUS_TESTS_RANDOM_GEOMETRY_H

#include "geometry3/space.h"

/** Makes a convex geometry of the given type. A hull is stored in `*hull`, which the caller destroys; it is NULL for other
 *  types. Half of the hulls, cylinders and cones are rounded. */
static inline md3_geometry random_geometry(struct random *random, md3_geometry_type type, md3_hull **hull)
{
    const md3_vec a = random_point_in_cube(random, 1);
    const md3_vec direction = random_direction(random);
    const md3_vec b = md3_vec_add_scaled(a, (md_real)random_real(random, 0.1, 2), direction);
    const md_real base = (md_real)random_real(random, 0.1, 1);
    const md_real rounding = (md_real)(random_index(random, 2) == 0 ? 0 : random_real(random, 0.01, 0.5));
    md3_vec points[40];
    md3_geometry geometry = {.type = type};
    *hull = NULL;
    switch (type) {
    case MD3_SPHERE: assert_int_equal(md3_geometry_sphere(&geometry, a, base), MD_OK); break;
    case MD3_CAPSULE: assert_int_equal(md3_geometry_capsule(&geometry, a, b, base), MD_OK); break;
    case MD3_CYLINDER: assert_int_equal(md3_geometry_cylinder(&geometry, a, b, base, rounding), MD_OK); break;
    case MD3_CONE: assert_int_equal(md3_geometry_cone(&geometry, a, b, base, rounding), MD_OK); break;
    default:
        while (*hull == NULL) {
            const int32_t count = 4 + random_index(random, 37);
            for (int32_t i = 0; i < count; ++i) {
                points[i] = random_point_in_cube(random, 1);
            }
            md3_hull_create(NULL, points, count, hull, NULL);
        }
        assert_int_equal(md3_geometry_hull(&geometry, *hull, rounding), MD_OK);
    }
    return geometry;
}

#endif
