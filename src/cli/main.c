/* modulus: selects the subcommand. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <modulus/modulus.h>

#include "base/nearest.h"
#include "base/output_file.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/options/completion.h"
#include "cli/options/names.h"
#include "cli/output/progress.h"
#include "cli/ranks/session.h"
#include "scene/json_memory.h"

static const struct command COMMANDS[] = {
    {"run", "simulate a scene: summary, pictures, video, recording, LCPs", command_run, true},
    {"study", "run a scene for many settings and seeds: statistics, table, plot", command_study, true},
    {"scenes", "list the built-in scenes, or write one as a file", command_scenes, false},
    {"replay", "show a recording: summary, pictures, video", command_replay, false},
    {"solve", "solve a problem with one solver", command_solve, false},
    {"compare", "run several solvers on one problem or one step of a scene: table and plot", command_compare, false},
    {"analyze", "analyze a problem: rank, definiteness, tau, which theorem applies", command_analyze, false},
    {"reproduce", "reproduce the paper's tables and figures as one HTML report", command_reproduce, false},
    {"bench", "measure speed and accuracy, beside other engines", command_bench, false},
    {"generate", "list the built-in problems, or write one as files", command_generate, false},
    {0},
};

static struct {
    char before[64], after[700];
    bool is_mute;
} failures;

void fail_context(const char *before, const char *after)
{
    snprintf(failures.before, sizeof failures.before, "%s", before);
    snprintf(failures.after, sizeof failures.after, "%s", after);
}

void fail_mute(bool is_mute)
{
    failures.is_mute = is_mute;
}

int fail_with(enum exit_code code, const char *format, ...)
{
    char text[1024];
    if (failures.is_mute) {
        return code;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *c = text; *c != '\0'; ++c) {
        *c = *c == '\n' ? ' ' : *c;
    }
    /* In one piece, because processes that mpirun has started share a stream. */
    char line[3000];
    snprintf(line, sizeof line, "modulus: %s%s%s\n", failures.before, md_printable(text).text, failures.after);
    fputs(line, stderr);
    return code;
}

int fail_with_error(const md_error *error)
{
    return fail_with(error->status == MD_ERROR_MEMORY ? EXIT_FAILED : EXIT_BAD_INPUT, "%s", error->message);
}

int fail_to_draw(const md_error *error)
{
    return fail_with(error->status == MD_ERROR_ARGUMENT ? EXIT_BAD_INPUT : EXIT_FAILED, "%s", error->message);
}

static void print_help(void)
{
    printf(
        "Usage: modulus COMMAND [OPTIONS]\n\n"
        "Simulates rigid bodies and solves their contact problems (LCPs and boxed LCPs) with residuals that show how\n"
        "accurate every result is.\n\n"
        "Commands:\n");
    for (const struct command *command = COMMANDS; command->name != NULL; ++command) {
        printf("  %-10s %s\n", command->name, command->summary);
    }
    printf("\nHelp:\n"
           "  modulus COMMAND --help    options of a command, with examples; man modulus-COMMAND shows the same\n"
           "  modulus --version         version and floating-point type\n\n"
           "Examples:\n"
           "  modulus run pool1 --steps 300 --picture pool.png\n"
           "  modulus solve stack:circles=30 --tol 1e-6\n"
           "  modulus compare stack:circles=150 --solver pgs --solver amgs --tol 1e-4 --plot residual.svg\n"
           "  modulus analyze --problem folder\n\n"
           "Exit codes:\n"
           "  0          done\n"
           "  1          failed while running\n"
           "  2          bad input or usage\n"
           "  3          ran but did not converge\n"
           "  130        interrupted by Ctrl-C\n");
}

static const struct command *find_command(const char *name)
{
    const struct command *command = COMMANDS;
    while (command->name != NULL && strcmp(command->name, name) != 0) {
        ++command;
    }
    return command->name != NULL ? command : NULL;
}

static int fail_unknown(const char *name)
{
    if (name[0] == '-') {
        return fail_with(EXIT_BAD_INPUT, "unknown option '%s', expected a command, --help or --version", name);
    }
    const char *nearest = md_nearest_name(name, &COMMANDS[0].name, sizeof *COMMANDS);
    if (nearest != NULL) {
        return fail_with(EXIT_BAD_INPUT, "unknown command '%s', did you mean '%s'? (see modulus --help)", name,
                         nearest);
    }
    return fail_with(EXIT_BAD_INPUT, "unknown command '%s' (see modulus --help)", name);
}

