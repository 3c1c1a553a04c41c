/* Saves a world as JSON: one line per body and joint, numbers in the shortest text that reads back as the same bits. */
#define _POSIX_C_SOURCE 200809L

#include "scene/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/output_file.h"
#include "geometry2/vec.h"
#include "scene/fields.h"
#include "scene/save3.h"
#include "scene/scene.h"

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

md2_rot rotation_to_save(md2_rot rotation)
{
    /* Reading normalizes a rotation, which may change its last bit. Search for a slightly longer one that normalizes to
     * this one. */
    for (int i = 0; i < 64; ++i) {
        const md_real scale = 1 + (md_real)i * 16 * MD_REAL_EPSILON;
        const md2_rot candidate = {scale * rotation.c, scale * rotation.s};
        const md2_rot again = rot_unit(candidate);
        if (again.c == rotation.c && again.s == rotation.s) {
            return candidate;
        }
    }
    return rotation;
}

static void write_mass(struct text *text, md2_mass mass)
{
    const md2_mass defaults = {.mass = -1, .inertia = -1}; /* so that both are always written */
    const struct text_level level = text_open(text, "mass", "{", ", ");
    fields_write(text, mass_fields, &mass, &defaults);
    text_close(text, level, "}");
}

static void write_body(struct text *text, const md2_world *world, md2_body_id body)
{
    const md2_body_def defaults = md2_body_def_default();
    md2_body_def def = md2_body_get_def(world, body);
    const struct text_level level = text_open(text, NULL, "{", ", ");
    def.rotation = rotation_to_save(def.rotation);
    fields_write(text, body_fields, &def, &defaults);
    if (md2_body_has_given_mass(world, body) && def.type == MD2_DYNAMIC) {
        write_mass(text, md2_body_mass(world, body));
    }
    if (md2_body_first_shape(world, body).generation != 0) {
        const struct text_level shapes = text_open(text, "shapes", "[", ", ");
        save_shapes(text, world, body);
        text_close(text, shapes, "]");
    }
    text_close(text, level, "}");
}

