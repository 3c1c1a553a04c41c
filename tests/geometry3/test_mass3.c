/* Mass, centre and inertia in space, against closed forms and numerical integration. */
#include "geometry3/brute_outside.h"
#include "geometry3/random_geometry.h"

static const double PI = 3.14159265358979323846;
static const double CLOSE = PICK(1e-12, 1e-4); /* relative error of a sum of up to a hundred terms of either sign */

/* ---- Comparison -------------------------------------------------------------------------------------------------- */

/* Returns q m q^T. */
static md3_mat rotated_inertia(md3_rot q, md3_mat m)
{
    const md3_mat r = md3_rot_matrix(q);
    return md3_mat_multiply(md3_mat_multiply(r, m), md3_mat_transpose(r));
}

static void assert_mass_at(md3_mass found, md3_mass expected, double tolerance)
{
    const double size =
        fmax((double)expected.inertia.x.x, fmax((double)expected.inertia.y.y, (double)expected.inertia.z.z));
    assert_near((double)found.mass / (double)expected.mass, 1, tolerance);
    assert_vec_near(found.center, expected.center, tolerance);
    assert_vec_near(found.inertia.x, expected.inertia.x, tolerance * size);
    assert_vec_near(found.inertia.y, expected.inertia.y, tolerance * size);
    assert_vec_near(found.inertia.z, expected.inertia.z, tolerance * size);
    assert_near((double)found.inertia.x.y, (double)found.inertia.y.x, 0);
    assert_near((double)found.inertia.y.z, (double)found.inertia.z.y, 0);
    assert_near((double)found.inertia.z.x, (double)found.inertia.x.z, 0);
}

/* Expects a mass, a centre and moments about the axes of a frame, given in a rotated body. */
static void assert_mass(md3_mass found, double mass, md3_vec center, md3_rot q, md3_vec moments, double tolerance)
{
    const md3_mat principal = md3_mat_diagonal(moments.x, moments.y, moments.z);
    const md3_mass expected = {(md_real)mass, center, rotated_inertia(q, principal)};
    assert_mass_at(found, expected, tolerance);
}

/* ---- Closed forms ------------------------------------------------------------------------------------------------ */

/* A frame whose z axis is the axis of a solid of revolution. */
static const md3_vec BASE = {1, 2, -1};
static md3_rot frame_rotation(void)
{
    return md3_rot_from_axis_angle(md3_vec_normalize(md3_v(1, 2, 3)), 0.8);
}

static md3_vec along_axis(double distance)
{
    return md3_vec_add(BASE, md3_rot_apply(frame_rotation(), at3(0, 0, distance)));
}

static void a_sphere_has_its_closed_form(void **state)
{
    (void)state;
    md3_geometry sphere;
    assert_int_equal(md3_geometry_sphere(&sphere, BASE, (md_real)0.75), MD_OK);
    const double mass = 2 * 4 * PI / 3 * pow(0.75, 3), moment = 0.4 * mass * 0.75 * 0.75;
    assert_mass(md3_geometry_mass(&sphere, 2), mass, BASE, md3_rot_identity(), at3(moment, moment, moment), CLOSE);
}

/* Two half balls have the moments of a ball, and a centroid 3/8 r from their flat sides. */
static void a_capsule_has_its_closed_form(void **state)
{
    (void)state;
    md3_geometry capsule;
    const double L = 1.5, r = 0.5;
    assert_int_equal(md3_geometry_capsule(&capsule, BASE, along_axis(L), (md_real)r), MD_OK);
    const double bar = 3 * PI * r * r * L, ball = 3 * 4 * PI / 3 * r * r * r;
    const double across = bar * (L * L / 12 + r * r / 4) + ball * (0.4 * r * r + L * L / 4 + 3.0 / 8 * L * r);
    const double along = bar * r * r / 2 + 0.4 * ball * r * r;
    assert_mass(md3_geometry_mass(&capsule, 3), bar + ball, along_axis(L / 2), frame_rotation(),
                at3(across, across, along), CLOSE);
}

static void a_cylinder_has_its_closed_form(void **state)
{
    (void)state;
    md3_geometry cylinder;
    const double L = 1.5, R = 0.5, mass = 7 * PI * R * R * L;
    assert_int_equal(md3_geometry_cylinder(&cylinder, BASE, along_axis(L), (md_real)R, 0), MD_OK);
    const double across = mass * (3 * R * R + L * L) / 12;
    assert_mass(md3_geometry_mass(&cylinder, 7), mass, along_axis(L / 2), frame_rotation(),
                at3(across, across, mass * R * R / 2), CLOSE);
}

static void a_cone_has_its_closed_form(void **state)
{
    (void)state;
    md3_geometry cone;
    const double L = 1.5, R = 0.5, mass = 7 * PI * R * R * L / 3;
    assert_int_equal(md3_geometry_cone(&cone, BASE, along_axis(L), (md_real)R, 0), MD_OK);
    const double across = mass * 3 / 80 * (4 * R * R + L * L);
    assert_mass(md3_geometry_mass(&cone, 7), mass, along_axis(L / 4), frame_rotation(),
                at3(across, across, mass * 0.3 * R * R), CLOSE);
}

