#include "lcp/soft_anchors.h"

#include <math.h>

#include "lcp/problem.h"
#include "lcp/rows.h"

#define MAX_AXES 3
/* Directions whose dot product is smaller are perpendicular. */
#define PERPENDICULAR ((md_real)1e-3)

struct vector {
    md_real at[MAX_AXES];
};

/* Two points that `axes` rows from `row` on hold together. */
struct soft_anchor {
    int32_t axes, row;
    size_t slot[2];            /* of the bodies in the state; 0: the world */
    struct vector d[MAX_AXES]; /* of the rows */
    struct vector r[2];        /* from the centre of each body to its point */
    struct vector gap;         /* from the first point to the second */
};

void md_soft_anchors_free(struct soft_step *step, const md_allocator *allocator)
{
    md_array_free(allocator, (void **)&step->anchors, &step->anchor_capacity, sizeof *step->anchors);
}

/* ---- Reading J ------------------------------------------------------------------------------------------------------ */

/* J of row k of an anchor, for a side: linear parts, then angular ones. */
MD_INLINE md_real *jacobian_of(const md_problem *problem, const struct soft_anchor *anchor, int32_t k, int side)
{
    const size_t block = 2 * (size_t)(anchor->row + k) + (size_t)side;
    return problem->row_jacobian.at + (size_t)problem->degrees_of_freedom * block;
}

MD_INLINE md_real sign_of(int side)
{
    return side == 1 ? 1 : -1;
}

/* Sets the directions from the linear parts of a side. Returns false if they are not orthonormal: the body is the world, or has
 * locked axes. */
static bool read_directions(const md_problem *problem, struct soft_anchor *anchor, int side)
{
    bool is_orthonormal = anchor->slot[side] > 0;
    for (int32_t k = 0; is_orthonormal && k < anchor->axes; ++k) {
        for (int32_t c = 0; c < anchor->axes; ++c) {
            anchor->d[k].at[c] = sign_of(side) * jacobian_of(problem, anchor, k, side)[c];
        }
        for (int32_t j = 0; j <= k; ++j) {
            md_real dot = 0;
            for (int32_t c = 0; c < anchor->axes; ++c) {
                dot += anchor->d[k].at[c] * anchor->d[j].at[c];
            }
            is_orthonormal = is_orthonormal && fabs((double)(dot - (md_real)(j == k))) < (double)PERPENDICULAR;
        }
    }
    return is_orthonormal;
}

