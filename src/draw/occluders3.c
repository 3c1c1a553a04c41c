#include "draw/occluders3.h"

/* Lines of sight that are tested, to bodies spread over the whole list. */
#define MAX_SIGHTS 48
#define HIDDEN_SHARE 0.1
/* Triangles of a shape that are tested at most: larger ones are landscapes. */
#define MAX_TRIANGLES 20000

struct sights {
    md3_vec end[MAX_SIGHTS];
    int count;
};

static struct sights sights_to(const struct model3 *model, const struct state3 *state)
{
    struct sights sights = {.count = 0};
    int32_t bodies = 0;
    for (int32_t i = 0; i < model->body_count; ++i) {
        bodies += model->types[i] == MD3_DYNAMIC && !state->hidden[i];
    }
    const int32_t stride = bodies / MAX_SIGHTS + 1;
    int32_t place = 0;
    for (int32_t i = 0; i < model->body_count; ++i) {
        if (model->types[i] == MD3_DYNAMIC && !state->hidden[i] && place++ % stride == 0) {
            sights.end[sights.count++] = state->transforms[i].p;
        }
    }
    return sights;
}

/* Whether the segment from a to b crosses a triangle, by the signs of the volumes of tetrahedra. */
static bool crosses(md3_vec a, md3_vec b, const md3_vec corner[3])
{
    const md3_vec along = md3_vec_sub(b, a);
    const md3_vec edge[2] = {md3_vec_sub(corner[1], corner[0]), md3_vec_sub(corner[2], corner[0])};
    const md3_vec across = md3_vec_cross(along, edge[1]);
    const md_real volume = md3_vec_dot(edge[0], across);
    const md3_vec from = md3_vec_sub(a, corner[0]);
    const md3_vec other = md3_vec_cross(from, edge[0]);
    const md_real sign = volume < 0 ? -1 : 1;
    const md_real u = sign * md3_vec_dot(from, across);
    const md_real v = sign * md3_vec_dot(along, other);
    const md_real t = sign * md3_vec_dot(edge[1], other);
    const md_real size = sign * volume;
    return size > 0 && u >= 0 && v >= 0 && u + v <= size && t >= 0 && t <= size;
}

static bool solid_hides(const struct solid *solid, md3_vec eye, md3_vec end)
{
    for (int32_t i = 0; i < solid->triangle_count; ++i) {
        const int32_t *triangle = solid->triangles + 3 * (size_t)i;
        const md3_vec corner[3] = {solid->vertices[triangle[0]], solid->vertices[triangle[1]],
                                   solid->vertices[triangle[2]]};
        if (crosses(eye, end, corner)) {
            return true;
        }
    }
    return false;
}

void occluders3_find(const struct model3 *model, const struct state3 *state, const struct camera3 *camera, bool *hides)
{
    const struct sights sights = sights_to(model, state);
    for (int32_t i = 0; i < model->shape_count; ++i) {
        const struct model3_shape *shape = &model->shapes[i];
        const struct solid *solid = &model->solids[shape->solid];
        const md3_transform at = state->transforms[shape->body];
        int hidden = 0;
        hides[i] = false;
        if (model->types[shape->body] == MD3_DYNAMIC || solid->triangle_count > MAX_TRIANGLES) {
            continue;
        }
        const md3_vec eye = md3_transform_unapply(at, camera->eye);
        for (int k = 0; solid->triangle_count > 0 && k < sights.count; ++k) {
            hidden += solid_hides(solid, eye, md3_transform_unapply(at, sights.end[k]));
        }
        hides[i] = hidden > HIDDEN_SHARE * sights.count;
    }
}
