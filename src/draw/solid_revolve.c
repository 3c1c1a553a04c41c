/* Surfaces of revolution. The outline of a sphere, capsule, cylinder or cone in the half plane of its axis is a chain of
 * one to four points, each rounded by the radius. */
#include "draw/solid_mesh.h"

#define PI 3.14159265358979323846
#define MAX_CHAIN 4
#define MAX_SEGMENTS 256

/* Points of the chain, from below the base to above the top: distance from the axis, height along it. */
struct chain {
    double away[MAX_CHAIN], height[MAX_CHAIN];
    int count;
};

static struct chain chain_of(const struct solid *solid, double length)
{
    const double base = (double)solid->base_radius;
    switch (solid->type) {
    case MD3_CAPSULE: return (struct chain){{0, 0}, {0, length}, 2};
    case MD3_CYLINDER: return (struct chain){{0, base, base, 0}, {0, 0, length, length}, 4};
    case MD3_CONE: return (struct chain){{0, base, 0}, {0, 0, length}, 3};
    default: return (struct chain){{0}, {0}, 1};
    }
}

/* Places the outline in space. */
struct frame {
    md3_vec origin, axis, x, y;
};

static struct frame frame_of(const struct solid *solid, double *length)
{
    const bool has_axis = solid->type != MD3_SPHERE;
    const md3_vec along = md3_vec_sub(solid->point[1], solid->point[0]);
    *length = has_axis ? (double)md3_vec_length(along) : 0;
    struct frame frame = {.origin = solid->point[0], .axis = md3_vec_normalize(along)};
    if (!(*length > 0)) {
        frame.axis = md3_v(0, 1, 0);
    }
    frame.x = md3_vec_perpendicular(frame.axis);
    frame.y = md3_vec_cross(frame.axis, frame.x);
    return frame;
}

/* A ring of vertices at a distance from the axis, whose normals have an angle to the plane of the ring. Returns the
 * first. */
static uint32_t add_ring(struct solid_mesh *mesh, const struct frame *frame, double away, double height, double angle,
                         int segments)
{
    const uint32_t first = (uint32_t)mesh->vertex_count;
    for (int i = 0; i <= segments; ++i) {
        const double turn = 2 * PI * i / segments;
        const md3_vec out =
            md3_vec_add(md3_vec_scale((md_real)cos(turn), frame->x), md3_vec_scale((md_real)sin(turn), frame->y));
        const md3_vec at = md3_vec_add(md3_vec_add_scaled(frame->origin, (md_real)height, frame->axis),
                                       md3_vec_scale((md_real)away, out));
        const md3_vec normal =
            md3_vec_add(md3_vec_scale((md_real)cos(angle), out), md3_vec_scale((md_real)sin(angle), frame->axis));
        solid_mesh_vertex(mesh, at, normal);
    }
    return first;
}

static void join_rings(struct solid_mesh *mesh, uint32_t lower, uint32_t upper, int segments)
{
    for (uint32_t i = 0; i < (uint32_t)segments; ++i) {
        solid_mesh_triangle(mesh, lower + i, lower + i + 1, upper + i + 1);
        solid_mesh_triangle(mesh, lower + i, upper + i + 1, upper + i);
    }
}

static void add_rim(struct solid_mesh *mesh, uint32_t ring, int segments)
{
    for (uint32_t i = 0; i < (uint32_t)segments; ++i) {
        solid_mesh_edge(mesh, ring + i, ring + i + 1);
    }
}

/* The angle of the outward normal of the part of the chain that ends at a point: from -pi/2, down, to pi/2, up. */
static double angle_before(const struct chain *chain, int point)
{
    if (point == 0) {
        return -PI / 2;
    }
    if (point == chain->count) {
        return PI / 2;
    }
    return atan2(chain->away[point - 1] - chain->away[point], chain->height[point] - chain->height[point - 1]);
}

void solid_mesh_revolve(struct solid_mesh *mesh, const struct solid *solid, int segments)
{
    double length = 0;
    const struct frame frame = frame_of(solid, &length);
    const struct chain chain = chain_of(solid, length);
    const double radius = (double)solid->radius;
    const int corners = segments < 6 ? 6 : segments > MAX_SEGMENTS ? MAX_SEGMENTS : segments;
    bool has_ring = false;
    uint32_t below = 0;
    for (int i = 0; i < chain.count; ++i) {
        const double first = angle_before(&chain, i);
        const double last = angle_before(&chain, i + 1);
        const int arcs = radius > 0 ? 1 + (int)(fabs(last - first) / (2 * PI / corners)) : 1;
        for (int k = 0; k <= arcs; ++k) {
            const double angle = first + (last - first) * k / arcs;
            const uint32_t ring = add_ring(mesh, &frame, chain.away[i] + radius * cos(angle),
                                           chain.height[i] + radius * sin(angle), angle, corners);
            /* The two rings of a sharp rim differ only in their normals. */
            const bool is_sharp = k > 0 && !(radius > 0);
            if (has_ring && !is_sharp) {
                join_rings(mesh, below, ring, corners);
            } else if (is_sharp && chain.away[i] > 0) {
                add_rim(mesh, ring, corners);
            }
            below = ring;
            has_ring = true;
        }
    }
}
