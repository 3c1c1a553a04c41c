/* Visits of hulls, meshes and height fields, and of the geometries of shapes: see snapshot.h.
 *
 * Objects are written as what defines them: a hull by its vertices and faces, a mesh by its welded vertices and triangles with
 * their numbers in the definition, a height field by its heights. Reading creates them again with the same bits: hulls are
 * assembled from the same polygons, and a mesh of vertices that need no welding, with its triangles in the order of the
 * definition, gets the same tree.
 */
#include "base/scratch.h"
#include "base/sort.h"
#include "geometry3/mesh.h"
#include "geometry3/quickhull.h"
#include "world3/snapshot.h"

static void visit_byte(struct stream *s, uint8_t *x)
{
    visit_bytes(s, x, 1);
}

/* Fails with the status of a creation. Arguments that the functions for users refuse are a damaged snapshot. */
static void stream_note(struct stream *s, md_status status)
{
    if (is_reading(s) && status != MD_OK) {
        s->status = status == MD_ERROR_MEMORY ? MD_ERROR_MEMORY : MD_ERROR_FORMAT;
    }
}

/* ---- Hulls ------------------------------------------------------------------------------------------------------- */

/* Corners are on the plane of their face within this, in parts of the largest coordinate; hulls are created with less. */
#define PLANARITY ((md_real)1e-3)

static void visit_vertices(struct stream *s, struct polygons *polygons, md3_vec *vertices)
{
    visit_int_within(s, &polygons->vertex_count, 4, MD3_MAX_VERTICES);
    md_real largest = 0;
    for (int32_t i = 0; s->status == MD_OK && i < polygons->vertex_count; ++i) {
        visit_any_vec(s, &vertices[i]);
        refuse_unless(s, coordinates_are_valid(vertices[i]));
        polygons->point[i] = i;
        largest = md_max(largest, vec_largest(vec_abs(vertices[i])));
    }
    polygons->tolerance = (double)(MD3_LINEAR_SLOP + PLANARITY * largest);
}

/* Visits the number of corners of each face, and the corners. */
static void visit_faces(struct stream *s, struct polygons *polygons)
{
    bool has_face[MD3_MAX_VERTICES] = {false};
    visit_int_within(s, &polygons->face_count, 4, MD3_MAX_FACES);
    for (int32_t face = 0; s->status == MD_OK && face < polygons->face_count; ++face) {
        const int32_t first = polygons->first[face];
        uint8_t count = (uint8_t)(polygons->first[face + 1] - first);
        visit_byte(s, &count);
        refuse_unless(s, count >= 3 && first + count <= MD3_MAX_HALF_EDGES);
        for (int32_t i = first; s->status == MD_OK && i < first + count; ++i) {
            visit_byte(s, &polygons->corner[i]);
            refuse_unless(s, polygons->corner[i] < polygons->vertex_count);
            if (s->status == MD_OK) {
                has_face[polygons->corner[i]] = true;
            }
        }
        polygons->first[face + 1] = (int16_t)(first + count);
    }
    for (int32_t i = 0; s->status == MD_OK && i < polygons->vertex_count; ++i) {
        refuse_unless(s, has_face[i]);
    }
}

static void visit_hull(struct stream *s, const md_allocator *allocator, md3_geometry *geometry)
{
    struct polygons polygons = {.vertex_count = 0};
    md3_vec vertices[MD3_MAX_VERTICES];
    if (s->mode != STREAM_READ) {
        md3_hull_get_polygons(&polygons, geometry->hull);
        memcpy(vertices, geometry->hull->vertex, (size_t)polygons.vertex_count * sizeof *vertices);
    }
    visit_vertices(s, &polygons, vertices);
    visit_faces(s, &polygons);
    if (is_reading(s)) {
        md3_hull *hull = NULL;
        stream_note(s, md3_hull_assemble(allocator, vertices, &polygons, &hull, NULL));
        geometry->hull = hull;
    }
}

