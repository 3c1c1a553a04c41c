#include "render3/renderer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "render3/buffers.h"
#include "render3/context.h"
#include "render3/leaks.h"
#include "render3/matrix.h"
#include "render3/programs.h"
#include "render3/targets.h"

struct renderer3 {
    struct context context;
    struct programs programs;
    struct targets targets;
    struct buffers buffers;
};

/* The camera and the light of one picture. */
struct view {
    struct matrix camera, lamp;
    struct matrix look; /* its rows are the axes of the camera */
    float aspect;
};

static struct view view_of(const struct render3_scene *scene, int width, int height)
{
    const float distance =
        sqrtf(scene->eye[0] * scene->eye[0] + scene->eye[1] * scene->eye[1] + scene->eye[2] * scene->eye[2]);
    const float far = distance + 30 * scene->radius;
    const float nearest = distance - 3 * scene->radius;
    const float least = 1e-3f * distance;
    struct view view = {.aspect = (float)width / (float)height, .look = matrix_look(scene->eye, scene->up)};
    const struct matrix perspective =
        matrix_perspective(RENDER3_FIELD, view.aspect, nearest > least ? nearest : least, far);
    view.camera = matrix_multiply(&perspective, &view.look);
    const float lamp[3] = {scene->light[0] * scene->radius, scene->light[1] * scene->radius,
                           scene->light[2] * scene->radius};
    const struct matrix from_lamp = matrix_look(lamp, scene->up);
    /* The look has the light at the distance of the radius: the depth covers twice the sphere behind it. */
    const struct matrix parallel = matrix_parallel(scene->radius, 3 * scene->radius);
    view.lamp = matrix_multiply(&parallel, &from_lamp);
    return view;
}

static void set_vector(const struct gl *gl, GLuint program, const char *name, const float vector[3])
{
    gl->Uniform3fv(gl->GetUniformLocation(program, name), 1, vector);
}

static void set_number(const struct gl *gl, GLuint program, const char *name, float number)
{
    gl->Uniform1f(gl->GetUniformLocation(program, name), number);
}

static void set_matrix(const struct gl *gl, GLuint program, const char *name, const struct matrix *matrix)
{
    gl->UniformMatrix4fv(gl->GetUniformLocation(program, name), 1, GL_FALSE, matrix->at);
}

/* A unit vector in the plane, along a coordinate axis if possible. */
static void axis_in_plane(const float normal[3], float axis[3])
{
    const int least = fabsf(normal[0]) <= fabsf(normal[1]) && fabsf(normal[0]) <= fabsf(normal[2]) ? 0
                      : fabsf(normal[1]) <= fabsf(normal[2])                                       ? 1
                                                                                                   : 2;
    float length = 0;
    for (int i = 0; i < 3; ++i) {
        axis[i] = (i == least ? 1.0f : 0.0f) - normal[least] * normal[i];
        length += axis[i] * axis[i];
    }
    for (int i = 0; i < 3; ++i) {
        axis[i] /= sqrtf(length);
    }
}

/* Makes a program current, with all that does not change within a picture. `depth` is in metres toward the eye. */
static void use_program(const struct gl *gl, GLuint program, const struct render3_scene *scene, const struct view *view,
                        float depth)
{
    float across[3];
    axis_in_plane(scene->up, across);
    gl->UseProgram(program);
    set_matrix(gl, program, "camera", &view->camera);
    set_vector(gl, program, "across", across);
    set_vector(gl, program, "origin", scene->origin);
    set_number(gl, program, "grid", scene->grid);
    set_matrix(gl, program, "lamp", &view->lamp);
    set_vector(gl, program, "eye", scene->eye);
    set_vector(gl, program, "light", scene->light);
    set_vector(gl, program, "up", scene->up);
    set_number(gl, program, "radius", scene->radius);
    set_number(gl, program, "depth", depth);
    set_number(gl, program, "texel", 1.0f / SHADOW_SIZE);
    gl->Uniform1i(gl->GetUniformLocation(program, "shadow"), 0);
}

/* ---- Passes ------------------------------------------------------------------------------------------------------ */

