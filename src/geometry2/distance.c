/* The distance between two hulls by GJK: finds the point of the Minkowski difference b - a that is closest to the
 * origin.
 *
 * The simplex has one to three vertices of the Minkowski difference. Each iteration adds the support point toward the
 * origin and then drops the vertices that do not carry the closest point. It ends if no support point is closer, or if
 * the simplex is a triangle around the origin. Against rounding errors:
 *
 * - Products are of an edge and a vertex, never of two vertices. The error of a distance is then that of the vertex,
 * eps |vertex|, however short the edge.
 * - The search direction of an edge is the edge rotated by 90 degrees, not the closest point, which is mostly rounding
 * error near contact.
 * - A triangle is not tested against its old edge, because the new vertex was sought on the origin's side of it.
 * Otherwise an origin near that edge might be found on either side in turn.
 * - An advance smaller than the rounding of the vertices ends the search. The distance is then wrong by at most that
 * advance, because no support point lies closer along the direction.
 *
 * Exchanging a and b changes the sign of every vertex and therefore of no product: the results are bit-identical.
 *
 * Source: Gilbert, Johnson and Keerthi (1988), A fast procedure for computing the distance between complex objects in
 * three-dimensional space.
 */
#include "geometry2/distance.h"

/* The Minkowski difference has at most 16 vertices. Four million random pairs took 3 iterations on average and at most
 * 10. The limit is for numbers that are not finite. */
enum { MAX_ITERATIONS = 32 };

/** A vertex of the Minkowski difference. */
struct vertex {
    md2_vec w;    /* b - a */
    int32_t a, b; /* indices of the two points */
};

struct simplex {
    struct vertex vertex[3];
    md_real weight[3]; /* barycentric coordinates of the point closest to the origin */
    int32_t count;     /* 3: the origin is inside */
};

md_real md2_max_extent(const md2_vec *points, int32_t count)
{
    md_real max_squared = 0;
    for (int32_t i = 0; i < count; ++i) {
        max_squared = md_max(max_squared, vec_dot(points[i], points[i]));
    }
    return md_sqrt(max_squared);
}

static struct core core_of(const md2_hull *hull, md2_rot rotation)
{
    struct core core = {.count = hull->count};
    for (int32_t i = 0; i < hull->count; ++i) {
        core.point[i] = rot_apply(rotation, hull->point[i]);
    }
    return core;
}

struct core_pair md2_core_pair(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b)
{
    return (struct core_pair){.a = core_of(a, at_a.q),
                              .b = core_of(b, at_b.q),
                              .offset = vec_sub(at_b.p, at_a.p),
                              .max_extent = md2_max_extent(a->point, a->count) + md2_max_extent(b->point, b->count)};
}

md_real md2_core_rounding(const struct core_pair *pair)
{
    return MD_REAL_EPSILON * (pair->max_extent + vec_length(pair->offset));
}

/** Returns the index of the point farthest along a direction; the first one if several are. */
static int32_t support_point(const struct core *core, md2_vec direction)
{
    int32_t best = 0;
    md_real max_along = vec_dot(direction, core->point[0]);
    for (int32_t i = 1; i < core->count; ++i) {
        const md_real along = vec_dot(direction, core->point[i]);
        if (along > max_along) {
            max_along = along;
            best = i;
        }
    }
    return best;
}

/** Returns the vertex of the Minkowski difference farthest along a direction. */
static struct vertex support(const struct core_pair *pair, md2_vec direction)
{
    const int32_t a = support_point(&pair->a, vec_negative(direction));
    const int32_t b = support_point(&pair->b, direction);
    /* The order of operations makes exchanging a and b exact. */
    const md2_vec w = vec_add(pair->offset, vec_sub(pair->b.point[b], pair->a.point[a]));
    return (struct vertex){w, a, b};
}

/** Returns a direction from the simplex toward the origin, of any length; zero if the origin is on the simplex. */
static md2_vec toward_origin(const struct simplex *simplex)
{
    const md2_vec w = simplex->vertex[0].w;
    if (simplex->count == 1) {
        return vec_negative(w);
    }
    const md2_vec edge = vec_sub(simplex->vertex[1].w, w);
    const md_real side = vec_cross(w, edge); /* > 0: the origin is to the left */
    if (side == 0) {
        return vec(0, 0);
    }
    return side > 0 ? vec_left(edge) : vec_right(edge);
}

/** Reduces an edge to its feature closest to the origin. */
static void reduce_edge(struct simplex *simplex, struct vertex p, struct vertex q)
{
    const md2_vec edge = vec_sub(q.w, p.w);
    const md_real along = -vec_dot(p.w, edge);
    const md_real length_squared = vec_dot(edge, edge);
    if (along > 0 && along < length_squared) {
        const md_real t = along / length_squared;
        *simplex = (struct simplex){{p, q}, {1 - t, t}, 2};
    } else {
        *simplex = (struct simplex){{along > 0 ? q : p}, {1}, 1};
    }
}

/** True if the point of the edge closest to the origin is between its ends. */
static bool is_interior(struct vertex p, struct vertex q)
{
    const md2_vec edge = vec_sub(q.w, p.w);
    const md_real along = -vec_dot(p.w, edge);
    return along > 0 && along < vec_dot(edge, edge);
}

