#include "render3/matrix.h"

#include <math.h>

struct matrix matrix_multiply(const struct matrix *a, const struct matrix *b)
{
    struct matrix result;
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            float sum = 0;
            for (int k = 0; k < 4; ++k) {
                sum += a->at[4 * k + row] * b->at[4 * column + k];
            }
            result.at[4 * column + row] = sum;
        }
    }
    return result;
}

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const float a[3], const float b[3], float out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void normalize(float a[3])
{
    const float length = sqrtf(dot(a, a));
    for (int i = 0; i < 3; ++i) {
        a[i] = length > 0 ? a[i] / length : 0;
    }
}

struct matrix matrix_look(const float eye[3], const float up[3])
{
    float z[3] = {eye[0], eye[1], eye[2]};
    float x[3];
    float y[3];
    normalize(z);
    cross(up, z, x);
    if (dot(x, x) < 1e-8f) { /* looking along `up` */
        const float other[3] = {up[1], up[2], up[0]};
        cross(other, z, x);
    }
    normalize(x);
    cross(z, x, y);
    return (struct matrix){
        {x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, -dot(x, eye), -dot(y, eye), -dot(z, eye), 1}};
}

struct matrix matrix_perspective(float field, float aspect, float near, float far)
{
    const float scale = 1 / tanf(field / 2);
    return (struct matrix){{scale / aspect, 0, 0, 0, 0, scale, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0,
                            2 * far * near / (near - far), 0}};
}

struct matrix matrix_parallel(float radius, float depth)
{
    return (struct matrix){{1 / radius, 0, 0, 0, 0, 1 / radius, 0, 0, 0, 0, -1 / depth, 0, 0, 0, 0, 1}};
}
