/* Queries along a path: rays and moving geometries.
 *
 * The tree finds candidates, and the functions of geometries decide. The tree works in world coordinates and geometries in
 * body coordinates, so that the two round differently; the size of the boxes and the shape of the tree depend on the past.
 * So that results depend on the shapes alone, the tree is queried with a box that is larger by the rounding error (see
 * md3_query_rounding), and the order of its candidates decides nothing. No query allocates memory.
 */
#include <float.h>

#include "engine/sorted_list.h"
#include "world3/query.h"

/* ---- Filter ------------------------------------------------------------------------------------------------------ */

md3_query_filter md3_query_filter_default(void)
{
    return (md3_query_filter){.category = UINT64_MAX, .mask = UINT64_MAX, .sensors = true};
}

bool md3_query_sees(const md3_world *world, const md3_query_filter *filter, int32_t index)
{
    const struct shape *shape = &world->shapes[index];
    const md3_body_id except = filter->except;
    const bool is_excepted =
        shape->body == except.index && md_handles_is_valid(&world->body_handles, except.index, except.generation);
    return filter_bits_match(shape->def.category, shape->def.mask, filter->category, filter->mask) &&
           (filter->sensors || !shape->def.sensor) && !is_excepted &&
           (filter->accept == NULL || filter->accept(filter->user, world, md3_shape_id_of(world, index)));
}

/* ---- Boxes ------------------------------------------------------------------------------------------------------- */

/* The largest absolute coordinate of a box. */
static md_real max_coordinate(md3_box box)
{
    return md_max(vec_largest(vec_abs(box.lower)), vec_largest(vec_abs(box.upper)));
}

/* Transforming a point to body coordinates and a corner back takes some twenty operations, and a cast stops within 4 units in
 * the last place of sizes and distance. The unit is that of the largest coordinate, because no body's origin is further from
 * its shapes than that. A plane makes the world 1e9 m large; then bodies with shapes that far from their origin are left out
 * of account, so that queries in float do not visit everything within kilometres. */
md_real md3_query_rounding(const md3_world *world, md3_box query)
{
    const md_real unit = 64 * MD_REAL_EPSILON;
    const md_real world_size =
        max_coordinate(md3_tree_leaf_box(&world->broad_phase.tree, world->broad_phase.tree.root));
    return md_min(unit * world_size, MD3_LINEAR_SLOP) + unit * max_coordinate(query);
}

static md3_box box_moved(md3_box box, md3_vec by)
{
    return (md3_box){vec_add(box.lower, by), vec_add(box.upper, by)};
}

/* ---- Paths ------------------------------------------------------------------------------------------------------- */

/* The path of a point or a geometry. */
struct path {
    const md3_world *world;
    md3_query_filter filter;
    const md3_geometry *geometry; /* NULL: a point, for a ray */
    md3_transform start;
    md3_vec translation;
};

static struct path ray_path(const md3_world *world, md3_vec origin, md3_vec translation, const md3_query_filter *filter)
{
    return (struct path){
        world, query_filter_or_default(filter), NULL, {origin, md3_rot_identity()}, translation,
    };
}

static bool path_is_valid(const struct path *path)
{
    const md_real length = vec_length(path->translation);
    return vec_is_finite(path->start.p) && rot_is_unit(path->start.q) && length > 0 && isfinite(length) &&
           (path->geometry == NULL ||
            (md3_shape_geometry_check(path->geometry, NULL) == MD_OK && md3_geometry_is_convex(path->geometry)));
}

static void path_query(const struct path *path, md_tree_cast_visit *visit, void *search)
{
    if (path->world == NULL || path->world->broad_phase.tree.root == MD_TREE_NONE || !path_is_valid(path)) {
        return;
    }
    const md3_tree *tree = &path->world->broad_phase.tree;
    const md3_box point = {path->start.p, path->start.p};
    const md3_box box = path->geometry != NULL ? md3_geometry_bounds(path->geometry, path->start) : point;
    const md_real margin = md3_query_rounding(path->world, box_union(box, box_moved(box, path->translation)));
    md3_tree_cast(tree, box_enlarged(box, margin), path->translation, 1, path->filter.mask, visit, search);
}

static md3_ray_hit ray_shape(const struct path *path, const struct shape *shape, md_real max_fraction)
{
    const md3_transform at = query_transform_of(path->world, shape);
    const md3_ray ray = {transform_point_back(at, path->start.p), rot_unapply(at.q, path->translation), max_fraction};
    md3_ray_hit hit = md3_geometry_ray(&shape->geometry, ray);
    hit.point = transform_point(at, hit.point);
    hit.normal = rot_apply(at.q, hit.normal);
    return hit;
}

