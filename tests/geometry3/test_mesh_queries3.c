/* Distances, casts and times of impact of convex geometries with triangle meshes and height fields. */
#include "geometry3/distance.h"
#include "geometry3/shapes3.h"

static const double PI = 3.14159265358979323846;
static const double SLOP = (double)MD3_LINEAR_SLOP;

/** Far from the origin, m. In float, numbers are rounded to 1e-3 m at 1e4 m. */
static const double FAR = PICK(1e4, 1e3);

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

/* ---- Surfaces ---------------------------------------------------------------------------------------------------- */

enum { MAX_TRIANGLES = 512 };

/** A mesh or height field, and its triangles. */
struct surface {
    md3_geometry geometry;
    md3_mesh *mesh;
    md3_height_field *field;
    struct wide corner[MAX_TRIANGLES][3];
    int32_t index[MAX_TRIANGLES]; /* as in md3_ray_hit */
    int32_t count;
};

static void surface_destroy(struct surface *surface)
{
    md3_mesh_destroy(surface->mesh);
    md3_height_field_destroy(surface->field);
}

static struct surface surface_of_mesh(const md3_mesh_def *def)
{
    struct surface surface = {.count = 0};
    assert_int_equal(md3_mesh_create(NULL, def, &surface.mesh, NULL), MD_OK);
    assert_int_equal(md3_geometry_mesh(&surface.geometry, surface.mesh), MD_OK);
    surface.count = md3_mesh_triangles(surface.mesh);
    assert_true(surface.count <= MAX_TRIANGLES);
    for (int32_t i = 0; i < surface.count; ++i) {
        md3_vec corner[3];
        md3_mesh_triangle(surface.mesh, i, corner);
        for (int k = 0; k < 3; ++k) {
            surface.corner[i][k] = wide_of(corner[k]);
        }
        surface.index[i] = i;
    }
    return surface;
}

/** Triangles without order: from small ones to slivers as long as the whole. */
static struct surface triangle_soup(struct random *random, double away)
{
    md3_vec vertices[3 * 60];
    int32_t indices[3 * 60];
    const md3_vec origin = random_point_in_cube(random, away);
    for (int32_t i = 0; i < 3 * 60; ++i) {
        const md3_vec p = random_point_in_cube(random, i % 3 == 0 ? 3 : 0.7);
        vertices[i] = md3_vec_add(i % 3 == 0 ? origin : vertices[i - i % 3], p);
        indices[i] = i;
    }
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.indices = indices;
    def.vertex_count = 3 * 60;
    def.triangle_count = 60;
    def.one_sided = false;
    return surface_of_mesh(&def);
}

/** A hilly square of 6 m, as a mesh or as a height field. */
enum { SIDE = 13 };

static void random_hills(struct random *random, md_real heights[SIDE * SIDE])
{
    for (int32_t i = 0; i < SIDE * SIDE; ++i) {
        heights[i] = (md_real)random_real(random, -0.5, 0.5);
    }
}

static md3_vec hill_point(const md_real *heights, md3_vec origin, int32_t i)
{
    return md3_vec_add(origin, md3_v((md_real)(i % SIDE) / 2, (md_real)(i / SIDE) / 2, heights[i]));
}

/** The corners of triangle `half` of the cell at corner i. */
static void cell_corners(int32_t i, int32_t half, int32_t corner[3])
{
    corner[0] = i;
    corner[1] = half == 0 ? i + 1 : i + SIDE + 1;
    corner[2] = half == 0 ? i + SIDE + 1 : i + SIDE;
}

static struct surface hilly_mesh(struct random *random, double away, bool one_sided)
{
    md_real heights[SIDE * SIDE];
    md3_vec vertices[SIDE * SIDE];
    int32_t indices[3 * 2 * SIDE * SIDE];
    const md3_vec origin = random_point_in_cube(random, away);
    random_hills(random, heights);
    md3_mesh_def def = md3_mesh_def_default();
    for (int32_t i = 0; i < SIDE * SIDE; ++i) {
        vertices[i] = hill_point(heights, origin, i);
        for (int32_t half = 0; half < 2 && i % SIDE < SIDE - 1 && i / SIDE < SIDE - 1; ++half) {
            cell_corners(i, half, &indices[3 * def.triangle_count++]);
        }
    }
    def.vertices = vertices;
    def.indices = indices;
    def.vertex_count = SIDE * SIDE;
    def.one_sided = one_sided;
    return surface_of_mesh(&def);
}

