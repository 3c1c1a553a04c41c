/* Corrupted recordings of 3D worlds, as recordings.c: refused with one line that names the file, or read to the end, with
 * meshes and a camera for every frame. */
#define _POSIX_C_SOURCE 200809L

#include <string.h>

#include "attack/attack.h"
#include "attack/corrupted_files.h"
#include "draw/camera3.h"
#include "draw/recording3.h"
#include "draw/solid_mesh.h"
#include "support/support.h"
#include "world3/random_world3.h"

enum { RECORDINGS = 12, FRAMES = 6, MAX_READ = 12 };

static struct bytes valid[RECORDINGS];
static char *folder;
static int64_t opened, refused, frames_read;

static void record(uint64_t seed, const char *path)
{
    struct splitmix random = {seed};
    const struct recording_info info = {.scene = "random", .solver = "auto", .dt = 1.0 / 60};
    const md3_world_def def = any_world_def(&random);
    struct recording3_writer *writer = NULL;
    struct model3 model;
    struct state3 state;
    md3_world *world = NULL;
    md_error error = {0};
    REQUIRE(md3_world_create(&def, &world) == MD_OK);
    fill_world(&random, world);
    REQUIRE(model3_create(&model, world, &error) == MD_OK);
    REQUIRE(state3_create(&state, &model, &error) == MD_OK);
    REQUIRE(state3_read(&state, &model, world, 1, NULL, NULL, &error) == MD_OK);
    REQUIRE(recording3_create(&writer, path, &info, &model, &state, &error) == MD_OK);
    for (int i = 0; i < FRAMES; ++i) {
        md_step_report report = {0};
        (void)md3_world_step(world, (md_real)info.dt, &report);
        REQUIRE(state3_read(&state, &model, world, 1, &report, NULL, &error) == MD_OK);
        REQUIRE(recording3_add(writer, &state, &error) == MD_OK);
    }
    REQUIRE(recording3_commit(writer, &error) == MD_OK);
    state3_free(&state);
    model3_free(&model);
    md3_world_destroy(world);
}

/* Makes the triangles of all solids, whose indices must be those of vertices. */
static void use_model(const struct model3 *model)
{
    for (int32_t i = 0; i < model->solid_count; ++i) {
        struct solid_mesh mesh = {0};
        solid_mesh_add(&mesh, &model->solids[i], 6);
        for (size_t k = 0; k < 3 * mesh.triangle_count; ++k) {
            REQUIRE(mesh.triangles[k] < mesh.vertex_count);
        }
        solid_mesh_free(&mesh);
    }
    for (int32_t i = 0; i < model->shape_count; ++i) {
        REQUIRE(model->shapes[i].body < model->body_count && model->shapes[i].solid < model->solid_count);
    }
}

static void use(struct recording3 *recording)
{
    const struct recording_facts facts = recording3_facts(recording);
    const struct state3 *state = recording3_state(recording);
    md_error error = {0};
    REQUIRE(facts.frames >= 1 && facts.bodies >= 0 && facts.shapes >= 0 && facts.joints >= 0);
    use_model(recording3_model(recording));
    for (int64_t i = 0; i < facts.frames; i += 1 + facts.frames / MAX_READ) {
        if (recording3_read(recording, i, &error) == MD_OK) {
            const struct camera3 camera = camera3_frame(recording3_model(recording), state, 1.6);
            REQUIRE(camera.radius > 0);
            for (int32_t k = 0; k < state->mark_count; ++k) {
                REQUIRE(state->marks[k].body[0] < facts.bodies && state->marks[k].body[1] < facts.bodies);
            }
            ++frames_read;
        }
    }
    REQUIRE(recording3_read(recording, facts.frames, &error) != MD_OK);
}

static void attack(uint64_t seed)
{
    static struct bytes bytes;
    struct splitmix random = {seed};
    struct recording3 *recording = NULL;
    md_error error = {0};
    const char *path = path_in(folder, "corrupted.rec");
    bytes = valid[splitmix_index(&random, RECORDINGS)];
    corrupt(&random, &bytes, valid, RECORDINGS);
    write_bytes(path, &bytes);
    (void)recording_dimensions(path);
    if (recording3_open(&recording, path, &error) == MD_OK) {
        use(recording);
        ++opened;
    } else {
        REQUIRE(strstr(error.message, "corrupted.rec") != NULL && strchr(error.message, '\n') == NULL);
        ++refused;
    }
    recording3_close(recording);
}

int main(int argc, char **argv)
{
    attack_begin(argc, argv, 5000);
    folder = folder_create();
    for (int32_t i = 0; i < RECORDINGS; ++i) {
        record((uint64_t)i + 1, path_in(folder, "valid.rec"));
        read_bytes(path_in(folder, "valid.rec"), &valid[i]);
    }
    for (uint64_t seed = attack_next(); seed != 0; seed = attack_next()) {
        attack(seed);
    }
    folder_remove(folder);
    printf("%lld corrupted recordings: %lld refused, %lld read, %lld frames\n", (long long)(opened + refused),
           (long long)refused, (long long)opened, (long long)frames_read);
    return 0;
}
