/* The densest packing of equal discs in a box: rows of `columns` and `columns` - 1 discs in alternation.
 *
 * A disc rests on two discs of the row below and touches both neighbours of its row. The long rows touch both walls,
 * whose distance is that of the packing, at most `width`. There are about three contacts per disc, without gap or
 * penetration. Bodies and contacts are numbered row by row from the floor, so that the bodies of a contact are close in
 * memory.
 */
#include "base/error.h"
#include "generate/contact.h"
#include "generate/kinds.h"

#define RADIUS 0.21 /* m, the paper's pools */
#define MASS 2.0    /* kg */
#define ROOT_3 1.7320508075688772

struct packing {
    int32_t count, columns;
    double friction;
};

/* The position of a disc. A long and a short row form a period of 2 columns - 1 discs. */
struct place {
    int32_t column;
    bool is_short; /* in a row of columns - 1 discs, shifted by a radius */
    bool is_floor;
};

static struct place place_of(const struct packing *packing, int32_t i)
{
    const int32_t in_period = i % (2 * packing->columns - 1);
    const bool is_short = in_period >= packing->columns;
    return (struct place){.column = is_short ? in_period - packing->columns : in_period,
                          .is_short = is_short,
                          .is_floor = i < packing->columns};
}

static int32_t columns_of(double width, int32_t count)
{
    /* Without a width, a square: columns discs of width 2 r, and count / columns rows sqrt(3) r apart. */
    const double columns = width > 0 ? width / (2 * RADIUS) : sqrt(count * ROOT_3 / 2);
    const int32_t whole = columns < count ? (int32_t)columns : count;
    return whole > 2 ? whole : 2;
}

static md_status add_touch(md_problem *problem, const struct packing *packing, int32_t other, int32_t disc, double x,
                           double y)
{
    struct contact contact = disc_contact(other, RADIUS, disc, RADIUS, x, y);
    contact.friction = packing->friction;
    return add_contact(problem, &contact);
}

/* Adds the contacts of disc i with the discs below and to its left, and with walls. The disc to its right adds
 * theirs. */
static md_status add_disc_contacts(md_problem *problem, const struct packing *packing, int32_t i)
{
    const struct place place = place_of(packing, i);
    const bool is_first = place.column == 0;
    const bool is_last = place.column == packing->columns - 1; /* of a long row */
    /* The lower left neighbour is `columns` discs back, the lower right one less. The ends of long rows have only
     * one. */
    const int32_t lower_left = i - packing->columns;
    md_status status = MD_OK;
    if (place.is_floor) {
        status = add_touch(problem, packing, MD_NO_BODY, i, 0, 1);
    }
    if (status == MD_OK && !place.is_floor && (place.is_short || !is_first)) {
        status = add_touch(problem, packing, lower_left, i, 0.5, ROOT_3 / 2);
    }
    if (status == MD_OK && !place.is_floor && (place.is_short || !is_last)) {
        status = add_touch(problem, packing, lower_left + 1, i, -0.5, ROOT_3 / 2);
    }
    if (status == MD_OK && !is_first) {
        status = add_touch(problem, packing, i - 1, i, 1, 0);
    }
    if (status == MD_OK && is_first && !place.is_short) {
        status = add_touch(problem, packing, MD_NO_BODY, i, 1, 0);
    }
    if (status == MD_OK && is_last) {
        status = add_touch(problem, packing, MD_NO_BODY, i, -1, 0);
    }
    return status;
}

md_status generate_packing(md_problem *problem, const struct generate_settings *settings, md_error *error)
{
    const double width = setting_number(settings, "width");
    if (width > 0 && width < 4 * RADIUS) {
        return md_fail(error, MD_ERROR_ARGUMENT,
                       "generate packing: width='%g', expected 0 or at least %g m (two circles)", width, 4 * RADIUS);
    }
    struct packing packing = {.count = setting_whole(settings, "circles"),
                              .friction = setting_number(settings, "friction")};
    packing.columns = columns_of(width, packing.count);
    md_status status = md_problem_begin_bodies(problem, 3);
    for (int32_t i = 0; status == MD_OK && i < packing.count; ++i) {
        status = add_falling_disc(problem, MASS, RADIUS);
    }
    for (int32_t i = 0; status == MD_OK && i < packing.count; ++i) {
        status = add_disc_contacts(problem, &packing, i);
    }
    return status;
}
