#include "world3/contact_kernel.h"

#include "world3/contact_constraint.h"
#include "world3/contact_lanes.h"
#include "world3/contact_patch_lanes.h"
#include "world3/contact_sources.h"

#define number vreal
#define NUMBER(name) lanes_##name
#define ALL(x) vector_all(x)
#define SELECT(c, a, b) vector_select(c, a, b)
#define MAX vector_max
#define MIN vector_min
#include "engine/contact_bias.inc.h"

/* ---- Contacts to lanes ---------------------------------------------------------------------------------------------- */

/* The numbers that the points of a manifold share. */
struct inputs {
    struct lanes3 normal, tangent[2];
    vreal friction, restitution, points;
};

MD_INLINE struct inputs load_inputs(const md3_world *world, int32_t first_lane,
                                    const struct lane_source sources[MD_LANES])
{
    const md_real *normal_from[MD_LANES], *surface_from[MD_LANES];
    struct inputs in;
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        normal_from[lane] = &sources[lane].at->manifold.normal.x;
        surface_from[lane] = &sources[lane].contact->friction;
        in.points[lane] = (md_real)world->velocity.manifolds.point_count.at[first_lane + lane];
    }
    const struct lanes4 normal = load_lanes4(normal_from);
    const struct lanes4 surface = load_lanes4(surface_from);
    in.friction = surface.at[0];
    in.restitution = surface.at[1];
    in.normal = (struct lanes3){normal.at[0], normal.at[1], normal.at[2]};
    in.tangent[0] = perpendicular(in.normal);
    in.tangent[1] = lanes3_cross(in.normal, in.tangent[0]);
    for (int k = 0; k < 2; ++k) {
        in.tangent[k] = lanes3_if(in.friction > 0, in.tangent[k]);
    }
    return in;
}

/* The bodies of the manifolds, with their inverse inertias row by row. */
struct assembled_body {
    struct motion_lanes motion;
    struct lanes3 inertia[3];
};

MD_INLINE struct assembled_body gather_body(const md_real *bodies, const int32_t *slots)
{
    const md_real *third[MD_LANES], *fourth[MD_LANES];
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        third[lane] = bodies + slots[lane] + 8;
        fourth[lane] = third[lane] + 4;
    }
    const struct motion_lanes motion = gather_motion(bodies, slots);
    const struct lanes4 a = load_lanes4(third);
    const struct lanes4 b = load_lanes4(fourth);
    return (struct assembled_body){
        motion, {{motion.rest, a.at[0], a.at[1]}, {a.at[2], a.at[3], b.at[0]}, {b.at[1], b.at[2], b.at[3]}}};
}

/* ---- The velocity problem ------------------------------------------------------------------------------------------- */

/* A block that is assembled. */
struct assembly {
    md3_world *world;
    int32_t first_lane, line; /* the first line */
    int32_t points;
    struct inputs in;
    struct assembled_body body[2];
    struct patch_lanes patch; /* of its points so far, if they share their friction */
    int32_t torsion_rows;
    vreal finite; /* a sum of all numbers */
    vmask stiff;  /* lanes with a normal that is left out, or a tangent that needs a compliance */
    vmask special;
};

/* J M^-1 J^T of a row, and the sum that bounds its error (contact_constraint.c). */
struct row_diagonal {
    vreal value, rounding;
};

/* Writes the angular part of J of a body for row k of a point, and adds its share of the diagonal. */
MD_INLINE void store_angular(struct assembly *to, int32_t point, int32_t k, int side, struct lanes3 J,
                             struct row_diagonal *diagonal)
{
    md_real *fields = md_manifold_point_fields(&to->world->velocity.manifolds, to->first_lane, point, k);
    const struct assembled_body *body = &to->body[side];
    const struct lanes3 hat = {lanes3_dot(body->inertia[0], J), lanes3_dot(body->inertia[1], J),
                               lanes3_dot(body->inertia[2], J)};
    store_lanes3(fields + (side == 0 ? POINT_ANGULAR_A : POINT_ANGULAR_B) * MD_LANES, J);
    store_lanes3(fields + (side == 0 ? POINT_HAT_A : POINT_HAT_B) * MD_LANES, hat);
    diagonal->value += lanes3_dot(J, hat);
    diagonal->rounding += (body->inertia[0].x + body->inertia[1].y + body->inertia[2].z) * lanes3_dot(J, J);
    to->finite += J.x + J.y + J.z;
}

