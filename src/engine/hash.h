/* FNV-1a hash of bytes, 64 bits. */
#ifndef MODULUS_ENGINE_HASH_H
#define MODULUS_ENGINE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START 0xcbf29ce484222325u

/** Continues a hash, which starts with HASH_START, with more bytes. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; ++i) {
        hash = (hash ^ at[i]) * 0x100000001b3u;
    }
    return hash;
}

#endif
