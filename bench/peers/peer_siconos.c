/* Solves a contact problem or LCP with a solver of Siconos and judges the result: see README.md here. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, RTLD_DEFAULT */
#include <dlfcn.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "siconos_solvers.h"

enum { EXIT_SOLVED = 0, EXIT_CRASHED = 1, EXIT_USAGE = 2, EXIT_UNSOLVED = 3 };

struct request {
    const char *folder, *solver, *out, *judge;
    double tol, seconds;
    int repeat;
    bool list, help;
};

/* The results of the child so far, in memory that it shares with its parent. They survive the death of the child. */
struct shared {
    int solves; /* complete ones */
    struct siconos_run run;
    double values[]; /* r, then u */
};

static void run_in_child(const struct request *request, const struct siconos_solver *solver, char storage,
                         const struct public_problem *problem, struct shared *shared);

static int refuse(const char *what, const char *expected)
{
    fprintf(stderr, "peer_siconos: %s: expected %s\n", what, expected);
    return EXIT_USAGE;
}

static int help(void)
{
    printf(
        "usage: peer_siconos DIR --solver NAME[/STORAGE] [--tol T] [--seconds S] [--repeat R] [--out r.mtx]\n"
        "       peer_siconos DIR --judge r.mtx    residuals of given impulses\n"
        "       peer_siconos [DIR] --list         names of solvers, for the problem in DIR\n"
        "T is Siconos's own tolerance (1e-8), S the limit of processor time for one solve (20 s), and seconds is the\n"
        "least time of R solves (1), or of fewer if they take longer than S / 10.\n");
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

/* Prints kind, name and description of each solver, one line per storage. */
static int list(int dimension)
{
    static const char *const KIND[] = {"", "lcp", "2d", "3d"};
    for (int i = 0; siconos_solver_at(i) != NULL; ++i) {
        const struct siconos_solver *solver = siconos_solver_at(i);
        for (int k = 0; solver->storages[k] != '\0' && (dimension == 0 || solver->dimension == dimension); ++k) {
            char name[64];
            snprintf(name, sizeof name, "%s%s%s", solver->name, k > 0 ? "/" : "",
                     k > 0 ? siconos_storage_name(solver->storages[k]) : "");
            printf("%-4s%-20s %s\n", KIND[solver->dimension], name, solver->about);
        }
    }
    return EXIT_SOLVED;
}

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

static int judge_file(const struct request *request, const struct public_problem *problem)
{
    struct problem_error error;
    double *r = vector_read(request->judge, problem->rows, &error);
    if (r == NULL) {
        fprintf(stderr, "peer_siconos: %s\n", error.text);
        return EXIT_USAGE;
    }
    putchar('{');
    print_text("problem", request->folder);
    print_judgement(problem, r);
    printf("}\n");
    free(r);
    return EXIT_SOLVED;
}

/* How the child ended. A solve that was complete counts, even if a repetition of it was not. */
static const char *outcome_of(const struct shared *shared, int status)
{
    if (shared->solves > 0) {
        return shared->run.info == 0 ? "solved" : "failed";
    }
    if (WIFSIGNALED(status)) {
        return WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM ? "timeout" : "crashed";
    }
    return "failed"; /* Siconos called exit */
}

static void report(const struct request *request, const struct public_problem *problem, const struct shared *shared,
                   const char *outcome)
{
    const bool complete = shared->solves > 0;
    putchar('{');
    print_text("problem", request->folder);
    printf(", ");
    print_text("solver", request->solver);
    print_number("tol", request->tol);
    printf(", ");
    print_text("outcome", outcome);
    print_number("info", complete ? (double)shared->run.info : NAN);
    print_number("error", complete ? shared->run.error : NAN);
    print_number("iterations", complete ? (double)shared->run.iterations : NAN);
    print_number("seconds", complete ? shared->run.seconds : NAN);
    print_number("cpu_seconds", complete ? shared->run.cpu_seconds : NAN);
    print_judgement(problem, shared->values);
    printf("}\n");
}

static int solve(const struct request *request, const struct public_problem *problem)
{
    char storage = '\0';
    const struct siconos_solver *solver = siconos_solver_find(request->solver, problem->dimension, &storage);
    if (solver == NULL) {
        char what[128];
        snprintf(what, sizeof what, "--solver %.100s", request->solver);
        return refuse(what, "one of --list for this problem");
    }
    const size_t size = sizeof(struct shared) + 2 * (size_t)problem->rows * sizeof(double);
    struct shared *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        perror("peer_siconos: mmap");
        return EXIT_CRASHED;
    }
    const pid_t child = fork();
    if (child == 0) {
        run_in_child(request, solver, storage, problem, shared);
        _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("peer_siconos: fork");
        return EXIT_CRASHED;
    }
    const char *outcome = outcome_of(shared, status);
    report(request, problem, shared, outcome);
    if (request->out != NULL && !vector_write(request->out, shared->values, problem->rows)) {
        fprintf(stderr, "peer_siconos: --out %s: cannot be written\n", request->out);
        return EXIT_CRASHED;
    }
    return strcmp(outcome, "solved") == 0    ? EXIT_SOLVED
           : strcmp(outcome, "crashed") == 0 ? EXIT_CRASHED
                                             : EXIT_UNSOLVED;
}

