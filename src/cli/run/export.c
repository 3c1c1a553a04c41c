#define _POSIX_C_SOURCE 200809L

#include "cli/run/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output_file.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/output/problem_folder.h"
#include "cli/run/outputs.h"
#include "fclib/fclib_files.h"

/* Parses STEP[.SUBSTEP]:PATH, both counted from 1. Returns the path, or NULL on a syntax error. */
static const char *parse_export(const char *text, int64_t *step, int32_t *substep)
{
    char *end = NULL;
    errno = 0;
    *substep = 0;
    *step = strtoll(text, &end, 10);
    if (end == text || errno != 0 || *step < 1 || *text == '+' || *text == ' ') {
        return NULL;
    }
    if (*end == '.') {
        const char *start = end + 1;
        const long number = strtol(start, &end, 10);
        if (end == start || number < 1 || number > 1000) {
            return NULL;
        }
        *substep = (int32_t)number - 1;
    }
    return *end == ':' && end[1] != '\0' ? end + 1 : NULL;
}

/* Checks that this build writes FCLIB files. The path of a file is checked with those of other outputs. */
static int check_fclib(void)
{
    const struct fclib_files *files = NULL;
    md_error error = {0};
    return fclib_load(&files, &error) == MD_OK ? -1 : fail_with(EXIT_BAD_INPUT, "--export-lcp: %s", error.message);
}

static int check_folder(const char *text, const char *folder)
{
    struct stat status;
    if (stat(folder, &status) != 0) {
        struct output_target target;
        md_error error = {0};
        return md_output_check(&target, folder, &error) == MD_OK
                   ? -1
                   : fail_with(EXIT_BAD_INPUT, "--export-lcp %s", error.message);
    }
    if (!S_ISDIR(status.st_mode) || access(folder, W_OK) != 0) {
        return fail_with(EXIT_BAD_INPUT, "--export-lcp %s: is not a writable folder", text);
    }
    return -1;
}

int run_exports_parse(struct run_exports *exports, const struct text_list *texts, const char *suffix)
{
    const size_t max_exports = sizeof exports->at / sizeof *exports->at;
    if (texts->count > max_exports) {
        return fail_with(EXIT_BAD_INPUT, "--export-lcp is given more than %zu times", max_exports);
    }
    for (size_t i = 0; i < texts->count; ++i) {
        struct run_export *export = &exports->at[i];
        const char *path = parse_export(texts->at[i], &export->step, &export->substep);
        if (path == NULL) {
            return fail_with(
                EXIT_BAD_INPUT,
                "--export-lcp %s: expected STEP[.SUBSTEP]:DIR or :FILE.hdf5, step and substep counted from "
                "1, such as 100:folder",
                texts->at[i]);
        }
        int code = path_with_suffix(path, suffix, export->path);
        if (code < 0) {
            code = fclib_is_name(export->path) ? check_fclib() : check_folder(texts->at[i], export->path);
        }
        if (code >= 0) {
            return code;
        }
    }
    exports->count = texts->count;
    exports->code = -1;
    return -1;
}

static md_status write_lambda(const char *folder, const md_result *result, md_error *error)
{
    char path[MAX_PATH_SIZE + 32];
    snprintf(path, sizeof path, "%s/lambda.mtx", folder);
    return md_vector_write(result->lambda, result->m, path, "lambda, by modulus run", error);
}

/* Writes a folder with the problem and the result, or an FCLIB file, which has the problem alone. */
static void export_to(struct run_exports *exports, const char *path, const md_problem *problem, const md_result *result)
{
    const bool is_folder = !fclib_is_name(path);
    md_error error = {0};
    md_status status = problem_save(problem, path, &error);
    if (status == MD_OK && is_folder) {
        status = write_lambda(path, result, &error);
    }
    if (status != MD_OK) {
        exports->code = fail_with(EXIT_FAILED, "--export-lcp: %s", error.message);
        return;
    }
    fprintf(exports->files, "LCP of step %lld: %s, %d rows", (long long)exports->current_step, md_printable(path).text,
            result->m);
    if (is_folder) {
        fprintf(exports->files, "; its lambda.mtx is the result of --solver %s --iterations %lld", exports->solver,
                (long long)result->iterations);
    }
    fputc('\n', exports->files);
}

/* If islands are solved separately, the second problem goes to DIR-2 or FILE-2.hdf5, and so on. */
static void path_of_problem(const char *path, int32_t number, char out[MAX_PATH_SIZE + 16])
{
    const char *end = fclib_is_name(path) ? strrchr(path, '.') : strchr(path, '\0');
    char tag[16] = "";
    if (number > 1) {
        snprintf(tag, sizeof tag, "-%d", number);
    }
    snprintf(out, MAX_PATH_SIZE + 16, "%.*s%s%s", (int)(end - path), path, tag, end);
}

void run_exports_solved(struct run_exports *exports, int32_t substep, const md_problem *problem,
                        const md_result *result)
{
    for (size_t i = 0; i < exports->count && exports->code < 0; ++i) {
        struct run_export *export = &exports->at[i];
        if (export->step == exports->current_step && export->substep == substep) {
            char path[MAX_PATH_SIZE + 16];
            path_of_problem(export->path, ++export->written, path);
            export_to(exports, path, problem, result);
        }
    }
}

int run_exports_check(const struct run_exports *exports, int64_t steps_done)
{
    for (size_t i = 0; i < exports->count; ++i) {
        if (exports->at[i].written == 0 && exports->at[i].step <= steps_done) {
            return fail_with(
                EXIT_FAILED,
                "--export-lcp: step %lld (substep %d) had no constraints to solve: all bodies are asleep or free",
                (long long)exports->at[i].step, exports->at[i].substep + 1);
        }
    }
    return -1;
}
