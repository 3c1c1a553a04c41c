#include "base/nearest.h"

#include <string.h>

#define MAX_LENGTH 32

static int min3(int a, int b, int c)
{
    const int smaller = a < b ? a : b;
    return smaller < c ? smaller : c;
}

/* The number of letters to insert, delete or replace, and of neighbours to swap (optimal string alignment). `b` has at most
 * MAX_LENGTH letters. */
static int edit_distance(const char *a, const char *b)
{
    const int columns = (int)strlen(b);
    int rows[3][MAX_LENGTH + 1];
    int *before = rows[0], *last = rows[1], *row = rows[2];
    for (int j = 0; j <= columns; ++j) {
        last[j] = j;
    }
    for (int i = 1; a[i - 1] != '\0'; ++i) {
        row[0] = i;
        for (int j = 1; j <= columns; ++j) {
            row[j] = min3(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < row[j]) {
                row[j] = before[j - 2] + 1;
            }
        }
        int *const oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[columns];
}

const char *md_nearest_name(const char *name, const void *names, size_t stride)
{
    const size_t length = strlen(name);
    if (length > MAX_LENGTH) {
        return NULL;
    }
    const char *nearest = NULL;
    int min_score = 2 * (((int)length + 1) / 2);
    for (const char *entry = names; *(const char *const *)entry != NULL; entry += stride) {
        const char *known = *(const char *const *)entry;
        const int distance = strlen(known) <= MAX_LENGTH ? edit_distance(name, known) : MAX_LENGTH;
        const int is_prefix = strncmp(name, known, length) == 0; /* of two names at the same distance the better one */
        if (2 * distance - is_prefix < min_score) {
            min_score = 2 * distance - is_prefix;
            nearest = known;
        }
    }
    return nearest;
}
