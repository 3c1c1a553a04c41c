/* Continuous collision before the solve: two shapes beyond the speculative margin that will meet within the step get a speculative
 * contact with the manifolds of their time of impact. tunnelling.c has the part after the solve.
 */
#include "world3/continuous.h"

#include "geometry3/vec3.h"
#include "world3/world.h"

md3_sweep md3_body_sweep(const struct body *body, md_real h)
{
    struct body end = *body;
    if (body->awake) {
        (void)md3_body_integrate(&end, h);
    }
    return (md3_sweep){.local_center = body->local_center,
                       .center = {body->center, end.center},
                       .rotation = {body->rotation, end.rotation}};
}

/* Velocity of the second body relative to the first along a direction, at the ends of the lever arms. */
static md_real speed_along(const struct body *const body[2], const md3_vec r[2], md3_vec direction)
{
    return vec_dot(direction, vec_sub(body_velocity_at(body[1], r[1]), body_velocity_at(body[0], r[0])));
}

int32_t md3_future_manifolds(const md3_world *world, const struct contact *contact, md_real h, md3_manifold *manifolds,
                             md3_vec r[][MD3_MAX_MANIFOLD_POINTS][2])
{
    const md3_geometry *a = &world->shapes[contact->shape[0]].geometry;
    const md3_geometry *b = &world->shapes[contact->shape[1]].geometry;
    const struct body *const body[2] = {&world->bodies[contact->body[0]], &world->bodies[contact->body[1]]};
    const md3_sweep sweep[2] = {md3_body_sweep(body[0], h), md3_body_sweep(body[1], h)};
    const md3_impact impact = md3_time_of_impact(a, &sweep[0], b, &sweep[1], 1);
    if (impact.state != MD3_IMPACT_HIT) {
        return 0;
    }
    const md_real f = impact.fraction;
    const int32_t count = md3_collide(a, md3_sweep_at(&sweep[0], f), b, md3_sweep_at(&sweep[1], f),
                                      world->def.speculative_margin, manifolds, contact_manifold_capacity(contact));
    for (int32_t i = 0; i < count; ++i) {
        for (int k = 0; k < manifolds[i].count; ++k) {
            md3_manifold_point *point = &manifolds[i].point[k];
            for (int side = 0; side < 2; ++side) {
                r[i][k][side] = vec_sub(point->point, vec_lerp(sweep[side].center[0], sweep[side].center[1], f));
            }
            point->separation = md_max(point->separation - f * h * speed_along(body, r[i][k], manifolds[i].normal), 0);
        }
    }
    return count;
}
