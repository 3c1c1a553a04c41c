/* Conversion between rotations and angles by arithmetic alone, bit-identical on every machine. */
#include <modulus/geometry2.h>

#include "base/angle.h"

/* Beyond this angle, rad, the reduction to a quarter turn loses half of the digits. */
#define MAX_ANGLE 1e6

/* Sums every second term of the exponential series with alternating signs, from the smallest term on: the cosine for
 * order 0 and first = 1, the sine for order 1 and first = x, with square = x^2. Below pi/4 the omitted terms are under
 * 1e-17. */
static double series(double first, double square, int order)
{
    double sum = 0;
    for (int k = order + 16; k > order; k -= 2) {
        sum = -(1 + sum) * square / (k * (k - 1));
    }
    return first * (1 + sum);
}

md2_rot md2_rot_from_angle(double radians)
{
    if (!(fabs(radians) <= MAX_ANGLE)) {
        return (md2_rot){1, 0};
    }
    /* pi/2 in two parts (Cody and Waite). Multiples of the first, which ends in zeros, are exact. */
    const double quarter = 0x1.921fb544p+0;
    const double quarter_low = 0x1.0b4611a626331p-34;
    const double quarters = floor(radians / (quarter + quarter_low) + 0.5);
    const double x = radians - quarters * quarter - quarters * quarter_low;
    const double c = series(1, x * x, 0);
    const double s = series(x, x * x, 1);
    switch ((int)quarters & 3) {
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
