/* The memory of problems and solvers: it is reused, freed at the end, and any allocation may fail. */
#include "support/support.h"

#include <string.h>

#include "lcp/matrix.h"
#include "support/counting_allocator.h"
#include "support/random_world.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static md_status solve(md_solver *solver, const md_problem *problem, const char *text, md_result *result)
{
    const md_limits limits = {.max_iterations = 5};
    md_solver_spec spec;
    md_error error = {0};
    assert_int_equal(md_solver_spec_parse(text, &spec, NULL), MD_OK);
    const md_status status = md_solver_solve(solver, &spec, problem, &limits, result, &error);
    assert_int_equal(error.message[0] != '\0', status != MD_OK);
    return status;
}

static void filling_and_solving_again_allocates_nothing(void **state)
{
    (void)state;
    const char *const sparse[] = {"pgs", "amgs", "amsor:omega=mean", "psor"};
    const char *const of_A[] = {"pgs", "amgs", "mj", "amaor", "pgs:form=dense"};
    for (enum kind kind = BODIES_2D; kind < KINDS; ++kind) {
        struct counting_allocator books = {0};
        const md_allocator allocator = counting_allocator_of(&books);
        md_problem *problem = md_problem_create(&allocator);
        md_solver *solver = md_solver_create(&allocator);
        md_real first[COUNT(of_A)][WORLD_ROWS];
        size_t before = 0;
        for (int round = 0; round < 2; ++round) {
            const size_t count = kind == EXPLICIT ? COUNT(of_A) : COUNT(sparse);
            for (size_t i = 0; i < count; ++i) {
                md_result result;
                assert_int_equal(fill(problem, kind), MD_OK);
                assert_int_equal(solve(solver, problem, kind == EXPLICIT ? of_A[i] : sparse[i], &result), MD_OK);
                assert_int_equal(result.iterations, 5);
                if (round == 0) {
                    memcpy(first[i], result.lambda, sizeof first[i]);
                } else {
                    assert_memory_equal(first[i], result.lambda, sizeof first[i]);
                }
            }
            if (round == 1) {
                assert_int_equal(books.requests, before);
            }
            before = books.requests;
        }
        md_solver_destroy(solver);
        md_problem_destroy(problem);
        assert_int_equal(books.live_blocks, 0);
    }
}

/* Calls every function of a problem and a solver. */
static md_status build_and_use(const md_allocator *allocator, void *user)
{
    const enum kind kind = *(const enum kind *)user;
    const char *const specs[] = {"amgs", "amgs:form=explicit", "pgs:form=dense"};
    md_problem *problem = md_problem_create(allocator);
    md_solver *solver = md_solver_create(allocator);
    md_matrix A = {0};
    md_result result;
    md_real q[WORLD_ROWS];
    md_status status = problem != NULL && solver != NULL ? MD_OK : MD_ERROR_MEMORY;
    if (status == MD_OK) {
        status = fill(problem, kind);
        /* The problem is valid afterwards, though it may be empty. */
        md_matrix whole = {0};
        assert_int_equal(status != MD_OK || md_problem_rows(problem) == WORLD_ROWS, true);
        const md_status formed = md_problem_get_A(problem, &whole);
        assert_true(formed == MD_ERROR_MEMORY || whole.rows == md_problem_rows(problem));
        md_matrix_free(&whole);
        status = status == MD_OK ? formed : status;
    }
    for (size_t i = 0; status == MD_OK && i < COUNT(specs); ++i) {
        status = solve(solver, problem, specs[i], &result);
    }
    if (status == MD_OK) {
        md_error error = {0};
        status = md_problem_check(problem, &error);
        assert_string_equal(error.message, status == MD_OK ? "" : "out of memory");
    }
    if (status == MD_OK) {
        status = md_problem_get_A(problem, &A);
    }
    if (status == MD_OK) {
        status = md_problem_get_q(problem, q);
    }
    md_matrix_free(&A);
    md_solver_destroy(solver);
    md_problem_destroy(problem);
    return status;
}

