#define _GNU_SOURCE /* SOCK_CLOEXEC */

#include "cli/study/rank_workers.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/output/progress.h"
#include "cli/ranks/session.h"

#define PAUSE_MS 2

enum kind {
    ASK = 1,     /* for a run */
    GIVE,        /* a run, or -1 */
    OUTCOME,     /* of a run */
    GONE,        /* the helper has ended */
    INTERRUPTED, /* a rank has seen Ctrl-C */
    STOP,        /* end the processes of the runs */
    BYE          /* end with an exit code, which is in `run` */
};

struct letter {
    enum kind kind;
    int64_t run;
    struct run_outcome outcome;
};
static_assert(sizeof(struct letter) <= RANKS_LETTER, "a letter fits");

/* ---- The helper -------------------------------------------------------------------------------------------------- */

/* The work of the process that performs runs for this rank. */
struct errand {
    const struct work *work;
    int socket;
};

static bool send_to_end(int socket, const struct letter *letter)
{
    return send(socket, letter, sizeof *letter, MSG_NOSIGNAL) == (ssize_t)sizeof *letter;
}

/* Letters on a socket arrive whole. */
static bool receive_from(int socket, struct letter *letter)
{
    ssize_t count = -1;
    do {
        count = recv(socket, letter, sizeof *letter, 0);
    } while (count < 0 && errno == EINTR && !interrupt_seen());
    return count == (ssize_t)sizeof *letter;
}

static int64_t ask_rank(void *user)
{
    const struct errand *errand = user;
    struct letter letter = {.kind = ASK};
    return send_to_end(errand->socket, &letter) && receive_from(errand->socket, &letter) ? letter.run : -1;
}

static void perform(void *user, int64_t run, struct run_outcome *outcome)
{
    const struct errand *errand = user;
    errand->work->perform(errand->work->user, run, outcome);
}

static int tell_rank(void *user, int64_t run, const struct run_outcome *outcome)
{
    const struct errand *errand = user;
    const struct letter letter = {.kind = OUTCOME, .run = run, .outcome = *outcome};
    return send_to_end(errand->socket, &letter) ? -1 : EXIT_FAILED;
}

/* Ends the runs if the rank has ended. */
static void look_for_rank(void *user)
{
    const struct errand *errand = user;
    char byte = 0;
    if (recv(errand->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
        raise(SIGINT);
    }
}

/* Signals that mpirun sends to its processes reach the rank alone. */
static _Noreturn void be_helper(const struct work *work, int64_t jobs, int socket, pid_t parent)
{
    struct errand errand = {work, socket};
    const struct work errands = {
        .user = &errand, .next = ask_rank, .perform = perform, .finished = tell_rank, .tick = look_for_rank};
    setsid();
    workers_end_with(parent);
    fail_mute(false);
    _exit(workers_run(&errands, jobs) < 0 ? EXIT_DONE : EXIT_FAILED);
}

int rank_workers_begin(struct rank_workers *workers, const struct work *work, int64_t jobs)
{
    const pid_t parent = getpid();
    int ends[2];
    *workers = (struct rank_workers){.socket = -1};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        return fail_with(EXIT_FAILED, "study: a socket cannot be opened: %s", strerror(errno));
    }
    workers->helper = fork();
    if (workers->helper == 0) {
        close(ends[0]);
        be_helper(work, jobs, ends[1], parent);
    }
    close(ends[1]);
    workers->socket = ends[0];
    if (workers->helper < 0) {
        close(ends[0]);
        return fail_with(EXIT_FAILED, "study: a process cannot be started: %s", strerror(errno));
    }
    return -1;
}

/* Closes the connection, after which the helper ends its processes and itself. */
static void end_helper(struct rank_workers *workers)
{
    if (workers->socket >= 0) {
        close(workers->socket);
        workers->socket = -1;
    }
    if (workers->helper > 0) {
        kill(workers->helper, SIGINT);
        while (waitpid(workers->helper, NULL, 0) < 0 && errno == EINTR) {
        }
        workers->helper = 0;
    }
}

void rank_workers_cancel(struct rank_workers *workers)
{
    end_helper(workers);
}

/* ---- Letters ----------------------------------------------------------------------------------------------------- */

/* Without the other ranks there is nobody to report to. */
static void must(md_status status)
{
    if (status != MD_OK) {
        session_let_first_report();
        fail_mute(false);
        fail_with(EXIT_FAILED, "study: rank %d: the connection to the other ranks failed: %s", session_rank(),
                  session_module()->failure());
        session_abort(EXIT_FAILED);
    }
}

static void send_to(int32_t rank, enum kind kind, int64_t run)
{
    const struct letter letter = {.kind = kind, .run = run};
    must(session_module()->send(rank, &letter, sizeof letter));
}

