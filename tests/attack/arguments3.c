/* Every public function of 3D with NULL for each of its pointers in turn, and with handles that are stale, zero or out of range:
 * a status or a harmless value, never a crash. See arguments.h.
 *
 *     attack_arguments3 [COUNT [FIRST]]      COUNT of the calls, from number FIRST on */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <string.h>

#include <modulus/modulus.h>

#include "attack/arguments.h"

struct fixture {
    struct call_choice choice;
    md3_world *world;
    md3_body_id body, second, bad_body[BAD_HANDLES];
    md3_shape_id shape, bad_shape[BAD_HANDLES];
    md3_joint_id joint, bad_joint[BAD_HANDLES];
    md3_hull *hull;
    md3_mesh *mesh;
    md3_height_field *field;
    md3_geometry geometry, of_mesh;
    md3_vec points[4];
    int32_t indices[3];
    md_real heights[4];
    md3_sweep sweep;
    md3_mover mover;
};

/* ---- Worlds and bodies ------------------------------------------------------------------------------------------- */

static void call_world(struct fixture *f)
{
    const md3_world_def def = md3_world_def_default();
    const md_solver_spec solver = md_solver_spec_default();
    const md_limits limits = {.max_iterations = 1};
    md3_world *made = NULL;
    REFUSES(md3_world_def_check(NULL, NULL));
    REFUSES(md3_world_create(NULL, &made));
    REFUSES(md3_world_create(&def, NULL));
    RETURNS((md3_world_destroy(NULL), 0));
    RETURNS(md3_world_get_def(NULL));
    REFUSES(md3_world_set_def(NULL, &def));
    REFUSES(md3_world_set_def(f->world, NULL));
    REFUSES(md3_world_set_gravity(NULL, md3_v(0, 0, 0)));
    REFUSES(md3_world_set_gravity(f->world, md3_v(0, (md_real)NAN, 0)));
    RETURNS(md3_world_gravity(NULL));
    REFUSES(md3_world_set_solver(NULL, &solver, &limits));
    REFUSES(md3_world_set_solver(f->world, NULL, &limits));
    REFUSES(md3_world_set_solver(f->world, &solver, NULL));
    REFUSES(md3_world_set_callbacks(NULL, &def.callbacks));
    REFUSES(md3_world_set_callbacks(f->world, NULL));
    REFUSES(md3_world_step(NULL, 1, NULL));
    REFUSES(md3_world_step(f->world, (md_real)NAN, NULL));
    REFUSES(md3_world_step(f->world, -1, NULL));
    RETURNS(md3_world_step(f->world, 1, NULL));
    RETURNS(md3_world_last_error(NULL));
    RETURNS(md3_world_statistics(NULL));
    REFUSES(md3_world_reset_statistics(NULL));
    RETURNS(md3_world_steps(NULL));
    RETURNS(md3_world_kinetic_energy(NULL));
    RETURNS(md3_world_potential_energy(NULL));
    RETURNS(md3_world_body_count(NULL));
    RETURNS(md3_world_shape_count(NULL));
    RETURNS(md3_world_joint_count(NULL));
    RETURNS(md3_world_contact_count(NULL));
    RETURNS(md3_world_bytes(NULL));
    RETURNS(md3_world_hash(NULL));
    RETURNS(md3_world_first_body(NULL));
    RETURNS(md3_world_first_joint(NULL));
    RETURNS(md3_world_bounds(NULL));
}

