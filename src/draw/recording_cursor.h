/* Reading the header of a recording: numbers that are checked, up to its end. */
#ifndef MODULUS_DRAW_RECORDING_CURSOR_H
#define MODULUS_DRAW_RECORDING_CURSOR_H

#include <math.h>

#include <modulus/base.h>

#include "base/utf8.h"
#include "draw/recording_format.h"

struct header {
    const unsigned char *at, *end;
    bool damaged; /* too short, or with impossible values */
};

static inline bool has_bytes(struct header *header, size_t count)
{
    header->damaged = header->damaged || (size_t)(header->end - header->at) < count;
    return !header->damaged;
}

static inline md_real get_finite(struct header *header)
{
    const double value = get_float(&header->at);
    header->damaged = header->damaged || !isfinite(value);
    return (md_real)value;
}

static inline void get_text(struct header *header, char *text, size_t size)
{
    if (!has_bytes(header, 2)) {
        return;
    }
    const size_t length = (size_t)get_bytes(&header->at, 2);
    if (!has_bytes(header, length)) {
        return;
    }
    if (length >= size || md_utf8_prefix((const char *)header->at, length) != length) {
        header->damaged = true;
        return;
    }
    memcpy(text, header->at, length);
    text[length] = '\0';
    header->at += length;
}

static inline bool get_bit(const unsigned char *bits, int32_t index)
{
    return (bits[index / 8] >> index % 8 & 1) != 0;
}

#endif
