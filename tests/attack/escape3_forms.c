/* The bodies of the escape attack. */
#include <math.h>
#include <stdlib.h>

#include "attack/escape3.h"

static md_real real_in(struct splitmix *random, double low, double high)
{
    return (md_real)splitmix_real(random, low, high);
}

static struct escape3_body of_hull(md3_hull *hull, md_real radius)
{
    struct escape3_body body = {.hull = hull};
    escape3_require(md3_geometry_hull(&body.geometry, hull, radius), "hull");
    return body;
}

struct escape3_body escape3_make_box(double x, double y, double z)
{
    md3_hull *hull = NULL;
    escape3_require(md3_hull_create_box(NULL, md3_v((md_real)x, (md_real)y, (md_real)z), &hull, NULL), "box");
    return of_hull(hull, 0);
}

/* A thin prism over a triangle, or a thin tetrahedron. */
static md_status make_sliver(struct splitmix *random, md3_hull **hull)
{
    const md_real length = real_in(random, 0.5, 2), width = real_in(random, 0.02, 0.06);
    const md_real tip = real_in(random, -0.5, 0.5) * length, thick = real_in(random, 0.02, 0.3);
    const md3_vec points[] = {{-length / 2, 0, 0},     {length / 2, 0, 0},     {tip, width, 0},
                              {-length / 2, 0, thick}, {length / 2, 0, thick}, {tip, width, thick}};
    const bool is_prism = splitmix_index(random, 2) == 0;
    return md3_hull_create(NULL, points, is_prism ? 6 : 4, hull, NULL);
}

static md_status make_points(struct splitmix *random, md3_hull **hull)
{
    md3_vec points[24];
    const int32_t count = 4 + splitmix_index(random, 21);
    const md_real size = real_in(random, 0.1, 1), flat = real_in(random, 0.2, 1), thin = real_in(random, 0.2, 1);
    for (int32_t i = 0; i < count; ++i) {
        points[i].x = real_in(random, -1, 1) * size;
        points[i].y = real_in(random, -1, 1) * size * flat;
        points[i].z = real_in(random, -1, 1) * size * thin;
    }
    return md3_hull_create(NULL, points, count, hull, NULL);
}

struct escape3_body escape3_make(struct splitmix *random, enum escape3_form form)
{
    struct escape3_body body = {.hull = NULL};
    const md_real a = real_in(random, 0.05, 1), b = real_in(random, 0.02, 0.2);
    const md3_vec ends[2] = {{-a, 0, 0}, {a, 0, 0}};
    md3_hull *hull = NULL;
    switch (form) {
    case BAR: return escape3_make_box(1, 0.01, 0.01);
    case BOX: return escape3_make_box((double)a, splitmix_real(random, 0.05, 0.5), splitmix_real(random, 0.05, 0.5));
    case PLATE: return escape3_make_box((double)a, splitmix_real(random, 0.05, 1), splitmix_real(random, 0.004, 0.02));
    case CAPSULE: escape3_require(md3_geometry_capsule(&body.geometry, ends[0], ends[1], b), "capsule"); return body;
    case SPHERE: escape3_require(md3_geometry_sphere(&body.geometry, md3_v(0, 0, 0), b), "sphere"); return body;
    case CYLINDER:
        escape3_require(md3_geometry_cylinder(&body.geometry, ends[0], ends[1], real_in(random, 0.02, 0.5), 0), "");
        return body;
    case CONE: escape3_require(md3_geometry_cone(&body.geometry, ends[0], ends[1], b, 0), "cone"); return body;
    default:
        while ((form == SLIVER ? make_sliver(random, &hull) : make_points(random, &hull)) != MD_OK) {
        }
        return of_hull(hull, form == SLIVER || splitmix_index(random, 2) == 0 ? 0 : real_in(random, 0.01, 0.1));
    }
}

/* ---- Sharp tips ----------------------------------------------------------------------------------------------------- */

enum { MAX_CORNERS = MD3_MAX_VERTICES };
#define COS_30 0.866

static int shared_corners(const md3_hull *hull, int32_t first, int32_t second)
{
    int32_t a[MAX_CORNERS], b[MAX_CORNERS];
    const int32_t count[2] = {md3_hull_face_vertices(hull, first, a, MAX_CORNERS),
                              md3_hull_face_vertices(hull, second, b, MAX_CORNERS)};
    int shared = 0;
    for (int32_t i = 0; i < count[0]; ++i) {
        for (int32_t j = 0; j < count[1]; ++j) {
            shared += a[i] == b[j];
        }
    }
    return shared;
}

/* True if two faces that share an edge meet at less than 30 degrees. */
static bool has_sharp_edge(const md3_hull *hull)
{
    for (int32_t i = 0; i < md3_hull_faces(hull); ++i) {
        for (int32_t j = 0; j < i; ++j) {
            const md_real dot = md3_vec_dot(md3_hull_face_normal(hull, i), md3_hull_face_normal(hull, j));
            if ((double)dot < -COS_30 && shared_corners(hull, i, j) >= 2) {
                return true;
            }
        }
    }
    return false;
}

/* True if all other vertices are within 30 degrees of the direction from a vertex to the centroid. */
static bool has_sharp_corner(const md3_hull *hull)
{
    for (int32_t i = 0; i < md3_hull_vertices(hull); ++i) {
        const md3_vec tip = md3_hull_vertex(hull, i);
        const md3_vec axis = md3_vec_normalize(md3_vec_sub(md3_hull_centroid(hull), tip));
        bool sharp = true;
        for (int32_t j = 0; j < md3_hull_vertices(hull); ++j) {
            const md3_vec to = md3_vec_sub(md3_hull_vertex(hull, j), tip);
            sharp = sharp && (double)md3_vec_dot(to, axis) >= COS_30 * (double)md3_vec_length(to);
        }
        if (sharp) {
            return true;
        }
    }
    return false;
}

bool escape3_is_sharp(const struct escape3_body *body)
{
    const md3_geometry *geometry = &body->geometry;
    if (geometry->type == MD3_CONE) { /* apex or rim below 30 degrees */
        const double height = (double)md3_vec_distance(geometry->point[0], geometry->point[1]);
        return (double)geometry->base_radius < 0.268 * height || height < 0.577 * (double)geometry->base_radius;
    }
    return body->hull != NULL && (has_sharp_edge(body->hull) || has_sharp_corner(body->hull));
}
