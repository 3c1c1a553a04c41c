/* Debug drawing: which calls are made, with which kind, and at which position. */
#include "world2/strokes2.h"

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* Each kind of shape on a body at (1, 2) that is rotated by a quarter turn: local (x, y) is at (1 - y, 2 + x). */
static const md2_transform TURNED = {{1, 2}, {0, 1}};

static void a_circle_is_drawn_with_a_rotating_point_on_its_rim(void **state)
{
    (void)state;
    md2_world *world = make_world(vec(0, 0));
    const md2_shape_id shape = give_circle(world, make_body(world, MD2_DYNAMIC, TURNED), vec(3, 0), 0.5, false);
    struct picture picture = picture_of(world, pen());
    assert_int_equal(picture.count, 1);
    const struct stroke *stroke = stroke_of(&picture, CIRCLE, MD2_DRAW_DYNAMIC, 0);
    assert_near(stroke->point[0], 1, 5);
    assert_near(stroke->point[1], 1, 5.5);
    assert_true(stroke->radius == (md_real)0.5);
    assert_shape(stroke, shape);
    md2_world_destroy(world);
}

static void a_hull_of_two_points_is_drawn_as_capsule_or_line(void **state)
{
    (void)state;
    md2_world *world = make_world(vec(0, 0));
    const md2_body_id body = make_body(world, MD2_KINEMATIC, TURNED);
    md2_hull hull;
    assert_int_equal(md2_hull_capsule(&hull, vec(1, 0), vec(2, 0), (md_real)0.25), MD_OK);
    const md2_shape_id capsule = give_hull(world, body, &hull, false);
    assert_int_equal(md2_hull_segment(&hull, vec(0, 1), vec(0, 3)), MD_OK);
    const md2_shape_id line = give_hull(world, body, &hull, false);
    struct picture picture = picture_of(world, pen());
    assert_int_equal(picture.count, 2);
    const struct stroke *round = stroke_of(&picture, CAPSULE, MD2_DRAW_KINEMATIC, 0);
    assert_near(round->point[0], 1, 3);
    assert_near(round->point[1], 1, 4);
    assert_true(round->radius == (md_real)0.25);
    assert_shape(round, capsule);
    const struct stroke *bare = stroke_of(&picture, LINE, MD2_DRAW_KINEMATIC, 0);
    assert_near(bare->point[0], 0, 2);
    assert_near(bare->point[1], -2, 2);
    assert_shape(bare, line);
    md2_world_destroy(world);
}

static void a_polygon_is_drawn_with_its_points_in_order_and_its_radius(void **state)
{
    (void)state;
    md2_world *world = make_world(vec(0, 0));
    const md2_shape_id shape = give_box(world, make_body(world, MD2_STATIC, TURNED), 2, 1, 0.125);
    struct picture picture = picture_of(world, pen());
    assert_int_equal(picture.count, 1);
    const struct stroke *stroke = stroke_of(&picture, POLYGON, MD2_DRAW_STATIC, 0);
    const md2_hull *hull = md2_shape_hull(world, shape);
    assert_int_equal(stroke->count, 4);
    double area = 0;
    for (int i = 0; i < 4; ++i) {
        assert_near(stroke->point[i], 1 - (double)hull->point[i].y, 2 + (double)hull->point[i].x);
        area += (double)vec_cross(stroke->point[i], stroke->point[(i + 1) % 4]) / 2;
    }
    assert_true(fabs(area - 8) < 10 * TOLERANCE); /* positive: counter-clockwise */
    assert_true(stroke->radius == (md_real)0.125);
    assert_shape(stroke, shape);
    md2_world_destroy(world);
}

static void a_chain_is_drawn_as_lines(void **state)
{
    (void)state;
    md2_world *world = make_world(vec(0, 0));
    const md2_shape_def def = md2_shape_def_default();
    const md2_vec points[] = {{3, 0}, {1, 1}, {-2, 0}};
    md2_chain_id made;
    md2_shape_id chain[2];
    assert_int_equal(md2_chain_create(world, make_body(world, MD2_STATIC, HERE), &def, points, 3, false, &made), MD_OK);
    assert_int_equal(md2_chain_shapes(world, made, chain, 2), 2);
    struct picture picture = picture_of(world, pen());
    assert_int_equal(picture.count, 2);
    for (int i = 0; i < 2; ++i) {
        const struct stroke *stroke = stroke_of(&picture, LINE, MD2_DRAW_STATIC, i);
        assert_near(stroke->point[0], (double)points[i].x, (double)points[i].y);
        assert_near(stroke->point[1], (double)points[i + 1].x, (double)points[i + 1].y);
        assert_shape(stroke, chain[i]);
    }
    md2_world_destroy(world);
}

