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
md_status read_shape3(struct reader *reader, const struct value *value, md3_body_id body);
md_status read_joint3(struct reader *reader, const struct value *value);
/** Finds the element of `bodies` that a joint names, by its name or index. */
md_status reader_find_body(const struct reader *reader, const struct value *value, int32_t *index);

md_status read_shape(struct reader *reader, const struct value *value, md2_body_id body);
md_status read_joint(struct reader *reader, const struct value *value);

#endif
