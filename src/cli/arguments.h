/* Options of a subcommand from a table: the same table is parsed by and printed as help. */
#ifndef MODULUS_CLI_ARGUMENTS_H
#define MODULUS_CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

enum argument_kind {
    ARGUMENT_FLAG,     /* bool */
    ARGUMENT_TEXT,     /* const char * */
    ARGUMENT_POSITIVE, /* double > 0 */
    ARGUMENT_COUNT,    /* int64_t >= 1 */
    ARGUMENT_LIST      /* struct text_list: may be given again */
};

struct text_list {
    const char *at[64];
    size_t count;
};

struct argument {
    const char *name; /* without the dashes */
    enum argument_kind kind;
    void *target;
    const char *value; /* its value's name in the help */
    const char *help;  /* NULL: an alias that the help leaves out */
};

/** Options that belong together, under a heading in the help. */
struct argument_group {
    const char *title;
    const struct argument *at;
    size_t count;
};

struct usage {
    const char *line;     /* "modulus solve [PROBLEM] [OPTIONS]" */
    const char *about;    /* a paragraph */
    const char *examples; /* lines */
    void (*more)(void);   /* prints what else there is to say before the examples; may be NULL */
    const struct argument_group *groups;
    size_t group_count;
    const char **positional; /* where one word without dashes goes; NULL where there is none */
};

/** Reads the words. Returns -1 to go on, or the exit code to end with (help was printed, or a word was bad). */
int arguments_parse(int argc, char **argv, const struct usage *usage);

#endif
