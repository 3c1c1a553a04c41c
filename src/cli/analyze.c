/* modulus analyze: the properties of a problem, which of the paper's convergence statements apply to it, and which solver
 * to expect to work. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analyze/analyze.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/options/arguments.h"
#include "cli/options/problem_options.h"
#include "cli/output/report.h"

#define TEXT_WIDTH 96

struct options {
    struct problem_options problem;
    const char *solver;
    int64_t dense_limit;
    bool json;
};

static int parse(int argc, char **argv, struct options *options)
{
    options->solver = "amgs";
    const struct argument method[] = {
        {"solver", ARGUMENT_TEXT, &options->solver, "SPEC",
         "the solver whose gamma, alpha and omega enter delta (default amgs)"},
        {"dense-limit", ARGUMENT_COUNT, &options->dense_limit, "M",
         "use LAPACK up to M rows and ARPACK beyond (default 2000; 1000 for the costlier numbers)"},
    };
    const struct argument output[] = {
        {"json", ARGUMENT_FLAG, &options->json, NULL, "print one JSON object instead of the table"},
    };
    const struct argument_group groups[] = {
        problem_arguments(&options->problem),
        {"Analysis", method, sizeof method / sizeof *method},
        {"Output", output, sizeof output / sizeof *output},
    };
    const struct usage usage = {
        .line = "modulus analyze [PROBLEM] [OPTIONS]",
        .about = "Analyzes a problem: size, rank, eigenvalues of A, definiteness, tau = ||(D-L)^-1 U||, the spectral "
                 "radius of\n"
                 "(D-L)^-1 U (the convergence factor of PGS), delta of the paper's theorem, and which of the paper's\n"
                 "convergence statements apply. Forms A = J M^-1 J^T, and tries 1000 sweeps of PGS.\n"
                 "Ends with advice: the solver to expect to work, within how many iterations, and why.",
        .examples = "  modulus analyze stack:circles=30\n"
                    "  modulus analyze --problem folder --solver amgs:alpha=0.1\n"
                    "  modulus analyze pool1:step=100,friction=0 --json\n",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .positional = &options->problem.name,
        .takes = "PROBLEM",
    };
    return arguments_parse(argc, argv, &usage);
}

/* ---- Table ------------------------------------------------------------------------------------------------------- */

static void show_stage(void *user, const char *stage, double fraction)
{
    (void)user;
    fprintf(stderr, "\r%3.0f%% %s\033[K", 100 * fraction, stage);
    fflush(stderr);
}

static void print_number(const char *label, const struct analysis_number *number, const char *meaning)
{
    if (number->source == ANALYSIS_ABSENT) {
        printf("%-22s %-14s %s\n", label, "not computed", meaning);
        return;
    }
    printf("%-22s %-14.6g %s (%s%s)\n", label, number->value, meaning, analysis_source_name(number->source),
           number->converged ? "" : ", NOT CONVERGED: an estimate");
}

/* Prints a text wrapped at TEXT_WIDTH, with the following lines indented. */
static void print_wrapped(const char *text, int indent)
{
    int column = indent;
    while (*text != '\0') {
        const int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > TEXT_WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            ++column;
        }
        printf("%.*s", length, text);
        column += length;
        text += length;
        text += *text == ' ' ? 1 : 0;
    }
    putchar('\n');
}

static void print_size(const struct options *options, const struct analysis *analysis)
{
    printf("%s\n\n", md_printable(problem_title(&options->problem)).text);
    printf("%-22s %-14d rows (impulses)\n", "m", analysis->m);
    if (analysis->has_J) {
        printf("%-22s %-14d velocities\n", "n", analysis->n);
        printf("%-22s %-14lld entries of the Jacobian, %.1f per row\n", "nnz(J)", (long long)analysis->nnz_J,
               (double)analysis->nnz_J / analysis->m);
    }
    printf("%-22s %-14lld entries of A, %.1f per row\n", "nnz(A)", (long long)analysis->nnz_A,
           (double)analysis->nnz_A / analysis->m);
    printf("%-22s %d with bounds other than [0, inf) (%d of them equalities), %d friction rows\n", "rows",
           analysis->boxed_rows, analysis->equality_rows, analysis->friction_rows);
    if (analysis->friction_rows > 0) {
        printf("%-22s %-14s coefficients up to %g\n", "friction", analysis->friction_law, analysis->friction_max);
    }
}

static void print_matrix(const struct analysis *analysis)
{
    printf("%-22s %-14.6g to %g\n", "diagonal", analysis->diagonal_min, analysis->diagonal_max);
    printf("%-22s %-14.3g max |A - A^T| / max |A|: %s\n", "asymmetry", analysis->asymmetry,
           analysis->symmetric ? "symmetric" : "not symmetric");
    print_number("eigenvalue, smallest", &analysis->eigenvalue_min,
                 analysis->symmetric ? "of A" : "of the symmetric part of A");
    print_number("eigenvalue, largest", &analysis->eigenvalue_max, "");
    printf("%-22s %s\n", "A is", analysis_definiteness_name(analysis->definiteness));
    if (analysis->rank_known) {
        printf("%-22s %-14d of %d; eigenvalues up to %.1e count as zero\n", "rank", analysis->rank, analysis->m,
               analysis->rank_tolerance);
    } else {
        printf("%-22s %-14s at most %d; --dense-limit %d computes it\n", "rank", "not computed",
               analysis->rank_upper_bound, analysis->m);
    }
    printf("\n");
}

