/* Rooms with walls of 1 cm, of triangles, or with a height field as the floor. A trial goes wrong if the centre of mass is beyond
 * the outside of a wall after any step, or if a part of the body is there after each of the last 120 steps, or if the body does not
 * move for 20 steps in spite of its speed. The second rule excepts shapes with edges or corners below 30 degrees, whose tips can get
 * caught between two walls, and the height field, whose hills are no box. A body that spins on a wall sinks into it by up to
 * (w h)^2 r / 2 in every step, which linear rows cannot see, and for 40 rad/s this may be more than the wall. The second rule
 * therefore gives a body that is beyond a wall 120 more steps, in which its spin is damped. */
#include <math.h>
#include <stdio.h>

#include "attack/escape3.h"

#define THICKNESS 0.01 /* m, of walls; meshes have none, but the same is allowed */

enum { STEPS = 240, CALM_STEPS = 120, MAX_STILL = 20 };

/* ---- Rooms ---------------------------------------------------------------------------------------------------------- */

/* How the six walls meet. The inside of the room is |x|, |y|, |z| < half in all cases but the last: its floor is at z = 0. */
enum room_kind { ROOM_FLUSH, ROOM_BUTTED, ROOM_EDGES, ROOM_MEETING, ROOM_LONG = ROOM_MEETING, ROOM_MESH, ROOM_FIELD };

enum { CELLS = 12 }; /* of the height field, along each side */

struct room {
    enum room_kind kind;
    double half; /* m */
    md3_mesh *mesh;
    md3_height_field *field;
    md_real heights[(CELLS + 1) * (CELLS + 1)];
};

static md3_body_id add_static(md3_world *world, const md3_shape_def *surface, md3_vec at, const md3_geometry *geometry)
{
    md3_body_def def = md3_body_def_default();
    md3_body_id body;
    def.type = MD3_STATIC;
    def.position = at;
    escape3_require(md3_body_create(world, &def, &body), "wall");
    escape3_require(md3_shape_create(world, body, surface, geometry, NULL), "wall");
    return body;
}

/* The two walls across an axis: 0 is x. They go on beyond the inner corner by `beyond`. */
static void add_walls(md3_world *world, const md3_shape_def *surface, double half, int axis, double beyond)
{
    double size[3] = {half + beyond, half + beyond, half + beyond};
    size[axis] = THICKNESS / 2;
    const struct escape3_body wall = escape3_make_box(size[0], size[1], size[2]);
    for (int sign = -1; sign <= 1; sign += 2) {
        md_real at[3] = {0, 0, 0};
        at[axis] = (md_real)(sign * (half + THICKNESS / 2));
        add_static(world, surface, md3_v(at[0], at[1], at[2]), &wall.geometry);
    }
    md3_hull_destroy(wall.hull);
}

/* A cube of triangles that are solid from inside; each side has 4 x 4 squares. */
static void add_mesh(md3_world *world, const md3_shape_def *surface, struct room *room)
{
    enum { N = 4, PER_SIDE = (N + 1) * (N + 1) };
    md3_vec vertices[6 * PER_SIDE];
    int32_t indices[6 * N * N * 6];
    int32_t count = 0;
    for (int side = 0; side < 6; ++side) {
        const int axis = side / 2;
        const bool is_upper = side % 2 == 1;
        for (int i = 0; i < PER_SIDE; ++i) {
            double at[3];
            at[axis] = is_upper ? room->half : -room->half;
            at[(axis + 1) % 3] = room->half * (2.0 * (i % (N + 1)) / N - 1);
            at[(axis + 2) % 3] = room->half * (2.0 * (i / (N + 1)) / N - 1);
            vertices[side * PER_SIDE + i] = md3_v((md_real)at[0], (md_real)at[1], (md_real)at[2]);
        }
        for (int i = 0; i < N * N; ++i) {
            const int32_t a = side * PER_SIDE + i / N * (N + 1) + i % N;
            const int32_t corner[6] = {a, a + 1, a + N + 2, a, a + N + 2, a + N + 1}; /* faces the positive axis */
            for (int k = 0; k < 6; ++k) {
                indices[count++] = corner[is_upper ? 5 - k : k];
            }
        }
    }
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = 6 * PER_SIDE;
    def.indices = indices;
    def.triangle_count = count / 3;
    escape3_require(md3_mesh_create(NULL, &def, &room->mesh, NULL), "mesh");
    md3_geometry geometry;
    escape3_require(md3_geometry_mesh(&geometry, room->mesh), "mesh");
    add_static(world, surface, md3_v(0, 0, 0), &geometry);
}

