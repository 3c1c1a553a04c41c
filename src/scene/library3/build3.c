#include "scene/library3/build3.h"

#include <stdlib.h>
#include <string.h>

#include "base/angle.h"
#include "scene/library3/populate3.h"

/* ---- Keys ---------------------------------------------------------------------------------------------------------- */

double build3_number(const struct build3 *build, const char *key)
{
    size_t index = 0;
    while (build->keys[index].name != NULL && strcmp(build->keys[index].name, key) != 0) {
        ++index;
    }
    return build->number[index];
}

int32_t build3_integer(const struct build3 *build, const char *key)
{
    return (int32_t)build3_number(build, key);
}

uint64_t build3_seed(const struct build3 *build)
{
    return (uint64_t)build3_number(build, "seed");
}

/* ---- Bodies and shapes --------------------------------------------------------------------------------------------- */

md3_shape_def material3(double density, double friction)
{
    md3_shape_def def = md3_shape_def_default();
    def.density = (md_real)density;
    def.friction = (md_real)friction;
    return def;
}

md3_body_id build3_rotated_body(struct build3 *build, md3_body_type type, md3_vec position, md3_rot rotation)
{
    md3_body_id body = md3_body_none();
    md3_body_def def = md3_body_def_default();
    def.type = type;
    def.position = position;
    def.rotation = rotation;
    if (build->status == MD_OK) {
        build->status = md3_body_create(build->world, &def, &body);
    }
    return body;
}

md3_body_id build3_body(struct build3 *build, md3_body_type type, md3_vec position)
{
    return build3_rotated_body(build, type, position, md3_rot_identity());
}

void build3_shape(struct build3 *build, md3_body_id body, const md3_shape_def *material, const md3_geometry *geometry)
{
    if (build->status == MD_OK) {
        build->status = md3_shape_create(build->world, body, material, geometry, NULL);
    }
}

/* Adds the geometry that a function of geometry3.h has made with this status. */
static void add(struct build3 *build, md3_body_id body, const md3_shape_def *material, const md3_geometry *geometry,
                md_status status)
{
    if (build->status == MD_OK) {
        build->status = status;
    }
    build3_shape(build, body, material, geometry);
}

void build3_sphere(struct build3 *build, md3_body_id body, const md3_shape_def *material, double radius)
{
    md3_geometry geometry = {0};
    add(build, body, material, &geometry, md3_geometry_sphere(&geometry, vec3(0, 0, 0), (md_real)radius));
}

void build3_capsule(struct build3 *build, md3_body_id body, const md3_shape_def *material, double half_length,
                    double radius)
{
    md3_geometry geometry = {0};
    add(build, body, material, &geometry,
        md3_geometry_capsule(&geometry, vec3(0, -half_length, 0), vec3(0, half_length, 0), (md_real)radius));
}

void build3_cylinder(struct build3 *build, md3_body_id body, const md3_shape_def *material, double half_length,
                     double radius)
{
    md3_geometry geometry = {0};
    add(build, body, material, &geometry,
        md3_geometry_cylinder(&geometry, vec3(0, -half_length, 0), vec3(0, half_length, 0), (md_real)radius, 0));
}

void build3_cone(struct build3 *build, md3_body_id body, const md3_shape_def *material, double half_length,
                 double radius)
{
    md3_geometry geometry = {0};
    add(build, body, material, &geometry,
        md3_geometry_cone(&geometry, vec3(0, -half_length, 0), vec3(0, half_length, 0), (md_real)radius, 0));
}

static void add_hull(struct build3 *build, md3_body_id body, const md3_shape_def *material, const md3_hull *hull)
{
    md3_geometry geometry = {0};
    add(build, body, material, &geometry, md3_geometry_hull(&geometry, hull, 0));
}

void build3_box(struct build3 *build, md3_body_id body, const md3_shape_def *material, md3_vec half)
{
    const bool is_last =
        build->box != NULL && build->box_half.x == half.x && build->box_half.y == half.y && build->box_half.z == half.z;
    if (build->status == MD_OK && !is_last) {
        md3_hull_destroy(build->box);
        build->box_half = half;
        build->status = md3_hull_create_box(build->allocator, half, &build->box, NULL);
    }
    if (build->status == MD_OK) {
        add_hull(build, body, material, build->box);
    }
}

void build3_box_at(struct build3 *build, md3_body_id body, const md3_shape_def *material, md3_vec half,
                   md3_transform at)
{
    md3_vec points[8];
    for (int i = 0; i < 8; ++i) {
        const md3_vec corner =
            md3_v((i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y, (i & 4) != 0 ? half.z : -half.z);
        points[i] = md3_transform_apply(at, corner);
    }
    build3_hull(build, body, material, points, 8);
}

void build3_hull(struct build3 *build, md3_body_id body, const md3_shape_def *material, const md3_vec *points,
                 int32_t count)
{
    md3_hull *hull = NULL;
    if (build->status == MD_OK) {
        build->status = md3_hull_create(build->allocator, points, count, &hull, NULL);
    }
    if (build->status == MD_OK) {
        add_hull(build, body, material, hull);
    }
    md3_hull_destroy(hull);
}

void build3_plane(struct build3 *build, md3_body_id body, const md3_shape_def *material, md3_vec normal, double offset)
{
    md3_geometry geometry = {0};
    add(build, body, material, &geometry, md3_geometry_plane(&geometry, normal, (md_real)offset));
}

md3_body_id build3_dynamic_box(struct build3 *build, const md3_shape_def *material, md3_vec position, md3_vec half)
{
    const md3_body_id body = build3_body(build, MD3_DYNAMIC, position);
    build3_box(build, body, material, half);
    return body;
}

/* ---- Surroundings and joints --------------------------------------------------------------------------------------- */

md3_body_id build3_ground(struct build3 *build, const md3_shape_def *material)
{
    const md3_body_id ground = build3_body(build, MD3_STATIC, vec3(0, 0, 0));
    build3_plane(build, ground, material, vec3(0, 1, 0), 0);
    return ground;
}

md3_body_id build3_basin(struct build3 *build, const md3_shape_def *material, double width, double depth)
{
    const md3_body_id ground = build3_ground(build, material);
    build3_plane(build, ground, material, vec3(1, 0, 0), -width / 2);
    build3_plane(build, ground, material, vec3(-1, 0, 0), -width / 2);
    build3_plane(build, ground, material, vec3(0, 0, 1), -depth / 2);
    build3_plane(build, ground, material, vec3(0, 0, -1), -depth / 2);
    return ground;
}

void build3_joint(struct build3 *build, const md3_joint_def *joint)
{
    if (build->status == MD_OK) {
        build->status = md3_joint_create(build->world, joint, NULL);
    }
}

void build3_description(struct build3 *build, struct description3 *description)
{
    md3_body_id *bodies = calloc((size_t)description->body_count + 1, sizeof *bodies);
    if (build->status == MD_OK) {
        build->status = bodies == NULL ? MD_ERROR_MEMORY
                                       : description3_populate(description, build->world, build->allocator, bodies);
    }
    free(bodies);
    description3_free(description);
}

double sphere_volume(double radius)
{
    return 4 * MD_PI / 3 * radius * radius * radius;
}
