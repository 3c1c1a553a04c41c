/* The separating axis test of two hulls: faces, and pairs of edges. */
#include "geometry3/hull_sat.h"

/** Squared sine of the angle below which two edges count as parallel. Their cross product is then rounding error, and
 *  no direction is much better than the normals of the faces. */
#define MIN_SINE_SQUARED ((md_real)1e-8)

/* ---- Faces ------------------------------------------------------------------------------------------------------- */

/** Finds the vertex of a hull that is the least far along a direction. */
static struct face_axis least_along(const md3_hull *hull, md3_vec direction)
{
    struct face_axis least = {.separation = vec_dot(direction, hull->vertex[0])};
    for (int32_t i = 1; i < hull->vertex_count; ++i) {
        const md_real along = vec_dot(direction, hull->vertex[i]);
        if (along < least.separation) {
            least.separation = along;
            least.vertex = i;
        }
    }
    return least;
}

struct face_axis md3_face_separation_a(const struct hull_pair *pair, int32_t face)
{
    const struct plane3 plane = pair->a->plane[face];
    struct face_axis axis = least_along(pair->b, md3_mat_apply_transposed(pair->q, plane.normal));
    axis.separation += vec_dot(pair->p, plane.normal) - plane.offset;
    axis.face = face;
    return axis;
}

struct face_axis md3_face_separation_b(const struct hull_pair *pair, int32_t face)
{
    const struct plane3 plane = pair->b->plane[face];
    const md3_vec normal = mat_apply(pair->q, plane.normal);
    struct face_axis axis = least_along(pair->a, normal);
    axis.separation -= plane.offset + vec_dot(pair->p, normal);
    axis.face = face;
    return axis;
}

typedef struct face_axis face_separation(const struct hull_pair *pair, int32_t face);

/** Finds the best face of `hull`. The other hull contains a ball at `center`, in the coordinates of `hull`. It is at
 *  least as deep as the ball, so that most faces need no look at its vertices. */
static struct face_axis best_face(const struct hull_pair *pair, const md3_hull *hull, md3_vec center,
                                  md_real ball_radius, face_separation *separation_of)
{
    md_real height[MD3_MAX_FACES];
    int32_t first = 0;
    for (int32_t i = 0; i < hull->face_count; ++i) {
        height[i] = vec_dot(hull->plane[i].normal, center) - hull->plane[i].offset;
        first = height[i] > height[first] ? i : first;
    }
    struct face_axis best = separation_of(pair, first);
    best.second = -MD_INFINITY;
    for (int32_t i = 0; i < hull->face_count; ++i) {
        if (i == first) {
            continue;
        }
        const md_real bound = height[i] - ball_radius;
        if (bound < best.separation) {
            best.second = md_max(best.second, bound);
            continue;
        }
        const struct face_axis axis = separation_of(pair, i);
        const bool is_better =
            axis.separation > best.separation || (axis.separation == best.separation && i < best.face);
        const md_real second = md_max(best.second, is_better ? best.separation : axis.separation);
        best = is_better ? axis : best;
        best.second = second;
    }
    return best;
}

struct face_axis md3_best_face_a(const struct hull_pair *pair)
{
    const md3_vec center = vec_add(mat_apply(pair->q, pair->b->centroid), pair->p);
    return best_face(pair, pair->a, center, pair->b->inscribed_radius, md3_face_separation_a);
}

struct face_axis md3_best_face_b(const struct hull_pair *pair)
{
    const md3_vec center = md3_mat_apply_transposed(pair->q, vec_sub(pair->a->centroid, pair->p));
    return best_face(pair, pair->b, center, pair->a->inscribed_radius, md3_face_separation_b);
}

/* ---- Edges ------------------------------------------------------------------------------------------------------- */

/** An edge and its arc on the Gauss map. */
struct gauss_arc {
    md3_vec point, along; /* the start of the edge, and the vector to its end */
    md3_vec normal[2];    /* of its faces: the ends of the arc */
    md3_vec middle;       /* a direction in the middle of the arc */
};

static struct gauss_arc arc_of(const md3_hull *hull, int32_t edge)
{
    const struct half_edge *half = &hull->half_edge[edge], *twin = &hull->half_edge[half_edge_twin(edge)];
    struct gauss_arc arc;
    arc.point = hull->vertex[half->origin];
    arc.along = vec_sub(hull->vertex[twin->origin], arc.point);
    arc.normal[0] = hull->plane[half->face].normal;
    arc.normal[1] = hull->plane[twin->face].normal;
    arc.middle = vec_add(arc.normal[0], arc.normal[1]);
    if (!(vec_dot(arc.middle, arc.middle) > (md_real)1e-6)) {
        arc.middle = vec_cross(arc.along, arc.normal[0]); /* an edge of a flat hull: half a circle */
    }
    return arc;
}

