/* The words that a shell offers when the user presses the tabulator key: "modulus complete WORD..." prints them. */
#ifndef MODULUS_CLI_OPTIONS_COMPLETION_H
#define MODULUS_CLI_OPTIONS_COMPLETION_H

#include "cli/options/arguments.h"

/** The first argument of a subcommand that is asked to complete those after it. Users give it as "modulus complete". */
#define COMPLETE_OPTION "--complete"

/** Prints what the last of the words, which follow the name of a subcommand, may become: per line a word, a tab and its meaning,
 *  or ":files" for the names of files (names.h). There is at least one word, which may be empty. Returns the exit code. */
int complete_words(int count, char **words, const struct usage *usage);

#endif
