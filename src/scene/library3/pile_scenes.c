/* Pieces of several forms that are dropped into a basin. */
#include "scene/library3/describe3.h"

#include "base/splitmix.h"

#define BASIN_WIDTH 8.0   /* m */
#define PIECE_RADIUS 0.45 /* m: of a sphere that contains a piece */
#define SEED 1

static const struct material STONE = {1000, 0.6, 0};

/* Adds the shape of piece `index` to a body. */
typedef void piece_shape(struct description3 *description, int32_t body, int32_t index);

/* A rotation with random coefficients. Not uniform, but without trigonometric functions. */
static struct drot3 random_rotation(struct splitmix *random)
{
    /* One number per statement: C leaves the order in which arguments are evaluated to the compiler. */
    const double x = splitmix_real(random, -1, 1);
    const double y = splitmix_real(random, -1, 1);
    const double z = splitmix_real(random, -1, 1);
    const double w = splitmix_real(random, 0.1, 1);
    const double length = sqrt(x * x + y * y + z * z + w * w);
    return (struct drot3){x / length, y / length, z / length, w / length};
}

static void describe_pile(struct description3 *description, int32_t count, piece_shape *add_shape)
{
    const double pitch = 2.05 * PIECE_RADIUS;
    const int32_t side = (int32_t)floor(BASIN_WIDTH / pitch);
    struct splitmix random = {SEED};
    describe3_basin(description, &STONE, BASIN_WIDTH, BASIN_WIDTH);
    for (int32_t i = 0; i < count; ++i) {
        struct described_body3 piece = {.type = BODY_DYNAMIC};
        piece.start.p = dvec3_of(pitch * (i % side - (side - 1) / 2.0), pitch * (i / side / side + 0.5),
                                 pitch * (i / side % side - (side - 1) / 2.0));
        piece.start.q = random_rotation(&random);
        add_shape(description, description3_add_body(description, &piece), i);
    }
}

static void add_simple_shape(struct description3 *description, int32_t body, int32_t index)
{
    switch (index % 3) {
    case 0: describe3_box(description, body, &STONE, dvec3_of(0.25, 0.25, 0.25)); break;
    case 1: describe3_capsule(description, body, &STONE, dvec3_of(0, -0.22, 0), dvec3_of(0, 0.22, 0), 0.2); break;
    default: describe3_sphere(description, body, &STONE, 0.27); break;
    }
}

static void add_hull(struct description3 *description, int32_t body, int32_t index)
{
    const double h = 0.3 * 0.8660254037844386; /* of an equilateral triangle, with the side 0.3 m */
    const struct dvec3 octahedron[] = {{0.4, 0, 0},   {-0.4, 0, 0}, {0, 0.32, 0},
                                       {0, -0.32, 0}, {0, 0, 0.35}, {0, 0, -0.35}};
    const struct dvec3 prism[] = {{0.3, -0.2, 0},    {0.15, -0.2, h},  {-0.15, -0.2, h}, {-0.3, -0.2, 0},
                                  {-0.15, -0.2, -h}, {0.15, -0.2, -h}, {0.3, 0.2, 0},    {0.15, 0.2, h},
                                  {-0.15, 0.2, h},   {-0.3, 0.2, 0},   {-0.15, 0.2, -h}, {0.15, 0.2, -h}};
    const struct dvec3 dodecahedron[] = {
        {0.36, 0, 0},        {-0.36, 0, 0},        {0, 0.36, 0},         {0, -0.36, 0},        {0, 0, 0.36},
        {0, 0, -0.36},       {0.18, 0.18, 0.18},   {-0.18, 0.18, 0.18},  {0.18, -0.18, 0.18},  {-0.18, -0.18, 0.18},
        {0.18, 0.18, -0.18}, {-0.18, 0.18, -0.18}, {0.18, -0.18, -0.18}, {-0.18, -0.18, -0.18}};
    switch (index % 3) {
    case 0: describe3_hull(description, body, &STONE, octahedron, sizeof octahedron / sizeof *octahedron); break;
    case 1: describe3_hull(description, body, &STONE, prism, sizeof prism / sizeof *prism); break;
    default: describe3_hull(description, body, &STONE, dodecahedron, sizeof dodecahedron / sizeof *dodecahedron); break;
    }
}

void describe_mixed3(struct description3 *description, int32_t count)
{
    describe_pile(description, count, add_simple_shape);
}

void describe_hulls3(struct description3 *description, int32_t count)
{
    describe_pile(description, count, add_hull);
}
