/* The proof that two moving hulls do not meet: it is right, and it finds most of the pairs that do not meet. */
#include "geometry2/brute_distance.h"
#include "geometry2/clearance.h"
#include "geometry2/random_hull.h"

struct passing {
    md2_hull a, b;
    md2_sweep motion_a, motion_b;
};

static md2_sweep random_motion(struct random *random, const md2_hull *hull, double distance, double way)
{
    const md2_vec start = random_vec(random, distance);
    const md2_vec change = random_vec(random, way);
    const double angle = random_real(random, -4, 4);
    /* Half of the motions rotate, few of them by more than the proof can handle. */
    const double turn = random_index(random, 2) * random_real(random, -1.2, 1.2) * random_real(random, 0, 1);
    return (md2_sweep){.local_center = hull->centroid,
                       .center = {start, {start.x + change.x, start.y + change.y}},
                       .rotation = {rotation_of(angle), rotation_of(angle + turn)}};
}

static struct passing random_passing(struct random *random)
{
    struct passing pass = {.a = random_hull(random), .b = random_hull(random)};
    pass.motion_a = random_motion(random, &pass.a, 2, random_index(random, 2));
    pass.motion_b = random_motion(random, &pass.b, 3, 2);
    return pass;
}

/* The least distance at 100 moments of the motion. Negative if only the rounded parts overlap. */
static double least_distance(const struct passing *pass)
{
    double least = INFINITY;
    for (int i = 0; i <= 100; ++i) {
        const md_real t = (md_real)i / 100;
        const double distance =
            brute_distance(&pass->a, md2_sweep_at(&pass->motion_a, t), &pass->b, md2_sweep_at(&pass->motion_b, t));
        least = fmin(least, distance);
    }
    return least;
}

static void no_pair_that_stays_clear_comes_closer_than_the_gap(void **state)
{
    (void)state;
    struct random random = {1};
    int clear = 0, found = 0;
    for (int k = 0; k < 4000; ++k) {
        const struct passing pass = random_passing(&random);
        const double gap = random_index(&random, 2) * random_real(&random, 0, 0.2);
        const double least = least_distance(&pass);
        const bool stays = md2_stay_clear(&pass.a, &pass.motion_a, &pass.b, &pass.motion_b, (md_real)gap);
        assert_true(!stays || least > gap - PICK(1e-12, 1e-5));
        clear += least > gap;
        found += stays;
    }
    assert_true(clear > 1000 && found > clear / 2);
}

/* A box that slides fast over a long wall, and overlaps it a little: its core does not come near. */
static void a_gap_below_zero_allows_that_much_overlap(void **state)
{
    (void)state;
    struct passing pass;
    assert_int_equal(md2_hull_rectangle(&pass.a, 10, 1), MD_OK);
    assert_int_equal(md2_hull_rectangle(&pass.b, (md_real)0.5, (md_real)0.5), MD_OK);
    const md2_rot upright = {1, 0};
    pass.motion_a = (md2_sweep){.rotation = {upright, upright}};
    pass.motion_b = (md2_sweep){.center = {{-2, (md_real)1.49}, {2, (md_real)1.49}}, .rotation = {upright, upright}};
    assert_false(md2_stay_clear(&pass.a, &pass.motion_a, &pass.b, &pass.motion_b, 0));
    assert_true(md2_stay_clear(&pass.a, &pass.motion_a, &pass.b, &pass.motion_b, (md_real)-0.02));
    assert_false(md2_stay_clear(&pass.a, &pass.motion_a, &pass.b, &pass.motion_b, (md_real)-0.005));
}

/* A wall turns about a centre 1 m below it. In its frame a resting ball moves on an arc that bends towards the wall, where it is
 * closest in the middle of the motion. */
static void the_path_in_a_turning_frame_is_bent(void **state)
{
    (void)state;
    const struct {
        double angle, height; /* of the turn, rad; of the lower edge of the wall, m */
    } turns[] = {{0.8, 1.005}, {2.5, 0.95}};
    for (int i = 0; i < 2; ++i) {
        struct passing pass;
        const md_real low = (md_real)turns[i].height;
        const md2_vec corners[] = {{-2, low}, {2, low}, {2, low + 1}, {-2, low + 1}};
        assert_int_equal(md2_hull_polygon(&pass.a, corners, 4, 0), MD_OK);
        assert_int_equal(md2_hull_circle(&pass.b, (md2_vec){0, 0}, (md_real)0.01), MD_OK);
        const double half = turns[i].angle / 2;
        pass.motion_a = (md2_sweep){.rotation = {rotation_of(-half), rotation_of(half)}};
        pass.motion_b = (md2_sweep){.center = {{0, 1}, {0, 1}}, .rotation = {rotation_of(0), rotation_of(0)}};
        assert_true(least_distance(&pass) < 0);
        assert_false(md2_stay_clear(&pass.a, &pass.motion_a, &pass.b, &pass.motion_b, 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_pair_that_stays_clear_comes_closer_than_the_gap),
        cmocka_unit_test(a_gap_below_zero_allows_that_much_overlap),
        cmocka_unit_test(the_path_in_a_turning_frame_is_bent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
