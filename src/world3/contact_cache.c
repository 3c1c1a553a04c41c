/* The impulses of contacts after a solve: the warm start of the next substep, and hits. */
#include "geometry3/vec3.h"
#include "world3/contact_constraint.h"
#include "world3/world.h"

/* ---- Even loads ----------------------------------------------------------------------------------------------------- */

/* Four points of a plane carry a load in many ways: adding h with sum h_i = 0 and sum h_i p_i = 0 changes no velocity. A sweep
 * gives most of the load to the points that it comes to first, and friction, which is bounded at each point, then lets the face
 * turn about the point that carries most. The cache has the most even of these loads, so that the next substep starts from it. */

/* A gap that remains after the substep, in parts of the slop, up to which a point counts as closed. */
#define CLOSED_GAP ((md_real)0.01)

/* The area that three points span, seen along the normal, times two. */
static md_real area_of(md3_vec normal, md3_vec a, md3_vec b, md3_vec c)
{
    return vec_dot(normal, vec_cross(vec_sub(b, a), vec_sub(c, a)));
}

md_real md3_closed_speed(const md3_world *world)
{
    return CLOSED_GAP * world->def.slop / world->velocity.settings.h;
}

/* Whether four points all carry load, or could. */
static bool are_closed(const md3_world *world, const struct contact_manifold *at, const md_result *result)
{
    const md_real max_speed = md3_closed_speed(world);
    bool closed = at->manifold.count == 4;
    for (int k = 0; closed && k < 4; ++k) {
        const int32_t row = at->rows.normal[k];
        closed = row >= 0 && (result->lambda[row] > 0 || result->w[row] <= max_speed);
    }
    return closed;
}

/* Writes the changes of the four normal impulses that make them most even; zeros if there are none. */
static void even_out(const md3_world *world, const struct contact_manifold *at, const md_result *result,
                     md_real change[4])
{
    for (int k = 0; k < 4; ++k) {
        change[k] = 0;
    }
    if (!are_closed(world, at, result)) {
        return;
    }
    const md3_vec *r[4] = {&at->r[0][0], &at->r[1][0], &at->r[2][0], &at->r[3][0]};
    const md3_vec n = at->manifold.normal;
    const md_real h[4] = {area_of(n, *r[1], *r[2], *r[3]), -area_of(n, *r[0], *r[2], *r[3]),
                          area_of(n, *r[0], *r[1], *r[3]), -area_of(n, *r[0], *r[1], *r[2])};
    md_real product = 0, squared = 0;
    for (int k = 0; k < 4; ++k) {
        product += h[k] * result->lambda[at->rows.normal[k]];
        squared += h[k] * h[k];
    }
    md_real t = squared > 0 ? -product / squared : 0;
    for (int k = 0; k < 4; ++k) { /* no impulse becomes negative */
        const md_real lambda = result->lambda[at->rows.normal[k]];
        if (lambda + t * h[k] < 0) {
            t = -lambda / h[k];
        }
    }
    for (int k = 0; k < 4 && isfinite(t); ++k) {
        change[k] = md_max(t * h[k], -result->lambda[at->rows.normal[k]]); /* whatever the rounding of t */
    }
}

/* ---- Rows ----------------------------------------------------------------------------------------------------------- */

static void cache_row(struct cached_row *cache, const md_result *result, int32_t row, md_real change)
{
    const md_real lambda = result->lambda[row] + change;
    cache->mean = contact_running_mean(cache->lambda, cache->mean, lambda);
    cache->lambda = lambda;
    cache->y = result->y[row] + change;
}

/* The vector of two numbers along the tangents. */
static md3_vec along_tangents(const struct manifold_rows *rows, const md_real at[2])
{
    return vec_add_scaled(vec_scale(at[0], rows->tangent[0]), at[1], rows->tangent[1]);
}

/* Caches a share of the impulse of two tangents. */
static void cache_friction(struct cached_friction *cache, const struct manifold_rows *rows, const md_result *result,
                           int32_t row, md_real share)
{
    const md3_vec lambda = vec_scale(share, along_tangents(rows, result->lambda + row));
    const bool is_new = vec_dot(cache->lambda, cache->lambda) == 0;
    cache->mean = is_new ? lambda : vec_lerp(cache->mean, lambda, CONTACT_MEAN_RATE);
    cache->lambda = lambda;
    cache->y = vec_scale(share, along_tangents(rows, result->y + row));
}

/* Caches a share of the impulses of the friction rows from `row` on: tangents, torsion, rolling. */
static void cache_friction_rows(struct cached_point *cache, const struct manifold_rows *rows, const md_result *result,
                                int32_t row, md_real share)
{
    if (rows->has_tangents) {
        cache_friction(&cache->friction, rows, result, row, share);
        row += 2;
    } else {
        cache->friction = (struct cached_friction){.lambda = {0, 0, 0}};
    }
    cache->spin = rows->has_torsion ? share * rows->radius * result->lambda[row++] : 0;
    cache->roll = rows->has_rolling ? vec_scale(share, along_tangents(rows, result->lambda + row)) : vec(0, 0, 0);
}

/* Divides friction that the points share among them: points can come and go, and a contact tells the impulses of each. */
static void cache_patch(struct contact_manifold *at, const md_result *result)
{
    md_real share[MD3_MAX_MANIFOLD_POINTS];
    md3_contact_patch_shares(at, share);
    for (int k = 0; k < at->manifold.count; ++k) {
        if (at->rows.normal[k] >= 0) {
            cache_friction_rows(&at->cache[k], &at->rows, result, at->rows.friction, share[k]);
        }
    }
}

static void cache_manifold(const md3_world *world, struct contact *contact, struct contact_manifold *at,
                           const md_result *result, const md_result *corrected)
{
    md_real change[4];
    even_out(world, at, result, change);
    for (int k = 0; k < at->manifold.count; ++k) {
        struct cached_point *cache = &at->cache[k];
        const int32_t row = at->rows.normal[k];
        if (row < 0) {
            *cache = (struct cached_point){.bounce = 0};
            continue;
        }
        cache_row(&cache->normal, result, row, change[k]);
        if (at->rows.friction < 0) {
            cache_friction_rows(cache, &at->rows, result, row + 1, 1);
        }
        cache->correction = corrected->lambda != NULL ? corrected->lambda[world->velocity.notes[row].position_row] : 0;
        if (cache->normal.lambda > 0) {
            contact_record_hit(contact, at, k, cache->normal.lambda);
        } else {
            cache->bounce = 0;
        }
    }
    if (at->rows.friction >= 0) {
        cache_patch(at, result);
    }
}

void md3_contact_rows_cache(const md3_world *world, struct contact *contact, const md_result *result,
                            const md_result *corrected)
{
    contact->arriving = false;
    for (int32_t i = 0; i < contact->manifold_count; ++i) {
        cache_manifold(world, contact, contact_manifold_at(contact, i), result, corrected);
    }
}
