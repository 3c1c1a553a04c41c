#include <inttypes.h>
#include <string.h>

#include "scene/fields.h"

/* JSON numbers, which are doubles, hold whole numbers up to here; beyond it a count means "without end" anyway. */
#define WHOLE_MOST ((int64_t)1 << 53)

static void write_whole(struct text *text, const char *name, int64_t whole)
{
    text_member(text, name);
    text_print(text, "%" PRId64, whole < WHOLE_MOST ? whole : WHOLE_MOST);
}

static void write_bits(struct text *text, const char *name, uint64_t bits)
{
    if (bits <= (uint64_t)WHOLE_MOST) {
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

static void field_write(struct text *text, const struct field *field, const void *place)
{
    const char *name = field->name;
    switch (field->kind) {
    case FIELD_REAL: write_real(text, field, *(const md_real *)place); break;
    case FIELD_DOUBLE: text_number(text, name, *(const double *)place); break;
    case FIELD_VEC:
    case FIELD_ROT: text_vec(text, name, *(const md2_vec *)place); break;
    case FIELD_BOX: write_box(text, name, place); break;
    case FIELD_BOOL:
        text_member(text, name);
        text_print(text, "%s", *(const bool *)place ? "true" : "false");
        break;
    case FIELD_INT32: write_whole(text, name, *(const int32_t *)place); break;
    case FIELD_INT64: write_whole(text, name, *(const int64_t *)place); break;
    case FIELD_SIZE: write_bits(text, name, *(const size_t *)place); break;
    case FIELD_BITS: write_bits(text, name, *(const uint64_t *)place); break;
    case FIELD_WORD: text_string(text, name, field->words[*(const int *)place]); break;
    case FIELD_SOLVER: write_solver(text, name, place); break;
    case FIELD_TEXT: text_string(text, name, place); break;
    case FIELD_OTHER: break;
    }
}

void fields_write(struct text *text, const struct field *fields, const void *source, const void *standard)
{
    for (; fields->name != NULL; ++fields) {
        const char *place = (const char *)source + fields->offset;
        const char *usual = standard != NULL ? (const char *)standard + fields->offset : NULL;
        if (fields->kind != FIELD_OTHER && (usual == NULL || memcmp(place, usual, field_size(fields)) != 0)) {
            field_write(text, fields, place);
        }
    }
}
