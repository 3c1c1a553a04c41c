/* The bounding-volume tree of the plane. */
#ifndef MODULUS_SPATIAL_TREE2_H
#define MODULUS_SPATIAL_TREE2_H

#include "geometry2/vec.h"
#include "spatial/tree.h"

typedef md2_box md2_tree_box;
typedef md2_vec md2_tree_vec;

#define TREE md2_tree
#include "spatial/tree_api.inc.h"
#undef TREE

#endif
