/* A box falls onto the ground.
 *
 *     cc 01_falling_box.c $(pkg-config --cflags --libs modulus) -o falling_box
 */
#include <math.h>
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

/* Adds a body with one box. `half` is half the width and half the height, m. */
static md2_body_id add_box(md2_world *world, md2_body_type type, md2_vec position, md2_vec half)
{
    md2_body_def body_def = md2_body_def_default();
    body_def.type = type;
    body_def.position = position;
    md2_body_id body;
    must(md2_body_create(world, &body_def, &body), "body");

    md2_hull hull;
    must(md2_hull_box(&hull, half, md2_v(0, 0), md2_rot_identity(), 0), "hull");
    md2_shape_def shape_def = md2_shape_def_default();
    shape_def.density = 2; /* kg/m^2 */
    must(md2_shape_create(world, body, &shape_def, &hull, NULL), "shape");
    return body;
}

int main(void)
{
    md2_world_def def = md2_world_def_default();
    md2_world *world;
    must(md2_world_create(&def, &world), "world");

    add_box(world, MD2_STATIC, md2_v(0, -1), md2_v(20, 1)); /* the top is at y = 0 */
    const md2_body_id box = add_box(world, MD2_DYNAMIC, md2_v(0, 4), md2_v(0.5, 0.5));
    printf("mass of the box: %.1f kg\n", (double)md2_body_mass(world, box).mass);

    for (int step = 1; step <= 90; ++step) {
        must(md2_world_step(world, (md_real)1 / 60, NULL), "step");
        if (step % 15 == 0) {
            const md2_vec position = md2_body_transform(world, box).p;
            const double speed = fabs((double)md2_body_velocity(world, box).y);
            printf("%.2f s: height %.2f m, speed %.2f m/s\n", step / 60.0, (double)position.y, speed);
        }
    }
    md2_world_destroy(world);
    return 0;
}
