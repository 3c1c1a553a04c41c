/* A densest packing of equal spheres in a box: square layers of columns^2 and (columns - 1)^2 spheres in alternation, each
 * sphere in a hollow between four of the layer below (face-centred cubic).
 *
 * A sphere touches up to four spheres below and its neighbours in the layer. The large layers touch the four walls, whose
 * distance is that of the packing, at most `width`. There are about six contacts per sphere, without gap or penetration.
 */
#include "base/error.h"
#include "generate/contact3.h"
#include "generate/kinds.h"

#define RADIUS 0.21 /* m, the paper's pools */
#define MASS 2.0    /* kg */
#define ROOT_2 1.4142135623730951

struct packing3 {
    int32_t count, columns;
    double friction;
};

/* The position of a sphere. A large and a small layer form a period. */
struct place3 {
    int32_t x, z, side; /* in a square layer of side^2 spheres */
    int32_t below;      /* the first sphere of the layer below; -1: the floor */
};

static struct place3 place_of(const struct packing3 *packing, int32_t i)
{
    const int32_t large = packing->columns * packing->columns;
    const int32_t small = (packing->columns - 1) * (packing->columns - 1);
    const int32_t in_period = i % (large + small);
    const bool is_small = in_period >= large;
    const int32_t side = is_small ? packing->columns - 1 : packing->columns;
    const int32_t in_layer = is_small ? in_period - large : in_period;
    const int32_t first = i - in_layer;
    return (struct place3){.x = in_layer % side,
                           .z = in_layer / side,
                           .side = side,
                           .below = first == 0 ? -1 : first - (is_small ? large : small)};
}

/* Without a width, a cube: layers are sqrt(2) r apart, so that there are sqrt(2) columns of them. */
static int32_t columns_of(double width, int32_t count)
{
    int32_t columns = 2;
    while (width > 0 ? 2 * RADIUS * (columns + 1) <= width && columns < 1000
                     : ROOT_2 * columns * columns * columns < count) {
        ++columns;
    }
    return columns;
}

static md_status add_touch(md_problem *problem, const struct packing3 *packing, int32_t other, int32_t sphere,
                           const double normal[3])
{
    return add_sphere_contact(problem, other, sphere, RADIUS, normal, packing->friction);
}

/* Adds the contacts with the spheres of the layer below. That of a large layer has spheres between its own only. */
static md_status add_below(md_problem *problem, const struct packing3 *packing, int32_t i, struct place3 place)
{
    const int32_t side = place.side == packing->columns ? packing->columns - 1 : packing->columns;
    const int32_t shift = place.side == packing->columns ? -1 : 0;
    md_status status = MD_OK;
    for (int k = 0; status == MD_OK && k < 4; ++k) {
        const int32_t x = place.x + shift + k % 2;
        const int32_t z = place.z + shift + k / 2;
        const double normal[3] = {k % 2 == 0 ? 0.5 : -0.5, ROOT_2 / 2, k / 2 == 0 ? 0.5 : -0.5};
        if (0 <= x && x < side && 0 <= z && z < side) {
            status = add_touch(problem, packing, place.below + x + z * side, i, normal);
        }
    }
    return status;
}

/* Adds the contacts with the walls and the earlier neighbours along x (step 1) or z. */
static md_status add_beside(md_problem *problem, const struct packing3 *packing, int32_t i, int axis,
                            struct place3 place)
{
    const int32_t at = axis == 0 ? place.x : place.z;
    const int32_t step = axis == 0 ? 1 : place.side;
    const bool is_large = place.side == packing->columns;
    double normal[3] = {axis == 0, 0, axis == 2};
    md_status status = MD_OK;
    if (at > 0 || is_large) {
        status = add_touch(problem, packing, at > 0 ? i - step : MD_NO_BODY, i, normal);
    }
    if (status == MD_OK && is_large && at == place.side - 1) {
        normal[axis] = -1;
        status = add_touch(problem, packing, MD_NO_BODY, i, normal);
    }
    return status;
}

static md_status add_sphere_contacts(md_problem *problem, const struct packing3 *packing, int32_t i)
{
    static const double UP[3] = {0, 1, 0};
    const struct place3 place = place_of(packing, i);
    md_status status =
        place.below < 0 ? add_touch(problem, packing, MD_NO_BODY, i, UP) : add_below(problem, packing, i, place);
    if (status == MD_OK) {
        status = add_beside(problem, packing, i, 0, place);
    }
    return status == MD_OK ? add_beside(problem, packing, i, 2, place) : status;
}

md_status generate_packing3(md_problem *problem, const struct generate_settings *settings, md_error *error)
{
    const double width = setting_number(settings, "width");
    if (width > 0 && width < 4 * RADIUS) {
        return md_fail(error, MD_ERROR_ARGUMENT,
                       "generate packing3: width='%g', expected 0 or at least %g m (two spheres)", width, 4 * RADIUS);
    }
    struct packing3 packing = {.count = setting_whole(settings, "spheres"),
                               .friction = setting_number(settings, "friction")};
    packing.columns = columns_of(width, packing.count);
    md_status status = md_problem_begin_bodies(problem, 6);
    for (int32_t i = 0; status == MD_OK && i < packing.count; ++i) {
        status = add_falling_sphere(problem, MASS, RADIUS);
    }
    for (int32_t i = 0; status == MD_OK && i < packing.count; ++i) {
        status = add_sphere_contacts(problem, &packing, i);
    }
    return status;
}
