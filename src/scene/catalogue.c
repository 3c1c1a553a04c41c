#include "scene/catalogue.h"

#include "scene/scene.h"

static void write_key(struct text *text, const struct scene_key *key)
{
    const struct text_level object = text_open(text, NULL, "{", ", ");
    text_string(text, "name", key->name);
    text_string(text, "default", key->default_text);
    text_string(text, "description", key->meaning);
    text_number(text, "min", key->min);
    text_number(text, "max", key->max);
    text_member(text, "integer");
    text_print(text, key->whole ? "true" : "false");
    text_close(text, object, "}");
}

static void write_scene(struct text *text, const char *name, const char *about, const struct scene_key *key)
{
    const struct text_level object = text_open(text, NULL, "{", ", ");
    text_string(text, "name", name);
    text_string(text, "about", about);
    const struct text_level keys = text_open(text, "keys", "[", ", ");
    for (; key->name != NULL; ++key) {
        write_key(text, key);
    }
    text_close(text, keys, "]");
    text_close(text, object, "}");
}

static void write_scenes(struct text *text)
{
    const struct text_level scenes = text_open(text, "scenes", "[", ", ");
    for (const struct scene_kind *kind = scene_kinds; kind->name != NULL; ++kind) {
        write_scene(text, kind->name, kind->about, kind->keys);
    }
    text_close(text, scenes, "]");
    const struct text_level scenes3 = text_open(text, "scenes3", "[", ", ");
    for (const struct scene_kind3 *kind = scene_kinds3; kind->name != NULL; ++kind) {
        write_scene(text, kind->name, kind->about, kind->keys);
    }
    text_close(text, scenes3, "]");
}

static void write_solvers(struct text *text)
{
    const struct text_level solvers = text_open(text, "solvers", "[", ", ");
    for (md_method method = 0; method < MD_METHOD_COUNT; ++method) {
        const struct text_level object = text_open(text, NULL, "{", ", ");
        text_string(text, "name", md_method_name(method));
        text_string(text, "title", md_method_title(method));
        text_close(text, object, "}");
    }
    text_close(text, solvers, "]");
}

void catalogue_write(struct text *text)
{
    const struct text_level level = text_open(text, NULL, "{", ", ");
    text_string(text, "version", md_version());
    text_string(text, "real", md_real_name());
    write_scenes(text);
    write_solvers(text);
    text_close(text, level, "}");
}
