/* Creation of triangle meshes, and access to their triangles. */
#include "geometry3/mesh.h"

#include <string.h>

#include "base/error.h"
#include "engine/def_check.h"
#include "geometry3/dvec.h"
#include "geometry3/mesh_build.h"

/* The three edges of every triangle are numbered by int32_t. */
#define MAX_FACES (INT32_MAX / 4)
/* A triangle is degenerate if its height over its longest edge is less than this part of the edge, or less than a few
 * roundings of its coordinates: it has no normal then. */
#define MIN_HEIGHT 1e-6
#define MIN_ROUNDINGS 16

/* ---- The definition ---------------------------------------------------------------------------------------------- */

md3_mesh_def md3_mesh_def_default(void)
{
    return (md3_mesh_def){.weld_distance = (md_real)1e-4, .one_sided = true};
}

static md_status check_def(const md3_mesh_def *def, md_error *error)
{
    struct def_check check = {.what = "mesh", .error = error};
    if (!md_check_def(&check, def, sizeof *def, "md3_mesh_def_default")) {
        return check.status;
    }
    md_check_that(&check, def->vertices != NULL, "vertices must not be NULL");
    md_check_that(&check, def->indices != NULL, "indices must not be NULL");
    md_check_count(&check, "vertex_count", def->vertex_count, 3, INT64_MAX);
    md_check_count(&check, "triangle_count", def->triangle_count, 1, MAX_FACES);
    md_check_number(&check, "weld_distance", (double)def->weld_distance, RULE_NOT_NEGATIVE);
    for (int32_t i = 0; check.status == MD_OK && i < def->vertex_count; ++i) {
        md_check_that(&check, coordinates_are_valid(def->vertices[i]),
                      "vertices[%d] must be finite and its coordinates at most 1e9 m", (int)i);
    }
    for (int64_t i = 0; check.status == MD_OK && i < 3 * (int64_t)def->triangle_count; ++i) {
        md_check_that(&check, 0 <= def->indices[i] && def->indices[i] < def->vertex_count,
                      "indices[%lld] must be from 0 to %d, is %d", (long long)i, (int)def->vertex_count - 1,
                      (int)def->indices[i]);
    }
    return check.status;
}

/* ---- Faces ------------------------------------------------------------------------------------------------------- */

/* Computes the unit normal of a face. Returns false if it is degenerate. */
static bool face_normal(const struct mesh_build *build, const struct mesh_face *face, md3_vec *normal)
{
    const int32_t *v = face->vertex;
    const struct dvec a = dvec_of(build->vertex[v[0]]), b = dvec_of(build->vertex[v[1]]);
    const struct dvec c = dvec_of(build->vertex[v[2]]);
    const struct dvec cross = dvec_cross(dvec_sub(b, a), dvec_sub(c, a));
    const double longest =
        fmax(dvec_length(dvec_sub(b, a)), fmax(dvec_length(dvec_sub(c, b)), dvec_length(dvec_sub(a, c))));
    const md3_vec largest =
        vec_max(vec_abs(build->vertex[v[0]]), vec_max(vec_abs(build->vertex[v[1]]), vec_abs(build->vertex[v[2]])));
    const double rounding = MIN_ROUNDINGS * (double)MD_REAL_EPSILON * (double)vec_largest(largest);
    *normal = dvec_to_vec(dvec_unit(cross));
    return dvec_length(cross) > longest * fmax(MIN_HEIGHT * longest, rounding);
}

/* Collects the triangles that are not degenerate after welding. */
static void collect_faces(struct mesh_build *build)
{
    const md3_mesh_def *def = build->def;
    build->face_count = 0;
    for (int32_t i = 0; i < def->triangle_count; ++i) {
        struct mesh_face face = {.source = i, .material = def->materials != NULL ? def->materials[i] : 0};
        for (int32_t k = 0; k < 3; ++k) {
            face.vertex[k] = build->welded[def->indices[3 * (size_t)i + (size_t)k]];
        }
        md3_vec normal;
        if (face_normal(build, &face, &normal)) {
            build->face[build->face_count] = face;
            build->normal[build->face_count++] = normal;
        }
    }
}

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

static bool build_allocate(struct mesh_build *build)
{
    const size_t vertices = (size_t)build->def->vertex_count, faces = (size_t)build->def->triangle_count;
    build->welded = scratch_take(build->scratch, vertices, sizeof *build->welded);
    build->vertex = scratch_take(build->scratch, vertices, sizeof *build->vertex);
    build->normal = scratch_take(build->scratch, faces, sizeof *build->normal);
    build->face = scratch_take(build->scratch, faces, sizeof *build->face);
    build->node = scratch_take(build->scratch, 2 * faces, sizeof *build->node);
    return build->welded != NULL && build->vertex != NULL && build->normal != NULL && build->face != NULL &&
           build->node != NULL;
}

