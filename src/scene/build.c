#include "scene/build.h"

#include <string.h>

#include "base/angle.h"

double build_number(const struct build *build, const char *key)
{
    size_t index = 0;
    while (build->kind->keys[index].name != NULL && strcmp(build->kind->keys[index].name, key) != 0) {
        ++index;
    }
    return build->number[index];
}

int32_t build_whole(const struct build *build, const char *key)
{
    return (int32_t)build_number(build, key);
}

double build_random(struct build *build, double low, double high)
{
    return splitmix_real(&build->random, low, high);
}

static md2_vec vec_of(double x, double y)
{
    return (md2_vec){(md_real)x, (md_real)y};
}

static md2_rot rotation_of(struct place place)
{
    return place.c == 0 && place.s == 0 ? (md2_rot){1, 0} : (md2_rot){(md_real)place.c, (md_real)place.s};
}

md2_body_id build_body(struct build *build, md2_body_type type, struct place place)
{
    md2_body_id body = {0, 0};
    md2_body_def def = md2_body_def_default();
    def.type = type;
    def.position = vec_of(place.x, place.y);
    def.rotation = rotation_of(place);
    if (build->status == MD_OK) {
        build->status = md2_body_create(build->scene->world, &def, &body);
    }
    return body;
}

static void add_hull(struct build *build, md2_body_id body, md_status made, const md2_hull *hull)
{
    if (build->status == MD_OK) {
        build->status = made;
    }
    if (build->status == MD_OK) {
        build->status = md2_shape_create(build->scene->world, body, &build->material, hull, NULL);
    }
}

void build_circle(struct build *build, md2_body_id body, double radius)
{
    md2_hull hull;
    const md_status made = md2_hull_circle(&hull, vec_of(0, 0), (md_real)radius);
    add_hull(build, body, made, &hull);
}

void build_capsule(struct build *build, md2_body_id body, double reach, double radius)
{
    md2_hull hull;
    const md_status made = md2_hull_capsule(&hull, vec_of(0, -reach), vec_of(0, reach), (md_real)radius);
    add_hull(build, body, made, &hull);
}

void build_box(struct build *build, md2_body_id body, double half_x, double half_y)
{
    build_box_at(build, body, half_x, half_y, (struct place){0});
}

void build_box_at(struct build *build, md2_body_id body, double half_x, double half_y, struct place place)
{
    md2_hull hull;
    const md_status made = md2_hull_box(&hull, vec_of(half_x, half_y), vec_of(place.x, place.y), rotation_of(place), 0);
    add_hull(build, body, made, &hull);
}

#define POINTS_MOST 8

static bool copy_points(struct build *build, const double *points, int32_t count, md2_vec *copy)
{
    if (count > POINTS_MOST) {
        build->status = MD_ERROR_SIZE;
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        copy[i] = vec_of(points[2 * i], points[2 * i + 1]);
    }
    return build->status == MD_OK;
}

void build_polygon(struct build *build, md2_body_id body, const double *points, int32_t count, double radius)
{
    md2_vec copy[POINTS_MOST];
    md2_hull hull;
    if (copy_points(build, points, count, copy)) {
        const md_status made = md2_hull_polygon(&hull, copy, count, (md_real)radius);
        add_hull(build, body, made, &hull);
    }
}

void build_chain(struct build *build, md2_body_id body, const double *points, int32_t count)
{
    md2_vec copy[POINTS_MOST];
    if (copy_points(build, points, count, copy)) {
        build->status = md2_chain_create(build->scene->world, body, &build->material, copy, count, false, NULL);
    }
}

void build_velocity(struct build *build, md2_body_id body, double x, double y, double angular)
{
    if (build->status == MD_OK) {
        build->status = md2_body_set_velocity(build->scene->world, body, vec_of(x, y), (md_real)angular);
    }
}

void build_hinge(struct build *build, md2_body_id first, struct place on_first, md2_body_id second,
                 struct place on_second, double lower, double upper)
{
    md2_joint_id joint;
    md2_joint_def def = md2_joint_def_default(MD2_REVOLUTE);
    def.body[0] = first;
    def.body[1] = second;
    def.anchor[0] = vec_of(on_first.x, on_first.y);
    def.anchor[1] = vec_of(on_second.x, on_second.y);
    def.has_limits = lower < upper;
    def.lower = (md_real)lower;
    def.upper = (md_real)upper;
    if (build->status == MD_OK) {
        build->status = md2_joint_create(build->scene->world, &def, &joint);
    }
}

void build_view(struct build *build, double left, double bottom, double right, double top)
{
    build->scene->view = (md2_box){vec_of(left, bottom), vec_of(right, top)};
}

void build_ground(struct build *build, double left, double right)
{
    const md2_body_id ground = build_body(build, MD2_STATIC, (struct place){.x = (left + right) / 2, .y = -1});
    build_box(build, ground, (right - left) / 2, 1);
}

double disc_density(double mass, double radius)
{
    return mass / (MD_PI * radius * radius);
}
