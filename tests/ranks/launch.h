/* Starts the command on several ranks from a test, as mpirun does on one machine with few processors. */
#ifndef MODULUS_TESTS_LAUNCH_H
#define MODULUS_TESTS_LAUNCH_H

#include <dirent.h>

#include "cli/run_checks.h"

/* The program under test; `command` is mpirun. */
static const char *modulus;

/* Lets Open MPI start as root, as in a container, start more processes than there are processors, and not wait for a second
 * after a process has ended with another exit code than 0. */
static inline void set_mpi_environment(void)
{
    static const char *const VARIABLES[][2] = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                                               {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                                               {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
                                               {"OMPI_MCA_hwloc_base_binding_policy", "none"},
                                               {"OMPI_MCA_btl_vader_single_copy_mechanism", "none"},
                                               {"OMPI_MCA_btl", "self,vader"},
                                               {"OMPI_MCA_odls_base_sigkill_timeout", "0"},
                                               {"PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe"}};
    for (size_t i = 0; i < sizeof VARIABLES / sizeof *VARIABLES; ++i) {
        setenv(VARIABLES[i][0], VARIABLES[i][1], 0);
    }
}

/* Runs the command on so many ranks; 0: without mpirun. */
static inline const struct outcome *run_on(const char *folder, int ranks, const char *line)
{
    const char *mpirun = command;
    char whole[2048];
    if (ranks == 0) {
        command = modulus;
        const struct outcome *outcome = run_in(folder, line);
        command = mpirun;
        return outcome;
    }
    snprintf(whole, sizeof whole, "-n %d %s %s", ranks, modulus, line);
    return run_in(folder, whole);
}

/* The lines that the command itself has printed on standard error; mpirun adds its own. */
static inline int count_messages(const char *err)
{
    int count = 0;
    for (const char *at = strstr(err, "modulus: "); at != NULL; at = strstr(at + 1, "modulus: ")) {
        count += at == err || at[-1] == '\n';
    }
    return count;
}

/* Starts the command on several ranks and goes on at once. Its messages go to the file .stderr. */
static inline pid_t start_on(const char *folder, int ranks, const char *line)
{
    char text[2400];
    size_t used = (size_t)snprintf(text, sizeof text, "exec %s -n %d %s ", command, ranks, modulus);
    for (; *line != '\0'; ++line) {
        used += (size_t)snprintf(text + used, sizeof text - used, *line == '@' ? "%s" : "%.1s",
                                 *line == '@' ? folder : line);
    }
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const int err = open(path_in(folder, ".stderr"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        const int out = open(path_in(folder, ".stdout"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(err, STDERR_FILENO);
        dup2(out, STDOUT_FILENO);
        setpgid(0, 0);
        alarm(120);
        execl("/bin/sh", "sh", "-c", text, (char *)NULL);
        _exit(127);
    }
    return child;
}

/* The exit code that a shell would report. */
static inline int code_of(pid_t child)
{
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* A process that another one has started; the last one that the system lists. */
static inline pid_t child_of(pid_t parent)
{
    pid_t found = 0;
    DIR *processes = opendir("/proc");
    assert_non_null(processes);
    for (const struct dirent *entry = readdir(processes); entry != NULL; entry = readdir(processes)) {
        char path[300];
        char stat[512] = "";
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        FILE *file = strspn(entry->d_name, "0123456789") > 0 ? fopen(path, "r") : NULL;
        const size_t count = file != NULL ? fread(stat, 1, sizeof stat - 1, file) : 0;
        stat[count] = '\0';
        const char *end = strrchr(stat, ')');
        if (end != NULL && strlen(end) > 4 && atoi(end + 4) == parent) {
            found = (pid_t)atoi(entry->d_name);
        }
        if (file != NULL) {
            fclose(file);
        }
    }
    closedir(processes);
    return found;
}

#endif
