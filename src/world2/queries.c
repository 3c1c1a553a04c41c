/* Queries: what is where in a world.
 *
 * The tree of boxes names the shapes that may be met, the functions of hulls say which are. The tree works in the
 * coordinates of the world and those in the coordinates of bodies, so the two round differently; and how fat a box is,
 * and which lie above it, depends on what happened before. So that an answer depends on the shapes alone, the tree is
 * asked for a little more than the query is (see `rounding`), and nothing is decided by the order in which it answers.
 * No query allocates.
 */
#include <string.h>

#include <modulus/queries2.h>

#include "geometry2/vec.h"
#include "world2/world.h"

/* ---- What is seen ------------------------------------------------------------------------------------------------ */

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

/* ---- Asking the tree --------------------------------------------------------------------------------------------- */

/* The largest coordinate of a box. */
static md_real box_reach(md2_box box)
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

static bool box_is_sound(md2_box box)
{
    return vec_is_finite(box.lower) && vec_is_finite(box.upper) && box.lower.x <= box.upper.x &&
           box.lower.y <= box.upper.y;
}

/* More than rounding can move a place, m: bringing a point into the coordinates of a body and a corner out of them
 * takes about ten operations, and a cast ends at 4 units of the hulls' sizes and distance. The unit is that of the
 * largest coordinate, no body's origin being further from its shapes than that. */
static md_real rounding(const md2_world *world, md2_box query)
{
    const md_real reach = box_reach(md2_tree_leaf_box(&world->broad_phase.tree, world->broad_phase.tree.root));
    return 32 * MD_REAL_EPSILON * (reach + box_reach(query));
}

/* ---- Rays and casts: the way of a point or a hull ---------------------------------------------------------------- */

struct way {
    const md2_world *world;
    md2_query_filter filter;
    const md2_hull *hull; /* NULL: a point, for a ray */
    md2_transform start;
    md2_vec translation;
};

static struct way ray_way(const md2_world *world, md2_vec origin, md2_vec translation, const md2_query_filter *filter)
{
    return (struct way){world, filter_or_default(filter), NULL, {origin, {1, 0}}, translation};
}

static bool way_is_sound(const struct way *way)
{
    const md_real length = vec_length(way->translation);
    return vec_is_finite(way->start.p) && rot_is_unit(way->start.q) && length > 0 && isfinite(length) &&
           (way->hull == NULL || way->hull->count > 0);
}

static void way_walk(const struct way *way, md_tree_cast_visit *visit, void *search)
{
    const md2_tree *tree = &way->world->broad_phase.tree;
    if (!way_is_sound(way) || tree->root == MD_TREE_NONE) {
        return;
    }
    const md2_box point = {way->start.p, way->start.p};
    const md2_box box = way->hull != NULL ? md2_hull_bounds(way->hull, way->start) : point;
    const md_real more = rounding(way->world, box_union(box, box_moved(box, way->translation)));
    md2_tree_cast(tree, box_grown(box, more), way->translation, 1, way->filter.mask, visit, search);
}

static md2_ray_hit ray_shape(const struct way *way, const struct shape *shape, md_real max_fraction)
{
    const md2_transform at = transform_of(way->world, shape);
    const md2_ray ray = {transform_point_back(at, way->start.p), rot_unapply(at.q, way->translation), max_fraction};
    md2_ray_hit hit = md2_hull_ray(&shape->hull, ray);
    hit.point = transform_point(at, hit.point);
    hit.normal = rot_apply(at.q, hit.normal);
    return hit;
}

static md2_ray_hit cast_shape(const struct way *way, const struct shape *shape, md_real max_fraction)
{
    const md2_transform at = transform_of(way->world, shape);
    return md2_hull_cast(&shape->hull, at, way->hull, way->start, way->translation, max_fraction);
}

/* Whether the way meets a shape that is seen, up to a fraction of it. What is met does not depend on that fraction. */
static bool way_meets(const struct way *way, int32_t index, md_real max_fraction, md2_query_hit *hit)
{
    const struct shape *shape = &way->world->shapes[index];
    if (!is_seen(way->world, &way->filter, shape)) {
        return false;
    }
    const md2_ray_hit found =
        way->hull != NULL ? cast_shape(way, shape, max_fraction) : ray_shape(way, shape, max_fraction);
    *hit = (md2_query_hit){md2_shape_id_of(way->world, index), found.point, found.normal, found.fraction};
    return found.hit;
}

