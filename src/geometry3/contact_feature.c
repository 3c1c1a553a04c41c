/* Features of convex cores that face a direction. */
#include "geometry3/contact_feature.h"

/* ---- Hulls ------------------------------------------------------------------------------------------------------- */

int32_t md3_hull_farthest(const md3_hull *hull, md3_vec direction)
{
    int32_t best = 0;
    md_real max_along = vec_dot(direction, hull->vertex[0]);
    for (int32_t i = 1; i < hull->vertex_count; ++i) {
        const md_real along = vec_dot(direction, hull->vertex[i]);
        if (along > max_along) {
            max_along = along;
            best = i;
        }
    }
    return best;
}

/** Returns the next half-edge that starts at the same vertex. */
static int32_t next_at_vertex(const md3_hull *hull, int32_t edge)
{
    return hull->half_edge[half_edge_twin(edge)].next;
}

int32_t md3_hull_face_at(const md3_hull *hull, int32_t vertex, md3_vec direction)
{
    const int32_t first = hull->vertex_edge[vertex];
    int32_t best = hull->half_edge[first].face;
    md_real max_along = vec_dot(hull->plane[best].normal, direction);
    for (int32_t edge = next_at_vertex(hull, first); edge != first; edge = next_at_vertex(hull, edge)) {
        const int32_t face = hull->half_edge[edge].face;
        const md_real along = vec_dot(hull->plane[face].normal, direction);
        if (along > max_along || (along == max_along && face < best)) {
            max_along = along;
            best = face;
        }
    }
    return best;
}

/** Returns the half-edge at a vertex that is most perpendicular to a unit direction, or -1 if it is not so within 2
 *  degrees. */
static int32_t flat_edge_at(const md3_hull *hull, int32_t vertex, md3_vec direction)
{
    const int32_t first = hull->vertex_edge[vertex];
    int32_t edge = first, best = -1;
    md_real min_sine = FLAT_SINE;
    do {
        const int32_t end = hull->half_edge[half_edge_twin(edge)].origin;
        const md3_vec along = vec_unit(vec_sub(hull->vertex[end], hull->vertex[vertex]), NULL);
        const md_real sine = md_abs(vec_dot(along, direction));
        if (sine < min_sine) {
            min_sine = sine;
            best = edge;
        }
        edge = next_at_vertex(hull, edge);
    } while (edge != first);
    return best;
}

static md3_vec place(md3_mat q, md3_vec p, md3_vec local)
{
    return vec_add(p, mat_apply(q, local));
}

void md3_feature_of_hull_face(struct contact_feature *feature, const md3_hull *hull, int32_t face, md3_mat q, md3_vec p)
{
    const int32_t first = hull->face_edge[face];
    int32_t edge = first, count = 0;
    do {
        const int32_t origin = hull->half_edge[edge].origin;
        feature->point[count] = place(q, p, hull->vertex[origin]);
        feature->vertex[count] = feature_of_vertex(origin);
        feature->edge[count] = feature_of_edge(edge);
        ++count;
        edge = hull->half_edge[edge].next;
    } while (edge != first && count < MD3_MAX_VERTICES);
    feature->count = count;
    feature->id = feature_of_face(face);
    feature->normal = mat_apply(q, hull->plane[face].normal);
}

static void flat_hull_feature(struct contact_feature *feature, const struct placed_core *placed, md3_vec direction)
{
    const md3_hull *hull = placed->core->hull;
    const md3_vec local = md3_mat_apply_transposed(placed->q, direction);
    const int32_t vertex = md3_hull_farthest(hull, local);
    const int32_t face = md3_hull_face_at(hull, vertex, local);
    if (vec_dot(hull->plane[face].normal, local) >= FLAT_COSINE) {
        md3_feature_of_hull_face(feature, hull, face, placed->q, placed->p);
        return;
    }
    const int32_t edge = flat_edge_at(hull, vertex, local);
    feature->point[0] = place(placed->q, placed->p, hull->vertex[vertex]);
    feature->vertex[0] = feature->id = feature_of_vertex(vertex);
    feature->count = 1;
    if (edge >= 0) {
        const int32_t end = hull->half_edge[half_edge_twin(edge)].origin;
        feature->point[1] = place(placed->q, placed->p, hull->vertex[end]);
        feature->vertex[1] = feature_of_vertex(end);
        feature->edge[0] = feature->id = feature_of_edge(edge);
        feature->count = 2;
    }
}

