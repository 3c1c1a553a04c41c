/* Turns a model and a state into meshes and instances for the renderer. */
#include <stdlib.h>

#include "base/error.h"
#include "draw/occluders3.h"
#include "draw/paints.h"
#include "draw/picture3.h"
#include "draw/solid_bounds.h"
#include "draw/solid_mesh.h"

/* Meshes of marks follow those of the solids. */
enum { MARK_BALL, MARK_SHAFT, MARK_HEAD, MARK_MESHES };

/* A shape in the order of drawing. */
struct place {
    int32_t shape, solid;
    double distance; /* from the eye, squared */
};

struct drawing3 {
    const struct render3 *table;
    struct renderer3 *renderer;
    const struct model3 *model;
    struct place *order; /* of the shapes: by solid, near ones first */
    double mean_radius;  /* of the shapes of dynamic bodies, m */
    int *grades;         /* of each body: that of its worst contact */
    bool *hides;         /* of each shape: it hides bodies, and is drawn translucent */
    struct render3_instance *solids, *translucents, *marks;
    size_t solid_count, translucent_count, mark_count, mark_capacity;
    struct render3_plane *planes;
    size_t plane_count;
};

static md_status out_of_memory(md_error *error)
{
    return md_fail(error, MD_ERROR_MEMORY, "out of memory for a picture");
}

/* ---- Meshes ------------------------------------------------------------------------------------------------------ */

/* Corners of a full circle: fewer if there are many round shapes. */
static int segments_for(int32_t shapes)
{
    const double segments = 36 * sqrt(300.0 / (shapes > 300 ? shapes : 300));
    return segments > 12 ? (int)segments : 12;
}

static void add_mark_mesh(struct solid_mesh *mesh, int mark)
{
    static const struct solid SOLIDS[MARK_MESHES] = {
        [MARK_BALL] = {.type = MD3_SPHERE, .radius = 1},
        [MARK_SHAFT] = {.type = MD3_CYLINDER, .point = {{0, 0, 0}, {0, 1, 0}}, .base_radius = 1},
        [MARK_HEAD] = {.type = MD3_CONE, .point = {{0, 0, 0}, {0, 1, 0}}, .base_radius = 1},
    };
    solid_mesh_add(mesh, &SOLIDS[mark], 10);
}

