/* Messages of the library about bad input. A refused call changes nothing. */
#include <math.h>
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

/* Prints why a call was refused. */
static void explain(const md3_world *world, md_status status)
{
    printf("%s\n", status == MD_OK ? "accepted" : md3_world_last_error(world));
}

int main(void)
{
    const md3_world_def def = md3_world_def_default();
    md3_world *world;
    must(md3_world_create(&def, &world), "world");
    md3_body_def body_def = md3_body_def_default();
    body_def.type = MD3_DYNAMIC;
    md3_body_id box;
    must(md3_body_create(world, &body_def, &box), "box");
    const md3_shape_def shape_def = md3_shape_def_default();
    must(md3_shape_create_box(world, box, &shape_def, md3_v(1, 1, 1), NULL), "box");

    /* A definition of zeros: its rotation is no rotation. */
    md3_body_def zeros;
    memset(&zeros, 0, sizeof zeros);
    explain(world, md3_body_create(world, &zeros, NULL));

    /* A rotation that was not normalized. */
    const md3_transform there = {md3_v(0, 1, 0), {1, 0, 0, 1}};
    explain(world, md3_body_set_transform(world, box, there));

    /* A force of which a number was divided by zero. */
    explain(world, md3_body_apply_force_to_center(world, box, md3_v((md_real)NAN, 0, 0)));

    /* A plane on a dynamic body. */
    md3_geometry plane;
    must(md3_geometry_plane(&plane, md3_v(0, 1, 0), 0), "plane");
    explain(world, md3_shape_create(world, box, &shape_def, &plane, NULL));

    /* A box without a thickness. */
    explain(world, md3_shape_create_box(world, box, &shape_def, md3_v(1, 0, 1), NULL));

    /* A hinge whose limits are in the wrong order. */
    md3_body_id frame;
    must(md3_body_create(world, &body_def, &frame), "frame");
    md3_joint_def hinge = md3_joint_def_at(world, MD3_HINGE, frame, box, md3_v(0, 0, 0), md3_v(0, 1, 0));
    hinge.has_limits = true;
    hinge.lower = 1;
    hinge.upper = -1;
    explain(world, md3_joint_create(world, &hinge, NULL));

    /* A handle of a body that was destroyed. */
    must(md3_body_destroy(world, box), "destroy");
    explain(world, md3_body_apply_force_to_center(world, box, md3_v(1, 0, 0)));

    /* Hulls, meshes and height fields belong to no world: they fill an md_error. */
    const md3_vec flat[4] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}};
    md3_hull *hull;
    md_error error;
    const md_status status = md3_hull_create(NULL, flat, 4, &hull, &error);
    printf("%s\n", status == MD_OK ? "accepted" : error.message);
    md3_world_destroy(world);
    return 0;
}
