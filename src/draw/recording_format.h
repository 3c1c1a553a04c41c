/* The format of recordings, shared by writer and reader: docs/recording.md in code. All numbers are little-endian. */
#ifndef MODULUS_DRAW_RECORDING_FORMAT_H
#define MODULUS_DRAW_RECORDING_FORMAT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A non-ASCII byte and a DOS line end, as in PNG: a transfer that changes bytes is detected at once. */
#define RECORDING_MAGIC "\x89MDREC\r\n"
#define RECORDING_MAGIC_SIZE 8
#define RECORDING_VERSION 1
#define RECORDING_VERSION_3D 2
#define RECORDING_NO_BODY UINT32_MAX

enum { RECORDING_SENSOR = 1 };

#define RECORDING_PREFIX_SIZE 80  /* bytes before the texts */
#define RECORDING_BODY_SIZE 13    /* type, x, y, angle */
#define RECORDING_SHAPE_SIZE 10   /* body, flags, count, radius; then the points, 8 bytes each */
#define RECORDING_JOINT_SIZE 25   /* bodies, type, anchors */
#define RECORDING_FRAME_PREFIX 24 /* step, contacts, residual, penetration, energy */
#define RECORDING_POSE_SIZE 12    /* x, y, angle */

static inline size_t recording_bits(size_t count)
{
    return (count + 7) / 8;
}

static inline size_t recording_frame_size(size_t moving, size_t joints)
{
    return RECORDING_FRAME_PREFIX + RECORDING_POSE_SIZE * moving + 2 * recording_bits(moving) + recording_bits(joints);
}

/* Version 2, of 3D worlds. */
#define RECORDING3_PREFIX_SIZE 84  /* bytes before the texts */
#define RECORDING3_BODY_SIZE 29    /* type, position, rotation */
#define RECORDING3_SOLID_SIZE 45   /* type, points, radii, offset, counts; then vertices and triangles, 12 bytes each */
#define RECORDING3_SHAPE_SIZE 9    /* body, solid, flags */
#define RECORDING3_JOINT_SIZE 33   /* bodies, type, anchors */
#define RECORDING3_FRAME_PREFIX 28 /* step, contacts, residual, penetration, energy, contact points */
#define RECORDING3_POSE_SIZE 28    /* position, rotation */
#define RECORDING3_MARK_SIZE 36    /* bodies, point, impulse, residual */

/* Size of a frame without its contact points. */
static inline size_t recording3_frame_size(size_t moving, size_t joints)
{
    return RECORDING3_FRAME_PREFIX + RECORDING3_POSE_SIZE * moving + 2 * recording_bits(moving) +
           recording_bits(joints);
}

/* ---- Numbers as bytes; each function advances the pointer -------------------------------------------------------- */

static inline void put_bytes(unsigned char **at, uint64_t value, int count)
{
    for (int i = 0; i < count; ++i) {
        *(*at)++ = (unsigned char)(value >> 8 * i & 255);
    }
}

static inline void put_float(unsigned char **at, double value)
{
    const float number = (float)value;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_bytes(at, bits, 4);
}

static inline void put_double(unsigned char **at, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_bytes(at, bits, 8);
}

static inline void put_text(unsigned char **at, const char *text)
{
    const size_t length = strlen(text);
    put_bytes(at, length, 2);
    memcpy(*at, text, length);
    *at += length;
}

static inline void set_bit(unsigned char *bits, int32_t index)
{
    bits[index / 8] |= (unsigned char)(1 << index % 8);
}

static inline uint64_t get_bytes(const unsigned char **at, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; ++i) {
        value |= (uint64_t) * (*at)++ << 8 * i;
    }
    return value;
}

static inline double get_float(const unsigned char **at)
{
    const uint32_t bits = (uint32_t)get_bytes(at, 4);
    float number;
    memcpy(&number, &bits, sizeof number);
    return (double)number;
}

static inline double get_double(const unsigned char **at)
{
    const uint64_t bits = get_bytes(at, 8);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

#endif
