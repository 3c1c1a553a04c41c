/* Random geometries for random worlds, by the rules of random_world3.h. */
#ifndef MODULUS_TESTS_RANDOM_SHAPES3_H
#define MODULUS_TESTS_RANDOM_SHAPES3_H

#include <modulus/modulus.h>

#include "../support/hostile_numbers.h"

static inline md3_vec any_vec(struct splitmix *random, double size)
{
    const md_real x = any_real(random, -size, size);
    const md_real y = any_real(random, -size, size);
    return md3_v(x, y, any_real(random, -size, size));
}

static inline md3_rot any_rotation(struct splitmix *random)
{
    const md3_vec axis = any_vec(random, 1);
    if (is_hostile(random)) {
        return (md3_rot){axis.x, axis.y, axis.z, hostile_real(random)};
    }
    const double angle = one_in(random, 2) ? 0 : splitmix_real(random, -3.15, 3.15);
    return md3_rot_from_axis_angle(md3_vec_normalize(axis), angle);
}

static inline md3_shape_def any_shape_def(struct splitmix *random)
{
    md3_shape_def def = md3_shape_def_default();
    def.density = one_in(random, 8) ? any_scale(random, 1e-3, 1e6) : any_real(random, 0, 2000);
    def.friction = one_in(random, 8) ? any_scale(random, 1e-3, 1e3) : any_real(random, 0, 1);
    def.restitution = one_in(random, 2) ? 0 : any_real(random, 0, 1);
    def.torsion = one_in(random, 6) ? any_scale(random, 1e-3, 1) : 0;
    def.rolling = one_in(random, 6) ? any_scale(random, 1e-3, 1) : 0;
    def.surface_velocity = one_in(random, 8) ? any_vec(random, 3) : md3_v(0, 0, 0);
    def.category = one_in(random, 8) ? splitmix_bits(random) : 1;
    def.mask = one_in(random, 8) ? splitmix_bits(random) : UINT64_MAX;
    def.group = one_in(random, 6) ? splitmix_index(random, 5) - 2 : 0;
    def.sensor = one_in(random, 8);
    def.user = (void *)(uintptr_t)splitmix_index(random, 1000);
    return def;
}

/* ---- Objects -------------------------------------------------------------------------------------------------------- */

/* May be refused, for example points in a plane. */
static inline md_status any_hull(struct splitmix *random, md3_hull **hull)
{
    const md_real size = any_size(random, 1e-2, 1e3);
    if (one_in(random, 2)) {
        const md_real y = any_size(random, 1e-2, 1e3);
        return md3_hull_create_box(NULL, md3_v(size, y, any_size(random, 1e-2, 1e2)), hull, NULL);
    }
    md3_vec points[20];
    const int32_t count = 4 + splitmix_index(random, 17);
    const bool is_flat = one_in(random, 6);
    for (int32_t i = 0; i < count; ++i) {
        points[i] = any_vec(random, (double)size);
        points[i].z *= is_flat ? (md_real)0.01 : 1;
    }
    return md3_hull_create(NULL, points, count, hull, NULL);
}

enum { GRID = 6 };

/* A bumpy sheet, or triangles at random. */
static inline md_status any_mesh(struct splitmix *random, md3_mesh **mesh)
{
    md3_vec vertices[GRID * GRID];
    int32_t indices[6 * (GRID - 1) * (GRID - 1)];
    const bool is_soup = one_in(random, 4);
    const double size = (double)any_size(random, 0.1, 100);
    for (int32_t i = 0; i < GRID * GRID; ++i) {
        const md3_vec bump = any_vec(random, size * 0.3);
        vertices[i] = md3_v((md_real)(size * (i % GRID - 2.5)), bump.y, (md_real)(size * (2.5 - i / GRID)));
        vertices[i] = is_soup ? md3_vec_scale(4, bump) : vertices[i];
    }
    int32_t count = 0;
    for (int32_t i = 0; i < (GRID - 1) * (GRID - 1); ++i) {
        const int32_t a = i / (GRID - 1) * GRID + i % (GRID - 1);
        const int32_t corners[6] = {a, a + 1, a + GRID + 1, a, a + GRID + 1, a + GRID};
        for (int k = 0; k < 6; ++k) {
            indices[count++] = is_soup ? splitmix_index(random, GRID * GRID) : corners[k];
        }
    }
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = GRID * GRID;
    def.indices = indices;
    def.triangle_count = count / 3;
    def.one_sided = !one_in(random, 4);
    def.weld_distance = one_in(random, 4) ? any_scale(random, 1e-6, 1) : def.weld_distance;
    return md3_mesh_create(NULL, &def, mesh, NULL);
}

