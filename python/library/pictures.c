/* Pictures of worlds, by cairo and, in 3D, by the module of src/render3/. */
#include "base/error.h"
#include "companion.h"
#include "draw/picture.h"
#include "draw/picture3.h"

static md_status check_name(const char *path, md_error *error)
{
    return picture_path_is_known(path)
               ? MD_OK
               : md_fail(error, MD_ERROR_ARGUMENT, "%.300s: expected a name that ends with .png, .svg or .pdf", path);
}

md_status mdpy2_picture(const md2_world *world, md2_box view, const char *caption, const char *path, md_error *error)
{
    const struct picture picture = {
        .subject = picture_of_world(world), .view = view, .caption = caption, .fraction = 1};
    const md_status status = check_name(path, error);
    return status == MD_OK ? picture_write(&picture, path, error) : status;
}

/* A model of the world, its present state and the renderer. */
struct drawn {
    struct model3 model;
    struct state3 state;
    struct drawing3 *drawing;
};

static md_status begin(struct drawn *drawn, const md3_world *world, md_error *error)
{
    md_status status = model3_create(&drawn->model, world, error);
    if (status == MD_OK) {
        status = state3_create(&drawn->state, &drawn->model, error);
    }
    if (status == MD_OK) {
        status = state3_read(&drawn->state, &drawn->model, world, 1, NULL, NULL, error);
    }
    return status == MD_OK ? drawing3_create(&drawn->drawing, &drawn->model, error) : status;
}

static void end(struct drawn *drawn)
{
    drawing3_destroy(drawn->drawing);
    state3_free(&drawn->state);
    model3_free(&drawn->model);
}

md_status mdpy3_picture(const md3_world *world, const md3_vec *camera, const char *caption, const char *path,
                        md_error *error)
{
    struct drawn drawn = {0};
    md_status status = check_name(path, error);
    if (status == MD_OK) {
        status = begin(&drawn, world, error);
    }
    if (status == MD_OK) {
        const struct picture3 picture = {
            .model = &drawn.model,
            .state = &drawn.state,
            .camera = camera != NULL ? camera3_at(&drawn.model, &drawn.state, camera[0], camera[1])
                                     : camera3_frame(&drawn.model, &drawn.state, PICTURE3_VIEW_ASPECT),
            .caption = caption};
        status = picture3_write(drawn.drawing, &picture, path, error);
    }
    end(&drawn);
    return status;
}