MD_INLINE struct lanes3 negative_if(bool negative, struct lanes3 a)
{
    return negative ? (struct lanes3){-a.x, -a.y, -a.z} : a;
}

/* Writes J of row k of a point along d, which is positive for the second body. */
MD_INLINE struct row_diagonal store_row(struct assembly *to, int32_t point, int32_t k, struct lanes3 d,
                                        const struct lanes3 r[2])
{
    struct row_diagonal diagonal = {vector_all(0), vector_all(0)};
    for (int side = 0; side < 2; ++side) {
        diagonal.value += to->body[side].motion.inverse_mass * lanes3_dot(d, d);
        store_angular(to, point, k, side, lanes3_cross(r[side], negative_if(side == 0, d)), &diagonal);
    }
    return diagonal;
}

/* Writes J of row k of a point about an axis. */
MD_INLINE struct row_diagonal store_torsion(struct assembly *to, int32_t point, int32_t k, struct lanes3 axis)
{
    struct row_diagonal diagonal = {vector_all(0), vector_all(0)};
    for (int side = 0; side < 2; ++side) {
        store_angular(to, point, k, side, negative_if(side == 0, axis), &diagonal);
    }
    return diagonal;
}

/* In which lanes a friction row needs a compliance, given the diagonal of the normal. */
MD_INLINE vmask is_stiff(const struct row_diagonal *row, vreal diagonal)
{
    return row->value <= vector_max(LEAST_DIAGONAL * diagonal, 16 * MD_REAL_EPSILON * row->rounding);
}

/* Stores bias and warm start of a row. */
MD_INLINE void store_start(struct assembly *to, int32_t row, vreal bias, vreal lambda, vreal y, vreal mean)
{
    md_problem *packed = &to->world->velocity.blocks.packed;
    const vreal warm = vector_all(to->world->def.enable_warm_starting ? 1 : 0);
    const vreal back = lanes_pull_back(&to->world->velocity.settings, lambda, mean);
    const vreal lambda0 = warm * (lambda - back);
    const vreal y0 = warm * (y - back);
    vector_store(packed->bias.at + row, bias);
    vector_store(packed->lambda0.at + row, lambda0);
    vector_store(packed->y0.at + row, y0);
    to->finite += bias + lambda0 + y0;
}

MD_INLINE struct lanes3 velocity_at(const struct assembled_body *body, struct lanes3 r)
{
    return lanes3_add(body->motion.linear, lanes3_cross(body->motion.angular, r));
}

/* Notes for the position problem, and what hit events need to know. */
MD_INLINE void note_point(struct assembly *to, const struct lane_source sources[MD_LANES], int32_t k, vreal separation,
                          vreal approach, vmask closes, vreal correction)
{
    struct velocity_problem *velocity = &to->world->velocity;
    const int32_t at = (to->line + k) * MD_LANES;
    vector_store(velocity->line_gap.at + at, separation);
    vector_store(velocity->line_kinematic.at + at, vector_all(0));
    vector_store(velocity->line_correction.at + at, correction);
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        sources[lane].at->approach[k] = approach[lane];
        sources[lane].at->closes[k] = closes[lane] != 0;
    }
}

MD_INLINE void assemble_tangents(struct assembly *to, int32_t k, const struct lanes3 r[2], vreal diagonal,
                                 vmask present, const struct cached_lanes *cache)
{
    const struct block_problem *blocks = &to->world->velocity.blocks;
    const int32_t row = md_block_problem_row(blocks, to->first_lane) + (to->points + 2 * k) * MD_LANES;
    for (int t = 0; t < 2; ++t) {
        const struct lanes3 d = to->in.tangent[t];
        const struct row_diagonal of_tangent = store_row(to, k, 1 + t, d, r);
        to->stiff |= present & is_stiff(&of_tangent, diagonal);
        store_start(to, row + t * MD_LANES, vector_all(0),
                    vector_select(present, lanes3_dot(d, cache->friction), vector_all(0)),
                    vector_select(present, lanes3_dot(d, cache->friction_y), vector_all(0)),
                    vector_select(present, lanes3_dot(d, cache->friction_mean), vector_all(0)));
        vector_store(blocks->packed.upper.at + row + t * MD_LANES,
                     vector_select(present, to->in.friction, vector_all(0)));
    }
}

