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

#include "problem_peer.h"
#include "siconos_solvers.h"

static const char NOTES[] =
    "NAME may end in /STORAGE. T is Siconos's own tolerance (1e-8), S the limit of processor time for one solve (20 "
    "s),\n"
    "and seconds is the least time of R solves (1), or of fewer if they take longer than S / 10.\n";

/* The results of the child so far, in memory that it shares with its parent. They survive the death of the child. */
struct shared {
    int solves; /* complete ones */
    struct siconos_run run;
    double values[]; /* r, then u */
};

static void run_in_child(const struct request *request, const struct siconos_solver *solver, char storage,
                         const struct public_problem *problem, struct shared *shared);

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

static struct solve_report report_of(const struct shared *shared, int status)
{
    const struct siconos_run *run = &shared->run;
    struct solve_report report = {outcome_of(shared, status), NAN, NAN, NAN, NAN, NAN};
    if (shared->solves > 0) {
        report.info = run->info;
        report.error = run->error;
        report.iterations = run->iterations;
        report.seconds = run->seconds;
        report.cpu_seconds = run->cpu_seconds;
    }
    return report;
}

static int solve(const struct request *request, const struct public_problem *problem)
{
    char storage = '\0';
    const struct siconos_solver *solver = siconos_solver_find(request->solver, problem->dimension, &storage);
    if (solver == NULL) {
        char what[128];
        snprintf(what, sizeof what, "--solver %.100s", request->solver);
        return request_refuse(request, what, "one of --list for this problem");
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
    const struct solve_report report = report_of(shared, status);
    report_print(request, problem, &report, shared->values);
    const int unwritten = request_write(request, problem, shared->values);
    return unwritten != 0 ? unwritten : report_exit_code(&report);
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

int main(int argc, char **argv)
{
    struct request request;
    const int bad = request_read(&request, "peer_siconos", argc, argv);
    if (bad != 0 || request.help) {
        return bad != 0 ? bad : request_help(&request, NOTES);
    }
    if (request.folder == NULL) {
        return request.list ? list(0) : request_refuse(&request, "arguments", "the folder of a problem");
    }
    struct public_problem problem;
    if (request_open(&request, &problem) != 0) {
        return EXIT_USAGE;
    }
    const int code = request.list            ? list(problem.dimension)
                     : request.judge != NULL ? request_judge(&request, &problem)
                     : request.solver != NULL
                         ? solve(&request, &problem)
                         : request_refuse(&request, "arguments", "--solver NAME, --judge FILE or --list");
    public_problem_free(&problem);
    return code;
}