/* Makes all meshes and gives them to the renderer. */
static md_status create_renderer(struct drawing3 *drawing, md_error *error)
{
    const struct model3 *model = drawing->model;
    const size_t count = (size_t)model->solid_count + MARK_MESHES;
    struct solid_mesh *meshes = calloc(count, sizeof *meshes);
    struct render3_mesh *given = calloc(count, sizeof *given);
    bool failed = meshes == NULL || given == NULL;
    for (size_t i = 0; !failed && i < count; ++i) {
        if (i < (size_t)model->solid_count) {
            solid_mesh_add(&meshes[i], &model->solids[i], segments_for(model->shape_count));
        } else {
            add_mark_mesh(&meshes[i], (int)(i - (size_t)model->solid_count));
        }
        failed = meshes[i].failed;
        given[i] = (struct render3_mesh){
            .vertices = meshes[i].vertices,
            .triangles = meshes[i].triangles,
            .edges = meshes[i].edges,
            .vertex_count = meshes[i].vertex_count,
            .triangle_count = meshes[i].triangle_count,
            .edge_count = meshes[i].edge_count,
            .is_closed = i >= (size_t)model->solid_count ||
                         (model->solids[i].type != MD3_MESH && model->solids[i].type != MD3_HEIGHT_FIELD)};
    }
    const md_status status =
        failed ? out_of_memory(error) : drawing->table->create(&drawing->renderer, given, count, error);
    for (size_t i = 0; meshes != NULL && i < count; ++i) {
        solid_mesh_free(&meshes[i]);
    }
    free(meshes);
    free(given);
    return status;
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static void measure_bodies(struct drawing3 *drawing)
{
    const struct model3 *model = drawing->model;
    double sum = 0;
    int32_t count = 0;
    for (int32_t i = 0; i < model->shape_count; ++i) {
        if (model->types[model->shapes[i].body] == MD3_DYNAMIC) {
            sum += (double)solid_ball(&model->solids[model->shapes[i].solid]).radius;
            ++count;
        }
    }
    drawing->mean_radius = count > 0 && sum > 0 ? sum / count : 0.5;
}

static md_status allocate(struct drawing3 *drawing, md_error *error)
{
    const struct model3 *model = drawing->model;
    const size_t shapes = (size_t)model->shape_count + 1;
    drawing->order = calloc(shapes, sizeof *drawing->order);
    drawing->solids = calloc(shapes, sizeof *drawing->solids);
    drawing->translucents = calloc(shapes, sizeof *drawing->translucents);
    drawing->planes = calloc(shapes, sizeof *drawing->planes);
    drawing->grades = calloc((size_t)model->body_count + 1, sizeof *drawing->grades);
    drawing->hides = calloc(shapes, sizeof *drawing->hides);
    const bool has_memory = drawing->order != NULL && drawing->solids != NULL && drawing->translucents != NULL &&
                            drawing->planes != NULL && drawing->grades != NULL && drawing->hides != NULL;
    if (has_memory) {
        measure_bodies(drawing);
    }
    return has_memory ? MD_OK : out_of_memory(error);
}

md_status drawing3_create(struct drawing3 **drawing, const struct model3 *model, md_error *error)
{
    struct drawing3 *created = calloc(1, sizeof *created);
    *drawing = NULL;
    if (created == NULL) {
        return out_of_memory(error);
    }
    created->model = model;
    md_status status = render3_load(&created->table, error);
    if (status == MD_OK) {
        status = allocate(created, error);
    }
    if (status == MD_OK) {
        status = create_renderer(created, error);
    }
    if (status != MD_OK) {
        drawing3_destroy(created);
        return status;
    }
    *drawing = created;
    return MD_OK;
}

void drawing3_destroy(struct drawing3 *drawing)
{
    if (drawing == NULL) {
        return;
    }
    if (drawing->renderer != NULL) {
        drawing->table->destroy(drawing->renderer);
    }
    free(drawing->order);
    free(drawing->grades);
    free(drawing->hides);
    free(drawing->solids);
    free(drawing->translucents);
    free(drawing->marks);
    free(drawing->planes);
    free(drawing);
}

/* ---- Colours ----------------------------------------------------------------------------------------------------- */

int contact_grade(double residual)
{
    if (!(residual >= 0)) {
        return -1;
    }
    int grade = 0;
    for (double limit = 1e-4; grade < CONTACT_GRADES - 1 && residual > limit; limit *= 10) {
        ++grade;
    }
    return grade;
}

/* The worst grade of the contacts of each body; -1 if it has none, or none that is known. */
static void grade_bodies(struct drawing3 *drawing, const struct state3 *state)
{
    for (int32_t i = 0; i < drawing->model->body_count; ++i) {
        drawing->grades[i] = -1;
    }
    for (int32_t i = 0; i < state->mark_count; ++i) {
        const int grade = contact_grade((double)state->marks[i].residual);
        for (int side = 0; side < 2; ++side) {
            int *worst = &drawing->grades[state->marks[i].body[side]];
            *worst = grade > *worst ? grade : *worst;
        }
    }
}

static struct colour colour_of(const struct drawing3 *drawing, const struct picture3 *picture, int32_t body)
{
    switch (picture->model->types[body]) {
    case MD3_STATIC: return towards_white(STATIC_PAINT.fill, 0.5);
    case MD3_KINEMATIC: return KINEMATIC_PAINT.fill;
    case MD3_DYNAMIC: break;
    }
    if (picture->colouring == COLOUR_RESIDUAL) {
        const int grade = drawing->grades[body];
        const struct colour grey = {0.86, 0.87, 0.88};
        return grade >= 0 ? towards_white(GRADE_COLOURS[grade], 0.45) : grey;
    }
    /* Between the fill and the outline of 2D pictures: light falls on less than half of a solid. */
    const struct paint paint = paint_of_body(body, picture->state->asleep[body]);
    const double share = 0.3;
    return (struct colour){paint.fill.red + share * (paint.outline.red - paint.fill.red),
                           paint.fill.green + share * (paint.outline.green - paint.fill.green),
                           paint.fill.blue + share * (paint.outline.blue - paint.fill.blue)};
}

/* ---- Instances --------------------------------------------------------------------------------------------------- */

static void put_vec(float out[3], md3_vec vec)
{
    out[0] = (float)vec.x;
    out[1] = (float)vec.y;
    out[2] = (float)vec.z;
}

static void set_colour(struct render3_instance *instance, struct colour colour, double opacity)
{
    instance->colour[0] = (float)colour.red;
    instance->colour[1] = (float)colour.green;
    instance->colour[2] = (float)colour.blue;
    instance->colour[3] = (float)opacity;
}

static enum render3_pattern pattern_of(md3_geometry_type type, md3_body_type body)
{
    if (type == MD3_MESH || type == MD3_HEIGHT_FIELD) {
        return RENDER3_GRID;
    }
    return type != MD3_HULL && body != MD3_STATIC ? RENDER3_OCTANTS : RENDER3_PLAIN;
}

static void add_plane(struct drawing3 *drawing, const struct picture3 *picture, const struct solid *solid,
                      md3_transform at)
{
    const md3_vec normal = md3_rot_apply(at.q, solid->point[0]);
    const md_real offset = solid->offset + md3_vec_dot(normal, md3_vec_sub(at.p, picture->camera.target));
    const bool is_ground = md3_vec_dot(normal, picture->camera.up) > (md_real)0.5;
    struct render3_plane *plane = &drawing->planes[drawing->plane_count++];
    *plane = (struct render3_plane){.offset = (float)offset, .opacity = is_ground ? 1 : 0.35f, .is_ground = is_ground};
    put_vec(plane->normal, normal);
}

/* By solid, so that the renderer draws equal shapes at once, then from near to far, so that it shades few hidden points. */
static int compare_places(const void *left, const void *right)
{
    const struct place *a = left;
    const struct place *b = right;
    if (a->solid != b->solid) {
        return a->solid < b->solid ? -1 : 1;
    }
    if (a->distance != b->distance) {
        return a->distance < b->distance ? -1 : 1;
    }
    return (a->shape > b->shape) - (a->shape < b->shape);
}

static void sort_shapes(struct drawing3 *drawing, const struct picture3 *picture)
{
    const struct model3 *model = picture->model;
    /* If hardly two shapes are equal, only the distance counts. */
    const bool share = model->solid_count < model->shape_count / 2;
    for (int32_t i = 0; i < model->shape_count; ++i) {
        const md3_vec at = picture->state->transforms[model->shapes[i].body].p;
        const double distance = (double)md3_vec_distance_squared(at, picture->camera.eye);
        drawing->order[i] = (struct place){
            .shape = i, .solid = share ? model->shapes[i].solid : 0, .distance = isfinite(distance) ? distance : 0};
    }
    qsort(drawing->order, (size_t)model->shape_count, sizeof *drawing->order, compare_places);
}

static void add_shapes(struct drawing3 *drawing, const struct picture3 *picture)
{
    drawing->solid_count = 0;
    drawing->translucent_count = 0;
    drawing->plane_count = 0;
    sort_shapes(drawing, picture);
    for (int32_t i = 0; i < picture->model->shape_count; ++i) {
        const struct model3_shape *shape = &picture->model->shapes[drawing->order[i].shape];
        const struct solid *solid = &picture->model->solids[shape->solid];
        const md3_transform at = picture->state->transforms[shape->body];
        if (picture->state->hidden[shape->body]) {
            continue;
        }
        if (solid->type == MD3_PLANE) {
            add_plane(drawing, picture, solid, at);
            continue;
        }
        const bool is_translucent = shape->sensor || drawing->hides[drawing->order[i].shape];
        struct render3_instance *instance = is_translucent ? &drawing->translucents[drawing->translucent_count++]
                                                           : &drawing->solids[drawing->solid_count++];
        const md3_mat axes = md3_rot_matrix(at.q);
        *instance =
            (struct render3_instance){.mesh = (uint32_t)shape->solid,
                                      .pattern = (float)pattern_of(solid->type, picture->model->types[shape->body])};
        put_vec(instance->axes[0], axes.x);
        put_vec(instance->axes[1], axes.y);
        put_vec(instance->axes[2], axes.z);
        put_vec(instance->position, md3_vec_sub(at.p, picture->camera.target));
        const struct colour colour = colour_of(drawing, picture, shape->body);
        set_colour(instance,
                   shape->sensor    ? SENSOR_PAINT.fill
                   : is_translucent ? towards_white(colour, 0.3)
                                    : colour,
                   is_translucent ? 0.16 : 1);
    }
}

/* ---- Marks ------------------------------------------------------------------------------------------------------- */

/* A mark: its mesh has y along `along`, of which the length is the scale, and the width is that of x and z. */
static void add_mark(struct drawing3 *drawing, const struct picture3 *picture, int mark, md3_vec position,
                     md3_vec along, double width, struct colour colour)
{
    const md3_vec y = md3_vec_normalize(along);
    const md3_vec x = md3_vec_perpendicular(y);
    if (drawing->mark_count == drawing->mark_capacity || !md3_vec_is_finite(position)) {
        return;
    }
    struct render3_instance *instance = &drawing->marks[drawing->mark_count++];
    *instance = (struct render3_instance){.mesh = (uint32_t)(picture->model->solid_count + mark)};
    put_vec(instance->axes[0], md3_vec_scale((md_real)width, x));
    put_vec(instance->axes[1], along);
    put_vec(instance->axes[2], md3_vec_scale((md_real)width, md3_vec_cross(x, y)));
    put_vec(instance->position, md3_vec_sub(position, picture->camera.target));
    set_colour(instance, colour, 1);
}

static void add_ball(struct drawing3 *drawing, const struct picture3 *picture, md3_vec position, double radius,
                     struct colour colour)
{
    add_mark(drawing, picture, MARK_BALL, position, md3_v(0, (md_real)radius, 0), radius, colour);
}

static void add_line(struct drawing3 *drawing, const struct picture3 *picture, md3_vec a, md3_vec b, double width)
{
    const md3_vec along = md3_vec_sub(b, a);
    if (md3_vec_length(along) > (md_real)width) {
        add_mark(drawing, picture, MARK_SHAFT, a, along, width, JOINT_COLOUR);
    }
}

/* The anchors, a line between them, and lines to the origins of the bodies that move. */
static void add_joints(struct drawing3 *drawing, const struct picture3 *picture)
{
    const double width = fmin(0.05 * drawing->mean_radius, 0.008 * picture->camera.radius);
    for (int32_t i = 0; i < picture->model->joint_count; ++i) {
        const struct model3_joint *joint = &picture->model->joints[i];
        md3_vec end[2];
        bool hidden = picture->state->broken[i];
        for (int side = 0; side < 2; ++side) {
            const int32_t body = joint->body[side];
            end[side] = body >= 0 ? md3_transform_apply(picture->state->transforms[body], joint->anchor[side])
                                  : joint->anchor[side];
            hidden = hidden || (body >= 0 && picture->state->hidden[body]);
        }
        for (int side = 0; side < 2 && !hidden; ++side) {
            const int32_t body = joint->body[side];
            add_ball(drawing, picture, end[side], 2 * width, JOINT_COLOUR);
            if (body >= 0 && picture->model->types[body] == MD3_DYNAMIC) {
                add_line(drawing, picture, picture->state->transforms[body].p, end[side], width);
            }
        }
        if (!hidden) {
            add_line(drawing, picture, end[0], end[1], width);
        }
    }
}

/* Metres per newton second: the mean impulse is half a radius long. */
static double impulse_scale(const struct drawing3 *drawing, const struct state3 *state)
{
    double sum = 0;
    for (int32_t i = 0; i < state->mark_count; ++i) {
        sum += (double)md3_vec_length(state->marks[i].impulse);
    }
    return sum > 0 ? 0.5 * drawing->mean_radius * state->mark_count / sum : 0;
}

static void add_contacts(struct drawing3 *drawing, const struct picture3 *picture)
{
    const struct state3 *state = picture->state;
    const double scale = impulse_scale(drawing, state);
    const double dot = fmin(0.05 * drawing->mean_radius, 0.014 * picture->camera.radius);
    for (int32_t i = 0; i < state->mark_count; ++i) {
        const struct contact_mark *mark = &state->marks[i];
        const int grade = contact_grade((double)mark->residual);
        const bool is_graded = picture->colouring == COLOUR_RESIDUAL;
        const struct colour unknown = {0.33, 0.36, 0.38};
        const struct colour colour = !is_graded ? CONTACT_COLOUR : grade >= 0 ? GRADE_COLOURS[grade] : unknown;
        const double longest = 1.5 * drawing->mean_radius;
        const double length = scale * (double)md3_vec_length(mark->impulse);
        const md3_vec along =
            md3_vec_scale((md_real)(length < longest ? length : longest), md3_vec_normalize(mark->impulse));
        add_ball(drawing, picture, mark->point, dot * (is_graded && grade > 0 ? 1 + 0.25 * grade : 1), colour);
        if (length > 2 * dot) {
            const md3_vec shaft = md3_vec_scale((md_real)0.7, along);
            add_mark(drawing, picture, MARK_SHAFT, mark->point, shaft, 0.4 * dot, colour);
            add_mark(drawing, picture, MARK_HEAD, md3_vec_add(mark->point, shaft), md3_vec_scale((md_real)0.3, along),
                     dot, colour);
        }
    }
}

static int compare_meshes(const void *left, const void *right)
{
    const struct render3_instance *a = left;
    const struct render3_instance *b = right;
    return (a->mesh > b->mesh) - (a->mesh < b->mesh);
}

static md_status add_marks(struct drawing3 *drawing, const struct picture3 *picture, md_error *error)
{
    const size_t most = 5 * (size_t)picture->model->joint_count + 3 * (size_t)picture->state->mark_count + 1;
    if (most > drawing->mark_capacity) {
        free(drawing->marks);
        drawing->marks = calloc(most, sizeof *drawing->marks);
        drawing->mark_capacity = drawing->marks != NULL ? most : 0;
    }
    drawing->mark_count = 0;
    if (drawing->marks == NULL) {
        return out_of_memory(error);
    }
    add_joints(drawing, picture);
    add_contacts(drawing, picture);
    qsort(drawing->marks, drawing->mark_count, sizeof *drawing->marks, compare_meshes);
    return MD_OK;
}

/* ---- The scene --------------------------------------------------------------------------------------------------- */

/* The origin of the world relative to the target, moved by whole cells of the grid so that it is near. */
static md3_vec grid_origin(const struct camera3 *camera)
{
    const double cell = 5 * camera->grid;
    return md3_v((md_real)-fmod((double)camera->target.x, cell), (md_real)-fmod((double)camera->target.y, cell),
                 (md_real)-fmod((double)camera->target.z, cell));
}

static struct render3_scene scene_of(const struct drawing3 *drawing, const struct picture3 *picture)
{
    const struct camera3 *camera = &picture->camera;
    const bool is_graded = picture->colouring == COLOUR_RESIDUAL;
    const md3_vec back = md3_vec_normalize(md3_vec_sub(camera->eye, camera->target));
    const md3_vec right = md3_vec_normalize(md3_vec_cross(camera->up, back));
    /* From above, over the left shoulder of the viewer. */
    const md3_vec light = md3_vec_normalize(
        md3_vec_add(camera->up, md3_vec_add(md3_vec_scale((md_real)0.6, back), md3_vec_scale((md_real)-0.5, right))));
    struct render3_scene scene = {.solids = {drawing->solids, drawing->solid_count},
                                  .translucents = {drawing->translucents, drawing->translucent_count},
                                  .marks = {drawing->marks, drawing->mark_count},
                                  .planes = drawing->planes,
                                  .plane_count = drawing->plane_count,
                                  .radius = (float)(1.15 * camera->radius),
                                  .grid = (float)camera->grid,
                                  .mark_depth = (float)(is_graded ? camera->radius : 0.6 * drawing->mean_radius)};
    put_vec(scene.eye, md3_vec_sub(camera->eye, camera->target));
    put_vec(scene.up, camera->up);
    put_vec(scene.light, light);
    put_vec(scene.origin, grid_origin(camera));
    return scene;
}

md_status drawing3_render(struct drawing3 *drawing, const struct picture3 *picture, int width, int height,
                          unsigned char *pixels, md_error *error)
{
    grade_bodies(drawing, picture->state);
    occluders3_find(picture->model, picture->state, &picture->camera, drawing->hides);
    add_shapes(drawing, picture);
    const md_status status = add_marks(drawing, picture, error);
    if (status != MD_OK) {
        return status;
    }
    const struct render3_scene scene = scene_of(drawing, picture);
    return drawing->table->draw(drawing->renderer, &scene, width, height, pixels, error);
}