/* The tangents at the centre of the points, and torsion: see contact_patch.c. */
MD_INLINE void assemble_patch(struct assembly *to)
{
    const struct velocity_problem *velocity = &to->world->velocity;
    const struct patch_lanes *patch = &to->patch;
    const vmask present = (to->in.points > 0) & (to->in.friction > 0);
    const struct cached_lanes start = {
        .friction = patch->friction, .friction_y = patch->friction_y, .friction_mean = patch->friction_mean};
    struct lanes3 centre[2];
    patch_centre(patch, to->points, centre);
    assemble_tangents(to, 0, centre, patch->diagonal, present, &start);

    const vreal radius = patch_radius(patch, to->points, to->in.normal, centre[0]);
    const vmask has_torsion = present & (radius > 0);
    const vreal used = vector_select(has_torsion, radius, vector_all(0));
    const vreal spin = vector_select(has_torsion, patch->spin / used, vector_all(0));
    const int32_t row = md_block_problem_row(&velocity->blocks, to->first_lane) + (to->points + 2) * MD_LANES;
    const struct row_diagonal of_torsion = store_torsion(to, 0, MD_PATCH_ROWS, lanes3_scale(used, to->in.normal));
    to->stiff |= has_torsion & is_stiff(&of_torsion, patch->diagonal);
    store_start(to, row, vector_all(0), spin, spin, spin);
    vector_store(velocity->blocks.packed.upper.at + row, vector_select(has_torsion, to->in.friction, vector_all(0)));
    vector_store(velocity->lane_radius.at + to->first_lane, used);
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        to->torsion_rows += has_torsion[lane] != 0;
    }
}

MD_INLINE void assemble_point(struct assembly *to, const struct lane_source sources[MD_LANES], int32_t k)
{
    const md3_world *world = to->world;
    const struct contact_settings *settings = &world->velocity.settings;
    const vmask present = to->in.points > (md_real)k;
    const vreal zero = vector_all(0);
    struct lanes3 r[2];
    vreal separation;
    load_point(sources, k, present, r, &separation);
    const struct cached_lanes cache = load_cache(sources, k);
    const struct lanes3 closing = lanes3_sub(velocity_at(&to->body[1], r[1]), velocity_at(&to->body[0], r[0]));
    const vreal approach = -lanes3_dot(to->in.normal, closing);
    const vreal bias = lanes_normal_bias(settings, separation);
    const vreal diagonal = store_row(to, k, 0, to->in.normal, r).value;
    const vreal unlocked = to->body[0].motion.inverse_mass + to->body[1].motion.inverse_mass;
    to->stiff |= present & ~(diagonal > LEAST_DIAGONAL * unlocked);
    const int32_t row = md_block_problem_row(&world->velocity.blocks, to->first_lane) + k * MD_LANES;
    store_start(to, row, vector_select(present, bias, vector_all(MD_MISSING_BIAS)),
                vector_select(present, cache.lambda, zero), vector_select(present, cache.y, zero),
                vector_select(present, cache.mean, zero));
    if (world->velocity.blocks.rows_per_contact > 1) {
        assemble_tangents(to, k, r, diagonal, present & (to->in.friction > 0), &cache);
    } else if (world->velocity.blocks.rows_per_manifold > 0) {
        patch_add_point(&to->patch, k, r, &cache, diagonal, present);
    }
    note_point(to, sources, k, separation, approach, (bias > 0) & (separation > settings->slop),
               vector_select(present, cache.correction, zero));
    const vmask fast = approach + vector_all(world->velocity.max_pull) > vector_all(world->def.restitution_threshold);
    to->special |= present & (((to->in.restitution > 0) & fast) | (cache.bounce > 0));
}

