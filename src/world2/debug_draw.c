/* Debug drawing: shapes, bounding boxes, joints, centres of mass and contacts as polygons, circles, capsules, lines and
 * points, in the order of their indices. Disabled bodies and their joints are not drawn. */
#include <modulus/queries2.h>

#include "geometry2/vec.h"
#include "world2/world.h"

static const md2_shape_id NO_SHAPE = {0, 0};

md2_debug_draw md2_debug_draw_default(void)
{
    return (md2_debug_draw){.shapes = true, .normal_scale = (md_real)0.1, .fraction = 1};
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static md2_draw_kind kind_of(const struct shape *shape, const struct body *body)
{
    if (shape->def.sensor) {
        return MD2_DRAW_SENSOR;
    }
    if (body->type == MD2_DYNAMIC) {
        return body->awake ? MD2_DRAW_DYNAMIC : MD2_DRAW_ASLEEP;
    }
    return body->type == MD2_STATIC ? MD2_DRAW_STATIC : MD2_DRAW_KINEMATIC;
}

/* A shape as it is drawn. */
struct figure {
    const md2_hull *hull;
    md2_transform at;
    md2_draw_kind kind;
    md2_shape_id shape;
};

static void draw_circle(const md2_debug_draw *draw, const struct figure *figure)
{
    const md2_hull *hull = figure->hull;
    if (draw->circle != NULL) {
        const md2_vec center = transform_point(figure->at, hull->point[0]);
        const md2_vec right = vec_add(center, rot_apply(figure->at.q, vec(hull->radius, 0)));
        draw->circle(draw->user, center, hull->radius, right, figure->kind, figure->shape);
    }
}

static void draw_two_points(const md2_debug_draw *draw, const struct figure *figure)
{
    const md2_hull *hull = figure->hull;
    const md2_vec a = transform_point(figure->at, hull->point[0]);
    const md2_vec b = transform_point(figure->at, hull->point[1]);
    if (hull->radius > 0 && draw->capsule != NULL) {
        draw->capsule(draw->user, a, b, hull->radius, figure->kind, figure->shape);
    }
    if (!(hull->radius > 0) && draw->line != NULL) {
        draw->line(draw->user, a, b, figure->kind, figure->shape);
    }
}

static void draw_polygon(const md2_debug_draw *draw, const struct figure *figure)
{
    const md2_hull *hull = figure->hull;
    md2_vec points[MD2_MAX_POINTS];
    for (int32_t i = 0; i < hull->count; ++i) {
        points[i] = transform_point(figure->at, hull->point[i]);
    }
    if (draw->polygon != NULL) {
        draw->polygon(draw->user, points, hull->count, hull->radius, figure->kind, figure->shape);
    }
}

static void draw_figure(const md2_debug_draw *draw, const struct figure *figure)
{
    switch (figure->hull->count) {
    case 1: draw_circle(draw, figure); break;
    case 2: draw_two_points(draw, figure); break;
    default: draw_polygon(draw, figure);
    }
}

static void draw_bounds(const md2_debug_draw *draw, const struct figure *figure)
{
    const md2_box box = md2_hull_bounds(figure->hull, figure->at);
    const md2_vec corners[4] = {box.lower, {box.upper.x, box.lower.y}, box.upper, {box.lower.x, box.upper.y}};
    if (draw->polygon != NULL) {
        draw->polygon(draw->user, corners, 4, 0, MD2_DRAW_BOUNDS, figure->shape);
    }
}

/* draw_figure or draw_bounds. */
typedef void draw_function(const md2_debug_draw *draw, const struct figure *figure);

static void draw_shapes(const md2_world *world, const md2_debug_draw *draw, draw_function *draw_one)
{
    for (int32_t i = 0; i < world->shape_handles.count; ++i) {
        const struct shape *shape = &world->shapes[i];
        if (!md_handles_is_used(&world->shape_handles, i) || !world->bodies[shape->body].enabled) {
            continue;
        }
        const struct figure figure = {
            .hull = &shape->hull,
            .at = md2_body_interpolated(world, md2_body_id_of(world, shape->body), draw->fraction),
            .kind = kind_of(shape, &world->bodies[shape->body]),
            .shape = md2_shape_id_of(world, i)};
        draw_one(draw, &figure);
    }
}

/* ---- Lines and points -------------------------------------------------------------------------------------------- */

static void draw_line(const md2_debug_draw *draw, md2_vec a, md2_vec b, md2_draw_kind kind)
{
    if (draw->line != NULL) {
        draw->line(draw->user, a, b, kind, NO_SHAPE);
    }
}

static void draw_point(const md2_debug_draw *draw, md2_vec point, md2_draw_kind kind)
{
    if (draw->point != NULL) {
        draw->point(draw->user, point, kind);
    }
}

/* Interpolated position of a point that is fixed on a body, given its present position. */
static md2_vec interpolate_point(const md2_world *world, int32_t body, md2_vec now, md_real fraction)
{
    const md2_transform at = md2_body_interpolated(world, md2_body_id_of(world, body), fraction);
    return transform_point(at, transform_point_back(body_transform(&world->bodies[body]), now));
}

static void draw_centers(const md2_world *world, const md2_debug_draw *draw)
{
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i) && world->bodies[i].enabled) {
            draw_point(draw, interpolate_point(world, i, world->bodies[i].center, draw->fraction), MD2_DRAW_CENTER);
        }
    }
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

