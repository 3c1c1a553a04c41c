/* Exact mass of rounded hulls. A rounded polygon consists of the polygon, a rectangle as wide as the radius on each
 * edge, and at each corner a sector of a disc between the normals of its edges. A capsule is the same with a polygon of
 * no area and two half discs, and a circle is one sector of a full turn.
 *
 * The area, the first moment (the integral of the position) and the polar moment (the integral of its square) of all
 * parts are summed about one origin near the hull, to avoid cancellation if the hull is far from the origin of its
 * body.
 */
#include "base/angle.h"
#include "geometry2/vec.h"

struct moments {
    md_real area;  /* m^2 */
    md2_vec first; /* m^3 */
    md_real polar; /* m^4 */
};

static void add(struct moments *sum, struct moments part)
{
    sum->area += part.area;
    sum->first = vec_add(sum->first, part.first);
    sum->polar += part.polar;
}

/* The triangle of the origin, a and b; negative if clockwise, so that the parts outside a closed polygon cancel. For
 * points u a + v b with u, v >= 0 and u + v <= 1, the integrals of u and v are 1/6, of u u and v v 1/12, of u v
 * 1/24. */
static struct moments triangle(md2_vec a, md2_vec b)
{
    const md_real twice_area = vec_cross(a, b);
    return (struct moments){.area = twice_area / 2,
                            .first = vec_scale(twice_area / 6, vec_add(a, b)),
                            .polar = twice_area / 12 * (vec_dot(a, a) + vec_dot(a, b) + vec_dot(b, b))};
}

/* The rectangle on the edge from a to b, `radius` wide along the normal. Its polar moment about its own centre is its
 * area times (length^2 + radius^2) / 12; the parallel axis theorem moves it to the origin. */
static struct moments edge_rectangle(md2_vec a, md2_vec b, md2_vec normal, md_real radius)
{
    const md_real length = vec_length(vec_sub(b, a));
    const md_real area = length * radius;
    const md2_vec center = vec_add_scaled(vec_lerp(a, b, (md_real)0.5), radius / 2, normal);
    const md_real about_center = (length * length + radius * radius) / 12;
    return (struct moments){
        .area = area, .first = vec_scale(area, center), .polar = area * (about_center + vec_dot(center, center))};
}

/* The sector at a corner, counter-clockwise from the normal n of the edge before it to the normal m of the edge after
 * it. Its area is r^2 angle / 2. About the corner, its polar moment is r^4 angle / 4, and its first moment is r^3 / 3
 * times the integral of (cos, sin) from n to m, which is m - n rotated clockwise by 90 degrees. */
static struct moments sector(md2_vec corner, md2_vec n, md2_vec m, md_real angle, md_real radius)
{
    const md_real square = radius * radius;
    const md_real area = square * angle / 2;
    const md2_vec about_corner = vec_scale(square * radius / 3, vec_right(vec_sub(m, n)));
    return (struct moments){.area = area,
                            .first = vec_add_scaled(about_corner, area, corner),
                            .polar = area * (square / 2 + vec_dot(corner, corner)) + 2 * vec_dot(corner, about_corner)};
}

/* Returns the angle of a corner, which turns left: in [0, pi]. */
static md_real angle_between(md2_vec n, md2_vec m)
{
    return (md_real)md_angle((double)md_max(vec_cross(n, m), 0), (double)vec_dot(n, m));
}

static struct moments hull_moments(const md2_hull *hull, md2_vec origin)
{
    struct moments sum = {0};
    for (int32_t i = 0; i < hull->count; ++i) {
        const int32_t before = (i + hull->count - 1) % hull->count;
        const md2_vec n = hull->normal[before];
        const md2_vec m = hull->normal[i];
        const md2_vec a = vec_sub(hull->point[i], origin);
        const md2_vec b = vec_sub(hull->point[(i + 1) % hull->count], origin);
        const md_real angle = hull->count > 1 ? angle_between(n, m) : (md_real)(2 * MD_PI);
        add(&sum, triangle(a, b));
        add(&sum, edge_rectangle(a, b, m, hull->radius));
        add(&sum, sector(a, n, m, angle, hull->radius));
    }
    return sum;
}

static md2_vec mean_of_points(const md2_hull *hull)
{
    md2_vec sum = {0, 0};
    for (int32_t i = 0; i < hull->count; ++i) {
        sum = vec_add(sum, hull->point[i]);
    }
    return vec_scale((md_real)1 / (md_real)hull->count, sum);
}

md2_mass md2_hull_mass(const md2_hull *hull, md_real density)
{
    if (hull == NULL) {
        return (md2_mass){.mass = 0};
    }
    if (hull->count == 0 || (hull->count <= 2 && hull->radius == 0)) {
        return (md2_mass){.center = hull->centroid};
    }
    const md2_vec origin = mean_of_points(hull);
    const struct moments sum = hull_moments(hull, origin);
    const md2_vec offset = vec_scale(1 / sum.area, sum.first);
    return (md2_mass){.mass = density * sum.area,
                      .center = vec_add(origin, offset),
                      .inertia = density * (sum.polar - sum.area * vec_dot(offset, offset))};
}