static void read_body(struct fixture *f, const md3_world *world, md3_body_id body)
{
    const md3_vec v = {1, 1, 1};
    md3_contact_info contact;
    md3_joint_id joint;
    RETURNS(md3_body_is_valid(world, body));
    RETURNS(md3_world_next_body(world, body));
    RETURNS(md3_body_get_def(world, body));
    RETURNS(md3_body_get_type(world, body));
    RETURNS(md3_body_transform(world, body));
    RETURNS(md3_body_center(world, body));
    RETURNS(md3_body_velocity(world, body));
    RETURNS(md3_body_angular_velocity(world, body));
    RETURNS(md3_body_mass(world, body));
    RETURNS(md3_body_has_given_mass(world, body));
    RETURNS(md3_body_user(world, body));
    RETURNS(md3_body_is_awake(world, body));
    RETURNS(md3_body_is_enabled(world, body));
    RETURNS(md3_body_interpolated(world, body, 0));
    RETURNS(md3_body_world_point(world, body, v));
    RETURNS(md3_body_local_point(world, body, v));
    RETURNS(md3_body_world_vector(world, body, v));
    RETURNS(md3_body_local_vector(world, body, v));
    RETURNS(md3_body_velocity_at(world, body, v));
    RETURNS(md3_body_first_shape(world, body));
    RETURNS(md3_body_first_joint(world, body));
    RETURNS(md3_body_next_joint(world, body, f->joint));
    RETURNS(md3_body_joints(world, body, &joint, 1));
    RETURNS(md3_body_joints(world, body, NULL, 0));
    RETURNS(md3_body_joints(world, body, NULL, 1));
    RETURNS(md3_body_joints(world, body, &joint, -1));
    RETURNS(md3_body_contacts(world, body, &contact, 1));
    RETURNS(md3_body_contacts(world, body, NULL, 0));
    RETURNS(md3_body_contacts(world, body, NULL, 1));
    RETURNS(md3_body_contacts(world, body, &contact, -1));
}

static void change_body(struct fixture *f, md3_world *world, md3_body_id body)
{
    const md3_vec v = {1, 1, 1};
    const md3_transform at = md3_transform_identity();
    const md3_mass mass = {.mass = 1};
    const md3_shape_def def = md3_shape_def_default();
    md3_shape_id shape;
    REFUSES(md3_body_destroy(world, body));
    REFUSES(md3_body_set_transform(world, body, at));
    REFUSES(md3_body_set_velocity(world, body, v, v));
    REFUSES(md3_body_set_target(world, body, at, 1));
    REFUSES(md3_body_apply_force(world, body, v, v));
    REFUSES(md3_body_apply_force_to_center(world, body, v));
    REFUSES(md3_body_apply_torque(world, body, v));
    REFUSES(md3_body_apply_impulse(world, body, v, v));
    REFUSES(md3_body_apply_impulse_to_center(world, body, v));
    REFUSES(md3_body_apply_angular_impulse(world, body, v));
    REFUSES(md3_body_set_mass(world, body, mass));
    REFUSES(md3_body_set_type(world, body, MD3_DYNAMIC));
    REFUSES(md3_body_set_damping(world, body, 1, 1));
    REFUSES(md3_body_set_gravity_scale(world, body, 1));
    REFUSES(md3_body_set_locked(world, body, 0));
    REFUSES(md3_body_set_bullet(world, body, true));
    REFUSES(md3_body_set_awake(world, body, true));
    REFUSES(md3_body_enable_sleep(world, body, true));
    REFUSES(md3_body_set_enabled(world, body, true));
    REFUSES(md3_body_set_user(world, body, NULL));
    REFUSES(md3_shape_create(world, body, &def, &f->geometry, &shape));
    REFUSES(md3_shape_create_box(world, body, &def, md3_v(1, 1, 1), &shape));
}

/* A valid body with numbers and choices that are not. */
static void change_body_badly(struct fixture *f)
{
    const md3_vec nan = {(md_real)NAN, 0, 0};
    const md3_transform bad_place = {{0, 0, 0}, {0, 0, 0, 0}};
    REFUSES(md3_body_set_transform(f->world, f->body, bad_place));
    REFUSES(md3_body_set_velocity(f->world, f->body, nan, md3_v(0, 0, 0)));
    REFUSES(md3_body_set_type(f->world, f->body, (md3_body_type)9));
    REFUSES(md3_body_set_locked(f->world, f->body, 64));
    REFUSES(md3_body_apply_impulse(f->world, f->body, nan, md3_v(0, 0, 0)));
    REFUSES(md3_body_set_mass(f->world, f->body, (md3_mass){.mass = -1}));
}

