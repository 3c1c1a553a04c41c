/* Pucks that slide in all directions from one point. They come to rest on a circle or on a square, which shows the law of friction. */
#include "scene/library3/scenes3.h"

#include "base/angle.h"

#define PUCK_RADIUS 0.2 /* m */
#define PUCK_HALF_HEIGHT 0.05

const struct scene_key PUCKS3_KEYS[] = {COUNT3("count", "24", "number of pucks, and of directions", 1000),
                                        {"speed", "6", "of each puck at the start, m/s", 0, 100, false},
                                        FRICTION3("0.3"),
                                        {0}};

/* With Coulomb's law (disc, cone) a puck stops after v^2 / (2 mu g), on a circle. With the law box each of the two
 * horizontal components of its velocity is slowed down alone, by mu g: it stops at v_x^2 / (2 mu g), v_z^2 / (2 mu g), on
 * a square that stands on its corner. The pucks pass through each other, so that all can start at the same point. */
void build_pucks3(struct build3 *build)
{
    const int32_t count = build3_integer(build, "count");
    const double speed = build3_number(build, "speed");
    md3_shape_def material = material3(1000, build3_number(build, "friction"));
    build3_ground(build, &material);
    material.group = -1;
    for (int32_t i = 0; i < count && build->status == MD_OK; ++i) {
        const struct cos_sin way = md_cos_sin(2 * MD_PI * i / count);
        const md3_body_id puck = build3_body(build, MD3_DYNAMIC, vec3(0, PUCK_HALF_HEIGHT, 0));
        build3_cylinder(build, puck, &material, PUCK_HALF_HEIGHT, PUCK_RADIUS);
        if (build->status == MD_OK) {
            build->status =
                md3_body_set_velocity(build->world, puck, vec3(speed * way.c, 0, speed * way.s), vec3(0, 0, 0));
        }
    }
}
