/** @file
 * Shapes in space: mass, ray casts, distance, time of impact and contact manifolds.
 *
 * A geometry (md3_geometry) is a small value: a sphere, capsule, convex hull (boxes are hulls), cylinder, cone, plane,
 * triangle mesh or height field, in the coordinates of its body. Hulls, meshes and height fields are larger objects of
 * their own, which are created once and never change; a geometry points to one, and many geometries may share it.
 *
 *     md_status weigh(const md3_vec *points, int32_t count, md3_mass *mass)
 *     {
 *         md3_hull *rock; // any convex polyhedron
 *         md3_geometry shape;
 *         md_status status = md3_hull_create(NULL, points, count, &rock, NULL);
 *         if (status == MD_OK) {
 *             status = md3_geometry_hull(&shape, rock, 0);
 *             *mass = md3_geometry_mass(&shape, 2700);
 *         }
 *         md3_hull_destroy(rock); // after the last geometry that points to it
 *         return status;
 *     }
 *
 * Units are metres and radians. Vectors, rotations and transforms are in math3.h. No function here calls libm for more
 * than a square root, so the same input gives bit-identical results on every machine.
 */
#ifndef MODULUS_GEOMETRY3_H
#define MODULUS_GEOMETRY3_H

#include <modulus/math3.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An axis-aligned box. */
typedef struct md3_box {
    md3_vec lower, upper; /**< the corners with the smallest and the largest coordinates */
} md3_box;

/** Smallest significant distance, m. Points closer than this are merged, and thinner hulls are refused. */
#define MD3_LINEAR_SLOP ((md_real)0.005)

/* ---- Hulls ------------------------------------------------------------------------------------------------------- */

/** Maximum number of vertices of a hull. */
#define MD3_MAX_VERTICES 128

/** A convex polyhedron. It never changes after its creation. */
typedef struct md3_hull md3_hull;

/** Creates the convex hull of `count` points. Points inside, and points within MD3_LINEAR_SLOP of another vertex, are left
 *  out; coplanar triangles are merged into one face. `allocator` NULL is the heap.
 *
 *  On failure `*hull` is NULL, and `error`, which may be NULL, says why: MD_ERROR_ARGUMENT if a number is not finite or
 *  larger than 1e9, or if the points lie in a plane, on a line or in a point (thinner than MD3_LINEAR_SLOP); MD_ERROR_SIZE
 *  if more than MD3_MAX_VERTICES vertices remain; MD_ERROR_MEMORY. */
MD_API md_status md3_hull_create(const md_allocator *allocator, const md3_vec *points, int32_t count, md3_hull **hull,
                                 md_error *error);
/** Creates a box from its half-extents, centred on the origin. Bits 0, 1 and 2 of the number of a vertex say whether its x,
 *  y and z are positive. The faces are -x, +x, -y, +y, -z, +z. */
MD_API md_status md3_hull_create_box(const md_allocator *allocator, md3_vec half, md3_hull **hull, md_error *error);
/** Creates a copy of a hull, moved by a transform. */
MD_API md_status md3_hull_create_transformed(const md_allocator *allocator, const md3_hull *hull,
                                             md3_transform transform, md3_hull **moved, md_error *error);
/** Destroys a hull. NULL is allowed. Shapes of a world keep the hull until they are destroyed; geometries of your own do
 *  not. */
MD_API void md3_hull_destroy(md3_hull *hull);

/** Number of vertices, 4 to MD3_MAX_VERTICES. */
MD_API int32_t md3_hull_vertices(const md3_hull *hull);
/** A vertex, counted from 0; the origin if there is no such vertex. */
MD_API md3_vec md3_hull_vertex(const md3_hull *hull, int32_t vertex);
/** Number of faces. */
MD_API int32_t md3_hull_faces(const md3_hull *hull);
/** Outward unit normal of a face; zero if there is no such face. */
MD_API md3_vec md3_hull_face_normal(const md3_hull *hull, int32_t face);
/** Writes the first `capacity` vertices of a face, counter-clockwise seen from outside, and returns the number of all. */
MD_API int32_t md3_hull_face_vertices(const md3_hull *hull, int32_t face, int32_t *vertices, int32_t capacity);
/** Centroid of the volume. */
MD_API md3_vec md3_hull_centroid(const md3_hull *hull);

/* ---- Triangle meshes --------------------------------------------------------------------------------------------- */

/** A triangle mesh for static and kinematic bodies. It has no inside: triangles collide on both sides unless they are
 *  `one_sided`. It never changes after its creation. */
typedef struct md3_mesh md3_mesh;

