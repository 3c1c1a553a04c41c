#define _POSIX_C_SOURCE 200809L

#include "cli/study/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static bool has_setting(const struct text_list *settings, const char *key)
{
    const size_t length = strlen(key);
    bool found = false;
    for (size_t i = 0; i < settings->count; ++i) {
        found = found || (strncmp(settings->at[i], key, length) == 0 && settings->at[i][length] == '=');
    }
    return found;
}

/* Refuses a key that something else sets too. `count` keys come before it. */
static int check_key(const struct plan *plan, const char *key, size_t count)
{
    const struct study_options *options = plan->options;
    const char *other = NULL;
    for (size_t i = 0; i < count; ++i) {
        other = strcmp(plan->varied[i].key, key) == 0 ? "another --vary" : other;
    }
    other = has_setting(&options->changes.settings, key) ? "--set" : other;
    other = strcmp(key, "steps") == 0 && options->steps > 0 ? "--steps" : other;
    other = strcmp(key, "friction") == 0 && options->changes.frictionless ? "--frictionless" : other;
    other = strcmp(key, "seed") == 0 && options->seeds != NULL && count < plan->varied_count ? "--seeds" : other;
    return other == NULL ? -1
                         : fail_with(EXIT_BAD_INPUT, "study: '%s' is varied, and %s sets it too, expected one of them",
                                     key, other);
}

static int parse_varied(struct plan *plan)
{
    const struct text_list *list = &plan->options->vary;
    if (list->count > MAX_VARIED) {
        return fail_with(EXIT_BAD_INPUT, "study: --vary is given more than %d times", MAX_VARIED);
    }
    plan->varied_count = list->count;
    int code = -1;
    for (size_t i = 0; code < 0 && i < list->count; ++i) {
        code = vary_parse(&plan->varied[i], "vary", list->at[i]);
        code = code < 0 ? check_key(plan, plan->varied[i].key, i) : code;
        plan->has_varied_steps = plan->has_varied_steps || (code < 0 && strcmp(plan->varied[i].key, "steps") == 0);
    }
    return code;
}

/* Refuses --seeds, after a scene that cannot be opened at all. */
static int fail_seeds(const struct study_options *options)
{
    struct scene scene;
    md_error error = {0};
    if (scene_try(&scene, options->scene, &options->changes, NULL, &error) != MD_OK) {
        return fail_with_error(&error);
    }
    scene_close(&scene);
    return fail_with(EXIT_BAD_INPUT,
                     "study: --seeds needs a scene with random numbers, and %s has %s, expected --vary alone",
                     options->scene, scene_is_builtin(options->scene) ? "no key 'seed'" : "none, because it is a file");
}

static int parse_seeds(struct plan *plan)
{
    const struct study_options *options = plan->options;
    if (options->seeds == NULL) {
        return -1;
    }
    if (!scene_has_key(options->scene, "seed")) {
        return fail_seeds(options);
    }
    plan->has_seeds = true;
    const int code = vary_parse_seeds(&plan->varied[plan->varied_count], options->seeds);
    return code < 0 ? check_key(plan, "seed", plan->varied_count) : code;
}

static int count_runs(struct plan *plan)
{
    plan->combinations = 1;
    plan->seeds = plan->has_seeds ? (int64_t)plan->varied[plan->varied_count].count : 1;
    plan->runs = plan->seeds;
    for (size_t i = 0; i < plan->varied_count; ++i) {
        plan->combinations *= (int64_t)plan->varied[i].count;
        plan->runs = plan->combinations * plan->seeds;
        if (plan->runs > MAX_RUNS) {
            return fail_with(EXIT_BAD_INPUT, "study: these are more than %d runs, expected fewer values or seeds",
                             MAX_RUNS);
        }
    }
    plan->outcomes = calloc((size_t)plan->runs, sizeof *plan->outcomes);
    return plan->outcomes != NULL ? -1 : fail_with(EXIT_FAILED, "out of memory");
}

int plan_make(struct plan *plan, const struct study_options *options)
{
    *plan = (struct plan){.options = options};
    const size_t max_settings = sizeof options->changes.settings.at / sizeof *options->changes.settings.at;
    if (options->changes.settings.count + options->vary.count + 1 > max_settings) {
        return fail_with(EXIT_BAD_INPUT, "study: --set and --vary are given more than %zu times", max_settings - 1);
    }
    int code = parse_varied(plan);
    if (code < 0) {
        code = parse_seeds(plan);
    }
    return code < 0 ? count_runs(plan) : code;
}

void plan_free(struct plan *plan)
{
    for (size_t i = 0; i < sizeof plan->varied / sizeof *plan->varied; ++i) {
        vary_free(&plan->varied[i]);
    }
    free(plan->outcomes);
    plan->outcomes = NULL;
}

