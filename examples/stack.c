/* Computes the contact impulses that hold up a stack of three circles in one time step, with the solver alone.
 *
 *     cc stack.c $(pkg-config --cflags --libs modulus) -o stack
 */
#include <modulus/modulus.h>
#include <stdio.h>

#define CIRCLES 3

/* Returns the row of a contact between a body and the one below it (MD_NO_BODY: the ground), with the normal along y. */
static md_row contact(int32_t above, int32_t below)
{
    md_row row = md_row_default(); /* bounds [0, inf): a contact can push but not pull */
    row.body[0] = above;
    row.jacobian[0][1] = 1;
    row.body[1] = below;
    row.jacobian[1][1] = below == MD_NO_BODY ? 0 : -1;
    return row;
}

static md_status build(md_problem *problem)
{
    /* 1 kg each, with the velocity after 1/60 s of gravity. */
    md_body circle = {{0}, 0, {0}};
    circle.velocity[1] = (md_real)(-9.80665 / 60);
    circle.inverse_mass = 1;
    circle.inverse_inertia[0] = 50;
    md_status status = md_problem_begin_bodies(problem, 3);
    for (int32_t i = 0; status == MD_OK && i < CIRCLES; ++i) {
        status = md_problem_add_body(problem, &circle);
    }
    for (int32_t i = 0; status == MD_OK && i < CIRCLES; ++i) {
        const md_row row = contact(i, i > 0 ? i - 1 : MD_NO_BODY);
        status = md_problem_add_row(problem, &row);
    }
    return status;
}

int main(void)
{
    md_problem *problem = md_problem_create(NULL);
    md_solver *solver = md_solver_create(NULL);
    md_error error = {MD_OK, "out of memory"};
    md_result result;
    const md_solver_spec spec = md_solver_spec_default(); /* the default, auto */
    md_limits limits = {0};                               /* 0: no limit */
    limits.tol = 1e-6;
    limits.max_iterations = 1000;
    md_status status = problem != NULL && solver != NULL ? build(problem) : MD_ERROR_MEMORY;
    if (status == MD_OK) {
        status = md_solver_solve(solver, &spec, problem, &limits, &result, &error);
    }
    if (status != MD_OK) {
        fprintf(stderr, "stack: %s\n", error.message);
    } else {
        printf("%s after %lld sweeps, RES %.1e\n", md_outcome_name(result.outcome), (long long)result.iterations,
               result.residual.absolute);
        for (int32_t i = 0; i < CIRCLES; ++i) {
            printf("contact %d carries %.4f N s\n", (int)i, (double)result.lambda[i]);
        }
    }
    md_solver_destroy(solver);
    md_problem_destroy(problem);
    return status == MD_OK && result.outcome == MD_CONVERGED ? 0 : 1;
}
