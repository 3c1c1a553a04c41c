/* Hands on a world: pull, throw, put in, take out, blow up. */
#include <string.h>

#include "geometry2/vec.h"
#include "world.h"

/* A pull may lift so many times the weight of what it pulls: enough to drag a body out of a heap. */
#define PULL_STRENGTH 100
#define PULL_FREQUENCY 6 /* Hz */
#define GRAVITY_LEAST 9.80665

enum { PICKED_MOST = 32 };

/* ---- Pulling ------------------------------------------------------------------------------------------------------ */

static void note_picked(struct web_world *world, md2_body_id body, md2_vec point)
{
    const md2_transform at = md2_body_transform(world->scene.world, body);
    const md2_vec arm = vec_sub(point, at.p);
    world->picked[0] = body.index;
    world->picked[1] = body.generation;
    world->picked[2] = (double)(at.q.c * arm.x + at.q.s * arm.y);
    world->picked[3] = (double)(at.q.c * arm.y - at.q.s * arm.x);
    world->picked[4] = (double)md2_body_mass(world->scene.world, body).mass;
}

/* The first body among shapes that is not static. */
static bool pick_among(struct web_world *world, const md2_shape_id *shapes, int32_t count, md2_vec point)
{
    for (int32_t i = 0; i < count && i < PICKED_MOST; ++i) {
        const md2_body_id body = md2_shape_body(world->scene.world, shapes[i]);
        if (md2_body_get_type(world->scene.world, body) != MD2_STATIC) {
            note_picked(world, body, point);
            return true;
        }
    }
    return false;
}

/* What is under the point itself comes before what is near it. */
const double *web_pick(struct web_world *world, double x, double y, double reach)
{
    const md2_world *of = world->scene.world;
    const md2_vec point = {(md_real)x, (md_real)y};
    const md2_transform here = {{0, 0}, {1, 0}};
    md2_query_filter filter = md2_query_filter_default();
    md2_shape_id shapes[PICKED_MOST];
    md2_hull finger;
    filter.no_sensors = true;
    memset(world->picked, 0, sizeof world->picked);
    const int32_t under = md2_world_at_point(of, point, &filter, shapes, PICKED_MOST);
    if (!pick_among(world, shapes, under, point) && reach > 0 &&
        md2_hull_circle(&finger, point, (md_real)reach) == MD_OK) {
        const int32_t near_by = md2_world_overlap(of, &finger, here, &filter, shapes, PICKED_MOST);
        pick_among(world, shapes, near_by, point);
    }
    return world->picked;
}

static bool is_hand(int32_t hand)
{
    return hand >= 0 && hand < WEB_HANDS;
}

int32_t web_grab(struct web_world *world, int32_t hand, int32_t body, uint32_t generation, double local_x,
                 double local_y, double x, double y)
{
    md2_world *of = world->scene.world;
    const md2_body_id id = {body, generation};
    if (!is_hand(hand) || md2_body_get_type(of, id) != MD2_DYNAMIC || !md2_body_is_valid(of, id)) {
        return web_result(MD_ERROR_ARGUMENT);
    }
    web_release(world, hand);
    const md_real gravity = vec_length(md2_world_gravity(of));
    md2_joint_def def = md2_joint_def_default(MD2_MOUSE);
    def.body[1] = id;
    def.anchor[1] = (md2_vec){(md_real)local_x, (md_real)local_y};
    def.target = (md2_vec){(md_real)x, (md_real)y};
    def.frequency = PULL_FREQUENCY;
    def.damping_ratio = 1;
    def.motor_limit = PULL_STRENGTH * md2_body_mass(of, id).mass * md_max(gravity, (md_real)GRAVITY_LEAST);
    def.user = world; /* so that it is known again in a snapshot */
    return web_result(md2_joint_create(of, &def, &world->hand[hand]));
}

int32_t web_pull(struct web_world *world, int32_t hand, double x, double y)
{
    if (!is_hand(hand) || !md2_joint_is_valid(world->scene.world, world->hand[hand])) {
        return web_result(MD_ERROR_ARGUMENT);
    }
    const md2_vec target = {(md_real)x, (md_real)y};
    return web_result(md2_joint_set_target(world->scene.world, world->hand[hand], target));
}

void web_release(struct web_world *world, int32_t hand)
{
    if (is_hand(hand)) {
        (void)md2_joint_destroy(world->scene.world, world->hand[hand]); /* none, or broken: nothing to do */
        world->hand[hand] = (md2_joint_id){0};
    }
}

