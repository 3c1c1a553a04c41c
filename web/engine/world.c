/* Worlds: creation, settings, steps, reports, snapshots, saving. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "scene/builtin.h"
#include "scene/fields.h"
#include "scene/scene_world.h"
#include "scene/settings.h"

/* ---- Errors and memory -------------------------------------------------------------------------------------------- */

md_error *web_last_error(void)
{
    static md_error last;
    return &last;
}

const char *web_error(void)
{
    return web_last_error()->message;
}

int32_t web_result(md_status status)
{
    return status != MD_OK ? (int32_t)md_fail_plain(web_last_error(), status) : 0;
}

static const char *last_line(const struct scene *scene)
{
    return scene->world3 != NULL ? md3_world_last_error(scene->world3) : md2_world_last_error(scene->world);
}

int32_t web_refused(const struct web_world *world, md_status status)
{
    return status != MD_OK ? (int32_t)md_fail(web_last_error(), status, "%s", last_line(&world->scene)) : 0;
}

void *web_alloc(size_t size)
{
    void *block = malloc(size > 0 ? size : 1);
    if (block == NULL) {
        web_result(MD_ERROR_MEMORY);
    }
    return block;
}

void web_free(void *block)
{
    free(block);
}

/* ---- Settings ----------------------------------------------------------------------------------------------------- */

enum { MAX_SETTINGS = 64 };

