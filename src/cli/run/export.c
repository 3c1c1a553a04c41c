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

/* Parses STEP[.SUBSTEP]:DIR, both counted from 1. Returns the folder, or NULL on a syntax error. */
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
        const char *folder = parse_export(texts->at[i], &export->step, &export->substep);
        if (folder == NULL) {
            return fail_with(EXIT_BAD_INPUT,
                             "--export-lcp %s: expected STEP[.SUBSTEP]:DIR, both counted from 1, such as 100:folder",
                             texts->at[i]);
        }
        int code = path_with_suffix(folder, suffix, export->folder);
        if (code < 0) {
            code = check_folder(texts->at[i], export->folder);
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

static void export_to(struct run_exports *exports, const char *folder, const md_problem *problem,
                      const md_result *result)
{
    md_error error = {0};
    md_status status = problem_folder_write(problem, folder, &error);
    if (status == MD_OK) {
        status = write_lambda(folder, result, &error);
    }
    if (status != MD_OK) {
        exports->code = fail_with(EXIT_FAILED, "--export-lcp: %s", error.message);
        return;
    }
    fprintf(exports->files,
            "LCP of step %lld: %s, %d rows; its lambda.mtx is the result of --solver %s --iterations %lld\n",
            (long long)exports->current_step, md_printable(folder).text, result->m, exports->solver,
            (long long)result->iterations);
}

void run_exports_solved(struct run_exports *exports, int32_t substep, const md_problem *problem,
                        const md_result *result)
{
    for (size_t i = 0; i < exports->count && exports->code < 0; ++i) {
        struct run_export *export = &exports->at[i];
        if (export->step != exports->current_step || export->substep != substep) {
            continue;
        }
        char folder[MAX_PATH_SIZE + 16];
        const int32_t number = ++export->written;
        /* If islands are solved separately, the second problem goes to FOLDER-2, and so on. */
        if (number > 1) {
            snprintf(folder, sizeof folder, "%s-%d", export->folder, number);
        } else {
            snprintf(folder, sizeof folder, "%s", export->folder);
        }
        export_to(exports, folder, problem, result);
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
