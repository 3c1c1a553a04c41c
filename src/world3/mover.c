/* The character mover: its definition, and the order of a move. See mover.h. */
#include "world3/mover.h"

#include "base/angle.h"

/* Largest size of a mover, m. */
#define MAX_SIZE 1e4
#define MIN_RADIUS 0.01
/* Share of the wanted horizontal motion below which the way counts as blocked, so that a step is tried. */
#define BLOCKED_SHARE ((md_real)0.9)

/* ---- The definition ---------------------------------------------------------------------------------------------- */

md3_mover_def md3_mover_def_default(void)
{
    return (md3_mover_def){.up = {0, 1, 0},
                           .radius = (md_real)0.3,
                           .height = (md_real)1.8,
                           .skin = (md_real)0.02,
                           .step_height = (md_real)0.3,
                           .snap_distance = (md_real)0.3,
                           .max_slope = (md_real)(MD_PI / 4),
                           .mass = 80,
                           .push_force = 500,
                           .filter = md3_query_filter_default()};
}

static void check_def(struct def_check *check, const md3_mover_def *def)
{
    const double radius = (double)def->radius;
    md_check_that(check, md_abs(vec_length(def->up) - 1) < (md_real)1e-3, "up must be a unit vector, is (%g, %g, %g)",
                  (double)def->up.x, (double)def->up.y, (double)def->up.z);
    md_check_number_within(check, "radius", radius, MIN_RADIUS, MAX_SIZE);
    md_check_number_within(check, "height", (double)def->height, 2 * radius, MAX_SIZE);
    md_check_number_within(check, "skin", (double)def->skin, radius / 100, radius / 2);
    md_check_number_within(check, "step_height", (double)def->step_height, 0, MAX_SIZE);
    md_check_number_within(check, "snap_distance", (double)def->snap_distance, 0, MAX_SIZE);
    md_check_number_within(check, "max_slope", (double)def->max_slope, 0, 1.5);
    md_check_number(check, "mass", (double)def->mass, RULE_NOT_NEGATIVE_OR_INFINITE);
    md_check_number(check, "push_force", (double)def->push_force, RULE_NOT_NEGATIVE_OR_INFINITE);
}

md_status md3_mover_def_check(const md3_mover_def *def, md_error *error)
{
    struct def_check check = {.what = "mover", .error = error};
    if (md_check_def(&check, def, sizeof *def, "md3_mover_def_default")) {
        check_def(&check, def);
    }
    return check.status;
}

static void check_position(struct def_check *check, md3_vec position)
{
    md_check_that(check, body_is_in_world(position), "position must be three numbers from %g to %g, is (%g, %g, %g)",
                  -(double)WORLD_SIZE, (double)WORLD_SIZE, (double)position.x, (double)position.y, (double)position.z);
}

static void check_mover(struct def_check *check, const md3_mover *mover)
{
    check_position(check, mover->position);
    md_check_choice(check, "ground", (int)mover->ground, MD3_MOVER_ON_STEEP + 1);
    if (mover->ground == MD3_MOVER_ON_GROUND) {
        md3_check_vector(check, "ground_normal", mover->ground_normal);
        md3_check_vector(check, "ground_transform.p", mover->ground_transform.p);
        md3_check_rotation(check, "ground_transform.q", mover->ground_transform.q);
    }
}

/* ---- Placing ----------------------------------------------------------------------------------------------------- */

/* Ends a move: finds the ground, pushes bodies, and sets the velocity that is left of the wanted one. */
static void arrive(const struct walk *walk, md3_mover *mover, md3_vec wanted, md_real dt)
{
    struct mover_planes planes;
    md3_walk_find_planes(walk, &planes);
    mover->position = walk->position;
    md3_walk_find_ground(walk, &planes, vec_add(wanted, walk->ground_velocity), mover);
    const md3_vec normal = mover->ground == MD3_MOVER_ON_GROUND ? mover->ground_normal : walk->up;
    const md3_vec relative = walk->walks ? md3_walk_along_ground(walk, wanted, normal) : wanted;
    const md3_vec velocity = vec_add(relative, walk->ground_velocity);
    md3_walk_push(walk, &planes, velocity, dt);
    mover->velocity = md3_walk_velocity_left(walk, &planes, velocity);
}