void release_all(struct web_world *world)
{
    md2_world *of = world->scene.world;
    md2_joint_id joint = md2_world_first_joint(of);
    while (joint.generation != 0) {
        const md2_joint_id next = md2_world_next_joint(of, joint);
        const md2_joint_def def = md2_joint_get_def(of, joint);
        if (def.type == MD2_MOUSE && def.user == world) {
            (void)md2_joint_destroy(of, joint);
        }
        joint = next;
    }
    memset(world->hand, 0, sizeof world->hand);
}

/* ---- Putting in, taking out --------------------------------------------------------------------------------------- */

/* A regular pentagon in a circle of radius 1. */
static const double PENTAGON[5][2] = {
    {0, 1}, {-0.951057, 0.309017}, {-0.587785, -0.809017}, {0.587785, -0.809017}, {0.951057, 0.309017}};

static md_status make_hull(md2_hull *hull, enum web_piece piece, md_real size)
{
    md2_vec points[5];
    switch (piece) {
    case WEB_BOX: return md2_hull_rectangle(hull, (md_real)0.8 * size, (md_real)0.8 * size);
    case WEB_CAPSULE: return md2_hull_capsule(hull, vec(-size / 2, 0), vec(size / 2, 0), size / 2);
    case WEB_PENTAGON:
        for (int i = 0; i < 5; ++i) {
            points[i] = vec(size * (md_real)PENTAGON[i][0], size * (md_real)PENTAGON[i][1]);
        }
        return md2_hull_polygon(hull, points, 5, 0);
    default: return md2_hull_circle(hull, vec(0, 0), size);
    }
}

/* Of the dynamic bodies, in the mean; 1 kg where there are none. */
static md_real mean_mass(const md2_world *of)
{
    double sum = 0;
    int32_t count = 0;
    for (md2_body_id body = md2_world_first_body(of); body.generation != 0; body = md2_world_next_body(of, body)) {
        if (md2_body_get_type(of, body) == MD2_DYNAMIC) {
            sum += (double)md2_body_mass(of, body).mass;
            ++count;
        }
    }
    return count > 0 && sum > 0 ? (md_real)(sum / count) : 1;
}

int32_t web_spawn(struct web_world *world, int32_t piece, double x, double y, double size, double velocity_x,
                  double velocity_y)
{
    md2_world *of = world->scene.world;
    md2_body_def def = md2_body_def_default();
    md2_shape_def material = md2_shape_def_default();
    md2_hull hull;
    md2_body_id body;
    if (piece < 0 || piece >= WEB_PIECES) {
        return web_result(MD_ERROR_ARGUMENT);
    }
    md_status status = make_hull(&hull, (enum web_piece)piece, (md_real)size);
    if (status != MD_OK) {
        return web_result(status);
    }
    material.density = mean_mass(of) / md2_hull_mass(&hull, 1).mass;
    material.friction = (md_real)0.4;
    material.restitution = (md_real)0.2;
    def.type = MD2_DYNAMIC;
    def.position = vec((md_real)x, (md_real)y);
    def.velocity = vec((md_real)velocity_x, (md_real)velocity_y);
    status = md2_body_create(of, &def, &body);
    if (status == MD_OK) {
        status = md2_shape_create(of, body, &material, &hull, NULL);
        if (status != MD_OK) {
            (void)md2_body_destroy(of, body);
        }
    }
    return web_result(status);
}

int32_t web_destroy_body(struct web_world *world, int32_t body, uint32_t generation)
{
    return web_result(md2_body_destroy(world->scene.world, (md2_body_id){body, generation}));
}

int32_t web_explode(struct web_world *world, double x, double y, double radius, double speed)
{
    md2_world *of = world->scene.world;
    const md2_vec centre = {(md_real)x, (md_real)y};
    md_status status = radius > 0 ? MD_OK : MD_ERROR_ARGUMENT;
    for (md2_body_id body = md2_world_first_body(of); status == MD_OK && body.generation != 0;
         body = md2_world_next_body(of, body)) {
        md_real distance = 0;
        const md2_vec away = vec_unit(vec_sub(md2_body_center(of, body), centre), &distance);
        const md_real share = 1 - distance / (md_real)radius;
        if (share > 0 && md2_body_get_type(of, body) == MD2_DYNAMIC && md2_body_is_enabled(of, body)) {
            const md2_vec velocity = vec_add_scaled(md2_body_velocity(of, body), share * (md_real)speed, away);
            status = md2_body_set_velocity(of, body, velocity, md2_body_angular_velocity(of, body));
        }
    }
    return web_result(status);
}
