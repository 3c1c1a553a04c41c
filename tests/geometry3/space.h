/* Points, directions and rotations in space for tests, in double whatever md_real is. */
#ifndef MODULUS_TESTS_SPACE_H
#define MODULUS_TESTS_SPACE_H

#include <modulus/geometry3.h>

#include "world2/near.h"

static inline md3_vec at3(double x, double y, double z)
{
    return (md3_vec){(md_real)x, (md_real)y, (md_real)z};
}

/** A macro, so that a failure reports the line of the caller. */
#define assert_vec_near(a, b, tolerance)                                                                               \
    do {                                                                                                               \
        const md3_vec assert_vec_a = (a), assert_vec_b = (b);                                                          \
        assert_near((double)assert_vec_a.x, (double)assert_vec_b.x, tolerance);                                        \
        assert_near((double)assert_vec_a.y, (double)assert_vec_b.y, tolerance);                                        \
        assert_near((double)assert_vec_a.z, (double)assert_vec_b.z, tolerance);                                        \
    } while (0)

/** A point with coordinates uniform in [-half, half). */
static inline md3_vec random_point_in_cube(struct random *random, double half)
{
    const double x = random_real(random, -half, half), y = random_real(random, -half, half);
    return at3(x, y, random_real(random, -half, half));
}

/** A direction uniform on the unit sphere: a point of the cube that is neither outside the ball nor near its centre. */
static inline md3_vec random_direction(struct random *random)
{
    for (;;) {
        const md3_vec point = random_point_in_cube(random, 1);
        const md_real square = md3_vec_length_squared(point);
        if (square <= 1 && square > (md_real)0.01) {
            return md3_vec_normalize(point);
        }
    }
}

static inline md3_rot random_rotation(struct random *random)
{
    const md3_vec axis = random_direction(random);
    return md3_rot_from_axis_angle(axis, random_real(random, -3.2, 3.2));
}

static inline md3_transform random_transform(struct random *random, double half)
{
    const md3_vec position = random_point_in_cube(random, half);
    return md3_transform_make(position, random_rotation(random));
}

#endif
