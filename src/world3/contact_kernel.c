#include "world3/contact_kernel.h"

#include <assert.h>
#include <stddef.h>

#include "lcp/manifold_lanes.h"
#include "world3/contact_constraint.h"
#include "world3/contact_lanes.h"

#define number vreal
#define NUMBER(name) lanes_##name
#define ALL(x) vector_all(x)
#define SELECT(c, a, b) vector_select(c, a, b)
#define MAX vector_max
#define MIN vector_min
#include "engine/contact_bias.inc.h"

/* ---- Vectors -------------------------------------------------------------------------------------------------------- */

MD_INLINE struct lanes3 lanes3_sub(struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){a.x - b.x, a.y - b.y, a.z - b.z};
}

MD_INLINE struct lanes3 lanes3_add(struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){a.x + b.x, a.y + b.y, a.z + b.z};
}

MD_INLINE struct lanes3 lanes3_cross(struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

MD_INLINE struct lanes3 lanes3_select(vmask mask, struct lanes3 a, struct lanes3 b)
{
    return (struct lanes3){vector_select(mask, a.x, b.x), vector_select(mask, a.y, b.y), vector_select(mask, a.z, b.z)};
}

MD_INLINE struct lanes3 lanes3_if(vmask mask, struct lanes3 a)
{
    return lanes3_select(mask, a, (struct lanes3){vector_all(0), vector_all(0), vector_all(0)});
}

MD_INLINE vreal vector_abs(vreal a)
{
    return vector_select(a < 0, -a, a);
}

/* md3_vec_perpendicular. */
MD_INLINE struct lanes3 perpendicular(struct lanes3 a)
{
    const vreal zero = vector_all(0);
    const vreal x = vector_abs(a.x), y = vector_abs(a.y), z = vector_abs(a.z);
    const vmask across_x = (x <= y) & (x <= z);
    const struct lanes3 across_y_or_z =
        lanes3_select(y <= z, (struct lanes3){a.z, zero, -a.x}, (struct lanes3){-a.y, a.x, zero});
    const struct lanes3 across = lanes3_select(across_x, (struct lanes3){zero, -a.z, a.y}, across_y_or_z);
    const vreal length = vector_sqrt(lanes3_dot(across, across));
    const vmask is_long = length > MD_REAL_EPSILON * MD_REAL_EPSILON;
    return lanes3_if(is_long, lanes3_scale(1 / length, across));
}

/* ---- Contacts to lanes ---------------------------------------------------------------------------------------------- */

/* The manifold of a lane. */
struct lane_source {
    struct contact *contact;
    struct contact_manifold *at;
};

/* Empty lanes read and write a dummy contact. */
MD_INLINE void find_sources(md3_world *world, int32_t first_lane, struct contact *dummy,
                            struct lane_source sources[MD_LANES])
{
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        const int32_t owner = world->velocity.lane_manifold.at[first_lane + lane];
        struct contact *contact = owner < 0 ? dummy : &world->contacts.at[owner / MD3_MAX_CONTACT_MANIFOLDS];
        struct contact_manifold *at = contact_manifold_at(contact, owner < 0 ? 0 : owner % MD3_MAX_CONTACT_MANIFOLDS);
        sources[lane] = (struct lane_source){contact, at};
    }
}

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

/* The cached impulses of a point. */
struct cached_lanes {
    vreal lambda, y, mean; /* of the normal */
    struct lanes3 friction, friction_y, friction_mean;
    vreal correction, bounce;
};

/* The numbers of a cached point are read four at a time. */
static_assert(offsetof(struct cached_point, bounce) == 13 * sizeof(md_real) &&
                  offsetof(struct cached_point, roll) == 15 * sizeof(md_real),
              "the order of cached_lanes");

MD_INLINE struct cached_lanes load_cache(const struct lane_source sources[MD_LANES], int32_t k)
{
    struct lanes4 numbers[4];
    for (int part = 0; part < 4; ++part) {
        const md_real *from[MD_LANES];
        for (int32_t lane = 0; lane < MD_LANES; ++lane) {
            from[lane] = &sources[lane].at->cache[k].normal.lambda + 4 * part;
        }
        numbers[part] = load_lanes4(from);
    }
    return (struct cached_lanes){.lambda = numbers[0].at[0],
                                 .y = numbers[0].at[1],
                                 .mean = numbers[0].at[2],
                                 .friction = {numbers[0].at[3], numbers[1].at[0], numbers[1].at[1]},
                                 .friction_y = {numbers[1].at[2], numbers[1].at[3], numbers[2].at[0]},
                                 .friction_mean = {numbers[2].at[1], numbers[2].at[2], numbers[2].at[3]},
                                 .correction = numbers[3].at[0],
                                 .bounce = numbers[3].at[1]};
}