MD_INLINE void store_manifolds(const struct assembly *to)
{
    const vreal h = vector_all(to->world->velocity.settings.h);
    md_real *fields = md_manifold_fields(&to->world->velocity.manifolds, to->first_lane);
    store_lanes3(fields + MANIFOLD_NORMAL * MD_LANES, to->in.normal);
    store_lanes3(fields + MANIFOLD_TANGENT * MD_LANES, to->in.tangent[0]);
    store_lanes3(fields + (MANIFOLD_TANGENT + 3) * MD_LANES, to->in.tangent[1]);
    vector_store(fields + MANIFOLD_POINTS * MD_LANES, to->in.points);
    vmask turns_far = {0};
    for (int side = 0; side < 2; ++side) {
        const struct lanes3 spin = to->body[side].motion.angular;
        turns_far |= h * vector_sqrt(lanes3_dot(spin, spin)) > MAX_LINEAR_TURN;
    }
    vector_store(to->world->velocity.lane_turns_far.at + to->first_lane,
                 vector_select(turns_far, vector_all(1), vector_all(0)));
}

MD_INLINE void assemble_block(struct assembly *to, struct contact *dummy)
{
    const struct velocity_problem *velocity = &to->world->velocity;
    const int32_t block = to->first_lane / MD_LANES;
    const int32_t *slots = block_slots(&velocity->layout, block);
    const int32_t *start = velocity->manifolds.line_start.at + block;
    struct lane_source sources[MD_LANES];
    find_sources(to->world, to->first_lane, dummy, sources);
    to->line = start[0];
    to->points = start[1] - start[0];
    to->in = load_inputs(to->world, to->first_lane, sources);
    to->body[0] = gather_body(velocity->blocks.packed.body.at, slots);
    to->body[1] = gather_body(velocity->blocks.packed.body.at, slots + MD_LANES);
    to->special = (vmask){0};
    store_manifolds(to);
    to->patch = patch_begin();
    for (int32_t k = 0; k < to->points; ++k) {
        assemble_point(to, sources, k);
    }
    if (velocity->blocks.rows_per_manifold > 0) {
        assemble_patch(to);
    }
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        to->special[lane] |= -(int)sources[lane].contact->moves_surface;
    }
}

static struct assembled_lanes assemble_velocity(md3_world *world, int32_t first, int32_t end)
{
    int32_t *special_lanes = world->velocity.special_lanes.at + (size_t)first * MD_LANES;
    struct assembled_lanes assembled = {.fits = true};
    struct contact dummy = {.shape = {-1, -1}};
    struct assembly to = {.world = world, .finite = vector_all(0), .stiff = {0}};
    for (int32_t block = first; block < end; ++block) {
        to.first_lane = block * MD_LANES;
        assemble_block(&to, &dummy);
        for (int32_t lane = 0; vector_any(to.special) && lane < MD_LANES; ++lane) {
            if (to.special[lane] != 0) {
                special_lanes[assembled.special++] = to.first_lane + lane;
            }
        }
    }
    assembled.torsion_rows = to.torsion_rows;
    assembled.fits = !vector_any(to.stiff | ~vector_is_finite(to.finite));
    return assembled;
}

/* ---- The position problem ------------------------------------------------------------------------------------------- */

/* The compliance of soft contacts. */
MD_INLINE vreal softness_of(const md3_world *world, int32_t block, int32_t k)
{
    const struct manifold_bodies bodies =
        gather_manifolds(&world->velocity.blocks, block, world->velocity.blocks.packed.body.at);
    const struct manifold_lines lines = manifold_lines_of(&world->velocity.blocks, block);
    const struct direction_lanes normal = load_direction(&lines, MANIFOLD_NORMAL, &bodies);
    const struct point_row_lanes row = point_row_of(&lines, k, 0, &normal);
    const vreal linear = lanes3_dot(normal.d, normal.d);
    const vreal of_a = bodies.a.inverse_mass * linear + lanes3_dot(load_lanes3(row.fields + POINT_ANGULAR_A * MD_LANES),
                                                                   load_lanes3(row.fields + POINT_HAT_A * MD_LANES));
    const vreal of_b = bodies.b.inverse_mass * linear + lanes3_dot(load_lanes3(row.fields + POINT_ANGULAR_B * MD_LANES),
                                                                   load_lanes3(row.fields + POINT_HAT_B * MD_LANES));
    return vector_all(world->velocity.settings.softness.compliance) * (of_a + of_b);
}

