/* The distance of two hulls by GJK: the point nearest to the origin of the set of differences b - a.
 *
 * A simplex of one to three differences is kept. The difference farthest towards the origin is added, then whatever
 * does not touch the nearest point is dropped, until no difference is nearer or the simplex is a triangle around the
 * origin. What is done against rounding:
 *
 * - Products are of an edge and a corner, never of two corners: the error of a distance is then that of the corner,
 *   eps |corner|, however short the edge.
 * - The direction of an edge is a quarter turn of the edge, not the nearest point, which is mostly error near a touch.
 * - A triangle is not tested against its old edge: the new corner was sought on the origin's side of it. Otherwise an
 *   origin near that edge may be found on either side in turn.
 * - An advance smaller than the rounding of the corners ends the search. The distance is then wrong by no more than
 *   that advance, since no difference lies nearer along the direction.
 *
 * Exchanging a and b changes the sign of every difference and so of no product: the results are the same to the bit.
 *
 * Source: Gilbert, Johnson and Keerthi (1988), A fast procedure for computing the distance between complex objects in
 * three-dimensional space.
 */
#include "geometry2/distance.h"

/* Of the at most 16 corners of the set of differences few are visited: 3 in the mean and 10 at most in four million
 * random pairs. The bound is for numbers that are not finite. */
enum { MAX_ITERATIONS = 32 };

/** A difference b - a of two points, and which ones. */
struct corner {
    md2_vec w;
    int32_t a, b;
};

struct simplex {
    struct corner corner[3];
    md_real weight[3]; /**< of each corner in the point nearest to the origin; sum 1 */
    int32_t count;     /**< 3: the origin is inside */
};

md_real md2_reach(const md2_vec *points, int32_t count)
{
    md_real farthest = 0;
    for (int32_t i = 0; i < count; ++i) {
        farthest = md_max(farthest, vec_dot(points[i], points[i]));
    }
    return md_sqrt(farthest);
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
                              .reach = md2_reach(a->point, a->count) + md2_reach(b->point, b->count)};
}

md_real md2_core_rounding(const struct core_pair *pair)
{
    return MD_REAL_EPSILON * (pair->reach + vec_length(pair->offset));
}

