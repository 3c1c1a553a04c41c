/* Vectors in double precision, whatever md_real is: for sums that are computed once per hull or mesh. */
#ifndef MODULUS_GEOMETRY3_DVEC_H
#define MODULUS_GEOMETRY3_DVEC_H

#include <modulus/math3.h>

struct dvec {
    double x, y, z;
};

static inline struct dvec dvec_of(md3_vec a)
{
    return (struct dvec){(double)a.x, (double)a.y, (double)a.z};
}

static inline struct dvec dvec_sub(struct dvec a, struct dvec b)
{
    return (struct dvec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct dvec dvec_add(struct dvec a, struct dvec b)
{
    return (struct dvec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline struct dvec dvec_scale(double s, struct dvec a)
{
    return (struct dvec){s * a.x, s * a.y, s * a.z};
}

static inline double dvec_dot(struct dvec a, struct dvec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct dvec dvec_cross(struct dvec a, struct dvec b)
{
    return (struct dvec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double dvec_length(struct dvec a)
{
    return sqrt(dvec_dot(a, a));
}

/** Returns the unit vector, or zero. Divides, so that a vector along an axis becomes exactly 1 long. */
static inline struct dvec dvec_unit(struct dvec a)
{
    const double length = dvec_length(a);
    return length > 0 ? (struct dvec){a.x / length, a.y / length, a.z / length} : (struct dvec){0, 0, 0};
}

static inline md3_vec dvec_to_vec(struct dvec a)
{
    return md3_v((md_real)a.x, (md_real)a.y, (md_real)a.z);
}

/** Integrals of a body of density 1 about some origin. */
struct moments {
    double volume;        /**< of 1, m^3 */
    struct dvec first;    /**< of x, y, z, m^4 */
    struct dvec squares;  /**< of x^2, y^2, z^2, m^5 */
    struct dvec products; /**< of y z, z x, x y, m^5 */
};

/** Adds s a a^T to the second moments. */
static inline void moments_add_square(struct moments *sum, double s, struct dvec a)
{
    const struct dvec b = dvec_scale(s, a);
    sum->squares = dvec_add(sum->squares, (struct dvec){b.x * a.x, b.y * a.y, b.z * a.z});
    sum->products = dvec_add(sum->products, (struct dvec){b.y * a.z, b.z * a.x, b.x * a.y});
}

/** Adds s (a b^T + b a^T) to the second moments. */
static inline void moments_add_product(struct moments *sum, double s, struct dvec a, struct dvec b)
{
    const struct dvec c = dvec_scale(s, b);
    sum->squares = dvec_add(sum->squares, (struct dvec){2 * a.x * c.x, 2 * a.y * c.y, 2 * a.z * c.z});
    sum->products =
        dvec_add(sum->products, (struct dvec){a.y * c.z + c.y * a.z, a.z * c.x + c.z * a.x, a.x * c.y + c.x * a.y});
}

/** Returns the inertia about the centroid, in kg m^2 for density 1: the trace of the second moments times the identity,
 *  minus the second moments, after both are moved to the centroid (Steiner). */
static inline md3_mat moments_inertia(const struct moments *sum)
{
    struct moments about = *sum;
    const struct dvec center = dvec_scale(1 / sum->volume, sum->first);
    moments_add_square(&about, -sum->volume, center);
    const struct dvec s = about.squares;
    const md3_vec p = dvec_to_vec(dvec_scale(-1, about.products));
    const md3_mat inertia = {
        {(md_real)(s.y + s.z), p.z, p.y}, {p.z, (md_real)(s.z + s.x), p.x}, {p.y, p.x, (md_real)(s.x + s.y)}};
    return inertia;
}

#endif