md_status md3_mover_place(md3_world *world, const md3_mover_def *def, md3_vec position, md3_mover *mover)
{
    md_status status = md3_world_to_change(world, __func__);
    if (status == MD_OK) {
        status = md3_mover_def_check(def, md3_error_of(world));
    }
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md3_call_check(world, __func__);
    check_position(&check, position);
    md_check_that(&check, mover != NULL, "mover must not be NULL");
    if (check.status != MD_OK) {
        return check.status;
    }
    md3_mover placed = {.def = *def, .position = position};
    struct walk walk;
    md3_walk_begin(&walk, world, &placed);
    walk.walks = true; /* it stands on ground that moves down, too */
    md3_walk_recover(&walk);
    md3_walk_slide(&walk, vec(0, 0, 0));
    arrive(&walk, &placed, vec(0, 0, 0), 0);
    *mover = placed;
    return MD_OK;
}

/* ---- Moving ------------------------------------------------------------------------------------------------------ */

static bool transforms_are_equal(md3_transform a, md3_transform b)
{
    return a.p.x == b.p.x && a.p.y == b.p.y && a.p.z == b.p.z && a.q.x == b.q.x && a.q.y == b.q.y && a.q.z == b.q.z &&
           a.q.w == b.q.w;
}

/* The velocity of the ground's surface below the feet; of its belt only, or with that of its body. */
static md3_vec ground_velocity(const struct walk *walk, const md3_mover *mover, bool with_body)
{
    const bool has_shape = md3_shape_is_valid(walk->world, mover->ground_shape);
    const md3_vec of_body = md3_body_velocity_at(walk->world, walk->ground_body, walk->position);
    const md3_vec of_surface =
        has_shape ? md3_walk_velocity_of(walk, mover->ground_shape.index, walk->position, mover->ground_normal)
                  : of_body;
    return with_body ? of_surface : vec_sub(of_surface, of_body);
}

/* Moves with the ground, by its change of position and rotation since the last move. */
static void ride(struct walk *walk, const md3_mover *mover, md_real dt)
{
    if (walk->ground_body.generation == 0) {
        return;
    }
    const md3_transform then = mover->ground_transform, now = md3_body_transform(walk->world, walk->ground_body);
    md3_vec way = vec_scale(dt, ground_velocity(walk, mover, false));
    if (!transforms_are_equal(then, now)) {
        const md3_vec carried = transform_point(now, transform_point_back(then, walk->position));
        way = vec_add(way, vec_sub(carried, walk->position));
    }
    if (vec_length(way) > 0) {
        walk->ignores_ground = true;
        md3_walk_slide(walk, way);
        walk->ignores_ground = false;
    }
}

/* Tries to go up, forward and down onto a step. Returns whether it stands on one then; the position changes in any case. A slow
 * mover goes two skins forward at least, since otherwise it would fall back before it stands on the edge. */
static bool step_up(struct walk *walk, md3_vec direction, md_real distance)
{
    const md3_vec start = walk->position;
    const md3_vec upward = vec_scale(walk->def->step_height, walk->up);
    const md3_vec rise = vec_scale(md3_walk_cast(walk, upward).safe, upward);
    walk->position = vec_add(start, rise);
    md3_walk_slide(walk, vec_scale(md_max(distance, 2 * walk->def->skin), direction));
    const md3_vec drop = vec_negative(vec_add_scaled(rise, walk->def->skin, walk->up));
    const struct walk_hit hit = md3_walk_cast(walk, drop);
    walk->position = vec_add_scaled(walk->position, hit.safe, drop);
    if (!hit.hit || !(vec_dot(hit.plane.normal, hit.plane.normal) > 0)) {
        return false;
    }
    return !md3_walk_is_dynamic(walk, hit.plane.shape) && md3_walk_is_low(walk, &hit.plane, start) &&
           md3_walk_is_ground(walk, &hit.plane, start);
}

