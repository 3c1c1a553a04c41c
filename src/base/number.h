/* Numbers as text, the same in every locale. */
#ifndef MODULUS_BASE_NUMBER_H
#define MODULUS_BASE_NUMBER_H

#include <modulus/base.h>

/** Parses a text that is one decimal number, without anything before or after it. Accepts "inf" and "nan". */
bool md_number_parse(const char *text, double *value);

/** Writes the shortest decimal text that reads back to the same md_real. */
void md_number_format(md_real value, char *text, size_t size);

#endif
