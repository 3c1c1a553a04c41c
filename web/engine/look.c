/* A world as arrays of numbers, for drawing. */
#include <stdlib.h>

#include "world.h"

/* ---- Arrays ------------------------------------------------------------------------------------------------------- */

void numbers_begin(struct numbers *numbers)
{
    numbers->count = 0;
    numbers->lost = false;
}

const struct web_array *numbers_end(struct numbers *numbers)
{
    if (numbers->lost) {
        web_result(MD_ERROR_MEMORY);
        return NULL;
    }
    numbers->array = (struct web_array){numbers->at, (int32_t)numbers->count};
    return &numbers->array;
}

void numbers_free(struct numbers *numbers)
{
    free(numbers->at);
    *numbers = (struct numbers){0};
}

/* Room for one more of a size; the first failure is kept. */
static bool has_room(struct numbers *numbers, size_t size)
{
    const md_allocator allocator = md_allocator_default();
    if (!numbers->lost) {
        numbers->lost =
            md_array_reserve(&allocator, &numbers->at, &numbers->capacity, numbers->count + 1, size) != MD_OK;
    }
    return !numbers->lost;
}

void numbers_put_float(struct numbers *numbers, double number)
{
    if (has_room(numbers, sizeof(float))) {
        ((float *)numbers->at)[numbers->count++] = (float)number;
    }
}

void numbers_put_double(struct numbers *numbers, double number)
{
    if (has_room(numbers, sizeof(double))) {
        ((double *)numbers->at)[numbers->count++] = number;
    }
}

static void put_point(struct numbers *numbers, md2_vec point)
{
    numbers_put_float(numbers, (double)point.x);
    numbers_put_float(numbers, (double)point.y);
}

/* ---- Shapes and joints -------------------------------------------------------------------------------------------- */

static void begin_record(struct web_world *world, enum web_form form, md2_draw_kind kind, md2_shape_id shape)
{
    const bool is_shape = shape.generation != 0;
    numbers_put_float(&world->drawn, form);
    numbers_put_float(&world->drawn, kind);
    numbers_put_float(&world->drawn, is_shape ? md2_shape_body(world->scene.world, shape).index : -1);
}

static void draw_circle(void *user, md2_vec center, md_real radius, md2_vec right, md2_draw_kind kind,
                        md2_shape_id shape)
{
    struct web_world *world = user;
    begin_record(world, WEB_CIRCLE, kind, shape);
    put_point(&world->drawn, center);
    numbers_put_float(&world->drawn, (double)radius);
    put_point(&world->drawn, right);
}

static void draw_polygon(void *user, const md2_vec *points, int32_t count, md_real radius, md2_draw_kind kind,
                         md2_shape_id shape)
{
    struct web_world *world = user;
    begin_record(world, WEB_POLYGON, kind, shape);
    numbers_put_float(&world->drawn, (double)radius);
    numbers_put_float(&world->drawn, count);
    for (int32_t i = 0; i < count; ++i) {
        put_point(&world->drawn, points[i]);
    }
}

static void draw_capsule(void *user, md2_vec a, md2_vec b, md_real radius, md2_draw_kind kind, md2_shape_id shape)
{
    const md2_vec points[] = {a, b};
    draw_polygon(user, points, 2, radius, kind, shape);
}

static void draw_line(void *user, md2_vec a, md2_vec b, md2_draw_kind kind, md2_shape_id shape)
{
    struct web_world *world = user;
    begin_record(world, WEB_LINE, kind, shape);
    put_point(&world->drawn, a);
    put_point(&world->drawn, b);
}

static void draw_point(void *user, md2_vec point, md2_draw_kind kind)
{
    struct web_world *world = user;
    begin_record(world, WEB_POINT, kind, (md2_shape_id){0});
    put_point(&world->drawn, point);
}

const struct web_array *web_draw(struct web_world *world, double fraction)
{
    md2_debug_draw draw = md2_debug_draw_default();
    draw.user = world;
    draw.fraction = (md_real)fraction;
    draw.circle = draw_circle;
    draw.polygon = draw_polygon;
    draw.capsule = draw_capsule;
    draw.line = draw_line;
    draw.point = draw_point;
    draw.joints = true;
    numbers_begin(&world->drawn);
    md2_world_draw(world->scene.world, &draw);
    return numbers_end(&world->drawn);
}

/* ---- Contacts ----------------------------------------------------------------------------------------------------- */

static void put_contact(struct web_world *world, const md2_contact_info *contact)
{
    const md2_manifold *manifold = &contact->manifold;
    for (int k = 0; k < manifold->count; ++k) {
        put_point(&world->contacts, manifold->point[k].point);
        put_point(&world->contacts, manifold->normal);
        numbers_put_float(&world->contacts, (double)contact->normal_impulse[k]);
        numbers_put_float(&world->contacts, (double)contact->tangent_impulse[k]);
        numbers_put_float(&world->contacts,
                          watch_residual(&world->watch, contact->shape[0].index, contact->shape[1].index, k));
    }
}

const struct web_array *web_contacts(struct web_world *world)
{
    const md2_world *of = world->scene.world;
    const int32_t count = md2_world_contact_count(of);
    numbers_begin(&world->contacts);
    for (int32_t i = 0; i < count; ++i) {
        md2_contact_info contact;
        if (md2_world_contact(of, i, &contact) == MD_OK && contact.touching && !contact.sensor) {
            put_contact(world, &contact);
        }
    }
    return numbers_end(&world->contacts);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------- */

const struct web_array *web_bodies(struct web_world *world)
{
    const md2_world *of = world->scene.world;
    numbers_begin(&world->bodies);
    for (md2_body_id body = md2_world_first_body(of); body.generation != 0; body = md2_world_next_body(of, body)) {
        const md2_transform at = md2_body_transform(of, body);
        const md2_vec velocity = md2_body_velocity(of, body);
        const double record[WEB_BODY_NUMBERS] = {body.index,
                                                 body.generation,
                                                 md2_body_get_type(of, body),
                                                 md2_body_is_awake(of, body),
                                                 (double)at.p.x,
                                                 (double)at.p.y,
                                                 (double)at.q.c,
                                                 (double)at.q.s,
                                                 (double)velocity.x,
                                                 (double)velocity.y,
                                                 (double)md2_body_angular_velocity(of, body),
                                                 (double)md2_body_mass(of, body).mass};
        for (int k = 0; k < WEB_BODY_NUMBERS; ++k) {
            numbers_put_double(&world->bodies, record[k]);
        }
    }
    return numbers_end(&world->bodies);
}
