/* Continuous collision before the solve: two shapes beyond the speculative margin that will meet within the step get a speculative
 * contact with the manifold of their time of impact. tunnelling.c has the part after the solve.
 */
#include "world2/continuous.h"

#include "geometry2/clearance.h"
#include "world2/body_motion.h"
#include "world2/world.h"

md2_sweep md2_body_sweep(const struct body *body, md_real h)
{
    const md2_vec velocity = body->awake ? body->velocity : vec(0, 0);
    const md_real spin = body->awake ? body->angular_velocity : 0;
    const md_real angle = md_clamp(h * spin, -(md_real)MD_PI, (md_real)MD_PI); /* as body_move does */
    return (md2_sweep){.local_center = body->local_center,
                       .center = {body->center, vec_add_scaled(body->center, h, velocity)},
                       .rotation = {body->rotation, rot_unit(rot_multiply(body->rotation, turn_by(angle)))}};
}

static md2_manifold collide_at(const md2_world *world, const struct shape *a, md2_transform at_a, const struct shape *b,
                               md2_transform at_b)
{
    return a->is_segment ? md2_chain_collide(&a->segment, at_a, &b->hull, at_b, world->def.speculative_margin)
                         : md2_hull_collide(&a->hull, at_a, &b->hull, at_b, world->def.speculative_margin);
}

/* Velocity of the second body relative to the first along a direction, at the ends of the lever arms. */
static md_real speed_along(const struct body *const body[2], const md2_vec r[2], md2_vec direction)
{
    const md2_vec first = vec_add_scaled(body[0]->velocity, body[0]->angular_velocity, vec_left(r[0]));
    const md2_vec second = vec_add_scaled(body[1]->velocity, body[1]->angular_velocity, vec_left(r[1]));
    return vec_dot(direction, vec_sub(second, first));
}

md2_manifold md2_future_manifold(const md2_world *world, const struct contact *contact, md_real h, md2_vec r[2][2])
{
    const struct shape *a = &world->shapes[contact->shape[0]];
    const struct shape *b = &world->shapes[contact->shape[1]];
    const struct body *const body[2] = {&world->bodies[a->body], &world->bodies[b->body]};
    const md2_sweep sweep[2] = {md2_body_sweep(body[0], h), md2_body_sweep(body[1], h)};
    if (md2_stay_clear(&a->hull, &sweep[0], &b->hull, &sweep[1], MD2_LINEAR_SLOP)) {
        return (md2_manifold){.count = 0};
    }
    const md2_impact impact = md2_time_of_impact(&a->hull, &sweep[0], &b->hull, &sweep[1], 1);
    if (impact.state != MD2_IMPACT_HIT) {
        return (md2_manifold){.count = 0};
    }
    const md_real f = impact.fraction;
    md2_manifold manifold = collide_at(world, a, md2_sweep_at(&sweep[0], f), b, md2_sweep_at(&sweep[1], f));
    for (int k = 0; k < manifold.count; ++k) {
        md2_manifold_point *point = &manifold.point[k];
        for (int side = 0; side < 2; ++side) {
            r[k][side] = vec_sub(point->point, vec_lerp(sweep[side].center[0], sweep[side].center[1], f));
        }
        point->separation = md_max(point->separation - f * h * speed_along(body, r[k], manifold.normal), 0);
    }
    return manifold;
}
