/* A character runs, jumps through a one-way platform, stands on it, drops on a conveyor belt and is carried along. */
#include <math.h>
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

#define HEIGHT 1.2 /* of the character, m */

struct game {
    md2_world *world;
    md2_body_id player;
    md2_shape_id one_way; /* the platform that can be jumped through */
    md_real one_way_top;  /* m */
};

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

static bool same_shape(md2_shape_id a, md2_shape_id b)
{
    return a.index == b.index && a.generation == b.generation;
}

/* ---- The one-way platform ------------------------------------------------------------------------------------------- */

/* Runs inside the step, before a contact becomes part of the problem. It may look at the world, not change it. The platform
 * is there only for a character whose feet are above it. */
static bool pre_solve(void *user, const md2_world *world, md2_pre_solve *contact)
{
    const struct game *game = user;
    if (!same_shape(contact->shape[0], game->one_way) && !same_shape(contact->shape[1], game->one_way)) {
        return true;
    }
    const double feet = (double)md2_body_transform(world, game->player).p.y - HEIGHT / 2;
    return feet > (double)game->one_way_top - 0.02;
}

/* ---- What the world is made of -------------------------------------------------------------------------------------- */

static md2_shape_id add_block(md2_world *world, const char *name, md2_vec center, md2_vec half, md_real belt_speed)
{
    md2_body_def body_def = md2_body_def_default();
    body_def.position = center;
    body_def.user = (void *)name;
    md2_body_id body;
    must(md2_body_create(world, &body_def, &body), "body");

    md2_hull hull;
    must(md2_hull_box(&hull, half, (md2_vec){0, 0}, (md2_rot){1, 0}, 0), "hull");
    md2_shape_def shape_def = md2_shape_def_default();
    shape_def.surface_speed = belt_speed; /* clockwise round the block: on its top to the right */
    md2_shape_id shape;
    must(md2_shape_create(world, body, &shape_def, &hull, &shape), "shape");
    return shape;
}

/* A capsule slides over edges, and does not fall over where its rotation is fixed. */
static md2_body_id add_player(md2_world *world, md2_vec position)
{
    md2_body_def body_def = md2_body_def_default();
    body_def.type = MD2_DYNAMIC;
    body_def.position = position;
    body_def.fixed_rotation = true;
    body_def.enable_sleep = false; /* it waits for its player, not for a push */
    md2_body_id body;
    must(md2_body_create(world, &body_def, &body), "player");

    const md_real radius = (md_real)0.3;
    const md_real reach = (md_real)(HEIGHT / 2) - radius;
    md2_hull hull;
    must(md2_hull_capsule(&hull, (md2_vec){0, -reach}, (md2_vec){0, reach}, radius), "hull");
    md2_shape_def shape_def = md2_shape_def_default();
    shape_def.density = 80; /* kg/m^2: about 50 kg */
    must(md2_shape_create(world, body, &shape_def, &hull, NULL), "shape");
    return body;
}

/* ---- The character -------------------------------------------------------------------------------------------------- */

/* What the character stands on, by a ray from just above its feet to just below; NULL in the air. A ray that starts inside a
 * shape, as it does halfway through the platform, hits it with a zero normal: that is nothing to stand on. Who rises stands on nothing either. */
static const char *ground_below(const struct game *game)
{
    md2_query_filter filter = md2_query_filter_default();
    filter.except = game->player;
    filter.no_sensors = true;
    const md2_vec middle = md2_body_transform(game->world, game->player).p;
    const md2_vec origin = {middle.x, middle.y - (md_real)(HEIGHT / 2 - 0.05)};
    const md2_query_hit hit = md2_world_ray_closest(game->world, origin, (md2_vec){0, -0.1}, &filter);
    const bool rises = md2_body_velocity(game->world, game->player).y > 0.5;
    const bool stands = hit.shape.generation != 0 && hit.normal.y > 0.7 && !rises;
    return stands ? md2_body_user(game->world, md2_shape_body(game->world, hit.shape)) : NULL;
}

/* Runs at a speed, where there is one to run at, and jumps where there is something to jump from. */
static void control(struct game *game, md_real run, bool jump)
{
    md2_vec velocity = md2_body_velocity(game->world, game->player);
    if (run != 0) {
        velocity.x = run;
    }
    if (jump && ground_below(game) != NULL) {
        velocity.y = 6; /* m/s */
    }
    must(md2_body_set_velocity(game->world, game->player, velocity, 0), "control");
}

int main(void)
{
    struct game game = {0};
    md2_world_def def = md2_world_def_default();
    def.callbacks.pre_solve = pre_solve;
    def.callbacks.user = &game;
    must(md2_world_create(&def, &game.world), "world");

    add_block(game.world, "the ground", (md2_vec){0, -0.5}, (md2_vec){10, 0.5}, 0);
    add_block(game.world, "the belt", (md2_vec){7, 0.1}, (md2_vec){2.5, 0.1}, (md_real)1.5);
    game.one_way = add_block(game.world, "the platform", (md2_vec){2, 1.5}, (md2_vec){1.5, 0.1}, 0);
    game.one_way_top = (md_real)1.6;
    game.player = add_player(game.world, (md2_vec){-1, HEIGHT / 2});

    const char *before = "";
    for (int step = 0; step < 240; ++step) {
        const md_real run = step < 60 ? 2 : step >= 120 && step < 165 ? 3 : 0; /* what a player's keys would say */
        const bool jump = step == 50;
        control(&game, run, jump);
        must(md2_world_step(game.world, (md_real)1 / 60, NULL), "step");

        const char *ground = ground_below(&game);
        const md2_vec at = md2_body_transform(game.world, game.player).p;
        if (ground != before || (step + 1) % 60 == 0) {
            printf("%.2f s: %s at x = %.1f m, feet at %.2f m\n", (step + 1) / 60.0,
                   ground != NULL ? ground : "in the air", (double)at.x, fabs((double)at.y - HEIGHT / 2));
            before = ground;
        }
    }
    md2_world_destroy(game.world);
    return 0;
}