/** Definition of a mesh. Start from md3_mesh_def_default. */
typedef struct md3_mesh_def {
    const md3_vec *vertices;  /**< in body coordinates */
    int32_t vertex_count;     /**< >= 3 */
    const int32_t *indices;   /**< three per triangle, counted from 0; counter-clockwise seen from the front */
    int32_t triangle_count;   /**< >= 1 */
    const uint8_t *materials; /**< one per triangle, for the user; NULL: all 0 */
    md_real weld_distance;    /**< vertices at most this far apart become one, m, >= 0; default 1e-4 */
    bool one_sided;           /**< collides with the front sides only; default true */
} md3_mesh_def;

/** Returns the defaults, without vertices and triangles. */
MD_API md3_mesh_def md3_mesh_def_default(void);
/** Creates a mesh: welds vertices, removes degenerate triangles, finds for every edge whether it is convex, flat or concave
 *  (so that bodies do not catch on inner edges), and builds a tree of boxes. `allocator` NULL is the heap. On failure
 *  `*mesh` is NULL, and `error`, which may be NULL, names the field, or the triangle or vertex. */
MD_API md_status md3_mesh_create(const md_allocator *allocator, const md3_mesh_def *def, md3_mesh **mesh,
                                 md_error *error);
/** Destroys a mesh, as md3_hull_destroy does. */
MD_API void md3_mesh_destroy(md3_mesh *mesh);
/** Number of triangles after welding. */
MD_API int32_t md3_mesh_triangles(const md3_mesh *mesh);
/** Writes the three corners of a triangle; zeros if there is no such triangle. */
MD_API void md3_mesh_triangle(const md3_mesh *mesh, int32_t triangle, md3_vec corner[3]);
/** The index in the definition that a triangle had; -1 if there is no such triangle. */
MD_API int32_t md3_mesh_triangle_source(const md3_mesh *mesh, int32_t triangle);
/** The material of a triangle; 0 if there is no such triangle. */
MD_API uint8_t md3_mesh_triangle_material(const md3_mesh *mesh, int32_t triangle);

/** A height field: a grid of heights along z over the x-y plane of the body, for static and kinematic bodies. Cell (i, j)
 *  has the corners i, i + 1 and j, j + 1, and two triangles, which meet on the diagonal from (i, j) to (i + 1, j + 1). It
 *  collides from above (+z). In a world whose y axis points up, turn its body by -pi/2 about x: its x axis stays, and its y
 *  axis then points along -z. It never changes after its creation. */
typedef struct md3_height_field md3_height_field;

/** Definition of a height field. Start from md3_height_field_def_default. */
typedef struct md3_height_field_def {
    const md_real *
        heights; /**< columns x rows numbers, m; x first: the height at (i, j) is heights[i + j columns]. NaN: a hole */
    int32_t columns, rows; /**< number of heights along x and y, >= 2 */
    md3_vec origin;        /**< position of the corner (0, 0) at height 0; default 0 */
    md_real spacing[2];    /**< distance of neighbours along x and y, m, >= 1e-6; default 1 */
} md3_height_field_def;

/** Returns the defaults, without heights. */
MD_API md3_height_field_def md3_height_field_def_default(void);
/** Creates a height field; copies the heights. */
MD_API md_status md3_height_field_create(const md_allocator *allocator, const md3_height_field_def *def,
                                         md3_height_field **field, md_error *error);
/** Destroys a height field, as md3_hull_destroy does. */
MD_API void md3_height_field_destroy(md3_height_field *field);
/** Number of heights along x and y. */
MD_API void md3_height_field_size(const md3_height_field *field, int32_t *columns, int32_t *rows);
/** The point of the surface at a corner of the grid; z is NaN in a hole, and if there is no such corner. */
MD_API md3_vec md3_height_field_point(const md3_height_field *field, int32_t column, int32_t row);

/* ---- Geometries -------------------------------------------------------------------------------------------------- */

/** Kinds of geometry. */
typedef enum md3_geometry_type {
    MD3_SPHERE,
    MD3_CAPSULE,
    MD3_HULL,
    MD3_CYLINDER,
    MD3_CONE,
    MD3_PLANE,        /**< a half-space; for static and kinematic bodies */
    MD3_MESH,         /**< for static and kinematic bodies */
    MD3_HEIGHT_FIELD, /**< for static and kinematic bodies */
    MD3_GEOMETRY_COUNT
} md3_geometry_type;

/** A geometry in the coordinates of its body. Create geometries with the functions below, which validate their input. A
 *  geometry of zeros is not valid. Fields that a type does not use are zero. */
typedef struct md3_geometry {
    md3_geometry_type type; /**< which of the fields below are used */
    /** Sphere: the centre. Capsule: the ends of its axis. Cylinder: the centres of its caps. Cone: the centre of its base
     *  and its apex. Plane: the outward unit normal. */
    md3_vec point[2];
    md_real radius;       /**< sphere, capsule; hull, cylinder, cone: rounding radius, added outside; m, >= 0 */
    md_real base_radius;  /**< cylinder, cone: without rounding, m, > 0 */
    md_real offset;       /**< plane: points x with normal . x <= offset are inside */
    const md3_hull *hull; /**< hull */
    const md3_mesh *mesh; /**< mesh */
    const md3_height_field *height_field; /**< height field */
} md3_geometry;

