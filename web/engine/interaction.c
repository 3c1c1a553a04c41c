/* Interaction with a 2D world: grab, drag and throw bodies, add and remove them, explosions. */
#include <string.h>

#include "geometry2/vec.h"
#include "world.h"

/* Maximum force of a grab as a multiple of the body's weight: enough to drag a body out of a heap. */
#define GRAB_STRENGTH 100
#define GRAB_FREQUENCY 6 /* Hz */
/* Gravity that the maximum force assumes at least, m/s^2: bodies can be grabbed without gravity too. */
#define MIN_GRAVITY 9.80665

enum { MAX_PICKED = 32 };

/* ---- Grabbing ----------------------------------------------------------------------------------------------------- */

static void set_picked(struct web_world *world, md2_body_id body, md2_vec point)
{
    const md2_transform transform = md2_body_transform(world->scene.world, body);
    const md2_vec r = vec_sub(point, transform.p);
    world->picked[0] = body.index;
    world->picked[1] = body.generation;
    world->picked[2] = (double)(transform.q.c * r.x + transform.q.s * r.y);
    world->picked[3] = (double)(transform.q.c * r.y - transform.q.s * r.x);
    world->picked[4] = (double)md2_body_mass(world->scene.world, body).mass;
}

/* Picks the first body among shapes that is not static. Returns false if there is none. */
static bool pick_among(struct web_world *world, const md2_shape_id *shapes, int32_t count, md2_vec point)
{
    for (int32_t i = 0; i < count && i < MAX_PICKED; ++i) {
        const md2_body_id body = md2_shape_body(world->scene.world, shapes[i]);
        if (md2_body_get_type(world->scene.world, body) != MD2_STATIC) {
            set_picked(world, body, point);
            return true;
        }
    }
    return false;
}

/* A body under the point itself is preferred to a body near it. */
const double *web_pick(struct web_world *world, double x, double y, double radius)
{
    const md2_world *physics = world->scene.world;
    const md2_vec point = {(md_real)x, (md_real)y};
    const md2_transform identity = {{0, 0}, {1, 0}};
    md2_query_filter filter = md2_query_filter_default();
    md2_shape_id shapes[MAX_PICKED];
    md2_hull circle;
    filter.sensors = false;
    memset(world->picked, 0, sizeof world->picked);
    const int32_t under = md2_world_at_point(physics, point, &filter, shapes, MAX_PICKED);
    if (!pick_among(world, shapes, under, point) && radius > 0 &&
        md2_hull_circle(&circle, point, (md_real)radius) == MD_OK) {
        const int32_t near_by = md2_world_overlap(physics, &circle, identity, &filter, shapes, MAX_PICKED);
        pick_among(world, shapes, near_by, point);
    }
    return world->picked;
}

static bool is_pointer(int32_t pointer)
{
    return pointer >= 0 && pointer < WEB_MAX_POINTERS;
}

int32_t web_grab(struct web_world *world, int32_t pointer, int32_t body, uint32_t generation, double local_x,
                 double local_y, double x, double y)
{
    md2_world *physics = world->scene.world;
    const md2_body_id id = {body, generation};
    if (!is_pointer(pointer) || md2_body_get_type(physics, id) != MD2_DYNAMIC || !md2_body_is_valid(physics, id)) {
        return web_result(MD_ERROR_ARGUMENT);
    }
    web_release(world, pointer);
    const md_real gravity = vec_length(md2_world_gravity(physics));
    md2_joint_def def = md2_joint_def_default(MD2_MOUSE);
    def.body[1] = id;
    def.anchor[1] = (md2_vec){(md_real)local_x, (md_real)local_y};
    def.target = (md2_vec){(md_real)x, (md_real)y};
    def.frequency = GRAB_FREQUENCY;
    def.damping_ratio = 1;
    def.motor_limit = GRAB_STRENGTH * md2_body_mass(physics, id).mass * md_max(gravity, (md_real)MIN_GRAVITY);
    def.user = world; /* marks the joint as a grab, also in a snapshot */
    return web_result(md2_joint_create(physics, &def, &world->grab[pointer]));
}

int32_t web_drag(struct web_world *world, int32_t pointer, double x, double y)
{
    if (!is_pointer(pointer) || !md2_joint_is_valid(world->scene.world, world->grab[pointer])) {
        return web_result(MD_ERROR_ARGUMENT);
    }
    const md2_vec target = {(md_real)x, (md_real)y};
    return web_result(md2_joint_set_target(world->scene.world, world->grab[pointer], target));
}

void web_release(struct web_world *world, int32_t pointer)
{
    if (is_pointer(pointer)) {
        (void)md2_joint_destroy(world->scene.world, world->grab[pointer]); /* fails if there is none, or if it broke */
        world->grab[pointer] = (md2_joint_id){0};
    }
}