/* The order of hits: nearest first, else by shape. */
static bool comes_before(const md2_query_hit *a, const md2_query_hit *b)
{
    return a->fraction < b->fraction || (a->fraction == b->fraction && a->shape.index < b->shape.index);
}

/* ---- The closest ------------------------------------------------------------------------------------------------- */

struct closest {
    struct way way;
    md2_query_hit best; /* generation 0, and after all others, while there is none */
};

static md_real visit_closest(void *user, int32_t leaf, int32_t index, md_real max_fraction)
{
    (void)leaf;
    (void)max_fraction;
    struct closest *search = user;
    md2_query_hit hit;
    if (way_meets(&search->way, index, search->best.fraction, &hit) && comes_before(&hit, &search->best)) {
        search->best = hit;
    }
    /* Never 0, which would stop: another shape may be hit at the start as well, and have the lower index. */
    return md_max(search->best.fraction, FLT_MIN);
}

static md2_query_hit closest_on(struct way way)
{
    struct closest search = {way, {.shape = {INT32_MAX, 0}, .fraction = 1}};
    way_walk(&way, visit_closest, &search);
    return search.best.shape.generation != 0 ? search.best : (md2_query_hit){.fraction = 0};
}

md2_query_hit md2_world_ray_closest(const md2_world *world, md2_vec origin, md2_vec translation,
                                    const md2_query_filter *filter)
{
    return closest_on(ray_way(world, origin, translation, filter));
}

md2_query_hit md2_world_cast(const md2_world *world, const md2_hull *hull, md2_transform transform, md2_vec translation,
                             const md2_query_filter *filter)
{
    return closest_on((struct way){world, filter_or_default(filter), hull, transform, translation});
}

/* ---- Any --------------------------------------------------------------------------------------------------------- */

struct any {
    struct way way;
    bool found;
};

static md_real visit_any(void *user, int32_t leaf, int32_t index, md_real max_fraction)
{
    (void)leaf;
    struct any *search = user;
    md2_query_hit hit;
    search->found = way_meets(&search->way, index, 1, &hit);
    return search->found ? 0 : max_fraction;
}

bool md2_world_ray_any(const md2_world *world, md2_vec origin, md2_vec translation, const md2_query_filter *filter)
{
    struct any search = {ray_way(world, origin, translation, filter), false};
    way_walk(&search.way, visit_any, &search);
    return search.found;
}

/* ---- Lists: the first `capacity` in order, and how many there are ------------------------------------------------ */

struct list {
    void *items; /* the caller's, sorted */
    size_t size; /* of an item */
    bool (*comes_before)(const void *a, const void *b);
    int32_t capacity;
    int32_t count; /* of all that were added, kept or not */
};

