/* Mass, centre and inertia of hulls, against closed forms and numerical integration. */
#include "geometry2/random_hull.h"

static const double PI = 3.14159265358979323846;
static const double CLOSE = PICK(1e-13, 1e-5); /* relative error of a sum of about twenty terms of either sign */

static void assert_mass(md2_mass found, double mass, double x, double y, double inertia, double tolerance)
{
    assert_true(fabs((double)found.mass - mass) <= tolerance * mass);
    assert_true(fabs((double)found.center.x - x) <= tolerance * (1 + fabs(x)));
    assert_true(fabs((double)found.center.y - y) <= tolerance * (1 + fabs(y)));
    assert_true(fabs((double)found.inertia - inertia) <= tolerance * inertia);
}

/* ---- Closed forms ------------------------------------------------------------------------------------------------ */

static void a_circle_has_its_closed_form(void **state)
{
    (void)state;
    md2_hull hull;
    assert_int_equal(md2_hull_circle(&hull, (md2_vec){3, -4}, (md_real)0.75), MD_OK);
    const double mass = 2 * PI * 0.75 * 0.75;
    assert_mass(md2_hull_mass(&hull, 2), mass, 3, -4, mass * 0.75 * 0.75 / 2, CLOSE);
}

static void a_capsule_has_its_closed_form(void **state)
{
    (void)state;
    md2_hull hull;
    assert_int_equal(md2_hull_capsule(&hull, (md2_vec){1, 1}, (md2_vec){4, 5}, (md_real)0.5), MD_OK);
    const double L = 5;
    const double r = 0.5;
    const double bar = 3 * L * 2 * r;
    const double disc = 3 * PI * r * r;
    /* The centroid of a half disc is 4 r / (3 pi) from its straight side. Two half discs about its midpoint have the
     * moment of a disc. */
    const double middle = 4 * r / (3 * PI);
    const double ends = disc * (r * r / 2 + L * L / 4 + L * middle);
    assert_mass(md2_hull_mass(&hull, 3), bar + disc, 2.5, 3, bar * (L * L + 4 * r * r) / 12 + ends, CLOSE);
}

static void a_box_has_its_closed_form(void **state)
{
    (void)state;
    md2_hull hull;
    assert_int_equal(md2_hull_box(&hull, (md2_vec){2, 1}, (md2_vec){5, 6}, rotation_of(0.7), 0), MD_OK);
    assert_mass(md2_hull_mass(&hull, 10), 80, 5, 6, 80 * (16 + 4) / 12.0, CLOSE);
}

static void a_rounded_box_has_its_closed_form(void **state)
{
    (void)state;
    md2_hull hull;
    const double a = 2;
    const double b = 1;
    const double r = 0.5;
    assert_int_equal(md2_hull_box(&hull, (md2_vec){2, 1}, (md2_vec){5, 6}, rotation_of(0.7), (md_real)0.5), MD_OK);
    /* Two crossing boxes minus their intersection, plus four quarter discs that form one disc. The centroid of a
     * quarter disc is 4 r / (3 pi) from its corner along either axis. */
    const double wide = 4 * (a + r) * b;
    const double tall = 4 * a * (b + r);
    const double core = 4 * a * b;
    const double disc = PI * r * r;
    const double inertia = wide * ((a + r) * (a + r) + b * b) / 3 + tall * (a * a + (b + r) * (b + r)) / 3 -
                           core * (a * a + b * b) / 3 +
                           disc * (r * r / 2 + a * a + b * b + 2 * (a + b) * 4 * r / (3 * PI));
    assert_mass(md2_hull_mass(&hull, 1), wide + tall - core + disc, 5, 6, inertia, CLOSE);
}

