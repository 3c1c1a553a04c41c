/* modulus scenes: lists the built-in scenes, or writes one as a JSON file. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/options/scene_options.h"
#include "cli/output/files.h"
#include "cli/output/report.h"

struct options {
    const char *name, *out;
    struct scene_changes changes;
    bool json;
};

static int parse(int argc, char **argv, struct options *options)
{
    const struct argument arguments[] = {
        {"set", ARGUMENT_LIST, &options->changes.settings, "KEY=VALUE", "set a key of the scene; repeatable"},
        {"frictionless", ARGUMENT_FLAG, &options->changes.frictionless, NULL, "set all friction to zero"},
        {"out", ARGUMENT_TEXT, &options->out, "FILE", "write the scene as a JSON file that can be edited and run"},
        {"json", ARGUMENT_FLAG, &options->json, NULL, "print the list as one JSON object"},
    };
    const struct argument_group groups[] = {{"Options", arguments, sizeof arguments / sizeof *arguments}};
    const struct usage usage = {
        .line = "modulus scenes [SCENE [--set KEY=VALUE] --out FILE]",
        .about =
            "Lists the built-in scenes with their keys, or writes one as a JSON file. The format is in docs/scenes.md.",
        .examples = "  modulus scenes\n"
                    "  modulus scenes pool1\n"
                    "  modulus scenes pool1 --out pool.json\n"
                    "  modulus run pool.json\n",
        .groups = groups,
        .group_count = sizeof groups / sizeof *groups,
        .positional = &options->name,
        .takes = "SCENE|FILE",
    };
    return arguments_parse(argc, argv, &usage);
}

static bool is_common_in_2d(const char *key)
{
    size_t i = 0;
    while (scene_common_key(i) != NULL && strcmp(scene_common_key(i), key) != 0) {
        ++i;
    }
    return scene_common_key(i) != NULL;
}

/* Prints the common keys, wrapped at 100 columns. */
static void print_common_keys(void)
{
    printf("\nAll scenes, including files, also have these keys:\n ");
    int column = 1;
    for (size_t i = 0; scene_common_key(i) != NULL; ++i) {
        const int length = (int)strlen(scene_common_key(i)) + 1;
        if (column + length > 100) {
            printf("\n ");
            column = 1;
        }
        printf(" %s", scene_common_key(i));
        column += length;
    }
    printf("\nKeys of 3D scenes only:");
    for (size_t i = 0; scene_common_key3(i) != NULL; ++i) {
        if (!is_common_in_2d(scene_common_key3(i))) {
            printf(" %s", scene_common_key3(i));
        }
    }
    printf("\nKeys that change every shape or body, of files and of scenes without a key of this name:\n");
    for (const struct scene_key *key = scene_adjustments; key->name != NULL; ++key) {
        printf("  %-14s %s\n", key->name, key->meaning);
    }
}

static void list_scene(cJSON *scenes, int dimensions, const char *name, const char *about, const struct scene_key *key)
{
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddStringToObject(entry, "name", name);
    cJSON_AddStringToObject(entry, "about", about);
    json_add_number(entry, "dimensions", dimensions);
    cJSON *keys = cJSON_AddArrayToObject(entry, "keys");
    for (; key->name != NULL; ++key) {
        cJSON *described = cJSON_CreateObject();
        cJSON_AddStringToObject(described, "name", key->name);
        cJSON_AddStringToObject(described, "default", key->default_text);
        cJSON_AddStringToObject(described, "meaning", key->meaning);
        cJSON_AddItemToArray(keys, described);
    }
    cJSON_AddItemToArray(scenes, entry);
}

static int list_as_json(void)
{
    cJSON *object = cJSON_CreateObject();
    cJSON *scenes = cJSON_AddArrayToObject(object, "scenes");
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL; ++kind) {
        list_scene(scenes, 2, kind->name, kind->about, kind->keys);
    }
    for (const struct scene_kind3 *kind = scene_kinds3; kind->name != NULL; ++kind) {
        list_scene(scenes, 3, kind->name, kind->about, kind->keys);
    }
    const int code = json_print(object);
    return code >= 0 ? code : EXIT_DONE;
}

static void describe(const struct scene *scene)
{
    printf("%s: %s\n\n", md_printable(scene->name).text, md_printable(scene->about).text);
    printf("bodies   %d, with %d shapes and %d joints, in %dD\n", scene_body_count(scene), scene_shape_count(scene),
           scene_joint_count(scene), scene_dimensions(scene));
    printf("steps    %lld of %.4g ms\n", (long long)scene->steps, 1e3 * (double)scene->dt);
    const struct scene_key *keys = scene_keys(scene->name);
    for (const struct scene_key *key = keys; key != NULL && key->name != NULL; ++key) {
        printf("%-8s %-14s %s (default %s)\n", key == keys ? "keys" : "", key->name, key->meaning, key->default_text);
    }
    printf("\nmodulus run %s simulates this scene, modulus scenes %s --out FILE.json writes it to a file.\n",
           md_printable(scene->name).text, md_printable(scene->name).text);
}

static int save(const struct scene *scene, const char *file)
{
    md_error error = {0};
    if (scene_save(scene, file, &error) != MD_OK) {
        return fail_with(EXIT_FAILED, "%s", error.message);
    }
    printf("%s: %d bodies, written to %s\n", md_printable(scene->name).text, scene_body_count(scene),
           md_printable(file).text);
    return EXIT_DONE;
}

int command_scenes(int argc, char **argv)
{
    struct options options = {0};
    int code = parse(argc, argv, &options);
    if (code >= 0) {
        return code;
    }
    if (options.name == NULL) {
        if (options.out != NULL || options.changes.settings.count > 0 || options.changes.frictionless) {
            return fail_with(EXIT_BAD_INPUT, "scenes: expected the name of a scene (modulus scenes lists them)");
        }
        if (options.json) {
            return list_as_json();
        }
        printf("Built-in scenes for modulus run and compare, with the keys of --set KEY=VALUE:\n");
        print_scenes(true);
        print_common_keys();
        return EXIT_DONE;
    }
    struct scene scene = {0};
    note_input(options.name);
    code = check_output("out", options.out);
    if (code < 0) {
        code = scene_load(&scene, options.name, &options.changes, NULL);
    }
    if (code >= 0) {
        return code;
    }
    code = EXIT_DONE;
    if (options.out != NULL) {
        code = save(&scene, options.out);
    } else {
        describe(&scene);
    }
    scene_close(&scene);
    return code;
}
