/* The search for the contact normal of two convex cores. */
#include "geometry3/axis_search.h"

enum { MAX_CLIMBS = 8 };

/** If cores overlap by more than this, m, the best face need not be the best direction even if its points say so. */
#define DEEP (8 * MD3_LINEAR_SLOP)

/* ---- Cores that overlap ------------------------------------------------------------------------------------------ */

/** The best axes so far. */
struct axis_search {
    const struct placed_pair *pair;
    struct contact_axis face, other; /* of faces and caps; of other directions */
};

static void try_face(struct axis_search *search, bool of_b, md3_vec outward, int32_t face)
{
    const md3_vec normal = of_b ? vec_negative(outward) : outward;
    const md_real separation = md3_core_separation(&search->pair->cores, normal);
    /* The first of several that are equal; a face of a rather than one of b. */
    const md_real tolerance = of_b && search->face.kind == AXIS_FACE_A ? face_tolerance(search->face.separation) : 0;
    if (separation > search->face.separation + tolerance || search->face.kind == AXIS_NONE) {
        search->face = (struct contact_axis){.kind = of_b ? AXIS_FACE_B : AXIS_FACE_A,
                                             .normal = normal,
                                             .separation = separation,
                                             .face = {outward, face}};
    }
}

/** Tries a direction of any length and its opposite. */
static void try_direction(struct axis_search *search, md3_vec direction)
{
    md_real length;
    const md3_vec unit = vec_unit(direction, &length);
    if (!(length > TIE_TOLERANCE)) {
        return;
    }
    for (int32_t sign = -1; sign <= 1; sign += 2) {
        const md3_vec normal = vec_scale((md_real)sign, unit);
        const md_real separation = md3_core_separation(&search->pair->cores, normal);
        if (separation > search->other.separation || search->other.kind == AXIS_NONE) {
            search->other = (struct contact_axis){.kind = AXIS_CLOSEST, .normal = normal, .separation = separation};
        }
    }
}

static void try_faces_of(struct axis_search *search, const struct placed_core *placed, bool of_b)
{
    const struct core *core = placed->core;
    if (core->kind == CORE_HULL) {
        for (int32_t i = 0; i < core->hull->face_count; ++i) {
            try_face(search, of_b, mat_apply(placed->q, core->hull->plane[i].normal), i);
        }
    } else if (core->kind != CORE_POINTS) {
        const md3_vec axis = mat_apply(placed->q, core->axis);
        try_face(search, of_b, vec_negative(axis), 0);
        if (core->kind == CORE_CYLINDER) {
            try_face(search, of_b, axis, 1);
        }
    }
}

/** Returns the cosine of the angle between the axis of a core and the normals of its side; 0 if it is not a cone. */
static md_real side_slope(const struct core *core)
{
    if (core->kind != CORE_CONE) {
        return 0;
    }
    const md_real height = md3_vec_distance(core->point[0], core->point[1]);
    return core->base_radius / md_sqrt(height * height + core->base_radius * core->base_radius);
}

/** Tries the normals of the side of a core that are across a direction of any length, an edge of the other core. */
static void try_side_across(struct axis_search *search, const struct placed_core *placed, md3_vec edge)
{
    const md3_vec axis = mat_apply(placed->q, placed->core->axis);
    const md_real slope = side_slope(placed->core), along = vec_dot(edge, axis);
    md_real length;
    const md3_vec x = vec_unit(vec_add_scaled(edge, -along, axis), &length), y = vec_cross(axis, x);
    if (!(length > (md_real)1e-4 * md_abs(along))) {
        return;
    }
    /* n = slope axis + u x + v y is a unit vector with n.edge = 0. */
    const md_real u = -slope * along / length, v_squared = 1 - slope * slope - u * u;
    const md3_vec middle = vec_add(vec_scale(slope, axis), vec_scale(u, x));
    const md_real v = md_sqrt(md_max(0, v_squared));
    if (v_squared >= 0) {
        try_direction(search, vec_add_scaled(middle, v, y));
        try_direction(search, vec_add_scaled(middle, -v, y));
    }
}

