/* The division of a world into strips with about equally many bodies each, so that ranks can share it (def.partitions).
 *
 * Strips are part of the state: they are chosen anew only when their numbers of bodies differ by too much. A body belongs to the
 * strip of its centre of mass at the start of a step. Contacts are in the order of their shapes, within the strips and between
 * them. All of this follows from the bodies alone, so that the results are the same for any number of ranks.
 *
 *     division.c         strips: counting bodies, choosing ends
 *     division.inc.h     the strips of the bodies of a world
 */
#ifndef MODULUS_ENGINE_DIVISION_H
#define MODULUS_ENGINE_DIVISION_H

#include <modulus/communicator.h>

#include "base/memory.h"
#include "engine/partition.h"

/** Strips of a world, at most. */
#define MAX_DIVISION 1024

/* Strips side by side along an axis. */
struct strips {
    int32_t count;              /* 0: not chosen yet */
    int32_t axis;               /* 0: side by side along x, and so on */
    md_real ends[MAX_DIVISION]; /* of all but the last one, ascending */
};

/* A part of an island: what this rank has of it. */
struct island_part {
    double timer;   /* s: of the own body that has rested for the shortest time; infinite: there is none */
    int32_t label;  /* the smallest number of its bodies */
    bool is_shared; /* one of its bodies is on another rank too */
    bool is_due;    /* to fall asleep */
};

struct division {
    struct strips strips;
    double energy[MAX_DIVISION]; /* J: kinetic energy per strip after the last step */
    int32_t bodies;              /* of the problem of the last substep, on this rank */
    int32_t rows;                /* the same, on all ranks */
    int32_t islands;             /* at the end of the last step */
    struct island_part *parts;   /* scratch: of each island on this rank */
    size_t part_capacity;
    struct indices strip;       /* of each dynamic body */
    bool holds_for_sleeping;    /* the strips of sleeping bodies are known too */
    uint32_t rebuilds;          /* of the awake set, for which that was found */
    int64_t partitioned;        /* times that strips were chosen */
    struct doubles counts;      /* scratch: of bodies, per strip or per bin of a histogram */
    bool has_unsorted;          /* contacts, of a search for pairs that failed */
    struct keyed *new_contacts; /* scratch: by key, twice */
    size_t new_contact_capacity;
};

void md_division_free(struct division *division, const md_allocator *allocator);

/** The strip of a coordinate along the axis. */
static inline int32_t md_strip_of(const struct strips *strips, md_real coordinate)
{
    return md_ends_below(strips->ends, strips->count - 1, coordinate);
}

/** Whether the numbers of bodies per strip are so different that other strips would save time: the fullest one has a tenth more
 *  than the mean. */
bool md_strips_are_uneven(const double *bodies, int32_t count);

/* ---- Choosing strips ------------------------------------------------------------------------------------------------ */

/** Bins of a histogram. */
#define STRIP_BINS 4096

/* A histogram of coordinates: bins between `low` and `high`. */
struct histogram {
    double low, high;
    double below;        /* coordinates below `low`, as a count */
    const double *count; /* of each bin */
};

/** The bin of a coordinate, from 0; -1 below the histogram, STRIP_BINS above it. */
static inline int32_t histogram_bin(const struct histogram *histogram, double coordinate)
{
    if (!(coordinate >= histogram->low)) {
        return -1;
    }
    const double width = histogram->high - histogram->low;
    const double bin = width > 0 ? (coordinate - histogram->low) / width * STRIP_BINS : 0;
    return bin < STRIP_BINS ? (int32_t)bin : coordinate > histogram->high ? STRIP_BINS : STRIP_BINS - 1;
}

/** The lower end of a bin. */
static inline double histogram_edge(const struct histogram *histogram, int32_t bin)
{
    return histogram->low + (histogram->high - histogram->low) * bin / STRIP_BINS;
}

/** The first bin that ends with at least a number of coordinates below its upper end. */
int32_t md_histogram_find(const struct histogram *histogram, double coordinates);

#endif
