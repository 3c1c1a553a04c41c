/* Casts of a hull along a translation, by Newton's method on the distance.
 *
 * The distance between convex shapes that do not rotate is a convex function of the distance travelled, and its slope
 * is the component of the translation along the normal. Newton's method from the left therefore never passes the first
 * contact. It reaches that after one step per edge or corner in the way, or ends with a miss once the distance grows.
 * Convergence to rounded corners is quadratic. At a grazing contact, where slope and distance vanish together, it takes
 * two iterations per decimal digit.
 */
#include "geometry2/distance.h"

/* A grazing contact quarters the distance per iteration: 1 m falls below the rounding of double in 26. */
enum { MAX_ITERATIONS = 40 };

/** Returns the fraction at which the gap closes at its present rate, or -1 if it does not close. */
static md_real newton_fraction(md_real fraction, md_real gap, md2_vec normal, md2_vec translation)
{
    const md_real closing = -vec_dot(normal, translation);
    return closing > 0 ? fraction + gap / closing : -1;
}

static md2_ray_hit hit_at(md_real fraction, md2_vec normal, md2_vec point)
{
    return (md2_ray_hit){.point = point, .normal = normal, .fraction = fraction, .hit = true};
}

md2_ray_hit md2_hull_cast(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b,
                          md2_vec translation, md_real max_fraction)
{
    if (a == NULL || b == NULL) {
        return (md2_ray_hit){.hit = false};
    }
    struct core_pair pair = md2_core_pair(a, at_a, b, at_b);
    const md2_vec start = pair.offset;
    md2_vec normal = {0, 0};
    md2_vec point = {0, 0};
    md_real fraction = 0;
    for (int32_t i = 0; i < MAX_ITERATIONS; ++i) {
        const struct core_distance core = md2_core_distance(&pair, i == 0 ? start : normal);
        const md2_vec origin_b = vec_add_scaled(at_b.p, fraction, translation);
        const md2_distance_result surface = md2_surface_distance(&core, a, at_a.p, b, origin_b);
        point = surface.point[0];
        if (surface.distance <= 4 * md2_core_rounding(&pair)) {
            return hit_at(fraction, normal, point);
        }
        normal = core.normal;
        const md_real next = newton_fraction(fraction, surface.distance, normal, translation);
        if (!(next >= fraction && next <= max_fraction)) {
            return (md2_ray_hit){.hit = false};
        }
        if (next == fraction) { /* the step is below the resolution of the fraction */
            return hit_at(fraction, normal, point);
        }
        fraction = next;
        pair.offset = vec_add_scaled(start, fraction, translation);
    }
    return hit_at(fraction, normal, point);
}
