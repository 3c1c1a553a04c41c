/* The point of a simplex closest to the origin, by comparing all features of the simplex that contain its newest
 * point.
 *
 * The closest point lies inside one feature: the tetrahedron, a triangle, an edge or a vertex. In exact arithmetic,
 * the origin projects into that feature, and no other feature into which the origin projects is closer. With rounding
 * errors, weights of flat and tiny features are wrong, but a convex combination of points is in the simplex whatever
 * its weights. Features are therefore compared by the length of that combination, whose error is that of the points.
 * A feature with more points is preferred if it is as close within the tolerance, because the direction perpendicular
 * to a triangle is accurate near contact, where the closest point is mostly rounding error.
 *
 * Features without the newest point are not closer than the closest point before and are not tested.
 */
#include "geometry3/simplex.h"

#include "geometry3/vec3.h"

/** A feature of a simplex: some of its points, with weights. */
struct feature {
    int32_t index[4];
    md_real weight[4];
    int32_t count;
    md3_vec closest;
    md_real distance;
};

struct simplex md3_simplex_start(struct difference_point point)
{
    return (struct simplex){.point = {point}, .weight = {1}, .count = 1, .closest = point.w};
}

/** Computes the closest point of a feature from its weights, starting from its heaviest point to keep errors small. The
 *  weight of that point is what the others leave of 1. */
static void locate(const struct simplex *simplex, struct feature *feature)
{
    int32_t heaviest = 0;
    for (int32_t i = 1; i < feature->count; ++i) {
        heaviest = feature->weight[i] > feature->weight[heaviest] ? i : heaviest;
    }
    const md3_vec base = simplex->point[feature->index[heaviest]].w;
    feature->closest = base;
    feature->weight[heaviest] = 1;
    for (int32_t i = 0; i < feature->count; ++i) {
        if (i != heaviest) {
            const md3_vec edge = vec_sub(simplex->point[feature->index[i]].w, base);
            feature->closest = vec_add_scaled(feature->closest, feature->weight[i], edge);
            feature->weight[heaviest] -= feature->weight[i];
        }
    }
    feature->distance = vec_length(feature->closest);
}

/** Replaces the best feature by a candidate with fewer points if that is closer by more than the tolerance. */
static void choose(struct feature *best, const struct feature *candidate, md_real tolerance)
{
    const md_real limit = candidate->count < best->count ? best->distance - tolerance : best->distance;
    if (best->count == 0 || candidate->distance < limit) {
        *best = *candidate;
    }
}

/** Projects the origin onto a feature by the gradients of its weights: Newton's method from the newest point. False
 *  if the projection is outside by more than the tolerance.
 *
 *  The gradients of flat features have large errors. Each pass divides the error of the weights by the ratio of the
 *  feature's height to the rounding of its points; three are enough for all features but the flattest. */
static bool project(const struct simplex *simplex, const md3_vec *gradient, md_real tolerance, struct feature *feature)
{
    feature->weight[feature->count - 1] = 1;
    for (int32_t pass = 0; pass < 3; ++pass) {
        locate(simplex, feature);
        for (int32_t i = 0; i < feature->count; ++i) {
            feature->weight[i] -= vec_dot(gradient[i], feature->closest);
        }
    }
    md_real sum = 0;
    for (int32_t i = 0; i < feature->count; ++i) {
        if (!(feature->weight[i] >= -tolerance * vec_length(gradient[i]))) {
            return false;
        }
        feature->weight[i] = md_max(feature->weight[i], 0);
        sum += feature->weight[i];
    }
    for (int32_t i = 0; sum > 1 && i < feature->count; ++i) { /* negative weights were left out */
        feature->weight[i] /= sum;
    }
    locate(simplex, feature);
    return true;
}

/** Expresses the origin by the four points of a tetrahedron. False if the point that they can express is not the origin
 *  within the rounding of a sum of four points. */
static bool try_tetrahedron(const struct simplex *simplex, md_real tolerance, struct feature *feature)
{
    *feature = (struct feature){.index = {0, 1, 2, 3}, .count = 4};
    md3_vec gradient[4];
    for (int32_t i = 0; i < 4; ++i) {
        const md3_vec p = simplex->point[(i + 1) % 4].w;
        const md3_vec normal =
            vec_cross(vec_sub(simplex->point[(i + 2) % 4].w, p), vec_sub(simplex->point[(i + 3) % 4].w, p));
        gradient[i] = vec_scale(1 / vec_dot(normal, vec_sub(simplex->point[i].w, p)), normal);
    }
    return project(simplex, gradient, MD_INFINITY, feature) && feature->distance <= 4 * tolerance;
}

