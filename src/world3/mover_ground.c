/* The ground of a mover, what contacts leave of its velocity, and what it does to the bodies that it touches. */
#include "world3/mover.h"

/* Speed at which a mover leaves the ground, m/s: above rounding, below the slowest jump. */
#define LEAVING_SPEED ((md_real)0.05)
/* The smallest slope of a normal that counts as something below the mover, and the share of a motion down that contacts leave if
 * they hold it together. */
#define MIN_SUPPORT ((md_real)0.05)

md3_vec md3_walk_velocity_of(const struct walk *walk, int32_t shape, md3_vec point, md3_vec normal)
{
    const struct shape *at = &walk->world->shapes[shape];
    const struct body *body = &walk->world->bodies[at->body];
    const md3_vec belt = rot_apply(body->rotation, at->def.surface_velocity);
    const md3_vec along = vec_add_scaled(belt, -vec_dot(belt, normal), normal);
    return vec_add(body_velocity_at(body, vec_sub(point, body->center)), along);
}

bool md3_walk_leaves(const struct walk *walk, md3_vec velocity, md3_vec normal)
{
    const bool is_edge = walk_height(walk, normal) < walk->cos_slope;
    return walk_height(walk, velocity) > LEAVING_SPEED && (is_edge || vec_dot(velocity, normal) > LEAVING_SPEED);
}

md3_vec md3_walk_along_ground(const struct walk *walk, md3_vec velocity, md3_vec normal)
{
    const md3_vec across = walk_horizontal(walk, velocity);
    const md_real slope = walk_height(walk, normal);
    return slope >= walk->cos_slope ? vec_add_scaled(across, -vec_dot(across, normal) / slope, walk->up) : across;
}

/* A distance within the tolerance is left, so that a mover at rest does not move at all. */
void md3_walk_snap(struct walk *walk)
{
    const md_real depth = walk->def->snap_distance + walk->def->skin;
    const struct walk_hit hit = md3_walk_cast(walk, vec_scale(-depth, walk->up));
    const md_real distance = hit.safe * depth;
    if (hit.hit && distance > walk_tolerance(walk) && distance <= walk->def->snap_distance &&
        md3_walk_is_ground(walk, &hit.plane, vec_add_scaled(walk->position, -distance, walk->up))) {
        walk->position = vec_add_scaled(walk->position, -distance, walk->up);
    }
}

/* ---- Ground ------------------------------------------------------------------------------------------------------ */

/* Whether planes that are all too steep hold the mover together, as in a ditch: no motion down is left. */
static bool is_wedged(const struct walk *walk, const struct mover_planes *planes)
{
    struct half_space spaces[MAX_MOVER_PLANES];
    md3_vec left;
    for (int32_t i = 0; i < planes->count; ++i) {
        spaces[i] = (struct half_space){planes->at[i].normal, 0};
    }
    return !md3_nearest_motion(spaces, planes->count, vec_negative(walk->up), (md_real)1e-3, &left) ||
           vec_length(left) < MIN_SUPPORT;
}

/* The plane that faces up most, among those that hold the mover or among all; NULL if there is none. */
static const struct mover_plane *best_plane(const struct walk *walk, const struct mover_planes *planes,
                                            md3_vec velocity, bool holds)
{
    const struct mover_plane *best = NULL;
    md_real best_slope = MIN_SUPPORT;
    for (int32_t i = 0; i < planes->count; ++i) {
        const struct mover_plane *plane = &planes->at[i];
        const md3_vec of_plane = md3_walk_velocity_of(walk, plane->shape, plane->point, plane->normal);
        const md_real slope = walk_height(walk, plane->normal);
        if (slope > best_slope && (walk->walks || !md3_walk_leaves(walk, vec_sub(velocity, of_plane), plane->normal)) &&
            (!holds || md3_walk_is_ground(walk, plane, walk->position))) {
            best = plane;
            best_slope = slope;
        }
    }
    return best;
}

