/* A character in 3D walks through a level by a scripted input: up stairs, down a ramp, against a crate, onto a lift, and to a
 * slope that is too steep for it. */
#include <math.h>
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

#define DT ((md_real)1 / 60)

struct game {
    md3_world *world;
    md3_mover player;
    md3_body_id lift, crate;
};

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

/* ---- The level ------------------------------------------------------------------------------------------------------ */

/* Adds a box, whose name is the user pointer of its body. */
static md3_body_id add_box(md3_world *world, const char *name, md3_body_type type, md3_transform at, md3_vec half,
                           md_real density)
{
    md3_body_def body_def = md3_body_def_default();
    body_def.type = type;
    body_def.position = at.p;
    body_def.rotation = at.q;
    body_def.user = (void *)name;
    md3_body_id body;
    must(md3_body_create(world, &body_def, &body), "body");

    md3_hull *hull;
    md3_geometry geometry;
    must(md3_hull_create_box(NULL, half, &hull, NULL), "hull");
    must(md3_geometry_hull(&geometry, hull, 0), "geometry");
    md3_shape_def shape_def = md3_shape_def_default();
    shape_def.density = density;
    shape_def.friction = (md_real)0.4;
    must(md3_shape_create(world, body, &shape_def, &geometry, NULL), "shape");
    md3_hull_destroy(hull); /* the shape keeps it */
    return body;
}

/* Adds a static box between two heights. */
static void add_block(md3_world *world, const char *name, double from_x, double to_x, double bottom, double top)
{
    const md3_vec center = md3_v((md_real)((from_x + to_x) / 2), (md_real)((bottom + top) / 2), 0);
    const md3_vec half = md3_v((md_real)((to_x - from_x) / 2), (md_real)((top - bottom) / 2), 3);
    add_box(world, name, MD3_STATIC, md3_transform_make(center, md3_rot_identity()), half, 1000);
}

/* Adds a static box whose top passes through a point and rises along x at an angle. */
static void add_slope(md3_world *world, const char *name, md3_vec middle, double length, double radians)
{
    const md3_rot rotation = md3_rot_from_axis_angle(md3_v(0, 0, 1), radians);
    const md3_vec down = md3_rot_apply(rotation, md3_v(0, (md_real)-0.2, 0));
    const md3_transform at = md3_transform_make(md3_vec_add(middle, down), rotation);
    add_box(world, name, MD3_STATIC, at, md3_v((md_real)(length / 2), (md_real)0.2, 3), 1000);
}

static void add_level(struct game *game)
{
    md3_world *world = game->world;
    add_block(world, "the floor", -3, 30, -1, 0);
    add_block(world, "step 1", 2, 5, 0, 0.25);
    add_block(world, "step 2", 2.4, 5, 0, 0.5);
    add_block(world, "step 3", 2.8, 5, 0, 0.75);
    add_slope(world, "the ramp", md3_v((md_real)6.03, (md_real)0.375, 0), 2.2, -0.349); /* 20 degrees */
    add_block(world, "the upper floor", 15.05, 30, 1, 2);
    add_slope(world, "the steep slope", md3_v(19, 3, 0), 4, 1.047); /* 60 degrees */

    const md3_transform crate = md3_transform_make(md3_v(9, (md_real)0.4, 0), md3_rot_identity());
    const md3_transform lift = md3_transform_make(md3_v(14, 0, 0), md3_rot_identity());
    game->crate = add_box(world, "the crate", MD3_DYNAMIC, crate, md3_v((md_real)0.4, (md_real)0.4, (md_real)0.4), 100);
    game->lift = add_box(world, "the lift", MD3_KINEMATIC, lift, md3_v(1, (md_real)0.1, 3), 1000);
}

/* The lift rises to the upper floor while the player stands on it. */
static void control_lift(const struct game *game)
{
    const md_real height = md3_body_transform(game->world, game->lift).p.y;
    const bool rises = md3_body_same(game->player.ground_body, game->lift) && height < (md_real)1.9;
    must(md3_body_set_velocity(game->world, game->lift, md3_v(0, rises ? 1 : 0, 0), md3_v(0, 0, 0)), "lift");
}

/* ---- The player ----------------------------------------------------------------------------------------------------- */

/* One step of the game: on the ground the player moves by the input, in the air it falls. */
static void step(struct game *game, md3_vec input, bool jump)
{
    md3_vec wanted = md3_vec_add_scaled(game->player.velocity, DT, md3_world_gravity(game->world));
    if (game->player.ground == MD3_MOVER_ON_GROUND) {
        wanted = input;
        wanted.y = jump ? 5 : 0; /* m/s */
    }
    control_lift(game);
    must(md3_world_step(game->world, DT, NULL), "step");
    must(md3_mover_move(game->world, &game->player, wanted, DT), md3_world_last_error(game->world));
}

static void print_player(const struct game *game, double seconds)
{
    const md3_mover *player = &game->player;
    const char *ground = player->ground == MD3_MOVER_IN_AIR
                             ? "in the air"
                             : (const char *)md3_body_user(game->world, player->ground_body);
    printf("%4.1f s: x %5.2f m, feet at %4.2f m, %3.1f m/s, %s\n", seconds, (double)player->position.x,
           fabs((double)player->position.y), (double)md3_vec_length(player->velocity), ground);
}

/* The input of a few seconds. */
struct part {
    const char *text;
    double seconds;
    md3_vec input; /* m/s */
    bool jump;     /* at the start */
};

int main(void)
{
    const struct part script[] = {
        {"Up the stairs and down the ramp", 4, {2, 0, 0}, false},
        {"Pushing the crate", 2.5, {2, 0, 0}, false},
        {"Around the crate and onto the lift", 1, {0, 0, 2}, false},
        {"", 2, {2, 0, 0}, false},
        {"Waiting on the lift", 2, {0, 0, 0}, false},
        {"A jump, then against the steep slope", 3, {2, 0, 0}, true},
    };
    struct game game = {0};
    const md3_world_def def = md3_world_def_default();
    must(md3_world_create(&def, &game.world), "world");
    add_level(&game);
    const md3_mover_def player = md3_mover_def_default(); /* 1.8 m, 80 kg, steps of 0.3 m, slopes of 45 degrees */
    must(md3_mover_place(game.world, &player, md3_v(0, 0, 0), &game.player), "player");

    int steps = 0;
    for (size_t i = 0; i < sizeof script / sizeof *script; ++i) {
        if (script[i].text[0] != '\0') {
            printf("%s:\n", script[i].text);
        }
        for (int k = 0; k < (int)(60 * script[i].seconds); ++k) {
            step(&game, script[i].input, script[i].jump && k == 0);
            if (++steps % 30 == 0) {
                print_player(&game, steps / 60.0);
            }
        }
    }
    printf("The crate was pushed %.1f m.\n", (double)md3_body_center(game.world, game.crate).x - 9);
    md3_world_destroy(game.world);
    return 0;
}