int plan_check_scene(struct plan *plan)
{
    md_error first = {0};
    for (int64_t run = 0; run < plan->runs; run += plan->seeds) {
        struct scene scene;
        struct run_texts texts;
        md_error error = {0};
        const struct scene_changes changes = plan_changes(plan, run, &texts);
        if (scene_try(&scene, plan->options->scene, &changes, NULL, &error) == MD_OK) {
            snprintf(plan->scene, sizeof plan->scene, "%s", scene.name);
            plan->steps = plan->options->steps > 0 ? plan->options->steps : scene.steps;
            scene_close(&scene);
            return -1;
        }
        first = run == 0 ? error : first;
    }
    return fail_with_error(&first);
}

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

size_t plan_columns(const struct plan *plan)
{
    return plan->varied_count + (plan->has_seeds ? 1 : 0);
}

size_t plan_value_index(const struct plan *plan, int64_t run, size_t index)
{
    size_t rest = (size_t)(run / plan->seeds);
    if (index == plan->varied_count) {
        return (size_t)(run % plan->seeds);
    }
    for (size_t i = plan->varied_count - 1; i > index; --i) {
        rest /= plan->varied[i].count;
    }
    return rest % plan->varied[index].count;
}

const char *plan_value(const struct plan *plan, int64_t run, size_t index)
{
    return plan->varied[index].values[plan_value_index(plan, run, index)];
}

double plan_number(const struct plan *plan, int64_t run, size_t index)
{
    return plan->varied[index].numbers[plan_value_index(plan, run, index)];
}

struct scene_changes plan_changes(const struct plan *plan, int64_t run, struct run_texts *texts)
{
    struct scene_changes changes = plan->options->changes;
    for (size_t i = 0; i < plan_columns(plan); ++i) {
        snprintf(texts->at[i], sizeof texts->at[i], "%s=%s", plan->varied[i].key, plan_value(plan, run, i));
        changes.settings.at[changes.settings.count++] = texts->at[i];
    }
    return changes;
}

void plan_describe(const struct plan *plan, int64_t run, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < plan_columns(plan) && used < size; ++i) {
        used += (size_t)snprintf(text + used, size - used, "%s%s=%s", i > 0 ? ", " : "", plan->varied[i].key,
                                 plan_value(plan, run, i));
    }
}

int64_t plan_take(struct plan *plan)
{
    while (plan->next < plan->runs && plan->outcomes[plan->next].is_done) {
        ++plan->next;
    }
    return plan->next < plan->runs ? plan->next++ : -1;
}

void plan_store(struct plan *plan, int64_t run, const struct run_outcome *outcome)
{
    struct run_outcome *stored = &plan->outcomes[run];
    plan->done += stored->is_done ? 0 : 1;
    plan->failed += (outcome->error[0] != '\0') - (stored->is_done && stored->error[0] != '\0');
    *stored = *outcome;
    stored->is_done = true;
}

/* ---- As commands ------------------------------------------------------------------------------------------------- */

/* Prints an argument for a shell: in quotes, if it has a character that the shell would change. */
static void print_argument(const char *text)
{
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (text[0] != '\0' && text[strspn(text, PLAIN)] == '\0') {
        printf(" %s", text);
        return;
    }
    printf(" '");
    for (; *text != '\0'; ++text) {
        if (*text == '\'') {
            printf("'\\''");
        } else {
            putchar(*text);
        }
    }
    putchar('\'');
}

static void print_run(const struct plan *plan, int64_t run)
{
    const struct study_options *options = plan->options;
    struct run_texts texts;
    const struct scene_changes changes = plan_changes(plan, run, &texts);
    printf("modulus run");
    print_argument(options->scene);
    if (options->steps > 0) {
        printf(" --steps %lld", (long long)options->steps);
    }
    printf("%s", changes.frictionless ? " --frictionless" : "");
    for (size_t i = 0; i < changes.settings.count; ++i) {
        printf(" --set");
        print_argument(changes.settings.at[i]);
    }
    putchar('\n');
}

void plan_print(const struct plan *plan)
{
    for (int64_t run = 0; run < plan->runs; ++run) {
        if (!plan->outcomes[run].is_done) {
            print_run(plan, run);
        }
    }
    printf("# %lld combination%s", (long long)plan->combinations, plan->combinations == 1 ? "" : "s");
    if (plan->has_seeds) {
        printf(" x %lld seed%s", (long long)plan->seeds, plan->seeds == 1 ? "" : "s");
    }
    printf(" = %lld run%s", (long long)plan->runs, plan->runs == 1 ? "" : "s");
    if (plan->done > 0) {
        printf(", of which %lld are done", (long long)plan->done);
    }
    putchar('\n');
}
