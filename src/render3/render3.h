/* Offscreen rendering of triangle meshes with one light and its shadows, for pictures of 3D worlds.
 *
 * OpenGL 3.3 on a surfaceless EGL display, which Mesa offers without a screen and without a graphics card. EGL and the
 * driver with its compiler bring some twenty libraries. They are in a module of their own, modulus_render3.so, which the
 * first picture of a 3D scene loads (load.c).
 *
 * Lengths are in metres. All positions are relative to the target of the camera, so that floats are enough far from the
 * origin of a world. Colours are sRGB, 0 to 1.
 */
#ifndef MODULUS_RENDER3_RENDER3_H
#define MODULUS_RENDER3_RENDER3_H

#include <modulus/base.h>

/** A corner of a triangle or an end of an edge. */
struct render3_vertex {
    float position[3], normal[3];
};

/** A mesh: triangles, and edges that are drawn as dark lines. Indices are those of its own vertices. */
struct render3_mesh {
    const struct render3_vertex *vertices;
    const uint32_t *triangles; /* three per triangle */
    const uint32_t *edges;     /* two per edge */
    size_t vertex_count, triangle_count, edge_count;
    bool is_closed; /* its triangles are seen from outside only */
};

enum render3_pattern {
    RENDER3_PLAIN,
    RENDER3_OCTANTS, /* every second octant is darker, so that a round body can be seen to rotate */
    RENDER3_GRID     /* horizontal grid lines, for a landscape */
};

/** A mesh at a place. */
struct render3_instance {
    float axes[3][3]; /* images of the unit vectors: rotation and scale */
    float position[3];
    float colour[4];
    float pattern; /* one of enum render3_pattern */
    uint32_t mesh;
};

/** Instances; those of one mesh are drawn together if they follow each other, and near ones are best drawn first. */
struct render3_layer {
    const struct render3_instance *at;
    size_t count;
};

/** An infinite plane, drawn with a grid that fades with the distance from the target. Invisible from behind, and behind
 *  other planes: the planes of a box bound each other. */
struct render3_plane {
    float normal[3]; /* unit */
    float offset;    /* along the normal */
    float opacity;
    bool is_ground; /* shows the shadows and the grid strongly */
};

struct render3_scene {
    struct render3_layer solids;       /* cast shadows */
    struct render3_layer translucents; /* by the fourth number of their colour; blended in the order given */
    struct render3_layer marks;        /* seen through solids that cover them by less than `mark_depth` */
    const struct render3_plane *planes;
    size_t plane_count;
    float eye[3];     /* the camera looks at the origin */
    float up[3];      /* unit; also the direction of the sky */
    float light[3];   /* unit, toward the light */
    float radius;     /* of a sphere around the origin with everything that casts shadows */
    float grid;       /* distance of the lines of a plane's grid */
    float origin[3];  /* of the grid */
    float mark_depth; /* m */
};

/** Planes that bound others, at most; further ones do not. */
#define RENDER3_MAX_PLANES 8

/** Vertical angle of the field of view, rad. */
#define RENDER3_FIELD 0.6f

struct renderer3;

/** The table that the module exports under the name modulus_render3. */
struct render3 {
    const char *version; /**< MODULUS_VERSION of the module */
    /** Creates a renderer, which keeps a copy of the meshes. */
    md_status (*create)(struct renderer3 **renderer, const struct render3_mesh *meshes, size_t mesh_count,
                        md_error *error);
    /** Draws a scene: rows from the top, four bytes per pixel in the order blue, green, red, unused. */
    md_status (*draw)(struct renderer3 *renderer, const struct render3_scene *scene, int width, int height,
                      unsigned char *pixels, md_error *error);
    /** NULL is allowed. */
    void (*destroy)(struct renderer3 *renderer);
};

/** Loads the module, or finds it loaded. Fails if this build has none. */
md_status render3_load(const struct render3 **table, md_error *error);

#endif
