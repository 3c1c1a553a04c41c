/* Creates many things of one kind, for tests/growth/run, which counts its instructions.
 * Usage: create_many KIND COUNT     exits with 1 if a call fails, 2 for bad arguments */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <modulus/modulus.h>

/* Circles with density on one body. */
static md_status add_circles(md2_world *world, md2_body_id body, int count)
{
    const md2_shape_def def = md2_shape_def_default();
    md_status status = MD_OK;
    for (int i = 0; status == MD_OK && i < count; ++i) {
        md2_hull hull;
        status = md2_hull_circle(&hull, md2_v((md_real)(i % 200), (md_real)(i / 200)), (md_real)0.5);
        if (status == MD_OK) {
            status = md2_shape_create(world, body, &def, &hull, NULL);
        }
    }
    return status;
}

/* A chain of as many points, created and destroyed. */
static md_status add_chain(md2_world *world, md2_body_id body, int count)
{
    const md2_shape_def def = md2_shape_def_default();
    md2_vec *points = malloc((size_t)count * sizeof *points);
    if (points == NULL) {
        return MD_ERROR_MEMORY;
    }
    for (int i = 0; i < count; ++i) {
        points[i] = md2_v((md_real)-i, (md_real)(i % 7));
    }
    md2_chain_id chain;
    const md_status status = md2_chain_create(world, body, &def, points, count, false, &chain);
    free(points);
    return status == MD_OK ? md2_chain_destroy(world, chain) : status;
}

int main(int argc, char **argv)
{
    const int count = argc == 3 ? atoi(argv[2]) : 0;
    const md2_world_def world_def = md2_world_def_default();
    md2_body_def body_def = md2_body_def_default();
    md2_world *world;
    md2_body_id body;
    if (count < 2 || (strcmp(argv[1], "circles") != 0 && strcmp(argv[1], "chain") != 0)) {
        fprintf(stderr, "usage: create_many circles|chain COUNT\n");
        return 2;
    }
    body_def.type = MD2_DYNAMIC;
    if (md2_world_create(&world_def, &world) != MD_OK || md2_body_create(world, &body_def, &body) != MD_OK) {
        return 1;
    }
    const md_status status =
        strcmp(argv[1], "chain") == 0 ? add_chain(world, body, count) : add_circles(world, body, count);
    md2_world_destroy(world);
    return status == MD_OK ? 0 : 1;
}
