/* Laws of friction on the command line: --friction, --torsion, --rolling, --tol-cone, and what is reported of them. */
#define _POSIX_C_SOURCE 200809L

#include "command.h"
#include "support/problem_text.h"

/* A body of mass 1 that slides diagonally: the normal impulse is 1, and friction cannot stop it. */
static const struct text_file SLIDING[] = {
    {"A", SPARSE "3 3 3\n1 1 1\n2 2 1\n3 3 1\n"}, {"q", ARRAY "3 1\n-1\n-5\n-5\n"}, {"mu", ARRAY "1 1\n0.5\n"}};

/* The impulses that a command line writes to lambda.mtx. */
static void solve_for(const char *folder, const char *line, int32_t count, double *lambda)
{
    char whole[600];
    snprintf(whole, sizeof whole, "%s --out @/lambda.mtx", line);
    const struct outcome *outcome = run_in(folder, whole);
    assert_string_equal(outcome->err, "");
    assert_int_equal(outcome->code, 0);
    md_matrix matrix = {0};
    assert_int_equal(md_matrix_read(&matrix, NULL, path_in(folder, "lambda.mtx"), NULL, NULL), MD_OK);
    assert_int_equal(matrix.rows, count);
    for (int32_t i = 0; i < count; ++i) {
        lambda[i] = (double)md_matrix_at(&matrix, i, 0);
    }
    md_matrix_free(&matrix);
}

static void assert_near(double found, double expected)
{
    if (!(fabs(found - expected) < PICK(1e-6, 1e-4))) {
        fail_msg("%g, expected %g", found, expected);
    }
}

static void the_law_decides_how_far_friction_goes(void **state)
{
    put_files(*state, SLIDING, 3);
    static const struct {
        const char *line;
        double tangent;
    } LAWS[] = {{"solve --problem @", 0.5 * 0.70710678118},
                {"solve --problem @ --friction disc", 0.5 * 0.70710678118},
                {"solve --problem @ --friction cone", 0.5 * 0.70710678118},
                {"solve --problem @ --friction box", 0.5}};
    for (size_t i = 0; i < sizeof LAWS / sizeof *LAWS; ++i) {
        double lambda[3];
        solve_for(*state, LAWS[i].line, 3, lambda);
        assert_near(lambda[0], 1);
        assert_near(lambda[1], LAWS[i].tangent);
        assert_near(lambda[2], LAWS[i].tangent);
    }
}

static void reports_have_the_law_and_the_residual_of_the_cone(void **state)
{
    put_files(*state, SLIDING, 3);
    const struct outcome *outcome = run_in(*state, "compare --problem @ --friction box --json");
    cJSON *json = cJSON_Parse(outcome->out);
    const cJSON *box = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "results"), 0);
    assert_string_equal(text_of(box, "friction"), "box");
    assert_true(number_of(box, "residual_relative") < PICK(1e-6, 1e-3));
    assert_true(number_of(box, "residual_cone") > 0.01); /* solved, but not by Coulomb's law */
    cJSON_Delete(json);
    json = cJSON_Parse(run_in(*state, "solve --problem @ --json")->out);
    assert_string_equal(text_of(json, "friction"), "disc");
    assert_true(number_of(json, "residual_cone") < PICK(1e-6, 1e-3));
    cJSON_Delete(json);
    json = cJSON_Parse(run_in(*state, "solve stack:circles=3 --json")->out);
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(json, "friction")));
    cJSON_Delete(json);
    outcome = run_in(*state, "solve --problem @ --friction cone");
    assert_non_null(strstr(outcome->out, "friction   cone, 1 contacts\n"));
    assert_non_null(strstr(outcome->out, "   cone "));
}

