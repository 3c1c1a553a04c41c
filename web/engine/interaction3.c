/* Interaction with a 3D world, as interaction.c has it for a 2D world. */
#include <string.h>

#include "world.h"

/* As in interaction.c. */
#define GRAB_STRENGTH 100
#define GRAB_FREQUENCY 6 /* Hz */
#define MIN_GRAVITY 9.80665

static md3_vec point_of(double x, double y, double z)
{
    return md3_v((md_real)x, (md_real)y, (md_real)z);
}

/* ---- Grabbing ----------------------------------------------------------------------------------------------------- */

static bool is_not_static(void *user, const md3_world *physics, md3_shape_id shape)
{
    (void)user;
    return md3_body_get_type(physics, md3_shape_body(physics, shape)) != MD3_STATIC;
}

const double *web3_ray(struct web_world *world, double x, double y, double z, double direction_x, double direction_y,
                       double direction_z)
{
    const md3_world *physics = world->scene.world3;
    const md3_vec direction = md3_vec_normalize(point_of(direction_x, direction_y, direction_z));
    md3_query_filter filter = md3_query_filter_default();
    filter.sensors = false;
    filter.accept = is_not_static;
    const md3_query_hit hit =
        md3_world_ray_closest(physics, point_of(x, y, z), md3_vec_scale((md_real)WEB_RAY_LENGTH, direction), &filter);
    memset(world->hit3, 0, sizeof world->hit3);
    if (hit.shape.generation == 0) {
        return world->hit3;
    }
    const md3_body_id body = md3_shape_body(physics, hit.shape);
    const md3_vec local = md3_body_local_point(physics, body, hit.point);
    const double found[WEB_HIT_NUMBERS] = {body.index,
                                           body.generation,
                                           (double)hit.point.x,
                                           (double)hit.point.y,
                                           (double)hit.point.z,
                                           (double)local.x,
                                           (double)local.y,
                                           (double)local.z,
                                           (double)md3_body_mass(physics, body).mass,
                                           (double)hit.fraction * WEB_RAY_LENGTH};
    memcpy(world->hit3, found, sizeof found);
    return world->hit3;
}

static bool is_pointer(int32_t pointer)
{
    return pointer >= 0 && pointer < WEB_MAX_POINTERS;
}

int32_t web3_grab(struct web_world *world, int32_t pointer, int32_t body, uint32_t generation, double local_x,
                  double local_y, double local_z, double x, double y, double z)
{
    md3_world *physics = world->scene.world3;
    const md3_body_id id = {body, generation};
    if (!is_pointer(pointer) || md3_body_get_type(physics, id) != MD3_DYNAMIC || !md3_body_is_valid(physics, id)) {
        return web_result(MD_ERROR_ARGUMENT);
    }
    web3_release(world, pointer);
    const md_real gravity = md3_vec_length(md3_world_gravity(physics));
    md3_joint_def def = md3_joint_def_default(MD3_MOUSE);
    def.body[1] = id;
    def.anchor[1] = point_of(local_x, local_y, local_z);
    def.target = point_of(x, y, z);
    def.frequency = GRAB_FREQUENCY;
    def.damping_ratio = 1;
    def.motor_limit = GRAB_STRENGTH * md3_body_mass(physics, id).mass *
                      (gravity > (md_real)MIN_GRAVITY ? gravity : (md_real)MIN_GRAVITY);
    def.user = world; /* marks the joint as a grab, also in a snapshot */
    return web_refused(world, md3_joint_create(physics, &def, &world->grab3[pointer]));
}

int32_t web3_drag(struct web_world *world, int32_t pointer, double x, double y, double z)
{
    if (!is_pointer(pointer) || !md3_joint_is_valid(world->scene.world3, world->grab3[pointer])) {
        return web_result(MD_ERROR_ARGUMENT);
    }
    return web_refused(world, md3_joint_set_target(world->scene.world3, world->grab3[pointer], point_of(x, y, z)));
}

void web3_release(struct web_world *world, int32_t pointer)
{
    if (is_pointer(pointer)) {
        (void)md3_joint_destroy(world->scene.world3,
                                world->grab3[pointer]); /* fails if there is none, or if it broke */
        world->grab3[pointer] = md3_joint_none();
    }
}

void release_all3(struct web_world *world)
{
    md3_world *physics = world->scene.world3;
    md3_joint_id joint = md3_world_first_joint(physics);
    while (joint.generation != 0) {
        const md3_joint_id next = md3_world_next_joint(physics, joint);
        const md3_joint_def def = md3_joint_get_def(physics, joint);
        if (def.type == MD3_MOUSE && def.user == world) {
            (void)md3_joint_destroy(physics, joint);
        }
        joint = next;
    }
    memset(world->grab3, 0, sizeof world->grab3);
}

/* ---- Adding and removing bodies ----------------------------------------------------------------------------------- */