static bool assemble_position(md3_world *world, const md_result *velocities, int32_t first, int32_t end, bool *needed)
{
    const struct velocity_problem *velocity = &world->velocity;
    const struct contact_settings *settings = &velocity->settings;
    const md_problem *packed = &world->position.blocks.packed;
    const md_real *velocity_bias = velocity->blocks.packed.bias.at;
    const vreal warm_start = vector_all(md3_position_warm_start(world));
    const vreal zero = vector_all(0);
    vmask finite = ~(vmask){0};
    vmask any = {0};
    for (int32_t block = first; block < end; ++block) {
        const int32_t lane = block * MD_LANES;
        const int32_t *start = velocity->manifolds.line_start.at + block;
        const vmask turns_far = vector_load(velocity->lane_turns_far.at + lane) > 0;
        const vreal points = vector_load(md_manifold_fields(&velocity->manifolds, lane) + MANIFOLD_POINTS * MD_LANES);
        for (int32_t k = 0; k < start[1] - start[0]; ++k) {
            const int32_t line = (start[0] + k) * MD_LANES;
            const int32_t from = md_block_problem_row(&velocity->blocks, lane) + k * MD_LANES;
            const int32_t to = md_block_problem_row(&world->position.blocks, lane) + k * MD_LANES;
            const vmask present = points > (md_real)k;
            const vreal opening_speed = vector_load(velocities->w + from) - vector_load(velocity_bias + from) +
                                        vector_load(velocity->line_kinematic.at + line);
            const vreal opening = vector_all(settings->h) * opening_speed;
            const vreal gap = vector_load(velocity->line_gap.at + line) +
                              vector_select(turns_far, vector_min(opening, zero), opening);
            const vreal wanted = lanes_position_bias(settings, gap, settings->softness.rate);
            const vreal bias = vector_select(present, wanted, vector_all(MD_MISSING_BIAS));
            const vreal lambda0 = warm_start * vector_load(velocity->line_correction.at + line);
            finite &= vector_is_finite(bias);
            any |= bias < 0;
            vector_store(packed->bias.at + to, bias);
            vector_store(packed->lambda0.at + to, lambda0);
            vector_store(packed->y0.at + to, lambda0);
            if (!world->position.blocks.is_simple) {
                vector_store(packed->compliance.at + to, vector_select(present, softness_of(world, block, k), zero));
            }
        }
    }
    *needed = *needed || vector_any(any);
    return !vector_any(~finite);
}

/* ---- The cache ------------------------------------------------------------------------------------------------------ */

/* The area that three points span, seen along the normal, times two. */
MD_INLINE vreal area_of(struct lanes3 normal, struct lanes3 a, struct lanes3 b, struct lanes3 c)
{
    return lanes3_dot(normal, lanes3_cross(lanes3_sub(b, a), lanes3_sub(c, a)));
}

/* The changes that make the loads of four points most even: see even_out of contact_cache.c. */
MD_INLINE void even_out(const md3_world *world, const struct lane_source sources[MD_LANES], struct lanes3 normal,
                        vreal points, const md_result *result, int32_t row, vreal change[4])
{
    const vreal zero = vector_all(0);
    const vreal max_speed = vector_all(md3_closed_speed(world));
    vmask closed = points == (md_real)4;
    struct lanes3 r[4];
    vreal lambda[4];
    for (int32_t k = 0; k < 4; ++k) {
        const md_real *from[MD_LANES];
        for (int32_t lane = 0; lane < MD_LANES; ++lane) {
            from[lane] = &sources[lane].at->r[k][0].x;
        }
        const struct lanes4 numbers = load_lanes4(from);
        r[k] = (struct lanes3){numbers.at[0], numbers.at[1], numbers.at[2]};
        lambda[k] = vector_load(result->lambda + row + k * MD_LANES);
        closed &= (lambda[k] > 0) | (vector_load(result->w + row + k * MD_LANES) <= max_speed);
    }
    const vreal h[4] = {area_of(normal, r[1], r[2], r[3]), -area_of(normal, r[0], r[2], r[3]),
                        area_of(normal, r[0], r[1], r[3]), -area_of(normal, r[0], r[1], r[2])};
    vreal product = zero, squared = zero;
    for (int k = 0; k < 4; ++k) {
        product += h[k] * lambda[k];
        squared += h[k] * h[k];
    }
    vreal t = vector_select(squared > 0, -product / squared, zero);
    for (int k = 0; k < 4; ++k) { /* no impulse becomes negative */
        t = vector_select(lambda[k] + t * h[k] < 0, -lambda[k] / h[k], t);
    }
    closed &= vector_is_finite(t);
    for (int k = 0; k < 4; ++k) { /* whatever the rounding of t */
        change[k] = vector_select(closed, vector_max(t * h[k], -lambda[k]), zero);
    }
}

