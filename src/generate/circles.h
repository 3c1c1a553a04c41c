/* A deliberately small simulator of circles between two walls: a stand-in for the engine, until that is there.
 *
 * It exists to give solvers the LCPs that the paper's scenes lead to. A time step is
 *
 *     circles_write_problem    gravity into the velocities, find what touches, write the rows with their warm start
 *     md_solver_solve          by the caller
 *     circles_advance          take the velocities, keep the impulses for the next step, move
 *
 * Choices, where the paper is silent:
 *   - explicit velocities, then positions with the new velocities (semi-implicit Euler), dt = 1/60 s;
 *   - contacts are overlaps, so a contact lives while it is pressed: no margin, nothing speculative;
 *   - penetration beyond a slop of 5 mm is recovered by Baumgarte's term, a fifth of it a step, at 2 m/s at the most:
 *     b = -0.2 (depth - slop) / dt. Under 10 sweeps of PGS a step, pools come to rest in 38 of 40 placements; with a
 *     slop of 2 mm in 9 of 40, for contacts that open for a step lose their warm start;
 *   - restitution acts on approach faster than 0.5 m/s (gravity alone gives 0.16 m/s a step): b = e (approach), and
 *     where both act the stronger of the two counts;
 *   - contacts are numbered by the circle with the lower number: ground, walls, then the circles of higher number.
 */
#ifndef MODULUS_GENERATE_CIRCLES_H
#define MODULUS_GENERATE_CIRCLES_H

#include <modulus/lcp.h>

struct circle {
    double x, y;         /* centre, m; the ground is y = 0, the walls x = 0 and x = width */
    double vx, vy, spin; /* m/s, 1/s */
    double radius, mass; /* m, kg */
};

/** What a circle touches beside circles, in place of a circle's number. */
enum surface { SURFACE_GROUND = -3, SURFACE_LEFT = -2, SURFACE_RIGHT = -1 };

/** Two that overlap. Touches are in ascending order of (circle, other): those of two steps are matched in one pass. */
struct touch {
    int32_t circle, other; /* other: a surface, or a circle of a higher number */
    double normal[2];      /* unit, from the other to the circle */
    double depth;          /* m */
    double lambda[2];      /* normal and tangent impulse, N s: from the step before, then of this step */
    double y[2];           /* their modulus variables */
};

struct touches {
    struct touch *at;
    size_t count, capacity;
};

/** Circles by the square cell that their centre is in: cell c has circle[start[c]] to circle[start[c + 1] - 1]. */
struct grid {
    int32_t columns, rows;
    int32_t *start, *circle;
    size_t start_capacity, circle_capacity;
    double cell; /* m, as wide as the largest circle, so that what touches is in cells that do */
};

struct circles {
    struct circle *at;
    int32_t count;
    double width;       /* m */
    double friction;    /* mu of every contact */
    double restitution; /* e of every contact */
    struct touches touches, before;
    struct grid grid;
};

/** `count` circles, all zeros, which the caller places. */
md_status circles_create(struct circles *world, int32_t count);
void circles_free(struct circles *world);

/** touches.c: fills world->touches with what overlaps now; their impulses are zero. */
md_status circles_find_touches(struct circles *world);

/** Starts the next time step and writes its LCP. */
md_status circles_write_problem(struct circles *world, md_problem *problem);
/** Ends the time step with a solution of that LCP. */
void circles_advance(struct circles *world, const md_result *result);

#endif
