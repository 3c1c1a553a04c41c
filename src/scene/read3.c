/* Reads the settings and the bodies of a 3D scene, as read.c does for a 2D scene. */
#include <string.h>

#include "base/error.h"
#include "scene/adjust.h"
#include "scene/read.h"
#include "scene/settings.h"

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

/* Reads an array of the axes that are locked. */
static md_status read_locked(const struct reader *reader, const struct value *value, uint32_t *locked)
{
    static const char *const AXES[] = {"x", "y", "z", "rotation_x", "rotation_y", "rotation_z", NULL};
    static const struct field AXIS = {"axis", FIELD_WORD, 0, 0, 0, 0, AXES};
    if (value == NULL) {
        return MD_OK;
    }
    if (value->kind != VALUE_ARRAY) {
        return value_unexpected(value, reader->error, "an array of axes, such as [\"z\", \"rotation_x\"]");
    }
    md_status status = MD_OK;
    for (const struct value *axis = value->first; status == MD_OK && axis != NULL; axis = axis->next) {
        int bit = 0;
        status = field_read(&AXIS, axis, &bit, reader->error);
        *locked |= 1U << bit;
    }
    return status;
}

/* Reads [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]. */
static md_status read_inertia(const struct reader *reader, const struct value *value, md3_mat *inertia)
{
    md_real number[6] = {0};
    const int32_t count = value->count == 6 ? 6 : 3;
    const md_status status =
        read_numbers(value, number, count, "[xx, yy, zz] or [xx, yy, zz, xy, xz, yz]", reader->error);
    if (status == MD_OK) {
        *inertia = md3_mat_diagonal(number[0], number[1], number[2]);
        inertia->x.y = inertia->y.x = number[3];
        inertia->x.z = inertia->z.x = number[4];
        inertia->y.z = inertia->z.y = number[5];
    }
    return status;
}

static md_status read_mass(const struct reader *reader, const struct value *value, md3_body_id body)
{
    md3_mass mass = {0};
    md_error found = {0};
    if (value == NULL) {
        return MD_OK;
    }
    if (md3_body_get_type(reader->world3, body) != MD3_DYNAMIC) {
        return value_fail(value, reader->error, "only a dynamic body can have a mass");
    }
    md_status status = fields_read(mass_fields3, value, &mass, reader->error);
    if (status == MD_OK) {
        status = read_inertia(reader, value_get(value, "inertia"), &mass.inertia);
    }
    if (status == MD_OK) {
        status = reader_checked(reader, value, md3_mass_check(&mass, &found), &found);
    }
    return status == MD_OK ? reader_refused(reader, value, md3_body_set_mass(reader->world3, body, mass)) : status;
}

static md_status read_shapes(struct reader *reader, const struct value *value, md3_body_id body)
{
    const struct value *shapes = NULL;
    md_status status = reader_array(reader, value, "shapes", &shapes);
    for (const struct value *shape = shapes != NULL ? shapes->first : NULL; status == MD_OK && shape != NULL;
         shape = shape->next) {
        status = read_shape3(reader, shape, body, NULL);
    }
    return status;
}

static md_status read_body_def(const struct reader *reader, const struct value *value, md3_body_def *def)
{
    *def = md3_body_def_default();
    md_status status = fields_read(body_fields3, value, def, reader->error);
    if (status == MD_OK) {
        status = read_rotation_vector(value, &def->rotation, reader->error);
    }
    if (status == MD_OK) {
        status = read_locked(reader, value_get(value, "locked"), &def->locked);
    }
    const struct value *name = value_get(value, "name");
    if (status == MD_OK && name != NULL && name->kind != VALUE_TEXT) {
        status = value_unexpected(name, reader->error, "a text");
    }
    const bool moves = md3_vec_length_squared(def->velocity) > 0 || md3_vec_length_squared(def->angular_velocity) > 0;
    if (status == MD_OK && moves && def->type == MD3_STATIC) {
        status = value_fail(value, reader->error, "a static body cannot have a velocity");
    }
    return status;
}

