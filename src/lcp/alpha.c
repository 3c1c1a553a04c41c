/* Omega, the parameter of the modulus methods.
 *
 * Only the product gamma Omega affects lambda (docs/paper-notes.md, fact 1), and only relative to the diagonal of the
 * row: ratio_i = gamma Omega_i / D_i. The families derive omega and kappa from it.
 */
#include "lcp/solver.h"

/* Over the rows of the problem, without those of empty lanes. */
static double mean_diagonal(const md_solver *solver)
{
    const int32_t count = solver->rows;
    double sum = 0;
    for (int32_t i = 0; i < count; ++i) {
        sum += (double)solver->diagonal.at[md_solver_row(solver, i)];
    }
    return count > 0 ? sum / count : 0;
}

md_status md_omega_ratio(md_solver *solver)
{
    const md_solver_spec *spec = &solver->spec;
    struct row_numbers *ratio = &solver->ratio;
    const bool uniform = spec->omega == MD_OMEGA_ALPHA_D;
    ratio->stride = uniform ? 0 : 1;
    const md_status status = reals_reserve(&solver->allocator, &ratio->values, uniform ? 1 : (size_t)solver->m + 1);
    if (status != MD_OK) {
        return status;
    }
    if (uniform) {
        ratio->values.at[0] = spec->gamma * spec->alpha;
        return MD_OK;
    }
    const md_real gamma_omega =
        spec->omega == MD_OMEGA_MEAN ? (md_real)mean_diagonal(solver) : spec->gamma * spec->omega_number;
    for (int32_t i = 0; i < solver->m; ++i) {
        ratio->values.at[i] = gamma_omega / solver->diagonal.at[i];
    }
    return MD_OK;
}

md_status md_relaxation(md_solver *solver, md_real relax)
{
    struct row_numbers *omega = &solver->omega;
    const int32_t count = solver->ratio.stride == 0 ? 1 : solver->m;
    omega->stride = solver->ratio.stride;
    const md_status status = reals_reserve(&solver->allocator, &omega->values, (size_t)count + 1);
    for (int32_t i = 0; status == MD_OK && i < count; ++i) {
        omega->values.at[i] = 2 / (1 / relax + row_number(&solver->ratio, i));
    }
    return status;
}
