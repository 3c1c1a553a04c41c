/* Builds a world from a tree of values: read.c reads the document and the bodies, read_shapes.c the shapes and
 * read_joints.c the joints; read3.c, read_shapes3.c and read_joints3.c those of 3D scenes. */
#ifndef MODULUS_SCENE_READ_H
#define MODULUS_SCENE_READ_H

#include "scene/fields.h"
#include "scene/scene.h"

struct reader {
    struct value_tree *tree;
    const struct scene_options *options; /* may be NULL */
    md2_world *world;                    /* NULL if the scene is 3D */
    md3_world *world3;                   /* NULL if the scene is 2D */
    const struct value *materials;       /* may be NULL */
    const struct value *bodies;          /* the array; may be NULL */
    md2_body_id *body;                   /* the created body of each element of `bodies` */
    md3_body_id *body3;                  /* the same in 3D */
    struct obj_file *obj_files;          /* the OBJ files read so far; NULL: none */
    bool is_running;                     /* adds to a world that exists: joints name bodies by handles */
    md_error *error;
};

/** Creates the world that the tree describes. Temporary memory is taken from the tree. */
md_status scene_read_tree(struct scene *scene, struct value_tree *tree, const struct scene_options *options,
                          md_error *error);

/** Converts a status of the world into an error at a value; MD_OK passes through. */
md_status reader_refused(const struct reader *reader, const struct value *value, md_status status);
/** Converts what a check of a definition found into an error at a value; MD_OK passes through. */
md_status reader_checked(const struct reader *reader, const struct value *value, md_status status,
                         const md_error *found);

/** Gets the array of a key, or NULL if the key is absent. */
md_status reader_array(const struct reader *reader, const struct value *object, const char *key,
                       const struct value **array);

/** Fills the scene and its 3D world. On failure the caller destroys the world of the reader. */
md_status scene_read_tree3(struct reader *reader, const struct value *root, struct scene *scene);
md_status read_body3(struct reader *reader, const struct value *value, md3_body_id *body);
/** `shape` and `joint` may be NULL. */
md_status read_shape3(struct reader *reader, const struct value *value, md3_body_id body, md3_shape_id *shape);
md_status read_joint3(struct reader *reader, const struct value *value, md3_joint_id *joint);
/** read_obj3.c: the vertices and triangles of the OBJ file that a hull or mesh names, scaled and moved. They live until
 *  reader_free_obj_files or as long as the tree. */
struct obj_arrays {
    const md3_vec *vertices;
    const int32_t *indices; /* three per triangle */
    int32_t vertex_count, triangle_count;
};
/** `arrays` is the key for the points themselves: exactly one of it and "file" must be given. With the former, `file` is
 *  NULL. */
md_status read_obj3(struct reader *reader, const struct value *geometry, const char *arrays,
                    const struct geometry3 *parameters, const struct value **file, struct obj_arrays *obj);
void reader_free_obj_files(struct reader *reader);
/** Finds the element of `bodies` that a joint names, by its name or index. */
md_status reader_find_body(const struct reader *reader, const struct value *value, int32_t *index);

/** Reads {"index": ..., "generation": ...}, by which the joints of a running world name their bodies. */
md_status reader_find_handle(const struct reader *reader, const struct value *value, int32_t *index,
                             uint32_t *generation);
/** Fails because a body was destroyed. */
md_status reader_no_body(const struct reader *reader, const struct value *value);
/** create.c: parses a definition for a world that runs. The caller closes it, also if this fails. */
struct scene_definition;
md_status reader_open_definition(struct reader *reader, struct value_tree *tree, const struct scene *scene,
                                 const struct scene_definition *definition, md_error *error);
void reader_close_definition(struct reader *reader, struct value_tree *tree);

/** Giving `one` or `other`, a parameter of a limit, motor or spring, enables it, unless the flag is given too. */
void reader_imply(const struct value *value, const char *flag, const char *one, const char *other, bool *on);
/** The same for limits, motor and spring of a joint. */
void read_drives(const struct value *value, md2_joint_def *def);
void read_drives3(const struct value *value, md3_joint_def *def);

md_status read_body(struct reader *reader, const struct value *value, md2_body_id *body);
/** `shape` and `joint` may be NULL. The shape of a chain is its first segment. */
md_status read_shape(struct reader *reader, const struct value *value, md2_body_id body, md2_shape_id *shape);
md_status read_joint(struct reader *reader, const struct value *value, md2_joint_id *joint);

#endif
