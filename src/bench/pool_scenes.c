/* Pieces dropped between walls: the paper's circles, and pieces of many forms. */
#include <math.h>

#include "base/splitmix.h"
#include "bench/scenes.h"

#define PI 3.14159265358979323846
#define SEED 1

/* The paper's Pool 1: 221 circles of 2 kg between walls 6 m apart; radius and gaps as in src/scene/paper_scenes.c. */
#define PAPER_CIRCLES 221
#define PAPER_WIDTH 6.0
#define CIRCLE_RADIUS 0.21
#define CIRCLE_MASS 2.0
#define CIRCLE_PITCH 1.08 /* least distance of places at the start, in diameters */
#define JITTER 0.98       /* share of the free gap that the random shift may use: no overlap at the start */
/* Larger pools: 40 m for 10,000, about as high as wide. */
#define LARGE_CIRCLES 10000
#define LARGE_WIDTH 40.0

/* A lattice in which pieces of a reach have some room to be shifted. */
struct lattice {
    int32_t columns, rows;
    double across, up, free_across, free_up;
};

static struct lattice make_lattice(int32_t count, double reach, double width)
{
    struct lattice lattice = {.up = 2 * reach * CIRCLE_PITCH};
    lattice.columns = (int32_t)fmin(fmax(width / lattice.up, 1), count);
    lattice.rows = (count + lattice.columns - 1) / lattice.columns;
    lattice.across = width / lattice.columns;
    lattice.free_across = fmax(0, JITTER * (lattice.across / 2 - reach));
    lattice.free_up = JITTER * (lattice.up / 2 - reach);
    return lattice;
}

static int32_t add_piece(struct description *description, const struct lattice *lattice, int32_t i,
                         struct splitmix *random, bool turned)
{
    const int32_t column = i % lattice->columns;
    const int32_t row = i / lattice->columns;
    const double shift_x = splitmix_real(random, -lattice->free_across, lattice->free_across);
    const double shift_y = splitmix_real(random, -lattice->free_up, lattice->free_up);
    const double x = lattice->across * (column + 0.5) + shift_x;
    const double y = lattice->up * (row + 0.5) + shift_y;
    return add_body_at(description, BODY_DYNAMIC, x, y, turned ? splitmix_real(random, 0, 2 * PI) : 0);
}

void describe_pool(struct description *description, int32_t circles)
{
    const double width = circles == PAPER_CIRCLES ? PAPER_WIDTH : LARGE_WIDTH * sqrt((double)circles / LARGE_CIRCLES);
    const struct material material = {CIRCLE_MASS / (PI * CIRCLE_RADIUS * CIRCLE_RADIUS), 0.1, 0.2};
    const struct lattice lattice = make_lattice(circles, CIRCLE_RADIUS, width);
    struct splitmix random = {SEED};
    add_basin(description, &material, width, lattice.up * lattice.rows + 1);
    for (int32_t i = 0; i < circles && !description->failed; ++i) {
        add_circle(description, add_piece(description, &lattice, i, &random, false), &material, CIRCLE_RADIUS);
    }
}

#define PIECE_REACH 0.25 /* m */

void describe_mixed(struct description *description, int32_t pieces)
{
    const double width = sqrt(pieces) * 2 * PIECE_REACH;
    const struct material material = {10, 0.3, 0};
    const struct lattice lattice = make_lattice(pieces, PIECE_REACH, width);
    struct splitmix random = {SEED};
    add_basin(description, &material, width, lattice.up * lattice.rows + 1);
    for (int32_t i = 0; i < pieces && !description->failed; ++i) {
        const int32_t body = add_piece(description, &lattice, i, &random, true);
        switch (i % 5) {
        case 0: add_circle(description, body, &material, 0.9 * PIECE_REACH); break;
        case 1: add_capsule(description, body, &material, 0.55 * PIECE_REACH, 0.45 * PIECE_REACH); break;
        case 2: add_box(description, body, &material, 0, 0, 0.7 * PIECE_REACH, 0.7 * PIECE_REACH); break;
        case 3: add_regular(description, body, &material, 3, PIECE_REACH); break;
        default: add_regular(description, body, &material, 6, PIECE_REACH); break;
        }
    }
}
