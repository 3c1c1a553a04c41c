/* One friction constraint per manifold (central_friction): the points of a manifold have a normal each, and share two tangents, a
 * torsion row and, with rolling friction, two rolling rows at their centre. Four points have 7 rows in place of 12.
 *
 *     centre    c = sum lambda_k p_k / sum lambda_k     with the normal impulses of the last substep
 *     tangents  |lambda_t| <= mu sum lambda_k
 *     torsion   |lambda|   <= sum (mu d_k + torsion) lambda_k     d_k the distance of point k from c, in the plane
 *     rolling   |lambda|   <= rolling sum lambda_k
 *
 * Friction of a face that slides and does not spin acts at c, because each point has its share mu lambda_k, all in one direction.
 * Friction of a face that spins about c has at most the torque sum mu d_k lambda_k. Both limits are those of friction at each
 * point; between them a face that slides and spins has more friction than its points would give. The sums have the normal
 * impulses of this solve, c and d_k those of the last one.
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

/* The lever arms of the centre. */
static void centre_of(const struct contact_manifold *at, const md_real share[MD3_MAX_MANIFOLD_POINTS],
                      md3_vec centre[2])
{
    for (int side = 0; side < 2; ++side) {
        centre[side] = vec(0, 0, 0);
        for (int k = 0; k < at->manifold.count; ++k) {
            centre[side] = vec_add_scaled(centre[side], share[k], at->r[k][side]);
        }
    }
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

static void add_friction(const md3_world *world, const struct contact_constraint *constraint,
                         struct contact_manifold *at, struct patch *patch)
{
    md_real share[MD3_MAX_MANIFOLD_POINTS];
    md3_vec centre[2];
    md3_contact_patch_shares(at, share);
    centre_of(at, share, centre);
    at->rows.has_torsion = false;
    for (int k = 0; k < at->manifold.count; ++k) {
        if (at->rows.normal[k] >= 0) {
            const md_real torsion = constraint->friction * distance_from(centre[0], at, k) + constraint->torsion;
            patch->rows.torsion[at->rows.normal[k] - patch->row] = torsion;
            at->rows.has_torsion = at->rows.has_torsion || torsion > 0;
        }
    }
    const struct friction_rows rows = {.tangent = at->rows.has_tangents ? patch->rows.tangent : NULL,
                                       .spin = at->rows.has_torsion ? &patch->rows.spin : NULL,
                                       .roll = at->rows.has_rolling ? patch->rows.roll : NULL};
    const struct friction_start start = start_of(at);
    md3_contact_friction_rows(constraint, centre, patch->diagonal, &rows);
    md3_contact_friction_start(world, constraint, &start, &rows);
}

md_status md3_contact_patch_add(md3_world *world, const struct contact_constraint *constraint,
                                struct contact_manifold *at)
{
    struct patch patch = {.rows = {.body = {constraint->slot[0] - 1, constraint->slot[1] - 1},
                                   .law = world->def.friction_law,
                                   .tangents = at->rows.has_tangents ? 2 : 0,
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
