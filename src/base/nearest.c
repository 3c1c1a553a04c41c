#include "base/nearest.h"

#include <stdbool.h>
#include <string.h>

enum { MAX_LENGTH = 32 };

static int min3(int a, int b, int c)
{
    const int smaller = a < b ? a : b;
    return smaller < c ? smaller : c;
}

/* Levenshtein distance: insertions, deletions and substitutions that turn one word into the other. Both have at most
 * MAX_LENGTH letters. */
static int edit_distance(const char *a, const char *b)
{
    const int columns = (int)strlen(b);
    int above[MAX_LENGTH + 1];
    for (int j = 0; j <= columns; ++j) {
        above[j] = j;
    }
    for (int i = 1; a[i - 1] != '\0'; ++i) {
        int diagonal = above[0];
        above[0] = i;
        for (int j = 1; j <= columns; ++j) {
            const int substituted = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = above[j];
            above[j] = min3(above[j] + 1, above[j - 1] + 1, substituted);
        }
    }
    return above[columns];
}

const char *md_nearest_name(const char *name, const void *names, size_t stride)
{
    const size_t length = strlen(name);
    if (length > MAX_LENGTH) {
        return NULL;
    }
    const char *nearest = NULL;
    int smallest = 2 * (((int)length + 1) / 2); /* of twice the distance */
    for (const char *at = names; *(const char *const *)at != NULL; at += stride) {
        const char *known = *(const char *const *)at;
        const int distance = strlen(known) <= MAX_LENGTH ? edit_distance(name, known) : MAX_LENGTH;
        const bool is_prefix = strncmp(name, known, length) == 0; /* the better of two at the same distance */
        if (2 * distance - is_prefix < smallest) {
            smallest = 2 * distance - is_prefix;
            nearest = known;
        }
    }
    return nearest;
}
