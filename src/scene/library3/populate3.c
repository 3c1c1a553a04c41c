#include "scene/library3/populate3.h"

#include "scene/library3/build3.h"

static md3_vec vec_of(struct dvec3 v)
{
    return vec3(v.x, v.y, v.z);
}

static md_status create_body(md3_world *world, const struct described_body3 *body, md3_body_id *id)
{
    static const md3_body_type TYPES[] = {MD3_STATIC, MD3_KINEMATIC, MD3_DYNAMIC};
    const struct body_state3 *start = &body->start;
    md3_body_def def = md3_body_def_default();
    def.type = TYPES[body->type];
    def.position = vec_of(start->p);
    def.rotation = (md3_rot){(md_real)start->q.x, (md_real)start->q.y, (md_real)start->q.z, (md_real)start->q.w};
    def.velocity = vec_of(start->v);
    def.angular_velocity = vec_of(start->spin);
    return md3_body_create(world, &def, id);
}

static void create_shape(struct build3 *build, md3_body_id body, int32_t group, const struct described_shape3 *shape)
{
    md3_shape_def def = material3(shape->density, shape->friction);
    md3_geometry geometry = {0};
    md3_vec points[SHAPE3_MAX_POINTS];
    def.restitution = (md_real)shape->restitution;
    def.group = -group;
    for (int32_t i = 0; i < shape->count; ++i) {
        points[i] = vec_of(shape->point[i]);
    }
    switch (shape->kind) {
    case SHAPE3_SPHERE: build->status = md3_geometry_sphere(&geometry, points[0], (md_real)shape->radius); break;
    case SHAPE3_CAPSULE:
        build->status = md3_geometry_capsule(&geometry, points[0], points[1], (md_real)shape->radius);
        break;
    case SHAPE3_PLANE: build->status = md3_geometry_plane(&geometry, points[0], (md_real)shape->radius); break;
    case SHAPE3_BOX: build3_box(build, body, &def, points[0]); return;
    case SHAPE3_HULL: build3_hull(build, body, &def, points, shape->count); return;
    }
    build3_shape(build, body, &def, &geometry);
}

static md_status create_joint(md3_world *world, const md3_body_id *bodies, const struct described_joint3 *joint)
{
    const md3_body_id first = bodies[joint->body[0]];
    const md3_vec axis = joint->type == JOINT3_HINGE
                             ? md3_rot_apply(md3_body_transform(world, first).q, vec_of(joint->axis[0]))
                             : vec3(1, 0, 0);
    md3_joint_def def =
        md3_joint_def_at(world, joint->type == JOINT3_HINGE ? MD3_HINGE : MD3_BALL, first, bodies[joint->body[1]],
                         md3_body_world_point(world, first, vec_of(joint->anchor[0])), axis);
    def.anchor[0] = vec_of(joint->anchor[0]); /* as described, without the rounding of a position in the world */
    def.anchor[1] = vec_of(joint->anchor[1]);
    return md3_joint_create(world, &def, NULL);
}

md_status description3_populate(const struct description3 *description, md3_world *world, const md_allocator *allocator,
                                md3_body_id *bodies)
{
    struct build3 build = {.world = world, .allocator = allocator};
    build.status = !description->failed                               ? MD_OK
                   : description->body_count < DESCRIPTION_MAX_BODIES ? MD_ERROR_MEMORY
                                                                      : MD_ERROR_SIZE;
    for (int32_t i = 0; i < description->body_count && build.status == MD_OK; ++i) {
        build.status = create_body(world, &description->body[i], &bodies[i]);
    }
    for (int32_t i = 0; i < description->shape_count && build.status == MD_OK; ++i) {
        const struct described_shape3 *shape = &description->shape[i];
        create_shape(&build, bodies[shape->body], description->body[shape->body].group, shape);
    }
    md3_hull_destroy(build.box);
    for (int32_t i = 0; i < description->joint_count && build.status == MD_OK; ++i) {
        build.status = create_joint(world, bodies, &description->joint[i]);
    }
    return build.status;
}
