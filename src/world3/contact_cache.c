/* The impulses of contacts after a solve: the warm start of the next substep, and hits. */
#include "geometry3/vec3.h"
#include "world3/world.h"

static void cache_row(struct cached_row *cache, const md_result *result, int32_t row)
{
    const md_real lambda = result->lambda[row];
    cache->mean = contact_running_mean(cache->lambda, cache->mean, lambda);
    cache->lambda = lambda;
    cache->y = result->y[row];
}

/* The vector of two numbers along the tangents. */
static md3_vec along_tangents(const struct manifold_rows *rows, const md_real at[2])
{
    return vec_add_scaled(vec_scale(at[0], rows->tangent[0]), at[1], rows->tangent[1]);
}

static void cache_friction(struct cached_friction *cache, const struct manifold_rows *rows, const md_result *result,
                           int32_t row)
{
    const md3_vec lambda = along_tangents(rows, result->lambda + row);
    const bool is_new = vec_dot(cache->lambda, cache->lambda) == 0;
    cache->mean = is_new ? lambda : vec_lerp(cache->mean, lambda, CONTACT_MEAN_RATE);
    cache->lambda = lambda;
    cache->y = along_tangents(rows, result->y + row);
}

/* Caches the impulses of the rows of a point: normal, tangents, torsion, rolling. */
static void cache_point(struct cached_point *cache, const struct manifold_rows *rows, const md_result *result,
                        int32_t row)
{
    cache_row(&cache->normal, result, row++);
    if (rows->has_tangents) {
        cache_friction(&cache->friction, rows, result, row);
        row += 2;
    } else {
        cache->friction = (struct cached_friction){.lambda = {0, 0, 0}};
    }
    cache->spin = rows->has_torsion ? result->lambda[row++] : 0;
    cache->roll = rows->has_rolling ? along_tangents(rows, result->lambda + row) : vec(0, 0, 0);
}

static void cache_manifold(const md3_world *world, struct contact *contact, struct contact_manifold *at,
                           const md_result *result, const md_result *corrected)
{
    for (int k = 0; k < at->manifold.count; ++k) {
        struct cached_point *cache = &at->cache[k];
        const int32_t row = at->rows.normal[k];
        if (row < 0) {
            *cache = (struct cached_point){.bounce = 0};
            continue;
        }
        cache_point(cache, &at->rows, result, row);
        cache->correction = corrected->lambda != NULL ? corrected->lambda[world->velocity.notes[row].position_row] : 0;
        if (cache->normal.lambda > 0) {
            contact_record_hit(contact, at, k, cache->normal.lambda);
        } else {
            cache->bounce = 0;
        }
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