/** The first of the points that lie farthest along a direction. */
static int32_t farthest(const struct core *core, md2_vec direction)
{
    int32_t best = 0;
    md_real most = vec_dot(direction, core->point[0]);
    for (int32_t i = 1; i < core->count; ++i) {
        const md_real along = vec_dot(direction, core->point[i]);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return best;
}

/** The difference farthest along a direction. */
static struct corner support(const struct core_pair *pair, md2_vec direction)
{
    const int32_t a = farthest(&pair->a, vec_negative(direction));
    const int32_t b = farthest(&pair->b, direction);
    /* The brackets keep the exchange of a and b exact. */
    const md2_vec w = vec_add(pair->offset, vec_sub(pair->b.point[b], pair->a.point[a]));
    return (struct corner){w, a, b};
}

/** From the simplex towards the origin, of any length; zero where the origin is on it. */
static md2_vec toward_origin(const struct simplex *simplex)
{
    const md2_vec w = simplex->corner[0].w;
    if (simplex->count == 1) {
        return vec_negative(w);
    }
    const md2_vec edge = vec_sub(simplex->corner[1].w, w);
    const md_real side = vec_cross(w, edge); /* Positive where the origin is to the left. */
    if (side == 0) {
        return vec(0, 0);
    }
    return side > 0 ? vec_left(edge) : vec_right(edge);
}

/** Keeps of the edge between two corners what is nearest to the origin. */
static void keep_edge(struct simplex *simplex, struct corner p, struct corner q)
{
    const md2_vec edge = vec_sub(q.w, p.w);
    const md_real along = -vec_dot(p.w, edge);
    const md_real whole = vec_dot(edge, edge);
    if (along > 0 && along < whole) {
        const md_real t = along / whole;
        *simplex = (struct simplex){{p, q}, {1 - t, t}, 2};
    } else {
        *simplex = (struct simplex){{along > 0 ? q : p}, {1}, 1};
    }
}

static bool is_between(struct corner p, struct corner q)
{
    const md2_vec edge = vec_sub(q.w, p.w);
    const md_real along = -vec_dot(p.w, edge);
    return along > 0 && along < vec_dot(edge, edge);
}

/** Keeps of a triangle what is nearest to the origin: all of it, or an edge or corner at its newest corner. */
static void keep_triangle(struct simplex *simplex)
{
    const struct corner p = simplex->corner[0];
    const struct corner q = simplex->corner[1];
    const struct corner r = simplex->corner[2];
    const md_real area = vec_cross(vec_sub(q.w, p.w), vec_sub(r.w, p.w));
    const md_real sign = area > 0 ? (md_real)1 : (md_real)-1;
    /* Of the triangles of the origin and an edge; negative where the origin is beyond it. */
    const md_real area_qr = sign * vec_cross(q.w, vec_sub(r.w, q.w));
    const md_real area_rp = sign * vec_cross(r.w, vec_sub(p.w, r.w));
    if (area != 0 && area_qr >= 0 && area_rp >= 0) {
        simplex->weight[0] = area_qr / (sign * area);
        simplex->weight[1] = area_rp / (sign * area);
        simplex->weight[2] = 1 - simplex->weight[0] - simplex->weight[1];
    } else if (area_rp < 0 && (area_qr >= 0 || is_between(p, r))) {
        keep_edge(simplex, p, r);
    } else {
        keep_edge(simplex, q, r);
    }
}

static void simplex_add(struct simplex *simplex, struct corner corner)
{
    simplex->corner[simplex->count++] = corner;
    if (simplex->count == 2) {
        keep_edge(simplex, simplex->corner[0], corner);
    } else {
        keep_triangle(simplex);
    }
}

/** How far a corner is beyond all of the simplex along a direction, times the direction's length; 0 for one it has. */
static md_real advance(const struct simplex *simplex, struct corner corner, md2_vec direction)
{
    md_real least = vec_dot(direction, vec_sub(corner.w, simplex->corner[0].w));
    for (int32_t i = 0; i < simplex->count; ++i) {
        if (simplex->corner[i].a == corner.a && simplex->corner[i].b == corner.b) {
            return 0;
        }
        least = md_min(least, vec_dot(direction, vec_sub(corner.w, simplex->corner[i].w)));
    }
    return least;
}

/** Distance and normal from one corner, or an edge. */
static void measure(const struct simplex *simplex, struct core_distance *result)
{
    const md2_vec w = simplex->corner[0].w;
    const md2_vec edge = simplex->count == 2 ? vec_sub(simplex->corner[1].w, w) : vec(0, 0);
    const md2_vec nearest = vec_add_scaled(w, simplex->weight[1], edge);
    /* Whichever of the two is longer says the direction better. */
    if (vec_dot(nearest, nearest) >= vec_dot(edge, edge)) {
        result->normal = vec_unit(nearest, &result->distance);
    } else {
        result->normal = vec_unit(vec_negative(toward_origin(simplex)), NULL);
        result->distance = md_max(0, vec_dot(result->normal, w));
    }
}

struct core_distance md2_core_distance(const struct core_pair *pair, md2_vec guess)
{
    const md_real rounding = 4 * md2_core_rounding(pair);
    struct simplex simplex = {.corner = {support(pair, vec_negative(guess))}, .weight = {1}, .count = 1};
    struct core_distance result = {.iterations = 1};
    while (simplex.count < 3 && result.iterations < MAX_ITERATIONS) {
        const md2_vec direction = toward_origin(&simplex);
        const struct corner next = support(pair, direction);
        ++result.iterations;
        if (!(advance(&simplex, next, direction) > rounding * vec_length(direction))) {
            break;
        }
        simplex_add(&simplex, next);
    }
    if (simplex.count < 3) {
        measure(&simplex, &result);
    }
    for (int32_t i = 0; i < simplex.count; ++i) {
        const struct corner corner = simplex.corner[i];
        result.point[0] = vec_add_scaled(result.point[0], simplex.weight[i], pair->a.point[corner.a]);
        result.point[1] = vec_add_scaled(result.point[1], simplex.weight[i], pair->b.point[corner.b]);
    }
    return result;
}

md2_distance_result md2_surface_distance(const struct core_distance *core, const md2_hull *a, md2_vec origin_a,
                                         const md2_hull *b, md2_vec origin_b)
{
    const md_real gap = core->distance - (a->radius + b->radius);
    /* No farther than the other core, so that what is halfway between is in both hulls when they overlap. */
    const md_real out_of_a = md_min(a->radius, core->distance);
    const md_real out_of_b = md_min(b->radius, core->distance);
    md2_vec on_a = vec_add(origin_a, vec_add_scaled(core->point[0], out_of_a, core->normal));
    md2_vec on_b = vec_add(origin_b, vec_add_scaled(core->point[1], -out_of_b, core->normal));
    if (!(gap > 0)) {
        on_a = on_b = vec_scale((md_real)0.5, vec_add(on_a, on_b));
    }
    return (md2_distance_result){md_max(0, gap), {on_a, on_b}, core->normal, core->iterations};
}

md2_distance_result md2_hull_distance(const md2_hull *a, md2_transform at_a, const md2_hull *b, md2_transform at_b)
{
    const struct core_pair pair = md2_core_pair(a, at_a, b, at_b);
    const md2_vec between = vec_sub(rot_apply(at_b.q, b->centroid), rot_apply(at_a.q, a->centroid));
    const struct core_distance core = md2_core_distance(&pair, vec_add(pair.offset, between));
    return md2_surface_distance(&core, a, at_a.p, b, at_b.p);
}