/* One eighth of a rounded box: the box, a slab on each of three faces, a quarter of a cylinder on each of three edges and
 * an eighth of a ball. The integral of x^2, with half-extents a, b, c. */
static double eighth_square(double a, double b, double c, double r)
{
    const double quarter = PI * r * r / 4;
    const double beside = a * a * quarter + 2 * a * r * r * r / 3 + PI * r * r * r * r / 16;
    return a * a * a / 3 * (b * c + r * c + b * r + quarter) + (pow(a + r, 3) - a * a * a) / 3 * b * c +
           (b + c) * beside + a * a * PI * r * r * r / 6 + 2 * a * PI * r * r * r * r / 16 + PI * pow(r, 5) / 30;
}

static void a_rounded_box_has_its_closed_form(void **state)
{
    (void)state;
    const double a = 0.5, b = 0.25, c = 1.5;
    md3_hull *box, *moved;
    assert_int_equal(md3_hull_create_box(NULL, at3(a, b, c), &box, NULL), MD_OK);
    const md3_transform at = md3_transform_make(BASE, frame_rotation());
    assert_int_equal(md3_hull_create_transformed(NULL, box, at, &moved, NULL), MD_OK);
    const double radii[] = {0, 0.125, 1, 4};
    for (int i = 0; i < 4; ++i) {
        const double r = radii[i];
        const double volume =
            8 * a * b * c + 8 * (a * b + b * c + c * a) * r + 2 * PI * (a + b + c) * r * r + 4 * PI / 3 * r * r * r;
        const double x = 8 * eighth_square(a, b, c, r), y = 8 * eighth_square(b, c, a, r);
        const double z = 8 * eighth_square(c, a, b, r);
        md3_geometry geometry;
        assert_int_equal(md3_geometry_hull(&geometry, moved, (md_real)r), MD_OK);
        assert_mass(md3_geometry_mass(&geometry, 5), 5 * volume, BASE, frame_rotation(),
                    at3(5 * (y + z), 5 * (z + x), 5 * (x + y)), CLOSE);
    }
    md3_hull_destroy(box);
    md3_hull_destroy(moved);
}

