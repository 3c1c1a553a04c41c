/* A box falls onto the ground in 3D, and comes to rest on another face than it started on.
 *
 *     cc 11_falling_box3.c $(pkg-config --cflags --libs modulus) -lm -o falling_box3
 */
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program with a message if a call failed. Every library function that can fail returns a status. */
static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

/* Adds the ground: a static body with a plane through the origin. */
static void add_ground(md3_world *world)
{
    const md3_body_def body_def = md3_body_def_default(); /* static, at the origin */
    md3_body_id ground;
    must(md3_body_create(world, &body_def, &ground), "ground");

    md3_geometry plane;
    must(md3_geometry_plane(&plane, md3_v(0, 1, 0), 0), "plane"); /* y points up */
    const md3_shape_def shape_def = md3_shape_def_default();
    must(md3_shape_create(world, ground, &shape_def, &plane, NULL), "ground shape");
}

/* Adds a box of 1 m x 2 m x 1 m that leans by 40 degrees about the z axis. */
static md3_body_id add_box(md3_world *world)
{
    md3_body_def body_def = md3_body_def_default();
    body_def.type = MD3_DYNAMIC;
    body_def.position = md3_v(0, 4, 0);
    body_def.rotation = md3_rot_from_axis_angle(md3_v(0, 0, 1), 0.7);
    md3_body_id box;
    must(md3_body_create(world, &body_def, &box), "box");

    md3_shape_def shape_def = md3_shape_def_default();
    shape_def.density = 500; /* kg/m^3: dry wood */
    must(md3_shape_create_box(world, box, &shape_def, md3_v(0.5, 1, 0.5), NULL), "box shape");
    return box;
}

int main(void)
{
    const md3_world_def def = md3_world_def_default();
    md3_world *world;
    must(md3_world_create(&def, &world), "world");
    add_ground(world);
    const md3_body_id box = add_box(world);
    printf("mass of the box: %.0f kg\n", (double)md3_body_mass(world, box).mass);

    for (int step = 1; step <= 120; ++step) {
        must(md3_world_step(world, (md_real)1 / 60, NULL), "step");
        if (step % 20 == 0) {
            const md3_transform pose = md3_body_transform(world, box);
            const double angle = (double)md3_vec_length(md3_rot_vector(pose.q)) * 180 / 3.14159265;
            const double speed = (double)md3_vec_length(md3_body_velocity(world, box));
            printf("%.2f s: height %.2f m, turned by %2.0f degrees, speed %.2f m/s\n", step / 60.0, (double)pose.p.y,
                   angle, speed);
        }
    }
    md3_world_destroy(world);
    return 0;
}