MD_INLINE struct vector cross(const md_real *a, const md_real *b)
{
    return (struct vector){{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

/* Reads the lever arm of a side from the angular parts, r x d_k. In the plane r x d_k is the part of r along d_k turned by -90
 * degrees; in space the sum of d_k x (r x d_k) is 2 r. */
static struct vector read_arm(const md_problem *problem, const struct soft_anchor *anchor, int side)
{
    struct vector r = {{0}};
    for (int32_t k = 0; k < anchor->axes; ++k) {
        const md_real *d = anchor->d[k].at;
        const md_real *angular = jacobian_of(problem, anchor, k, side) + anchor->axes;
        if (anchor->axes == 2) {
            r.at[0] += sign_of(side) * angular[0] * d[1];
            r.at[1] -= sign_of(side) * angular[0] * d[0];
            continue;
        }
        const struct vector part = cross(d, angular);
        for (int32_t c = 0; c < 3; ++c) {
            r.at[c] += sign_of(side) * part.at[c] / 2;
        }
    }
    return r;
}

/* ---- Finding -------------------------------------------------------------------------------------------------------- */

static bool are_anchored(const struct soft_step *step, const md_problem *problem, int32_t row, int32_t rows,
                         int32_t axes)
{
    const int32_t *body = problem->row_body.at + 2 * (size_t)row;
    bool found = row + axes <= rows;
    for (int32_t k = 0; found && k < axes; ++k) {
        found = step->rows[row + k].motion == ROW_ANCHORED && body[2 * k] == body[0] && body[2 * k + 1] == body[1];
    }
    return found;
}

/* In space the forces on both bodies act at the second point, from which the first is a gap away. */
static bool read_anchor(const struct soft_step *step, const md_problem *problem, int32_t row,
                        struct soft_anchor *anchor)
{
    const size_t size = (size_t)md_slot_size(problem->degrees_of_freedom);
    *anchor = (struct soft_anchor){.axes = problem->degrees_of_freedom == 3 ? 2 : 3, .row = row};
    for (int side = 0; side < 2; ++side) {
        anchor->slot[side] = size * (size_t)problem->row_body.at[2 * (size_t)row + (size_t)side];
    }
    if (!read_directions(problem, anchor, 1) && !read_directions(problem, anchor, 0)) {
        return false;
    }
    for (int32_t k = 0; k < anchor->axes; ++k) {
        for (int32_t c = 0; c < anchor->axes; ++c) {
            anchor->gap.at[c] += step->rows[row + k].gap * anchor->d[k].at[c];
        }
    }
    anchor->r[0] = read_arm(problem, anchor, 0);
    anchor->r[1] = read_arm(problem, anchor, 1);
    for (int32_t c = 0; anchor->axes == 3 && c < 3; ++c) {
        anchor->r[0].at[c] -= anchor->gap.at[c];
    }
    return true;
}

md_status md_soft_anchors_find(struct soft_step *step, const md_allocator *allocator, const md_problem *problem,
                               int32_t rows)
{
    const int32_t axes = problem->degrees_of_freedom == 3 ? 2 : 3;
    const md_status status = md_array_reserve(allocator, (void **)&step->anchors, &step->anchor_capacity,
                                              (size_t)(rows / axes) + 1, sizeof *step->anchors);
    step->anchor_count = 0;
    for (int32_t i = 0; status == MD_OK && i < rows;) {
        if (are_anchored(step, problem, i, rows, axes) &&
            read_anchor(step, problem, i, &step->anchors[step->anchor_count])) {
            ++step->anchor_count;
            i += axes;
            continue;
        }
        if (step->rows[i].motion == ROW_ANCHORED) {
            step->rows[i].motion = ROW_EQUALITY;
        }
        ++i;
    }
    return status;
}

/* ---- Turning -------------------------------------------------------------------------------------------------------- */

/* Turns r by an angle with the half-angle tangent h w / 2, which differs from h w in the third order. */
MD_INLINE struct vector turned_2d(const struct vector *r, md_real w, md_real h)
{
    const md_real t = h * w / 2;
    const md_real scale = 1 / (1 + t * t);
    const md_real c = (1 - t * t) * scale, s = 2 * t * scale;
    return (struct vector){{c * r->at[0] - s * r->at[1], s * r->at[0] + c * r->at[1]}};
}

/* The same in space: by the quaternion (h w / 2, 1), normalised. */
MD_INLINE struct vector turned_3d(const struct vector *r, const md_real *w, md_real h)
{
    const struct vector u = {{h * w[0] / 2, h * w[1] / 2, h * w[2] / 2}};
    const md_real scale = 2 / (1 + (u.at[0] * u.at[0] + u.at[1] * u.at[1] + u.at[2] * u.at[2]));
    const struct vector once = cross(u.at, r->at);
    const struct vector twice = cross(u.at, once.at);
    struct vector to = *r;
    for (int32_t c = 0; c < 3; ++c) {
        to.at[c] += scale * (once.at[c] + twice.at[c]);
    }
    return to;
}

/* Moves the points by h seconds. */
MD_INLINE void move_points(struct soft_anchor *anchor, int32_t axes, const md_real *state, md_real h)
{
    for (int side = 0; side < 2; ++side) {
        const md_real *v = state + anchor->slot[side];
        if (anchor->slot[side] == 0) {
            continue;
        }
        const struct vector before = anchor->r[side];
        anchor->r[side] = axes == 2 ? turned_2d(&before, v[2], h) : turned_3d(&before, v + 3, h);
        for (int32_t c = 0; c < axes; ++c) {
            anchor->gap.at[c] += sign_of(side) * (h * v[c] + (anchor->r[side].at[c] - before.at[c]));
        }
    }
}

/* Writes the angular parts of J for a lever arm, and adds what they change in M^-1 J^T lambda to the velocity of the body. */
MD_INLINE void write_arm(const md_problem *problem, const struct soft_anchor *anchor, int32_t axes, int side,
                         const struct vector *r, const md_real *lambda, md_real *body)
{
    for (int32_t k = 0; k < axes; ++k) {
        const md_real *d = anchor->d[k].at;
        md_real *angular = jacobian_of(problem, anchor, k, side) + axes;
        md_real change[2 * MAX_AXES] = {0};
        if (axes == 2) {
            const md_real moment = sign_of(side) * (r->at[0] * d[1] - r->at[1] * d[0]);
            change[2] = moment - angular[0];
            angular[0] = moment;
            body_push_2d(body, change, lambda[k]);
            continue;
        }
        const struct vector moment = cross(r->at, d);
        for (int32_t c = 0; c < 3; ++c) {
            change[3 + c] = sign_of(side) * moment.at[c] - angular[c];
            angular[c] = sign_of(side) * moment.at[c];
        }
        body_push_3d(body, change, lambda[k]);
    }
}

MD_INLINE void write_arms(const md_problem *problem, const struct soft_anchor *anchor, int32_t axes,
                          const md_real *lambda, md_real *state)
{
    for (int side = 0; side < 2; ++side) {
        struct vector r = anchor->r[side];
        for (int32_t c = 0; side == 0 && axes == 3 && c < 3; ++c) {
            r.at[c] += anchor->gap.at[c];
        }
        if (anchor->slot[side] > 0) {
            write_arm(problem, anchor, axes, side, &r, lambda, state + anchor->slot[side]);
        }
    }
}

MD_INLINE void write_gaps(const struct soft_anchor *anchor, int32_t axes, struct soft_row *rows)
{
    for (int32_t k = 0; k < axes; ++k) {
        rows[k].gap = 0;
        for (int32_t c = 0; c < axes; ++c) {
            rows[k].gap += anchor->gap.at[c] * anchor->d[k].at[c];
        }
    }
}

/* Inlined with a constant number of axes, so that loops over them are unrolled. */
MD_INLINE void turn_anchors(md_solver *solver, struct soft_step *step, int32_t axes)
{
    const struct joint_blocks *joints = solver->blocks != NULL ? solver->blocks->joints : NULL;
    for (int32_t n = 0; n < step->anchor_count; ++n) {
        struct soft_anchor *anchor = &step->anchors[n];
        md_real lambda[MAX_AXES];
        for (int32_t k = 0; k < axes; ++k) { /* blocks keep the impulses in copies of the rows */
            lambda[k] = solver->lambda.at[joints != NULL ? joints->row.at[anchor->row + k] : anchor->row + k];
        }
        move_points(anchor, axes, solver->system.state.at, step->h);
        write_arms(solver->problem, anchor, axes, lambda, solver->system.state.at);
        write_gaps(anchor, axes, &step->rows[anchor->row]);
    }
}

void md_soft_anchors_turn(md_solver *solver, struct soft_step *step)
{
    solver->problem->degrees_of_freedom == 3 ? turn_anchors(solver, step, 2) : turn_anchors(solver, step, 3);
}
