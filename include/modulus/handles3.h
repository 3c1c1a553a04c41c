/** @file
 * Handles of bodies, shapes and joints of a 3D world.
 *
 * A handle is a value: an index and a generation. A handle of something that was destroyed, or a handle of zeros, is
 * refused with MD_ERROR_ARGUMENT by functions that return a status; other functions return zeros. A handle never becomes
 * valid again: after 2^31 uses an index is not reused, and its memory stays with the world.
 */
#ifndef MODULUS_HANDLES3_H
#define MODULUS_HANDLES3_H

#include <modulus/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A world, which owns everything in it. */
typedef struct md3_world md3_world;

/** Handle of a body. */
typedef struct md3_body_id {
    int32_t index;       /**< position in the world's array of bodies */
    uint32_t generation; /**< 0: no body */
} md3_body_id;

/** Handle of a shape. */
typedef struct md3_shape_id {
    int32_t index;       /**< position in the world's array of shapes */
    uint32_t generation; /**< 0: no shape */
} md3_shape_id;

/** Handle of a joint. */
typedef struct md3_joint_id {
    int32_t index;       /**< position in the world's array of joints */
    uint32_t generation; /**< 0: no joint */
} md3_joint_id;

/** Returns the handle of no body. */
static inline md3_body_id md3_body_none(void)
{
    const md3_body_id none = {0, 0};
    return none;
}
/** Returns the handle of no shape. */
static inline md3_shape_id md3_shape_none(void)
{
    const md3_shape_id none = {0, 0};
    return none;
}

/** Returns the handle of no joint. */
static inline md3_joint_id md3_joint_none(void)
{
    const md3_joint_id none = {0, 0};
    return none;
}

/** Returns whether two handles are equal. */
static inline bool md3_body_same(md3_body_id a, md3_body_id b)
{
    return a.index == b.index && a.generation == b.generation;
}
/** Returns whether two handles are equal. */
static inline bool md3_shape_same(md3_shape_id a, md3_shape_id b)
{
    return a.index == b.index && a.generation == b.generation;
}
/** Returns whether two handles are equal. */
static inline bool md3_joint_same(md3_joint_id a, md3_joint_id b)
{
    return a.index == b.index && a.generation == b.generation;
}

#ifdef __cplusplus
}
#endif

#endif
