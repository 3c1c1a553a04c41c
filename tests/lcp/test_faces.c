/* Normals that are joined to a face are stepped together, and solve the same problem. */
#include <modulus/problem_files.h>
#include <stdio.h>
#include <string.h>

#include "lcp/problem.h"
#include "support/support.h"

/* A cube of 1 kg and 1 m on the ground, which falls at 1 m/s and turns at `spin` rad/s about z: four normals, no friction. */
static md_problem *cube_on_ground(md_real spin, bool joined)
{
    md_problem *problem = md_problem_create(NULL);
    assert_int_equal(md_problem_begin_bodies(problem, 6), MD_OK);
    const md_body cube = {
        .velocity = {0, -1, 0, 0, 0, spin}, .inverse_mass = 1, .inverse_inertia = {6, 0, 0, 0, 6, 0, 0, 0, 6}};
    assert_int_equal(md_problem_add_body(problem, &cube), MD_OK);
    const int32_t rows[] = {0, 1, 2, 3};
    for (int k = 0; k < 4; ++k) {
        const md_real x = (k == 1 || k == 2) ? (md_real)0.5 : (md_real)-0.5;
        const md_real z = k >= 2 ? (md_real)0.5 : (md_real)-0.5;
        md_contact contact = md_contact_default();
        contact.body[1] = 0;
        contact.tangents = 0;
        /* r x n with r = (x, -0.5, z) and n = (0, 1, 0) */
        const md_real jacobian[6] = {0, 1, 0, -z, 0, x};
        memcpy(contact.normal.jacobian[1], jacobian, sizeof jacobian);
        assert_int_equal(md_problem_add_contact(problem, &contact), MD_OK);
    }
    assert_int_equal(joined ? md_problem_join_normals(problem, rows, 4) : MD_OK, MD_OK);
    return problem;
}

static void solve(const char *solver_name, const md_problem *problem, int sweeps, md_real lambda[4], md_real v[6])
{
    md_solver *solver = md_solver_create(NULL);
    md_solver_spec spec;
    assert_int_equal(md_solver_spec_parse(solver_name, &spec, NULL), MD_OK);
    const md_limits limits = {.max_iterations = sweeps};
    md_result result;
    assert_int_equal(md_solver_solve(solver, &spec, problem, &limits, &result, NULL), MD_OK);
    memcpy(lambda, result.lambda, 4 * sizeof *lambda);
    memcpy(v, result.v, 6 * sizeof *v);
    md_solver_destroy(solver);
}

static void equal_points_get_equal_impulses_in_every_sweep(void **state)
{
    (void)state;
    for (int joined = 0; joined < 2; ++joined) {
        md_problem *problem = cube_on_ground(0, joined == 1);
        md_real lambda[4], v[6];
        solve("pgs", problem, 1, lambda, v);
        const bool equal = lambda[0] == lambda[1] && lambda[0] == lambda[2] && lambda[0] == lambda[3];
        assert_int_equal(equal, joined == 1); /* one after the other they differ: the test can fail */
        assert_true(lambda[0] > 0);
        md_problem_destroy(problem);
    }
}

/* The eigenvalues of the block are 4 (all points), 6 and 6 (tilt) and 0. The step is 1 / (2 * 6^16 + 4^16)^(1/16). */
static void the_step_is_just_below_the_inverse_of_the_largest_eigenvalue(void **state)
{
    (void)state;
    md_problem *problem = cube_on_ground(0, true);
    md_real lambda[4], v[6];
    solve("pgs", problem, 1, lambda, v);
    const double root = pow(2 * pow(6, 16) + pow(4, 16), 1.0 / 16);
    assert_true(root < 1.07 * 6);
    assert_true(fabs((double)lambda[0] - 1 / root) < 20 * (double)MD_REAL_EPSILON);
    md_problem_destroy(problem);
}