static void a_tetrahedron_has_its_closed_form(void **state)
{
    (void)state;
    const md3_vec points[] = {{0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {0, 0, 4}};
    md3_hull *hull;
    md3_geometry geometry;
    assert_int_equal(md3_hull_create(NULL, points, 4, &hull, NULL), MD_OK);
    assert_int_equal(md3_geometry_hull(&geometry, hull, 0), MD_OK);
    /* About the right-angled corner the integral of x^2 is m a^2 / 10 and of x y it is m a b / 20, with m = a b c / 6. */
    const double m = 4, x = m * (4 / 10.0 - 4 / 16.0), y = m * (9 / 10.0 - 9 / 16.0), z = m * (16 / 10.0 - 1);
    const double xy = m * 6 * (1 / 20.0 - 1 / 16.0), yz = m * 12 * (1 / 20.0 - 1 / 16.0),
                 zx = m * 8 * (1 / 20.0 - 1 / 16.0);
    const md3_mass expected = {
        (md_real)m, at3(0.5, 0.75, 1), {at3(y + z, -xy, -zx), at3(-xy, z + x, -yz), at3(-zx, -yz, x + y)}};
    assert_mass_at(md3_geometry_mass(&geometry, 1), expected, CLOSE);
    assert_vec_near(hull->centroid, expected.center, CLOSE);
    md3_hull_destroy(hull);
}

/* Its centroid, a quarter of the way up, is not the mean of its vertices. */
static void a_pyramid_has_its_closed_form(void **state)
{
    (void)state;
    const double a = 1.5, h = 2, m = a * a * h / 3;
    md3_vec points[5];
    for (int i = 0; i < 5; ++i) {
        const md3_vec local = i == 4 ? at3(0, 0, h) : at3(i & 1 ? a / 2 : -a / 2, i & 2 ? a / 2 : -a / 2, 0);
        points[i] = md3_vec_add(BASE, md3_rot_apply(frame_rotation(), local));
    }
    md3_hull *hull;
    md3_geometry geometry;
    assert_int_equal(md3_hull_create(NULL, points, 5, &hull, NULL), MD_OK);
    assert_int_equal(md3_geometry_hull(&geometry, hull, 0), MD_OK);
    const double across = m * (a * a / 20 + 3 * h * h / 80), along = m * a * a / 10;
    assert_mass(md3_geometry_mass(&geometry, 1), m, along_axis(h / 4), frame_rotation(), at3(across, across, along),
                CLOSE);
    md3_hull_destroy(hull);
}

static void other_geometries_have_no_mass(void **state)
{
    (void)state;
    md3_geometry plane;
    assert_int_equal(md3_geometry_plane(&plane, at3(0, 0, 1), 3), MD_OK);
    const md3_mass found = md3_geometry_mass(&plane, 5), none = {.mass = 0};
    assert_memory_equal(&found, &none, sizeof none);
    const md3_mass of_nothing = md3_geometry_mass(NULL, 5);
    assert_memory_equal(&of_nothing, &none, sizeof none);
}

/* ---- Integration ------------------------------------------------------------------------------------------------- */

#define CELLS 72

/* The part of a cell that is inside, from the distance of its centre: the surface is nearly flat across a cell. */
static double part_inside(const md3_geometry *geometry, md3_vec center, double cell)
{
    return clamp_unit(0.5 - brute_outside(geometry, center) / cell);
}

static md3_mass integrate(const md3_geometry *geometry)
{
    const md3_box box = md3_geometry_bounds(geometry, md3_transform_identity());
    const md3_vec middle = md3_vec_lerp(box.lower, box.upper, (md_real)0.5);
    const md3_vec size = md3_vec_sub(box.upper, box.lower);
    const double cell = fmax((double)size.x, fmax((double)size.y, (double)size.z)) / (CELLS - 2);
    double sum[10] = {0};
    for (int i = 0; i < CELLS * CELLS * CELLS; ++i) {
        const double r[3] = {(i % CELLS - CELLS / 2 + 0.5) * cell, (i / CELLS % CELLS - CELLS / 2 + 0.5) * cell,
                             (i / CELLS / CELLS - CELLS / 2 + 0.5) * cell};
        const double part = part_inside(geometry, md3_vec_add(middle, at3(r[0], r[1], r[2])), cell) * pow(cell, 3);
        const double term[10] = {1,           r[0],        r[1],        r[2],        r[0] * r[0],
                                 r[1] * r[1], r[2] * r[2], r[1] * r[2], r[2] * r[0], r[0] * r[1]};
        for (int k = 0; k < 10 && part > 0; ++k) {
            sum[k] += part * term[k];
        }
    }
    const double c[3] = {sum[1] / sum[0], sum[2] / sum[0], sum[3] / sum[0]};
    const double x = sum[4] - sum[0] * c[0] * c[0], y = sum[5] - sum[0] * c[1] * c[1],
                 z = sum[6] - sum[0] * c[2] * c[2];
    const double yz = sum[7] - sum[0] * c[1] * c[2], zx = sum[8] - sum[0] * c[2] * c[0],
                 xy = sum[9] - sum[0] * c[0] * c[1];
    return (md3_mass){(md_real)sum[0],
                      md3_vec_add(middle, at3(c[0], c[1], c[2])),
                      {at3(y + z, -xy, -zx), at3(-xy, z + x, -yz), at3(-zx, -yz, x + y)}};
}

static void random_geometries_agree_with_numerical_integration(void **state)
{
    (void)state;
    struct random random = {7};
    const md3_geometry_type types[] = {MD3_CAPSULE, MD3_HULL, MD3_CYLINDER, MD3_CONE};
    for (int i = 0; i < 12; ++i) {
        md3_hull *hull;
        md3_geometry geometry = random_geometry(&random, types[i % 4], &hull);
        if (i >= 4) { /* all types with rounding, from small to dominant */
            geometry.radius = (md_real)(i < 8 ? 0.2 : 1.5);
        }
        /* 72 cells across; the parts of cells at edges are wrong by a few percent of a cell. */
        assert_mass_at(md3_geometry_mass(&geometry, 1), integrate(&geometry), 4e-3);
        md3_hull_destroy(hull);
    }
}

/* ---- Invariance -------------------------------------------------------------------------------------------------- */

static void mass_does_not_depend_on_the_position_of_the_hull(void **state)
{
    (void)state;
    struct random random = {8};
    for (int i = 0; i < 200; ++i) {
        md3_hull *hull, *moved;
        md3_geometry geometry = random_geometry(&random, MD3_HULL, &hull);
        const md3_transform at = random_transform(&random, 100);
        assert_int_equal(md3_hull_create_transformed(NULL, hull, at, &moved, NULL), MD_OK);
        const md3_mass here = md3_geometry_mass(&geometry, 3);
        geometry.hull = moved;
        /* The points are rounded at 100 m, on hulls of a metre. */
        assert_mass_at(md3_geometry_mass(&geometry, 3),
                       (md3_mass){here.mass, md3_transform_apply(at, here.center), rotated_inertia(at.q, here.inertia)},
                       PICK(1e-10, 1e-2));
        md3_hull_destroy(hull);
        md3_hull_destroy(moved);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sphere_has_its_closed_form),
        cmocka_unit_test(a_capsule_has_its_closed_form),
        cmocka_unit_test(a_cylinder_has_its_closed_form),
        cmocka_unit_test(a_cone_has_its_closed_form),
        cmocka_unit_test(a_rounded_box_has_its_closed_form),
        cmocka_unit_test(a_tetrahedron_has_its_closed_form),
        cmocka_unit_test(a_pyramid_has_its_closed_form),
        cmocka_unit_test(other_geometries_have_no_mass),
        cmocka_unit_test(random_geometries_agree_with_numerical_integration),
        cmocka_unit_test(mass_does_not_depend_on_the_position_of_the_hull),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
