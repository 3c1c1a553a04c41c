/* Runs the command from a test as a user would: arguments in, exit code and texts out. */
#ifndef MODULUS_TESTS_COMMAND_H
#define MODULUS_TESTS_COMMAND_H

#include <signal.h>
#include <cjson/cJSON.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/support.h"

/* The program under test, set by main. */
static const char *command;

struct outcome {
    int code;
    char out[65536], err[8192];
};

static inline void read_all(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t count = fread(text, 1, size - 1, file);
    text[count] = '\0';
    fclose(file);
}

/* Runs the command with arguments separated by spaces, without a shell; @ is replaced by the folder. `prepare` is
 * called in the new process, such as to set limits; it may be NULL. */
static inline const struct outcome *run_prepared(const char *folder, const char *line, void (*prepare)(void))
{
    static struct outcome outcome;
    char words[4096];
    char *argv[64] = {(char *)(uintptr_t)command};
    size_t used = 0;
    int argc = 1;
    char copy[2048];
    snprintf(copy, sizeof copy, "%s", line);
    char *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        argv[argc++] = words + used;
        for (; *word != '\0'; ++word) {
            used += (size_t)snprintf(words + used, sizeof words - used, *word == '@' ? "%s" : "%.1s",
                                     *word == '@' ? folder : word);
        }
        words[used++] = '\0';
    }
    char out[600];
    char err[600];
    snprintf(out, sizeof out, "%s/.stdout", folder);
    snprintf(err, sizeof err, "%s/.stderr", folder);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const int out_file = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        const int err_file = open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(out_file, STDOUT_FILENO);
        dup2(err_file, STDERR_FILENO);
        if (prepare != NULL) {
            prepare();
        }
        execv(command, argv);
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    read_all(out, outcome.out, sizeof outcome.out);
    read_all(err, outcome.err, sizeof outcome.err);
    return &outcome;
}

static inline const struct outcome *run_in(const char *folder, const char *line)
{
    return run_prepared(folder, line, NULL);
}

static inline int set_up(void **state)
{
    *state = folder_create();
    return 0;
}

static inline int tear_down(void **state)
{
    folder_remove(*state);
    return 0;
}

static inline double number_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!cJSON_IsNumber(item)) {
        fail_msg("no number %s", key);
    }
    return item->valuedouble;
}

static inline const char *text_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!cJSON_IsString(item)) {
        fail_msg("no text %s", key);
    }
    return item->valuestring;
}

/** Sends Ctrl-C to a running command whose messages go to a file, and checks that it ends by the signal, with the
 *  message. */
static inline void assert_interrupted(pid_t child, const char *err, const char *message)
{
    kill(child, SIGINT);
    int ended = 0;
    waitpid(child, &ended, 0);
    assert_true(WIFSIGNALED(ended));
    assert_int_equal(WTERMSIG(ended), SIGINT);
    char text[1024];
    read_all(err, text, sizeof text);
    assert_non_null(strstr(text, message));
}

#endif
