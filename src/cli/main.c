/* modulus: picks the subcommand. */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <modulus/modulus.h>

#include "cli/cli.h"

static const struct command COMMANDS[] = {
    {"run", "simulate a scene: summary, pictures, video, recording, LCPs", command_run},
    {"scenes", "list the built-in scenes, or write one as a file", command_scenes},
    {"replay", "a recording: summary, pictures, video", command_replay},
    {"solve", "solve a problem with one method", command_solve},
    {"compare", "several solvers on one problem or one step of a scene: table and plot", command_compare},
    {"analyze", "what a problem is: rank, definiteness, tau, which theorem applies", command_analyze},
    {"reproduce", "the paper's tables and figures beside ours, as one HTML report", command_reproduce},
    {"bench", "time scenes, beside other engines, at equal accuracy", command_bench},
    {"generate", "list the built-in problems, or write one as files", command_generate},
};
#define COMMAND_COUNT (sizeof COMMANDS / sizeof *COMMANDS)

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

static void print_help(void)
{
    printf("Usage: modulus COMMAND [OPTIONS]\n\n"
           "Rigid bodies and their contact problems (LCPs, boxed LCPs): simulate scenes, solve problems, compare "
           "solvers,\n"
           "and see how well it went.\n\n"
           "Commands:\n");
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        printf("  %-10s %s\n", COMMANDS[i].name, COMMANDS[i].summary);
    }
    printf("\n  modulus COMMAND --help    the options of a command, with examples\n"
           "  modulus --version         version and number type\n\n"
           "Examples:\n"
           "  modulus run pool1 --steps 300 --picture pool.png\n"
           "  modulus solve stack:circles=30 --tol 1e-6\n"
           "  modulus compare stack:circles=150 --solver pgs --solver amgs --tol 1e-4 --plot residual.svg\n"
           "  modulus analyze --problem folder\n\n"
           "Exit codes: 0 done, 1 failed while running, 2 bad input or usage, 3 ran but did not converge.\n");
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a reader that went away is a write error, not a death */
    if (argc < 2) {
        print_help();
        return EXIT_BAD_INPUT;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || (strcmp(name, "help") == 0 && argc == 2)) {
        print_help();
        return EXIT_DONE;
    }
    if (strcmp(name, "--version") == 0) {
        printf("modulus %s (%s)\n", md_version(), md_real_name());
        return EXIT_DONE;
    }
    const bool wants_help = strcmp(name, "help") == 0;
    name = wants_help ? argv[2] : name;
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        if (strcmp(name, COMMANDS[i].name) == 0) {
            char *help[] = {argv[wants_help ? 2 : 1], "--help", NULL};
            return wants_help ? COMMANDS[i].run(2, help) : COMMANDS[i].run(argc - 1, argv + 1);
        }
    }
    return fail_with(
        EXIT_BAD_INPUT,
        "unknown command '%s', expected solve, compare, analyze, generate, run, scenes, replay, reproduce or bench "
        "(see modulus --help)",
        name);
}
