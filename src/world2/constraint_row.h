/* A constraint row as joints and contacts write it, before it is part of a problem. */
#ifndef MODULUS_WORLD2_CONSTRAINT_ROW_H
#define MODULUS_WORLD2_CONSTRAINT_ROW_H

#include "world2/contact.h"

/* The row of the position problem that belongs to a row of the velocity problem. */
enum position_row {
    POSITION_NONE,      /* none: springs, motors, friction */
    POSITION_ONE_SIDED, /* a gap > 0 may close, a gap < 0 is penetration: contacts, limits */
    POSITION_EQUALITY   /* any gap is an error: the rows that hold joints together */
};

/* w = J v + bias + compliance lambda, with bounds and a warm start. */
struct constraint_row {
    int32_t body[2];        /* -1: none */
    md_real jacobian[2][3]; /* linear x, y, angular */
    md_real bias;           /* without the velocity of kinematic bodies, which is added */
    md_real compliance;
    md_real lower, upper;
    int32_t parent; /* row of the problem that scales the bounds, or MD_NO_PARENT */
    md_real lambda0, y0;
    md_real gap;  /* error in position, m or rad */
    md_real rate; /* of a row without position row: how its bias grows with its position, 1/s */
    enum position_row position;
    bool is_anchor;      /* one of the rows that hold two points together */
    md_real correction0; /* impulse of its row in the last position problem */
};

/* Data of a scalar row of the velocity problem that the position problem needs. */
struct row_note {
    md_real gap;
    md_real rate;
    md_real kinematic_velocity; /* part of the bias that kinematic bodies add */
    enum position_row position;
    bool is_anchor; /* one of the rows that hold two points together */
    md_real correction0;
    int32_t position_row; /* its row in the position problem */
    /* Of the normal of a contact: closing speed before the solve, m/s, and whether the row lets the gap close, so that the hit goes
     * on in the next step. */
    md_real approach;
    bool closes;
};

/** An equality row without bodies: bounds -inf and inf, no parent, no position row. */
struct constraint_row md2_row_default(void);
/** Sets the warm start of a row from its cached impulse. */
void md2_row_start(const md2_world *world, struct constraint_row *row, const struct cached_row *cache);
/** Adds a row to the velocity problem, which has room for it. `index` gets its number there; may be NULL. */
md_status md2_row_add(md2_world *world, const struct constraint_row *row, int32_t *index);
/** Caches the impulse of row `index` for the next substep. */
void md2_row_cache(struct cached_row *cache, const md_result *result, int32_t index);

#endif