MD_INLINE void store_cache(const struct lane_source sources[MD_LANES], int32_t k, const struct cached_lanes *cache)
{
    const vreal zero = vector_all(0); /* no torsion, no rolling */
    const struct lanes4 numbers[4] = {
        {{cache->lambda, cache->y, cache->mean, cache->friction.x}},
        {{cache->friction.y, cache->friction.z, cache->friction_y.x, cache->friction_y.y}},
        {{cache->friction_y.z, cache->friction_mean.x, cache->friction_mean.y, cache->friction_mean.z}},
        {{cache->correction, cache->bounce, zero, zero}}};
    for (int part = 0; part < 4; ++part) {
        md_real *to[MD_LANES];
        for (int32_t lane = 0; lane < MD_LANES; ++lane) {
            to[lane] = &sources[lane].at->cache[k].normal.lambda + 4 * part;
        }
        store_lanes4(to, &numbers[part]);
    }
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        sources[lane].at->cache[k].roll.y = 0;
        sources[lane].at->cache[k].roll.z = 0;
    }
}

/* The lever arms of point k, and its separation. Points that are missing in a lane may hold anything. */
MD_INLINE void load_point(const struct lane_source sources[MD_LANES], int32_t k, vmask present, struct lanes3 r[2],
                          vreal *separation)
{
    const md_real *first[MD_LANES], *second[MD_LANES], *point[MD_LANES];
    for (int32_t lane = 0; lane < MD_LANES; ++lane) {
        first[lane] = &sources[lane].at->r[k][0].x;
        second[lane] = first[lane] + 4; /* the last two numbers are those of the next point or of `approach` */
        point[lane] = &sources[lane].at->manifold.point[k].point.x;
    }
    const struct lanes4 a = load_lanes4(first);
    const struct lanes4 b = load_lanes4(second);
    r[0] = lanes3_if(present, (struct lanes3){a.at[0], a.at[1], a.at[2]});
    r[1] = lanes3_if(present, (struct lanes3){a.at[3], b.at[0], b.at[1]});
    *separation = vector_select(present, load_lanes4(point).at[3], vector_all(0));
}

/* ---- The velocity problem ------------------------------------------------------------------------------------------- */

/* A block that is assembled. */
struct assembly {
    md3_world *world;
    int32_t first_lane, line; /* the first line */
    int32_t points;
    struct inputs in;
    struct assembled_body body[2];
    vreal finite; /* a sum of all numbers */
    vmask stiff;  /* lanes with a normal that is left out, or a tangent that needs a compliance */
    vmask special;
};

/* Writes J of a row along d, which is positive for the second body, and returns J M^-1 J^T; `rounding` gets the sum that bounds its
 * error (contact_constraint.c). */
MD_INLINE vreal store_row(struct assembly *to, int32_t k, int32_t row, struct lanes3 d, const struct lanes3 r[2],
                          vreal *rounding)
{
    const int32_t line = to->line + k;
    md_real *fields = to->world->velocity.manifolds.points.at +
                      (size_t)POINT_ROW_FIELDS * MD_LANES * (size_t)(MD_POINT_ROWS * line + row);
    vreal sum[2];
    *rounding = vector_all(0);
    for (int side = 0; side < 2; ++side) {
        const struct assembled_body *body = &to->body[side];
        const struct lanes3 along = side == 0 ? (struct lanes3){-d.x, -d.y, -d.z} : d;
        const struct lanes3 J = lanes3_cross(r[side], along);
        const struct lanes3 hat = {lanes3_dot(body->inertia[0], J), lanes3_dot(body->inertia[1], J),
                                   lanes3_dot(body->inertia[2], J)};
        store_lanes3(fields + (side == 0 ? POINT_ANGULAR_A : POINT_ANGULAR_B) * MD_LANES, J);
        store_lanes3(fields + (side == 0 ? POINT_HAT_A : POINT_HAT_B) * MD_LANES, hat);
        sum[side] = body->motion.inverse_mass * lanes3_dot(d, d) + lanes3_dot(J, hat);
        *rounding += (body->inertia[0].x + body->inertia[1].y + body->inertia[2].z) * lanes3_dot(J, J);
        to->finite += J.x + J.y + J.z;
    }
    return sum[0] + sum[1];
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
        vreal rounding;
        const vreal of_tangent = store_row(to, k, 1 + t, d, r, &rounding);
        const vreal least = vector_max(LEAST_DIAGONAL * diagonal, 16 * MD_REAL_EPSILON * rounding);
        to->stiff |= present & (of_tangent <= least);
        store_start(to, row + t * MD_LANES, vector_all(0),
                    vector_select(present, lanes3_dot(d, cache->friction), vector_all(0)),
                    vector_select(present, lanes3_dot(d, cache->friction_y), vector_all(0)),
                    vector_select(present, lanes3_dot(d, cache->friction_mean), vector_all(0)));
        vector_store(blocks->packed.upper.at + row + t * MD_LANES,
                     vector_select(present, to->in.friction, vector_all(0)));
    }
}

