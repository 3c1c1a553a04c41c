/* Casts and times of impact of convex geometries with triangle meshes and height fields. */
#include "geometry3/surfaces3.h"

static const double PI = 3.14159265358979323846;
static const double SLOP = (double)MD3_LINEAR_SLOP;

static struct hull_pool pool;

static int create_pool(void **state)
{
    (void)state;
    pool = hull_pool_create(4);
    return 0;
}

static int destroy_pool(void **state)
{
    (void)state;
    hull_pool_destroy(&pool);
    return 0;
}

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

static double distance_after(const struct scene *scene, md3_vec translation, double fraction)
{
    md3_transform moved = scene->at_convex;
    moved.p = md3_vec_add_scaled(moved.p, (md_real)fraction, translation);
    return (double)md3_distance(&scene->surface->geometry, scene->at_surface, &scene->convex, moved).distance;
}

static void check_cast(const struct scene *scene, md3_vec translation, const md3_ray_hit *hit)
{
    const double until = hit->hit ? (double)hit->fraction : 1;
    const double error = tolerance(scene);
    const double length = until * (double)md3_vec_length(translation);
    for (int i = 0; i < 20 && length * (20 - i) / 20 > error; ++i) { /* positions closer than that round to contact */
        assert_true(distance_after(scene, translation, until * i / 20) > 0);
    }
    if (!hit->hit) {
        return;
    }
    assert_true(distance_after(scene, translation, until) <= 2 * error);
    if (hit->fraction > 0) {
        assert_near((double)md3_vec_length(hit->normal), 1, 16 * (double)MD_REAL_EPSILON);
        assert_true(md3_vec_dot(hit->normal, translation) < 0);
        const struct wide point = wide_to_local(scene->at_convex, md3_v(0, 0, 0), wide_of(hit->point));
        bool on_triangle = false;
        for (int32_t i = 0; i < scene->surface->count; ++i) {
            on_triangle = on_triangle || (double)to_triangle(scene, i, point) <= 2 * error;
        }
        assert_true(on_triangle && hit->triangle >= 0);
    }
}

static void casts_at_triangles_stop_at_the_first_contact_found_by_small_steps(void **state)
{
    (void)state;
    struct random random = {4};
    int hits = 0, misses = 0;
    for (int k = 0; k < 30; ++k) {
        struct surface surface =
            k % 2 == 0 ? triangle_soup(&random, k % 4 == 0 ? FAR : 1) : hilly_mesh(&random, 1, false);
        for (int i = 0; i < 12; ++i) {
            struct scene scene = random_scene(&surface, &pool, &random, k % 3 == 0 ? FAR : 1);
            const md3_vec back = random_vector(&random, 2, 8);
            scene.at_convex.p = md3_vec_add(scene.at_convex.p, back);
            const md3_vec translation = md3_vec_scale((md_real)-1.5, back);
            const md3_ray_hit hit =
                md3_cast(&surface.geometry, scene.at_surface, &scene.convex, scene.at_convex, translation, 1);
            check_cast(&scene, translation, &hit);
            hits += hit.hit && hit.fraction > 0;
            misses += !hit.hit;
        }
        surface_destroy(&surface);
    }
    assert_true(hits > 100 && misses > 20);
}

/** A geometry that fits into a ball of 1 m around the origin. */
static md3_geometry small_convex(const md3_hull *box, struct random *random)
{
    const md3_vec end = md3_vec_scale((md_real)0.5, random_direction(random));
    switch (random_index(random, 5)) {
    case 0: return sphere_of(at3(0, 0, 0), 0.4);
    case 1: return capsule_of(md3_vec_negate(end), end, 0.2);
    case 2: return hull_of(box, 0.1);
    case 3: return round_of(MD3_CYLINDER, md3_vec_negate(end), end, 0.4, 0.05);
    default: return round_of(MD3_CONE, md3_vec_negate(end), end, 0.5, 0);
    }
}