static void a_tolerance_on_the_cone_is_met_or_not_converged(void **state)
{
    put_files(*state, SLIDING, 3);
    cJSON *json = cJSON_Parse(run_in(*state, "solve boxes3:boxes=3 --tol-cone 1e-4 --json")->out);
    assert_string_equal(text_of(json, "status"), "converged");
    assert_true(number_of(json, "residual_cone") < 1e-4);
    cJSON_Delete(json);
    const struct outcome *outcome = run_in(*state, "solve --problem @ --friction box --tol-cone 1e-4 --iterations 50");
    assert_int_equal(outcome->code, 3);
    assert_non_null(strstr(outcome->out, "not converged: all 50 sweeps are done"));
}

static void torsion_and_rolling_are_given_as_files(void **state)
{
    static const struct text_file MORE[] = {
        {"A", SPARSE "6 6 6\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n5 5 1\n6 6 1\n"},
        {"q", ARRAY "6 1\n-1\n-5\n-5\n-5\n-5\n-5\n"},
        {"spin", ARRAY "1 1\n0.1\n"},
        {"roll", ARRAY "1 1\n0.2\n"},
    };
    put_files(*state, SLIDING, 3);
    put_files(*state, MORE, 4);
    double lambda[6];
    solve_for(*state, "solve --problem @ --torsion @/spin.mtx --rolling @/roll.mtx", 6, lambda);
    const double expected[] = {1, 0.35355339, 0.35355339, 0.1, 0.14142136, 0.14142136};
    for (int i = 0; i < 6; ++i) {
        assert_near(lambda[i], expected[i]);
    }
    const struct outcome *outcome = run_in(*state, "solve --problem @ --torsion @/spin.mtx");
    assert_int_equal(outcome->code, 2);
    assert_non_null(strstr(outcome->err, "/mu.mtx: 1 numbers for 6 rows, expected one per four rows"));
}

static void built_in_problems_take_the_law_too(void **state)
{
    static const char *const PROBLEMS[] = {"boxes3:boxes=2", "packing:circles=12,width=2"};
    for (size_t p = 0; p < 2; ++p) {
        for (int law = 0; law < MD_FRICTION_COUNT; ++law) {
            char line[200];
            snprintf(line, sizeof line, "solve %s --friction %s --json", PROBLEMS[p],
                     md_friction_name((md_friction)law));
            const struct outcome *outcome = run_in(*state, line);
            assert_int_equal(outcome->code, 0);
            cJSON *json = cJSON_Parse(outcome->out);
            assert_string_equal(text_of(json, "friction"), md_friction_name((md_friction)law));
            cJSON_Delete(json);
        }
    }
    /* In 2D, box and disc have the same bits. */
    double box[200];
    double disc[200];
    cJSON *json = cJSON_Parse(run_in(*state, "solve packing:circles=12,width=2 --json")->out);
    const int32_t m = (int32_t)number_of(json, "m");
    cJSON_Delete(json);
    assert_true(m <= 200);
    solve_for(*state, "solve packing:circles=12,width=2 --friction box", m, box);
    solve_for(*state, "solve packing:circles=12,width=2", m, disc);
    assert_memory_equal(box, disc, (size_t)m * sizeof *box);
}

static void a_law_that_does_not_exist_is_refused_in_one_line(void **state)
{
    static const char *const LINES[] = {
        "solve boxes3 --friction pyramid", "analyze boxes3 --friction pyramid", "compare boxes3 --friction pyramid",
        "compare pool1 --step 100000 --friction pyramid", /* before the steps */
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; ++i) {
        const struct outcome *outcome = run_in(*state, LINES[i]);
        assert_int_equal(outcome->code, 2);
        assert_string_equal(outcome->out, "");
        assert_string_equal(outcome->err, "modulus: --friction pyramid, expected disc, cone or box\n");
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: test_friction_options COMMAND\n");
        return 2;
    }
    command = argv[1];
    const struct CMUnitTest tests[] = {
        TEST(the_law_decides_how_far_friction_goes),
        TEST(reports_have_the_law_and_the_residual_of_the_cone),
        TEST(a_tolerance_on_the_cone_is_met_or_not_converged),
        TEST(torsion_and_rolling_are_given_as_files),
        TEST(built_in_problems_take_the_law_too),
        TEST(a_law_that_does_not_exist_is_refused_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
