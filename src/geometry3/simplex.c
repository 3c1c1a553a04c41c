/* The point of a simplex closest to the origin, by comparing all features of the simplex that contain its newest point.
 *
 * The closest point lies inside one feature: the tetrahedron, a triangle, an edge or a vertex. In exact arithmetic, the
 * origin projects into that feature, and no other feature into which the origin projects is closer. With rounding errors
 * the projections of flat and tiny features are wrong, but a convex combination of points is in the simplex however wrong
 * its weights are. Features are therefore compared by the length of that combination, whose error is that of the points.
 * A feature with more points is preferred if it is as close within the tolerance, because the direction perpendicular to
 * a triangle is accurate near contact, where the closest point is mostly rounding error.
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

struct simplex simplex_start(struct difference_point point)
{
    return (struct simplex){.point = {point}, .weight = {1}, .count = 1, .closest = point.w};
}

/** Computes the closest point of a feature from its weights, starting from its heaviest point to keep errors small. */
static void locate(const struct simplex *simplex, struct feature *feature)
{
    int32_t heaviest = 0;
    for (int32_t i = 1; i < feature->count; ++i) {
        heaviest = feature->weight[i] > feature->weight[heaviest] ? i : heaviest;
    }
    const md3_vec base = simplex->point[feature->index[heaviest]].w;
    feature->closest = base;
    for (int32_t i = 0; i < feature->count; ++i) {
        const md3_vec edge = vec_sub(simplex->point[feature->index[i]].w, base);
        feature->closest = vec_add_scaled(feature->closest, feature->weight[i], edge);
    }
    feature->distance = vec_length(feature->closest);
}

/** Replaces the best feature by a candidate with fewer points if that is closer by more than the tolerance. */
static void choose(const struct simplex *simplex, struct feature *best, struct feature *candidate, md_real tolerance)
{
    locate(simplex, candidate);
    const md_real limit = candidate->count < best->count ? best->distance - tolerance : best->distance;
    if (best->count == 0 || candidate->distance < limit) {
        *best = *candidate;
    }
}

/** Tests whether the origin is inside the tetrahedron. False if the tetrahedron is flat, or if the origin may be outside by
 *  the rounding errors of its points. */
static bool try_tetrahedron(const struct simplex *simplex, md_real tolerance, struct feature *feature)
{
    static const int32_t FACES[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}}; /* opposite to each point */
    *feature = (struct feature){.index = {0, 1, 2, 3}, .count = 4};
    md_real sum = 0;
    for (int32_t i = 0; i < 4; ++i) {
        const md3_vec p = simplex->point[FACES[i][2]].w;
        const md3_vec e = vec_sub(simplex->point[FACES[i][0]].w, p);
        const md3_vec f = vec_sub(simplex->point[FACES[i][1]].w, p);
        const md3_vec normal = vec_cross(e, f);
        /* Six times the volumes of the tetrahedra of this face with the point opposite and with the origin. */
        const md_real whole = vec_dot(normal, vec_sub(simplex->point[i].w, p));
        const md_real part = -vec_dot(normal, p);
        const md_real error = tolerance * md_sqrt(md3_vec_length_squared(e) * md3_vec_length_squared(f));
        if (!(whole > 0 ? part > error : part < -error)) {
            return false;
        }
        feature->weight[i] = md_abs(part);
        sum += md_abs(part);
    }
    for (int32_t i = 0; i < 4; ++i) {
        feature->weight[i] /= sum;
    }
    return true;
}