MD_INLINE void assemble_point(struct assembly *to, const struct lane_source sources[MD_LANES], int32_t k)
{
    const md3_world *world = to->world;
    const struct contact_settings *settings = &world->velocity.settings;
    const vmask present = to->in.points > (md_real)k;
    const vreal zero = vector_all(0);
    struct lanes3 r[2];
    vreal separation, rounding;
    load_point(sources, k, present, r, &separation);
    const struct cached_lanes cache = load_cache(sources, k);
    const struct lanes3 closing = lanes3_sub(velocity_at(&to->body[1], r[1]), velocity_at(&to->body[0], r[0]));
    const vreal approach = -lanes3_dot(to->in.normal, closing);
    const vreal bias = lanes_normal_bias(settings, separation);
    const vreal diagonal = store_row(to, k, 0, to->in.normal, r, &rounding);
    const vreal unlocked = to->body[0].motion.inverse_mass + to->body[1].motion.inverse_mass;
    to->stiff |= present & ~(diagonal > LEAST_DIAGONAL * unlocked);
    const int32_t row = md_block_problem_row(&world->velocity.blocks, to->first_lane) + k * MD_LANES;
    store_start(to, row, vector_select(present, bias, vector_all(MD_MISSING_BIAS)),
                vector_select(present, cache.lambda, zero), vector_select(present, cache.y, zero),
                vector_select(present, cache.mean, zero));
    if (world->velocity.blocks.rows_per_contact > 1) {
        assemble_tangents(to, k, r, diagonal, present & (to->in.friction > 0), &cache);
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
    for (int32_t k = 0; k < to->points; ++k) {
        assemble_point(to, sources, k);
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
};

MD_INLINE void cache_friction(const struct cached_block *block, const md_result *result, int32_t k, vmask has_tangents,
                              struct cached_lanes *cache)
{
    const int32_t row = block->tangent_row + 2 * k * MD_LANES;
    const struct lanes3 lambda =
        along_tangents(block->tangent, vector_load(result->lambda + row), vector_load(result->lambda + row + MD_LANES));
    const struct lanes3 y =
        along_tangents(block->tangent, vector_load(result->y + row), vector_load(result->y + row + MD_LANES));
    const vmask is_new = lanes3_dot(cache->friction, cache->friction) == 0;
    const struct lanes3 mean = lanes3_select(is_new, lambda, follow(cache->friction_mean, lambda));
    cache->friction = lanes3_if(has_tangents, lambda);
    cache->friction_y = lanes3_if(has_tangents, y);
    cache->friction_mean = lanes3_if(has_tangents, mean);
}

MD_INLINE void cache_point(const md3_world *world, const struct lane_source sources[MD_LANES],
                           const struct cached_block *block, const md_result *result, const md_result *corrected,
                           int32_t k, vreal change)
{
    const int32_t row = block->row + k * MD_LANES;
    const vreal zero = vector_all(0);
    struct cached_lanes cache = load_cache(sources, k);
    const vreal lambda = vector_load(result->lambda + row) + change;
    cache.mean = lanes_running_mean(cache.lambda, cache.mean, lambda);
    cache.lambda = lambda;
    cache.y = vector_load(result->y + row) + change;
    if (block->tangent_row >= 0) {
        const int32_t tangent = block->tangent_row + 2 * k * MD_LANES;
        const vmask has_tangents = vector_load(world->velocity.blocks.packed.upper.at + tangent) > 0;
        cache_friction(block, result, k, has_tangents, &cache);
    } else {
        cache.friction = cache.friction_y = cache.friction_mean = (struct lanes3){zero, zero, zero};
    }
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

MD_INLINE void cache_block(md3_world *world, const md_result *result, const md_result *corrected, int32_t index,
                           struct contact *dummy)
{
    const struct velocity_problem *velocity = &world->velocity;
    const int32_t first_lane = index * MD_LANES;
    const md_real *fields = md_manifold_fields(&velocity->manifolds, first_lane);
    const int32_t *start = velocity->manifolds.line_start.at + index;
    const int32_t points = start[1] - start[0];
    const int32_t row = md_block_problem_row(&velocity->blocks, first_lane);
    const struct cached_block block = {.tangent = {load_lanes3(fields + MANIFOLD_TANGENT * MD_LANES),
                                                   load_lanes3(fields + (MANIFOLD_TANGENT + 3) * MD_LANES)},
                                       .points = vector_load(fields + MANIFOLD_POINTS * MD_LANES),
                                       .row = row,
                                       .position_row = md_block_problem_row(&world->position.blocks, first_lane),
                                       .tangent_row =
                                           velocity->blocks.rows_per_contact > 1 ? row + points * MD_LANES : -1};
    const struct lanes3 normal = load_lanes3(fields + MANIFOLD_NORMAL * MD_LANES);
    struct lane_source sources[MD_LANES];
    vreal change[MD3_MAX_MANIFOLD_POINTS];
    find_sources(world, first_lane, dummy, sources);
    for (int32_t k = 0; k < MD3_MAX_MANIFOLD_POINTS; ++k) {
        change[k] = vector_all(0);
    }
    if (points == 4) {
        even_out(world, sources, normal, block.points, result, row, change);
    }
    for (int32_t k = 0; k < points; ++k) {
        cache_point(world, sources, &block, result, corrected, k, change[k]);
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