/* Slides along a translation. A mover that walks tries to step up if it comes less than 90 % of the way, and stays there if it
 * comes further. */
static void go(struct walk *walk, md3_vec translation)
{
    const md3_vec start = walk->position;
    md_real distance;
    const md3_vec direction = vec_unit(walk_horizontal(walk, translation), &distance);
    md3_walk_slide(walk, translation);
    const md3_vec end = walk->position;
    const md_real progress = vec_dot(direction, vec_sub(end, start));
    if (!walk->walks || !(walk->def->step_height > 0) || !(progress < BLOCKED_SHARE * distance)) {
        return;
    }
    walk->position = start;
    const bool stands = step_up(walk, direction, distance);
    if (!stands || !(vec_dot(direction, vec_sub(walk->position, start)) > progress + walk->def->skin / 16)) {
        walk->position = end;
    }
}

/* Moves a mover whose arguments are valid, as mover3.h says. Returns false if it leaves the world. */
static bool move(md3_world *world, md3_mover *mover, md3_vec velocity, md_real dt)
{
    struct walk walk;
    md3_walk_begin(&walk, world, mover);
    const bool stands = walk.ground_body.generation != 0;
    walk.walks = stands && !md3_walk_leaves(&walk, velocity, mover->ground_normal);
    ride(&walk, mover, dt);
    walk.ground_velocity = stands ? ground_velocity(&walk, mover, true) : vec(0, 0, 0);
    md3_walk_recover(&walk);
    go(&walk, vec_scale(dt, walk.walks ? md3_walk_along_ground(&walk, velocity, mover->ground_normal) : velocity));
    if (walk.walks) {
        md3_walk_snap(&walk);
    }
    if (!body_is_in_world(walk.position)) {
        return false;
    }
    arrive(&walk, mover, velocity, dt);
    return true;
}

/* A dynamic body bears the weight of the mover on it. */
static void weigh(md3_world *world, const md3_mover *mover, md_real dt)
{
    const md3_vec impulse = vec_scale(mover->def.mass * dt, world->def.gravity);
    if (mover->ground == MD3_MOVER_ON_GROUND && md3_body_get_type(world, mover->ground_body) == MD3_DYNAMIC &&
        vec_is_finite(impulse)) {
        (void)md3_body_apply_impulse(world, mover->ground_body, impulse, mover->ground_point);
    }
}

md_status md3_mover_move(md3_world *world, md3_mover *mover, md3_vec velocity, md_real dt)
{
    md_status status = md3_world_to_change(world, __func__);
    if (status != MD_OK) {
        return status;
    }
    struct def_check check = md3_call_check(world, __func__);
    md_check_that(&check, mover != NULL, "mover must not be NULL");
    status = check.status == MD_OK ? md3_mover_def_check(&mover->def, md3_error_of(world)) : check.status;
    if (status != MD_OK) {
        return status;
    }
    check_mover(&check, mover);
    md3_check_vector(&check, "velocity", velocity);
    md_check_number(&check, "dt", (double)dt, RULE_POSITIVE);
    if (check.status != MD_OK) {
        return check.status;
    }
    md3_mover moved = *mover;
    if (!move(world, &moved, velocity, dt)) {
        return md_fail(&world->last_error, MD_ERROR_ARGUMENT,
                       "%s: velocity must not move it out of the world, is (%g, %g, %g)", __func__, (double)velocity.x,
                       (double)velocity.y, (double)velocity.z);
    }
    weigh(world, &moved, dt);
    *mover = moved;
    return MD_OK;
}
