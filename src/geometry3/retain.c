#include "geometry3/retain.h"

#include "geometry3/hull.h"
#include "geometry3/mesh.h"

/* The objects are const for everyone but their owners, who count. */
static struct references *references_of(const md3_geometry *geometry)
{
    switch (geometry->type) {
    case MD3_HULL: return &((md3_hull *)geometry->hull)->references;
    case MD3_MESH: return &((md3_mesh *)geometry->mesh)->references;
    case MD3_HEIGHT_FIELD: return &((md3_height_field *)geometry->height_field)->references;
    default: return NULL;
    }
}

void md3_geometry_retain(const md3_geometry *geometry)
{
    struct references *references = references_of(geometry);
    if (references != NULL) {
        references_add(references);
    }
}

void md3_geometry_release(const md3_geometry *geometry)
{
    switch (geometry->type) {
    case MD3_HULL: md3_hull_destroy((md3_hull *)geometry->hull); break;
    case MD3_MESH: md3_mesh_destroy((md3_mesh *)geometry->mesh); break;
    case MD3_HEIGHT_FIELD: md3_height_field_destroy((md3_height_field *)geometry->height_field); break;
    default: break;
    }
}
