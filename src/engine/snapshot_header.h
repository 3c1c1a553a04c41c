/* Header of a snapshot: identifies the format and protects the rest against damage by a checksum. */
#ifndef MODULUS_ENGINE_SNAPSHOT_HEADER_H
#define MODULUS_ENGINE_SNAPSHOT_HEADER_H

#include <string.h>

#include <modulus/base.h>

#include "engine/hash.h"

/* Without padding. */
struct snapshot_header {
    char magic[8];
    uint32_t byte_order; /* 0x01020304 */
    uint32_t version;
    uint64_t real_size;
    uint64_t size;     /* of the snapshot, header included */
    uint64_t checksum; /* of the bytes after the header */
};

struct snapshot_format {
    char magic[8];
    uint32_t version;
};

/** Returns the header that a snapshot of `size` bytes must have. */
static inline struct snapshot_header snapshot_header_of(const struct snapshot_format *format, const void *buffer,
                                                        size_t size)
{
    struct snapshot_header header = {
        .byte_order = 0x01020304u, .version = format->version, .real_size = sizeof(md_real), .size = size};
    memcpy(header.magic, format->magic, sizeof header.magic);
    header.checksum = hash_bytes(HASH_START, (const unsigned char *)buffer + sizeof header, size - sizeof header);
    return header;
}

/** Whether a buffer begins with the header that it must have. */
static inline bool snapshot_is_intact(const struct snapshot_format *format, const void *buffer, size_t size)
{
    if (buffer == NULL || size < sizeof(struct snapshot_header)) {
        return false;
    }
    const struct snapshot_header expected = snapshot_header_of(format, buffer, size);
    return memcmp(buffer, &expected, sizeof expected) == 0;
}

#endif