/** A height field, with holes at a tenth of its corners or none. */
static struct surface hilly_field(struct random *random, double away, bool holes)
{
    md_real heights[SIDE * SIDE];
    struct surface surface = {.count = 0};
    md3_height_field_def def = md3_height_field_def_default();
    random_hills(random, heights);
    for (int32_t i = 0; holes && i < SIDE * SIDE; i += 1 + random_index(random, 20)) {
        heights[i] = NAN;
    }
    def.heights = heights;
    def.columns = def.rows = SIDE;
    def.origin = random_point_in_cube(random, away);
    def.spacing[0] = def.spacing[1] = (md_real)0.5;
    assert_int_equal(md3_height_field_create(NULL, &def, &surface.field, NULL), MD_OK);
    assert_int_equal(md3_geometry_height_field(&surface.geometry, surface.field), MD_OK);
    for (int32_t k = 0; k < 2 * SIDE * SIDE; ++k) {
        int32_t corner[3];
        cell_corners(k / 2, k % 2, corner);
        if (k / 2 % SIDE == SIDE - 1 || k / 2 / SIDE == SIDE - 1 || isnan(heights[corner[0]]) ||
            isnan(heights[corner[1]]) || isnan(heights[corner[2]])) {
            continue;
        }
        for (int j = 0; j < 3; ++j) {
            surface.corner[surface.count][j] =
                wide_of(md3_height_field_point(surface.field, corner[j] % SIDE, corner[j] / SIDE));
        }
        surface.index[surface.count++] = 2 * (k / 2 % SIDE + k / 2 / SIDE * (SIDE - 1));
    }
    return surface;
}

static struct surface random_surface(struct random *random, int kind, double away)
{
    switch (kind % 3) {
    case 0: return triangle_soup(random, away);
    case 1: return hilly_mesh(random, away, random_index(random, 2) == 0);
    default: return hilly_field(random, away, true);
    }
}

/** A point near the middle of a surface. */
static md3_vec near_surface(const struct surface *surface, struct random *random)
{
    const struct wide p = surface->corner[random_index(random, surface->count)][0];
    const md3_vec at_corner = {(md_real)p.x, (md_real)p.y, (md_real)p.z};
    return md3_vec_add(at_corner, random_point_in_cube(random, 2));
}

/* ---- Distance ---------------------------------------------------------------------------------------------------- */

struct scene {
    const struct surface *surface;
    md3_geometry convex;
    md3_transform at_surface, at_convex;
};

static struct scene random_scene(const struct surface *surface, struct random *random, double away)
{
    struct scene scene = {.surface = surface, .convex = random_convex(&pool, random)};
    scene.at_surface = random_transform(random, away);
    const md3_vec position = md3_transform_apply(scene.at_surface, near_surface(surface, random));
    scene.at_convex = md3_transform_make(position, random_rotation(random));
    return scene;
}

/** Rounding error of positions, and the error of the distance of round geometries. */
static double tolerance(const struct scene *scene)
{
    const struct wide p = scene->surface->corner[0][0];
    const double size = 16 + (double)wide_length(p) + (double)md3_vec_length(scene->at_surface.p) +
                        (double)md3_vec_distance(scene->at_surface.p, scene->at_convex.p);
    return 16 * size * (double)MD_REAL_EPSILON + (is_round(&scene->convex) ? PICK(1e-9, 5e-5) : 0);
}

/** Corner of a triangle in the coordinates of the convex geometry, where all numbers are small. */
static struct wide corner_of(const struct scene *scene, int32_t triangle, int k)
{
    const struct wide world =
        wide_add(wide_of(scene->at_surface.p), wide_rotate(scene->at_surface.q, scene->surface->corner[triangle][k]));
    return wide_rotate_back(scene->at_convex.q, wide_sub(world, wide_of(scene->at_convex.p)));
}

static long double to_triangle(const struct scene *scene, int32_t triangle, struct wide point)
{
    return wide_to_triangle(point, corner_of(scene, triangle, 0), corner_of(scene, triangle, 1),
                            corner_of(scene, triangle, 2));
}

