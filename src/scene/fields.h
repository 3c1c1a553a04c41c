/* The keys of a scene's objects: which there are, where each is kept, what it may be. Reading, saving, --set and the
 * test that holds docs/scene.schema.json to the reader all go by these tables. */
#ifndef MODULUS_SCENE_FIELDS_H
#define MODULUS_SCENE_FIELDS_H

#include <modulus/modulus.h>

#include "scene/text.h"
#include "scene/value.h"

enum field_kind {
    FIELD_REAL,   /* md_real */
    FIELD_DOUBLE, /* double */
    FIELD_VEC,    /* [x, y], md2_vec */
    FIELD_ROT,    /* [cosine, sine], md2_rot */
    FIELD_BOX,    /* [x0, y0, x1, y1], md2_box */
    FIELD_BOOL,   /* bool */
    FIELD_INT32,
    FIELD_INT64,
    FIELD_SIZE,   /* size_t */
    FIELD_BITS,   /* uint64_t: a whole number, or "0x..." */
    FIELD_WORD,   /* an enum: the place among `words` */
    FIELD_SOLVER, /* md_solver_spec */
    FIELD_TEXT,   /* an array of `most` characters, terminated */
    FIELD_OTHER   /* known here, read and saved by code of its own */
};

enum { FIELD_ABOVE = 1, FIELD_INFINITE = 2, FIELD_REQUIRED = 4 };

struct field {
    const char *name;
    enum field_kind kind;
    uint32_t offset;    /* in the struct that the table is for */
    double least, most; /* of numbers, ends included; both 0: any */
    unsigned flags;     /* FIELD_ABOVE: `least` excluded; FIELD_INFINITE: "infinity" is allowed; FIELD_REQUIRED */
    const char *const *words;
};

/** What the forms of a shape are made of. A table for each form takes what it needs. */
struct form {
    md2_vec center, half, a, b, before, after;
    md2_rot rotation;
    md_real radius;
    bool loop;
};
struct form form_default(void);

/* Tables, each ended by a name of NULL, and the structs that they are for. */
extern const struct field scene_fields[];    /* struct scene */
extern const struct field world_fields[];    /* md2_world_def */
extern const struct field body_fields[];     /* md2_body_def */
extern const struct field mass_fields[];     /* md2_mass */
extern const struct field material_fields[]; /* md2_shape_def */
extern const struct field shape_fields[];    /* md2_shape_def */
extern const struct field joint_fields[];    /* md2_joint_def */

/** The forms of a shape, by the key under which they stand. */
struct form_kind {
    const char *name;
    const struct field *fields; /* struct form */
};
extern const struct form_kind form_kinds[]; /* ended by a name of NULL */

const struct field *field_find(const struct field *fields, const char *name);
bool field_is_scalar(const struct field *field);
size_t field_size(const struct field *field);

/* ---- fields_read.c ----------------------------------------------------------------------------------------------- */

/** Reads one value into its place in the struct at `target`. */
md_status field_read(const struct field *field, const struct value *value, void *target, md_error *error);
/** Reads an object: every key must be in the table; those of FIELD_OTHER are left to the caller. */
md_status fields_read(const struct field *fields, const struct value *object, void *target, md_error *error);
/** Numbers in an array, checked to be finite; `expected` says what in an error. */
md_status read_numbers(const struct value *value, md_real *numbers, int32_t count, const char *expected,
                       md_error *error);
/** A point, [x, y]. */
md_status read_vec(const struct value *value, md2_vec *vec, md_error *error);
/** "rotation" stands as it is; "angle", in radians, is for people. Both at once are refused. */
md_status read_angle(const struct value *object, md2_rot *rotation, md_error *error);

/* ---- fields_write.c ---------------------------------------------------------------------------------------------- */

/** Writes the fields that are not as in `standard`; all of them where that is NULL. */
void fields_write(struct text *text, const struct field *fields, const void *source, const void *standard);

#endif
