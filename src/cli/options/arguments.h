/* Options of a subcommand as a table, from which they are parsed and the help is printed. */
#ifndef MODULUS_CLI_OPTIONS_ARGUMENTS_H
#define MODULUS_CLI_OPTIONS_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

enum argument_kind {
    ARGUMENT_FLAG,     /* bool */
    ARGUMENT_TEXT,     /* const char * */
    ARGUMENT_POSITIVE, /* double > 0 */
    ARGUMENT_COUNT,    /* int64_t >= 1 */
    ARGUMENT_LIST      /* struct text_list: the option is repeatable */
};

struct text_list {
    const char *at[64];
    size_t count;
};

struct argument {
    const char *name; /* without the dashes */
    enum argument_kind kind;
    void *target;
    const char *value; /* placeholder in the help; NULL for a flag */
    const char *help;  /* NULL: an alias that the help does not list */
};

/** Options under one heading of the help. */
struct argument_group {
    const char *title;
    const struct argument *at;
    size_t count;
};

struct usage {
    const char *line;     /* "modulus solve [PROBLEM] [OPTIONS]" */
    const char *about;    /* one paragraph */
    const char *examples; /* one per line */
    void (*more)(void);   /* prints further sections before the examples; may be NULL */
    const struct argument_group *groups;
    size_t group_count;
    const char **positional; /* receives the one argument that is not an option; NULL if there is none */
    const char *takes; /* what this argument is, for a shell that completes it: SCENE, PROBLEM or FILE (names.h) */
};

/** Parses the arguments. Returns -1 to continue, or an exit code after printing the help or an error. If the first is
 *  --complete, prints what the last may become (completion.h). */
int arguments_parse(int argc, char **argv, const struct usage *usage);

#endif
