/* Tables of the keys of a scene's objects: name, type, range, and offset in the struct that is filled. Reading, saving,
 * --set, and the test that compares docs/scene.schema.json with the reader all use these tables. */
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
    FIELD_VEC3,   /* [x, y, z], md3_vec */
    FIELD_ROT3,   /* [x, y, z, w], md3_rot */
    FIELD_BOOL,   /* bool */
    FIELD_INT32,
    FIELD_INT64,
    FIELD_SIZE,   /* size_t */
    FIELD_BITS,   /* uint64_t: a whole number, or "0x..." */
    FIELD_WORD,   /* an enum: the index in `words` */
    FIELD_SOLVER, /* md_solver_spec */
    FIELD_TEXT,   /* an array of `max` characters, terminated */
    FIELD_OTHER   /* read and saved by separate code */
};

enum { FIELD_ABOVE = 1, FIELD_INFINITE = 2, FIELD_REQUIRED = 4 };

struct field {
    const char *name;
    enum field_kind kind;
    uint32_t offset; /* in the struct that the table is for */
    double min, max; /* range of a number, inclusive; both 0: any number */
    unsigned flags;  /* FIELD_ABOVE: `min` is excluded; FIELD_INFINITE: "infinity" is allowed; FIELD_REQUIRED */
    const char *const *words;
};

/** The parameters of all geometries of a shape. The table of each geometry has those that it uses. */
struct geometry {
    md2_vec center, half, a, b, before, after;
    md2_rot rotation;
    md_real radius;
    bool loop;
};
struct geometry geometry_default(void);

/* Tables, each terminated by a NULL name, and the structs that they fill. */
extern const struct field scene_fields[];    /* struct scene */
extern const struct field world_fields[];    /* md2_world_def */
extern const struct field body_fields[];     /* md2_body_def */
extern const struct field mass_fields[];     /* md2_mass */
extern const struct field material_fields[]; /* md2_shape_def */
extern const struct field shape_fields[];    /* md2_shape_def */
extern const struct field joint_fields[];    /* md2_joint_def */

extern const struct field scene_fields3[];      /* struct scene */
extern const struct field world_fields3[];      /* md3_world_def */
extern const struct field body_fields3[];       /* md3_body_def */
extern const struct field mass_fields3[];       /* md3_mass */
extern const struct field material_fields3[];   /* md3_shape_def */
extern const struct field shape_fields3[];      /* md3_shape_def */
extern const struct field joint_fields3[];      /* md3_joint_def */
extern const struct field joint_axis_fields3[]; /* md3_joint_axis */
extern const struct field joint_axes_fields3[]; /* one key per coordinate, in the order of md3_joint_coordinate */

/** A geometry of a shape: its key and the table of its parameters. */
struct geometry_kind {
    const char *name;
    const struct field *fields; /* struct geometry */
};
extern const struct geometry_kind geometry_kinds[]; /* terminated by a NULL name */

/** The parameters of all 3D geometries, as those of struct geometry. */
struct geometry3 {
    md3_vec center, half, a, b, normal, origin;
    md3_rot rotation;
    md_real radius, base_radius, offset, weld_distance, scale;
    bool one_sided;
};
struct geometry3 geometry_default3(void);
extern const struct geometry_kind geometry_kinds3[]; /* of struct geometry3; terminated by a NULL name */

const struct field *field_find(const struct field *fields, const char *name);
bool field_is_scalar(const struct field *field);
size_t field_size(const struct field *field);

/* ---- fields_read.c ----------------------------------------------------------------------------------------------- */

/** Reads one value into its field of the struct at `target`. */
md_status field_read(const struct field *field, const struct value *value, void *target, md_error *error);
/** Reads an object. Every key must be in the table; the caller reads those of FIELD_OTHER. */
md_status fields_read(const struct field *fields, const struct value *object, void *target, md_error *error);
/** Reads an array of finite numbers; `expected` describes it in an error. */
md_status read_numbers(const struct value *value, md_real *numbers, int32_t count, const char *expected,
                       md_error *error);
/** Reads a point, [x, y]. */
md_status read_vec(const struct value *value, md2_vec *vec, md_error *error);
/** Reads a point in space, [x, y, z]. */
md_status read_vec3(const struct value *value, md3_vec *vec, md_error *error);
/** Reads the key "rotation_vector", axis times angle, rad, which is an alternative to "rotation". Both together are
 *  refused. */
md_status read_rotation_vector(const struct value *object, md3_rot *rotation, md_error *error);
/** Reads the key "angle", in radians, which is an alternative to "rotation". Both together are refused. */
md_status read_angle(const struct value *object, md2_rot *rotation, md_error *error);

/* ---- fields_write.c ---------------------------------------------------------------------------------------------- */

/** Writes the fields that differ from `defaults`, or all fields if that is NULL. */
void fields_write(struct text *text, const struct field *fields, const void *source, const void *defaults);

#endif
