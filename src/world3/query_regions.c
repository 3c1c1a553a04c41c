/* Queries of a region: overlaps with a geometry, a point or a box, the closest point. See queries.c. */
#include "engine/sorted_list.h"
#include "world3/query.h"

static bool box_is_valid(md3_box box)
{
    return vec_is_finite(box.lower) && vec_is_finite(box.upper) && box.lower.x <= box.upper.x &&
           box.lower.y <= box.upper.y && box.lower.z <= box.upper.z;
}

/* Visits the shapes whose boxes may overlap a box, with all rounding. */
static void visit_near(const md3_world *world, md3_box box, uint64_t mask, md_tree_visit *visit, void *user)
{
    if (world != NULL && world->broad_phase.tree.root != MD_TREE_NONE && box_is_valid(box)) {
        const md3_box enlarged = box_enlarged(box, md3_query_rounding(world, box));
        md3_tree_query(&world->broad_phase.tree, enlarged, mask, visit, user);
    }
}

/* ---- Overlaps ---------------------------------------------------------------------------------------------------- */

struct region {
    const md3_world *world;
    md3_query_filter filter;
    const md3_geometry *geometry; /* of the region, if it has one */
    md3_transform at;
    md3_box box; /* bounding box of the region */
    bool (*overlaps)(const struct region *region, const struct shape *shape);
    struct sorted_list found;
};

static bool visit_region(void *user, int32_t leaf, int32_t index)
{
    (void)leaf;
    struct region *region = user;
    if (md3_query_sees(region->world, &region->filter, index) &&
        region->overlaps(region, &region->world->shapes[index])) {
        const md3_shape_id shape_id = md3_shape_id_of(region->world, index);
        sorted_list_add(&region->found, &shape_id);
    }
    return true;
}

static int32_t shapes_in(struct region region)
{
    visit_near(region.world, region.box, region.filter.mask, visit_region, &region);
    return region.found.count;
}

static bool shape_comes_before(const void *a, const void *b)
{
    return ((const md3_shape_id *)a)->index < ((const md3_shape_id *)b)->index;
}

static struct sorted_list shape_list(md3_shape_id *shapes, int32_t capacity)
{
    return (struct sorted_list){shapes, sizeof *shapes, shape_comes_before, shapes != NULL ? capacity : 0, 0};
}

static bool geometry_overlaps(const struct region *region, const struct shape *shape)
{
    return md3_overlap(&shape->geometry, query_transform_of(region->world, shape), region->geometry, region->at);
}

int32_t md3_world_overlap(const md3_world *world, const md3_geometry *geometry, md3_transform transform,
                          const md3_query_filter *filter, md3_shape_id *shapes, int32_t capacity)
{
    if (!rot_is_unit(transform.q) || md3_shape_geometry_check(geometry, NULL) != MD_OK) {
        return 0;
    }
    return shapes_in((struct region){.world = world,
                                     .filter = query_filter_or_default(filter),
                                     .geometry = geometry,
                                     .at = transform,
                                     .box = md3_geometry_bounds(geometry, transform),
                                     .overlaps = geometry_overlaps,
                                     .found = shape_list(shapes, capacity)});
}

static bool point_overlaps(const struct region *region, const struct shape *shape)
{
    const md3_transform at = query_transform_of(region->world, shape);
    return md3_geometry_contains(&shape->geometry, transform_point_back(at, region->box.lower));
}

int32_t md3_world_at_point(const md3_world *world, md3_vec point, const md3_query_filter *filter, md3_shape_id *shapes,
                           int32_t capacity)
{
    return shapes_in((struct region){.world = world,
                                     .filter = query_filter_or_default(filter),
                                     .box = {point, point},
                                     .overlaps = point_overlaps,
                                     .found = shape_list(shapes, capacity)});
}

static bool box_overlaps_shape(const struct region *region, const struct shape *shape)
{
    return box_overlaps(region->box, md3_geometry_bounds(&shape->geometry, query_transform_of(region->world, shape)));
}

int32_t md3_world_in_box(const md3_world *world, md3_box box, const md3_query_filter *filter, md3_shape_id *shapes,
                         int32_t capacity)
{
    return shapes_in((struct region){.world = world,
                                     .filter = query_filter_or_default(filter),
                                     .box = box,
                                     .overlaps = box_overlaps_shape,
                                     .found = shape_list(shapes, capacity)});
}

/* ---- The closest point ------------------------------------------------------------------------------------------- */

struct nearest {
    const md3_world *world;
    md3_query_filter filter;
    md3_vec point;
    md3_query_point best; /* generation 0, and after all others in the order, if there is none */
};

static bool visit_nearest(void *user, int32_t leaf, int32_t index)
{
    (void)leaf;
    struct nearest *search = user;
    if (!md3_query_sees(search->world, &search->filter, index)) {
        return true;
    }
    const struct shape *shape = &search->world->shapes[index];
    const md3_geometry at_point = {.type = MD3_SPHERE}; /* of radius 0 */
    const md3_transform at = {search->point, md3_rot_identity()};
    const md3_distance_result found =
        md3_distance(&shape->geometry, query_transform_of(search->world, shape), &at_point, at);
    const md3_query_point *best = &search->best;
    if (found.distance < MD_INFINITY &&
        (found.distance < best->distance || (found.distance == best->distance && index < best->shape.index))) {
        const bool is_outside = found.distance > 0;
        search->best = (md3_query_point){.shape = md3_shape_id_of(search->world, index),
                                         .point = is_outside ? found.point[0] : search->point,
                                         .normal = is_outside ? found.normal : vec(0, 0, 0),
                                         .distance = found.distance,
                                         .triangle = found.triangle};
    }
    return true;
}

/* The boxes that are searched grow, so that a large maximum costs little if there is a shape nearby. */
#define GROWTH 8
#define SEARCHES 5

md3_query_point md3_world_closest_point(const md3_world *world, md3_vec point, md_real max_distance,
                                        const md3_query_filter *filter)
{
    struct nearest search = {
        world, query_filter_or_default(filter), point, {.shape = {INT32_MAX, 0}, .distance = max_distance}};
    if (!vec_is_finite(point) || !(max_distance >= 0)) {
        return (md3_query_point){.triangle = -1};
    }
    /* No shape is further from any point of the world. */
    md_real radius = md_min(max_distance, 8 * MD3_MAX_COORDINATE + vec_length(point));
    for (int i = 1; i < SEARCHES; ++i) {
        radius /= GROWTH;
    }
    for (int i = 0; i < SEARCHES && !(search.best.shape.generation != 0 && search.best.distance <= radius / GROWTH);
         ++i) {
        visit_near(world, box_enlarged((md3_box){point, point}, radius), search.filter.mask, visit_nearest, &search);
        radius *= GROWTH;
    }
    return search.best.shape.generation != 0 ? search.best : (md3_query_point){.triangle = -1};
}

/* ---- All shapes -------------------------------------------------------------------------------------------------- */

/* From the shapes, because the boxes of the tree are enlarged. */
md3_box md3_world_bounds(const md3_world *world)
{
    md3_box bounds = {{0, 0, 0}, {0, 0, 0}};
    bool is_first = true;
    for (int32_t i = 0; world != NULL && i < world->shape_handles.count; ++i) {
        const struct shape *shape = &world->shapes[i];
        if (!md_handles_is_used(&world->shape_handles, i) || !world->bodies[shape->body].enabled) {
            continue;
        }
        const md3_box box = md3_geometry_bounds(&shape->geometry, query_transform_of(world, shape));
        bounds = is_first ? box : box_union(bounds, box);
        is_first = false;
    }
    return bounds;
}
