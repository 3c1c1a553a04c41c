/* Scenes: worlds by name or from a JSON file, with what it takes to run and to draw them.
 *
 * docs/scenes.md says how a scene is written, docs/scene.schema.json which keys there are.
 */
#ifndef MODULUS_SCENE_SCENE_H
#define MODULUS_SCENE_SCENE_H

#include <modulus/modulus.h>

struct build;

/** "key=value" as given with --set. */
struct scene_setting {
    const char *key, *value;
};

struct scene_options {
    const struct scene_setting *settings;
    size_t setting_count;
    bool frictionless;              /* friction 0 on every shape */
    const md2_callbacks *callbacks; /* may be NULL */
    const md_allocator *allocator;  /* may be NULL */
};

struct scene {
    md2_world *world;
    char name[64];   /* of the built-in scene, or "name" in the file, or the file's name without folder and extension */
    char about[256]; /* one sentence */
    md_real dt;      /* s, of a step; 1/60 unless the scene says otherwise */
    int64_t steps;   /* for which it is meant to run; 1,000 unless it says otherwise */
    md2_box view;    /* what a picture shows, m */
};

/** A key of a built-in scene. */
struct scene_key {
    const char *name, *default_text, *meaning;
    double min, max;
    bool whole; /* whole numbers only */
};

/** A built-in scene, for lists and help. */
struct scene_kind {
    const char *name, *about;
    const struct scene_key *keys;       /* ended by a name of NULL */
    void (*settle)(md2_world_def *def); /* what it wants of the world; NULL: the defaults */
    void (*build)(struct build *build); /* build.h */
};
/** Ended by a name of NULL. */
extern const struct scene_kind scene_kinds[];
/** The keys that every scene takes, files too: those of "world" in a file that are one number or word, "dt" and
 *  "steps". Gives the name of the index-th, NULL after the last. */
const char *scene_common_key(size_t index);

/** Opens a built-in scene by its name, or a file by its path (whatever has a '/', a '.' or exists). Settings are the
 *  keys of the built-in scene and the common ones; a file takes those alone. `options` may be NULL. On failure the
 *  scene is zeros and the error names file and key path. */
md_status scene_open(struct scene *scene, const char *name, const struct scene_options *options, md_error *error);
void scene_close(struct scene *scene);

/** From the text of a JSON document; `origin` names it in errors. */
md_status scene_read(struct scene *scene, const char *text, size_t length, const char *origin,
                     const struct scene_options *options, md_error *error);
/** From a document that someone else has parsed: flat.c has the form of the bytes. */
md_status scene_read_flat(struct scene *scene, const void *bytes, size_t size, const char *origin,
                          const struct scene_options *options, md_error *error);
/** Writes the world as it is now, atomically, such that scene_open makes it again: same bodies, shapes, joints,
 *  settings, in the same order. What a step leaves for the next (contacts, impulses) is not in a scene: snapshots have
 *  that. */
md_status scene_save(const struct scene *scene, const char *file, md_error *error);
/** The same as a text, terminated, which the caller frees with free(). */
md_status scene_text(const struct scene *scene, char **text, size_t *length, md_error *error);

#endif
