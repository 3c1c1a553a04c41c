/* Vectors of doubles for described 3D scenes and for the accuracy of their states, which must not share code or precision
 * with the engines. */
#ifndef MODULUS_SCENE_DVEC3_H
#define MODULUS_SCENE_DVEC3_H

#include <math.h>

struct dvec3 {
    double x, y, z;
};

/** A rotation as a unit quaternion w + x i + y j + z k. */
struct drot3 {
    double x, y, z, w;
};

static inline struct dvec3 dvec3_of(double x, double y, double z)
{
    const struct dvec3 v = {x, y, z};
    return v;
}

static inline struct dvec3 dvec3_add(struct dvec3 a, struct dvec3 b)
{
    return dvec3_of(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline struct dvec3 dvec3_sub(struct dvec3 a, struct dvec3 b)
{
    return dvec3_of(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline struct dvec3 dvec3_scale(struct dvec3 a, double s)
{
    return dvec3_of(s * a.x, s * a.y, s * a.z);
}

static inline double dvec3_dot(struct dvec3 a, struct dvec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct dvec3 dvec3_cross(struct dvec3 a, struct dvec3 b)
{
    return dvec3_of(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double dvec3_length(struct dvec3 a)
{
    return sqrt(dvec3_dot(a, a));
}

static inline struct dvec3 drot3_apply(struct drot3 q, struct dvec3 v)
{
    const struct dvec3 u = {q.x, q.y, q.z};
    const struct dvec3 t = dvec3_scale(dvec3_cross(u, v), 2);
    return dvec3_add(v, dvec3_add(dvec3_scale(t, q.w), dvec3_cross(u, t)));
}

/** Applies the inverse rotation. */
static inline struct dvec3 drot3_unapply(struct drot3 q, struct dvec3 v)
{
    const struct drot3 inverse = {-q.x, -q.y, -q.z, q.w};
    return drot3_apply(inverse, v);
}

#endif
