/* The combinations of velocity solver and position solver that are compared, and their scenes. */
#ifndef MODULUS_REPRODUCE_SOLVER_PAIRS_H
#define MODULUS_REPRODUCE_SOLVER_PAIRS_H

struct solver_pair_method {
    const char *id;                            /* in the data file */
    const char *velocity, *position;           /* in the report */
    const char *velocity_spec, *position_spec; /* for scenes */
};

#define SOLVER_PAIR_COUNT 4
extern const struct solver_pair_method SOLVER_PAIRS[SOLVER_PAIR_COUNT];

#define SOLVER_PAIR_SCENE_COUNT 4
extern const char *const SOLVER_PAIR_SCENES[SOLVER_PAIR_SCENE_COUNT];

#define SOLVER_PAIR_STEPS 600

#endif
