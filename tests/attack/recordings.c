/* Corrupted recordings: flipped bits, truncated files, splices of two recordings, written numbers. They are refused with
 * one line that names the file, or read and drawn to the end. */
#define _POSIX_C_SOURCE 200809L

#include <string.h>

#include "attack/attack.h"
#include "attack/corrupted_files.h"
#include "draw/picture.h"
#include "draw/recording.h"
#include "support/support.h"
#include "world2/random_world2.h"

enum { RECORDINGS = 12, FRAMES = 12, MAX_DRAWN = 20, PICTURE_EVERY = 200 };

static struct bytes valid[RECORDINGS];
static char *folder;
static int64_t opened, refused, frames_read;

/* ---- Recordings of random worlds --------------------------------------------------------------------------------- */

static void record(uint64_t seed, const char *path)
{
    struct splitmix random = {seed};
    const struct recording_info info = {
        .scene = "random", .solver = "auto", .dt = 1.0 / 60, .view = {{-6, -6}, {6, 6}}};
    const md2_world_def def = any_world_def(&random);
    struct recording_writer *writer = NULL;
    md2_world *world = NULL;
    md_error error = {0};
    REQUIRE(md2_world_create(&def, &world) == MD_OK);
    fill_world(&random, world);
    REQUIRE(recording_create(&writer, path, &info, world, &error) == MD_OK);
    for (int i = 0; i < FRAMES; ++i) {
        md_step_report report = {0};
        (void)md2_world_step(world, (md_real)info.dt, &report);
        REQUIRE(recording_add(writer, world, &report, &error) == MD_OK);
    }
    REQUIRE(recording_commit(writer, &error) == MD_OK);
    md2_world_destroy(world);
}

/* ---- Use --------------------------------------------------------------------------------------------------------- */

static void count_line(void *user, md2_vec a, md2_vec b, md2_draw_kind kind, md2_shape_id shape)
{
    (void)a;
    (void)b;
    (void)kind;
    (void)shape;
    ++*(int64_t *)user;
}

static void count_polygon(void *user, const md2_vec *points, int32_t count, md_real radius, md2_draw_kind kind,
                          md2_shape_id shape)
{
    (void)kind;
    (void)shape;
    REQUIRE(count > 2 && count <= MD2_MAX_POINTS && radius >= 0 && points != NULL);
    ++*(int64_t *)user;
}

/* Draws the frame that was read last. */
static void draw(const struct recording *recording)
{
    int64_t drawn = 0;
    md2_debug_draw to = md2_debug_draw_default();
    to.user = &drawn;
    to.joints = true;
    to.line = count_line;
    to.polygon = count_polygon;
    const struct picture_subject subject = picture_of_recording(recording);
    subject.draw(subject.of, &to);
}

static void use(struct recording *recording, bool paints)
{
    const struct recording_facts facts = recording_facts_of(recording);
    struct recording_frame frame;
    md_error error = {0};
    REQUIRE(facts.frames >= 1 && facts.bodies >= 0 && facts.shapes >= 0 && facts.joints >= 0);
    for (int64_t i = 0; i < facts.frames; i += 1 + facts.frames / MAX_DRAWN) {
        if (recording_read(recording, i, &frame, &error) == MD_OK) {
            draw(recording);
            ++frames_read;
        }
    }
    if (paints && recording_read(recording, 0, &frame, &error) == MD_OK) { /* refused if the view is endless */
        const struct picture picture = {.subject = picture_of_recording(recording),
                                        .view = facts.info.view,
                                        .caption = facts.info.scene,
                                        .fraction = 1};
        (void)picture_write(&picture, path_in(folder, "picture.svg"), &error);
    }
    REQUIRE(recording_read(recording, facts.frames, &frame, &error) != MD_OK);
}

static void attack(uint64_t seed)
{
    static struct bytes bytes;
    struct splitmix random = {seed};
    struct recording *recording = NULL;
    md_error error = {0};
    const char *path = path_in(folder, "corrupted.rec");
    bytes = valid[splitmix_index(&random, RECORDINGS)];
    corrupt(&random, &bytes, valid, RECORDINGS);
    write_bytes(path, &bytes);
    if (recording_open(&recording, path, &error) == MD_OK) {
        use(recording, seed % PICTURE_EVERY == 0);
        ++opened;
    } else {
        REQUIRE(strstr(error.message, "corrupted.rec") != NULL && strchr(error.message, '\n') == NULL);
        ++refused;
    }
    recording_close(recording);
}

int main(int argc, char **argv)
{
    attack_begin(argc, argv, 20000);
    folder = folder_create();
    for (int32_t i = 0; i < RECORDINGS; ++i) {
        record((uint64_t)i + 1, path_in(folder, "valid.rec"));
        read_bytes(path_in(folder, "valid.rec"), &valid[i]);
    }
    for (uint64_t seed = attack_next(); seed != 0; seed = attack_next()) {
        attack(seed);
    }
    folder_remove(folder);
    printf("%lld corrupted recordings: %lld refused, %lld read, %lld frames drawn\n", (long long)(opened + refused),
           (long long)refused, (long long)opened, (long long)frames_read);
    return 0;
}
