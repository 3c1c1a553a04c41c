/* Debug drawing: shapes, bounding boxes, the tree, joints, centres of mass, islands and contacts as lines and points, in the order of
 * their indices. Disabled bodies and their joints are not drawn. */
#include "geometry3/vec3.h"
#include "world3/draw.h"
#include "world3/world.h"

static const md3_shape_id NO_SHAPE = {0, 0};

md3_debug_draw md3_debug_draw_default(void)
{
    return (md3_debug_draw){
        .shapes = true, .normal_scale = (md_real)0.1, .fraction = 1, .plane_size = 20, .max_triangles = 10000};
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static md3_draw_kind kind_of(const struct shape *shape, const struct body *body)
{
    if (shape->def.sensor) {
        return MD3_DRAW_SENSOR;
    }
    if (body->type == MD3_DYNAMIC) {
        return body->awake ? MD3_DRAW_DYNAMIC : MD3_DRAW_ASLEEP;
    }
    return body->type == MD3_STATIC ? MD3_DRAW_STATIC : MD3_DRAW_KINEMATIC;
}

/* A function that draws one shape. */
typedef void draw_function(const md3_debug_draw *draw, const struct figure *figure);

static void draw_bounds(const md3_debug_draw *draw, const struct figure *figure)
{
    md3_draw_box(draw, md3_geometry_bounds(figure->geometry, figure->at), MD3_DRAW_BOUNDS, figure->shape);
}

static void draw_shapes(const md3_world *world, const md3_debug_draw *draw, draw_function *draw_one)
{
    for (int32_t i = 0; i < world->shape_handles.count; ++i) {
        const struct shape *shape = &world->shapes[i];
        if (!md_handles_is_used(&world->shape_handles, i) || !world->bodies[shape->body].enabled) {
            continue;
        }
        const struct figure figure = {
            .geometry = &shape->geometry,
            .at = md3_body_interpolated(world, md3_body_id_of(world, shape->body), draw->fraction),
            .kind = kind_of(shape, &world->bodies[shape->body]),
            .shape = md3_shape_id_of(world, i)};
        draw_one(draw, &figure);
    }
}

static void draw_tree(const md3_world *world, const md3_debug_draw *draw)
{
    const md3_tree *tree = &world->broad_phase.tree;
    for (int32_t i = 0; i < tree->used; ++i) {
        const struct md3_tree_node *node = &tree->node[i];
        if (node->height >= 0) {
            md3_draw_box(draw, node->box, MD3_DRAW_TREE,
                         node->height == 0 ? md3_shape_id_of(world, node->index) : NO_SHAPE);
        }
    }
}

/* ---- Centres and islands ----------------------------------------------------------------------------------------- */

static void draw_line(const md3_debug_draw *draw, md3_vec a, md3_vec b, md3_draw_kind kind)
{
    if (draw->line != NULL) {
        draw->line(draw->user, a, b, kind, NO_SHAPE);
    }
}

static void draw_point(const md3_debug_draw *draw, md3_vec point, md3_draw_kind kind)
{
    if (draw->point != NULL) {
        draw->point(draw->user, point, kind);
    }
}

/* Interpolated position of the centre of mass. */
static md3_vec center_of(const md3_world *world, int32_t body, md_real fraction)
{
    const md3_transform at = md3_body_interpolated(world, md3_body_id_of(world, body), fraction);
    return transform_point(at, world->bodies[body].local_center);
}

static void draw_centers(const md3_world *world, const md3_debug_draw *draw)
{
    for (int32_t i = 0; i < world->body_handles.count; ++i) {
        if (md_handles_is_used(&world->body_handles, i) && world->bodies[i].enabled) {
            draw_point(draw, center_of(world, i, draw->fraction), MD3_DRAW_CENTER);
        }
    }
}

/* An island is drawn as the graph of its contacts. */
static bool couples_awake_bodies(const md3_world *world, const struct contact *contact)
{
    const struct body *a = &world->bodies[contact->body[0]], *b = &world->bodies[contact->body[1]];
    return contact->solid && contact->touching && a->type == MD3_DYNAMIC && b->type == MD3_DYNAMIC && a->awake &&
           b->awake;
}

static void draw_islands(const md3_world *world, const md3_debug_draw *draw)
{
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        const struct contact *contact = contact_at(&world->contacts, n);
        if (couples_awake_bodies(world, contact)) {
            draw_line(draw, center_of(world, contact->body[0], draw->fraction),
                      center_of(world, contact->body[1], draw->fraction), MD3_DRAW_ISLAND);
        }
    }
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

static bool joint_is_drawn(const md3_world *world, const struct joint *joint)
{
    return (joint->body[0] < 0 || world->bodies[joint->body[0]].enabled) && world->bodies[joint->body[1]].enabled;
}

/* Draws the anchor of a joint on a body, and the line from the body's centre of mass to it unless the body is static.
 * Returns the position of the anchor. */
static md3_vec draw_end(const md3_world *world, const md3_debug_draw *draw, int32_t body, md3_vec anchor)
{
    const md3_transform at = md3_body_interpolated(world, md3_body_id_of(world, body), draw->fraction);
    const md3_vec point = transform_point(at, anchor);
    if (world->bodies[body].type != MD3_STATIC) {
        draw_line(draw, center_of(world, body, draw->fraction), point, MD3_DRAW_JOINT);
    }
    draw_point(draw, point, MD3_DRAW_JOINT);
    return point;
}

static void draw_joint(const md3_world *world, const md3_debug_draw *draw, const struct joint *joint)
{
    md3_vec from = joint->def.target;
    if (joint->body[0] >= 0) {
        from = draw_end(world, draw, joint->body[0], joint->def.anchor[0]);
    } else { /* the target of a mouse joint */
        draw_point(draw, from, MD3_DRAW_JOINT);
    }
    draw_line(draw, from, draw_end(world, draw, joint->body[1], joint->def.anchor[1]), MD3_DRAW_JOINT);
}

static void draw_joints(const md3_world *world, const md3_debug_draw *draw)
{
    for (int32_t i = 0; i < world->joint_handles.count; ++i) {
        if (md_handles_is_used(&world->joint_handles, i) && joint_is_drawn(world, &world->joints[i])) {
            draw_joint(world, draw, &world->joints[i]);
        }
    }
}

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

/* Speculative points that do not touch are not drawn. */
static void draw_manifold(const md3_debug_draw *draw, const struct contact_manifold *at)
{
    for (int32_t k = 0; k < at->manifold.count; ++k) {
        const md3_manifold_point *contact_point = &at->manifold.point[k];
        const md_real impulse = at->cache[k].normal.lambda;
        if (contact_point->separation <= 0 || impulse > 0) {
            const md_real length = draw->normal_scale * (draw->impulses ? impulse : 1);
            draw_point(draw, contact_point->point, MD3_DRAW_CONTACT);
            draw_line(draw, contact_point->point, vec_add_scaled(contact_point->point, length, at->manifold.normal),
                      MD3_DRAW_NORMAL);
        }
    }
}

static void draw_contacts(const md3_world *world, const md3_debug_draw *draw)
{
    for (int32_t n = 0; n < world->contacts.pool.count; ++n) {
        const struct contact *contact = contact_at(&world->contacts, n);
        for (int32_t i = 0; i < contact->manifold_count && contact->touching && !contact->sensor; ++i) {
            draw_manifold(draw, contact_manifold_of(contact, i));
        }
    }
}

/* Small things come last, so that they lie on top. */
void md3_world_draw(const md3_world *world, const md3_debug_draw *draw)
{
    if (world == NULL || draw == NULL) {
        return;
    }
    if (draw->shapes) {
        draw_shapes(world, draw, md3_draw_figure);
    }
    if (draw->bounds) {
        draw_shapes(world, draw, draw_bounds);
    }
    if (draw->tree) {
        draw_tree(world, draw);
    }
    if (draw->joints) {
        draw_joints(world, draw);
    }
    if (draw->islands) {
        draw_islands(world, draw);
    }
    if (draw->centers) {
        draw_centers(world, draw);
    }
    if (draw->contacts) {
        draw_contacts(world, draw);
    }
}