/** Proves that a triangle is at least `distance` away: finds a normal by GJK and measures along it in long double. */
static bool is_beyond(const struct scene *scene, int32_t triangle, double distance)
{
    struct wide corner[3];
    md3_vec local[3];
    for (int k = 0; k < 3; ++k) {
        corner[k] = corner_of(scene, triangle, k);
        local[k] = (md3_vec){(md_real)corner[k].x, (md_real)corner[k].y, (md_real)corner[k].z};
    }
    const struct core a = md3_core_of(&scene->convex), b = md3_core_of_triangle(local);
    const md3_transform at_corner = md3_transform_make(local[0], md3_rot_identity());
    const struct core_pair pair = md3_core_pair(&a, md3_transform_identity(), &b, at_corner);
    const struct wide n = wide_of(md3_core_distance(&pair, pair.offset).normal);
    long double lowest = HUGE_VALL;
    for (int k = 0; k < 3; ++k) {
        lowest = fminl(lowest, wide_dot(n, corner[k]));
    }
    return (double)(lowest - wide_extent(&scene->convex, n)) >= distance;
}

static void check_distance(const struct scene *scene)
{
    const md3_distance_result result =
        md3_distance(&scene->surface->geometry, scene->at_surface, &scene->convex, scene->at_convex);
    const double error = tolerance(scene);
    struct wide point[2];
    for (int i = 0; i < 2; ++i) {
        point[i] = wide_to_local(scene->at_convex, md3_v(0, 0, 0), wide_of(result.point[i]));
    }
    bool on_triangle = false;
    for (int32_t i = 0; i < scene->surface->count; ++i) {
        assert_true(result.distance == 0 || is_beyond(scene, i, (double)result.distance - error));
        const bool may_be = scene->surface->index[i] == result.triangle ||
                            (scene->surface->field != NULL && scene->surface->index[i] == result.triangle - 1);
        on_triangle = on_triangle || (may_be && (double)to_triangle(scene, i, point[0]) <= error);
    }
    assert_true(on_triangle);
    assert_true((double)(wide_to_geometry(&scene->convex, point[1]) - wide_flatness(&scene->convex)) <= error);
    assert_near((double)wide_length(wide_sub(point[1], point[0])), (double)result.distance, error);
    assert_int_equal(md3_overlap(&scene->convex, scene->at_convex, &scene->surface->geometry, scene->at_surface),
                     result.distance == 0);
}

static void distances_from_surfaces_are_proven_for_all_triangles(void **state)
{
    (void)state;
    struct random random = {1};
    for (int k = 0; k < 24; ++k) {
        struct surface surface = random_surface(&random, k, k % 4 == 0 ? FAR : 1);
        for (int i = 0; i < 6; ++i) {
            struct scene scene = random_scene(&surface, &random, k % 4 == 1 ? FAR : 1);
            check_distance(&scene);
            scene.at_convex.p = md3_vec_add_scaled(scene.at_convex.p, i % 2 == 0 ? 10 : 300, random_direction(&random));
            check_distance(&scene);
        }
        surface_destroy(&surface);
    }
}

static void exchanging_surface_and_geometry_exchanges_the_result(void **state)
{
    (void)state;
    struct random random = {2};
    struct surface surface = hilly_field(&random, 1, true);
    for (int k = 0; k < 100; ++k) {
        const struct scene scene = random_scene(&surface, &random, 10);
        const md3_distance_result one =
            md3_distance(&surface.geometry, scene.at_surface, &scene.convex, scene.at_convex);
        const md3_distance_result other =
            md3_distance(&scene.convex, scene.at_convex, &surface.geometry, scene.at_surface);
        assert_true(one.distance == other.distance && one.triangle == other.triangle);
        assert_vec_near(one.normal, md3_vec_negate(other.normal), 0);
        assert_vec_near(one.point[0], other.point[1], 0);
        assert_vec_near(one.point[1], other.point[0], 0);
    }
    surface_destroy(&surface);
}