/* Hills of up to 0.5 m, and half-spaces as walls and ceiling. */
static void add_field(md3_world *world, struct splitmix *random, const md3_shape_def *surface, struct room *room)
{
    const md_real half = (md_real)room->half;
    for (int i = 0; i < (CELLS + 1) * (CELLS + 1); ++i) {
        room->heights[i] = (md_real)splitmix_real(random, -0.5, 0.5);
    }
    md3_height_field_def def = md3_height_field_def_default();
    def.heights = room->heights;
    def.columns = def.rows = CELLS + 1;
    def.origin = md3_v(-half, -half, 0);
    def.spacing[0] = def.spacing[1] = 2 * half / CELLS;
    escape3_require(md3_height_field_create(NULL, &def, &room->field, NULL), "field");
    md3_geometry geometry;
    escape3_require(md3_geometry_height_field(&geometry, room->field), "field");
    add_static(world, surface, md3_v(0, 0, 0), &geometry);
    const md3_vec normals[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, -1}};
    for (int i = 0; i < 5; ++i) {
        escape3_require(md3_geometry_plane(&geometry, normals[i], i < 4 ? -half : -2 * half), "plane");
        add_static(world, surface, md3_v(0, 0, 0), &geometry);
    }
}

/* Lengths beyond the inner corner: all walls reach the outer corner, the walls of one pair lie between those of the others, all
 * walls end at the inner corner and touch along edges, or they go on for 20 m. */
static void add_room(md3_world *world, struct splitmix *random, const md3_shape_def *surface, struct room *room)
{
    if (room->kind == ROOM_MESH) {
        add_mesh(world, surface, room);
    } else if (room->kind == ROOM_FIELD) {
        add_field(world, random, surface, room);
    } else {
        const double beyond = room->kind == ROOM_EDGES ? 0 : room->kind == ROOM_LONG ? 20 : THICKNESS;
        for (int axis = 0; axis < 3; ++axis) {
            add_walls(world, surface, room->half, axis, room->kind == ROOM_BUTTED && axis > 0 ? 0 : beyond);
        }
    }
}

/* Height of the field at a point inside the room. The triangles of a cell meet on the diagonal from its first corner. */
static double field_height(const struct room *room, double x, double y)
{
    const double u = (x + room->half) * CELLS / (2 * room->half), v = (y + room->half) * CELLS / (2 * room->half);
    const int i = (int)fmin(fmax(floor(u), 0), CELLS - 1), j = (int)fmin(fmax(floor(v), 0), CELLS - 1);
    const md_real *at = &room->heights[i + j * (CELLS + 1)];
    const double s = u - i, t = v - j;
    const double a = (double)at[0], b = (double)at[1], c = (double)at[CELLS + 1], d = (double)at[CELLS + 2];
    return s > t ? a + s * (b - a) + t * (d - b) : a + t * (c - a) + s * (d - c);
}

static bool is_point_within(const struct room *room, md3_vec at, double margin)
{
    const double x = (double)at.x, y = (double)at.y, z = (double)at.z, half = room->half + margin;
    if (room->kind == ROOM_FIELD) {
        return fabs(x) < half && fabs(y) < half && z < 2 * room->half + margin && z > field_height(room, x, y) - margin;
    }
    return fabs(x) < half && fabs(y) < half && fabs(z) < half;
}

