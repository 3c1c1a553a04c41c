/* The command: one file a subcommand, and what they share.
 *
 * Exit codes: 0 done, 1 something failed while running, 2 bad input or usage, 3 ran but did not converge.
 * An error is one line on standard error: what it is about, and what was expected.
 */
#ifndef MODULUS_CLI_CLI_H
#define MODULUS_CLI_CLI_H

#include <modulus/base.h>

enum exit_code { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_BAD_INPUT = 2, EXIT_NOT_CONVERGED = 3 };

struct command {
    const char *name, *summary;
    int (*run)(int argc, char **argv); /* argv[0] is the subcommand's name */
};

int command_solve(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_analyze(int argc, char **argv);
int command_generate(int argc, char **argv);
int command_run(int argc, char **argv);
int command_scenes(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_reproduce(int argc, char **argv);
int command_bench(int argc, char **argv);

/** Prints "modulus: TEXT" as one line on standard error and returns the code. */
__attribute__((format(printf, 2, 3))) int fail_with(enum exit_code code, const char *format, ...);

/** The same for an error of the library: bad input for what a file or a problem says, a failure for the rest. */
int fail_with_error(const md_error *error);

#endif