/* Circles: two static ones, a kinematic one, three dynamic ones of which two sleep, sensors on a static and on an awake
 * body, and one on a disabled body. */
static md2_world *make_one_of_each(void)
{
    md2_world *world = make_world(vec(0, 0));
    const md2_body_type types[] = {MD2_STATIC, MD2_STATIC, MD2_KINEMATIC, MD2_DYNAMIC, MD2_DYNAMIC, MD2_DYNAMIC};
    md2_body_id bodies[6];
    for (int i = 0; i < 6; ++i) {
        bodies[i] = make_body(world, types[i], (md2_transform){{(md_real)(4 * i), 0}, {1, 0}});
        give_circle(world, bodies[i], vec(0, 0), 1, false);
    }
    assert_int_equal(md2_body_set_awake(world, bodies[4], false), MD_OK);
    assert_int_equal(md2_body_set_awake(world, bodies[5], false), MD_OK);
    give_circle(world, bodies[0], vec(0, 0), 2, true);
    give_circle(world, bodies[3], vec(0, 0), 2, true);
    const md2_body_id gone = make_body(world, MD2_DYNAMIC, (md2_transform){{40, 0}, {1, 0}});
    give_circle(world, gone, vec(0, 0), 1, false);
    assert_int_equal(md2_body_set_enabled(world, gone, false), MD_OK);
    return world;
}

static void the_draw_kind_follows_type_and_state_of_the_body(void **state)
{
    (void)state;
    md2_world *world = make_one_of_each();
    struct picture picture = picture_of(world, pen());
    assert_int_equal(count_of(&picture, CIRCLE, MD2_DRAW_STATIC), 2);
    assert_int_equal(count_of(&picture, CIRCLE, MD2_DRAW_KINEMATIC), 1);
    assert_int_equal(count_of(&picture, CIRCLE, MD2_DRAW_DYNAMIC), 1);
    assert_int_equal(count_of(&picture, CIRCLE, MD2_DRAW_ASLEEP), 2);
    assert_int_equal(count_of(&picture, CIRCLE, MD2_DRAW_SENSOR), 2);
    assert_int_equal(picture.count, 8);
    md2_world_destroy(world);
}

static void a_body_that_wakes_changes_its_draw_kind(void **state)
{
    (void)state;
    md2_world *world = make_world(vec(0, 0));
    const md2_body_id body = make_body(world, MD2_DYNAMIC, HERE);
    give_circle(world, body, vec(0, 0), 1, false);
    const md2_draw_kind kinds[] = {MD2_DRAW_ASLEEP, MD2_DRAW_DYNAMIC};
    for (int awake = 0; awake < 2; ++awake) {
        assert_int_equal(md2_body_set_awake(world, body, awake == 1), MD_OK);
        struct picture picture = picture_of(world, pen());
        assert_int_equal(count_of(&picture, CIRCLE, kinds[awake]), 1);
    }
    md2_world_destroy(world);
}

/* ---- Bounds and centres ------------------------------------------------------------------------------------------ */

static void bounds_and_centres_are_drawn_when_asked_for(void **state)
{
    (void)state;
    md2_world *world = make_world(vec(0, 0));
    const md2_body_id body = make_body(world, MD2_DYNAMIC, TURNED);
    const md2_shape_id shape = give_circle(world, body, vec(3, 0), 0.5, false);
    struct picture picture = picture_of(world, all_but_shapes());
    assert_int_equal(picture.count, 2);
    const struct stroke *box = stroke_of(&picture, POLYGON, MD2_DRAW_BOUNDS, 0);
    assert_int_equal(box->count, 4);
    assert_near(box->point[0], 0.5, 4.5);
    assert_near(box->point[1], 1.5, 4.5);
    assert_near(box->point[2], 1.5, 5.5);
    assert_near(box->point[3], 0.5, 5.5);
    assert_true(box->radius == 0);
    assert_shape(box, shape);
    assert_near(stroke_of(&picture, POINT, MD2_DRAW_CENTER, 0)->point[0], 1, 5);
    md2_world_destroy(world);
}

