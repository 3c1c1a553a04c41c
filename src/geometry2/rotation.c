/* Rotations for people, who think in angles: by arithmetic alone, so that they are the same bits on every machine. */
#include <modulus/geometry2.h>

#include "base/angle.h"

/* Beyond, the reduction to a quarter turn has lost half of the digits, rad. */
#define ANGLE_MOST 1e6

/* The sum of x^k / k! with alternating signs, every second term, from the smallest on; below pi/4 what is left out is
 * under 1e-17. */
static double series(double first, double square, int least)
{
    double sum = 0;
    for (int k = least + 16; k > least; k -= 2) {
        sum = -(1 + sum) * square / (k * (k - 1));
    }
    return first * (1 + sum);
}

md2_rot md2_rot_from_angle(double radians)
{
    if (!(fabs(radians) <= ANGLE_MOST)) {
        return (md2_rot){1, 0};
    }
    /* pi/2 in two parts: multiples of the first, which ends in zeros, are exact. */
    const double quarter = 0x1.921fb544p+0;
    const double quarter_rest = 0x1.0b4611a626331p-34;
    const double turns = floor(radians / (quarter + quarter_rest) + 0.5);
    const double x = radians - turns * quarter - turns * quarter_rest;
    const double c = series(1, x * x, 0);
    const double s = series(x, x * x, 1);
    switch ((int)turns & 3) {
    case 0: return (md2_rot){(md_real)c, (md_real)s};
    case 1: return (md2_rot){(md_real)-s, (md_real)c};
    case 2: return (md2_rot){(md_real)-c, (md_real)-s};
    default: return (md2_rot){(md_real)s, (md_real)-c};
    }
}

double md2_rot_angle(md2_rot rotation)
{
    return md_angle((double)rotation.s, (double)rotation.c);
}