static bool try_triangle(const struct simplex *simplex, int32_t i, int32_t j, md_real tolerance,
                         struct feature *feature)
{
    *feature = (struct feature){.index = {i, j, simplex->count - 1}, .count = 3};
    md3_vec edge[3]; /* opposite to each point */
    for (int32_t k = 0; k < 3; ++k) {
        edge[k] = vec_sub(simplex->point[feature->index[(k + 2) % 3]].w, simplex->point[feature->index[(k + 1) % 3]].w);
    }
    const md3_vec normal = vec_cross(edge[0], edge[1]);
    const md3_vec scaled = vec_scale(1 / vec_dot(normal, normal), normal);
    const md3_vec gradient[3] = {vec_cross(scaled, edge[0]), vec_cross(scaled, edge[1]), vec_cross(scaled, edge[2])};
    return project(simplex, gradient, tolerance, feature);
}

static bool try_edge(const struct simplex *simplex, int32_t i, md_real tolerance, struct feature *feature)
{
    *feature = (struct feature){.index = {i, simplex->count - 1}, .count = 2};
    const md3_vec edge = vec_sub(simplex->point[simplex->count - 1].w, simplex->point[i].w);
    const md3_vec scaled = vec_scale(1 / vec_dot(edge, edge), edge);
    const md3_vec gradient[2] = {vec_negative(scaled), scaled};
    return project(simplex, gradient, tolerance, feature);
}

/** Finds the feature with the newest point that is closest to the origin. */
static struct feature closest_feature(const struct simplex *simplex, md_real tolerance)
{
    struct feature best = {.count = 0};
    struct feature candidate;
    if (simplex->count == 4 && try_tetrahedron(simplex, tolerance, &candidate)) {
        return candidate;
    }
    const int32_t newest = simplex->count - 1;
    for (int32_t i = 0; i < newest; ++i) {
        for (int32_t j = i + 1; j < newest; ++j) {
            if (try_triangle(simplex, i, j, tolerance, &candidate)) {
                choose(&best, &candidate, tolerance);
            }
        }
    }
    for (int32_t i = 0; i < newest; ++i) {
        if (try_edge(simplex, i, tolerance, &candidate)) {
            choose(&best, &candidate, tolerance);
        }
    }
    candidate = (struct feature){.index = {newest}, .weight = {1}, .count = 1};
    locate(simplex, &candidate);
    choose(&best, &candidate, tolerance);
    return best;
}

void md3_simplex_add(struct simplex *simplex, struct difference_point point, md_real tolerance)
{
    simplex->point[simplex->count++] = point;
    const struct feature feature = closest_feature(simplex, tolerance);
    const struct simplex whole = *simplex;
    simplex->count = feature.count;
    simplex->closest = feature.closest;
    for (int32_t i = 0; i < feature.count; ++i) {
        simplex->point[i] = whole.point[feature.index[i]];
        simplex->weight[i] = feature.weight[i];
    }
}

/** Returns the part of the closest point that is perpendicular to an edge of the simplex: the part along the edge is
 *  rounding error, which a far end of a shape would multiply. */
static md3_vec across_edge(const struct simplex *simplex, md3_vec edge)
{
    const md_real along = vec_dot(simplex->closest, edge) / vec_dot(edge, edge);
    return vec_add_scaled(simplex->closest, -along, edge);
}

/** Returns the direction from the origin to a triangle: the normal of the triangle, or the direction of the closest
 *  point if that is longer than the triangle is high and therefore more accurate. */
static md3_vec across_triangle(const struct simplex *simplex)
{
    md3_vec edge[3], longest = vec(0, 0, 0);
    for (int32_t i = 0; i < 3; ++i) {
        edge[i] = vec_sub(simplex->point[(i + 1) % 3].w, simplex->point[i].w);
        longest = vec_dot(edge[i], edge[i]) > vec_dot(longest, longest) ? edge[i] : longest;
    }
    const md3_vec normal = vec_cross(edge[0], edge[1]);
    const md_real distance_squared = vec_dot(simplex->closest, simplex->closest);
    if (vec_dot(normal, normal) > distance_squared * vec_dot(longest, longest)) {
        return vec_dot(normal, simplex->point[0].w) < 0 ? vec_negative(normal) : normal;
    }
    return across_edge(simplex, longest);
}

md3_vec md3_simplex_normal(const struct simplex *simplex)
{
    md3_vec normal = simplex->closest;
    if (simplex->count == 2) {
        normal = across_edge(simplex, vec_sub(simplex->point[1].w, simplex->point[0].w));
    } else if (simplex->count == 3) {
        normal = across_triangle(simplex);
    }
    return vec_unit(normal, NULL);
}
