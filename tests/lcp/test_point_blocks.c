/* Points and hinges of joints in lanes (lcp/point_blocks.h): one sweep of a point solves it, also after its arms have turned; impulses keep
 * momentum; gaps follow the anchors; and every instruction set gives the same bits. */
#include <stdlib.h>
#include <string.h>

#include "lcp/point_kernel.h"
#include "lcp/problem.h"
#include "support/support.h"

/* Rounding of a few operations on numbers near 1. */
#define ROUNDING PICK(1e-13, 1e-5)

/* Numbers between -1 and 1 that look random. */
static md_real noise(uint32_t *seed)
{
    *seed = *seed * 1664525U + 1013904223U;
    return (md_real)(int32_t)(*seed >> 8) / (md_real)0x800000 - 1;
}

/* ---- Chains of bodies ----------------------------------------------------------------------------------------------- */

struct chain {
    enum point_kind kind;
    md_problem *problem;
    struct point_blocks points;
};

static md_real *slot_of(const struct chain *chain, int32_t body)
{
    return chain->problem->body.at + (size_t)md_slot_size(chain->problem->degrees_of_freedom) * (size_t)(body + 1);
}

static void add_body(struct chain *chain, uint32_t *seed)
{
    md_body body = {.inverse_mass = (md_real)1 + (md_real)0.5 * noise(seed)};
    for (int k = 0; k < chain->problem->degrees_of_freedom; ++k) {
        body.velocity[k] = noise(seed);
    }
    body.inverse_inertia[0] = 3 + noise(seed);
    for (int k = 0; chain->kind != POINTS_2D && k < 9;
         ++k) { /* symmetric, and positive definite because its diagonal is larger */
        const int other = 3 * (k % 3) + k / 3;
        body.inverse_inertia[k] = k % 4 == 0 ? (md_real)3 + noise(seed) : (md_real)0.1 * (md_real)(k + other);
    }
    assert_int_equal(md_problem_add_body(chain->problem, &body), MD_OK);
}

static void write_point_2d(const struct chain *chain, md_real *lane, const int32_t body[2], uint32_t *seed)
{
    for (int field = POINT_2D_ARM_A; field < POINT_2D_DRIFT; ++field) {
        lane[field * MD_LANES] = noise(seed);
    }
    for (int side = 0; side < 2; ++side) {
        lane[(POINT_2D_INERTIA + side) * MD_LANES] = body[side] >= 0 ? slot_of(chain, body[side])[5] : 0;
    }
}

static void write_point_3d(const struct chain *chain, md_real *lane, const int32_t body[2], uint32_t *seed)
{
    static const int UPPER[6] = {0, 1, 2, 4, 5, 8};
    for (int field = POINT_3D_ARM_A; field < POINT_3D_DRIFT; ++field) {
        lane[field * MD_LANES] = noise(seed);
    }
    for (int side = 0; side < 2; ++side) {
        for (int k = 0; body[side] >= 0 && k < 3; ++k) {
            lane[((side == 0 ? POINT_3D_MASS_A : POINT_3D_MASS_B) + k) * MD_LANES] = slot_of(chain, body[side])[6];
        }
        for (int k = 0; body[side] >= 0 && k < 6; ++k) {
            lane[((side == 0 ? POINT_3D_INERTIA_A : POINT_3D_INERTIA_B) + k) * MD_LANES] =
                slot_of(chain, body[side])[7 + UPPER[k]];
        }
    }
}

static void write_hinge(const struct chain *chain, md_real *lane, const int32_t body[2], uint32_t *seed)
{
    static const int UPPER[6] = {0, 1, 2, 4, 5, 8};
    const md_real c = (md_real)0.8, s = (md_real)0.6; /* of the angle between the axes */
    lane[HINGE_AXIS_A * MD_LANES] = 1;
    lane[HINGE_AXIS_B * MD_LANES] = c;
    lane[(HINGE_AXIS_B + 1) * MD_LANES] = s;
    lane[(HINGE_ACROSS + 1) * MD_LANES] = 1;
    for (int k = 0; k < 2; ++k) {
        lane[(HINGE_IMPULSE + k) * MD_LANES] = noise(seed);
    }
    for (int side = 0; side < 2; ++side) {
        for (int k = 0; body[side] >= 0 && k < 6; ++k) {
            lane[((side == 0 ? HINGE_INERTIA_A : HINGE_INERTIA_B) + k) * MD_LANES] =
                slot_of(chain, body[side])[7 + UPPER[k]];
        }
    }
}

typedef void write_function(const struct chain *chain, md_real *lane, const int32_t body[2], uint32_t *seed);

static write_function *const WRITE[] = {write_point_2d, write_point_3d, write_hinge};

enum { KINDS = sizeof WRITE / sizeof *WRITE };