static void disabled_bodies_are_drawn_without_bounds_and_centre(void **state)
{
    (void)state;
    md2_world *world = make_one_of_each();
    struct picture picture = picture_of(world, all_but_shapes());
    assert_int_equal(count_of(&picture, POLYGON, MD2_DRAW_BOUNDS), 8);
    assert_int_equal(count_of(&picture, POINT, MD2_DRAW_CENTER), 6);
    assert_int_equal(count_of_form(&picture, CIRCLE), 0); /* no shapes */
    md2_world_destroy(world);
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

static bool has_line(const struct picture *picture, double ax, double ay, double bx, double by)
{
    for (int32_t i = 0; i < picture->count; ++i) {
        const struct stroke *stroke = &picture->stroke[i];
        const md2_vec a = stroke->point[0];
        const md2_vec b = stroke->point[1];
        if (stroke->form == LINE && stroke->kind == MD2_DRAW_JOINT && stroke->shape.generation == 0 &&
            fabs((double)a.x - ax) + fabs((double)a.y - ay) < TOLERANCE &&
            fabs((double)b.x - bx) + fabs((double)b.y - by) < TOLERANCE) {
            return true;
        }
    }
    return false;
}

/* Bodies at (-2, 0) and (2, 1), of 1 m each; the first is kinematic. */
static void make_pair(md2_world *world, md2_body_id *bodies)
{
    bodies[0] = make_body(world, MD2_KINEMATIC, (md2_transform){{-2, 0}, {1, 0}});
    bodies[1] = make_body(world, MD2_DYNAMIC, (md2_transform){{2, 1}, {1, 0}});
    give_circle(world, bodies[0], vec(0, 0), 0.5, false);
    give_circle(world, bodies[1], vec(0, 0), 0.5, false);
}

static void a_joint_is_drawn_from_centre_to_anchor_to_anchor_to_centre(void **state)
{
    (void)state;
    md2_world *world = make_world(vec(0, 0));
    md2_body_id bodies[2];
    make_pair(world, bodies);
    const md2_joint_def def = md2_joint_def_distance(world, bodies[0], bodies[1], vec(-1, 0), vec(1, 1));
    md2_joint_id joint;
    assert_int_equal(md2_joint_create(world, &def, &joint), MD_OK);
    struct picture picture = picture_of(world, all_but_shapes());
    assert_int_equal(count_of(&picture, LINE, MD2_DRAW_JOINT), 3);
    assert_true(has_line(&picture, -2, 0, -1, 0));
    assert_true(has_line(&picture, -1, 0, 1, 1));
    assert_true(has_line(&picture, 2, 1, 1, 1));
    assert_int_equal(count_of(&picture, POINT, MD2_DRAW_JOINT), 2);
    assert_near(stroke_of(&picture, POINT, MD2_DRAW_JOINT, 0)->point[0], -1, 0);
    assert_near(stroke_of(&picture, POINT, MD2_DRAW_JOINT, 1)->point[0], 1, 1);
    /* The centre of a static body has no meaning. */
    assert_int_equal(md2_body_set_type(world, bodies[0], MD2_STATIC), MD_OK);
    picture = picture_of(world, all_but_shapes());
    assert_int_equal(count_of(&picture, LINE, MD2_DRAW_JOINT), 2);
    assert_false(has_line(&picture, -2, 0, -1, 0));
    /* A joint of a disabled body has no effect, and is not drawn. */
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(md2_body_set_enabled(world, bodies[i], false), MD_OK);
        picture = picture_of(world, all_but_shapes());
        assert_int_equal(count_of_form(&picture, LINE), 0);
        assert_int_equal(count_of(&picture, POINT, MD2_DRAW_JOINT), 0);
        assert_int_equal(md2_body_set_enabled(world, bodies[i], true), MD_OK);
    }
    md2_world_destroy(world);
}

static void a_pulley_joint_is_drawn_as_its_rope(void **state)
{
    (void)state;
    md2_world *world = make_world(vec(0, 0));
    md2_body_id bodies[2];
    make_pair(world, bodies);
    const md2_vec pulley[2] = {vec(-2, 5), vec(3, 6)};
    const md2_vec point[2] = {vec(-2, (md_real)0.25), vec(2, (md_real)1.25)};
    const md2_joint_def def = md2_joint_def_pulley(world, bodies[0], bodies[1], pulley, point, 1);
    assert_int_equal(md2_joint_create(world, &def, NULL), MD_OK);
    const struct picture picture = picture_of(world, all_but_shapes());
    assert_int_equal(count_of(&picture, LINE, MD2_DRAW_JOINT), 5);
    assert_true(has_line(&picture, -2, 0.25, -2, 5));
    assert_true(has_line(&picture, -2, 5, 3, 6));
    assert_true(has_line(&picture, 3, 6, 2, 1.25));
    assert_int_equal(count_of(&picture, POINT, MD2_DRAW_JOINT), 4);
    md2_world_destroy(world);
}

