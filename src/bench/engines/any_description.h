/* A scene of the benchmark in 2D or in 3D, for code that treats both alike. */
#ifndef MODULUS_BENCH_ANY_DESCRIPTION_H
#define MODULUS_BENCH_ANY_DESCRIPTION_H

#include "bench/accuracy/accuracy3.h"

struct any_description {
    int dimensions;
    struct description flat;   /**< if `dimensions` is 2 */
    struct description3 solid; /**< if `dimensions` is 3 */
};

/** One state per body, in the array of the description's dimension; the other one is NULL. */
struct any_states {
    struct body_state *flat;
    struct body_state3 *solid;
};

void any_description_free(struct any_description *description);
bool any_description_failed(const struct any_description *description);
int32_t any_body_count(const struct any_description *description);
int32_t any_shape_count(const struct any_description *description);
int32_t any_joint_count(const struct any_description *description);
/** Returns the height of the lowest dynamic body at the start, m. */
double any_lowest_start(const struct any_description *description);

/** Both arrays are NULL if out of memory. Starts with the states of the description. */
struct any_states any_states_create(const struct any_description *description);
void any_states_free(struct any_states *states);
/** False if out of memory. */
bool any_accuracy(const struct any_description *description, const struct any_states *states,
                  struct accuracy *accuracy);

#endif
