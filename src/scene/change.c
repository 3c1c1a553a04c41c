/* Changes bodies, shapes and joints of a running world by definitions that have only the keys to change. */
#include <string.h>

#include "base/error.h"
#include "scene/create.h"
#include "scene/read.h"

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

enum { MAX_FIELDS = 40 };

static bool is_in(const char *name, const char *const *names)
{
    while (*names != NULL && strcmp(*names, name) != 0) {
        ++names;
    }
    return *names != NULL;
}

/* Fills a table with the fields that have one of the names (or none of them, if they are not `wanted`) and are read by
 * fields_read. No key is required. */
static void choose_fields(const struct field *from, const char *const *names, bool wanted,
                          struct field chosen[MAX_FIELDS])
{
    int count = 0;
    for (; from->name != NULL && count + 1 < MAX_FIELDS; ++from) {
        if (from->kind != FIELD_OTHER && is_in(from->name, names) == wanted) {
            chosen[count] = *from;
            chosen[count++].flags &= ~(unsigned)FIELD_REQUIRED;
        }
    }
    chosen[count] = (struct field){0};
}

static bool has_key(const struct reader *reader, const char *key)
{
    return value_get(reader->tree->root, key) != NULL;
}

static md_status no_handle(const struct scene_definition *definition, const char *what, struct scene_handle handle,
                           md_error *error)
{
    return md_fail(error, MD_ERROR_ARGUMENT, "%s: expected the handle of an existing %s, got index %d, generation %u",
                   definition->origin, what, (int)handle.index, (unsigned)handle.generation);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static const char *const BODY_KEYS[] = {"type",           "linear_damping", "angular_damping", "gravity_scale",
                                        "fixed_rotation", "bullet",         "enable_sleep",    NULL};

/* The type comes first, because it alone can be refused after the definition was checked. */
static md_status change_body2(const struct reader *reader, md2_body_id body)
{
    md2_world *world = reader->world;
    const struct value *root = reader->tree->root;
    struct field fields[MAX_FIELDS];
    md_error found = {0};
    md2_body_def def = md2_body_get_def(world, body);
    choose_fields(body_fields, BODY_KEYS, true, fields);
    md_status status = fields_read(fields, root, &def, reader->error);
    if (status == MD_OK) {
        status = reader_checked(reader, root, md2_body_def_check(&def, &found), &found);
    }
    if (status == MD_OK && has_key(reader, "type")) {
        status = reader_refused(reader, root, md2_body_set_type(world, body, def.type));
    }
    if (status == MD_OK && (has_key(reader, "linear_damping") || has_key(reader, "angular_damping"))) {
        status =
            reader_refused(reader, root, md2_body_set_damping(world, body, def.linear_damping, def.angular_damping));
    }
    if (status == MD_OK && has_key(reader, "gravity_scale")) {
        status = reader_refused(reader, root, md2_body_set_gravity_scale(world, body, def.gravity_scale));
    }
    if (status == MD_OK && has_key(reader, "fixed_rotation")) {
        status = reader_refused(reader, root, md2_body_set_fixed_rotation(world, body, def.fixed_rotation));
    }
    if (status == MD_OK && has_key(reader, "bullet")) {
        status = reader_refused(reader, root, md2_body_set_bullet(world, body, def.bullet));
    }
    if (status == MD_OK && has_key(reader, "enable_sleep")) {
        status = reader_refused(reader, root, md2_body_enable_sleep(world, body, def.enable_sleep));
    }
    return status;
}

static md_status change_body3(const struct reader *reader, md3_body_id body)
{
    md3_world *world = reader->world3;
    const struct value *root = reader->tree->root;
    struct field fields[MAX_FIELDS];
    md_error found = {0};
    md3_body_def def = md3_body_get_def(world, body);
    choose_fields(body_fields3, BODY_KEYS, true, fields);
    md_status status = fields_read(fields, root, &def, reader->error);
    if (status == MD_OK) {
        status = reader_checked(reader, root, md3_body_def_check(&def, &found), &found);
    }
    if (status == MD_OK && has_key(reader, "type")) {
        status = reader_refused(reader, root, md3_body_set_type(world, body, def.type));
    }
    if (status == MD_OK && (has_key(reader, "linear_damping") || has_key(reader, "angular_damping"))) {
        status =
            reader_refused(reader, root, md3_body_set_damping(world, body, def.linear_damping, def.angular_damping));
    }
    if (status == MD_OK && has_key(reader, "gravity_scale")) {
        status = reader_refused(reader, root, md3_body_set_gravity_scale(world, body, def.gravity_scale));
    }
    if (status == MD_OK && has_key(reader, "bullet")) {
        status = reader_refused(reader, root, md3_body_set_bullet(world, body, def.bullet));
    }
    if (status == MD_OK && has_key(reader, "enable_sleep")) {
        status = reader_refused(reader, root, md3_body_enable_sleep(world, body, def.enable_sleep));
    }
    return status;
}

md_status scene_change_body(const struct scene *scene, struct scene_handle body,
                            const struct scene_definition *definition, md_error *error)
{
    struct value_tree tree;
    struct reader reader;
    const bool is_3d = scene->world3 != NULL;
    const md2_body_id body2 = {body.index, body.generation};
    const md3_body_id body3 = {body.index, body.generation};
    if (!(is_3d ? md3_body_is_valid(scene->world3, body3) : md2_body_is_valid(scene->world, body2))) {
        return no_handle(definition, "body", body, error);
    }
    md_status status = reader_open_definition(&reader, &tree, scene, definition, error);
    if (status == MD_OK) {
        status = is_3d ? change_body3(&reader, body3) : change_body2(&reader, body2);
    }
    reader_close_definition(&reader, &tree);
    return status;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static md_status change_shape2(const struct reader *reader, md2_shape_id shape)
{
    const struct value *root = reader->tree->root;
    const md2_chain_id chain = md2_shape_chain(reader->world, shape);
    md_error found = {0};
    md2_shape_def def = md2_shape_get_def(reader->world, shape);
    md_status status = fields_read(material_fields, root, &def, reader->error);
    if (status == MD_OK) {
        status = reader_checked(reader, root, md2_shape_def_check(&def, &found), &found);
    }
    if (status == MD_OK) {
        status = reader_refused(reader, root,
                                chain.generation != 0 ? md2_chain_set_def(reader->world, chain, &def)
                                                      : md2_shape_set_def(reader->world, shape, &def));
    }
    return status;
}

static md_status change_shape3(const struct reader *reader, md3_shape_id shape)
{
    const struct value *root = reader->tree->root;
    md_error found = {0};
    md3_shape_def def = md3_shape_get_def(reader->world3, shape);
    md_status status = fields_read(material_fields3, root, &def, reader->error);
    if (status == MD_OK) {
        status = reader_checked(reader, root, md3_shape_def_check(&def, &found), &found);
    }
    return status == MD_OK ? reader_refused(reader, root, md3_shape_set_def(reader->world3, shape, &def)) : status;
}

md_status scene_change_shape(const struct scene *scene, struct scene_handle shape,
                             const struct scene_definition *definition, md_error *error)
{
    struct value_tree tree;
    struct reader reader;
    const bool is_3d = scene->world3 != NULL;
    const md2_shape_id shape2 = {shape.index, shape.generation};
    const md3_shape_id shape3 = {shape.index, shape.generation};
    if (!(is_3d ? md3_shape_is_valid(scene->world3, shape3) : md2_shape_is_valid(scene->world, shape2))) {
        return no_handle(definition, "shape", shape, error);
    }
    md_status status = reader_open_definition(&reader, &tree, scene, definition, error);
    if (status == MD_OK) {
        status = is_3d ? change_shape3(&reader, shape3) : change_shape2(&reader, shape2);
    }
    reader_close_definition(&reader, &tree);
    return status;
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

/* Keys that say what a joint is and where: those of its frames that are not FIELD_OTHER. */
static const char *const FIXED_JOINT_KEYS[] = {"type", "axis", "reference", NULL};

static md_status change_joint2(const struct reader *reader, md2_joint_id joint)
{
    const struct value *root = reader->tree->root;
    struct field fields[MAX_FIELDS];
    md_error found = {0};
    md2_joint_def def = md2_joint_get_def(reader->world, joint);
    choose_fields(joint_fields, FIXED_JOINT_KEYS, false, fields);
    md_status status = fields_read(fields, root, &def, reader->error);
    read_drives(root, &def);
    if (status == MD_OK) {
        status = reader_checked(reader, root, md2_joint_def_check(&def, &found), &found);
    }
    return status == MD_OK ? reader_refused(reader, root, md2_joint_set_def(reader->world, joint, &def)) : status;
}

static md_status change_joint3(const struct reader *reader, md3_joint_id joint)
{
    const struct value *root = reader->tree->root;
    struct field fields[MAX_FIELDS];
    md_error found = {0};
    md3_joint_def def = md3_joint_get_def(reader->world3, joint);
    choose_fields(joint_fields3, FIXED_JOINT_KEYS, false, fields);
    md_status status = fields_read(fields, root, &def, reader->error);
    read_drives3(root, &def);
    if (status == MD_OK) {
        status = reader_checked(reader, root, md3_joint_def_check(&def, &found), &found);
    }
    return status == MD_OK ? reader_refused(reader, root, md3_joint_set_def(reader->world3, joint, &def)) : status;
}

md_status scene_change_joint(const struct scene *scene, struct scene_handle joint,
                             const struct scene_definition *definition, md_error *error)
{
    struct value_tree tree;
    struct reader reader;
    const bool is_3d = scene->world3 != NULL;
    const md2_joint_id joint2 = {joint.index, joint.generation};
    const md3_joint_id joint3 = {joint.index, joint.generation};
    if (!(is_3d ? md3_joint_is_valid(scene->world3, joint3) : md2_joint_is_valid(scene->world, joint2))) {
        return no_handle(definition, "joint", joint, error);
    }
    md_status status = reader_open_definition(&reader, &tree, scene, definition, error);
    if (status == MD_OK) {
        status = is_3d ? change_joint3(&reader, joint3) : change_joint2(&reader, joint2);
    }
    reader_close_definition(&reader, &tree);
    return status;
}
