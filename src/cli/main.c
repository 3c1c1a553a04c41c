/* modulus: selects the subcommand. */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <modulus/modulus.h>

#include "base/nearest.h"
#include "cli/cli.h"

static const struct command COMMANDS[] = {
    {"run", "simulate a scene: summary, pictures, video, recording, LCPs", command_run},
    {"scenes", "list the built-in scenes, or write one as a file", command_scenes},
    {"replay", "show a recording: summary, pictures, video", command_replay},
    {"solve", "solve a problem with one solver", command_solve},
    {"compare", "run several solvers on one problem or one step of a scene: table and plot", command_compare},
    {"analyze", "analyze a problem: rank, definiteness, tau, which theorem applies", command_analyze},
    {"reproduce", "reproduce the paper's tables and figures as one HTML report", command_reproduce},
    {"bench", "measure speed and accuracy, beside other engines", command_bench},
    {"generate", "list the built-in problems, or write one as files", command_generate},
    {0},
};

int fail_with(enum exit_code code, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *c = text; *c != '\0'; ++c) {
        *c = *c == '\n' ? ' ' : *c;
    }
    fprintf(stderr, "modulus: %s\n", text);
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
    printf("\n  modulus COMMAND --help    options of a command, with examples\n"
           "  modulus --version         version and floating-point type\n\n"
           "Examples:\n"
           "  modulus run pool1 --steps 300 --picture pool.png\n"
           "  modulus solve stack:circles=30 --tol 1e-6\n"
           "  modulus compare stack:circles=150 --solver pgs --solver amgs --tol 1e-4 --plot residual.svg\n"
           "  modulus analyze --problem folder\n\n"
           "Exit codes: 0 done, 1 failed while running, 2 bad input or usage, 3 ran but did not converge.\n");
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

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* writing to a closed pipe is an error that is reported, not a signal */
    const char *name = argc >= 2 ? argv[1] : "--help";
    const bool is_help = strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0;
    if (is_help && (argc <= 2 || strcmp(name, "help") != 0)) {
        print_help();
        return argc < 2 ? EXIT_BAD_INPUT : EXIT_DONE;
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
    char *help[] = {argv[is_help ? 2 : 1], "--help", NULL};
    return is_help ? command->run(2, help) : command->run(argc - 1, argv + 1);
}
