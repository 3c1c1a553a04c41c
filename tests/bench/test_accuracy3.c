/* The benchmark's own measures in 3D (penetration, energy, joint errors, masses), against closed forms and against the
 * library's geometry. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <modulus/modulus.h>

#include "bench/accuracy/accuracy3.h"
#include "scene/library3/describe3.h"
#include "support/support.h"

#define PI 3.14159265358979323846
#define CLOSE 1e-14 /* a few roundings of numbers near 1 */

static const struct material WATER = {1000, 0.6, 0};

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance)) {
        fail_msg("%.17g is not %.17g to within %g", value, expected, tolerance);
    }
}

static struct drot3 turn(struct dvec3 axis, double angle)
{
    const struct dvec3 u = dvec3_scale(axis, sin(angle / 2) / dvec3_length(axis));
    return (struct drot3){u.x, u.y, u.z, cos(angle / 2)};
}

/* Two bodies, the second at `p` and turned by `q`; the caller gives each a shape. */
static struct description3 begin_two(struct dvec3 p, struct drot3 q)
{
    struct description3 two = description3_begin("two");
    const struct described_body3 second = {.type = BODY_DYNAMIC, .start = {.p = p, .q = q}};
    describe3_body(&two, BODY_DYNAMIC, dvec3_of(0, 0, 0));
    description3_add_body(&two, &second);
    return two;
}

static const struct drot3 STRAIGHT = {0, 0, 0, 1};

/* Also turns both bodies and exchanges them: the separation stays the same. */
static double separation_of(struct description3 *two)
{
    const struct drot3 rotation = turn(dvec3_of(1, -2, 0.5), 1.1);
    double separation[3];
    for (int k = 0; k < 3; ++k) {
        struct described_hull hull[2];
        struct polytope placed[2];
        for (int i = 0; i < 2; ++i) {
            const struct described_shape3 *shape = &two->shape[i];
            struct body_state3 at = two->body[shape->body].start;
            if (k == 2) {
                const struct drot3 q = at.q;
                const struct drot3 r = rotation;
                at.p = dvec3_add(dvec3_of(3, -1, 2), drot3_apply(r, at.p));
                at.q = (struct drot3){
                    r.w * q.x + r.x * q.w + r.y * q.z - r.z * q.y, r.w * q.y - r.x * q.z + r.y * q.w + r.z * q.x,
                    r.w * q.z + r.x * q.y - r.y * q.x + r.z * q.w, r.w * q.w - r.x * q.x - r.y * q.y - r.z * q.z};
            }
            described_hull_make(shape, &hull[i]);
            polytope_place(&hull[i], shape->kind <= SHAPE3_CAPSULE ? shape->radius : 0, &at, &placed[i]);
        }
        separation[k] = polytope_separation(&placed[k % 2], &placed[1 - k % 2]);
    }
    assert_near(separation[1], separation[0], CLOSE);
    assert_near(separation[2], separation[0], 10 * CLOSE);
    description3_free(two);
    return separation[0];
}

static void the_distance_of_spheres_is_that_of_their_centres_minus_the_radii(void **state)
{
    (void)state;
    struct description3 two = begin_two(dvec3_of(2, 3, 6), STRAIGHT); /* 7 apart */
    describe3_sphere(&two, 0, &WATER, 4);
    describe3_sphere(&two, 1, &WATER, 3.5);
    assert_near(separation_of(&two), -0.5, CLOSE);
    two = begin_two(dvec3_of(0, 0, 0), STRAIGHT); /* at the same place */
    describe3_sphere(&two, 0, &WATER, 2);
    describe3_sphere(&two, 1, &WATER, 1);
    assert_near(separation_of(&two), -3, CLOSE);
}