/** Tries the normal of the side of a core toward a point relative to its centre. */
static void try_side_toward(struct axis_search *search, const struct placed_core *placed, md3_vec point)
{
    const md3_vec axis = mat_apply(placed->q, placed->core->axis);
    const md3_vec across = vec_add_scaled(point, -vec_dot(point, axis), axis);
    const md3_vec out = vec_length(across) > TIE_TOLERANCE ? vec_unit(across, NULL) : md3_vec_perpendicular(axis);
    const md_real slope = side_slope(placed->core);
    try_direction(search, vec_add(vec_scale(slope, axis), vec_scale(md_sqrt(1 - slope * slope), out)));
}

/** Tries the normals of the side of a core that touch an edge or a vertex of the other core. `to_other` is the vector
 *  between their centres. */
static void try_sides(struct axis_search *search, const struct placed_core *placed, const struct placed_core *other,
                      md3_vec to_other)
{
    const struct core *core = other->core;
    try_side_toward(search, placed, to_other);
    if (core->kind != CORE_HULL) {
        for (int32_t i = 0; i < core->count; ++i) {
            try_side_toward(search, placed, vec_add(to_other, mat_apply(other->q, core->point[i])));
        }
        try_side_across(search, placed, mat_apply(other->q, core->axis));
        return;
    }
    const md3_hull *hull = core->hull;
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        const md3_vec vertex = mat_apply(other->q, vec_sub(hull->vertex[i], core->center));
        try_side_toward(search, placed, vec_add(to_other, vertex));
    }
    for (int32_t i = 0; i < hull->half_edge_count; i += 2) {
        const md3_vec from = hull->vertex[hull->half_edge[i].origin];
        const md3_vec to = hull->vertex[hull->half_edge[half_edge_twin(i)].origin];
        try_side_across(search, placed, mat_apply(other->q, vec_sub(to, from)));
    }
}

static bool has_side(const struct placed_core *placed)
{
    return placed->core->kind != CORE_HULL && placed->core->count == 2;
}

static void try_all(struct axis_search *search)
{
    const struct placed_core *a = &search->pair->a, *b = &search->pair->b;
    const md3_vec offset = search->pair->cores.offset;
    try_faces_of(search, a, false);
    try_faces_of(search, b, true);
    if (has_side(a)) {
        try_sides(search, a, b, offset);
    }
    if (has_side(b)) {
        try_sides(search, b, a, vec_negative(offset));
    }
    if (search->face.kind == AXIS_NONE && search->other.kind == AXIS_NONE) {
        try_direction(search, vec(0, 0, 1));
    }
}

/* Each step moves b out along the axis n, so that GJK has cores that are apart, and takes the direction of their
 * shortest connection. GJK maximizes s(m) + t.m over all directions m, where t is the translation along n. Because t.m
 * <= t.n, the new direction has at least the separation s(n), and the steps go uphill until n is the best direction
 * near it. */
static struct contact_axis climb_from(const struct placed_pair *pair, md3_vec start)
{
    struct core_pair moved = pair->cores;
    struct contact_axis axis = {.kind = AXIS_CLOSEST, .normal = start};
    axis.separation = md3_core_separation(&pair->cores, start);
    for (int32_t i = 0; i < MAX_CLIMBS; ++i) {
        const md3_vec translation = vec_scale(MD3_LINEAR_SLOP - axis.separation, axis.normal);
        moved.offset = vec_add(pair->cores.offset, translation);
        const struct core_distance closest = md3_core_distance(&moved, axis.normal);
        if (!(closest.distance > TIE_TOLERANCE)) {
            break;
        }
        const md_real separation = md3_core_separation(&pair->cores, closest.normal);
        const md_real gain = separation - axis.separation;
        if (axis.has_points && !(gain > 0)) {
            break;
        }
        axis.has_points = true;
        axis.on_a = vec_add(pair->a.p, closest.point[0]);
        axis.on_b = vec_add(pair->b.p, closest.point[1]);
        if (gain > 0) {
            axis.normal = closest.normal;
            axis.separation = separation;
        }
        if (!(gain > TIE_TOLERANCE)) {
            break;
        }
    }
    return axis;
}