/* Ends this process after so much processor time, or three times as much time by the clock: on a busy machine the solver
 * still gets what it was promised, and a solver that waits for something ends, too. */
static void limit_time(double seconds)
{
    struct itimerval timer = {0};
    timer.it_value.tv_sec = (time_t)seconds;
    timer.it_value.tv_usec = (suseconds_t)((seconds - floor(seconds)) * 999999) + 1;
    setitimer(ITIMER_PROF, &timer, NULL);
    timer.it_value.tv_sec = 3 * (time_t)ceil(seconds);
    setitimer(ITIMER_REAL, &timer, NULL);
}

/* OpenBLAS would use all processors, as Modulus does not. */
static void use_one_thread(void)
{
    void (*set_threads)(int) = NULL;
    *(void **)&set_threads = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
    if (set_threads != NULL) {
        set_threads(1);
    }
}

static void run_in_child(const struct request *request, const struct siconos_solver *solver, char storage,
                         const struct public_problem *problem, struct shared *shared)
{
    const int nowhere = open("/dev/null", O_WRONLY); /* Siconos prints what it thinks */
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    use_one_thread();
    double *again = allocate((size_t)problem->rows * 2, sizeof *again);
    double spent = 0;
    for (int i = 0; i < request->repeat && (i == 0 || spent < request->seconds / 10); ++i) {
        double *r = i == 0 ? shared->values : again; /* all solves have the same result */
        limit_time(request->seconds);
        const struct siconos_run run = siconos_solve(solver, storage, problem, request->tol, r, r + problem->rows);
        spent += run.seconds;
        if (i == 0) {
            shared->run = run;
        }
        shared->run.seconds = fmin(shared->run.seconds, run.seconds);
        shared->run.cpu_seconds = fmin(shared->run.cpu_seconds, run.cpu_seconds);
        shared->solves = i + 1;
    }
}

/* Reads the arguments. Returns 0, or the exit code of a bad one. */
static int read_arguments(struct request *request, int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--list") == 0) {
            request->list = true;
        } else if (strcmp(argv[i], "--help") == 0) {
            request->help = true;
        } else if (strncmp(argv[i], "--", 2) == 0) {
            const char *expected = i + 1 < argc ? read_option(request, argv[i], argv[i + 1]) : "a value";
            if (expected != NULL) {
                return refuse(argv[i], expected);
            }
            ++i;
        } else if (request->folder == NULL) {
            request->folder = argv[i];
        } else {
            return refuse(argv[i], "one folder");
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct request request = {.tol = 1e-8, .seconds = 20, .repeat = 1};
    const int bad = read_arguments(&request, argc, argv);
    if (bad != 0 || request.help) {
        return bad != 0 ? bad : help();
    }
    if (request.folder == NULL) {
        return request.list ? list(0) : refuse("arguments", "the folder of a problem");
    }
    struct public_problem problem;
    struct problem_error error;
    if (!public_problem_read(&problem, request.folder, &error)) {
        fprintf(stderr, "peer_siconos: %s\n", error.text);
        return EXIT_USAGE;
    }
    const int code = request.list             ? list(problem.dimension)
                     : request.judge != NULL  ? judge_file(&request, &problem)
                     : request.solver != NULL ? solve(&request, &problem)
                                              : refuse("arguments", "--solver NAME, --judge FILE or --list");
    public_problem_free(&problem);
    return code;
}