/** From above and away from the borders, the first contact is with a front side. */
static void casts_from_above_hit_one_sided_hills_at_the_first_contact(void **state)
{
    (void)state;
    struct random random = {5};
    md3_hull *box = box_hull(0.3, 0.4, 0.5);
    for (int k = 0; k < 20; ++k) {
        const double away = k % 4 < 2 ? FAR : 1;
        struct surface surface = k % 2 == 0 ? hilly_field(&random, away, false) : hilly_mesh(&random, away, true);
        for (int i = 0; i < 12; ++i) {
            const struct wide corner = surface.corner[0][0];
            const double x = random_real(&random, 1.5, 4.5), y = random_real(&random, 1.5, 4.5);
            const md3_vec start = at3((double)corner.x + x, (double)corner.y + y, (double)corner.z + 4);
            struct scene scene = {.surface = &surface, .convex = small_convex(box, &random)};
            scene.at_surface = random_transform(&random, 1);
            scene.at_convex =
                md3_transform_make(md3_transform_apply(scene.at_surface, start), random_rotation(&random));
            const md3_vec translation = md3_rot_apply(scene.at_surface.q, at3(random_real(&random, -1, 1), 0, -7));
            const md3_ray_hit hit =
                md3_cast(&surface.geometry, scene.at_surface, &scene.convex, scene.at_convex, translation, 1);
            assert_true(hit.hit);
            check_cast(&scene, translation, &hit);
        }
        surface_destroy(&surface);
    }
    md3_hull_destroy(box);
}

/** A square of 2 m in the plane z = 0, seen from the front at z > 0. */
static struct surface square(bool one_sided)
{
    static const md3_vec VERTICES[] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    static const int32_t INDICES[] = {0, 1, 2, 0, 2, 3};
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = VERTICES;
    def.indices = INDICES;
    def.vertex_count = 4;
    def.triangle_count = 2;
    def.one_sided = one_sided;
    return surface_of_mesh(&def);
}

static void one_sided_triangles_are_hit_from_the_front_only(void **state)
{
    (void)state;
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 0.5);
    const md3_transform identity = md3_transform_identity();
    for (int one_sided = 0; one_sided < 2; ++one_sided) {
        struct surface surface = square(one_sided == 1);
        const md3_geometry *g = &surface.geometry;
        md3_ray_hit hit = md3_cast(g, identity, &ball, place3(0.2, 0.3, 3), at3(0, 0, -5), 1);
        assert_true(hit.hit && hit.fraction == (md_real)0.5);
        assert_vec_near(hit.normal, at3(0, 0, 1), 0);
        assert_vec_near(hit.point, at3(0.2, 0.3, 0), PICK(1e-15, 1e-6));
        hit = md3_cast(g, identity, &ball, place3(0.2, 0.3, -3), at3(0, 0, 5), 1);
        assert_int_equal(hit.hit, one_sided == 0);
        /* Overlapped at the start: the centre of the ball is in front, or behind. */
        assert_true(md3_cast(g, identity, &ball, place3(0.2, 0.3, 0.1), at3(0, 0, 5), 1).hit);
        hit = md3_cast(g, identity, &ball, place3(0.2, 0.3, -0.1), at3(0, 0, 5), 1);
        assert_int_equal(hit.hit, one_sided == 0);
        surface_destroy(&surface);
    }
}

/* ---- Times of impact --------------------------------------------------------------------------------------------- */

struct impact {
    const struct surface *surface;
    md3_geometry convex;
    md3_sweep of_surface, of_convex;
};

static double distance_at(const struct impact *impact, double fraction)
{
    return (double)md3_distance(&impact->surface->geometry, md3_sweep_at(&impact->of_surface, (md_real)fraction),
                                &impact->convex, md3_sweep_at(&impact->of_convex, (md_real)fraction))
        .distance;
}