static void a_triangle_has_its_closed_form(void **state)
{
    (void)state;
    md2_hull hull;
    const md2_vec points[] = {{1, 1}, {4, 1}, {1, 5}};
    assert_int_equal(md2_hull_polygon(&hull, points, 3, 0), MD_OK);
    /* m (a^2 + b^2 + c^2) / 36 */
    assert_mass(md2_hull_mass(&hull, 2), 12, 2, 7.0 / 3, 12 * (9 + 16 + 25) / 36.0, CLOSE);
    assert_true(fabs((double)hull.centroid.x - 2) < CLOSE);
}

static void a_rounded_equilateral_triangle_has_its_closed_form(void **state)
{
    (void)state;
    md2_hull hull;
    const double side = 2;
    const double r = 0.3;
    const double R = side / sqrt(3); /* from the centre to a corner */
    md2_vec points[3];
    for (int32_t i = 0; i < 3; ++i) {
        points[i] = (md2_vec){(md_real)(R * cos(1 + i * 2 * PI / 3)), (md_real)(R * sin(1 + i * 2 * PI / 3))};
    }
    assert_int_equal(md2_hull_polygon(&hull, points, 3, (md_real)r), MD_OK);
    const double core = side * side * sqrt(3) / 4;
    const double bars = 3 * side * r;
    const double disc = PI * r * r;
    /* A sector of angle 2 h has its centroid 2 r sin h / (3 h) from its tip; here h is 60 degrees. */
    const double out = 2 * r * sin(PI / 3) / PI;
    const double reach = R / 2 + r / 2;
    const double inertia = core * side * side / 12 + bars * ((side * side + r * r) / 12 + reach * reach) +
                           disc * (r * r / 2 + R * R + 2 * R * out);
    assert_mass(md2_hull_mass(&hull, 1), core + bars + disc, 0, 0, inertia, CLOSE);
}

static void hulls_without_area_have_no_mass(void **state)
{
    (void)state;
    md2_hull hull;
    assert_int_equal(md2_hull_segment(&hull, (md2_vec){1, 1}, (md2_vec){3, 1}), MD_OK);
    const md2_mass segment = md2_hull_mass(&hull, 5);
    assert_true(segment.mass == 0 && segment.inertia == 0);
    assert_true(segment.center.x == 2 && segment.center.y == 1);
    const md2_hull none = {.count = 0};
    const md2_mass nothing = md2_hull_mass(&none, 5);
    assert_true(nothing.mass == 0 && nothing.inertia == 0 && nothing.center.x == 0 && nothing.center.y == 0);
    assert_int_equal(md2_hull_circle(&hull, (md2_vec){1, 2}, 1), MD_OK);
    const md2_mass massless = md2_hull_mass(&hull, 0);
    assert_true(massless.mass == 0 && massless.inertia == 0 && massless.center.y == 2);
}

/* ---- Integration ------------------------------------------------------------------------------------------------- */

struct row {
    double left, right;
};

static void row_add(struct row *row, double x)
{
    row->left = fmin(row->left, x);
    row->right = fmax(row->right, x);
}

static void row_add_edge(struct row *row, const double *a, const double *b, double y)
{
    if ((a[1] > y) != (b[1] > y)) {
        row_add(row, a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]));
    }
}

/* Finds the part of a horizontal line inside the hull, from its intersections with discs and offset edges. */
static struct row hull_row(const md2_hull *hull, double y)
{
    struct row row = {INFINITY, -INFINITY};
    const double r = (double)hull->radius;
    for (int32_t i = 0; i < hull->count; ++i) {
        const int32_t k = (i + 1) % hull->count;
        const double a[] = {(double)hull->point[i].x, (double)hull->point[i].y};
        const double b[] = {(double)hull->point[k].x, (double)hull->point[k].y};
        const double length = hypot(b[0] - a[0], b[1] - a[1]);
        if (fabs(y - a[1]) <= r) {
            const double half = sqrt(r * r - (y - a[1]) * (y - a[1]));
            row_add(&row, a[0] - half);
            row_add(&row, a[0] + half);
        }
        if (length > 0) {
            const double n[] = {(b[1] - a[1]) / length, -(b[0] - a[0]) / length};
            const double moved_a[] = {a[0] + r * n[0], a[1] + r * n[1]};
            const double moved_b[] = {b[0] + r * n[0], b[1] + r * n[1]};
            row_add_edge(&row, a, b, y);
            row_add_edge(&row, moved_a, moved_b, y);
        }
    }
    return row;
}