static void a_mouse_joint_is_drawn_from_its_target(void **state)
{
    (void)state;
    md2_world *world = make_world(vec(0, 0));
    md2_body_id bodies[2];
    make_pair(world, bodies);
    md2_joint_def def =
        md2_joint_def_at(world, MD2_MOUSE, (md2_body_id){0, 0}, bodies[1], vec(2, (md_real)1.25), vec(1, 0));
    def.target = vec(4, 4);
    md2_joint_id joint;
    assert_int_equal(md2_joint_create(world, &def, &joint), MD_OK);
    struct picture picture = picture_of(world, all_but_shapes());
    assert_int_equal(count_of(&picture, LINE, MD2_DRAW_JOINT), 2);
    assert_true(has_line(&picture, 4, 4, 2, 1.25));
    assert_true(has_line(&picture, 2, 1, 2, 1.25));
    assert_int_equal(count_of(&picture, POINT, MD2_DRAW_JOINT), 2);
    md2_world_destroy(world);
}

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

/* A box of 1 m and 1 kg at rest on a ground with its top at y = 0. */
static md2_world *make_resting_box(void)
{
    md2_world *world = make_world(vec(0, (md_real)-G));
    give_box(world, make_body(world, MD2_STATIC, (md2_transform){{0, -1}, {1, 0}}), 10, 1, 0);
    give_box(world, make_body(world, MD2_DYNAMIC, (md2_transform){{3, (md_real)0.5}, {1, 0}}), 0.5, 0.5, 0);
    for (int i = 0; i < 20; ++i) {
        assert_int_equal(md2_world_step(world, DT, NULL), MD_OK);
    }
    return world;
}

static void contacts_are_drawn_as_points_with_normals_of_a_given_length(void **state)
{
    (void)state;
    md2_world *world = make_resting_box();
    md2_debug_draw draw = all_but_shapes();
    draw.normal_scale = (md_real)0.25;
    struct picture picture = picture_of(world, draw);
    assert_int_equal(count_of(&picture, POINT, MD2_DRAW_CONTACT), 2);
    assert_int_equal(count_of(&picture, LINE, MD2_DRAW_NORMAL), 2);
    double sum_x = 0;
    for (int i = 0; i < 2; ++i) {
        const md2_vec point = stroke_of(&picture, POINT, MD2_DRAW_CONTACT, i)->point[0];
        const struct stroke *normal = stroke_of(&picture, LINE, MD2_DRAW_NORMAL, i);
        assert_near(normal->point[0], (double)point.x, (double)point.y);
        /* The ground is the first shape. The box rests within the slop, and may be rotated by that much. */
        assert_true(fabs((double)(normal->point[1].x - point.x)) < 0.25 * 0.001);
        assert_true(fabs((double)(normal->point[1].y - point.y) - 0.25) < 0.25 * 0.001);
        assert_true(fabs((double)point.y) < 0.001);
        assert_true(fabs(fabs((double)point.x - 3) - 0.5) < 0.001);
        sum_x += (double)point.x;
    }
    assert_true(fabs(sum_x - 6) < 0.001); /* both corners, not the same one twice */
    md2_world_destroy(world);
}

static void normals_can_have_the_length_of_their_impulse(void **state)
{
    (void)state;
    md2_world *world = make_resting_box();
    md2_debug_draw draw = all_but_shapes();
    draw.impulses = true;
    draw.normal_scale = 2;
    struct picture picture = picture_of(world, draw);
    double carried = 0;
    for (int i = 0; i < 2; ++i) {
        const struct stroke *normal = stroke_of(&picture, LINE, MD2_DRAW_NORMAL, i);
        carried += (double)(normal->point[1].y - normal->point[0].y) / 2;
    }
    /* The weight times the length of a step; ten sweeps per step are exact to a thousandth. */
    assert_true(fabs(carried - G / 60) < 1e-3 * G / 60);
    md2_world_destroy(world);
}