/* ---- Cylinders, cones and segments ------------------------------------------------------------------------------- */

enum { CAP_CORNERS = 12 };

/* Ids of cylinders and cones. The corners of the caps come first. */
enum { SIDE_END = 2 * CAP_CORNERS, RIM = SIDE_END + 2, APEX = RIM + 2 };

/** Sine of the angle below which the direction in which a cap is tilted is not used. It would be rounding error, and
 *  the points would turn while the body rests. */
#define MIN_TILT ((md_real)(1.0 / 512))

/** Returns an end of a core in the frame of the first geometry. */
static md3_vec end_of(const struct placed_core *placed, int32_t end)
{
    return place(placed->q, placed->p, vec_add(placed->core->center, placed->core->point[end]));
}

static md3_vec axis_of(const struct placed_core *placed)
{
    return mat_apply(placed->q, placed->core->axis);
}

/** Returns the unit vector across an axis in a direction; any one if the direction is along the axis. */
static md3_vec across(md3_vec axis, md3_vec direction)
{
    md_real length;
    const md3_vec unit = vec_unit(vec_add_scaled(direction, -vec_dot(direction, axis), axis), &length);
    return length > 4 * MD_REAL_EPSILON ? unit : md3_vec_perpendicular(axis);
}

/** Returns the outward normal of the side that faces a direction. */
static md3_vec side_normal(const struct placed_core *placed, md3_vec direction)
{
    const md3_vec axis = axis_of(placed), out = across(axis, direction);
    if (placed->core->kind != CORE_CONE) {
        return out;
    }
    const md_real height = md3_vec_distance(placed->core->point[0], placed->core->point[1]);
    return vec_unit(vec_add(vec_scale(height, out), vec_scale(placed->core->base_radius, axis)), NULL);
}

/** Writes the segment of the side that is farthest along a direction, or a segment. */
static void side_feature(struct contact_feature *feature, const struct placed_core *placed, md3_vec direction)
{
    const struct core *core = placed->core;
    const md3_vec offset =
        core->kind == CORE_POINTS ? vec(0, 0, 0) : vec_scale(core->base_radius, across(axis_of(placed), direction));
    feature->point[0] = vec_add(end_of(placed, 0), offset);
    feature->point[1] = core->kind == CORE_CONE ? end_of(placed, 1) : vec_add(end_of(placed, 1), offset);
    feature->vertex[0] = feature_of_vertex(SIDE_END);
    feature->vertex[1] = feature_of_vertex(SIDE_END + 1);
    feature->edge[0] = feature->id = feature_of_edge(2 * SIDE_END);
    feature->count = 2;
}

/** Writes one end of a segment, a point of a rim, or an apex: whichever is farther along a direction. */
static void end_feature(struct contact_feature *feature, const struct placed_core *placed, md3_vec direction)
{
    const struct core *core = placed->core;
    side_feature(feature, placed, direction);
    const bool last = vec_dot(direction, vec_sub(feature->point[1], feature->point[0])) > 0;
    const bool is_apex = last && core->kind == CORE_CONE;
    feature->point[0] = feature->point[last];
    feature->vertex[0] = feature->id = feature_of_vertex(is_apex ? APEX : RIM + last);
    feature->count = 1;
}

static md3_vec cap_normal(const struct placed_core *placed, int32_t cap)
{
    return vec_scale(cap == 0 ? -1 : 1, axis_of(placed));
}

