/* Every public function but those of 3D (arguments3.c), with NULL for each of its pointers in turn, and with handles that are
 * stale, zero or out of range: a status or a harmless value, never a crash.
 *
 *     attack_arguments [COUNT [FIRST]]      COUNT of the calls, from number FIRST on */
#define _POSIX_C_SOURCE 200809L

#include <string.h>

#include <modulus/modulus.h>
#include <modulus/problem_files.h>
#include <modulus/snapshot2.h>

#include "attack/arguments.h"

struct fixture {
    struct call_choice choice;
    md2_world *world;
    md2_body_id body, second, bad_body[4];
    md2_shape_id shape, bad_shape[4];
    md2_joint_id joint, bad_joint[4];
    md2_chain_id chain, bad_chain[4];
    md2_hull hull;
    md2_chain_segment segment;
    md2_vec points[3];
    md2_sweep sweep;
    md_problem *problem, *explicit_problem;
    md_solver *solver;
    md_matrix matrix;
};

/* ---- Worlds and bodies ------------------------------------------------------------------------------------------- */

static void call_world(struct fixture *f)
{
    const md2_world_def def = md2_world_def_default();
    const md_solver_spec solver = md_solver_spec_default();
    const md_limits limits = {.max_iterations = 1};
    md2_world *made = NULL;
    REFUSES(md2_world_def_check(NULL, NULL));
    REFUSES(md2_world_create(NULL, &made));
    REFUSES(md2_world_create(&def, NULL));
    RETURNS((md2_world_destroy(NULL), 0));
    RETURNS(md2_world_get_def(NULL));
    REFUSES(md2_world_set_def(NULL, &def));
    REFUSES(md2_world_set_def(f->world, NULL));
    REFUSES(md2_world_set_gravity(NULL, md2_v(0, 0)));
    RETURNS(md2_world_gravity(NULL));
    REFUSES(md2_world_set_solver(NULL, &solver, &limits));
    REFUSES(md2_world_set_solver(f->world, NULL, &limits));
    REFUSES(md2_world_set_solver(f->world, &solver, NULL));
    REFUSES(md2_world_set_callbacks(NULL, &def.callbacks));
    REFUSES(md2_world_set_callbacks(f->world, NULL));
    REFUSES(md2_world_step(NULL, 1, NULL));
    RETURNS(md2_world_step(f->world, 1, NULL));
    RETURNS(md2_world_last_error(NULL));
    RETURNS(md2_world_statistics(NULL));
    REFUSES(md2_world_reset_statistics(NULL));
    RETURNS(md2_world_steps(NULL));
    RETURNS(md2_world_kinetic_energy(NULL));
    RETURNS(md2_world_potential_energy(NULL));
    RETURNS(md2_world_body_count(NULL));
    RETURNS(md2_world_shape_count(NULL));
    RETURNS(md2_world_joint_count(NULL));
    RETURNS(md2_world_contact_count(NULL));
    RETURNS(md2_world_bytes(NULL));
    RETURNS(md2_world_hash(NULL));
    RETURNS(md2_world_first_body(NULL));
    RETURNS(md2_world_first_joint(NULL));
    RETURNS(md2_world_bounds(NULL));
}

static void read_body(struct fixture *f, const md2_world *world, md2_body_id body)
{
    md2_contact_info contact;
    md2_joint_id joint;
    RETURNS(md2_body_is_valid(world, body));
    RETURNS(md2_world_next_body(world, body));
    RETURNS(md2_body_get_def(world, body));
    RETURNS(md2_body_get_type(world, body));
    RETURNS(md2_body_transform(world, body));
    RETURNS(md2_body_center(world, body));
    RETURNS(md2_body_velocity(world, body));
    RETURNS(md2_body_angular_velocity(world, body));
    RETURNS(md2_body_mass(world, body));
    RETURNS(md2_body_has_given_mass(world, body));
    RETURNS(md2_body_user(world, body));
    RETURNS(md2_body_is_awake(world, body));
    RETURNS(md2_body_is_enabled(world, body));
    RETURNS(md2_body_interpolated(world, body, 0));
    RETURNS(md2_body_world_point(world, body, md2_v(1, 1)));
    RETURNS(md2_body_local_point(world, body, md2_v(1, 1)));
    RETURNS(md2_body_world_vector(world, body, md2_v(1, 1)));
    RETURNS(md2_body_local_vector(world, body, md2_v(1, 1)));
    RETURNS(md2_body_velocity_at(world, body, md2_v(1, 1)));
    RETURNS(md2_body_first_shape(world, body));
    RETURNS(md2_body_first_joint(world, body));
    RETURNS(md2_body_next_joint(world, body, f->joint));
    RETURNS(md2_body_joints(world, body, &joint, 1));
    RETURNS(md2_body_joints(world, body, NULL, 0));
    RETURNS(md2_body_joints(world, body, NULL, 1));
    RETURNS(md2_body_contacts(world, body, &contact, 1));
    RETURNS(md2_body_contacts(world, body, NULL, 0));
    RETURNS(md2_body_contacts(world, body, NULL, 1));
}

