/* Contacts as rows of the velocity problem. Each point of a manifold has a normal and, with friction, two tangents; torsion and
 * rolling friction have rows of their own if their coefficients are not 0. With central_friction, the points of a manifold share
 * their friction rows (contact_patch.c).
 *
 *     normal    w = n . (v_b - v_a) + b >= 0       0 <= lambda_n, with b of engine/contact_bias.inc.h
 *     tangents  w = t_k . (v_b - v_a) + b          |lambda_t| <= mu lambda_n, b the velocity of a belt
 *     torsion   w = n . (omega_b - omega_a)        |lambda| <= torsion lambda_n
 *     rolling   w = t_k . (omega_b - omega_a)      |lambda| <= rolling lambda_n
 *
 * v_a and v_b are the velocities of the two surfaces at the point, at the lever arms r from the centres of mass. A fast approach
 * first closes the gap and bounces in the substep after, from where the surfaces meet: a bounce at a distance would gain height.
 */
#include "geometry3/vec3.h"
#include "lcp/problem.h"
#include "world3/contact_constraint.h"
#include "world3/step.h"

/* ---- Friction at each point ----------------------------------------------------------------------------------------- */

static void fill_friction(const md3_world *world, const struct contact_constraint *constraint,
                          const struct contact_manifold *at, int k, md_real diagonal, md_contact *point)
{
    const struct manifold_rows *rows = &at->rows;
    const struct cached_point *cache = &at->cache[k];
    const struct friction_rows friction = {.tangent = rows->has_tangents ? point->tangent : NULL,
                                           .spin = rows->has_torsion ? &point->spin : NULL,
                                           .radius = rows->radius,
                                           .roll = rows->has_rolling ? point->roll : NULL};
    const struct friction_start start = {.friction = cache->friction, .spin = cache->spin, .roll = cache->roll};
    md3_contact_friction_rows(constraint, at->r[k], diagonal, &friction);
    md3_contact_friction_start(world, constraint, &start, &friction);
}

static md_status add_point(md3_world *world, const struct contact_constraint *constraint, struct contact_manifold *at,
                           int k)
{
    const struct point_row normal = md3_contact_normal_row(world, constraint, at, k);
    const md_real diagonal = md3_contact_normal_diagonal(constraint, &normal.row);
    const struct cached_row *cache = &at->cache[k].normal;
    if (diagonal == 0) {
        return MD_OK;
    }
    md_contact point = {.body = {constraint->slot[0] - 1, constraint->slot[1] - 1},
                        .law = world->def.friction_law,
                        .tangents = at->rows.has_tangents ? 2 : 0,
                        .mu = constraint->friction,
                        .torsion = constraint->torsion,
                        .rolling = constraint->rolling,
                        .normal = normal.row};
    md3_contact_row_start(world, &point.normal, cache->lambda, cache->y, cache->mean);
    fill_friction(world, constraint, at, k, diagonal, &point);
    const int32_t row = md_problem_rows(world->velocity.problem);
    const md_status status = md_problem_add_contact(world->velocity.problem, &point);
    if (status != MD_OK) {
        return status;
    }
    at->rows.normal[k] = row;
    const struct row_note note = md3_contact_normal_note(constraint, at, k, &normal);
    return md3_contact_note_rows(world, row, &note, 1);
}

static md_status add_points(md3_world *world, const struct contact_constraint *constraint, struct contact_manifold *at)
{
    md_status status = MD_OK;
    for (int k = 0; status == MD_OK && k < at->manifold.count; ++k) {
        status = add_point(world, constraint, at, k);
    }
    return status;
}

/* ---- The pre-solve callback ----------------------------------------------------------------------------------------- */

static md_real coefficient(md_real value)
{
    return value >= 0 && isfinite(value) ? value : 0;
}

/* Lets the pre-solve callback change the constraint. Returns false if it refuses the manifold. */
static bool ask_pre_solve(const md3_world *world, const struct contact *contact, const md3_manifold *manifold,
                          struct contact_constraint *constraint)
{
    const md3_callbacks *callbacks = &world->def.callbacks;
    if (callbacks->pre_solve == NULL) {
        return true;
    }
    md3_pre_solve surface = {
        .shape = {md3_shape_id_of(world, contact->shape[0]), md3_shape_id_of(world, contact->shape[1])},
        .manifold = *manifold,
        .friction = contact->friction,
        .restitution = contact->restitution,
        .torsion = contact->torsion,
        .rolling = contact->rolling,
        .surface_velocity = constraint->surface_velocity};
    if (!callbacks->pre_solve(callbacks->user, world, &surface)) {
        return false;
    }
    constraint->friction = coefficient(surface.friction);
    constraint->restitution = surface.restitution >= 0 ? md_min(surface.restitution, 1) : 0;
    constraint->torsion = coefficient(surface.torsion);
    constraint->rolling = coefficient(surface.rolling);
    constraint->surface_velocity = vec_is_finite(surface.surface_velocity) ? surface.surface_velocity : vec(0, 0, 0);
    return true;
}

/* ---- Manifolds ------------------------------------------------------------------------------------------------------ */

/* Joins the normals of a manifold, so that sweeps step them together: one after the other they would tilt a body that stands on
 * a face. */
static md_status join_normals(md_problem *problem, const struct contact_manifold *at)
{
    int32_t rows[MD3_MAX_MANIFOLD_POINTS];
    int32_t count = 0;
    for (int k = 0; k < at->manifold.count; ++k) {
        if (at->rows.normal[k] >= 0) {
            rows[count++] = at->rows.normal[k];
        }
    }
    return md_problem_join_normals(problem, rows, count);
}

/* The largest ratio of torsion to friction in a patch, m: the ratio is a radius there, and its square is in the diagonal of A. */
#define LARGEST_TORSION_RADIUS ((md_real)1e6)

/* Without friction, or with hardly any beside the torsion, torsion acts at each point. */
static bool is_patch(const md3_world *world, const struct contact_constraint *constraint,
                     const struct contact_manifold *at)
{
    return world->def.central_friction && at->manifold.count > 1 && constraint->friction > 0 &&
           constraint->torsion <= LARGEST_TORSION_RADIUS * constraint->friction;
}

static md_status add_manifold(md3_world *world, struct contact *contact, struct contact_manifold *at)
{
    struct contact_constraint constraint = md3_contact_constraint_of(world, contact, at->manifold.normal);
    const bool accepted = ask_pre_solve(world, contact, &at->manifold, &constraint);
    contact->let_through = contact->let_through && !accepted;
    at->rows = (struct manifold_rows){.normal = {-1, -1, -1, -1},
                                      .friction = -1,
                                      .radius = 1,
                                      .has_tangents = constraint.friction > 0 || constraint.rolling > 0,
                                      .has_torsion = constraint.torsion > 0,
                                      .has_rolling = constraint.rolling > 0,
                                      .tangent = {constraint.tangent[0], constraint.tangent[1]}};
    if (!accepted) {
        return MD_OK;
    }
    const md_status status = is_patch(world, &constraint, at) ? md3_contact_patch_add(world, &constraint, at)
                                                              : add_points(world, &constraint, at);
    return status == MD_OK ? join_normals(world->velocity.problem, at) : status;
}

md_status md3_contact_rows_add(md3_world *world, struct contact *contact)
{
    md_status status = MD_OK;
    contact->let_through = true; /* unless a manifold is accepted */
    contact->asked_in = contact_step_number(world->steps);
    for (int32_t i = 0; status == MD_OK && i < contact->manifold_count; ++i) {
        status = add_manifold(world, contact, contact_manifold_at(contact, i));
    }
    return status;
}
