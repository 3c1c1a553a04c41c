#define _POSIX_C_SOURCE 200809L

#include "reproduce/study.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "reproduce/data/sample.h"

/* Increases when the meaning of a column changes. */
#define FORMAT 1

int32_t reproduce_default_seeds(bool quick)
{
    return quick ? 1 : 10;
}

md_status study_plan(struct study *study, const struct reproduce_options *options, const struct machine *machine,
                     md_error *error)
{
    const bool quick = options->quick;
    const int32_t seeds = options->seeds > 0 ? options->seeds : reproduce_default_seeds(quick);
    if (seeds > MAX_SEEDS) {
        return md_fail(error, MD_ERROR_ARGUMENT, "--seeds %d, expected 1 to %d", (int)seeds, MAX_SEEDS);
    }
    *study = (struct study){.options = options,
                            .seeds = seeds,
                            .steps = quick ? 300 : 1000,
                            .table2_steps = quick ? 100 : 1000,
                            .table2_seeds = quick       ? 1
                                            : seeds < 3 ? seeds
                                                        : 3,
                            .repeats = quick ? 1 : 2,
                            .max_sweeps = max_sweeps_of(quick),
                            .max_public_sweeps = max_public_sweeps_of(quick)};
    snprintf(study->key, sizeof study->key, "format %d, %s, build %08x, %s, %d placements", FORMAT, machine->version,
             (unsigned)machine->build, quick ? "quick" : "full", (int)seeds);
    const int length = snprintf(study->out, sizeof study->out, "%s", options->out);
    if (length <= 0 || length >= (int)sizeof study->out) {
        return md_fail(error, MD_ERROR_ARGUMENT, "--out: expected the name of a folder, shorter than %zu characters",
                       sizeof study->out);
    }
    snprintf(study->data, sizeof study->data, "%s/data", study->out);
    snprintf(study->parts, sizeof study->parts, "%s/parts", study->data);
    return MD_OK;
}

/* ---- The folder -------------------------------------------------------------------------------------------------------- */

/* True if an earlier run created the folder: about.json exists and is a table. */
static bool is_of_earlier_run(const struct study *study)
{
    struct table about = {0};
    const bool is_table = table_read(&about, study->data, "about", NULL) == MD_OK;
    table_free(&about);
    return is_table;
}

static md_status check_empty(const char *folder, md_error *error)
{
    DIR *open = opendir(folder);
    if (open == NULL) {
        return md_fail(error, MD_ERROR_FILE, "--out %s: cannot open: %s", folder, strerror(errno));
    }
    md_status status = MD_OK;
    for (const struct dirent *entry = readdir(open); status == MD_OK && entry != NULL; entry = readdir(open)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            status = md_fail(
                error, MD_ERROR_ARGUMENT,
                "--out %s: contains '%.100s', which is not from a run of reproduce; expected a new or empty folder",
                folder, entry->d_name);
        }
    }
    closedir(open);
    return status;
}

static md_status make_folder(const char *folder, md_error *error)
{
    if (mkdir(folder, 0777) == 0 || errno == EEXIST) {
        return MD_OK;
    }
    const md_status status = errno == ENOSPC ? MD_ERROR_FILE : MD_ERROR_ARGUMENT;
    return md_fail(error, status, "--out %s: cannot create: %s", folder, strerror(errno));
}

static void add_fact(struct table *table, const char *name, const char *value)
{
    table_word(table, name);
    table_word(table, value);
}

static md_status write_about(const struct study *study, const struct machine *machine, md_error *error)
{
    struct table table = {0};
    char text[64];
    table_begin(&table, "fact value");
    snprintf(table.key, sizeof table.key, "%s", study->key);
    add_fact(&table, "version", machine->version);
    snprintf(text, sizeof text, "%08x", (unsigned)machine->build);
    add_fact(&table, "build", text);
    add_fact(&table, "compiler", machine->compiler);
    add_fact(&table, "processor", machine->processor);
    snprintf(text, sizeof text, "%d", machine->cores);
    add_fact(&table, "cores", text);
    snprintf(text, sizeof text, "%.1f", machine->memory_gb);
    add_fact(&table, "memory_gb", text);
    add_fact(&table, "system", machine->system);
    add_fact(&table, "date", machine->date);
    const md_status status = table_write(&table, study->data, "about", error);
    table_free(&table);
    return status;
}

md_status study_read_machine(const struct study *study, struct machine *machine, md_error *error)
{
    struct table about = {0};
    const md_status status = table_read(&about, study->data, "about", error);
    *machine = (struct machine){0};
    for (size_t row = 0; row < table_rows(&about); ++row) {
        const char *fact = table_word_at(&about, row, "fact");
        const char *value = table_word_at(&about, row, "value");
        const struct {
            const char *name;
            char *text;
            size_t size;
        } texts[] = {{"version", machine->version, sizeof machine->version},
                     {"compiler", machine->compiler, sizeof machine->compiler},
                     {"processor", machine->processor, sizeof machine->processor},
                     {"system", machine->system, sizeof machine->system},
                     {"date", machine->date, sizeof machine->date}};
        for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
            if (strcmp(fact, texts[i].name) == 0) {
                snprintf(texts[i].text, texts[i].size, "%s", value);
            }
        }
        machine->cores = strcmp(fact, "cores") == 0 ? (int)strtol(value, NULL, 10) : machine->cores;
        machine->memory_gb = strcmp(fact, "memory_gb") == 0 ? strtod(value, NULL) : machine->memory_gb;
        machine->build = strcmp(fact, "build") == 0 ? (uint32_t)strtoul(value, NULL, 16) : machine->build;
    }
    table_free(&about);
    return status;
}

md_status study_claim_folder(struct study *study, const struct machine *machine, md_error *error)
{
    md_status status = make_folder(study->out, error);
    if (status == MD_OK && !is_of_earlier_run(study)) {
        status = check_empty(study->out, error);
    }
    if (status == MD_OK && study->options->fresh) {
        study_discard(study);
    }
    if (status == MD_OK) {
        status = make_folder(study->data, error);
    }
    if (status == MD_OK) {
        status = make_folder(study->parts, error);
    }
    return status == MD_OK ? write_about(study, machine, error) : status;
}

static void remove_named(const char *folder, const char *name, const char *ending)
{
    char path[3000];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    remove(path);
}

void study_discard(const struct study *study)
{
    for (size_t i = 0; i < EXPERIMENT_COUNT; ++i) {
        remove_named(study->data, EXPERIMENTS[i].name, ".json");
        remove_named(study->data, EXPERIMENTS[i].name, ".csv");
    }
    study_clear_parts(study);
}

void study_clear_parts(const struct study *study)
{
    DIR *open = opendir(study->parts);
    if (open == NULL) {
        return;
    }
    for (const struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open)) {
        if (entry->d_name[0] != '.') {
            remove_named(study->parts, entry->d_name, "");
        }
    }
    closedir(open);
    rmdir(study->parts);
}
