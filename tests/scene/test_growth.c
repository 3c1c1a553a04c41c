/* Time to create large worlds: it grows in proportion to the number of points, never with its square. */
#include <time.h>

#include <modulus/snapshot2.h>

#include "scene/scenes.h"
#include "world2/make2.h"
#include "world2/world.h"

#define FEW 10000
#define MANY 40000
/* Four times as many points may take this many times as long; 4 is linear, and 16 is quadratic. */
#define MAX_GROWTH 12
#define REPEATS 5

/* Time of the processor, so that other programs do not count. */
static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Returns the seconds that one creation of a chain of `count` points takes. */
typedef double timed_creation(int count);

static double fastest(timed_creation *create, int count)
{
    double best = INFINITY;
    for (int i = 0; i < REPEATS; ++i) {
        best = fmin(best, create(count));
    }
    return best;
}

static void assert_linear(timed_creation *create)
{
    const double few = fastest(create, FEW);
    const double limit = MAX_GROWTH * few;
    double many = create(MANY);
    for (int i = 1; many > limit && i < REPEATS; ++i) {
        many = fmin(many, create(MANY));
    }
    if (many > limit) {
        fail_msg("%d points took %g s, %d points %g s", FEW, few, MANY, many);
    }
}

static md2_vec *chain_points(int count)
{
    md2_vec *points = malloc((size_t)count * sizeof *points);
    assert_non_null(points);
    for (int i = 0; i < count; ++i) {
        points[i] = at(-0.1 * i, 0.01 * (i % 7));
    }
    return points;
}

static double create_chain(int count)
{
    const md2_shape_def def = md2_shape_def_default();
    md2_vec *points = chain_points(count);
    md2_world *world = world_new();
    const md2_body_id body = body_at(world, MD2_STATIC, 0, 0);
    const double before = cpu_seconds();
    assert_int_equal(md2_chain_create(world, body, &def, points, count, false, NULL), MD_OK);
    const double seconds = cpu_seconds() - before;
    assert_int_equal(md2_world_shape_count(world), count - 1);
    md2_world_destroy(world);
    free(points);
    return seconds;
}

/* One shape too many: all other segments are added and removed again. */
static double refuse_chain(int count)
{
    const md2_shape_def def = md2_shape_def_default();
    md2_vec *points = chain_points(count);
    md2_world_def settings = md2_world_def_default();
    settings.max_shapes = count - 2;
    md2_world *world = world_of(&settings);
    const md2_body_id body = body_at(world, MD2_STATIC, 0, 0);
    const double before = cpu_seconds();
    assert_int_equal(md2_chain_create(world, body, &def, points, count, false, NULL), MD_ERROR_SIZE);
    const double seconds = cpu_seconds() - before;
    assert_int_equal(md2_world_shape_count(world), 0);
    assert_int_equal(md2_body_first_shape(world, body).generation, 0);
    md2_world_destroy(world);
    free(points);
    return seconds;
}

/* Boxes of a body of given mass, one by one. */
static double create_boxes(int count)
{
    const md2_shape_def def = md2_shape_def_default();
    md2_world *world = world_new();
    const md2_body_id body = body_at(world, MD2_DYNAMIC, 0, 0);
    assert_int_equal(md2_body_set_mass(world, body, (md2_mass){.mass = 1, .inertia = 1}), MD_OK);
    const double before = cpu_seconds();
    for (int i = 0; i < count; ++i) {
        md2_hull hull;
        assert_int_equal(md2_hull_box(&hull, at(0.1, 0.1), at(0.2 * i, 0), turned(0), 0), MD_OK);
        assert_int_equal(md2_shape_create(world, body, &def, &hull, NULL), MD_OK);
    }
    const double seconds = cpu_seconds() - before;
    md2_world_destroy(world);
    return seconds;
}

static char *scene_with_chain(int count)
{
    char *text = malloc((size_t)count * 32 + 200);
    assert_non_null(text);
    char *end =
        text +
        sprintf(
            text,
            "{\"format\": \"modulus-scene\", \"version\": 1, \"bodies\": [{\"shapes\": [{\"chain\": {\"points\": [");
    for (int i = 0; i < count; ++i) {
        end += sprintf(end, "%s[%.1f, %.2f]", i > 0 ? "," : "", -0.1 * i, 0.01 * (i % 7));
    }
    sprintf(end, "]}}]}]}");
    return text;
}

static double timed_read(const char *text, struct scene *scene)
{
    const double before = cpu_seconds();
    assert_reads(scene, text);
    return cpu_seconds() - before;
}

static double load_chain(int count)
{
    struct scene scene;
    char *text = scene_with_chain(count);
    const double seconds = timed_read(text, &scene);
    assert_int_equal(md2_world_shape_count(scene.world), count - 1);
    scene_close(&scene);
    free(text);
    return seconds;
}

/* A saved chain is a list of segments. */
static double load_saved_chain(int count)
{
    struct scene scene;
    struct scene again;
    char *text = scene_with_chain(count);
    assert_reads(&scene, text);
    char *saved = text_of(&scene);
    const double seconds = timed_read(saved, &again);
    assert_int_equal(md2_world_shape_count(again.world), count - 1);
    scene_close(&scene);
    scene_close(&again);
    free(text);
    free(saved);
    return seconds;
}

static void creating_a_chain_takes_linear_time(void **state)
{
    (void)state;
    assert_linear(create_chain);
}

static void refusing_a_chain_takes_linear_time(void **state)
{
    (void)state;
    assert_linear(refuse_chain);
}

static void adding_shapes_to_a_body_of_given_mass_takes_linear_time(void **state)
{
    (void)state;
    assert_linear(create_boxes);
}

