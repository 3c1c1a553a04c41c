/* A game loop: steps of fixed length in frames of any length, interpolated drawing, dragging with the mouse, rewinding.
 * The screen is text, and the times of the clock and the mouse come from tables, so that every run prints the same. */
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 60
#define ROWS 15
#define DT (1.0 / 60) /* fixed length of a step, s */

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

/* ---- The screen: 15 m by 7.5 m as text ------------------------------------------------------------------------------ */

struct screen {
    char text[ROWS][COLUMNS + 1];
};

static md2_vec position_of(int row, int column)
{
    return md2_v((md_real)((column + 0.5) * 0.25 - 7.5), (md_real)((ROWS - row - 0.5) * 0.5 - 0.5));
}

static char letter_of(md2_draw_kind kind)
{
    switch (kind) {
    case MD2_DRAW_STATIC: return '#';
    case MD2_DRAW_ASLEEP: return 'z';
    case MD2_DRAW_JOINT: return '+';
    default: return 'o';
    }
}

/* Returns whether a point is inside of a counter-clockwise polygon, that is to the left of every side. */
static bool is_inside(const md2_vec *points, int32_t count, md2_vec p)
{
    for (int32_t i = 0; i < count; ++i) {
        const md2_vec a = points[i], b = points[(i + 1) % count];
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) < 0) {
            return false;
        }
    }
    return true;
}

static void draw_polygon(void *user, const md2_vec *points, int32_t count, md_real radius, md2_draw_kind kind,
                         md2_shape_id shape)
{
    struct screen *screen = (struct screen *)user;
    (void)radius; /* of rounded corners, too small to see here */
    (void)shape;
    for (int row = 0; row < ROWS; ++row) {
        for (int column = 0; column < COLUMNS; ++column) {
            if (is_inside(points, count, position_of(row, column))) {
                screen->text[row][column] = letter_of(kind);
            }
        }
    }
}

static void draw_point(void *user, md2_vec point, md2_draw_kind kind)
{
    struct screen *screen = (struct screen *)user;
    const int column = (int)(((double)point.x + 7.5) / 0.25);
    const int row = ROWS - 1 - (int)(((double)point.y + 0.5) / 0.5);
    if (row >= 0 && row < ROWS && column >= 0 && column < COLUMNS) {
        screen->text[row][column] = letter_of(kind);
    }
}

static void show(const md2_world *world, md_real fraction)
{
    struct screen screen;
    memset(&screen, ' ', sizeof screen);
    md2_debug_draw draw = md2_debug_draw_default();
    draw.user = &screen;
    draw.polygon = draw_polygon;
    draw.point = draw_point;
    draw.joints = true;
    draw.fraction = fraction;
    md2_world_draw(world, &draw);
    for (int row = 0; row < ROWS; ++row) {
        int length = COLUMNS;
        while (length > 0 && screen.text[row][length - 1] == ' ') {
            --length;
        }
        printf("|%.*s\n", length, screen.text[row]);
    }
}

/* ---- The game ------------------------------------------------------------------------------------------------------- */

struct game {
    md2_world *world;
    md2_body_id box;    /* the top one */
    md2_joint_id mouse; /* generation 0 if nothing is dragged */
};

struct input {
    bool pressed;
    md2_vec at; /* world coordinates, m */
};

static md2_body_id add_box(md2_world *world, md2_body_type type, md2_vec position, md2_vec half)
{
    md2_body_def body_def = md2_body_def_default();
    body_def.type = type;
    body_def.position = position;
    md2_body_id body;
    must(md2_body_create(world, &body_def, &body), "body");
    md2_hull hull;
    must(md2_hull_box(&hull, half, md2_v(0, 0), md2_rot_identity(), 0), "hull");
    const md2_shape_def shape_def = md2_shape_def_default();
    must(md2_shape_create(world, body, &shape_def, &hull, NULL), "shape");
    return body;
}

static struct game game_create(void)
{
    struct game game = {0};
    const md2_world_def def = md2_world_def_default();
    must(md2_world_create(&def, &game.world), "world");
    add_box(game.world, MD2_STATIC, md2_v(0, -1), md2_v(8, 1));
    for (int i = 0; i < 3; ++i) {
        game.box = add_box(game.world, MD2_DYNAMIC, md2_v(-3, (md_real)(0.5 + i)), md2_v(0.6, 0.5));
    }
    return game;
}

/* Grabs the body at a point with a mouse joint, a spring whose force is limited to about 50 times the weight of the
 * body. */
static void mouse_press(struct game *game, md2_vec at)
{
    md2_shape_id shape;
    if (md2_world_at_point(game->world, at, NULL, &shape, 1) == 0) {
        return;
    }
    const md2_body_id body = md2_shape_body(game->world, shape);
    if (md2_body_get_type(game->world, body) != MD2_DYNAMIC) {
        return;
    }
    md2_joint_def def = md2_joint_def_at(game->world, MD2_MOUSE, md2_body_none(), body, at, md2_v(1, 0));
    def.motor_limit = 50 * md2_body_mass(game->world, body).mass * 10;
    must(md2_joint_create(game->world, &def, &game->mouse), "mouse");
}

