/* The clock behind time budgets and timings. */
#ifndef MODULUS_BASE_CLOCK_H
#define MODULUS_BASE_CLOCK_H

/** Returns the time of a monotonic clock in seconds. Only differences are meaningful. */
double md_clock_seconds(void);

#endif
