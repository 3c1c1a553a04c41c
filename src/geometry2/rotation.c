/* Conversion between rotations and angles by arithmetic alone, bit-identical on every machine. */
#include <modulus/geometry2.h>

#include "base/angle.h"

md2_rot md2_rot_from_angle(double radians)
{
    const struct cos_sin direction = md_cos_sin(radians);
    return (md2_rot){(md_real)direction.c, (md_real)direction.s};
}

double md2_rot_angle(md2_rot rotation)
{
    return md_angle((double)rotation.s, (double)rotation.c);
}
