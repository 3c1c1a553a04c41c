/* The bounding-volume tree of space. */
#ifndef MODULUS_SPATIAL_TREE3_H
#define MODULUS_SPATIAL_TREE3_H

#include "geometry3/vec3.h"
#include "spatial/tree.h"

typedef md3_box md3_tree_box;
typedef md3_vec md3_tree_vec;

#define TREE md3_tree
#include "spatial/tree_api.inc.h"
#undef TREE

#endif
