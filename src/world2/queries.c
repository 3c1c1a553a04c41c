/* Queries: rays, moving hulls, overlaps.
 *
 * The tree finds candidates, and the functions of hulls decide. The tree works in world coordinates and hulls in body
 * coordinates, so that the two round differently; the size of the boxes and the shape of the tree depend on the past.
 * So that results depend on the shapes alone, the tree is queried with a box that is larger by the rounding error (see
 * `rounding`), and the order of its candidates decides nothing. No query allocates memory.
 */
#include <modulus/queries2.h>

#include "engine/sorted_list.h"
#include "geometry2/vec.h"
#include "world2/world.h"

/* ---- Filter ------------------------------------------------------------------------------------------------------ */

md2_query_filter md2_query_filter_default(void)
{
    return (md2_query_filter){.category = UINT64_MAX, .mask = UINT64_MAX, .sensors = true};
}

static md2_query_filter filter_or_default(const md2_query_filter *filter)
{
    return filter != NULL ? *filter : md2_query_filter_default();
}

static bool is_seen(const md2_world *world, const md2_query_filter *filter, const struct shape *shape)
{
    const md2_body_id except = filter->except;
    const bool is_excepted =
        shape->body == except.index && md_handles_is_valid(&world->body_handles, except.index, except.generation);
    return filter_bits_match(shape->def.category, shape->def.mask, filter->category, filter->mask) &&
           (filter->sensors || !shape->def.sensor) && !is_excepted;
}

static md2_transform transform_of(const md2_world *world, const struct shape *shape)
{
    return body_transform(&world->bodies[shape->body]);
}

/* ---- Boxes ------------------------------------------------------------------------------------------------------- */

/* The largest absolute coordinate of a box. */
static md_real max_coordinate(md2_box box)
{
    return md_max(md_max(md_abs(box.lower.x), md_abs(box.lower.y)), md_max(md_abs(box.upper.x), md_abs(box.upper.y)));
}

static md2_box box_grown(md2_box box, md_real by)
{
    return (md2_box){vec_sub(box.lower, vec(by, by)), vec_add(box.upper, vec(by, by))};
}

static md2_box box_moved(md2_box box, md2_vec by)
{
    return (md2_box){vec_add(box.lower, by), vec_add(box.upper, by)};
}

static bool box_is_valid(md2_box box)
{
    return vec_is_finite(box.lower) && vec_is_finite(box.upper) && box.lower.x <= box.upper.x &&
           box.lower.y <= box.upper.y;
}

/* Upper bound of the rounding error of a position, m. Transforming a point to body coordinates and a corner back takes
 * about ten operations, and a cast stops within 4 units in the last place of sizes and distance. The unit is that of
 * the largest coordinate, because no body's origin is further from its shapes than that. */
static md_real rounding(const md2_world *world, md2_box query)
{
    const md_real world_size =
        max_coordinate(md2_tree_leaf_box(&world->broad_phase.tree, world->broad_phase.tree.root));
    return 32 * MD_REAL_EPSILON * (world_size + max_coordinate(query));
}

/* Whether a hull that the user made can be read. */
static bool hull_is_usable(const md2_hull *hull)
{
    return hull != NULL && hull->count >= 1 && hull->count <= MD2_MAX_POINTS;
}

/* ---- Rays and casts: the path of a point or a hull --------------------------------------------------------------- */

struct path {
    const md2_world *world;
    md2_query_filter filter;
    const md2_hull *hull; /* NULL: a point, for a ray */
    md2_transform start;
    md2_vec translation;
};

static struct path ray_path(const md2_world *world, md2_vec origin, md2_vec translation, const md2_query_filter *filter)
{
    return (struct path){world, filter_or_default(filter), NULL, {origin, {1, 0}}, translation};
}

static bool path_is_valid(const struct path *path)
{
    const md_real length = vec_length(path->translation);
    return vec_is_finite(path->start.p) && rot_is_unit(path->start.q) && length > 0 && isfinite(length) &&
           (path->hull == NULL || hull_is_usable(path->hull));
}

