/* The motion nearest to a wanted one that a set of half-spaces allows: the projection of a point on a polyhedron.
 *
 * The solution lies on at most three of the bounding planes. The optimality conditions (Karush, Kuhn and Tucker) are tested for
 * no plane, then for each plane, pair and triple: the motion satisfies all half-spaces, and differs from the wanted one by a
 * sum of the normals with factors >= 0. The problem is strictly convex, so that the first that is found is the solution.
 */
#include "world3/mover.h"

/* Smallest squared sine between two normals, and smallest volume of three, whose planes have a well-defined intersection. */
#define MIN_SINE_SQUARED ((md_real)1e-6)
#define MIN_VOLUME ((md_real)1e-4)

struct search {
    const struct half_space *spaces;
    int32_t count;
    md3_vec wanted;
    md_real tolerance;
    md3_vec motion;
};

/* Whether all half-spaces allow a motion, which is then the solution. */
static bool accept(struct search *search, md3_vec motion)
{
    for (int32_t i = 0; i < search->count; ++i) {
        if (!(vec_dot(search->spaces[i].normal, motion) >= search->spaces[i].min - search->tolerance)) {
            return false;
        }
    }
    search->motion = motion;
    return true;
}

/* How far the wanted motion falls short of a limit. */
static md_real shortfall(const struct search *search, int32_t i)
{
    return search->spaces[i].min - vec_dot(search->spaces[i].normal, search->wanted);
}

static bool try_plane(struct search *search, int32_t i)
{
    const md_real factor = shortfall(search, i);
    return factor > 0 && accept(search, vec_add_scaled(search->wanted, factor, search->spaces[i].normal));
}

static bool try_pair(struct search *search, int32_t i, int32_t j)
{
    const md3_vec a = search->spaces[i].normal, b = search->spaces[j].normal;
    const md_real cosine = vec_dot(a, b), sine_squared = 1 - cosine * cosine;
    if (sine_squared < MIN_SINE_SQUARED) {
        return false;
    }
    const md_real short_a = shortfall(search, i), short_b = shortfall(search, j);
    const md_real factor_a = (short_a - cosine * short_b) / sine_squared;
    const md_real factor_b = (short_b - cosine * short_a) / sine_squared;
    return factor_a >= 0 && factor_b >= 0 &&
           accept(search, vec_add_scaled(vec_add_scaled(search->wanted, factor_a, a), factor_b, b));
}

static bool try_triple(struct search *search, int32_t i, int32_t j, int32_t k)
{
    const struct half_space *a = &search->spaces[i], *b = &search->spaces[j], *c = &search->spaces[k];
    const md3_vec across_a = vec_cross(b->normal, c->normal), across_b = vec_cross(c->normal, a->normal),
                  across_c = vec_cross(a->normal, b->normal);
    const md_real volume = vec_dot(a->normal, across_a);
    if (md_abs(volume) < MIN_VOLUME) {
        return false;
    }
    const md3_vec sum =
        vec_add(vec_add(vec_scale(a->min, across_a), vec_scale(b->min, across_b)), vec_scale(c->min, across_c));
    const md3_vec corner = vec_scale(1 / volume, sum);
    const md3_vec change = vec_scale(1 / volume, vec_sub(corner, search->wanted));
    return vec_dot(change, across_a) >= 0 && vec_dot(change, across_b) >= 0 && vec_dot(change, across_c) >= 0 &&
           accept(search, corner);
}

static bool try_pairs(struct search *search)
{
    for (int32_t i = 0; i < search->count; ++i) {
        for (int32_t j = i + 1; j < search->count; ++j) {
            if (try_pair(search, i, j)) {
                return true;
            }
        }
    }
    return false;
}

static bool try_triples(struct search *search)
{
    for (int32_t i = 0; i < search->count; ++i) {
        for (int32_t j = i + 1; j < search->count; ++j) {
            for (int32_t k = j + 1; k < search->count; ++k) {
                if (try_triple(search, i, j, k)) {
                    return true;
                }
            }
        }
    }
    return false;
}

bool md3_nearest_motion(const struct half_space *spaces, int32_t count, md3_vec wanted, md_real tolerance,
                        md3_vec *motion)
{
    struct search search = {spaces, count, wanted, tolerance, vec(0, 0, 0)};
    bool is_found = accept(&search, wanted);
    for (int32_t i = 0; i < count && !is_found; ++i) {
        is_found = try_plane(&search, i);
    }
    is_found = is_found || try_pairs(&search) || try_triples(&search);
    *motion = search.motion;
    return is_found;
}
