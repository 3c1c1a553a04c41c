#include "cli/study/measures.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "cli/cli.h"
#include "scene/json_memory.h"

static const char *const SHOWN[] = {"penetration_mean",    "penetration_worst.value", "residual.mean_log10",
                                    "iterations_per_step", "kinetic_energy",          "ms_per_step"};

/* Receives the numbers of an object, with their names, in order. */
struct collector {
    struct measures *measures; /* may be NULL */
    double *numbers;           /* may be NULL */
    size_t count;
};

static void collect_number(struct collector *collector, const char *prefix, const cJSON *item)
{
    if (collector->count == MAX_NUMBERS) {
        return; /* a test compares the names with those of modulus run --json */
    }
    if (collector->measures != NULL) {
        char *name = collector->measures->names[collector->count];
        snprintf(name, sizeof collector->measures->names[0], "%s%s", prefix, item->string);
    }
    if (collector->numbers != NULL) {
        collector->numbers[collector->count] = cJSON_IsNumber(item) ? item->valuedouble : (double)NAN;
    }
    ++collector->count;
}

/* Settings of a run, which may be varied. */
static bool is_setting(const char *name)
{
    return strcmp(name, "steps") == 0 || strcmp(name, "dt") == 0 || strcmp(name, "substeps") == 0;
}

/* Numbers and nulls; objects inside the object have one level. */
static void collect(struct collector *collector, const cJSON *object)
{
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        if ((cJSON_IsNumber(item) || cJSON_IsNull(item)) && !is_setting(item->string)) {
            collect_number(collector, "", item);
        }
        for (const cJSON *part = cJSON_IsObject(item) ? item->child : NULL; part != NULL; part = part->next) {
            char prefix[64];
            snprintf(prefix, sizeof prefix, "%s.", item->string);
            if (cJSON_IsNumber(part) || cJSON_IsNull(part)) {
                collect_number(collector, prefix, part);
            }
            for (const cJSON *leaf = cJSON_IsObject(part) ? part->child : NULL; leaf != NULL; leaf = leaf->next) {
                snprintf(prefix, sizeof prefix, "%s.%s.", item->string, part->string);
                collect_number(collector, prefix, leaf);
            }
        }
    }
}

/* Converts a run to the JSON that modulus run prints, and collects its numbers. */
static bool collect_run(struct collector *collector, const struct run_result *result)
{
    json_memory_watch();
    cJSON *object = cJSON_CreateObject();
    run_add_json(object, result);
    const bool has_memory = object != NULL && !json_memory_failed();
    if (has_memory) {
        collect(collector, object);
    }
    cJSON_Delete(object);
    return has_memory;
}

bool measures_read(const struct run_result *result, double numbers[MAX_NUMBERS])
{
    struct collector collector = {.numbers = numbers};
    return collect_run(&collector, result);
}

static bool list_names(struct measures *measures)
{
    static const struct run_result nothing; /* the names do not depend on the run */
    struct collector collector = {.measures = measures};
    *measures = (struct measures){0};
    const bool has_memory = collect_run(&collector, &nothing);
    measures->count = collector.count;
    return has_memory;
}

static int show(struct measures *measures, const char *name)
{
    const char *names[MAX_NUMBERS + 1] = {NULL};
    for (size_t i = 0; i < measures->count; ++i) {
        names[i] = measures->names[i];
        if (strcmp(names[i], name) == 0) {
            measures->shown[measures->shown_count++] = i;
            return -1;
        }
    }
    const char *nearest = md_nearest_name(name, names, sizeof *names);
    return nearest != NULL
               ? fail_with(EXIT_BAD_INPUT, "study: --measure %s: unknown, did you mean '%s'?", name, nearest)
               : fail_with(EXIT_BAD_INPUT, "study: --measure %s: unknown (see modulus study --help)", name);
}

int measures_make(struct measures *measures, const struct text_list *asked)
{
    struct text_list standard = {.count = sizeof SHOWN / sizeof *SHOWN};
    memcpy(standard.at, SHOWN, sizeof SHOWN);
    if (!list_names(measures)) {
        return fail_with(EXIT_FAILED, "out of memory");
    }
    const struct text_list *list = asked->count > 0 ? asked : &standard;
    int code = -1;
    for (size_t i = 0; code < 0 && i < list->count; ++i) {
        for (size_t k = 0; k < i; ++k) {
            if (strcmp(list->at[k], list->at[i]) == 0) {
                return fail_with(EXIT_BAD_INPUT, "study: --measure %s is given twice", list->at[i]);
            }
        }
        code = show(measures, list->at[i]);
    }
    return code;
}

bool measures_is_time(const char *name)
{
    return strncmp(name, "ms_", 3) == 0;
}

const char *measures_unit(const char *name)
{
    static const struct {
        const char *beginning, *unit;
    } UNITS[] = {
        {"ms_", "ms"}, {"penetration_worst.step", ""}, {"penetration_", "m"}, {"kinetic_", "J"}, {"energy_", "J"}};
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; ++i) {
        if (strncmp(name, UNITS[i].beginning, strlen(UNITS[i].beginning)) == 0) {
            return UNITS[i].unit;
        }
    }
    return "";
}

void measures_print(void)
{
    struct measures measures;
    int column = 100;
    printf("\nMeasures (those of modulus run --json; all are in runs.csv, the ones with a star are shown by default):");
    if (!list_names(&measures)) {
        return;
    }
    for (size_t i = 0; i < measures.count; ++i) {
        bool is_shown = false;
        for (size_t k = 0; k < sizeof SHOWN / sizeof *SHOWN; ++k) {
            is_shown = is_shown || strcmp(SHOWN[k], measures.names[i]) == 0;
        }
        const int length = (int)strlen(measures.names[i]) + (is_shown ? 2 : 1);
        if (column + length > 100) {
            printf("\n ");
            column = 1;
        }
        printf(" %s%s", measures.names[i], is_shown ? "*" : "");
        column += length;
    }
    putchar('\n');
}
