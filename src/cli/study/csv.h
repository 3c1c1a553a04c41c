/* Lines of CSV files (RFC 4180): fields with a comma, a quote or a line break are in quotes. */
#ifndef MODULUS_CLI_STUDY_CSV_H
#define MODULUS_CLI_STUDY_CSV_H

#include <stdbool.h>
#include <stdio.h>

/** Writes a field with a comma before it, unless it is the first of its line. Line breaks become spaces. */
void csv_text(FILE *file, const char *text, bool is_first);
/** Writes a number with as many digits as it takes to read the same number; nothing if it is not finite. */
void csv_number(FILE *file, double number);

/** Reads the next field of a line and moves `line` past it. Returns false at the end of the line, or if the field is too
 *  long. */
bool csv_read(const char **line, char *text, size_t size);

#endif
