/* The files of a problem while it is read: which there are, and their numbers. */
#ifndef MODULUS_LCP_PROBLEM_PARTS_H
#define MODULUS_LCP_PROBLEM_PARTS_H

#include <modulus/problem_files.h>

#include "base/memory.h"

#define LONGEST_PATH 4096

/* The parts of a problem: the path if a part is given, then its matrix or vector. */
struct parts {
    md_allocator allocator;
    const md_problem_files *files;
    md_error *error;
    char path[MD_PART_COUNT][LONGEST_PATH]; /* empty: absent */
    md_matrix matrix[MD_PART_COUNT];
    struct reals vector[MD_PART_COUNT];
};

static inline bool md_parts_has(const struct parts *parts, md_part part)
{
    return parts->path[part][0] != '\0';
}

/** Reads a vector of `count` numbers, as a column or a row; count -1 for any. `what` says what they are. */
md_status md_parts_read_vector(struct parts *parts, md_part part, int32_t count, const char *what);

/** Fails if a part is missing beside another. */
md_status md_parts_require(const struct parts *parts, md_part part, const char *with);

/** Fails if one of the numbers is negative. */
md_status md_parts_check_not_negative(const struct parts *parts, md_part part, int32_t count);

/** problem_files_friction.c: reads mu, torsion, rolling and parent. */
md_status md_parts_read_friction(md_problem *problem, struct parts *parts);
/** problem_files_patches.c: reads which normals bound friction together. The parents of the rows are known. */
md_status md_parts_read_patches(md_problem *problem, struct parts *parts);
/** problem_files_faces.c: reads which normals are swept together. */
md_status md_parts_read_faces(md_problem *problem, struct parts *parts);

#endif
