#define _GNU_SOURCE /* getopt_long */

#include "cli/arguments.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "cli/cli.h"

#define MOST_ARGUMENTS 64
#define HELP_CODE 1
#define FIRST_CODE 256

static void print_help(const struct usage *usage)
{
    printf("Usage: %s\n\n%s\n", usage->line, usage->about);
    for (size_t g = 0; g < usage->group_count; ++g) {
        const struct argument_group *group = &usage->groups[g];
        printf("\n%s:\n", group->title);
        for (size_t i = 0; i < group->count; ++i) {
            const struct argument *argument = &group->at[i];
            char left[64];
            if (argument->help != NULL) {
                snprintf(left, sizeof left, "--%s %s", argument->name, argument->value != NULL ? argument->value : "");
                printf("  %-26s %s\n", left, argument->help);
            }
        }
    }
    if (usage->more != NULL) {
        usage->more();
    }
    printf("\nExamples:\n%s", usage->examples);
}

static int parse_value(const char *command, const struct argument *argument, const char *text)
{
    double number = 0;
    char *end = NULL;
    switch (argument->kind) {
    case ARGUMENT_FLAG: *(bool *)argument->target = true; return -1;
    case ARGUMENT_TEXT: *(const char **)argument->target = text; return -1;
    case ARGUMENT_POSITIVE:
        if (!md_number_parse(text, &number) || !(number > 0) || !isfinite(number)) {
            return fail_with(EXIT_BAD_INPUT, "%s: --%s '%s', expected a positive number", command, argument->name,
                             text);
        }
        *(double *)argument->target = number;
        return -1;
    case ARGUMENT_COUNT: {
        errno = 0;
        const long long count = strtoll(text, &end, 10);
        if (*text == '\0' || *end != '\0' || errno != 0 || count < 1) {
            return fail_with(EXIT_BAD_INPUT, "%s: --%s '%s', expected a whole number of 1 or more", command,
                             argument->name, text);
        }
        *(int64_t *)argument->target = count;
        return -1;
    }
    case ARGUMENT_LIST: {
        struct text_list *list = argument->target;
        if (list->count == sizeof list->at / sizeof *list->at) {
            return fail_with(EXIT_BAD_INPUT, "%s: --%s is given more than %zu times", command, argument->name,
                             list->count);
        }
        list->at[list->count++] = text;
        return -1;
    }
    }
    return EXIT_FAILED;
}

/* The words that are no options: at most one, where the command takes one. */
static int parse_positional(int argc, char **argv, const struct usage *usage)
{
    for (int i = optind; i < argc; ++i) {
        if (usage->positional == NULL || *usage->positional != NULL) {
            return fail_with(EXIT_BAD_INPUT, "%s: unexpected word '%s' (see modulus %s --help)", argv[0], argv[i],
                             argv[0]);
        }
        *usage->positional = argv[i];
    }
    return -1;
}

int arguments_parse(int argc, char **argv, const struct usage *usage)
{
    struct option options[MOST_ARGUMENTS + 2] = {{"help", no_argument, NULL, HELP_CODE}};
    const struct argument *argument_of[MOST_ARGUMENTS];
    int count = 0;
    for (size_t g = 0; g < usage->group_count; ++g) {
        for (size_t i = 0; i < usage->groups[g].count && count < MOST_ARGUMENTS; ++i) {
            const struct argument *argument = &usage->groups[g].at[i];
            options[count + 1] =
                (struct option){argument->name, argument->kind == ARGUMENT_FLAG ? no_argument : required_argument, NULL,
                                FIRST_CODE + count};
            argument_of[count++] = argument;
        }
    }
    optind = 1;
    opterr = 0;
    for (;;) {
        const int code = getopt_long(argc, argv, ":h", options, NULL);
        if (code == -1) {
            return parse_positional(argc, argv, usage);
        }
        if (code == HELP_CODE || code == 'h') {
            print_help(usage);
            return EXIT_DONE;
        }
        if (code == ':') {
            return fail_with(EXIT_BAD_INPUT, "%s: %s needs a value (see modulus %s --help)", argv[0], argv[optind - 1],
                             argv[0]);
        }
        if (code == '?') {
            return fail_with(EXIT_BAD_INPUT, "%s: unknown option '%s' (see modulus %s --help)", argv[0],
                             argv[optind - 1], argv[0]);
        }
        const int ended = parse_value(argv[0], argument_of[code - FIRST_CODE], optarg);
        if (ended >= 0) {
            return ended;
        }
    }
}
