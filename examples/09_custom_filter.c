/* A gate that only its own team can pass: a custom filter. The program prints the bodies that moved. */
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

struct thing {
    const char *name;
    const char *team; /* NULL: collides with everyone */
    bool is_gate;
};

static void must(const md2_world *world, md_status status)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s\n", md2_world_last_error(world));
        exit(1);
    }
}

static const struct thing *thing_of(const md2_world *world, md2_shape_id shape)
{
    return (const struct thing *)md2_body_user(world, md2_shape_body(world, shape));
}

/* A gate and a thing of its team do not collide. */
static bool filter(void *user, const md2_world *world, md2_shape_id a, md2_shape_id b)
{
    const struct thing *first = thing_of(world, a);
    const struct thing *second = thing_of(world, b);
    (void)user;
    return !(first->is_gate || second->is_gate) || first->team != second->team;
}

static void add_thing(md2_world *world, const struct thing *thing, md2_vec position, md_real speed,
                      const md2_hull *hull)
{
    md2_body_def def = md2_body_def_default();
    def.type = speed != 0 ? MD2_DYNAMIC : MD2_STATIC;
    def.position = position;
    def.velocity = md2_v(speed, 0);
    def.angular_damping = 2; /* 1/s, so that balls come to rest */
    def.user = (void *)thing;
    const md2_shape_def material = md2_shape_def_default();
    md2_body_id body;
    must(world, md2_body_create(world, &def, &body));
    must(world, md2_shape_create(world, body, &material, hull, NULL));
}

/* Visits only what the last step has changed, however large the world is. */
static void print_moved(const md2_world *world)
{
    md2_moved_body moved[8];
    const int32_t count = md2_world_moved_bodies(world, moved, 8);
    for (int32_t i = 0; i < count; ++i) {
        const struct thing *thing = (const struct thing *)moved[i].user;
        const bool asks = md2_world_steps(world) % 60 == 0;
        if (asks || moved[i].fell_asleep) {
            printf("%.1f s: %s %s x = %.1f m\n", (double)md2_world_steps(world) / 60, thing->name,
                   moved[i].fell_asleep ? "falls asleep at" : "is at", (double)moved[i].transform.p.x);
        }
    }
}

int main(void)
{
    static const struct thing ground = {"ground", NULL, false};
    static const struct thing gate = {"gate", "red", true};
    static const struct thing red = {"red ball", "red", false};
    static const struct thing blue = {"blue ball", "blue", false};
    md2_world_def def = md2_world_def_default();
    def.callbacks.filter = filter;
    md2_world *world = NULL;
    must(world, md2_world_create(&def, &world));
    md2_hull hull;
    must(world, md2_hull_box(&hull, md2_v(20, 1), md2_v(0, 0), md2_rot_identity(), 0));
    add_thing(world, &ground, md2_v(0, -1), 0, &hull);
    must(world, md2_hull_box(&hull, md2_v((md_real)0.1, 1), md2_v(0, 0), md2_rot_identity(), 0));
    add_thing(world, &gate, md2_v(0, 1), 0, &hull);
    must(world, md2_hull_circle(&hull, md2_v(0, 0), (md_real)0.25));
    add_thing(world, &red, md2_v(-2, (md_real)0.25), 5, &hull);
    add_thing(world, &blue, md2_v(-3, (md_real)0.25), 4, &hull);
    for (int step = 0; step < 240; ++step) {
        must(world, md2_world_step(world, (md_real)1 / 60, NULL));
        print_moved(world);
    }
    md2_world_destroy(world);
    return 0;
}
