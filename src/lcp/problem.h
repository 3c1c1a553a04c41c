/* How a problem is stored: an array per row attribute, and A in one of three ways.
 *
 * A row between bodies has two body slots and two blocks of J. The world is body slot 0, with no velocity and no
 * inverse mass, so that the sweeps need no branch for it. The slot of a body is its index plus one.
 */
#ifndef MODULUS_LCP_PROBLEM_H
#define MODULUS_LCP_PROBLEM_H

#include <modulus/contact.h>

#include "base/memory.h"
#include "lcp/bounds.h"

/* Size of a body slot. Velocity and inverse mass are side by side, so that a row reads one place in memory per body.
 * 2D: v[3], then the diagonal of M^-1. 3D: v[6], 1/mass, I^-1 row by row. */
#define MD_SLOT_2D 6
#define MD_SLOT_3D 16

static inline int32_t md_slot_size(int32_t degrees_of_freedom)
{
    return degrees_of_freedom == 3 ? MD_SLOT_2D : MD_SLOT_3D;
}

#define MD_MAX_BODY_PARTITIONS 1024

/* A contact: its rows follow each other, in the order of md_contact. The bounds of the rows have the coefficients. */
struct contact_rows {
    int32_t row; /* the normal */
    md_friction law;
    int8_t tangents; /* 0 to 2 */
    bool has_torsion, has_rolling;
};

/** The number of rows of a contact. */
static inline int32_t md_contact_row_count(const struct contact_rows *contact)
{
    return 1 + contact->tangents + (contact->has_torsion ? 1 : 0) + (contact->has_rolling ? contact->tangents : 0);
}

/** Normals of a face, at most. */
#define MD_FACE_ROWS 4

/* Normals of one face contact between the same two bodies, in ascending order: sweeps step them together (faces.h). */
struct face_rows {
    int32_t count; /* 2 to MD_FACE_ROWS */
    int32_t row[MD_FACE_ROWS];
};

struct md_problem {
    md_allocator allocator;
    md_problem_kind kind;
    int32_t m, n;

    /* Every row. */
    struct reals bias; /* b, or q of an explicit problem */
    struct reals lower, upper, compliance;
    struct reals lambda0, y0;
    struct indices parent;

    /* Rows that were given as contacts; rows of other friction have a parent only. */
    struct contact_rows *contacts;
    size_t contact_capacity;
    int32_t contact_count;

    /* Contact points with one friction constraint. */
    struct patch_rows *patches;
    size_t patch_capacity;
    int32_t patch_count;
    struct indices row_patch; /* of each row with a parent: its patch, or MD_NO_PATCH. Filled in if there are patches */
    /* Normals that sweeps step together; an engine joins them. */
    struct face_rows *faces;
    size_t face_capacity;
    int32_t face_count;

    /* MD_PROBLEM_BODIES */
    int32_t degrees_of_freedom; /* 3 or 6; 0 for the other kinds */
    int32_t body_count;
    struct reals body;             /* slots, the world first */
    struct indices row_body;       /* two slots per row */
    struct reals row_jacobian;     /* two blocks of degrees_of_freedom numbers per row */
    int32_t partitions;            /* of the bodies, which can be swept at the same time; 0: none */
    struct indices body_partition; /* per slot, from 0 */
    /* The partitions may be divided among ranks (ranks.h): contacts between two of them can be swept beside those between
     * others, and no decision depends on which rank has which partition. Then there is at least one partition. */
    bool is_divided;
    /* Divided: contacts in blocks have rows of friction even if none of those that this rank knows has friction. */
    bool has_friction_rows;
    int32_t joint_rows; /* the first rows, which block_packing.c does not treat as contacts */

    /* MD_PROBLEM_EXPLICIT: A. MD_PROBLEM_GENERAL: J and M^-1, v. */
    md_matrix A, J, inverse_M;
    struct reals v;
};

/** The number of slots that follow the bodies in a state: copies of the world for empty lanes and contacts with the world, one
 *  for each partition that is swept at the same time (block_layout.h). */
static inline int32_t md_problem_world_copies(const md_problem *problem)
{
    return problem->partitions <= 1 ? 0 : problem->is_divided ? problem->partitions : problem->partitions + 1;
}

/** Reserves and adds rows between bodies up to m in all, without checks: the caller writes valid values. */
md_status md_problem_reserve_body_rows(md_problem *problem, size_t m);

/** True if bounds are ordered, not NaN, and contain a finite number; multiples of the impulse of a parent must be finite. */
bool md_bounds_are_valid(md_real lower, md_real upper, bool has_parent);

/** True if a coefficient of friction is finite and not negative. */
bool md_is_coefficient(md_real value);

/** Adds a row of a contact or patch. A normal has no parent; the others are bounded by -factor and factor times the impulse of
 *  the parent. */
md_status md_problem_add_row_of(md_problem *problem, const int32_t body[2], const md_contact_row *from, int32_t parent,
                                md_real factor);

/** Whether the rows from `first` are bounded by -mu and mu, with the same mu. */
bool md_rows_have_one_mu(const md_problem *problem, int32_t first, int32_t count);

/** Whether the tangents, the torsion and the rolling of a contact are bounded by -mu and mu with one mu each. */
bool md_contact_has_one_mu(const md_problem *problem, const struct contact_rows *contact);

/* Friction rows that follow each other and have one parent. */
struct friction_shape {
    int32_t rows;
    int8_t tangents;
    bool has_torsion, has_rolling;
};

/** The shape of the friction rows from `first` on whose parent is `normal`, by their number: see md_problem_group_contacts. */
struct friction_shape md_problem_friction_shape(const md_problem *problem, int32_t normal, int32_t first);

/** Whether a row and the rows that follow it have the shape of a contact, see md_problem_group_contacts. The contact
 *  gets no law. */
bool md_problem_find_contact(const md_problem *problem, int32_t row, struct contact_rows *contact);

/** prepare.c: checks that parents exist, have no parents, and have lower bounds that are not negative; that normals of
 *  cones have the bounds [0, inf); and the same of patches. */
md_status md_problem_check_parents(const md_problem *problem, md_error *error);

/** Joins normals, `count` rows in ascending order between the same two bodies and without a parent, to a face. Fewer than two
 *  are not joined. */
md_status md_problem_join_normals(md_problem *problem, const int32_t *rows, int32_t count);
/** Makes room for faces. */
md_status md_problem_reserve_faces(md_problem *problem, size_t count);

/** Makes room for contacts. */
md_status md_problem_reserve_contacts(md_problem *problem, size_t count);

/** The bounds of the rows of a problem. */
struct bounds md_problem_bounds(const md_problem *problem);

/** Reserves, or frees, the arrays of the rows. */
md_status md_problem_reserve_rows(md_problem *problem, const md_allocator *allocator, size_t m);
void md_problem_free_rows(md_problem *problem, const md_allocator *allocator);

/** Copies the partitions from a problem with the same bodies. */
md_status md_problem_copy_body_partitions(md_problem *problem, const md_problem *from);

/** Empties the problem and keeps its memory. */
void md_problem_forget(md_problem *problem);

#endif
