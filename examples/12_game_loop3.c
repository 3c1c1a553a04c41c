/* A game loop in 3D: steps of fixed length, frames of any length, transforms for a renderer. */
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

#define DT (1.0 / 60)

/* An object that the game draws, with a name and a model matrix. */
struct thing {
    const char *name;
    md3_body_id body;
    bool moves;
    float matrix[16]; /* column by column, as OpenGL, Vulkan and Metal read it */
};

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

static void add_ball(md3_world *world, md3_vec position, md3_vec velocity, struct thing *thing)
{
    md3_body_def body_def = md3_body_def_default();
    body_def.type = MD3_DYNAMIC;
    body_def.position = position;
    body_def.velocity = velocity;
    body_def.user = thing;
    must(md3_body_create(world, &body_def, &thing->body), "ball");
    md3_geometry sphere;
    must(md3_geometry_sphere(&sphere, md3_v(0, 0, 0), 0.25), "sphere");
    md3_shape_def shape_def = md3_shape_def_default();
    shape_def.rolling = 0.02; /* m; without it a ball rolls on and on */
    must(md3_shape_create(world, thing->body, &shape_def, &sphere, NULL), "ball shape");
}

static void add_ground(md3_world *world)
{
    const md3_body_def body_def = md3_body_def_default();
    md3_body_id ground;
    must(md3_body_create(world, &body_def, &ground), "ground");
    md3_shape_def shape_def = md3_shape_def_default();
    shape_def.rolling = 0.02;
    md3_geometry plane;
    must(md3_geometry_plane(&plane, md3_v(0, 1, 0), 0), "plane");
    must(md3_shape_create(world, ground, &shape_def, &plane, NULL), "ground shape");
}

/* Writes a transform as a 4 x 4 matrix, column by column: the axes of the body, then its position. */
static void write_matrix(md3_transform pose, float matrix[16])
{
    const md3_mat axes = md3_rot_matrix(pose.q);
    const md3_vec column[4] = {axes.x, axes.y, axes.z, pose.p};
    for (int i = 0; i < 4; ++i) {
        matrix[4 * i] = (float)column[i].x;
        matrix[4 * i + 1] = (float)column[i].y;
        matrix[4 * i + 2] = (float)column[i].z;
        matrix[4 * i + 3] = i < 3 ? 0.0f : 1.0f;
    }
}

/* Notes which things the last step moved or put to sleep. Called after every step. */
static void note_moved(const md3_world *world)
{
    md3_moved_body moved[16];
    const int32_t count = md3_world_moved_bodies(world, moved, 16);
    for (int32_t i = 0; i < count && i < 16; ++i) { /* count is the number of all */
        struct thing *thing = (struct thing *)moved[i].user;
        thing->moves = !moved[i].fell_asleep;
        if (moved[i].fell_asleep) {
            write_matrix(moved[i].transform, thing->matrix); /* its place until it is woken */
            printf("step %d: the %s falls asleep\n", (int)md3_world_steps(world), thing->name);
        }
    }
}

/* Draws the moving things between the last two steps. Called in every frame. Returns how many there are. */
static int draw_things(const md3_world *world, struct thing *things, int count, md_real fraction)
{
    int moving = 0;
    for (int i = 0; i < count; ++i) {
        if (things[i].moves) {
            write_matrix(md3_body_interpolated(world, things[i].body, fraction), things[i].matrix);
            ++moving;
        }
    }
    return moving;
}

/* Length of a frame, s. In a game: the time since the last frame. Here frame 40 takes long. */
static double frame_seconds(int frame)
{
    return frame == 40 ? 0.5 : frame % 3 == 0 ? 0.021 : 0.015;
}

int main(void)
{
    const md3_world_def def = md3_world_def_default();
    md3_world *world;
    must(md3_world_create(&def, &world), "world");
    struct thing things[2] = {{"red ball", {0, 0}, true, {0}}, {"blue ball", {0, 0}, true, {0}}};
    add_ground(world);
    add_ball(world, md3_v(0, 2, 0), md3_v(2, 0, 0), &things[0]);
    add_ball(world, md3_v(0, 0.25, 2), md3_v(1, 0, 0), &things[1]);

    double accumulator = 0;
    for (int frame = 0; frame <= 240; ++frame) {
        double elapsed = frame_seconds(frame);
        if (elapsed > 0.1) {
            elapsed = 0.1; /* do not catch up after a long pause */
        }
        accumulator += elapsed;
        while (accumulator >= DT) {
            must(md3_world_step(world, (md_real)DT, NULL), "step");
            note_moved(world);
            accumulator -= DT;
        }
        const md_real fraction = (md_real)(accumulator / DT); /* part of a step that has passed */
        const int moving = draw_things(world, things, 2, fraction);
        if (frame % 40 == 0) {
            const float *at = &things[0].matrix[12]; /* the last column: the position */
            printf("frame %d after step %d and %.2f of the next: %d moving, red ball drawn at (%.2f, %.2f, %.2f)\n",
                   frame, (int)md3_world_steps(world), (double)fraction, moving, (double)at[0], (double)at[1],
                   (double)at[2]);
        }
    }
    md3_world_destroy(world);
    return 0;
}