static void a_sensor_has_no_contacts_to_draw(void **state)
{
    (void)state;
    md2_world *world = make_world(vec(0, 0));
    give_circle(world, make_body(world, MD2_STATIC, HERE), vec(0, 0), 1, true);
    give_circle(world, make_body(world, MD2_DYNAMIC, HERE), vec(0, 0), 1, false);
    assert_int_equal(md2_world_step(world, DT, NULL), MD_OK);
    assert_int_equal(md2_world_contact_count(world), 1);
    struct picture picture = picture_of(world, all_but_shapes());
    assert_int_equal(count_of(&picture, POINT, MD2_DRAW_CONTACT), 0);
    assert_int_equal(count_of_form(&picture, LINE), 0);
    md2_world_destroy(world);
}

/* ---- Between two steps ------------------------------------------------------------------------------------------- */

/* A body at (0, 0) that moves by (0.5, -0.25) and turns by a third of a radian per step. */
static md2_world *make_moving_body(md2_body_id *body, md2_body_id *other)
{
    md2_world *world = make_world(vec(0, 0));
    *body = make_body(world, MD2_DYNAMIC, HERE);
    give_circle(world, *body, vec(0, 0), 1, false);
    assert_int_equal(md2_body_set_velocity(world, *body, vec(30, -15), 20), MD_OK);
    *other = make_body(world, MD2_STATIC, (md2_transform){{-5, 0}, {1, 0}});
    return world;
}

static void shapes_are_drawn_between_two_steps(void **state)
{
    (void)state;
    md2_body_id body;
    md2_body_id other;
    md2_world *world = make_moving_body(&body, &other);
    assert_int_equal(md2_world_step(world, DT, NULL), MD_OK);
    const double fractions[] = {0, 0.5, 1};
    double angle[3];
    for (int i = 0; i < 3; ++i) {
        md2_debug_draw draw = pen();
        draw.fraction = (md_real)fractions[i];
        draw.bounds = draw.centers = true;
        struct picture picture = picture_of(world, draw);
        const double x = 0.5 * fractions[i];
        const double y = -0.25 * fractions[i];
        const struct stroke *circle = stroke_of(&picture, CIRCLE, MD2_DRAW_DYNAMIC, 0);
        assert_near(circle->point[0], x, y);
        angle[i] =
            atan2((double)(circle->point[1].y - circle->point[0].y), (double)(circle->point[1].x - circle->point[0].x));
        assert_near(stroke_of(&picture, POINT, MD2_DRAW_CENTER, 0)->point[0], x, y);
        assert_near(stroke_of(&picture, POLYGON, MD2_DRAW_BOUNDS, 0)->point[0], x - 1, y - 1);
    }
    assert_true(fabs(angle[0]) < TOLERANCE);
    assert_true(fabs(angle[2] - 20.0 / 60) < 1e-3); /* the accuracy of the rotation is not tested here */
    assert_true(fabs(angle[1] - angle[2] / 2) < TOLERANCE);
    md2_world_destroy(world);
}

static void interpolated_joints_are_drawn_on_their_bodies(void **state)
{
    (void)state;
    md2_body_id body;
    md2_body_id other;
    md2_world *world = make_moving_body(&body, &other);
    md2_joint_def def = md2_joint_def_distance(world, other, body, vec(-5, 0), vec(1, 0));
    def.has_limits = true; /* so wide that the joint has no effect */
    def.lower = 1;
    def.upper = 100;
    md2_joint_id joint;
    assert_int_equal(md2_joint_create(world, &def, &joint), MD_OK);
    assert_int_equal(md2_world_step(world, DT, NULL), MD_OK);
    for (int i = 0; i < 3; ++i) {
        md2_debug_draw draw = all_but_shapes();
        draw.fraction = (md_real)(0.5 * i);
        struct picture picture = picture_of(world, draw);
        const md2_vec anchor = transform_point(md2_body_interpolated(world, body, draw.fraction), vec(1, 0));
        assert_near(stroke_of(&picture, POINT, MD2_DRAW_JOINT, 1)->point[0], (double)anchor.x, (double)anchor.y);
        assert_true(has_line(&picture, 0.25 * i, -0.125 * i, (double)anchor.x, (double)anchor.y));
        assert_true(has_line(&picture, -5, 0, (double)anchor.x, (double)anchor.y));
    }
    md2_world_destroy(world);
}

static void a_teleported_body_is_drawn_at_its_new_position(void **state)
{
    (void)state;
    md2_body_id body;
    md2_body_id other;
    md2_world *world = make_moving_body(&body, &other);
    assert_int_equal(md2_world_step(world, DT, NULL), MD_OK);
    assert_int_equal(md2_body_set_transform(world, body, TURNED), MD_OK);
    md2_debug_draw draw = pen();
    draw.fraction = 0;
    struct picture picture = picture_of(world, draw);
    assert_near(stroke_of(&picture, CIRCLE, MD2_DRAW_DYNAMIC, 0)->point[0], 1, 2);
    md2_world_destroy(world);
}

