/* Joints: a door with a motor, an arm that hangs from a shoulder, and a car with four wheels. */
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

static md3_body_id add_body(md3_world *world, md3_body_type type, md3_vec position)
{
    md3_body_def def = md3_body_def_default();
    def.type = type;
    def.position = position;
    md3_body_id body;
    must(md3_body_create(world, &def, &body), "body");
    return body;
}

static md3_body_id add_box(md3_world *world, md3_vec position, md3_vec half, md_real density)
{
    const md3_body_id box = add_body(world, MD3_DYNAMIC, position);
    md3_shape_def def = md3_shape_def_default();
    def.density = density;
    must(md3_shape_create_box(world, box, &def, half, NULL), "box");
    return box;
}

/* A door of 1 m x 2 m whose hinge is the y axis at its left edge. It opens by 1.5 rad at most. */
static md3_joint_id add_door(md3_world *world, md3_body_id frame)
{
    const md3_body_id door = add_box(world, md3_v(0.5, 1.1, 0), md3_v(0.5, 1, 0.03), 500);
    md3_joint_def def = md3_joint_def_at(world, MD3_HINGE, frame, door, md3_v(0, 1.1, 0), md3_v(0, 1, 0));
    def.has_limits = true;
    def.lower = 0;
    def.upper = 1.5;
    def.has_motor = true;
    def.motor_speed = 1;
    def.motor_limit = 40; /* N m */
    md3_joint_id hinge;
    must(md3_joint_create(world, &def, &hinge), "hinge");
    return hinge;
}

/* An upper arm that hangs from a shoulder at (0, 1.5, 5). It starts level and falls; its axis is x. */
static md3_joint_id add_arm(md3_world *world, md3_body_id body)
{
    const md3_body_id arm = add_body(world, MD3_DYNAMIC, md3_v(0, 1.5, 5));
    md3_geometry capsule;
    must(md3_geometry_capsule(&capsule, md3_v(0, 0, 0), md3_v(0.35, 0, 0), 0.05), "capsule");
    const md3_shape_def shape_def = md3_shape_def_default();
    must(md3_shape_create(world, arm, &shape_def, &capsule, NULL), "arm");
    md3_joint_def def = md3_joint_def_at(world, MD3_BALL, body, arm, md3_v(0, 1.5, 5), md3_v(1, 0, 0));
    def.has_limits = true;
    def.upper = 1.2; /* rad: the cone that the arm stays in */
    def.axis[MD3_TWIST].has_limits = true;
    def.axis[MD3_TWIST].lower = -0.5;
    def.axis[MD3_TWIST].upper = 0.5;
    def.has_motor = true;
    def.motor_limit = 1; /* N m, toward an angular velocity of 0: friction, so that the arm comes to rest */
    md3_joint_id shoulder;
    must(md3_joint_create(world, &def, &shoulder), "shoulder");
    return shoulder;
}

/* A wheel with a suspension along y and an axle along z. The front wheels steer, the rear ones drive. */
static md3_joint_id add_wheel(md3_world *world, md3_body_id chassis, md3_vec position, bool front)
{
    const md3_body_id wheel = add_body(world, MD3_DYNAMIC, position);
    md3_geometry tyre;
    must(md3_geometry_cylinder(&tyre, md3_v(0, 0, -0.1), md3_v(0, 0, 0.1), 0.3, 0), "tyre");
    md3_shape_def shape_def = md3_shape_def_default();
    shape_def.friction = 1;
    shape_def.density = 300;
    must(md3_shape_create(world, wheel, &shape_def, &tyre, NULL), "wheel");
    md3_joint_def def = md3_joint_def_wheel(world, chassis, wheel, position, md3_v(0, 1, 0), md3_v(0, 0, 1));
    def.has_spring = true;
    def.frequency = 3;
    def.has_motor = !front;
    def.motor_speed = -20; /* rad/s about z: the car drives along +x */
    def.motor_limit = 200; /* N m */
    md3_joint_id joint;
    must(md3_joint_create(world, &def, &joint), "wheel joint");
    return joint;
}

/* Turns a wheel about its suspension. */
static void steer(md3_world *world, md3_joint_id wheel, md_real angle)
{
    md3_joint_axis axis = md3_joint_axis_default();
    axis.locked = true;
    axis.target = angle; /* rad */
    must(md3_joint_set_axis(world, wheel, MD3_TWIST, &axis), "steer");
}

static md3_joint_state state_of(const md3_world *world, md3_joint_id joint)
{
    md3_joint_state state;
    must(md3_joint_get_state(world, joint, &state), "state");
    return state;
}

int main(void)
{
    md3_world_def def = md3_world_def_default();
    def.substeps = 4;
    md3_world *world;
    must(md3_world_create(&def, &world), "world");
    const md3_body_id ground = add_body(world, MD3_STATIC, md3_v(0, 0, 0));
    md3_geometry plane;
    must(md3_geometry_plane(&plane, md3_v(0, 1, 0), 0), "plane");
    const md3_shape_def surface = md3_shape_def_default();
    must(md3_shape_create(world, ground, &surface, &plane, NULL), "ground");

    const md3_joint_id hinge = add_door(world, ground);
    const md3_joint_id shoulder = add_arm(world, ground);
    const md3_body_id chassis = add_box(world, md3_v(0, 0.6, 10), md3_v(1.2, 0.2, 0.6), 300);
    md3_joint_id wheels[4];
    for (int i = 0; i < 4; ++i) {
        const md3_vec at = md3_v(i < 2 ? 1 : -1, 0.3, i % 2 == 0 ? 9.2 : 10.8);
        wheels[i] = add_wheel(world, chassis, at, i < 2);
    }
    for (int step = 1; step <= 360; ++step) {
        if (step == 180) {
            steer(world, wheels[0], 0.2);
            steer(world, wheels[1], 0.2);
        }
        must(md3_world_step(world, (md_real)1 / 60, NULL), "step");
        if (step % 60 == 0) {
            const md3_joint_state door = state_of(world, hinge), arm = state_of(world, shoulder);
            const md3_vec car = md3_body_transform(world, chassis).p;
            const md3_vec v = md3_body_velocity(world, chassis);
            printf("%d s: door at %.2f rad; arm at %.2f rad from its axis; car at (%4.1f, %4.1f), %.1f m/s\n",
                   step / 60, (double)door.position, (double)arm.position, (double)car.x, (double)car.z,
                   (double)md3_vec_length(v));
        }
    }
    md3_world_destroy(world);
    return 0;
}
