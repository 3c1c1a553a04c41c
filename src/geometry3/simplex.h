/* The simplex of GJK: one to four points of the Minkowski difference, and their point closest to the origin. */
#ifndef MODULUS_GEOMETRY3_SIMPLEX_H
#define MODULUS_GEOMETRY3_SIMPLEX_H

#include <modulus/math3.h>

/** A point of the Minkowski difference b - a. */
struct difference_point {
    md3_vec w;    /* offset + b - a */
    md3_vec a, b; /* the two points, each relative to the centre of its core */
};

struct simplex {
    struct difference_point point[4];
    md_real weight[4]; /* barycentric coordinates of the closest point */
    int32_t count;     /* 4: the origin is inside */
    md3_vec closest;   /* to the origin; zero if that is inside */
};

/** Returns the simplex of one point. */
struct simplex md3_simplex_start(struct difference_point point);

/** Adds a point, then drops the points that do not carry the closest one. `tolerance` is the error of the points, m. */
void md3_simplex_add(struct simplex *simplex, struct difference_point point, md_real tolerance);

/** Returns the unit vector from the origin to the simplex, which has one to three points. */
md3_vec md3_simplex_normal(const struct simplex *simplex);

#endif