/* Splits lines "key=value" in place. Returns their number, or -1 if there are too many or one has no "=". */
static int split(char *lines, struct scene_setting *settings)
{
    int count = 0;
    while (lines != NULL && *lines != '\0') {
        char *next = strchr(lines, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        char *equals = strchr(lines, '=');
        if (equals == NULL || count == MAX_SETTINGS) {
            md_fail(web_last_error(), MD_ERROR_ARGUMENT, "'%.60s' is not a setting, expected KEY=VALUE", lines);
            return -1;
        }
        *equals = '\0';
        settings[count++] = (struct scene_setting){lines, equals + 1};
        lines = next;
    }
    return count;
}

static md_status set2(struct scene *scene, const struct scene_options *options)
{
    md2_world_def def = md2_world_get_def(scene->world);
    const md_status status = settings_apply(options, scene->name, scene, &def, NULL, NULL, web_last_error());
    return status == MD_OK ? md2_world_set_def(scene->world, &def) : status;
}

static md_status set3(struct scene *scene, const struct scene_options *options)
{
    md3_world_def def = md3_world_get_def(scene->world3);
    const md_status status = settings_apply3(options, scene->name, scene, &def, NULL, NULL, web_last_error());
    return status == MD_OK ? md3_world_set_def(scene->world3, &def) : status;
}

int32_t web_set(struct web_world *world, const char *key, const char *value)
{
    const struct scene_setting setting = {key, value};
    const struct scene_options options = {.settings = &setting, .setting_count = 1, .is_running = true};
    struct scene scene = world->scene;
    *web_last_error() = (md_error){0};
    const md_status status = scene.world3 != NULL ? set3(&scene, &options) : set2(&scene, &options);
    if (status == MD_OK) {
        world->scene = scene;
    } else if (web_last_error()->message[0] == '\0') { /* refused by the world, not by the reader of settings */
        md_fail(web_last_error(), status, "%s: %.40s=%.60s: %s", scene.name, key, value, last_line(&scene));
    }
    return (int32_t)status;
}

int32_t web_set_gravity(struct web_world *world, double x, double y, double z)
{
    if (world->scene.world3 != NULL) {
        const md3_vec gravity = md3_v((md_real)x, (md_real)y, (md_real)z);
        return web_refused(world, md3_world_set_gravity(world->scene.world3, gravity));
    }
    return web_result(md2_world_set_gravity(world->scene.world, (md2_vec){(md_real)x, (md_real)y}));
}

/* ---- Creation ----------------------------------------------------------------------------------------------------- */

/* Installs the callbacks of a new world, or closes it if it could not be created. */
static struct web_world *finish(struct web_world *world, md_status status)
{
    if (status == MD_OK) {
        status = (md_status)web_result(observer_install(world));
    }
    if (status != MD_OK) {
        web_close(world);
        return NULL;
    }
    if (world->scene.world3 != NULL) {
        bounds_keep(world);
    }
    return world;
}

static md_status open_builtin(struct scene *scene, const char *name, const struct scene_options *options)
{
    const struct scene_kind *kind = builtin_find(name);
    const struct scene_kind3 *kind3 = builtin_find3(name);
    if (kind != NULL) {
        return builtin_open(scene, kind, options, web_last_error());
    }
    return kind3 != NULL ? builtin_open3(scene, kind3, options, web_last_error())
                         : md_fail(web_last_error(), MD_ERROR_ARGUMENT, "unknown scene '%.60s'", name);
}

/* Where a scene comes from: the bytes of web_read, or a built-in scene if they are NULL. */
struct source {
    const char *name; /* of the built-in scene, or the origin that errors name */
    const void *bytes;
    size_t size;
};

static md_status open_scene(struct scene *scene, const struct source *source, const char *settings)
{
    struct scene_setting setting[MAX_SETTINGS];
    char *lines = malloc(strlen(settings) + 1);
    if (lines == NULL) {
        return (md_status)web_result(MD_ERROR_MEMORY);
    }
    strcpy(lines, settings);
    const int count = split(lines, setting);
    const struct scene_options options = {
        .settings = setting, .setting_count = count > 0 ? (size_t)count : 0, .allow_3d = true};
    md_status status = MD_ERROR_ARGUMENT;
    if (count >= 0 && source->bytes != NULL) {
        status = scene_read_flat(scene, source->bytes, source->size, source->name, &options, web_last_error());
    } else if (count >= 0) {
        status = open_builtin(scene, source->name, &options);
    }
    free(lines);
    return status;
}

static struct web_world *create(const struct source *source, const char *settings)
{
    struct web_world *world = calloc(1, sizeof *world);
    if (world == NULL) {
        web_result(MD_ERROR_MEMORY);
        return NULL;
    }
    return finish(world, open_scene(&world->scene, source, settings));
}

struct web_world *web_open(const char *name, const char *settings)
{
    return create(&(struct source){.name = name}, settings);
}

struct web_world *web_read(const void *bytes, size_t size, const char *origin, const char *settings)
{
    return create(&(struct source){origin, bytes, size}, settings);
}

void web_close(struct web_world *world)
{
    if (world == NULL) {
        return;
    }
    scene_close(&world->scene);
    observer_free(&world->observer);
    meshes_free(&world->meshes);
    buffer_free(&world->drawn);
    buffer_free(&world->joints);
    buffer_free(&world->contacts);
    buffer_free(&world->bodies);
    buffer_free(&world->events);
    free(world->text);
    free(world);
}

int32_t web_dimensions(const struct web_world *world)
{
    return scene_dimensions(&world->scene);
}

/* ---- Stepping ----------------------------------------------------------------------------------------------------- */

int32_t web_step(struct web_world *world)
{
    observer_begin_step(&world->observer);
    return web_result(scene_step(&world->scene, world->scene.dt, &world->step));
}

uint64_t web_hash(const struct web_world *world)
{
    return scene_hash(&world->scene);
}

const char *web_log(const struct web_world *world)
{
    return world->log;
}

const double *web_report(struct web_world *world)
{
    const md_step_report *step = &world->step;
    const struct scene *scene = &world->scene;
    const size_t bytes = scene->world3 != NULL ? md3_world_bytes(scene->world3) : md2_world_bytes(scene->world);
    const double report[WEB_REPORT_COUNT] = {
        [WEB_OUTCOME] = step->outcome,
        [WEB_HAS_TOLERANCE] = step->has_tolerance,
        [WEB_CONVERGED] = step->converged,
        [WEB_FAR_FROM_CONVERGED] = step->far_from_converged,
        [WEB_SOLVES] = step->solves,
        [WEB_SWEEPS] = (double)step->iterations,
        [WEB_RESIDUAL] = step->residual.absolute,
        [WEB_RESIDUAL_SCALED] = step->residual.scaled,
        [WEB_RESIDUAL_RELATIVE] = step->residual.relative,
        [WEB_ROWS] = step->rows,
        [WEB_CONTACTS] = step->contacts,
        [WEB_CONTACT_POINTS] = step->contact_points,
        [WEB_ISLANDS] = step->islands,
        [WEB_AWAKE_BODIES] = step->awake_bodies,
        [WEB_PENETRATION_MAX] = (double)step->penetration_max,
        [WEB_PENETRATION_MEAN] = (double)step->penetration_mean,
        [WEB_KINETIC_ENERGY] = scene_kinetic_energy(scene),
        [WEB_POTENTIAL_ENERGY] = scene_potential_energy(scene),
        [WEB_SECONDS_ISLANDS] = step->seconds.islands,
        [WEB_SECONDS_ASSEMBLE] = step->seconds.assemble,
        [WEB_SECONDS_SOLVE] = step->seconds.solve,
        [WEB_SECONDS_POSITION] = step->seconds.position,
        [WEB_SECONDS_INTEGRATE] = step->seconds.integrate,
        [WEB_SECONDS_COLLIDE] = step->seconds.collide,
        [WEB_SECONDS_TOTAL] = step->seconds.total,
        [WEB_STEPS] = (double)scene_steps(scene),
        [WEB_BODIES] = scene_body_count(scene),
        [WEB_BYTES] = (double)bytes,
        [WEB_LOG_COUNT] = (double)world->log_count,
    };
    memcpy(world->report, report, sizeof report);
    return world->report;
}

/* ---- Snapshots ---------------------------------------------------------------------------------------------------- */

size_t web_snapshot_size(const struct web_world *world)
{
    return world->scene.world3 != NULL ? md3_world_snapshot_size(world->scene.world3)
                                       : md2_world_snapshot_size(world->scene.world);
}

int32_t web_snapshot(const struct web_world *world, void *buffer, size_t capacity)
{
    return web_result(world->scene.world3 != NULL ? md3_world_snapshot(world->scene.world3, buffer, capacity, NULL)
                                                  : md2_world_snapshot(world->scene.world, buffer, capacity, NULL));
}

/* The snapshot may contain mouse joints of grabs that have ended since, so all grabs are released. */
int32_t web_restore(struct web_world *world, const void *buffer, size_t size)
{
    const bool is_3d = world->scene.world3 != NULL;
    const int32_t status = web_result(is_3d ? md3_world_restore(world->scene.world3, buffer, size)
                                            : md2_world_restore(world->scene.world, buffer, size));
    if (status == 0) {
        release_all(world);
        world->meshes.is_current = false;
        world->step = (md_step_report){.outcome = MD_CONVERGED};
        observer_begin_step(&world->observer);
    }
    return status;
}

/* ---- Texts -------------------------------------------------------------------------------------------------------- */

static void describe2(struct text *text, const struct scene *scene)
{
    const md2_world_def def = md2_world_get_def(scene->world);
    fields_write(text, scene_fields, scene, NULL);
    const struct text_level settings = text_open(text, "world", "{", ", ");
    fields_write(text, world_fields, &def, NULL);
    text_close(text, settings, "}");
}

static void describe3(struct text *text, const struct scene *scene)
{
    const md3_world_def def = md3_world_get_def(scene->world3);
    fields_write(text, scene_fields3, scene, NULL);
    const struct text_level settings = text_open(text, "world", "{", ", ");
    fields_write(text, world_fields3, &def, NULL);
    text_close(text, settings, "}");
}

const char *web_describe(struct web_world *world)
{
    struct text text = {.allocator = md_allocator_default(), .separator = ", "};
    const struct text_level level = text_open(&text, NULL, "{", ", ");
    text_number(&text, "dimensions", web_dimensions(world));
    if (world->scene.world3 != NULL) {
        describe3(&text, &world->scene);
    } else {
        describe2(&text, &world->scene);
    }
    text_close(&text, level, "}");
    if (text.status != MD_OK) {
        web_result(text.status);
        text_free(&text);
        return NULL;
    }
    free(world->text);
    world->text = text.at;
    return world->text;
}

const char *web_save(struct web_world *world)
{
    char *text = NULL;
    size_t length = 0;
    release_all(world);
    if (scene_text(&world->scene, &text, &length, web_last_error()) != MD_OK) {
        return NULL;
    }
    free(world->text);
    world->text = text;
    return text;
}