/* Point i holds body i to body i - `reach`, or to the world. */
static struct chain chain_of(enum point_kind kind, int32_t count, int32_t reach)
{
    struct chain chain = {.kind = kind, .problem = md_problem_create(NULL)};
    struct block_contact *contacts = calloc((size_t)count, sizeof *contacts);
    uint32_t seed = 7;
    assert_non_null(contacts);
    assert_int_equal(md_problem_begin_bodies(chain.problem, kind == POINTS_2D ? 3 : 6), MD_OK);
    for (int32_t i = 0; i < count; ++i) {
        add_body(&chain, &seed);
        contacts[i] = (struct block_contact){.slot = {i < reach ? 0 : i - reach + 1, i + 1}, .owner = i};
    }
    assert_int_equal(md_points_lay_out(&chain.points, &chain.problem->allocator, chain.problem, kind, contacts, count),
                     MD_OK);
    for (int32_t lane = 0; lane < chain.points.layout.count * MD_LANES; ++lane) {
        const int32_t i = chain.points.owner.at[lane];
        const int32_t body[2] = {i - reach, i};
        if (i >= 0) {
            WRITE[kind](&chain, md_point_fields(&chain.points, lane), body, &seed);
        }
    }
    free(contacts);
    return chain;
}

static void free_chain(struct chain *chain)
{
    md_points_free(&chain->points, &chain->problem->allocator);
    md_problem_destroy(chain->problem);
}

/* ---- Tests ---------------------------------------------------------------------------------------------------------- */

/* The two or three rows of a point are solved together. */
static void a_sweep_solves_a_point(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; ++kind) {
        struct chain chain = chain_of((enum point_kind)kind, 1, 1);
        md_real *v = chain.problem->body.at;
        md_points_prepare(&chain.points, NULL, v);
        assert_true(md_points_measure(&chain.points, NULL, v).absolute > 0.01);
        assert_false(md_points_sweep(&chain.points, NULL, v, NULL).diverged);
        const struct point_report report = md_points_measure(&chain.points, NULL, v);
        print_message("kind %d: residual %.2g, scaled %.2g\n", kind, sqrt(report.absolute), sqrt(report.scaled));
        assert_true(sqrt(report.absolute) < ROUNDING && sqrt(report.scaled) < ROUNDING);
        free_chain(&chain);
    }
}

/* K belongs to the arms of each substep: that of the arms before would be off by half. */
static void a_sweep_solves_a_point_that_has_turned(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; ++kind) {
        struct chain chain = chain_of((enum point_kind)kind, 2, 1);
        md_real *v = chain.problem->body.at;
        md_points_prepare(&chain.points, NULL, v);
        md_points_turn(&chain.points, NULL, v, (md_real)1);
        for (int i = 0; i < 200; ++i) {
            md_points_sweep(&chain.points, NULL, v, NULL);
        }
        assert_true(sqrt(md_points_measure(&chain.points, NULL, v).absolute) < ROUNDING);
        free_chain(&chain);
        chain = chain_of((enum point_kind)kind, 1, 1);
        v = chain.problem->body.at;
        md_points_prepare(&chain.points, NULL, v);
        md_points_turn(&chain.points, NULL, v, (md_real)1);
        md_points_sweep(&chain.points, NULL, v, NULL);
        assert_true(sqrt(md_points_measure(&chain.points, NULL, v).absolute) < ROUNDING);
        free_chain(&chain);
    }
}

/* A spring that closes the whole gap in h, without softness, moves the anchors together but for the turns of the arms, which are
 * of second order in h. */
static void gaps_follow_the_anchors(void **state)
{
    (void)state;
    for (int kind = POINTS_2D; kind <= POINTS_3D; ++kind) {
        const int axes = kind == POINTS_2D ? 2 : 3;
        const md_real h = (md_real)1e-3;
        const struct point_spring spring = {.rate = 1 / h, .softness = 1};
        struct chain chain = chain_of((enum point_kind)kind, 1, 1);
        const md_real *gap =
            md_point_fields(&chain.points, 0) + (kind == POINTS_2D ? POINT_2D_GAP : POINT_3D_GAP) * MD_LANES;
        for (int k = 0; k < axes; ++k) { /* small: at 1 / h times the gap arms turn far */
            md_point_fields(&chain.points, 0)[((kind == POINTS_2D ? POINT_2D_GAP : POINT_3D_GAP) + k) * MD_LANES] *= h;
        }
        md_real *v = chain.problem->body.at;
        const md_real before = gap[0];
        md_points_prepare(&chain.points, NULL, v);
        md_points_sweep(&chain.points, NULL, v, &spring);
        md_points_turn(&chain.points, NULL, v, h);
        print_message("%d axes: gap %.3g m, then %.3g m\n", axes, (double)before, (double)gap[0]);
        for (int k = 0; k < axes; ++k) {
            assert_true(fabs((double)gap[k * MD_LANES]) < 20 * (double)(h * h));
        }
        free_chain(&chain);
    }
}

/* Linear momentum of all bodies along an axis. */
static double momentum_of(const struct chain *chain, int32_t bodies, int axis)
{
    double sum = 0;
    for (int32_t i = 0; i < bodies; ++i) {
        const md_real *slot = slot_of(chain, i);
        sum += (double)slot[axis] / (double)slot[chain->kind == POINTS_2D ? 3 : 6];
    }
    return sum;
}

