#include "scene/library/populate.h"

static md2_vec vec_of(double x, double y)
{
    return (md2_vec){(md_real)x, (md_real)y};
}

static md_status create_body(md2_world *world, const struct described_body *body, md2_body_id *id)
{
    static const md2_body_type TYPES[] = {MD2_STATIC, MD2_KINEMATIC, MD2_DYNAMIC};
    const struct body_state *start = &body->start;
    md2_body_def def = md2_body_def_default();
    def.type = TYPES[body->type];
    def.position = vec_of(start->x, start->y);
    def.rotation = (md2_rot){(md_real)start->c, (md_real)start->s};
    def.velocity = vec_of(start->vx, start->vy);
    def.angular_velocity = (md_real)start->spin;
    return md2_body_create(world, &def, id);
}

static bool is_rectangle(const struct described_shape *shape)
{
    const double *x = shape->x;
    const double *y = shape->y;
    return shape->count == 4 && y[0] == y[1] && x[1] == x[2] && y[2] == y[3] && x[3] == x[0];
}

static md_status make_hull(const struct described_shape *shape, const md2_vec *points, md2_hull *hull)
{
    const double *x = shape->x;
    const double *y = shape->y;
    const md_real radius = (md_real)shape->radius;
    if (shape->count == 1) {
        return md2_hull_circle(hull, points[0], radius);
    }
    if (shape->count == 2) {
        return radius > 0 ? md2_hull_capsule(hull, points[0], points[1], radius)
                          : md2_hull_segment(hull, points[0], points[1]);
    }
    if (is_rectangle(shape)) { /* its normals are exact, those of a polygon rounded */
        return md2_hull_box(hull, vec_of((x[2] - x[0]) / 2, (y[2] - y[0]) / 2),
                            vec_of((x[0] + x[2]) / 2, (y[0] + y[2]) / 2), (md2_rot){1, 0}, radius);
    }
    return md2_hull_polygon(hull, points, shape->count, radius);
}

static md_status create_shape(md2_world *world, md2_body_id body, int32_t group, const struct described_shape *shape)
{
    md2_vec points[SHAPE_MAX_POINTS];
    md2_hull hull;
    md2_shape_def def = md2_shape_def_default();
    def.density = (md_real)shape->density;
    def.friction = (md_real)shape->friction;
    def.restitution = (md_real)shape->restitution;
    def.group = -group;
    for (int32_t i = 0; i < shape->count; ++i) {
        points[i] = vec_of(shape->x[i], shape->y[i]);
    }
    if (shape->is_chain) {
        return md2_chain_create(world, body, &def, points, shape->count, false, NULL);
    }
    const md_status status = make_hull(shape, points, &hull);
    return status == MD_OK ? md2_shape_create(world, body, &def, &hull, NULL) : status;
}

static md_status create_joint(md2_world *world, const md2_body_id *bodies, const struct described_joint *joint)
{
    const bool is_hinge = joint->type == JOINT_REVOLUTE;
    md2_joint_def def = md2_joint_def_default(is_hinge ? MD2_REVOLUTE : MD2_DISTANCE);
    for (int k = 0; k < 2; ++k) {
        def.body[k] = bodies[joint->body[k]];
        def.anchor[k] = vec_of(joint->x[k], joint->y[k]);
    }
    if (is_hinge) {
        def.has_limits = joint->lower < joint->upper;
        def.lower = (md_real)joint->lower;
        def.upper = (md_real)joint->upper;
    } else {
        def.length = (md_real)joint->length;
    }
    return md2_joint_create(world, &def, NULL);
}

md_status description_populate(const struct description *description, md2_world *world, md2_body_id *bodies)
{
    md_status status = !description->failed                                ? MD_OK
                       : description->body_count < description->max_bodies ? MD_ERROR_MEMORY
                                                                           : MD_ERROR_SIZE;
    for (int32_t i = 0; i < description->body_count && status == MD_OK; ++i) {
        status = create_body(world, &description->body[i], &bodies[i]);
    }
    for (int32_t i = 0; i < description->shape_count && status == MD_OK; ++i) {
        const struct described_shape *shape = &description->shape[i];
        status = create_shape(world, bodies[shape->body], description->body[shape->body].group, shape);
    }
    for (int32_t i = 0; i < description->joint_count && status == MD_OK; ++i) {
        status = create_joint(world, bodies, &description->joint[i]);
    }
    return status;
}
