/* Sentences of a page of docs/, for tests that show that the library does what the page says. */
#ifndef MODULUS_TESTS_PAGE_H
#define MODULUS_TESTS_PAGE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Returns the page with every run of white space as one space. */
static inline char *flat_page(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = malloc(1 << 20);
    assert_non_null(text);
    size_t length = 0;
    for (int c = fgetc(file); c != EOF && length + 1 < 1 << 20; c = fgetc(file)) {
        const char letter = c == '\n' ? ' ' : (char)c;
        if (letter != ' ' || length == 0 || text[length - 1] != ' ') {
            text[length++] = letter;
        }
    }
    text[length] = 0;
    fclose(file);
    return text;
}

/** Fails if the page does not have a sentence. */
static inline void file_says(const char *path, const char *sentence)
{
    char *page = flat_page(path);
    const bool found = strstr(page, sentence) != NULL;
    free(page);
    if (!found) {
        fail_msg("%s does not say: %s", path, sentence);
    }
}

#endif