static void cap_feature(struct contact_feature *feature, const struct placed_core *placed, int32_t cap,
                        md3_vec opposite)
{
    static const md_real cosine[CAP_CORNERS / 4] = {1, (md_real)0.86602540378443864676, (md_real)0.5};
    const md3_vec center = end_of(placed, cap), normal = cap_normal(placed, cap);
    const md3_vec tilt = vec_add_scaled(vec_negative(opposite), vec_dot(opposite, normal), normal);
    const md3_vec first = vec_length(tilt) > MIN_TILT ? vec_unit(tilt, NULL)
                                                      : mat_apply(placed->q, md3_vec_perpendicular(placed->core->axis));
    const md3_vec x = vec_scale(placed->core->base_radius, first), y = vec_cross(normal, x);
    const md3_vec quarter[4] = {x, y, vec_negative(x), vec_negative(y)};
    for (int32_t i = 0; i < CAP_CORNERS; ++i) {
        const int32_t turn = i / (CAP_CORNERS / 4), step = i % (CAP_CORNERS / 4);
        const md_real c = cosine[step], s = step == 0 ? 0 : cosine[CAP_CORNERS / 4 - step];
        feature->point[i] =
            vec_add(center, vec_add(vec_scale(c, quarter[turn]), vec_scale(s, quarter[(turn + 1) % 4])));
        feature->vertex[i] = feature_of_vertex(CAP_CORNERS * cap + i);
        feature->edge[i] = feature_of_edge(2 * (CAP_CORNERS * cap + i));
    }
    feature->count = CAP_CORNERS;
    feature->id = feature_of_face(cap);
    feature->normal = normal;
}

/** Writes a segment if it is perpendicular to a direction within 2 degrees; otherwise its farther end. */
static void flat_round_feature(struct contact_feature *feature, const struct placed_core *placed, md3_vec direction)
{
    const md_real along = vec_dot(direction, axis_of(placed));
    const bool is_cone = placed->core->kind == CORE_CONE, has_caps = placed->core->kind != CORE_POINTS;
    const int32_t cap = along > 0 && !is_cone;
    if (has_caps && vec_dot(direction, cap_normal(placed, cap)) >= FLAT_COSINE) {
        cap_feature(feature, placed, cap, vec_negative(direction));
    } else if (vec_dot(direction, side_normal(placed, direction)) >= FLAT_COSINE) {
        side_feature(feature, placed, direction);
    } else {
        end_feature(feature, placed, direction);
    }
}

static void point_feature(struct contact_feature *feature, const struct placed_core *placed)
{
    feature->point[0] = end_of(placed, 0);
    feature->vertex[0] = feature->id = feature_of_vertex(0);
    feature->count = 1;
}

/* ---- Any core ---------------------------------------------------------------------------------------------------- */

struct facing md3_facing(const struct placed_core *placed, md3_vec direction)
{
    const struct core *core = placed->core;
    if (core->kind == CORE_HULL) {
        const md3_vec local = md3_mat_apply_transposed(placed->q, direction);
        const int32_t face = md3_hull_face_at(core->hull, md3_hull_farthest(core->hull, local), local);
        return (struct facing){mat_apply(placed->q, core->hull->plane[face].normal), face};
    }
    if (core->kind == CORE_POINTS) {
        return (struct facing){direction, -1};
    }
    const int32_t cap = core->kind == CORE_CYLINDER && vec_dot(direction, axis_of(placed)) > 0;
    const md3_vec side = side_normal(placed, direction), face = cap_normal(placed, cap);
    const bool faces_cap = vec_dot(direction, face) >= vec_dot(direction, side);
    return faces_cap ? (struct facing){face, cap} : (struct facing){side, -1};
}

void md3_feature_of_facing(struct contact_feature *feature, const struct placed_core *placed, struct facing facing,
                           md3_vec direction, md3_vec opposite)
{
    const struct core *core = placed->core;
    if (core->kind == CORE_HULL) {
        md3_feature_of_hull_face(feature, core->hull, facing.face, placed->q, placed->p);
    } else if (core->kind == CORE_POINTS && core->count == 1) {
        point_feature(feature, placed);
    } else if (facing.face >= 0) {
        cap_feature(feature, placed, facing.face, opposite);
    } else {
        side_feature(feature, placed, direction);
    }
}

void md3_flat_feature(struct contact_feature *feature, const struct placed_core *placed, md3_vec direction)
{
    if (placed->core->kind == CORE_HULL) {
        flat_hull_feature(feature, placed, direction);
    } else if (placed->core->kind == CORE_POINTS && placed->core->count == 1) {
        point_feature(feature, placed);
    } else {
        flat_round_feature(feature, placed, direction);
    }
}