/* How many of the first `kept` items come before one. */
static int32_t list_place(const struct list *list, int32_t kept, const void *item)
{
    int32_t begin = 0;
    for (int32_t end = kept; begin < end;) {
        const int32_t middle = begin + (end - begin) / 2;
        if (list->comes_before((const char *)list->items + (size_t)middle * list->size, item)) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

/* Puts an item in its place; of a full list the last one falls off. */
static void list_add(struct list *list, const void *item)
{
    const int32_t kept = list->count < list->capacity ? list->count : list->capacity;
    const int32_t place = list_place(list, kept, item);
    ++list->count;
    if (place < list->capacity) {
        char *at = (char *)list->items + (size_t)place * list->size;
        const int32_t moved = (kept < list->capacity ? kept : list->capacity - 1) - place;
        memmove(at + list->size, at, (size_t)moved * list->size);
        memcpy(at, item, list->size);
    }
}

/* ---- All on the way ---------------------------------------------------------------------------------------------- */

struct all {
    struct way way;
    struct list hits;
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
    if (way_meets(&search->way, index, 1, &hit)) {
        list_add(&search->hits, &hit);
    }
    return max_fraction;
}

int32_t md2_world_ray_all(const md2_world *world, md2_vec origin, md2_vec translation, const md2_query_filter *filter,
                          md2_query_hit *hits, int32_t capacity)
{
    struct all search = {ray_way(world, origin, translation, filter),
                         {hits, sizeof *hits, hit_comes_before, capacity, 0}};
    way_walk(&search.way, visit_all, &search);
    return search.hits.count;
}

/* ---- Overlaps ---------------------------------------------------------------------------------------------------- */

struct region {
    const md2_world *world;
    md2_query_filter filter;
    const md2_hull *hull; /* for regions that are one */
    md2_transform at;
    md2_box box; /* around the region */
    bool (*meets)(const struct region *region, const struct shape *shape);
    struct list found;
};

static bool visit_region(void *user, int32_t leaf, int32_t index)
{
    (void)leaf;
    struct region *region = user;
    const struct shape *shape = &region->world->shapes[index];
    if (is_seen(region->world, &region->filter, shape) && region->meets(region, shape)) {
        const md2_shape_id shape_id = md2_shape_id_of(region->world, index);
        list_add(&region->found, &shape_id);
    }
    return true;
}

static int32_t shapes_in(struct region region)
{
    const md2_tree *tree = &region.world->broad_phase.tree;
    if (!box_is_sound(region.box) || tree->root == MD_TREE_NONE) {
        return 0;
    }
    const md2_box more = box_grown(region.box, rounding(region.world, region.box));
    md2_tree_query(tree, more, region.filter.mask, visit_region, &region);
    return region.found.count;
}

static bool shape_comes_before(const void *a, const void *b)
{
    return ((const md2_shape_id *)a)->index < ((const md2_shape_id *)b)->index;
}

static struct list shape_list(md2_shape_id *shapes, int32_t capacity)
{
    return (struct list){shapes, sizeof *shapes, shape_comes_before, capacity, 0};
}

static bool hull_meets(const struct region *region, const struct shape *shape)
{
    const md2_transform at = transform_of(region->world, shape);
    return md2_hull_distance(&shape->hull, at, region->hull, region->at).distance <= 0;
}

int32_t md2_world_overlap(const md2_world *world, const md2_hull *hull, md2_transform transform,
                          const md2_query_filter *filter, md2_shape_id *shapes, int32_t capacity)
{
    if (!rot_is_unit(transform.q) || hull->count < 1) {
        return 0;
    }
    return shapes_in((struct region){.world = world,
                                     .filter = filter_or_default(filter),
                                     .hull = hull,
                                     .at = transform,
                                     .box = md2_hull_bounds(hull, transform),
                                     .meets = hull_meets,
                                     .found = shape_list(shapes, capacity)});
}

static bool point_meets(const struct region *region, const struct shape *shape)
{
    return md2_hull_contains(&shape->hull, transform_point_back(transform_of(region->world, shape), region->box.lower));
}

int32_t md2_world_at_point(const md2_world *world, md2_vec point, const md2_query_filter *filter, md2_shape_id *shapes,
                           int32_t capacity)
{
    return shapes_in((struct region){.world = world,
                                     .filter = filter_or_default(filter),
                                     .box = {point, point},
                                     .meets = point_meets,
                                     .found = shape_list(shapes, capacity)});
}

static bool box_meets(const struct region *region, const struct shape *shape)
{
    return box_overlaps(region->box, md2_hull_bounds(&shape->hull, transform_of(region->world, shape)));
}

int32_t md2_world_in_box(const md2_world *world, md2_box box, const md2_query_filter *filter, md2_shape_id *shapes,
                         int32_t capacity)
{
    return shapes_in((struct region){.world = world,
                                     .filter = filter_or_default(filter),
                                     .box = box,
                                     .meets = box_meets,
                                     .found = shape_list(shapes, capacity)});
}

/* Shape by shape: the boxes of the tree are fat. */
md2_box md2_world_bounds(const md2_world *world)
{
    md2_box bounds = {{0, 0}, {0, 0}};
    bool is_first = true;
    for (int32_t i = 0; i < world->shape_handles.count; ++i) {
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
