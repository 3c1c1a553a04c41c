#include "base/angle.h"

#include <math.h>
#include <stdbool.h>

#define EIGHTHS 8

/* atan(k / 8) */
static const double ATAN_OF_EIGHTHS[EIGHTHS + 1] = {
    0.0,
    0.12435499454676143503,
    0.24497866312686415417,
    0.35877067027057222040,
    0.46364760900080611621,
    0.55859931534356243597,
    0.64350110879328438680,
    0.71882999962162450542,
    0.78539816339744830962,
};

/* The Taylor series of atan for |z| <= 1/16, where the first omitted term, z^13 / 13, is below 2e-17. */
static double atan_small(double z)
{
    const double w = z * z;
    const double tail = -1.0 / 3 + w * (1.0 / 5 + w * (-1.0 / 7 + w * (1.0 / 9 - w * (1.0 / 11))));
    return z + z * w * tail;
}

/* Returns atan t for t in [0, 1]: the angle of the nearest eighth k/8, plus the rest by the difference formula
 * atan t - atan(k/8) = atan((t - k/8) / (1 + t k/8)), whose numerator 8 t - k is exact. */
static double atan_unit(double t)
{
    const int k = (int)(EIGHTHS * t + 0.5);
    return ATAN_OF_EIGHTHS[k] + atan_small((EIGHTHS * t - k) / (EIGHTHS + k * t));
}

double md_angle(double y, double x)
{
    const double height = fabs(y);
    const double width = fabs(x);
    const bool steep = height > width;
    const double longer = steep ? height : width;
    if (longer == 0) {
        return 0;
    }
    const double slope = (steep ? width : height) / longer;
    if (isnan(slope)) {
        return slope;
    }
    double angle = atan_unit(slope);
    angle = steep ? MD_PI / 2 - angle : angle;
    angle = x < 0 ? MD_PI - angle : angle;
    return y < 0 ? -angle : angle;
}

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

struct cos_sin md_cos_sin(double radians)
{
    if (!(fabs(radians) <= MD_MAX_ANGLE)) {
        return (struct cos_sin){1, 0};
    }
    /* pi/2 in two parts (Cody and Waite). Multiples of the first, which ends in zeros, are exact. */
    const double quarter = 0x1.921fb544p+0;
    const double quarter_low = 0x1.0b4611a626331p-34;
    const double quarters = floor(radians / (quarter + quarter_low) + 0.5);
    const double x = radians - quarters * quarter - quarters * quarter_low;
    const double c = series(1, x * x, 0);
    const double s = series(x, x * x, 1);
    switch ((int)quarters & 3) {
    case 0: return (struct cos_sin){c, s};
    case 1: return (struct cos_sin){-s, c};
    case 2: return (struct cos_sin){-c, -s};
    default: return (struct cos_sin){s, -c};
    }
}
