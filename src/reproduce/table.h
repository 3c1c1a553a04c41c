/* The data of an experiment: named columns, rows of numbers and words. Written as CSV for people and as JSON, which is
 * what the report reads. A file carries a key, and is of use only to a run with the same one.
 *
 * The columns "scene", "method" and "seed" mean the same in every table, so that rows are found by them.
 */
#ifndef MODULUS_REPRODUCE_TABLE_H
#define MODULUS_REPRODUCE_TABLE_H

#include <stddef.h>

#include <modulus/base.h>

#define TABLE_COLUMNS_MOST 24

struct cell {
    char *word; /* NULL: a number */
    double number;
};

/** Zeros are an empty table without columns. */
struct table {
    char key[240];
    double seconds; /* that it took to measure */
    char column[TABLE_COLUMNS_MOST][32];
    size_t column_count;
    struct cell *cells; /* row by row */
    size_t count, capacity;
    bool lost; /* memory was out: the table cannot be written */
};

/** Empties the table and names its columns, separated by spaces. */
void table_begin(struct table *table, const char *columns);
/** The next cell. Rows fill from left to right. */
void table_word(struct table *table, const char *word);
void table_number(struct table *table, double number);
void table_free(struct table *table);

/** Adds the rows of another table with the same columns; an empty one takes over its columns too. */
void table_append(struct table *table, const struct table *rows);

size_t table_rows(const struct table *table);
/** NaN, or "", where there is no such column. */
double table_number_at(const struct table *table, size_t row, const char *column);
const char *table_word_at(const struct table *table, size_t row, const char *column);

/** The first row of a scene, a method and a seed; NULL and 0 stand for any. Rows from `from` on; -1 where there is none. */
long table_find(const struct table *table, size_t from, const char *scene, const char *method, double seed);

/** Writes FOLDER/NAME.csv, then FOLDER/NAME.json: where the second is, the first is whole. */
md_status table_write(const struct table *table, const char *folder, const char *name, md_error *error);
/** MD_ERROR_FILE where it is not there, MD_ERROR_FORMAT where it is no such file. */
md_status table_read(struct table *table, const char *folder, const char *name, md_error *error);

#endif
