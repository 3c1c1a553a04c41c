/* Sleep, and a networked game that predicts, rewinds and simulates again. */
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

static md3_body_id add_box(md3_world *world, md3_body_type type, md3_vec position, md3_vec half)
{
    md3_body_def def = md3_body_def_default();
    def.type = type;
    def.position = position;
    md3_body_id body;
    must(md3_body_create(world, &def, &body), "body");
    const md3_shape_def shape_def = md3_shape_def_default();
    must(md3_shape_create_box(world, body, &shape_def, half, NULL), "box");
    return body;
}

/* A row of five stacks, and a player: the last body. */
static md3_world *create_game(md3_body_id *player)
{
    const md3_world_def def = md3_world_def_default();
    md3_world *world;
    must(md3_world_create(&def, &world), "world");
    add_box(world, MD3_STATIC, md3_v(0, -1, 0), md3_v(50, 1, 50));
    for (int i = 0; i < 15; ++i) {
        add_box(world, MD3_DYNAMIC, md3_v((md_real)(2 * (i / 3)), (md_real)(0.25 + 0.5 * (i % 3)), 0),
                md3_v(0.25, 0.25, 0.25));
    }
    *player = add_box(world, MD3_DYNAMIC, md3_v(-3, 0.5, 0), md3_v(0.3, 0.5, 0.3));
    return world;
}

/* One step of the game. The input is the force of the player, N. */
static md_step_report game_step(md3_world *world, md3_body_id player, md_real input)
{
    if (input != 0) { /* a force of 0 would wake the player too */
        must(md3_body_apply_force_to_center(world, player, md3_v(input, 0, 0)), "force");
    }
    md_step_report report;
    must(md3_world_step(world, (md_real)1 / 60, &report), "step");
    return report;
}

/* The true input of the other player, who stands for a second, runs for half a second, and lets go. */
static md_real true_input(int step)
{
    return step >= 60 && step < 90 ? 6000 : 0;
}

int main(void)
{
    /* The server knows all inputs. */
    md3_body_id player;
    md3_world *server = create_game(&player);
    for (int step = 0; step < 300; ++step) {
        const md_step_report report = game_step(server, player, true_input(step));
        if ((step + 1) % 50 == 0) {
            printf("server, step %d: %d of 16 boxes awake\n", step + 1, (int)report.awake_bodies);
        }
    }

    /* The client gets each input 40 steps late, and predicts that nothing changes: the player stands. It keeps a
     * snapshot of the last step whose inputs it knows. */
    md3_world *client = create_game(&player);
    for (int step = 0; step < 60; ++step) {
        game_step(client, player, true_input(step));
    }
    const size_t size = md3_world_snapshot_size(client);
    void *snapshot = malloc(size);
    must(snapshot != NULL ? MD_OK : MD_ERROR_MEMORY, "snapshot");
    must(md3_world_snapshot(client, snapshot, size, NULL), "snapshot");
    for (int step = 60; step < 100; ++step) {
        game_step(client, player, 0);
    }
    printf("client, step 100, predicted: player at %.2f m\n", (double)md3_body_transform(client, player).p.x);

    /* The inputs of steps 60 to 99 arrive: rewind and simulate them again, within one frame. */
    must(md3_world_restore(client, snapshot, size), "restore");
    for (int step = 60; step < 100; ++step) {
        game_step(client, player, true_input(step));
    }
    printf("client, step 100, corrected: player at %.2f m\n", (double)md3_body_transform(client, player).p.x);
    for (int step = 100; step < 300; ++step) {
        game_step(client, player, true_input(step));
    }
    printf("after 300 steps client and server %s\n",
           md3_world_hash(client) == md3_world_hash(server) ? "agree in every bit" : "differ");
    free(snapshot);
    md3_world_destroy(client);
    md3_world_destroy(server);
    return 0;
}
