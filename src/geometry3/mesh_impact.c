/* The time of impact of a convex geometry and a triangle mesh or height field: the first of the times of its
 * triangles. */
#include "geometry3/impact.h"

#include "geometry3/distance.h"
#include "geometry3/vec3.h"
#include "spatial/box_cast3.h"

/** The centre of mass of the convex geometry in the coordinates of the mesh: at most `bulge` away from a uniform
 *  motion. */
struct relative_path {
    md3_vec start, translation;
    md_real bulge; /* m */
};

struct mesh_motion {
    const md3_sweep *mesh_sweep;
    const struct mover *convex;
    struct time_interval interval; /* ends at the first hit found */
    md3_box box;                   /* of the convex geometry and its surroundings at the start, whatever its rotation */
    md3_vec inverse;               /* as in box_cast */
    md_real begin, length;         /* of the whole interval */
    md3_impact first;
    struct mover *hit; /* mover of the triangle that is hit first */
};

static md3_vec local_center(const struct mover *convex, const md3_sweep *mesh_sweep, md_real fraction)
{
    const md3_vec center = vec_lerp(convex->center[0], convex->center[1], fraction);
    return transform_point_back(md3_sweep_at(mesh_sweep, fraction), center);
}

/** A vector c that is seen from a frame rotating with omega has a second derivative of at most omega^2 |c| + 2 omega
 *  |c'|. A curve with second derivative K deviates from its chord by at most K h^2 / 8 in a time h. */
static struct relative_path relative_path(const struct mover *convex, const md3_sweep *mesh_sweep,
                                          struct time_interval interval)
{
    const md_real omega = md3_rotation_path(mesh_sweep).max_speed;
    const md3_vec c[2] = {vec_sub(convex->center[0], mesh_sweep->center[0]),
                          vec_sub(convex->center[1], mesh_sweep->center[1])};
    const md_real max_offset = md_max(vec_length(c[0]), vec_length(c[1]));
    const md_real K = omega * omega * max_offset + 2 * omega * vec_length(vec_sub(c[1], c[0]));
    const md_real h = interval.end - interval.begin;
    const md3_vec start = local_center(convex, mesh_sweep, interval.begin);
    const md3_vec end = local_center(convex, mesh_sweep, interval.end);
    return (struct relative_path){start, vec_sub(end, start), K * h * h / 8};
}

/** Returns the mover of a triangle. If the mesh does not rotate, every point of it moves along a line, and the first
 *  corner serves as the centre of mass: numbers are then as small as the triangle, not as the mesh. */
static struct mover triangle_mover(const struct triangle3 *triangle, const md3_sweep *sweep)
{
    struct core core = md3_core_of_triangle(triangle->corner);
    core.center = triangle->corner[0];
    struct mover mover = md3_mover(&core, sweep);
    if (mover.path.max_speed == 0) {
        const md3_vec arm = rot_apply(mover.path.start, mover.arm);
        mover.center[0] = vec_add(mover.center[0], arm);
        mover.center[1] = vec_add(mover.center[1], arm);
        mover.arm = vec(0, 0, 0);
        mover.max_extent = core.max_extent;
    }
    return mover;
}

static bool faces_at(const struct mesh_motion *motion, const struct triangle3 *triangle, md3_vec normal,
                     md_real fraction)
{
    const struct rotation_path path = md3_rotation_path(motion->mesh_sweep);
    const md3_vec local_normal = rot_unapply(md3_rotation_at(&path, fraction), normal);
    return md3_triangle_faces(triangle, local_normal, local_center(motion->convex, motion->mesh_sweep, fraction));
}

static bool visit(void *user, const struct triangle3 *triangle)
{
    struct mesh_motion *motion = user;
    const md_real max_fraction = motion->length > 0 ? (motion->interval.end - motion->begin) / motion->length : 1;
    const struct slab slab = box_cast(motion->box, motion->inverse, max_fraction, md3_triangle_box(triangle));
    if (!slab_not_after(slab.enter, slab.leave)) {
        return true;
    }
    const struct mover mover = triangle_mover(triangle, motion->mesh_sweep);
    md3_vec normal;
    const md3_impact impact = md3_mover_impact(&mover, motion->convex, motion->interval, &normal);
    if (impact.state == MD3_IMPACT_SEPARATED || !faces_at(motion, triangle, normal, impact.fraction)) {
        return true;
    }
    if (impact.state == MD3_IMPACT_HIT) {
        motion->first = impact;
        motion->interval.end = impact.fraction;
        *motion->hit = mover;
    } else if (motion->first.state == MD3_IMPACT_SEPARATED) {
        motion->first = impact;
    }
    return true;
}

md3_impact md3_mesh_impact(const md3_geometry *mesh, const md3_sweep *sweep, const struct mover *b,
                           struct time_interval interval, struct mover *hit)
{
    const struct relative_path path = relative_path(b, sweep, interval);
    const md_real around = b->max_extent + b->core.radius + path.bulge + MD3_LINEAR_SLOP;
    struct mesh_motion motion = {.mesh_sweep = sweep,
                                 .convex = b,
                                 .interval = interval,
                                 .box = box_enlarged((md3_box){path.start, path.start}, around),
                                 .inverse = cast_inverse(path.translation),
                                 .begin = interval.begin,
                                 .length = interval.end - interval.begin,
                                 .first = {MD3_IMPACT_SEPARATED, interval.end},
                                 .hit = hit};
    const md3_box at_end = {vec_add(motion.box.lower, path.translation), vec_add(motion.box.upper, path.translation)};
    md3_geometry_triangles(mesh, box_union(motion.box, at_end), visit, &motion);
    return motion.first;
}
