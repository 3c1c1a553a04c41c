/* One friction constraint per manifold (central_friction): the points of a manifold have a normal each, and share two tangents, a
 * torsion row and, with rolling friction, two rolling rows at their centre. Four points have 7 rows in place of 12.
 *
 *     centre    c, the mean of the points that carried load in the last substep; of all points if none did
 *     radius    r = sum d_k lambda_k / sum lambda_k + torsion / mu     d_k the distance of point k from c, in the plane
 *     tangents  w = t_i . (v_b - v_a) + b            at c
 *     torsion   w = r n . (omega_b - omega_a)        |(lambda_t, lambda_s)| <= mu sum lambda_k
 *     rolling   w = t_i . (omega_b - omega_a)        |lambda| <= rolling sum lambda_k
 *
 * A face that slides has the friction mu sum lambda_k, and one that spins about c the torque mu sum d_k lambda_k: the limits of
 * friction at each point. Between the two the ball is an approximation of the points' limit surface (modulus/contact.h). The
 * bounds have the normal impulses of this solve; c and r have those of the last substep. c is not weighted by the impulses: the
 * velocity at a centre that follows an uneven load would make a spinning box drift.
 *
 * The cache has the friction of a patch divided among its points, so that points can come and go, and a manifold of one point has
 * friction at that point.
 */
#include "geometry3/vec3.h"
#include "world3/contact_constraint.h"
#include "world3/step.h"

/* ---- The centre ----------------------------------------------------------------------------------------------------- */

void md3_contact_patch_shares(const struct contact_manifold *at, md_real share[MD3_MAX_MANIFOLD_POINTS])
{
    md_real load = 0;
    int32_t points = 0;
    for (int k = 0; k < at->manifold.count; ++k) {
        const bool has_row = at->rows.normal[k] >= 0;
        load += has_row ? at->cache[k].normal.lambda : 0;
        points += has_row ? 1 : 0;
    }
    const bool has_load = load > 0 && isfinite(load);
    for (int k = 0; k < at->manifold.count; ++k) {
        const md_real part = has_load ? at->cache[k].normal.lambda / load : 1 / (md_real)points;
        share[k] = at->rows.normal[k] >= 0 ? part : 0;
    }
}

/* Whether point k carried load in the last substep. */
static bool is_loaded(const struct contact_manifold *at, int k)
{
    return at->rows.normal[k] >= 0 && at->cache[k].normal.lambda > 0;
}

/* The lever arms of the centre. */
static void centre_of(const struct contact_manifold *at, md3_vec centre[2])
{
    int32_t loaded = 0;
    for (int k = 0; k < at->manifold.count; ++k) {
        loaded += is_loaded(at, k) ? 1 : 0;
    }
    md3_vec sum[2] = {vec(0, 0, 0), vec(0, 0, 0)};
    int32_t points = 0;
    for (int k = 0; k < at->manifold.count; ++k) {
        if (loaded > 0 ? is_loaded(at, k) : at->rows.normal[k] >= 0) {
            sum[0] = vec_add(sum[0], at->r[k][0]);
            sum[1] = vec_add(sum[1], at->r[k][1]);
            ++points;
        }
    }
    centre[0] = vec_scale(1 / (md_real)points, sum[0]);
    centre[1] = vec_scale(1 / (md_real)points, sum[1]);
}

/* The distance of point k from the centre, along the contact plane. */
static md_real distance_from(md3_vec centre, const struct contact_manifold *at, int k)
{
    const md3_vec from_centre = vec_sub(at->r[k][0], centre);
    return vec_length(vec_cross(at->manifold.normal, from_centre));
}

/* ---- Rows ----------------------------------------------------------------------------------------------------------- */

/* A patch while it is put together. */
struct patch {
    md_patch rows;
    struct row_note notes[MD3_MAX_MANIFOLD_POINTS];
    md_real diagonal; /* the largest of the normals */
    int32_t row;      /* the first of the problem */
};