static void change_body(struct fixture *f, md2_world *world, md2_body_id body)
{
    const md2_vec v = {1, 1};
    const md2_mass mass = {.mass = 1};
    const md2_shape_def def = md2_shape_def_default();
    md2_shape_id shape;
    REFUSES(md2_body_destroy(world, body));
    REFUSES(md2_body_set_transform(world, body, md2_transform_identity()));
    REFUSES(md2_body_set_velocity(world, body, v, 1));
    REFUSES(md2_body_set_target(world, body, md2_transform_identity(), 1));
    REFUSES(md2_body_apply_force(world, body, v, v));
    REFUSES(md2_body_apply_force_to_center(world, body, v));
    REFUSES(md2_body_apply_torque(world, body, 1));
    REFUSES(md2_body_apply_impulse(world, body, v, v));
    REFUSES(md2_body_apply_impulse_to_center(world, body, v));
    REFUSES(md2_body_apply_angular_impulse(world, body, 1));
    REFUSES(md2_body_set_mass(world, body, mass));
    REFUSES(md2_body_set_type(world, body, MD2_DYNAMIC));
    REFUSES(md2_body_set_damping(world, body, 1, 1));
    REFUSES(md2_body_set_gravity_scale(world, body, 1));
    REFUSES(md2_body_set_fixed_rotation(world, body, true));
    REFUSES(md2_body_set_bullet(world, body, true));
    REFUSES(md2_body_set_awake(world, body, true));
    REFUSES(md2_body_enable_sleep(world, body, true));
    REFUSES(md2_body_set_enabled(world, body, true));
    REFUSES(md2_body_set_user(world, body, NULL));
    REFUSES(md2_shape_create(world, body, &def, &f->hull, &shape));
    REFUSES(md2_shape_create_segment(world, body, &def, &f->segment, &shape));
    REFUSES(md2_chain_create(world, body, &def, f->points, 3, false, NULL));
}

static void call_bodies(struct fixture *f)
{
    const md2_body_def def = md2_body_def_default();
    REFUSES(md2_body_def_check(NULL, NULL));
    REFUSES(md2_mass_check(NULL, NULL));
    REFUSES(md2_body_create(NULL, &def, NULL));
    REFUSES(md2_body_create(f->world, NULL, NULL));
    RETURNS(md2_body_create(f->world, &def, NULL));
    read_body(f, NULL, f->body);
    change_body(f, NULL, f->body);
    for (int i = 0; i < BAD_HANDLES; ++i) {
        read_body(f, f->world, f->bad_body[i]);
        change_body(f, f->world, f->bad_body[i]);
    }
}

/* ---- Shapes and chains ------------------------------------------------------------------------------------------- */

static void use_shape(struct fixture *f, md2_world *world, md2_shape_id shape)
{
    const md2_shape_def def = md2_shape_def_default();
    md2_contact_info contact;
    REFUSES(md2_shape_destroy(world, shape));
    REFUSES(md2_shape_set_def(world, shape, &def));
    RETURNS(md2_shape_is_valid(world, shape));
    RETURNS(md2_shape_get_def(world, shape));
    RETURNS(md2_shape_body(world, shape));
    RETURNS(md2_shape_hull(world, shape));
    RETURNS(md2_shape_segment(world, shape));
    RETURNS(md2_shape_chain(world, shape));
    RETURNS(md2_shape_next(world, shape));
    RETURNS(md2_shape_contacts(world, shape, &contact, 1));
    RETURNS(md2_shape_contacts(world, shape, NULL, 1));
}

static void use_chain(struct fixture *f, md2_world *world, md2_chain_id chain)
{
    const md2_shape_def def = md2_shape_def_default();
    md2_shape_id shape;
    REFUSES(md2_chain_destroy(world, chain));
    REFUSES(md2_chain_set_def(world, chain, &def));
    RETURNS(md2_chain_is_valid(world, chain));
    RETURNS(md2_chain_body(world, chain));
    RETURNS(md2_chain_shapes(world, chain, &shape, 1));
    RETURNS(md2_chain_shapes(world, chain, NULL, 1));
}