/** Creates a sphere. The radius must be positive.
 *
 *  All functions that create geometries return MD_ERROR_ARGUMENT and leave `geometry` unchanged if a number is not finite
 *  or beyond 1e9, a radius is negative, or lengths are below MD3_LINEAR_SLOP. */
MD_API md_status md3_geometry_sphere(md3_geometry *geometry, md3_vec center, md_real radius);
/** Creates a capsule: all points within `radius` of the segment from a to b. The radius must be positive. */
MD_API md_status md3_geometry_capsule(md3_geometry *geometry, md3_vec a, md3_vec b, md_real radius);
/** Creates a hull, rounded by a radius >= 0. The hull must live as long as the geometry. */
MD_API md_status md3_geometry_hull(md3_geometry *geometry, const md3_hull *hull, md_real radius);
/** Creates a cylinder around the segment from a to b. */
MD_API md_status md3_geometry_cylinder(md3_geometry *geometry, md3_vec a, md3_vec b, md_real base_radius,
                                       md_real radius);
/** Creates a cone with a base and an apex. */
MD_API md_status md3_geometry_cone(md3_geometry *geometry, md3_vec base, md3_vec apex, md_real base_radius,
                                   md_real radius);
/** Creates a half-space from its outward normal, of length 1 within 1e-3, and its offset along it. */
MD_API md_status md3_geometry_plane(md3_geometry *geometry, md3_vec normal, md_real offset);
/** Creates a geometry from a mesh, which must live as long. */
MD_API md_status md3_geometry_mesh(md3_geometry *geometry, const md3_mesh *mesh);
/** Creates a geometry from a height field, which must live as long. */
MD_API md_status md3_geometry_height_field(md3_geometry *geometry, const md3_height_field *field);

/** True for a sphere, capsule, hull, cylinder or cone: shapes with a volume that dynamic bodies may have. */
MD_API bool md3_geometry_is_convex(const md3_geometry *geometry);

/** Mass properties of a geometry or a body. */
typedef struct md3_mass {
    md_real mass;    /**< kg */
    md3_vec center;  /**< centre of mass, m */
    md3_mat inertia; /**< about the centre of mass, in the axes of the body, kg m^2; symmetric */
} md3_mass;

/** Returns the mass properties of a convex geometry, with exact treatment of its rounding; zeros for the others. `density` is
 *  in kg/m^3. */
MD_API md3_mass md3_geometry_mass(const md3_geometry *geometry, md_real density);
/** Returns the bounding box at a transform. A plane has one of 1e9 m unless its normal is along an axis. */
MD_API md3_box md3_geometry_bounds(const md3_geometry *geometry, md3_transform transform);
/** True if a point, in the coordinates of the geometry, is inside or on the surface. Meshes and height fields have no
 *  inside. */
MD_API bool md3_geometry_contains(const md3_geometry *geometry, md3_vec point);

/** A ray from `origin` along `translation`, up to `max_fraction` of it. */
typedef struct md3_ray {
    md3_vec origin, translation; /**< start, and vector to the end, m */
    md_real max_fraction;        /**< >= 0; 1 is the whole translation */
} md3_ray;

/** The first hit of a ray, or of a moving geometry. */
typedef struct md3_ray_hit {
    md3_vec point, normal; /**< in the coordinates of the ray */
    md_real fraction;      /**< of the translation */
    int32_t triangle;      /**< of a mesh; of a height field: 2 (i + j (columns - 1)) or that + 1; -1 otherwise */
    bool hit;              /**< false: no hit, and all other fields are zero */
} md3_ray_hit;

/** Casts a ray, given in the coordinates of the geometry. A ray that starts inside a convex geometry or a plane hits at
 *  fraction 0 with a zero normal. */
MD_API md3_ray_hit md3_geometry_ray(const md3_geometry *geometry, md3_ray ray);

/* ---- Distance and motion ---------------------------------------------------------------------------------------- */

/** The distance between two geometries. */
typedef struct md3_distance_result {
    md_real distance;   /**< between the rounded surfaces, m; 0 if they overlap */
    md3_vec point[2];   /**< closest points of the surfaces, in the world; a common point if they overlap */
    md3_vec normal;     /**< unit, from the first to the second; zero if the cores (without radius) overlap */
    int32_t iterations; /**< of GJK; the sum over triangles for a mesh */
    int32_t triangle;   /**< the closest triangle of a mesh or height field, as in md3_ray_hit; -1 otherwise */
} md3_distance_result;