static void check_impact(const struct impact *impact, md3_impact found, int samples)
{
    const double away =
        (double)md3_vec_length(impact->of_surface.center[0]) + (double)wide_length(impact->surface->corner[0][0]);
    const double error = 32 * (16 + away / 16) * (double)MD_REAL_EPSILON + PICK(1e-8, 1e-4);
    if (found.state == MD3_IMPACT_OVERLAPPED) {
        assert_true(found.fraction == 0 && distance_at(impact, 0) <= error);
        return;
    }
    if (found.state == MD3_IMPACT_HIT) {
        assert_true(distance_at(impact, (double)found.fraction) <= SLOP / 4 + error);
        if (distance_at(impact, 0) == 0) { /* another triangle is hit */
            return;
        }
    }
    const double until = found.state == MD3_IMPACT_HIT ? (double)found.fraction : 1;
    for (int i = 0; i <= samples; ++i) {
        assert_true(distance_at(impact, until * i / samples) > 0);
    }
}

static void random_spin(md3_sweep *sweep, struct random *random, double turn)
{
    const md3_rot start = random_rotation(random);
    const md3_vec axis = random_direction(random);
    const md3_rot spin = md3_rot_from_axis_angle(axis, random_real(random, -turn, turn));
    sweep->rotation[0] = start;
    sweep->rotation[1] = md3_rot_multiply(spin, start);
}

/** A geometry that flies past or into a surface at rest, or one that moves and rotates too. */
static struct impact random_impact(const struct surface *surface, struct random *random, bool moving, double away)
{
    struct impact impact = {.surface = surface, .convex = random_convex(&pool, random)};
    const double turns[] = {0, 0.5, PI};
    random_spin(&impact.of_surface, random, moving ? turns[random_index(random, 3)] : 0);
    random_spin(&impact.of_convex, random, turns[random_index(random, 3)]);
    impact.of_surface.local_center = near_surface(surface, random);
    impact.of_surface.center[0] = random_point_in_cube(random, away);
    impact.of_surface.center[1] = impact.of_surface.center[0];
    if (moving) {
        impact.of_surface.center[1] = md3_vec_add(impact.of_surface.center[0], random_point_in_cube(random, 1));
    }
    impact.of_convex.local_center = random_point_in_cube(random, 0.5);
    const md3_vec from = random_vector(random, 0.3, 6);
    impact.of_convex.center[0] = md3_vec_add(impact.of_surface.center[0], from);
    impact.of_convex.center[1] = md3_vec_add_scaled(impact.of_convex.center[0], (md_real)-1.5, from);
    return impact;
}

static void impacts_with_triangles_are_never_later_than_a_sampled_contact(void **state)
{
    (void)state;
    struct random random = {6};
    int count[3] = {0};
    for (int k = 0; k < 30; ++k) {
        struct surface surface =
            k % 2 == 0 ? triangle_soup(&random, k % 4 == 0 ? FAR : 1) : hilly_mesh(&random, 1, false);
        for (int i = 0; i < 12; ++i) {
            const struct impact impact = random_impact(&surface, &random, i % 2 == 0, k % 3 == 0 ? FAR : 1);
            const md3_impact found =
                md3_time_of_impact(&surface.geometry, &impact.of_surface, &impact.convex, &impact.of_convex, 1);
            check_impact(&impact, found, 16);
            const md3_impact other =
                md3_time_of_impact(&impact.convex, &impact.of_convex, &surface.geometry, &impact.of_surface, 1);
            assert_true(other.state == found.state && other.fraction == found.fraction);
            ++count[found.state];
        }
        surface_destroy(&surface);
    }
    assert_true(count[MD3_IMPACT_HIT] > 80 && count[MD3_IMPACT_SEPARATED] > 15);
    assert_true(count[MD3_IMPACT_OVERLAPPED] > 2);
}

static md3_sweep line(md3_vec from, md3_vec to)
{
    return (md3_sweep){.center = {from, to}, .rotation = {md3_rot_identity(), md3_rot_identity()}};
}