/* Whether the path hits a shape that the filter sees, up to a fraction. The hit does not depend on that fraction. */
static bool path_hits(const struct path *path, int32_t index, md_real max_fraction, md3_query_hit *hit)
{
    if (!md3_query_sees(path->world, &path->filter, index)) {
        return false;
    }
    const struct shape *shape = &path->world->shapes[index];
    const md3_ray_hit found = path->geometry != NULL
                                  ? md3_cast(&shape->geometry, query_transform_of(path->world, shape), path->geometry,
                                             path->start, path->translation, max_fraction)
                                  : ray_shape(path, shape, max_fraction);
    *hit =
        (md3_query_hit){md3_shape_id_of(path->world, index), found.point, found.normal, found.fraction, found.triangle};
    return found.hit;
}

/* The order of hits: by fraction, then by shape. */
static bool comes_before(const md3_query_hit *a, const md3_query_hit *b)
{
    return a->fraction < b->fraction || (a->fraction == b->fraction && a->shape.index < b->shape.index);
}

/* ---- The closest ------------------------------------------------------------------------------------------------- */

struct closest {
    struct path path;
    md3_query_hit best; /* generation 0, and after all others in the order, if there is none */
};

static md_real visit_closest(void *user, int32_t leaf, int32_t index, md_real max_fraction)
{
    (void)leaf;
    (void)max_fraction;
    struct closest *search = user;
    /* A little more than the best fraction: rays compare lengths, whose rounding must not hide a hit at the same fraction. */
    const md_real limit = md_min(search->best.fraction * (1 + 8 * MD_REAL_EPSILON), 1);
    md3_query_hit hit;
    if (path_hits(&search->path, index, limit, &hit) && comes_before(&hit, &search->best)) {
        search->best = hit;
    }
    /* Never 0, which would stop the query: another shape with a smaller index may be hit at the start too. */
    return md_max(search->best.fraction, FLT_MIN);
}

static md3_query_hit closest_on(struct path path)
{
    struct closest search = {path, {.shape = {INT32_MAX, 0}, .fraction = 1}};
    path_query(&path, visit_closest, &search);
    return search.best.shape.generation != 0 ? search.best : (md3_query_hit){.triangle = -1};
}

md3_query_hit md3_world_ray_closest(const md3_world *world, md3_vec origin, md3_vec translation,
                                    const md3_query_filter *filter)
{
    return closest_on(ray_path(world, origin, translation, filter));
}

md3_query_hit md3_world_cast(const md3_world *world, const md3_geometry *geometry, md3_transform transform,
                             md3_vec translation, const md3_query_filter *filter)
{
    if (geometry == NULL) {
        return (md3_query_hit){.triangle = -1};
    }
    return closest_on((struct path){world, query_filter_or_default(filter), geometry, transform, translation});
}

/* ---- Any --------------------------------------------------------------------------------------------------------- */

struct any {
    struct path path;
    bool found;
};

static md_real visit_any(void *user, int32_t leaf, int32_t index, md_real max_fraction)
{
    (void)leaf;
    struct any *search = user;
    md3_query_hit hit;
    search->found = path_hits(&search->path, index, 1, &hit);
    return search->found ? 0 : max_fraction;
}

bool md3_world_ray_any(const md3_world *world, md3_vec origin, md3_vec translation, const md3_query_filter *filter)
{
    struct any search = {ray_path(world, origin, translation, filter), false};
    path_query(&search.path, visit_any, &search);
    return search.found;
}

/* ---- All hits of a ray ------------------------------------------------------------------------------------------- */

struct all {
    struct path path;
    struct sorted_list hits;
};

static bool hit_comes_before(const void *a, const void *b)
{
    return comes_before(a, b);
}

static md_real visit_all(void *user, int32_t leaf, int32_t index, md_real max_fraction)
{
    (void)leaf;
    struct all *search = user;
    md3_query_hit hit;
    if (path_hits(&search->path, index, 1, &hit)) {
        sorted_list_add(&search->hits, &hit);
    }
    return max_fraction;
}

int32_t md3_world_ray_all(const md3_world *world, md3_vec origin, md3_vec translation, const md3_query_filter *filter,
                          md3_query_hit *hits, int32_t capacity)
{
    struct all search = {ray_path(world, origin, translation, filter),
                         {hits, sizeof *hits, hit_comes_before, hits != NULL ? capacity : 0, 0}};
    path_query(&search.path, visit_all, &search);
    return search.hits.count;
}
