/* Corrupts the bytes of files: truncates them, splices two of them, flips bits, writes numbers. */
#ifndef MODULUS_TESTS_CORRUPTED_FILES_H
#define MODULUS_TESTS_CORRUPTED_FILES_H

#include <stdio.h>
#include <string.h>

#include "attack/attack.h"
#include "support/hostile_numbers.h"

enum { MAX_BYTES = 1 << 18 };

struct bytes {
    unsigned char at[MAX_BYTES];
    size_t size;
};

static inline void read_bytes(const char *path, struct bytes *bytes)
{
    FILE *file = fopen(path, "rb");
    REQUIRE(file != NULL);
    bytes->size = fread(bytes->at, 1, sizeof bytes->at, file);
    REQUIRE(feof(file) != 0 || bytes->size < sizeof bytes->at);
    fclose(file);
}

/* A new file, because some file systems flush a truncated one when it is closed. */
static inline void write_bytes(const char *path, const struct bytes *bytes)
{
    (void)remove(path);
    FILE *file = fopen(path, "wb");
    REQUIRE(file != NULL);
    REQUIRE(fwrite(bytes->at, 1, bytes->size, file) == bytes->size);
    REQUIRE(fclose(file) == 0);
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

static inline size_t any_byte(struct splitmix *random, size_t count)
{
    return (size_t)(splitmix_bits(random) % count);
}

/* Half of the places are in the first bytes, where sizes and counts are. */
static inline size_t place_in(const struct bytes *bytes, struct splitmix *random)
{
    const size_t head = bytes->size < 120 ? bytes->size : 120;
    return one_in(random, 2) ? any_byte(random, head) : any_byte(random, bytes->size);
}

static inline void write_number(struct splitmix *random, struct bytes *bytes)
{
    static const uint32_t NUMBERS[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0x7f800000, 0x7f7fffff};
    const uint32_t number = NUMBERS[splitmix_index(random, 8)];
    const size_t place = place_in(bytes, random);
    const size_t left = bytes->size - place;
    memcpy(bytes->at + place, &number, left < sizeof number ? left : sizeof number);
}

static inline void splice(struct splitmix *random, struct bytes *bytes, const struct bytes *valid, int32_t count)
{
    const struct bytes *other = &valid[splitmix_index(random, count)];
    const size_t shorter = bytes->size < other->size ? bytes->size : other->size;
    const size_t to = any_byte(random, shorter);
    const size_t from = one_in(random, 2) ? to : any_byte(random, other->size);
    const size_t length = other->size - from < MAX_BYTES - to ? other->size - from : MAX_BYTES - to;
    memcpy(bytes->at + to, other->at + from, length);
    bytes->size = to + length;
}

static inline void corrupt(struct splitmix *random, struct bytes *bytes, const struct bytes *valid, int32_t count)
{
    switch (splitmix_index(random, 4)) {
    case 0: bytes->size = any_byte(random, bytes->size); break;
    case 1: splice(random, bytes, valid, count); break;
    case 2:
        for (int32_t i = splitmix_index(random, 4); i >= 0; --i) {
            bytes->at[place_in(bytes, random)] ^= (unsigned char)(1u << splitmix_index(random, 8));
        }
        break;
    default:
        for (int32_t i = splitmix_index(random, 3); i >= 0; --i) {
            write_number(random, bytes);
        }
    }
}

#endif
