/** @file
 * Handles of bodies, shapes, chains and joints of a 2D world.
 *
 * A handle is a value: an index and a generation. A handle of something that was destroyed, or a handle of zeros, is
 * refused with MD_ERROR_ARGUMENT by functions that return a status; other functions return zeros. A handle never becomes
 * valid again: after 2^31 uses an index is not reused, and its memory stays with the world.
 */
#ifndef MODULUS_HANDLES2_H
#define MODULUS_HANDLES2_H

#include <modulus/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A world, which owns everything in it. */
typedef struct md2_world md2_world;

/** Handle of a body. */
typedef struct md2_body_id {
    int32_t index;       /**< position in the world's array of bodies */
    uint32_t generation; /**< 0: no body */
} md2_body_id;

/** Handle of a shape. */
typedef struct md2_shape_id {
    int32_t index;       /**< position in the world's array of shapes */
    uint32_t generation; /**< 0: no shape */
} md2_shape_id;

/** Handle of a chain: the segments that md2_chain_create has added to a body. */
typedef struct md2_chain_id {
    int32_t index;       /**< position in the world's array of chains */
    uint32_t generation; /**< 0: no chain */
} md2_chain_id;

/** Handle of a joint. */
typedef struct md2_joint_id {
    int32_t index;       /**< position in the world's array of joints */
    uint32_t generation; /**< 0: no joint */
} md2_joint_id;

/** Returns the handle of no body. */
static inline md2_body_id md2_body_none(void)
{
    const md2_body_id none = {0, 0};
    return none;
}
/** Returns the handle of no shape. */
static inline md2_shape_id md2_shape_none(void)
{
    const md2_shape_id none = {0, 0};
    return none;
}
/** Returns the handle of no chain. */
static inline md2_chain_id md2_chain_none(void)
{
    const md2_chain_id none = {0, 0};
    return none;
}
/** Returns the handle of no joint. */
static inline md2_joint_id md2_joint_none(void)
{
    const md2_joint_id none = {0, 0};
    return none;
}

/** Returns whether two handles are equal. */
static inline bool md2_body_same(md2_body_id a, md2_body_id b)
{
    return a.index == b.index && a.generation == b.generation;
}
/** Returns whether two handles are equal. */
static inline bool md2_shape_same(md2_shape_id a, md2_shape_id b)
{
    return a.index == b.index && a.generation == b.generation;
}
/** Returns whether two handles are equal. */
static inline bool md2_chain_same(md2_chain_id a, md2_chain_id b)
{
    return a.index == b.index && a.generation == b.generation;
}
/** Returns whether two handles are equal. */
static inline bool md2_joint_same(md2_joint_id a, md2_joint_id b)
{
    return a.index == b.index && a.generation == b.generation;
}

#ifdef __cplusplus
}
#endif

#endif
