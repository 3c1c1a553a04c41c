/* A character runs, jumps through a one-way platform, stands on it, drops onto a conveyor belt and is carried along. */
#include <math.h>
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

#define HEIGHT 1.2 /* of the character, m */

struct game {
    md2_world *world;
    md2_body_id player;
    md2_shape_id one_way; /* the one-way platform */
    md_real one_way_top;  /* m */
};

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

/* ---- The one-way platform ------------------------------------------------------------------------------------------- */

/* Called inside the step for each contact before the solve. It may read the world but not change it. Enables a contact
 * with the one-way platform only while the character's feet are above it. */
static bool pre_solve(void *user, const md2_world *world, md2_pre_solve *contact)
{
    const struct game *game = (const struct game *)user;
    if (!md2_shape_same(contact->shape[0], game->one_way) && !md2_shape_same(contact->shape[1], game->one_way)) {
        return true;
    }
    const double feet = (double)md2_body_transform(world, game->player).p.y - HEIGHT / 2;
    return feet > (double)game->one_way_top - 0.02;
}

/* ---- The scene ------------------------------------------------------------------------------------------------------ */

static md2_shape_id add_block(md2_world *world, const char *name, md2_vec center, md2_vec half, md_real belt_speed)
{
    md2_body_def body_def = md2_body_def_default();
    body_def.position = center;
    body_def.user = (void *)name;
    md2_body_id body;
    must(md2_body_create(world, &body_def, &body), "body");

    md2_hull hull;
    must(md2_hull_box(&hull, half, md2_v(0, 0), md2_rot_identity(), 0), "hull");
    md2_shape_def shape_def = md2_shape_def_default();
    shape_def.surface_speed = belt_speed; /* clockwise around the block: to the right on its top */
    md2_shape_id shape;
    must(md2_shape_create(world, body, &shape_def, &hull, &shape), "shape");
    return shape;
}

/* Adds the character, a capsule, which slides over edges. It cannot fall over, because its rotation is fixed. */
static md2_body_id add_player(md2_world *world, md2_vec position)
{
    md2_body_def body_def = md2_body_def_default();
    body_def.type = MD2_DYNAMIC;
    body_def.position = position;
    body_def.fixed_rotation = true;
    body_def.enable_sleep = false; /* it must react to the controls at any time */
    md2_body_id body;
    must(md2_body_create(world, &body_def, &body), "player");

    const md_real radius = (md_real)0.3;
    const md_real half_length = (md_real)(HEIGHT / 2) - radius;
    md2_hull hull;
    must(md2_hull_capsule(&hull, md2_v(0, -half_length), md2_v(0, half_length), radius), "hull");
    md2_shape_def shape_def = md2_shape_def_default();
    shape_def.density = 80; /* kg/m^2: about 50 kg */
    must(md2_shape_create(world, body, &shape_def, &hull, NULL), "shape");
    return body;
}

/* ---- The character -------------------------------------------------------------------------------------------------- */

/* Returns the name of the body on which the character stands, or NULL in the air. Casts a ray from just above the feet
 * to just below them. A ray that starts inside a shape (halfway through the platform) hits it with a zero normal, which
 * does not count as ground. Neither does anything while the character rises. */
static const char *ground_below(const struct game *game)
{
    md2_query_filter filter = md2_query_filter_default();
    filter.except = game->player;
    filter.sensors = false;
    const md2_vec center = md2_body_transform(game->world, game->player).p;
    const md2_vec origin = {center.x, center.y - (md_real)(HEIGHT / 2 - 0.05)};
    const md2_query_hit hit = md2_world_ray_closest(game->world, origin, md2_v(0, -0.1), &filter);
    const bool rises = md2_body_velocity(game->world, game->player).y > 0.5;
    const bool stands = hit.shape.generation != 0 && hit.normal.y > 0.7 && !rises;
    return stands ? (const char *)md2_body_user(game->world, md2_shape_body(game->world, hit.shape)) : NULL;
}

/* Sets the running speed unless it is 0, and jumps if the character stands on something. */
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

    add_block(game.world, "the ground", md2_v(0, -0.5), md2_v(10, 0.5), 0);
    add_block(game.world, "the belt", md2_v(7, 0.1), md2_v(2.5, 0.1), (md_real)1.5);
    game.one_way = add_block(game.world, "the platform", md2_v(2, 1.5), md2_v(1.5, 0.1), 0);
    game.one_way_top = (md_real)1.6;
    game.player = add_player(game.world, md2_v(-1, HEIGHT / 2));

    const char *last_ground = "";
    for (int step = 0; step < 240; ++step) {
        const md_real run = step < 60 ? 2 : step >= 120 && step < 165 ? 3 : 0; /* in a game: from the keys */
        const bool jump = step == 50;
        control(&game, run, jump);
        must(md2_world_step(game.world, (md_real)1 / 60, NULL), "step");

        const char *ground = ground_below(&game);
        const md2_vec at = md2_body_transform(game.world, game.player).p;
        if (ground != last_ground || (step + 1) % 60 == 0) {
            printf("%.2f s: %s at x = %.1f m, feet at %.2f m\n", (step + 1) / 60.0,
                   ground != NULL ? ground : "in the air", (double)at.x, fabs((double)at.y - HEIGHT / 2));
            last_ground = ground;
        }
    }
    md2_world_destroy(game.world);
    return 0;
}