static void print_sweeps(const struct analysis *analysis)
{
    const struct analysis_trial *trial = &analysis->trial;
    print_number("tau", &analysis->tau, "|| (D-L)^-1 U ||");
    print_number("rho of PGS", &analysis->rho, "spectral radius of (D-L)^-1 U, all rows active");
    print_number("rho on the range", &analysis->rho_range, "the same without the null space of A");
    print_number("comparison matrix", &analysis->comparison, "bound of the radius of (D-|L|)^-1 |U|");
    print_number("rho of AMGS", &analysis->rho_amgs, "spectral radius of its sweep, all rows active");
    print_number("best gamma alpha", &analysis->optimal_ratio,
                 "sqrt(1 - rho), by Young's formula for a consistently ordered A");
    printf("%-22s %.6g to %.6g\n", "gamma Omega / D", analysis->ratio_min, analysis->ratio_max);
    print_number("delta", &analysis->delta, "of the paper's theorem");
    print_number("bound without lemma", &analysis->bound, "the theorem's recursion without its false lemma");
    printf("%-22s %-14.3g relative residual of PGS after %lld sweeps (trial)\n", "PGS", trial->residual,
           (long long)trial->sweeps);
    printf("\n");
}

static void print_advice(const struct analysis_advice *advice)
{
    char text[200];
    snprintf(text, sizeof text, "`%s`%s a relative residual of %.0e within %lld iterations%s%s.", advice->solver,
             advice->is_uncertain ? ", which often meets" : " to meet", advice->tolerance,
             (long long)advice->max_iterations, advice->is_uncertain ? " on problems like this" : "",
             advice->assumes_solution ? ", if there is a solution" : "");
    printf("\n%-15s ", advice->is_uncertain ? "try" : "expect");
    print_wrapped(text, 16);
    for (int32_t i = 0; i < advice->reason_count; ++i) {
        printf("%-15s - ", i == 0 ? "because" : "");
        print_wrapped(advice->reasons[i].text, 18);
    }
}

