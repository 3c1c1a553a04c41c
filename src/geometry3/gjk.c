/* The distance between two convex cores by GJK: finds the point of the Minkowski difference b - a that is closest to
 * the origin.
 *
 * Each iteration adds the point of the Minkowski difference that is farthest toward the origin, and reduces the
 * simplex to the feature closest to the origin (simplex.c). Two bounds prove the result, whatever the rounding errors
 * in between:
 *
 * - The closest point of the simplex is in the Minkowski difference, so the distance is not larger.
 * - All of the difference is beyond its farthest point along a direction, so the distance is not smaller.
 *
 * The search ends if the two bounds agree within the rounding of the points, if the simplex contains the origin, or
 * if rounding errors end the progress. The bounds are then the best that were found.
 *
 * Exchanging a and b changes the sign of every point and therefore of no product: the results are bit-identical.
 *
 * Source: Gilbert, Johnson and Keerthi (1988), A fast procedure for computing the distance between complex objects in
 * three-dimensional space.
 */
#include "geometry3/distance.h"

#include "geometry3/vec3.h"
#include "geometry3/simplex.h"

/* Two million random pairs of points, segments, triangles and hulls took 5 iterations on average and at most 16. With
 * cylinders and cones, each iteration divides the difference of the bounds by about 4: 200,000 random pairs took at
 * most 100 iterations in double and 64 in float. */
enum { MAX_ITERATIONS = 128 };

/* Iterations without a better bound after which rounding errors are assumed to move the simplex in a circle. Steps
 * that are too small to show in the bounds, at almost parallel faces, are fewer. */
enum { MAX_STALLED = 8 };

struct core_pair md3_core_pair(const struct core *a, md3_transform at_a, const struct core *b, md3_transform at_b)
{
    struct core_pair pair = {
        .a = a, .b = b, .rotation_a = md3_rot_matrix(at_a.q), .rotation_b = md3_rot_matrix(at_b.q)};
    const md3_vec centers = vec_sub(mat_apply(pair.rotation_b, b->center), mat_apply(pair.rotation_a, a->center));
    pair.offset = vec_add(vec_sub(at_b.p, at_a.p), centers);
    return pair;
}

md_real md3_core_rounding(const struct core_pair *pair)
{
    return MD_REAL_EPSILON * vec_length(pair->offset) + pair->a->rounding + pair->b->rounding;
}

/** The vertices of hulls that were found last. */
struct hints {
    int32_t a, b;
};

/** Returns the point of the Minkowski difference farthest along a direction. */
static struct difference_point support(const struct core_pair *pair, md3_vec direction, struct hints *hints)
{
    const md3_vec local_a = md3_mat_apply_transposed(pair->rotation_a, vec_negative(direction));
    const md3_vec local_b = md3_mat_apply_transposed(pair->rotation_b, direction);
    struct difference_point point;
    point.a = mat_apply(pair->rotation_a, md3_core_support(pair->a, local_a, &hints->a));
    point.b = mat_apply(pair->rotation_b, md3_core_support(pair->b, local_b, &hints->b));
    /* The order of operations makes exchanging a and b exact. */
    point.w = vec_add(pair->offset, vec_sub(point.b, point.a));
    return point;
}

static bool simplex_has(const struct simplex *simplex, md3_vec w)
{
    for (int32_t i = 0; i < simplex->count; ++i) {
        const md3_vec p = simplex->point[i].w;
        if (p.x == w.x && p.y == w.y && p.z == w.z) {
            return true;
        }
    }
    return false;
}

/** Computes the closest points of the two cores from the weights of the simplex. */
static void place_points(const struct core_pair *pair, const struct simplex *simplex, md3_vec point[2])
{
    point[0] = mat_apply(pair->rotation_a, pair->a->center);
    point[1] = mat_apply(pair->rotation_b, pair->b->center);
    for (int32_t i = 0; i < simplex->count; ++i) {
        point[0] = vec_add_scaled(point[0], simplex->weight[i], simplex->point[i].a);
        point[1] = vec_add_scaled(point[1], simplex->weight[i], simplex->point[i].b);
    }
}

