#include "cli/options/completion.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options/names.h"

/* The option that a word names, which may go on with "=VALUE". NULL if there is none. */
static const struct argument *find_option(const struct usage *usage, const char *word)
{
    if (strncmp(word, "--", 2) != 0) {
        return NULL;
    }
    const size_t length = strcspn(word + 2, "=");
    for (size_t g = 0; g < usage->group_count; ++g) {
        for (size_t i = 0; i < usage->groups[g].count; ++i) {
            const struct argument *argument = &usage->groups[g].at[i];
            if (strlen(argument->name) == length && strncmp(argument->name, word + 2, length) == 0) {
                return argument;
            }
        }
    }
    return NULL;
}

/* The words before the one that is completed. */
struct line {
    const struct argument *waiting; /* the option whose value comes next, or NULL */
    const char *positional;         /* the argument that is not an option, or NULL */
};

static struct line read_line(int count, char **words, const struct usage *usage)
{
    struct line line = {0};
    for (int i = 0; i < count; ++i) {
        const struct argument *option = line.waiting != NULL ? NULL : find_option(usage, words[i]);
        if (line.waiting == NULL && words[i][0] != '-') {
            line.positional = words[i];
        }
        const bool takes_value = option != NULL && option->kind != ARGUMENT_FLAG && strchr(words[i], '=') == NULL;
        line.waiting = takes_value ? option : NULL;
    }
    return line;
}

static void offer_option(const struct typed_word *word, const char *name, const char *help)
{
    char text[64];
    snprintf(text, sizeof text, "--%s", name);
    offer(word, text, "", help);
}

static void offer_options(const struct typed_word *word, const struct usage *usage)
{
    for (size_t g = 0; g < usage->group_count; ++g) {
        for (size_t i = 0; i < usage->groups[g].count; ++i) {
            const struct argument *argument = &usage->groups[g].at[i];
            if (argument->help != NULL) {
                offer_option(word, argument->name, argument->help);
            }
        }
    }
    offer_option(word, "help", "options of the command, with examples");
}

int complete_words(int count, char **words, const struct usage *usage)
{
    const struct line line = read_line(count - 1, words, usage);
    const char *text = words[count - 1];
    struct typed_word word = {.text = text, .scene = line.positional};
    const struct argument *option = find_option(usage, text);
    if (line.waiting != NULL) {
        offer_names(&word, line.waiting->value);
    } else if (option != NULL && option->value != NULL && strchr(text, '=') != NULL) {
        word.kept = strcspn(text, "=") + 1;
        offer_names(&word, option->value);
    } else if (text[0] == '-' || line.positional != NULL || usage->takes == NULL) {
        offer_options(&word, usage);
    } else {
        offer_names(&word, usage->takes);
    }
    return EXIT_DONE;
}
