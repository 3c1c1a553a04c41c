/* modulus generate: lists the built-in problems, or writes a problem as files. */
#include <stdio.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/options/arguments.h"
#include "cli/options/problem_options.h"
#include "cli/output/files.h"
#include "cli/output/problem_folder.h"
#include "fclib/fclib_files.h"
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

struct options {
    struct problem_options problem;
    const char *out;
};

static int parse(int argc, char **argv, struct options *options)
{
    const struct argument output[] = {
        {"out", ARGUMENT_TEXT, &options->out, "DIR|FILE",
         "write the problem to this folder, which is created if necessary, or to this FCLIB file (.hdf5)"},
    };
    const struct argument_group groups[] = {{"Output", output, sizeof output / sizeof *output},
                                            problem_arguments(&options->problem)};
    const struct usage usage = {
        .line = "modulus generate [PROBLEM --out DIR|FILE]",
        .about =
            "Writes a contact problem as a folder of Matrix Market files or as one FCLIB file, or lists the built-in\n"
            "problems. With --problem it converts files. FCLIB files have neither J nor a warm start.",
        .examples = "  modulus generate\n"
                    "  modulus generate stack:circles=150 --out stack\n"
                    "  modulus generate pool1:step=100,friction=0,seed=7 --out pool\n"
                    "  modulus generate boxes3 --out boxes.hdf5\n"
                    "  modulus generate spheres:count=300,step=200 --out spheres\n"
                    "  modulus generate --problem capsules.hdf5 --out capsules\n",
        .more = print_kinds,
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .positional = &options->problem.name,
        .takes = "PROBLEM",
    };
    return arguments_parse(argc, argv, &usage);
}

static int generate(md_problem *problem, const struct options *options)
{
    md_error error = {0};
    const int code = problem_load(&options->problem, problem);
    if (code >= 0) {
        return code;
    }
    if (problem_save(problem, options->out, &error) != MD_OK) {
        return fail_with_error(&error);
    }
    printf("%s: %d rows, %d velocities, written to %s\n", md_printable(problem_title(&options->problem)).text,
           md_problem_rows(problem), md_problem_velocities(problem), md_printable(options->out).text);
    return EXIT_DONE;
}

int command_generate(int argc, char **argv)
{
    struct options options = {0};
    int code = parse(argc, argv, &options);
    if (code >= 0) {
        return code;
    }
    const bool has_problem = options.problem.name != NULL || problem_has_files(&options.problem);
    if (!has_problem && options.out == NULL) {
        print_kinds();
        return EXIT_DONE;
    }
    if (!has_problem || options.out == NULL) {
        return fail_with(EXIT_BAD_INPUT,
                         "generate: expected a problem and --out DIR (modulus generate lists the problems)");
    }
    problem_note_inputs(&options.problem);
    code = fclib_is_name(options.out) ? check_output("out", options.out) : -1;
    if (code >= 0) {
        return code;
    }
    md_problem *problem = md_problem_create(NULL);
    code = problem != NULL ? generate(problem, &options) : fail_with(EXIT_FAILED, "out of memory");
    md_problem_destroy(problem);
    return code;
}
