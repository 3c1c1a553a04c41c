/* Bullet bars of 2 m x 2 cm against one dynamic box. A trial goes wrong if the centre of the bar passes through the box
 * (without its outer 2 cm) between two steps, or is in it after a step. The poses between two steps are interpolated,
 * which is exact because there is one substep. */
#include <math.h>
#include <stdio.h>

#include "attack/escape.h"

#define PI 3.14159265358979323846
#define SKIN 0.02 /* m */

enum { STEPS = 30, PARTS = 64 };

static md2_body_id add_bar(md2_world *world, struct splitmix *random, const md2_shape_def *surface, md2_vec target)
{
    const double share = splitmix_real(random, 0, 1), distance = splitmix_real(random, 3, 20);
    const md_real speed = (md_real)(splitmix_index(random, 2) == 0 ? share * 1000 : 1000 * exp2(-5 * share));
    const md2_rot direction = md2_rot_from_angle(splitmix_real(random, -PI, PI));
    md2_body_def def = md2_body_def_default();
    md2_body_id body;
    md2_hull hull;
    def.type = MD2_DYNAMIC;
    def.bullet = true;
    def.position = md2_vec_add_scaled(target, (md_real)-distance, md2_v(direction.c, direction.s));
    def.rotation = md2_rot_from_angle(splitmix_real(random, -PI, PI));
    def.velocity = md2_v(speed * direction.c, speed * direction.s);
    def.angular_velocity = splitmix_index(random, 4) == 0 ? 0 : (md_real)splitmix_real(random, -200, 200);
    escape_require(md2_body_create(world, &def, &body), "bar");
    escape_require(md2_hull_rectangle(&hull, 1, (md_real)0.01), "bar");
    escape_require(md2_shape_create(world, body, surface, &hull, NULL), "bar");
    return body;
}

/* The box moves towards anywhere: it is hit at the front, at the back or not at all. */
static md2_body_id add_box(md2_world *world, struct splitmix *random, const md2_shape_def *surface, md2_vec half)
{
    md2_body_def def = md2_body_def_default();
    md2_body_id body;
    md2_hull hull;
    def.type = MD2_DYNAMIC;
    def.rotation = md2_rot_from_angle(splitmix_real(random, -PI, PI));
    if (splitmix_index(random, 2) == 0) {
        def.velocity.x = (md_real)splitmix_real(random, -30, 30);
        def.velocity.y = (md_real)splitmix_real(random, -30, 30);
        def.angular_velocity = (md_real)splitmix_real(random, -10, 10);
    }
    escape_require(md2_body_create(world, &def, &body), "box");
    escape_require(md2_hull_rectangle(&hull, half.x, half.y), "box");
    escape_require(md2_shape_create(world, body, surface, &hull, NULL), "box");
    return body;
}

/* True if the segment from p to q passes a rectangle around the origin. */
static bool passes(md2_vec p, md2_vec q, md2_vec half)
{
    const double from[2] = {(double)p.x, (double)p.y}, to[2] = {(double)q.x, (double)q.y};
    const double size[2] = {(double)half.x, (double)half.y};
    double enter = 0, leave = 1;
    for (int axis = 0; axis < 2; ++axis) {
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
    md2_transform box;
    md2_vec bar;
};

static struct poses poses_of(const md2_world *world, md2_body_id bar, md2_body_id box)
{
    return (struct poses){md2_body_transform(world, box), md2_body_center(world, bar)};
}

/* Centre of the bar in the coordinates of the box, at a fraction of the way between two poses. */
static md2_vec local_at(const struct poses *from, const struct poses *to, md_real t)
{
    const md2_rot p = from->box.q, q = to->box.q;
    const md2_rot turn = {p.c * q.c + p.s * q.s, p.c * q.s - p.s * q.c};
    const md_real angle = (md_real)atan2((double)turn.s, (double)turn.c);
    const md2_transform box = {md2_vec_lerp(from->box.p, to->box.p, t),
                               md2_rot_multiply(p, md2_rot_from_angle((double)(t * angle)))};
    return md2_transform_unapply(box, md2_vec_lerp(from->bar, to->bar, t));
}

static bool passes_through(const struct poses *from, const struct poses *to, md2_vec half)
{
    const md2_vec inside = {half.x - (md_real)SKIN, half.y - (md_real)SKIN};
    md2_vec before = local_at(from, to, 0);
    for (int i = 1; i <= PARTS; ++i) {
        const md2_vec after = local_at(from, to, (md_real)i / PARTS);
        if (passes(before, after, inside)) {
            return true;
        }
        before = after;
    }
    return false;
}

static void show(const md2_world *world, md2_body_id body, const char *name)
{
    const md2_transform pose = md2_body_transform(world, body);
    const md2_vec velocity = md2_body_velocity(world, body);
    printf("%s at %9.5f %9.5f rotation %8.5f %8.5f velocity %8.3f %8.3f spin %7.3f   ", name, (double)pose.p.x,
           (double)pose.p.y, (double)pose.q.c, (double)pose.q.s, (double)velocity.x, (double)velocity.y,
           (double)md2_body_angular_velocity(world, body));
}

static bool pair_goes_wrong(md2_world *world, md2_body_id bar, md2_body_id box, md2_vec half)
{
    struct poses before = poses_of(world, bar, box);
    for (int i = 0; i < STEPS; ++i) {
        escape_require(md2_world_step(world, (md_real)(1.0 / 60), NULL), "step");
        const struct poses after = poses_of(world, bar, box);
        if (escape_is_verbose) {
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

bool escape_bullet(uint64_t seed)
{
    struct splitmix random = {.state = seed};
    md2_shape_def surface;
    md2_world *world = escape_world(&random, 1, &surface);
    const md2_vec half = {(md_real)splitmix_real(&random, 0.05, 2), (md_real)splitmix_real(&random, 0.05, 0.5)};
    const md2_body_id box = add_box(world, &random, &surface, half);
    const md2_vec target = {(md_real)splitmix_real(&random, -0.5, 0.5), (md_real)splitmix_real(&random, -0.5, 0.5)};
    const md2_body_id bar = add_bar(world, &random, &surface, target);
    if (escape_is_verbose) {
        printf("\nbox of half size %g %g\n", (double)half.x, (double)half.y);
    }
    const bool wrong = pair_goes_wrong(world, bar, box, half);
    md2_world_destroy(world);
    return wrong;
}
