/* A body that spins freely, a drum that turns, and bodies that fall on a landscape. */
#include "scene/library3/scenes3.h"

#include <math.h>
#include <stdlib.h>

#include "base/angle.h"
#include "base/splitmix.h"

/* ---- Spinner ------------------------------------------------------------------------------------------------------- */

const struct scene_key SPINNER3_KEYS[] = {
    {"speed", "10", "angular speed about the middle principal axis, rad/s", -1000, 1000, false},
    {"tilt", "0.001", "angular speed about the other axes, in shares of it", 0, 10, false},
    {0}};

/* A T-handle without gravity: a bar along x and a stem along y. Rotation about the axis of the middle moment of inertia,
 * here the stem, is unstable, and the handle turns over again and again (Dzhanibekov's effect). */
void build_spinner3(struct build3 *build)
{
    const double speed = build3_number(build, "speed");
    const double tilt = speed * build3_number(build, "tilt");
    const md3_shape_def material = material3(1000, 0.6);
    const md3_body_id handle = build3_body(build, MD3_DYNAMIC, vec3(0, 0, 0));
    build3_box(build, handle, &material, vec3(0.5, 0.1, 0.1));
    build3_box_at(build, handle, &material, vec3(0.1, 0.2, 0.1),
                  md3_transform_make(vec3(0, 0.3, 0), md3_rot_identity()));
    if (build->status == MD_OK) {
        build->status = md3_body_set_velocity(build->world, handle, vec3(0, 0, 0), vec3(tilt, speed, tilt));
    }
}

/* ---- Mixed pieces -------------------------------------------------------------------------------------------------- */

#define PIECE_RADIUS 0.25 /* m: of the sphere that contains a piece */

/* Adds the geometry of piece `index`: six forms in turn. */
static void add_piece_shape(struct build3 *build, md3_body_id body, const md3_shape_def *material, int32_t index)
{
    const double r = PIECE_RADIUS;
    const md3_vec wedge[] = {vec3(-0.6 * r, -0.5 * r, -0.6 * r), vec3(0.6 * r, -0.5 * r, -0.6 * r),
                             vec3(-0.6 * r, -0.5 * r, 0.6 * r),  vec3(0.6 * r, -0.5 * r, 0.6 * r),
                             vec3(-0.6 * r, 0.5 * r, -0.3 * r),  vec3(0.6 * r, 0.5 * r, 0.3 * r)};
    switch (index % 6) {
    case 0: build3_sphere(build, body, material, 0.8 * r); break;
    case 1: build3_capsule(build, body, material, 0.5 * r, 0.45 * r); break;
    case 2: build3_box(build, body, material, vec3(0.55 * r, 0.55 * r, 0.55 * r)); break;
    case 3: build3_cylinder(build, body, material, 0.6 * r, 0.6 * r); break;
    case 4: build3_cone(build, body, material, 0.7 * r, 0.65 * r); break;
    default: build3_hull(build, body, material, wedge, sizeof wedge / sizeof *wedge); break;
    }
}

/* A rotation by a random angle about a random axis. */
static md3_rot random_rotation(struct splitmix *random)
{
    /* One number per statement: C leaves the order in which arguments are evaluated to the compiler. */
    const double z = splitmix_real(random, 0.1, 1);
    const double y = splitmix_real(random, -1, 1);
    const double x = splitmix_real(random, -1, 1);
    return md3_rot_from_axis_angle(md3_vec_normalize(vec3(x, y, z)), splitmix_real(random, 0, 2 * MD_PI));
}

/* Adds pieces in layers of columns x rows about the y axis, the lowest at a height. */
static void add_pieces(struct build3 *build, const md3_shape_def *material, int32_t columns, int32_t rows,
                       double bottom, struct splitmix *random)
{
    const double pitch = 2.05 * PIECE_RADIUS;
    const int32_t count = build3_integer(build, "count");
    for (int32_t i = 0; i < count && build->status == MD_OK; ++i) {
        const double x = pitch * (i % columns - (columns - 1) / 2.0);
        const double z = pitch * (i / columns % rows - (rows - 1) / 2.0);
        const double y = bottom + pitch * (i / columns / rows + 0.5);
        const md3_body_id body = build3_rotated_body(build, MD3_DYNAMIC, vec3(x, y, z), random_rotation(random));
        add_piece_shape(build, body, material, i);
    }
}

/* ---- Washer -------------------------------------------------------------------------------------------------------- */

#define DRUM_SIDES 12
#define DRUM_THICKNESS 0.2 /* m, of half a side */

const struct scene_key WASHER3_KEYS[] = {COUNT3("count", "200", "number of pieces, of six forms", 100000),
                                         {"speed", "1", "angular speed of the drum, rad/s", -100, 100, false},
                                         FRICTION3("0.4"),
                                         SEED3,
                                         {0}};

/* A drum about the z axis: a ring of boxes and two boxes that close it. Its inner radius grows with the number of pieces,
 * which fill about a third of it. */
