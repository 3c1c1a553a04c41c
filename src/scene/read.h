/* A tree of values to a world: read.c has the document and the bodies, read_shapes.c and read_joints.c what belongs to
 * them. */
#ifndef MODULUS_SCENE_READ_H
#define MODULUS_SCENE_READ_H

#include "scene/fields.h"
#include "scene/scene.h"

struct reader {
    struct value_tree *tree;
    const struct scene_options *options; /* may be NULL */
    md2_world *world;
    const struct value *materials; /* NULL where there are none */
    const struct value *bodies;    /* the array; NULL where there are none */
    md2_body_id *body;             /* of each of them */
    md_error *error;
};

/** Makes the world that the tree describes. The tree may also give memory for the time of reading. */
md_status scene_read_tree(struct scene *scene, struct value_tree *tree, const struct scene_options *options,
                          md_error *error);

/** What the world refused, at a value: its status in words. */
md_status reader_refused(const struct reader *reader, const struct value *value, md_status status);

md_status read_shape(struct reader *reader, const struct value *value, md2_body_id body);
md_status read_joint(struct reader *reader, const struct value *value);

#endif
