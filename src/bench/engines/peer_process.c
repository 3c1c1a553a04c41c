#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "bench/engines/session.h"

/* Splits the line in place; the list of words ends with NULL. */
static void split(char *line, char **words)
{
    int count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(line, " ", &rest); word != NULL && count + 1 < MAX_COMMAND_WORDS;
         word = strtok_r(NULL, " ", &rest)) {
        words[count++] = word;
    }
    words[count] = NULL;
}

/* Replaces the child process by the peer. It gets its own process group, so that Ctrl-C only reaches this program,
 * which then reports what was measured. */
static void run_child(const int *to, const int *from, char **words)
{
    setpgid(0, 0);
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    close(to[0]);
    close(to[1]);
    close(from[0]);
    close(from[1]);
    execvp(words[0], words);
    _exit(127);
}

md_status peer_start(struct peer_process *peer, const char *command, const char *words, md_error *error)
{
    char line[2048];
    char *argv[MAX_COMMAND_WORDS];
    int to[2];
    int from[2];
    *peer = (struct peer_process){0};
    snprintf(line, sizeof line, "%s %s", command, words);
    split(line, argv);
    if (argv[0] == NULL || command[strspn(command, " ")] == '\0') {
        return md_fail(error, MD_ERROR_ARGUMENT, "--peer '%s': expected a command", command);
    }
    if (pipe(to) != 0) {
        return md_fail(error, MD_ERROR_FILE, "%s: cannot create a pipe: %s", command, strerror(errno));
    }
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return md_fail(error, MD_ERROR_FILE, "%s: cannot create a pipe: %s", command, strerror(errno));
    }
    fflush(NULL); /* otherwise the child would print buffered output again */
    const pid_t child = fork();
    if (child == 0) {
        run_child(to, from, argv);
    }
    close(to[0]);
    close(from[1]);
    /* Later children must not inherit our ends, or this peer would not see the end of its input. */
    fcntl(to[1], F_SETFD, FD_CLOEXEC);
    fcntl(from[0], F_SETFD, FD_CLOEXEC);
    peer->to = fdopen(to[1], "w");
    peer->from = fdopen(from[0], "r");
    if (child < 0 || peer->to == NULL || peer->from == NULL) {
        peer->id = child > 0 ? child : 0;
        peer_end(peer);
        return md_fail(error, MD_ERROR_FILE, "%s: cannot start: %s", command, strerror(errno));
    }
    peer->id = child;
    return MD_OK;
}

#define MAX_WAITS 100 /* of 50 ms each, for the exit of a peer */

int peer_end(struct peer_process *peer)
{
    int status = -1;
    if (peer->to != NULL) {
        fclose(peer->to);
    }
    if (peer->from != NULL) {
        fclose(peer->from);
    }
    pid_t ended = peer->id > 0 ? 0 : -1;
    for (int i = 0; ended == 0 && i < MAX_WAITS; ++i) {
        ended = waitpid(peer->id, &status, WNOHANG);
        if (ended == 0) {
            const struct timespec pause = {.tv_nsec = i == 0 ? 1000000 : 50000000};
            nanosleep(&pause, NULL);
        }
    }
    if (ended == 0) {
        kill(peer->id, SIGKILL);
        waitpid(peer->id, &status, 0);
    }
    *peer = (struct peer_process){0};
    return ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
