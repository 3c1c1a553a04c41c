/* A constraint row as joints write it, before it is part of a problem, and what the position problem needs to know about the
 * rows of the velocity problem. */
#ifndef MODULUS_WORLD3_CONSTRAINT_ROW_H
#define MODULUS_WORLD3_CONSTRAINT_ROW_H

#include "world3/contact.h"

/* The row of the position problem that belongs to a row of the velocity problem. */
enum position_row {
    POSITION_NONE,      /* none: springs, motors, friction */
    POSITION_ONE_SIDED, /* a gap > 0 may close, a gap < 0 is penetration: contacts, limits */
    POSITION_EQUALITY   /* any gap is an error: the rows that hold joints together */
};

/* w = J v + bias + compliance lambda, with bounds and a warm start. */
struct constraint_row {
    int32_t body[2]; /* -1: none */
    md3_vec linear[2], angular[2];
    md_real bias; /* without the velocity of kinematic bodies, which is added */
    md_real compliance;
    md_real lower, upper;
    md_real lambda0, y0;
    md_real gap;  /* error in position, m or rad */
    md_real rate; /* of a row without position row: how its bias grows with its position, 1/s */
    enum position_row position;
};

/* Data of a row of the velocity problem that the position problem needs. */
struct row_note {
    md_real gap;                /* error in position, m or rad */
    md_real rate;               /* see constraint_row */
    md_real kinematic_velocity; /* part of the bias that kinematic bodies add */
    enum position_row position;
    bool turns_far;       /* a body turns so far that its velocity does not tell whether the gap will open */
    md_real correction0;  /* impulse of its row in the last position problem */
    int32_t position_row; /* its row in the position problem */
};

/** An equality row without bodies: bounds -inf and inf, no position row. */
struct constraint_row md3_row_default(void);
/** J M^-1 J^T, the inverse effective mass of a row, 1/kg or 1/(kg m^2). 0 if no impulse moves the bodies along the row: they
 *  are static, do not rotate, or have locked axes. */
md_real md3_row_inverse_mass(const md3_world *world, const struct constraint_row *row);
/** Sets the warm start of a row from its cached impulse. */
void md3_row_start(const md3_world *world, struct constraint_row *row, const struct cached_row *cache);
/** Adds a row to the velocity problem. `index` gets its number there. */
md_status md3_row_add(md3_world *world, const struct constraint_row *row, int32_t *index);
/** Caches the impulse of row `index` for the next substep. */
void md3_row_cache(struct cached_row *cache, const md_result *result, int32_t index);

#endif
