/* Shapes, joints, contacts and bodies of a 2D world as arrays of numbers. */
#include "world.h"

static void put_point(struct number_buffer *buffer, md2_vec point)
{
    buffer_put_float(buffer, (double)point.x);
    buffer_put_float(buffer, (double)point.y);
}

/* ---- Shapes and joints -------------------------------------------------------------------------------------------- */

static void begin_record(struct web_world *world, enum web_draw_record record, md2_draw_kind kind, md2_shape_id shape)
{
    const bool is_shape = shape.generation != 0;
    buffer_put_float(&world->drawn, record);
    buffer_put_float(&world->drawn, kind);
    buffer_put_float(&world->drawn, is_shape ? md2_shape_body(world->scene.world, shape).index : -1);
}

static void draw_circle(void *user, md2_vec center, md_real radius, md2_vec right, md2_draw_kind kind,
                        md2_shape_id shape)
{
    struct web_world *world = user;
    begin_record(world, WEB_DRAW_CIRCLE, kind, shape);
    put_point(&world->drawn, center);
    buffer_put_float(&world->drawn, (double)radius);
    put_point(&world->drawn, right);
}

static void draw_polygon(void *user, const md2_vec *points, int32_t count, md_real radius, md2_draw_kind kind,
                         md2_shape_id shape)
{
    struct web_world *world = user;
    begin_record(world, WEB_DRAW_POLYGON, kind, shape);
    buffer_put_float(&world->drawn, (double)radius);
    buffer_put_float(&world->drawn, count);
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
    begin_record(world, WEB_DRAW_LINE, kind, shape);
    put_point(&world->drawn, a);
    put_point(&world->drawn, b);
}

static void draw_point(void *user, md2_vec point, md2_draw_kind kind)
{
    struct web_world *world = user;
    begin_record(world, WEB_DRAW_POINT, kind, (md2_shape_id){0});
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
    buffer_begin(&world->drawn);
    md2_world_draw(world->scene.world, &draw);
    return buffer_end(&world->drawn);
}

/* ---- Contacts ----------------------------------------------------------------------------------------------------- */

static void put_contact(struct web_world *world, const md2_contact_info *contact)
{
    const md2_manifold *manifold = &contact->manifold;
    for (int k = 0; k < manifold->count; ++k) {
        put_point(&world->contacts, manifold->point[k].point);
        put_point(&world->contacts, manifold->normal);
        buffer_put_float(&world->contacts, (double)contact->normal_impulse[k]);
        buffer_put_float(&world->contacts, (double)contact->tangent_impulse[k]);
        buffer_put_float(&world->contacts,
                         observer_residual(&world->observer, contact->shape[0].index, contact->shape[1].index, k));
    }
}

const struct web_array *web_contacts(struct web_world *world)
{
    const md2_world *physics = world->scene.world;
    const int32_t count = md2_world_contact_count(physics);
    buffer_begin(&world->contacts);
    for (int32_t i = 0; i < count; ++i) {
        md2_contact_info contact;
        if (md2_world_contact(physics, i, &contact) == MD_OK && contact.touching && !contact.sensor) {
            put_contact(world, &contact);
        }
    }
    return buffer_end(&world->contacts);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------- */

void buffer_put_body(struct number_buffer *bodies, const md2_world *physics, md2_body_id body)
{
    const md2_transform transform = md2_body_transform(physics, body);
    const md2_vec velocity = md2_body_velocity(physics, body);
    const double record[WEB_BODY_NUMBERS] = {body.index,
                                             body.generation,
                                             md2_body_get_type(physics, body),
                                             md2_body_is_awake(physics, body),
                                             (double)transform.p.x,
                                             (double)transform.p.y,
                                             (double)transform.q.c,
                                             (double)transform.q.s,
                                             (double)velocity.x,
                                             (double)velocity.y,
                                             (double)md2_body_angular_velocity(physics, body),
                                             (double)md2_body_mass(physics, body).mass};
    for (int k = 0; k < WEB_BODY_NUMBERS; ++k) {
        buffer_put_double(bodies, record[k]);
    }
}

const struct web_array *web_bodies(struct web_world *world)
{
    const md2_world *physics = world->scene.world;
    buffer_begin(&world->bodies);
    for (md2_body_id body = md2_world_first_body(physics); body.generation != 0;
         body = md2_world_next_body(physics, body)) {
        buffer_put_body(&world->bodies, physics, body);
    }
    return buffer_end(&world->bodies);
}