/** Reduces a triangle to its feature closest to the origin: the triangle, or an edge or vertex at its newest vertex. */
static void reduce_triangle(struct simplex *simplex)
{
    const struct vertex p = simplex->vertex[0];
    const struct vertex q = simplex->vertex[1];
    const struct vertex r = simplex->vertex[2];
    const md_real area = vec_cross(vec_sub(q.w, p.w), vec_sub(r.w, p.w));
    const md_real sign = area > 0 ? (md_real)1 : (md_real)-1;
    /* Twice the areas of the triangles of the origin and an edge; negative if the origin is beyond the edge. */
    const md_real area_qr = sign * vec_cross(q.w, vec_sub(r.w, q.w));
    const md_real area_rp = sign * vec_cross(r.w, vec_sub(p.w, r.w));
    if (area != 0 && area_qr >= 0 && area_rp >= 0) {
        simplex->weight[0] = area_qr / (sign * area);
        simplex->weight[1] = area_rp / (sign * area);
        simplex->weight[2] = 1 - simplex->weight[0] - simplex->weight[1];
    } else if (area_rp < 0 && (area_qr >= 0 || is_interior(p, r))) {
        reduce_edge(simplex, p, r);
    } else {
        reduce_edge(simplex, q, r);
    }
}

static void simplex_add(struct simplex *simplex, struct vertex vertex)
{
    simplex->vertex[simplex->count++] = vertex;
    if (simplex->count == 2) {
        reduce_edge(simplex, simplex->vertex[0], vertex);
    } else {
        reduce_triangle(simplex);
    }
}

/** Returns how far a vertex is beyond the simplex along a direction, times the length of the direction; 0 if the
 *  simplex has that vertex. */
static md_real advance_of(const struct simplex *simplex, struct vertex vertex, md2_vec direction)
{
    md_real advance = vec_dot(direction, vec_sub(vertex.w, simplex->vertex[0].w));
    for (int32_t i = 0; i < simplex->count; ++i) {
        if (simplex->vertex[i].a == vertex.a && simplex->vertex[i].b == vertex.b) {
            return 0;
        }
        advance = md_min(advance, vec_dot(direction, vec_sub(vertex.w, simplex->vertex[i].w)));
    }
    return advance;
}

/** Computes distance and normal from a simplex of one or two vertices. */
static void measure(const struct simplex *simplex, struct core_distance *result)
{
    const md2_vec w = simplex->vertex[0].w;
    const md2_vec edge = simplex->count == 2 ? vec_sub(simplex->vertex[1].w, w) : vec(0, 0);
    const md2_vec closest = vec_add_scaled(w, simplex->weight[1], edge);
    /* The longer of the two gives the more accurate direction. */
    if (vec_dot(closest, closest) >= vec_dot(edge, edge)) {
        result->normal = vec_unit(closest, &result->distance);
    } else {
        result->normal = vec_unit(vec_negative(toward_origin(simplex)), NULL);
        result->distance = md_max(0, vec_dot(result->normal, w));
    }
}

struct core_distance md2_core_distance(const struct core_pair *pair, md2_vec guess)
{
    const md_real rounding = 4 * md2_core_rounding(pair);
    struct simplex simplex = {.vertex = {support(pair, vec_negative(guess))}, .weight = {1}, .count = 1};
    struct core_distance result = {.iterations = 1};
    while (simplex.count < 3 && result.iterations < MAX_ITERATIONS) {
        const md2_vec direction = toward_origin(&simplex);
        const struct vertex next = support(pair, direction);
        ++result.iterations;
        if (!(advance_of(&simplex, next, direction) > rounding * vec_length(direction))) {
            break;
        }
        simplex_add(&simplex, next);
    }
    if (simplex.count < 3) {
        measure(&simplex, &result);
    }
    for (int32_t i = 0; i < simplex.count; ++i) {
        const struct vertex vertex = simplex.vertex[i];
        result.point[0] = vec_add_scaled(result.point[0], simplex.weight[i], pair->a.point[vertex.a]);
        result.point[1] = vec_add_scaled(result.point[1], simplex.weight[i], pair->b.point[vertex.b]);
    }
    return result;
}

md2_distance_result md2_surface_distance(const struct core_distance *core, const md2_hull *a, md2_vec origin_a,
                                         const md2_hull *b, md2_vec origin_b)
{
    const md_real gap = core->distance - (a->radius + b->radius);
    /* At most up to the other core, so that the midpoint is in both hulls if they overlap. */
    const md_real offset_a = md_min(a->radius, core->distance);
    const md_real offset_b = md_min(b->radius, core->distance);
    md2_vec on_a = vec_add(origin_a, vec_add_scaled(core->point[0], offset_a, core->normal));
    md2_vec on_b = vec_add(origin_b, vec_add_scaled(core->point[1], -offset_b, core->normal));
    if (!(gap > 0)) {
        on_a = on_b = vec_scale((md_real)0.5, vec_add(on_a, on_b));
    }
    return (md2_distance_result){md_max(0, gap), {on_a, on_b}, core->normal, core->iterations};
}

md2_distance_result md2_hull_distance(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b)
{
    if (a == NULL || b == NULL) {
        return (md2_distance_result){.distance = MD_INFINITY};
    }
    const struct core_pair pair = md2_core_pair(a, at_a, b, at_b);
    const md2_vec between = vec_sub(rot_apply(at_b.q, b->centroid), rot_apply(at_a.q, a->centroid));
    const struct core_distance core = md2_core_distance(&pair, vec_add(pair.offset, between));
    return md2_surface_distance(&core, a, at_a.p, b, at_b.p);
}
