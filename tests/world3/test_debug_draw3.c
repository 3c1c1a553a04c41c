/* Debug drawing of a 3D world: which lines and points are drawn, where, and of which kind. */
#include <modulus/queries3.h>

#include "world3/scenes3.h"

enum { MOST = 20000 };

struct drawn_line {
    md3_vec a, b;
    md3_draw_kind kind;
    md3_shape_id shape;
};

struct picture {
    struct drawn_line lines[MOST];
    md3_vec points[MOST];
    md3_draw_kind point_kinds[MOST];
    int line_count, point_count, spheres, capsules, triangles;
};

static struct picture picture;

static void on_line(void *user, md3_vec a, md3_vec b, md3_draw_kind kind, md3_shape_id shape)
{
    struct picture *to = user;
    assert_true(to->line_count < MOST && md3_vec_is_finite(a) && md3_vec_is_finite(b));
    to->lines[to->line_count++] = (struct drawn_line){a, b, kind, shape};
}

static void on_point(void *user, md3_vec point, md3_draw_kind kind)
{
    struct picture *to = user;
    to->points[to->point_count] = point;
    to->point_kinds[to->point_count++] = kind;
}

static void on_sphere(void *user, md3_vec center, md_real radius, md3_transform transform, md3_draw_kind kind,
                      md3_shape_id shape)
{
    (void)center, (void)radius, (void)transform, (void)kind, (void)shape;
    ++((struct picture *)user)->spheres;
}

static void on_capsule(void *user, md3_vec a, md3_vec b, md_real radius, md3_draw_kind kind, md3_shape_id shape)
{
    (void)a, (void)b, (void)radius, (void)kind, (void)shape;
    ++((struct picture *)user)->capsules;
}

static void on_triangle(void *user, const md3_vec corner[3], md3_draw_kind kind, md3_shape_id shape)
{
    (void)corner, (void)kind, (void)shape;
    ++((struct picture *)user)->triangles;
}

/* Lines and points only. */
static md3_debug_draw lines_only(void)
{
    md3_debug_draw draw = md3_debug_draw_default();
    draw.user = &picture;
    draw.line = on_line;
    draw.point = on_point;
    return draw;
}

static void take(const md3_world *world, const md3_debug_draw *draw)
{
    picture.line_count = picture.point_count = picture.spheres = picture.capsules = picture.triangles = 0;
    md3_world_draw(world, draw);
}

static int lines_of(md3_draw_kind kind)
{
    int count = 0;
    for (int i = 0; i < picture.line_count; ++i) {
        count += picture.lines[i].kind == kind;
    }
    return count;
}

static md3_shape_id add(md3_world *world, md3_body_type type, md3_geometry geometry)
{
    const md3_shape_def def = md3_shape_def_default();
    return give(world, body_turned_at(world, type, at3(1, 2, 3), turned_about(1, 2, 3, 0.7)), &def, &geometry);
}

/* Every end of every line is on the surface of the geometry. */
static void assert_on_surface(const md3_world *world, md3_shape_id shape)
{
    const md3_transform at = md3_body_transform(world, md3_shape_body(world, shape));
    const md3_geometry *geometry = md3_shape_geometry(world, shape);
    const md3_geometry dot = {.type = MD3_SPHERE};
    const md3_mass mass = md3_geometry_mass(geometry, 1);
    const md3_vec center = md3_transform_apply(at, mass.center);
    for (int i = 0; i < 2 * picture.line_count; ++i) {
        const md3_vec end = i % 2 == 0 ? picture.lines[i / 2].a : picture.lines[i / 2].b;
        const md3_vec further = md3_vec_add(end, md3_vec_scale((md_real)1e-3, md3_vec_sub(end, center)));
        /* Not outside, and outside if it is moved outward by a thousandth. */
        assert_true(md3_distance(geometry, at, &dot, md3_transform_make(end, md3_rot_identity())).distance <
                    (md_real)1e-5);
        assert_true(md3_distance(geometry, at, &dot, md3_transform_make(further, md3_rot_identity())).distance > 0);
        assert_true(md3_shape_same(picture.lines[i / 2].shape, shape));
    }
}