static bool joint_is_drawn(const md2_world *world, const struct joint *joint)
{
    return (joint->body[0] < 0 || world->bodies[joint->body[0]].enabled) && world->bodies[joint->body[1]].enabled;
}

/* Draws the anchor of a joint on a body, and the line from the body's centre of mass to it unless the body is static.
 * Returns the position of the anchor. */
static md2_vec draw_end(const md2_world *world, const md2_debug_draw *draw, int32_t body, md2_vec anchor)
{
    const md2_vec at = interpolate_point(world, body, anchor, draw->fraction);
    if (world->bodies[body].type != MD2_STATIC) {
        draw_line(draw, interpolate_point(world, body, world->bodies[body].center, draw->fraction), at, MD2_DRAW_JOINT);
    }
    draw_point(draw, at, MD2_DRAW_JOINT);
    return at;
}

/* Draws the rope of a pulley joint: from anchor to pulley to pulley to anchor. */
static void draw_rope(const md2_debug_draw *draw, md2_vec from, const md2_vec pulley[2], md2_vec to)
{
    draw_line(draw, from, pulley[0], MD2_DRAW_JOINT);
    draw_line(draw, pulley[0], pulley[1], MD2_DRAW_JOINT);
    draw_line(draw, pulley[1], to, MD2_DRAW_JOINT);
    draw_point(draw, pulley[0], MD2_DRAW_JOINT);
    draw_point(draw, pulley[1], MD2_DRAW_JOINT);
}

static void draw_joint(const md2_world *world, const md2_debug_draw *draw, int32_t index)
{
    const struct joint *joint = &world->joints[index];
    md2_joint_state state;
    if (!joint_is_drawn(world, joint) || md2_joint_get_state(world, md2_joint_id_of(world, index), &state) != MD_OK) {
        return;
    }
    md2_vec from = state.anchor[0];
    if (joint->body[0] >= 0) {
        from = draw_end(world, draw, joint->body[0], from);
    } else { /* the target of a mouse joint */
        draw_point(draw, from, MD2_DRAW_JOINT);
    }
    const md2_vec to = draw_end(world, draw, joint->body[1], state.anchor[1]);
    if (joint->def.type == MD2_PULLEY) {
        draw_rope(draw, from, joint->def.pulley, to);
    } else {
        draw_line(draw, from, to, MD2_DRAW_JOINT);
    }
}

static void draw_joints(const md2_world *world, const md2_debug_draw *draw)
{
    for (int32_t i = 0; i < world->joint_handles.count; ++i) {
        if (md_handles_is_used(&world->joint_handles, i)) {
            draw_joint(world, draw, i);
        }
    }
}

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

/* Speculative points that do not touch are not drawn. */
static bool point_touches(const md2_contact_info *contact, int32_t i)
{
    return contact->touching && (contact->manifold.point[i].separation <= 0 || contact->normal_impulse[i] > 0);
}

static void draw_contacts(const md2_world *world, const md2_debug_draw *draw)
{
    for (int32_t place = 0; place < md2_world_contact_count(world); ++place) {
        md2_contact_info contact;
        if (md2_world_contact(world, place, &contact) != MD_OK || contact.sensor) {
            continue;
        }
        for (int32_t i = 0; i < contact.manifold.count; ++i) {
            if (!point_touches(&contact, i)) {
                continue;
            }
            const md2_vec point = contact.manifold.point[i].point;
            const md_real length = draw->normal_scale * (draw->impulses ? contact.normal_impulse[i] : 1);
            draw_point(draw, point, MD2_DRAW_CONTACT);
            draw_line(draw, point, vec_add_scaled(point, length, contact.manifold.normal), MD2_DRAW_NORMAL);
        }
    }
}

/* Small things come last, so that they lie on top. */
void md2_world_draw(const md2_world *world, const md2_debug_draw *draw)
{
    if (world == NULL || draw == NULL) {
        return;
    }
    if (draw->shapes) {
        draw_shapes(world, draw, draw_figure);
    }
    if (draw->bounds) {
        draw_shapes(world, draw, draw_bounds);
    }
    if (draw->joints) {
        draw_joints(world, draw);
    }
    if (draw->centers) {
        draw_centers(world, draw);
    }
    if (draw->contacts) {
        draw_contacts(world, draw);
    }
}