static void mouse_use(struct game *game, const struct input *input)
{
    const bool drags = md2_joint_is_valid(game->world, game->mouse); /* false if the body was destroyed */
    if (input->pressed && !drags) {
        mouse_press(game, input->at);
    } else if (input->pressed) {
        must(md2_joint_set_target(game->world, game->mouse, input->at), "target");
    } else if (drags) {
        must(md2_joint_destroy(game->world, game->mouse), "release");
        game->mouse = md2_joint_none();
    }
}

/* Advances the game by one step: input first, then the world. Input belongs to a step, not to a frame, so that a
 * recorded game can be replayed. */
static void game_step(struct game *game, const struct input *input)
{
    mouse_use(game, input);
    must(md2_world_step(game->world, (md_real)DT, NULL), "step");
}

/* Returns the recorded input of a step: the mouse grabs the top box at 1 s, drags it to the right and releases it at
 * 2.5 s. */
static struct input input_at(int64_t step)
{
    const double progress = step < 60 ? 0 : step < 120 ? (double)(step - 60) / 60 : 1;
    const struct input input = {step >= 60 && step < 150,
                                {(md_real)(-3 + 6 * progress), (md_real)(2.5 + 2 * progress)}};
    return input;
}

/* ---- The loop ------------------------------------------------------------------------------------------------------- */

/* Returns the duration of a frame, s. Here it comes from a table; in a game it is the time since the last frame. */
static double frame_seconds(int frame)
{
    static const double seconds[] = {0.016, 0.017, 0.030, 0.011, 0.016};
    return frame == 40 ? 0.4 : seconds[frame % 5]; /* a hitch, for example when a window is moved */
}

static void run(struct game *game)
{
    double accumulator = 0; /* time that has passed but is not simulated yet, s */
    for (int frame = 0; frame < 200; ++frame) {
        double elapsed = frame_seconds(frame);
        if (elapsed > 0.1) {
            elapsed = 0.1; /* do not catch up after a long pause */
        }
        accumulator += elapsed;
        while (accumulator >= DT) {
            const struct input input = input_at(md2_world_steps(game->world));
            game_step(game, &input);
            accumulator -= DT;
        }
        const md_real fraction = (md_real)(accumulator / DT); /* part of a step that has passed */
        if (frame == 0 || frame == 90 || frame == 199) {
            const md2_vec position = md2_body_interpolated(game->world, game->box, fraction).p;
            printf("frame %d, step %d, fraction %.2f: box drawn at (%.2f, %.2f)\n", frame,
                   (int)md2_world_steps(game->world), (double)fraction, (double)position.x, (double)position.y);
            show(game->world, fraction);
        }
    }
}

/* ---- Rewinding ------------------------------------------------------------------------------------------------------ */

/* A saved game: the snapshot of the world, and the data of the game itself. */
struct save {
    void *bytes;
    size_t size;
    struct game game;
};

static struct save save_game(const struct game *game)
{
    struct save save;
    save.game = *game;
    save.size = md2_world_snapshot_size(game->world);
    save.bytes = malloc(save.size);
    must(save.bytes != NULL ? MD_OK : MD_ERROR_MEMORY, "save");
    must(md2_world_snapshot(game->world, save.bytes, save.size, NULL), "snapshot");
    return save;
}

static void rewind_game(struct game *game, const struct save *save)
{
    *game = save->game; /* handles of the snapshot are valid again */
    must(md2_world_restore(game->world, save->bytes, save->size), "restore");
}

static uint64_t play(struct game *game, int steps, bool with_mouse)
{
    for (int i = 0; i < steps; ++i) {
        const struct input no_input = {false, {0, 0}};
        const struct input input = with_mouse ? input_at(md2_world_steps(game->world)) : no_input;
        game_step(game, &input);
    }
    return md2_world_hash(game->world);
}

int main(void)
{
    struct game game = game_create();
    run(&game);
    md2_world_destroy(game.world);

    game = game_create();
    play(&game, 50, true);
    const struct save save = save_game(&game);
    const uint64_t first = play(&game, 150, true);
    rewind_game(&game, &save);
    const uint64_t again = play(&game, 150, true);
    rewind_game(&game, &save);
    const uint64_t other = play(&game, 150, false);
    printf("replay from step 50: %s\n", again == first ? "bit-identical" : "different");
    printf("without the mouse: %s\n", other == first ? "identical" : "different, as expected");
    free(save.bytes);
    md2_world_destroy(game.world);
    return again == first && other != first ? 0 : 1;
}
