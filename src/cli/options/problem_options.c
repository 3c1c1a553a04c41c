#define _POSIX_C_SOURCE 200809L

#include "cli/options/problem_options.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/output/files.h"
#include "cli/output/problem_folder.h"
#include "fclib/fclib_files.h"
#include "generate/generate.h"

struct argument_group problem_arguments(struct problem_options *options)
{
    static const char *const HELP[MD_PART_COUNT] = {
        [MD_PART_A] = "the matrix A, with --q: an explicit problem",
        [MD_PART_Q] = "the vector q",
        [MD_PART_J] = "the Jacobian J, with --v, --b and --M or --Minv: a structured problem",
        [MD_PART_V] = "velocities v",
        [MD_PART_B] = "bias b",
        [MD_PART_M] = "mass matrix, diagonal or block-diagonal",
        [MD_PART_MINV] = "inverse mass matrix; zeros are static bodies",
        [MD_PART_LOWER] = "lower bounds of lambda (default 0), -inf allowed",
        [MD_PART_UPPER] = "upper bounds of lambda (default inf)",
        [MD_PART_MU] = "friction: one mu per contact, or with --parent one per row",
        [MD_PART_PARENT] = "for each row the number (from 1) of the row whose impulse bounds it, 0 for none",
        [MD_PART_C] = "compliance per row, added to the diagonal of A",
        [MD_PART_LAMBDA0] = "warm start of lambda",
        [MD_PART_Y0] = "warm start of the modulus variable",
        [MD_PART_TORSION] = "torsional friction per contact (3D): one row after the tangents",
        [MD_PART_ROLLING] = "rolling friction per contact: as many rows as tangents, after them and torsion",
        [MD_PART_FACE] = "normals that sweeps step together: the number (from 1) of the first of them, 0 for none",
        [MD_PART_PATCH] = ("with --parent, normals that bound friction together: the number (from 1) of the first of\n"
                           "                             them, the parent of the friction rows; 0 for none"),
    };
    struct argument *next = options->arguments;
    *next++ =
        (struct argument){"problem", ARGUMENT_TEXT, &options->files.folder, "DIR|FILE",
                          "a folder with A.mtx, q.mtx or J.mtx, v.mtx, b.mtx, Minv.mtx, ..., or an FCLIB file (.hdf5)"};
    for (int part = 0; part < MD_PART_COUNT; ++part) {
        *next++ = (struct argument){md_part_name((md_part)part), ARGUMENT_TEXT, &options->files.part[part], "FILE",
                                    HELP[part]};
    }
    *next++ =
        (struct argument){"friction", ARGUMENT_TEXT, &options->friction, "disc|cone|box",
                          "law of friction of contacts: disc (Coulomb's law, default), cone (the same, solved as\n"
                          "                             a whole), or box (each tangent by itself: a pyramid)"};
    *next++ = (struct argument){"contact-dim", ARGUMENT_COUNT, &options->contact_dim, "N",
                                "2 or 3: a contact has one or two tangents (default: from the number of mus)"};
    *next++ = (struct argument){"dof", ARGUMENT_COUNT, &options->dof, "N",
                                "degrees of freedom per body, 3 or 6: J is of rigid bodies, at most two per row\n"
                                "                             (default: dof.mtx of the folder)"};
    *next++ = (struct argument){"cold", ARGUMENT_FLAG, &options->cold, NULL,
                                "start from zero and ignore the warm start of the problem"};
    return (struct argument_group){"Problem (a built-in PROBLEM, see modulus generate, or files)", options->arguments,
                                   (size_t)(next - options->arguments)};
}

const char *problem_title(const struct problem_options *options)
{
    if (options->name != NULL) {
        return options->name;
    }
    if (options->files.folder != NULL) {
        return options->files.folder;
    }
    return options->files.part[MD_PART_A] != NULL ? options->files.part[MD_PART_A] : options->files.part[MD_PART_J];
}

bool problem_has_files(const struct problem_options *options)
{
    bool any = options->files.folder != NULL;
    for (int part = 0; part < MD_PART_COUNT; ++part) {
        any = any || options->files.part[part] != NULL;
    }
    return any;
}

/* Whether the problem is one file of FCLIB, by its name or because it is no folder. */
static bool is_hdf5(const struct problem_options *options)
{
    const char *path = options->files.folder;
    struct stat info;
    return path != NULL && (fclib_is_name(path) || (stat(path, &info) == 0 && S_ISREG(info.st_mode)));
}

void problem_note_inputs(const struct problem_options *options)
{
    if (is_hdf5(options)) {
        note_input(options->files.folder);
        return;
    }
    for (int part = 0; part < MD_PART_COUNT; ++part) {
        char path[MAX_PATH_SIZE];
        note_input(options->files.part[part]);
        if (options->files.folder != NULL && options->files.part[part] == NULL) {
            snprintf(path, sizeof path, "%s/%s.mtx", options->files.folder, md_part_name((md_part)part));
            note_input(path);
        }
    }
}