/* ---- Meshes ------------------------------------------------------------------------------------------------------ */

/* A triangle as it is stored. */
struct stored_face {
    int32_t vertex[3], source;
    uint8_t material;
};

static void visit_face(struct stream *s, struct stored_face *face)
{
    for (int k = 0; k < 3; ++k) {
        visit_int(s, &face->vertex[k]);
    }
    visit_int_within(s, &face->source, 0, INT32_MAX);
    visit_byte(s, &face->material);
}

#define FACE_BYTES (4 * sizeof(int32_t) + 1)

static void write_mesh(struct stream *s, const md3_mesh *mesh)
{
    bool one_sided = mesh->one_sided;
    int32_t vertices = mesh->vertex_count, faces = mesh->face_count;
    visit_bool(s, &one_sided);
    visit_int(s, &vertices);
    visit_int(s, &faces);
    for (int32_t i = 0; i < vertices; ++i) {
        md3_vec vertex = mesh->vertex[i];
        visit_any_vec(s, &vertex);
    }
    for (int32_t i = 0; i < faces; ++i) {
        const struct mesh_face *face = &mesh->face[i];
        struct stored_face stored = {.source = face->source, .material = face->material};
        memcpy(stored.vertex, face->vertex, sizeof stored.vertex);
        visit_face(s, &stored);
    }
}

/* A mesh that is being read. The arrays are scratch memory. */
struct mesh_reading {
    int32_t vertex_count, face_count;
    md3_vec *vertices;
    struct stored_face *faces; /* in the order of the stream */
    struct keyed *order;       /* their order by source */
    struct keyed *spare;
    int32_t *indices; /* of the definition */
    uint8_t *materials;
};

static bool reading_allocate(struct mesh_reading *mesh, struct scratch *scratch)
{
    const size_t vertices = (size_t)mesh->vertex_count, faces = (size_t)mesh->face_count;
    mesh->vertices = scratch_take(scratch, vertices, sizeof *mesh->vertices);
    mesh->faces = scratch_take(scratch, faces, sizeof *mesh->faces);
    mesh->order = scratch_take(scratch, faces, sizeof *mesh->order);
    mesh->spare = scratch_take(scratch, faces, sizeof *mesh->spare);
    mesh->indices = scratch_take(scratch, faces, 3 * sizeof *mesh->indices);
    mesh->materials = scratch_take(scratch, faces, sizeof *mesh->materials);
    return mesh->vertices != NULL && mesh->faces != NULL && mesh->order != NULL && mesh->spare != NULL &&
           mesh->indices != NULL && mesh->materials != NULL;
}

/* Reads vertices and triangles, and sorts the triangles by their number in the definition. */
static void read_triangles(struct stream *s, struct mesh_reading *mesh)
{
    for (int32_t i = 0; s->status == MD_OK && i < mesh->vertex_count; ++i) {
        visit_any_vec(s, &mesh->vertices[i]);
    }
    for (int32_t i = 0; s->status == MD_OK && i < mesh->face_count; ++i) {
        visit_face(s, &mesh->faces[i]);
        mesh->order[i] = (struct keyed){(uint64_t)mesh->faces[i].source, i};
    }
    if (s->status != MD_OK) {
        return;
    }
    md_sort_keyed(mesh->order, mesh->spare, (size_t)mesh->face_count);
    for (int32_t i = 0; i < mesh->face_count; ++i) {
        const struct stored_face *face = &mesh->faces[mesh->order[i].item];
        refuse_unless(s, i == 0 || mesh->order[i].key != mesh->order[i - 1].key);
        memcpy(&mesh->indices[3 * (size_t)i], face->vertex, sizeof face->vertex);
        mesh->materials[i] = face->material;
    }
}