/* The vector of two numbers along the tangents. */
MD_INLINE struct lanes3 along_tangents(const struct lanes3 tangent[2], vreal a, vreal b)
{
    return lanes3_add(lanes3_scale(a, tangent[0]), lanes3_scale(b, tangent[1]));
}

MD_INLINE struct lanes3 follow(struct lanes3 mean, struct lanes3 lambda)
{
    const vreal t = vector_all(CONTACT_MEAN_RATE);
    return lanes3_add(lanes3_scale(1 - t, mean), lanes3_scale(t, lambda));
}

struct cached_block {
    struct lanes3 tangent[2];
    vreal points;
    int32_t row, position_row, tangent_row; /* tangent_row: -1 if no contact has friction */
    vreal lambda[MD3_MAX_MANIFOLD_POINTS];  /* of the normals, evened out */
    vreal change[MD3_MAX_MANIFOLD_POINTS];  /* by evening out */
};

/* The two tangents from `row` on, in the world. */
MD_INLINE struct lanes3 tangents_in_world(const struct cached_block *block, const md_real *numbers, int32_t row)
{
    return along_tangents(block->tangent, vector_load(numbers + row), vector_load(numbers + row + MD_LANES));
}

/* Caches the friction of a point. */
MD_INLINE void cache_friction(struct lanes3 lambda, struct lanes3 y, vmask has_tangents, struct cached_lanes *cache)
{
    const vmask is_new = lanes3_dot(cache->friction, cache->friction) == 0;
    const struct lanes3 mean = lanes3_select(is_new, lambda, follow(cache->friction_mean, lambda));
    cache->friction = lanes3_if(has_tangents, lambda);
    cache->friction_y = lanes3_if(has_tangents, y);
    cache->friction_mean = lanes3_if(has_tangents, mean);
}

/* The friction of all points of a patch. */
struct patch_friction {
    struct lanes3 lambda, y;
    vreal spin_radius, torsion; /* radius, and the impulse of the torsion row */
    vreal share[MD3_MAX_MANIFOLD_POINTS];
    vmask has_tangents;
};

MD_INLINE struct patch_friction load_patch_friction(const md3_world *world, const struct cached_block *block,
                                                    const md_result *result, int32_t first_lane, int32_t points)
{
    const int32_t row = block->tangent_row;
    struct patch_friction patch = {.lambda = tangents_in_world(block, result->lambda, row),
                                   .y = tangents_in_world(block, result->y, row),
                                   .spin_radius = vector_load(world->velocity.lane_radius.at + first_lane),
                                   .torsion = vector_load(result->lambda + row + 2 * MD_LANES),
                                   .has_tangents = vector_load(world->velocity.blocks.packed.upper.at + row) > 0};
    patch_shares(block->lambda, points, block->points, patch.share);
    return patch;
}

/* Caches the friction of point k: its own, or its share of the patch's. */
MD_INLINE void cache_friction_of(const md3_world *world, const struct cached_block *block,
                                 const struct patch_friction *patch, const md_result *result, int32_t k,
                                 struct cached_lanes *cache)
{
    const struct block_problem *blocks = &world->velocity.blocks;
    const vreal zero = vector_all(0);
    cache->spin = zero;
    if (blocks->rows_per_manifold > 0) {
        const vreal share = patch->share[k];
        cache_friction(lanes3_scale(share, patch->lambda), lanes3_scale(share, patch->y), patch->has_tangents, cache);
        cache->spin = share * patch->spin_radius * patch->torsion;
    } else if (blocks->has_friction) {
        const int32_t row = block->tangent_row + 2 * k * MD_LANES;
        cache_friction(tangents_in_world(block, result->lambda, row), tangents_in_world(block, result->y, row),
                       vector_load(blocks->packed.upper.at + row) > 0, cache);
    } else {
        cache->friction = cache->friction_y = cache->friction_mean = (struct lanes3){zero, zero, zero};
    }
}

