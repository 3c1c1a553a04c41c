/* Reads arbitrary bytes as a scene: as JSON, and as a flat document.
 *
 * Invariants: a refusal gives a one-line reason and leaks nothing. An accepted scene gives a world that can be stepped,
 * and whose saved text reads back to the same text.
 */
#include <stdlib.h>
#include <string.h>

#include "scene/scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

/* Limits the size of worlds that are stepped, and so the time. */
enum { STEPS = 2, MOST_BODIES = 50, MOST_ITERATIONS = 20, MOST_SUBSTEPS = 4 };

static bool is_small(const md2_world *world)
{
    const md2_world_def def = md2_world_get_def(world);
    return md2_world_body_count(world) <= MOST_BODIES && md2_world_shape_count(world) <= MOST_BODIES &&
           def.limits.max_iterations > 0 && def.limits.max_iterations <= MOST_ITERATIONS &&
           def.position_iterations <= MOST_ITERATIONS && def.substeps <= MOST_SUBSTEPS;
}

static void require_same_text_again(const struct scene *scene)
{
    char *first = NULL;
    char *second = NULL;
    size_t length = 0;
    struct scene again;
    require(scene_text(scene, &first, &length, NULL) == MD_OK);
    require(scene_read(&again, first, length, "saved", NULL, NULL) == MD_OK);
    require(scene_text(&again, &second, &length, NULL) == MD_OK);
    require(strcmp(first, second) == 0);
    free(first);
    free(second);
    scene_close(&again);
}

static void require_one_line_or_a_world(md_status status, struct scene *scene, const md_error *error)
{
    if (status != MD_OK) {
        require(scene->world == NULL && error->status == status && error->message[0] != '\0');
        require(strchr(error->message, '\n') == NULL);
        return;
    }
    require_same_text_again(scene);
    for (int i = 0; i < STEPS && is_small(scene->world); ++i) {
        (void)md2_world_step(scene->world, scene->dt, NULL);
    }
    scene_close(scene);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct scene scene;
    md_error error = {0};
    md_status status = scene_read(&scene, (const char *)data, size, "bytes", NULL, &error);
    require_one_line_or_a_world(status, &scene, &error);
    status = scene_read_flat(&scene, data, size, "bytes", NULL, &error);
    require_one_line_or_a_world(status, &scene, &error);
    return 0;
}
