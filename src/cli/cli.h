/* The modulus command: one file or folder per subcommand.
 *
 * options/ parses options and opens the problems and scenes that they name, output/ prints and writes results, run/ is
 * the subcommand run, study/ the subcommand study, ranks/ starts MPI if mpirun has started several processes.
 *
 * Exit codes: 0 done, 1 failed while running, 2 bad input or usage, 3 ran but did not converge, 130 interrupted. An
 * interrupted command ends itself by SIGINT after it has written what it has, so that a shell that runs it in a loop
 * stops too; shells report such an end as 130. An error is one line on standard error that names its subject and what was expected. Functions that may end the command return an exit code,
 * or -1 if the command continues.
 */
#ifndef MODULUS_CLI_CLI_H
#define MODULUS_CLI_CLI_H

#include <modulus/base.h>

enum exit_code { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_BAD_INPUT = 2, EXIT_NOT_CONVERGED = 3, EXIT_INTERRUPTED = 130 };

struct command {
    const char *name, *summary;
    int (*run)(int argc, char **argv); /* argv[0] is the name of the subcommand */
    bool over_ranks;                   /* several processes that mpirun has started share the work */
};

int command_solve(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_analyze(int argc, char **argv);
int command_generate(int argc, char **argv);
int command_run(int argc, char **argv);
int command_study(int argc, char **argv);
int command_scenes(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_reproduce(int argc, char **argv);
int command_bench(int argc, char **argv);

/** Prints "modulus: TEXT" as one line on standard error and returns the code. */
__attribute__((format(printf, 2, 3))) int fail_with(enum exit_code code, const char *format, ...);

/** Says what fail_with prints before and after a text from now on: where in a long run it failed, and how to go on. Both
 *  are copied. */
void fail_context(const char *before, const char *after);
/** While mute, fail_with prints nothing: another process prints the same. */
void fail_mute(bool is_mute);

/** Prints an error of the library and returns its exit code: 1 if memory ran out, otherwise 2. */
int fail_with_error(const md_error *error);

/** Prints why a picture or a video failed and returns the exit code: 2 if it cannot be drawn, otherwise 1. */
int fail_to_draw(const md_error *error);

#endif
