#include "reproduce/data/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Filling -------------------------------------------------------------------------------------------------------- */

void table_free(struct table *table)
{
    for (size_t i = 0; i < table->count; ++i) {
        free(table->cells[i].word);
    }
    free(table->cells);
    *table = (struct table){0};
}

void table_begin(struct table *table, const char *columns)
{
    table_free(table);
    while (*columns != '\0' && table->column_count < TABLE_MAX_COLUMNS) {
        const size_t length = strcspn(columns, " ");
        char *name = table->column[table->column_count++];
        const size_t kept = length < sizeof table->column[0] ? length : sizeof table->column[0] - 1;
        memcpy(name, columns, kept);
        name[kept] = '\0';
        columns += length + (columns[length] == ' ');
    }
}

static struct cell *add_cell(struct table *table)
{
    if (table->count == table->capacity) {
        const size_t capacity = table->capacity > 0 ? 2 * table->capacity : 64;
        struct cell *cells = realloc(table->cells, capacity * sizeof *cells);
        if (cells == NULL) {
            table->failed = true;
            return NULL;
        }
        table->cells = cells;
        table->capacity = capacity;
    }
    struct cell *cell = &table->cells[table->count++];
    *cell = (struct cell){.number = (double)NAN};
    return cell;
}

void table_number(struct table *table, double number)
{
    struct cell *cell = add_cell(table);
    if (cell != NULL) {
        cell->number = number;
    }
}

void table_word(struct table *table, const char *word)
{
    struct cell *cell = add_cell(table);
    if (cell == NULL) {
        return;
    }
    const size_t size = strlen(word) + 1;
    cell->word = malloc(size);
    if (cell->word == NULL) {
        table->failed = true;
        return;
    }
    memcpy(cell->word, word, size);
}

void table_append(struct table *table, const struct table *rows)
{
    if (table->column_count == 0) {
        memcpy(table->column, rows->column, sizeof table->column);
        table->column_count = rows->column_count;
    }
    for (size_t i = 0; i < rows->count; ++i) {
        if (rows->cells[i].word != NULL) {
            table_word(table, rows->cells[i].word);
        } else {
            table_number(table, rows->cells[i].number);
        }
    }
    table->seconds += rows->seconds;
    table->failed = table->failed || rows->failed;
}

/* ---- Looking up ------------------------------------------------------------------------------------------------------ */

size_t table_rows(const struct table *table)
{
    return table->column_count > 0 ? table->count / table->column_count : 0;
}

static const struct cell *cell_at(const struct table *table, size_t row, const char *column)
{
    for (size_t i = 0; i < table->column_count; ++i) {
        if (strcmp(table->column[i], column) == 0 && row < table_rows(table)) {
            return &table->cells[row * table->column_count + i];
        }
    }
    return NULL;
}

double table_number_at(const struct table *table, size_t row, const char *column)
{
    const struct cell *cell = cell_at(table, row, column);
    return cell != NULL && cell->word == NULL ? cell->number : (double)NAN;
}

const char *table_word_at(const struct table *table, size_t row, const char *column)
{
    const struct cell *cell = cell_at(table, row, column);
    return cell != NULL && cell->word != NULL ? cell->word : "";
}

long table_find(const struct table *table, size_t from, const char *scene, const char *method, double seed)
{
    for (size_t row = from; row < table_rows(table); ++row) {
        const bool is_scene = scene == NULL || strcmp(table_word_at(table, row, "scene"), scene) == 0;
        const bool is_method = method == NULL || strcmp(table_word_at(table, row, "method"), method) == 0;
        if (is_scene && is_method && (seed == 0 || table_number_at(table, row, "seed") == seed)) {
            return (long)row;
        }
    }
    return -1;
}
