/* The LCP of a step as a folder that modulus solve reads, with the world's own lambda beside it. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/problem_export.h"
#include "cli/report.h"
#include "cli/run.h"

/* STEP[.SUBSTEP]:DIR, both from 1. The folder's name, or NULL. */
static const char *parse_when(const char *text, int64_t *step, int32_t *substep)
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
        return check_output("export-lcp", folder);
    }
    if (!S_ISDIR(status.st_mode) || access(folder, W_OK) != 0) {
        return fail_with(EXIT_BAD_INPUT, "--export-lcp %s: is no folder that can be written to", text);
    }
    return -1;
}

int run_exports_parse(struct run_exports *exports, const struct text_list *texts, const char *label)
{
    if (texts->count > sizeof exports->at / sizeof *exports->at) {
        return fail_with(EXIT_BAD_INPUT, "--export-lcp is given more than %zu times",
                         sizeof exports->at / sizeof *exports->at);
    }
    for (size_t i = 0; i < texts->count; ++i) {
        const char *folder = parse_when(texts->at[i], &exports->at[i].step, &exports->at[i].substep);
        if (folder == NULL) {
            return fail_with(EXIT_BAD_INPUT,
                             "--export-lcp %s: expected STEP[.SUBSTEP]:DIR, both counted from 1, such as 100:folder",
                             texts->at[i]);
        }
        int ended = run_path(folder, label, exports->at[i].folder);
        if (ended < 0) {
            ended = check_folder(texts->at[i], exports->at[i].folder);
        }
        if (ended >= 0) {
            return ended;
        }
    }
    exports->count = texts->count;
    exports->ended = -1;
    return -1;
}

static md_status write_lambda(const char *folder, const md_result *result, md_error *error)
{
    char path[LONGEST_PATH + 32];
    snprintf(path, sizeof path, "%s/lambda.mtx", folder);
    return md_vector_write(result->lambda, result->m, path, "lambda, by modulus run", error);
}

static void export_to(struct run_exports *exports, const char *folder, const md_problem *problem,
                      const md_result *result)
{
    md_error error = {0};
    md_status status = problem_export(problem, folder, &error);
    if (status == MD_OK) {
        status = write_lambda(folder, result, &error);
    }
    if (status != MD_OK) {
        exports->ended = fail_with(EXIT_FAILED, "--export-lcp: %s", error.message);
        return;
    }
    fprintf(exports->files,
            "LCP of step %lld: %s, %d rows; lambda.mtx there is the result of --solver %s --iterations %lld\n",
            (long long)exports->step, folder, result->m, exports->label, (long long)result->iterations);
}

void run_exports_solved(void *user, int32_t substep, const md_problem *problem, const md_result *result)
{
    struct run_exports *exports = user;
    for (size_t i = 0; i < exports->count && exports->ended < 0; ++i) {
        if (exports->at[i].step != exports->step || exports->at[i].substep != substep) {
            continue;
        }
        char folder[LONGEST_PATH + 16];
        const int32_t number = ++exports->at[i].written;
        /* Where islands are solved one by one, the second goes beside the first, and so on. */
        if (number > 1) {
            snprintf(folder, sizeof folder, "%s-%d", exports->at[i].folder, number);
        } else {
            snprintf(folder, sizeof folder, "%s", exports->at[i].folder);
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
                "--export-lcp: nothing was solved in step %lld (substep %d): everything is at rest or free",
                (long long)exports->at[i].step, exports->at[i].substep + 1);
        }
    }
    return -1;
}