static void call_bodies(struct fixture *f)
{
    const md3_body_def def = md3_body_def_default();
    REFUSES(md3_body_def_check(NULL, NULL));
    REFUSES(md3_mass_check(NULL, NULL));
    REFUSES(md3_body_create(NULL, &def, NULL));
    REFUSES(md3_body_create(f->world, NULL, NULL));
    RETURNS(md3_body_create(f->world, &def, NULL));
    change_body_badly(f);
    read_body(f, NULL, f->body);
    change_body(f, NULL, f->body);
    for (int i = 0; i < BAD_HANDLES; ++i) {
        read_body(f, f->world, f->bad_body[i]);
        change_body(f, f->world, f->bad_body[i]);
    }
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static void use_shape(struct fixture *f, md3_world *world, md3_shape_id shape)
{
    const md3_shape_def def = md3_shape_def_default();
    md3_contact_info contact;
    REFUSES(md3_shape_destroy(world, shape));
    REFUSES(md3_shape_set_def(world, shape, &def));
    RETURNS(md3_shape_is_valid(world, shape));
    RETURNS(md3_shape_get_def(world, shape));
    RETURNS(md3_shape_body(world, shape));
    RETURNS(md3_shape_geometry(world, shape));
    RETURNS(md3_shape_next(world, shape));
    RETURNS(md3_shape_contacts(world, shape, &contact, 1));
    RETURNS(md3_shape_contacts(world, shape, NULL, 1));
}

static void call_shapes(struct fixture *f)
{
    const md3_shape_def def = md3_shape_def_default();
    md3_geometry zeros, unknown = {.type = (md3_geometry_type)99}, without_hull = {.type = MD3_HULL};
    memset(&zeros, 0, sizeof zeros);
    REFUSES(md3_shape_def_check(NULL, NULL));
    REFUSES(md3_shape_geometry_check(NULL, NULL));
    REFUSES(md3_shape_geometry_check(&zeros, NULL));
    REFUSES(md3_shape_geometry_check(&unknown, NULL));
    REFUSES(md3_shape_geometry_check(&without_hull, NULL));
    REFUSES(md3_shape_create(f->world, f->body, NULL, &f->geometry, NULL));
    REFUSES(md3_shape_create(f->world, f->body, &def, NULL, NULL));
    REFUSES(md3_shape_create(f->world, f->body, &def, &without_hull, NULL));
    REFUSES(md3_shape_create(f->world, f->body, &def, &f->of_mesh, NULL)); /* for static bodies only */
    RETURNS(md3_shape_create(f->world, f->body, &def, &f->geometry, NULL));
    REFUSES(md3_shape_set_def(f->world, f->shape, NULL));
    RETURNS(md3_shape_contacts(f->world, f->shape, NULL, 1));
    use_shape(f, NULL, f->shape);
    for (int i = 0; i < BAD_HANDLES; ++i) {
        use_shape(f, f->world, f->bad_shape[i]);
    }
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

static void use_joint(struct fixture *f, md3_world *world, md3_joint_id joint)
{
    const md3_joint_def def = md3_joint_def_default(MD3_HINGE);
    const md3_joint_axis axis = md3_joint_axis_default();
    const md3_vec v = {0, 0, 0};
    md3_joint_state state;
    REFUSES(md3_joint_destroy(world, joint));
    REFUSES(md3_joint_set_def(world, joint, &def));
    REFUSES(md3_joint_set_motor(world, joint, true, 1, 1));
    REFUSES(md3_joint_set_limits(world, joint, true, 0, 1));
    REFUSES(md3_joint_set_spring(world, joint, true, 1, 1));
    REFUSES(md3_joint_set_axis(world, joint, MD3_TWIST, &axis));
    REFUSES(md3_joint_set_target(world, joint, v));
    REFUSES(md3_joint_set_pose(world, joint, md3_transform_identity()));
    REFUSES(md3_joint_set_velocity(world, joint, v, v));
    REFUSES(md3_joint_get_state(world, joint, &state));
    RETURNS(md3_joint_is_valid(world, joint));
    RETURNS(md3_world_next_joint(world, joint));
    RETURNS(md3_body_next_joint(world, f->body, joint));
    RETURNS(md3_joint_get_def(world, joint));
    RETURNS(md3_joint_def_gear(world, joint, f->joint, 1));
    RETURNS(md3_joint_def_gear(world, f->joint, joint, 1));
}

static void define_joint(struct fixture *f, const md3_world *world, md3_body_id a, md3_body_id b)
{
    const md3_vec v = {0, 0, 0}, x = {1, 0, 0};
    RETURNS(md3_joint_def_at(world, MD3_SLIDER, a, b, v, x));
    RETURNS(md3_joint_def_at(world, (md3_joint_type)99, a, b, v, v));
    RETURNS(md3_joint_def_in_frame(world, MD3_SIX, a, b, md3_transform_identity()));
    RETURNS(md3_joint_def_distance(world, a, b, v, x));
    RETURNS(md3_joint_def_wheel(world, a, b, v, x, v));
}

static void call_joints(struct fixture *f)
{
    const md3_joint_axis axis = md3_joint_axis_default();
    md3_joint_def def = md3_joint_def_default(MD3_BALL);
    def.body[0] = f->body;
    def.body[1] = f->second;
    RETURNS(md3_joint_def_default((md3_joint_type)-1));
    RETURNS(md3_joint_type_name((md3_joint_type)99));
    REFUSES(md3_joint_def_check(NULL, NULL));
    REFUSES(md3_joint_create(NULL, &def, NULL));
    REFUSES(md3_joint_create(f->world, NULL, NULL));
    RETURNS(md3_joint_create(f->world, &def, NULL));
    REFUSES(md3_joint_set_def(f->world, f->joint, NULL));
    REFUSES(md3_joint_set_axis(f->world, f->joint, MD3_TWIST, NULL));
    REFUSES(md3_joint_set_axis(f->world, f->joint, (md3_joint_coordinate)-1, &axis));
    REFUSES(md3_joint_set_axis(f->world, f->joint, MD3_JOINT_COORDINATES, &axis));
    REFUSES(md3_joint_get_state(f->world, f->joint, NULL));
    define_joint(f, NULL, f->body, f->second);
    use_joint(f, NULL, f->joint);
    for (int i = 0; i < BAD_HANDLES; ++i) {
        define_joint(f, f->world, f->bad_body[i], f->second);
        define_joint(f, f->world, f->body, f->bad_body[i]);
        use_joint(f, f->world, f->bad_joint[i]);
    }
}

/* ---- Queries and movers ------------------------------------------------------------------------------------------ */

static void call_queries(struct fixture *f)
{
    const md3_transform at = md3_transform_identity();
    const md3_debug_draw draw = md3_debug_draw_default();
    const md3_box box = {{-1, -1, -1}, {1, 1, 1}}, no_box = {{1, 1, 1}, {-1, -1, -1}};
    const md3_vec from = {0, 3, 0}, along = {0, -6, 0}, nan = {0, (md_real)NAN, 0};
    const md3_geometry without_hull = {.type = MD3_HULL};
    md3_query_hit hit;
    md3_shape_id found;
    RETURNS(md3_world_ray_closest(NULL, from, along, NULL));
    RETURNS(md3_world_ray_closest(f->world, from, along, NULL));
    RETURNS(md3_world_ray_closest(f->world, nan, along, NULL));
    RETURNS(md3_world_ray_any(NULL, from, along, NULL));
    RETURNS(md3_world_ray_all(NULL, from, along, NULL, &hit, 1));
    RETURNS(md3_world_ray_all(f->world, from, along, NULL, NULL, 1));
    RETURNS(md3_world_ray_all(f->world, from, along, NULL, &hit, -1));
    RETURNS(md3_world_cast(NULL, &f->geometry, at, along, NULL));
    RETURNS(md3_world_cast(f->world, NULL, at, along, NULL));
    RETURNS(md3_world_cast(f->world, &without_hull, at, along, NULL));
    RETURNS(md3_world_cast(f->world, &f->of_mesh, at, along, NULL));
    RETURNS(md3_world_overlap(NULL, &f->geometry, at, NULL, &found, 1));
    RETURNS(md3_world_overlap(f->world, NULL, at, NULL, &found, 1));
    RETURNS(md3_world_overlap(f->world, &f->geometry, at, NULL, NULL, 1));
    RETURNS(md3_world_overlap(f->world, &f->geometry, at, NULL, &found, -1));
    RETURNS(md3_world_at_point(NULL, from, NULL, &found, 1));
    RETURNS(md3_world_at_point(f->world, md3_v(0, 0, 0), NULL, NULL, 1));
    RETURNS(md3_world_in_box(NULL, box, NULL, &found, 1));
    RETURNS(md3_world_in_box(f->world, box, NULL, NULL, 1));
    RETURNS(md3_world_in_box(f->world, no_box, NULL, &found, 1));
    RETURNS(md3_world_closest_point(NULL, from, 1, NULL));
    RETURNS(md3_world_closest_point(f->world, nan, 1, NULL));
    RETURNS(md3_world_closest_point(f->world, from, -1, NULL));
    RETURNS((md3_world_draw(NULL, &draw), 0));
    RETURNS((md3_world_draw(f->world, NULL), 0));
}

static void call_movers(struct fixture *f)
{
    const md3_mover_def def = md3_mover_def_default();
    const md3_vec v = {0, 0, 0}, nan = {0, (md_real)NAN, 0};
    REFUSES(md3_mover_def_check(NULL, NULL));
    REFUSES(md3_mover_place(NULL, &def, v, &f->mover));
    REFUSES(md3_mover_place(f->world, NULL, v, &f->mover));
    REFUSES(md3_mover_place(f->world, &def, nan, &f->mover));
    REFUSES(md3_mover_place(f->world, &def, v, NULL));
    REFUSES(md3_mover_move(NULL, &f->mover, v, 1));
    REFUSES(md3_mover_move(f->world, NULL, v, 1));
    REFUSES(md3_mover_move(f->world, &f->mover, nan, 1));
    REFUSES(md3_mover_move(f->world, &f->mover, v, -1));
    for (int i = 0; i < BAD_HANDLES; ++i) { /* on ground that does not exist: it falls */
        f->mover.ground_body = f->bad_body[i];
        f->mover.ground_shape = f->bad_shape[i];
        RETURNS(md3_mover_move(f->world, &f->mover, v, 1));
        f->mover.ground_body = f->body;
        RETURNS(md3_mover_move(f->world, &f->mover, v, 1));
        f->mover.def.filter.except = f->bad_body[i];
        RETURNS(md3_mover_move(f->world, &f->mover, v, 1));
    }
}

/* ---- Contacts, snapshots ----------------------------------------------------------------------------------------- */

static void call_contacts_and_snapshots(struct fixture *f)
{
    static unsigned char bytes[65536];
    size_t size = 0;
    int32_t count = 0;
    md3_contact_info contact;
    md3_event event;
    md3_moved_body moved;
    md3_world *made = NULL;
    REFUSES(md3_world_contact(NULL, 0, &contact));
    REFUSES(md3_world_contact(f->world, 0, NULL));
    REFUSES(md3_world_contact(f->world, -1, &contact));
    REFUSES(md3_world_contact(f->world, 1000, &contact));
    RETURNS(md3_body_contacts(f->world, f->body, NULL, 1));
    RETURNS(md3_body_joints(f->world, f->body, NULL, 1));
    RETURNS(md3_world_events(NULL, &count));
    RETURNS(md3_world_events(f->world, NULL));
    RETURNS(md3_world_event(NULL, 0, &event));
    RETURNS(md3_world_event(f->world, 0, NULL));
    RETURNS(md3_world_event(f->world, -1, &event));
    RETURNS(md3_world_moved_bodies(NULL, &moved, 1));
    RETURNS(md3_world_moved_bodies(f->world, NULL, 1));
    RETURNS(md3_world_snapshot_size(NULL));
    REFUSES(md3_world_snapshot(NULL, bytes, sizeof bytes, &size));
    REFUSES(md3_world_snapshot(f->world, NULL, sizeof bytes, &size));
    REFUSES(md3_world_snapshot(f->world, bytes, 1, &size));
    RETURNS(md3_world_snapshot(f->world, bytes, sizeof bytes, NULL));
    REFUSES(md3_world_from_snapshot(NULL, 0, NULL, NULL, &made));
    REFUSES(md3_world_from_snapshot(NULL, 100, NULL, NULL, &made));
    REFUSES(md3_world_from_snapshot(bytes, sizeof bytes, NULL, NULL, NULL));
    REFUSES(md3_world_restore(NULL, bytes, sizeof bytes));
    REFUSES(md3_world_restore(f->world, NULL, 100));
    const md_communicator silent = {.rank = 0, .ranks = 1};
    md3_world *share = NULL;
    REFUSES(md3_world_divide(f->world, NULL, NULL, NULL, &share, NULL));
    REFUSES(md3_world_divide(f->world, &silent, NULL, NULL, NULL, NULL));
    REFUSES(md3_world_divide(NULL, &silent, NULL, NULL, &share, NULL));
    REFUSES(md3_world_divide(f->world, &silent, NULL, NULL, &share, NULL));
    REFUSES(md3_world_unite(NULL, true, NULL, NULL, &made));
    REFUSES(md3_world_unite(f->world, true, NULL, NULL, &made));
    REFUSES(md3_world_unite(f->world, true, NULL, NULL, NULL));
    RETURNS(md3_world_share(NULL));
    RETURNS(md3_world_share(f->world));
}

/* ---- Geometry ---------------------------------------------------------------------------------------------------- */

static void call_hulls(struct fixture *f)
{
    const md3_vec half = {1, 1, 1};
    int32_t vertices[4];
    md3_hull *hull = NULL;
    REFUSES(md3_hull_create(NULL, NULL, 4, &hull, NULL));
    REFUSES(md3_hull_create(NULL, f->points, 4, NULL, NULL));
    REFUSES(md3_hull_create(NULL, f->points, -1, &hull, NULL));
    REFUSES(md3_hull_create_box(NULL, half, NULL, NULL));
    REFUSES(md3_hull_create_box(NULL, md3_v((md_real)NAN, 1, 1), &hull, NULL));
    REFUSES(md3_hull_create_transformed(NULL, NULL, md3_transform_identity(), &hull, NULL));
    REFUSES(md3_hull_create_transformed(NULL, f->hull, md3_transform_identity(), NULL, NULL));
    RETURNS((md3_hull_destroy(NULL), 0));
    RETURNS(md3_hull_vertices(NULL));
    RETURNS(md3_hull_vertex(NULL, 0));
    RETURNS(md3_hull_vertex(f->hull, -1));
    RETURNS(md3_hull_vertex(f->hull, 1000));
    RETURNS(md3_hull_faces(NULL));
    RETURNS(md3_hull_face_normal(NULL, 0));
    RETURNS(md3_hull_face_normal(f->hull, -1));
    RETURNS(md3_hull_face_normal(f->hull, 1000));
    RETURNS(md3_hull_face_vertices(NULL, 0, vertices, 4));
    RETURNS(md3_hull_face_vertices(f->hull, 0, NULL, 4));
    RETURNS(md3_hull_face_vertices(f->hull, 0, vertices, -1));
    RETURNS(md3_hull_face_vertices(f->hull, 1000, vertices, 4));
    RETURNS(md3_hull_centroid(NULL));
}

static md3_mesh_def mesh_def_of(const struct fixture *f)
{
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = f->points;
    def.vertex_count = 4;
    def.indices = f->indices;
    def.triangle_count = 1;
    return def;
}

static md3_height_field_def field_def_of(const struct fixture *f)
{
    md3_height_field_def def = md3_height_field_def_default();
    def.heights = f->heights;
    def.columns = def.rows = 2;
    return def;
}

static void call_meshes(struct fixture *f)
{
    const md3_mesh_def def = mesh_def_of(f);
    md3_mesh_def bad[4] = {def, def, def, def};
    md3_vec corner[3];
    md3_mesh *mesh = NULL;
    bad[0].vertices = NULL;
    bad[1].indices = NULL;
    bad[2].vertex_count = -1;
    bad[3].triangle_count = -1;
    REFUSES(md3_mesh_create(NULL, NULL, &mesh, NULL));
    REFUSES(md3_mesh_create(NULL, &def, NULL, NULL));
    for (int i = 0; i < 4; ++i) {
        REFUSES(md3_mesh_create(NULL, &bad[i], &mesh, NULL));
    }
    RETURNS((md3_mesh_destroy(NULL), 0));
    RETURNS(md3_mesh_triangles(NULL));
    RETURNS((md3_mesh_triangle(NULL, 0, corner), 0));
    RETURNS((md3_mesh_triangle(f->mesh, 0, NULL), 0));
    RETURNS((md3_mesh_triangle(f->mesh, -1, corner), 0));
    RETURNS((md3_mesh_triangle(f->mesh, 1000, corner), 0));
    RETURNS(md3_mesh_triangle_source(NULL, 0));
    RETURNS(md3_mesh_triangle_source(f->mesh, -1));
    RETURNS(md3_mesh_triangle_material(NULL, 0));
    RETURNS(md3_mesh_triangle_material(f->mesh, 1000));
}

static void call_height_fields(struct fixture *f)
{
    const md3_height_field_def def = field_def_of(f);
    md3_height_field_def bad[2] = {def, def};
    int32_t columns, rows;
    md3_height_field *field = NULL;
    bad[0].heights = NULL;
    bad[1].columns = -1;
    REFUSES(md3_height_field_create(NULL, NULL, &field, NULL));
    REFUSES(md3_height_field_create(NULL, &def, NULL, NULL));
    REFUSES(md3_height_field_create(NULL, &bad[0], &field, NULL));
    REFUSES(md3_height_field_create(NULL, &bad[1], &field, NULL));
    RETURNS((md3_height_field_destroy(NULL), 0));
    RETURNS((md3_height_field_size(NULL, &columns, &rows), 0));
    RETURNS((md3_height_field_size(f->field, NULL, &rows), 0));
    RETURNS((md3_height_field_size(f->field, &columns, NULL), 0));
    RETURNS(md3_height_field_point(NULL, 0, 0));
    RETURNS(md3_height_field_point(f->field, -1, 0));
    RETURNS(md3_height_field_point(f->field, 0, 1000));
}

static void call_geometries(struct fixture *f)
{
    const md3_vec v = {0, 0, 0}, w = {1, 1, 1}, up = {0, 1, 0};
    const md3_transform at = md3_transform_identity();
    const md3_ray ray = {{0, 3, 0}, {0, -6, 0}, 1};
    md3_geometry made;
    REFUSES(md3_geometry_sphere(NULL, v, 1));
    REFUSES(md3_geometry_capsule(NULL, v, w, 1));
    REFUSES(md3_geometry_hull(NULL, f->hull, 0));
    REFUSES(md3_geometry_hull(&made, NULL, 0));
    REFUSES(md3_geometry_cylinder(NULL, v, w, 1, 0));
    REFUSES(md3_geometry_cone(NULL, v, w, 1, 0));
    REFUSES(md3_geometry_plane(NULL, up, 0));
    REFUSES(md3_geometry_plane(&made, v, 0));
    REFUSES(md3_geometry_mesh(NULL, f->mesh));
    REFUSES(md3_geometry_mesh(&made, NULL));
    REFUSES(md3_geometry_height_field(NULL, f->field));
    REFUSES(md3_geometry_height_field(&made, NULL));
    RETURNS(md3_geometry_is_convex(NULL));
    RETURNS(md3_geometry_mass(NULL, 1));
    RETURNS(md3_geometry_mass(&f->of_mesh, 1));
    RETURNS(md3_geometry_bounds(NULL, at));
    RETURNS(md3_geometry_contains(NULL, v));
    RETURNS(md3_geometry_ray(NULL, ray));
    RETURNS(md3_geometry_closest_point(NULL, v));
    RETURNS(md3_rot_from_axis_angle(v, NAN));
    RETURNS(md3_rot_vector((md3_rot){0, 0, 0, 0}));
    RETURNS(md3_rot_from_axes((md3_mat){v, v, v}));
}

static void call_pairs(struct fixture *f)
{
    const md3_vec v = {1, 1, 1};
    const md3_transform at = md3_transform_identity();
    md3_manifold manifold;
    RETURNS(md3_distance(NULL, at, &f->geometry, at));
    RETURNS(md3_distance(&f->geometry, at, NULL, at));
    RETURNS(md3_distance(&f->of_mesh, at, &f->of_mesh, at));
    RETURNS(md3_overlap(NULL, at, &f->geometry, at));
    RETURNS(md3_overlap(&f->geometry, at, NULL, at));
    RETURNS(md3_cast(NULL, at, &f->geometry, at, v, 1));
    RETURNS(md3_cast(&f->geometry, at, NULL, at, v, 1));
    RETURNS(md3_cast(&f->geometry, at, &f->of_mesh, at, v, 1));
    RETURNS(md3_sweep_at(NULL, 0));
    RETURNS(md3_time_of_impact(NULL, &f->sweep, &f->geometry, &f->sweep, 1));
    RETURNS(md3_time_of_impact(&f->geometry, NULL, &f->geometry, &f->sweep, 1));
    RETURNS(md3_time_of_impact(&f->geometry, &f->sweep, NULL, &f->sweep, 1));
    RETURNS(md3_time_of_impact(&f->geometry, &f->sweep, &f->geometry, NULL, 1));
    RETURNS(md3_time_of_impact(&f->of_mesh, &f->sweep, &f->of_mesh, &f->sweep, 1));
    RETURNS(md3_collide(NULL, at, &f->geometry, at, 0, &manifold, 1));
    RETURNS(md3_collide(&f->geometry, at, NULL, at, 0, &manifold, 1));
    RETURNS(md3_collide(&f->geometry, at, &f->geometry, at, 0, NULL, 1));
    RETURNS(md3_collide(&f->geometry, at, &f->geometry, at, 0, &manifold, -1));
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

static void call_all(struct fixture *f)
{
    call_world(f);
    call_bodies(f);
    call_shapes(f);
    call_joints(f);
    call_queries(f);
    call_movers(f);
    call_contacts_and_snapshots(f);
    call_hulls(f);
    call_meshes(f);
    call_height_fields(f);
    call_geometries(f);
    call_pairs(f);
}

static void create_geometries(struct fixture *f)
{
    const md3_mesh_def mesh = mesh_def_of(f);
    const md3_height_field_def field = field_def_of(f);
    REQUIRE(md3_hull_create_box(NULL, md3_v((md_real)0.5, (md_real)0.5, (md_real)0.5), &f->hull, NULL) == MD_OK);
    REQUIRE(md3_mesh_create(NULL, &mesh, &f->mesh, NULL) == MD_OK);
    REQUIRE(md3_height_field_create(NULL, &field, &f->field, NULL) == MD_OK);
    REQUIRE(md3_geometry_hull(&f->geometry, f->hull, 0) == MD_OK);
    REQUIRE(md3_geometry_mesh(&f->of_mesh, f->mesh) == MD_OK);
}

/* A box on a ground, joined to another body, and a mover; bad handles are zero, stale, out of range and negative. */
static void create_world(struct fixture *f)
{
    const md3_world_def def = md3_world_def_default();
    const md3_shape_def solid = md3_shape_def_default();
    const md3_mover_def mover = md3_mover_def_default();
    md3_body_def body = md3_body_def_default();
    md3_body_id ground;
    md3_geometry plane;
    REQUIRE(md3_world_create(&def, &f->world) == MD_OK);
    REQUIRE(md3_geometry_plane(&plane, md3_v(0, 1, 0), 0) == MD_OK);
    REQUIRE(md3_body_create(f->world, &body, &ground) == MD_OK);
    REQUIRE(md3_shape_create(f->world, ground, &solid, &plane, NULL) == MD_OK);
    body.type = MD3_DYNAMIC;
    body.position = md3_v(0, (md_real)0.4, 0);
    REQUIRE(md3_body_create(f->world, &body, &f->second) == MD_OK);
    REQUIRE(md3_body_destroy(f->world, f->second) == MD_OK);
    REQUIRE(md3_body_create(f->world, &body, &f->body) == MD_OK);
    REQUIRE(md3_shape_create(f->world, f->body, &solid, &f->geometry, &f->shape) == MD_OK);
    REQUIRE(md3_body_create(f->world, &body, &f->second) == MD_OK);
    const md3_joint_def joint =
        md3_joint_def_at(f->world, MD3_HINGE, f->body, f->second, md3_v(0, 1, 0), md3_v(1, 0, 0));
    REQUIRE(md3_joint_create(f->world, &joint, &f->joint) == MD_OK);
    REQUIRE(md3_world_step(f->world, (md_real)(1.0 / 60), NULL) == MD_OK);
    REQUIRE(md3_mover_place(f->world, &mover, md3_v(3, 0, 0), &f->mover) == MD_OK);
    REQUIRE(f->mover.ground == MD3_MOVER_ON_GROUND);
    const int32_t index[BAD_HANDLES] = {0, f->body.index, 1000, -1};
    const uint32_t generation[BAD_HANDLES] = {0, f->body.generation - 2, 1, 1};
    for (int i = 0; i < BAD_HANDLES; ++i) {
        f->bad_body[i] = (md3_body_id){index[i], generation[i]};
        f->bad_shape[i] = (md3_shape_id){index[i], i == 1 ? 77 : generation[i]};
        f->bad_joint[i] = (md3_joint_id){index[i], i == 1 ? 77 : generation[i]};
    }
}

int main(int argc, char **argv)
{
    attack_begin(argc, argv, UINT64_MAX);
    static struct fixture f = {.points = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}},
                               .indices = {0, 1, 2},
                               .sweep = {{0, 0, 0}, {{0, 3, 0}, {0, 0, 0}}, {{0, 0, 0, 1}, {0, 0, 0, 1}}}};
    create_geometries(&f);
    create_world(&f);
    const int failed = make_calls(&f, &f.choice, 400);
    md3_world_destroy(f.world);
    md3_height_field_destroy(f.field);
    md3_mesh_destroy(f.mesh);
    md3_hull_destroy(f.hull);
    return failed > 0;
}
