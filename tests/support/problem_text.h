/* Small problems as the contents of their files. */
#ifndef MODULUS_TESTS_PROBLEM_TEXT_H
#define MODULUS_TESTS_PROBLEM_TEXT_H

#include "support/support.h"

#include <stdio.h>

#define ARRAY "%%MatrixMarket matrix array real general\n"
#define SPARSE "%%MatrixMarket matrix coordinate real general\n"

struct text_file {
    const char *name; /* without .mtx */
    const char *text; /* NULL: absent */
};

/** Two rows, explicit. */
static const struct text_file EXPLICIT_FILES[] = {
    {"A", ARRAY "2 2\n2\n1\n1\n3\n"},
    {"q", ARRAY "2 1\n-1\n-2\n"},
};

/** Two rows between the world, body 1 and body 2 in 2D. */
static const struct text_file STRUCTURED_FILES[] = {
    {"J", SPARSE "2 6 3\n1 2 1\n2 2 -1\n2 5 1\n"},
    {"M", SPARSE "6 6 6\n1 1 2\n2 2 2\n3 3 1\n4 4 4\n5 5 4\n6 6 2\n"},
    {"v", ARRAY "6 1\n0\n-1\n0\n0\n-2\n0\n"},
    {"b", ARRAY "2 1\n0\n0.5\n"},
};

/** Writes the files into a folder, and removes those whose text is NULL. */
static inline void put_files(const char *folder, const struct text_file *files, size_t count)
{
    for (size_t i = 0; i < count && files[i].name != NULL; ++i) {
        char name[32];
        snprintf(name, sizeof name, "%s.mtx", files[i].name);
        if (files[i].text != NULL) {
            write_text(path_in(folder, name), files[i].text);
        } else {
            assert_int_equal(remove(path_in(folder, name)), 0);
        }
    }
}

#endif
