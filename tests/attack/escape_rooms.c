/* Rooms with walls of 1 cm. A trial goes wrong if the centre of mass is beyond the outside of a wall after any step, or if
 * a part of the body is there after each of the last 120 steps, or if the body does not move for 20 steps in spite of its
 * speed. The second rule excepts shapes with corners below 30
 * degrees, whose tips can get caught between two walls. */
#include <math.h>
#include <stdio.h>

#include "attack/escape.h"

#define THICKNESS 0.01 /* m, of walls */
#define PI 3.14159265358979323846

enum { STEPS = 240, MAX_STILL = 20 };

/* ---- Rooms ---------------------------------------------------------------------------------------------------------- */

/* How the four walls meet. The inside of the room is |x|, |y| < half in all cases. */
enum room { ROOM_FLUSH, ROOM_BUTTED, ROOM_POINTS, ROOM_MEETING, ROOM_LONG = ROOM_MEETING, ROOM_CHAIN };

static void add_wall(md2_world *world, const md2_shape_def *surface, double x, double y, double half_x, double half_y)
{
    md2_body_def def = md2_body_def_default();
    md2_body_id body;
    md2_hull hull;
    def.type = MD2_STATIC;
    def.position = (md2_vec){(md_real)x, (md_real)y};
    escape_require(md2_body_create(world, &def, &body), "wall");
    escape_require(md2_hull_rectangle(&hull, (md_real)half_x, (md_real)half_y), "wall");
    escape_require(md2_shape_create(world, body, surface, &hull, NULL), "wall");
}

static void add_chain(md2_world *world, const md2_shape_def *surface, double half)
{
    const md_real h = (md_real)half;
    const md2_vec points[] = {{-h, -h}, {-h, h}, {h, h}, {h, -h}}; /* clockwise: solid from inside */
    md2_body_def def = md2_body_def_default();
    md2_body_id body;
    def.type = MD2_STATIC;
    escape_require(md2_body_create(world, &def, &body), "chain");
    escape_require(md2_chain_create(world, body, surface, points, 4, true, NULL), "chain");
}

/* Lengths beyond the inner corner: all walls reach the outer corner, the walls of one pair lie between those of the
 * other, all walls end at the inner corner and touch in one point, or they go on for 20 m. */
static void add_room(md2_world *world, const md2_shape_def *surface, enum room room, double half)
{
    const double middle = half + THICKNESS / 2;
    const double beyond_x = room == ROOM_POINTS ? 0 : room == ROOM_LONG ? 20 : THICKNESS;
    const double beyond_y = room == ROOM_BUTTED ? 0 : beyond_x;
    if (room == ROOM_CHAIN) {
        add_chain(world, surface, half);
        return;
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        add_wall(world, surface, 0, sign * middle, half + beyond_x, THICKNESS / 2);
        add_wall(world, surface, sign * middle, 0, THICKNESS / 2, half + beyond_y);
    }
}

/* ---- Bodies --------------------------------------------------------------------------------------------------------- */

enum form { BAR, CAPSULE, BOX, SLIVER, CIRCLE, HULL, FORMS };

static md_real real_in(struct splitmix *random, double low, double high)
{
    return (md_real)splitmix_real(random, low, high);
}

static md_status make_sliver(struct splitmix *random, md2_hull *hull)
{
    const md_real length = real_in(random, 0.5, 2), width = real_in(random, 0.02, 0.06);
    const md_real tip = real_in(random, -0.5, 0.5) * length;
    const md2_vec points[] = {{-length / 2, 0}, {length / 2, 0}, {tip, width}};
    return md2_hull_polygon(hull, points, 3, 0);
}

static md_status make_hull(struct splitmix *random, md2_hull *hull)
{
    md2_vec points[MD2_MAX_POINTS];
    const int32_t count = 3 + splitmix_index(random, MD2_MAX_POINTS - 2);
    const md_real size = real_in(random, 0.1, 1), flat = real_in(random, 0.2, 1);
    for (int32_t i = 0; i < count; ++i) {
        points[i].x = real_in(random, -1, 1) * size;
        points[i].y = real_in(random, -1, 1) * size * flat;
    }
    const md_real radius = splitmix_index(random, 2) == 0 ? 0 : real_in(random, 0.01, 0.1);
    return md2_hull_polygon(hull, points, count, radius);
}

static md_status make_form(struct splitmix *random, enum form form, md2_hull *hull)
{
    const md_real a = real_in(random, 0.05, 1), b = real_in(random, 0.02, 0.2);
    switch (form) {
    case BAR: return md2_hull_rectangle(hull, 1, (md_real)0.01);
    case CAPSULE: return md2_hull_capsule(hull, (md2_vec){-a, 0}, (md2_vec){a, 0}, b);
    case BOX: return md2_hull_rectangle(hull, a, real_in(random, 0.05, 0.5));
    case SLIVER: return make_sliver(random, hull);
    case CIRCLE: return md2_hull_circle(hull, (md2_vec){0, 0}, b);
    default: return make_hull(random, hull);
    }
}

static bool is_within(md2_box box, double half)
{
    return (double)box.lower.x > -half && (double)box.lower.y > -half && (double)box.upper.x < half &&
           (double)box.upper.y < half;
}

/* Random pose in the room, at least 1 mm from the walls. */
static md2_transform free_pose(struct splitmix *random, const md2_hull *hull, double half)
{
    md2_transform pose;
    do {
        pose.q = md2_rot_from_angle((double)real_in(random, -PI, PI));
        pose.p.x = real_in(random, -half, half);
        pose.p.y = real_in(random, -half, half);
    } while (!is_within(md2_hull_bounds(hull, pose), half - 0.001));
    return pose;
}

