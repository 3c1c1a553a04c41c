#include "engine/contact_bias.h"

#include "base/angle.h"

/* In units of the row's effective mass, a spring of angular frequency w and damping ratio z opens penetration over h seconds at
 * the rate w / (2 z + h w), with the compliance D / (h w (2 z + h w)). Source: Catto, "Soft constraints" (2011). */
struct softness md_softness_of_spring(md_real frequency, md_real damping_ratio, md_real h)
{
    const md_real w = (md_real)(2 * MD_PI) * frequency;
    const md_real stiffness = 2 * damping_ratio + h * w;
    return (struct softness){.rate = w / stiffness, .compliance = 1 / (h * w * stiffness)};
}
