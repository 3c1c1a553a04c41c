/* What the position problem needs to know about the rows of the velocity problem. */
#ifndef MODULUS_WORLD3_CONSTRAINT_ROW_H
#define MODULUS_WORLD3_CONSTRAINT_ROW_H

#include <modulus/base.h>

/* The row of the position problem that belongs to a row of the velocity problem. */
enum position_row {
    POSITION_NONE,     /* none: friction */
    POSITION_ONE_SIDED /* a gap > 0 may close, a gap < 0 is penetration: contacts */
};

struct row_note {
    md_real gap;                /* error in position, m */
    md_real kinematic_velocity; /* part of the bias that kinematic bodies add */
    enum position_row position;
    bool turns_far;       /* a body turns so far that its velocity does not tell whether the gap will open */
    md_real correction0;  /* impulse of its row in the last position problem */
    int32_t position_row; /* its row in the position problem */
};

#endif
