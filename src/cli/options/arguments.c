#define _GNU_SOURCE /* getopt_long */

#include "cli/options/arguments.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/number.h"
#include "cli/cli.h"
#include "cli/options/completion.h"

#define MAX_ARGUMENTS 64
#define HELP_COLUMN 26 /* characters for an option and its value in the help */
#define HELP_CODE 256  /* beyond all letters */
#define FIRST_CODE (HELP_CODE + 1)

/* The table in the form that getopt_long reads. Entry 0 is --help, entry i + 1 belongs to arguments[i]. */
struct option_table {
    struct option options[MAX_ARGUMENTS + 2];
    const struct argument *arguments[MAX_ARGUMENTS];
};

/* Prints an option and its help side by side, or below each other if the option is long. tools/manual reads this layout. */
static void print_argument(const struct argument *argument)
{
    char left[64];
    snprintf(left, sizeof left, "--%s %s", argument->name, argument->value != NULL ? argument->value : "");
    if (strlen(left) <= HELP_COLUMN) {
        printf("  %-*s %s\n", HELP_COLUMN, left, argument->help);
    } else {
        printf("  %s\n%*s%s\n", left, HELP_COLUMN + 3, "", argument->help);
    }
}

static void print_help(const struct usage *usage)
{
    printf("Usage: %s\n\n%s\n", usage->line, usage->about);
    for (size_t g = 0; g < usage->group_count; ++g) {
        const struct argument_group *group = &usage->groups[g];
        printf("\n%s:\n", group->title);
        for (size_t i = 0; i < group->count; ++i) {
            if (group->at[i].help != NULL) {
                print_argument(&group->at[i]);
            }
        }
    }
    if (usage->more != NULL) {
        usage->more();
    }
    printf("\nExamples:\n%s", usage->examples);
}

static int parse_number(const char *command, const struct argument *argument, const char *text)
{
    double number = 0;
    if (!md_number_parse(text, &number) || !(number > 0) || !isfinite(number)) {
        return fail_with(EXIT_BAD_INPUT, "%s: --%s '%s', expected a positive number", command, argument->name, text);
    }
    *(double *)argument->target = number;
    return -1;
}

static int parse_count(const char *command, const struct argument *argument, const char *text)
{
    char *end = NULL;
    errno = 0;
    const long long count = strtoll(text, &end, 10);
    if (*text == '\0' || *end != '\0' || errno != 0 || count < 1) {
        return fail_with(EXIT_BAD_INPUT, "%s: --%s '%s', expected a whole number >= 1", command, argument->name, text);
    }
    *(int64_t *)argument->target = count;
    return -1;
}

static int append_text(const char *command, const struct argument *argument, const char *text)
{
    struct text_list *list = argument->target;
    if (list->count == sizeof list->at / sizeof *list->at) {
        return fail_with(EXIT_BAD_INPUT, "%s: --%s is given more than %zu times", command, argument->name, list->count);
    }
    list->at[list->count++] = text;
    return -1;
}

static int parse_value(const char *command, const struct argument *argument, const char *text)
{
    switch (argument->kind) {
    case ARGUMENT_FLAG: *(bool *)argument->target = true; return -1;
    case ARGUMENT_TEXT: *(const char **)argument->target = text; return -1;
    case ARGUMENT_POSITIVE: return parse_number(command, argument, text);
    case ARGUMENT_COUNT: return parse_count(command, argument, text);
    case ARGUMENT_LIST: return append_text(command, argument, text);
    }
    return EXIT_FAILED;
}

/* Accepts at most one argument that is not an option, if the command takes one. */
static int parse_positional(int argc, char **argv, const struct usage *usage)
{
    for (int i = optind; i < argc; ++i) {
        if (usage->positional == NULL || *usage->positional != NULL) {
            return fail_with(EXIT_BAD_INPUT, "%s: unexpected argument '%s' (see modulus %s --help)", argv[0], argv[i],
                             argv[0]);
        }
        *usage->positional = argv[i];
    }
    return -1;
}

static void fill_table(struct option_table *table, const struct usage *usage)
{
    int count = 0;
    *table = (struct option_table){.options = {{"help", no_argument, NULL, HELP_CODE}}};
    for (size_t g = 0; g < usage->group_count; ++g) {
        for (size_t i = 0; i < usage->groups[g].count && count < MAX_ARGUMENTS; ++i) {
            const struct argument *argument = &usage->groups[g].at[i];
            table->options[count + 1] =
                (struct option){argument->name, argument->kind == ARGUMENT_FLAG ? no_argument : required_argument, NULL,
                                FIRST_CODE + count};
            table->arguments[count++] = argument;
        }
    }
}

/* The name of an option as it was typed: without dashes and value. */
static const char *option_name(const char *word, char *name, size_t size)
{
    word += strspn(word, "-");
    snprintf(name, size, "%.*s", (int)strcspn(word, "="), word);
    return name;
}

static int fail_unknown(const char *command, const char *word, const struct option_table *table)
{
    char name[64];
    const char *nearest =
        md_nearest_name(option_name(word, name, sizeof name), &table->options[0].name, sizeof *table->options);
    if (nearest != NULL) {
        return fail_with(EXIT_BAD_INPUT, "%s: unknown option '%s', did you mean '--%s'? (see modulus %s --help)",
                         command, word, nearest, command);
    }
    return fail_with(EXIT_BAD_INPUT, "%s: unknown option '%s' (see modulus %s --help)", command, word, command);
}

/* Reports an option that getopt_long rejects. */
static int fail_rejected(char **argv, const struct option_table *table)
{
    if (optopt >= HELP_CODE) {
        return fail_with(EXIT_BAD_INPUT, "%s: --%s takes no value (see modulus %s --help)", argv[0],
                         table->options[optopt - HELP_CODE].name, argv[0]);
    }
    if (optopt > 0) {
        return fail_with(EXIT_BAD_INPUT, "%s: unknown option '-%c' (see modulus %s --help)", argv[0], optopt, argv[0]);
    }
    return fail_unknown(argv[0], argv[optind - 1], table);
}

/* The word of the option that getopt_long returned last. */
static const char *current_word(char **argv)
{
    return argv[optarg != NULL && optarg == argv[optind - 1] ? optind - 2 : optind - 1];
}

int arguments_parse(int argc, char **argv, const struct usage *usage)
{
    struct option_table table;
    if (argc > 2 && strcmp(argv[1], COMPLETE_OPTION) == 0) {
        return complete_words(argc - 2, argv + 2, usage);
    }
    fill_table(&table, usage);
    optind = 1;
    opterr = 0; /* getopt_long prints nothing itself */
    for (;;) {
        const int option = getopt_long(argc, argv, ":h", table.options, NULL);
        if (option == -1) {
            return parse_positional(argc, argv, usage);
        }
        if (option == HELP_CODE || option == 'h') {
            print_help(usage);
            return EXIT_DONE;
        }
        if (option == ':') {
            return fail_with(EXIT_BAD_INPUT, "%s: %s needs a value (see modulus %s --help)", argv[0], argv[optind - 1],
                             argv[0]);
        }
        if (option == '?') {
            return fail_rejected(argv, &table);
        }
        const struct argument *argument = table.arguments[option - FIRST_CODE];
        char name[64];
        /* getopt_long accepts abbreviations; the command does not, because a new option could make one ambiguous. */
        if (strcmp(option_name(current_word(argv), name, sizeof name), argument->name) != 0) {
            return fail_unknown(argv[0], current_word(argv), &table);
        }
        const int code = parse_value(argv[0], argument, optarg);
        if (code >= 0) {
            return code;
        }
    }
}