static md2_body_id add_body(md2_world *world, struct splitmix *random, const md2_shape_def *surface,
                            const md2_hull *hull, double half, double max_speed)
{
    const md2_transform pose = free_pose(random, hull, half);
    /* Half of the trials have a speed that is uniform, the others one that is log-uniform over five powers of two. */
    const double share = splitmix_real(random, 0, 1);
    const double speed = splitmix_index(random, 2) == 0 ? share * max_speed : max_speed * exp2(-5 * share);
    const md2_rot direction = md2_rot_from_angle((double)real_in(random, -PI, PI));
    md2_body_def def = md2_body_def_default();
    md2_body_id body;
    def.type = MD2_DYNAMIC;
    def.position = pose.p;
    def.rotation = pose.q;
    def.velocity = (md2_vec){(md_real)speed * direction.c, (md_real)speed * direction.s};
    def.angular_velocity = splitmix_index(random, 4) == 0 ? 0 : real_in(random, -1, 1) * 200;
    escape_require(md2_body_create(world, &def, &body), "body");
    escape_require(md2_shape_create(world, body, surface, hull, NULL), "shape");
    return body;
}

/* ---- Trials --------------------------------------------------------------------------------------------------------- */

static void show(const md2_world *world, md2_body_id body, int step)
{
    const md2_transform pose = md2_body_transform(world, body);
    const md2_vec center = md2_body_center(world, body), velocity = md2_body_velocity(world, body);
    printf("step %3d centre %9.5f %9.5f rotation %8.5f %8.5f velocity %9.3f %9.3f spin %8.3f\n", step, (double)center.x,
           (double)center.y, (double)pose.q.c, (double)pose.q.s, (double)velocity.x, (double)velocity.y,
           (double)md2_body_angular_velocity(world, body));
}

/* True if a corner of the hull is sharper than 30 degrees: the cosine between the normals of its edges is below -cos 30. */
static bool is_sharp(const md2_hull *hull)
{
    bool sharp = false;
    for (int32_t i = 0; hull->count > 2 && i < hull->count; ++i) {
        const md2_vec next = hull->normal[i + 1 < hull->count ? i + 1 : 0];
        sharp = sharp || (double)md2_vec_dot(hull->normal[i], next) < -0.866;
    }
    return sharp;
}

/* Counts the steps in a row in which a body has a speed above 1 m/s and does not move. */
struct stillness {
    md2_vec center;
    int steps;
};

static void look(struct stillness *still, const md2_world *world, md2_body_id body)
{
    const md2_vec center = md2_body_center(world, body);
    const double moved = (double)md2_vec_length(md2_vec_sub(center, still->center));
    const bool is_still = moved < 1e-5 && (double)md2_vec_length(md2_body_velocity(world, body)) > 1;
    still->steps = is_still ? still->steps + 1 : 0;
    still->center = center;
}

/* Steps a body. Returns true if it escapes or gets stuck. */
static bool leaves(md2_world *world, md2_body_id body, const md2_hull *hull, double half, bool with_tips)
{
    const double outside = half + THICKNESS;
    struct stillness still = {.steps = 0};
    bool came_back = !with_tips && is_sharp(hull);
    for (int i = 1; i <= STEPS; ++i) {
        escape_require(md2_world_step(world, (md_real)(1.0 / 60), NULL), "step");
        const md2_box box = md2_hull_bounds(hull, md2_body_transform(world, body));
        look(&still, world, body);
        if (escape_is_verbose) {
            show(world, body, i);
        }
        if (!(fabs((double)still.center.x) < outside && fabs((double)still.center.y) < outside) ||
            still.steps >= MAX_STILL) {
            return true;
        }
        came_back = came_back || (i > STEPS / 2 && is_within(box, outside));
    }
    return !came_back;
}

static bool escapes_with(uint64_t seed, enum room room, enum form form, double max_speed, bool with_tips)
{
    struct splitmix random = {.state = seed};
    md2_shape_def surface;
    md2_hull hull;
    md2_world *world = escape_world(&random, 1 + splitmix_index(&random, 2), &surface);
    const double half = splitmix_real(&random, 1.5, 8);
    add_room(world, &surface, room < ROOM_MEETING ? (enum room)splitmix_index(&random, ROOM_MEETING) : room, half);
    while (make_form(&random, form, &hull) != MD_OK) {
    }
    const md2_body_id body = add_body(world, &random, &surface, &hull, half, max_speed);
    if (escape_is_verbose) {
        printf("\nroom of half size %g, hull of %d points\n", half, (int)hull.count);
        show(world, body, 0);
    }
    const bool wrong = leaves(world, body, &hull, half, with_tips);
    md2_world_destroy(world);
    return wrong;
}

static bool escapes(uint64_t seed, enum room room, enum form form, double max_speed)
{
    return escapes_with(seed, room, form, max_speed, false);
}

bool escape_bar(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, BAR, 1000);
}

bool escape_slow_bar(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, BAR, 10);
}

bool escape_capsule(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, CAPSULE, 1000);
}

bool escape_box(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, BOX, 1000);
}

bool escape_sliver(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, SLIVER, 1000);
}

bool escape_tips(uint64_t seed)
{
    return escapes_with(seed, ROOM_FLUSH, SLIVER, 1000, true);
}

bool escape_circle(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, CIRCLE, 1000);
}

bool escape_hull(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, HULL, 1000);
}

bool escape_long_walls(uint64_t seed)
{
    return escapes(seed, ROOM_LONG, (enum form)(seed % FORMS), 1000);
}

bool escape_chain(uint64_t seed)
{
    return escapes(seed, ROOM_CHAIN, (enum form)(seed % FORMS), 1000);
}