static void loading_a_chain_takes_linear_time(void **state)
{
    (void)state;
    assert_linear(load_chain);
}

static void loading_a_saved_chain_takes_linear_time(void **state)
{
    (void)state;
    assert_linear(load_saved_chain);
}

/* Size and mass that grow with each shape are those that are computed over all shapes. */
static void mass_and_size_do_not_depend_on_the_way_shapes_were_added(void **state)
{
    (void)state;
    const md2_vec points[] = {at(3, 0), at(1, 1), at(-2, 0.5), at(-9, 1)};
    const md2_shape_def def = md2_shape_def_default();
    md2_world *world = world_new();
    const md2_body_id body = box_at(world, 1, 2, 0.5, 0.25);
    md2_hull far;
    assert_int_equal(md2_hull_box(&far, at(0.3, 0.7), at(-1, 0.1), turned(0.3), 0), MD_OK);
    give(world, body, &def, &far);
    step_many(world, 1); /* settles inertia and size */
    assert_int_equal(md2_chain_create(world, body, &def, points, 4, false, NULL), MD_OK);
    const struct body before = world->bodies[body.index];
    md2_body_update_mass(world, &world->bodies[body.index]);
    const struct body *after = &world->bodies[body.index];
    assert_true(before.max_extent == after->max_extent && before.max_extent > 8);
    assert_true(before.inscribed_radius == after->inscribed_radius && before.inscribed_radius == 0);
    assert_memory_equal(&before.mass, &after->mass, sizeof before.mass);
    assert_memory_equal(&before.center, &after->center, sizeof before.center);
    md2_world_destroy(world);
}

/* Mass and centre are up to date after each shape, with the bits of sums over all shapes; inertia is when it is read. */
static void mass_is_that_of_all_shapes_after_each_one(void **state)
{
    (void)state;
    const md2_shape_def def = md2_shape_def_default();
    md2_world *world = world_new();
    const md2_body_id body = body_at(world, MD2_DYNAMIC, 1, 2);
    set_velocity(world, body, 3, -1, 2);
    double mass = 0;
    for (int i = 0; i < 20; ++i) {
        md2_hull hull;
        assert_int_equal(md2_hull_circle(&hull, at(0.3 * i, 0.1 * (i % 3)), (md_real)(0.1 + 0.01 * i)), MD_OK);
        give(world, body, &def, &hull);
        mass += PI * (0.1 + 0.01 * i) * (0.1 + 0.01 * i);
        const struct body added = world->bodies[body.index];
        assert_near((double)added.mass.mass, mass, 64 * (double)MD_REAL_EPSILON);
        struct body all = added;
        md2_body_update_mass(world, &all);
        assert_true(added.mass.mass == all.mass.mass);
        assert_memory_equal(&added.center, &all.center, sizeof all.center);
        assert_memory_equal(&added.velocity, &all.velocity, sizeof all.velocity);
        assert_true(md2_body_mass(world, body).inertia == all.mass.inertia && all.mass.inertia > 0);
        assert_near(md2_world_kinetic_energy(world), md2_body_kinetic_energy(&all), 0);
    }
    md2_world_destroy(world);
}

/* An impulse off the centre and a snapshot need the inertia before a step has settled it. */
static void inertia_is_that_of_all_shapes_when_it_is_needed(void **state)
{
    (void)state;
    md2_world *world = world_without_gravity();
    const md2_shape_def def = md2_shape_def_default();
    const md2_body_id body = box_at(world, 0, 0, 1, 1); /* 4 kg, 4 (1 + 1) / 3 kg m^2 */
    const size_t size = md2_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(md2_world_snapshot(world, bytes, size, NULL), MD_OK);
    md2_world *copy;
    assert_int_equal(md2_world_from_snapshot(bytes, size, NULL, NULL, &copy), MD_OK);
    free(bytes);
    md2_world *const worlds[] = {world, copy};
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(md2_body_apply_impulse(worlds[i], body, at(0, 8), at(0.5, 0)), MD_OK);
        assert_near(spin_of(worlds[i], body), 0.5 * 8 / (4 * 2.0 / 3), 8 * (double)MD_REAL_EPSILON);
        md2_hull beside;
        assert_int_equal(md2_hull_box(&beside, at(1, 1), at(2, 0), turned(0), 0), MD_OK);
        give(worlds[i], body, &def, &beside);
        assert_near(x_of(worlds[i], body), 1, 8 * (double)MD_REAL_EPSILON); /* the sums go on after a snapshot */
        assert_near((double)md2_body_mass(worlds[i], body).mass, 8, 0);
        assert_near((double)md2_body_mass(worlds[i], body).inertia, 16.0 / 3 + 8, 32 * (double)MD_REAL_EPSILON);
        step_many(worlds[i], 1);
        assert_near((double)worlds[i]->bodies[body.index].max_extent, sqrt(5), 4 * (double)MD_REAL_EPSILON);
    }
    assert_true(md2_world_hash(world) == md2_world_hash(copy));
    md2_world_destroy(world);
    md2_world_destroy(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(creating_a_chain_takes_linear_time),
        cmocka_unit_test(refusing_a_chain_takes_linear_time),
        cmocka_unit_test(adding_shapes_to_a_body_of_given_mass_takes_linear_time),
        cmocka_unit_test(loading_a_chain_takes_linear_time),
        cmocka_unit_test(loading_a_saved_chain_takes_linear_time),
        cmocka_unit_test(mass_and_size_do_not_depend_on_the_way_shapes_were_added),
        cmocka_unit_test(mass_is_that_of_all_shapes_after_each_one),
        cmocka_unit_test(inertia_is_that_of_all_shapes_when_it_is_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
