/* Creates bodies, shapes and joints in the running world of a scene. Their definitions are those of a scene file, parsed by the
 * host (flat.c), and are read by the same functions: keys, defaults, checks and messages are those of docs/scenes.md, with
 * two differences. A joint names its bodies by handles, {"index": ..., "generation": ...}, and there are no materials.
 *
 * A definition that is refused changes nothing. */
#ifndef MODULUS_SCENE_CREATE_H
#define MODULUS_SCENE_CREATE_H

#include "scene/scene.h"

/** Handle of a body, shape or joint of a world of either dimension. */
struct scene_handle {
    int32_t index;
    uint32_t generation;
};

/** A definition. */
struct scene_definition {
    const void *bytes; /* a flat document */
    size_t size;
    const char *origin; /* begins errors */
};

/** Creates a body from an element of "bodies", with its shapes. */
md_status scene_create_body(const struct scene *scene, const struct scene_definition *definition,
                            struct scene_handle *body, md_error *error);
/** Creates a shape on a body from an element of "shapes". The handle of a chain (2D) is that of its first segment. */
md_status scene_create_shape(const struct scene *scene, struct scene_handle body,
                             const struct scene_definition *definition, struct scene_handle *shape, md_error *error);
/** Creates a joint from an element of "joints". */
md_status scene_create_joint(const struct scene *scene, const struct scene_definition *definition,
                             struct scene_handle *joint, md_error *error);

/* ---- Changing: change.c ------------------------------------------------------------------------------------------ */

/** Changes a body by the keys that a definition gives: type, linear_damping, angular_damping, gravity_scale,
 *  fixed_rotation (2D), bullet, enable_sleep. */
md_status scene_change_body(const struct scene *scene, struct scene_handle body,
                            const struct scene_definition *definition, md_error *error);
/** Changes the material and the filter of a shape, and of all segments of its chain. */
md_status scene_change_shape(const struct scene *scene, struct scene_handle shape,
                             const struct scene_definition *definition, md_error *error);
/** Changes limits, motor, spring, target and so on of a joint: not its type, bodies and frames. As in a new joint, giving
 *  a parameter of a limit, motor or spring enables it. */
md_status scene_change_joint(const struct scene *scene, struct scene_handle joint,
                             const struct scene_definition *definition, md_error *error);

#endif
