/* Groups of contact points with the same normal. */
#include "geometry3/mesh_groups.h"

/** Cosine of the largest angle (0.8 degrees) between the normals in a group. */
#define GROUP_COSINE ((md_real)0.9999)

/** Cosine of the largest angle (6 degrees) between the normals in a manifold. */
#define MANIFOLD_COSINE ((md_real)0.995)

/** A point is below a plane if it is not above it by more than this, m. */
#define PLANE_TOLERANCE (MD3_LINEAR_SLOP / 10)

/** Points of a group or of several groups. */
struct point_buffer {
    md3_vec normal;
    struct contact_point *point;
    int32_t count;
};

/* ---- Points ------------------------------------------------------------------------------------------------------ */

/** Marks the point that is farthest along a direction. */
static void mark_farthest(const struct point_buffer *buffer, md3_vec direction, bool *marked)
{
    int32_t best = 0;
    md_real max_along = vec_dot(direction, buffer->point[0].point);
    for (int32_t i = 1; i < buffer->count; ++i) {
        const md_real along = vec_dot(direction, buffer->point[i].point);
        if (along > max_along) {
            max_along = along;
            best = i;
        }
    }
    marked[best] = true;
}

/** Keeps the deepest point and the outermost ones in eight directions. */
static void thin_out(struct point_buffer *buffer)
{
    bool marked[MAX_GROUP_POINTS] = {false};
    const md3_vec x = md3_vec_perpendicular(buffer->normal), y = vec_cross(buffer->normal, x);
    int32_t deepest = 0, kept = 0;
    for (int32_t i = 1; i < buffer->count; ++i) {
        deepest = buffer->point[i].separation < buffer->point[deepest].separation ? i : deepest;
    }
    marked[deepest] = true;
    for (int32_t i = -1; i <= 1; ++i) {
        for (int32_t j = -1; j <= 1; ++j) {
            if (i != 0 || j != 0) {
                mark_farthest(buffer, vec_add(vec_scale((md_real)i, x), vec_scale((md_real)j, y)), marked);
            }
        }
    }
    for (int32_t i = 0; i < buffer->count; ++i) {
        if (marked[i]) {
            buffer->point[kept++] = buffer->point[i];
        }
    }
    buffer->count = kept;
}

static void add_point(struct point_buffer *buffer, const struct contact_point *point)
{
    for (int32_t i = 0; i < buffer->count; ++i) {
        if (buffer->point[i].id == point->id) {
            if (point->separation < buffer->point[i].separation) {
                buffer->point[i] = *point;
            }
            return;
        }
    }
    if (buffer->count == MAX_GROUP_POINTS) {
        thin_out(buffer);
    }
    buffer->point[buffer->count++] = *point;
}

/* ---- Groups ------------------------------------------------------------------------------------------------------ */

/** True if a way out is better than another: of two overlaps the shallower, of two gaps the smaller; overlaps first. */
static bool is_better_way(md_real way, md_real other)
{
    if ((way <= 0) != (other <= 0)) {
        return way <= 0;
    }
    return way <= 0 ? way > other : way < other;
}

static bool comes_before(const struct contact_group *group, enum contact_rank rank, md_real way_out)
{
    return group->rank != rank ? group->rank < rank : !is_better_way(way_out, group->way_out);
}

/** Returns the group of a normal, or a new one. If there is no place, that of the last one in the order of ranks and
 *  ways out, unless the new one would come after it: then NULL. */
static struct contact_group *group_of(struct contact_groups *groups, const struct triangle_contact *contact)
{
    struct contact_group *best = NULL, *last = &groups->group[0];
    md_real max_cosine = GROUP_COSINE;
    for (int32_t i = 0; i < groups->count; ++i) {
        struct contact_group *group = &groups->group[i];
        const md_real cosine = vec_dot(group->normal, contact->set->normal);
        if (cosine > max_cosine) {
            max_cosine = cosine;
            best = group;
        }
        last = comes_before(last, group->rank, group->way_out) ? group : last;
    }
    if (best != NULL) {
        return best;
    }
    if (groups->count < MAX_GROUPS) {
        best = &groups->group[groups->count++];
    } else if (!comes_before(last, contact->rank, contact->way_out)) {
        best = last;
    } else {
        return NULL;
    }
    best->normal = contact->set->normal;
    best->offset = -MD_INFINITY;
    best->deepest = MD_INFINITY;
    best->way_out = contact->way_out;
    best->rank = contact->rank;
    best->is_pierced = false;
    best->count = 0;
    return best;
}