static void a_face_has_the_velocities_of_single_rows(void **state)
{
    (void)state;
    const char *const solvers[] = {"pgs", "amgs:alpha=0.5", "auto", "pgs:accelerate=anderson"};
    const md_real spins[] = {0, (md_real)0.5, 3, 10}; /* with 3 and 10 rad/s one side lifts off */
    for (size_t s = 0; s < sizeof solvers / sizeof *solvers; ++s) {
        for (size_t k = 0; k < sizeof spins / sizeof *spins; ++k) {
            md_problem *problem[2] = {cube_on_ground(spins[k], false), cube_on_ground(spins[k], true)};
            md_real lambda[2][4], v[2][6];
            for (int joined = 0; joined < 2; ++joined) {
                solve(solvers[s], problem[joined], 300, lambda[joined], v[joined]);
                md_problem_destroy(problem[joined]);
            }
            for (int i = 0; i < 6; ++i) {
                assert_true(fabs((double)(v[0][i] - v[1][i])) < 1e3 * (double)MD_REAL_EPSILON);
            }
        }
    }
}

static void a_copy_keeps_faces_and_a_new_problem_has_none(void **state)
{
    (void)state;
    md_problem *problem = cube_on_ground(0, true);
    md_problem *copy = md_problem_create(NULL);
    md_real lambda[4], v[6];
    assert_int_equal(md_problem_copy(copy, problem), MD_OK);
    solve("pgs", copy, 1, lambda, v);
    assert_true(lambda[0] == lambda[3]);
    assert_int_equal(md_problem_begin_bodies(copy, 6), MD_OK);
    assert_int_equal(copy->face_count, 0);
    md_problem_destroy(copy);
    md_problem_destroy(problem);
}

/* Writes `numbers` as the faces of the cube's problem, and reads the folder. Returns the message. */
static const char *read_with_faces(const char *folder, const char *numbers, md_problem *to)
{
    static md_error error;
    char text[128];
    snprintf(text, sizeof text, "%%%%MatrixMarket matrix array real general\n4 1\n%s", numbers);
    write_text(path_in(folder, "face.mtx"), text);
    error = (md_error){0};
    const md_problem_files files = {.folder = folder, .body_degrees_of_freedom = 6};
    return md_problem_read(to, &files, &error) == MD_OK ? "" : error.message;
}

static void files_keep_faces_and_wrong_ones_are_refused(void **state)
{
    (void)state;
    char *folder = folder_create();
    md_problem *problem = cube_on_ground(1, true);
    md_problem *read = md_problem_create(NULL);
    assert_int_equal(md_problem_write(problem, folder, NULL), MD_OK);
    assert_int_equal(md_problem_read(read, &(md_problem_files){.folder = folder, .body_degrees_of_freedom = 6}, NULL),
                     MD_OK);
    assert_int_equal(read->face_count, 1);
    assert_memory_equal(read->faces, problem->faces, sizeof *read->faces);
    assert_string_equal(read_with_faces(folder, "0\n2\n0\n2\n", read), "");
    assert_int_equal(read->face_count, 1);
    assert_int_equal(read->faces[0].count, 2);
    assert_int_equal(read->faces[0].row[1], 3);
    static const char *const WRONG[] = {"2\n2\n0\n0\n", "1.5\n0\n0\n0\n", "0\n1\n0\n0\n", "-1\n0\n0\n0\n"};
    for (size_t k = 0; k < sizeof WRONG / sizeof *WRONG; ++k) {
        assert_non_null(strstr(read_with_faces(folder, WRONG[k], read), "face.mtx: row "));
    }
    md_problem_destroy(read);
    md_problem_destroy(problem);
    folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_points_get_equal_impulses_in_every_sweep),
        cmocka_unit_test(the_step_is_just_below_the_inverse_of_the_largest_eigenvalue),
        cmocka_unit_test(a_face_has_the_velocities_of_single_rows),
        cmocka_unit_test(a_copy_keeps_faces_and_a_new_problem_has_none),
        cmocka_unit_test(files_keep_faces_and_wrong_ones_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