static bool is_box_within(const struct room *room, md3_box box, double margin)
{
    const double half = room->half + margin;
    const bool is_field = room->kind == ROOM_FIELD;
    const double low = is_field ? 0.5 - margin : -half, high = is_field ? 2 * room->half + margin : half;
    return (double)box.lower.x > -half && (double)box.lower.y > -half && (double)box.upper.x < half &&
           (double)box.upper.y < half && (double)box.lower.z > low && (double)box.upper.z < high;
}

/* ---- Bodies --------------------------------------------------------------------------------------------------------- */

/* Random pose in the room, at least 1 mm from the walls. */
static md3_transform free_pose(struct splitmix *random, const md3_geometry *geometry, const struct room *room)
{
    md3_transform pose;
    do {
        pose.q = escape3_rotation(random);
        pose.p.x = (md_real)splitmix_real(random, -room->half, room->half);
        pose.p.y = (md_real)splitmix_real(random, -room->half, room->half);
        pose.p.z = (md_real)splitmix_real(random, -room->half, room->half * (room->kind == ROOM_FIELD ? 2 : 1));
    } while (!is_box_within(room, md3_geometry_bounds(geometry, pose), -0.001));
    return pose;
}

static md3_body_id add_body(md3_world *world, struct splitmix *random, const md3_shape_def *surface,
                            const md3_geometry *geometry, const struct room *room, double max_speed)
{
    const md3_transform pose = free_pose(random, geometry, room);
    /* Half of the trials have a speed that is uniform, the others one that is log-uniform over ten powers of two. */
    const double share = splitmix_real(random, 0, 1);
    const double speed = splitmix_index(random, 2) == 0 ? share * max_speed : max_speed * exp2(-10 * share);
    md3_body_def def = md3_body_def_default();
    md3_body_id body;
    def.type = MD3_DYNAMIC;
    def.position = pose.p;
    def.rotation = pose.q;
    def.velocity = md3_vec_scale((md_real)speed, escape3_direction(random));
    const double spin = splitmix_index(random, 4) == 0 ? 0 : splitmix_real(random, 0, 200);
    def.angular_velocity = md3_vec_scale((md_real)spin, escape3_direction(random));
    escape3_require(md3_body_create(world, &def, &body), "body");
    escape3_require(md3_shape_create(world, body, surface, geometry, NULL), "shape");
    return body;
}

/* ---- Trials --------------------------------------------------------------------------------------------------------- */

static void show(const md3_world *world, md3_body_id body, int step)
{
    const md3_transform pose = md3_body_transform(world, body);
    const md3_vec center = md3_body_center(world, body), velocity = md3_body_velocity(world, body);
    const md3_vec spin = md3_body_angular_velocity(world, body);
    printf("step %3d centre %8.4f %8.4f %8.4f rotation %7.4f %7.4f %7.4f %7.4f velocity %8.2f %8.2f %8.2f "
           "spin %8.2f %8.2f %8.2f energy %g\n",
           step, (double)center.x, (double)center.y, (double)center.z, (double)pose.q.x, (double)pose.q.y,
           (double)pose.q.z, (double)pose.q.w, (double)velocity.x, (double)velocity.y, (double)velocity.z,
           (double)spin.x, (double)spin.y, (double)spin.z, md3_world_kinetic_energy(world));
}

/* Counts the steps in a row in which a body has a speed above 1 m/s and does not move. */
struct stillness {
    md3_vec center;
    int steps;
};

static void look(struct stillness *still, const md3_world *world, md3_body_id body)
{
    const md3_vec center = md3_body_center(world, body);
    const double moved = (double)md3_vec_distance(center, still->center);
    const bool is_still = moved < 1e-5 && (double)md3_vec_length(md3_body_velocity(world, body)) > 1;
    still->steps = is_still ? still->steps + 1 : 0;
    still->center = center;
}

