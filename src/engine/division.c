#include "engine/division.h"

#include "base/sort.h"

/* Below this number, a surplus of bodies in a strip costs less than moving bodies. */
#define LEAST_SURPLUS 8
#define GREATEST_SURPLUS 0.1 /* of the mean */

void md_division_free(struct division *division, const md_allocator *allocator)
{
    indices_free(allocator, &division->strip);
    doubles_free(allocator, &division->counts);
    md_array_free(allocator, (void **)&division->parts, &division->part_capacity, sizeof *division->parts);
    md_array_free(allocator, (void **)&division->new_contacts, &division->new_contact_capacity,
                  sizeof *division->new_contacts);
}

bool md_strips_are_uneven(const double *bodies, int32_t count)
{
    double all = 0, most = 0;
    for (int32_t strip = 0; strip < count; ++strip) {
        all += bodies[strip];
        most = bodies[strip] > most ? bodies[strip] : most;
    }
    const double surplus = most - all / count;
    return surplus > LEAST_SURPLUS && surplus > GREATEST_SURPLUS * all / count;
}

int32_t md_histogram_find(const struct histogram *histogram, double coordinates)
{
    double sum = histogram->below;
    for (int32_t bin = 0; bin < STRIP_BINS; ++bin) {
        sum += histogram->count[bin];
        if (sum >= coordinates) {
            return bin;
        }
    }
    return STRIP_BINS - 1;
}
