/* modulus generate: lists the built-in problems, or writes one as files. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/options/arguments.h"
#include "cli/output/problem_folder.h"
#include "generate/generate.h"

static void print_kinds(void)
{
    printf("\nBuilt-in problems, NAME[:key=value,...]:\n");
    for (const struct generate_kind *kind = generate_kinds; kind->name != NULL; ++kind) {
        printf("\n  %s: %s\n", kind->name, kind->summary);
        for (const struct generate_key *key = kind->keys; key->name != NULL; ++key) {
            printf("      %-12s %s (default %s)\n", key->name, key->meaning, key->standard);
        }
    }
}

static int parse(int argc, char **argv, const char **name, const char **folder)
{
    const struct argument output[] = {
        {"out", ARGUMENT_TEXT, folder, "DIR", "write the problem to this folder, which is created if necessary"},
    };
    const struct argument_group groups[] = {{"Output", output, sizeof output / sizeof *output}};
    const struct usage usage = {
        .line = "modulus generate [PROBLEM --out DIR]",
        .about =
            "Writes a built-in contact problem as a folder of Matrix Market files, or lists the built-in problems.",
        .examples = "  modulus generate\n"
                    "  modulus generate stack:circles=150 --out stack\n"
                    "  modulus generate pool1:step=100,friction=0,seed=7 --out pool\n",
        .more = print_kinds,
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .positional = name,
    };
    return arguments_parse(argc, argv, &usage);
}

static int generate(md_problem *problem, const char *name, const char *folder)
{
    md_error error = {0};
    if (generate_problem(problem, name, &error) != MD_OK) {
        return fail_with_error(&error);
    }
    if (problem_folder_write(problem, folder, &error) != MD_OK) {
        return fail_with_error(&error);
    }
    printf("%s: %d rows, %d velocities, written to %s\n", name, md_problem_rows(problem),
           md_problem_velocities(problem), folder);
    return EXIT_DONE;
}

int command_generate(int argc, char **argv)
{
    const char *name = NULL;
    const char *folder = NULL;
    int code = parse(argc, argv, &name, &folder);
    if (code >= 0) {
        return code;
    }
    if (name == NULL && folder == NULL) {
        print_kinds();
        return EXIT_DONE;
    }
    if (name == NULL || folder == NULL) {
        return fail_with(EXIT_BAD_INPUT,
                         "generate: expected a problem and --out DIR (modulus generate lists the problems)");
    }
    md_problem *problem = md_problem_create(NULL);
    code = problem != NULL ? generate(problem, name, folder) : fail_with(EXIT_FAILED, "out of memory");
    md_problem_destroy(problem);
    return code;
}
