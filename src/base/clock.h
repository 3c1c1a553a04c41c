/* Time for budgets and reports. */
#ifndef MODULUS_BASE_CLOCK_H
#define MODULUS_BASE_CLOCK_H

/** Seconds of a clock that only goes forward; its zero means nothing. */
double md_clock_seconds(void);

#endif