static void a_sphere_is_measured_against_faces_edges_corners_and_the_inside_of_a_box(void **state)
{
    (void)state;
    const double edge = 1 + 0.3 / sqrt(2);
    const double corner = 1 + 0.3 / sqrt(3);
    const struct {
        struct dvec3 at;
        double separation;
    } CASES[] = {
        {{0.3, 1.25, -0.6}, -0.25},        /* in a face */
        {{0.3, 1.50005, -0.6}, 5e-5},      /* just above it */
        {{edge, 0.2, edge}, -0.2},         /* on an edge */
        {{corner, -corner, corner}, -0.2}, /* on a corner */
        {{0.9, 0, 0.1}, -0.6},             /* its centre inside, 0.1 from the right face */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct description3 two = begin_two(CASES[i].at, turn(dvec3_of(1, 2, 3), 0.7));
        describe3_box(&two, 0, &WATER, dvec3_of(1, 1, 1));
        describe3_sphere(&two, 1, &WATER, 0.5);
        assert_near(separation_of(&two), CASES[i].separation, CLOSE);
    }
}

static void capsules_are_measured_crossed_parallel_and_end_to_end(void **state)
{
    (void)state;
    const struct dvec3 low = {0, -1, 0};
    const struct dvec3 high = {0, 1, 0};
    const struct {
        struct dvec3 at;
        struct dvec3 axis;
        double angle, separation;
    } CASES[] = {
        {{0.15, 0, 0}, {1, 0, 0}, PI / 2, -0.05}, /* crossed */
        {{0.15, 0.7, 0}, {0, 1, 0}, 1, -0.05},    /* side by side */
        {{0, 2.15, 0}, {0, 1, 0}, 0, -0.05},      /* end to end */
        {{0.12, 2.09, 0}, {0, 1, 0}, 0, -0.05},   /* 0.15 from end to end: 9, 12, 15 */
        {{0, 1.3, 0}, {1, 0, 0}, PI / 2, 0.1},    /* far apart */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        struct description3 two = begin_two(CASES[i].at, turn(CASES[i].axis, CASES[i].angle));
        describe3_capsule(&two, 0, &WATER, low, high, 0.1);
        describe3_capsule(&two, 1, &WATER, low, high, 0.1);
        assert_near(separation_of(&two), CASES[i].separation, CLOSE);
    }
}

static void the_penetration_of_boxes_is_the_shortest_translation_that_separates_them(void **state)
{
    (void)state;
    const double root2 = sqrt(2);
    const double root3 = sqrt(3);
    struct description3 two = begin_two(dvec3_of(1.9, 0.5, 0.7), STRAIGHT); /* 0.1 along x is the shortest */
    describe3_box(&two, 0, &WATER, dvec3_of(1, 1, 1));
    describe3_box(&two, 1, &WATER, dvec3_of(1, 1, 1));
    assert_near(separation_of(&two), -0.1, CLOSE);
    two = begin_two(dvec3_of(1 + root2 - 0.01, 0, 0), turn(dvec3_of(0, 0, 1), PI / 4)); /* an edge in a face */
    describe3_box(&two, 0, &WATER, dvec3_of(1, 1, 1));
    describe3_box(&two, 1, &WATER, dvec3_of(1, 1, 1));
    assert_near(separation_of(&two), -0.01, CLOSE);
    /* An edge across an edge: both boxes are turned by 45 degrees, about different axes. */
    two = begin_two(dvec3_of(0, 2 * root2 - 0.01, 0), turn(dvec3_of(1, 0, 0), PI / 4));
    two.body[0].start.q = turn(dvec3_of(0, 0, 1), PI / 4);
    describe3_box(&two, 0, &WATER, dvec3_of(1, 1, 1));
    describe3_box(&two, 1, &WATER, dvec3_of(1, 1, 1));
    assert_near(separation_of(&two), -0.01, CLOSE);
    /* A corner in a face: the space diagonal upright. */
    two = begin_two(dvec3_of(0, 1 + root3 - 0.02, 0), turn(dvec3_of(1, 0, -1), acos(1 / root3)));
    describe3_box(&two, 0, &WATER, dvec3_of(1, 1, 1));
    describe3_box(&two, 1, &WATER, dvec3_of(1, 1, 1));
    assert_near(separation_of(&two), -0.02, CLOSE);
    /* Corner to corner, 5e-5 apart: no face has that separation. */
    const double gap = 2 + 5e-5 / root3;
    two = begin_two(dvec3_of(gap, gap, gap), STRAIGHT);
    describe3_box(&two, 0, &WATER, dvec3_of(1, 1, 1));
    describe3_box(&two, 1, &WATER, dvec3_of(1, 1, 1));
    assert_near(separation_of(&two), 5e-5, CLOSE);
}

