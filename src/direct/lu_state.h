/* The memory of a factorization, shared by its three phases: analysis, factorization, solution. */
#ifndef MODULUS_DIRECT_LU_STATE_H
#define MODULUS_DIRECT_LU_STATE_H

#include "direct/assembly_tree.h"
#include "direct/lu_pattern.h"

/** Rows of a front at most: places in it are 32-bit integers. */
#define MAX_FRONT 46340

struct lu_front {
    /** Offsets of its names in `row` and `column`, of its part of L and U in `factor`, and of its rest in `stack`. */
    size_t names, factor, rest;
    int32_t size, eliminated;
};

/* Rows and columns are named by their place in the order of elimination. The rows and columns of a front are its
 * pivots, then those that wait since a front below it, then its border. After its elimination it has columns of L,
 * rows of U, and a rest, which is added to its parent. */
struct lu_state {
    md_allocator allocator;
    bool is_ready; /* for a factorization */
    struct lu_pattern pattern;
    struct assembly_tree tree;
    /** The symmetric graph of the pattern. The analysis overwrites it. */
    struct indices graph_start, graph;
    /** Entries of the matrix front by front: the value, and its place in a front in which nothing waits. */
    struct indices entry_start, entry_value, entry_place;
    struct lu_front *fronts;
    size_t front_capacity;
    struct indices row_name, column_name;
    /** Per front the columns of L, with the square of U above its diagonal, then the other columns of U. */
    struct doubles factor;
    /** The front at work. */
    struct doubles front;
    /** The rests of the fronts in `pending`, whose parents are still to come. */
    struct doubles stack;
    struct indices pending;
    /** Index in the parent of each row of a rest. */
    struct indices target;
    /** For solving. */
    struct doubles left, right, local;
};

/** Makes room to work on a front. */
md_status md_lu_reserve_front(struct lu_state *lu, int32_t size);

#endif
