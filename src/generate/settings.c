#define _POSIX_C_SOURCE 200809L

#include "generate/settings.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/nearest.h"
#include "base/number.h"

/* Doubles represent every integer up to this one exactly. */
#define MAX_EXACT_INTEGER 9007199254740992.0

static bool read_number(const struct generate_key *key, const char *text, double *number)
{
    if (!md_number_parse(text, number) || !(*number >= key->min && *number <= key->max)) {
        return false;
    }
    const bool is_whole = *number >= 0 && *number <= MAX_EXACT_INTEGER && (double)(uint64_t)*number == *number;
    return key->value == GENERATE_NUMBER || is_whole;
}

/* Finds the index of a word in the list of the key. */
static bool read_word(const struct generate_key *key, const char *text, double *number)
{
    const size_t length = strlen(text);
    *number = 0;
    for (const char *word = key->words; word != NULL; ++*number) {
        const char *bar = strchr(word, '|');
        const size_t size = bar != NULL ? (size_t)(bar - word) : strlen(word);
        if (size == length && strncmp(word, text, length) == 0) {
            return true;
        }
        word = bar != NULL ? bar + 1 : NULL;
    }
    return false;
}

static md_status read_solver(const char *kind, const struct generate_key *key, const char *text, md_solver_spec *solver,
                             md_error *error)
{
    char spec[256];
    md_error cause = {0};
    snprintf(spec, sizeof spec, "%s", text);
    for (char *at = strchr(spec, ';'); at != NULL; at = strchr(at, ';')) {
        *at = ',';
    }
    const md_status status = md_solver_spec_parse(spec, solver, &cause);
    return status == MD_OK ? MD_OK : md_fail(error, status, "generate %s: %s: %s", kind, key->name, cause.message);
}

static md_status read_value(struct generate_settings *settings, size_t index, const char *text, md_error *error)
{
    const char *kind = settings->kind->name;
    const struct generate_key *key = &settings->kind->keys[index];
    double *number = &settings->number[index];
    switch (key->value) {
    case GENERATE_SOLVER: return read_solver(kind, key, text, &settings->solver, error);
    case GENERATE_WORD:
        if (!read_word(key, text, number)) {
            return md_fail(error, MD_ERROR_ARGUMENT, "generate %s: %s='%s', expected one of %s", kind, key->name, text,
                           key->words);
        }
        return MD_OK;
    case GENERATE_WHOLE:
    case GENERATE_NUMBER:
        if (!read_number(key, text, number)) {
            return md_fail(error, MD_ERROR_ARGUMENT, "generate %s: %s='%s', expected a %s from %.10g to %.10g", kind,
                           key->name, text, key->value == GENERATE_WHOLE ? "whole number" : "number", key->min,
                           key->max);
        }
        return MD_OK;
    }
    return MD_ERROR_ARGUMENT;
}

/* Returns the index of a key, or that of the end of the table. */
static size_t find_key(const struct generate_kind *kind, const char *name)
{
    size_t index = 0;
    while (kind->keys[index].name != NULL && strcmp(kind->keys[index].name, name) != 0) {
        ++index;
    }
    return index;
}

static md_status fail_unknown_key(const struct generate_kind *kind, const char *name, md_error *error)
{
    const char *nearest = md_nearest_name(name, kind->keys, sizeof *kind->keys);
    if (nearest != NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "generate %s: unknown key '%s', did you mean '%s'?", kind->name, name,
                       nearest);
    }
    char keys[160] = "";
    size_t used = 0;
    for (const struct generate_key *key = kind->keys; key->name != NULL && used < sizeof keys; ++key) {
        const int written = snprintf(keys + used, sizeof keys - used, "%s%s", used > 0 ? ", " : "", key->name);
        used += written > 0 ? (size_t)written : 0;
    }
    return md_fail(error, MD_ERROR_ARGUMENT, "generate %s: unknown key '%s', expected one of %s", kind->name, name,
                   keys);
}

static md_status read_pair(struct generate_settings *settings, char *pair, md_error *error)
{
    char *equals = strchr(pair, '=');
    if (equals == NULL) {
        return md_fail(error, MD_ERROR_ARGUMENT, "generate %s: '%s', expected key=value", settings->kind->name, pair);
    }
    *equals = '\0';
    const size_t index = find_key(settings->kind, pair);
    if (settings->kind->keys[index].name == NULL) {
        return fail_unknown_key(settings->kind, pair, error);
    }
    return read_value(settings, index, equals + 1, error);
}

md_status settings_read(struct generate_settings *settings, const struct generate_kind *kind, char *pairs,
                        md_error *error)
{
    *settings = (struct generate_settings){.kind = kind, .solver = md_solver_spec_of(MD_AMGS)};
    md_status status = MD_OK;
    for (size_t i = 0; status == MD_OK && kind->keys[i].name != NULL; ++i) {
        status = read_value(settings, i, kind->keys[i].standard, error);
    }
    char *rest = NULL;
    char *pair = pairs != NULL ? strtok_r(pairs, ",", &rest) : NULL;
    for (; status == MD_OK && pair != NULL; pair = strtok_r(NULL, ",", &rest)) {
        status = read_pair(settings, pair, error);
    }
    return status;
}

bool setting_has(const struct generate_settings *settings, const char *key)
{
    return settings->kind->keys[find_key(settings->kind, key)].name != NULL;
}

double setting_number(const struct generate_settings *settings, const char *key)
{
    return settings->number[find_key(settings->kind, key)];
}

int32_t setting_whole(const struct generate_settings *settings, const char *key)
{
    return (int32_t)setting_number(settings, key);
}
