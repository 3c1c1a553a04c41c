#define _POSIX_C_SOURCE 200809L

#include "cli/ranks/session.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/output_file.h"
#include "cli/cli.h"
#include "cli/output/progress.h"

static struct {
    struct ranks_launch launch;
    const struct ranks_module *module;
    md_communicator communicator;
    bool has_begun; /* session_begin was called */
} session = {.launch = {.ranks = 1}};

/* ---- Silence ----------------------------------------------------------------------------------------------------- */

/* Sends standard output nowhere: all ranks would print the same. */
static void drop_output(void)
{
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        close(nowhere);
    }
}

void session_prepare(void)
{
    session.launch = ranks_launch();
    if (session.launch.rank > 0) {
        drop_output();
        fail_mute(true);
    }
}

bool session_is_launched(void)
{
    return session.launch.is_launched;
}

bool session_is_several(void)
{
    return session.launch.ranks != 1;
}

void session_let_first_report(void)
{
    struct timespec left = {.tv_nsec = 300000000};
    while (session.launch.rank > 0 && nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
    if (session.launch.rank > 0 && interrupt_seen()) {
        _exit(EXIT_FAILED); /* mpirun has sent SIGTERM: another rank has ended all */
    }
}

/* ---- Begin and end ----------------------------------------------------------------------------------------------- */

int session_begin(void)
{
    md_error error = {0};
    if (!session_is_several()) {
        return -1;
    }
    session.has_begun = true;
    md_status status = ranks_load(&session.module, &error);
    if (status == MD_OK) {
        status = session.module->begin(&session.communicator, &error);
    }
    if (status != MD_OK) {
        session_let_first_report();
        fail_mute(false);
        return fail_with(EXIT_BAD_INPUT, "%s", error.message);
    }
    session.launch.ranks = session.communicator.ranks;
    session.launch.rank = session.communicator.rank;
    if (session.launch.rank > 0) {
        drop_output();
        fail_mute(true);
    }
    interrupt_by_launcher();
    return -1;
}

void session_end(void)
{
    if (session.module != NULL) {
        session.module->end();
        session.module = NULL;
    }
}

void session_abort(int code)
{
    fflush(stdout);
    fflush(stderr);
    md_output_remove_unfinished();
    if (session.module != NULL) {
        session.module->abort(code);
    }
    _exit(code);
}

int session_exit_code(int code)
{
    return session.launch.rank > 0 && !session.has_begun ? EXIT_DONE : code;
}

/* ---- Facts ------------------------------------------------------------------------------------------------------- */

int32_t session_rank(void)
{
    return session.launch.rank > 0 ? session.launch.rank : 0;
}

int32_t session_ranks(void)
{
    return session.launch.ranks > 0 ? session.launch.ranks : 1;
}

const md_communicator *session_communicator(void)
{
    return session.module != NULL && session.launch.ranks > 1 ? &session.communicator : NULL;
}

const struct ranks_module *session_module(void)
{
    return session.module;
}
