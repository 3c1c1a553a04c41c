/* Scenes: worlds from a built-in name or a JSON file, with their time step, number of steps and view.
 *
 * docs/scenes.md describes the format, docs/scene.schema.json defines its keys. builtin.c and library/ have the
 * built-in scenes, read*.c and fields*.c the reader, save*.c the writer, value.h the parsed document. Files whose names end
 * with 3 are the same for scenes in space. scene_world.h treats worlds of both dimensions alike.
 */
#ifndef MODULUS_SCENE_SCENE_H
#define MODULUS_SCENE_SCENE_H

#include <modulus/modulus.h>

struct build;
struct build3;
struct scene_observer;

/** A setting given with --set key=value. */
struct scene_setting {
    const char *key, *value; /* of a file, the key may be a path in the document; see edit.h */
};

/** Reads the files that a 3D scene names: OBJ files of hulls and meshes. */
struct scene_files {
    void *user;
    /** Reads a file into memory that the reader of the scene frees with free(). The name is relative and has no "..". */
    md_status (*read)(void *user, const char *name, char **bytes, size_t *length, md_error *error);
};

struct scene_options {
    const struct scene_setting *settings;
    size_t setting_count;
    bool frictionless;              /* friction 0 on every shape */
    bool is_running;                /* the settings change a world that exists: only keys that all worlds have */
    const md2_callbacks *callbacks; /* of a 2D world; may be NULL */
    const md_allocator *allocator;  /* may be NULL */
    /** Callbacks of a world of either dimension, in place of `callbacks`; may be NULL. They must live as long as the
     *  scene. */
    const struct scene_observer *observer;
    bool allow_3d; /* otherwise a 3D scene is refused, for callers that use scene.world */
    /** May be NULL: scene_open then reads files in the folder of the scene and below it, the other readers refuse scenes
     *  that name files. */
    const struct scene_files *files;
};

struct scene {
    md2_world *world;  /* NULL if the scene is 3D */
    md3_world *world3; /* NULL if the scene is 2D */
    /** The name of the built-in scene, or "name" of the file, or the file name without folder and extension. */
    char name[64];
    char about[256]; /* one sentence */
    md_real dt;      /* time step, s; default 1/60 */
    int64_t steps;   /* default length of a run; 1,000 unless the scene says otherwise */
    md2_box view;    /* visible part of the plane, m; of a 2D scene */
};

/** A key of a built-in scene. */
struct scene_key {
    const char *name, *default_text, *meaning;
    double min, max;
    bool whole; /* whole numbers only */
};

/** A built-in scene. */
struct scene_kind {
    const char *name, *about;
    const struct scene_key *keys;       /* terminated by a NULL name */
    void (*settle)(md2_world_def *def); /* changes the settings of the world; NULL: the defaults */
    void (*build)(struct build *build);
};
/** Terminated by a NULL name. */
extern const struct scene_kind scene_kinds[];

/** A built-in 3D scene. */
struct scene_kind3 {
    const char *name, *about;
    const struct scene_key *keys;       /* terminated by a NULL name */
    void (*settle)(md3_world_def *def); /* changes the settings of the world; NULL: the defaults */
    void (*build)(struct build3 *build);
};
/** Terminated by a NULL name. */
extern const struct scene_kind3 scene_kinds3[];

/** Keys that change all bodies or shapes after a scene was built; see adjust.h. They have no default. Terminated by a NULL
 *  name. */
extern const struct scene_key scene_adjustments[];

/** The name of a key that all scenes have, including files: "dt", "steps", and the keys of "world" whose value is one
 *  number or word. NULL after the last one. */
const char *scene_common_key(size_t index);
/** The same for 3D scenes. */
const char *scene_common_key3(size_t index);

/** Opens a built-in scene by its name, or a file by its path (any name that contains '/' or '.', or exists as a file).
 *  Settings are the keys of the built-in scene and the common keys; a file only has the common keys. `options` may be
 *  NULL. On failure the scene is zeroed, and the error names the file and the path of the key. */
md_status scene_open(struct scene *scene, const char *name, const struct scene_options *options, md_error *error);
/** Fails because a 3D scene is not allowed. */
md_status scene_refuse_3d(const char *name, md_error *error);
/** Destroys the world. */
void scene_close(struct scene *scene);

/** Reads a JSON document from memory; `origin` names it in errors. */
md_status scene_read(struct scene *scene, const char *text, size_t length, const char *origin,
                     const struct scene_options *options, md_error *error);
/** Reads a document that the host has parsed; flat.c describes the bytes. */
md_status scene_read_flat(struct scene *scene, const void *bytes, size_t size, const char *origin,
                          const struct scene_options *options, md_error *error);
/** Saves the current state of the world, atomically. scene_open restores the same bodies, shapes, joints and settings
 *  in the same order. Contacts and impulses are not part of a scene; snapshots have them. */
md_status scene_save(const struct scene *scene, const char *file, md_error *error);
/** The same as a text, terminated, which the caller frees with free(). */
md_status scene_text(const struct scene *scene, char **text, size_t *length, md_error *error);

#endif
