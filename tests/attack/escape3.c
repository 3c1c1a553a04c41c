/* Attacks continuous collision in 3D: fast bodies in rooms with walls of 1 cm, in a mesh, on a height field, and bullets against
 * dynamic boxes. The exit code is 1 if any trial goes wrong.
 *
 *     attack_escape3                                  20 trials of every kind, and the seeds that once went wrong
 *     attack_escape3 TRIALS [KIND [FIRST_SEED]]       that many trials of every kind, or of one
 *     attack_escape3 1 bar 4711                       replays one seed and prints every step
 */
#include "attack/escape3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct kind {
    const char *name;
    escape3_trial *trial;
    const char *text;
} kinds[] = {
    {"bar", escape3_bar, "spinning bars of 2 m x 2 cm x 2 cm, up to 1,000 m/s, walls that meet at the corners"},
    {"slow_bar", escape3_slow_bar, "the same, up to 10 m/s"},
    {"capsule", escape3_capsule, "capsules"},
    {"box", escape3_box, "boxes"},
    {"plate", escape3_plate, "plates of 8 to 40 mm"},
    {"sliver", escape3_sliver, "thin prisms and tetrahedra"},
    {"sphere", escape3_sphere, "spheres"},
    {"hull", escape3_hull, "convex hulls of up to 24 points, rounded or not"},
    {"cylinder", escape3_cylinder, "cylinders"},
    {"cone", escape3_cone, "cones"},
    {"long_walls", escape3_long_walls, "all shapes, walls that go on beyond the corners"},
    {"mesh", escape3_mesh, "all shapes, the room is a triangle mesh"},
    {"height_field", escape3_height_field, "all shapes, the floor is a height field"},
    {"bullet", escape3_bullet, "bullet bars against dynamic boxes"},
};

enum { KINDS = sizeof kinds / sizeof kinds[0], SHOWN = 5 };

/* A hull with a spin of more than half a turn per substep, which got stuck at a wall. */
static const struct kind spinning_hull = {"spin", escape3_hull, "a hull with the fastest spin"};
static const uint64_t spinning_hull_seed = 1607;

bool escape3_is_verbose = false;

void escape3_require(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "escape3: %s: %s\n", what, md_status_text(status));
        exit(2);
    }
}

md3_world *escape3_world(struct splitmix *random, int32_t substeps, md3_shape_def *surface)
{
    md3_world_def def = md3_world_def_default();
    def.gravity = md3_v(0, 0, splitmix_index(random, 2) == 0 ? 0 : (md_real)-9.80665);
    def.substeps = substeps;
    *surface = md3_shape_def_default();
    surface->friction = (md_real)splitmix_real(random, 0, 1);
    surface->restitution = splitmix_index(random, 2) == 0 ? 0 : (md_real)splitmix_real(random, 0, 1);
    md3_world *world = NULL;
    escape3_require(md3_world_create(&def, &world), "world");
    return world;
}

/* A random number within a ball of two to four dimensions, by refusing those of the cube around it. */
static void point_in_ball(struct splitmix *random, double *at, int dimensions)
{
    double squared;
    do {
        squared = 0;
        for (int i = 0; i < dimensions; ++i) {
            at[i] = splitmix_real(random, -1, 1);
            squared += at[i] * at[i];
        }
    } while (squared > 1 || squared < 0.01);
    for (int i = 0; i < dimensions; ++i) {
        at[i] /= sqrt(squared);
    }
}

md3_vec escape3_direction(struct splitmix *random)
{
    double at[3];
    point_in_ball(random, at, 3);
    return md3_v((md_real)at[0], (md_real)at[1], (md_real)at[2]);
}

md3_rot escape3_rotation(struct splitmix *random)
{
    double at[4];
    point_in_ball(random, at, 4);
    return md3_rot_normalize((md3_rot){(md_real)at[0], (md_real)at[1], (md_real)at[2], (md_real)at[3]});
}

/* Runs the trials of a kind. Returns the number of those that went wrong. */
static int64_t run(const struct kind *kind, int64_t trials, uint64_t first)
{
    int64_t wrong = 0;
    printf("%-12s ", kind->name);
    for (int64_t i = 0; i < trials; ++i) {
        const uint64_t seed = first + (uint64_t)i;
        if (kind->trial(seed) && ++wrong <= SHOWN) {
            printf("%s%llu", wrong == 1 ? "wrong seeds " : " ", (unsigned long long)seed);
        }
    }
    const char *gap = wrong > SHOWN ? " ..., " : wrong > 0 ? ", " : "";
    printf("%s%lld of %lld wrong: %s\n", gap, (long long)wrong, (long long)trials, kind->text);
    fflush(stdout);
    return wrong;
}

int main(int argc, char **argv)
{
    const int64_t trials = argc > 1 ? strtoll(argv[1], NULL, 10) : 20;
    const uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    int64_t wrong = 0;
    int found = 0;
    escape3_is_verbose = trials == 1;
    for (int i = 0; trials > 0 && i < KINDS; ++i) {
        if (argc < 3 || strcmp(argv[2], kinds[i].name) == 0) {
            wrong += run(&kinds[i], trials, first);
            ++found;
        }
    }
    if (argc == 1) {
        wrong += run(&spinning_hull, 1, spinning_hull_seed);
    }
    if (found == 0) {
        fprintf(stderr, "usage: attack_escape3 [TRIALS [KIND [FIRST_SEED]]]\n");
        return 2;
    }
    return wrong > 0 ? 1 : 0;
}