void build_washer3(struct build3 *build)
{
    const int32_t count = build3_integer(build, "count");
    const double radius = fmax(1.5, 0.28 * sqrt(count));
    const int32_t rows = 4;
    const double depth = 2.05 * PIECE_RADIUS * rows / 2 + 0.1; /* half of the drum's */
    const double outer = radius + DRUM_THICKNESS;
    const double half_side = outer * 0.2679492 + 0.05; /* tan 15 degrees: the sides overlap at their edges */
    const md3_shape_def material = material3(1000, build3_number(build, "friction"));
    struct splitmix random = {build3_seed(build)};
    const md3_body_id drum = build3_body(build, MD3_KINEMATIC, vec3(0, 0, 0));
    for (int i = 0; i < DRUM_SIDES; ++i) {
        const md3_rot turn = md3_rot_from_axis_angle(vec3(0, 0, 1), 2 * MD_PI * i / DRUM_SIDES);
        const md3_vec center = md3_rot_apply(turn, vec3(0, -outer, 0));
        build3_box_at(build, drum, &material, vec3(half_side, DRUM_THICKNESS, depth + 2 * DRUM_THICKNESS),
                      md3_transform_make(center, turn));
    }
    for (int side = -1; side <= 1; side += 2) {
        build3_box_at(build, drum, &material, vec3(outer, outer, DRUM_THICKNESS),
                      md3_transform_make(vec3(0, 0, side * (depth + DRUM_THICKNESS)), md3_rot_identity()));
    }
    if (build->status == MD_OK) {
        build->status =
            md3_body_set_velocity(build->world, drum, vec3(0, 0, 0), vec3(0, 0, build3_number(build, "speed")));
    }
    /* A square with a side of the radius lies inside the drum. */
    const int32_t columns = (int32_t)fmax(1, floor(1.3 * radius / (2.05 * PIECE_RADIUS)));
    add_pieces(build, &material, columns, rows, -0.65 * radius, &random);
}

/* ---- Landscape ----------------------------------------------------------------------------------------------------- */

const struct scene_key MESH3_KEYS[] = {COUNT3("count", "200", "number of pieces, of six forms", 100000),
                                       COUNT3("cells", "40", "cells of the landscape along each side", 1000),
                                       {"width", "20", "of the landscape, m", 1, 10000, false},
                                       {"height", "0.6", "of its hills, m", 0, 10, false},
                                       FRICTION3("0.6"),
                                       SEED3,
                                       {0}};

/* Hills in a bowl, whose rim keeps the pieces on it. */
static double landscape(double x, double z, double width, double height)
{
    const double u = 2 * x / width;
    const double v = 2 * z / width;
    const double bowl = u * u + v * v;
    return height * (md_cos_sin(3 * MD_PI * u).c * md_cos_sin(2 * MD_PI * v).c - 1) + 0.1 * width * bowl * bowl;
}

static md_status create_landscape(const struct build3 *build, md3_mesh **mesh)
{
    const int32_t cells = build3_integer(build, "cells");
    const double width = build3_number(build, "width");
    const int32_t side = cells + 1;
    md3_vec *vertices = calloc((size_t)side * (size_t)side, sizeof *vertices);
    int32_t *indices = calloc((size_t)cells * (size_t)cells * 6, sizeof *indices);
    if (vertices == NULL || indices == NULL) {
        free(vertices);
        free(indices);
        return MD_ERROR_MEMORY;
    }
    for (int32_t i = 0; i < side * side; ++i) {
        const double x = width * ((double)(i % side) / cells - 0.5);
        const double z = width * ((double)(i / side) / cells - 0.5);
        vertices[i] = vec3(x, landscape(x, z, width, build3_number(build, "height")), z);
    }
    int32_t *next = indices;
    for (int32_t i = 0; i < cells * cells; ++i) {
        const int32_t corner = i % cells + i / cells * side;
        const int32_t quad[] = {corner,     corner + side, corner + 1,
                                corner + 1, corner + side, corner + side + 1}; /* counter-clockwise from above */
        for (int k = 0; k < 6; ++k) {
            *next++ = quad[k];
        }
    }
    md3_mesh_def def = md3_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = side * side;
    def.indices = indices;
    def.triangle_count = 2 * cells * cells;
    const md_status status = md3_mesh_create(build->allocator, &def, mesh, NULL);
    free(vertices);
    free(indices);
    return status;
}

void build_mesh3(struct build3 *build)
{
    const md3_shape_def material = material3(1000, build3_number(build, "friction"));
    const md3_body_id ground = build3_body(build, MD3_STATIC, vec3(0, 0, 0));
    struct splitmix random = {build3_seed(build)};
    md3_mesh *mesh = NULL;
    md3_geometry geometry = {0};
    if (build->status == MD_OK) {
        build->status = create_landscape(build, &mesh);
    }
    if (build->status == MD_OK) {
        build->status = md3_geometry_mesh(&geometry, mesh);
    }
    build3_shape(build, ground, &material, &geometry);
    md3_mesh_destroy(mesh);
    const int32_t columns = (int32_t)fmax(1, floor(0.4 * build3_number(build, "width") / (2.05 * PIECE_RADIUS)));
    add_pieces(build, &material, columns, columns, 1, &random);
}