void release_all(struct web_world *world)
{
    if (world->scene.world3 != NULL) {
        release_all3(world);
        return;
    }
    md2_world *physics = world->scene.world;
    md2_joint_id joint = md2_world_first_joint(physics);
    while (joint.generation != 0) {
        const md2_joint_id next = md2_world_next_joint(physics, joint);
        const md2_joint_def def = md2_joint_get_def(physics, joint);
        if (def.type == MD2_MOUSE && def.user == world) {
            (void)md2_joint_destroy(physics, joint);
        }
        joint = next;
    }
    memset(world->grab, 0, sizeof world->grab);
}

/* ---- Adding and removing bodies ----------------------------------------------------------------------------------- */

/* A regular pentagon inscribed in the unit circle. */
static const double PENTAGON[5][2] = {
    {0, 1}, {-0.951057, 0.309017}, {-0.587785, -0.809017}, {0.587785, -0.809017}, {0.951057, 0.309017}};

static md_status make_hull(md2_hull *hull, enum web_spawn_shape shape, md_real size)
{
    md2_vec points[5];
    switch (shape) {
    case WEB_SPAWN_BOX: return md2_hull_rectangle(hull, (md_real)0.8 * size, (md_real)0.8 * size);
    case WEB_SPAWN_CAPSULE: return md2_hull_capsule(hull, vec(-size / 2, 0), vec(size / 2, 0), size / 2);
    case WEB_SPAWN_PENTAGON:
        for (int i = 0; i < 5; ++i) {
            points[i] = vec(size * (md_real)PENTAGON[i][0], size * (md_real)PENTAGON[i][1]);
        }
        return md2_hull_polygon(hull, points, 5, 0);
    default: return md2_hull_circle(hull, vec(0, 0), size);
    }
}

/* Returns the mean mass of the dynamic bodies, or 1 kg if there are none. */
static md_real mean_mass(const md2_world *physics)
{
    double sum = 0;
    int32_t count = 0;
    for (md2_body_id body = md2_world_first_body(physics); body.generation != 0;
         body = md2_world_next_body(physics, body)) {
        if (md2_body_get_type(physics, body) == MD2_DYNAMIC) {
            sum += (double)md2_body_mass(physics, body).mass;
            ++count;
        }
    }
    return count > 0 && sum > 0 ? (md_real)(sum / count) : 1;
}

int32_t web_spawn(struct web_world *world, int32_t shape, double x, double y, double size, double velocity_x,
                  double velocity_y)
{
    md2_world *physics = world->scene.world;
    md2_body_def def = md2_body_def_default();
    md2_shape_def material = md2_shape_def_default();
    md2_hull hull;
    md2_body_id body;
    if (shape < 0 || shape >= WEB_SPAWN_COUNT) {
        return web_result(MD_ERROR_ARGUMENT);
    }
    md_status status = make_hull(&hull, (enum web_spawn_shape)shape, (md_real)size);
    if (status != MD_OK) {
        return web_result(status);
    }
    material.density = mean_mass(physics) / md2_hull_mass(&hull, 1).mass;
    material.friction = (md_real)0.4;
    material.restitution = (md_real)0.2;
    def.type = MD2_DYNAMIC;
    def.position = vec((md_real)x, (md_real)y);
    def.velocity = vec((md_real)velocity_x, (md_real)velocity_y);
    status = md2_body_create(physics, &def, &body);
    if (status == MD_OK) {
        status = md2_shape_create(physics, body, &material, &hull, NULL);
        if (status != MD_OK) {
            (void)md2_body_destroy(physics, body);
        }
    }
    return web_result(status);
}

int32_t web_explode(struct web_world *world, double x, double y, double radius, double speed)
{
    md2_world *physics = world->scene.world;
    const md2_vec centre = {(md_real)x, (md_real)y};
    md_status status = radius > 0 ? MD_OK : MD_ERROR_ARGUMENT;
    for (md2_body_id body = md2_world_first_body(physics); status == MD_OK && body.generation != 0;
         body = md2_world_next_body(physics, body)) {
        md_real distance = 0;
        const md2_vec away = vec_unit(vec_sub(md2_body_center(physics, body), centre), &distance);
        const md_real falloff = 1 - distance / (md_real)radius;
        if (falloff > 0 && md2_body_get_type(physics, body) == MD2_DYNAMIC && md2_body_is_enabled(physics, body)) {
            const md2_vec velocity = vec_add_scaled(md2_body_velocity(physics, body), falloff * (md_real)speed, away);
            status = md2_body_set_velocity(physics, body, velocity, md2_body_angular_velocity(physics, body));
        }
    }
    return web_result(status);
}
