/* Builds a world from a tree of values: read.c reads the document and the bodies, read_shapes.c the shapes and
 * read_joints.c the joints. */
#ifndef MODULUS_SCENE_READ_H
#define MODULUS_SCENE_READ_H

#include "scene/fields.h"
#include "scene/scene.h"

struct reader {
    struct value_tree *tree;
    const struct scene_options *options; /* may be NULL */
    md2_world *world;
    const struct value *materials; /* may be NULL */
    const struct value *bodies;    /* the array; may be NULL */
    md2_body_id *body;             /* the created body of each element of `bodies` */
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

md_status read_shape(struct reader *reader, const struct value *value, md2_body_id body);
md_status read_joint(struct reader *reader, const struct value *value);

#endif