/** The state of the search. */
struct search {
    struct simplex simplex;
    md_real distance;     /* of the closest point of the simplex from the origin: the upper bound, m */
    md_real min_distance; /* of all simplices, which may be smaller by the tolerance */
    md_real separation;   /* along the normal: the largest lower bound, m */
    md3_vec normal;
    int32_t iterations;
    int32_t stalled; /* iterations since one of the bounds improved */
};

/** Adds the point farthest toward the origin. False if the search is at its end. */
static bool iterate(struct search *search, const struct core_pair *pair, struct hints *hints, md_real tolerance)
{
    const md3_vec normal = md3_simplex_normal(&search->simplex);
    const struct difference_point next = support(pair, vec_negative(normal), hints);
    const md_real separation = vec_dot(normal, next.w);
    ++search->iterations;
    ++search->stalled;
    /* The normal of the last simplex fits its closest points best. */
    if (separation > search->separation || !(search->distance - separation > tolerance)) {
        search->separation = separation;
        search->normal = normal;
        search->stalled = 0;
    }
    if (!(search->distance - search->separation > tolerance) || simplex_has(&search->simplex, next.w)) {
        return false;
    }
    struct simplex simplex = search->simplex;
    md3_simplex_add(&simplex, next, tolerance);
    const md_real distance = vec_length(simplex.closest);
    if (distance > search->distance + tolerance) {
        return false;
    }
    search->stalled = distance < search->min_distance ? 0 : search->stalled;
    search->min_distance = md_min(distance, search->min_distance);
    search->simplex = simplex;
    search->distance = distance;
    return distance > tolerance && simplex.count < 4 && search->stalled < MAX_STALLED;
}

struct core_distance md3_core_distance_up_to(const struct core_pair *pair, md3_vec guess, md_real max_separation)
{
    const md_real tolerance = 4 * md3_core_rounding(pair);
    struct hints hints = {0, 0};
    struct search search = {.separation = -MD_INFINITY, .iterations = 1};
    search.simplex = md3_simplex_start(support(pair, vec_negative(guess), &hints));
    search.distance = vec_length(search.simplex.closest);
    search.min_distance = search.distance;
    bool searching = search.distance > tolerance;
    while (searching && search.iterations < MAX_ITERATIONS && !(search.separation > max_separation)) {
        searching = iterate(&search, pair, &hints, tolerance);
    }
    struct core_distance result = {.separation = search.separation, .iterations = search.iterations};
    if (search.separation > 0) {
        result.distance = search.distance;
        result.between = search.simplex.closest;
    }
    result.normal = search.separation < -tolerance ? vec(0, 0, 0) : search.normal;
    place_points(pair, &search.simplex, result.point);
    return result;
}

struct core_distance md3_core_distance(const struct core_pair *pair, md3_vec guess)
{
    return md3_core_distance_up_to(pair, guess, MD_INFINITY);
}

md_real md3_core_separation(const struct core_pair *pair, md3_vec direction)
{
    struct hints hints = {0, 0};
    return vec_dot(direction, support(pair, vec_negative(direction), &hints).w);
}

md3_vec md3_surface_point(const struct core_distance *core, int32_t side, md_real radius)
{
    const md_real part = radius < core->distance ? radius / core->distance : (md_real)(core->distance > 0);
    return vec_add_scaled(core->point[side], side == 0 ? part : -part, core->between);
}

md3_distance_result md3_surface_distance(const struct core_distance *core, md_real radius_a, md3_vec position_a,
                                         md_real radius_b, md3_vec position_b)
{
    const md_real gap = core->distance - (radius_a + radius_b);
    md3_vec on_a = vec_add(position_a, md3_surface_point(core, 0, radius_a));
    md3_vec on_b = vec_add(position_b, md3_surface_point(core, 1, radius_b));
    if (!(gap > 0)) { /* both are between the cores, and therefore in both geometries */
        on_a = on_b = vec_scale((md_real)0.5, vec_add(on_a, on_b));
    }
    return (md3_distance_result){md_max(0, gap), {on_a, on_b}, core->normal, core->iterations, -1};
}
