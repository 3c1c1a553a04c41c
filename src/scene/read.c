#include "scene/read.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "scene/adjust.h"
#include "scene/edit.h"
#include "scene/settings.h"

#define FORMAT "modulus-scene"

md_status reader_refused(const struct reader *reader, const struct value *value, md_status status)
{
    if (status == MD_OK) {
        return MD_OK;
    }
    value_fail(value, reader->error, "%s", md_status_text(status));
    if (reader->error != NULL) {
        reader->error->status = status;
    }
    return status;
}

md_status reader_checked(const struct reader *reader, const struct value *value, md_status status,
                         const md_error *found)
{
    return status == MD_OK ? MD_OK : value_fail(value, reader->error, "%s", found->message);
}

/* ---- Document ---------------------------------------------------------------------------------------------------- */

static md_status check_format(const struct value *root, md_error *error)
{
    const struct value *format = value_get(root, "format");
    const struct value *version = value_get(root, "version");
    if (root->kind != VALUE_OBJECT) {
        return value_unexpected(root, error, "an object");
    }
    if (format == NULL || version == NULL) {
        return value_fail(root, error, "the key \"%s\" is missing", format == NULL ? "format" : "version");
    }
    if (format->kind != VALUE_TEXT || strcmp(format->text, FORMAT) != 0) {
        return value_unexpected(format, error, "\"" FORMAT "\"");
    }
    if (version->kind != VALUE_NUMBER || version->number != 1) {
        return value_unexpected(version, error, "1");
    }
    return MD_OK;
}

md_status reader_array(const struct reader *reader, const struct value *object, const char *key,
                       const struct value **array)
{
    *array = value_get(object, key);
    return *array == NULL || (*array)->kind == VALUE_ARRAY ? MD_OK
                                                           : value_unexpected(*array, reader->error, "an array");
}

/* Reads whether the scene is 3D. */
static md_status read_dimensions(const struct reader *reader, const struct value *root, bool *is_3d)
{
    const struct value *dimensions = value_get(root, "dimensions");
    const bool is_number = dimensions != NULL && dimensions->kind == VALUE_NUMBER;
    *is_3d = is_number && dimensions->number == 3;
    if (dimensions != NULL && !*is_3d && !(is_number && dimensions->number == 2)) {
        return value_unexpected(dimensions, reader->error, "2 or 3");
    }
    const bool is_allowed = reader->options != NULL && reader->options->allow_3d;
    return !*is_3d || is_allowed ? MD_OK : scene_refuse_3d(root->key, reader->error);
}

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
        md2_shape_def unused = md2_shape_def_default();
        status = fields_read(material_fields, value, &unused, reader->error);
    }
    return status;
}

/* Sets the name to the file name without folder and extension. */
static void name_by_origin(const char *origin, char *name, size_t size)
{
    const char *slash = strrchr(origin, '/');
    const char *base = slash != NULL ? slash + 1 : origin;
    const char *dot = strrchr(base, '.');
    const size_t length = dot != NULL && dot > base ? (size_t)(dot - base) : strlen(base);
    /* A name is UTF-8 and is cut between two characters; the bytes of a file name may be anything. */
    const size_t kept = md_utf8_prefix(base, length < size ? length : size - 1);
    snprintf(name, size, "%.*s", kept > 0 ? (int)kept : 5, kept > 0 ? base : "scene");
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static md_status read_mass(const struct reader *reader, const struct value *value, md2_body_id body)
{
    md2_mass mass = {0};
    if (value == NULL) {
        return MD_OK;
    }
    if (md2_body_get_type(reader->world, body) != MD2_DYNAMIC) {
        return value_fail(value, reader->error, "only a dynamic body can have a mass");
    }
    const md_status status = fields_read(mass_fields, value, &mass, reader->error);
    return status == MD_OK ? reader_refused(reader, value, md2_body_set_mass(reader->world, body, mass)) : status;
}

static md_status read_shapes(struct reader *reader, const struct value *value, md2_body_id body)
{
    const struct value *shapes = NULL;
    md_status status = reader_array(reader, value, "shapes", &shapes);
    for (const struct value *shape = shapes != NULL ? shapes->first : NULL; status == MD_OK && shape != NULL;
         shape = shape->next) {
        status = read_shape(reader, shape, body, NULL);
    }
    return status;
}

static md_status read_body_def(const struct reader *reader, const struct value *value, md2_body_def *def)
{
    *def = md2_body_def_default();
    md_status status = fields_read(body_fields, value, def, reader->error);
    if (status == MD_OK) {
        status = read_angle(value, &def->rotation, reader->error);
    }
    const struct value *name = value_get(value, "name");
    if (status == MD_OK && name != NULL && name->kind != VALUE_TEXT) {
        status = value_unexpected(name, reader->error, "a text");
    }
    const bool moves = def->velocity.x != 0 || def->velocity.y != 0 || def->angular_velocity != 0;
    if (status == MD_OK && moves && def->type == MD2_STATIC) {
        status = value_fail(value, reader->error, "a static body cannot have a velocity");
    }
    return status;
}

/* The given velocity is that of the centre of mass, which depends on the shapes and the mass, so it is set last. */
md_status read_body(struct reader *reader, const struct value *value, md2_body_id *body)
{
    md2_body_def def;
    md_status status = read_body_def(reader, value, &def);
    if (status != MD_OK) {
        return status;
    }
    md2_body_def at_rest = def;
    at_rest.velocity = (md2_vec){0, 0};
    at_rest.angular_velocity = 0;
    at_rest.awake = true; /* put to sleep after the joints, which wake their bodies */
    md_error found = {0};
    status = reader_checked(reader, value, md2_body_def_check(&def, &found), &found);
    if (status == MD_OK) {
        status = reader_refused(reader, value, md2_body_create(reader->world, &at_rest, body));
    }
    if (status == MD_OK) {
        status = read_shapes(reader, value, *body);
    }
    if (status == MD_OK) {
        status = read_mass(reader, value_get(value, "mass"), *body);
    }
    if (status == MD_OK && def.type != MD2_STATIC) {
        status = reader_refused(reader, value,
                                md2_body_set_velocity(reader->world, *body, def.velocity, def.angular_velocity));
    }
    return status;
}

static md_status read_bodies(struct reader *reader)
{
    if (reader->bodies == NULL) {
        return MD_OK;
    }
    md_status status = MD_OK;
    reader->body = value_tree_take(reader->tree, (size_t)reader->bodies->count * sizeof *reader->body);
    if (reader->body == NULL) {
        return md_fail_plain(reader->error, MD_ERROR_MEMORY);
    }
    for (const struct value *value = reader->bodies->first; status == MD_OK && value != NULL; value = value->next) {
        status = read_body(reader, value, &reader->body[value->index]);
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
                reader_refused(reader, awake, md2_body_set_awake(reader->world, reader->body[value->index], false));
        }
    }
    return status;
}