/** Projects the origin onto a triangle. False if the projection is outside by more than the tolerance. */
static bool try_triangle(const struct simplex *simplex, int32_t i, int32_t j, md_real tolerance,
                         struct feature *feature)
{
    *feature = (struct feature){.index = {i, j, simplex->count - 1}, .count = 3};
    md3_vec w[3], edge[3]; /* edge k is opposite to point k */
    for (int32_t k = 0; k < 3; ++k) {
        w[k] = simplex->point[feature->index[k]].w;
    }
    for (int32_t k = 0; k < 3; ++k) {
        edge[k] = vec_sub(w[(k + 2) % 3], w[(k + 1) % 3]);
    }
    const md3_vec normal = vec_cross(edge[0], edge[1]);
    const md_real length_squared = md3_vec_length_squared(normal);
    md_real sum = 0;
    for (int32_t k = 0; k < 3; ++k) {
        /* The area of the triangle of the origin's projection and edge k, times the length of the normal. */
        const md_real area = vec_dot(normal, vec_cross(w[(k + 1) % 3], edge[k]));
        if (!(area >= -tolerance * md_sqrt(length_squared * md3_vec_length_squared(edge[k])))) {
            return false;
        }
        feature->weight[k] = md_max(area, 0);
        sum += feature->weight[k];
    }
    for (int32_t k = 0; k < 3; ++k) {
        feature->weight[k] /= sum;
    }
    return sum > 0;
}

/** Projects the origin onto an edge. False if the projection is outside. */
static bool try_edge(const struct simplex *simplex, int32_t i, struct feature *feature)
{
    *feature = (struct feature){.index = {i, simplex->count - 1}, .count = 2};
    const md3_vec p = simplex->point[i].w;
    const md3_vec q = simplex->point[simplex->count - 1].w;
    const md3_vec edge = vec_sub(q, p);
    const md_real from_p = -vec_dot(p, edge);
    const md_real from_q = vec_dot(q, edge);
    if (!(from_p > 0 && from_q > 0)) {
        return false;
    }
    feature->weight[0] = from_q / (from_p + from_q);
    feature->weight[1] = from_p / (from_p + from_q);
    return true;
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
                choose(simplex, &best, &candidate, tolerance);
            }
        }
    }
    for (int32_t i = 0; i < newest; ++i) {
        if (try_edge(simplex, i, &candidate)) {
            choose(simplex, &best, &candidate, tolerance);
        }
    }
    candidate = (struct feature){.index = {newest}, .weight = {1}, .count = 1};
    choose(simplex, &best, &candidate, tolerance);
    return best;
}

void simplex_add(struct simplex *simplex, struct difference_point point, md_real tolerance)
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

/** Returns the unit normal of a triangle, or zero if the origin is farther away than the triangle is high. The normal is
 *  then less accurate than the direction of the closest point. */
static md3_vec triangle_normal(const struct simplex *simplex, md_real distance)
{
    const md3_vec p = simplex->point[0].w;
    const md3_vec q = simplex->point[1].w;
    const md3_vec r = simplex->point[2].w;
    const md3_vec normal = vec_cross(vec_sub(q, p), vec_sub(r, p));
    const md_real length = vec_length(normal);
    const md_real longest_squared =
        md_max(md3_vec_distance_squared(p, q), md_max(md3_vec_distance_squared(q, r), md3_vec_distance_squared(r, p)));
    if (!(length > distance * md_sqrt(longest_squared))) {
        return vec(0, 0, 0);
    }
    return vec_scale((vec_dot(normal, p) < 0 ? -1 : 1) / length, normal);
}

/** Returns the part of the closest point of an edge that is perpendicular to the edge. */
static md3_vec across_edge(const struct simplex *simplex)
{
    const md3_vec edge = vec_sub(simplex->point[1].w, simplex->point[0].w);
    const md_real along = vec_dot(simplex->closest, edge) / vec_dot(edge, edge);
    return vec_add_scaled(simplex->closest, -along, edge);
}

md3_vec simplex_normal(const struct simplex *simplex)
{
    if (simplex->count == 2) {
        return vec_unit(across_edge(simplex), NULL);
    }
    if (simplex->count == 3) {
        const md3_vec normal = triangle_normal(simplex, vec_length(simplex->closest));
        if (vec_dot(normal, normal) > 0) {
            return normal;
        }
    }
    return vec_unit(simplex->closest, NULL);
}