static void outlines_lie_on_the_surface(void **state)
{
    (void)state;
    md3_hull *hull = box_hull(0.5, 0.6, 0.7);
    const md3_vec a = at3(0.1, 0.2, -0.3), b = at3(1.1, -0.4, 0.3);
    const struct {
        md3_geometry geometry;
        int lines;
    } cases[] = {
        {sphere_of(a, 0.5), 3 * 24},
        {capsule_of(a, b, 0.5), 2 * (24 + 12 + 12) + 4},
        {hull_of(hull, 0), 12},
        {round_of(MD3_CYLINDER, a, b, 0.5, 0), 2 * 24 + 4},
        {round_of(MD3_CONE, a, b, 0.5, 0), 24 + 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        md3_world *world = world_new();
        const md3_shape_id shape = add(world, MD3_DYNAMIC, cases[i].geometry);
        const md3_debug_draw draw = lines_only();
        take(world, &draw);
        assert_int_equal(picture.line_count, cases[i].lines);
        assert_int_equal(lines_of(MD3_DRAW_DYNAMIC), cases[i].lines);
        assert_on_surface(world, shape);
        md3_world_destroy(world);
    }
    md3_hull_destroy(hull);
}

static void functions_for_shapes_replace_lines(void **state)
{
    (void)state;
    md3_world *world = world_new();
    add(world, MD3_DYNAMIC, sphere_of(at3(0, 0, 0), 0.5));
    add(world, MD3_DYNAMIC, capsule_of(at3(0, 0, 0), at3(1, 0, 0), 0.5));
    md3_mesh *mesh = wavy_mesh(4);
    add(world, MD3_STATIC, (md3_geometry){.type = MD3_MESH, .mesh = mesh});
    md3_debug_draw draw = lines_only();
    draw.sphere = on_sphere;
    draw.capsule = on_capsule;
    draw.triangle = on_triangle;
    take(world, &draw);
    assert_int_equal(picture.line_count, 0);
    assert_int_equal(picture.spheres, 1);
    assert_int_equal(picture.capsules, 1);
    assert_int_equal(picture.triangles, 32);
    draw.max_triangles = 5;
    take(world, &draw);
    assert_int_equal(picture.triangles, 5);
    md3_mesh_destroy(mesh);
    md3_world_destroy(world);
}

static void meshes_height_fields_and_planes_are_drawn(void **state)
{
    (void)state;
    md3_world *world = world_new();
    md3_height_field *field = rough_field();
    md3_debug_draw draw = lines_only();
    add(world, MD3_KINEMATIC, (md3_geometry){.type = MD3_HEIGHT_FIELD, .height_field = field});
    md3_height_field_destroy(field);
    take(world, &draw);
    /* 8 x 6 cells of two triangles; the hole is a corner of six of them. */
    assert_int_equal(lines_of(MD3_DRAW_KINEMATIC), 3 * (2 * 8 * 6 - 6));
    ground_at_zero(world);
    take(world, &draw);
    assert_int_equal(lines_of(MD3_DRAW_STATIC), 5);
    for (int i = 0; i < picture.line_count; ++i) {
        if (picture.lines[i].kind == MD3_DRAW_STATIC) {
            assert_true(picture.lines[i].a.y == 0);
        }
    }
    md3_world_destroy(world);
}

static void kinds_tell_sleep_and_sensors(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_body_id ground = ground_at_zero(world);
    const md3_body_id box = box_at(world, 0, 0.5, 0, 0.5);
    md3_shape_def zone = md3_shape_def_default();
    zone.sensor = true;
    give_box(world, ground, &zone, 1, 1, 1);
    md3_debug_draw draw = lines_only();
    take(world, &draw);
    assert_int_equal(lines_of(MD3_DRAW_DYNAMIC), 12);
    assert_int_equal(lines_of(MD3_DRAW_SENSOR), 12);
    assert_int_equal(md3_body_set_awake(world, box, false), MD_OK);
    take(world, &draw);
    assert_int_equal(lines_of(MD3_DRAW_ASLEEP), 12);
    assert_int_equal(md3_body_set_enabled(world, box, false), MD_OK);
    take(world, &draw);
    assert_int_equal(picture.line_count, 12 + 5);
    md3_world_destroy(world);
}

static void boxes_of_shapes_and_of_the_tree_are_drawn(void **state)
{
    (void)state;
    md3_world *world = world_new();
    for (int i = 0; i < 5; ++i) {
        box_at(world, 3 * i, 0, 0, 0.5);
    }
    md3_debug_draw draw = lines_only();
    draw.shapes = false;
    draw.bounds = draw.tree = true;
    take(world, &draw);
    assert_int_equal(lines_of(MD3_DRAW_BOUNDS), 5 * 12);
    assert_int_equal(lines_of(MD3_DRAW_TREE), 9 * 12); /* a tree of 5 leaves has 4 more nodes */
    md3_world_destroy(world);
}

static void contacts_are_drawn_with_their_impulses(void **state)
{
    (void)state;
    md3_world *world = world_new();
    ground_at_zero(world);
    const md3_body_id box = box_at(world, 0, 0.5, 0, 0.5);
    sphere_at(world, 0, 1.3, 0, 0.3);
    for (int i = 0; i < 20; ++i) {
        step_by(world, 1.0 / 60);
    }
    md3_debug_draw draw = lines_only();
    draw.shapes = false;
    draw.contacts = draw.impulses = draw.centers = draw.islands = true;
    draw.normal_scale = 1;
    take(world, &draw);
    double sum = 0;
    for (int i = 0; i < picture.line_count; ++i) {
        const struct drawn_line *line = &picture.lines[i];
        if (line->kind == MD3_DRAW_NORMAL && line->a.y < (md_real)0.1) {
            sum += (double)md3_vec_distance(line->a, line->b);
        }
    }
    /* The ground bears both bodies: impulses per step are weight times 1/60 s, within a per cent for 10 sweeps. */
    const double mass = (double)md3_body_mass(world, box).mass + 4.0 / 3 * PI * 0.027 * 1000;
    assert_near(sum, mass * G / 60, 0.01 * mass * G / 60);
    assert_int_equal(lines_of(MD3_DRAW_ISLAND), 1);
    assert_int_equal(lines_of(MD3_DRAW_NORMAL), 5);
    assert_int_equal(picture.point_count, 3 + 5); /* of three bodies, and contact points */
    md3_world_destroy(world);
}

static void joints_are_drawn_from_centre_to_centre(void **state)
{
    (void)state;
    md3_world *world = world_new();
    const md3_body_id post = body_at(world, MD3_STATIC, 0, 0, 0), box = box_at(world, 2, 0, 0, 0.5);
    const md3_joint_def hinge = md3_joint_def_at(world, MD3_HINGE, post, box, at3(1, 0, 0), at3(0, 1, 0));
    assert_int_equal(md3_joint_create(world, &hinge, NULL), MD_OK);
    md3_joint_def pull = md3_joint_def_at(world, MD3_MOUSE, md3_body_none(), box, at3(2, 0.5, 0), at3(1, 0, 0));
    pull.target = at3(2, 3, 0);
    assert_int_equal(md3_joint_create(world, &pull, NULL), MD_OK);
    md3_debug_draw draw = lines_only();
    draw.shapes = false;
    draw.joints = true;
    take(world, &draw);
    /* From the centre of the box to both anchors, and between the anchors of each joint. */
    assert_int_equal(lines_of(MD3_DRAW_JOINT), 4);
    assert_int_equal(picture.point_count, 4);
    assert_vec_near(picture.points[0], at3(1, 0, 0), 0);
    assert_vec_near(picture.points[2], at3(2, 3, 0), 0);
    assert_vec_near(picture.lines[3].a, at3(2, 3, 0), 0);
    assert_vec_near(picture.lines[3].b, at3(2, 0.5, 0), PICK(1e-12, 1e-6));
    assert_int_equal(md3_body_set_enabled(world, box, false), MD_OK);
    take(world, &draw);
    assert_int_equal(picture.line_count + picture.point_count, 0);
    md3_world_destroy(world);
}

static void a_fraction_draws_between_two_steps(void **state)
{
    (void)state;
    md3_world *world = world_without_gravity();
    set_velocity(world, sphere_at(world, 0, 0, 0, 0.5), at3(6, 0, 0), at3(0, 0, 0));
    step_many(world, 1);
    md3_debug_draw draw = lines_only();
    draw.shapes = false;
    draw.centers = true;
    draw.fraction = (md_real)0.5;
    take(world, &draw);
    assert_vec_near(picture.points[0], at3(0.05, 0, 0), PICK(1e-12, 1e-6));
    md3_world_draw(NULL, &draw);
    md3_world_draw(world, NULL);
    md3_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outlines_lie_on_the_surface),
        cmocka_unit_test(functions_for_shapes_replace_lines),
        cmocka_unit_test(meshes_height_fields_and_planes_are_drawn),
        cmocka_unit_test(kinds_tell_sleep_and_sensors),
        cmocka_unit_test(boxes_of_shapes_and_of_the_tree_are_drawn),
        cmocka_unit_test(contacts_are_drawn_with_their_impulses),
        cmocka_unit_test(joints_are_drawn_from_centre_to_centre),
        cmocka_unit_test(a_fraction_draws_between_two_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
