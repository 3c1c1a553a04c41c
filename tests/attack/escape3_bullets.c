/* Bullet bars of 2 m x 2 cm x 2 cm against one dynamic box. A trial goes wrong if the centre of the bar passes through the box
 * (without its outer 2 cm) between two steps, or is in it after a step. The poses between two steps are those of the sweep that
 * continuous collision follows; there is one substep. */
#include <math.h>
#include <stdio.h>

#include "attack/escape3.h"

#define SKIN 0.02 /* m */

enum { STEPS = 30, PARTS = 64 };

static md3_body_id add_dynamic(md3_world *world, const md3_body_def *def, const md3_shape_def *surface,
                               const md3_geometry *geometry)
{
    md3_body_id body;
    escape3_require(md3_body_create(world, def, &body), "body");
    escape3_require(md3_shape_create(world, body, surface, geometry, NULL), "body");
    return body;
}

static md3_body_id add_bar(md3_world *world, struct splitmix *random, const md3_shape_def *surface, md3_vec target)
{
    const double share = splitmix_real(random, 0, 1), distance = splitmix_real(random, 3, 20);
    const md_real speed = (md_real)(splitmix_index(random, 2) == 0 ? share * 1000 : 1000 * exp2(-10 * share));
    const md3_vec direction = escape3_direction(random);
    md3_body_def def = md3_body_def_default();
    def.type = MD3_DYNAMIC;
    def.bullet = true;
    def.position = md3_vec_add_scaled(target, (md_real)-distance, direction);
    def.rotation = escape3_rotation(random);
    def.velocity = md3_vec_scale(speed, direction);
    const double spin = splitmix_index(random, 4) == 0 ? 0 : splitmix_real(random, 0, 200);
    def.angular_velocity = md3_vec_scale((md_real)spin, escape3_direction(random));
    const struct escape3_body bar = escape3_make_box(1, 0.01, 0.01);
    const md3_body_id body = add_dynamic(world, &def, surface, &bar.geometry);
    md3_hull_destroy(bar.hull);
    return body;
}

/* The box moves towards anywhere: it is hit at the front, at the back or not at all. */
static md3_body_id add_box(md3_world *world, struct splitmix *random, const md3_shape_def *surface, md3_vec half)
{
    md3_body_def def = md3_body_def_default();
    def.type = MD3_DYNAMIC;
    def.rotation = escape3_rotation(random);
    if (splitmix_index(random, 2) == 0) {
        def.velocity = md3_vec_scale((md_real)splitmix_real(random, 0, 40), escape3_direction(random));
        def.angular_velocity = md3_vec_scale((md_real)splitmix_real(random, 0, 10), escape3_direction(random));
    }
    const struct escape3_body box = escape3_make_box((double)half.x, (double)half.y, (double)half.z);
    const md3_body_id body = add_dynamic(world, &def, surface, &box.geometry);
    md3_hull_destroy(box.hull);
    return body;
}

/* True if the segment from p to q passes a box around the origin. */
static bool passes(md3_vec p, md3_vec q, md3_vec half)
{
    const double from[3] = {(double)p.x, (double)p.y, (double)p.z}, to[3] = {(double)q.x, (double)q.y, (double)q.z};
    const double size[3] = {(double)half.x, (double)half.y, (double)half.z};
    double enter = 0, leave = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const double change = to[axis] - from[axis];
        if (change == 0) {
            enter = fabs(from[axis]) < size[axis] ? enter : 2;
            continue;
        }
        const double first = (-size[axis] - from[axis]) / change, second = (size[axis] - from[axis]) / change;
        enter = fmax(enter, fmin(first, second));
        leave = fmin(leave, fmax(first, second));
    }
    return enter < leave;
}

struct poses {
    md3_transform box;
    md3_vec bar;
};

static struct poses poses_of(const md3_world *world, md3_body_id bar, md3_body_id box)
{
    return (struct poses){md3_body_transform(world, box), md3_body_center(world, bar)};
}

/* Centre of the bar in the coordinates of the box, at a fraction of the way between two poses. */
static md3_vec local_at(const struct poses *from, const struct poses *to, md_real t)
{
    const md3_sweep sweep = {.center = {from->box.p, to->box.p}, .rotation = {from->box.q, to->box.q}};
    return md3_transform_unapply(md3_sweep_at(&sweep, t), md3_vec_lerp(from->bar, to->bar, t));
}

static bool passes_through(const struct poses *from, const struct poses *to, md3_vec half)
{
    const md_real skin = (md_real)SKIN;
    const md3_vec inside = {half.x - skin, half.y - skin, half.z - skin};
    md3_vec before = local_at(from, to, 0);
    for (int i = 1; i <= PARTS; ++i) {
        const md3_vec after = local_at(from, to, (md_real)i / PARTS);
        if (passes(before, after, inside)) {
            return true;
        }
        before = after;
    }
    return false;
}

static void show(const md3_world *world, md3_body_id body, const char *name)
{
    const md3_transform pose = md3_body_transform(world, body);
    const md3_vec v = md3_body_velocity(world, body), w = md3_body_angular_velocity(world, body);
    printf("%s at %8.4f %8.4f %8.4f velocity %8.3f %8.3f %8.3f spin %7.3f %7.3f %7.3f   ", name, (double)pose.p.x,
           (double)pose.p.y, (double)pose.p.z, (double)v.x, (double)v.y, (double)v.z, (double)w.x, (double)w.y,
           (double)w.z);
}

static bool pair_goes_wrong(md3_world *world, md3_body_id bar, md3_body_id box, md3_vec half)
{
    struct poses before = poses_of(world, bar, box);
    for (int i = 0; i < STEPS; ++i) {
        escape3_require(md3_world_step(world, (md_real)(1.0 / 60), NULL), "step");
        const struct poses after = poses_of(world, bar, box);
        if (escape3_is_verbose) {
            show(world, bar, "bar");
            show(world, box, "box");
            printf("\n");
        }
        if (passes_through(&before, &after, half)) {
            return true;
        }
        before = after;
    }
    return false;
}

static md3_vec vector_in(struct splitmix *random, double low, double high)
{
    md3_vec at;
    at.x = (md_real)splitmix_real(random, low, high);
    at.y = (md_real)splitmix_real(random, low, high);
    at.z = (md_real)splitmix_real(random, low, high);
    return at;
}

bool escape3_bullet(uint64_t seed)
{
    struct splitmix random = {.state = seed};
    md3_shape_def surface;
    md3_world *world = escape3_world(&random, 1, &surface);
    md3_vec half = vector_in(&random, 0.05, 0.5);
    half.x *= (md_real)splitmix_real(&random, 1, 4);
    const md3_body_id box = add_box(world, &random, &surface, half);
    const md3_body_id bar = add_bar(world, &random, &surface, vector_in(&random, -0.5, 0.5));
    if (escape3_is_verbose) {
        printf("\nbox of half size %g %g %g\n", (double)half.x, (double)half.y, (double)half.z);
    }
    const bool wrong = pair_goes_wrong(world, bar, box, half);
    md3_world_destroy(world);
    return wrong;
}
