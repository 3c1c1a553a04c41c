/* Reduction of contact points to four.
 *
 * Points are chosen one by one: the deepest, the one farthest from it, the one farthest from the line through these
 * two, and the one that adds the largest area to the triangle of these three. Shallow points count less than deep
 * ones, so that the edge on which a body tips is kept when the margin also admits points above it.
 */
#include "geometry3/manifold.h"

/** Points whose separations differ by less than this are equally deep, m. */
#define DEPTH_TOLERANCE (MD3_LINEAR_SLOP / 10)
/** Points closer than this, m, are one. */
#define MIN_DISTANCE (MD3_LINEAR_SLOP / 50)
/** Points with at least this part of the largest distance or area are equally good. */
#define EQUAL_PART ((md_real)0.98)

struct selection {
    const struct contact_point *points;
    int32_t count;
    md3_vec normal;
    md_real deepest;
    md3_vec corner[3]; /* the points chosen so far */
    int32_t chosen[MD3_MAX_MANIFOLD_POINTS];
    int32_t chosen_count;
};

/** Measures how much a point would add. */
typedef md_real gain_function(const struct selection *selection, md3_vec point);

/** Returns twice the area of a triangle, positive if it is counter-clockwise about the normal. */
static md_real area_of(const struct selection *selection, md3_vec a, md3_vec b, md3_vec c)
{
    return vec_dot(vec_cross(vec_sub(b, a), vec_sub(c, a)), selection->normal);
}

static md_real distance_gain(const struct selection *selection, md3_vec point)
{
    return md3_vec_distance_squared(selection->corner[0], point);
}

static md_real triangle_gain(const struct selection *selection, md3_vec point)
{
    return md_abs(area_of(selection, selection->corner[0], selection->corner[1], point));
}

/** The area of the triangle of a point and the edge that it is beyond; negative inside. */
static md_real quadrilateral_gain(const struct selection *selection, md3_vec point)
{
    const md3_vec *corner = selection->corner;
    const md_real sign = area_of(selection, corner[0], corner[1], corner[2]) > 0 ? -1 : 1;
    md_real gain = -MD_INFINITY;
    for (int32_t i = 0; i < 3; ++i) {
        gain = md_max(gain, sign * area_of(selection, corner[i], corner[(i + 1) % 3], point));
    }
    return gain;
}

static bool is_chosen(const struct selection *selection, int32_t index)
{
    for (int32_t i = 0; i < selection->chosen_count; ++i) {
        if (selection->points[selection->chosen[i]].id == selection->points[index].id) {
            return true;
        }
    }
    return false;
}

static void choose(struct selection *selection, int32_t index)
{
    if (selection->chosen_count < 3) {
        selection->corner[selection->chosen_count] = selection->points[index].point;
    }
    selection->chosen[selection->chosen_count++] = index;
}

/** Chooses the point with the lowest id among the deepest. */
static void choose_deepest(struct selection *selection)
{
    const struct contact_point *points = selection->points;
    int32_t best = 0;
    for (int32_t i = 1; i < selection->count; ++i) {
        if (points[i].separation < points[best].separation) {
            best = i;
        }
    }
    selection->deepest = points[best].separation;
    for (int32_t i = 0; i < selection->count; ++i) {
        if (points[i].separation < selection->deepest + DEPTH_TOLERANCE && points[i].id < points[best].id) {
            best = i;
        }
    }
    choose(selection, best);
}

static md_real weighted_gain(const struct selection *selection, gain_function *gain, int32_t index)
{
    const struct contact_point *point = &selection->points[index];
    const md_real above = point->separation - selection->deepest;
    return gain(selection, point->point) * (MD3_LINEAR_SLOP / (MD3_LINEAR_SLOP + above));
}

/** Chooses the point with the lowest id among those of the largest gain. Returns false if none gains more than a
 *  minimum, m^2. */
static bool choose_by_gain(struct selection *selection, gain_function *gain, md_real min_gain)
{
    md_real max_gain = min_gain;
    int32_t best = -1;
    for (int32_t i = 0; i < selection->count; ++i) {
        if (!is_chosen(selection, i)) {
            max_gain = md_max(max_gain, weighted_gain(selection, gain, i));
        }
    }
    for (int32_t i = 0; i < selection->count; ++i) {
        if (is_chosen(selection, i) || !(weighted_gain(selection, gain, i) > EQUAL_PART * max_gain)) {
            continue;
        }
        if (best < 0 || selection->points[i].id < selection->points[best].id) {
            best = i;
        }
    }
    if (best < 0 || !(max_gain > min_gain)) {
        return false;
    }
    choose(selection, best);
    return true;
}

static void sort_ascending(int32_t *numbers, int32_t count)
{
    for (int32_t i = 1; i < count; ++i) {
        const int32_t number = numbers[i];
        int32_t k = i;
        for (; k > 0 && numbers[k - 1] > number; --k) {
            numbers[k] = numbers[k - 1];
        }
        numbers[k] = number;
    }
}

int32_t md3_reduce_points(const struct contact_point *points, int32_t count, md3_vec normal,
                          int32_t chosen[MD3_MAX_MANIFOLD_POINTS])
{
    struct selection selection = {.points = points, .count = count, .normal = normal};
    if (count == 0) {
        return 0;
    }
    choose_deepest(&selection);
    if (choose_by_gain(&selection, distance_gain, MIN_DISTANCE * MIN_DISTANCE)) {
        const md_real length = md3_vec_distance(selection.corner[0], selection.corner[1]);
        if (choose_by_gain(&selection, triangle_gain, MIN_DISTANCE * length)) {
            (void)choose_by_gain(&selection, quadrilateral_gain, MIN_DISTANCE * length);
        }
    }
    sort_ascending(selection.chosen, selection.chosen_count);
    for (int32_t i = 0; i < selection.chosen_count; ++i) {
        chosen[i] = selection.chosen[i];
    }
    return selection.chosen_count;
}

void md3_manifold_of_points(md3_manifold *manifold, const struct contact_frame *frame, md3_vec normal,
                            const struct contact_point *points, int32_t count, int32_t triangle)
{
    int32_t chosen[MD3_MAX_MANIFOLD_POINTS];
    manifold->count = md3_reduce_points(points, count, normal, chosen);
    manifold->normal = rot_apply(frame->transform.q, normal);
    manifold->triangle = triangle;
    for (int32_t i = 0; i < manifold->count; ++i) {
        const struct contact_point *point = &points[chosen[i]];
        manifold->point[i].point = transform_point(frame->transform, point->point);
        manifold->point[i].separation = point->separation;
        manifold->point[i].id = point->id;
    }
}
