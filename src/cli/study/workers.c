#define _GNU_SOURCE /* pipe2, MAP_ANONYMOUS */

#include "cli/study/workers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "cli/cli.h"
#include "cli/output/progress.h"

#define POLL_MS 200

/* A process and its run. Idle if `process` is 0. */
struct worker {
    pid_t process;
    int64_t run;
    int errors;      /* the end of a pipe: its standard error */
    char text[1024]; /* the beginning of what it printed there */
    size_t text_size;
};

struct crew {
    const struct work *work;
    struct worker *workers;
    struct pollfd *polls;
    struct run_outcome *outcomes; /* shared with the processes; one per worker */
    int64_t jobs, busy;
};

/* ---- The process of a run ---------------------------------------------------------------------------------------- */

void workers_end_with(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) {
        _exit(EXIT_FAILED);
    }
}

/* Ctrl-C goes to the parent alone, which ends its processes. They are started with the signal blocked. */
static void block_interrupt(bool is_blocked)
{
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(is_blocked ? SIG_BLOCK : SIG_UNBLOCK, &interrupt, NULL);
}

static _Noreturn void be_worker(const struct crew *crew, size_t index, pid_t parent, int errors)
{
    workers_end_with(parent); /* without it a run has no reader */
    dup2(errors, STDERR_FILENO);
    crew->work->perform(crew->work->user, crew->workers[index].run, &crew->outcomes[index]);
    _exit(EXIT_DONE); /* buffers of standard output belong to the parent */
}

/* ---- Starting ---------------------------------------------------------------------------------------------------- */

static int start(struct crew *crew, size_t index, int64_t run)
{
    struct worker *worker = &crew->workers[index];
    const pid_t parent = getpid();
    int ends[2];
    *worker = (struct worker){.run = run, .errors = -1};
    crew->outcomes[index] = (struct run_outcome){0};
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return fail_with(EXIT_FAILED, "study: a pipe cannot be opened: %s", strerror(errno));
    }
    block_interrupt(true);
    worker->process = fork();
    if (worker->process == 0) {
        be_worker(crew, index, parent, ends[1]);
    }
    block_interrupt(false);
    close(ends[1]);
    if (worker->process < 0) {
        const int problem = errno;
        worker->process = 0;
        close(ends[0]);
        return fail_with(EXIT_FAILED, "study: a process cannot be started: %s; expected a smaller --jobs",
                         strerror(problem));
    }
    worker->errors = ends[0];
    ++crew->busy;
    return -1;
}

static int start_idle(struct crew *crew)
{
    int code = -1;
    for (int64_t i = 0; code < 0 && i < crew->jobs; ++i) {
        if (crew->workers[i].process == 0) {
            const int64_t run = crew->work->next(crew->work->user);
            if (run < 0) {
                return -1;
            }
            code = start(crew, (size_t)i, run);
        }
    }
    return code;
}

/* ---- Ending ------------------------------------------------------------------------------------------------------ */

static int wait_for(pid_t process)
{
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

/* Why a process has left no outcome: what it printed, as one line, or the signal that ended it. */
static void write_error(const struct worker *worker, int status, struct run_outcome *outcome)
{
    static const char PREFIX[] = "modulus: ";
    const char *text = worker->text;
    if (WIFSIGNALED(status)) {
        snprintf(outcome->error, sizeof outcome->error, "the process of the run ended by signal %d: %s",
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
        return;
    }
    text += strncmp(text, PREFIX, strlen(PREFIX)) == 0 ? strlen(PREFIX) : 0;
    snprintf(outcome->error, sizeof outcome->error, "%.*s", (int)strcspn(text, "\n"),
             text[0] != '\0' ? text : "the run ended without a result");
}

static int finish(struct crew *crew, size_t index)
{
    struct worker *worker = &crew->workers[index];
    struct run_outcome *outcome = &crew->outcomes[index];
    close(worker->errors);
    const int status = wait_for(worker->process);
    worker->process = 0;
    --crew->busy;
    if (!outcome->is_done || WIFSIGNALED(status)) {
        *outcome = (struct run_outcome){0};
        write_error(worker, status, outcome);
    }
    return crew->work->finished(crew->work->user, worker->run, outcome);
}

static void end_all(struct crew *crew)
{
    for (int64_t i = 0; i < crew->jobs; ++i) {
        struct worker *worker = &crew->workers[i];
        if (worker->process > 0) {
            kill(worker->process, SIGKILL);
            close(worker->errors);
            wait_for(worker->process);
            worker->process = 0;
        }
    }
}

/* ---- The loop ---------------------------------------------------------------------------------------------------- */

/* Reads what a process printed. Returns false at the end: the process has ended. */
static bool read_errors(struct worker *worker)
{
    char bytes[4096];
    const ssize_t count = read(worker->errors, bytes, sizeof bytes);
    if (count <= 0) {
        return count < 0 && (errno == EINTR || errno == EAGAIN);
    }
    const size_t room = sizeof worker->text - 1 - worker->text_size;
    const size_t kept = (size_t)count < room ? (size_t)count : room;
    memcpy(worker->text + worker->text_size, bytes, kept);
    worker->text_size += kept;
    return true;
}

/* Waits until a process prints or ends, and stores the outcomes of those that ended. */
static int attend(struct crew *crew)
{
    nfds_t count = 0;
    int code = -1;
    for (int64_t i = 0; i < crew->jobs; ++i) {
        if (crew->workers[i].process > 0) {
            crew->polls[count++] = (struct pollfd){.fd = crew->workers[i].errors, .events = POLLIN};
        }
    }
    const int ready = poll(crew->polls, count, POLL_MS);
    count = 0;
    for (int64_t i = 0; code < 0 && ready > 0 && i < crew->jobs; ++i) {
        if (crew->workers[i].process > 0 && crew->polls[count++].revents != 0 && !read_errors(&crew->workers[i])) {
            code = finish(crew, (size_t)i);
        }
    }
    crew->work->tick(crew->work->user);
    return code;
}

static int run_all(struct crew *crew)
{
    int code = start_idle(crew);
    while (code < 0 && crew->busy > 0 && !interrupt_seen()) {
        code = attend(crew);
        if (code < 0 && !interrupt_seen()) {
            code = start_idle(crew);
        }
    }
    end_all(crew);
    return code;
}

int workers_run(const struct work *work, int64_t jobs)
{
    struct crew crew = {.work = work, .jobs = jobs};
    const size_t size = (size_t)jobs * sizeof *crew.outcomes;
    crew.workers = calloc((size_t)jobs, sizeof *crew.workers);
    crew.polls = calloc((size_t)jobs, sizeof *crew.polls);
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int code = -1;
    if (crew.workers == NULL || crew.polls == NULL || shared == MAP_FAILED) {
        code = fail_with(EXIT_FAILED, "out of memory");
    } else {
        crew.outcomes = shared;
        interrupt_catch();
        code = run_all(&crew);
        interrupt_release();
    }
    if (shared != MAP_FAILED) {
        munmap(shared, size);
    }
    free(crew.polls);
    free(crew.workers);
    return code;
}