static void offer_commands(const char *text)
{
    const struct typed_word word = {.text = text};
    for (const struct command *command = COMMANDS; command->name != NULL; ++command) {
        offer(&word, command->name, "", command->summary);
    }
    offer(&word, "--help", "", "list the commands");
    offer(&word, "--version", "", "version and floating-point type");
}

/* Prints what the last word of a command line may become, for the shells (src/cli/completion). argv[1], the word
 * "complete", precedes them. */
static int complete(int argc, char **argv)
{
    const struct command *command = find_command(argv[2]);
    if (argc == 3 || (argc == 4 && strcmp(argv[2], "help") == 0)) {
        offer_commands(argv[argc - 1]);
    } else if (command != NULL) {
        argv[1] = argv[2];
        argv[2] = COMPLETE_OPTION;
        return command->run(argc - 1, argv + 1);
    }
    return EXIT_DONE;
}

static int run_command(int argc, char **argv)
{
    const char *name = argc >= 2 ? argv[1] : "--help";
    const bool is_help = strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0;
    if (is_help && (argc <= 2 || strcmp(name, "help") != 0)) {
        print_help();
        return argc < 2 ? EXIT_BAD_INPUT : EXIT_DONE;
    }
    if (strcmp(name, "complete") == 0 && argc > 2) {
        return complete(argc, argv);
    }
    if (strcmp(name, "--version") == 0) {
        printf("modulus %s (%s)\n", md_version(), md_real_name());
        return EXIT_DONE;
    }
    name = is_help ? argv[2] : name;
    const struct command *command = find_command(name);
    if (command == NULL) {
        return fail_unknown(name);
    }
    if (session_is_several() && !command->over_ranks && !is_help) {
        return fail_with(
            EXIT_BAD_INPUT,
            "%s: mpirun has started several processes, expected one; those of run and study share the work", name);
    }
    char *help[] = {argv[is_help ? 2 : 1], "--help", NULL};
    return is_help ? command->run(2, help) : command->run(argc - 1, argv + 1);
}

/* Opens standard streams that are closed, so that no output file gets their descriptors. Writing to standard output
 * then still fails, because it is opened for reading. */
static void reserve_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (fcntl(stream, F_GETFD) < 0) {
            open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY); /* the lowest free descriptor */
        }
    }
}

/* Closes standard output. Returns the exit code, which is 1 if a text could not be written and nothing else failed. */
static int close_output(int code)
{
    const bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fclose(stdout) == 0 && !failed) {
        return code;
    }
    if (code != EXIT_DONE && code != EXIT_NOT_CONVERGED) {
        return code; /* another error has been reported */
    }
    return errno != 0 ? fail_with(EXIT_FAILED, "standard output cannot be written: %s", strerror(errno))
                      : fail_with(EXIT_FAILED, "standard output cannot be written");
}

/* Removes unfinished files, then ends the process by the same signal, whose default action is restored. */
static void on_termination(int number)
{
    md_output_remove_unfinished();
    raise(number);
}

static void catch_signals(void)
{
    /* Writing to a closed pipe or beyond a limit of file sizes is an error that is reported, not a signal. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    static const int ENDING[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
    for (size_t i = 0; i < sizeof ENDING / sizeof *ENDING; ++i) {
        struct sigaction action = {.sa_handler = on_termination, .sa_flags = (int)SA_RESETHAND};
        struct sigaction previous;
        sigemptyset(&action.sa_mask);
        /* A signal that the parent ignores, as nohup does, stays ignored. */
        if (sigaction(ENDING[i], NULL, &previous) == 0 && previous.sa_handler != SIG_IGN) {
            sigaction(ENDING[i], &action, NULL);
        }
    }
}

/* Ends the process by SIGINT, as if it had not been caught. */
static int end_interrupted(void)
{
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
    return EXIT_INTERRUPTED;
}

int main(int argc, char **argv)
{
    reserve_streams();
    catch_signals();
    session_prepare();
    json_memory_watch();
    const int code = session_exit_code(close_output(run_command(argc, argv)));
    /* Ctrl-C also reaches programs that were called, such as gnuplot, and their failure is not the reason. */
    return interrupt_seen() && code != EXIT_DONE && !session_is_several() ? end_interrupted() : code;
}
