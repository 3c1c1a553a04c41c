/* Spheres that are dropped between walls. */
#include "scene/library3/scenes3.h"

#include <math.h>

#include "base/splitmix.h"
#include "scene/library3/describe3.h"

#define PITCH 1.08  /* minimal distance of two lattice points, in diameters, as in the 2D pool */
#define JITTER 0.98 /* fraction of the free gap that the random shift may use, so that nothing overlaps at the start */

const struct scene_key SPHERES_KEYS[] = {COUNT3("count", "1000", "number of spheres", 9990000),
                                         {"width", "2.6", "distance of opposite walls, m", 0.1, 1e6, false},
                                         {"radius", "0.21", "radius of a sphere, m", 0.01, 100, false},
                                         {"mass", "2", "mass of a sphere, kg", 1e-6, 1e9, false},
                                         FRICTION3("0.1"),
                                         {"restitution", "0.2", "coefficient of restitution", 0, 1, false},
                                         SEED3,
                                         {0}};
const struct scene_key POOL3_KEYS[] = {
    COUNT3("count", "221", "number of spheres", 9990000),
    {"width", "6", "distance of the left and the right wall, m", 0.1, 1e6, false},
    {"depth", "0", "distance of the front and the back wall, m; 0: 1.08 diameters", 0, 1e6, false},
    {"radius", "0.21", "radius of a sphere, m", 0.01, 100, false},
    {"mass", "2", "mass of a sphere, kg", 1e-6, 1e9, false},
    FRICTION3("0.1"),
    {"restitution", "0.2", "coefficient of restitution", 0, 1, false},
    SEED3,
    {0}};

/* A lattice of layers between walls, in which spheres can be shifted at random without touching each other. */
struct lattice {
    int32_t columns, rows;
    double pitch_x, pitch_y, pitch_z, free_x, free_y, free_z;
};

static struct lattice lattice_for(double radius, double width, double depth)
{
    struct lattice lattice = {.pitch_y = 2 * radius * PITCH};
    lattice.columns = (int32_t)fmax(floor(width / lattice.pitch_y + 1e-9), 1);
    lattice.rows = (int32_t)fmax(floor(depth / lattice.pitch_y + 1e-9), 1);
    lattice.pitch_x = width / lattice.columns;
    lattice.pitch_z = depth / lattice.rows;
    lattice.free_x = fmax(0, JITTER * (lattice.pitch_x / 2 - radius));
    lattice.free_y = JITTER * (lattice.pitch_y / 2 - radius);
    lattice.free_z = fmax(0, JITTER * (lattice.pitch_z / 2 - radius));
    return lattice;
}

static struct dvec3 lattice_point(const struct lattice *lattice, int32_t index, struct splitmix *random)
{
    const int32_t column = index % lattice->columns;
    const int32_t row = index / lattice->columns % lattice->rows;
    const int32_t layer = index / lattice->columns / lattice->rows;
    const double shift_x = splitmix_real(random, -lattice->free_x, lattice->free_x);
    const double shift_y = splitmix_real(random, -lattice->free_y, lattice->free_y);
    const double shift_z = splitmix_real(random, -lattice->free_z, lattice->free_z);
    return dvec3_of(lattice->pitch_x * (column + 0.5 - lattice->columns / 2.0) + shift_x,
                    lattice->pitch_y * (layer + 0.5) + shift_y,
                    lattice->pitch_z * (row + 0.5 - lattice->rows / 2.0) + shift_z);
}

void describe_spheres3(struct description3 *description, const struct spheres3 *spheres)
{
    const struct lattice lattice = lattice_for(spheres->radius, spheres->width, spheres->depth);
    struct splitmix random = {spheres->seed};
    const struct material material = {spheres->mass / sphere_volume(spheres->radius), spheres->friction,
                                      spheres->restitution};
    describe3_basin(description, &material, spheres->width, spheres->depth);
    for (int32_t i = 0; i < spheres->count && !description->failed; ++i) {
        const int32_t body = describe3_body(description, BODY_DYNAMIC, lattice_point(&lattice, i, &random));
        describe3_sphere(description, body, &material, spheres->radius);
    }
}

static void build_between_walls(struct build3 *build, double width, double depth)
{
    const struct spheres3 spheres = {.count = build3_integer(build, "count"),
                                     .radius = build3_number(build, "radius"),
                                     .width = width,
                                     .depth = depth,
                                     .mass = build3_number(build, "mass"),
                                     .friction = build3_number(build, "friction"),
                                     .restitution = build3_number(build, "restitution"),
                                     .seed = build3_seed(build)};
    struct description3 description = description3_begin("");
    describe_spheres3(&description, &spheres);
    build3_description(build, &description);
}

void build_spheres(struct build3 *build)
{
    const double width = build3_number(build, "width");
    build_between_walls(build, width, width);
}

/* The paper's Pool 1 between two panes: its numbers of bodies and sizes, with spheres for circles. */
void build_pool3(struct build3 *build)
{
    const double depth = build3_number(build, "depth");
    build_between_walls(build, build3_number(build, "width"),
                        depth > 0 ? depth : 2 * PITCH * build3_number(build, "radius"));
}
