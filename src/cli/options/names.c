#include "cli/options/names.h"

#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "cli/options/scene_options.h"
#include "generate/generate.h"

void offer(const struct typed_word *word, const char *name, const char *suffix, const char *meaning)
{
    const char *begun = word->text + word->kept;
    if (strncmp(name, begun, strlen(begun)) == 0) {
        printf("%.*s%s%s\t%.*s\n", (int)word->kept, word->text, name, suffix, (int)strcspn(meaning, "\n"), meaning);
    }
}

static void offer_scenes(const struct typed_word *word)
{
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL; ++kind) {
        offer(word, kind->name, "", kind->about);
    }
    for (const struct scene_kind3 *kind = scene_kinds3; kind->name != NULL; ++kind) {
        offer(word, kind->name, "", kind->about);
    }
}

static void offer_keys(const struct typed_word *word)
{
    const bool is_3d = word->scene != NULL && scene_is_3d(word->scene);
    const struct scene_key *key = word->scene != NULL ? scene_keys(word->scene) : NULL;
    for (; key != NULL && key->name != NULL; ++key) {
        offer(word, key->name, "=", key->meaning);
    }
    const char *(*const common_key)(size_t) = is_3d ? scene_common_key3 : scene_common_key;
    for (size_t i = 0; common_key(i) != NULL; ++i) {
        offer(word, common_key(i), "=", "a key of all scenes");
    }
}

/* Kinds of problems and, after a colon, the keys of one. */
static void offer_problems(const struct typed_word *word)
{
    const char *name = word->text + word->kept;
    const size_t length = strcspn(name, ":");
    for (const struct generate_kind *kind = generate_kinds; kind->name != NULL; ++kind) {
        if (name[length] == '\0') {
            offer(word, kind->name, "", kind->summary);
        } else if (strlen(kind->name) == length && strncmp(kind->name, name, length) == 0) {
            const char *comma = strrchr(name, ',');
            const struct typed_word rest = {word->text,
                                            (size_t)((comma != NULL ? comma : name + length) + 1 - word->text), NULL};
            for (const struct generate_key *key = kind->keys; key->name != NULL; ++key) {
                offer(&rest, key->name, "=", key->meaning);
            }
        }
    }
}

static void offer_solvers(const struct typed_word *word)
{
    for (int method = 0; method < MD_METHOD_COUNT; ++method) {
        offer(word, md_method_name((md_method)method), "", md_method_title((md_method)method));
    }
}

static void offer_bench_scenes(const struct typed_word *word)
{
    for (int i = 0; i < BENCH_SCENE_COUNT; ++i) {
        offer(word, BENCH_SCENES[i].name, "", BENCH_SCENES[i].about);
    }
    for (int i = 0; i < BENCH_SCENE3_COUNT; ++i) {
        offer(word, BENCH_SCENES3[i].name, "", BENCH_SCENES3[i].about);
    }
}

static bool ends_with(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) && strcmp(text + strlen(text) - strlen(end), end) == 0;
}

/* FILE, DIR, and also [STEP:]FILE. A COMMAND is a program. */
static bool is_file(const char *placeholder)
{
    return ends_with(placeholder, "FILE") || ends_with(placeholder, "DIR") || strcmp(placeholder, "COMMAND") == 0;
}

/* A placeholder in lower case is a word of the command line by itself. */
static bool is_word(const char *placeholder)
{
    return placeholder[strspn(placeholder, "abcdefghijklmnopqrstuvwxyz")] == '\0';
}

/* One alternative of a placeholder. For numbers there is nothing to offer. */
static void offer_alternative(const struct typed_word *word, const char *placeholder)
{
    static const struct {
        const char *placeholder;
        void (*offer)(const struct typed_word *word);
    } KINDS[] = {
        {"SCENE", offer_scenes},
        {"PROBLEM", offer_problems},
        {"SPEC", offer_solvers},
        {"BENCH-SCENE", offer_bench_scenes},
    };
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; ++i) {
        if (strcmp(placeholder, KINDS[i].placeholder) == 0) {
            KINDS[i].offer(word);
        }
    }
    if (strncmp(placeholder, "KEY=", 4) == 0) {
        offer_keys(word);
    }
    if (is_file(placeholder)) {
        puts(":files");
    }
    if (is_word(placeholder)) {
        offer(word, placeholder, "", "");
    }
}

void offer_names(const struct typed_word *word, const char *placeholder)
{
    char alternative[64];
    for (;;) {
        const size_t length = strcspn(placeholder, "|");
        snprintf(alternative, sizeof alternative, "%.*s", (int)length, placeholder);
        offer_alternative(word, alternative);
        if (placeholder[length] == '\0') {
            return;
        }
        placeholder += length + 1;
    }
}