/* Receives a letter of another rank if one is there; otherwise returns -1. */
static int32_t receive(struct letter *letter)
{
    char bytes[RANKS_LETTER];
    size_t size = 0;
    int32_t rank = -1;
    must(session_module()->receive(&rank, bytes, &size));
    if (rank >= 0) {
        memcpy(letter, bytes, sizeof *letter);
    }
    return rank;
}

/* Waits a moment for a letter of the helper. Returns false if there is none, and closes the socket if the helper has
 * ended. */
static bool hear_helper(struct rank_workers *workers, struct letter *letter)
{
    struct pollfd helper = {.fd = workers->socket, .events = POLLIN};
    if (poll(&helper, 1, PAUSE_MS) <= 0 || workers->socket < 0) {
        return false;
    }
    if (!receive_from(workers->socket, letter)) {
        *letter = (struct letter){.kind = GONE};
        close(workers->socket);
        workers->socket = -1;
    }
    return true;
}

static void answer_helper(const struct rank_workers *workers, int64_t run)
{
    const struct letter letter = {.kind = GIVE, .run = run};
    if (workers->socket >= 0) {
        (void)send_to_end(workers->socket, &letter); /* a helper that has ended is noticed when it is heard */
    }
}

/* ---- Rank 0 ------------------------------------------------------------------------------------------------------ */

/* A study under way. */
struct hand_out {
    struct rank_workers *workers;
    const struct work *work;
    int code; /* that ends the work, or -1 */
    bool is_stopped;
};

/* Ends the processes of all runs. The helpers end then. */
static void stop(struct hand_out *hand_out)
{
    if (hand_out->is_stopped) {
        return;
    }
    hand_out->is_stopped = true;
    for (int32_t rank = 1; rank < session_ranks(); ++rank) {
        send_to(rank, STOP, 0);
    }
    kill(hand_out->workers->helper, SIGINT);
}

/* Serves rank 0 itself or another one. */
static void serve(struct hand_out *hand_out, int32_t rank, const struct letter *letter)
{
    const struct work *work = hand_out->work;
    switch (letter->kind) {
    case ASK: {
        const int64_t run = hand_out->is_stopped ? -1 : work->next(work->user);
        if (rank == 0) {
            answer_helper(hand_out->workers, run);
        } else {
            send_to(rank, GIVE, run);
        }
        break;
    }
    case OUTCOME:
        if (hand_out->code < 0 && !hand_out->is_stopped) {
            hand_out->code = work->finished(work->user, letter->run, &letter->outcome);
        }
        break;
    case GONE: --hand_out->workers->busy; break;
    case INTERRUPTED: interrupt_note(); break;
    default: break;
    }
}

int rank_workers_run(struct rank_workers *workers, const struct work *work)
{
    struct hand_out hand_out = {.workers = workers, .work = work, .code = -1};
    interrupt_catch();
    while (workers->busy > 0) {
        struct letter letter;
        if (hear_helper(workers, &letter)) {
            serve(&hand_out, 0, &letter);
        }
        for (int32_t rank = receive(&letter); rank >= 0; rank = receive(&letter)) {
            serve(&hand_out, rank, &letter);
        }
        if (interrupt_seen() || hand_out.code >= 0) {
            interrupt_agreed();
            stop(&hand_out);
        }
        work->tick(work->user);
    }
    interrupt_release();
    return hand_out.code;
}

int rank_workers_dismiss(struct rank_workers *workers, int code)
{
    fflush(stdout);
    fflush(stderr);
    for (int32_t rank = 1; rank < session_ranks(); ++rank) {
        send_to(rank, BYE, code);
    }
    end_helper(workers);
    for (int32_t left = session_ranks() - 1; left > 0;) {
        struct letter letter;
        left -= receive(&letter) >= 0 && letter.kind == BYE;
        poll(NULL, 0, PAUSE_MS);
    }
    session_end();
    return code;
}

/* ---- Other ranks ------------------------------------------------------------------------------------------------- */

/* Passes on what the helper and rank 0 have to tell each other. Returns false at the end. */
static bool pass_on(struct rank_workers *workers, struct letter *letter)
{
    if (hear_helper(workers, letter)) {
        must(session_module()->send(0, letter, sizeof *letter));
    }
    while (receive(letter) >= 0) {
        switch (letter->kind) {
        case GIVE: answer_helper(workers, letter->run); break;
        case STOP:
            if (workers->helper > 0) {
                kill(workers->helper, SIGINT);
            }
            break;
        case BYE: return false;
        default: break;
        }
    }
    return true;
}

int rank_workers_follow(struct rank_workers *workers)
{
    struct letter letter = {0};
    bool has_told = false;
    interrupt_catch();
    while (pass_on(workers, &letter)) {
        if (interrupt_seen() && !has_told) {
            interrupt_agreed();
            send_to(0, INTERRUPTED, 0);
            has_told = true;
        }
    }
    const int code = (int)letter.run;
    end_helper(workers);
    send_to(0, BYE, 0);
    interrupt_release();
    session_end();
    return code;
}