static void draw_shadows(const struct renderer3 *renderer, const struct render3_scene *scene, const struct view *view)
{
    const struct gl *gl = &renderer->context.gl;
    gl->BindFramebuffer(GL_FRAMEBUFFER, renderer->targets.shadow_frame);
    gl->Viewport(0, 0, SHADOW_SIZE, SHADOW_SIZE);
    gl->Clear(GL_DEPTH_BUFFER_BIT);
    gl->UseProgram(renderer->programs.depth);
    set_matrix(gl, renderer->programs.depth, "camera", &view->lamp);
    set_number(gl, renderer->programs.depth, "depth", 0);
    gl->Enable(GL_POLYGON_OFFSET_FILL);
    gl->PolygonOffset(1.5f, 4);
    buffers_draw(&renderer->buffers, gl, &scene->solids, GL_TRIANGLES);
    gl->Disable(GL_POLYGON_OFFSET_FILL);
}

static void draw_solids(const struct renderer3 *renderer, const struct render3_scene *scene, const struct view *view)
{
    const struct gl *gl = &renderer->context.gl;
    use_program(gl, renderer->programs.solid, scene, view, 0);
    buffers_draw(&renderer->buffers, gl, &scene->solids, GL_TRIANGLES);
    use_program(gl, renderer->programs.edge, scene, view, 0.004f * scene->radius);
    buffers_draw(&renderer->buffers, gl, &scene->solids, GL_LINES);
}

/* The rays through the pixels: ahead + x right + y top with x and y from -1 to 1. */
static void set_rays(const struct gl *gl, GLuint program, const struct view *view)
{
    const float *look = view->look.at;
    const float half = tanf(RENDER3_FIELD / 2);
    const float right[3] = {look[0] * half * view->aspect, look[4] * half * view->aspect,
                            look[8] * half * view->aspect};
    const float top[3] = {look[1] * half, look[5] * half, look[9] * half};
    const float ahead[3] = {-look[2], -look[6], -look[10]};
    set_vector(gl, program, "right", right);
    set_vector(gl, program, "top", top);
    set_vector(gl, program, "ahead", ahead);
}

/* The planes that bound a plane: those of other directions. */
static void set_others(const struct gl *gl, GLuint program, const struct render3_scene *scene, size_t plane)
{
    float others[RENDER3_MAX_PLANES][4];
    GLsizei count = 0;
    const float *normal = scene->planes[plane].normal;
    for (size_t i = 0; i < scene->plane_count && count < RENDER3_MAX_PLANES; ++i) {
        const float *other = scene->planes[i].normal;
        if (fabsf(normal[0] * other[0] + normal[1] * other[1] + normal[2] * other[2]) < 0.99f) {
            memcpy(others[count], other, 3 * sizeof(float));
            others[count++][3] = scene->planes[i].offset;
        }
    }
    gl->Uniform1i(gl->GetUniformLocation(program, "other_count"), count);
    if (count > 0) {
        gl->Uniform4fv(gl->GetUniformLocation(program, "others"), count, others[0]);
    }
}

static void draw_planes(const struct renderer3 *renderer, const struct render3_scene *scene, const struct view *view)
{
    const struct gl *gl = &renderer->context.gl;
    const GLuint program = renderer->programs.plane;
    use_program(gl, program, scene, view, 0);
    set_rays(gl, program, view);
    gl->BindVertexArray(renderer->buffers.array);
    for (size_t i = 0; i < scene->plane_count; ++i) {
        const struct render3_plane *plane = &scene->planes[i];
        float across[3];
        axis_in_plane(plane->normal, across);
        set_vector(gl, program, "normal", plane->normal);
        set_vector(gl, program, "across", across);
        set_number(gl, program, "offset", plane->offset);
        set_number(gl, program, "opacity", plane->opacity);
        set_others(gl, program, scene, i);
        gl->Uniform1i(gl->GetUniformLocation(program, "is_ground"), plane->is_ground ? 1 : 0);
        gl->DrawArrays(GL_TRIANGLES, 0, 3);
    }
}

