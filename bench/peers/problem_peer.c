#include "problem_peer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

int request_refuse(const struct request *request, const char *what, const char *expected)
{
    fprintf(stderr, "%s: %s: expected %s\n", request->program, what, expected);
    return EXIT_USAGE;
}

int request_help(const struct request *request, const char *notes)
{
    const char *program = request->program;
    printf("usage: %s DIR --solver NAME [--tol T] [--seconds S] [--repeat R] [--out r.mtx]\n", program);
    printf("       %s DIR --judge r.mtx    residuals of given impulses\n", program);
    printf("       %s [DIR] --list         names of solvers, for the problem in DIR\n%s", program, notes);
    return EXIT_SOLVED;
}

static bool positive(const char *text, double *value)
{
    char *end = NULL;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*value) && *value > 0;
}

/* Reads one option with its value. Returns NULL, or what was expected. */
static const char *read_option(struct request *request, const char *option, const char *value)
{
    double number = 0;
    const bool is_number = positive(value, &number);
    if (strcmp(option, "--solver") == 0) {
        request->solver = value;
    } else if (strcmp(option, "--out") == 0) {
        request->out = value;
    } else if (strcmp(option, "--judge") == 0) {
        request->judge = value;
    } else if (strcmp(option, "--tol") == 0) {
        request->tol = number;
        return is_number ? NULL : "a number above 0";
    } else if (strcmp(option, "--seconds") == 0) {
        request->seconds = number;
        return is_number && number <= 86400 ? NULL : "a number above 0, at most 86400";
    } else if (strcmp(option, "--repeat") == 0) {
        request->repeat = is_number && number <= 1000 ? (int)number : 0;
        return request->repeat >= 1 && number == request->repeat ? NULL : "1 to 1000";
    } else {
        return "--solver, --tol, --seconds, --repeat, --out, --judge, --list or --help";
    }
    return NULL;
}

int request_read(struct request *request, const char *program, int argc, char **argv)
{
    *request = (struct request){.program = program, .tol = 1e-8, .seconds = 20, .repeat = 1};
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--list") == 0) {
            request->list = true;
        } else if (strcmp(argv[i], "--help") == 0) {
            request->help = true;
        } else if (strncmp(argv[i], "--", 2) == 0) {
            const char *expected = i + 1 < argc ? read_option(request, argv[i], argv[i + 1]) : "a value";
            if (expected != NULL) {
                return request_refuse(request, argv[i], expected);
            }
            ++i;
        } else if (request->folder == NULL) {
            request->folder = argv[i];
        } else {
            return request_refuse(request, argv[i], "one folder");
        }
    }
    return 0;
}

int request_open(const struct request *request, struct public_problem *problem)
{
    struct problem_error error;
    if (!public_problem_read(problem, request->folder, &error)) {
        fprintf(stderr, "%s: %s\n", request->program, error.text);
        return EXIT_USAGE;
    }
    return 0;
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

/* Prints ', "key": value', with null for what is no number. */
static void print_number(const char *key, double value)
{
    if (isfinite(value)) {
        printf(", \"%s\": %.6g", key, value);
    } else {
        printf(", \"%s\": null", key);
    }
}

static void print_text(const char *key, const char *text)
{
    printf("\"%s\": \"", key);
    for (; *text != '\0'; ++text) {
        if (*text == '"' || *text == '\\') {
            putchar('\\');
        }
        putchar((unsigned char)*text < ' ' ? ' ' : *text);
    }
    putchar('"');
}

static void print_judgement(const struct public_problem *problem, const double *r)
{
    const struct judgement judgement = judge(problem, r);
    print_number("residual_cone", judgement.cone);
    print_number("residual_scaled", judgement.scaled);
}

int request_judge(const struct request *request, const struct public_problem *problem)
{
    struct problem_error error;
    double *r = vector_read(request->judge, problem->rows, &error);
    if (r == NULL) {
        fprintf(stderr, "%s: %s\n", request->program, error.text);
        return EXIT_USAGE;
    }
    putchar('{');
    print_text("problem", request->folder);
    print_judgement(problem, r);
    printf("}\n");
    free(r);
    return EXIT_SOLVED;
}

void report_print(const struct request *request, const struct public_problem *problem,
                  const struct solve_report *report, const double *r)
{
    putchar('{');
    print_text("problem", request->folder);
    printf(", ");
    print_text("solver", request->solver);
    print_number("tol", request->tol);
    printf(", ");
    print_text("outcome", report->outcome);
    print_number("info", report->info);
    print_number("error", report->error);
    print_number("iterations", report->iterations);
    print_number("seconds", report->seconds);
    print_number("cpu_seconds", report->cpu_seconds);
    print_judgement(problem, r);
    printf("}\n");
}

int report_exit_code(const struct solve_report *report)
{
    return strcmp(report->outcome, "solved") == 0    ? EXIT_SOLVED
           : strcmp(report->outcome, "crashed") == 0 ? EXIT_CRASHED
                                                     : EXIT_UNSOLVED;
}

int request_write(const struct request *request, const struct public_problem *problem, const double *r)
{
    if (request->out != NULL && !vector_write(request->out, r, problem->rows)) {
        fprintf(stderr, "%s: --out %s: cannot be written\n", request->program, request->out);
        return EXIT_CRASHED;
    }
    return 0;
}