static md_status read_joints(struct reader *reader, const struct value *root)
{
    const struct value *joints = NULL;
    md_status status = reader_array(reader, root, "joints", &joints);
    for (const struct value *value = joints != NULL ? joints->first : NULL; status == MD_OK && value != NULL;
         value = value->next) {
        status = read_joint(reader, value, NULL);
    }
    return status;
}

/* ---- View -------------------------------------------------------------------------------------------------------- */

static void widen(md2_box *view, md2_box box)
{
    view->lower.x = box.lower.x < view->lower.x ? box.lower.x : view->lower.x;
    view->lower.y = box.lower.y < view->lower.y ? box.lower.y : view->lower.y;
    view->upper.x = box.upper.x > view->upper.x ? box.upper.x : view->upper.x;
    view->upper.y = box.upper.y > view->upper.y ? box.upper.y : view->upper.y;
}

/* The bounds of the shapes that can move, with a border. Static shapes are left out: a ground may be much wider than
 * the rest. */
static md2_box view_of(const md2_world *world)
{
    md2_box view = {{MD_REAL_MAX, MD_REAL_MAX}, {-MD_REAL_MAX, -MD_REAL_MAX}};
    for (md2_body_id body = md2_world_first_body(world); body.generation != 0;
         body = md2_world_next_body(world, body)) {
        md2_shape_id shape = md2_body_first_shape(world, body);
        for (; shape.generation != 0 && md2_body_get_type(world, body) != MD2_STATIC;
             shape = md2_shape_next(world, shape)) {
            widen(&view, md2_hull_bounds(md2_shape_hull(world, shape), md2_body_transform(world, body)));
        }
    }
    if (view.lower.x > view.upper.x) {
        return (md2_box){{-10, -10}, {10, 10}};
    }
    const md_real border = 1 + (view.upper.x - view.lower.x + view.upper.y - view.lower.y) / 20;
    return (md2_box){{view.lower.x - border, view.lower.y - border}, {view.upper.x + border, view.upper.y + border}};
}

/* ---- Scene ------------------------------------------------------------------------------------------------------- */

/* Reads the settings and creates the empty world. */
static md_status read_world(struct reader *reader, const struct value *root, struct scene *scene)
{
    md2_world_def def = world_def_of(reader->options);
    const struct value *world = value_get(root, "world");
    md_status status = fields_read(scene_fields, root, scene, reader->error);
    if (status == MD_OK && world != NULL) {
        status = fields_read(world_fields, world, &def, reader->error);
        solver_names_both(&def, value_get(world, "solver") != NULL, value_get(world, "position_solver") != NULL);
    }
    if (status == MD_OK) {
        status = settings_apply(reader->options, root->key, scene, &def, NULL, NULL, reader->error);
    }
    return status == MD_OK
               ? reader_refused(reader, world != NULL ? world : root, md2_world_create(&def, &reader->world))
               : status;
}

static md_status read_contents(struct reader *reader, const struct value *root)
{
    md_status status = check_materials(reader);
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
        status = md_fail_plain(reader->error, adjust_world2(reader->world, reader->options, NULL));
    }
    return status == MD_OK ? put_to_sleep(reader) : status;
}

static md_status scene_read_tree2(struct reader *reader, const struct value *root, struct scene *scene)
{
    md_status status = read_world(reader, root, scene);
    if (status == MD_OK) {
        status = read_contents(reader, root);
    }
    if (status == MD_OK) {
        scene->world = reader->world;
        scene->view = value_get(root, "view") != NULL ? scene->view : view_of(reader->world);
    }
    return status;
}

md_status scene_read_tree(struct scene *scene, struct value_tree *tree, const struct scene_options *options,
                          md_error *error)
{
    const struct value *root = tree->root;
    struct scene result = scene_default("", "");
    struct reader reader = {
        .tree = tree, .options = options, .materials = value_get(root, "materials"), .error = error};
    name_by_origin(root->key, result.name, sizeof result.name);
    bool is_3d = false;
    md_status status = check_format(root, error);
    if (status == MD_OK) {
        status = edit_document(tree, options, error);
    }
    if (status == MD_OK) {
        status = read_dimensions(&reader, root, &is_3d);
    }
    if (status == MD_OK && is_3d) {
        status = scene_read_tree3(&reader, root, &result);
    } else if (status == MD_OK) {
        status = scene_read_tree2(&reader, root, &result);
    }
    reader_free_obj_files(&reader);
    if (status != MD_OK) {
        md2_world_destroy(reader.world);
        md3_world_destroy(reader.world3);
        return status;
    }
    *scene = result;
    return MD_OK;
}