static void impacts_from_behind_one_sided_triangles_are_ignored(void **state)
{
    (void)state;
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 0.5);
    const md3_sweep still = line(at3(0, 0, 0), at3(0, 0, 0));
    for (int one_sided = 0; one_sided < 2; ++one_sided) {
        struct surface surface = square(one_sided == 1);
        const md3_impact_state behind = one_sided == 1 ? MD3_IMPACT_SEPARATED : MD3_IMPACT_HIT;
        const md3_sweep down = line(at3(0.2, 0.3, 3), at3(0.2, 0.3, -3));
        const md3_sweep up = line(at3(0.2, 0.3, -3), at3(0.2, 0.3, 3));
        assert_int_equal(md3_time_of_impact(&surface.geometry, &still, &ball, &down, 1).state, MD3_IMPACT_HIT);
        assert_int_equal(md3_time_of_impact(&surface.geometry, &still, &ball, &up, 1).state, behind);
        const md3_sweep out = line(at3(0.2, 0.3, -0.1), at3(0.2, 0.3, 3));
        assert_int_equal(md3_time_of_impact(&surface.geometry, &still, &ball, &out, 1).state,
                         one_sided == 1 ? MD3_IMPACT_SEPARATED : MD3_IMPACT_OVERLAPPED);
        surface_destroy(&surface);
    }
}

/** A floor up to x = 2 and a wall there, or their mirror image, which is visited in another order. */
static struct surface floor_and_wall(md_real side)
{
    const md3_vec vertices[] = {{-5 * side, -5, 0}, {2 * side, -5, 0}, {2 * side, 5, 0},
                                {-5 * side, 5, 0},  {2 * side, -5, 4}, {2 * side, 5, 4}};
    const int32_t indices[] = {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2};
    const int32_t mirrored[] = {0, 2, 1, 0, 3, 2, 1, 5, 4, 1, 2, 5};
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.indices = side > 0 ? indices : mirrored;
    def.vertex_count = 6;
    def.triangle_count = 4;
    return surface_of_mesh(&def);
}

static void an_overlapped_triangle_does_not_hide_another(void **state)
{
    (void)state;
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 0.5);
    const md3_sweep still = line(at3(0, 0, 0), at3(0, 0, 0));
    for (int side = -1; side <= 1; side += 2) {
        struct surface surface = floor_and_wall((md_real)side);
        const md3_geometry *g = &surface.geometry;
        const md3_vec start = at3(0, 0, 0.499); /* 1 mm deep in the floor */
        const md3_sweep rolling = line(start, at3(4 * side, 0, 0.499));
        const md3_impact found = md3_time_of_impact(g, &still, &ball, &rolling, 1);
        assert_int_equal(found.state, MD3_IMPACT_HIT);
        assert_near((double)found.fraction, 1.5 / 4, SLOP / 4 / 4 + PICK(1e-12, 1e-5));
        const md3_sweep short_way = line(start, at3(side, 0, 0.499));
        assert_int_equal(md3_time_of_impact(g, &still, &ball, &short_way, 1).state, MD3_IMPACT_OVERLAPPED);
        assert_int_equal(md3_time_of_impact(g, &still, &ball, &rolling, 0).state, MD3_IMPACT_OVERLAPPED);
        surface_destroy(&surface);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(casts_at_triangles_stop_at_the_first_contact_found_by_small_steps),
        cmocka_unit_test(casts_from_above_hit_one_sided_hills_at_the_first_contact),
        cmocka_unit_test(one_sided_triangles_are_hit_from_the_front_only),
        cmocka_unit_test(impacts_with_triangles_are_never_later_than_a_sampled_contact),
        cmocka_unit_test(impacts_from_behind_one_sided_triangles_are_ignored),
        cmocka_unit_test(an_overlapped_triangle_does_not_hide_another),
    };
    return cmocka_run_group_tests_name("mesh_motion3", tests, create_pool, destroy_pool);
}
