/* 4 x 4 matrices in the order of OpenGL (column by column), of a camera and of a light. */
#ifndef MODULUS_RENDER3_MATRIX_H
#define MODULUS_RENDER3_MATRIX_H

struct matrix {
    float at[16];
};

/** Returns a b. */
struct matrix matrix_multiply(const struct matrix *a, const struct matrix *b);
/** The world seen from `eye` toward the origin, with z toward the viewer. */
struct matrix matrix_look(const float eye[3], const float up[3]);
/** A perspective with a vertical angle, rad. */
struct matrix matrix_perspective(float field, float aspect, float near, float far);
/** Parallel light: the cube of half-size `radius` around the origin. */
struct matrix matrix_parallel(float radius, float depth);

#endif