/* Adds one of the three hulls of the benchmark, stretched along each axis. */
static void add_stretched_hull(struct description3 *two, int32_t body, struct random *random)
{
    struct description3 hulls = description3_begin("hulls");
    describe_hulls3(&hulls, 3);
    struct described_shape3 shape = hulls.shape[hulls.shape_count - 1 - random_index(random, 3)];
    const double x = random_real(random, 0.7, 2.5);
    const double y = random_real(random, 0.7, 2.5);
    const double z = random_real(random, 0.7, 2.5);
    for (int32_t i = 0; i < shape.count; ++i) {
        shape.point[i] = dvec3_of(x * shape.point[i].x, y * shape.point[i].y, z * shape.point[i].z);
    }
    describe3_hull(two, body, &WATER, shape.point, shape.count);
    description3_free(&hulls);
}

/* Adds a shape of some kind and size. */
static void add_some_shape(struct description3 *two, int32_t body, struct random *random)
{
    const double size = random_real(random, 0.3, 1);
    switch (random_index(random, 4)) {
    case 0: describe3_sphere(two, body, &WATER, size); break;
    case 1: describe3_capsule(two, body, &WATER, dvec3_of(0.1, -size, 0), dvec3_of(0, size, 0.2), size / 3); break;
    case 2: describe3_box(two, body, &WATER, dvec3_of(size, size / 2, size / 3)); break;
    default: add_stretched_hull(two, body, random);
    }
}

static md3_vec vec_of(struct dvec3 v)
{
    return md3_v((md_real)v.x, (md_real)v.y, (md_real)v.z);
}

static md3_geometry library_geometry(const struct described_shape3 *shape)
{
    md3_geometry geometry = {0};
    md3_hull *hull = NULL;
    md3_vec points[SHAPE3_MAX_POINTS];
    md_status status = MD_OK;
    for (int32_t i = 0; i < shape->count; ++i) {
        points[i] = vec_of(shape->point[i]);
    }
    switch (shape->kind) {
    case SHAPE3_SPHERE: status = md3_geometry_sphere(&geometry, points[0], (md_real)shape->radius); break;
    case SHAPE3_CAPSULE: status = md3_geometry_capsule(&geometry, points[0], points[1], (md_real)shape->radius); break;
    case SHAPE3_BOX: status = md3_hull_create_box(NULL, points[0], &hull, NULL); break;
    default: status = md3_hull_create(NULL, points, shape->count, &hull, NULL); break;
    }
    if (hull != NULL) {
        status = md3_geometry_hull(&geometry, hull, 0);
    }
    assert_int_equal(status, MD_OK);
    return geometry;
}

/* Products of inertia are not described: only moments about the axes are compared, moved to the origin of the body. */
static void assert_same_mass(const struct described_shape3 *shape, const md3_geometry *geometry)
{
    const struct described_mass3 ours = shape3_mass(shape);
    const md3_mass theirs = md3_geometry_mass(geometry, (md_real)shape->density);
    const double mass = (double)theirs.mass;
    const struct dvec3 c = {(double)theirs.center.x, (double)theirs.center.y, (double)theirs.center.z};
    const double tolerance = PICK(1e-12, 1e-5) * (1 + mass);
    assert_near(ours.mass, mass, tolerance);
    assert_near(ours.inertia.x, (double)theirs.inertia.x.x + mass * (c.y * c.y + c.z * c.z), tolerance);
    assert_near(ours.inertia.y, (double)theirs.inertia.y.y + mass * (c.z * c.z + c.x * c.x), tolerance);
    assert_near(ours.inertia.z, (double)theirs.inertia.z.z + mass * (c.x * c.x + c.y * c.y), tolerance);
}