void md3_climb_axis(const struct placed_pair *pair, struct contact_axis *axis)
{
    const md3_vec start[3] = {axis->normal, axis->other, vec_unit(pair->cores.offset, NULL)};
    axis->kind = AXIS_CLOSEST;
    for (int32_t i = 0; i < 3; ++i) {
        /* Another start is worth a climb only in a deep overlap, and if its direction differs. */
        const bool is_near = vec_dot(start[i], axis->normal) > FLAT_COSINE;
        if (axis->has_points && (is_near || axis->separation > -MD3_LINEAR_SLOP)) {
            continue;
        }
        const struct contact_axis climbed = climb_from(pair, start[i]);
        if (climbed.has_points && (!axis->has_points || climbed.separation > axis->separation)) {
            *axis = climbed;
        }
    }
}

static struct contact_axis axis_of_overlap(const struct placed_pair *pair)
{
    struct axis_search search = {.pair = pair};
    try_all(&search);
    const md_real sufficient = search.face.separation + face_tolerance(search.face.separation);
    const bool by_face =
        search.face.kind != AXIS_NONE && (search.other.kind == AXIS_NONE || search.other.separation <= sufficient);
    search.face.other = search.other.normal;
    search.other.other = search.face.normal;
    struct contact_axis axis = by_face ? search.face : search.other;
    if (by_face && (search.other.kind == AXIS_NONE || search.face.separation > -DEEP)) {
        return axis;
    }
    md3_climb_axis(pair, &axis);
    return by_face && axis.separation <= sufficient ? search.face : axis;
}

/* ---- Cores that are apart ---------------------------------------------------------------------------------------- */

/** Turns an axis to the normal of the face of a core that faces it, if the separation is the same. */
static bool turn_to_face(const struct placed_pair *pair, struct contact_axis *axis, bool of_b)
{
    const struct placed_core *placed = of_b ? &pair->b : &pair->a;
    const struct facing facing = md3_facing(placed, of_b ? vec_negative(axis->normal) : axis->normal);
    if (facing.face < 0) {
        return false;
    }
    const md3_vec normal = of_b ? vec_negative(facing.normal) : facing.normal;
    const md_real separation = md3_core_separation(&pair->cores, normal);
    if (!(separation >= axis->separation - TIE_TOLERANCE)) {
        return false;
    }
    axis->kind = of_b ? AXIS_FACE_B : AXIS_FACE_A;
    axis->normal = normal;
    axis->separation = separation;
    axis->face = facing;
    return true;
}

struct contact_axis md3_find_axis(const struct placed_pair *pair, md_real max_separation, md_real give_up)
{
    const struct core_distance closest = md3_core_distance_up_to(&pair->cores, pair->cores.offset, give_up);
    if (closest.separation > max_separation) {
        return (struct contact_axis){.separation = closest.separation};
    }
    if (!(closest.distance > TIE_TOLERANCE)) {
        return axis_of_overlap(pair);
    }
    struct contact_axis axis = {.kind = AXIS_CLOSEST,
                                .normal = closest.normal,
                                .separation = closest.distance,
                                .has_points = true,
                                .on_a = vec_add(pair->a.p, closest.point[0]),
                                .on_b = vec_add(pair->b.p, closest.point[1])};
    if (!turn_to_face(pair, &axis, false)) {
        (void)turn_to_face(pair, &axis, true);
    }
    return axis;
}