static void write_bodies(struct text *text, const md2_world *world)
{
    const bool has_any = md2_world_body_count(world) > 0;
    const struct text_level level = text_open(text, "bodies", "[", has_any ? ",\n    " : ", ");
    for (md2_body_id body = md2_world_first_body(world); body.generation != 0;
         body = md2_world_next_body(world, body)) {
        write_body(text, world, body);
    }
    text_close(text, level, "]");
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

static bool differs(md_real a, md_real b)
{
    return a != b || signbit(a) != signbit(b);
}

/* The defaults, except for the flags that the reader would infer from other keys: these are set to the opposite of the
 * actual value, so that they are written. */
static md2_joint_def defaults_for(const md2_joint_def *def)
{
    md2_joint_def defaults = md2_joint_def_default(def->type);
    if (differs(def->lower, defaults.lower) || differs(def->upper, defaults.upper)) {
        defaults.has_limits = !def->has_limits;
    }
    if (differs(def->motor_speed, defaults.motor_speed) || differs(def->motor_limit, defaults.motor_limit)) {
        defaults.has_motor = !def->has_motor;
    }
    if (differs(def->frequency, defaults.frequency) || differs(def->damping_ratio, defaults.damping_ratio)) {
        defaults.has_spring = !def->has_spring;
    }
    return defaults;
}

static void write_two_points(struct text *text, const char *key, const md2_vec point[2])
{
    const struct text_level level = text_open(text, key, "[", ", ");
    text_vec(text, NULL, point[0]);
    text_vec(text, NULL, point[1]);
    text_close(text, level, "]");
}

/* places[index of a body's handle]: its index in the file. */
static void write_pair(struct text *text, const md2_joint_def *def, const int32_t *places)
{
    const struct text_level bodies = text_open(text, "bodies", "[", ", ");
    for (int side = 0; side < 2; ++side) {
        text_member(text, NULL);
        if (def->body[side].generation != 0) {
            text_print(text, "%d", (int)places[def->body[side].index]);
        } else {
            text_print(text, "null");
        }
    }
    text_close(text, bodies, "]");
    write_two_points(text, "anchors", def->anchor);
    if (def->type == MD2_PULLEY) {
        write_two_points(text, "pulleys", def->pulley);
    }
    if (def->type == MD2_GEAR) {
        write_two_points(text, "gear_axes", def->gear_axis);
    }
}

static void write_joints(struct text *text, const md2_world *world, const int32_t *places)
{
    if (md2_world_joint_count(world) == 0) {
        return;
    }
    const struct text_level level = text_open(text, "joints", "[", ",\n    ");
    for (md2_joint_id joint = md2_world_first_joint(world); joint.generation != 0;
         joint = md2_world_next_joint(world, joint)) {
        const md2_joint_def def = md2_joint_get_def(world, joint);
        const md2_joint_def defaults = defaults_for(&def);
        const struct text_level object = text_open(text, NULL, "{", ", ");
        text_string(text, "type", md2_joint_type_name(def.type));
        write_pair(text, &def, places);
        fields_write(text, joint_fields, &def, &defaults);
        text_close(text, object, "}");
    }
    text_close(text, level, "]");
}

/* ---- Document ---------------------------------------------------------------------------------------------------- */

/* Writes all settings of the world, so that the file keeps its meaning when a default changes. */
static void write_scene(struct text *text, const struct scene *scene, const int32_t *places)
{
    const md2_world_def def = md2_world_get_def(scene->world);
    const struct text_level level = text_open(text, NULL, "{", ",\n  ");
    text_string(text, "format", "modulus-scene");
    text_member(text, "version");
    text_print(text, "1");
    fields_write(text, scene_fields, scene, NULL);
    const struct text_level world = text_open(text, "world", "{", ",\n    ");
    fields_write(text, world_fields, &def, NULL);
    text_close(text, world, "}");
    write_bodies(text, scene->world);
    write_joints(text, scene->world, places);
    text_close(text, level, "}");
    text_print(text, "\n");
}

/* The indices of the bodies in the file. The caller frees the array; NULL if memory runs out. */
static int32_t *places_of_bodies(const md2_world *world)
{
    int32_t last = 0;
    int32_t place = 0;
    for (md2_body_id body = md2_world_first_body(world); body.generation != 0;
         body = md2_world_next_body(world, body)) {
        last = body.index;
    }
    int32_t *places = calloc((size_t)last + 1, sizeof *places);
    for (md2_body_id body = md2_world_first_body(world); places != NULL && body.generation != 0;
         body = md2_world_next_body(world, body)) {
        places[body.index] = place++;
    }
    return places;
}

static void save_scene2(struct text *text, const struct scene *scene)
{
    int32_t *places = places_of_bodies(scene->world);
    text->status = places != NULL ? MD_OK : MD_ERROR_MEMORY;
    write_scene(text, scene, places);
    free(places);
}

md_status scene_text(const struct scene *scene, char **text, size_t *length, md_error *error)
{
    struct text writer = {.allocator = md_allocator_default(), .separator = ",\n"};
    *text = NULL;
    *length = 0;
    if (scene->world3 != NULL) {
        save_scene3(&writer, scene);
    } else {
        save_scene2(&writer, scene);
    }
    if (writer.status != MD_OK) {
        text_free(&writer);
        return writer.status == MD_ERROR_ARGUMENT
                   ? md_fail(error, writer.status, "%s: %s is not a finite number, so the scene cannot be saved",
                             scene->name, writer.failed_key)
                   : md_fail_plain(error, writer.status);
    }
    *text = writer.at;
    *length = writer.used;
    return MD_OK;
}

md_status scene_save(const struct scene *scene, const char *file, md_error *error)
{
    char *text = NULL;
    size_t length = 0;
    struct output_file output;
    md_status status = scene_text(scene, &text, &length, error);
    if (status == MD_OK) {
        status = md_output_open(&output, file, error);
    }
    if (status == MD_OK) {
        md_output_print(&output, "%s", text);
        status = md_output_commit(&output, error);
    }
    free(text);
    return status;
}
