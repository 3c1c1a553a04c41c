/* The names that a shell can offer for a placeholder of the help, such as SCENE, SPEC or FILE. */
#ifndef MODULUS_CLI_OPTIONS_NAMES_H
#define MODULUS_CLI_OPTIONS_NAMES_H

#include <stddef.h>

/** The word that is completed. */
struct typed_word {
    const char *text;
    size_t kept; /* so many characters at its start belong to something else, as "--solver=" of "--solver=am" */
    const char
        *scene; /* the built-in scene among the other words, whose keys KEY=VALUE stands for; NULL if there is none */
};

/** Prints a name, a suffix and, after a tab, the first line of its meaning, if the name begins as the word does. */
void offer(const struct typed_word *word, const char *name, const char *suffix, const char *meaning);

/** Prints the names for a placeholder, which may have alternatives, as in SCENE|FILE. Names of files are the shell's: for them
 *  the line is ":files". */
void offer_names(const struct typed_word *word, const char *placeholder);

#endif
