#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/nearest.h"
#include "scene/fields.h"

/* ---- Ranges ------------------------------------------------------------------------------------------------------ */

static void describe_range(const struct field *field, const char *noun, char *text, size_t size)
{
    const char *infinity = (field->flags & FIELD_INFINITE) != 0 ? " or \"infinity\"" : "";
    char min[32];
    char max[32];
    format_number(field->min, min, sizeof min);
    format_number(field->max, max, sizeof max);
    if (field->min == field->max) {
        snprintf(text, size, "%s%s", noun, infinity);
    } else if (isinf(field->max)) {
        snprintf(text, size, "%s %s %s%s", noun, (field->flags & FIELD_ABOVE) != 0 ? ">" : ">=", min, infinity);
    } else {
        snprintf(text, size, "%s from %s to %s", noun, min, max);
    }
}

static md_status fail_range(const struct field *field, const struct value *value, const char *noun, md_error *error)
{
    char expected[128];
    describe_range(field, noun, expected, sizeof expected);
    return value_unexpected(value, error, expected);
}

static bool is_in_range(const struct field *field, double number)
{
    if (field->min == field->max) {
        return true;
    }
    return number <= field->max && ((field->flags & FIELD_ABOVE) != 0 ? number > field->min : number >= field->min);
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

static bool is_infinity(const struct field *field, const struct value *value, double *number)
{
    if ((field->flags & FIELD_INFINITE) == 0 || value->kind != VALUE_TEXT) {
        return false;
    }
    const bool negative = strcmp(value->text, "-infinity") == 0;
    *number = negative ? -INFINITY : INFINITY;
    return negative || strcmp(value->text, "infinity") == 0;
}

/* `rounded` converts a number to the type of the field. */
static md_status read_number(const struct field *field, const struct value *value, double (*rounded)(double),
                             double *number, md_error *error)
{
    bool fits = is_infinity(field, value, number);
    if (!fits && value->kind == VALUE_NUMBER) {
        *number = rounded(value->number);
        fits = isfinite(*number);
    }
    return fits && is_in_range(field, *number) ? MD_OK : fail_range(field, value, "a number", error);
}

static double as_real(double number)
{
    return fabs(number) <= (double)MD_REAL_MAX ? (double)(md_real)number : INFINITY;
}

static double as_double(double number)
{
    return number;
}

static md_status read_whole(const struct field *field, const struct value *value, int64_t *whole, md_error *error)
{
    const bool fits =
        value->kind == VALUE_NUMBER && is_in_range(field, value->number) && floor(value->number) == value->number;
    *whole = fits ? (int64_t)value->number : 0;
    return fits ? MD_OK : fail_range(field, value, "a whole number", error);
}

md_status read_numbers(const struct value *value, md_real *numbers, int32_t count, const char *expected,
                       md_error *error)
{
    if (value->kind != VALUE_ARRAY || value->count != count) {
        return value_unexpected(value, error, expected);
    }
    for (const struct value *child = value->first; child != NULL; child = child->next) {
        const double number = as_real(child->number);
        if (child->kind != VALUE_NUMBER || !isfinite(number)) {
            return value_unexpected(child, error, "a number");
        }
        *numbers++ = (md_real)number;
    }
    return MD_OK;
}

/* ---- Points, rotations, boxes ------------------------------------------------------------------------------------ */

md_status read_vec(const struct value *value, md2_vec *vec, md_error *error)
{
    md_real number[2] = {0};
    const md_status status = read_numbers(value, number, 2, "[x, y]", error);
    if (status == MD_OK) {
        *vec = (md2_vec){number[0], number[1]};
    }
    return status;
}

static md_status read_rot(const struct value *value, md2_rot *rot, md_error *error)
{
    md_real number[2] = {0};
    const md_status status = read_numbers(value, number, 2, "[cosine, sine]", error);
    if (status != MD_OK) {
        return status;
    }
    const double square = (double)number[0] * (double)number[0] + (double)number[1] * (double)number[1];
    if (!(fabs(square - 1) < 1e-3)) {
        return value_fail(value, error, "expected a cosine and a sine whose squares sum to 1, but they sum to %.6g",
                          square);
    }
    *rot = (md2_rot){number[0], number[1]};
    return MD_OK;
}

static md_status read_box(const struct value *value, md2_box *box, md_error *error)
{
    md_real number[4] = {0};
    const md_status status = read_numbers(value, number, 4, "[left, bottom, right, top]", error);
    if (status != MD_OK) {
        return status;
    }
    if (!(number[0] < number[2] && number[1] < number[3])) {
        return value_fail(value, error, "expected left < right and bottom < top");
    }
    *box = (md2_box){{number[0], number[1]}, {number[2], number[3]}};
    return MD_OK;
}

md_status read_vec3(const struct value *value, md3_vec *vec, md_error *error)
{
    md_real number[3] = {0};
    const md_status status = read_numbers(value, number, 3, "[x, y, z]", error);
    if (status == MD_OK) {
        *vec = md3_v(number[0], number[1], number[2]);
    }
    return status;
}

static md_status read_rot3(const struct value *value, md3_rot *rot, md_error *error)
{
    md_real number[4] = {0};
    const md_status status = read_numbers(value, number, 4, "[x, y, z, w]", error);
    if (status != MD_OK) {
        return status;
    }
    const md3_rot read = {number[0], number[1], number[2], number[3]};
    const double square = (double)md3_rot_length_squared(read);
    if (!(fabs(square - 1) < 1e-3)) {
        return value_fail(value, error, "expected a quaternion whose squares sum to 1, but they sum to %.6g", square);
    }
    *rot = read;
    return MD_OK;
}

md_status read_rotation_vector(const struct value *object, md3_rot *rotation, md_error *error)
{
    const struct value *given = value_get(object, "rotation_vector");
    md3_vec vector;
    if (given == NULL) {
        return MD_OK;
    }
    if (value_get(object, "rotation") != NULL) {
        return value_fail(given, error, "given together with rotation, expected one of the two");
    }
    const md_status status = read_vec3(given, &vector, error);
    if (status != MD_OK) {
        return status;
    }
    const double angle = (double)md3_vec_length(vector);
    if (!(angle <= 1000)) {
        return value_fail(given, error, "expected an axis times an angle of at most 1000 rad");
    }
    *rotation = md3_rot_from_axis_angle(md3_vec_normalize(vector), angle);
    return MD_OK;
}

md_status read_angle(const struct value *object, md2_rot *rotation, md_error *error)
{
    /* Larger angles would lose digits in the reduction to one turn. */
    static const struct field ANGLE = {"angle", FIELD_DOUBLE, 0, -1000, 1000, 0, NULL};
    const struct value *angle = value_get(object, "angle");
    if (angle == NULL) {
        return MD_OK;
    }
    if (value_get(object, "rotation") != NULL) {
        return value_fail(angle, error, "given together with rotation, expected one of the two");
    }
    double radians = 0;
    const md_status status = field_read(&ANGLE, angle, &radians, error);
    if (status == MD_OK) {
        *rotation = md2_rot_from_angle(radians);
    }
    return status;
}

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

static md_status read_word(const struct field *field, const struct value *value, int *word, md_error *error)
{
    char expected[128] = "one of";
    for (int i = 0; field->words[i] != NULL; ++i) {
        if (value->kind == VALUE_TEXT && strcmp(value->text, field->words[i]) == 0) {
            *word = i;
            return MD_OK;
        }
        const size_t used = strlen(expected);
        snprintf(expected + used, sizeof expected - used, "%s \"%s\"", i > 0 ? "," : "", field->words[i]);
    }
    const char *nearest =
        value->kind == VALUE_TEXT ? md_nearest_name(value->text, field->words, sizeof *field->words) : NULL;
    return nearest != NULL
               ? value_fail(value, error, "unknown word \"%.40s\", did you mean \"%s\"?", value->text, nearest)
               : value_unexpected(value, error, expected);
}

static md_status read_solver(const struct value *value, md_solver_spec *solver, md_error *error)
{
    md_error inner = {0};
    if (value->kind != VALUE_TEXT) {
        return value_unexpected(value, error, "a solver, such as \"amgs:alpha=0.25\"");
    }
    const md_status status = md_solver_spec_parse(value->text, solver, &inner);
    return status == MD_OK ? MD_OK : value_fail(value, error, "%s", inner.message);
}

static md_status read_text(const struct field *field, const struct value *value, char *text, md_error *error)
{
    const size_t size = field_size(field);
    if (value->kind != VALUE_TEXT || strlen(value->text) >= size) {
        char expected[64];
        snprintf(expected, sizeof expected, "a text of at most %zu bytes", size - 1);
        return value_unexpected(value, error, expected);
    }
    strcpy(text, value->text);
    return MD_OK;
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef";
    const char *at = c != '\0' ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

/* Reads a bit mask. Masks beyond 2^53, which a JSON number cannot represent, are texts in hexadecimal. */
static md_status read_bits(const struct value *value, uint64_t *bits, md_error *error)
{
    if (value->kind == VALUE_NUMBER && value->number >= 0 && value->number <= 0x1p53 &&
        floor(value->number) == value->number) {
        *bits = (uint64_t)value->number;
        return MD_OK;
    }
    bool fits = value->kind == VALUE_TEXT && strncmp(value->text, "0x", 2) == 0;
    const char *digits = fits ? value->text + 2 : "";
    fits = fits && digits[0] != '\0' && strlen(digits) <= 16;
    uint64_t sum = 0;
    for (; fits && *digits != '\0'; ++digits) {
        const int digit = hex_digit(*digits);
        fits = digit >= 0;
        sum = sum << 4 | (uint64_t)(digit & 15);
    }
    *bits = fits ? sum : *bits;
    return fits ? MD_OK
                : value_unexpected(value, error, "a whole number from 0 to 2^53, or up to 64 bits as \"0x...\"");
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

static md_status read_flag(const struct value *value, bool *flag, md_error *error)
{
    if (value->kind != VALUE_BOOL) {
        return value_unexpected(value, error, "true or false");
    }
    *flag = value->number != 0;
    return MD_OK;
}

static md_status read_real(const struct field *field, const struct value *value, void *member, md_error *error)
{
    double number = 0;
    const bool is_real = field->kind == FIELD_REAL;
    const md_status status = read_number(field, value, is_real ? as_real : as_double, &number, error);
    if (status == MD_OK && is_real) {
        *(md_real *)member = (md_real)number;
    } else if (status == MD_OK) {
        *(double *)member = number;
    }
    return status;
}

static md_status read_integer(const struct field *field, const struct value *value, void *member, md_error *error)
{
    int64_t whole = 0;
    const md_status status = read_whole(field, value, &whole, error);
    if (status != MD_OK) {
        return status;
    }
    if (field->kind == FIELD_INT32) {
        *(int32_t *)member = (int32_t)whole;
    } else if (field->kind == FIELD_INT64) {
        *(int64_t *)member = whole;
    } else {
        *(size_t *)member = (size_t)whole;
    }
    return MD_OK;
}

md_status field_read(const struct field *field, const struct value *value, void *target, md_error *error)
{
    void *member = (char *)target + field->offset;
    switch (field->kind) {
    case FIELD_REAL:
    case FIELD_DOUBLE: return read_real(field, value, member, error);
    case FIELD_VEC: return read_vec(value, member, error);
    case FIELD_ROT: return read_rot(value, member, error);
    case FIELD_BOX: return read_box(value, member, error);
    case FIELD_VEC3: return read_vec3(value, member, error);
    case FIELD_ROT3: return read_rot3(value, member, error);
    case FIELD_BOOL: return read_flag(value, member, error);
    case FIELD_INT32:
    case FIELD_INT64:
    case FIELD_SIZE: return read_integer(field, value, member, error);
    case FIELD_BITS: return read_bits(value, member, error);
    case FIELD_WORD: return read_word(field, value, member, error);
    case FIELD_SOLVER: return read_solver(value, member, error);
    case FIELD_TEXT: return read_text(field, value, member, error);
    case FIELD_OTHER: return MD_OK;
    }
    return MD_OK;
}

static md_status fail_unknown(const struct field *fields, const struct value *value, md_error *error)
{
    const char *nearest = md_nearest_name(value->key, &fields->name, sizeof *fields);
    if (nearest != NULL) {
        return value_fail(value, error, "unknown key, did you mean \"%s\"?", nearest);
    }
    char known[320] = "";
    for (size_t used = 0; fields->name != NULL; ++fields, used = strlen(known)) {
        if (used + strlen(fields->name) + sizeof ", , ..." > sizeof known) {
            strcpy(known + used, ", ...");
            break;
        }
        snprintf(known + used, sizeof known - used, "%s%s", used > 0 ? ", " : "", fields->name);
    }
    return value_fail(value, error, "unknown key, expected one of %s", known);
}

md_status fields_read(const struct field *fields, const struct value *object, void *target, md_error *error)
{
    if (object->kind != VALUE_OBJECT) {
        return value_unexpected(object, error, "an object");
    }
    for (const struct value *value = object->first; value != NULL; value = value->next) {
        const struct field *field = field_find(fields, value->key);
        const md_status status =
            field != NULL ? field_read(field, value, target, error) : fail_unknown(fields, value, error);
        if (status != MD_OK) {
            return status;
        }
    }
    for (; fields->name != NULL; ++fields) {
        if ((fields->flags & FIELD_REQUIRED) != 0 && value_get(object, fields->name) == NULL) {
            return value_fail(object, error, "the key \"%s\" is missing", fields->name);
        }
    }
    return MD_OK;
}
