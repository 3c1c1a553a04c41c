/* Saves a 3D world as JSON, as save.c does for a 2D world. */
#include "scene/save3.h"

#include <stdlib.h>

#include "scene/fields.h"

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static void write_locked(struct text *text, uint32_t locked)
{
    static const char *const AXES[] = {"x", "y", "z", "rotation_x", "rotation_y", "rotation_z"};
    if (locked == 0) {
        return;
    }
    const struct text_level level = text_open(text, "locked", "[", ", ");
    for (int i = 0; i < 6; ++i) {
        if ((locked >> i & 1U) != 0) {
            text_string(text, NULL, AXES[i]);
        }
    }
    text_close(text, level, "]");
}

static void write_mass(struct text *text, md3_mass mass)
{
    const struct text_level level = text_open(text, "mass", "{", ", ");
    text_real(text, "mass", mass.mass);
    save_vec3(text, "center", mass.center);
    const md3_mat *m = &mass.inertia;
    const md_real inertia[] = {m->x.x, m->y.y, m->z.z, m->x.y, m->x.z, m->y.z};
    const struct text_level numbers = text_open(text, "inertia", "[", ", ");
    for (int i = 0; i < 6; ++i) {
        text_real(text, NULL, inertia[i]);
    }
    text_close(text, numbers, "]");
    text_close(text, level, "}");
}

static void write_body(struct text *text, const md3_world *world, md3_body_id body)
{
    const md3_body_def defaults = md3_body_def_default();
    const md3_body_def def = md3_body_get_def(world, body);
    const struct text_level level = text_open(text, NULL, "{", ", ");
    fields_write(text, body_fields3, &def, &defaults);
    write_locked(text, def.locked);
    if (md3_body_has_given_mass(world, body) && def.type == MD3_DYNAMIC) {
        write_mass(text, md3_body_mass(world, body));
    }
    if (md3_body_first_shape(world, body).generation != 0) {
        const struct text_level shapes = text_open(text, "shapes", "[", ", ");
        save_shapes3(text, world, body);
        text_close(text, shapes, "]");
    }
    text_close(text, level, "}");
}

static void write_bodies(struct text *text, const md3_world *world)
{
    const bool has_any = md3_world_body_count(world) > 0;
    const struct text_level level = text_open(text, "bodies", "[", has_any ? ",\n    " : ", ");
    for (md3_body_id body = md3_world_first_body(world); body.generation != 0;
         body = md3_world_next_body(world, body)) {
        write_body(text, world, body);
    }
    text_close(text, level, "]");
}

/* ---- Document ---------------------------------------------------------------------------------------------------- */

/* The indices of the bodies in the file. The caller frees the array; NULL if memory runs out. */
static int32_t *places_of_bodies(const md3_world *world)
{
    int32_t last = 0;
    int32_t place = 0;
    for (md3_body_id body = md3_world_first_body(world); body.generation != 0;
         body = md3_world_next_body(world, body)) {
        last = body.index;
    }
    int32_t *places = calloc((size_t)last + 1, sizeof *places);
    for (md3_body_id body = md3_world_first_body(world); places != NULL && body.generation != 0;
         body = md3_world_next_body(world, body)) {
        places[body.index] = place++;
    }
    return places;
}

void save_scene3(struct text *text, const struct scene *scene)
{
    const md3_world_def def = md3_world_get_def(scene->world3);
    int32_t *places = places_of_bodies(scene->world3);
    if (places == NULL) {
        text->status = MD_ERROR_MEMORY;
        return;
    }
    const struct text_level level = text_open(text, NULL, "{", ",\n  ");
    text_string(text, "format", "modulus-scene");
    text_member(text, "version");
    text_print(text, "1");
    text_member(text, "dimensions");
    text_print(text, "3");
    fields_write(text, scene_fields3, scene, NULL);
    const struct text_level world = text_open(text, "world", "{", ",\n    ");
    fields_write(text, world_fields3, &def, NULL);
    text_close(text, world, "}");
    write_bodies(text, scene->world3);
    save_joints3(text, scene->world3, places);
    text_close(text, level, "}");
    text_print(text, "\n");
    free(places);
}