static inline md_status any_height_field(struct splitmix *random, md3_height_field **field)
{
    md_real heights[GRID * GRID];
    md3_height_field_def def = md3_height_field_def_default();
    const double size = (double)any_size(random, 0.1, 100);
    for (int32_t i = 0; i < GRID * GRID; ++i) {
        heights[i] = any_real(random, 0, size * 0.5);
        heights[i] = one_in(random, 20) ? (md_real)NAN : heights[i];
    }
    def.heights = heights;
    def.columns = 2 + splitmix_index(random, GRID - 1);
    def.rows = 2 + splitmix_index(random, GRID - 1);
    def.origin = any_vec(random, 3);
    def.spacing[0] = (md_real)size;
    def.spacing[1] = one_in(random, 3) ? any_size(random, 0.1, 10) : (md_real)size;
    return md3_height_field_create(NULL, &def, field, NULL);
}

/* ---- Geometries ----------------------------------------------------------------------------------------------------- */

/* Overwrites a field, as an attacker who makes geometries by hand. */
static inline void damage_geometry(struct splitmix *random, md3_geometry *geometry)
{
    switch (splitmix_index(random, 8)) {
    case 0: geometry->point[0].x = hostile_real(random); break;
    case 1: geometry->point[1].y = hostile_real(random); break;
    case 2: geometry->radius = hostile_real(random); break;
    case 3: geometry->base_radius = hostile_real(random); break;
    case 4: geometry->offset = hostile_real(random); break;
    case 5: geometry->hull = NULL; break;
    case 6: geometry->mesh = NULL; break;
    default: geometry->point[1] = geometry->point[0]; break;
    }
}

static inline md_status any_round(struct splitmix *random, md3_geometry *geometry)
{
    const md_real size = any_size(random, 1e-2, 1e2);
    const md_real radius = one_in(random, 3) ? size * any_real(random, 0, 0.5) : 0;
    const md3_vec a = one_in(random, 3) ? any_vec(random, 1) : md3_v(0, 0, 0);
    const md3_vec b = md3_vec_add(a, any_vec(random, (double)size * 2));
    switch (splitmix_index(random, 5)) {
    case 0: return md3_geometry_capsule(geometry, a, b, size);
    case 1: return md3_geometry_cylinder(geometry, a, b, size, radius);
    case 2: return md3_geometry_cone(geometry, a, b, size, radius);
    default: return md3_geometry_sphere(geometry, a, size);
    }
}

/* A plane, a mesh or a height field. */
static inline md_status any_surface(struct splitmix *random, md3_geometry *geometry)
{
    md3_mesh *mesh = NULL;
    md3_height_field *field = NULL;
    const md3_vec normal = any_vec(random, 1);
    md_status status = MD_OK;
    switch (splitmix_index(random, 3)) {
    case 0: return md3_geometry_plane(geometry, md3_vec_normalize(normal), any_real(random, -5, 0));
    case 1: status = any_mesh(random, &mesh); return status == MD_OK ? md3_geometry_mesh(geometry, mesh) : status;
    default:
        status = any_height_field(random, &field);
        return status == MD_OK ? md3_geometry_height_field(geometry, field) : status;
    }
}

/** May be refused. The caller owns a hull, mesh or height field of the geometry: see drop_geometry. */
static inline md_status any_geometry(struct splitmix *random, bool is_convex, md3_geometry *geometry)
{
    if (!is_convex && one_in(random, 2)) {
        return any_surface(random, geometry);
    }
    if (one_in(random, 2)) {
        return any_round(random, geometry);
    }
    md3_hull *hull = NULL;
    const md_status status = any_hull(random, &hull);
    return status == MD_OK
               ? md3_geometry_hull(geometry, hull, one_in(random, 4) ? (md_real)splitmix_real(random, 0, 0.1) : 0)
               : status;
}

static inline void drop_geometry(const md3_geometry *geometry)
{
    md3_hull_destroy((md3_hull *)geometry->hull);
    md3_mesh_destroy((md3_mesh *)geometry->mesh);
    md3_height_field_destroy((md3_height_field *)geometry->height_field);
}

#endif
