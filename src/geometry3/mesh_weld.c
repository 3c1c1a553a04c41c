/* Welding of vertices by a hash of the cells of a grid. A cell is as large as the weld distance, so that vertices to weld are
 * in the same or in neighbouring cells. Without a distance, a cell is a position. */
#include <string.h>

#include "geometry3/mesh_build.h"

#define NONE (-1)

struct cell {
    double x, y, z;
};

/* Vertices of the mesh by their cells: chains of vertices for each value of the hash. */
struct weld_table {
    int32_t *head; /* of each value */
    int32_t *next; /* of each vertex */
    uint64_t mask; /* number of values - 1 */
};

static struct cell cell_of(md3_vec point, double size)
{
    if (size == 0) {
        return (struct cell){(double)point.x + 0.0, (double)point.y + 0.0, (double)point.z + 0.0};
    }
    return (struct cell){floor((double)point.x / size) + 0.0, floor((double)point.y / size) + 0.0,
                         floor((double)point.z / size) + 0.0};
}

static uint64_t mix(uint64_t hash, double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

static uint64_t hash_of(const struct weld_table *table, struct cell cell)
{
    return mix(mix(mix(0, cell.x), cell.y), cell.z) & table->mask;
}

static bool table_create(struct weld_table *table, struct scratch *scratch, int32_t vertices)
{
    size_t size = 16;
    while (size < (size_t)vertices) {
        size *= 2;
    }
    table->mask = size - 1;
    table->head = scratch_take(scratch, size, sizeof *table->head);
    table->next = scratch_take(scratch, (size_t)vertices, sizeof *table->next);
    if (table->head == NULL || table->next == NULL) {
        return false;
    }
    memset(table->head, 0xff, size * sizeof *table->head); /* NONE */
    return true;
}

/* Returns the first vertex of the mesh in a cell that is within the weld distance of a point, or `best` if that is
 * earlier. */
static int32_t find_in_cell(const struct mesh_build *build, const struct weld_table *table, struct cell cell,
                            md3_vec point, int32_t best)
{
    const md_real distance = build->def->weld_distance;
    for (int32_t i = table->head[hash_of(table, cell)]; i != NONE; i = table->next[i]) {
        if ((best == NONE || i < best) && md3_vec_distance_squared(build->vertex[i], point) <= distance * distance) {
            best = i;
        }
    }
    return best;
}

/* Returns the first vertex within the weld distance, or NONE. */
static int32_t find_near(const struct mesh_build *build, const struct weld_table *table, md3_vec point)
{
    const struct cell cell = cell_of(point, (double)build->def->weld_distance);
    if (build->def->weld_distance == 0) {
        return find_in_cell(build, table, cell, point, NONE);
    }
    int32_t best = NONE;
    for (int32_t k = 0; k < 27; ++k) {
        const struct cell at = {cell.x + (k % 3 - 1) + 0.0, cell.y + (k / 3 % 3 - 1) + 0.0, cell.z + (k / 9 - 1) + 0.0};
        best = find_in_cell(build, table, at, point, best);
    }
    return best;
}

bool md3_mesh_weld(struct mesh_build *build)
{
    const int32_t count = build->def->vertex_count, keep = build->scratch->count;
    struct weld_table table;
    if (!table_create(&table, build->scratch, count)) {
        return false;
    }
    build->vertex_count = 0;
    for (int32_t i = 0; i < count; ++i) {
        const md3_vec point = build->def->vertices[i];
        int32_t vertex = find_near(build, &table, point);
        if (vertex == NONE) {
            vertex = build->vertex_count++;
            build->vertex[vertex] = point;
            int32_t *head = &table.head[hash_of(&table, cell_of(point, (double)build->def->weld_distance))];
            table.next[vertex] = *head;
            *head = vertex;
        }
        build->welded[i] = vertex;
    }
    scratch_free(build->scratch, keep);
    return true;
}
