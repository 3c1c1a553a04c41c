#include "cli/options/names.h"

#include <ctype.h>
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

static void offer_files(const struct typed_word *word)
{
    (void)word;
    puts(":files");
}

static bool ends_with(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) && strcmp(text + strlen(text) - strlen(end), end) == 0;
}

/* One alternative of a placeholder. One in lower case is a word by itself; numbers have no names. */
static void offer_alternative(const struct typed_word *word, const char *placeholder)
{
    static const struct {
        const char *end;
        void (*offer)(const struct typed_word *word);
    } KINDS[] = {
        {"SCENE", offer_scenes},      {"PROBLEM", offer_problems}, {"SPEC", offer_solvers}, {"KEY=VALUE", offer_keys},
        {"NAME", offer_bench_scenes}, {"FILE", offer_files},       {"DIR", offer_files},    {"COMMAND", offer_files},
    };
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; ++i) {
        if (ends_with(placeholder, KINDS[i].end)) { /* also [STEP:]FILE */
            KINDS[i].offer(word);
        }
    }
    if (islower((unsigned char)*placeholder)) {
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