/* Creates the mesh, and gives its triangles their numbers in the original definition. */
static void create_mesh(struct stream *s, const md_allocator *allocator, const struct mesh_reading *from,
                        bool one_sided, md3_geometry *geometry)
{
    const md3_mesh_def def = {.vertices = from->vertices,
                              .vertex_count = from->vertex_count,
                              .indices = from->indices,
                              .triangle_count = from->face_count,
                              .materials = from->materials,
                              .one_sided = one_sided};
    md3_mesh *mesh = NULL;
    stream_note(s, md3_mesh_create(allocator, &def, &mesh, NULL));
    geometry->mesh = mesh;
    if (s->status != MD_OK) {
        return;
    }
    for (int32_t i = 0; i < mesh->face_count; ++i) {
        mesh->face[i].source = (int32_t)from->order[mesh->face[i].source].key;
    }
    /* No triangle was degenerate, no two vertices were equal, and the order is that of the tree. */
    refuse_unless(s, mesh->vertex_count == from->vertex_count && mesh->face_count == from->face_count);
    for (int32_t i = 0; s->status == MD_OK && i < mesh->face_count; ++i) {
        refuse_unless(s, mesh->face[i].source == from->faces[i].source);
    }
}

static void read_mesh(struct stream *s, const md_allocator *allocator, md3_geometry *geometry)
{
    bool one_sided = false;
    struct mesh_reading mesh = {.vertex_count = 0};
    struct scratch scratch = {.allocator = *allocator};
    visit_bool(s, &one_sided);
    visit_count(s, &mesh.vertex_count, sizeof(md3_vec));
    visit_count(s, &mesh.face_count, FACE_BYTES);
    if (s->status != MD_OK) {
        return;
    }
    if (!reading_allocate(&mesh, &scratch)) {
        stream_note(s, MD_ERROR_MEMORY);
    }
    read_triangles(s, &mesh);
    if (s->status == MD_OK) {
        create_mesh(s, allocator, &mesh, one_sided, geometry);
    }
    scratch_free(&scratch, 0);
}

/* ---- Height fields ----------------------------------------------------------------------------------------------- */

static void visit_grid(struct stream *s, md3_height_field_def *def)
{
    visit_int_within(s, &def->columns, 2, INT32_MAX);
    visit_int_within(s, &def->rows, 2, INT32_MAX);
    visit_any_vec(s, &def->origin);
    visit_any(s, &def->spacing[0]);
    visit_any(s, &def->spacing[1]);
}

static void write_height_field(struct stream *s, const md3_height_field *field)
{
    md3_height_field_def def = {.columns = field->columns,
                                .rows = field->rows,
                                .origin = field->origin,
                                .spacing = {field->spacing[0], field->spacing[1]}};
    visit_grid(s, &def);
    visit_bytes(s, field->height, (size_t)def.columns * (size_t)def.rows * sizeof *field->height);
}

static void read_height_field(struct stream *s, const md_allocator *allocator, md3_geometry *geometry)
{
    md3_height_field_def def = md3_height_field_def_default();
    struct scratch scratch = {.allocator = *allocator};
    visit_grid(s, &def);
    const size_t most = (s->end - s->at) / sizeof(md_real);
    refuse_unless(s, s->status != MD_OK || (size_t)def.rows <= most / (size_t)def.columns);
    if (s->status != MD_OK) {
        return;
    }
    const size_t count = (size_t)def.columns * (size_t)def.rows;
    md_real *heights = scratch_take(&scratch, count, sizeof *heights);
    def.heights = heights;
    if (heights == NULL) {
        stream_note(s, MD_ERROR_MEMORY);
        return;
    }
    visit_bytes(s, heights, count * sizeof *heights);
    if (s->status == MD_OK) {
        md3_height_field *field = NULL;
        stream_note(s, md3_height_field_create(allocator, &def, &field, NULL));
        geometry->height_field = field;
    }
    scratch_free(&scratch, 0);
}

/* ---- Objects ----------------------------------------------------------------------------------------------------- */

