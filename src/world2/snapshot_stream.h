/* The numbers that a snapshot is made of: what a visit to each kind of them does. See snapshot.h. */
#ifndef MODULUS_WORLD2_SNAPSHOT_STREAM_H
#define MODULUS_WORLD2_SNAPSHOT_STREAM_H

#include <assert.h>
#include <string.h>

#include "world2/snapshot.h"

static inline bool is_reading(const struct stream *s)
{
    return s->mode == STREAM_READ && s->status == MD_OK;
}

static inline void refuse_unless(struct stream *s, bool sound)
{
    if (is_reading(s) && !sound) {
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

static inline void visit_int(struct stream *s, int32_t *x)
{
    visit_bytes(s, x, sizeof *x);
}

static inline void visit_int_within(struct stream *s, int32_t *x, int32_t least, int32_t most)
{
    visit_int(s, x);
    refuse_unless(s, least <= *x && *x <= most);
}

static inline void visit_long(struct stream *s, int64_t *x)
{
    visit_bytes(s, x, sizeof *x);
}

static inline void visit_bits(struct stream *s, uint64_t *x)
{
    visit_bytes(s, x, sizeof *x);
}

/* Through a byte: a bool of another value than 0 and 1 is none. Nothing but reading writes to the world: two threads may take
 * snapshots of it. */
static inline void visit_bool(struct stream *s, bool *x)
{
    unsigned char byte = *x ? 1 : 0;
    visit_bytes(s, &byte, 1);
    refuse_unless(s, byte <= 1);
    if (is_reading(s)) {
        *x = byte == 1;
    }
}

/* A value of an enum. */
static inline void visit_choice(struct stream *s, void *choice, int32_t count)
{
    static_assert(sizeof(md2_body_type) == sizeof count && sizeof(md2_event_type) == sizeof count, "enums are ints");
    int32_t value = 0;
    memcpy(&value, choice, sizeof value);
    visit_int(s, &value);
    refuse_unless(s, 0 <= value && value < count);
    if (is_reading(s)) {
        memcpy(choice, &value, sizeof value);
    }
}

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

/* Any number, NaN too: where something else checks it, or nothing depends on it. */
static inline void visit_any(struct stream *s, md_real *x)
{
    visit_bytes(s, x, sizeof *x);
}

static inline void visit_real(struct stream *s, md_real *x)
{
    visit_any(s, x);
    refuse_unless(s, isfinite(*x));
}

static inline void visit_rate(struct stream *s, md_real *x)
{
    visit_any(s, x);
    refuse_unless(s, *x >= 0 && isfinite(*x));
}

static inline void visit_double(struct stream *s, double *x)
{
    visit_bytes(s, x, sizeof *x);
}

static inline void visit_any_vec(struct stream *s, md2_vec *a)
{
    visit_any(s, &a->x);
    visit_any(s, &a->y);
}

static inline void visit_vec(struct stream *s, md2_vec *a)
{
    visit_real(s, &a->x);
    visit_real(s, &a->y);
}

static inline void visit_rotation(struct stream *s, md2_rot *q)
{
    visit_any(s, &q->c);
    visit_any(s, &q->s);
    refuse_unless(s, rot_is_unit(*q));
}

/* A number of things, each of which takes `least` bytes or more: none that the buffer cannot hold is believed. */
static inline void visit_count(struct stream *s, int32_t *count, size_t least)
{
    visit_int(s, count);
    refuse_unless(s, *count >= 0 && (size_t)*count <= (s->end - s->at) / least);
    if (s->status != MD_OK) {
        *count = 0;
    }
}

/* Room, when reading, for a number of things, all zeros. */
static inline void make_room(struct stream *s, const md_allocator *allocator, void **block, size_t *capacity,
                             int32_t count, size_t size)
{
    if (!is_reading(s) || count == 0) {
        return;
    }
    s->status = md_array_reserve(allocator, block, capacity, (size_t)count, size);
    if (s->status == MD_OK) {
        memset(*block, 0, (size_t)count * size);
    }
}

#endif
