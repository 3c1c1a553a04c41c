#include "geometry3/surface.h"

#include "geometry3/hull.h"
#include "geometry3/vec3.h"

/* ---- Points and segments ----------------------------------------------------------------------------------------- */

static struct outside outside_ball(md3_vec center, md_real radius, md3_vec point)
{
    md_real distance = 0;
    const md3_vec normal = vec_unit(vec_sub(point, center), &distance);
    return (struct outside){distance - radius, normal};
}

static md3_vec nearest_on_segment(md3_vec a, md3_vec b, md3_vec point)
{
    const md3_vec edge = vec_sub(b, a);
    const md_real along = vec_dot(edge, vec_sub(point, a));
    const md_real square = vec_dot(edge, edge);
    if (!(along > 0)) {
        return a;
    }
    /* b itself, because a + 1 (b - a) may differ from it by rounding. */
    return along < square ? vec_add_scaled(a, along / square, edge) : b;
}

/* ---- Hulls ------------------------------------------------------------------------------------------------------- */

/* Returns the face that a point is farthest above. */
static int32_t highest_face(const md3_hull *hull, md3_vec point, md_real *height)
{
    int32_t best = 0;
    *height = -MD_INFINITY;
    for (int32_t i = 0; i < hull->face_count; ++i) {
        const md_real above = vec_dot(hull->plane[i].normal, point) - hull->plane[i].offset;
        if (above > *height) {
            best = i;
            *height = above;
        }
    }
    return best;
}

/* True if the projection of a point to a face is on the face. */
static bool is_over_face(const md3_hull *hull, int32_t face, md3_vec point)
{
    int32_t edge = hull->face_edge[face];
    do {
        const struct half_edge *at = &hull->half_edge[edge];
        const md3_vec a = hull->vertex[at->origin], b = hull->vertex[hull->half_edge[at->next].origin];
        if (vec_dot(vec_cross(hull->plane[face].normal, vec_sub(b, a)), vec_sub(point, a)) < 0) {
            return false;
        }
        edge = at->next;
    } while (edge != hull->face_edge[face]);
    return true;
}

static md3_vec nearest_on_edges(const md3_hull *hull, md3_vec point)
{
    md3_vec best = hull->vertex[0];
    md_real least = MD_INFINITY;
    for (int32_t i = 0; i < hull->half_edge_count; i += 2) {
        const md3_vec nearest = nearest_on_segment(hull->vertex[hull->half_edge[i].origin],
                                                   hull->vertex[hull->half_edge[i + 1].origin], point);
        const md_real distance = md3_vec_distance_squared(nearest, point);
        if (distance < least) {
            best = nearest;
            least = distance;
        }
    }
    return best;
}

/* The nearest point of a hull is in the face that the point is farthest above, if the point is over that face. A point over
 * another face is farther above that one's plane than above all others. Otherwise it is on an edge. */
static struct outside outside_hull(const md3_hull *hull, md_real radius, md3_vec point)
{
    md_real height = 0;
    const int32_t face = highest_face(hull, point, &height);
    if (radius == 0 || height <= 0 || is_over_face(hull, face, point)) {
        return (struct outside){height - radius, hull->plane[face].normal};
    }
    return outside_ball(nearest_on_edges(hull, point), radius, point);
}

/* ---- Cylinders and cones ----------------------------------------------------------------------------------------- */

/* A point in the half-plane through the axis: its distance from the axis, and its height over the base. */
struct profile_point {
    md_real out, up;
};

/* A cylinder or a cone as a figure in that half-plane: a trapezoid. */
struct profile {
    md_real radius[2]; /* at the base and at the other end */
    md_real height;
    struct profile_point side; /* normal of the side, unit */
};

static struct profile profile_of(const md3_geometry *geometry)
{
    struct profile profile = {.radius = {geometry->base_radius, 0}};
    profile.radius[1] = geometry->type == MD3_CYLINDER ? geometry->base_radius : 0;
    profile.height = md3_vec_distance(geometry->point[0], geometry->point[1]);
    const md_real narrowing = profile.radius[0] - profile.radius[1];
    const md_real slope = md_sqrt(narrowing * narrowing + profile.height * profile.height);
    profile.side = (struct profile_point){profile.height / slope, narrowing / slope};
    return profile;
}