static void path_query(const struct path *path, md_tree_cast_visit *visit, void *search)
{
    if (path->world == NULL || path->world->broad_phase.tree.root == MD_TREE_NONE || !path_is_valid(path)) {
        return;
    }
    const md2_tree *tree = &path->world->broad_phase.tree;
    const md2_box point = {path->start.p, path->start.p};
    const md2_box box = path->hull != NULL ? md2_hull_bounds(path->hull, path->start) : point;
    const md_real margin = rounding(path->world, box_union(box, box_moved(box, path->translation)));
    md2_tree_cast(tree, box_grown(box, margin), path->translation, 1, path->filter.mask, visit, search);
}

static md2_ray_hit ray_shape(const struct path *path, const struct shape *shape, md_real max_fraction)
{
    const md2_transform at = transform_of(path->world, shape);
    const md2_ray ray = {transform_point_back(at, path->start.p), rot_unapply(at.q, path->translation), max_fraction};
    md2_ray_hit hit = md2_hull_ray(&shape->hull, ray);
    hit.point = transform_point(at, hit.point);
    hit.normal = rot_apply(at.q, hit.normal);
    return hit;
}

static md2_ray_hit cast_shape(const struct path *path, const struct shape *shape, md_real max_fraction)
{
    const md2_transform at = transform_of(path->world, shape);
    return md2_hull_cast(&shape->hull, at, path->hull, path->start, path->translation, max_fraction);
}

/* Whether the path hits a shape that the filter sees, up to a fraction. The hit does not depend on that fraction. */
static bool path_hits(const struct path *path, int32_t index, md_real max_fraction, md2_query_hit *hit)
{
    const struct shape *shape = &path->world->shapes[index];
    if (!is_seen(path->world, &path->filter, shape)) {
        return false;
    }
    const md2_ray_hit found =
        path->hull != NULL ? cast_shape(path, shape, max_fraction) : ray_shape(path, shape, max_fraction);
    *hit = (md2_query_hit){md2_shape_id_of(path->world, index), found.point, found.normal, found.fraction};
    return found.hit;
}

/* The order of hits: by fraction, then by shape. */
static bool comes_before(const md2_query_hit *a, const md2_query_hit *b)
{
    return a->fraction < b->fraction || (a->fraction == b->fraction && a->shape.index < b->shape.index);
}

/* ---- The closest ------------------------------------------------------------------------------------------------- */

struct closest {
    struct path path;
    md2_query_hit best; /* generation 0, and after all others in the order, if there is none */
};

static md_real visit_closest(void *user, int32_t leaf, int32_t index, md_real max_fraction)
{
    (void)leaf;
    (void)max_fraction;
    struct closest *search = user;
    md2_query_hit hit;
    if (path_hits(&search->path, index, search->best.fraction, &hit) && comes_before(&hit, &search->best)) {
        search->best = hit;
    }
    /* Never 0, which would stop the query: another shape with a smaller index may be hit at the start too. */
    return md_max(search->best.fraction, FLT_MIN);
}

static md2_query_hit closest_on(struct path path)
{
    struct closest search = {path, {.shape = {INT32_MAX, 0}, .fraction = 1}};
    path_query(&path, visit_closest, &search);
    return search.best.shape.generation != 0 ? search.best : (md2_query_hit){.fraction = 0};
}

md2_query_hit md2_world_ray_closest(const md2_world *world, md2_vec origin, md2_vec translation,
                                    const md2_query_filter *filter)
{
    return closest_on(ray_path(world, origin, translation, filter));
}

md2_query_hit md2_world_cast(const md2_world *world, const md2_hull *hull, md2_transform transform, md2_vec translation,
                             const md2_query_filter *filter)
{
    return hull != NULL ? closest_on((struct path){world, filter_or_default(filter), hull, transform, translation})
                        : (md2_query_hit){.fraction = 0};
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
    md2_query_hit hit;
    search->found = path_hits(&search->path, index, 1, &hit);
    return search->found ? 0 : max_fraction;
}

bool md2_world_ray_any(const md2_world *world, md2_vec origin, md2_vec translation, const md2_query_filter *filter)
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
    md2_query_hit hit;
    if (path_hits(&search->path, index, 1, &hit)) {
        sorted_list_add(&search->hits, &hit);
    }
    return max_fraction;
}

int32_t md2_world_ray_all(const md2_world *world, md2_vec origin, md2_vec translation, const md2_query_filter *filter,
                          md2_query_hit *hits, int32_t capacity)
{
    struct all search = {ray_path(world, origin, translation, filter),
                         {hits, sizeof *hits, hit_comes_before, hits != NULL ? capacity : 0, 0}};
    path_query(&search.path, visit_all, &search);
    return search.hits.count;
}

