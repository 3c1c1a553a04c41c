/** @file
 * Problems as folders of Matrix Market files, a format that SciPy, Octave, Julia and MATLAB read.
 *
 *     A q                     the problem, explicit
 *     J v b, M or Minv        the problem, structured
 *     lower upper             bounds; default 0 and infinity
 *     mu                      friction, one number per contact (rows grouped: normal, one or two tangents)
 *     torsion rolling         further friction of these contacts, one number each: a torsion row, then as many rolling
 *                             rows as tangents, follow the tangents
 *     parent mu               friction, one number per row; parent is the row of the normal, from 1, or 0 for none.
 *                             md_problem_group_contacts says which rows are contacts
 *     face                    normals that sweeps step together: the first of them, from 1, or 0 for none
 *     patch                   with parent: normals that bound friction together (md_patch), from 1 to 4 rows that follow each
 *                             other: the first of them, from 1, or 0 for none. It is the parent of the friction rows, which
 *                             follow the normals
 *     c                       compliance per row
 *     lambda0 y0              warm start
 *
 * The law of friction is not in the files: the reader chooses it.
 */
#ifndef MODULUS_PROBLEM_FILES_H
#define MODULUS_PROBLEM_FILES_H

#include <modulus/contact.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The parts of a problem, one file each: see the table above. */
typedef enum md_part {
    MD_PART_A,
    MD_PART_Q,
    MD_PART_J,
    MD_PART_V,
    MD_PART_B,
    MD_PART_M,
    MD_PART_MINV,
    MD_PART_LOWER,
    MD_PART_UPPER,
    MD_PART_MU,
    MD_PART_PARENT,
    MD_PART_C,
    MD_PART_LAMBDA0,
    MD_PART_Y0,
    MD_PART_TORSION,
    MD_PART_ROLLING,
    MD_PART_FACE,
    MD_PART_PATCH,
    MD_PART_COUNT
} md_part;

/** "A", "q", ...; in a folder the file of a part has this name and ".mtx". */
MD_API const char *md_part_name(md_part part);

/** Source of a problem: a folder, single files (which override those of the folder), or both. */
typedef struct md_problem_files {
    const char *folder;              /**< NULL for none */
    const char *part[MD_PART_COUNT]; /**< paths; NULL: from the folder, if it has this part */
    md_friction law;                 /**< of contacts; default disc */
    int32_t contact_dim;             /**< 2 or 3: one or two tangents per mu; 0: from the number of mus */
    int32_t body_degrees_of_freedom; /**< 3 or 6: J is between bodies, at most two per row; 0: J is general */
    md_read_options read;            /**< limits */
} md_problem_files;

/** Reads a problem. Every part is checked; the error names the file. On failure the problem is empty. */
MD_API md_status md_problem_read(md_problem *problem, const md_problem_files *files, md_error *error);

/** Writes a problem into a folder, which is created if needed: A and q, or J, v, b and Minv, and the parts that differ
 *  from their defaults. If all rows are contacts of one shape, mu has one number per contact; otherwise parent is written
 *  too. Reading gives back the same bits, and the same contacts and patches with the law of the reader. */
MD_API md_status md_problem_write(const md_problem *problem, const char *folder, md_error *error);

#ifdef __cplusplus
}
#endif

#endif
