/* Recovery of a mover from overlap, and sliding: casts of its capsule and contact planes in turn. */
#include "world3/mover.h"

enum { MAX_SLIDES = 8, MAX_RECOVERIES = 8, MAX_HITS = MAX_SLIDES };

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

static struct walk_hit hit_of(const md3_query_hit *hit, md3_vec translation, md_real gap)
{
    const md_real closing = -vec_dot(hit->normal, translation);
    const md_real safe = closing > 0 ? hit->fraction - gap / closing : 0;
    struct walk_hit result = {.hit = true, .safe = md_max(safe, 0)};
    result.plane = (struct mover_plane){.normal = hit->normal,
                                        .distance = closing * hit->fraction - gap,
                                        .point = hit->point,
                                        .shape = hit->shape.index};
    return result;
}

/* A capsule that overlaps something at the start would hit at once, without a normal. Then thinner ones are cast: they are
 * still stopped by every wall, and the contact planes push the capsule out of what it overlaps. */
struct walk_hit md3_walk_cast(const struct walk *walk, md3_vec translation)
{
    const md_real inner = walk->def->radius - walk->def->skin;
    const md3_transform at = {walk->position, md3_rot_identity()};
    for (md_real radius = inner; radius > inner / 5; radius /= 2) {
        const md3_geometry capsule = md3_walk_capsule(walk, radius);
        const md3_query_hit hit = md3_world_cast(walk->world, &capsule, at, translation, &walk->filter);
        if (hit.shape.generation == 0) {
            return (struct walk_hit){.hit = false, .safe = 1};
        }
        if (vec_dot(hit.normal, hit.normal) > 0) {
            return hit_of(&hit, translation, walk->def->radius - radius);
        }
    }
    return (struct walk_hit){.hit = true};
}

/* ---- Half-spaces ------------------------------------------------------------------------------------------------- */

struct limits {
    struct half_space at[2 * (MAX_MOVER_PLANES + MAX_HITS)];
    int32_t count;
};

enum plane_choice { ALL_PLANES, FIXED_PLANES, WITHOUT_RECOVERY };

/* The motion along the normal of a plane that leaves no overlap; 0 if there is little. */
static md_real least_motion(const struct walk *walk, const struct mover_plane *plane)
{
    const bool is_at_rest = plane->distance <= 0 && plane->distance >= -walk_tolerance(walk);
    return is_at_rest ? 0 : -plane->distance;
}

static void add_limits(const struct walk *walk, const struct mover_planes *planes, enum plane_choice choice,
                       struct limits *limits)
{
    for (int32_t i = 0; i < planes->count; ++i) {
        const struct mover_plane *plane = &planes->at[i];
        if (choice == FIXED_PLANES && md3_walk_is_dynamic(walk, plane->shape)) {
            continue;
        }
        const md_real least = least_motion(walk, plane);
        const md_real min = choice == WITHOUT_RECOVERY ? md_min(least, 0) : least;
        limits->count += md3_walk_half_spaces(walk, plane, min, &limits->at[limits->count]);
    }
}

/* The motion nearest to the wanted one that planes allow. If they leave no room, because the mover is squeezed, dynamic bodies
 * give way first; then it recovers from nothing, which leaves the motion 0 at least. */
static md3_vec allowed_motion(const struct walk *walk, const struct mover_planes *near, const struct mover_planes *hits,
                              md3_vec wanted)
{
    const md_real tolerance = walk->def->skin / 1000;
    md3_vec motion = vec(0, 0, 0);
    for (enum plane_choice choice = ALL_PLANES; choice <= WITHOUT_RECOVERY; ++choice) {
        struct limits limits = {.count = 0};
        add_limits(walk, near, choice, &limits);
        add_limits(walk, hits, choice, &limits);
        if (md3_nearest_motion(limits.at, limits.count, wanted, tolerance, &motion)) {
            break;
        }
    }
    return motion;
}

/* ---- Recovery ---------------------------------------------------------------------------------------------------- */

static md_real deepest_distance(const struct mover_planes *planes)
{
    md_real deepest = MD_INFINITY;
    for (int32_t i = 0; i < planes->count; ++i) {
        deepest = md_min(planes->at[i].distance, deepest);
    }
    return deepest;
}

/* Half the radius at most per iteration, so that the axis of the capsule does not jump over a thin wall behind it. */
void md3_walk_recover(struct walk *walk)
{
    const struct mover_planes none = {.count = 0};
    struct mover_planes planes;
    for (int32_t i = 0; i < MAX_RECOVERIES; ++i) {
        md3_walk_find_planes(walk, &planes);
        if (deepest_distance(&planes) >= -walk->def->skin) {
            return;
        }
        for (int32_t k = 0; k < planes.count; ++k) {
            planes.at[k].is_walkable = true; /* the shortest way out, not a horizontal one */
        }
        const md3_vec motion = allowed_motion(walk, &planes, &none, vec(0, 0, 0));
        walk->position = vec_add(walk->position, md3_vec_clamp_length(motion, walk->def->radius / 2));
    }
}

/* ---- Sliding ----------------------------------------------------------------------------------------------------- */

static void move_by(struct walk *walk, md3_vec motion, struct mover_planes *hits)
{
    walk->position = vec_add(walk->position, motion);
    for (int32_t i = 0; i < hits->count; ++i) {
        hits->at[i].distance += vec_dot(hits->at[i].normal, motion);
    }
}

/* Goes for the point of the free space nearest to the end of the translation. Each iteration finds the planes that touch,
 * casts the capsule along the motion that they and the earlier hits allow, and moves up to the next hit. The last iteration
 * finds that no motion is left. */
void md3_walk_slide(struct walk *walk, md3_vec translation)
{
    struct mover_planes near, hits = {.count = 0};
    md3_vec remaining = translation;
    for (int32_t i = 0; i < MAX_SLIDES; ++i) {
        md3_walk_find_planes(walk, &near);
        md3_vec motion = allowed_motion(walk, &near, &hits, remaining);
        if (!(vec_length(motion) > walk->def->skin * (md_real)1e-6)) {
            return;
        }
        struct walk_hit hit = md3_walk_cast(walk, motion);
        if (hit.hit && !(vec_dot(hit.plane.normal, hit.plane.normal) > 0)) {
            return; /* stuck */
        }
        if (hit.hit) {
            hit.plane.is_walkable = md3_walk_is_walkable(walk, &hit.plane);
            hits.at[hits.count++] = hit.plane;
            motion = vec_scale(hit.safe, motion);
        }
        move_by(walk, motion, &hits);
        remaining = vec_sub(remaining, motion);
    }
}