/* ---- Overlaps ---------------------------------------------------------------------------------------------------- */

struct region {
    const md2_world *world;
    md2_query_filter filter;
    const md2_hull *hull; /* of the region, if it has one */
    md2_transform at;
    md2_box box; /* bounding box of the region */
    bool (*overlaps)(const struct region *region, const struct shape *shape);
    struct sorted_list found;
};

static bool visit_region(void *user, int32_t leaf, int32_t index)
{
    (void)leaf;
    struct region *region = user;
    const struct shape *shape = &region->world->shapes[index];
    if (is_seen(region->world, &region->filter, shape) && region->overlaps(region, shape)) {
        const md2_shape_id shape_id = md2_shape_id_of(region->world, index);
        sorted_list_add(&region->found, &shape_id);
    }
    return true;
}

static int32_t shapes_in(struct region region)
{
    if (region.world == NULL || region.world->broad_phase.tree.root == MD_TREE_NONE || !box_is_valid(region.box)) {
        return 0;
    }
    const md2_tree *tree = &region.world->broad_phase.tree;
    const md2_box enlarged = box_grown(region.box, rounding(region.world, region.box));
    md2_tree_query(tree, enlarged, region.filter.mask, visit_region, &region);
    return region.found.count;
}

static bool shape_comes_before(const void *a, const void *b)
{
    return ((const md2_shape_id *)a)->index < ((const md2_shape_id *)b)->index;
}

static struct sorted_list shape_list(md2_shape_id *shapes, int32_t capacity)
{
    return (struct sorted_list){shapes, sizeof *shapes, shape_comes_before, shapes != NULL ? capacity : 0, 0};
}

static bool hull_overlaps(const struct region *region, const struct shape *shape)
{
    const md2_transform at = transform_of(region->world, shape);
    return md2_hull_distance(&shape->hull, at, region->hull, region->at).distance <= 0;
}

int32_t md2_world_overlap(const md2_world *world, const md2_hull *hull, md2_transform transform,
                          const md2_query_filter *filter, md2_shape_id *shapes, int32_t capacity)
{
    if (!rot_is_unit(transform.q) || !hull_is_usable(hull)) {
        return 0;
    }
    return shapes_in((struct region){.world = world,
                                     .filter = filter_or_default(filter),
                                     .hull = hull,
                                     .at = transform,
                                     .box = md2_hull_bounds(hull, transform),
                                     .overlaps = hull_overlaps,
                                     .found = shape_list(shapes, capacity)});
}

static bool point_overlaps(const struct region *region, const struct shape *shape)
{
    return md2_hull_contains(&shape->hull, transform_point_back(transform_of(region->world, shape), region->box.lower));
}

int32_t md2_world_at_point(const md2_world *world, md2_vec point, const md2_query_filter *filter, md2_shape_id *shapes,
                           int32_t capacity)
{
    return shapes_in((struct region){.world = world,
                                     .filter = filter_or_default(filter),
                                     .box = {point, point},
                                     .overlaps = point_overlaps,
                                     .found = shape_list(shapes, capacity)});
}

static bool box_overlaps_shape(const struct region *region, const struct shape *shape)
{
    return box_overlaps(region->box, md2_hull_bounds(&shape->hull, transform_of(region->world, shape)));
}

int32_t md2_world_in_box(const md2_world *world, md2_box box, const md2_query_filter *filter, md2_shape_id *shapes,
                         int32_t capacity)
{
    return shapes_in((struct region){.world = world,
                                     .filter = filter_or_default(filter),
                                     .box = box,
                                     .overlaps = box_overlaps_shape,
                                     .found = shape_list(shapes, capacity)});
}

/* From the shapes, because the boxes of the tree are enlarged. */
md2_box md2_world_bounds(const md2_world *world)
{
    md2_box bounds = {{0, 0}, {0, 0}};
    bool is_first = true;
    for (int32_t i = 0; world != NULL && i < world->shape_handles.count; ++i) {
        const struct shape *shape = &world->shapes[i];
        if (!md_handles_is_used(&world->shape_handles, i) || !world->bodies[shape->body].enabled) {
            continue;
        }
        const md2_box box = md2_hull_bounds(&shape->hull, transform_of(world, shape));
        bounds = is_first ? box : box_union(bounds, box);
        is_first = false;
    }
    return bounds;
}
