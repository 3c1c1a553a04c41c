#include "geometry3/retain.h"

#include "geometry3/hull.h"

/* The objects are const for everyone but their owners, who count. */
static struct references *references_of(const md3_geometry *geometry)
{
    return geometry->type == MD3_HULL ? &((md3_hull *)geometry->hull)->references : NULL;
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
    if (geometry->type == MD3_HULL) {
        md3_hull_destroy((md3_hull *)geometry->hull);
    }
}