static void impulses_keep_momentum(void **state)
{
    (void)state;
    for (int kind = POINTS_2D; kind <= POINTS_3D; ++kind) {
        struct chain chain = chain_of((enum point_kind)kind, 40, 1);
        md_real *world = md_point_fields(&chain.points, 0); /* the first point is not held by the world */
        for (int32_t lane = 0; lane < chain.points.layout.count * MD_LANES; ++lane) {
            if (chain.points.owner.at[lane] == 0) {
                world = md_point_fields(&chain.points, lane);
            }
        }
        const double before[2] = {momentum_of(&chain, 40, 0), momentum_of(&chain, 40, 1)};
        md_points_prepare(&chain.points, NULL, chain.problem->body.at);
        for (int i = 0; i < 5; ++i) {
            md_points_sweep(&chain.points, NULL, chain.problem->body.at, NULL);
            md_points_turn(&chain.points, NULL, chain.problem->body.at, (md_real)0.01);
        }
        const md_real *impulse = world + (kind == POINTS_2D ? POINT_2D_IMPULSE : POINT_3D_IMPULSE) * MD_LANES;
        for (int axis = 0; axis < 2; ++axis) {
            assert_true(fabs((double)impulse[axis * MD_LANES]) > 1e-3);
            assert_true(fabs(momentum_of(&chain, 40, axis) - before[axis] - (double)impulse[axis * MD_LANES]) <
                        100 * ROUNDING);
        }
        free_chain(&chain);
    }
}

#ifdef MODULUS_HAS_AVX2
static const struct point_kernel *const BASE[] = {&md_point_kernel_2d_base, &md_point_kernel_3d_base,
                                                  &md_hinge_kernel_base};
static const struct point_kernel *const AVX2[] = {&md_point_kernel_2d_avx2, &md_point_kernel_3d_avx2,
                                                  &md_hinge_kernel_avx2};

/* Runs all passes with a kernel. */
static void run_passes(struct chain *chain, const struct point_kernel *kernel)
{
    struct point_pass pass = {.points = &chain->points,
                              .state = chain->problem->body.at,
                              .spring = {.rate = 30, .softness = (md_real)0.9},
                              .h = (md_real)0.02};
    kernel->prepare(&pass, 0, chain->points.layout.count);
    kernel->push(&pass, 0, chain->points.layout.count);
    for (int i = 0; i < 4; ++i) {
        pass.is_soft = i % 2 == 0;
        assert_true(kernel->sweep(&pass, 0, chain->points.layout.count));
        kernel->turn(&pass, 0, chain->points.layout.count);
    }
}

static void avx2_gives_the_same_bits_as_sse2(void **state)
{
    (void)state;
    if (!__builtin_cpu_supports("avx2")) {
        skip();
    }
    for (int kind = 0; kind < KINDS; ++kind) {
        struct chain base = chain_of((enum point_kind)kind, 60, 7), avx2 = chain_of((enum point_kind)kind, 60, 7);
        run_passes(&base, BASE[kind]);
        run_passes(&avx2, AVX2[kind]);
        const size_t numbers = (size_t)base.points.field_count * MD_LANES * (size_t)base.points.layout.count;
        assert_memory_equal(base.points.fields.at, avx2.points.fields.at, numbers * sizeof(md_real));
        assert_memory_equal(slot_of(&base, 0), slot_of(&avx2, 0),
                            sizeof(md_real) * (size_t)(kind == POINTS_2D ? 6 : 16) * 60);
        free_chain(&base);
        free_chain(&avx2);
    }
}
#endif

/* Light bodies on long arms, and heavy ones on short arms: the pivots of K stay positive. */
static void extreme_arms_stay_finite(void **state)
{
    (void)state;
    for (int kind = POINTS_2D; kind <= POINTS_3D; ++kind) {
        for (int power = -4; power <= 4; power += 8) {
            struct chain chain = chain_of((enum point_kind)kind, 1, 1);
            for (int k = 0; k < (kind == POINTS_2D ? 4 : 6); ++k) {
                md_point_fields(&chain.points, 0)[k * MD_LANES] *= (md_real)pow(10, power);
            }
            md_points_prepare(&chain.points, NULL, chain.problem->body.at);
            assert_false(md_points_sweep(&chain.points, NULL, chain.problem->body.at, NULL).diverged);
            assert_true(isfinite(md_points_measure(&chain.points, NULL, chain.problem->body.at).scaled));
            free_chain(&chain);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_solves_a_point),           cmocka_unit_test(a_sweep_solves_a_point_that_has_turned),
        cmocka_unit_test(gaps_follow_the_anchors),          cmocka_unit_test(impulses_keep_momentum),
        cmocka_unit_test(extreme_arms_stay_finite),
#ifdef MODULUS_HAS_AVX2
        cmocka_unit_test(avx2_gives_the_same_bits_as_sse2),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