/* ---- Functions that are not there -------------------------------------------------------------------------------- */

/* A world with every form: a resting box (polygons, contacts), a circle, a capsule and a segment, joined. */
static md2_world *make_all_forms(void)
{
    md2_world *world = make_resting_box();
    md2_body_id bodies[2];
    make_pair(world, bodies);
    md2_hull hull;
    assert_int_equal(md2_hull_capsule(&hull, vec(0, 5), vec(1, 5), 1), MD_OK);
    give_hull(world, bodies[0], &hull, false);
    assert_int_equal(md2_hull_segment(&hull, vec(0, 8), vec(1, 8)), MD_OK);
    give_hull(world, bodies[0], &hull, false);
    const md2_joint_def def = md2_joint_def_at(world, MD2_REVOLUTE, bodies[0], bodies[1], vec(0, 3), vec(1, 0));
    md2_joint_id joint;
    assert_int_equal(md2_joint_create(world, &def, &joint), MD_OK);
    return world;
}

static void drop_function(md2_debug_draw *draw, enum form form)
{
    switch (form) {
    case POLYGON: draw->polygon = NULL; break;
    case CIRCLE: draw->circle = NULL; break;
    case CAPSULE: draw->capsule = NULL; break;
    case LINE: draw->line = NULL; break;
    case POINT: draw->point = NULL; break;
    case FORMS: break;
    }
}

static void a_missing_draw_function_only_omits_its_form(void **state)
{
    (void)state;
    md2_world *world = make_all_forms();
    md2_debug_draw draw = all_but_shapes();
    draw.shapes = true;
    const struct picture whole = picture_of(world, draw);
    md2_debug_draw none = draw;
    for (int missing = 0; missing < FORMS; ++missing) {
        assert_true(count_of_form(&whole, (enum form)missing) > 0);
        md2_debug_draw part = draw;
        drop_function(&part, (enum form)missing);
        drop_function(&none, (enum form)missing);
        const struct picture picture = picture_of(world, part);
        for (int form = 0; form < FORMS; ++form) {
            const int expected = form == missing ? 0 : count_of_form(&whole, (enum form)form);
            assert_int_equal(count_of_form(&picture, (enum form)form), expected);
        }
    }
    assert_int_equal(picture_of(world, none).count, 0);
    md2_world_destroy(world);
}

static void by_default_only_shapes_are_drawn(void **state)
{
    (void)state;
    md2_world *world = make_all_forms();
    struct picture picture = picture_of(world, pen());
    assert_int_equal(picture.count, md2_world_shape_count(world));
    for (int32_t i = 0; i < picture.count; ++i) {
        assert_true(md2_shape_is_valid(world, picture.stroke[i].shape));
    }
    md2_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circle_is_drawn_with_a_rotating_point_on_its_rim),
        cmocka_unit_test(a_hull_of_two_points_is_drawn_as_capsule_or_line),
        cmocka_unit_test(a_polygon_is_drawn_with_its_points_in_order_and_its_radius),
        cmocka_unit_test(a_chain_is_drawn_as_lines),
        cmocka_unit_test(the_draw_kind_follows_type_and_state_of_the_body),
        cmocka_unit_test(a_body_that_wakes_changes_its_draw_kind),
        cmocka_unit_test(bounds_and_centres_are_drawn_when_asked_for),
        cmocka_unit_test(disabled_bodies_are_drawn_without_bounds_and_centre),
        cmocka_unit_test(a_joint_is_drawn_from_centre_to_anchor_to_anchor_to_centre),
        cmocka_unit_test(a_pulley_joint_is_drawn_as_its_rope),
        cmocka_unit_test(a_mouse_joint_is_drawn_from_its_target),
        cmocka_unit_test(contacts_are_drawn_as_points_with_normals_of_a_given_length),
        cmocka_unit_test(normals_can_have_the_length_of_their_impulse),
        cmocka_unit_test(a_sensor_has_no_contacts_to_draw),
        cmocka_unit_test(shapes_are_drawn_between_two_steps),
        cmocka_unit_test(interpolated_joints_are_drawn_on_their_bodies),
        cmocka_unit_test(a_teleported_body_is_drawn_at_its_new_position),
        cmocka_unit_test(a_missing_draw_function_only_omits_its_form),
        cmocka_unit_test(by_default_only_shapes_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
