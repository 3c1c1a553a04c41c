#include "scene/create.h"

#include "base/error.h"
#include "scene/read.h"

md_status reader_open_definition(struct reader *reader, struct value_tree *tree, const struct scene *scene,
                                 const struct scene_definition *definition, md_error *error)
{
    *tree = value_tree_open(NULL);
    *reader = (struct reader){
        .tree = tree, .world = scene->world, .world3 = scene->world3, .is_running = true, .error = error};
    return value_tree_read_flat(tree, definition->bytes, definition->size, definition->origin, error);
}

void reader_close_definition(struct reader *reader, struct value_tree *tree)
{
    reader_free_obj_files(reader);
    value_tree_free(tree);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static bool is_asleep(const struct value *body)
{
    const struct value *awake = value_get(body, "awake");
    return awake != NULL && awake->number == 0;
}

static md_status add_body2(struct reader *reader, struct scene_handle *handle)
{
    const struct value *root = reader->tree->root;
    md2_body_id body = {0, 0};
    md_status status = read_body(reader, root, &body);
    if (status == MD_OK && is_asleep(root)) {
        status = reader_refused(reader, root, md2_body_set_awake(reader->world, body, false));
    }
    if (status != MD_OK && body.generation != 0) {
        (void)md2_body_destroy(reader->world, body);
    }
    *handle = (struct scene_handle){body.index, body.generation};
    return status;
}

static md_status add_body3(struct reader *reader, struct scene_handle *handle)
{
    const struct value *root = reader->tree->root;
    md3_body_id body = {0, 0};
    md_status status = read_body3(reader, root, &body);
    if (status == MD_OK && is_asleep(root)) {
        status = reader_refused(reader, root, md3_body_set_awake(reader->world3, body, false));
    }
    if (status != MD_OK && body.generation != 0) {
        (void)md3_body_destroy(reader->world3, body);
    }
    *handle = (struct scene_handle){body.index, body.generation};
    return status;
}

md_status scene_create_body(const struct scene *scene, const struct scene_definition *definition,
                            struct scene_handle *body, md_error *error)
{
    struct value_tree tree;
    struct reader reader;
    md_status status = reader_open_definition(&reader, &tree, scene, definition, error);
    if (status == MD_OK) {
        status = scene->world3 != NULL ? add_body3(&reader, body) : add_body2(&reader, body);
    }
    reader_close_definition(&reader, &tree);
    return status;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static md_status add_shape2(struct reader *reader, md2_body_id body, struct scene_handle *handle)
{
    md2_shape_id shape = {0, 0};
    const md_status status = read_shape(reader, reader->tree->root, body, &shape);
    *handle = (struct scene_handle){shape.index, shape.generation};
    return status;
}

static md_status add_shape3(struct reader *reader, md3_body_id body, struct scene_handle *handle)
{
    md3_shape_id shape = {0, 0};
    const md_status status = read_shape3(reader, reader->tree->root, body, &shape);
    *handle = (struct scene_handle){shape.index, shape.generation};
    return status;
}

md_status scene_create_shape(const struct scene *scene, struct scene_handle body,
                             const struct scene_definition *definition, struct scene_handle *shape, md_error *error)
{
    struct value_tree tree;
    struct reader reader;
    const md2_body_id body2 = {body.index, body.generation};
    const md3_body_id body3 = {body.index, body.generation};
    const bool is_3d = scene->world3 != NULL;
    if (!(is_3d ? md3_body_is_valid(scene->world3, body3) : md2_body_is_valid(scene->world, body2))) {
        return md_fail(error, MD_ERROR_ARGUMENT,
                       "%s: expected the handle of an existing body, got index %d, generation %u", definition->origin,
                       (int)body.index, (unsigned)body.generation);
    }
    md_status status = reader_open_definition(&reader, &tree, scene, definition, error);
    if (status == MD_OK) {
        status = is_3d ? add_shape3(&reader, body3, shape) : add_shape2(&reader, body2, shape);
    }
    reader_close_definition(&reader, &tree);
    return status;
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

static md_status add_joint2(struct reader *reader, struct scene_handle *handle)
{
    md2_joint_id joint = {0, 0};
    const md_status status = read_joint(reader, reader->tree->root, &joint);
    *handle = (struct scene_handle){joint.index, joint.generation};
    return status;
}

static md_status add_joint3(struct reader *reader, struct scene_handle *handle)
{
    md3_joint_id joint = {0, 0};
    const md_status status = read_joint3(reader, reader->tree->root, &joint);
    *handle = (struct scene_handle){joint.index, joint.generation};
    return status;
}

md_status scene_create_joint(const struct scene *scene, const struct scene_definition *definition,
                             struct scene_handle *joint, md_error *error)
{
    struct value_tree tree;
    struct reader reader;
    md_status status = reader_open_definition(&reader, &tree, scene, definition, error);
    if (status == MD_OK) {
        status = scene->world3 != NULL ? add_joint3(&reader, joint) : add_joint2(&reader, joint);
    }
    reader_close_definition(&reader, &tree);
    return status;
}
