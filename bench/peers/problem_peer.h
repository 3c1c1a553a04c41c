/* Arguments and the line of JSON that all programs share that solve a contact problem or LCP. */
#ifndef MODULUS_PEERS_PROBLEM_PEER_H
#define MODULUS_PEERS_PROBLEM_PEER_H

#include "public_problem.h"

enum { EXIT_SOLVED = 0, EXIT_CRASHED = 1, EXIT_USAGE = 2, EXIT_UNSOLVED = 3 };

struct request {
    const char *program; /**< its name, for messages */
    const char *folder, *solver, *out, *judge;
    double tol, seconds;
    int repeat;
    bool list, help;
};

/** Reads the arguments into a request with defaults. Returns 0, or the exit code of a bad one after a message. */
int request_read(struct request *request, const char *program, int argc, char **argv);
/** Prints how the program is called. `notes` says what the options mean for it. */
int request_help(const struct request *request, const char *notes);
/** Prints "program: what: expected ..." and returns the exit code. */
int request_refuse(const struct request *request, const char *what, const char *expected);
/** Reads the problem. Returns 0, or the exit code after a message. */
int request_open(const struct request *request, struct public_problem *problem);
/** Prints the residuals of the impulses in the file of --judge. Returns the exit code. */
int request_judge(const struct request *request, const struct public_problem *problem);
/** Writes the impulses to the file of --out, if there is one. Returns 0, or the exit code after a message. */
int request_write(const struct request *request, const struct public_problem *problem, const double *r);

/** A solve as it is reported. A number that is not finite is null. */
struct solve_report {
    const char *outcome; /**< solved, failed, timeout, crashed or refused */
    double info, error, iterations, seconds, cpu_seconds;
};

/** Prints the line of JSON. */
void report_print(const struct request *request, const struct public_problem *problem,
                  const struct solve_report *report, const double *r);
/** The exit code for an outcome. */
int report_exit_code(const struct solve_report *report);

#endif