/* Midpoint rule over horizontal strips, exact along each. The error is of order 3/2 in the height of a strip, at round
 * ends. */
static void integrate(const md2_hull *hull, double *area, double *x, double *y, double *inertia)
{
    static const int32_t ROWS = 20000;
    double low = INFINITY;
    double high = -INFINITY;
    for (int32_t i = 0; i < hull->count; ++i) {
        low = fmin(low, (double)hull->point[i].y - (double)hull->radius);
        high = fmax(high, (double)hull->point[i].y + (double)hull->radius);
    }
    const double step = (high - low) / ROWS;
    double sum_x = 0;
    double sum_y = 0;
    double polar = 0;
    *area = 0;
    for (int32_t i = 0; i < ROWS; ++i) {
        const double level = low + (i + 0.5) * step;
        const struct row row = hull_row(hull, level);
        if (row.left < row.right) {
            const double width = row.right - row.left;
            *area += width * step;
            sum_x += width * step * (row.left + row.right) / 2;
            sum_y += width * step * level;
            polar += step * (pow(row.right, 3) - pow(row.left, 3)) / 3 + width * step * level * level;
        }
    }
    *x = sum_x / *area;
    *y = sum_y / *area;
    *inertia = polar - *area * (*x * *x + *y * *y);
}

static void random_hulls_agree_with_numerical_integration(void **state)
{
    (void)state;
    struct random random = {7};
    for (int32_t trial = 0; trial < 100; ++trial) {
        const md2_hull hull = random_hull(&random);
        double area = 0;
        double x = 0;
        double y = 0;
        double inertia = 0;
        integrate(&hull, &area, &x, &y, &inertia);
        assert_mass(md2_hull_mass(&hull, 1), area, x, y, inertia, PICK(1e-6, 1e-5));
        assert_true(fabs((double)hull.centroid.x - x) < PICK(1e-6, 1e-5));
        assert_true(fabs((double)hull.centroid.y - y) < PICK(1e-6, 1e-5));
    }
}

/* ---- Invariance -------------------------------------------------------------------------------------------------- */

static void mass_does_not_depend_on_the_position_of_the_hull(void **state)
{
    (void)state;
    struct random random = {8};
    for (int32_t trial = 0; trial < 500; ++trial) {
        const md2_hull hull = random_hull(&random);
        const md2_transform at = random_transform(&random, 100);
        const md2_hull moved = md2_hull_transformed(&hull, at);
        const md2_mass here = md2_hull_mass(&hull, 3);
        const md2_vec c = here.center;
        /* The points are rounded at 100 m, on hulls of a few decimetres. */
        assert_mass(md2_hull_mass(&moved, 3), (double)here.mass, (double)(at.p.x + at.q.c * c.x - at.q.s * c.y),
                    (double)(at.p.y + at.q.s * c.x + at.q.c * c.y), (double)here.inertia, PICK(1e-11, 5e-3));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circle_has_its_closed_form),
        cmocka_unit_test(a_capsule_has_its_closed_form),
        cmocka_unit_test(a_box_has_its_closed_form),
        cmocka_unit_test(a_rounded_box_has_its_closed_form),
        cmocka_unit_test(a_triangle_has_its_closed_form),
        cmocka_unit_test(a_rounded_equilateral_triangle_has_its_closed_form),
        cmocka_unit_test(hulls_without_area_have_no_mass),
        cmocka_unit_test(random_hulls_agree_with_numerical_integration),
        cmocka_unit_test(mass_does_not_depend_on_the_position_of_the_hull),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