void md3_walk_find_ground(const struct walk *walk, const struct mover_planes *planes, md3_vec velocity,
                          md3_mover *mover)
{
    const struct mover_plane *plane = best_plane(walk, planes, velocity, true);
    mover->ground = MD3_MOVER_ON_GROUND;
    if (plane == NULL) {
        plane = best_plane(walk, planes, velocity, false);
        mover->ground = plane == NULL             ? MD3_MOVER_IN_AIR
                        : is_wedged(walk, planes) ? MD3_MOVER_ON_GROUND
                                                  : MD3_MOVER_ON_STEEP;
    }
    if (plane == NULL) {
        mover->ground_normal = mover->ground_point = mover->ground_velocity = vec(0, 0, 0);
        mover->ground_shape = md3_shape_none();
        mover->ground_body = md3_body_none();
        mover->ground_transform = (md3_transform){{0, 0, 0}, {0, 0, 0, 0}};
        return;
    }
    mover->ground_normal = plane->normal;
    mover->ground_point = plane->point;
    mover->ground_velocity = md3_walk_velocity_of(walk, plane->shape, plane->point, plane->normal);
    mover->ground_shape = md3_shape_id_of(walk->world, plane->shape);
    mover->ground_body = md3_shape_body(walk->world, mover->ground_shape);
    mover->ground_transform = md3_body_transform(walk->world, mover->ground_body);
}

/* ---- Pushing ----------------------------------------------------------------------------------------------------- */

/* The impulse along a normal after which a body and a mass move on together; 0 if they separate. */
static md_real inelastic_impulse(const struct body *body, md_real mass, const struct mover_plane *plane,
                                 md3_vec velocity)
{
    const md3_vec r = vec_sub(plane->point, body->center);
    const md_real closing = vec_dot(plane->normal, vec_sub(body_velocity_at(body, r), velocity));
    if (!(closing > 0) || !(mass > 0)) {
        return 0;
    }
    const md3_vec turn = vec_cross(r, plane->normal);
    const md3_vec free_normal = body_unlocked_motion(body, plane->normal);
    const md_real inverse = 1 / mass + body->inverse_mass * vec_dot(free_normal, plane->normal) +
                            vec_dot(turn, mat_apply(body->inverse_inertia, turn));
    return inverse > 0 ? closing / inverse : 0;
}

static void push(const struct walk *walk, const struct mover_plane *plane, md3_vec velocity, md_real *left)
{
    struct body *body = &walk->world->bodies[walk->world->shapes[plane->shape].body];
    md3_body_settle_mass(walk->world, body);
    const md_real impulse = md_min(inelastic_impulse(body, walk->def->mass, plane, velocity), *left);
    if (impulse > 0 && isfinite(impulse)) {
        const md3_body_id id = md3_body_id_of(walk->world, walk->world->shapes[plane->shape].body);
        (void)md3_body_apply_impulse(walk->world, id, vec_scale(-impulse, plane->normal), plane->point);
        *left -= impulse;
    }
}

void md3_walk_push(const struct walk *walk, const struct mover_planes *planes, md3_vec velocity, md_real dt)
{
    md_real left = walk->def->push_force * dt;
    for (int32_t i = 0; i < planes->count; ++i) {
        const md3_body_id body = md3_body_id_of(walk->world, walk->world->shapes[planes->at[i].shape].body);
        const bool is_walked_on = walk->walks && md3_body_same(body, walk->ground_body);
        if (md3_walk_is_dynamic(walk, planes->at[i].shape) && !is_walked_on) {
            push(walk, &planes->at[i], velocity, &left);
        }
    }
}

/* ---- Velocity ---------------------------------------------------------------------------------------------------- */

md3_vec md3_walk_velocity_left(const struct walk *walk, const struct mover_planes *planes, md3_vec velocity)
{
    struct half_space spaces[2 * MAX_MOVER_PLANES];
    int32_t count = 0;
    for (int32_t i = 0; i < planes->count; ++i) {
        const struct mover_plane *plane = &planes->at[i];
        const md3_vec of_plane = md3_walk_velocity_of(walk, plane->shape, plane->point, plane->normal);
        count += md3_walk_half_spaces(walk, plane, vec_dot(of_plane, plane->normal), &spaces[count]);
    }
    md3_vec left;
    (void)md3_nearest_motion(spaces, count, velocity, walk->def->skin / 1000, &left);
    return left;
}
