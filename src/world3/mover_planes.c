/* The contact planes around the capsule of a mover, and which of them are ground. */
#include "base/angle.h"
#include "world3/mover.h"

enum { MAX_SHAPES = 64, MAX_MANIFOLDS = 8 };

/* A contact below this slope of its normal does not hold the mover, whatever face it belongs to. */
#define MIN_SUPPORT ((md_real)0.05)
/* Cosine of the smallest angle (15 degrees) between a contact normal and the face above the contact at which the contact is an
 * edge of the face, and therefore a step. */
#define EDGE_COSINE ((md_real)0.966)
/* Share of the skin by which a step may be too high: the tolerance of contact distances. */
#define STEP_TOLERANCE ((md_real)0.0625)

static bool accept_shape(void *user, const md3_world *world, md3_shape_id shape)
{
    const struct walk *walk = user;
    const md3_query_filter *filter = &walk->def->filter;
    if (walk->ignores_ground && md3_body_same(md3_shape_body(world, shape), walk->ground_body)) {
        return false;
    }
    return filter->accept == NULL || filter->accept(filter->user, world, shape);
}

void md3_walk_begin(struct walk *walk, md3_world *world, const md3_mover *mover)
{
    *walk = (struct walk){.world = world,
                          .def = &mover->def,
                          .up = vec_unit(mover->def.up, NULL),
                          .cos_slope = (md_real)md_cos_sin((double)mover->def.max_slope).c,
                          .position = mover->position,
                          .filter = mover->def.filter};
    if (mover->ground == MD3_MOVER_ON_GROUND && md3_body_is_enabled(world, mover->ground_body)) {
        walk->ground_body = mover->ground_body;
    }
    walk->filter.sensors = false;
    walk->filter.accept = accept_shape;
    walk->filter.user = walk;
}

md3_geometry md3_walk_capsule(const struct walk *walk, md_real radius)
{
    const md_real low = walk->def->radius, high = walk->def->height - walk->def->radius;
    if (high - low < MD3_LINEAR_SLOP) {
        return (md3_geometry){.type = MD3_SPHERE, .point = {vec_scale((low + high) / 2, walk->up)}, .radius = radius};
    }
    return (md3_geometry){
        .type = MD3_CAPSULE, .point = {vec_scale(low, walk->up), vec_scale(high, walk->up)}, .radius = radius};
}

bool md3_walk_is_dynamic(const struct walk *walk, int32_t shape)
{
    return walk->world->bodies[walk->world->shapes[shape].body].type == MD3_DYNAMIC;
}

/* ---- Ground ------------------------------------------------------------------------------------------------------ */

/* The normal of the face above a contact, a little inside its edge: a ray from above. Zero if there is none, as inside a
 * wall. */
static md3_vec face_normal(const struct walk *walk, const struct mover_plane *plane)
{
    const md_real skin = walk->def->skin;
    const md3_vec inward = vec_unit(walk_horizontal(walk, vec_negative(plane->normal)), NULL);
    const md3_vec above = vec_add_scaled(plane->point, 2 * skin, walk->up);
    const md3_vec start = vec_add_scaled(above, skin / 8, inward);
    return md3_world_ray_closest(walk->world, start, vec_scale(-4 * skin, walk->up), &walk->filter).normal;
}

bool md3_walk_is_low(const struct walk *walk, const struct mover_plane *plane, md3_vec feet)
{
    const md_real height = walk_height(walk, vec_sub(plane->point, feet));
    return height <= walk->def->step_height + STEP_TOLERANCE * walk->def->skin;
}

bool md3_walk_is_ground(const struct walk *walk, const struct mover_plane *plane, md3_vec feet)
{
    const md_real slope = walk_height(walk, plane->normal);
    const bool is_low = md3_walk_is_low(walk, plane, feet);
    if (slope >= walk->cos_slope) {
        return is_low || vec_dot(face_normal(walk, plane), plane->normal) > EDGE_COSINE;
    }
    return slope > MIN_SUPPORT && is_low && walk_height(walk, face_normal(walk, plane)) >= walk->cos_slope;
}

/* ---- Planes ------------------------------------------------------------------------------------------------------ */

static struct mover_plane plane_of(const md3_manifold *manifold, int32_t shape)
{
    struct mover_plane plane = {.normal = manifold->normal, .distance = MD_INFINITY, .shape = shape};
    for (int32_t i = 0; i < manifold->count; ++i) {
        const md3_manifold_point *point = &manifold->point[i];
        const md3_vec on_shape = vec_add_scaled(point->point, -point->separation / 2, manifold->normal);
        plane.distance = md_min(point->separation, plane.distance);
        plane.point = vec_add_scaled(plane.point, 1 / (md_real)manifold->count, on_shape);
    }
    return plane;
}

bool md3_walk_is_walkable(const struct walk *walk, const struct mover_plane *plane)
{
    const md3_body_id body = md3_body_id_of(walk->world, walk->world->shapes[plane->shape].body);
    const bool is_pushed = md3_walk_is_dynamic(walk, plane->shape) && !md3_body_same(body, walk->ground_body);
    return is_pushed ? walk_height(walk, plane->normal) >= walk->cos_slope
                     : md3_walk_is_ground(walk, plane, walk->position);
}

static void add_planes(const struct walk *walk, int32_t shape, struct mover_planes *planes)
{
    const md3_geometry capsule = md3_walk_capsule(walk, walk->def->radius);
    const md3_transform at = {walk->position, md3_rot_identity()};
    const struct shape *other = &walk->world->shapes[shape];
    md3_manifold manifolds[MAX_MANIFOLDS];
    const int32_t count = md3_collide(&other->geometry, query_transform_of(walk->world, other), &capsule, at,
                                      walk_reach(walk), manifolds, MAX_MANIFOLDS);
    for (int32_t i = 0; i < count && planes->count < MAX_MOVER_PLANES; ++i) {
        struct mover_plane *plane = &planes->at[planes->count++];
        *plane = plane_of(&manifolds[i], shape);
        plane->is_walkable = md3_walk_is_walkable(walk, plane);
    }
}

void md3_walk_find_planes(const struct walk *walk, struct mover_planes *planes)
{
    const md3_geometry around = md3_walk_capsule(walk, walk->def->radius + walk_reach(walk));
    const md3_transform at = {walk->position, md3_rot_identity()};
    md3_shape_id shapes[MAX_SHAPES];
    const int32_t count = md3_world_overlap(walk->world, &around, at, &walk->filter, shapes, MAX_SHAPES);
    planes->count = 0;
    for (int32_t i = 0; i < count && i < MAX_SHAPES; ++i) {
        add_planes(walk, shapes[i].index, planes);
    }
}

int32_t md3_walk_half_spaces(const struct walk *walk, const struct mover_plane *plane, md_real min,
                             struct half_space spaces[2])
{
    md_real across;
    const md3_vec horizontal = vec_unit(walk_horizontal(walk, plane->normal), &across);
    spaces[0] = (struct half_space){plane->normal, min};
    if (plane->is_walkable || !(walk_height(walk, plane->normal) > 0) || !(across > (md_real)1e-3)) {
        return 1;
    }
    spaces[1] = (struct half_space){horizontal, min / across};
    return 2;
}
