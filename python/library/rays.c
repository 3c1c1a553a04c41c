/* Many rays at once, as of a range finder. */
#include "put.h"

void mdpy2_cast_rays(const md2_world *world, const md_real *origins, const md_real *translations, int32_t count,
                     md_real *fractions, int32_t *bodies, md_real *normals)
{
    for (int32_t i = 0; i < count; ++i) {
        const md_real *o = origins + 2 * (size_t)i;
        const md_real *t = translations + 2 * (size_t)i;
        const md2_query_hit hit = md2_world_ray_closest(world, md2_v(o[0], o[1]), md2_v(t[0], t[1]), NULL);
        const bool is_hit = hit.shape.generation != 0;
        fractions[i] = is_hit ? hit.fraction : 1;
        bodies[i] = is_hit ? md2_shape_body(world, hit.shape).index : -1;
        put(normals, i, &hit.normal, 2);
    }
}

void mdpy3_cast_rays(const md3_world *world, const md_real *origins, const md_real *translations, int32_t count,
                     md_real *fractions, int32_t *bodies, md_real *normals)
{
    for (int32_t i = 0; i < count; ++i) {
        const md_real *o = origins + 3 * (size_t)i;
        const md_real *t = translations + 3 * (size_t)i;
        const md3_query_hit hit = md3_world_ray_closest(world, md3_v(o[0], o[1], o[2]), md3_v(t[0], t[1], t[2]), NULL);
        const bool is_hit = hit.shape.generation != 0;
        fractions[i] = is_hit ? hit.fraction : 1;
        bodies[i] = is_hit ? md3_shape_body(world, hit.shape).index : -1;
        put(normals, i, &hit.normal, 3);
    }
}
