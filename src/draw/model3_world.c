/* Models and states of a world. */
#include <stdlib.h>

#include "base/error.h"
#include "draw/contact_residuals.h"
#include "draw/model3.h"

static md_status out_of_memory(md_error *error)
{
    return md_fail(error, MD_ERROR_MEMORY, "out of memory for the shapes of a picture");
}

/* ---- Solids ------------------------------------------------------------------------------------------------------ */

static bool same_vec(md3_vec a, md3_vec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_geometry(const md3_geometry *a, const md3_geometry *b)
{
    return a->type == b->type && same_vec(a->point[0], b->point[0]) && same_vec(a->point[1], b->point[1]) &&
           a->radius == b->radius && a->base_radius == b->base_radius && a->offset == b->offset && a->hull == b->hull &&
           a->mesh == b->mesh && a->height_field == b->height_field;
}

/* Solids that a new shape is compared with: worlds of many bodies share few geometries, or none. */
#define MAX_COMPARED 64

/* Finds or adds the solid of a geometry. `known` has the geometry of each solid. Returns -1 without memory. */
static int32_t solid_of(struct model3 *model, md3_geometry *known, const md3_geometry *geometry)
{
    const int32_t oldest = model->solid_count > MAX_COMPARED ? model->solid_count - MAX_COMPARED : 0;
    for (int32_t i = model->solid_count - 1; i >= oldest; --i) {
        if (same_geometry(&known[i], geometry)) {
            return i;
        }
    }
    const int32_t solid = model->solid_count++;
    known[solid] = *geometry;
    return solid_copy(&model->solids[solid], geometry) ? solid : -1;
}

/* ---- Bodies, shapes and joints ----------------------------------------------------------------------------------- */

/* Number of a body in the model, by the index of its handle. */
static int32_t *number_bodies(struct model3 *model, const md3_world *world)
{
    int32_t largest = 0;
    for (md3_body_id id = md3_world_first_body(world); id.generation != 0; id = md3_world_next_body(world, id)) {
        largest = id.index > largest ? id.index : largest;
    }
    int32_t *number_of = calloc((size_t)largest + 1, sizeof *number_of);
    for (md3_body_id id = md3_world_first_body(world); number_of != NULL && id.generation != 0;
         id = md3_world_next_body(world, id)) {
        number_of[id.index] = model->body_count;
        model->types[model->body_count] = md3_body_get_type(world, id);
        model->body_ids[model->body_count++] = id;
    }
    return number_of;
}

static md_status read_shapes(struct model3 *model, const md3_world *world, md_error *error)
{
    md3_geometry *known = calloc((size_t)md3_world_shape_count(world) + 1, sizeof *known);
    md_status status = known != NULL ? MD_OK : out_of_memory(error);
    for (int32_t i = 0; status == MD_OK && i < model->body_count; ++i) {
        for (md3_shape_id id = md3_body_first_shape(world, model->body_ids[i]); status == MD_OK && id.generation != 0;
             id = md3_shape_next(world, id)) {
            const int32_t solid = solid_of(model, known, md3_shape_geometry(world, id));
            model->shapes[model->shape_count++] =
                (struct model3_shape){.body = i, .solid = solid, .sensor = md3_shape_get_def(world, id).sensor};
            status = solid >= 0 ? MD_OK : out_of_memory(error);
        }
    }
    free(known);
    return status;
}

static void read_joints(struct model3 *model, const md3_world *world, const int32_t *number_of)
{
    for (md3_joint_id id = md3_world_first_joint(world); id.generation != 0; id = md3_world_next_joint(world, id)) {
        const md3_joint_def def = md3_joint_get_def(world, id);
        const bool has_target = def.type == MD3_MOUSE;
        model->joint_ids[model->joint_count] = id;
        model->joints[model->joint_count++] = (struct model3_joint){
            .body = {has_target ? -1 : number_of[def.body[0].index], number_of[def.body[1].index]},
            .anchor = {has_target ? def.target : def.anchor[0], def.anchor[1]},
            .type = def.type};
    }
}

static bool allocate(struct model3 *model, const md3_world *world)
{
    const size_t bodies = (size_t)md3_world_body_count(world) + 1;
    const size_t shapes = (size_t)md3_world_shape_count(world) + 1;
    const size_t joints = (size_t)md3_world_joint_count(world) + 1;
    model->types = calloc(bodies, sizeof *model->types);
    model->body_ids = calloc(bodies, sizeof *model->body_ids);
    model->solids = calloc(shapes, sizeof *model->solids);
    model->shapes = calloc(shapes, sizeof *model->shapes);
    model->joints = calloc(joints, sizeof *model->joints);
    model->joint_ids = calloc(joints, sizeof *model->joint_ids);
    return model->types != NULL && model->body_ids != NULL && model->solids != NULL && model->shapes != NULL &&
           model->joints != NULL && model->joint_ids != NULL;
}

md_status model3_create(struct model3 *model, const md3_world *world, md_error *error)
{
    *model = (struct model3){.gravity = md3_world_gravity(world)};
    int32_t *number_of = allocate(model, world) ? number_bodies(model, world) : NULL;
    md_status status = number_of != NULL ? read_shapes(model, world, error) : out_of_memory(error);
    if (status == MD_OK) {
        read_joints(model, world, number_of);
    } else {
        model3_free(model);
    }
    free(number_of);
    return status;
}

/* ---- States ------------------------------------------------------------------------------------------------------ */

static int32_t number_of_body(const struct model3 *model, md3_body_id id)
{
    /* Handles of a world are in the order of their indices. */
    int32_t first = 0;
    int32_t end = model->body_count;
    while (first < end) {
        const int32_t middle = first + (end - first) / 2;
        if (model->body_ids[middle].index < id.index) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first < model->body_count && model->body_ids[first].index == id.index ? first : -1;
}

/* Adds the points of a contact that overlap or have an impulse, as md3_world_draw does. */
static md_status add_marks(struct state3 *state, const struct model3 *model, const md3_world *world,
                           const md3_contact_info *contact, struct contact_residuals *residuals, md_error *error)
{
    const int32_t body[2] = {number_of_body(model, md3_shape_body(world, contact->shape[0])),
                             number_of_body(model, md3_shape_body(world, contact->shape[1]))};
    const size_t most = (size_t)contact->manifold_count * MD3_MAX_MANIFOLD_POINTS;
    const md_status status = state3_reserve_marks(state, (size_t)state->mark_count + most, error);
    for (int32_t i = 0; status == MD_OK && i < contact->manifold_count; ++i) {
        const md3_manifold *manifold = &contact->manifold[i];
        for (int32_t k = 0; k < manifold->count; ++k) {
            const md3_manifold_point *point = &manifold->point[k];
            const md_real impulse = contact->impulse[i][k].normal;
            if (!(point->separation <= 0 || impulse > 0) || body[0] < 0 || body[1] < 0) {
                continue;
            }
            state->marks[state->mark_count++] =
                (struct contact_mark){.body = {body[0], body[1]},
                                      .point = point->point,
                                      .impulse = md3_vec_scale(impulse, manifold->normal),
                                      .residual = residuals != NULL ? contact_residual_of(residuals, contact->shape[0],
                                                                                          contact->shape[1], point->id)
                                                                    : -1};
        }
    }
    return status;
}

static md_status read_contacts(struct state3 *state, const struct model3 *model, const md3_world *world,
                               struct contact_residuals *residuals, md_error *error)
{
    md3_contact_info *contact = malloc(sizeof *contact); /* several kilobytes */
    md_status status = contact != NULL ? MD_OK : out_of_memory(error);
    state->mark_count = 0;
    for (int32_t i = 0; status == MD_OK && i < md3_world_contact_count(world); ++i) {
        if (md3_world_contact(world, i, contact) == MD_OK && contact->touching && !contact->sensor) {
            status = add_marks(state, model, world, contact, residuals, error);
        }
    }
    free(contact);
    return status;
}

md_status state3_read(struct state3 *state, const struct model3 *model, const md3_world *world, md_real fraction,
                      const md_step_report *report, struct contact_residuals *residuals, md_error *error)
{
    state->step = md3_world_steps(world);
    state->contacts = report != NULL ? report->contacts : 0;
    state->residual = report != NULL ? report->residual.absolute : 0;
    state->penetration_max = report != NULL ? (double)report->penetration_max : 0;
    state->kinetic_energy = report != NULL ? report->kinetic_energy : md3_world_kinetic_energy(world);
    for (int32_t i = 0; i < model->body_count; ++i) {
        const md3_body_id id = model->body_ids[i];
        state->hidden[i] = !md3_body_is_valid(world, id) || !md3_body_is_enabled(world, id);
        state->asleep[i] = model->types[i] == MD3_DYNAMIC && !md3_body_is_awake(world, id);
        state->transforms[i] = md3_body_interpolated(world, id, fraction);
    }
    for (int32_t i = 0; i < model->joint_count; ++i) {
        state->broken[i] = !md3_joint_is_valid(world, model->joint_ids[i]);
    }
    return read_contacts(state, model, world, residuals, error);
}