static void building_and_solving_report_a_failed_allocation_and_leak_nothing(void **state)
{
    (void)state;
    for (enum kind kind = BODIES_2D; kind < KINDS; ++kind) {
        assert_true(assert_survives_every_refusal(build_and_use, &kind) > 20);
    }
}

/* Begins a filled problem again without memory: it has no rows of the old problem and none of the new one. */
static void a_problem_is_empty_if_begin_fails(void **state)
{
    (void)state;
    for (enum kind kind = BODIES_2D; kind < KINDS; ++kind) {
        for (size_t nth = 1;; ++nth) {
            struct counting_allocator books = {0};
            const md_allocator allocator = counting_allocator_of(&books);
            md_problem *problem = md_problem_create(&allocator);
            md_problem *small = diagonal_problem(2, (double[]){1, 1});
            md_matrix A = {0};
            assert_int_equal(md_problem_get_A(small, &A), MD_OK);
            assert_int_equal(md_problem_begin_explicit(problem, &A, md_problem_bias(small)), MD_OK);
            books.refuse_nth = books.requests + nth;
            const md_status status = fill(problem, kind);
            const bool ran_out = status != MD_OK;
            books.refuse_nth = 0;
            if (ran_out && (kind == GENERAL || kind == EXPLICIT)) {
                md_result result;
                md_solver *solver = md_solver_create(NULL);
                assert_int_equal(md_problem_rows(problem), 0);
                assert_int_equal(md_problem_velocities(problem), 0);
                assert_int_equal(md_problem_get_A(problem, &A), MD_OK);
                assert_int_equal(A.rows, 0);
                assert_int_equal(solve(solver, problem, "amgs", &result), MD_OK);
                assert_int_equal(result.m, 0);
                md_solver_destroy(solver);
            }
            assert_int_equal(fill(problem, kind), MD_OK);
            md_matrix_free(&A);
            md_problem_destroy(small);
            md_problem_destroy(problem);
            assert_int_equal(books.live_blocks, 0);
            if (!ran_out) {
                break;
            }
        }
    }
}

static void a_problem_without_rows_or_velocities_is_solved(void **state)
{
    (void)state;
    const double one = 1;
    const md_real number = 1;
    md_matrix nothing = matrix_of(0, 0, NULL);
    md_matrix tall = matrix_of(1, 0, NULL);
    md_matrix wide = matrix_of(0, 1, NULL);
    md_matrix mass = matrix_of(1, 1, &one);
    md_problem *problem = md_problem_create(NULL);
    md_solver *solver = md_solver_create(NULL);
    md_result result;
    for (int kind = 0; kind < 6; ++kind) {
        switch (kind) {
        case 0: break; /* as it was created */
        case 1: assert_int_equal(md_problem_begin_explicit(problem, &nothing, NULL), MD_OK); break;
        case 2: assert_int_equal(md_problem_begin_general(problem, &nothing, &nothing, NULL, NULL), MD_OK); break;
        case 3: assert_int_equal(md_problem_begin_general(problem, &wide, &mass, &number, NULL), MD_OK); break;
        case 4: assert_int_equal(md_problem_begin_general(problem, &tall, &nothing, NULL, &number), MD_OK); break;
        default: assert_int_equal(md_problem_begin_bodies(problem, 3), MD_OK);
        }
        if (kind == 4) {
            assert_int_equal(md_problem_set_compliance(problem, &number), MD_OK);
        }
        assert_int_equal(md_problem_check(problem, NULL), MD_OK);
        assert_int_equal(solve(solver, problem, "amgs", &result), MD_OK);
        assert_int_equal(result.m, kind == 4);
        assert_int_equal(result.n, kind == 3);
        assert_true(result.residual.absolute == 0);
    }
    md_solver_destroy(solver);
    md_problem_destroy(problem);
    md_matrix *all[] = {&nothing, &tall, &wide, &mass};
    for (size_t i = 0; i < COUNT(all); ++i) {
        md_matrix_free(all[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filling_and_solving_again_allocates_nothing),
        cmocka_unit_test(building_and_solving_report_a_failed_allocation_and_leak_nothing),
        cmocka_unit_test(a_problem_is_empty_if_begin_fails),
        cmocka_unit_test(a_problem_without_rows_or_velocities_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
