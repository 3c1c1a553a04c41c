/* Snapshot stream: the scalars of a snapshot.
 *
 * One set of functions visits every number of a world in one order. The mode of the stream decides whether a visit
 * counts bytes, writes them or reads them, so that the three cannot drift apart. Reading checks every number as it
 * comes, and every count against the bytes that are left. Only reading writes to what is visited: two threads may take
 * snapshots of one world.
 */
#ifndef MODULUS_ENGINE_STREAM_H
#define MODULUS_ENGINE_STREAM_H

#include <assert.h>
#include <math.h>
#include <string.h>

#include <modulus/base.h>

enum stream_mode { STREAM_COUNT, STREAM_WRITE, STREAM_READ };

struct stream {
    enum stream_mode mode;
    const unsigned char *from; /* bytes to read */
    unsigned char *to;         /* room for all bytes to write */
    size_t at;                 /* bytes visited */
    size_t end;                /* bytes to read in all */
    md_status status;          /* the first failure, after which nothing is read */
};

static inline bool is_reading(const struct stream *s)
{
    return s->mode == STREAM_READ && s->status == MD_OK;
}

/** Fails with MD_ERROR_FORMAT when what was read is not valid. */
static inline void refuse_unless(struct stream *s, bool valid)
{
    if (is_reading(s) && !valid) {
        s->status = MD_ERROR_FORMAT;
    }
}

static inline void visit_bytes(struct stream *s, void *bytes, size_t size)
{
    if (s->mode == STREAM_READ) {
        refuse_unless(s, size <= s->end - s->at);
        if (s->status != MD_OK) {
            return;
        }
        memcpy(bytes, s->from + s->at, size);
    } else if (s->mode == STREAM_WRITE) {
        memcpy(s->to + s->at, bytes, size);
    }
    s->at += size;
}

/* ---- Integers ---------------------------------------------------------------------------------------------------- */

static inline void visit_int(struct stream *s, int32_t *x)
{
    visit_bytes(s, x, sizeof *x);
}

static inline void visit_int_within(struct stream *s, int32_t *x, int32_t min, int32_t max)
{
    visit_int(s, x);
    refuse_unless(s, min <= *x && *x <= max);
}

static inline void visit_uint(struct stream *s, uint32_t *x)
{
    visit_bytes(s, x, sizeof *x);
}

static inline void visit_long(struct stream *s, int64_t *x)
{
    visit_bytes(s, x, sizeof *x);
}

static inline void visit_bits(struct stream *s, uint64_t *x)
{
    visit_bytes(s, x, sizeof *x);
}

static inline void visit_size(struct stream *s, size_t *x)
{
    uint64_t bits = *x;
    visit_bits(s, &bits);
    refuse_unless(s, bits <= SIZE_MAX);
    if (is_reading(s)) {
        *x = (size_t)bits;
    }
}

/* As a byte, because a bool must be 0 or 1. */
static inline void visit_bool(struct stream *s, bool *x)
{
    unsigned char byte = *x ? 1 : 0;
    visit_bytes(s, &byte, 1);
    refuse_unless(s, byte <= 1);
    if (is_reading(s)) {
        *x = byte == 1;
    }
}

/** Visits a value of an enum that has values 0 to count - 1 and the size of an int32_t. */
static inline void visit_choice(struct stream *s, void *choice, int32_t count)
{
    int32_t value = 0;
    memcpy(&value, choice, sizeof value);
    visit_int(s, &value);
    refuse_unless(s, 0 <= value && value < count);
    if (is_reading(s)) {
        memcpy(choice, &value, sizeof value);
    }
}

/** Visits a pointer that belongs to the user. */
static inline void visit_user(struct stream *s, void **user)
{
    static_assert(sizeof *user <= sizeof(uint64_t), "pointers fit");
    uint64_t bits = 0;
    memcpy(&bits, user, sizeof *user);
    visit_bits(s, &bits);
    if (is_reading(s)) {
        memcpy(user, &bits, sizeof *user);
    }
}

/* ---- Real numbers ------------------------------------------------------------------------------------------------ */

/** Visits any number, NaN included: it is checked elsewhere, or nothing depends on it. */
static inline void visit_any(struct stream *s, md_real *x)
{
    visit_bytes(s, x, sizeof *x);
}

/** Visits a finite number. */
static inline void visit_real(struct stream *s, md_real *x)
{
    visit_any(s, x);
    refuse_unless(s, isfinite(*x));
}

/** Visits a finite number >= 0. */
static inline void visit_rate(struct stream *s, md_real *x)
{
    visit_any(s, x);
    refuse_unless(s, *x >= 0 && isfinite(*x));
}

static inline void visit_double(struct stream *s, double *x)
{
    visit_bytes(s, x, sizeof *x);
}

#endif