bool problem_is_known(const char *name)
{
    const size_t length = strcspn(name, ":");
    for (const struct generate_kind *kind = generate_kinds; kind->name != NULL; ++kind) {
        if (strlen(kind->name) == length && strncmp(name, kind->name, length) == 0) {
            return true;
        }
    }
    return false;
}

/* The law that is given; MD_FRICTION_COUNT if there is no such law. */
static md_friction law_of(const struct problem_options *options)
{
    int law = MD_FRICTION_DISC;
    while (law < MD_FRICTION_COUNT && options->friction != NULL &&
           strcmp(md_friction_name((md_friction)law), options->friction) != 0) {
        ++law;
    }
    return (md_friction)law;
}

int problem_check_friction(const struct problem_options *options)
{
    return law_of(options) < MD_FRICTION_COUNT
               ? -1
               : fail_with(EXIT_BAD_INPUT, "--friction %s, expected disc, cone or box", options->friction);
}

/* An FCLIB file is a whole problem. */
static int check_alone(const struct problem_options *options)
{
    const char *beside = options->contact_dim != 0 ? "contact-dim" : options->dof != 0 ? "dof" : NULL;
    for (int part = 0; part < MD_PART_COUNT; ++part) {
        beside = options->files.part[part] != NULL ? md_part_name((md_part)part) : beside;
    }
    return beside == NULL ? -1
                          : fail_with(EXIT_BAD_INPUT, "--%s: expected no such option, because %s is a whole problem",
                                      beside, options->files.folder);
}

static int check_options(const struct problem_options *options)
{
    const bool has_files = problem_has_files(options);
    if (options->name == NULL && !has_files) {
        return fail_with(EXIT_BAD_INPUT, "no problem given, expected a built-in name (see modulus generate), "
                                         "--problem DIR, or --A and --q");
    }
    if (options->name != NULL && has_files) {
        return fail_with(EXIT_BAD_INPUT, "both '%s' and problem files are given, expected one of them", options->name);
    }
    if (problem_check_friction(options) >= 0) {
        return EXIT_BAD_INPUT;
    }
    if (options->contact_dim != 0 && options->contact_dim != 2 && options->contact_dim != 3) {
        return fail_with(EXIT_BAD_INPUT, "--contact-dim %lld, expected 2 or 3", (long long)options->contact_dim);
    }
    if (options->dof != 0 && options->dof != 3 && options->dof != 6) {
        return fail_with(EXIT_BAD_INPUT, "--dof %lld, expected 3 or 6", (long long)options->dof);
    }
    return is_hdf5(options) ? check_alone(options) : -1;
}

static md_status read_hdf5(const struct problem_options *options, md_problem *problem, md_error *error)
{
    const struct fclib_files *files = NULL;
    const md_status status = fclib_load(&files, error);
    return status == MD_OK ? files->read(problem, options->files.folder, law_of(options), error) : status;
}

static md_status read_files(const struct problem_options *options, md_problem *problem, md_error *error)
{
    if (is_hdf5(options)) {
        return read_hdf5(options, problem, error);
    }
    md_problem_files files = options->files;
    files.law = law_of(options);
    files.contact_dim = (int32_t)options->contact_dim;
    files.body_degrees_of_freedom = (int32_t)options->dof;
    /* dof.mtx belongs to the folder's own J and masses. */
    const bool is_whole_folder = files.folder != NULL && files.part[MD_PART_J] == NULL &&
                                 files.part[MD_PART_M] == NULL && files.part[MD_PART_MINV] == NULL;
    md_status status = MD_OK;
    if (options->dof == 0 && is_whole_folder) {
        status = problem_folder_read_dof(files.folder, &files.body_degrees_of_freedom, error);
    }
    return status == MD_OK ? md_problem_read(problem, &files, error) : status;
}

int problem_group_contacts(const struct problem_options *options, md_problem *problem)
{
    if (md_problem_patches(problem) > 0 && law_of(options) == MD_FRICTION_CONE) {
        return fail_with(EXIT_BAD_INPUT,
                         "--friction cone: several normal impulses bound friction of this problem together "
                         "(central_friction), and a cone has one; use disc or box");
    }
    const md_status status = md_problem_group_contacts(problem, law_of(options));
    return status == MD_OK ? -1 : fail_with(EXIT_FAILED, "%s", md_status_text(status));
}

const char *problem_friction(const md_problem *problem)
{
    return md_problem_contacts(problem) > 0 ? md_friction_name(md_problem_contact_law(problem, 0)) : NULL;
}

int problem_load(const struct problem_options *options, md_problem *problem)
{
    md_error error = {0};
    int code = check_options(options);
    if (code >= 0) {
        return code;
    }
    md_status status =
        options->name != NULL ? generate_problem(problem, options->name, &error) : read_files(options, problem, &error);
    if (status == MD_OK && options->name != NULL) {
        code = problem_group_contacts(options, problem);
    }
    if (status == MD_OK && options->cold) {
        status = md_problem_set_start(problem, NULL, NULL);
    }
    return status == MD_OK ? code : fail_with_error(&error);
}
