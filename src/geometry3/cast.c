/* Casts of a convex geometry along a translation, by Newton's method on the separation.
 *
 * The distance between convex shapes that do not rotate is a convex function of the distance travelled, and its slope
 * is the component of the translation along the normal. Newton's method from the left therefore never passes the first
 * contact. It reaches that after one step per face, edge or corner in the way, or ends with a miss once the distance
 * grows. Convergence to rounded parts is quadratic. At a grazing contact, where slope and distance vanish together, it
 * takes two iterations per decimal digit.
 */
#include "geometry3/distance.h"

#include "geometry3/vec3.h"
#include "spatial/box_cast3.h"

/* A grazing contact quarters the distance per iteration: 1 m falls below the rounding of double in 26. */
enum { MAX_ITERATIONS = 40 };

static md3_ray_hit no_hit(void)
{
    return (md3_ray_hit){.hit = false};
}

static md3_ray_hit hit_at(md_real fraction, md3_vec normal, md3_vec point)
{
    return (md3_ray_hit){.point = point, .normal = normal, .fraction = fraction, .triangle = -1, .hit = true};
}

/** Returns the fraction at which the gap closes at its present rate, or -1 if it does not close. */
static md_real newton_fraction(md_real fraction, md_real gap, md3_vec normal, md3_vec translation)
{
    const md_real closing = -vec_dot(normal, translation);
    return closing > 0 ? fraction + gap / closing : -1;
}

/** Casts core b from the offset of the pair, against core a at `position_a`. */
static md3_ray_hit cast_core(struct core_pair pair, md3_vec position_a, md3_vec translation, md_real max_fraction)
{
    const md3_vec start = pair.offset;
    const md_real radius = pair.a->radius + pair.b->radius;
    md3_vec normal = vec(0, 0, 0), point = vec(0, 0, 0);
    md_real fraction = 0;
    for (int32_t i = 0; i < MAX_ITERATIONS; ++i) {
        const struct core_distance core = md3_core_distance(&pair, i == 0 ? start : normal);
        const md_real gap = core.separation - radius;
        point = vec_add(position_a, md3_surface_point(&core, 0, pair.a->radius));
        if (!(gap > 4 * md3_core_rounding(&pair))) {
            break;
        }
        normal = core.normal;
        const md_real next = newton_fraction(fraction, gap, normal, translation);
        if (!(next >= fraction && next <= max_fraction)) {
            return no_hit();
        }
        if (next == fraction) { /* the step is below the resolution of the fraction */
            break;
        }
        fraction = next;
        pair.offset = vec_add_scaled(start, fraction, translation);
    }
    return hit_at(fraction, normal, point);
}

static md3_ray_hit cast_at_plane(const md3_geometry *plane, const struct core *core, md3_transform at,
                                 md3_vec translation, md_real max_fraction)
{
    const struct core_distance start = md3_plane_distance(plane, core, at);
    const md_real gap = start.separation - core->radius;
    const md3_vec normal = plane->point[0];
    const md_real rounding = core->rounding + MD_REAL_EPSILON * (vec_length(at.p) + vec_length(core->center));
    if (!(gap > 4 * rounding)) {
        return hit_at(0, vec(0, 0, 0), start.point[0]);
    }
    const md_real fraction = newton_fraction(0, gap, normal, translation);
    if (!(fraction >= 0 && fraction <= max_fraction)) {
        return no_hit();
    }
    const md3_vec along_plane = vec_add_scaled(translation, -vec_dot(normal, translation), normal);
    return hit_at(fraction, normal, vec_add_scaled(start.point[0], fraction, along_plane));
}

/** A cast against a mesh or height field, in its coordinates. */
struct mesh_cast {
    struct mesh_visitor visitor;
    md3_vec translation, inverse; /* `inverse` as in box_cast */
    md_real max_fraction;         /* up to the first hit found */
    md3_ray_hit first;
};

static bool cast_at_triangle(void *user, const struct triangle3 *triangle)
{
    struct mesh_cast *cast = user;
    const struct mesh_visitor *visitor = &cast->visitor;
    const struct slab slab = box_cast(visitor->box, cast->inverse, cast->max_fraction, md3_triangle_box(triangle));
    if (!slab_not_after(slab.enter, slab.leave)) {
        return true;
    }
    const struct core core = md3_core_of_triangle(triangle->corner);
    const md3_transform at_corner = md3_transform_make(triangle->corner[0], md3_rot_identity());
    const struct core_pair pair = md3_core_pair(&core, at_corner, &visitor->core, visitor->at);
    md3_ray_hit hit = cast_core(pair, at_corner.p, cast->translation, cast->max_fraction);
    const md3_vec center = transform_point(visitor->at, visitor->core.center);
    const bool is_first = !cast->first.hit || hit.fraction < cast->first.fraction ||
                          (hit.fraction == cast->first.fraction && triangle->index < cast->first.triangle);
    if (hit.hit && is_first && md3_triangle_faces(triangle, hit.normal, center)) {
        hit.triangle = triangle->index;
        cast->first = hit;
        cast->max_fraction = hit.fraction;
    }
    return true;
}

static md3_ray_hit cast_at_mesh(const md3_geometry *mesh, const md3_geometry *convex, md3_transform at,
                                md3_vec translation, md_real max_fraction)
{
    struct mesh_cast cast = {.visitor = md3_mesh_visitor(convex, at),
                             .translation = translation,
                             .inverse = cast_inverse(translation),
                             .max_fraction = max_fraction};
    const md3_vec moved = vec_scale(max_fraction, translation);
    const md3_box at_end = {vec_add(cast.visitor.box.lower, moved), vec_add(cast.visitor.box.upper, moved)};
    md3_geometry_triangles(mesh, box_union(cast.visitor.box, at_end), cast_at_triangle, &cast);
    return cast.first;
}

md3_ray_hit md3_cast(const md3_geometry *a, md3_transform at_a, const md3_geometry *b, md3_transform at_b,
                     md3_vec translation, md_real max_fraction)
{
    if (a == NULL || b == NULL || !md3_geometry_is_convex(b)) {
        return no_hit();
    }
    if (md3_geometry_is_convex(a)) {
        const struct core core_a = md3_core_of(a);
        const struct core core_b = md3_core_of(b);
        return cast_core(md3_core_pair(&core_a, at_a, &core_b, at_b), at_a.p, translation, max_fraction);
    }
    const md3_transform at = transform_between(at_a, at_b);
    const md3_vec local_translation = rot_unapply(at_a.q, translation);
    md3_ray_hit hit;
    if (a->type == MD3_PLANE) {
        const struct core core = md3_core_of(b);
        hit = cast_at_plane(a, &core, at, local_translation, max_fraction);
    } else {
        hit = cast_at_mesh(a, b, at, local_translation, max_fraction);
    }
    if (hit.hit) {
        hit.point = transform_point(at_a, hit.point);
        hit.normal = rot_apply(at_a.q, hit.normal);
    }
    return hit;
}
