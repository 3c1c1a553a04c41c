/* Settings as words of the form key=value, separated by spaces. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engines/engine.h"

/* Finds the next word at or after `at`, and its length; NULL after the last one. */
static const char *next_word(const char *at, size_t *length)
{
    at += strspn(at, " ");
    *length = strcspn(at, " ");
    return *length > 0 ? at : NULL;
}

/* Finds the text after "key=" up to the end of the word. */
static const char *find_value(const char *words, const char *key, size_t *length)
{
    const size_t key_length = strlen(key);
    size_t word = 0;
    for (const char *at = next_word(words, &word); at != NULL; at = next_word(at + word, &word)) {
        if (word > key_length && strncmp(at, key, key_length) == 0 && at[key_length] == '=') {
            *length = word - key_length - 1;
            return at + key_length + 1;
        }
    }
    return NULL;
}

void words_text(const char *words, const char *key, const char *standard, char *text, size_t size)
{
    size_t length = strlen(standard);
    const char *value = find_value(words, key, &length);
    value = value != NULL ? value : standard;
    snprintf(text, size, "%.*s", (int)length, value);
}

double words_number(const char *words, const char *key, double standard)
{
    size_t length = 0;
    const char *value = find_value(words, key, &length);
    return value != NULL ? strtod(value, NULL) : standard;
}

static bool is_number(const char *text, size_t length)
{
    char *end = NULL;
    const double value = strtod(text, &end);
    return length > 0 && end == text + length && isfinite(value) && value >= 0;
}

static bool word_is_known(const char *word, size_t length, const char *const *keys)
{
    for (; *keys != NULL; ++keys) {
        const size_t key = strcspn(*keys, "=");
        if (length > key && strncmp(word, *keys, key) == 0 && word[key] == '=') {
            return (*keys)[key] == '=' || is_number(word + key + 1, length - key - 1);
        }
    }
    return false;
}

bool words_are_known(const char *words, const char *const *keys, char *problem, size_t size)
{
    size_t length = 0;
    for (const char *at = next_word(words, &length); at != NULL; at = next_word(at + length, &length)) {
        if (!word_is_known(at, length, keys)) {
            snprintf(problem, size, "setting '%.*s', expected KEY=VALUE with one of", (int)length, at);
            for (; *keys != NULL; ++keys) {
                const size_t used = strlen(problem);
                snprintf(problem + used, size - used, " %.*s", (int)strcspn(*keys, "="), *keys);
            }
            return false;
        }
    }
    return true;
}