static void the_closest_point_of_a_surface_is_on_the_closest_triangle(void **state)
{
    (void)state;
    struct random random = {3};
    for (int k = 0; k < 12; ++k) {
        struct surface surface = random_surface(&random, k, 1);
        for (int i = 0; i < 50; ++i) {
            const md3_vec point = near_surface(&surface, &random);
            const struct wide closest = wide_of(md3_geometry_closest_point(&surface.geometry, point));
            long double expected = HUGE_VALL, off = HUGE_VALL;
            for (int32_t j = 0; j < surface.count; ++j) {
                const struct wide *corner = surface.corner[j];
                expected = fminl(expected, wide_to_triangle(wide_of(point), corner[0], corner[1], corner[2]));
                off = fminl(off, wide_to_triangle(closest, corner[0], corner[1], corner[2]));
            }
            assert_near((double)wide_length(wide_sub(closest, wide_of(point))), (double)expected, PICK(1e-13, 1e-4));
            assert_near((double)off, 0, PICK(1e-13, 1e-4));
        }
        surface_destroy(&surface);
    }
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
    for (int i = 0; i < 30 && length * (30 - i) / 30 > error; ++i) { /* positions closer than that round to contact */
        assert_true(distance_after(scene, translation, until * i / 30) > 0);
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
            struct scene scene = random_scene(&surface, &random, k % 3 == 0 ? FAR : 1);
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
    for (int k = 0; k < 40; ++k) {
        struct surface surface =
            k % 2 == 0 ? triangle_soup(&random, k % 4 == 0 ? FAR : 1) : hilly_mesh(&random, 1, false);
        for (int i = 0; i < 12; ++i) {
            const struct impact impact = random_impact(&surface, &random, i % 2 == 0, k % 3 == 0 ? FAR : 1);
            const md3_impact found =
                md3_time_of_impact(&surface.geometry, &impact.of_surface, &impact.convex, &impact.of_convex, 1);
            check_impact(&impact, found, 25);
            const md3_impact other =
                md3_time_of_impact(&impact.convex, &impact.of_convex, &surface.geometry, &impact.of_surface, 1);
            assert_true(other.state == found.state && other.fraction == found.fraction);
            ++count[found.state];
        }
        surface_destroy(&surface);
    }
    assert_true(count[MD3_IMPACT_HIT] > 100 && count[MD3_IMPACT_SEPARATED] > 20);
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

/** A floor and a wall in one mesh: a ball that overlaps the floor hits the wall. */
static void an_overlapped_triangle_does_not_hide_another(void **state)
{
    (void)state;
    static const md3_vec VERTICES[] = {{-5, -5, 0}, {2, -5, 0}, {2, 5, 0}, {-5, 5, 0}, {2, -5, 4}, {2, 5, 4}};
    static const int32_t INDICES[] = {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2};
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = VERTICES;
    def.indices = INDICES;
    def.vertex_count = 6;
    def.triangle_count = 4;
    struct surface surface = surface_of_mesh(&def);
    const md3_geometry ball = sphere_of(at3(0, 0, 0), 0.5);
    const md3_sweep still = line(at3(0, 0, 0), at3(0, 0, 0));
    const md3_sweep rolling = line(at3(0, 0, 0.499), at3(4, 0, 0.499));
    const md3_impact found = md3_time_of_impact(&surface.geometry, &still, &ball, &rolling, 1);
    assert_int_equal(found.state, MD3_IMPACT_HIT);
    assert_near((double)found.fraction, 1.5 / 4, SLOP / 4 / 4 + PICK(1e-12, 1e-5));
    const md3_sweep short_way = line(at3(0, 0, 0.499), at3(1, 0, 0.499));
    assert_int_equal(md3_time_of_impact(&surface.geometry, &still, &ball, &short_way, 1).state, MD3_IMPACT_OVERLAPPED);
    assert_int_equal(md3_time_of_impact(&surface.geometry, &still, &ball, &rolling, 0).state, MD3_IMPACT_OVERLAPPED);
    surface_destroy(&surface);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_from_surfaces_are_proven_for_all_triangles),
        cmocka_unit_test(exchanging_surface_and_geometry_exchanges_the_result),
        cmocka_unit_test(the_closest_point_of_a_surface_is_on_the_closest_triangle),
        cmocka_unit_test(casts_at_triangles_stop_at_the_first_contact_found_by_small_steps),
        cmocka_unit_test(casts_from_above_hit_one_sided_hills_at_the_first_contact),
        cmocka_unit_test(one_sided_triangles_are_hit_from_the_front_only),
        cmocka_unit_test(impacts_with_triangles_are_never_later_than_a_sampled_contact),
        cmocka_unit_test(impacts_from_behind_one_sided_triangles_are_ignored),
        cmocka_unit_test(an_overlapped_triangle_does_not_hide_another),
    };
    return cmocka_run_group_tests_name("mesh_queries3", tests, create_pool, destroy_pool);
}
