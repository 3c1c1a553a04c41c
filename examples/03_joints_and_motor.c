/* A lift with a motor, a ball on a rope, and a bracket that breaks. */
#include <math.h>
#include <modulus/modulus.h>
#include <stdio.h>
#include <stdlib.h>

static void must(md_status status, const char *what)
{
    if (status != MD_OK) {
        fprintf(stderr, "%s: %s\n", what, md_status_text(status));
        exit(1);
    }
}

static md2_body_id add_body(md2_world *world, md2_body_type type, md2_vec position)
{
    md2_body_def def = md2_body_def_default();
    def.type = type;
    def.position = position;
    md2_body_id body;
    must(md2_body_create(world, &def, &body), "body");
    return body;
}

static md2_body_id add_box(md2_world *world, md2_vec position, md2_vec half, md_real mass)
{
    const md2_body_id body = add_body(world, MD2_DYNAMIC, position);
    md2_hull hull;
    must(md2_hull_box(&hull, half, md2_v(0, 0), md2_rot_identity(), 0), "hull");
    md2_shape_def shape = md2_shape_def_default();
    shape.density = mass / (4 * half.x * half.y);
    must(md2_shape_create(world, body, &shape, &hull, NULL), "shape");
    return body;
}

/* Puts a platform on a vertical rail, 0 to 1 m above its start, with a motor of at most 1500 N. */
static md2_joint_id add_lift(md2_world *world, md2_body_id ground, md2_body_id platform)
{
    const md2_vec at = md2_body_transform(world, platform).p;
    md2_joint_def def = md2_joint_def_at(world, MD2_PRISMATIC, ground, platform, at, md2_v(0, 1));
    def.has_limits = true;
    def.lower = 0;
    def.upper = 1;
    def.has_motor = true;
    def.motor_speed = 0.5;
    def.motor_limit = 1500;
    md2_joint_id lift;
    must(md2_joint_create(world, &def, &lift), "lift");
    return lift;
}

/* Adds a rope: a distance joint whose length may be anything up to the current distance. */
static md2_joint_id add_rope(md2_world *world, md2_body_id ground, md2_vec nail, md2_body_id ball)
{
    md2_joint_def def = md2_joint_def_distance(world, ground, ball, nail, md2_body_center(world, ball));
    def.has_limits = true;
    def.lower = 0;
    def.upper = def.length;
    md2_joint_id rope;
    must(md2_joint_create(world, &def, &rope), "rope");
    return rope;
}

/* Welds a shelf to the wall. The weld breaks above 250 N. */
static md2_joint_id add_bracket(md2_world *world, md2_body_id ground, md2_body_id shelf)
{
    const md2_vec at = md2_body_transform(world, shelf).p;
    md2_joint_def def = md2_joint_def_at(world, MD2_WELD, ground, shelf, at, md2_v(1, 0));
    def.break_force = 250;
    md2_joint_id bracket;
    must(md2_joint_create(world, &def, &bracket), "bracket");
    return bracket;
}

static md2_joint_state state_of(const md2_world *world, md2_joint_id joint)
{
    md2_joint_state state;
    must(md2_joint_get_state(world, joint, &state), "state");
    return state;
}

int main(void)
{
    md2_world_def def = md2_world_def_default();
    def.substeps = 4;
    md2_world *world;
    must(md2_world_create(&def, &world), "world");
    const md2_body_id ground = add_body(world, MD2_STATIC, md2_v(0, 0)); /* a body needs no shape for a joint */

    const md2_body_id platform = add_box(world, md2_v(0, 0), md2_v(1, 0.1), 20);
    add_box(world, md2_v(0, 0.6), md2_v(0.5, 0.5), 80); /* the load of the lift */
    const md2_joint_id lift = add_lift(world, ground, platform);

    const md2_body_id ball = add_box(world, md2_v(8, 4), md2_v(0.2, 0.2), 10);
    const md2_joint_id rope = add_rope(world, ground, md2_v(6, 4), ball);

    const md2_body_id shelf = add_box(world, md2_v(-4, 2), md2_v(0.5, 0.05), 5);
    const md2_joint_id bracket = add_bracket(world, ground, shelf);

    for (int step = 1; step <= 180; ++step) {
        if (step == 90) {
            add_box(world, md2_v(-4, 2.3), md2_v(0.2, 0.2), 30); /* too heavy for the shelf */
        }
        must(md2_world_step(world, (md_real)1 / 60, NULL), "step");
        int32_t count;
        const md2_event *events = md2_world_events(world, &count);
        for (int32_t i = 0; i < count; ++i) {
            if (events[i].type == MD2_EVENT_JOINT_BROKEN) {
                printf("        the bracket broke\n");
            }
        }
        if (step % 30 == 0) {
            const md2_joint_state lift_state = state_of(world, lift);
            const md2_vec tension = state_of(world, rope).force;
            printf("%.1f s: lift at %.2f m, motor %3.0f N; rope %3.0f N; shelf %s\n", step / 60.0,
                   (double)lift_state.position, (double)lift_state.motor, hypot((double)tension.x, (double)tension.y),
                   md2_joint_is_valid(world, bracket) ? "holds" : "has broken off");
        }
    }
    md2_world_destroy(world);
    return 0;
}
