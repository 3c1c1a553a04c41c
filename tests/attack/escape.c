/* Attacks continuous collision: fast bodies in rooms with walls of 1 cm, bullets against dynamic boxes, crowds in one
 * point. The exit code is 1 if any trial goes wrong.
 *
 *     attack_escape [TRIALS [KIND [FIRST_SEED]]]     300 trials of every kind by default
 *     attack_escape 1 bar 4711                       replays one seed and prints every step
 */
#include "attack/escape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct kind {
    const char *name;
    escape_trial *trial;
    int64_t cost; /* in trials of the others: expensive kinds run fewer; 0: only by name */
    const char *text;
} kinds[] = {
    {"bar", escape_bar, 1, "spinning bars of 2 m x 2 cm, up to 1,000 m/s, walls that meet at the corners"},
    {"slow_bar", escape_slow_bar, 1, "the same, up to 10 m/s"},
    {"capsule", escape_capsule, 1, "capsules"},
    {"box", escape_box, 1, "boxes"},
    {"sliver", escape_sliver, 1, "thin triangles"},
    {"circle", escape_circle, 1, "circles"},
    {"hull", escape_hull, 1, "convex hulls of up to 8 points, rounded or not"},
    {"long_walls", escape_long_walls, 1, "all shapes, walls that go on beyond the corners"},
    {"chain", escape_chain, 1, "all shapes, the room is a chain loop"},
    {"tips", escape_tips, 0, "thin triangles; a tip that stays outside counts too. Known to go wrong, only by name"},
    {"bullet", escape_bullet, 1, "bullet bars against dynamic boxes"},
    {"crowd", escape_crowd, 300, "270 circles created at one point"},
};

enum { KINDS = sizeof kinds / sizeof kinds[0], SHOWN = 5 };

bool escape_is_verbose = false;

void escape_require(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "escape: %s: %s\n", what, md_status_text(status));
        exit(2);
    }
}

md2_world *escape_world(struct splitmix *random, int32_t substeps, md2_shape_def *surface)
{
    md2_world_def def = md2_world_def_default();
    if (splitmix_index(random, 2) == 0) {
        def.gravity = (md2_vec){0, 0};
    }
    def.substeps = substeps;
    *surface = md2_shape_def_default();
    surface->friction = (md_real)splitmix_real(random, 0, 1);
    surface->restitution = splitmix_index(random, 2) == 0 ? 0 : (md_real)splitmix_real(random, 0, 1);
    md2_world *world = NULL;
    escape_require(md2_world_create(&def, &world), "world");
    return world;
}

/* Runs the trials of a kind. Returns the number of those that went wrong. */
static int64_t run(const struct kind *kind, int64_t trials, uint64_t first)
{
    int64_t wrong = 0;
    const int64_t cost = kind->cost > 0 ? kind->cost : 1;
    const int64_t count = trials > cost ? trials / cost : 1;
    printf("%-10s ", kind->name);
    for (int64_t i = 0; i < count; ++i) {
        const uint64_t seed = first + (uint64_t)i;
        if (kind->trial(seed) && ++wrong <= SHOWN) {
            printf("%s%llu", wrong == 1 ? "wrong seeds " : " ", (unsigned long long)seed);
        }
    }
    printf("%s%lld of %lld wrong: %s\n",
           wrong > SHOWN ? " ..., "
           : wrong > 0   ? ", "
                         : "",
           (long long)wrong, (long long)count, kind->text);
    fflush(stdout);
    return wrong;
}

int main(int argc, char **argv)
{
    const int64_t trials = argc > 1 ? strtoll(argv[1], NULL, 10) : 300;
    const uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    int64_t wrong = 0;
    int found = 0;
    escape_is_verbose = trials == 1;
    for (int i = 0; trials > 0 && i < KINDS; ++i) {
        if (argc < 3 ? kinds[i].cost > 0 : strcmp(argv[2], kinds[i].name) == 0) {
            wrong += run(&kinds[i], trials, first);
            ++found;
        }
    }
    if (found == 0) {
        fprintf(stderr, "usage: attack_escape [TRIALS [KIND [FIRST_SEED]]]\n");
        return 2;
    }
    return wrong > 0 ? 1 : 0;
}