/** Computes the distance between two geometries, each at a transform, of which one at least is convex. Two others have the
 *  distance infinity. */
MD_API md3_distance_result md3_distance(const md3_geometry *a, md3_transform at_a, const md3_geometry *b,
                                        md3_transform at_b);

/** Returns the point of a geometry closest to a point, both in the coordinates of the geometry; the point itself if it is
 *  inside. */
MD_API md3_vec md3_geometry_closest_point(const md3_geometry *geometry, md3_vec point);

/** True if two geometries overlap or touch, of which one at least is convex. */
MD_API bool md3_overlap(const md3_geometry *a, md3_transform at_a, const md3_geometry *b, md3_transform at_b);

/** Casts the convex geometry b along a translation, without rotation, against geometry a at rest. Returns the first point
 *  of contact on a and the outward normal of a. Geometries that overlap or touch at the start hit at fraction 0 with a
 *  zero normal. Hits from the back of a one-sided triangle are ignored; if it overlaps b at the start, the centre of b
 *  decides. */
MD_API md3_ray_hit md3_cast(const md3_geometry *a, md3_transform at_a, const md3_geometry *b, md3_transform at_b,
                            md3_vec translation, md_real max_fraction);

/** The motion of a body during a step. The centre of mass moves along a line. The rotation takes the shorter way, along
 *  the normalized straight line between the two quaternions. */
typedef struct md3_sweep {
    md3_vec local_center; /**< centre of mass in the coordinates of the body */
    md3_vec center[2];    /**< centre of mass in the world, at the start and at the end */
    md3_rot rotation[2];  /**< at the start and at the end */
} md3_sweep;

/** Returns the transform at a fraction of the step. */
MD_API md3_transform md3_sweep_at(const md3_sweep *sweep, md_real fraction);

/** Result of a time-of-impact query. */
typedef enum md3_impact_state {
    MD3_IMPACT_SEPARATED, /**< the geometries do not touch up to max_fraction */
    MD3_IMPACT_HIT,       /**< the geometries touch at `fraction`, within a quarter of MD3_LINEAR_SLOP */
    MD3_IMPACT_OVERLAPPED /**< the geometries overlap at the start; fraction 0 */
} md3_impact_state;

/** The time of impact of two moving geometries. */
typedef struct md3_impact {
    md3_impact_state state; /**< whether they touch */
    md_real fraction;       /**< of the motion, up to the impact */
} md3_impact;

/** Computes the time of impact of two geometries that translate and rotate, of which one at least is convex. The result is
 *  conservative: never later than the first contact. Geometries that start closer than a quarter of MD3_LINEAR_SLOP hit
 *  only if they come closer still, so that resting and separating bodies are not stopped. `max_fraction` is at most 1.
 *
 *  A mesh or height field is hit by its first triangle. Each triangle counts by itself: a body that overlaps the floor
 *  at the start still hits a wall of the same mesh. The state is MD3_IMPACT_OVERLAPPED only if a triangle overlaps and
 *  none is hit. Impacts from the back of a one-sided triangle are ignored. */
MD_API md3_impact md3_time_of_impact(const md3_geometry *a, const md3_sweep *sweep_a, const md3_geometry *b,
                                     const md3_sweep *sweep_b, md_real max_fraction);

/* ---- Manifolds -------------------------------------------------------------------------------------------------- */

/** Maximum number of points of a manifold. */
#define MD3_MAX_MANIFOLD_POINTS 4

/** A contact point of two geometries. */
typedef struct md3_manifold_point {
    md3_vec point;      /**< in the world, midway between the surfaces */
    md_real separation; /**< of the surfaces along the normal, m; negative if they overlap */
    uint32_t id;        /**< feature pair; unique in a manifold, and constant while the same features touch */
} md3_manifold_point;

/** A contact manifold: a normal and up to four points. */
typedef struct md3_manifold {
    md3_vec normal; /**< unit, from the first to the second, in the world; undefined if count is 0 */
    md3_manifold_point point[MD3_MAX_MANIFOLD_POINTS]; /**< the first `count` are valid */
    int32_t count;                                     /**< 0: further apart than the margin */
    int32_t
        triangle; /**< the triangle of a mesh or height field with the deepest point, as in md3_ray_hit; -1 otherwise */
} md3_manifold;

/** Computes the contact manifolds of two geometries, of which one at least is convex: the points whose separation is at
 *  most `margin`, the speculative margin (m, >= 0). Two convex geometries, or one and a plane, have one manifold at most.
 *  With a mesh or a height field there is one manifold per cluster of triangles with similar normals, the deepest first.
 *  Writes at most `capacity` manifolds and returns their number. */
MD_API int32_t md3_collide(const md3_geometry *a, md3_transform at_a, const md3_geometry *b, md3_transform at_b,
                           md_real margin, md3_manifold *manifolds, int32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