/* The given velocity is that of the centre of mass, which depends on the shapes and the mass, so it is set last. */
md_status read_body3(struct reader *reader, const struct value *value, md3_body_id *body)
{
    md3_body_def def;
    md_status status = read_body_def(reader, value, &def);
    if (status != MD_OK) {
        return status;
    }
    md3_body_def at_rest = def;
    at_rest.velocity = md3_v(0, 0, 0);
    at_rest.angular_velocity = md3_v(0, 0, 0);
    at_rest.awake = true; /* put to sleep after the joints, which wake their bodies */
    md_error found = {0};
    status = reader_checked(reader, value, md3_body_def_check(&def, &found), &found);
    if (status == MD_OK) {
        status = reader_refused(reader, value, md3_body_create(reader->world3, &at_rest, body));
    }
    if (status == MD_OK) {
        status = read_shapes(reader, value, *body);
    }
    if (status == MD_OK) {
        status = read_mass(reader, value_get(value, "mass"), *body);
    }
    if (status == MD_OK && def.type != MD3_STATIC) {
        status = reader_refused(reader, value,
                                md3_body_set_velocity(reader->world3, *body, def.velocity, def.angular_velocity));
    }
    return status;
}

static md_status read_bodies(struct reader *reader)
{
    if (reader->bodies == NULL) {
        return MD_OK;
    }
    md_status status = MD_OK;
    reader->body3 = value_tree_take(reader->tree, (size_t)reader->bodies->count * sizeof *reader->body3);
    if (reader->body3 == NULL) {
        return md_fail_plain(reader->error, MD_ERROR_MEMORY);
    }
    for (const struct value *value = reader->bodies->first; status == MD_OK && value != NULL; value = value->next) {
        status = read_body3(reader, value, &reader->body3[value->index]);
    }
    return status;
}

static md_status put_to_sleep(struct reader *reader)
{
    md_status status = MD_OK;
    const struct value *value = reader->bodies != NULL ? reader->bodies->first : NULL;
    for (; status == MD_OK && value != NULL; value = value->next) {
        const struct value *awake = value_get(value, "awake");
        if (awake != NULL && awake->number == 0) {
            status =
                reader_refused(reader, awake, md3_body_set_awake(reader->world3, reader->body3[value->index], false));
        }
    }
    return status;
}

/* ---- Scene ------------------------------------------------------------------------------------------------------- */

static md_status check_materials(const struct reader *reader)
{
    if (reader->materials == NULL) {
        return MD_OK;
    }
    if (reader->materials->kind != VALUE_OBJECT) {
        return value_unexpected(reader->materials, reader->error, "an object");
    }
    md_status status = MD_OK;
    for (const struct value *value = reader->materials->first; status == MD_OK && value != NULL; value = value->next) {
        md3_shape_def unused = md3_shape_def_default();
        status = fields_read(material_fields3, value, &unused, reader->error);
    }
    return status;
}

/* Reads the settings and creates the empty world. */
static md_status read_world(struct reader *reader, const struct value *root, struct scene *scene)
{
    md3_world_def def = world_def_of3(reader->options);
    const struct value *world = value_get(root, "world");
    md_status status = fields_read(scene_fields3, root, scene, reader->error);
    if (status == MD_OK && world != NULL) {
        status = fields_read(world_fields3, world, &def, reader->error);
        solver_names_both3(&def, value_get(world, "solver") != NULL, value_get(world, "position_solver") != NULL);
    }
    if (status == MD_OK) {
        status = settings_apply3(reader->options, root->key, scene, &def, NULL, NULL, reader->error);
    }
    if (status == MD_OK) {
        md_error why = {0};
        status = reader_checked(reader, world != NULL ? world : root, md3_world_def_check(&def, &why), &why);
    }
    return status == MD_OK
               ? reader_refused(reader, world != NULL ? world : root, md3_world_create(&def, &reader->world3))
               : status;
}

static md_status read_joints(struct reader *reader, const struct value *root)
{
    const struct value *joints = NULL;
    md_status status = reader_array(reader, root, "joints", &joints);
    for (const struct value *value = joints != NULL ? joints->first : NULL; status == MD_OK && value != NULL;
         value = value->next) {
        status = read_joint3(reader, value, NULL);
    }
    return status;
}

md_status scene_read_tree3(struct reader *reader, const struct value *root, struct scene *scene)
{
    md_status status = read_world(reader, root, scene);
    if (status == MD_OK) {
        status = check_materials(reader);
    }
    if (status == MD_OK) {
        status = reader_array(reader, root, "bodies", &reader->bodies);
    }
    if (status == MD_OK) {
        status = read_bodies(reader);
    }
    if (status == MD_OK) {
        status = read_joints(reader, root);
    }
    if (status == MD_OK) {
        status = md_fail_plain(reader->error, adjust_world3(reader->world3, reader->options, NULL));
    }
    if (status == MD_OK) {
        status = put_to_sleep(reader);
    }
    scene->world3 = status == MD_OK ? reader->world3 : NULL;
    return status;
}
