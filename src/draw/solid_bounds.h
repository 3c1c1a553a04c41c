/* Bounding spheres of solids. */
#ifndef MODULUS_DRAW_SOLID_BOUNDS_H
#define MODULUS_DRAW_SOLID_BOUNDS_H

#include "draw/solid.h"

struct ball {
    md3_vec center;
    md_real radius;
    int32_t body; /* for the caller */
};

/** A sphere around a solid, in its coordinates; of radius 0 for a plane. */
static inline struct ball solid_ball(const struct solid *solid)
{
    if (solid->type == MD3_SPHERE) {
        return (struct ball){solid->point[0], solid->radius, 0};
    }
    if (solid->vertex_count == 0) {
        const md_real half = md3_vec_distance(solid->point[0], solid->point[1]) / 2 + solid->base_radius;
        return (struct ball){md3_vec_lerp(solid->point[0], solid->point[1], (md_real)0.5), half + solid->radius, 0};
    }
    md3_vec lower = solid->vertices[0];
    md3_vec upper = lower;
    for (int32_t i = 1; i < solid->vertex_count; ++i) {
        lower = md3_vec_min(lower, solid->vertices[i]);
        upper = md3_vec_max(upper, solid->vertices[i]);
    }
    const md3_vec center = md3_vec_lerp(lower, upper, (md_real)0.5);
    return (struct ball){center, md3_vec_distance(center, upper) + solid->radius, 0};
}

#endif
