/* Points and rotations in double, whatever md_real is, and approximate comparisons. */
#ifndef MODULUS_TESTS_NEAR_H
#define MODULUS_TESTS_NEAR_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <modulus/geometry2.h>

#include "support/support.h"

static inline md2_vec at(double x, double y)
{
    return (md2_vec){(md_real)x, (md_real)y};
}

static inline md2_rot turned(double angle)
{
    return (md2_rot){(md_real)cos(angle), (md_real)sin(angle)};
}

static inline void assert_near_at(double value, double expected, double tolerance, const char *file, int line)
{
    if (!(fabs(value - expected) <= tolerance)) {
        print_error("%.12g is not within %.3g of %.12g: off by %.3g\n", value, tolerance, expected, value - expected);
        _fail(file, line);
    }
}

/** A macro, so that a failure reports the line of the caller. */
#define assert_near(value, expected, tolerance) assert_near_at(value, expected, tolerance, __FILE__, __LINE__)

/* The check has failed and its message starts with what is defined and the field. */
static inline void assert_names_field(md_status status, const md_error *error, const char *what, const char *field)
{
    char start[64];
    snprintf(start, sizeof start, "%s: %s must ", what, field);
    assert_int_equal(status, MD_ERROR_ARGUMENT);
    assert_int_equal(error->status, MD_ERROR_ARGUMENT);
    if (strncmp(error->message, start, strlen(start)) != 0) {
        fail_msg("'%s' does not start with '%s'", error->message, start);
    }
}

#endif