MD_INLINE void cache_point(const md3_world *world, const struct lane_source sources[MD_LANES],
                           const struct cached_block *block, const struct patch_friction *patch,
                           const md_result *result, const md_result *corrected, int32_t k)
{
    const vreal zero = vector_all(0);
    const vreal lambda = block->lambda[k];
    struct cached_lanes cache = load_cache(sources, k);
    cache.mean = lanes_running_mean(cache.lambda, cache.mean, lambda);
    cache.lambda = lambda;
    cache.y = vector_load(result->y + block->row + k * MD_LANES) + block->change[k];
    cache_friction_of(world, block, patch, result, k, &cache);
    cache.correction =
        corrected->lambda != NULL ? vector_load(corrected->lambda + block->position_row + k * MD_LANES) : zero;
    cache.bounce = vector_select(lambda > 0, cache.bounce, zero);
    store_cache(sources, k, &cache);
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        if (lambda[lane] > 0) {
            contact_record_hit(sources[lane].contact, sources[lane].at, k, lambda[lane]);
        }
    }
}

/* What the points of a block share. */
MD_INLINE struct cached_block cached_block_of(const md3_world *world, int32_t index)
{
    const struct velocity_problem *velocity = &world->velocity;
    const int32_t first_lane = index * MD_LANES;
    const md_real *fields = md_manifold_fields(&velocity->manifolds, first_lane);
    const int32_t *start = velocity->manifolds.line_start.at + index;
    const int32_t row = md_block_problem_row(&velocity->blocks, first_lane);
    struct cached_block block = {.tangent = {load_lanes3(fields + MANIFOLD_TANGENT * MD_LANES),
                                             load_lanes3(fields + (MANIFOLD_TANGENT + 3) * MD_LANES)},
                                 .points = vector_load(fields + MANIFOLD_POINTS * MD_LANES),
                                 .row = row,
                                 .position_row = md_block_problem_row(&world->position.blocks, first_lane),
                                 .tangent_row =
                                     velocity->blocks.has_friction ? row + (start[1] - start[0]) * MD_LANES : -1};
    for (int32_t k = 0; k < MD3_MAX_MANIFOLD_POINTS; ++k) {
        block.change[k] = vector_all(0);
    }
    return block;
}

MD_INLINE void cache_block(md3_world *world, const md_result *result, const md_result *corrected, int32_t index,
                           struct contact *dummy)
{
    const struct velocity_problem *velocity = &world->velocity;
    const int32_t first_lane = index * MD_LANES;
    const int32_t *start = velocity->manifolds.line_start.at + index;
    const int32_t points = start[1] - start[0];
    const struct lanes3 normal =
        load_lanes3(md_manifold_fields(&velocity->manifolds, first_lane) + MANIFOLD_NORMAL * MD_LANES);
    struct cached_block block = cached_block_of(world, index);
    struct patch_friction patch = {.has_tangents = {0}};
    struct lane_source sources[MD_LANES];
    find_sources(world, first_lane, dummy, sources);
    if (points == 4) {
        even_out(world, sources, normal, block.points, result, block.row, block.change);
    }
    for (int32_t k = 0; k < points; ++k) {
        block.lambda[k] = vector_load(result->lambda + block.row + k * MD_LANES) + block.change[k];
    }
    if (velocity->blocks.rows_per_manifold > 0) {
        patch = load_patch_friction(world, &block, result, first_lane, points);
    }
    for (int32_t k = 0; k < points; ++k) {
        cache_point(world, sources, &block, &patch, result, corrected, k);
    }
}

static void cache(md3_world *world, const md_result *result, const md_result *corrected, int32_t first, int32_t end)
{
    struct contact dummy = {.shape = {-1, -1}};
    for (int32_t block = first; block < end; ++block) {
        cache_block(world, result, corrected, block, &dummy);
    }
}

const struct contact_kernel MD_FOR_MACHINE(md3_contact_kernel) = {
    .assemble_velocity = assemble_velocity, .assemble_position = assemble_position, .cache = cache};
