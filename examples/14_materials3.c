/* Friction, bounce, rolling friction and a conveyor belt. */
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

static md3_world *create_world(md_friction law)
{
    md3_world_def def = md3_world_def_default();
    def.friction_law = law;
    md3_world *world;
    must(md3_world_create(&def, &world), "world");
    return world;
}

static md3_body_id add_body(md3_world *world, md3_body_type type, md3_vec position, md3_vec velocity)
{
    md3_body_def def = md3_body_def_default();
    def.type = type;
    def.position = position;
    def.velocity = velocity;
    md3_body_id body;
    must(md3_body_create(world, &def, &body), "body");
    return body;
}

static void add_ground(md3_world *world, const md3_shape_def *def)
{
    md3_geometry plane;
    must(md3_geometry_plane(&plane, md3_v(0, 1, 0), 0), "plane");
    must(md3_shape_create(world, add_body(world, MD3_STATIC, md3_v(0, 0, 0), md3_v(0, 0, 0)), def, &plane, NULL),
         "ground");
}

static md3_body_id add_box(md3_world *world, const md3_shape_def *def, md3_vec position, md3_vec velocity)
{
    const md3_body_id box = add_body(world, MD3_DYNAMIC, position, velocity);
    must(md3_shape_create_box(world, box, def, md3_v(0.25, 0.25, 0.25), NULL), "box");
    return box;
}

static md3_body_id add_ball(md3_world *world, const md3_shape_def *def, md3_vec position, md3_vec velocity)
{
    const md3_body_id ball = add_body(world, MD3_DYNAMIC, position, velocity);
    md3_geometry sphere;
    must(md3_geometry_sphere(&sphere, md3_v(0, 0, 0), 0.25), "sphere");
    must(md3_shape_create(world, ball, def, &sphere, NULL), "ball");
    return ball;
}

static void run(md3_world *world, double seconds)
{
    for (int step = 0; step < seconds * 60; ++step) {
        must(md3_world_step(world, (md_real)1 / 60, NULL), "step");
    }
}

/* A box slides on the ground at 5 m/s, along an axis of the box and diagonally. */
static void slide(md_friction law)
{
    const md3_vec directions[2] = {md3_v(1, 0, 0), md3_vec_normalize(md3_v(1, 0, 1))};
    double distance[2];
    for (int i = 0; i < 2; ++i) {
        md3_world *world = create_world(law);
        md3_shape_def def = md3_shape_def_default();
        def.friction = 0.5;
        add_ground(world, &def);
        const md3_body_id box = add_box(world, &def, md3_v(0, 0.25, 0), md3_vec_scale(5, directions[i]));
        run(world, 3);
        const md3_vec p = md3_body_transform(world, box).p;
        distance[i] = (double)md3_vec_length(md3_v(p.x, 0, p.z));
        md3_world_destroy(world);
    }
    printf("law %s: the box slides %.2f m along an axis, %.2f m along a diagonal\n", md_friction_name(law), distance[0],
           distance[1]);
}

/* Balls fall from 2 m above their resting height. Returns the height of the first bounce. */
static double bounce(md_real restitution)
{
    md3_world *world = create_world(MD_FRICTION_DISC);
    md3_shape_def def = md3_shape_def_default();
    add_ground(world, &def);
    def.restitution = restitution;
    const md3_body_id ball = add_ball(world, &def, md3_v(0, 2.25, 0), md3_v(0, 0, 0));
    double highest = 0;
    bool fell = false, rose = false;
    for (int step = 0; step < 240 && !(rose && md3_body_velocity(world, ball).y < 0); ++step) {
        run(world, 1.0 / 60);
        const double height = (double)md3_body_transform(world, ball).p.y - 0.25;
        fell = fell || height < 0.1;
        rose = rose || (fell && md3_body_velocity(world, ball).y > 0);
        highest = rose && height > highest ? height : highest;
    }
    md3_world_destroy(world);
    return highest;
}

/* A ball rolls at 2 m/s. Returns how far it comes in 10 s. */
static double roll(md_real rolling)
{
    md3_world *world = create_world(MD_FRICTION_DISC);
    md3_shape_def def = md3_shape_def_default();
    def.rolling = rolling;
    add_ground(world, &def);
    const md3_body_id ball = add_ball(world, &def, md3_v(0, 0.25, 0), md3_v(2, 0, 0));
    must(md3_body_set_velocity(world, ball, md3_v(2, 0, 0), md3_v(0, 0, -8)), "velocity"); /* rolls without slipping */
    run(world, 10);
    const double distance = (double)md3_body_transform(world, ball).p.x;
    md3_world_destroy(world);
    return distance;
}

int main(void)
{
    slide(MD_FRICTION_DISC);
    slide(MD_FRICTION_BOX);
    printf("a ball falls by 2 m and bounces to %.2f m with restitution 0.5, to %.2f m with 0.8\n", bounce(0.5),
           bounce(0.8));
    printf("a ball rolls %.1f m in 10 s, and %.1f m with rolling friction\n", roll(0), roll(0.01));

    md3_world *world = create_world(MD_FRICTION_DISC);
    md3_shape_def belt = md3_shape_def_default();
    belt.surface_velocity = md3_v(1, 0, 0.5);
    add_ground(world, &belt);
    const md3_shape_def def = md3_shape_def_default();
    const md3_body_id box = add_box(world, &def, md3_v(0, 0.25, 0), md3_v(0, 0, 0));
    run(world, 2);
    const md3_vec v = md3_body_velocity(world, box);
    printf("the belt carries a box at (%.2f, %.2f) m/s\n", (double)v.x, (double)v.z);
    md3_world_destroy(world);
    return 0;
}