/** Returns an upper bound of w.n over the directions n of an arc. */
static md_real max_over_arc(const struct gauss_arc *arc, md3_vec w)
{
    const md_real at_ends = md_max(vec_dot(w, arc->normal[0]), vec_dot(w, arc->normal[1]));
    if (!(vec_dot(w, arc->middle) > 0)) {
        return at_ends;
    }
    const md_real along = vec_dot(w, arc->along);
    const md_real across_squared = vec_dot(w, w) - along * along / vec_dot(arc->along, arc->along);
    return md_max(at_ends, md_sqrt(md_max(0, across_squared)));
}

/** True if an edge of a hull may have a separation above `min_separation` from another hull, which contains a ball. A
 *  supporting point a of the edge and any direction n of its arc have s(n) <= (center - a).n - radius. */
static bool may_separate(const struct gauss_arc *arc, md3_vec center, md_real radius, md_real min_separation)
{
    return max_over_arc(arc, vec_sub(center, arc->point)) - radius > min_separation - MD3_LINEAR_SLOP / 1000;
}

static struct gauss_arc arc_in_b(const struct hull_pair *pair, const struct gauss_arc *arc)
{
    return (struct gauss_arc){
        .point = md3_mat_apply_transposed(pair->q, vec_sub(arc->point, pair->p)),
        .along = md3_mat_apply_transposed(pair->q, arc->along),
        .normal = {md3_mat_apply_transposed(pair->q, arc->normal[0]),
                   md3_mat_apply_transposed(pair->q, arc->normal[1])},
        .middle = md3_mat_apply_transposed(pair->q, arc->middle),
    };
}

/** Returns the separation of two edges along their cross product, -infinity if they do not make a face of the Minkowski
 *  difference. `normal` is from a to b. */
static md_real edge_separation(const struct gauss_arc *a, const struct gauss_arc *b, md3_vec *normal)
{
    /* The two great circles cross in n and -n. Each arc must have its ends on both sides of the other's circle, ... */
    const md_real b_sides = vec_dot(b->normal[0], a->along) * vec_dot(b->normal[1], a->along);
    const md_real a_sides = vec_dot(a->normal[0], b->along) * vec_dot(a->normal[1], b->along);
    if (!(a_sides < 0 && b_sides < 0)) {
        return -MD_INFINITY;
    }
    /* ... and the arcs of a and -b must contain the same of the two. */
    const md3_vec cross = vec_cross(a->along, b->along);
    const md_real on_a = vec_dot(cross, a->middle), on_b = vec_dot(cross, b->middle);
    if (!(on_a * on_b < 0)) {
        return -MD_INFINITY;
    }
    const md_real square = vec_dot(cross, cross);
    if (!(square > MIN_SINE_SQUARED * vec_dot(a->along, a->along) * vec_dot(b->along, b->along))) {
        return -MD_INFINITY;
    }
    *normal = vec_scale((on_a > 0 ? 1 : -1) / md_sqrt(square), cross);
    return vec_dot(vec_sub(b->point, a->point), *normal);
}

/** Lists the edges of b that may be above `min_separation`, each by its even half-edge. */
static int32_t list_edges_of_b(const struct hull_pair *pair, md_real min_separation, int16_t *list)
{
    const md3_vec center = md3_mat_apply_transposed(pair->q, vec_sub(pair->a->centroid, pair->p));
    int32_t count = 0;
    for (int32_t j = 0; j < pair->b->half_edge_count; j += 2) {
        const struct gauss_arc arc = arc_of(pair->b, j);
        if (may_separate(&arc, center, pair->a->inscribed_radius, min_separation)) {
            list[count++] = (int16_t)j;
        }
    }
    return count;
}

/* Works in the frame of b, to which only the few edges of a that matter are transformed. */
struct edge_axis md3_best_edges(const struct hull_pair *pair, md_real min_separation)
{
    int16_t of_b[MD3_MAX_HALF_EDGES / 2];
    const int32_t count_b = list_edges_of_b(pair, min_separation, of_b);
    const md3_vec center = vec_add(mat_apply(pair->q, pair->b->centroid), pair->p);
    struct edge_axis best = {.separation = -MD_INFINITY};
    for (int32_t i = 0; i < pair->a->half_edge_count; i += 2) {
        const struct gauss_arc local = arc_of(pair->a, i);
        if (!may_separate(&local, center, pair->b->inscribed_radius, min_separation)) {
            continue;
        }
        const struct gauss_arc a = arc_in_b(pair, &local);
        for (int32_t k = 0; k < count_b; ++k) {
            const struct gauss_arc b = arc_of(pair->b, of_b[k]);
            md3_vec normal;
            const md_real separation = edge_separation(&a, &b, &normal);
            if (separation > best.separation) {
                best = (struct edge_axis){separation, normal, i, of_b[k]};
            }
        }
    }
    best.normal = mat_apply(pair->q, best.normal);
    return best;
}
