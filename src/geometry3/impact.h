/* The relative motion of two cores, and their time of impact. */
#ifndef MODULUS_GEOMETRY3_IMPACT_H
#define MODULUS_GEOMETRY3_IMPACT_H

#include "geometry3/core.h"
#include "geometry3/sweep.h"

/** A core and its motion. */
struct mover {
    struct core core;
    md3_vec arm; /* from the centre of mass of the body to the centre of the core, in the coordinates of the body */
    struct rotation_path path;
    md3_vec center[2];    /* of mass, in the world, at the start and at the end */
    md_real max_extent;   /* of the core from the centre of mass, m */
    bool is_plane;        /* a half-space: its core is a point of the surface */
    md3_vec plane_normal; /* in the coordinates of the body */
};

/** Returns a mover from a core, given in the coordinates of its body. */
struct mover md3_mover(const struct core *core, const md3_sweep *sweep);

/** An interval of fractions of a step, in [0, 1]. */
struct time_interval {
    md_real begin, end;
};

/** Time of impact of two movers during an interval. `*normal` becomes the last normal from a to b before the impact;
 *  zero if the cores overlap at the start. */
md3_impact md3_mover_impact(const struct mover *a, const struct mover *b, struct time_interval interval,
                            md3_vec *normal);

/** Separation of two movers at a fraction of the step. */
struct mover_gap {
    md_real separation; /* m; not positive if they overlap */
    md3_vec normal;     /* unit, from a to b; zero if the cores overlap */
};

struct mover_gap md3_mover_gap(const struct mover *a, const struct mover *b, md_real fraction);

/** Time of impact of a mesh or height field and a mover. `*hit` becomes the mover of the triangle that is hit; it is unchanged if
 *  none is. */
md3_impact md3_mesh_impact(const md3_geometry *mesh, const md3_sweep *sweep, const struct mover *b,
                           struct time_interval interval, struct mover *hit);

/** Time of impact of a geometry of any kind and a mover. If it is a hit, `*hit` becomes the mover of the geometry, or of the
 *  triangle of a mesh. */
md3_impact md3_geometry_impact(const md3_geometry *a, const md3_sweep *sweep, const struct mover *b,
                               struct time_interval interval, struct mover *hit);

/** md3_time_of_impact from the fraction `begin` to the fraction `end`, both in [0, 1]. */
md3_impact md3_time_of_impact_between(const md3_geometry *a, const md3_sweep *sweep_a, const md3_geometry *b,
                                      const md3_sweep *sweep_b, md_real begin, md_real end);

#endif
