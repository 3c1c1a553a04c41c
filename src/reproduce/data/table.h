/* The data of an experiment: a table with named columns, whose cells are numbers or words. It is written as CSV for other
 * programs and as JSON, which the report reads. A file carries the key of the run that wrote it; a run with another key
 * ignores it.
 *
 * The columns "scene", "method" and "seed" have the same meaning in every table; table_find uses them.
 */
#ifndef MODULUS_REPRODUCE_TABLE_H
#define MODULUS_REPRODUCE_TABLE_H

#include <stddef.h>

#include <modulus/base.h>

#define TABLE_MAX_COLUMNS 24

struct cell {
    char *word; /* NULL: a number */
    double number;
};

/** All zeros: an empty table without columns. */
struct table {
    char key[240];
    double seconds; /* duration of the measurement */
    char column[TABLE_MAX_COLUMNS][32];
    size_t column_count;
    struct cell *cells; /* row by row */
    size_t count, capacity;
    bool failed; /* out of memory: the table cannot be written */
};

/** Empties the table and sets the names of its columns, separated by spaces. */
void table_begin(struct table *table, const char *columns);
/** Adds the next cell. Rows fill from left to right. */
void table_word(struct table *table, const char *word);
void table_number(struct table *table, double number);
void table_free(struct table *table);

/** Appends the rows of another table with the same columns; a table without columns takes over its columns too. */
void table_append(struct table *table, const struct table *rows);

size_t table_rows(const struct table *table);
/** NaN, or "", if there is no such column. */
double table_number_at(const struct table *table, size_t row, const char *column);
const char *table_word_at(const struct table *table, size_t row, const char *column);

/** Finds the first row, from row `from` on, with this scene, method and seed; NULL and 0 match any. -1 if there is none. */
long table_find(const struct table *table, size_t from, const char *scene, const char *method, double seed);

/** Writes FOLDER/NAME.csv, then FOLDER/NAME.json: if the second exists, the first is complete. */
md_status table_write(const struct table *table, const char *folder, const char *name, md_error *error);
/** MD_ERROR_FILE if the file cannot be read, MD_ERROR_FORMAT if it is not such a table. */
md_status table_read(struct table *table, const char *folder, const char *name, md_error *error);

#endif
