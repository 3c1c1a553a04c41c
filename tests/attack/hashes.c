/* Determinism: built-in scenes of 2D and 3D end with the state hashes of tests/hashes.txt. It needs neither the command nor its
 * libraries, so that tools/soak can build it for other processors.
 *
 *     attack_hashes [COUNT [FIRST]]      COUNT of the scenes, from the FIRST one on */
#include <inttypes.h>
#include <string.h>

#include "attack/attack.h"
#include "scene/builtin.h"
#include "scene/scene_world.h"

#ifdef MODULUS_SINGLE
#define COLUMN 1
#else
#define COLUMN 0
#endif

/* A line with a hash in double, a hash in float, a scene and its number of steps. Lines with more words are skipped. */
static bool read_line(FILE *table, char *hash, char *scene, int *steps)
{
    char line[256];
    while (fgets(line, sizeof line, table) != NULL) {
        char columns[2][32];
        char more[8];
        if (sscanf(line, "%31s %31s %63s --steps %d %7s", columns[0], columns[1], scene, steps, more) == 4) {
            strcpy(hash, columns[COLUMN]);
            return true;
        }
    }
    return false;
}

static void hash_after(const char *name, int steps, char *hash)
{
    const struct scene_options options = {.allow_3d = true};
    const struct scene_kind *kind = builtin_find(name);
    const struct scene_kind3 *kind3 = builtin_find3(name);
    struct scene scene = {0};
    md_error error = {0};
    REQUIRE(kind != NULL || kind3 != NULL);
    REQUIRE((kind != NULL ? builtin_open(&scene, kind, &options, &error)
                          : builtin_open3(&scene, kind3, &options, &error)) == MD_OK);
    for (int i = 0; i < steps; ++i) {
        REQUIRE(scene_step(&scene, scene.dt, NULL) == MD_OK);
    }
    sprintf(hash, "%016" PRIx64, scene_hash(&scene));
    scene_close(&scene);
}

int main(int argc, char **argv)
{
    attack_begin(argc, argv, UINT64_MAX);
    FILE *table = fopen("tests/hashes.txt", "r");
    char recorded[32];
    char found[32];
    char scene[64];
    int steps = 0;
    uint64_t place = 0;
    int compared = 0;
    int different = 0;
    REQUIRE(table != NULL);
    while (read_line(table, recorded, scene, &steps)) {
        ++place;
        if (place >= attack_first && place - attack_first < attack_count) {
            hash_after(scene, steps, found);
            ++compared;
            if (strcmp(found, recorded) != 0) {
                printf("%s after %d steps: recorded %s, found %s\n", scene, steps, recorded, found);
                ++different;
            }
        }
    }
    fclose(table);
    printf("%d state hashes compared, %d different\n", compared, different);
    REQUIRE(compared > 0);
    return different > 0;
}