/* Allocates a mesh with its arrays, from those with the strictest alignment on, and copies them. */
static md3_mesh *mesh_of(const struct mesh_build *build, const md_allocator *allocator)
{
    const size_t vertex_bytes = (size_t)build->vertex_count * sizeof *build->vertex;
    const size_t normal_bytes = (size_t)build->face_count * sizeof *build->normal;
    const size_t node_bytes = (size_t)build->node_count * sizeof *build->node;
    const size_t face_bytes = (size_t)build->face_count * sizeof *build->face;
    const size_t bytes = sizeof(md3_mesh) + vertex_bytes + normal_bytes + node_bytes + face_bytes;
    char *memory = allocator->resize(allocator->user, NULL, 0, bytes);
    if (memory == NULL) {
        return NULL;
    }
    md3_mesh *mesh = (md3_mesh *)(void *)memory;
    *mesh = (md3_mesh){.allocator = *allocator,
                       .bytes = bytes,
                       .vertex_count = build->vertex_count,
                       .face_count = build->face_count,
                       .node_count = build->node_count,
                       .one_sided = build->def->one_sided};
    memory += sizeof(md3_mesh);
    mesh->vertex = memcpy(memory, build->vertex, vertex_bytes);
    mesh->normal = memcpy(memory + vertex_bytes, build->normal, normal_bytes);
    mesh->node = memcpy(memory + vertex_bytes + normal_bytes, build->node, node_bytes);
    mesh->face = memcpy(memory + vertex_bytes + normal_bytes + node_bytes, build->face, face_bytes);
    return mesh;
}

static md_status build_mesh(struct mesh_build *build, const md_allocator *allocator, md3_mesh **mesh, md_error *error)
{
    if (!build_allocate(build) || !md3_mesh_weld(build)) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    collect_faces(build);
    if (build->face_count == 0) {
        return md_fail(error, MD_ERROR_ARGUMENT, "mesh: all triangles are degenerate");
    }
    if (!md3_mesh_build_tree(build) || !md3_mesh_connect(build)) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    *mesh = mesh_of(build, allocator);
    return *mesh != NULL ? MD_OK : md_fail_plain(error, MD_ERROR_MEMORY);
}

md_status md3_mesh_create(const md_allocator *allocator, const md3_mesh_def *def, md3_mesh **mesh, md_error *error)
{
    if (mesh == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "mesh: there is no place for the result");
    }
    *mesh = NULL;
    md_status status = check_def(def, error);
    if (status != MD_OK) {
        return status;
    }
    struct scratch scratch = {.allocator = md_allocator_or_default(allocator)};
    struct mesh_build build = {.def = def, .scratch = &scratch};
    status = build_mesh(&build, &scratch.allocator, mesh, error);
    scratch_free(&scratch, 0);
    return status;
}

void md3_mesh_destroy(md3_mesh *mesh)
{
    if (mesh != NULL && references_remove(&mesh->references)) {
        const md_allocator allocator = mesh->allocator;
        allocator.resize(allocator.user, mesh, mesh->bytes, 0);
    }
}

/* ---- Triangles --------------------------------------------------------------------------------------------------- */

int32_t md3_mesh_triangles(const md3_mesh *mesh)
{
    return mesh != NULL ? mesh->face_count : 0;
}

static bool has_triangle(const md3_mesh *mesh, int32_t triangle)
{
    return mesh != NULL && 0 <= triangle && triangle < mesh->face_count;
}

void md3_mesh_triangle(const md3_mesh *mesh, int32_t triangle, md3_vec corner[3])
{
    for (int32_t k = 0; corner != NULL && k < 3; ++k) {
        corner[k] = has_triangle(mesh, triangle) ? mesh->vertex[mesh->face[triangle].vertex[k]] : vec(0, 0, 0);
    }
}

int32_t md3_mesh_triangle_source(const md3_mesh *mesh, int32_t triangle)
{
    return has_triangle(mesh, triangle) ? mesh->face[triangle].source : -1;
}

uint8_t md3_mesh_triangle_material(const md3_mesh *mesh, int32_t triangle)
{
    return has_triangle(mesh, triangle) ? mesh->face[triangle].material : 0;
}