/* Shapes of every kind at random positions. Disjoint ones are moved to a distance of 0.05 mm, at which the measure is exact. */
static void distances_and_masses_agree_with_the_library(void **state)
{
    (void)state;
    struct random random = {7};
    int apart = 0;
    for (int n = 0; n < 1000; ++n) {
        const double x = random_real(&random, -1.5, 1.5);
        const double y = random_real(&random, -1.5, 1.5);
        const double z = random_real(&random, -1.5, 1.5);
        struct description3 two = begin_two(dvec3_of(x, y, z), turn(dvec3_of(x, z, 1), random_real(&random, 0, 6)));
        add_some_shape(&two, 0, &random);
        add_some_shape(&two, 1, &random);
        const md3_geometry geometry[2] = {library_geometry(&two.shape[0]), library_geometry(&two.shape[1])};
        for (int i = 0; i < 2; ++i) {
            assert_same_mass(&two.shape[i], &geometry[i]);
        }
        struct body_state3 *at = &two.body[1].start;
        const md3_transform moved = {vec_of(at->p),
                                     {(md_real)at->q.x, (md_real)at->q.y, (md_real)at->q.z, (md_real)at->q.w}};
        const md3_distance_result result = md3_distance(&geometry[0], md3_transform_identity(), &geometry[1], moved);
        const double distance = (double)result.distance;
        if (distance > 1e-3) {
            const struct dvec3 from = {(double)result.point[0].x, (double)result.point[0].y, (double)result.point[0].z};
            const struct dvec3 to = {(double)result.point[1].x, (double)result.point[1].y, (double)result.point[1].z};
            at->p = dvec3_add(at->p, dvec3_scale(dvec3_sub(from, to), 1 - 5e-5 / distance));
            assert_near(separation_of(&two), 5e-5, PICK(1e-11, 1e-5));
            ++apart;
        } else {
            assert_true(separation_of(&two) <= 1e-3);
        }
        for (int i = 0; i < 2; ++i) {
            if (geometry[i].type == MD3_HULL) {
                md3_hull_destroy((md3_hull *)(uintptr_t)geometry[i].hull);
            }
        }
    }
    assert_in_range(apart, 200, 800);
}

static void masses_of_simple_shapes_are_those_of_the_formulas(void **state)
{
    (void)state;
    struct description3 two = begin_two(dvec3_of(0, 0, 0), STRAIGHT);
    struct described_mass3 masses[2];
    describe3_sphere(&two, 0, &WATER, 0.5);
    describe3_box(&two, 1, &WATER, dvec3_of(0.5, 1, 1.5));
    description3_masses(&two, masses);
    assert_near(masses[0].mass, 1000 * PI / 6, 1e-12 * 1000);
    assert_near(masses[0].inertia.x, 0.4 * 1000 * PI / 6 * 0.25, 1e-12 * 1000);
    assert_near(masses[1].mass, 6000, 1e-12 * 6000);
    assert_near(masses[1].inertia.x, 500 * (4 + 9), 1e-12 * 6000);
    assert_near(masses[1].inertia.y, 500 * (9 + 1), 1e-12 * 6000);
    assert_near(masses[1].inertia.z, 500 * (1 + 4), 1e-12 * 6000);
    description3_free(&two);
}