static void visit_object(struct stream *s, const md_allocator *allocator, md3_geometry *geometry)
{
    const bool reads = s->mode == STREAM_READ;
    switch (geometry->type) {
    case MD3_HULL: visit_hull(s, allocator, geometry); break;
    case MD3_MESH: reads ? read_mesh(s, allocator, geometry) : write_mesh(s, geometry->mesh); break;
    case MD3_HEIGHT_FIELD:
        reads ? read_height_field(s, allocator, geometry) : write_height_field(s, geometry->height_field);
        break;
    default: refuse_unless(s, false);
    }
}

static void visit_shared(struct stream *s, md3_world *world, int32_t number)
{
    struct shared_geometry *shared = &world->geometries.at[number];
    bool exists = md3_geometry_has_object(&shared->geometry);
    visit_bool(s, &exists);
    if (!exists) {
        visit_int(s, &shared->next_free);
        return;
    }
    md3_geometry geometry = shared->geometry;
    visit_choice(s, &geometry.type, MD3_GEOMETRY_COUNT);
    visit_object(s, &world->def.allocator, &geometry);
    if (s->mode == STREAM_READ && md3_geometry_has_object(&geometry)) { /* also if it is refused: the world frees it */
        md3_geometries_put(&world->geometries, number, &geometry);
    }
}

void md3_snapshot_visit_objects(struct stream *s, md3_world *world)
{
    int32_t count = world->geometries.count;
    visit_count(s, &count, 1 + sizeof(int32_t));
    if (is_reading(s)) {
        s->status = md3_geometries_reserve(&world->geometries, &world->allocator, count);
    }
    visit_int(s, &world->geometries.first_free);
    for (int32_t i = 0; s->status == MD_OK && i < count; ++i) {
        visit_shared(s, world, i);
    }
}

/* ---- Geometries -------------------------------------------------------------------------------------------------- */

static void visit_number(struct stream *s, md3_world *world, struct shape *shape)
{
    visit_int_within(s, &shape->shared, 0, world->geometries.count - 1);
    if (!is_reading(s)) {
        return;
    }
    const md3_geometry *object = &world->geometries.at[shape->shared].geometry;
    refuse_unless(s, object->type == shape->geometry.type && md3_geometry_has_object(object));
    if (s->status == MD_OK) {
        shape->geometry.hull = object->hull;
        shape->geometry.mesh = object->mesh;
        shape->geometry.height_field = object->height_field;
        ++world->geometries.at[shape->shared].users;
    }
}

/* Visits the numbers of a geometry without an object. */
static void visit_numbers(struct stream *s, md3_geometry *geometry)
{
    const md3_geometry_type type = geometry->type;
    visit_any_vec(s, &geometry->point[0]);
    if (type == MD3_PLANE) {
        visit_any(s, &geometry->offset);
        return;
    }
    visit_any(s, &geometry->radius);
    if (type != MD3_SPHERE) {
        visit_any_vec(s, &geometry->point[1]);
    }
    if (type == MD3_CYLINDER || type == MD3_CONE) {
        visit_any(s, &geometry->base_radius);
    }
}

void md3_snapshot_visit_geometry(struct stream *s, md3_world *world, struct shape *shape)
{
    md3_geometry *geometry = &shape->geometry;
    visit_choice(s, &geometry->type, MD3_GEOMETRY_COUNT);
    if (is_reading(s)) {
        shape->shared = -1;
    }
    switch (geometry->type) {
    case MD3_HULL:
        visit_number(s, world, shape);
        visit_any(s, &geometry->radius);
        break;
    case MD3_MESH:
    case MD3_HEIGHT_FIELD: visit_number(s, world, shape); break;
    default: visit_numbers(s, geometry);
    }
    refuse_unless(s, !is_reading(s) || md3_shape_geometry_check(geometry, NULL) == MD_OK);
    if (is_reading(s)) {
        shape->is_convex = md3_geometry_is_convex(geometry);
    }
}
