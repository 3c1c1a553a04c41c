/* Reads Wavefront OBJ files, as in "Object Files (.obj)", appendix B1 of the Advanced Visualizer Manual by Wavefront. */
#include "scene/obj.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/utf8.h"

#define LONGEST_WORD 80
#define LONGEST_NAME 256

struct source {
    const char *at, *end;
    int64_t line;
    const char *origin;
    const char *part; /* NULL: everything is taken */
    bool in_object, in_group;
    bool has_part; /* an object or group of the name was found */
    struct obj *obj;
    md_error *error;
};

/* ---- Words ------------------------------------------------------------------------------------------------------- */

static md_status fail(const struct source *source, const char *found, const char *expected)
{
    return md_fail(source->error, MD_ERROR_FORMAT, "%.100s:%lld: '%.60s', expected %s", source->origin,
                   (long long)source->line, md_printable(found).text, expected);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* The length of a backslash with the end of its line, or 0 if there is none: the next line continues this one. */
static size_t continuation(const struct source *source)
{
    const size_t left = (size_t)(source->end - source->at);
    if (left >= 2 && source->at[0] == '\\' && source->at[1] == '\n') {
        return 2;
    }
    return left >= 3 && memcmp(source->at, "\\\r\n", 3) == 0 ? 3 : 0;
}

static void skip_blanks(struct source *source)
{
    while (source->at < source->end && (is_blank(*source->at) || continuation(source) > 0)) {
        const size_t continued = continuation(source);
        source->line += continued > 0;
        source->at += continued > 0 ? continued : 1;
    }
}

/* Takes the next word of the line; empty at its end. A longer word is cut, and then equals no number or keyword. */
static void take_word(struct source *source, char word[LONGEST_WORD])
{
    size_t length = 0;
    skip_blanks(source);
    while (source->at < source->end && !is_blank(*source->at) && *source->at != '\n' && continuation(source) == 0 &&
           !(length == 0 && *source->at == '#')) {
        if (length + 1 < LONGEST_WORD) {
            word[length++] = (char)(*source->at != '\0' ? *source->at : '?');
        }
        ++source->at;
    }
    word[length] = '\0';
}

/* Goes to the next line. */
static void skip_line(struct source *source)
{
    while (source->at < source->end && *source->at != '\n') {
        const size_t continued = continuation(source);
        source->line += continued > 0;
        source->at += continued > 0 ? continued : 1;
    }
    source->line += source->at < source->end;
    source->at += source->at < source->end;
}

/* ---- Statements -------------------------------------------------------------------------------------------------- */

/* v x y z: a weight or colours may follow. */
static md_status read_vertex(struct source *source)
{
    double number[3] = {0};
    for (int i = 0; i < 3; ++i) {
        char word[LONGEST_WORD];
        take_word(source, word);
        if (!md_number_parse(word, &number[i]) || !isfinite((md_real)number[i])) {
            return fail(source, word, "a coordinate of a vertex, v x y z");
        }
    }
    struct obj *obj = source->obj;
    void *array = obj->vertex;
    const md_status status =
        md_array_reserve(&obj->allocator, &array, &obj->vertex_capacity, obj->vertex_count + 1, sizeof *obj->vertex);
    obj->vertex = array;
    if (status != MD_OK) {
        return md_fail_plain(source->error, status);
    }
    obj->vertex[obj->vertex_count++] = md3_v((md_real)number[0], (md_real)number[1], (md_real)number[2]);
    return MD_OK;
}

/* Reads the first index of i, i/j, i//k or i/j/k. Negative ones count back from the last vertex so far. */
static md_status read_corner(const struct source *source, const char *word, int32_t *corner)
{
    char *end = NULL;
    const long long count = (long long)source->obj->vertex_count;
    const bool is_number = word[0] == '-' || (word[0] >= '0' && word[0] <= '9');
    const long long index = is_number ? strtoll(word, &end, 10) : 0;
    if (!is_number || (*end != '\0' && (*end != '/' || strspn(end, "/-0123456789") != strlen(end)))) {
        return fail(source, word, "the index of a vertex, as in f 1 2 3 or f 1/1/1 2/2/2 3/3/3");
    }
    if (index == 0 || index > count || index < -count) {
        char expected[80];
        snprintf(expected, sizeof expected, "the index of one of the %lld vertices so far", count);
        return fail(source, word, expected);
    }
    *corner = (int32_t)(index > 0 ? index - 1 : count + index);
    return MD_OK;
}

static md_status add_triangle(struct source *source, const int32_t corner[3])
{
    struct obj *obj = source->obj;
    void *array = obj->index;
    const md_status status =
        md_array_reserve(&obj->allocator, &array, &obj->index_capacity, obj->index_count + 3, sizeof *obj->index);
    obj->index = array;
    if (status != MD_OK) {
        return md_fail_plain(source->error, status);
    }
    memcpy(obj->index + obj->index_count, corner, 3 * sizeof *corner);
    obj->index_count += 3;
    return MD_OK;
}

/* f a b c d ...: the triangles a b c, a c d, and so on. */
static md_status read_face(struct source *source)
{
    const bool is_taken = source->part == NULL || source->in_object || source->in_group;
    char word[LONGEST_WORD];
    int32_t corner[3] = {0};
    int64_t corners = 0;
    md_status status = MD_OK;
    for (take_word(source, word); status == MD_OK && word[0] != '\0'; take_word(source, word)) {
        int32_t next = 0;
        status = read_corner(source, word, &next);
        corner[1] = corners > 2 ? corner[2] : corner[1];
        corner[corners < 2 ? corners : 2] = next;
        ++corners;
        if (status == MD_OK && corners > 2 && is_taken) {
            status = add_triangle(source, corner);
        }
    }
    if (status == MD_OK && corners < 3) {
        char found[40];
        snprintf(found, sizeof found, "f with %d corners", (int)corners);
        return fail(source, found, "at least 3");
    }
    return status;
}

/* Whether the rest of the line is the name of the part; a group may have several names. */
static bool names_part(struct source *source, bool is_group)
{
    char name[LONGEST_NAME] = "";
    char word[LONGEST_WORD];
    bool is_named = false;
    for (take_word(source, word); word[0] != '\0'; take_word(source, word)) {
        const size_t used = strlen(name);
        snprintf(name + used, sizeof name - used, "%s%s", used > 0 ? " " : "", word);
        is_named = is_named || (is_group && source->part != NULL && strcmp(word, source->part) == 0);
    }
    is_named = is_named || (source->part != NULL && strcmp(name, source->part) == 0);
    source->has_part = source->has_part || is_named;
    return is_named;
}

/* The statements of the format that are skipped. */
static bool is_skipped(const char *word)
{
    static const char *const NAMES[] = {
        "vt",     "vn",     "vp",     "s",   "usemtl", "mtllib",   "p",        "l",          "mg",    "lod",   "bevel",
        "maplib", "usemap", "cstype", "deg", "bmat",   "step",     "curv",     "curv2",      "surf",  "parm",  "trim",
        "hole",   "scrv",   "sp",     "end", "con",    "c_interp", "d_interp", "shadow_obj", "ctech", "stech", "call",
        "csh",    "fo",     "cdc",    "bzp", "cdp",    "bsp",      "res",      "trace_obj"};
    bool found = false;
    for (size_t i = 0; !found && i < sizeof NAMES / sizeof *NAMES; ++i) {
        found = strcmp(word, NAMES[i]) == 0;
    }
    return found;
}

static md_status read_statement(struct source *source)
{
    char word[LONGEST_WORD];
    take_word(source, word);
    if (strcmp(word, "v") == 0) {
        return read_vertex(source);
    }
    if (strcmp(word, "f") == 0) {
        return read_face(source);
    }
    if (strcmp(word, "o") == 0) {
        source->in_object = names_part(source, false);
    } else if (strcmp(word, "g") == 0) {
        source->in_group = names_part(source, true);
    } else if (word[0] != '\0' && !is_skipped(word)) {
        return fail(source, word, "a statement of an OBJ file, such as v, f, o or g");
    }
    return MD_OK;
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* Removes the vertices that no face has, and renumbers the others. */
static md_status keep_used_vertices(struct obj *obj)
{
    int32_t *number = obj->allocator.resize(obj->allocator.user, NULL, 0, obj->vertex_count * sizeof *number + 1);
    int32_t kept = 0;
    if (number == NULL) {
        return MD_ERROR_MEMORY;
    }
    memset(number, 0, obj->vertex_count * sizeof *number);
    for (size_t i = 0; i < obj->index_count; ++i) {
        number[obj->index[i]] = 1;
    }
    for (size_t i = 0; i < obj->vertex_count; ++i) {
        if (number[i] != 0) {
            obj->vertex[kept] = obj->vertex[i];
            number[i] = kept++;
        }
    }
    for (size_t i = 0; i < obj->index_count; ++i) {
        obj->index[i] = number[obj->index[i]];
    }
    obj->allocator.resize(obj->allocator.user, number, obj->vertex_count * sizeof *number + 1, 0);
    obj->vertex_count = (size_t)kept;
    return MD_OK;
}

static md_status read_all(struct source *source)
{
    md_status status = MD_OK;
    while (status == MD_OK && source->at < source->end) {
        status = read_statement(source);
        if (status == MD_OK) {
            skip_line(source);
        }
    }
    if (status != MD_OK || source->part == NULL) {
        return status;
    }
    if (!source->has_part || source->obj->index_count == 0) {
        return md_fail(source->error, MD_ERROR_FORMAT, "%.100s: no object or group '%.60s' with faces", source->origin,
                       md_printable(source->part).text);
    }
    return md_fail_plain(source->error, keep_used_vertices(source->obj));
}

md_status obj_read(struct obj *obj, const char *text, size_t length, const char *origin, const char *part,
                   const md_allocator *allocator, md_error *error)
{
    *obj = (struct obj){.allocator = md_allocator_or_default(allocator)};
    if (length > OBJ_MAX_SIZE) {
        return md_fail(error, MD_ERROR_SIZE, "%.100s: larger than %d MB", origin, (int)(OBJ_MAX_SIZE >> 20));
    }
    const size_t mark = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* a byte order mark */
    struct source source = {
        .at = text + mark, .end = text + length, .line = 1, .origin = origin, .part = part, .obj = obj, .error = error};
    const md_status status = read_all(&source);
    if (status != MD_OK) {
        obj_free(obj);
    }
    return status;
}

void obj_free(struct obj *obj)
{
    void *vertex = obj->vertex;
    void *index = obj->index;
    md_array_free(&obj->allocator, &vertex, &obj->vertex_capacity, sizeof *obj->vertex);
    md_array_free(&obj->allocator, &index, &obj->index_capacity, sizeof *obj->index);
    *obj = (struct obj){.allocator = obj->allocator};
}
