#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/error.h"
#include "base/locale.h"
#include "base/output_file.h"
#include "reproduce/data/table.h"
#include "scene/json_memory.h"

#define MAX_PATH_LENGTH 3000
#define MAX_FILE_SIZE (64L << 20) /* bytes; the files of a run stay below 2 MB */

/* ---- Writing --------------------------------------------------------------------------------------------------------- */

static void write_csv_word(struct output_file *output, const char *word)
{
    if (strpbrk(word, ",\"\n\r") == NULL) {
        md_output_print(output, "%s", word);
        return;
    }
    md_output_print(output, "\"");
    for (; *word != '\0'; ++word) {
        md_output_print(output, *word == '"' ? "\"\"" : "%c", *word);
    }
    md_output_print(output, "\"");
}

/* Writes integers exactly and other numbers with six digits, since more would be noise. */
static void write_number(struct output_file *output, double number, const char *absent)
{
    if (!isfinite(number)) {
        md_output_print(output, "%s", absent);
    } else if (number == floor(number) && fabs(number) < 1e15) {
        md_output_print(output, "%.0f", number);
    } else {
        md_output_print(output, "%.6g", number);
    }
}

static bool starts_row(const struct table *table, size_t cell)
{
    return table->column_count > 0 && cell % table->column_count == 0;
}

static void write_csv(struct output_file *output, const struct table *table)
{
    for (size_t i = 0; i < table->column_count; ++i) {
        md_output_print(output, "%s%s", i > 0 ? "," : "", table->column[i]);
    }
    for (size_t i = 0; i < table->count; ++i) {
        const struct cell *cell = &table->cells[i];
        md_output_print(output, "%s", starts_row(table, i) ? "\n" : ",");
        if (cell->word != NULL) {
            write_csv_word(output, cell->word);
        } else {
            write_number(output, cell->number, "");
        }
    }
    md_output_print(output, "\n");
}

static void write_json_word(struct output_file *output, const char *word)
{
    md_output_print(output, "\"");
    for (; *word != '\0'; ++word) {
        const unsigned char c = (unsigned char)*word;
        if (c < ' ') {
            md_output_print(output, "\\u%04x", c);
        } else {
            md_output_print(output, c == '"' || c == '\\' ? "\\%c" : "%c", c);
        }
    }
    md_output_print(output, "\"");
}

/* Writes one row per line, so that two runs can be compared with diff. */
static void write_json(struct output_file *output, const struct table *table)
{
    md_output_print(output, "{\"key\": ");
    write_json_word(output, table->key);
    md_output_print(output, ",\n\"seconds\": %.3f,\n\"columns\": [", table->seconds);
    for (size_t i = 0; i < table->column_count; ++i) {
        md_output_print(output, "%s\"%s\"", i > 0 ? ", " : "", table->column[i]);
    }
    md_output_print(output, "],\n\"rows\": [");
    for (size_t i = 0; i < table->count; ++i) {
        const struct cell *cell = &table->cells[i];
        md_output_print(output, "%s", !starts_row(table, i) ? ", " : i > 0 ? "],\n[" : "\n[");
        if (cell->word != NULL) {
            write_json_word(output, cell->word);
        } else {
            write_number(output, cell->number, "null");
        }
    }
    md_output_print(output, "%s]}\n", table->count > 0 ? "]\n" : "");
}

static md_status write_as(const struct table *table, const char *folder, const char *name, const char *ending,
                          void (*write)(struct output_file *, const struct table *), md_error *error)
{
    char path[MAX_PATH_LENGTH];
    struct output_file output;
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    const md_status status = md_output_open(&output, path, error);
    if (status != MD_OK) {
        return status;
    }
    const struct locale_guard guard = md_locale_enter();
    write(&output, table);
    md_locale_leave(guard);
    return md_output_commit(&output, error);
}

md_status table_write(const struct table *table, const char *folder, const char *name, md_error *error)
{
    if (table->column_count == 0) {
        return md_fail(error, MD_ERROR_ARGUMENT, "%s/%s: the table has no columns", folder, name);
    }
    if (table->failed) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    const md_status status = write_as(table, folder, name, ".csv", write_csv, error);
    return status == MD_OK ? write_as(table, folder, name, ".json", write_json, error) : status;
}

/* ---- Reading --------------------------------------------------------------------------------------------------------- */

static md_status read_text(const char *path, char **text, md_error *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return md_fail(error, MD_ERROR_FILE, "%s: cannot read: %s", path, strerror(errno));
    }
    const long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    *text = size >= 0 && size < MAX_FILE_SIZE ? malloc((size_t)size + 1) : NULL;
    rewind(file);
    const bool complete = *text != NULL && fread(*text, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    if (!complete) {
        free(*text);
        *text = NULL;
        return md_fail(error, MD_ERROR_FILE, "%s: cannot read", path);
    }
    (*text)[size] = '\0';
    return MD_OK;
}

static bool read_columns(struct table *table, const cJSON *columns)
{
    const cJSON *column = NULL;
    cJSON_ArrayForEach(column, columns)
    {
        if (!cJSON_IsString(column) || table->column_count == TABLE_MAX_COLUMNS) {
            return false;
        }
        snprintf(table->column[table->column_count++], sizeof table->column[0], "%s", column->valuestring);
    }
    return table->column_count > 0;
}

static bool read_rows(struct table *table, const cJSON *rows)
{
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, rows)
    {
        const cJSON *cell = NULL;
        if ((size_t)cJSON_GetArraySize(row) != table->column_count) {
            return false;
        }
        cJSON_ArrayForEach(cell, row)
        {
            if (cJSON_IsString(cell)) {
                table_word(table, cell->valuestring);
            } else {
                table_number(table, cJSON_IsNumber(cell) ? cell->valuedouble : (double)NAN);
            }
        }
    }
    return cJSON_IsArray(rows);
}

md_status table_read(struct table *table, const char *folder, const char *name, md_error *error)
{
    char path[MAX_PATH_LENGTH];
    char *text = NULL;
    table_free(table);
    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    const md_status status = read_text(path, &text, error);
    if (status != MD_OK) {
        return status;
    }
    json_memory_watch();
    cJSON *json = cJSON_Parse(text);
    free(text);
    if (json == NULL && json_memory_failed()) {
        return md_fail_plain(error, MD_ERROR_MEMORY);
    }
    const cJSON *key = cJSON_GetObjectItemCaseSensitive(json, "key");
    const bool valid = cJSON_IsString(key) && read_columns(table, cJSON_GetObjectItemCaseSensitive(json, "columns")) &&
                       read_rows(table, cJSON_GetObjectItemCaseSensitive(json, "rows")) && !table->failed;
    if (valid) {
        const cJSON *seconds = cJSON_GetObjectItemCaseSensitive(json, "seconds");
        table->seconds = cJSON_IsNumber(seconds) ? seconds->valuedouble : 0;
        snprintf(table->key, sizeof table->key, "%s", key->valuestring);
    } else {
        table_free(table);
    }
    cJSON_Delete(json);
    return valid ? MD_OK : md_fail(error, MD_ERROR_FORMAT, "%s: not a table of modulus reproduce", path);
}