static void call_shapes(struct fixture *f)
{
    const md2_shape_def def = md2_shape_def_default();
    REFUSES(md2_shape_def_check(NULL, NULL));
    REFUSES(md2_shape_hull_check(NULL, NULL));
    REFUSES(md2_shape_create(f->world, f->body, NULL, &f->hull, NULL));
    REFUSES(md2_shape_create(f->world, f->body, &def, NULL, NULL));
    REFUSES(md2_shape_create_segment(f->world, f->body, NULL, &f->segment, NULL));
    REFUSES(md2_shape_create_segment(f->world, f->body, &def, NULL, NULL));
    REFUSES(md2_chain_create(f->world, f->body, NULL, f->points, 3, false, NULL));
    REFUSES(md2_chain_create(f->world, f->body, &def, NULL, 3, false, NULL));
    REFUSES(md2_chain_create(f->world, f->body, &def, f->points, -1, false, NULL));
    REFUSES(md2_shape_set_def(f->world, f->shape, NULL));
    REFUSES(md2_chain_set_def(f->world, f->chain, NULL));
    RETURNS(md2_shape_contacts(f->world, f->shape, NULL, 1));
    RETURNS(md2_chain_shapes(f->world, f->chain, NULL, 1));
    use_shape(f, NULL, f->shape);
    use_chain(f, NULL, f->chain);
    for (int i = 0; i < BAD_HANDLES; ++i) {
        use_shape(f, f->world, f->bad_shape[i]);
        use_chain(f, f->world, f->bad_chain[i]);
    }
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

static void use_joint(struct fixture *f, md2_world *world, md2_joint_id joint)
{
    const md2_joint_def def = md2_joint_def_default(MD2_REVOLUTE);
    md2_joint_state state;
    REFUSES(md2_joint_destroy(world, joint));
    REFUSES(md2_joint_set_def(world, joint, &def));
    REFUSES(md2_joint_set_motor(world, joint, true, 1, 1));
    REFUSES(md2_joint_set_limits(world, joint, true, 0, 1));
    REFUSES(md2_joint_set_spring(world, joint, true, 1, 1));
    REFUSES(md2_joint_set_target(world, joint, md2_v(0, 0)));
    REFUSES(md2_joint_set_pose(world, joint, md2_transform_identity()));
    REFUSES(md2_joint_set_velocity(world, joint, md2_v(0, 0), 1));
    REFUSES(md2_joint_get_state(world, joint, &state));
    RETURNS(md2_joint_is_valid(world, joint));
    RETURNS(md2_world_next_joint(world, joint));
    RETURNS(md2_body_next_joint(world, f->body, joint));
    RETURNS(md2_joint_get_def(world, joint));
    RETURNS(md2_joint_def_gear(world, joint, f->joint, 1));
    RETURNS(md2_joint_def_gear(world, f->joint, joint, 1));
}

static void define_joint(struct fixture *f, const md2_world *world, md2_body_id a, md2_body_id b)
{
    RETURNS(md2_joint_def_at(world, MD2_PRISMATIC, a, b, md2_v(0, 0), md2_v(1, 0)));
    RETURNS(md2_joint_def_at(world, (md2_joint_type)99, a, b, md2_v(0, 0), md2_v(0, 0)));
    RETURNS(md2_joint_def_distance(world, a, b, md2_v(0, 0), md2_v(1, 1)));
    RETURNS(md2_joint_def_pulley(world, a, b, f->points, f->points, 1));
}

static void call_joints(struct fixture *f)
{
    md2_joint_def def = md2_joint_def_default(MD2_REVOLUTE);
    def.body[0] = f->body;
    def.body[1] = f->second;
    RETURNS(md2_joint_def_default((md2_joint_type)-1));
    RETURNS(md2_joint_type_name((md2_joint_type)99));
    REFUSES(md2_joint_def_check(NULL, NULL));
    REFUSES(md2_joint_create(NULL, &def, NULL));
    REFUSES(md2_joint_create(f->world, NULL, NULL));
    RETURNS(md2_joint_create(f->world, &def, NULL));
    REFUSES(md2_joint_set_def(f->world, f->joint, NULL));
    REFUSES(md2_joint_get_state(f->world, f->joint, NULL));
    RETURNS(md2_joint_def_pulley(f->world, f->body, f->second, NULL, f->points, 1));
    RETURNS(md2_joint_def_pulley(f->world, f->body, f->second, f->points, NULL, 1));
    define_joint(f, NULL, f->body, f->second);
    use_joint(f, NULL, f->joint);
    for (int i = 0; i < BAD_HANDLES; ++i) {
        define_joint(f, f->world, f->bad_body[i], f->second);
        define_joint(f, f->world, f->body, f->bad_body[i]);
        use_joint(f, f->world, f->bad_joint[i]);
    }
}

/* ---- Contacts, queries, snapshots -------------------------------------------------------------------------------- */

static void call_queries(struct fixture *f)
{
    const md2_transform at = md2_transform_identity();
    const md2_debug_draw draw = md2_debug_draw_default();
    const md2_box box = {{-1, -1}, {1, 1}};
    const md2_vec from = {0, 3};
    const md2_vec along = {0, -6};
    md2_query_hit hit;
    md2_shape_id found;
    RETURNS(md2_world_ray_closest(NULL, from, along, NULL));
    RETURNS(md2_world_ray_closest(f->world, from, along, NULL));
    RETURNS(md2_world_ray_any(NULL, from, along, NULL));
    RETURNS(md2_world_ray_all(NULL, from, along, NULL, &hit, 1));
    RETURNS(md2_world_ray_all(f->world, from, along, NULL, NULL, 1));
    RETURNS(md2_world_ray_all(f->world, from, along, NULL, &hit, -1));
    RETURNS(md2_world_cast(NULL, &f->hull, at, along, NULL));
    RETURNS(md2_world_cast(f->world, NULL, at, along, NULL));
    RETURNS(md2_world_overlap(NULL, &f->hull, at, NULL, &found, 1));
    RETURNS(md2_world_overlap(f->world, NULL, at, NULL, &found, 1));
    RETURNS(md2_world_overlap(f->world, &f->hull, at, NULL, NULL, 1));
    RETURNS(md2_world_overlap(f->world, &f->hull, at, NULL, &found, -1));
    RETURNS(md2_world_at_point(NULL, from, NULL, &found, 1));
    RETURNS(md2_world_at_point(f->world, md2_v(0, 0), NULL, NULL, 1));
    RETURNS(md2_world_in_box(NULL, box, NULL, &found, 1));
    RETURNS(md2_world_in_box(f->world, box, NULL, NULL, 1));
    RETURNS((md2_world_draw(NULL, &draw), 0));
    RETURNS((md2_world_draw(f->world, NULL), 0));
}

static void call_contacts_and_snapshots(struct fixture *f)
{
    static unsigned char bytes[16384];
    size_t size = 0;
    int32_t count = 0;
    md2_contact_info contact;
    md2_event event;
    md2_moved_body moved;
    md2_world *made = NULL;
    REFUSES(md2_world_contact(NULL, 0, &contact));
    REFUSES(md2_world_contact(f->world, 0, NULL));
    REFUSES(md2_world_contact(f->world, -1, &contact));
    REFUSES(md2_world_contact(f->world, 1000, &contact));
    RETURNS(md2_body_contacts(f->world, f->body, NULL, 1));
    RETURNS(md2_body_joints(f->world, f->body, NULL, 1));
    RETURNS(md2_world_events(NULL, &count));
    RETURNS(md2_world_events(f->world, NULL));
    RETURNS(md2_world_event(NULL, 0, &event));
    RETURNS(md2_world_event(f->world, 0, NULL));
    RETURNS(md2_world_event(f->world, -1, &event));
    RETURNS(md2_world_moved_bodies(NULL, &moved, 1));
    RETURNS(md2_world_moved_bodies(f->world, NULL, 1));
    RETURNS(md2_world_snapshot_size(NULL));
    REFUSES(md2_world_snapshot(NULL, bytes, sizeof bytes, &size));
    REFUSES(md2_world_snapshot(f->world, NULL, sizeof bytes, &size));
    RETURNS(md2_world_snapshot(f->world, bytes, sizeof bytes, NULL));
    REFUSES(md2_world_from_snapshot(NULL, 0, NULL, NULL, &made));
    REFUSES(md2_world_from_snapshot(NULL, 100, NULL, NULL, &made));
    REFUSES(md2_world_from_snapshot(bytes, sizeof bytes, NULL, NULL, NULL));
    REFUSES(md2_world_restore(NULL, bytes, sizeof bytes));
    REFUSES(md2_world_restore(f->world, NULL, 100));
    const md_communicator silent = {.rank = 0, .ranks = 1};
    md2_world *share = NULL;
    REFUSES(md2_world_divide(f->world, NULL, NULL, NULL, &share, NULL));
    REFUSES(md2_world_divide(f->world, &silent, NULL, NULL, NULL, NULL));
    REFUSES(md2_world_divide(NULL, &silent, NULL, NULL, &share, NULL));
    REFUSES(md2_world_divide(f->world, &silent, NULL, NULL, &share, NULL));
    REFUSES(md2_world_unite(NULL, true, NULL, NULL, &made));
    REFUSES(md2_world_unite(f->world, true, NULL, NULL, &made));
    REFUSES(md2_world_unite(f->world, true, NULL, NULL, NULL));
    RETURNS(md2_world_share(NULL));
    RETURNS(md2_world_share(f->world));
}

/* ---- Geometry ---------------------------------------------------------------------------------------------------- */

static void call_geometry(struct fixture *f)
{
    const md2_vec v = {1, 1};
    const md2_transform at = md2_transform_identity();
    const md2_ray ray = {{0, 3}, {0, -6}, 1};
    md2_hull hull;
    REFUSES(md2_hull_circle(NULL, v, 1));
    REFUSES(md2_hull_capsule(NULL, v, md2_v(2, 2), 1));
    REFUSES(md2_hull_rectangle(NULL, 1, 1));
    REFUSES(md2_hull_segment(NULL, v, md2_v(2, 2)));
    REFUSES(md2_hull_box(NULL, v, v, md2_rot_identity(), 0));
    REFUSES(md2_hull_polygon(NULL, f->points, 3, 0));
    REFUSES(md2_hull_polygon(&hull, NULL, 3, 0));
    REFUSES(md2_hull_polygon(&hull, f->points, -1, 0));
    RETURNS(md2_hull_transformed(NULL, at));
    RETURNS(md2_hull_mass(NULL, 1));
    RETURNS(md2_hull_bounds(NULL, at));
    RETURNS(md2_hull_contains(NULL, v));
    RETURNS(md2_hull_ray(NULL, ray));
    RETURNS(md2_hull_distance(NULL, at, &f->hull, at));
    RETURNS(md2_hull_distance(&f->hull, at, NULL, at));
    RETURNS(md2_hull_cast(NULL, at, &f->hull, at, v, 1));
    RETURNS(md2_hull_cast(&f->hull, at, NULL, at, v, 1));
    RETURNS(md2_sweep_at(NULL, 0));
    RETURNS(md2_time_of_impact(NULL, &f->sweep, &f->hull, &f->sweep, 1));
    RETURNS(md2_time_of_impact(&f->hull, NULL, &f->hull, &f->sweep, 1));
    RETURNS(md2_time_of_impact(&f->hull, &f->sweep, NULL, &f->sweep, 1));
    RETURNS(md2_time_of_impact(&f->hull, &f->sweep, &f->hull, NULL, 1));
    RETURNS(md2_hull_collide(NULL, at, &f->hull, at, 0));
    RETURNS(md2_hull_collide(&f->hull, at, NULL, at, 0));
    RETURNS(md2_chain_collide(NULL, at, &f->hull, at, 0));
    RETURNS(md2_chain_collide(&f->segment, at, NULL, at, 0));
}

/* ---- Problems and solvers ---------------------------------------------------------------------------------------- */

static void call_problems(struct fixture *f)
{
    const md_body body = {{0, -1, 0}, 1, {1}};
    const md_row row = md_row_default();
    const md_real one = 1;
    const int32_t parent = MD_NO_PARENT;
    md_problem *problem = f->problem;
    RETURNS((md_problem_destroy(NULL), 0));
    REFUSES(md_problem_begin_bodies(NULL, 3));
    REFUSES(md_problem_begin_bodies(problem, 4));
    REFUSES(md_problem_add_body(NULL, &body));
    REFUSES(md_problem_add_body(problem, NULL));
    REFUSES(md_problem_add_row(NULL, &row));
    REFUSES(md_problem_add_row(problem, NULL));
    REFUSES(md_problem_begin_explicit(NULL, &f->matrix, &one));
    REFUSES(md_problem_begin_explicit(problem, NULL, &one));
    REFUSES(md_problem_begin_explicit(problem, &f->matrix, NULL));
    REFUSES(md_problem_begin_general(NULL, &f->matrix, &f->matrix, &one, &one));
    REFUSES(md_problem_begin_general(problem, NULL, &f->matrix, &one, &one));
    REFUSES(md_problem_begin_general(problem, &f->matrix, NULL, &one, &one));
    REFUSES(md_problem_begin_general(problem, &f->matrix, &f->matrix, NULL, &one));
    REFUSES(md_problem_begin_general(problem, &f->matrix, &f->matrix, &one, NULL));
    REFUSES(md_problem_set_bounds(NULL, &one, &one));
    REFUSES(md_problem_set_bounds(problem, NULL, &one));
    REFUSES(md_problem_set_bounds(problem, &one, NULL));
    REFUSES(md_problem_set_compliance(NULL, &one));
    REFUSES(md_problem_set_compliance(problem, NULL));
    REFUSES(md_problem_set_friction(NULL, &parent, &one));
    REFUSES(md_problem_set_friction(problem, NULL, &one));
    REFUSES(md_problem_set_friction(problem, &parent, NULL));
    const md_contact_set contacts = {.tangents = 1, .mu = &one};
    REFUSES(md_problem_set_contacts(NULL, &contacts));
    REFUSES(md_problem_set_contacts(problem, NULL));
    const md_contact contact = md_contact_default();
    RETURNS(md_friction_name((md_friction)-1));
    REFUSES(md_problem_add_contact(NULL, &contact));
    REFUSES(md_problem_add_contact(problem, NULL));
    const md_patch patch = md_patch_default();
    REFUSES(md_problem_add_patch(NULL, &patch));
    REFUSES(md_problem_add_patch(problem, NULL));
    REFUSES(md_problem_add_patch(problem, &patch));
    REFUSES(md_problem_group_contacts(NULL, MD_FRICTION_BOX));
    REFUSES(md_problem_group_contacts(problem, MD_FRICTION_COUNT));
    REFUSES(md_problem_set_friction_law(NULL, MD_FRICTION_BOX));
    REFUSES(md_problem_set_friction_law(problem, MD_FRICTION_COUNT));
    RETURNS(md_problem_contacts(NULL));
    RETURNS(md_problem_patches(NULL));
    RETURNS(md_problem_patch_row(NULL, 0));
    RETURNS(md_problem_patch_points(problem, -1));
    RETURNS(md_problem_contact_row(NULL, 0));
    RETURNS(md_problem_contact_row(problem, -1));
    RETURNS(md_problem_contact_tangents(NULL, 0));
    RETURNS(md_problem_contact_law(NULL, 0));
    RETURNS(md_problem_contact_mu(NULL, 0));
    RETURNS(md_problem_residual_cone(NULL, &one, &one));
    RETURNS(md_problem_residual_cone(problem, NULL, &one));
    RETURNS(md_problem_residual_cone(problem, &one, NULL));
    REFUSES(md_problem_set_start(NULL, &one, &one));
    RETURNS(md_problem_set_start(problem, NULL, &one));
    RETURNS(md_problem_set_start(problem, &one, NULL));
    REFUSES(md_problem_copy(NULL, problem));
    REFUSES(md_problem_copy(problem, NULL));
    RETURNS(md_problem_get_kind(NULL));
    RETURNS(md_problem_rows(NULL));
    RETURNS(md_problem_velocities(NULL));
    RETURNS(md_problem_degrees_of_freedom(NULL));
    RETURNS(md_problem_lower(NULL));
    RETURNS(md_problem_upper(NULL));
    RETURNS(md_problem_parent(NULL));
    RETURNS(md_problem_compliance(NULL));
    RETURNS(md_problem_bias(NULL));
    RETURNS(md_problem_lambda0(NULL));
    RETURNS(md_problem_y0(NULL));
    REFUSES(md_problem_check(NULL, NULL));
    RETURNS(md_problem_check(problem, NULL));
}

static void call_problem_parts(struct fixture *f)
{
    md_problem *problem = f->problem;
    md_matrix matrix = {0};
    md_real numbers[3];
    REFUSES(md_problem_get_A(NULL, &matrix));
    REFUSES(md_problem_get_A(problem, NULL));
    REFUSES(md_problem_get_q(NULL, numbers));
    REFUSES(md_problem_get_q(problem, NULL));
    REFUSES(md_problem_get_J(NULL, &matrix));
    REFUSES(md_problem_get_J(problem, NULL));
    REFUSES(md_problem_get_J(f->explicit_problem, &matrix));
    REFUSES(md_problem_get_inverse_M(NULL, &matrix));
    REFUSES(md_problem_get_inverse_M(problem, NULL));
    REFUSES(md_problem_get_v(NULL, numbers));
    REFUSES(md_problem_get_v(problem, NULL));
    REFUSES(md_problem_read(NULL, &(md_problem_files){.folder = "/nonexistent"}, NULL));
    REFUSES(md_problem_read(problem, NULL, NULL));
    REFUSES(md_problem_read(problem, &(md_problem_files){.folder = NULL}, NULL));
    REFUSES(md_problem_write(NULL, "/nonexistent/folder", NULL));
    REFUSES(md_problem_write(problem, NULL, NULL));
}

static void call_solvers(struct fixture *f)
{
    md_solver_spec spec = md_solver_spec_default();
    const md_limits limits = {.max_iterations = 2};
    char text[64];
    md_result result;
    RETURNS(md_solver_spec_of((md_method)99));
    RETURNS(md_method_name((md_method)-1));
    RETURNS(md_method_title((md_method)99));
    RETURNS(md_form_name((md_form)99));
    RETURNS(md_outcome_name((md_outcome)99));
    RETURNS(md_status_text((md_status)99));
    RETURNS(md_part_name((md_part)99));
    REFUSES(md_solver_spec_parse(NULL, &spec, NULL));
    REFUSES(md_solver_spec_parse("auto", NULL, NULL));
    RETURNS((md_solver_spec_format(NULL, text, sizeof text), 0));
    RETURNS((md_solver_spec_format(&spec, NULL, 0), 0));
    RETURNS((md_solver_spec_format(&spec, NULL, 8), 0));
    RETURNS((md_solver_destroy(NULL), 0));
    REFUSES(md_solver_solve(NULL, &spec, f->problem, &limits, &result, NULL));
    REFUSES(md_solver_solve(f->solver, NULL, f->problem, &limits, &result, NULL));
    REFUSES(md_solver_solve(f->solver, &spec, NULL, &limits, &result, NULL));
    REFUSES(md_solver_solve(f->solver, &spec, f->problem, NULL, &result, NULL));
    REFUSES(md_solver_solve(f->solver, &spec, f->problem, &limits, NULL, NULL));
    RETURNS(md_solver_solve(f->solver, &spec, f->problem, &limits, &result, NULL));
}

static void call_matrices(struct fixture *f)
{
    const md_entry entry = {0, 0, 1};
    md_matrix matrix = {0};
    md_real number = 1;
    RETURNS((md_matrix_free(NULL), 0));
    REFUSES(md_matrix_from_entries(NULL, NULL, 1, 1, &entry, 1));
    REFUSES(md_matrix_from_entries(&matrix, NULL, 1, 1, NULL, 1));
    REFUSES(md_matrix_from_entries(&matrix, NULL, -1, 1, &entry, 1));
    RETURNS(md_matrix_at(NULL, 0, 0));
    RETURNS(md_matrix_at(&f->matrix, -1, 0));
    RETURNS(md_matrix_at(&f->matrix, 0, 100));
    RETURNS(md_matrix_at(&f->matrix, 100, 0));
    RETURNS((md_matrix_to_vector(NULL, &number), 0));
    RETURNS((md_matrix_to_vector(&f->matrix, NULL), 0));
    REFUSES(md_matrix_read(NULL, NULL, "/nonexistent", NULL, NULL));
    REFUSES(md_matrix_read(&matrix, NULL, NULL, NULL, NULL));
    REFUSES(md_matrix_read(&matrix, NULL, "/nonexistent", NULL, NULL));
    REFUSES(md_matrix_read_bytes(NULL, NULL, "name", "", 0, NULL, NULL));
    REFUSES(md_matrix_read_bytes(&matrix, NULL, NULL, "x", 1, NULL, NULL));
    REFUSES(md_matrix_read_bytes(&matrix, NULL, "name", NULL, 1, NULL, NULL));
    REFUSES(md_matrix_write(NULL, "/nonexistent/file", NULL, NULL));
    REFUSES(md_matrix_write(&f->matrix, NULL, NULL, NULL));
    REFUSES(md_matrix_write(&f->matrix, "/nonexistent/file", NULL, NULL));
    REFUSES(md_vector_write(NULL, 1, "/nonexistent/file", NULL, NULL));
    REFUSES(md_vector_write(&number, 1, NULL, NULL, NULL));
    REFUSES(md_vector_write(&number, -1, "/nonexistent/file", NULL, NULL));
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

static void call_all(struct fixture *f)
{
    call_world(f);
    call_bodies(f);
    call_shapes(f);
    call_joints(f);
    call_queries(f);
    call_contacts_and_snapshots(f);
    call_geometry(f);
    call_problems(f);
    call_problem_parts(f);
    call_solvers(f);
    call_matrices(f);
}

/* A box on a ground with a chain, joined to another box; bad handles are zero, stale, out of range and negative. */
static void create_world(struct fixture *f)
{
    const md2_world_def def = md2_world_def_default();
    const md2_shape_def solid = md2_shape_def_default();
    md2_body_def body = md2_body_def_default();
    md2_body_id ground;
    f->points[0] = md2_v(4, 0);
    f->points[1] = md2_v(0, (md_real)-0.5);
    f->points[2] = md2_v(-4, 0);
    f->segment = (md2_chain_segment){md2_v(1, 0), md2_v(1, 0), md2_v(-1, 0), md2_v(-1, 0)};
    f->sweep = (md2_sweep){{0, 0}, {{0, 3}, {0, 0}}, {{1, 0}, {1, 0}}};
    REQUIRE(md2_world_create(&def, &f->world) == MD_OK);
    REQUIRE(md2_hull_rectangle(&f->hull, (md_real)0.5, (md_real)0.5) == MD_OK);
    REQUIRE(md2_body_create(f->world, &body, &ground) == MD_OK);
    REQUIRE(md2_chain_create(f->world, ground, &solid, f->points, 3, false, &f->chain) == MD_OK);
    body.type = MD2_DYNAMIC;
    body.position = md2_v(0, (md_real)0.4);
    REQUIRE(md2_body_create(f->world, &body, &f->second) == MD_OK);
    REQUIRE(md2_body_destroy(f->world, f->second) == MD_OK);
    REQUIRE(md2_body_create(f->world, &body, &f->body) == MD_OK);
    REQUIRE(md2_shape_create(f->world, f->body, &solid, &f->hull, &f->shape) == MD_OK);
    REQUIRE(md2_body_create(f->world, &body, &f->second) == MD_OK);
    const md2_joint_def joint = md2_joint_def_at(f->world, MD2_REVOLUTE, f->body, f->second, md2_v(0, 1), md2_v(1, 0));
    REQUIRE(md2_joint_create(f->world, &joint, &f->joint) == MD_OK);
    REQUIRE(md2_world_step(f->world, (md_real)(1.0 / 60), NULL) == MD_OK);
    const int32_t index[BAD_HANDLES] = {0, f->body.index, 1000, -1};
    const uint32_t generation[BAD_HANDLES] = {0, f->body.generation - 2, 1, 1};
    for (int i = 0; i < BAD_HANDLES; ++i) {
        f->bad_body[i] = (md2_body_id){index[i], generation[i]};
        f->bad_shape[i] = (md2_shape_id){index[i], i == 1 ? 77 : generation[i]};
        f->bad_joint[i] = (md2_joint_id){index[i], i == 1 ? 77 : generation[i]};
        f->bad_chain[i] = (md2_chain_id){index[i], i == 1 ? 77 : generation[i]};
    }
}

static void create_problems(struct fixture *f)
{
    const md_body body = {{0, -1, 0}, 1, {1}};
    const md_entry entry = {0, 0, 1};
    const md_real minus_one = -1;
    md_row row = md_row_default();
    row.body[0] = 0;
    row.jacobian[0][1] = 1;
    f->problem = md_problem_create(NULL);
    f->explicit_problem = md_problem_create(NULL);
    f->solver = md_solver_create(NULL);
    REQUIRE(f->problem != NULL && f->explicit_problem != NULL && f->solver != NULL);
    REQUIRE(md_problem_begin_bodies(f->problem, 3) == MD_OK);
    REQUIRE(md_problem_add_body(f->problem, &body) == MD_OK && md_problem_add_row(f->problem, &row) == MD_OK);
    REQUIRE(md_matrix_from_entries(&f->matrix, NULL, 1, 1, &entry, 1) == MD_OK);
    REQUIRE(md_problem_begin_explicit(f->explicit_problem, &f->matrix, &minus_one) == MD_OK);
}

static void destroy_all(struct fixture *f)
{
    md_matrix_free(&f->matrix);
    md_solver_destroy(f->solver);
    md_problem_destroy(f->explicit_problem);
    md_problem_destroy(f->problem);
    md2_world_destroy(f->world);
}

int main(int argc, char **argv)
{
    attack_begin(argc, argv, UINT64_MAX);
    static struct fixture f;
    create_world(&f);
    create_problems(&f);
    const int failed = make_calls(&f, &f.choice, 400);
    destroy_all(&f);
    return failed > 0;
}
