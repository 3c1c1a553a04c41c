#include "base/nearest.h"

#include <string.h>

#define MAX_LENGTH 32

static int min3(int a, int b, int c)
{
    const int smaller = a < b ? a : b;
    return smaller < c ? smaller : c;
}

/* Levenshtein distance: the number of letters to insert, delete or replace. `b` has at most MAX_LENGTH letters. */
static int edit_distance(const char *a, const char *b)
{
    const int columns = (int)strlen(b);
    int row[MAX_LENGTH + 1];
    for (int j = 0; j <= columns; ++j) {
        row[j] = j;
    }
    for (int i = 1; a[i - 1] != '\0'; ++i) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= columns; ++j) {
            const int replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = min3(row[j] + 1, row[j - 1] + 1, replaced);
        }
    }
    return row[columns];
}

const char *md_nearest_name(const char *name, const char *const *names, size_t stride)
{
    const char *nearest = NULL;
    const size_t length = strlen(name);
    if (length > MAX_LENGTH) {
        return NULL;
    }
    int min_distance = ((int)length + 1) / 2;
    const char *entry = (const char *)names;
    for (; *(const char *const *)entry != NULL; entry += stride) {
        const char *known = *(const char *const *)entry;
        const int distance = strlen(known) <= MAX_LENGTH ? edit_distance(name, known) : MAX_LENGTH;
        if (distance < min_distance) {
            min_distance = distance;
            nearest = known;
        }
    }
    return nearest;
}