static void print_table(const struct options *options, const struct analysis *analysis)
{
    print_size(options, analysis);
    print_matrix(analysis);
    if (analysis->has_positive_diagonal) {
        print_sweeps(analysis);
    }
    for (int32_t i = 0; i < analysis->statement_count; ++i) {
        const struct analysis_statement *statement = &analysis->statements[i];
        printf("%-15s ", analysis_verdict_name(statement->verdict));
        print_wrapped(statement->text, 16);
    }
    print_advice(&analysis->advice);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void add_number(cJSON *object, const char *key, const struct analysis_number *number)
{
    cJSON *entry = cJSON_AddObjectToObject(object, key);
    json_add_number(entry, "value", number->value);
    cJSON_AddStringToObject(entry, "source", analysis_source_name(number->source));
    cJSON_AddBoolToObject(entry, "converged", number->converged);
}

static void add_rows(cJSON *object, const struct analysis *analysis)
{
    json_add_number(object, "m", analysis->m);
    json_add_number(object, "n", analysis->n);
    json_add_number(object, "nnz_J", analysis->has_J ? (double)analysis->nnz_J : (double)NAN);
    json_add_number(object, "nnz_A", (double)analysis->nnz_A);
    json_add_number(object, "boxed_rows", analysis->boxed_rows);
    json_add_number(object, "equality_rows", analysis->equality_rows);
    json_add_number(object, "friction_rows", analysis->friction_rows);
    cJSON_AddStringToObject(object, "friction_law", analysis->friction_law);
    json_add_number(object, "friction_max", analysis->friction_max);
    json_add_number(object, "diagonal_min", analysis->diagonal_min);
    json_add_number(object, "diagonal_max", analysis->diagonal_max);
    json_add_number(object, "asymmetry", analysis->asymmetry);
    cJSON_AddBoolToObject(object, "symmetric", analysis->symmetric);
    cJSON_AddStringToObject(object, "definiteness", analysis_definiteness_name(analysis->definiteness));
    cJSON_AddBoolToObject(object, "positive_definite", analysis->definiteness == ANALYSIS_POSITIVE_DEFINITE);
    json_add_number(object, "rank", analysis->rank_known ? (double)analysis->rank : (double)NAN);
    json_add_number(object, "rank_upper_bound", analysis->rank_upper_bound);
    json_add_number(object, "rank_tolerance", analysis->rank_tolerance);
}

static void add_numbers(cJSON *object, const struct analysis *analysis)
{
    const struct {
        const char *key;
        const struct analysis_number *number;
    } numbers[] = {{"eigenvalue_min", &analysis->eigenvalue_min},
                   {"eigenvalue_max", &analysis->eigenvalue_max},
                   {"tau", &analysis->tau},
                   {"rho", &analysis->rho},
                   {"rho_range", &analysis->rho_range},
                   {"comparison", &analysis->comparison},
                   {"rho_amgs", &analysis->rho_amgs},
                   {"optimal_gamma_alpha", &analysis->optimal_ratio},
                   {"delta", &analysis->delta},
                   {"bound_without_lemma", &analysis->bound}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        add_number(object, numbers[i].key, numbers[i].number);
    }
}

static void add_statements(cJSON *object, const struct analysis *analysis)
{
    cJSON *statements = cJSON_AddArrayToObject(object, "statements");
    for (int32_t i = 0; i < analysis->statement_count; ++i) {
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddStringToObject(entry, "topic", analysis->statements[i].topic);
        cJSON_AddStringToObject(entry, "verdict", analysis_verdict_name(analysis->statements[i].verdict));
        cJSON_AddStringToObject(entry, "text", analysis->statements[i].text);
        cJSON_AddItemToArray(statements, entry);
    }
}

/* null if the diagonal of A is not positive. */
static void add_trial(cJSON *object, const struct analysis_trial *trial)
{
    if (!trial->has_run) {
        cJSON_AddNullToObject(object, "pgs_trial");
        return;
    }
    cJSON *entry = cJSON_AddObjectToObject(object, "pgs_trial");
    cJSON_AddBoolToObject(entry, "met", trial->met);
    cJSON_AddBoolToObject(entry, "diverged", trial->diverged);
    json_add_number(entry, "sweeps", (double)trial->sweeps);
    json_add_number(entry, "residual_relative", trial->residual);
    json_add_number(entry, "expected_sweeps", trial->expected_sweeps);
}

static void add_advice(cJSON *object, const struct analysis_advice *advice)
{
    cJSON *entry = cJSON_AddObjectToObject(object, "advice");
    cJSON_AddStringToObject(entry, "solver", advice->solver);
    json_add_number(entry, "tol_relative", advice->tolerance);
    json_add_number(entry, "max_iterations", (double)advice->max_iterations);
    cJSON_AddBoolToObject(entry, "assumes_solution", advice->assumes_solution);
    cJSON_AddBoolToObject(entry, "uncertain", advice->is_uncertain);
    cJSON *reasons = cJSON_AddArrayToObject(entry, "reasons");
    for (int32_t i = 0; i < advice->reason_count; ++i) {
        cJSON *reason = cJSON_CreateObject();
        cJSON_AddStringToObject(reason, "topic", advice->reasons[i].topic);
        cJSON_AddStringToObject(reason, "text", advice->reasons[i].text);
        cJSON_AddItemToArray(reasons, reason);
    }
}

static int print_json(const struct options *options, const struct analysis *analysis)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "problem", problem_title(&options->problem));
    add_rows(object, analysis);
    add_numbers(object, analysis);
    add_statements(object, analysis);
    add_trial(object, &analysis->trial);
    add_advice(object, &analysis->advice);
    return json_print(object);
}

static int analyze(const struct options *options, md_problem *problem, const md_solver_spec *spec)
{
    int code = problem_load(&options->problem, problem);
    if (code >= 0) {
        return code;
    }
    struct analysis_options settings = analysis_options_default();
    settings.spec = *spec;
    settings.dense_limit = (int32_t)options->dense_limit;
    const bool on_terminal = isatty(STDERR_FILENO) == 1;
    settings.progress = on_terminal ? show_stage : NULL;
    struct analysis analysis;
    md_error error = {0};
    const md_status status = analysis_run(problem, &settings, &analysis, &error);
    if (on_terminal) {
        fprintf(stderr, "\r\033[K");
    }
    if (status == MD_ERROR_FILE) {
        return fail_with(EXIT_FAILED, "%s", error.message); /* an incomplete installation, not bad input */
    }
    if (status != MD_OK) {
        return fail_with_error(&error);
    }
    if (!options->json) {
        print_table(options, &analysis);
        return EXIT_DONE;
    }
    code = print_json(options, &analysis);
    return code >= 0 ? code : EXIT_DONE;
}

int command_analyze(int argc, char **argv)
{
    struct options options = {0};
    md_error error = {0};
    md_solver_spec spec;
    int code = parse(argc, argv, &options);
    if (code >= 0) {
        return code;
    }
    if (md_solver_spec_parse(options.solver, &spec, &error) != MD_OK) {
        return fail_with_error(&error);
    }
    if (options.dense_limit > INT32_MAX) {
        return fail_with(EXIT_BAD_INPUT, "analyze: --dense-limit %lld is too large", (long long)options.dense_limit);
    }
    md_problem *problem = md_problem_create(NULL);
    code = problem != NULL ? analyze(&options, problem, &spec) : fail_with(EXIT_FAILED, "out of memory");
    md_problem_destroy(problem);
    return code;
}
