#include <inttypes.h>
#include <string.h>

#include "scene/fields.h"

/* JSON numbers, which are doubles, represent every whole number up to 2^53. A larger count means "unlimited" anyway. */
#define MAX_WHOLE ((int64_t)1 << 53)

static void write_whole(struct text *text, const char *name, int64_t whole)
{
    text_member(text, name);
    text_print(text, "%" PRId64, whole < MAX_WHOLE ? whole : MAX_WHOLE);
}

static void write_bits(struct text *text, const char *name, uint64_t bits)
{
    if (bits <= (uint64_t)MAX_WHOLE) {
        write_whole(text, name, (int64_t)bits);
    } else {
        text_member(text, name);
        text_print(text, "\"0x%" PRIx64 "\"", bits);
    }
}

static void write_box(struct text *text, const char *name, const md2_box *box)
{
    const struct text_level level = text_open(text, name, "[", ", ");
    text_real(text, NULL, box->lower.x);
    text_real(text, NULL, box->lower.y);
    text_real(text, NULL, box->upper.x);
    text_real(text, NULL, box->upper.y);
    text_close(text, level, "]");
}

/* A vector or a quaternion. */
static void write_reals(struct text *text, const char *name, const md_real *reals, int count)
{
    const struct text_level level = text_open(text, name, "[", ", ");
    for (int i = 0; i < count; ++i) {
        text_real(text, NULL, reals[i]);
    }
    text_close(text, level, "]");
}

static void write_real(struct text *text, const struct field *field, md_real real)
{
    if (isinf(real) && (field->flags & FIELD_INFINITE) != 0) {
        text_number(text, field->name, (double)real);
    } else {
        text_real(text, field->name, real);
    }
}

static void write_solver(struct text *text, const char *name, const md_solver_spec *solver)
{
    char spec[256];
    md_solver_spec_format(solver, spec, sizeof spec);
    text_string(text, name, spec);
}

static void field_write(struct text *text, const struct field *field, const void *member)
{
    const char *name = field->name;
    switch (field->kind) {
    case FIELD_REAL: write_real(text, field, *(const md_real *)member); break;
    case FIELD_DOUBLE: text_number(text, name, *(const double *)member); break;
    case FIELD_VEC:
    case FIELD_ROT: text_vec(text, name, *(const md2_vec *)member); break;
    case FIELD_BOX: write_box(text, name, member); break;
    case FIELD_VEC3: write_reals(text, name, member, 3); break;
    case FIELD_ROT3: write_reals(text, name, member, 4); break;
    case FIELD_BOOL:
        text_member(text, name);
        text_print(text, "%s", *(const bool *)member ? "true" : "false");
        break;
    case FIELD_INT32: write_whole(text, name, *(const int32_t *)member); break;
    case FIELD_INT64: write_whole(text, name, *(const int64_t *)member); break;
    case FIELD_SIZE: write_bits(text, name, *(const size_t *)member); break;
    case FIELD_BITS: write_bits(text, name, *(const uint64_t *)member); break;
    case FIELD_WORD: text_string(text, name, field->words[*(const int *)member]); break;
    case FIELD_SOLVER: write_solver(text, name, member); break;
    case FIELD_TEXT: text_string(text, name, member); break;
    case FIELD_OTHER: break;
    }
}

void fields_write(struct text *text, const struct field *fields, const void *source, const void *defaults)
{
    for (; fields->name != NULL; ++fields) {
        const char *member = (const char *)source + fields->offset;
        const char *default_member = defaults != NULL ? (const char *)defaults + fields->offset : NULL;
        if (fields->kind != FIELD_OTHER &&
            (default_member == NULL || memcmp(member, default_member, field_size(fields)) != 0)) {
            field_write(text, fields, member);
        }
    }
}