/* Returns an icosahedron inscribed in a sphere. */
static md_status make_icosahedron(md_real radius, md3_hull **hull)
{
    const md_real a = (md_real)0.525731112 * radius;
    const md_real b = (md_real)0.850650808 * radius;
    const md3_vec points[12] = {{-a, b, 0},  {a, b, 0},  {-a, -b, 0}, {a, -b, 0}, {0, -a, b},  {0, a, b},
                                {0, -a, -b}, {0, a, -b}, {b, 0, -a},  {b, 0, a},  {-b, 0, -a}, {-b, 0, a}};
    return md3_hull_create(NULL, points, 12, hull, web_last_error());
}

/* Makes the geometry of a shape. The caller destroys the hull. */
static md_status make_geometry(enum web3_spawn_shape shape, md_real size, md3_geometry *geometry, md3_hull **hull)
{
    const md_real half = (md_real)0.8 * size;
    md_status status = MD_OK;
    *hull = NULL;
    if (shape == WEB3_SPAWN_BALL) {
        return md3_geometry_sphere(geometry, md3_v(0, 0, 0), size);
    }
    if (shape == WEB3_SPAWN_CAPSULE) {
        return md3_geometry_capsule(geometry, md3_v(-size / 2, 0, 0), md3_v(size / 2, 0, 0), size / 2);
    }
    if (shape == WEB3_SPAWN_BOX) {
        status = md3_hull_create_box(NULL, md3_v(half, half, half), hull, web_last_error());
    } else {
        status = make_icosahedron(size, hull);
    }
    return status == MD_OK ? md3_geometry_hull(geometry, *hull, 0) : status;
}

/* Returns the mean mass of the dynamic bodies, or 1 kg if there are none. */
static md_real mean_mass(const md3_world *physics)
{
    double sum = 0;
    int32_t count = 0;
    for (md3_body_id body = md3_world_first_body(physics); body.generation != 0;
         body = md3_world_next_body(physics, body)) {
        if (md3_body_get_type(physics, body) == MD3_DYNAMIC) {
            sum += (double)md3_body_mass(physics, body).mass;
            ++count;
        }
    }
    return count > 0 && sum > 0 ? (md_real)(sum / count) : 1;
}

static int32_t add_body(struct web_world *world, const md3_body_def *def, const md3_geometry *geometry)
{
    md3_world *physics = world->scene.world3;
    md3_shape_def material = md3_shape_def_default();
    md3_body_id body;
    material.density = mean_mass(physics) / md3_geometry_mass(geometry, 1).mass;
    material.friction = (md_real)0.4;
    material.restitution = (md_real)0.2;
    int32_t status = web_refused(world, md3_body_create(physics, def, &body));
    if (status == 0) {
        status = web_refused(world, md3_shape_create(physics, body, &material, geometry, NULL));
        if (status != 0) {
            (void)md3_body_destroy(physics, body);
        }
    }
    world->meshes.is_current = false;
    return status;
}

int32_t web3_spawn(struct web_world *world, int32_t shape, double x, double y, double z, double size, double velocity_x,
                   double velocity_y, double velocity_z)
{
    md3_body_def def = md3_body_def_default();
    md3_geometry geometry;
    md3_hull *hull = NULL;
    if (shape < 0 || shape >= WEB3_SPAWN_COUNT) {
        return web_result(MD_ERROR_ARGUMENT);
    }
    int32_t status = web_result(make_geometry((enum web3_spawn_shape)shape, (md_real)size, &geometry, &hull));
    if (status == 0) {
        def.type = MD3_DYNAMIC;
        def.position = point_of(x, y, z);
        def.velocity = point_of(velocity_x, velocity_y, velocity_z);
        status = add_body(world, &def, &geometry);
    }
    md3_hull_destroy(hull);
    return status;
}

int32_t web3_explode(struct web_world *world, double x, double y, double z, double radius, double speed)
{
    md3_world *physics = world->scene.world3;
    const md3_vec centre = point_of(x, y, z);
    if (!(radius > 0)) {
        return web_result(MD_ERROR_ARGUMENT);
    }
    md_status status = MD_OK;
    for (md3_body_id body = md3_world_first_body(physics); status == MD_OK && body.generation != 0;
         body = md3_world_next_body(physics, body)) {
        const md3_vec r = md3_vec_sub(md3_body_center(physics, body), centre);
        const md_real falloff = 1 - md3_vec_length(r) / (md_real)radius;
        if (falloff > 0 && md3_body_get_type(physics, body) == MD3_DYNAMIC && md3_body_is_enabled(physics, body)) {
            const md3_vec velocity =
                md3_vec_add_scaled(md3_body_velocity(physics, body), falloff * (md_real)speed, md3_vec_normalize(r));
            status = md3_body_set_velocity(physics, body, velocity, md3_body_angular_velocity(physics, body));
        }
    }
    return web_refused(world, status);
}