/* Steps a body up to a number of steps. Sets `came_back` if no part of the body is beyond the walls after one of them in the last 120.
 * Returns false if the body escapes or gets stuck. */
static bool stays(md3_world *world, md3_body_id body, const struct escape3_body *form, const struct room *room,
                  int steps, bool *came_back)
{
    struct stillness still = {.steps = 0};
    for (int i = 1; i <= steps; ++i) {
        escape3_require(md3_world_step(world, (md_real)(1.0 / 60), NULL), "step");
        const md3_box box = md3_geometry_bounds(&form->geometry, md3_body_transform(world, body));
        look(&still, world, body);
        if (escape3_is_verbose) {
            show(world, body, i);
        }
        if (!is_point_within(room, still.center, THICKNESS) || still.steps >= MAX_STILL) {
            return false;
        }
        *came_back = *came_back || (i > steps - 120 && is_box_within(room, box, THICKNESS));
    }
    return true;
}

/* Returns true if the body escapes or gets stuck. */
static bool leaves(md3_world *world, md3_body_id body, const struct escape3_body *form, const struct room *room)
{
    bool came_back = room->kind == ROOM_FIELD || escape3_is_sharp(form);
    bool inside = stays(world, body, form, room, STEPS, &came_back);
    if (inside && !came_back) {
        escape3_require(md3_body_set_damping(world, body, 0, 10), "damping");
        inside = stays(world, body, form, room, CALM_STEPS, &came_back);
    }
    return !inside || !came_back;
}

static bool escapes(uint64_t seed, enum room_kind kind, enum escape3_form form, double max_speed)
{
    struct splitmix random = {.state = seed};
    md3_shape_def surface;
    md3_world *world = escape3_world(&random, 1 + splitmix_index(&random, 2), &surface);
    struct room room = {.half = splitmix_real(&random, 1.5, 8)};
    room.kind = kind < ROOM_MEETING ? (enum room_kind)splitmix_index(&random, ROOM_MEETING) : kind;
    add_room(world, &random, &surface, &room);
    const struct escape3_body of_body = escape3_make(&random, form);
    const md3_body_id body = add_body(world, &random, &surface, &of_body.geometry, &room, max_speed);
    if (escape3_is_verbose) {
        printf("\nroom %d of half size %g, friction %g, restitution %g\n", (int)room.kind, room.half,
               (double)surface.friction, (double)surface.restitution);
        show(world, body, 0);
    }
    const bool wrong = leaves(world, body, &of_body, &room);
    md3_world_destroy(world);
    md3_hull_destroy(of_body.hull);
    md3_mesh_destroy(room.mesh);
    md3_height_field_destroy(room.field);
    return wrong;
}

bool escape3_bar(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, BAR, 1000);
}

bool escape3_slow_bar(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, BAR, 10);
}

bool escape3_capsule(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, CAPSULE, 1000);
}

bool escape3_box(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, BOX, 1000);
}

bool escape3_plate(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, PLATE, 1000);
}

bool escape3_sliver(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, SLIVER, 1000);
}

bool escape3_sphere(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, SPHERE, 1000);
}

bool escape3_hull(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, HULL, 1000);
}

bool escape3_cylinder(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, CYLINDER, 1000);
}

bool escape3_cone(uint64_t seed)
{
    return escapes(seed, ROOM_FLUSH, CONE, 1000);
}

bool escape3_long_walls(uint64_t seed)
{
    return escapes(seed, ROOM_LONG, (enum escape3_form)(seed % FORMS), 1000);
}

bool escape3_mesh(uint64_t seed)
{
    return escapes(seed, ROOM_MESH, (enum escape3_form)(seed % FORMS), 1000);
}

bool escape3_height_field(uint64_t seed)
{
    return escapes(seed, ROOM_FIELD, (enum escape3_form)(seed % FORMS), 1000);
}
