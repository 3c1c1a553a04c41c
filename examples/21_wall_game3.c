/* A whole small game: three balls against a wall of bricks. A brick that touches the ground scores 10 points, a brick that
 * a ball hits harder than 5 m/s scores 5 more. */
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 5
#define COLUMNS 5
#define SHOTS 3

enum kind { GROUND, BRICK, BALL };

/* A thing of the game. The user pointer of its body points to it. */
struct thing {
    enum kind kind;
    bool fallen, hit; /* a brick scores once for each */
};

struct game {
    md3_world *world;
    struct thing ground, bricks[ROWS][COLUMNS], balls[SHOTS];
    int shots, score;
};

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

/* ---- Building ---------------------------------------------------------------------------------------------------- */

static md3_body_id add_body(struct game *game, md3_body_type type, md3_vec position, struct thing *thing)
{
    md3_body_def def = md3_body_def_default();
    def.type = type;
    def.position = position;
    def.user = thing;
    md3_body_id body;
    must(md3_body_create(game->world, &def, &body), "body");
    return body;
}

static void create_game(struct game *game)
{
    memset(game, 0, sizeof *game);
    const md3_world_def def = md3_world_def_default();
    must(md3_world_create(&def, &game->world), "world");

    md3_shape_def surface = md3_shape_def_default();
    surface.rolling = surface.torsion =
        0.05; /* m: ground and ball have it; 0 of one of two shapes makes 0 for their contact */
    md3_geometry plane;
    must(md3_geometry_plane(&plane, md3_v(0, 1, 0), 0), "plane");
    game->ground.kind = GROUND;
    const md3_body_id ground = add_body(game, MD3_STATIC, md3_v(0, 0, 0), &game->ground);
    must(md3_shape_create(game->world, ground, &surface, &plane, NULL), "ground");

    surface.rolling = surface.torsion = 0;
    surface.density = 300; /* kg/m^3: a brick has 75 kg */
    for (int row = 0; row < ROWS; ++row) {
        for (int column = 0; column < COLUMNS; ++column) {
            const double z = column - 0.5 * COLUMNS + (row % 2 == 0 ? 0.25 : 0.75);
            struct thing *brick = &game->bricks[row][column];
            brick->kind = BRICK;
            brick->fallen = row == 0; /* the lowest bricks lie on the ground from the start: they do not count */
            const md3_body_id body =
                add_body(game, MD3_DYNAMIC, md3_v(0, (md_real)(0.5 * row + 0.25), (md_real)z), brick);
            must(md3_shape_create_box(game->world, body, &surface, md3_v(0.25, 0.25, 0.5), NULL), "brick");
        }
    }
}

/* Shoots a ball of 60 kg along +x. */
static void shoot(struct game *game, md_real y, md_real z, md_real speed)
{
    struct thing *thing = &game->balls[game->shots++];
    thing->kind = BALL;
    const md3_body_id ball = add_body(game, MD3_DYNAMIC, md3_v(-6, y, z), thing);
    md3_geometry sphere;
    must(md3_geometry_sphere(&sphere, md3_v(0, 0, 0), 0.3), "sphere");
    md3_shape_def def = md3_shape_def_default();
    def.density = 530;
    def.rolling = def.torsion = 0.05;
    must(md3_shape_create(game->world, ball, &def, &sphere, NULL), "ball");
    must(md3_body_set_velocity(game->world, ball, md3_v(speed, 0, 0), md3_v(0, 0, 0)), "velocity");
}

/* ---- Playing ----------------------------------------------------------------------------------------------------- */

static struct thing *thing_of(const struct game *game, md3_shape_id shape)
{
    return (struct thing *)md3_body_user(game->world, md3_shape_body(game->world, shape));
}

/* Adds the points for a contact of a brick with another thing. */
static void count_points(struct game *game, const md3_event *event, struct thing *brick, const struct thing *other)
{
    if (event->type == MD3_EVENT_CONTACT_BEGIN && other->kind == GROUND && !brick->fallen) {
        brick->fallen = true;
        game->score += 10;
    }
    if (event->type == MD3_EVENT_CONTACT_HIT && other->kind == BALL && event->speed > 5 && !brick->hit) {
        brick->hit = true;
        game->score += 5;
    }
}

/* One step: advances the world, and reads the events. Returns the number of awake bodies. */
static int game_step(struct game *game)
{
    md_step_report report;
    must(md3_world_step(game->world, (md_real)1 / 60, &report), "step");
    int32_t count;
    const md3_event *events = md3_world_events(game->world, &count);
    for (int32_t i = 0; i < count; ++i) {
        if (events[i].type != MD3_EVENT_CONTACT_BEGIN && events[i].type != MD3_EVENT_CONTACT_HIT) {
            continue;
        }
        struct thing *first = thing_of(game, events[i].shape[0]), *second = thing_of(game, events[i].shape[1]);
        if (first->kind == BRICK) {
            count_points(game, &events[i], first, second);
        }
        if (second->kind == BRICK) {
            count_points(game, &events[i], second, first);
        }
    }
    return (int)report.awake_bodies;
}

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

#define WIDTH 64
#define HEIGHT 12

struct screen {
    char text[HEIGHT][WIDTH + 1];
};

/* Draws a line of the world as it is seen from the balls: z to the right, y up; 8 x 4 characters are 1 m. */
static void draw_line(void *user, md3_vec a, md3_vec b, md3_draw_kind kind, md3_shape_id shape)
{
    struct screen *screen = (struct screen *)user;
    (void)shape;
    if (kind == MD3_DRAW_STATIC) {
        return;
    }
    for (int i = 0; i <= 32; ++i) {
        const md3_vec p = md3_vec_lerp(a, b, (md_real)i / 32);
        const int column = (int)(WIDTH / 2 + 8 * (double)p.z), row = HEIGHT - 1 - (int)(4 * (double)p.y);
        if (p.y >= 0 && column >= 0 && column < WIDTH && row >= 0 && row < HEIGHT) {
            screen->text[row][column] = kind == MD3_DRAW_ASLEEP ? '#' : 'o';
        }
    }
}

static void draw_game(const struct game *game)
{
    struct screen screen;
    memset(screen.text, ' ', sizeof screen.text);
    md3_debug_draw draw = md3_debug_draw_default();
    draw.user = &screen;
    draw.line = draw_line; /* enough for everything: shapes without a function of their own are drawn as lines */
    md3_world_draw(game->world, &draw);
    for (int row = 0; row < HEIGHT; ++row) {
        int length = WIDTH;
        while (length > 0 && screen.text[row][length - 1] == ' ') {
            --length;
        }
        printf("|%.*s\n", length, screen.text[row]);
    }
}

int main(void)
{
    struct game game;
    create_game(&game);
    const md_real shots[SHOTS][3] = {{1.5, 0, 25}, {1, -1.5, 25}, {1, 1.5, 25}}; /* y, z, speed: the player's input */
    draw_game(&game);
    for (int shot = 0; shot < SHOTS; ++shot) {
        shoot(&game, shots[shot][0], shots[shot][1], shots[shot][2]);
        int steps = 0;
        while (game_step(&game) > 0 && steps < 1200) {
            ++steps;
        }
        printf("shot %d: everything rests after %.1f s, score %d\n", shot + 1, steps / 60.0, game.score);
        draw_game(&game);
    }
    md3_world_destroy(game.world);
    return 0;
}
