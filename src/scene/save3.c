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

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

/* Every key of a coordinate is written, so that no flag is inferred. */
static void write_axes(struct text *text, const md3_joint_def *def)
{
    const struct text_level level = text_open(text, "axes", "{", ", ");
    for (int i = 0; i < MD3_JOINT_COORDINATES; ++i) {
        const struct text_level axis = text_open(text, joint_axes_fields3[i].name, "{", ", ");
        fields_write(text, joint_axis_fields3, &def->axis[i], NULL);
        text_close(text, axis, "}");
    }
    text_close(text, level, "}");
}

/* places[index of a body's handle]: its index in the file. */
static void write_frames(struct text *text, const md3_joint_def *def, const int32_t *places)
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
    const struct text_level anchors = text_open(text, "anchors", "[", ", ");
    save_vec3(text, NULL, def->anchor[0]);
    save_vec3(text, NULL, def->anchor[1]);
    text_close(text, anchors, "]");
    const struct text_level rotations = text_open(text, "rotations", "[", ", ");
    for (int side = 0; side < 2; ++side) {
        const struct text_level one = text_open(text, NULL, "[", ", ");
        text_real(text, NULL, def->rotation[side].x);
        text_real(text, NULL, def->rotation[side].y);
        text_real(text, NULL, def->rotation[side].z);
        text_real(text, NULL, def->rotation[side].w);
        text_close(text, one, "]");
    }
    text_close(text, rotations, "]");
}

/* Every key of a joint is written, so that no flag is inferred. */
static void write_joints(struct text *text, const md3_world *world, const int32_t *places)
{
    if (md3_world_joint_count(world) == 0) {
        return;
    }
    const struct text_level level = text_open(text, "joints", "[", ",\n    ");
    for (md3_joint_id joint = md3_world_first_joint(world); joint.generation != 0;
         joint = md3_world_next_joint(world, joint)) {
        const md3_joint_def def = md3_joint_get_def(world, joint);
        const struct text_level object = text_open(text, NULL, "{", ", ");
        fields_write(text, joint_fields3, &def, NULL);
        write_frames(text, &def, places);
        write_axes(text, &def);
        text_close(text, object, "}");
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
    write_joints(text, scene->world3, places);
    text_close(text, level, "}");
    text_print(text, "\n");
    free(places);
}
