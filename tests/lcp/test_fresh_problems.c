/* `auto` over fresh random problems: stacks, packings, graphs and clouds in 2D and 3D; friction 0, 0.3, 0.8 and 1.5; mass
 * ratios up to 1e6 (in float 100). It claims nothing that is not true, solves whatever nonsmooth Gauss-Seidel solves, and needs no more
 * iterations than PGS by over 5 % or 3. */
#include <math.h>
#include <stdio.h>

#include "support/contact_world.h"
#include "support/runs.h"

static const md_limits LIMITS = {.tol_relative = PICK(1e-6, 1e-3), .max_iterations = 10000};

static const double FRICTION[] = {0, 0.3, 0.8, 1.5};
static const double RATIO[] = {1, 1e2, 1e4, 1e6};
/* In float larger mass ratios leave no digits to judge by. */
enum { FRICTIONS = 4, RATIOS = PICK(4, 2), KINDS = 4, SEEDS = PICK(4, 8) };

/* A problem of each kind: rows of a generator in 2D, or contacts in 3D. */
static md_problem *fresh(int kind, double friction, double ratio, int seed, char *name, size_t size)
{
    const struct contact_world cloud = {.bodies = 12,
                                        .contacts = 36,
                                        .law = seed % 2 == 0 ? MD_FRICTION_DISC : MD_FRICTION_CONE,
                                        .mu = (md_real)friction,
                                        .mass_ratio = ratio,
                                        .seed = (uint64_t)(1000 + seed)};
    switch (kind) {
    case 0: snprintf(name, size, "stack:circles=%d,ratio=%g,friction=%g", 6 + 5 * seed, ratio, friction); break;
    case 1: snprintf(name, size, "packing:circles=%d,friction=%g", 20 + 10 * seed, friction); break;
    case 2:
        snprintf(name, size, "random:bodies=25,contacts=50,friction=%g,mass_ratio=%g,seed=%d", friction, ratio,
                 seed + 50);
        break;
    default:
        snprintf(name, size, "cloud of 12 bodies, %s, friction %g, ratio %g, seed %d", md_friction_name(cloud.law),
                 friction, ratio, seed);
        return contact_world_problem(&cloud);
    }
    return problem_of(name);
}

struct tally {
    int problems, solved, by_pgs, by_nsgs, slower;
};

static void judge(const md_problem *problem, const char *name, struct tally *tally)
{
    struct run automatic = run_solver(problem, "auto", &LIMITS);
    struct run pgs = run_solver(problem, "pgs", &LIMITS);
    struct run nsgs = run_solver(problem, "nsgs", &LIMITS);
    const bool solved = automatic.result.outcome == MD_CONVERGED;
    const bool by_pgs = pgs.result.outcome == MD_CONVERGED;
    const bool by_nsgs = nsgs.result.outcome == MD_CONVERGED;
    const double found = independent_residual(problem, automatic.lambda).relative;
    if (solved && found > PICK(1.01, 2) * LIMITS.tol_relative) {
        fail_msg("%s: auto says converged, and the residual is %g", name, found);
    }
    if (!solved && (by_nsgs || by_pgs)) {
        fail_msg("%s: auto is %s at %g, and %s solves it", name, md_outcome_name(automatic.result.outcome), found,
                 by_nsgs ? "nsgs" : "pgs");
    }
    if (by_pgs && (double)automatic.result.iterations >
                      fmax(1.05 * (double)pgs.result.iterations, (double)pgs.result.iterations + 3)) {
        print_message("%s: auto %d, pgs %d\n", name, (int)automatic.result.iterations, (int)pgs.result.iterations);
        ++tally->slower;
    }
    ++tally->problems;
    tally->solved += solved;
    tally->by_pgs += by_pgs;
    tally->by_nsgs += by_nsgs;
    run_free(&automatic);
    run_free(&pgs);
    run_free(&nsgs);
}

static void auto_is_honest_robust_and_not_slower_on_fresh_problems(void **state)
{
    (void)state;
    struct tally tally = {0};
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int f = 0; f < FRICTIONS; ++f) {
            /* A packing has no masses to set. */
            for (int r = 0; r < (kind == 1 ? 1 : RATIOS); ++r) {
                for (int seed = 0; seed < SEEDS; ++seed) {
                    char name[160];
                    md_problem *problem = fresh(kind, FRICTION[f], RATIO[r], seed, name, sizeof name);
                    judge(problem, name, &tally);
                    md_problem_destroy(problem);
                }
            }
        }
    }
    print_message("%d fresh problems: auto solves %d, pgs %d, nsgs %d; auto is slower than pgs on %d\n", tally.problems,
                  tally.solved, tally.by_pgs, tally.by_nsgs, tally.slower);
    assert_true(tally.problems >= 200);
    assert_int_equal(tally.slower, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(auto_is_honest_robust_and_not_slower_on_fresh_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