static void penetration_energy_and_sag_are_measured(void **state)
{
    (void)state;
    /* Spheres of radius 1 on a plane: the first 0.1 m in it, the second 0.05 mm above it, the third 0.2 m in the second. */
    struct description3 description = description3_begin("three");
    describe3_ground(&description, &WATER);
    static const struct dvec3 AT[] = {{0, 0.9, 0}, {5, 1.00005, 0}, {5, 2.80005, 0}};
    for (size_t i = 0; i < 3; ++i) {
        describe3_sphere(&description, describe3_body(&description, BODY_DYNAMIC, AT[i]), &WATER, 1);
    }
    struct body_state3 states[4];
    for (int i = 0; i < 4; ++i) {
        states[i] = description.body[i].start;
    }
    description.body[3].start.p.y = 3;
    states[1].v = dvec3_of(0, 3, 4);
    states[2].spin = dvec3_of(1, 2, 2);
    const double mass = 1000 * 4 * PI / 3;
    struct accuracy accuracy;
    assert_true(accuracy3_measure(&description, states, &accuracy));
    assert_true(accuracy.finite);
    assert_int_equal(accuracy.touching, 3);
    assert_int_equal(accuracy.overlapping, 2);
    assert_near(accuracy.penetration, 0.1, CLOSE);
    assert_near(accuracy.penetration_overlapping, 0.15, CLOSE);
    assert_near(accuracy.penetration_max, 0.2, CLOSE);
    assert_near(accuracy.kinetic, mass * 25 / 2 + 0.4 * mass * 9 / 2, 1e-11 * mass);
    assert_near(accuracy.mass, 3 * mass, 1e-11 * mass);
    assert_near(accuracy.height, (0.9 + 1.00005 + 2.80005) / 3, 10 * CLOSE);
    assert_near(accuracy.top_sag, 3 - 2.80005, CLOSE);
    /* Bodies of one group do not collide; a state that is not finite is reported as such. */
    description.body[2].group = description.body[3].group = 5;
    assert_true(accuracy3_measure(&description, states, &accuracy));
    assert_int_equal(accuracy.overlapping, 1);
    states[3].q.w = NAN;
    assert_true(accuracy3_measure(&description, states, &accuracy));
    assert_false(accuracy.finite);
    description3_free(&description);
}

static void the_error_of_a_joint_is_the_distance_of_its_anchors(void **state)
{
    (void)state;
    struct description3 two = begin_two(dvec3_of(2, 0, 0), turn(dvec3_of(0, 0, 1), PI / 2));
    const struct described_joint3 ball = {
        .type = JOINT3_BALL, .body = {0, 1}, .anchor = {{1, 0, 0}, {0, 1, 0}}}; /* (1, 0, 0) and (1, 0, 0) */
    const struct described_joint3 hinge = {
        .type = JOINT3_HINGE, .body = {0, 1}, .anchor = {{1, 0, 0.5}, {0, 1, 0}}, .axis = {{0, 0, 1}, {0, 0, 1}}};
    description3_add_joint(&two, &ball);
    description3_add_joint(&two, &hinge);
    const struct body_state3 states[2] = {two.body[0].start, two.body[1].start};
    struct accuracy accuracy;
    assert_true(accuracy3_measure(&two, states, &accuracy));
    assert_near(accuracy.joint_error, 0.25, CLOSE);
    assert_near(accuracy.joint_error_max, 0.5, CLOSE);
    description3_free(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_distance_of_spheres_is_that_of_their_centres_minus_the_radii),
        cmocka_unit_test(a_sphere_is_measured_against_faces_edges_corners_and_the_inside_of_a_box),
        cmocka_unit_test(capsules_are_measured_crossed_parallel_and_end_to_end),
        cmocka_unit_test(the_penetration_of_boxes_is_the_shortest_translation_that_separates_them),
        cmocka_unit_test(distances_and_masses_agree_with_the_library),
        cmocka_unit_test(masses_of_simple_shapes_are_those_of_the_formulas),
        cmocka_unit_test(penetration_energy_and_sag_are_measured),
        cmocka_unit_test(the_error_of_a_joint_is_the_distance_of_its_anchors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
