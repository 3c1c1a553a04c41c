/* Manifolds that are assembled directly into SIMD blocks give the same bits as manifolds that are assembled into scalar rows and
 * packed by the solver: observing the rows through the `solved` callback does not change a 3D world. */
#include "world3/make3.h"

struct seen {
    int64_t solves, in_blocks;
};

static void count_solves(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    (void)substep;
    struct seen *seen = user;
    ++seen->solves;
    seen->in_blocks += result->form == MD_FORM_BLOCKS;
    assert_int_equal(md_problem_rows(problem), result->m);
}

/* Which worlds are compared. */
struct variant {
    const char *solver;
    md3_position_correction correction;
    int32_t substeps;
    bool rolls;   /* some pairs have rolling friction, which keeps all rows scalar */
    bool central; /* one friction constraint per manifold */
};

static md3_world *create(const struct variant *variant, struct seen *seen)
{
    md3_world_def def = md3_world_def_default();
    md3_world *world;
    assert_int_equal(md_solver_spec_parse(variant->solver, &def.solver, NULL), MD_OK);
    assert_int_equal(md_solver_spec_parse(variant->solver, &def.position_solver, NULL), MD_OK);
    def.position_correction = variant->correction;
    def.substeps = variant->substeps;
    def.central_friction = variant->central;
    def.enable_sleep = false;
    if (seen != NULL) {
        def.callbacks.solved = count_solves;
        def.callbacks.user = seen;
    }
    assert_int_equal(md3_world_create(&def, &world), MD_OK);
    return world;
}

static md3_body_id add_body(md3_world *world, md3_body_type type, double x, double y, double z, double spin)
{
    md3_body_def def = md3_body_def_default();
    md3_body_id body;
    def.type = type;
    def.position = md3_v((md_real)x, (md_real)y, (md_real)z);
    def.angular_velocity = md3_v(0, 0, (md_real)spin);
    assert_int_equal(md3_body_create(world, &def, &body), MD_OK);
    return body;
}

/* A bouncy ground, a rotating bar and a conveyor belt; boxes and balls, some bouncy, some without friction. */
static void add_playground(md3_world *world, const struct variant *variant)
{
    md3_shape_def shape = md3_shape_def_default();
    shape.restitution = (md_real)0.6;
    shape.rolling = variant->rolls ? (md_real)0.01 : 0;
    give_box(world, add_body(world, MD3_STATIC, 0, -1, 0, 0), &shape, 20, 1, 20);
    shape = md3_shape_def_default();
    give_box(world, add_body(world, MD3_KINEMATIC, -4, 1.5, 0, 1), &shape, 2, 0.2, 2);
    shape.surface_velocity = md3_v(2, 0, 0);
    give_box(world, add_body(world, MD3_STATIC, 4, 0.5, 0, 0), &shape, 2, 0.2, 2);
    for (int i = 0; i < 80; ++i) {
        shape = md3_shape_def_default();
        shape.restitution = i % 3 == 0 ? (md_real)0.5 : 0;
        shape.friction = i % 4 == 0 ? 0 : (md_real)0.5;
        shape.rolling = variant->rolls && i % 2 == 0 ? (md_real)0.01 : 0;
        const md3_body_id body =
            add_body(world, MD3_DYNAMIC, -5 + 1.1 * (i % 10), 2.5 + 1.05 * (i / 20), 1.1 * (i / 10 % 2), 0);
        if (i % 5 == 0) {
            give_sphere(world, body, &shape, 0.5);
        } else {
            give_box(world, body, &shape, 0.5, 0.4 + 0.02 * (i % 3), 0.5);
        }
    }
}

static void observing_the_rows_changes_no_world(void **state)
{
    (void)state;
    static const struct variant VARIANTS[] = {
        {"auto", MD3_CORRECTION_SPLIT_IMPULSE, 1, .rolls = false},
        {"auto", MD3_CORRECTION_SOFT, 1, .rolls = false},
        {"auto", MD3_CORRECTION_BAUMGARTE, 1, .rolls = false},
        {"auto", MD3_CORRECTION_SOFT_STEP, 3, .rolls = false},
        {"pgs", MD3_CORRECTION_SPLIT_IMPULSE, 2, .rolls = false},
        {"psor:relax=1.2", MD3_CORRECTION_SPLIT_IMPULSE, 1, .rolls = false},
        {"auto", MD3_CORRECTION_SPLIT_IMPULSE, 1, .rolls = true},
        {"auto", MD3_CORRECTION_SPLIT_IMPULSE, 1, .central = true},
        {"auto", MD3_CORRECTION_SOFT_STEP, 3, .central = true},
        {"pgs:accelerate=anderson", MD3_CORRECTION_SPLIT_IMPULSE, 1, .central = true},
        {"amgs", MD3_CORRECTION_SOFT, 2, .central = true},
        {"pgs", MD3_CORRECTION_BAUMGARTE, 2, .central = true}};
    for (size_t i = 0; i < sizeof VARIANTS / sizeof *VARIANTS; ++i) {
        struct seen seen = {0};
        md3_world *unobserved = create(&VARIANTS[i], NULL);
        md3_world *observed = create(&VARIANTS[i], &seen);
        add_playground(unobserved, &VARIANTS[i]);
        add_playground(observed, &VARIANTS[i]);
        for (int step = 0; step < 120; ++step) {
            assert_int_equal(md3_world_step(unobserved, (md_real)(1.0 / 60), NULL), MD_OK);
            assert_int_equal(md3_world_step(observed, (md_real)(1.0 / 60), NULL), MD_OK);
            if (md3_world_hash(unobserved) != md3_world_hash(observed)) {
                fail_msg("variant %zu: not the same after step %d", i, step + 1);
            }
        }
        print_message("variant %zu: %lld of %lld solves in blocks\n", i, (long long)seen.in_blocks,
                      (long long)seen.solves);
        if (VARIANTS[i].correction != MD3_CORRECTION_SOFT_STEP) { /* which does not put observed rows into blocks */
            assert_true(VARIANTS[i].rolls ? seen.in_blocks < seen.solves / 2 : seen.in_blocks > 60);
        }
        md3_world_destroy(unobserved);
        md3_world_destroy(observed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(observing_the_rows_changes_no_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