/* Solids first, because planes are translucent and most of them lie behind. */
static void draw_picture(const struct renderer3 *renderer, const struct render3_scene *scene, const struct view *view)
{
    const struct gl *gl = &renderer->context.gl;
    gl->BindFramebuffer(GL_FRAMEBUFFER, renderer->targets.sampled_frame);
    gl->Viewport(0, 0, renderer->targets.width, renderer->targets.height);
    gl->ClearColor(1, 1, 1, 1);
    gl->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    draw_solids(renderer, scene, view);
    gl->Enable(GL_BLEND);
    gl->BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    gl->DepthMask(GL_FALSE);
    draw_planes(renderer, scene, view);
    use_program(gl, renderer->programs.solid, scene, view, 0);
    buffers_draw(&renderer->buffers, gl, &scene->translucents, GL_TRIANGLES);
    gl->DepthMask(GL_TRUE);
    gl->Disable(GL_BLEND);
    use_program(gl, renderer->programs.mark, scene, view, scene->mark_depth);
    buffers_draw(&renderer->buffers, gl, &scene->marks, GL_TRIANGLES);
}

static void read_pixels(const struct renderer3 *renderer, unsigned char *pixels)
{
    const struct gl *gl = &renderer->context.gl;
    const struct targets *targets = &renderer->targets;
    const size_t stride = 4 * (size_t)targets->width;
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, targets->sampled_frame);
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, targets->averaged_frame);
    /* From bottom to top, as OpenGL has it, to top to bottom. Drivers refuse to turn a picture while they average it. */
    gl->BlitFramebuffer(0, 0, targets->width, targets->height, 0, 0, targets->width, targets->height,
                        GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl->BindFramebuffer(GL_FRAMEBUFFER, targets->averaged_frame);
    gl->PixelStorei(GL_PACK_ALIGNMENT, 1);
    for (int row = 0; row < targets->height; ++row) {
        gl->ReadPixels(0, targets->height - 1 - row, targets->width, 1, GL_BGRA, GL_UNSIGNED_BYTE,
                       pixels + stride * (size_t)row);
    }
}

/* ---- Entry points ------------------------------------------------------------------------------------------------ */

md_status renderer3_draw(struct renderer3 *renderer, const struct render3_scene *scene, int width, int height,
                         unsigned char *pixels, md_error *error)
{
    const struct gl *gl = &renderer->context.gl;
    const struct view view = view_of(scene, width, height);
    const md_status status = targets_resize(&renderer->targets, gl, width, height, error);
    if (status != MD_OK) {
        return status;
    }
    leaks_ignore();
    gl->Enable(GL_DEPTH_TEST);
    gl->Enable(GL_MULTISAMPLE);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, renderer->targets.shadow_texture);
    draw_shadows(renderer, scene, &view);
    draw_picture(renderer, scene, &view);
    read_pixels(renderer, pixels);
    leaks_watch();
    const GLenum problem = gl->GetError();
    return problem == GL_NO_ERROR ? MD_OK
                                  : md_fail(error, problem == GL_OUT_OF_MEMORY ? MD_ERROR_MEMORY : MD_ERROR_FILE,
                                            "OpenGL failed with error 0x%x", problem);
}

md_status renderer3_create(struct renderer3 **renderer, const struct render3_mesh *meshes, size_t mesh_count,
                           md_error *error)
{
    struct renderer3 *created = calloc(1, sizeof *created);
    *renderer = NULL;
    if (created == NULL) {
        return md_fail(error, MD_ERROR_MEMORY, "out of memory for a picture");
    }
    leaks_ignore();
    md_status status = context_create(&created->context, error);
    if (status == MD_OK) {
        status = programs_create(&created->programs, &created->context.gl, error);
    }
    if (status == MD_OK) {
        status = targets_create(&created->targets, &created->context.gl, error);
    }
    if (status == MD_OK) {
        status = buffers_create(&created->buffers, &created->context.gl, meshes, mesh_count, error);
    }
    leaks_watch();
    if (status != MD_OK) {
        renderer3_destroy(created);
        return status;
    }
    *renderer = created;
    return MD_OK;
}

void renderer3_destroy(struct renderer3 *renderer)
{
    if (renderer != NULL) {
        buffers_free(&renderer->buffers);
        context_destroy(&renderer->context);
        free(renderer);
    }
}