/* A distance in the half-plane, and its gradient. */
struct profile_outside {
    md_real distance;
    struct profile_point normal;
};

/* The largest one of the distances from the base, the other end and the side. */
static struct profile_outside outside_sharp_profile(const struct profile *profile, struct profile_point p)
{
    struct profile_outside best = {-p.up, {0, -1}};
    if (p.up - profile->height > best.distance) {
        best = (struct profile_outside){p.up - profile->height, {0, 1}};
    }
    const md_real beside = (p.out - profile->radius[0]) * profile->side.out + p.up * profile->side.up;
    if (beside > best.distance) {
        best = (struct profile_outside){beside, profile->side};
    }
    return best;
}

static struct profile_point nearest_in_profile(struct profile_point a, struct profile_point b, struct profile_point p)
{
    const struct profile_point edge = {b.out - a.out, b.up - a.up};
    const md_real along = edge.out * (p.out - a.out) + edge.up * (p.up - a.up);
    const md_real square = edge.out * edge.out + edge.up * edge.up;
    if (!(along > 0)) {
        return a;
    }
    const md_real t = along / square;
    return along < square ? (struct profile_point){a.out + t * edge.out, a.up + t * edge.up} : b;
}

/* The Euclidean distance. If the point is outside, the nearest point is on the base, the side or the other end. */
static struct profile_outside outside_round_profile(const struct profile *profile, md_real radius,
                                                    struct profile_point p)
{
    const struct profile_outside sharp = outside_sharp_profile(profile, p);
    if (sharp.distance <= 0) {
        return (struct profile_outside){sharp.distance - radius, sharp.normal};
    }
    const struct profile_point corner[4] = {
        {0, 0}, {profile->radius[0], 0}, {profile->radius[1], profile->height}, {0, profile->height}};
    struct profile_outside best = {MD_INFINITY, sharp.normal};
    for (int32_t i = 0; i < 3; ++i) {
        const struct profile_point nearest = nearest_in_profile(corner[i], corner[i + 1], p);
        const struct profile_point gap = {p.out - nearest.out, p.up - nearest.up};
        const md_real distance = md_sqrt(gap.out * gap.out + gap.up * gap.up);
        if (distance > 0 && distance < best.distance) {
            best = (struct profile_outside){distance, {gap.out / distance, gap.up / distance}};
        }
    }
    best.distance = best.distance < MD_INFINITY ? best.distance - radius : -radius;
    return best;
}

static struct outside outside_round_solid(const md3_geometry *geometry, md3_vec point)
{
    const struct profile profile = profile_of(geometry);
    const md3_vec axis = vec_unit(vec_sub(geometry->point[1], geometry->point[0]), NULL);
    const md3_vec from_base = vec_sub(point, geometry->point[0]);
    struct profile_point p = {0, vec_dot(axis, from_base)};
    const md3_vec across = vec_add_scaled(from_base, -p.up, axis);
    md3_vec radial = vec_unit(across, &p.out);
    if (p.out == 0) {
        radial = md3_vec_perpendicular(axis);
    }
    const struct profile_outside found = geometry->radius > 0 ? outside_round_profile(&profile, geometry->radius, p)
                                                              : outside_sharp_profile(&profile, p);
    return (struct outside){found.distance, vec_add_scaled(vec_scale(found.normal.out, radial), found.normal.up, axis)};
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

struct outside md3_geometry_outside(const md3_geometry *geometry, md3_vec point)
{
    const md3_vec *end = geometry->point;
    switch (geometry->type) {
    case MD3_SPHERE: return outside_ball(end[0], geometry->radius, point);
    case MD3_CAPSULE: return outside_ball(nearest_on_segment(end[0], end[1], point), geometry->radius, point);
    case MD3_HULL: return outside_hull(geometry->hull, geometry->radius, point);
    case MD3_CYLINDER:
    case MD3_CONE: return outside_round_solid(geometry, point);
    case MD3_PLANE: return (struct outside){vec_dot(end[0], point) - geometry->offset, end[0]};
    default: return (struct outside){MD_INFINITY, vec(0, 0, 0)};
    }
}

bool md3_geometry_contains(const md3_geometry *geometry, md3_vec point)
{
    return geometry != NULL && md3_geometry_outside(geometry, point).distance <= 0;
}