/* Adds the normals. rows.normal of the manifold gets their numbers. */
static void add_normals(const md3_world *world, const struct contact_constraint *constraint,
                        struct contact_manifold *at, struct patch *patch)
{
    for (int k = 0; k < at->manifold.count; ++k) {
        const struct cached_row *cache = &at->cache[k].normal;
        const struct point_row normal = md3_contact_normal_row(world, constraint, at, k);
        const md_real diagonal = md3_contact_normal_diagonal(constraint, &normal.row);
        if (diagonal > 0) {
            const int32_t i = patch->rows.points++;
            at->rows.normal[k] = patch->row + i;
            patch->rows.normal[i] = normal.row;
            md3_contact_row_start(world, &patch->rows.normal[i], cache->lambda, cache->y, cache->mean);
            patch->notes[i] = md3_contact_normal_note(constraint, at, k, &normal);
            patch->diagonal = md_max(patch->diagonal, diagonal);
        }
    }
}

/* The cached friction of all points. */
static struct friction_start start_of(const struct contact_manifold *at)
{
    struct friction_start sum = {.spin = 0};
    for (int k = 0; k < at->manifold.count; ++k) {
        const struct cached_point *cache = &at->cache[k];
        if (at->rows.normal[k] >= 0) {
            sum.friction.lambda = vec_add(sum.friction.lambda, cache->friction.lambda);
            sum.friction.y = vec_add(sum.friction.y, cache->friction.y);
            sum.friction.mean = vec_add(sum.friction.mean, cache->friction.mean);
            sum.roll = vec_add(sum.roll, cache->roll);
            sum.spin += cache->spin;
        }
    }
    return sum;
}

/* The radius of a patch about its centre; 0 if it has no torsion row. */
static md_real radius_of(const struct contact_constraint *constraint, const struct contact_manifold *at, md3_vec centre)
{
    md_real share[MD3_MAX_MANIFOLD_POINTS];
    md3_contact_patch_shares(at, share);
    md_real radius = constraint->torsion / constraint->friction;
    for (int k = 0; k < at->manifold.count; ++k) {
        radius += share[k] * distance_from(centre, at, k);
    }
    return isfinite(radius) && radius > LEAST_PATCH_RADIUS ? radius : 0;
}

static void add_friction(const md3_world *world, const struct contact_constraint *constraint,
                         struct contact_manifold *at, struct patch *patch)
{
    md3_vec centre[2];
    centre_of(at, centre);
    at->rows.radius = radius_of(constraint, at, centre[0]);
    at->rows.has_torsion = at->rows.radius > 0;
    patch->rows.has_torsion = at->rows.has_torsion;
    const struct friction_rows rows = {.tangent = patch->rows.tangent,
                                       .spin = at->rows.has_torsion ? &patch->rows.spin : NULL,
                                       .radius = at->rows.radius,
                                       .roll = at->rows.has_rolling ? patch->rows.roll : NULL};
    const struct friction_start start = start_of(at);
    md3_contact_friction_rows(constraint, centre, patch->diagonal, &rows);
    md3_contact_friction_start(world, constraint, &start, &rows);
}

void md3_contact_patch_biases(const struct contact_constraint *constraint, const struct contact_manifold *at,
                              md_real bias[3])
{
    md3_vec centre[2];
    md_contact_row tangent[2], spin;
    centre_of(at, centre);
    const md_real radius = radius_of(constraint, at, centre[0]);
    const struct friction_rows rows = {.tangent = tangent, .spin = &spin, .radius = radius};
    md3_contact_friction_rows(constraint, centre, 0, &rows);
    bias[0] = tangent[0].bias;
    bias[1] = tangent[1].bias;
    bias[2] = spin.bias;
}

md_status md3_contact_patch_add(md3_world *world, const struct contact_constraint *constraint,
                                struct contact_manifold *at)
{
    struct patch patch = {.rows = {.body = {constraint->slot[0] - 1, constraint->slot[1] - 1},
                                   .law = world->def.friction_law,
                                   .tangents = 2,
                                   .mu = constraint->friction,
                                   .rolling = constraint->rolling},
                          .row = md_problem_rows(world->velocity.problem)};
    add_normals(world, constraint, at, &patch);
    if (patch.rows.points == 0) {
        return MD_OK;
    }
    at->rows.friction = patch.row + patch.rows.points;
    add_friction(world, constraint, at, &patch);
    const md_status status = md_problem_add_patch(world->velocity.problem, &patch.rows);
    return status == MD_OK ? md3_contact_note_rows(world, patch.row, patch.notes, patch.rows.points) : status;
}
