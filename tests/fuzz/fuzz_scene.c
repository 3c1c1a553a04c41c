/* Reads arbitrary bytes as a scene of 2D or 3D: as JSON, and as a flat document. Every file that a scene names is a cube.
 *
 * Invariants: a refusal gives a one-line reason and leaks nothing. An accepted scene gives a world that can be stepped,
 * and whose saved text reads back to the same text.
 */
#include <stdlib.h>
#include <string.h>

#include "scene/scene_world.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

/* Limits the size of worlds that are stepped, and so the time. */
enum { STEPS = 2, MOST_BODIES = 50, MOST_ITERATIONS = 20, MOST_SUBSTEPS = 4 };

static bool is_small(const struct scene *scene)
{
    const struct scene_solving solving = scene_get_solving(scene);
    return scene_body_count(scene) <= MOST_BODIES && scene_shape_count(scene) <= MOST_BODIES &&
           solving.limits.max_iterations > 0 && solving.limits.max_iterations <= MOST_ITERATIONS &&
           solving.position_iterations <= MOST_ITERATIONS && solving.substeps <= MOST_SUBSTEPS;
}

static md_status read_cube(void *user, const char *name, char **bytes, size_t *length, md_error *error)
{
    static const char CUBE[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\no cube\n"
                               "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
    (void)user;
    (void)name;
    (void)error;
    *length = sizeof CUBE - 1;
    *bytes = malloc(sizeof CUBE);
    require(*bytes != NULL);
    memcpy(*bytes, CUBE, sizeof CUBE);
    return MD_OK;
}

static const struct scene_files FILES = {NULL, read_cube};
static const struct scene_options OPTIONS = {.allow_3d = true, .files = &FILES};

static void require_same_text_again(const struct scene *scene)
{
    char *first = NULL;
    char *second = NULL;
    size_t length = 0;
    struct scene again;
    require(scene_text(scene, &first, &length, NULL) == MD_OK);
    require(scene_read(&again, first, length, "saved", &OPTIONS, NULL) == MD_OK);
    require(scene_text(&again, &second, &length, NULL) == MD_OK);
    require(strcmp(first, second) == 0);
    free(first);
    free(second);
    scene_close(&again);
}

static void require_one_line_or_a_world(md_status status, struct scene *scene, const md_error *error)
{
    if (status != MD_OK) {
        require(scene->world == NULL && scene->world3 == NULL && error->status == status && error->message[0] != '\0');
        require(strchr(error->message, '\n') == NULL);
        return;
    }
    require_same_text_again(scene);
    for (int i = 0; i < STEPS && is_small(scene); ++i) {
        (void)scene_step(scene, scene->dt, NULL);
    }
    scene_close(scene);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct scene scene;
    md_error error = {0};
    md_status status = scene_read(&scene, (const char *)data, size, "bytes", &OPTIONS, &error);
    require_one_line_or_a_world(status, &scene, &error);
    status = scene_read_flat(&scene, data, size, "bytes", &OPTIONS, &error);
    require_one_line_or_a_world(status, &scene, &error);
    return 0;
}