void md3_groups_add(struct contact_groups *groups, const struct triangle_contact *contact)
{
    struct contact_group *group = contact->set->count > 0 ? group_of(groups, contact) : NULL;
    if (group == NULL) {
        return;
    }
    if (!comes_before(group, contact->rank, contact->way_out)) {
        group->rank = contact->rank;
        group->way_out = contact->way_out;
    }
    if (contact->is_pierced && !group->is_pierced) {
        group->is_pierced = true;
        group->pierced_at = contact->pierced_at;
    }
    for (int32_t k = 0; k < 3; ++k) {
        group->offset = md_max(group->offset, vec_dot(group->normal, contact->corner[k]));
    }
    if (contact->set->deepest < group->deepest) {
        group->deepest = contact->set->deepest;
        group->triangle = contact->triangle;
    }
    struct point_buffer buffer = {group->normal, group->point, group->count};
    for (int32_t i = 0; i < contact->set->count; ++i) {
        add_point(&buffer, &contact->set->point[i]);
    }
    group->count = buffer.count;
}

/* ---- Covering ---------------------------------------------------------------------------------------------------- */

/** True if the points of a group push all of the geometry out of the mesh below its plane. */
static bool pushes_out(const struct contact_group *group, const struct core *core, md3_mat rotation)
{
    int32_t hint = 0;
    const md3_vec down = md3_mat_apply_transposed(rotation, vec_negative(group->normal));
    const md_real lowest = -vec_dot(down, md3_core_support(core, down, &hint));
    const md_real separation = lowest - group->offset - core->radius;
    return group->deepest <= separation + 2 * face_tolerance(separation);
}

/** True if a point of the mesh is above the plane of a group. */
static bool is_above(const struct contact_group *group, md3_vec on_mesh)
{
    return vec_dot(on_mesh, group->normal) > group->offset + PLANE_TOLERANCE;
}

/** Removes the points of a group that are below the plane of another. */
static void remove_covered(struct contact_group *group, const struct contact_group *by)
{
    int32_t kept = 0;
    if (vec_dot(group->normal, by->normal) > GROUP_COSINE) {
        return;
    }
    if (group->is_pierced && is_above(by, group->pierced_at)) {
        return;
    }
    group->deepest = MD_INFINITY;
    for (int32_t i = 0; i < group->count; ++i) {
        const struct contact_point *point = &group->point[i];
        const md3_vec on_mesh = vec_add_scaled(point->point, -point->separation / 2, group->normal);
        if (is_above(by, on_mesh)) {
            group->deepest = md_min(group->deepest, point->separation);
            group->point[kept++] = *point;
        }
    }
    group->count = kept;
}

void md3_groups_cover(struct contact_groups *groups, const struct core *core, md3_mat rotation)
{
    bool is_done[MAX_GROUPS] = {false};
    for (int32_t round = 0; round < groups->count; ++round) {
        struct contact_group *next = NULL;
        for (int32_t i = 0; i < groups->count; ++i) {
            struct contact_group *group = &groups->group[i];
            if (!is_done[i] && (next == NULL || !comes_before(next, group->rank, group->way_out))) {
                next = group;
            }
        }
        is_done[next - groups->group] = true;
        if (next->count == 0 || !pushes_out(next, core, rotation)) {
            continue;
        }
        for (int32_t i = 0; i < groups->count; ++i) {
            if (!is_done[i] && groups->group[i].rank != RANK_FACE) {
                remove_covered(&groups->group[i], next);
            }
        }
    }
}

/* ---- Manifolds --------------------------------------------------------------------------------------------------- */

int32_t md3_groups_write(const struct contact_groups *groups, const struct contact_frame *frame,
                         md3_manifold *manifolds, int32_t capacity)
{
    bool is_written[MAX_GROUPS] = {false};
    int32_t count = 0;
    for (; count < capacity; ++count) {
        const struct contact_group *deepest = NULL;
        for (int32_t i = 0; i < groups->count; ++i) {
            const struct contact_group *group = &groups->group[i];
            if (!is_written[i] && group->count > 0 && (deepest == NULL || group->deepest < deepest->deepest)) {
                deepest = group;
            }
        }
        if (deepest == NULL) {
            break;
        }
        struct contact_point point[MAX_GROUP_POINTS];
        struct point_buffer buffer = {deepest->normal, point, 0};
        for (int32_t i = 0; i < groups->count; ++i) {
            const struct contact_group *group = &groups->group[i];
            if (is_written[i] || !(vec_dot(group->normal, deepest->normal) > MANIFOLD_COSINE)) {
                continue;
            }
            is_written[i] = true;
            for (int32_t k = 0; k < group->count; ++k) {
                add_point(&buffer, &group->point[k]);
            }
        }
        md3_manifold_of_points(&manifolds[count], frame, deepest->normal, point, buffer.count, deepest->triangle);
    }
    return count;
}
