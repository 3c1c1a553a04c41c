/* The advice on all public problems: the advised solver meets the tolerance within the advised iterations, and PGS does not
 * where the advice says so. */
#include "advice_checks.h"

/* Only sweeps solve this problem, after 166,000 of them. Its advice is uncertain. */
static const char *const UNSOLVED = "random/fr_pack_4";

static void the_advised_solver_solves_every_public_problem_but_one(void **state)
{
    (void)state;
    static const char *const GROUPS[] = {"lcp", "normal", "contact2d", "contact3d", "random"};
    struct advice_tally tally = {0};
    for (size_t g = 0; g < sizeof GROUPS / sizeof *GROUPS; ++g) {
        const struct folders folders = folders_in(public_problems(), GROUPS[g]);
        for (int k = 0; k < folders.count; ++k) {
            md_error error = {0};
            md_problem *problem = md_problem_create(NULL);
            assert_int_equal(md_problem_read(problem, &(md_problem_files){.folder = folders.path[k]}, &error), MD_OK);
            check_advice(strstr(folders.path[k], GROUPS[g]), problem, &tally);
            md_problem_destroy(problem);
        }
    }
    print_tally(&tally);
    assert_int_equal(tally.problems, 44);
    assert_int_equal(tally.rounded, PICK(0, 3));
    assert_int_equal(tally.slower, 0);
    assert_true(tally.unsolved <= 1);
    assert_true(tally.unsolved == 0 || strstr(tally.unsolved_names, UNSOLVED) != NULL);
}

int main(void)
{
    if (public_problems() == NULL) {
        return EXIT_SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_advised_solver_solves_every_public_problem_but_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
